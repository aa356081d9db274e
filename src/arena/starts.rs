//! Where games start: the start positions in turn, random turns from them, or a file of openings.

use std::collections::HashSet;

use rand::rngs::Xoshiro256PlusPlus;
use rand::{Rng, SeedableRng};

use crate::notation::position_string;
use crate::protocol::{self, Base, Command};
use crate::session;
use crate::state::{Game, Turn};

/// Where a game starts, and the turns that are given with it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Start {
    /// The position.
    pub base: Base,
    /// The turns.
    pub turns: Vec<Turn>,
}

/// Where the starts of a match come from.
#[derive(Clone, Debug)]
pub enum Starts {
    /// The plain and the rotated start in turn, and so many random turns from it.
    Random {
        /// How many turns.
        plies: u32,
        /// What the choice depends on.
        seed: u64,
    },
    /// One after the other, and from the first again.
    Given(Vec<Start>),
}

/// How often another opening is drawn when one was there before.
const DRAWS: usize = 100;

/// No random opening is longer: most games would be over.
pub const LONGEST_RANDOM: u32 = 200;

impl Starts {
    /// The first `count` starts. They do not depend on how many are asked for.
    ///
    /// # Errors
    /// Games end before so many random turns, or an opening cannot be played.
    pub fn list(&self, table: &Game, count: usize) -> Result<Vec<Start>, String> {
        match self {
            Self::Random { plies, seed } => random(table, count, *plies, *seed),
            Self::Given(starts) => Ok(starts.iter().cycle().take(count).cloned().collect()),
        }
    }

    /// Whether there are not two different starts.
    #[must_use]
    pub fn all_alike(&self) -> bool {
        match self {
            Self::Random { plies, .. } => *plies == 0,
            Self::Given(starts) => starts.len() < 2,
        }
    }

    /// What the starts are made of, for telling matches apart.
    pub(super) fn describe(&self) -> String {
        match self {
            Self::Random { plies, seed } => format!("random {plies} {seed}"),
            Self::Given(starts) => format!("given {starts:?}"),
        }
    }
}

/// The plain start first, the rotated one next.
fn bases() -> impl Iterator<Item = Base> {
    [Base::Start, Base::Rotated].into_iter().cycle()
}

/// Random openings, all different as far as there are so many.
fn random(table: &Game, count: usize, plies: u32, seed: u64) -> Result<Vec<Start>, String> {
    let mut generator = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut seen = HashSet::new();
    let mut starts = Vec::new();
    for base in bases().take(count) {
        let mut found = None;
        for _ in 0..DRAWS {
            let game = session::set_up(table, &base, &[])?;
            let Some(game) = play_random(game, plies, &mut generator) else {
                continue;
            };
            let is_new = seen.insert(position_string(game.position()));
            found = Some(game);
            if is_new || plies == 0 {
                break;
            }
        }
        let game = found
            .ok_or_else(|| format!("--random-plies {plies}: games end before; choose fewer"))?;
        starts.push(Start {
            base,
            turns: game.turns().to_vec(),
        });
    }
    Ok(starts)
}

/// So many random turns; nothing when the game is over then.
fn play_random(mut game: Game, plies: u32, generator: &mut Xoshiro256PlusPlus) -> Option<Game> {
    for _ in 0..plies {
        let turns = game.legal_turns();
        let scaled = u128::from(generator.next_u64()) * turns.len() as u128;
        let index = usize::try_from(scaled >> u64::BITS).ok()?;
        game.play(*turns.get(index)?).ok()?;
    }
    game.outcome().is_none().then_some(game)
}

/// Reads a file of openings: a position string, turns from the start, or what the protocol's command
/// `position` takes, a line each; `#` starts a comment.
///
/// # Errors
/// The first line that is no opening, and why.
pub fn openings(text: &str, table: &Game) -> Result<Vec<Start>, String> {
    let mut starts = Vec::new();
    for (line, number) in text.lines().zip(1..) {
        let statement = line.split('#').next().unwrap_or("").trim();
        if !statement.is_empty() {
            starts
                .push(opening(statement, table).map_err(|what| format!("line {number}: {what}"))?);
        }
    }
    if starts.is_empty() {
        return Err("it holds no opening".to_owned());
    }
    Ok(starts)
}

fn opening(text: &str, table: &Game) -> Result<Start, String> {
    let first = text.split_ascii_whitespace().next().unwrap_or("");
    let line = if ["startpos", "rotated", "fen"].contains(&first) {
        format!("position {text}")
    } else if first.contains('/') {
        format!("position fen {text}")
    } else {
        format!("position startpos moves {text}")
    };
    let (base, turns) = match protocol::command(&line).map_err(|error| error.to_string())? {
        Some(Command::Position { base, turns }) => (base, turns),
        _ => return Err("no position".to_owned()),
    };
    let game = session::set_up(table, &base, &turns)?;
    match game.outcome() {
        Some(outcome) => Err(format!("the game is over ({})", outcome.reason)),
        None => Ok(Start { base, turns }),
    }
}

#[cfg(test)]
mod tests {
    use super::{Starts, openings};
    use crate::protocol::Base;
    use crate::session::Options;
    use crate::state::{Game, Side};

    fn table() -> Game {
        Game::new(Options::default().settings(), Side::Green)
    }

    #[test]
    fn random_starts_depend_on_nothing_but_the_seed() {
        let starts = |seed, count| Starts::Random { plies: 6, seed }.list(&table(), count);
        let (few, many) = (
            starts(1, 10).unwrap_or_default(),
            starts(1, 40).unwrap_or_default(),
        );
        assert_eq!(few.len(), 10);
        assert_eq!(few, many[..10]);
        assert_ne!(many, starts(2, 40).unwrap_or_default());
        for (index, start) in many.iter().enumerate() {
            assert_eq!(start.turns.len(), 6);
            let base = [Base::Start, Base::Rotated][index % 2].clone();
            assert_eq!(start.base, base);
            assert!(!many[..index].contains(start));
        }
    }

    #[test]
    fn too_many_random_turns_are_refused() {
        assert!(
            Starts::Random {
                plies: 100_000,
                seed: 1
            }
            .list(&table(), 2)
            .is_err()
        );
    }

    #[test]
    fn openings_have_three_forms() {
        let text =
            "# two turns\na1b3 a5c4\n\naaaaa/5/5/5/AAAAA b\nrotated moves a5c4 # Blue first\n";
        let starts = openings(text, &table()).unwrap_or_default();
        assert_eq!(starts.len(), 3);
        assert_eq!(starts[0].turns.len(), 2);
        assert_eq!(starts[2].base, Base::Rotated);
    }

    #[test]
    fn a_bad_opening_is_named_with_its_line() {
        let over = "# won\na4/5/5/5/4A g\nAAAAA/5/5/5/aaaaa g";
        for (text, line) in [
            ("a1b3\nxyz", 2),
            ("\n5/5/5/5/5 g", 2),
            ("a1b3 a1b3", 1),
            (over, 3),
        ] {
            let error = openings(text, &table()).err().unwrap_or_default();
            assert!(
                error.starts_with(&format!("line {line}: ")),
                "{text:?}: {error}"
            );
        }
        assert!(openings("# nothing\n", &table()).is_err());
    }
}
