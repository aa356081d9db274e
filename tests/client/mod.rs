//! A client of the real program: sends lines, reads replies with a time limit, and looks at how the
//! program ends. What the program writes to stderr is kept: no client shall ever see a panic there.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

/// Longer than any reply takes on a busy machine.
pub const LIMIT: Duration = Duration::from_secs(60);

/// The program under test, without arguments.
pub fn program() -> Command {
    Command::new(env!("CARGO_BIN_EXE_jarmo"))
}

/// A running program and the lines it prints.
pub struct Client {
    child: Child,
    input: Option<ChildStdin>,
    output: Receiver<String>,
    errors: Option<JoinHandle<String>>,
}

/// What came of a program that has ended.
pub struct End {
    pub lines: Vec<String>,
    pub status: ExitStatus,
    pub stderr: String,
}

impl Client {
    /// Starts the program.
    pub fn start() -> Self {
        Self::spawn(&mut program())
    }

    /// Starts a command that becomes the program.
    pub fn spawn(command: &mut Command) -> Self {
        let mut child = command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let output = BufReader::new(child.stdout.take().expect("stdout is a pipe"));
        let mut stderr = child.stderr.take().expect("stderr is a pipe");
        let (sender, lines) = channel();
        thread::spawn(move || {
            for line in output.lines().map_while(Result::ok) {
                if sender.send(line).is_err() {
                    return;
                }
            }
        });
        let errors = thread::spawn(move || {
            let mut text = Vec::new();
            let _ = stderr.read_to_end(&mut text);
            String::from_utf8_lossy(&text).into_owned()
        });
        Self {
            input: child.stdin.take(),
            child,
            output: lines,
            errors: Some(errors),
        }
    }

    /// The process id, for what the system knows about the program.
    pub fn id(&self) -> u32 {
        self.child.id()
    }

    /// Sends a line, or several in one write.
    pub fn send(&mut self, lines: &str) {
        self.send_bytes(format!("{lines}\n").as_bytes());
    }

    /// Sends bytes as they are. A program that has ended shows when its reply is missing.
    pub fn send_bytes(&mut self, bytes: &[u8]) {
        if let Some(input) = &mut self.input {
            let _ = input.write_all(bytes).and_then(|()| input.flush());
        }
    }

    /// The next line.
    pub fn line(&self) -> String {
        self.line_behind(b"?")
    }

    /// The next line, which this script must have given.
    pub fn line_behind(&self, script: &[u8]) -> String {
        match self.output.recv_timeout(LIMIT) {
            Ok(line) => line,
            Err(why) => panic!("{why}, behind\n{}", String::from_utf8_lossy(script)),
        }
    }

    /// The next line within a time; `None` at the end of output.
    fn next(&self, limit: Duration) -> Option<String> {
        match self.output.recv_timeout(limit) {
            Ok(line) => Some(line),
            Err(RecvTimeoutError::Disconnected) => None,
            Err(RecvTimeoutError::Timeout) => panic!("no line within {limit:?}"),
        }
    }

    /// Every line up to the first that begins with `start`, that one included.
    pub fn until(&self, start: &str) -> Vec<String> {
        let mut lines = Vec::new();
        loop {
            let line = self.line();
            let found = line.starts_with(start);
            lines.push(line);
            if found {
                return lines;
            }
        }
    }

    /// The next line that is not the `info` of a search.
    pub fn reply(&self) -> String {
        loop {
            let line = self.line();
            if !line.starts_with("info depth ") {
                return line;
            }
        }
    }

    /// Sends `isready`, and fails unless the next reply is `readyok`: nothing more was owed.
    pub fn sync(&mut self) {
        self.send("isready");
        assert_eq!(self.reply(), "readyok");
    }

    /// Closes the input, and waits for the end.
    pub fn end(mut self) -> End {
        drop(self.input.take());
        self.finish()
    }

    /// Waits for the end with the input open, as after `quit`.
    pub fn finish(mut self) -> End {
        let mut lines = Vec::new();
        while let Some(line) = self.next(LIMIT) {
            lines.push(line);
        }
        End {
            lines,
            status: wait(&mut self.child, LIMIT),
            stderr: self
                .errors
                .take()
                .and_then(|errors| errors.join().ok())
                .unwrap_or_default(),
        }
    }
}

impl Drop for Client {
    fn drop(&mut self) {
        // Both fail only when the process has ended already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Waits for a process, within a time.
pub fn wait(child: &mut Child, limit: Duration) -> ExitStatus {
    let start = Instant::now();
    loop {
        if let Some(status) = child.try_wait().expect("the state can be read") {
            return status;
        }
        assert!(start.elapsed() < limit, "the program does not end");
        thread::sleep(Duration::from_millis(1));
    }
}

/// A number from what Linux tells of a process, such as `VmRSS` (in kilobytes) or `Threads`.
#[cfg(target_os = "linux")]
pub fn status(id: u32, what: &str) -> u64 {
    let text = std::fs::read_to_string(format!("/proc/{id}/status")).expect("Linux tells it");
    let line = text.lines().find(|line| line.starts_with(what));
    line.and_then(|line| line.split_ascii_whitespace().nth(1))
        .and_then(|number| number.parse().ok())
        .expect("a number")
}
