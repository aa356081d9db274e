//! A position on the command line, as the protocol's command `position` has it.

use clap::Args;
use jarmo::protocol::{self, Command};
use jarmo::session::{self, Options};
use jarmo::state::{Game, Side};

/// The position that a subcommand looks at.
#[derive(Args, Debug)]
pub struct PositionArgs {
    /// A position string, or what the protocol's command position takes: startpos, rotated or
    /// fen <string>, and moves <turn>...
    #[arg(long, value_name = "POSITION", default_value = "startpos")]
    position: String,
}

impl PositionArgs {
    /// What stands behind the protocol's command `position`.
    pub fn words(&self) -> String {
        let kinds = ["startpos", "rotated", "fen"];
        let first = self.position.split_ascii_whitespace().next();
        if first.is_some_and(|word| kinds.contains(&word)) {
            self.position.clone()
        } else {
            format!("fen {}", self.position)
        }
    }

    /// A position that is given in the same words.
    pub const fn new(position: String) -> Self {
        Self { position }
    }

    /// The game.
    pub fn game(&self, options: &Options) -> Result<Game, String> {
        let start = Game::new(options.settings(), Side::Green);
        let line = format!("position {}", self.words());
        match protocol::command(&line).map_err(|error| format!("{line:?}, {error}"))? {
            Some(Command::Position { base, turns }) => session::set_up(&start, &base, &turns),
            _ => Err(format!("{line:?} is no position")),
        }
    }
}
