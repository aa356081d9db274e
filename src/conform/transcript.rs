//! Plays a transcript against a fresh engine.

use std::time::{Duration, Instant};

use super::steps::{Sort, Step, is_error};
use super::talk::{Stop, is_command, is_unknown_command};
use crate::pipe::{Fault, Pipe};

/// How a report shows that the input was closed.
const END_OF_INPUT: &str = "(end of input)";

/// Plays the steps, in order, and yields what was sent up to the end or to the first difference.
///
/// After the last step the input is closed, nothing more may be printed, and the exit code is 0,
/// unless the last step states another one.
pub fn play(engine: Pipe, steps: &[Step], limit: Duration) -> (Vec<String>, Result<(), Stop>) {
    let mut player = Player {
        engine,
        limit,
        skipping: Vec::new(),
        sent: Vec::new(),
    };
    let result = player.all(steps);
    (player.sent, result)
}

struct Player {
    engine: Pipe,
    limit: Duration,
    /// Lines of these sorts may come before the next expected one.
    skipping: Vec<Sort>,
    sent: Vec<String>,
}

impl Player {
    fn all(&mut self, steps: &[Step]) -> Result<(), Stop> {
        for step in steps {
            self.step(step)?;
        }
        match steps.last() {
            Some(Step::Exit(_)) => Ok(()),
            _ => self.finish(0),
        }
    }

    fn step(&mut self, step: &Step) -> Result<(), Stop> {
        match step {
            Step::Send(bytes) => {
                self.sent.push(bytes.escape_ascii().to_string());
                self.engine.send(bytes);
            }
            Step::Expect(pattern) => {
                let expected = pattern.to_string();
                loop {
                    let line = self.next(&expected)?;
                    if pattern.matches(&line) {
                        break;
                    }
                    self.skip(&expected, line)?;
                }
                self.skipping.clear();
            }
            Step::Skip(sort) => self.skipping.push(sort.clone()),
            Step::Quiet(milliseconds) => self.quiet(Duration::from_millis(*milliseconds))?,
            Step::End => {
                self.sent.push(END_OF_INPUT.to_owned());
                self.engine.close_input();
            }
            Step::Exit(code) => self.finish(*code)?,
        }
        Ok(())
    }

    /// The next line; an engine that ends instead is a difference like any other.
    fn next(&mut self, expected: &str) -> Result<String, Stop> {
        match self.engine.line(self.limit) {
            Ok(line) if self.lacks(&line) => Err(Stop::Unsupported(line)),
            Ok(line) => Ok(line),
            Err(Fault::Closed) => Err(differs(expected, "end of output")),
            Err(fault) => Err(Stop::Fault {
                expected: expected.to_owned(),
                fault,
            }),
        }
    }

    /// Accepts a line that did not fit only if `...` covers it.
    fn skip(&self, expected: &str, line: String) -> Result<(), Stop> {
        if self.skipping.iter().any(|sort| sort.takes(&line)) {
            return Ok(());
        }
        Err(differs(expected, line))
    }

    /// Whether the engine says that it does not have a command, when only commands of the protocol were sent.
    fn lacks(&self, line: &str) -> bool {
        let known = |sent: &String| sent == END_OF_INPUT || is_command(sent);
        is_unknown_command(line) && self.sent.iter().all(known)
    }

    fn quiet(&mut self, time: Duration) -> Result<(), Stop> {
        let expected = format!("nothing but info lines for {} ms", time.as_millis());
        let start = Instant::now();
        loop {
            match self.engine.line(time.saturating_sub(start.elapsed())) {
                Ok(line) if line.starts_with("info ") && !is_error(&line) => {}
                Ok(line) => return Err(differs(expected, line)),
                Err(Fault::Closed) => return Err(differs(expected, "end of output")),
                Err(Fault::Silent(_)) => return Ok(()),
            }
        }
    }

    /// End of input, end of output, and the exit code.
    fn finish(&mut self, code: i32) -> Result<(), Stop> {
        self.engine.close_input();
        let expected = format!("end of output, exit code {code}");
        loop {
            match self.engine.line(self.limit) {
                Ok(line) => self.skip(&expected, line)?,
                Err(Fault::Closed) => break,
                Err(fault) => return Err(Stop::Fault { expected, fault }),
            }
        }
        match self.engine.exit_code(self.limit) {
            Ok(Some(got)) if got == code => Ok(()),
            Ok(Some(got)) => Err(differs(expected, format!("exit code {got}"))),
            Ok(None) => Err(differs(expected, "ended by a signal")),
            Err(error) => Err(differs(expected, error.to_string())),
        }
    }
}

fn differs(expected: impl Into<String>, got: impl Into<String>) -> Stop {
    Stop::Differs {
        expected: expected.into(),
        got: got.into(),
    }
}
