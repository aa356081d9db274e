//! The session that a person plays against, with questions and answers instead of lines.

use std::io;

use jarmo::session::{Local, Options};

/// How an error line begins.
const ERROR: &str = "info string error: ";

/// A session that is spoken to in whole questions.
pub(super) struct Engine(Local);

/// What a search found.
pub(super) struct Found {
    /// The best turn.
    pub turn: String,
    /// What the other side would answer.
    pub reply: Option<String>,
}

impl Engine {
    /// Begins a session.
    pub fn start(options: Options) -> io::Result<Self> {
        Local::start(options).map(Self)
    }

    /// Ends it.
    pub fn end(self) -> io::Result<()> {
        self.0.end()
    }

    /// What stands behind `response`; an error line as an error within.
    fn response(&self, command: &str) -> io::Result<Result<String, String>> {
        self.0.say(command)?;
        loop {
            let line = self.0.hear()?;
            if let Some(error) = line.strip_prefix(ERROR) {
                return Ok(Err(error.to_owned()));
            }
            if let Some(answer) = line.strip_prefix("response") {
                return Ok(Ok(answer.trim().to_owned()));
            }
        }
    }

    /// Asks what always has an answer.
    pub fn ask(&self, query: &str) -> io::Result<String> {
        self.response(query)?.map_err(io::Error::other)
    }

    /// Gives a command without a reply; an error is what was wrong with it.
    pub fn order(&self, command: &str) -> io::Result<Result<(), String>> {
        self.0.say(command)?;
        match self.response("query protocol")? {
            Ok(_) => Ok(Ok(())),
            Err(error) => {
                // The answer to the question behind the command is still to come.
                while !self.0.hear()?.starts_with("response") {}
                Ok(Err(error))
            }
        }
    }

    /// The legal turns.
    pub fn turns(&self) -> io::Result<Vec<String>> {
        let turns = self.ask("query moves")?;
        Ok(turns.split_whitespace().map(str::to_owned).collect())
    }

    /// How many turns were played since the position that was given.
    pub fn played(&self) -> io::Result<usize> {
        let game = self.ask("query game")?;
        let turns = game.split_whitespace().skip_while(|word| *word != "moves");
        Ok(turns.skip(1).count())
    }

    /// The rule that forbids a turn, `None` if it is legal; an error if the word is no turn.
    pub fn explain(&self, turn: &str) -> io::Result<Result<Option<String>, String>> {
        let answer = self.response(&format!("explain {turn}"))?;
        Ok(answer.map(|answer| answer.strip_prefix("illegal ").map(str::to_owned)))
    }

    /// Searches so many nodes.
    pub fn search(&self, nodes: u64) -> io::Result<Found> {
        self.0.say(&format!("go nodes {nodes}"))?;
        let mut reply = None;
        loop {
            let line = self.0.hear()?;
            let mut words = line.split_whitespace();
            match words.next() {
                Some("bestmove") => {
                    let turn = words.next().unwrap_or_default().to_owned();
                    return Ok(Found { turn, reply });
                }
                Some("info") => {
                    let mut line = words.skip_while(|word| *word != "pv");
                    reply = line.nth(2).map(str::to_owned).or(reply);
                }
                _ => {}
            }
        }
    }
}
