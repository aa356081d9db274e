//! Logistic regression: the weights that foretell the results best.
//!
//! Newton's method with a small penalty on large weights, which also settles what the games leave
//! open. Everything is added up in the order of the positions, so the numbers are the same each time.

use jarmo::search::{ENTRIES, TERMS};

use super::games::Samples;

/// How many positions' worth of doubt each weight meets.
const PENALTY: f64 = 4.0;
const ROUNDS: usize = 12;
/// Of so many games one is kept from the fit.
const PARTS: usize = 10;

/// Weights in units of the logistic function.
type Row = [f64; ENTRIES];

/// The positions of some games, and the entries that may have a weight.
pub struct Fit<'a> {
    samples: &'a Samples,
    /// Games before this one are fitted, the others tell how well.
    fitted: usize,
    used: [bool; ENTRIES],
}

fn logistic(value: f64) -> f64 {
    1.0 / (1.0 + libm::exp(-value))
}

fn value(counts: &[(u16, i16)], row: &Row) -> f64 {
    let times = |(entry, count): &(u16, i16)| f64::from(*count) * row[usize::from(*entry)];
    counts.iter().map(times).sum()
}

impl<'a> Fit<'a> {
    /// Makes ready; the terms named in `without` get no weight.
    pub fn new(samples: &'a Samples, without: &[String]) -> Self {
        let mut used = [true; ENTRIES];
        for term in TERMS {
            if without.iter().any(|field| field == term.field) {
                used[term.start..term.start + term.len].fill(false);
            }
        }
        let games = samples.games();
        Self {
            samples,
            fitted: games - games / PARTS,
            used,
        }
    }

    /// How well the weights of an evaluation foretell the games that were not fitted, at their best
    /// scale.
    pub fn loss_of_row(&self, row: &[i32; ENTRIES]) -> f64 {
        let row = row.map(f64::from);
        let mut scale = 0.005;
        for _ in 0..ROUNDS {
            let (mut slope, mut curve) = (0.0, 1e-9);
            for (counts, result) in self.samples.of_games(0, self.fitted) {
                let value = value(counts, &row);
                let expected = logistic(scale * value);
                slope += (result - expected) * value;
                curve += expected * (1.0 - expected) * value * value;
            }
            scale += slope / curve;
        }
        self.loss(&row.map(|weight| weight * scale))
    }

    /// The weights in centipoints, and how well they foretell. The scores of the fitted positions
    /// spread as widely as those of the weights before, so that the search's margins stay about right.
    pub fn row(&self, before: &[i32; ENTRIES]) -> ([i32; ENTRIES], f64) {
        let row = self.fit(&self.used);
        let scale = self.spread(&before.map(f64::from)) / self.spread(&row).max(1e-9);
        (
            self.centred(&row)
                .map(|weight| (weight * scale).round() as i32),
            self.loss(&row),
        )
    }

    /// What each term is good for: how much worse the games are foretold without it.
    pub fn ablations(&self) -> Vec<(&'static str, f64)> {
        let with_all = self.loss(&self.fit(&self.used));
        let mut worse = Vec::new();
        for term in TERMS {
            let mut used = self.used;
            used[term.start..term.start + term.len].fill(false);
            if used != self.used {
                worse.push((term.field, self.loss(&self.fit(&used)) - with_all));
            }
        }
        worse
    }

    /// Where every side counts one entry of a term, a number for all of them changes nothing: none
    /// in the camp, in hand and captured shall be worth 0.
    fn centred(&self, row: &Row) -> Row {
        let mut row = *row;
        for term in TERMS {
            if ["in_camp", "hand", "captured"].contains(&term.field) {
                let entries = &mut row[term.start..term.start + term.len];
                let none = entries[0];
                let known = entries.iter().any(|weight| *weight != 0.0);
                for weight in entries.iter_mut().filter(|weight| known && **weight != 0.0) {
                    *weight -= none;
                }
            }
        }
        row
    }

    fn spread(&self, row: &Row) -> f64 {
        let (mut sum, mut count) = (0.0, 1.0);
        for (counts, _) in self.samples.of_games(0, self.fitted) {
            let value = value(counts, row);
            sum += value * value;
            count += 1.0;
        }
        f64::sqrt(sum / count)
    }

    fn loss(&self, row: &Row) -> f64 {
        let (mut sum, mut count) = (0.0, 0.0);
        for (counts, result) in self.samples.of_games(self.fitted, self.samples.games()) {
            let expected = logistic(value(counts, row)).clamp(1e-6, 1.0 - 1e-6);
            sum -= result * libm::log(expected) + (1.0 - result) * libm::log(1.0 - expected);
            count += 1.0;
        }
        sum / f64::max(count, 1.0)
    }

    fn fit(&self, used: &[bool; ENTRIES]) -> Row {
        let mut row = [0.0; ENTRIES];
        for _ in 0..ROUNDS {
            let (slope, curve) = self.derivatives(&row, used);
            let step = solve(curve, slope);
            let largest = step.iter().fold(0.0, |most: f64, by| most.max(by.abs()));
            for (weight, by) in row.iter_mut().zip(step) {
                *weight += by;
            }
            if largest < 1e-4 {
                break;
            }
        }
        row
    }

    /// The slope of the likelihood, and how it bends (the lower half).
    fn derivatives(&self, row: &Row, used: &[bool; ENTRIES]) -> (Row, Vec<Row>) {
        let mut slope = row.map(|weight| -PENALTY * weight);
        let mut curve = vec![[0.0; ENTRIES]; ENTRIES];
        for (entry, line) in curve.iter_mut().enumerate() {
            line[entry] = PENALTY;
        }
        let mut own: Vec<(usize, f64)> = Vec::new();
        for (counts, result) in self.samples.of_games(0, self.fitted) {
            own.clear();
            let known = counts
                .iter()
                .map(|(entry, count)| (usize::from(*entry), f64::from(*count)));
            own.extend(known.filter(|(entry, _)| used[*entry]));
            let value: f64 = own.iter().map(|(entry, count)| row[*entry] * count).sum();
            let expected = logistic(value);
            let bend = expected * (1.0 - expected);
            for (index, &(entry, count)) in own.iter().enumerate() {
                slope[entry] += (result - expected) * count;
                for &(other, times) in &own[..=index] {
                    curve[entry][other] += bend * count * times;
                }
            }
        }
        (slope, curve)
    }
}

/// Solves a symmetric system, of which the lower half is given, by Cholesky's method.
fn solve(mut lower: Vec<Row>, mut right: Row) -> Row {
    for line in 0..ENTRIES {
        for column in 0..=line {
            let products = |(a, b): (&f64, &f64)| a * b;
            let sum: f64 = lower[line][..column]
                .iter()
                .zip(&lower[column][..column])
                .map(products)
                .sum();
            let rest = lower[line][column] - sum;
            lower[line][column] = if line == column {
                rest.max(1e-12).sqrt()
            } else {
                rest / lower[column][column]
            };
        }
    }
    for line in 0..ENTRIES {
        let sum: f64 = (0..line)
            .map(|column| lower[line][column] * right[column])
            .sum();
        right[line] = (right[line] - sum) / lower[line][line];
    }
    for line in (0..ENTRIES).rev() {
        let sum: f64 = (line + 1..ENTRIES)
            .map(|below| lower[below][line] * right[below])
            .sum();
        right[line] = (right[line] - sum) / lower[line][line];
    }
    right
}
