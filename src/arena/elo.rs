//! What pairs of games say about strength: Elo with its error, likelihood, and the sequential test.
//!
//! The unit is the pair: both games of a start, with the seats changed. Its two results depend on each
//! other, so that errors are taken from pairs, not from games.

use std::fmt;

/// How far the bounds of a 95 % interval lie from the middle of a normal distribution, in standard errors.
const TWO_SIDED_95: f64 = 1.959_963_984_540_054;

/// Stands for no pair at all where the sequential test needs every result to be possible.
const HARDLY: f64 = 1e-3;

/// How many pairs ended with 0, 1/2, 1, 3/2 and 2 points of result for the first player.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PairCounts(pub [u64; 5]);

/// What pairs say about the difference in strength, in Elo, from the first player's side.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Elo {
    /// There is no pair.
    Unknown,
    /// The first player won every game: no number says how much stronger it is.
    AllWon,
    /// The first player lost every game.
    AllLost,
    /// The estimate.
    About {
        /// The middle.
        elo: f64,
        /// The lower end of the 95 % interval; `None`: there is none.
        low: Option<f64>,
        /// The upper end; `None`: there is none.
        high: Option<f64>,
    },
}

/// The Elo difference at which a player expects a share of the points between 0 and 1.
fn elo_of(share: f64) -> f64 {
    400.0 * (share / (1.0 - share)).log10()
}

/// The share of the points that a player expects at an Elo difference.
fn share_of(elo: f64) -> f64 {
    1.0 / (1.0 + 10.0_f64.powf(-elo / 400.0))
}

impl PairCounts {
    /// Counts a pair in which the first player got so many half points, 0 to 4.
    pub fn add(&mut self, half_points: usize) {
        if let Some(count) = self.0.get_mut(half_points) {
            *count += 1;
        }
    }

    /// Adds other pairs of the same players.
    pub fn merge(&mut self, other: Self) {
        for (count, more) in self.0.iter_mut().zip(other.0) {
            *count += more;
        }
    }

    /// The same pairs from the second player's side.
    #[must_use]
    pub fn reversed(self) -> Self {
        let mut counts = self.0;
        counts.reverse();
        Self(counts)
    }

    /// How many pairs there are.
    #[must_use]
    pub fn total(self) -> u64 {
        self.0.iter().sum()
    }

    /// Each share of a pair's points that is possible, and how many pairs had it.
    fn shares(self) -> impl Iterator<Item = (f64, f64)> {
        let count = |count: u64| count as f64;
        self.0
            .into_iter()
            .zip(0_u32..)
            .map(move |(pairs, quarter)| (f64::from(quarter) / 4.0, count(pairs)))
    }

    /// The first player's share of the points; `None` without pairs.
    #[must_use]
    pub fn share(self) -> Option<f64> {
        let total = self.total() as f64;
        let points: f64 = self.shares().map(|(share, pairs)| share * pairs).sum();
        (total > 0.0).then(|| points / total)
    }

    /// The standard error of the share; `None` with fewer than two pairs.
    #[must_use]
    pub fn error(self) -> Option<f64> {
        let total = self.total() as f64;
        let mean = self.share().filter(|_| total > 1.0)?;
        let squares: f64 = self
            .shares()
            .map(|(share, pairs)| pairs * (share - mean).powi(2))
            .sum();
        Some((squares / (total - 1.0) / total).sqrt())
    }

    /// The difference in strength.
    #[must_use]
    pub fn elo(self) -> Elo {
        let total = self.total();
        let Some(share) = self.share() else {
            return Elo::Unknown;
        };
        if self.0 == [0, 0, 0, 0, total] {
            return Elo::AllWon;
        }
        if self.0 == [total, 0, 0, 0, 0] {
            return Elo::AllLost;
        }
        let margin = self.error().map(|error| TWO_SIDED_95 * error);
        let bound = |share: f64| (share > 0.0 && share < 1.0).then(|| elo_of(share));
        Elo::About {
            elo: elo_of(share),
            low: margin.and_then(|margin| bound(share - margin)),
            high: margin.and_then(|margin| bound(share + margin)),
        }
    }

    /// Whether all pairs, if there are any, ended alike, as those of an engine that does the same each time
    /// do against itself.
    #[must_use]
    pub fn all_alike(self) -> bool {
        self.0.iter().filter(|count| **count > 0).count() <= 1
    }

    /// The likelihood that the first player is the stronger one, 0 to 1; `None` when the pairs do not
    /// scatter.
    #[must_use]
    pub fn superiority(self) -> Option<f64> {
        let error = self.error().filter(|error| *error > 0.0)?;
        let deviation = (self.share()? - 0.5) / error;
        Some(f64::midpoint(
            1.0,
            libm::erf(deviation / std::f64::consts::SQRT_2),
        ))
    }
}

/// A sequential probability ratio test of two Elo differences, with a chance of 5 % for either error.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sprt {
    /// The difference of the first hypothesis, in Elo.
    pub elo0: f64,
    /// The difference of the second one, a higher one.
    pub elo1: f64,
}

/// What a sequential test says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// More games are needed.
    Undecided,
    /// The first hypothesis is accepted.
    Elo0,
    /// The second hypothesis is accepted.
    Elo1,
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Undecided => "undecided",
            Self::Elo0 => "elo0 accepted",
            Self::Elo1 => "elo1 accepted",
        })
    }
}

impl Sprt {
    /// How high the ratio's logarithm must rise, or how deep it must fall: ln((1 - 0.05) / 0.05).
    pub const BOUND: f64 = 2.944_438_979_166_440_4;

    /// Reads `0,5`.
    ///
    /// # Errors
    /// What is expected.
    pub fn parse(text: &str) -> Result<Self, String> {
        let number = |text: &str| {
            let value: Option<f64> = text.trim().parse().ok();
            value.filter(|elo| elo.abs() <= 1000.0)
        };
        text.split_once(',')
            .and_then(|(low, high)| Some((number(low)?, number(high)?)))
            .filter(|(elo0, elo1)| elo0 < elo1)
            .map(|(elo0, elo1)| Self { elo0, elo1 })
            .ok_or_else(|| {
                format!(
                    "expected two Elo differences, the lower one first, such as 0,5, found {text:?}"
                )
            })
    }

    /// The logarithm of the ratio of the two likelihoods: how much better the pairs fit the second
    /// hypothesis. Each hypothesis fixes only the expected share, so that it is as likely as the most
    /// likely distribution of the five results that has this share.
    #[must_use]
    pub fn log_ratio(self, pairs: PairCounts) -> f64 {
        if pairs.total() == 0 {
            return 0.0;
        }
        let weights: Vec<(f64, f64)> = pairs
            .shares()
            .map(|(share, pairs)| (share, pairs.max(HARDLY)))
            .collect();
        fit(&weights, share_of(self.elo1)) - fit(&weights, share_of(self.elo0))
    }

    /// What the test says.
    #[must_use]
    pub fn verdict(self, pairs: PairCounts) -> Verdict {
        let ratio = self.log_ratio(pairs);
        if ratio >= Self::BOUND {
            Verdict::Elo1
        } else if ratio <= -Self::BOUND {
            Verdict::Elo0
        } else {
            Verdict::Undecided
        }
    }
}

/// The log likelihood, but for a constant, of the most likely distribution with a given mean.
///
/// It has the probabilities w / (1 + x (share - mean)), where x is the root of the sum of
/// w (share - mean) / (1 + x (share - mean)), which falls from infinity to minus infinity between
/// -1 / (1 - mean) and 1 / mean.
fn fit(weights: &[(f64, f64)], mean: f64) -> f64 {
    let slope = |x: f64| -> f64 {
        weights
            .iter()
            .map(|(share, weight)| weight * (share - mean) / (1.0 + x * (share - mean)))
            .sum()
    };
    let (mut low, mut high) = (-1.0 / (1.0 - mean), 1.0 / mean);
    for _ in 0..100 {
        let middle = f64::midpoint(low, high);
        if slope(middle) > 0.0 {
            low = middle;
        } else {
            high = middle;
        }
    }
    let x = f64::midpoint(low, high);
    let log = |(share, weight): &(f64, f64)| weight * (x * (share - mean)).ln_1p();
    -weights.iter().map(log).sum::<f64>()
}

#[cfg(test)]
mod tests {
    use super::{Elo, PairCounts, Sprt, Verdict};

    fn close(a: f64, b: f64, within: f64) {
        assert!((a - b).abs() < within, "{a} is not {b}");
    }

    #[test]
    fn elo_and_its_error_come_from_pairs() {
        // Pairs 10, 20, 40, 20, 10 of 100: the mean is 1/2, so Elo 0. Squares: 2 (10 * 0.25 + 20 * 0.0625)
        // = 7.5, over 99 and over 100: 0.00075758, root 0.0275241; times 1.959964: 0.0539463. Elo at
        // 0.5539463: 400 log10(0.5539463 / 0.4460537) = 37.632.
        let Elo::About { elo, low, high } = PairCounts([10, 20, 40, 20, 10]).elo() else {
            panic!("an estimate");
        };
        close(elo, 0.0, 1e-9);
        close(high.unwrap_or_default(), 37.632, 0.01);
        close(low.unwrap_or_default(), -37.632, 0.01);
    }

    #[test]
    fn a_share_of_three_quarters_is_191_elo() {
        // 400 log10(3) = 190.848.
        let pairs = PairCounts([0, 0, 50, 0, 50]);
        let Elo::About { elo, .. } = pairs.elo() else {
            panic!("an estimate");
        };
        close(elo, 190.848, 0.001);
        assert_eq!(pairs.reversed().0, [50, 0, 50, 0, 0]);
    }

    #[test]
    fn extremes_have_no_number() {
        assert_eq!(PairCounts([0; 5]).elo(), Elo::Unknown);
        assert_eq!(PairCounts([0, 0, 0, 0, 3]).elo(), Elo::AllWon);
        assert_eq!(PairCounts([3, 0, 0, 0, 0]).elo(), Elo::AllLost);
        // All pairs alike: no error at all, and no likelihood.
        let alike = PairCounts([0, 0, 8, 0, 0]);
        let exact = Elo::About {
            elo: 0.0,
            low: Some(0.0),
            high: Some(0.0),
        };
        assert_eq!(alike.elo(), exact);
        assert!(alike.all_alike() && !PairCounts([0, 0, 8, 1, 0]).all_alike());
        assert_eq!(alike.superiority(), None);
        // One pair lost a half point of 4: 0.875 + 1.96 * 0.125 lies above 1.
        let Elo::About { low, high, .. } = PairCounts([0, 0, 0, 1, 1]).elo() else {
            panic!("an estimate");
        };
        assert!(low.is_some() && high.is_none());
    }

    #[test]
    fn superiority_is_the_normal_distribution() {
        // Pairs 0 0 8 0 2: mean 0.6, squares 8 * 0.01 + 2 * 0.16 = 0.4, over 9 and 10: root 0.0666667;
        // 0.1 / 0.0666667 = 1.5 standard errors: the normal distribution has 0.9331928 below it.
        let likelihood = PairCounts([0, 0, 8, 0, 2]).superiority();
        close(likelihood.unwrap_or_default(), 0.933_192_8, 1e-6);
    }

    #[test]
    fn with_two_results_the_test_is_that_of_a_coin() {
        // With only 0 and 2 as results, the most likely distribution with mean s has the probability s
        // for a 2, so that the ratio is that of a coin: 60 ln(s1 / s0) + 40 ln((1 - s1) / (1 - s0)).
        // Elo 0 and 100: s0 = 1/2, s1 = 1 / (1 + 10^-0.25) = 0.6400650; 60 * 0.2469616 = 14.817696,
        // 40 * ln(0.3599350 / 0.5) = 40 * -0.3286846 = -13.147384; in all 1.67031.
        let sprt = Sprt {
            elo0: 0.0,
            elo1: 100.0,
        };
        close(
            sprt.log_ratio(PairCounts([40, 0, 0, 0, 60])),
            1.670_31,
            0.01,
        );
        assert_eq!(
            sprt.verdict(PairCounts([40, 0, 0, 0, 60])),
            Verdict::Undecided
        );
        assert_eq!(sprt.verdict(PairCounts([80, 0, 0, 0, 120])), Verdict::Elo1);
        assert_eq!(sprt.verdict(PairCounts([60, 0, 0, 0, 40])), Verdict::Elo0);
    }

    #[test]
    fn a_test_in_the_middle_says_nothing() {
        // The two hypotheses lie symmetrically around the observed mean.
        let sprt = Sprt {
            elo0: -5.0,
            elo1: 5.0,
        };
        close(sprt.log_ratio(PairCounts([3, 20, 40, 20, 3])), 0.0, 1e-9);
        close(sprt.log_ratio(PairCounts([0; 5])), 0.0, 1e-9);
    }

    #[test]
    fn hypotheses_are_read() {
        assert_eq!(
            Sprt::parse("0,5"),
            Ok(Sprt {
                elo0: 0.0,
                elo1: 5.0
            })
        );
        for text in ["", "0", "5,0", "0,0", "a,b", "0,5,9", "nan,5", "0,inf"] {
            assert!(Sprt::parse(text).is_err(), "{text}");
        }
    }
}
