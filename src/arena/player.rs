//! An engine at the board: started, told the rules, asked for turns, and watched.

use std::io;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use super::limits::TurnLimits;
use super::record::Fault;
use crate::conform::{is_error, option_default};
use crate::pipe::{self, Group, Pipe};
use crate::protocol::Handshake;

/// An engine of a match.
#[derive(Clone, Debug)]
pub struct EngineSetup {
    /// What the tables call it.
    pub name: String,
    /// The program.
    pub program: String,
    /// Its arguments.
    pub arguments: Vec<String>,
    /// Its options, in the order in which they are set.
    pub options: Vec<(String, String)>,
    /// What it may use for its turns.
    pub limits: TurnLimits,
    /// What it speaks; `None`: this is found out.
    pub dialect: Option<Handshake>,
}

/// How long an engine is waited for.
#[derive(Clone, Copy, Debug)]
pub struct Patience {
    /// To be ready for a game.
    pub start: Duration,
    /// For a turn without a limit of time.
    pub hang: Duration,
    /// How much later than its time a turn may come.
    pub grace: Duration,
}

/// How often a wait looks whether the match was stopped.
const GLANCE: Duration = Duration::from_millis(50);

/// How long after its time a turn is still waited for, to tell a late engine from one that hangs.
const RESPITE: Duration = Duration::from_secs(1);

/// How long an engine may take to end when its output has.
const FAREWELL: Duration = Duration::from_millis(300);

/// More lines, or bytes, than an honest engine writes for one turn.
const FLOOD_LINES: u64 = 200_000;
const FLOOD_BYTES: u64 = 32 << 20;

/// Why there is no answer.
#[derive(Debug)]
pub(super) enum Failure {
    /// The engine is at fault: what it did, in words.
    Fault(Fault, String),
    /// The match was stopped.
    Stopped,
    /// The engine cannot be used as it was asked for.
    Unusable(String),
}

/// An answer to `go`.
#[derive(Debug)]
pub(super) struct Answer {
    /// The word behind `bestmove`.
    pub word: String,
    /// How long it took.
    pub time: Duration,
    /// The last error that the engine reported on the way.
    pub complaint: Option<String>,
}

/// What all the seats of an engine know of it.
#[derive(Debug)]
pub(super) struct Engine {
    /// Its number, from 1.
    pub number: usize,
    pub setup: EngineSetup,
    /// The options that make it play by the rules of the match: name, value, usual default.
    pub rules: Vec<[String; 3]>,
    /// The dialect that it speaks, once it is known.
    pub dialect: OnceLock<Handshake>,
    /// Whether its program could ever be started.
    pub started: AtomicBool,
}

/// An engine at a board.
#[derive(Debug)]
pub(super) struct Player<'a> {
    engine: &'a Engine,
    patience: Patience,
    stop: &'a AtomicBool,
    pipe: Option<Pipe>,
}

/// The options that an engine has, and their defaults, if it tells them.
type Known = Vec<(String, Option<String>)>;

/// Why no line came.
enum NoLine {
    Silent,
    Closed,
    Stopped,
    Flood,
}

/// Lines up to a time, and not without end.
struct Listening<'p> {
    pipe: &'p Pipe,
    stop: &'p AtomicBool,
    lines: u64,
    bytes: u64,
}

impl Listening<'_> {
    fn next(&mut self, until: Instant) -> Result<pipe::Line, NoLine> {
        loop {
            if self.stop.load(Ordering::Relaxed) {
                return Err(NoLine::Stopped);
            }
            let left = until.saturating_duration_since(Instant::now());
            match self.pipe.next(left.min(GLANCE)) {
                Ok(line) => {
                    self.lines += 1;
                    self.bytes += line.text.len() as u64;
                    if self.lines > FLOOD_LINES || self.bytes > FLOOD_BYTES {
                        return Err(NoLine::Flood);
                    }
                    return Ok(line);
                }
                Err(pipe::Fault::Closed) => return Err(NoLine::Closed),
                Err(pipe::Fault::Silent(_)) if left.is_zero() => return Err(NoLine::Silent),
                Err(pipe::Fault::Silent(_)) => {}
            }
        }
    }
}

impl<'a> Player<'a> {
    pub fn new(engine: &'a Engine, patience: Patience, stop: &'a AtomicBool) -> Self {
        Self {
            engine,
            patience,
            stop,
            pipe: None,
        }
    }

    pub const fn engine(&self) -> &Engine {
        self.engine
    }

    /// The dialect that it speaks.
    pub fn dialect(&self) -> Handshake {
        self.engine.dialect.get().copied().unwrap_or(Handshake::Ugi)
    }

    /// Ends the process.
    pub fn end(&mut self) {
        self.pipe = None;
    }

    /// Lets the engine end by itself.
    pub fn dismiss(&mut self) {
        if let Some(mut pipe) = self.pipe.take() {
            pipe.send(b"quit");
            pipe.close_input();
            // An engine that does not end is ended.
            let _ = pipe.exit_status(FAREWELL);
        }
    }

    /// Makes the engine ready for a new game; one that is not there is started.
    pub fn make_ready(&mut self) -> Result<(), Failure> {
        if self.pipe.is_some() {
            match self.new_game() {
                Err(Failure::Fault(..)) => self.end(),
                done => return done,
            }
        }
        let started = self.start().and_then(|()| self.new_game());
        let failure = match started {
            Ok(()) => return Ok(()),
            Err(failure) => self.with_cause(failure),
        };
        self.end();
        Err(match failure {
            Failure::Fault(_, what) => Failure::Fault(Fault::Start, what),
            other => other,
        })
    }

    fn start(&mut self) -> Result<(), Failure> {
        let setup = &self.engine.setup;
        let pipe = Pipe::start(&setup.program, &setup.arguments, Group::Own)
            .map_err(|error| self.unstartable(&error))?;
        self.pipe = Some(pipe);
        self.engine.started.store(true, Ordering::Relaxed);
        let known = self.shake_hands()?;
        let options = self.wanted(&known)?;
        if options.is_empty() {
            return Ok(());
        }
        for (name, value) in options {
            self.send(&format!("setoption name {name} value {value}"));
        }
        self.wait_ready("setoption", |line| Err(self.refusal(line)))
    }

    /// The options to set: those of the rules that are not as the engine begins, or as all are thought to
    /// begin, and the engine's own.
    fn wanted(&self, known: &Known) -> Result<Vec<(&str, &str)>, Failure> {
        let find = |name: &str| {
            known
                .iter()
                .find(|known| known.0.eq_ignore_ascii_case(name))
        };
        let mut wanted = Vec::new();
        for [name, value, default] in &self.engine.rules {
            let begins = find(name)
                .and_then(|known| known.1.as_ref())
                .unwrap_or(default);
            if value != default || value != begins {
                wanted.push((name.as_str(), value.as_str()));
            }
        }
        let own = self.engine.setup.options.iter();
        wanted.extend(own.map(|(name, value)| (name.as_str(), value.as_str())));
        match wanted.iter().find(|(name, _)| find(name).is_none()) {
            Some((name, _)) => Err(Failure::Unusable(self.without_option(name, known))),
            None => Ok(wanted),
        }
    }

    /// A command that never could be started is a mistake of whoever typed it.
    fn unstartable(&self, error: &io::Error) -> Failure {
        let Engine {
            number,
            setup,
            started,
            ..
        } = self.engine;
        let what = format!("{:?} cannot be started: {error}", setup.program);
        if started.load(Ordering::Relaxed) {
            return Failure::Fault(Fault::Start, what);
        }
        Failure::Unusable(format!(
            "engine {number} ({}): {what}; --engine takes a program on the search path, or its path, with its arguments",
            setup.name
        ))
    }

    fn without_option(&self, name: &str, known: &Known) -> String {
        let Engine { number, setup, .. } = self.engine;
        let has = if known.is_empty() {
            "none".to_owned()
        } else {
            let names: Vec<&str> = known.iter().map(|known| known.0.as_str()).collect();
            names.join(", ")
        };
        format!(
            "engine {number} ({}) has no option {name}; its options: {has}. An option of one engine is set with --option NUMBER:NAME=VALUE",
            setup.name
        )
    }

    fn refusal(&self, line: &str) -> Failure {
        let Engine { number, setup, .. } = self.engine;
        Failure::Unusable(format!(
            "engine {number} ({}) refuses an option: {line}",
            setup.name
        ))
    }

    /// The handshake; gives the options. What is spoken is found out the first time.
    fn shake_hands(&self) -> Result<Known, Failure> {
        let end = Instant::now() + self.patience.start;
        if let Some(dialect) = self.engine.dialect.get() {
            self.send(hello(*dialect));
            return self
                .options(end, end, "handshake")
                .map(|(options, _)| options);
        }
        // An engine that knows only UCI says nothing to `ugi`, or complains.
        self.send(hello(Handshake::Ugi));
        let (options, dialect) =
            self.options(Instant::now() + self.patience.start / 4, end, "ugi and uci")?;
        // Another board may have found out the same at the same time.
        let _ = self.engine.dialect.set(dialect);
        Ok(options)
    }

    /// Listens to a handshake; after `change`, or a complaint, `uci` is tried.
    fn options(
        &self,
        change: Instant,
        end: Instant,
        asked: &str,
    ) -> Result<(Known, Handshake), Failure> {
        let mut listening = self.listen()?;
        let mut options = Vec::new();
        let mut until = change;
        loop {
            match listening.next(until) {
                Ok(line) if line.text == "ugiok" => {
                    if until == end && change < end {
                        // It was asked for `uci`, too, and the last handshake holds.
                        self.send(hello(Handshake::Ugi));
                    }
                    return Ok((options, Handshake::Ugi));
                }
                Ok(line) if line.text == "uciok" => return Ok((options, Handshake::Uci)),
                Ok(line) => {
                    options.extend(option_default(&line.text));
                    let complaint = line.text.to_ascii_lowercase().contains("unknown command");
                    if complaint && until < end {
                        self.send(hello(Handshake::Uci));
                        until = end;
                    }
                }
                Err(NoLine::Silent) if until < end => {
                    self.send(hello(Handshake::Uci));
                    until = end;
                }
                Err(no_line) => return Err(self.failure(no_line, asked, self.patience.start)),
            }
        }
    }

    fn new_game(&self) -> Result<(), Failure> {
        if let Some(pipe) = &self.pipe {
            pipe.skip_waiting();
        }
        self.send(match self.dialect() {
            Handshake::Ugi => "uginewgame",
            Handshake::Uci => "ucinewgame",
        });
        self.wait_ready("isready", |_| Ok(()))
    }

    /// Waits for `readyok`; error lines before it are handed on.
    fn wait_ready(
        &self,
        asked: &str,
        complaint: impl Fn(&str) -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        self.send("isready");
        let until = Instant::now() + self.patience.start;
        let mut listening = self.listen()?;
        loop {
            match listening.next(until) {
                Ok(line) if line.text == "readyok" => return Ok(()),
                Ok(line) if is_error(&line.text) => complaint(&line.text)?,
                Ok(_) => {}
                Err(no_line) => return Err(self.failure(no_line, asked, self.patience.start)),
            }
        }
    }

    /// Asks for a turn. `allowed` is its time, the grace not included; `None` is no limit of time.
    pub fn think(
        &mut self,
        position: &str,
        go: &str,
        allowed: Option<Duration>,
    ) -> Result<Answer, Failure> {
        let answer = self.ask(position, go, allowed);
        answer.map_err(|failure| self.with_cause(failure))
    }

    fn ask(&self, position: &str, go: &str, allowed: Option<Duration>) -> Result<Answer, Failure> {
        if let Some(pipe) = &self.pipe {
            pipe.skip_waiting();
        }
        self.send(position);
        let begun = Instant::now();
        self.send(go);
        let allowed = allowed.map(|allowed| allowed + self.patience.grace);
        let mut until = begun + allowed.unwrap_or(self.patience.hang);
        let mut is_over = false;
        let mut complaint = None;
        let mut listening = self.listen()?;
        loop {
            match listening.next(until) {
                Ok(line) => {
                    if let Some(word) = best_move(&line.text) {
                        let time = line.at.saturating_duration_since(begun);
                        return in_time(word, time, allowed, complaint);
                    }
                    if is_error(&line.text) {
                        complaint = Some(line.text);
                    }
                }
                Err(NoLine::Silent) if allowed.is_some() && !is_over => {
                    is_over = true;
                    self.send("stop");
                    until = Instant::now() + RESPITE;
                }
                Err(no_line) => {
                    let mut failure = self.failure(no_line, "go", begun.elapsed());
                    if let (Failure::Fault(_, what), Some(complaint)) = (&mut failure, complaint) {
                        what.push_str(&format!("; it said {}", quoted_line(&complaint)));
                    }
                    return Err(failure);
                }
            }
        }
    }

    /// A dead engine's exit status, where there is one.
    fn with_cause(&mut self, failure: Failure) -> Failure {
        match failure {
            Failure::Fault(Fault::Crash, what) => {
                let status = self
                    .pipe
                    .as_mut()
                    .and_then(|pipe| pipe.exit_status(FAREWELL).ok());
                let status = status.map_or_else(
                    || "its output is closed".to_owned(),
                    |status| status.to_string(),
                );
                Failure::Fault(Fault::Crash, format!("{what} ({status})"))
            }
            other => other,
        }
    }

    fn failure(&self, no_line: NoLine, asked: &str, waited: Duration) -> Failure {
        let waited = waited.as_millis();
        match no_line {
            NoLine::Silent => Failure::Fault(
                Fault::Hang,
                format!("no answer to {asked} within {waited} ms"),
            ),
            NoLine::Closed => {
                Failure::Fault(Fault::Crash, format!("it ended before it answered {asked}"))
            }
            NoLine::Flood => Failure::Fault(
                Fault::Flood,
                format!("output without end, and no answer to {asked}"),
            ),
            NoLine::Stopped => Failure::Stopped,
        }
    }

    fn listen(&self) -> Result<Listening<'_>, Failure> {
        let pipe = self
            .pipe
            .as_ref()
            .ok_or_else(|| Failure::Fault(Fault::Crash, "it is not there".to_owned()))?;
        Ok(Listening {
            pipe,
            stop: self.stop,
            lines: 0,
            bytes: 0,
        })
    }

    fn send(&self, line: &str) {
        if let Some(pipe) = &self.pipe {
            pipe.send(line.as_bytes());
        }
    }
}

/// The first command of a dialect.
const fn hello(dialect: Handshake) -> &'static str {
    match dialect {
        Handshake::Ugi => "ugi",
        Handshake::Uci => "uci",
    }
}

/// The turn of a `bestmove` line; an empty word if it has none.
fn best_move(line: &str) -> Option<&str> {
    let mut words = line.split_ascii_whitespace();
    (words.next()? == "bestmove").then(|| words.next().unwrap_or(""))
}

fn in_time(
    word: &str,
    time: Duration,
    allowed: Option<Duration>,
    complaint: Option<String>,
) -> Result<Answer, Failure> {
    match allowed {
        Some(allowed) if time > allowed => Err(Failure::Fault(
            Fault::Late,
            format!(
                "an answer after {:.1} ms, {} ms allowed",
                time.as_secs_f64() * 1000.0,
                allowed.as_millis()
            ),
        )),
        _ => Ok(Answer {
            word: word.to_owned(),
            time,
            complaint,
        }),
    }
}

/// The most of an engine's line that a record repeats, in characters.
const QUOTED: usize = 200;

/// A line of an engine, quoted, on one line whatever it holds.
pub(super) fn quoted_line(line: &str) -> String {
    let shown: String = line
        .chars()
        .take(QUOTED)
        .flat_map(char::escape_default)
        .collect();
    format!("\"{shown}\"")
}
