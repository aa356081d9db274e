//! Boards: the one built into the program, and those in files.

use std::fs::{self, File};
use std::io::{self, Read};
use std::path::Path;

use crate::notation;
use crate::state::Board;

/// What the option `BoardFile` calls the built-in board.
pub const BUILTIN: &str = "<builtin>";

/// No board file is longer, in bytes.
const LONGEST_FILE: u64 = 1 << 16;

/// How much of a path an error repeats, in characters.
const SHOWN: usize = 300;

/// The board that is built into the program.
///
/// # Panics
/// Never: its text is part of the program, and tested.
#[must_use]
pub fn builtin() -> Board {
    notation::board(include_str!("../jarmo.board")).expect("the built-in board is a board")
}

/// Reads a board file.
///
/// # Errors
/// Why there is no board, in one line.
pub fn read(path: &str) -> Result<Board, String> {
    let shown: String = path.chars().take(SHOWN).collect();
    let text = text(Path::new(path)).map_err(|error| format!("{shown:?}: {error}"))?;
    notation::board(&text).map_err(|errors| format!("{shown:?}: {errors}"))
}

/// Reads the text of a board file. Opens nothing but regular files: opening a pipe would wait for its
/// other end. Reads no more than the size that a file says it has: those of the system that say 0 may
/// have no end, or wait for something to happen.
///
/// # Errors
/// It cannot be read, is no regular file, too long or no text.
pub fn text(path: &Path) -> io::Result<String> {
    let refused = |what: String| Err(io::Error::new(io::ErrorKind::InvalidData, what));
    let what = fs::metadata(path)?;
    if !what.is_file() {
        return refused("not a regular file".to_owned());
    }
    if what.len() > LONGEST_FILE {
        return refused(format!("longer than {LONGEST_FILE} bytes"));
    }
    let mut bytes = Vec::new();
    let file = File::open(path)?;
    file.take(what.len()).read_to_end(&mut bytes)?;
    String::from_utf8(bytes).or_else(|error| {
        let good = error.utf8_error().valid_up_to();
        let [line, column] = place(error.as_bytes().get(..good).unwrap_or_default());
        refused(format!("line {line}, column {column}: not UTF-8 text"))
    })
}

/// The line and the column, in characters from 1, that follow a text.
fn place(before: &[u8]) -> [usize; 2] {
    let before = String::from_utf8_lossy(before);
    let last = before.rsplit('\n').next().unwrap_or_default();
    [before.split('\n').count(), last.chars().count() + 1]
}

#[cfg(test)]
mod tests {
    use super::{builtin, read};

    #[test]
    fn the_builtin_board_is_the_traditional_one() {
        let board = builtin();
        assert_eq!(board.name(), Some("jarmo"));
        assert_eq!(board.lines().len(), 39);
    }

    #[test]
    fn what_is_no_regular_file_is_refused() {
        for path in ["/", "/dev/null", "/no/such/file", ""] {
            assert!(read(path).is_err(), "{path}");
        }
    }
}
