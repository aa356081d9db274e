//! Board files: one statement a line, `#` starts a comment.
//!
//! ```text
//! board jarmo
//! solid a1-b3 a1-c2 ...
//! dotted b3-c3
//! ```

use std::fmt;

use nom::character::complete::char;
use nom::combinator::all_consuming;
use nom::sequence::separated_pair;
use nom::{IResult, Parser};

use super::{column, point, quoted};
use crate::state::{Board, BoardError, Line, Point};

/// Why a text is no board file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BoardFileError {
    /// The line, from 1; behind the last line when the fault is that something is not there.
    pub line: usize,
    /// The column, from 1.
    pub column: usize,
    reason: String,
}

impl fmt::Display for BoardFileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "line {}, column {}: {}",
            self.line, self.column, self.reason
        )
    }
}

impl std::error::Error for BoardFileError {}

/// What has been read, and where each line stood.
#[derive(Default)]
struct Reading {
    name: Option<String>,
    lines: Vec<Line>,
    places: Vec<(usize, usize)>,
}

/// Reads a board file.
///
/// # Errors
/// The first thing that is wrong, with its line and column.
pub fn board(text: &str) -> Result<Board, BoardFileError> {
    let mut reading = Reading::default();
    for (index, line) in text.lines().enumerate() {
        let statement = line.split('#').next().unwrap_or("");
        reading
            .statement(index + 1, statement)
            .map_err(|(column, reason)| BoardFileError {
                line: index + 1,
                column,
                reason,
            })?;
    }
    let end = (text.lines().count() + 1, 1);
    let places = reading.places;
    Board::new(reading.name, reading.lines).map_err(|error| {
        let (line, column) = match error {
            BoardError::Loop(index) | BoardError::Duplicate(index) => {
                places.get(index).copied().unwrap_or(end)
            }
            BoardError::Lonely(_) | BoardError::Unconnected(_) => end,
        };
        BoardFileError {
            line,
            column,
            reason: error.to_string(),
        }
    })
}

impl Reading {
    /// Reads one line, of a number, without its comment; an error is a column and a reason.
    fn statement(&mut self, number: usize, text: &str) -> Result<(), (usize, String)> {
        let mut words = text.split_ascii_whitespace();
        let Some(keyword) = words.next() else {
            return Ok(());
        };
        let place = |word: &str| column(text, text.get(offset(text, word)..).unwrap_or(""));
        match keyword {
            "board" => {
                let Some(name) = words.next() else {
                    return Err((
                        column(text, ""),
                        "expected a name after \"board\"".to_owned(),
                    ));
                };
                if let Some(more) = words.next() {
                    return Err((
                        place(more),
                        format!("expected one word as a name, found {} too", quoted(more)),
                    ));
                }
                if self.name.replace(name.to_owned()).is_some() {
                    return Err((place(keyword), "a second \"board\" statement".to_owned()));
                }
            }
            "solid" | "dotted" => {
                for word in words {
                    let (from, to) = line_word(word).map_err(|reason| (place(word), reason))?;
                    self.lines.push(Line {
                        from,
                        to,
                        dotted: keyword == "dotted",
                    });
                    self.places.push((number, place(word)));
                }
            }
            unknown => {
                let expected = "expected \"board\", \"solid\" or \"dotted\"";
                return Err((
                    place(unknown),
                    format!("unknown statement {}: {expected}", quoted(unknown)),
                ));
            }
        }
        Ok(())
    }
}

/// Where a word, which is a part of the text, begins in it, in bytes.
fn offset(text: &str, word: &str) -> usize {
    (word.as_ptr() as usize).saturating_sub(text.as_ptr() as usize)
}

fn line_word(word: &str) -> Result<(Point, Point), String> {
    fn ends(input: &str) -> IResult<&str, (Point, Point)> {
        all_consuming(separated_pair(point, char('-'), point)).parse(input)
    }
    if let Ok((_, ends)) = ends(word) {
        return Ok(ends);
    }
    match word.split_once('-') {
        Some((from, to)) => {
            let unknown = [from, to]
                .into_iter()
                .find(|end| all_consuming(point).parse(*end).is_err());
            Err(format!("unknown point {}", quoted(unknown.unwrap_or(word))))
        }
        None => Err(format!(
            "expected a line such as a1-b3, found {}",
            quoted(word)
        )),
    }
}
