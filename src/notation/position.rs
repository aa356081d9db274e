//! Position strings: `<board> <side> <hand> <captured> <remote> <idle> <turn>`.
//!
//! Fields after `side` may be left out from the right. Letters and points out of order and runs of
//! digits are read; one canonical form is written.

use std::fmt;

use nom::branch::alt;
use nom::character::complete::{char, one_of, satisfy};
use nom::combinator::{all_consuming, map, map_opt};
use nom::multi::{many0, many1};
use nom::sequence::delimited;
use nom::{Finish, IResult, Parser};

use super::{point, quoted, quoted_first};
use crate::state::{POINTS, Piece, Point, Position, Setup, SetupError, Side};

/// The fields of a position string.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Field {
    /// Where the pieces stand.
    Board,
    /// Who is to move.
    Side,
    /// Pieces in hand.
    Hand,
    /// Captured pieces that can be got back.
    Captured,
    /// Remote camps.
    Remote,
    /// Turns since the last irreversible one.
    Idle,
    /// The number of the full turn.
    Turn,
    /// The number of fields.
    Fields,
}

impl Field {
    const IN_ORDER: [Self; 7] = [
        Self::Board,
        Self::Side,
        Self::Hand,
        Self::Captured,
        Self::Remote,
        Self::Idle,
        Self::Turn,
    ];
}

impl fmt::Display for Field {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Board => "board",
            Self::Side => "side",
            Self::Hand => "hand",
            Self::Captured => "captured",
            Self::Remote => "remote",
            Self::Idle => "idle",
            Self::Turn => "turn",
            Self::Fields => "fields",
        })
    }
}

/// Why a text is no position string: the field, the reason, and the place in the text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PositionError {
    /// The field that is wrong.
    pub field: Field,
    /// Where in the text, in bytes from its beginning; 0 when what is wrong was found in the position
    /// and not in its text.
    pub offset: usize,
    reason: String,
}

impl fmt::Display for PositionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.field {
            Field::Fields => f.write_str(&self.reason),
            field => write!(f, "field {field}: {}", self.reason),
        }
    }
}

impl std::error::Error for PositionError {}

impl SetupError {
    /// The field of a position string that is to blame.
    #[must_use]
    pub const fn field(self) -> Field {
        match self {
            Self::HeroWithoutHeroes(_)
            | Self::CoveredPiece(_)
            | Self::GuardInEnemyCamp(_)
            | Self::TooManyHeroes(_)
            | Self::TooManyPieces(_)
            | Self::BothEliminated => Field::Board,
            Self::NoHand => Field::Hand,
            Self::NoCaptured => Field::Captured,
            Self::RemoteWithoutChallenges | Self::RemoteEqual(_) | Self::RemoteOutside(_) => {
                Field::Remote
            }
            Self::TurnZero => Field::Turn,
        }
    }
}

impl From<SetupError> for PositionError {
    fn from(error: SetupError) -> Self {
        Self {
            field: error.field(),
            offset: 0,
            reason: error.to_string(),
        }
    }
}

/// Reads a position string.
///
/// # Errors
/// The first field whose text is wrong. What the rules have to say is found by [`Setup::position`].
pub fn position(text: &str) -> Result<Setup, PositionError> {
    let words = words(text);
    let most = Field::IN_ORDER.len();
    if let Some(more) = words.get(most) {
        return Err(PositionError {
            field: Field::Fields,
            offset: more.offset,
            reason: format!("{} fields: at most {most} are allowed", words.len()),
        });
    }
    let word = |index: usize, default| {
        words.get(index).copied().unwrap_or(Word {
            text: default,
            offset: text.len(),
        })
    };
    let letters = "\"-\" or letters A and a";
    let camps = "\"-\" or two points such as b3d3";
    Ok(Setup {
        stacks: board_field(word(0, ""))?,
        side: field(Field::Side, "\"g\" or \"b\"", word(1, ""), side)?,
        hand: field(Field::Hand, letters, word(2, "-"), held)?,
        captured: field(Field::Captured, letters, word(3, "-"), held)?,
        remote: field(Field::Remote, camps, word(4, "-"), remote)?,
        idle: number(Field::Idle, word(5, "0"))?,
        turn: number(Field::Turn, word(6, "1"))?,
    })
}

/// A word of a position string, and where it begins, in bytes.
#[derive(Clone, Copy)]
struct Word<'a> {
    text: &'a str,
    offset: usize,
}

impl Word<'_> {
    /// An error at the place from which this tail of the word is left.
    fn error(self, field: Field, rest: &str, reason: String) -> PositionError {
        let offset = self.offset + self.text.len().saturating_sub(rest.len());
        PositionError {
            field,
            offset,
            reason,
        }
    }
}

fn words(text: &str) -> Vec<Word<'_>> {
    let mut words = Vec::new();
    let mut rest = text.trim_ascii_start();
    while !rest.is_empty() {
        let end = rest.find(|letter: char| letter.is_ascii_whitespace());
        let (word, behind) = rest.split_at(end.unwrap_or(rest.len()));
        words.push(Word {
            text: word,
            offset: text.len() - rest.len(),
        });
        rest = behind.trim_ascii_start();
    }
    words
}

/// Reads two remote camps as the option has them: two points, with or without a space between.
#[must_use]
pub fn remote_camps(text: &str) -> Option<[Point; 2]> {
    let joined: String = text.split_ascii_whitespace().collect();
    all_consuming((point, point))
        .parse(&joined)
        .ok()
        .map(|(_, (first, second))| [first, second])
}

/// Applies a grammar to a whole field.
fn field<'a, T>(
    field: Field,
    expected: &str,
    word: Word<'a>,
    grammar: impl Parser<&'a str, Output = T, Error = nom::error::Error<&'a str>>,
) -> Result<T, PositionError> {
    match all_consuming(grammar).parse(word.text).finish() {
        Ok((_, value)) => Ok(value),
        Err(failure) => {
            let found = quoted_first(failure.input);
            let reason = format!("expected {expected}, found {found}");
            Err(word.error(field, failure.input, reason))
        }
    }
}

fn side(input: &str) -> IResult<&str, Side> {
    map_opt(one_of("gb"), |letter| match letter {
        'g' => Some(Side::Green),
        'b' => Some(Side::Blue),
        _ => None,
    })
    .parse(input)
}

/// `-`, or a letter for each piece.
fn held(input: &str) -> IResult<&str, [u32; 2]> {
    let letters = map(many1(one_of("Aa")), |letters| {
        let count = |letter| letters.iter().filter(|found| **found == letter).count();
        [count('A'), count('a')].map(|count| u32::try_from(count).unwrap_or(u32::MAX))
    });
    alt((map(char('-'), |_| [0, 0]), letters)).parse(input)
}

fn remote(input: &str) -> IResult<&str, Option<[Point; 2]>> {
    alt((
        map(char('-'), |_| None),
        map((point, point), |(first, second)| Some([first, second])),
    ))
    .parse(input)
}

fn number(field: Field, word: Word<'_>) -> Result<u32, PositionError> {
    let error = |reason: String| word.error(field, word.text, reason);
    if word.text.is_empty() || !word.text.bytes().all(|byte| byte.is_ascii_digit()) {
        let found = quoted(word.text);
        return Err(error(format!(
            "expected a number of digits only, found {found}"
        )));
    }
    let too_high = |_| error(format!("{} is above {}", quoted(word.text), u32::MAX));
    word.text.parse().map_err(too_high)
}

/// What a row is made of.
enum Square {
    Empty(u32),
    Stack(Vec<Piece>),
}

impl Square {
    /// How many points it takes.
    const fn width(&self) -> u32 {
        match self {
            Self::Empty(count) => *count,
            Self::Stack(_) => 1,
        }
    }
}

fn piece(input: &str) -> IResult<&str, Piece> {
    map_opt(
        satisfy(|letter| letter.is_ascii_alphabetic()),
        Piece::from_letter,
    )
    .parse(input)
}

fn square(input: &str) -> IResult<&str, Square> {
    alt((
        map_opt(satisfy(|c| c.is_ascii_digit()), |digit| {
            digit.to_digit(10).map(Square::Empty)
        }),
        map(piece, |piece| Square::Stack(vec![piece])),
        map(delimited(char('['), stack, char(']')), Square::Stack),
    ))
    .parse(input)
}

fn stack(input: &str) -> IResult<&str, Vec<Piece>> {
    map((piece, many1(piece)), |(bottom, above)| {
        std::iter::once(bottom).chain(above).collect()
    })
    .parse(input)
}

fn board_field(word: Word<'_>) -> Result<[Vec<Piece>; POINTS], PositionError> {
    let error = |rest: &str, reason| word.error(Field::Board, rest, reason);
    let rows: Vec<&str> = word.text.split('/').collect();
    if rows.len() != 5 {
        let found = rows.len();
        let reason = format!("expected 5 rows with \"/\" between them, found {found}");
        return Err(error(word.text, reason));
    }
    let mut stacks = [const { Vec::new() }; POINTS];
    let mut behind = word.text;
    for (text, row) in rows.into_iter().zip((0..5_u8).rev()) {
        let from_here = behind;
        behind = from_here.get(text.len() + 1..).unwrap_or("");
        // What the grammar leaves is the tail of a row; what it leaves of the word is longer.
        let tail = |rest: &str| from_here.get(text.len() - rest.len()..).unwrap_or("");
        let number = row + 1;
        let (rest, squares) = many0(square)
            .parse(text)
            .finish()
            .map_err(|_| error(from_here, "no board".to_owned()))?;
        if !rest.is_empty() {
            let (rest, reason) = no_square(rest);
            return Err(error(tail(rest), format!("row {number}: {reason}")));
        }
        let width: u32 = squares.iter().map(Square::width).sum();
        if width != 5 {
            let reason = format!("row {number} has {width} points instead of 5");
            return Err(error(from_here, reason));
        }
        put(&mut stacks, row, squares);
    }
    Ok(stacks)
}

/// What is wrong where a row goes on with no square, and the rest of the row from there.
fn no_square(rest: &str) -> (&str, String) {
    const PIECE: &str = "a piece (A G D H, a g d h)";
    let Some(inner) = rest.strip_prefix('[') else {
        let found = quoted_first(rest);
        let what = format!("expected a digit, {PIECE} or a stack such as [Da], found {found}");
        return (rest, what);
    };
    let is_piece = |letter: char| Piece::from_letter(letter).is_some();
    let behind = inner.trim_start_matches(is_piece);
    match (inner.len() - behind.len(), behind.starts_with(']')) {
        (0, true) => (rest, "a stack of no pieces".to_owned()),
        (1, true) => {
            let what = "a stack of one piece; a piece alone stands without brackets";
            (rest, what.to_owned())
        }
        _ => {
            let found = quoted_first(behind);
            let what = format!("expected {PIECE} or the \"]\" of a stack, found {found}");
            (behind, what)
        }
    }
}

/// Puts a row, which is five points wide, on the board.
fn put(stacks: &mut [Vec<Piece>; POINTS], row: u8, squares: Vec<Square>) {
    let mut next = 0;
    for square in squares {
        let width = square.width();
        if let Square::Stack(pieces) = square {
            let point = u8::try_from(next)
                .ok()
                .and_then(|column| Point::at(column, row));
            if let Some(stack) = point.and_then(|point| stacks.get_mut(point.index())) {
                *stack = pieces;
            }
        }
        next += width;
    }
}

/// The canonical position string, all seven fields.
#[must_use]
pub fn position_string(position: &Position) -> String {
    let setup = Setup::from(position);
    let mut text = String::new();
    for row in (0..5).rev() {
        let mut empty = 0;
        for column in 0..5 {
            let pieces: String = Point::at(column, row)
                .into_iter()
                .flat_map(|point| position.stack(point))
                .map(Piece::letter)
                .collect();
            if pieces.is_empty() {
                empty += 1;
                continue;
            }
            push_empty(&mut text, &mut empty);
            if pieces.len() > 1 {
                text.push_str(&format!("[{pieces}]"));
            } else {
                text.push_str(&pieces);
            }
        }
        push_empty(&mut text, &mut empty);
        if row > 0 {
            text.push('/');
        }
    }
    let side = match setup.side {
        Side::Green => 'g',
        Side::Blue => 'b',
    };
    let remote = setup.remote.map_or_else(
        || "-".to_owned(),
        |[first, second]| format!("{first}{second}"),
    );
    let (hand, captured) = (held_string(setup.hand), held_string(setup.captured));
    format!(
        "{text} {side} {hand} {captured} {remote} {} {}",
        setup.idle, setup.turn
    )
}

fn push_empty(text: &mut String, empty: &mut u32) {
    if *empty > 0 {
        text.push_str(&empty.to_string());
        *empty = 0;
    }
}

fn held_string([green, blue]: [u32; 2]) -> String {
    let letters: String = "A".repeat(green as usize) + &"a".repeat(blue as usize);
    if letters.is_empty() {
        "-".to_owned()
    } else {
        letters
    }
}
