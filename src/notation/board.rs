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

/// Everything that is wrong with a board file, in the order of the file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BoardFileErrors(Vec<BoardFileError>);

impl BoardFileErrors {
    /// Every error.
    pub fn iter(&self) -> impl Iterator<Item = &BoardFileError> {
        self.0.iter()
    }
}

impl fmt::Display for BoardFileErrors {
    /// One line: the first error, and how many more there are.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some((first, others)) = self.0.split_first() else {
            return Ok(());
        };
        write!(f, "{first}")?;
        match others.len() {
            0 => Ok(()),
            more => write!(f, " (and {more} more)"),
        }
    }
}

impl std::error::Error for BoardFileErrors {}

/// What has been read, and where each line stood.
#[derive(Default)]
struct Reading {
    name: Option<String>,
    lines: Vec<Line>,
    places: Vec<(usize, usize)>,
    errors: Vec<BoardFileError>,
}

/// Reads a board file.
///
/// # Errors
/// Everything that is wrong, each with its line and column. Whether a point has no line, or the board
/// is not connected, is only asked when every line could be read.
pub fn board(text: &str) -> Result<Board, BoardFileErrors> {
    let mut reading = Reading::default();
    for (index, line) in text.lines().enumerate() {
        let statement = line.split('#').next().unwrap_or("");
        reading.statement(index + 1, statement);
    }
    let end = (text.lines().count() + 1, 1);
    let Reading {
        name,
        lines,
        places,
        mut errors,
    } = reading;
    let all_read = errors.is_empty();
    let found = match Board::new(name, lines) {
        Ok(board) if all_read => return Ok(board),
        Ok(_) => Vec::new(),
        Err(found) => found,
    };
    for error in found {
        let place = match error {
            BoardError::Loop(index) | BoardError::Duplicate(index) => places.get(index).copied(),
            BoardError::Lonely(_) | BoardError::Unconnected(..) if all_read => None,
            BoardError::Lonely(_) | BoardError::Unconnected(..) => continue,
        };
        let (line, column) = place.unwrap_or(end);
        errors.push(BoardFileError {
            line,
            column,
            reason: error.to_string(),
        });
    }
    errors.sort_by_key(|error| (error.line, error.column));
    Err(BoardFileErrors(errors))
}

impl Reading {
    /// Reads one line, of a number, without its comment.
    fn statement(&mut self, number: usize, text: &str) {
        let mut words = text.split_ascii_whitespace();
        let Some(keyword) = words.next() else {
            return;
        };
        let place = |word: &str| column(text, text.get(offset(text, word)..).unwrap_or(""));
        let mut refuse = |column, reason| {
            self.errors.push(BoardFileError {
                line: number,
                column,
                reason,
            });
        };
        match keyword {
            "board" => {
                let name = words.next();
                match (name, words.next()) {
                    (None, _) => refuse(
                        column(text, ""),
                        "expected a name after \"board\"".to_owned(),
                    ),
                    (Some(_), Some(more)) => refuse(
                        place(more),
                        format!("expected one word as a name, found {} too", quoted(more)),
                    ),
                    (Some(_), None) => {}
                }
                let name = name.unwrap_or_default().to_owned();
                if self.name.replace(name).is_some() {
                    refuse(place(keyword), "a second \"board\" statement".to_owned());
                }
            }
            "solid" | "dotted" => {
                for word in words {
                    match line_word(word) {
                        Ok((from, to)) => {
                            self.lines.push(Line {
                                from,
                                to,
                                dotted: keyword == "dotted",
                            });
                            self.places.push((number, place(word)));
                        }
                        Err(reason) => refuse(place(word), reason),
                    }
                }
            }
            unknown => {
                let expected = "expected \"board\", \"solid\" or \"dotted\"";
                refuse(
                    place(unknown),
                    format!("unknown statement {}: {expected}", quoted(unknown)),
                );
            }
        }
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

#[cfg(test)]
mod tests {
    use super::board;

    fn errors(text: &str) -> Vec<String> {
        board(text)
            .err()
            .map(|errors| errors.iter().map(ToString::to_string).collect())
            .unwrap_or_default()
    }

    #[test]
    fn every_error_is_found_in_the_order_of_the_file() {
        let found = errors("solid a1-b1 b1-a1 c1-c1\n lines\nboard\nboard x y\ndotted a1-f1 a1b2");
        let expected = [
            "line 1, column 13: this line was given before",
            "line 1, column 19: a line from a point to itself",
            "line 2, column 2: unknown statement \"lines\": expected \"board\", \"solid\" or \"dotted\"",
            "line 3, column 6: expected a name after \"board\"",
            "line 4, column 1: a second \"board\" statement",
            "line 4, column 9: expected one word as a name, found \"y\" too",
            "line 5, column 8: unknown point \"f1\"",
            "line 5, column 14: expected a line such as a1-b3, found \"a1b2\"",
        ];
        assert_eq!(found, expected);
    }

    #[test]
    fn a_network_in_pieces_is_told_piece_by_piece() {
        let found = errors("solid b1-c1 d1-e1");
        assert_eq!(found.len(), 22);
        assert_eq!(
            found.first().map(String::as_str),
            Some("line 2, column 1: a1 has no line")
        );
        let last = "line 2, column 1: the board is not connected: no way leads from b1 to d1";
        assert_eq!(found.last().map(String::as_str), Some(last));
    }
}
