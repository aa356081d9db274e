//! Reading lines from a source that may hold anything: no line ends, no text, no end.
//!
//! A line that is too long is dropped as it comes, without being kept.

use std::fmt;
use std::io::{self, BufRead, BufReader, ErrorKind, Read};
use std::thread;

use super::writer::PAUSE;

/// The longest line in bytes, the line end left out: room for far more than 10,000 turns.
pub const LONGEST_LINE: usize = 4 << 20;

/// How many bytes are read at once.
const BUFFER: usize = 1 << 16;

/// Why a line cannot be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum LineError {
    TooLong,
    /// Where the text ends that can be read, in characters from 1.
    NotUtf8 {
        column: usize,
    },
}

impl fmt::Display for LineError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooLong => write!(f, "a line of more than {LONGEST_LINE} bytes is dropped"),
            Self::NotUtf8 { column } => write!(f, "column {column}: the line is not UTF-8"),
        }
    }
}

/// Hands every line to `take`, which says whether it wants more; the last one may have no line end.
///
/// # Errors
/// The source cannot be read.
pub(super) fn read_lines(
    input: impl Read,
    mut take: impl FnMut(Result<String, LineError>) -> bool,
) -> io::Result<()> {
    let mut input = BufReader::with_capacity(BUFFER, input);
    let mut line = Line::default();
    loop {
        let chunk = match input.fill_buf() {
            Ok(chunk) => chunk,
            Err(error) if error.kind() == ErrorKind::Interrupted => continue,
            Err(error) if error.kind() == ErrorKind::WouldBlock => {
                thread::sleep(PAUSE);
                continue;
            }
            Err(error) => return Err(error),
        };
        let part = chunk.split(|byte| *byte == b'\n').next().unwrap_or(chunk);
        let at_end = chunk.is_empty();
        let line_ends = part.len() < chunk.len();
        let used = part.len() + usize::from(line_ends);
        line.add(part);
        input.consume(used);
        if (line_ends || (at_end && line.has_begun())) && !take(line.finish()) {
            return Ok(());
        }
        if at_end {
            return Ok(());
        }
    }
}

/// What has been read of a line.
#[derive(Default)]
struct Line {
    bytes: Vec<u8>,
    too_long: bool,
}

impl Line {
    fn add(&mut self, part: &[u8]) {
        self.too_long |= self.bytes.len() + part.len() > LONGEST_LINE;
        if self.too_long {
            self.bytes = Vec::new();
        } else {
            self.bytes.extend_from_slice(part);
        }
    }

    fn has_begun(&self) -> bool {
        self.too_long || !self.bytes.is_empty()
    }

    fn finish(&mut self) -> Result<String, LineError> {
        let Self {
            mut bytes,
            too_long,
        } = std::mem::take(self);
        if too_long {
            return Err(LineError::TooLong);
        }
        if bytes.last() == Some(&b'\r') {
            bytes.pop();
        }
        String::from_utf8(bytes).map_err(|error| {
            let readable = error.utf8_error().valid_up_to();
            let before = error.as_bytes().get(..readable).unwrap_or_default();
            let column = String::from_utf8_lossy(before).chars().count() + 1;
            LineError::NotUtf8 { column }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::{LONGEST_LINE, LineError, read_lines};

    fn lines(input: &[u8]) -> Vec<Result<String, LineError>> {
        let mut lines = Vec::new();
        let read = read_lines(input, |line| {
            lines.push(line);
            true
        });
        assert!(read.is_ok());
        lines
    }

    #[test]
    fn line_ends_are_taken_off_and_the_last_line_may_lack_one() {
        let expected = ["uci", "", "go\r", "quit"].map(|line| Ok(line.to_owned()));
        assert_eq!(lines(b"uci\r\n\ngo\r\r\nquit"), expected);
        assert!(lines(b"").is_empty());
    }

    #[test]
    fn what_cannot_be_a_line_is_one_error_and_the_next_line_is_read() {
        let mut input = vec![b'x'; LONGEST_LINE + 1];
        input.extend(b"\nh\xc3\xa9\xff\nquit\n");
        assert_eq!(
            lines(&input),
            [
                Err(LineError::TooLong),
                Err(LineError::NotUtf8 { column: 3 }),
                Ok("quit".to_owned())
            ]
        );
        let longest = vec![b'x'; LONGEST_LINE];
        assert!(lines(&longest)[0].is_ok());
    }
}
