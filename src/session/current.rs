//! The game that a session holds: where it started, and what was played since.

use std::sync::Arc;

use crate::notation::{PositionError, position_string};
use crate::protocol::Base;
use crate::state::{Game, Settings, Side, Turn};

/// How many turns a game may have: more than a line can hold.
pub const MOST_TURNS: usize = 1_000_000;

/// Where the game started, for the client that asks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Origin {
    Start,
    Rotated,
    Given,
}

/// The current game. Nothing is ever done by halves: a refused command leaves it as it was.
#[derive(Debug)]
pub(super) struct Current {
    /// Shared with a running search.
    game: Arc<Game>,
    origin: Origin,
}

impl Current {
    /// A game from the start position.
    pub fn new(settings: Settings) -> Self {
        Self {
            game: Arc::new(Game::new(settings, Side::Green)),
            origin: Origin::Start,
        }
    }

    pub fn game(&self) -> &Arc<Game> {
        &self.game
    }

    /// Another game with the same settings.
    pub fn set(&mut self, base: &Base, turns: &[Turn]) -> Result<(), String> {
        self.game = Arc::new(set_up(&self.game, base, turns)?);
        self.origin = match base {
            Base::Start => Origin::Start,
            Base::Rotated => Origin::Rotated,
            Base::Fen(_) => Origin::Given,
        };
        Ok(())
    }

    /// Plays turns.
    pub fn play(&mut self, turns: &[Turn]) -> Result<(), String> {
        let game = Arc::make_mut(&mut self.game);
        let before = game.turns().len();
        play_all(game, turns).inspect_err(|_| while game.turns().len() > before && game.undo() {})
    }

    /// Takes turns back.
    pub fn undo(&mut self, count: usize) -> Result<(), String> {
        let played = self.game.turns().len();
        if count > played {
            return Err(format!(
                "undo {count}: turns played since the given position: {played}"
            ));
        }
        let game = Arc::make_mut(&mut self.game);
        for _ in 0..count {
            game.undo();
        }
        Ok(())
    }

    /// The arguments of the `position` command that leads here.
    pub fn describe(&self) -> String {
        let mut text = match self.origin {
            Origin::Start => "startpos".to_owned(),
            Origin::Rotated => "rotated".to_owned(),
            Origin::Given => format!("fen {}", position_string(self.game.given())),
        };
        if !self.game.turns().is_empty() {
            text.push_str(" moves");
        }
        for turn in self.game.turns() {
            text.push_str(&format!(" {turn}"));
        }
        text
    }
}

/// The game that a `position` command describes, with the settings of another one.
///
/// # Errors
/// What is wrong with the position, or the number of an illegal turn and the rule that it breaks.
pub fn set_up(settings: &Game, base: &Base, turns: &[Turn]) -> Result<Game, String> {
    let mut game = match base {
        Base::Start => settings.from_start(Side::Green),
        Base::Rotated => settings.from_start(Side::Blue),
        Base::Fen(setup) => settings
            .from_setup(setup)
            .map_err(|error| format!("position string, {}", PositionError::from(error)))?,
    };
    play_all(&mut game, turns)?;
    Ok(game)
}

fn play_all(game: &mut Game, turns: &[Turn]) -> Result<(), String> {
    let total = game.turns().len() + turns.len();
    if total > MOST_TURNS {
        return Err(format!("{total} turns: a game has at most {MOST_TURNS}"));
    }
    for (turn, number) in turns.iter().zip(1..) {
        game.play(*turn)
            .map_err(|reason| format!("turn {number} ({turn}): {reason}"))?;
    }
    Ok(())
}
