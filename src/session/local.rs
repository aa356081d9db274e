//! A session inside this process: for clients that need no pipe.

use std::io::{self, ErrorKind, Read, Write};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::{self, JoinHandle};

use super::{Options, run};

/// A session on a thread of its own, with what a client says to it and hears from it.
pub struct Local {
    to: Sender<Vec<u8>>,
    from: Receiver<String>,
    session: JoinHandle<io::Result<()>>,
}

impl Local {
    /// Begins a session.
    ///
    /// # Errors
    /// No thread can be started.
    pub fn start(options: Options) -> io::Result<Self> {
        let (to, lines) = channel();
        let (sender, from) = channel();
        let input = Input::new(lines);
        let output = Output::new(sender);
        let session = thread::Builder::new()
            .name("session".to_owned())
            .spawn(move || run(input, output, options))?;
        Ok(Self { to, from, session })
    }

    /// Sends lines.
    ///
    /// # Errors
    /// The session is gone.
    pub fn say(&self, lines: &str) -> io::Result<()> {
        let gone = |_| io::Error::new(ErrorKind::ConnectionAborted, "the session is gone");
        self.to
            .send(format!("{lines}\n").into_bytes())
            .map_err(gone)
    }

    /// Waits for the next line.
    ///
    /// # Errors
    /// The session is gone.
    pub fn hear(&self) -> io::Result<String> {
        let gone = |_| io::Error::new(ErrorKind::ConnectionAborted, "the session is gone");
        self.from.recv().map_err(gone)
    }

    /// Ends the session as the end of input does.
    ///
    /// # Errors
    /// What the session ended with.
    pub fn end(self) -> io::Result<()> {
        drop((self.to, self.from));
        let lost = |_| io::Error::other("the session panicked");
        self.session.join().map_err(lost)?
    }
}

/// Bytes from a channel; its end is the end of input.
pub(super) struct Input {
    lines: Receiver<Vec<u8>>,
    rest: Vec<u8>,
}

impl Input {
    pub(super) const fn new(lines: Receiver<Vec<u8>>) -> Self {
        let rest = Vec::new();
        Self { lines, rest }
    }
}

impl Read for Input {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.rest.is_empty() {
            self.rest = self.lines.recv().unwrap_or_default();
        }
        let read = self.rest.as_slice().read(buffer)?;
        self.rest.drain(..read);
        Ok(read)
    }
}

/// Whole lines into a channel; a channel that is closed is a broken pipe.
pub(super) struct Output {
    lines: Sender<String>,
    rest: Vec<u8>,
}

impl Output {
    pub(super) const fn new(lines: Sender<String>) -> Self {
        let rest = Vec::new();
        Self { lines, rest }
    }
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.rest.extend(bytes);
        while let Some(end) = self.rest.iter().position(|byte| *byte == b'\n') {
            let line: Vec<u8> = self.rest.drain(..=end).collect();
            let line = String::from_utf8_lossy(&line).trim_end().to_owned();
            let closed = |_| io::Error::from(ErrorKind::BrokenPipe);
            self.lines.send(line).map_err(closed)?;
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
