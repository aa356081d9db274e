//! Why a line is no command: where, and what is wrong.

use std::fmt;

use nom::error::{ErrorKind, ParseError};

use crate::notation::column;

/// Why a line is no command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CommandError {
    /// Where in the line, in characters from 1.
    pub column: usize,
    reason: String,
}

impl fmt::Display for CommandError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "column {}: {}", self.column, self.reason)
    }
}

impl std::error::Error for CommandError {}

/// What a grammar stumbled over: the rest of the line from there, and the reason.
#[derive(Debug)]
pub(super) struct Fault<'a> {
    pub at: &'a str,
    pub reason: String,
}

impl Fault<'_> {
    /// The fault as the client is told of it.
    pub fn in_line(self, line: &str) -> CommandError {
        CommandError {
            column: column(line, self.at),
            reason: self.reason,
        }
    }
}

impl<'a> ParseError<&'a str> for Fault<'a> {
    fn from_error_kind(at: &'a str, kind: ErrorKind) -> Self {
        let reason = format!("expected {}", kind.description());
        Self { at, reason }
    }

    fn append(_: &'a str, _: ErrorKind, other: Self) -> Self {
        other
    }
}

/// An error that no other grammar can mend.
pub(super) fn failure(at: &str, reason: String) -> nom::Err<Fault<'_>> {
    nom::Err::Failure(Fault { at, reason })
}
