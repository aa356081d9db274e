//! `jarmo perft`.

use std::io::{self, Write};
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use clap::Args;
use jarmo::bench::speed;
use jarmo::protocol::{DEEPEST_PERFT, Reply};
use jarmo::session::{Options, perft_replies};
use jarmo::state::Turn;
use jarmo::state::perft::{LastPly, divide};

use super::position::PositionArgs;

const EXAMPLES: &str = "\
Examples:
  jarmo perft 6                          the lines of six turns from the start, and the speed
  jarmo perft 3 --divide                 one line for each first turn
  jarmo perft 5 --played                 every turn is played, none only counted
  jarmo perft 4 --variant oca --position 'startpos moves a1b3 a5c4'
  jarmo perft 4 --position '2gAa/5/5/1G1A1/4a b a AAa - 0 10'";

/// The arguments of `jarmo perft`.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct PerftArgs {
    /// How many turns
    #[arg(value_parser = clap::value_parser!(u32).range(0..=i64::from(DEEPEST_PERFT)))]
    depth: u32,
    #[command(flatten)]
    position: PositionArgs,
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
        let game = self.position.game(options)?;
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
}

impl Counted {
    /// Prints the count; the last lines are the time in milliseconds and the speed.
    pub fn print(&self, output: &mut impl Write) -> io::Result<()> {
        super::print(output, &self.replies)?;
        writeln!(output, "time {}", self.time.as_millis())?;
        super::print(output, &[Reply::Nps(self.nps)])
    }
}
