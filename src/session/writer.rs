//! Writing lines to a stream that may refuse to wait.
//!
//! Some clients hand over pipes that do not block. A full one is tried again until there is room.

use std::io::{self, ErrorKind, Write};
use std::thread;
use std::time::Duration;

/// How long to wait before a stream that does not block is tried again.
pub(super) const PAUSE: Duration = Duration::from_millis(2);

/// Writes a line whole, and flushes it.
///
/// # Errors
/// The output cannot be written.
pub(super) fn write_line(output: &mut impl Write, line: &str) -> io::Result<()> {
    let mut rest = line.as_bytes();
    while !rest.is_empty() {
        let written = patiently(|| output.write(rest))?;
        if written == 0 {
            return Err(ErrorKind::WriteZero.into());
        }
        rest = rest.get(written..).unwrap_or_default();
    }
    patiently(|| output.flush())
}

/// Tries again while the stream says that it would have to wait.
fn patiently<T>(mut attempt: impl FnMut() -> io::Result<T>) -> io::Result<T> {
    loop {
        match attempt() {
            Err(error) if error.kind() == ErrorKind::WouldBlock => thread::sleep(PAUSE),
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            result => return result,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{ErrorKind, Write, io, write_line};

    /// Takes three bytes of two attempts, and flushes at the third.
    #[derive(Default)]
    struct Slow {
        text: Vec<u8>,
        attempts: usize,
    }

    impl Slow {
        fn attempt(&mut self) -> io::Result<()> {
            self.attempts += 1;
            match self.attempts % 3 {
                0 => Ok(()),
                1 => Err(ErrorKind::WouldBlock.into()),
                _ => Err(ErrorKind::Interrupted.into()),
            }
        }
    }

    impl Write for Slow {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.attempt()?;
            let taken = bytes.len().min(3);
            self.text.extend_from_slice(&bytes[..taken]);
            Ok(taken)
        }

        fn flush(&mut self) -> io::Result<()> {
            self.attempt()
        }
    }

    #[test]
    fn a_slow_stream_gets_every_byte_once() {
        let mut slow = Slow::default();
        assert!(write_line(&mut slow, "info string slow\n").is_ok());
        assert_eq!(slow.text, b"info string slow\n");
    }

    #[test]
    fn a_stream_that_takes_nothing_is_an_error() {
        let mut none: &mut [u8] = &mut [];
        assert!(write_line(&mut none, "x\n").is_err());
    }
}
