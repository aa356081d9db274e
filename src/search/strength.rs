//! How a weaker player is played: it looks at fewer turns, and misjudges positions a little.
//!
//! What it sees it plays well, so it loses like a person of its strength, not like a player of random
//! turns. Its misjudgements depend on the position alone: the same game is played again the same.

use std::ops::RangeInclusive;

/// A rung of the ladder, from which the others are interpolated.
struct Rung {
    elo: u32,
    /// Turns made in the search for each turn played.
    nodes: u64,
    /// How far the evaluation of a position may be off, in centipoints.
    error: i32,
}

const fn rung(elo: u32, nodes: u64, error: i32) -> Rung {
    Rung { elo, nodes, error }
}

/// What each rung is worth was measured by matches of neighbours on the ladder: 400 games of `jarmo`
/// each (200 between the upper three), from paired random openings of 3 turns. The 95 % bars were 24 to
/// 42 points to either side. The scale is fixed by the top, which is called 2500.
const LADDER: [Rung; 10] = [
    rung(1310, 12, 300),
    rung(1550, 30, 240),
    rung(1845, 80, 190),
    rung(2010, 200, 150),
    rung(2150, 500, 110),
    rung(2260, 1_200, 80),
    rung(2350, 3_000, 50),
    rung(2395, 8_000, 30),
    rung(2435, 20_000, 15),
    rung(2500, 100_000, 0),
];

/// The strengths there are, in Elo.
pub const ELO: RangeInclusive<u32> = LADDER[0].elo..=LADDER[LADDER.len() - 1].elo;

/// How strong to play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Strength {
    /// How many turns may be made; `None` = any number.
    pub nodes: Option<u64>,
    error: i32,
}

impl Strength {
    /// As strong as can be.
    pub const FULL: Self = Self {
        nodes: None,
        error: 0,
    };

    /// A player of such an Elo number; what is outside of [`ELO`] counts like the nearest in it.
    pub fn of(elo: u32) -> Self {
        let elo = elo.clamp(*ELO.start(), *ELO.end());
        let above = LADDER.iter().position(|rung| rung.elo > elo);
        let above = above.unwrap_or(LADDER.len() - 1).max(1);
        let (low, high) = (&LADDER[above - 1], &LADDER[above]);
        let part = f64::from(elo - low.elo) / f64::from(high.elo - low.elo);
        let between = |low: f64, high: f64| low + (high - low) * part;
        let nodes = between((low.nodes as f64).ln(), (high.nodes as f64).ln()).exp();
        Self {
            nodes: Some(nodes.round() as u64),
            error: between(f64::from(low.error), f64::from(high.error)).round() as i32,
        }
    }

    /// By how much a position with this key is misjudged, in centipoints.
    #[inline]
    pub fn misjudges(self, key: u64) -> i32 {
        if self.error == 0 {
            return 0;
        }
        // The mean of two even distributions: small errors are likelier than large ones.
        let scattered = key.wrapping_mul(0xD6E8_FEB8_6659_FD93);
        let draw = |shift: u32| (scattered >> shift & 0xFFFF) as i32 - 0x8000;
        ((draw(48) + draw(32)) * self.error) >> 16
    }

    /// A number that tells strengths apart.
    pub const fn salt(self) -> u64 {
        self.error as u64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_ladder_rises() {
        for pair in LADDER.windows(2) {
            assert!(pair[0].elo < pair[1].elo && pair[0].nodes < pair[1].nodes);
            assert!(pair[0].error > pair[1].error);
        }
        for rung in &LADDER {
            let strength = Strength::of(rung.elo);
            assert_eq!(strength.nodes, Some(rung.nodes));
            assert_eq!(strength.error, rung.error);
        }
        assert_eq!(Strength::of(0), Strength::of(*ELO.start()));
        assert_eq!(Strength::of(u32::MAX), Strength::of(*ELO.end()));
        let between = Strength::of(LADDER[0].elo + 1);
        assert!(between.nodes >= Some(LADDER[0].nodes) && between.error <= LADDER[0].error);
    }

    #[test]
    fn errors_are_bounded_and_lie_on_both_sides() {
        let weak = Strength::of(*ELO.start());
        let errors: Vec<i32> = (1..1000u64)
            .map(|key| weak.misjudges(key.wrapping_mul(0x9E37_79B9_7F4A_7C15)))
            .collect();
        assert!(errors.iter().all(|error| error.abs() <= weak.error));
        let sum: i32 = errors.iter().sum();
        assert!(sum.abs() < weak.error * 50);
        assert!(errors.iter().any(|error| *error > weak.error / 2));
        assert_eq!(Strength::FULL.misjudges(12345), 0);
    }
}
