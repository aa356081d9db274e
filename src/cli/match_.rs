//! `jarmo match`: plays engines against each other, and reads the records of such matches.

mod json;
mod progress;
mod setup;
mod table;

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use clap::Args;
use jarmo::arena::{
    self, Finish, GameRecord, Match, RecordError, Sprt, Statistics, Verdict, Writer,
};

use super::GameArgs;
use progress::Progress;

/// A game of a record is not as it says.
const UNTRUE: u8 = 1;
/// The match was stopped by a signal, as shells count it.
const INTERRUPTED: u8 = 130;

/// Where the help lists what becomes of the games.
const RESULTS: &str = "Results and records";

/// The arguments that only a match to be played needs.
const PLAYING: [&str; 24] = [
    "engine",
    "name",
    "protocol",
    "time",
    "movetime",
    "depth",
    "nodes",
    "grace",
    "hang",
    "start",
    "games",
    "schedule",
    "openings",
    "random_plies",
    "seed",
    "shard",
    "concurrency",
    "record",
    "resume",
    "variant",
    "heroes",
    "challenges",
    "board",
    "options",
];

const HELP: &str = "\
A match plays every start twice with the seats changed (but for --schedule rulebook), so that each pair of
games is fair; the error of the Elo difference is taken from these pairs. The referee is this program: an
illegal turn, a crash, a hang or a late answer loses the game, and the match goes on.

One engine or all: VALUE counts for all engines, 2:VALUE for the second one.
  --nodes 1000 --nodes 2:10000           the second engine searches ten times as much
  --option Hash=64 --option 1:MultiPV=2

Examples:
  jarmo match --engine self --engine ./other --games 100 --time 10+0.1 --random-plies 4
  jarmo match --engine self --engine self --name old --name new --option 2:Hash=64 --nodes 5000 \\
      --games 400 --random-plies 6 --concurrency 4 --record hash.games
  jarmo match --engine self --engine 'python3 bot.py' --schedule rulebook --games 6 --variant jasyr
  jarmo match --engine ./a --engine ./b --games 20000 --sprt 0,5 --time 8+0.08 --random-plies 6
  jarmo match --replay hash.games        checks every game again, and prints the table
  jarmo match ... --record hash.games --resume                goes on with an interrupted match
  jarmo match ... --shard 1/8 --record 1.games                an eighth of a match, on each of 8 machines
  jarmo match --merge 1.games 2.games    adds records up

Without a limit each turn has 100 ms. The record's format stands in protocol.md.

Exit codes: 0 good, 1 a record says what is not so, 2 the command line, a file or an engine cannot be
used, 130 interrupted (the record holds all finished games).";

/// The arguments of `jarmo match`.
#[derive(Args, Debug)]
#[command(after_help = HELP)]
pub struct MatchArgs {
    #[command(flatten)]
    players: setup::PlayerArgs,
    #[command(flatten)]
    games: setup::GamesArgs,
    /// Test the Elo difference of two engines by pairs, and stop when it is decided
    #[arg(help_heading = RESULTS, long, value_name = "ELO0,ELO1", allow_hyphen_values = true, value_parser = Sprt::parse)]
    sprt: Option<Sprt>,
    /// Print the result as JSON
    #[arg(help_heading = RESULTS, long)]
    json: bool,
    /// Write every game to a new file
    #[arg(help_heading = RESULTS, long, value_name = "FILE")]
    record: Option<PathBuf>,
    /// Go on with the file of --record: play only the games that it does not hold
    #[arg(help_heading = RESULTS, long, requires = "record")]
    resume: bool,
    /// Check every game of a record again, and print its table
    #[arg(help_heading = RESULTS, long, value_name = "FILE", conflicts_with_all = PLAYING, conflicts_with = "merge")]
    replay: Option<PathBuf>,
    /// Add up the games of records, and print their table
    #[arg(help_heading = RESULTS, long, value_name = "FILE", num_args = 1.., conflicts_with_all = PLAYING)]
    merge: Vec<PathBuf>,
}

impl MatchArgs {
    /// Plays, or reads records. The exit code is given.
    ///
    /// # Errors
    /// What cannot be used, in one line.
    pub fn run(&self, game: &GameArgs, output: &mut impl Write) -> Result<u8, String> {
        let files = match &self.replay {
            Some(file) => std::slice::from_ref(file),
            None => &self.merge,
        };
        if files.is_empty() {
            return self.play(game, output);
        }
        match read_all(files) {
            Ok(statistics) => self.print(output, &statistics, None).map(|()| 0),
            Err(RecordError::Untrue(what)) => {
                // Whoever closed stderr does not want to read it.
                let _ = writeln!(io::stderr(), "error: {what}");
                Ok(UNTRUE)
            }
            Err(error) => Err(error.to_string()),
        }
    }

    fn play(&self, game: &GameArgs, output: &mut impl Write) -> Result<u8, String> {
        let setup = setup::match_setup(&self.players, &self.games, self.sprt, game)?;
        let notes = setup::notes(&setup);
        let warning = setup::warning(&setup);
        let mut playing = Match::new(setup)?;
        let all = playing.games();
        let is_new = self.record.as_ref().is_some_and(|path| !path.exists());
        let (mut statistics, mut writer) = self.open_record(&mut playing, &notes)?;
        let stop = Arc::new(AtomicBool::new(false));
        let signal = Arc::clone(&stop);
        ctrlc::set_handler(move || signal.store(true, Ordering::Relaxed))
            .map_err(|error| format!("Ctrl-C cannot be caught: {error}"))?;
        let mut progress = Progress::new(all, &statistics);
        if let Some(warning) = warning {
            progress.say(&warning);
        }
        let finish = playing.run(&mut statistics, &stop, |game, statistics| {
            let written = match &mut writer {
                Some(writer) => self.add(writer, game),
                None => Ok(()),
            };
            progress.game(game, statistics);
            written
        });
        progress.finish();
        let finish = finish.inspect_err(|_| {
            drop(writer.take());
            self.remove_empty_record(is_new && statistics.games() == 0);
        })?;
        self.print(output, &statistics, Some(finish))?;
        if finish != Finish::Stopped {
            return Ok(0);
        }
        let how = if self.record.is_some() {
            "the same command with --resume goes on"
        } else {
            "a match with --record can be gone on with"
        };
        let done = statistics.games();
        let _ = writeln!(
            io::stderr(),
            "interrupted after {done} of {all} games; {how}"
        );
        Ok(INTERRUPTED)
    }

    /// The record to write, and what it holds already.
    fn open_record(
        &self,
        playing: &mut Match,
        notes: &[String],
    ) -> Result<(Statistics, Option<Writer>), String> {
        let Some(path) = &self.record else {
            return Ok((Statistics::new(), None));
        };
        let named = |error: io::Error| format!("--record {}: {error}", path.display());
        if !path.exists() {
            let writer = Writer::create(path, notes).map_err(named)?;
            return Ok((Statistics::new(), Some(writer)));
        }
        if !self.resume {
            return Err(format!(
                "--record {}: the file is there already; --resume goes on with it, or name another one",
                path.display()
            ));
        }
        let mut writer = Writer::open(path).map_err(named)?;
        let contents = arena::read_whole_games(path).map_err(|error| error.to_string())?;
        let statistics = playing
            .resume(&contents.games)
            .map_err(|what| format!("--resume {}: {what}", path.display()))?;
        if let Some(what) = &contents.cut_off {
            let _ = writeln!(io::stderr(), "{what}: this game is played again");
        }
        writer.resume(contents.length).map_err(named)?;
        Ok((statistics, Some(writer)))
    }

    /// A record that was begun for nothing would be in the way of the corrected command.
    fn remove_empty_record(&self, is_empty: bool) {
        if let Some(path) = self.record.as_ref().filter(|_| is_empty) {
            // The error that ended the match is the one to be told.
            let _ = fs::remove_file(path);
        }
    }

    fn add(&self, writer: &mut Writer, game: &GameRecord) -> Result<(), String> {
        let path = self.record.as_deref().unwrap_or(Path::new(""));
        writer
            .add(game)
            .map_err(|error| format!("--record {}: {error}", path.display()))
    }

    fn print(
        &self,
        output: &mut impl Write,
        statistics: &Statistics,
        finish: Option<Finish>,
    ) -> Result<(), String> {
        let text = if self.json {
            format!("{:#}\n", json::report(statistics, self.sprt, finish))
        } else {
            table::report(statistics, self.sprt)
        };
        let printed = output
            .write_all(text.as_bytes())
            .and_then(|()| output.flush());
        match printed {
            Err(error) if error.kind() != io::ErrorKind::BrokenPipe => Err(error.to_string()),
            _ => Ok(()),
        }
    }
}

/// What records add up to.
fn read_all(files: &[PathBuf]) -> Result<Statistics, RecordError> {
    let mut statistics = Statistics::new();
    let mut seen = std::collections::HashMap::new();
    for file in files {
        for game in arena::read(file)?.games {
            if let Some(other) = seen.insert((game.match_id, game.number), file) {
                return Err(RecordError::Unusable(format!(
                    "{}: game {} of match {:08x} is in {} already",
                    file.display(),
                    game.number,
                    game.match_id,
                    other.display()
                )));
            }
            statistics.add(&game);
        }
    }
    Ok(statistics)
}

/// How a match ended, in a word.
fn finish_word(finish: Option<Finish>) -> &'static str {
    match finish {
        None => "read",
        Some(Finish::Complete) => "complete",
        Some(Finish::Decided(Verdict::Elo0)) => "elo0",
        Some(Finish::Decided(_)) => "elo1",
        Some(Finish::Stopped) => "interrupted",
    }
}
