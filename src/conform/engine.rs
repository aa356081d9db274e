//! A program at the other end of a pipe: it can be slow, silent or dead, and never blocks the runner.

use std::fmt;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::thread;
use std::time::{Duration, Instant};

/// No line of output is longer than this; what goes beyond it is cut.
const LONGEST_LINE: u64 = 1 << 20;

/// Why there is no line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// Nothing came within the time limit.
    Silent(Duration),
    /// The program closed its output.
    Closed,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Silent(limit) => write!(
                f,
                "nothing within {} ms: the engine is silent",
                limit.as_millis()
            ),
            Self::Closed => f.write_str("end of output: the engine is dead, or closed its output"),
        }
    }
}

/// A running engine. Dropping it ends the process.
#[derive(Debug)]
pub struct Engine {
    child: Child,
    input: Option<Sender<Vec<u8>>>,
    output: Receiver<String>,
}

impl Engine {
    /// Starts a program; its log (stderr) is shown where the runner's own goes.
    ///
    /// # Errors
    /// The program cannot be started.
    pub fn start(program: &str, arguments: &[String]) -> io::Result<Self> {
        let mut command = Command::new(program);
        command
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped());
        let mut child = command.spawn()?;
        let missing = || io::Error::other("the engine has no pipe");
        let stdin = child.stdin.take().ok_or_else(missing)?;
        let stdout = child.stdout.take().ok_or_else(missing)?;
        Ok(Self {
            child,
            input: Some(writer(stdin)),
            output: reader(stdout),
        })
    }

    /// Sends one line. A program that no longer listens shows when its reply is missing.
    pub fn send(&self, line: &[u8]) {
        if let Some(input) = &self.input {
            let mut bytes = line.to_vec();
            bytes.push(b'\n');
            // The writer is gone only when the program is; the missing reply will say so.
            let _ = input.send(bytes);
        }
    }

    /// Closes the program's input, after everything sent so far.
    pub fn close_input(&mut self) {
        self.input = None;
    }

    /// The next line of output, without its line end.
    ///
    /// # Errors
    /// No line within the limit, or no more lines at all.
    pub fn line(&self, limit: Duration) -> Result<String, Fault> {
        self.output
            .recv_timeout(limit)
            .map_err(|error| match error {
                RecvTimeoutError::Timeout => Fault::Silent(limit),
                RecvTimeoutError::Disconnected => Fault::Closed,
            })
    }

    /// Waits for the program to end, and says with which code; `None` when a signal ended it.
    ///
    /// # Errors
    /// It did not end within the limit, or its state cannot be read.
    pub fn exit_code(&mut self, limit: Duration) -> io::Result<Option<i32>> {
        let start = Instant::now();
        loop {
            if let Some(status) = self.child.try_wait()? {
                return Ok(status.code());
            }
            if start.elapsed() >= limit {
                return Err(io::Error::new(
                    io::ErrorKind::TimedOut,
                    "the engine does not end",
                ));
            }
            thread::sleep(Duration::from_millis(1));
        }
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        self.input = None;
        // Both fail only when the process has ended already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A thread that writes, so that a program that does not read cannot block the runner.
fn writer(mut stdin: impl Write + Send + 'static) -> Sender<Vec<u8>> {
    let (sender, lines) = mpsc::channel::<Vec<u8>>();
    thread::spawn(move || {
        for line in lines {
            if stdin.write_all(&line).and_then(|()| stdin.flush()).is_err() {
                return;
            }
        }
    });
    sender
}

/// A thread that reads lines until the output ends.
fn reader(stdout: impl Read + Send + 'static) -> Receiver<String> {
    let (sender, lines) = mpsc::channel();
    thread::spawn(move || {
        let mut stdout = BufReader::new(stdout);
        let mut bytes = Vec::new();
        loop {
            bytes.clear();
            match stdout
                .by_ref()
                .take(LONGEST_LINE)
                .read_until(b'\n', &mut bytes)
            {
                Ok(0) | Err(_) => return,
                Ok(_) => {}
            }
            let line = String::from_utf8_lossy(&bytes);
            let line = line.trim_end_matches(['\n', '\r']);
            if sender.send(line.to_owned()).is_err() {
                return;
            }
        }
    });
    lines
}
