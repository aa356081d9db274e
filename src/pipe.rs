//! A program at the other end of a pipe: it can be slow, silent, dead or endless, and never blocks its
//! client, nor outlives it.

use std::fmt;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender, SyncSender};
use std::thread;
use std::time::{Duration, Instant};

/// No line of output is longer than this, in bytes; what goes beyond it is a line of its own.
const LONGEST_LINE: u64 = 1 << 18;

/// So many lines may wait to be read; a program that writes more waits itself.
const WAITING_LINES: usize = 256;

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

/// The process group of a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Group {
    /// The client's: a Ctrl-C in the terminal ends both.
    Shared,
    /// One of its own: whatever the program starts is ended with it, and a Ctrl-C in the terminal
    /// reaches only the client, which decides what becomes of the program.
    Own,
}

/// A line of output.
#[derive(Clone, Debug)]
pub struct Line {
    /// Its text, without the line end.
    pub text: String,
    /// When it was read.
    pub at: Instant,
}

/// A running program. Dropping it ends the process.
#[derive(Debug)]
pub struct Pipe {
    child: Child,
    group: Group,
    input: Option<Sender<Vec<u8>>>,
    output: Receiver<Line>,
}

impl Pipe {
    /// Starts a program; its log (stderr) is shown where the client's own goes.
    ///
    /// # Errors
    /// The program cannot be started.
    pub fn start(program: &str, arguments: &[String], group: Group) -> io::Result<Self> {
        let mut command = Command::new(program);
        command
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped());
        if group == Group::Own {
            lead_a_group(&mut command);
        }
        let mut child = command.spawn()?;
        let missing = || io::Error::other("the engine has no pipe");
        let stdin = child.stdin.take().ok_or_else(missing)?;
        let stdout = child.stdout.take().ok_or_else(missing)?;
        Ok(Self {
            child,
            group,
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

    /// The next line of output, with the time at which it was read.
    ///
    /// # Errors
    /// No line within the limit, or no more lines at all.
    pub fn next(&self, limit: Duration) -> Result<Line, Fault> {
        self.output
            .recv_timeout(limit)
            .map_err(|error| match error {
                RecvTimeoutError::Timeout => Fault::Silent(limit),
                RecvTimeoutError::Disconnected => Fault::Closed,
            })
    }

    /// The next line of output, without its line end.
    ///
    /// # Errors
    /// No line within the limit, or no more lines at all.
    pub fn line(&self, limit: Duration) -> Result<String, Fault> {
        self.next(limit).map(|line| line.text)
    }

    /// Forgets the lines that were read and not asked for.
    pub fn skip_waiting(&self) {
        self.output.try_iter().take(WAITING_LINES).for_each(drop);
    }

    /// Waits for the program to end, and says with which code; `None` when a signal ended it.
    ///
    /// # Errors
    /// It did not end within the limit, or its state cannot be read.
    pub fn exit_code(&mut self, limit: Duration) -> io::Result<Option<i32>> {
        self.exit_status(limit).map(|status| status.code())
    }

    /// Waits for the program to end, and says how it did.
    ///
    /// # Errors
    /// It did not end within the limit, or its state cannot be read.
    pub fn exit_status(&mut self, limit: Duration) -> io::Result<ExitStatus> {
        let start = Instant::now();
        loop {
            if let Some(status) = self.child.try_wait()? {
                return Ok(status);
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

impl Drop for Pipe {
    fn drop(&mut self) {
        self.input = None;
        if self.group == Group::Own {
            end_group(&self.child);
        }
        // Both fail only when the process has ended already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[cfg(unix)]
fn lead_a_group(command: &mut Command) {
    use std::os::unix::process::CommandExt;
    command.process_group(0);
}

#[cfg(not(unix))]
fn lead_a_group(_: &mut Command) {}

/// Ends every process of the program's group.
#[cfg(unix)]
fn end_group(child: &Child) {
    use nix::sys::signal::{Signal, killpg};
    use nix::unistd::Pid;
    if let Ok(group) = i32::try_from(child.id()) {
        // It fails when nobody is left in the group.
        let _ = killpg(Pid::from_raw(group), Signal::SIGKILL);
    }
}

#[cfg(not(unix))]
fn end_group(_: &Child) {}

/// A thread that writes, so that a program that does not read cannot block the client.
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
fn reader(stdout: impl Read + Send + 'static) -> Receiver<Line> {
    let (sender, lines) = mpsc::sync_channel(WAITING_LINES);
    thread::spawn(move || read_lines(BufReader::new(stdout), &sender));
    lines
}

fn read_lines(mut stdout: impl BufRead, sender: &SyncSender<Line>) {
    let mut bytes = Vec::new();
    loop {
        bytes.clear();
        let mut limited = stdout.by_ref().take(LONGEST_LINE);
        match limited.read_until(b'\n', &mut bytes) {
            Ok(0) | Err(_) => return,
            Ok(_) => {}
        }
        let text = String::from_utf8_lossy(&bytes);
        let line = Line {
            text: text.trim_end_matches(['\n', '\r']).to_owned(),
            at: Instant::now(),
        };
        if sender.send(line).is_err() {
            return;
        }
    }
}
