//! What may be typed behind the program's name, and what it does.

mod bench;
mod board;
mod completions;
mod conform;
mod match_;
mod perft;
mod play;
mod position;

use std::io::{self, ErrorKind, Read, Write};
use std::path::PathBuf;

use clap::builder::PossibleValuesParser;
use clap::{Args, Parser, Subcommand};
use jarmo::session::{self, Change, Options};
use jarmo::state::RuleSet;
use log::LevelFilter;

const EXAMPLES: &str = "\
Examples:
  jarmo                                  the protocol: type `uci`, `help`, `show`, `quit`
  printf 'go depth 8\\n' | jarmo          a search from a script
  jarmo --variant jasyr --log-level debug
  jarmo --option Hash=256 --option MultiPV=3
  jarmo perft 6                          counts the lines of six turns
  jarmo perft 4 --divide --position '2gAa/5/5/1G1A1/4a b a AAa - 0 10'
  jarmo match --engine self --engine ./other --games 20 --movetime 50
  jarmo bench                            the node count that signs a build
  jarmo play --side blue --level 5       a game at the terminal
  jarmo board draw -o board.svg          the start as a picture
  jarmo board check my.board             what is wrong with a board file
  jarmo conform                          whether the engine agrees with the files in fixtures/

Exit codes: 0 good, 1 the answer is no, 2 the command line or a file cannot be used, 130 a match was
interrupted.";

/// An engine for Jarmo that speaks a UCI-like protocol (and UGI) on stdin and stdout
#[derive(Debug, Parser)]
#[command(name = "jarmo", version, after_help = EXAMPLES)]
pub struct Cli {
    #[command(flatten)]
    game: GameArgs,
    /// Where the log goes.
    #[command(flatten)]
    pub log: LogArgs,
    #[command(subcommand)]
    task: Option<Task>,
}

/// What a game is played by.
#[derive(Args, Debug)]
struct GameArgs {
    /// The rule set, as the option UCI_Variant has it
    #[arg(long, global = true, value_name = "NAME",
          value_parser = PossibleValuesParser::new(RuleSet::ALL.map(RuleSet::name)))]
    variant: Option<String>,
    /// Play with Heroes of Asia
    #[arg(long, global = true)]
    heroes: bool,
    /// Play with Challenges of Asia
    #[arg(long, global = true)]
    challenges: bool,
    /// A board file instead of the traditional board
    #[arg(long, global = true, value_name = "FILE")]
    board: Option<String>,
    /// Begin with any option of the protocol set, e.g. Hash=64
    #[arg(long = "option", global = true, value_name = "NAME=VALUE")]
    options: Vec<String>,
}

/// Where the log goes.
#[derive(Args, Debug)]
pub struct LogArgs {
    /// What is logged: off, error, warn, info, debug or trace (default: RUST_LOG, or off)
    #[arg(long, global = true, value_name = "LEVEL")]
    pub log_level: Option<LevelFilter>,
    /// Log to a file, not to stderr (then the level is info if none is given)
    #[arg(long, global = true, value_name = "FILE")]
    pub log_file: Option<PathBuf>,
}

#[derive(Debug, Subcommand)]
enum Task {
    /// Count the lines of exactly so many turns
    Perft(perft::PerftArgs),
    /// Play engines against each other, and add up what comes of it
    Match(Box<match_::MatchArgs>),
    /// Search fixed positions: the last lines are the node count and the speed
    Bench(bench::BenchArgs),
    /// Play against the engine, or against each other, at the terminal
    Play(play::PlayArgs),
    /// Check a board file, show a position as text, or draw one
    Board(board::BoardArgs),
    /// Run fixtures against this engine or another one, and print what differs
    Conform(conform::ConformArgs),
    /// Print a script with which a shell completes what is typed behind jarmo
    Completions(completions::CompletionsArgs),
}

impl Cli {
    /// Does what the command line says; without a subcommand, holds a session of the protocol. The
    /// exit code is given: 0, or 1 when the answer is no.
    ///
    /// # Errors
    /// What cannot be used, in one line.
    pub fn run(
        &self,
        input: impl Read + Send + 'static,
        mut output: impl Write + Send + 'static,
    ) -> Result<u8, String> {
        if let Some(Task::Match(args)) = &self.task {
            return args.run(&self.game, &mut output);
        }
        let options = self.game.options()?;
        let done = match &self.task {
            None | Some(Task::Match(_)) => session::run(input, output, options).map(|()| 0),
            Some(Task::Perft(args)) => args.count(&options)?.print(&mut output).map(|()| 0),
            Some(Task::Bench(args)) => print(&mut output, &args.run()?).map(|()| 0),
            Some(Task::Play(args)) => args.run(input, &mut output, options).map(|()| 0),
            Some(Task::Board(args)) => args.run(&options, &mut output),
            Some(Task::Completions(args)) => args.print(&mut output).map(|()| 0),
            Some(Task::Conform(args)) => {
                conform::run(args, &mut output).map(|status| status.code())
            }
        };
        match done {
            Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(0),
            done => done.map_err(|error| error.to_string()),
        }
    }
}

impl GameArgs {
    /// The options of the protocol that these arguments stand for, set by its own rules.
    fn options(&self) -> Result<Options, String> {
        self.with_options(&self.options)
    }

    /// The same with other assignments than those of `--option`.
    fn with_options(&self, assignments: &[String]) -> Result<Options, String> {
        let mut options = Options::default();
        let mut set = |name: &str, value: &str| -> Result<(), String> {
            let change = options
                .with(name, Some(value))
                .map_err(|error| error.to_string())?;
            if let Change::To(changed) = change {
                options = *changed;
            }
            Ok(())
        };
        if let Some(variant) = &self.variant {
            set("UCI_Variant", variant)?;
        }
        if let Some(board) = &self.board {
            set("BoardFile", board)?;
        }
        for (on, name) in [(self.heroes, "Heroes"), (self.challenges, "Challenges")] {
            if on {
                set(name, "true")?;
            }
        }
        for assignment in assignments {
            let (name, value) = assignment
                .split_once('=')
                .ok_or_else(|| format!("--option {assignment:?}: expected NAME=VALUE"))?;
            set(name, value)?;
        }
        Ok(options)
    }
}

/// Prints lines.
fn print<T: std::fmt::Display>(output: &mut impl Write, lines: &[T]) -> io::Result<()> {
    lines
        .iter()
        .try_for_each(|line| writeln!(output, "{line}"))?;
    output.flush()
}
