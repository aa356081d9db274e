//! Records of games: what is known of a game, how it is written down, and the file it goes to.

use std::fmt;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, ErrorKind, Write};
use std::path::Path;
use std::sync::Arc;

use crate::notation::position_string;
use crate::protocol::Base;
use crate::state::{Line, Reason, Settings, Side, Turn};

/// The first line of a record file: its format's version.
pub const HEADER: &str = "record 1";

/// How many turns stand on a line.
const TURNS_A_LINE: usize = 16;

/// What an engine did wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Fault {
    /// Its turn was not legal, or no turn.
    Illegal,
    /// It answered after its time.
    Late,
    /// It did not answer.
    Hang,
    /// It ended, or closed its output.
    Crash,
    /// It wrote without end.
    Flood,
    /// It could not be made ready for the game.
    Start,
}

impl Fault {
    /// All of them.
    pub const ALL: [Self; 6] = [
        Self::Illegal,
        Self::Late,
        Self::Hang,
        Self::Crash,
        Self::Flood,
        Self::Start,
    ];

    /// Its word in records and tables.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Illegal => "illegal",
            Self::Late => "late",
            Self::Hang => "hang",
            Self::Crash => "crash",
            Self::Flood => "flood",
            Self::Start => "start",
        }
    }
}

/// Why a game ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum End {
    /// By the rules.
    Rules(Reason),
    /// The loser's engine was at fault; what it did, in words.
    Fault(Fault, String),
}

impl End {
    /// The word for it in records and tables.
    #[must_use]
    pub fn word(&self) -> String {
        match self {
            Self::Rules(reason) => reason.to_string(),
            Self::Fault(fault, _) => fault.word().to_owned(),
        }
    }
}

/// One of the two players of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Seat {
    /// Its number in the match, from 1.
    pub number: usize,
    /// Its name.
    pub name: Arc<str>,
}

/// A finished game of a match.
#[derive(Clone, Debug)]
pub struct GameRecord {
    /// The match, by what decides its games: the rules, the starts, the players, their options and limits.
    pub match_id: u32,
    /// The number of the game in the match, from 1; games 1 and 2 are a pair, 3 and 4, and so on.
    pub number: u64,
    /// Green and Blue.
    pub seats: [Seat; 2],
    /// What it was played by.
    pub settings: Settings,
    /// Where it started.
    pub base: Base,
    /// How many of the turns were given.
    pub opening: usize,
    /// The turns, those given included.
    pub turns: Vec<Turn>,
    /// Who moved first from the start.
    pub first: Side,
    /// Who won; `None` is a draw.
    pub winner: Option<Side>,
    /// Why it ended.
    pub end: End,
    /// Green's and Blue's points.
    pub score: [u32; 2],
    /// The time that Green and Blue used, in milliseconds.
    pub times: [u128; 2],
}

/// The word of a result in records: as the reply to `query result`.
#[must_use]
pub const fn result_word(winner: Option<Side>) -> &'static str {
    match winner {
        Some(Side::Green) => "p1win",
        Some(Side::Blue) => "p2win",
        None => "draw",
    }
}

/// The lines of a record that say what a game is played by.
pub(super) fn settings_lines(settings: &Settings) -> String {
    let rules = settings.variant.rules();
    let mut text = format!("rules {}\n", rules_words(settings));
    if rules.challenges {
        let camps: String = settings
            .remote_camps
            .map(|point| point.to_string())
            .collect();
        text.push_str(&format!("camps {camps}\n"));
    }
    let limits = settings.limits;
    text.push_str(&format!(
        "limits {} {}\n",
        limits.no_progress, limits.repetition
    ));
    let board = &settings.board;
    if **board == crate::session::builtin_board() {
        text.push_str("board\n");
        return text;
    }
    text.push_str(&format!("board {}\n", board.name().unwrap_or("unnamed")));
    for (word, dotted) in [("solid", false), ("dotted", true)] {
        let of_kind = |line: &&Line| line.dotted == dotted;
        let lines: Vec<String> = board
            .lines()
            .iter()
            .filter(of_kind)
            .map(Line::to_string)
            .collect();
        if !lines.is_empty() {
            text.push_str(&format!("{word} {}\n", lines.join(" ")));
        }
    }
    text
}

/// A rule set and its expansions in words.
pub(super) fn rules_words(settings: &Settings) -> String {
    let rules = settings.variant.rules();
    let mut text = settings.variant.rule_set().name().to_owned();
    for (on, word) in [(rules.heroes, " heroes"), (rules.challenges, " challenges")] {
        if on {
            text.push_str(word);
        }
    }
    text
}

impl fmt::Display for GameRecord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let body = self.body();
        let sum = crc32fast::hash(body.as_bytes());
        writeln!(f, "{body}end {sum:08x}")
    }
}

impl GameRecord {
    /// The engine that lost by a fault.
    #[must_use]
    pub fn faulty(&self) -> Option<(&Seat, Fault, &str)> {
        let loser = self.winner?.other();
        let seat = self.seats.get(loser.index())?;
        match &self.end {
            End::Fault(fault, what) => Some((seat, *fault, what)),
            End::Rules(_) => None,
        }
    }

    /// The block but for its last line.
    fn body(&self) -> String {
        let mut text = format!("game {}\nmatch {:08x}\n", self.number, self.match_id);
        for (word, seat) in ["green", "blue"].iter().zip(&self.seats) {
            text.push_str(&format!("{word} {} {}\n", seat.number, seat.name));
        }
        text.push_str(&settings_lines(&self.settings));
        let start = match &self.base {
            Base::Start => "startpos".to_owned(),
            Base::Rotated => "rotated".to_owned(),
            Base::Fen(setup) => setup
                .position(self.settings.variant.rules())
                .map(|position| format!("fen {}", position_string(&position)))
                .unwrap_or_default(),
        };
        text.push_str(&format!("start {start}\nopening {}\n", self.opening));
        for turns in self.turns.chunks(TURNS_A_LINE) {
            let words: Vec<String> = turns.iter().map(Turn::to_string).collect();
            text.push_str(&format!("turns {}\n", words.join(" ")));
        }
        text.push_str(&format!(
            "result {}\nreason {}\n",
            result_word(self.winner),
            self.end.word()
        ));
        if let End::Fault(_, what) = &self.end {
            text.push_str(&format!("fault {what}\n"));
        }
        let ([green, blue], [green_time, blue_time]) = (self.score, self.times);
        text.push_str(&format!(
            "score {green} {blue}\ntimes {green_time} {blue_time}\n"
        ));
        text
    }
}

/// A record file that games are added to.
#[derive(Debug)]
pub struct Writer {
    file: File,
}

impl Writer {
    /// A new file. `notes` are lines for people.
    ///
    /// # Errors
    /// The file exists, or cannot be written.
    pub fn create(path: &Path, notes: &[String]) -> io::Result<Self> {
        let file = OpenOptions::new().write(true).create_new(true).open(path)?;
        let mut writer = Self { file };
        writer.lock()?;
        let notes: String = notes.iter().map(|note| format!("# {note}\n")).collect();
        writer.put(&format!("{HEADER}\n{notes}"))?;
        Ok(writer)
    }

    /// A file that is there already; nothing is changed yet.
    ///
    /// # Errors
    /// The file cannot be written, is no regular file, or another match writes it.
    pub fn open(path: &Path) -> io::Result<Self> {
        if !fs::metadata(path)?.is_file() {
            return Err(io::Error::other("not a regular file"));
        }
        let file = OpenOptions::new().append(true).open(path)?;
        let writer = Self { file };
        writer.lock()?;
        Ok(writer)
    }

    /// Keeps other matches from writing. Where a lock would keep everybody from reading, too, there is
    /// none.
    fn lock(&self) -> io::Result<()> {
        if !cfg!(unix) {
            return Ok(());
        }
        match self.file.try_lock() {
            Ok(()) => Ok(()),
            Err(TryLockError::WouldBlock) => {
                Err(io::Error::other("another match writes this file"))
            }
            // There are file systems that cannot.
            Err(TryLockError::Error(error)) if error.kind() == ErrorKind::Unsupported => Ok(()),
            Err(TryLockError::Error(error)) => Err(error),
        }
    }

    /// Goes on behind whole games, which end at `length`; what follows, a game that was cut off while it
    /// was written, goes.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn resume(&mut self, length: u64) -> io::Result<()> {
        self.file.set_len(length)?;
        self.put("\n")
    }

    /// Adds a game, at once and in one piece.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn add(&mut self, game: &GameRecord) -> io::Result<()> {
        self.put(&format!("\n{game}"))
    }

    fn put(&mut self, text: &str) -> io::Result<()> {
        self.file.write_all(text.as_bytes())?;
        self.file.flush()
    }
}
