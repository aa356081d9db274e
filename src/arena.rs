//! Matches between engines over pipes: schedule, referee, statistics and records. Prints nothing: what
//! happens is handed to the caller game by game.
//!
//! | module | what it knows |
//! |---|---|
//! | `starts`, `schedule` | which games there are, from which positions, and whose they are |
//! | `player` | an engine: started, asked, watched, ended |
//! | `referee` | one game, by the program's own state |
//! | `record`, `read` | games as text, written and read again, each checked |
//! | `statistics`, `elo` | what games add up to |

mod elo;
mod limits;
mod player;
mod read;
mod record;
mod referee;
mod schedule;
mod starts;
mod statistics;

pub use elo::{Elo, PairCounts, Sprt, Verdict};
pub use limits::{Clock, TurnLimits, clock};
pub use player::{EngineSetup, Patience};
pub use read::{Contents, RecordError, read, read_whole_games};
pub use record::{End, Fault, GameRecord, HEADER, Seat, Writer, result_word};
pub use schedule::{Schedule, Shard};
pub use starts::{LONGEST_RANDOM, Start, Starts, openings};
pub use statistics::{Pairing, PlayerTotals, Statistics, Tally};

use std::collections::{BTreeSet, VecDeque};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::sync::{Mutex, OnceLock, PoisonError};
use std::thread;
use std::time::Duration;

use player::{Engine, Player};
use referee::NoGame;
use schedule::Job;

pub use crate::protocol::Handshake as Dialect;
use crate::session::Options;
use crate::state::{Game, Side};

/// How often a running match looks whether it was stopped.
const GLANCE: Duration = Duration::from_millis(50);

/// A match as it is asked for.
#[derive(Clone, Debug)]
pub struct MatchSetup {
    /// The engines, at least two, with different names.
    pub engines: Vec<EngineSetup>,
    /// The options of the protocol that say what is played.
    pub rules: Options,
    /// How many games each two engines play: an even number.
    pub games: u64,
    /// How they belong together.
    pub schedule: Schedule,
    /// Where they start.
    pub starts: Starts,
    /// Which part of them is played here.
    pub shard: Shard,
    /// How many games are played at the same time.
    pub concurrency: usize,
    /// How long engines are waited for.
    pub patience: Patience,
    /// A test that ends the match when it is decided.
    pub sprt: Option<Sprt>,
}

/// A match that can be played.
#[derive(Debug)]
pub struct Match {
    engines: Vec<Engine>,
    table: Game,
    jobs: Vec<Job>,
    id: u32,
    concurrency: usize,
    patience: Patience,
    sprt: Option<Sprt>,
}

/// How a match ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Finish {
    /// All games were played.
    Complete,
    /// The sequential test was decided.
    Decided(Verdict),
    /// It was stopped from outside.
    Stopped,
}

impl Match {
    /// Makes out the games.
    ///
    /// # Errors
    /// What cannot be played.
    pub fn new(setup: MatchSetup) -> Result<Self, String> {
        let names: BTreeSet<&str> = setup
            .engines
            .iter()
            .map(|engine| engine.name.as_str())
            .collect();
        if names.len() != setup.engines.len() {
            return Err("two engines have the same name: tell them apart with --name".to_owned());
        }
        if setup.sprt.is_some() && setup.engines.len() != 2 {
            return Err("--sprt compares two engines".to_owned());
        }
        let table = Game::new(setup.rules.settings(), Side::Green);
        let id = identity(&setup);
        let jobs = schedule::jobs(
            setup.schedule,
            &setup.starts,
            &table,
            setup.engines.len(),
            setup.games,
            setup.shard,
        )?;
        let rules = setup.rules.rules();
        let engine = |(number, setup): (usize, EngineSetup)| Engine {
            number,
            rules: rules.clone(),
            dialect: setup.dialect.map_or_else(OnceLock::new, OnceLock::from),
            setup,
            started: AtomicBool::new(false),
        };
        Ok(Self {
            engines: (1..).zip(setup.engines).map(engine).collect(),
            table,
            jobs,
            id,
            concurrency: setup.concurrency,
            patience: setup.patience,
            sprt: setup.sprt,
        })
    }

    /// What tells this match from others: the same for its shards, and for a longer match of the same kind.
    #[must_use]
    pub const fn id(&self) -> u32 {
        self.id
    }

    /// How many games there are.
    #[must_use]
    pub fn games(&self) -> usize {
        self.jobs.len()
    }

    /// Takes games that were played before, and gives what they add up to.
    ///
    /// # Errors
    /// A game belongs to another match, or is there twice.
    pub fn resume(&mut self, played: &[GameRecord]) -> Result<Statistics, String> {
        let mut done = BTreeSet::new();
        for game in played {
            if game.match_id != self.id {
                return Err(format!(
                    "game {} belongs to another match ({:08x}, this one is {:08x}): the engines' names, options and limits, the rules, the schedule, the openings and the seed have to be the same",
                    game.number, game.match_id, self.id
                ));
            }
            if !done.insert(game.number) {
                return Err(format!("game {} is there twice", game.number));
            }
        }
        self.jobs.retain(|job| !done.contains(&job.number));
        Ok(Statistics::of(played))
    }

    /// Plays what is left, and gives each finished game to `on_game`, with what all add up to. A game that
    /// is not finished when the match is stopped is not given, and no engine is left running.
    ///
    /// # Errors
    /// An engine cannot be used as it was asked for, or `on_game` failed.
    pub fn run(
        &self,
        statistics: &mut Statistics,
        stop: &AtomicBool,
        mut on_game: impl FnMut(&GameRecord, &Statistics) -> Result<(), String>,
    ) -> Result<Finish, String> {
        if let Some(verdict) = self.verdict(statistics) {
            return Ok(Finish::Decided(verdict));
        }
        let queue: Mutex<VecDeque<&Job>> = Mutex::new(self.jobs.iter().collect());
        let halt = AtomicBool::new(false);
        let (sender, games) = mpsc::channel();
        let mut finish = Ok(Finish::Complete);
        let mut left = self.jobs.len();
        thread::scope(|scope| {
            for _ in 0..self.concurrency.min(self.jobs.len()) {
                let sender = sender.clone();
                scope.spawn(|| self.work(&queue, &halt, sender));
            }
            drop(sender);
            loop {
                if stop.load(Ordering::Relaxed) && finish == Ok(Finish::Complete) {
                    finish = Ok(Finish::Stopped);
                    halt.store(true, Ordering::Relaxed);
                }
                let game = match games.recv_timeout(GLANCE) {
                    Ok(game) => game,
                    Err(RecvTimeoutError::Timeout) => continue,
                    Err(RecvTimeoutError::Disconnected) => break,
                };
                left -= 1;
                let kept = game.and_then(|game| {
                    statistics.add(&game);
                    on_game(&game, statistics)
                });
                if let Err(error) = kept {
                    finish = Err(error);
                } else if let (Some(verdict), Ok(Finish::Complete)) =
                    (self.verdict(statistics), &finish)
                {
                    finish = Ok(Finish::Decided(verdict));
                }
                if finish != Ok(Finish::Complete) {
                    halt.store(true, Ordering::Relaxed);
                }
            }
        });
        match finish {
            Ok(Finish::Stopped) if left == 0 => Ok(Finish::Complete),
            finish => finish,
        }
    }

    fn verdict(&self, statistics: &Statistics) -> Option<Verdict> {
        let verdict = self.sprt?.verdict(statistics.only_pairing());
        (verdict != Verdict::Undecided).then_some(verdict)
    }

    /// Plays games from the queue, with engines of its own, until there are no more.
    fn work(
        &self,
        queue: &Mutex<VecDeque<&Job>>,
        halt: &AtomicBool,
        games: Sender<Result<GameRecord, String>>,
    ) {
        let player = |engine| Player::new(engine, self.patience, halt);
        let mut players: Vec<Player<'_>> = self.engines.iter().map(player).collect();
        while !halt.load(Ordering::Relaxed) {
            let next = queue
                .lock()
                .unwrap_or_else(PoisonError::into_inner)
                .pop_front();
            let Some(job) = next else {
                players.iter_mut().for_each(Player::dismiss);
                return;
            };
            let Ok([green, blue]) = players.get_disjoint_mut(job.seats) else {
                return;
            };
            let game = match referee::play(self.id, job, &self.table, [green, blue]) {
                Ok(game) => Ok(game),
                Err(NoGame::Stopped) => return,
                Err(NoGame::Unusable(what)) => Err(what),
            };
            if games.send(game).is_err() {
                return;
            }
        }
    }
}

/// A sum of all that decides the games of a match, but for how many there are.
fn identity(setup: &MatchSetup) -> u32 {
    let mut text = record::settings_lines(&setup.rules.settings());
    text.push_str(&format!(
        "{}\n{}\n",
        setup.schedule.word(),
        setup.starts.describe()
    ));
    for engine in &setup.engines {
        text.push_str(&format!(
            "{} {:?} {}\n",
            engine.name, engine.options, engine.limits
        ));
    }
    crc32fast::hash(text.as_bytes())
}
