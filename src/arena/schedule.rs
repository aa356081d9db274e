//! Which games a match consists of, and which of them are this machine's.

use super::starts::{Start, Starts};
use crate::state::Game;

/// How the games of a match belong together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Schedule {
    /// Every start is played twice with the seats changed.
    Pairs,
    /// The rulebook's match: the first player moves first throughout, and the sides change.
    Rulebook,
}

impl Schedule {
    /// Its word.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Pairs => "pairs",
            Self::Rulebook => "rulebook",
        }
    }
}

/// A part of a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shard {
    index: u64,
    count: u64,
}

impl Shard {
    /// The whole match.
    pub const WHOLE: Self = Self { index: 1, count: 1 };

    /// Reads `2/8`: the second of eight parts.
    ///
    /// # Errors
    /// What is expected.
    pub fn parse(text: &str) -> Result<Self, String> {
        text.split_once('/')
            .and_then(|(index, count)| {
                let (index, count) = (index.parse().ok()?, count.parse().ok()?);
                (1..=count)
                    .contains(&index)
                    .then_some(Self { index, count })
            })
            .ok_or_else(|| {
                format!("expected a part and how many there are, such as 1/8, found {text:?}")
            })
    }

    const fn has(self, pair: u64) -> bool {
        pair % self.count == self.index - 1
    }
}

/// A game to be played.
#[derive(Clone, Debug)]
pub(super) struct Job {
    /// Its number in the match, from 1.
    pub number: u64,
    /// The engines that are Green and Blue, counted from 0.
    pub seats: [usize; 2],
    /// Where it starts.
    pub start: Start,
}

/// The games of a match in order, the pairs of all pairings in turn.
pub(super) fn jobs(
    schedule: Schedule,
    starts: &Starts,
    table: &Game,
    engines: usize,
    games: u64,
    shard: Shard,
) -> Result<Vec<Job>, String> {
    let rounds = games / 2;
    let needed = match schedule {
        Schedule::Pairs => rounds,
        Schedule::Rulebook => games,
    };
    let starts = starts.list(table, usize::try_from(needed).unwrap_or(usize::MAX))?;
    let start = |round: u64, half: u64| {
        let index = match schedule {
            Schedule::Pairs => round,
            Schedule::Rulebook => 2 * round + half,
        };
        usize::try_from(index)
            .ok()
            .and_then(|index| starts.get(index).cloned())
    };
    let pairings: Vec<[usize; 2]> = (0..engines)
        .flat_map(|first| (first + 1..engines).map(move |second| [first, second]))
        .collect();
    let mut jobs = Vec::new();
    let rounds =
        (0..rounds).flat_map(|round| pairings.iter().map(move |pairing| (round, *pairing)));
    for (pair, (round, [first, second])) in (0_u64..).zip(rounds) {
        if !shard.has(pair) {
            continue;
        }
        for (half, seats) in [(0, [first, second]), (1, [second, first])] {
            jobs.extend(start(round, half).map(|start| Job {
                number: 2 * pair + half + 1,
                seats,
                start,
            }));
        }
    }
    Ok(jobs)
}

#[cfg(test)]
mod tests {
    use super::{Job, Schedule, Shard, jobs};
    use crate::arena::Starts;
    use crate::protocol::Base;
    use crate::session::Options;
    use crate::state::{Game, Side};

    fn list(schedule: Schedule, engines: usize, games: u64, shard: &str) -> Vec<Job> {
        let table = Game::new(Options::default().settings(), Side::Green);
        let starts = Starts::Random { plies: 0, seed: 1 };
        let shard = Shard::parse(shard).unwrap_or(Shard::WHOLE);
        jobs(schedule, &starts, &table, engines, games, shard).unwrap_or_default()
    }

    fn seats(jobs: &[Job]) -> Vec<[usize; 2]> {
        jobs.iter().map(|job| job.seats).collect()
    }

    #[test]
    fn pairs_share_a_start_and_change_seats() {
        let jobs = list(Schedule::Pairs, 2, 4, "1/1");
        assert_eq!(seats(&jobs), [[0, 1], [1, 0], [0, 1], [1, 0]]);
        let rotated: Vec<bool> = jobs
            .iter()
            .map(|job| job.start.base == Base::Rotated)
            .collect();
        assert_eq!(rotated, [false, false, true, true]);
    }

    #[test]
    fn in_the_rulebook_one_player_moves_first_throughout() {
        let jobs = list(Schedule::Rulebook, 2, 6, "1/1");
        for (index, job) in jobs.iter().enumerate() {
            // Green moves first from the plain start, Blue from the rotated one.
            let first = usize::from(job.start.base == Base::Rotated);
            assert_eq!(job.seats[first], 0, "game {index}");
            assert_eq!(job.seats[0], index % 2, "game {index}");
        }
    }

    #[test]
    fn all_play_against_all() {
        let jobs = list(Schedule::Pairs, 3, 2, "1/1");
        assert_eq!(
            seats(&jobs),
            [[0, 1], [1, 0], [0, 2], [2, 0], [1, 2], [2, 1]]
        );
        assert_eq!(
            jobs.iter().map(|job| job.number).collect::<Vec<_>>(),
            [1, 2, 3, 4, 5, 6]
        );
    }

    #[test]
    fn shards_are_the_whole_match_without_overlap() {
        let mut numbers: Vec<u64> = ["1/3", "2/3", "3/3"]
            .into_iter()
            .flat_map(|shard| list(Schedule::Pairs, 2, 10, shard))
            .map(|job| job.number)
            .collect();
        numbers.sort_unstable();
        assert_eq!(numbers, (1..=10).collect::<Vec<_>>());
        for text in ["", "0/2", "3/2", "1", "1/0", "a/b"] {
            assert!(Shard::parse(text).is_err(), "{text}");
        }
    }
}
