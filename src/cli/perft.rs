//! `jarmo perft`.

use std::io::{self, Write};
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use clap::Args;
use jarmo::bench::speed;
use jarmo::protocol::{self, Command, DEEPEST_PERFT, Reply};
use jarmo::session::{self, Options, perft_replies};
use jarmo::state::perft::{LastPly, divide};
use jarmo::state::{Game, Side, Turn};

/// The arguments of `jarmo perft`.
#[derive(Args, Debug)]
pub struct PerftArgs {
    /// How many turns
    #[arg(value_parser = clap::value_parser!(u32).range(0..=i64::from(DEEPEST_PERFT)))]
    depth: u32,
    /// A position string, or what the protocol's command position takes: startpos, rotated or
    /// fen <string>, and moves <turn>...
    #[arg(long, value_name = "POSITION", default_value = "startpos")]
    position: String,
    /// Play the turns of the last ply too, instead of counting them at once
    #[arg(long)]
    played: bool,
    /// Print the count below each first turn
    #[arg(long)]
    divide: bool,
}

/// What was counted, and in what time.
pub struct Counted {
    replies: Vec<Reply>,
    time: Duration,
    nps: u64,
}

impl PerftArgs {
    /// Counts.
    pub fn count(&self, options: &Options) -> Result<Counted, String> {
        let game = self.game(options)?;
        let last_ply = if self.played {
            LastPly::Played
        } else {
            LastPly::Counted
        };
        let started = Instant::now();
        let counts = divide(&game, self.depth, last_ply, &AtomicBool::new(false));
        let counts: Vec<(Turn, u64)> = counts.unwrap_or_default();
        let nodes = counts.iter().map(|(_, nodes)| nodes).sum();
        let (time, nps) = (started.elapsed(), speed(nodes, started));
        let mut replies = perft_replies(self.depth, &counts);
        replies.retain(|reply| self.divide || !matches!(reply, Reply::TurnCount(..)));
        Ok(Counted { replies, time, nps })
    }

    fn game(&self, options: &Options) -> Result<Game, String> {
        let start = Game::new(options.settings(), Side::Green);
        let kinds = ["startpos", "rotated", "fen"];
        let first = self.position.split_ascii_whitespace().next();
        let kind = if first.is_some_and(|word| kinds.contains(&word)) {
            ""
        } else {
            "fen "
        };
        let line = format!("position {kind}{}", self.position);
        match protocol::command(&line).map_err(|error| format!("{line:?}, {error}"))? {
            Some(Command::Position { base, turns }) => session::set_up(&start, &base, &turns),
            _ => Err(format!("{line:?} is no position")),
        }
    }
}

impl Counted {
    /// Prints the count; the last lines are the time in milliseconds and the speed.
    pub fn print(&self, output: &mut impl Write) -> io::Result<()> {
        super::print(output, &self.replies)?;
        writeln!(output, "time {}", self.time.as_millis())?;
        super::print(output, &[Reply::Nps(self.nps)])
    }
}
