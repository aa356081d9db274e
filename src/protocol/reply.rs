//! What a client is told: every line of the protocol that goes out is written here.

use std::fmt;

use super::{CommandWord, Handshake};
use crate::state::Turn;

/// A reply, which is one line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reply {
    /// `id name`.
    IdName,
    /// `id author`.
    IdAuthor,
    /// One line for an option.
    Option {
        /// The name.
        name: &'static str,
        /// Its type, default and range.
        kind: OptionType,
    },
    /// `uciok`, `ugiok`.
    HandshakeDone(Handshake),
    /// `readyok`.
    ReadyOk,
    /// What a search found so far.
    Info(Box<InfoLine>),
    /// The turn that is being searched at the root.
    CurrentTurn {
        /// The depth of the iteration.
        depth: u32,
        /// The turn.
        turn: Turn,
        /// Its number in the order of search, from 1.
        number: usize,
    },
    /// The end of a search: the turn to play, and the turn to ponder on.
    BestMove {
        /// `None` in a finished game.
        turn: Option<Turn>,
        /// What the other side is expected to answer.
        ponder: Option<Turn>,
    },
    /// The answer to a question; may be empty.
    Response(String),
    /// Something was wrong, and the session is as it was.
    Error(String),
    /// Something that a person may want to know.
    Note(String),
    /// What perft counted below a turn.
    TurnCount(Turn, u64),
    /// How many nodes there were in all.
    Nodes(u64),
    /// How many nodes there were each second.
    Nps(u64),
    /// A line of text for people.
    Text(String),
    /// What `help` says of a command.
    Help(CommandWord),
    /// The last line of text that belongs to a command.
    End(&'static str),
}

/// The type of an option, as the handshake tells it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OptionType {
    /// A whole number.
    Spin {
        /// What it is if nobody sets it.
        default: u32,
        /// The least value.
        min: u32,
        /// The greatest value.
        max: u32,
    },
    /// On or off.
    Check {
        /// What it is if nobody sets it.
        default: bool,
    },
    /// One of some words.
    Combo {
        /// What it is if nobody sets it.
        default: &'static str,
        /// The words.
        values: &'static [&'static str],
    },
    /// A text.
    Text {
        /// What it is if nobody sets it.
        default: String,
    },
    /// Something to press.
    Button,
}

/// The score of a line of turns, from the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Score {
    /// Hundredths of a point.
    Centipoints(i32),
    /// A proven result; negative when lost. Counted as the dialect counts.
    Mate(i32),
}

/// What a score says of the true one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bound {
    /// It is the score.
    Exact,
    /// The score is at least this.
    Lower,
    /// The score is at most this.
    Upper,
}

/// An `info` line with a score.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InfoLine {
    /// Plies searched.
    pub depth: u32,
    /// Plies of the longest line searched.
    pub sel_depth: u32,
    /// The rank of the line, from 1.
    pub multi_pv: usize,
    /// The score.
    pub score: Score,
    /// What it says.
    pub bound: Bound,
    /// Positions searched.
    pub nodes: u64,
    /// Positions searched each second.
    pub nps: u64,
    /// How full the table is, in thousandths.
    pub hash_full: u32,
    /// Milliseconds since the search began.
    pub time: u64,
    /// The line.
    pub line: Vec<Turn>,
}

impl fmt::Display for Reply {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::IdName => write!(f, "id name jarmo {}", env!("CARGO_PKG_VERSION")),
            Self::IdAuthor => f.write_str("id author the jarmo authors"),
            Self::Option { name, kind } => write!(f, "option name {name} type {kind}"),
            Self::HandshakeDone(Handshake::Uci) => f.write_str("uciok"),
            Self::HandshakeDone(Handshake::Ugi) => f.write_str("ugiok"),
            Self::ReadyOk => f.write_str("readyok"),
            Self::Info(info) => info.fmt(f),
            Self::CurrentTurn {
                depth,
                turn,
                number,
            } => write!(
                f,
                "info depth {depth} currmove {turn} currmovenumber {number}"
            ),
            Self::BestMove { turn, ponder } => write_best(f, *turn, *ponder),
            Self::Response(text) if text.is_empty() => f.write_str("response"),
            Self::Response(text) => write!(f, "response {text}"),
            Self::Error(text) => write!(f, "info string error: {text}"),
            Self::Note(text) => write!(f, "info string {text}"),
            Self::TurnCount(turn, count) => write!(f, "{turn}: {count}"),
            Self::Nodes(count) => write!(f, "nodes {count}"),
            Self::Nps(count) => write!(f, "nps {count}"),
            Self::Text(text) => f.write_str(text),
            Self::Help(command) => write_help(f, command),
            Self::End(what) => write!(f, "end {what}"),
        }
    }
}

fn write_best(f: &mut fmt::Formatter<'_>, turn: Option<Turn>, ponder: Option<Turn>) -> fmt::Result {
    match turn {
        Some(turn) => write!(f, "bestmove {turn}")?,
        None => f.write_str("bestmove (none)")?,
    }
    ponder.map_or(Ok(()), |ponder| write!(f, " ponder {ponder}"))
}

fn write_help(f: &mut fmt::Formatter<'_>, command: &CommandWord) -> fmt::Result {
    f.write_str(command.word)?;
    if !command.arguments.is_empty() {
        write!(f, " {}", command.arguments)?;
    }
    write!(f, ": {}", command.about)
}

impl fmt::Display for OptionType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Spin { default, min, max } => {
                write!(f, "spin default {default} min {min} max {max}")
            }
            Self::Check { default } => write!(f, "check default {default}"),
            Self::Combo { default, values } => {
                write!(f, "combo default {default}")?;
                values
                    .iter()
                    .try_for_each(|value| write!(f, " var {value}"))
            }
            Self::Text { default } => write!(f, "string default {default}"),
            Self::Button => f.write_str("button"),
        }
    }
}

impl fmt::Display for InfoLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "info depth {} seldepth {} multipv {} score ",
            self.depth, self.sel_depth, self.multi_pv
        )?;
        match self.score {
            Score::Centipoints(points) => write!(f, "cp {points}")?,
            Score::Mate(distance) => write!(f, "mate {distance}")?,
        }
        f.write_str(match self.bound {
            Bound::Exact => "",
            Bound::Lower => " lowerbound",
            Bound::Upper => " upperbound",
        })?;
        write!(
            f,
            " nodes {} nps {} hashfull {} time {}",
            self.nodes, self.nps, self.hash_full, self.time
        )?;
        if !self.line.is_empty() {
            f.write_str(" pv")?;
        }
        self.line.iter().try_for_each(|turn| write!(f, " {turn}"))
    }
}
