//! The line protocol as types: what a client may say ([`Command`]) and what it is told ([`Reply`]).
//!
//! A line becomes a command through [`command`], and a reply becomes lines through `Display`; nothing
//! here knows what the commands do.

mod error;
mod go;
mod parse;
mod reply;
#[cfg(test)]
mod tests;
mod words;

pub use error::CommandError;
pub use go::REPORTED;
pub use parse::command;
pub use reply::{Bound, InfoLine, OptionType, Reply, Score};
pub use words::{COMMANDS, CommandWord};

use crate::state::{Setup, Turn};

/// The version of the protocol, as `query protocol` tells it.
pub const VERSION: u32 = 1;

/// The deepest perft: no line of a game that can be counted to its end is that long.
pub const DEEPEST_PERFT: u32 = 1000;

/// The deepest bench.
pub const DEEPEST_BENCH: u32 = 99;

/// One command of a client.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// `uci`, `ugi`.
    Handshake(Handshake),
    /// `isready`.
    IsReady,
    /// `ucinewgame`, `uginewgame`.
    NewGame,
    /// `setoption`.
    SetOption {
        /// The words of the name, one blank between them.
        name: String,
        /// The value as it was typed, without the blanks around it.
        value: Option<String>,
    },
    /// `position`.
    Position {
        /// Where the game starts.
        base: Base,
        /// The turns played since.
        turns: Vec<Turn>,
    },
    /// `go` with everything but `perft`.
    Go(Box<Go>),
    /// `perft <n>`, `go perft <n>`.
    Perft(u32),
    /// `stop`.
    Stop,
    /// `ponderhit`.
    PonderHit,
    /// `quit`.
    Quit,
    /// `debug on`, `debug off`.
    Debug(bool),
    /// `query`.
    Query(Query),
    /// `play`.
    Play(Vec<Turn>),
    /// `undo`, and how many turns.
    Undo(usize),
    /// `explain`.
    Explain(Turn),
    /// `show`.
    Show,
    /// `eval`.
    Eval,
    /// `bench`, and the depth if one is given.
    Bench(Option<u32>),
    /// `help`.
    Help,
}

impl Command {
    /// The word that it begins with, for errors.
    #[must_use]
    pub const fn word(&self) -> &'static str {
        match self {
            Self::Handshake(Handshake::Uci) => "uci",
            Self::Handshake(Handshake::Ugi) => "ugi",
            Self::IsReady => "isready",
            Self::NewGame => "ucinewgame",
            Self::SetOption { .. } => "setoption",
            Self::Position { .. } => "position",
            Self::Go(_) => "go",
            Self::Perft(_) => "perft",
            Self::Stop => "stop",
            Self::PonderHit => "ponderhit",
            Self::Quit => "quit",
            Self::Debug(_) => "debug",
            Self::Query(_) => "query",
            Self::Play(_) => "play",
            Self::Undo(_) => "undo",
            Self::Explain(_) => "explain",
            Self::Show => "show",
            Self::Eval => "eval",
            Self::Bench(_) => "bench",
            Self::Help => "help",
        }
    }
}

/// The two dialects: they differ in how mates are counted and in what `bestmove` carries.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Handshake {
    /// The dialect of chess engines.
    Uci,
    /// The dialect of engines for other games.
    Ugi,
}

/// Where the game of a `position` command starts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Base {
    /// `startpos`: the start position, Green moves first.
    Start,
    /// `rotated`: the start position, Blue moves first.
    Rotated,
    /// `fen`: a given position, not yet checked against the rules.
    Fen(Box<Setup>),
}

/// What `query` asks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Query {
    /// Whether it is player one's turn.
    P1Turn,
    /// Whether the game is over.
    GameOver,
    /// Who won.
    Result,
    /// Whether a turn is legal; `None` when the word is no turn at all.
    IsLegal(Option<Turn>),
    /// Why the game is over.
    Reason,
    /// The version of the protocol.
    Protocol,
    /// The position string.
    Fen,
    /// The start of the game and the turns since.
    Game,
    /// The score.
    Score,
    /// The legal turns.
    Moves,
    /// The open lines of the board.
    Lines,
}

/// The arguments of `go`. Pairs are Green's and Blue's; times are in milliseconds.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Go {
    /// `searchmoves`: the only turns to be searched; all when empty.
    pub search_turns: Vec<Turn>,
    /// `ponder`: search on the other side's time.
    pub ponder: bool,
    /// `infinite`: search until `stop`.
    pub infinite: bool,
    /// `wtime`, `btime`: what is left on the clocks.
    pub clock: [Option<u64>; 2],
    /// `winc`, `binc`: what each turn adds to a clock.
    pub increment: [Option<u64>; 2],
    /// `movestogo`: how many turns the clock must last for.
    pub turns_to_go: Option<u32>,
    /// `depth`, in plies.
    pub depth: Option<u32>,
    /// `nodes`.
    pub nodes: Option<u64>,
    /// `mate`, counted as the dialect counts.
    pub mate: Option<u32>,
    /// `movetime`.
    pub move_time: Option<u64>,
    /// The first words that were not understood.
    pub skipped: Vec<Skipped>,
    /// How many more there were.
    pub skipped_more: usize,
}

/// A word that was not understood, and is skipped.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Skipped {
    /// Where in the line, from 1.
    pub column: usize,
    /// The word, quoted.
    pub word: String,
}
