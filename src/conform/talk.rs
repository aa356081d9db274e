//! A dialogue with an engine: its handshake, its options, and questions with one answer each.

use std::time::Duration;

use super::format::Setting;
use super::steps::is_error;
use crate::pipe::{Fault, Pipe};

/// Why a case did not pass.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Stop {
    /// The engine does not have what the case needs.
    Unsupported(String),
    /// The engine answered, but something else.
    Differs {
        /// What the fixture wants.
        expected: String,
        /// What came.
        got: String,
    },
    /// The engine gave no answer: nothing more can be asked.
    Fault {
        /// What the fixture wants.
        expected: String,
        /// What happened to the engine.
        fault: Fault,
    },
}

/// An engine together with what was sent to it for the current case.
#[derive(Debug)]
pub struct Talk {
    engine: Pipe,
    limit: Duration,
    sent: Vec<String>,
    options: Option<Vec<String>>,
}

impl Talk {
    /// Begins with the handshake.
    ///
    /// # Errors
    /// The engine is silent or dead.
    pub fn begin(engine: Pipe, limit: Duration) -> Result<Self, (Stop, Vec<String>)> {
        let mut talk = Self {
            engine,
            limit,
            sent: Vec::new(),
            options: None,
        };
        match talk.handshake() {
            Ok(options) => {
                talk.options = options;
                Ok(talk)
            }
            Err(stop) => Err((stop, talk.sent)),
        }
    }

    /// What was sent since the last call; for the report of a difference.
    pub fn take_sent(&mut self) -> Vec<String> {
        std::mem::take(&mut self.sent)
    }

    /// Notes options that were set before an earlier case, so that a report shows them.
    pub fn mention(&mut self, settings: &[Setting]) {
        self.sent.extend(settings.iter().map(set_option));
    }

    /// The options of the `uci` reply; `None` when the engine does not know `uci`.
    fn handshake(&mut self) -> Result<Option<Vec<String>>, Stop> {
        self.send("uci");
        let mut options = Vec::new();
        loop {
            let line = self.line("uciok")?;
            if line == "uciok" {
                return Ok(Some(options));
            }
            if is_unknown_command(&line) {
                return Ok(None);
            }
            options.extend(option_default(&line).map(|(name, _)| name));
        }
    }

    /// Sets options; one that the engine does not list is not supported.
    ///
    /// # Errors
    /// An option is not listed or is refused, or the engine gave no answer.
    pub fn apply(&mut self, settings: &[Setting]) -> Result<(), Stop> {
        for setting in settings {
            let listed = |names: &Vec<String>| {
                names
                    .iter()
                    .any(|name| name.eq_ignore_ascii_case(&setting.name))
            };
            if !self.options.as_ref().is_none_or(listed) {
                return Err(Stop::Unsupported(format!(
                    "the engine has no option {}",
                    setting.name
                )));
            }
            let command = format!("setoption name {} value {}", setting.name, setting.value);
            match self.command(&command)? {
                None => {}
                Some(error) if self.options.is_none() => return Err(Stop::Unsupported(error)),
                Some(error) => {
                    return Err(Stop::Differs {
                        expected: "no error".to_owned(),
                        got: error,
                    });
                }
            }
        }
        Ok(())
    }

    /// Sends a command that has no reply; its error line, if it gave one.
    ///
    /// The question behind it shows when the command has been carried out: queries keep the order.
    ///
    /// # Errors
    /// The engine does not know the command, or gave no answer.
    pub fn command(&mut self, command: &str) -> Result<Option<String>, Stop> {
        self.send(command);
        self.send("query gameover");
        let mut error = None;
        loop {
            let line = self.line("response {any}")?;
            if line.starts_with("response") {
                return Ok(error);
            }
            if is_error(&line) && error.is_none() {
                // The engine has to be read up to the answer, which an engine without `query` never gives.
                if is_unknown_command(&line) && line.contains("query") {
                    return Err(Stop::Unsupported(line));
                }
                error = Some(line);
            } else {
                return Err(Stop::Differs {
                    expected: "nothing, or one error line".to_owned(),
                    got: line,
                });
            }
        }
    }

    /// Sends a command that has to be accepted.
    ///
    /// # Errors
    /// It is refused, or the engine gave no answer.
    pub fn accept(&mut self, command: &str) -> Result<(), Stop> {
        match self.command(command)? {
            None => Ok(()),
            Some(error) if is_unknown_command(&error) => Err(Stop::Unsupported(error)),
            Some(error) => Err(Stop::Differs {
                expected: "no error".to_owned(),
                got: error,
            }),
        }
    }

    /// Sends a command that has to be refused, and yields the error line.
    ///
    /// # Errors
    /// It is accepted or unknown, or the engine gave no answer.
    pub fn refuse(&mut self, command: &str, expected: &str) -> Result<String, Stop> {
        match self.command(command)? {
            Some(error) if is_unknown_command(&error) => Err(Stop::Unsupported(error)),
            Some(error) => Ok(error),
            None => Err(Stop::Differs {
                expected: expected.to_owned(),
                got: "no error".to_owned(),
            }),
        }
    }

    /// Asks a question, and yields what stands behind `response`.
    ///
    /// # Errors
    /// The reply is an error or something else, the question is unknown, or no answer came.
    pub fn ask(&mut self, question: &str, expected: &str) -> Result<String, Stop> {
        self.send(question);
        let line = self.line(expected)?;
        match line.strip_prefix("response") {
            Some(answer) => Ok(answer.trim_start().to_owned()),
            None if is_unknown_command(&line) => Err(Stop::Unsupported(line)),
            None => Err(Stop::Differs {
                expected: expected.to_owned(),
                got: line,
            }),
        }
    }

    /// Asks a question whose answer has to be this one.
    ///
    /// # Errors
    /// The answer is another one, or as for [`Talk::ask`].
    pub fn expect(&mut self, question: &str, answer: &str) -> Result<(), Stop> {
        let expected = if answer.is_empty() {
            "response".to_owned()
        } else {
            format!("response {answer}")
        };
        let got = self.ask(question, &expected)?;
        if got == answer {
            return Ok(());
        }
        Err(Stop::Differs {
            expected,
            got: format!("response {got}"),
        })
    }

    /// Sends a command and yields the lines up to the one that begins with `last`, that one included.
    ///
    /// # Errors
    /// An error line, an unknown command, or no answer.
    pub fn lines_to(
        &mut self,
        command: &str,
        last: &str,
        expected: &str,
    ) -> Result<Vec<String>, Stop> {
        self.send(command);
        let mut lines = Vec::new();
        loop {
            let line = self.line(expected)?;
            if is_unknown_command(&line) {
                return Err(Stop::Unsupported(line));
            }
            if is_error(&line) {
                return Err(Stop::Differs {
                    expected: expected.to_owned(),
                    got: line,
                });
            }
            let done = line.split(' ').next() == Some(last);
            lines.push(line);
            if done {
                return Ok(lines);
            }
        }
    }

    fn send(&mut self, line: &str) {
        self.sent.push(line.to_owned());
        self.engine.send(line.as_bytes());
    }

    fn line(&mut self, expected: &str) -> Result<String, Stop> {
        self.engine.line(self.limit).map_err(|fault| Stop::Fault {
            expected: expected.to_owned(),
            fault,
        })
    }
}

/// The command that sets an option.
pub(super) fn set_option(setting: &Setting) -> String {
    format!("setoption name {} value {}", setting.name, setting.value)
}

/// The reply of an engine that does not have a command.
pub(super) fn is_unknown_command(line: &str) -> bool {
    line.to_ascii_lowercase().contains("unknown command")
}

/// The commands of the protocol.
const COMMANDS: [&str; 21] = [
    "uci",
    "ugi",
    "isready",
    "ucinewgame",
    "uginewgame",
    "setoption",
    "position",
    "go",
    "stop",
    "ponderhit",
    "quit",
    "debug",
    "query",
    "play",
    "undo",
    "explain",
    "perft",
    "show",
    "eval",
    "bench",
    "help",
];

/// Whether a line begins with a command of the protocol, one that an engine may lack.
pub(super) fn is_command(line: &str) -> bool {
    let word = line.split_whitespace().next().unwrap_or_default();
    COMMANDS.contains(&word)
}

/// The name, and the default if there is one, in `option name <name> type <type> default <default> ...`;
/// both may hold spaces.
pub(crate) fn option_default(line: &str) -> Option<(String, Option<String>)> {
    let (name, rest) = line.strip_prefix("option name ")?.split_once(" type ")?;
    let default = rest.split_once(" default ").map(|(_, value)| {
        let ends = [" var ", " min ", " max "].map(|word| value.find(word));
        let end = ends.into_iter().flatten().min().unwrap_or(value.len());
        value.get(..end).unwrap_or(value).trim().to_owned()
    });
    Some((name.trim().to_owned(), default))
}
