//! Points, turns, positions and board files as text: the only place where text forms live.
//!
//! Reading is made of nom grammars and gives typed values or an error that says what, where and why;
//! writing is made of `Display`. What the text means in a game is for [`crate::state`] to say.

mod board;
mod diagram;
mod position;
mod reasons;
mod sketch;
mod turn;

pub use board::{BoardFileError, BoardFileErrors, board};
pub use diagram::diagram;
pub use position::{Field, PositionError, position, position_string, remote_camps};
pub use turn::{TurnError, turn};

use std::fmt;

use nom::IResult;
use nom::Parser;
use nom::character::complete::one_of;
use nom::combinator::map_opt;

use crate::state::{Line, Piece, PieceKind, Point, Reason, Side};

/// One point: a letter a to e and a digit 1 to 5.
pub(crate) fn point(input: &str) -> IResult<&str, Point> {
    map_opt((one_of("abcde"), one_of("12345")), |(column, row)| {
        Point::at(column as u8 - b'a', row as u8 - b'1')
    })
    .parse(input)
}

/// The 1-based column, counted in characters, at which `rest` begins in `whole`, of which it is a tail.
pub(crate) fn column(whole: &str, rest: &str) -> usize {
    let offset = whole.len().saturating_sub(rest.len());
    whole
        .get(..offset)
        .map_or(offset, |before| before.chars().count())
        + 1
}

/// The longest part of a word that an error repeats, in characters.
const QUOTED: usize = 20;

/// A word of somebody's input, quoted for an error line: shortened, on one line.
pub(crate) fn quoted(word: &str) -> String {
    let shown: String = word
        .chars()
        .take(QUOTED)
        .flat_map(char::escape_default)
        .collect();
    let more = if word.chars().nth(QUOTED).is_some() {
        "..."
    } else {
        ""
    };
    format!("\"{shown}{more}\"")
}

/// The first character of a text, quoted for an error line.
pub(crate) fn quoted_first(text: &str) -> String {
    text.chars().next().map_or_else(
        || "the end".to_owned(),
        |first| format!("\"{}\"", first.escape_default()),
    )
}

impl fmt::Display for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", char::from(b'a' + self.column()), self.row() + 1)
    }
}

impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Green => "Green",
            Self::Blue => "Blue",
        })
    }
}

impl fmt::Display for Line {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.from, self.to)
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Elimination => "elimination",
            Self::Camp => "camp",
            Self::Shuttling => "shuttling",
            Self::Passes => "passes",
            Self::Repetition => "repetition",
            Self::Idle => "idle",
        })
    }
}

impl Piece {
    /// The letter of a piece: upper case for Green, lower case for Blue.
    #[must_use]
    pub const fn letter(self) -> char {
        let letter = match self.kind {
            PieceKind::Archer => 'A',
            PieceKind::Guard => 'G',
            PieceKind::HeroArcher => 'D',
            PieceKind::HeroGuard => 'H',
        };
        match self.side {
            Side::Green => letter,
            Side::Blue => letter.to_ascii_lowercase(),
        }
    }

    /// The piece of a letter.
    #[must_use]
    pub const fn from_letter(letter: char) -> Option<Self> {
        let kind = match letter.to_ascii_uppercase() {
            'A' => PieceKind::Archer,
            'G' => PieceKind::Guard,
            'D' => PieceKind::HeroArcher,
            'H' => PieceKind::HeroGuard,
            _ => return None,
        };
        let side = if letter.is_ascii_uppercase() {
            Side::Green
        } else {
            Side::Blue
        };
        Some(Self { side, kind })
    }
}
