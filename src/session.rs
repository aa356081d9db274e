//! A session: commands in, replies out.
//!
//! Lines come from a reader thread, and what a search finds from its own thread. Each of them brings
//! what it has to the session itself, which takes one thing at a time and is the only one that writes:
//! so a reply is never torn, nothing is changed under a running search, and nobody has to be woken to
//! pass anything on. What has to wait is carried out by the thread that waits for the end.
//!
//! What may be done when:
//!
//! | running | `isready` `quit` | `stop` `ponderhit` | `query` | the others |
//! |---|---|---|---|---|
//! | nothing | at once | after what waits | in order | in order |
//! | a limited search | at once | at once | at once, if nothing waits before it | wait |
//! | an unlimited search | at once | after what waits | in order | are refused |
//! | a search that was told to stop | at once | wait, if something waits | as before | wait |
//! | perft, bench | at once | at once | waits | wait |

mod answers;
mod board_file;
mod current;
#[cfg(feature = "fault-injection")]
mod fault;
mod job;
mod local;
mod options;
mod queue;
mod reader;
mod running;
mod shared;
#[cfg(test)]
mod tests;
mod translate;
mod writer;

pub use answers::perft as perft_replies;
pub use board_file::{builtin as builtin_board, text as board_text};
pub use current::{MOST_TURNS, set_up};
pub use local::Local;
pub use options::{Change, OptionError, Options};
pub use reader::LONGEST_LINE;

use std::io::{self, ErrorKind, Read, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Weak;
use std::thread;

use crate::notation::quoted;
use crate::protocol::{self, Command, Handshake, Reply};
use crate::search::Search;
use current::Current;
use job::{Event, Worker, panic_text};
use queue::{Queue, Waiting};
use reader::read_lines;
use running::Running;
use shared::Shared;
use writer::write_line;

/// Holds a session: reads commands from `input` until it ends or `quit` comes, and writes replies to
/// `output`. The options are those that the session begins with. An output that is closed ends the
/// session quietly. The thread that reads may outlive the session, while it waits for a line.
///
/// # Errors
/// The output cannot be written, the first hash table cannot be had, or no thread can be started.
pub fn run(
    input: impl Read + Send + 'static,
    output: impl Write + Send + 'static,
    options: Options,
) -> io::Result<()> {
    let search = Search::new(options.hash as usize).map_err(io::Error::other)?;
    let shared = Shared::new(output, search, options);
    let bring = shared.entrance();
    let read = move || {
        let lines = AssertUnwindSafe(|| read_lines(input, |line| bring(Event::Line(line))));
        let end = catch_unwind(lines)
            .unwrap_or_else(|panic| Err(io::Error::other(panic_text(panic.as_ref()))));
        bring(Event::InputEnd(end));
    };
    thread::Builder::new()
        .name("reader".to_owned())
        .spawn(read)?;
    match shared.run() {
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(()),
        result => result,
    }
}

/// Why a command failed.
enum Failed {
    /// It was refused, and everything is as it was.
    Refused(String),
    /// The output is gone.
    Output(io::Error),
}

impl From<io::Error> for Failed {
    fn from(error: io::Error) -> Self {
        Self::Output(error)
    }
}

struct Session<W> {
    output: W,
    /// For the thread that works.
    shared: Weak<Shared<W>>,
    /// What the session began with: what the handshake calls defaults.
    defaults: Options,
    options: Options,
    handshake: Option<Handshake>,
    debug: bool,
    current: Current,
    /// `None` while it searches, and after it was lost in a panic.
    search: Option<Box<Search>>,
    running: Option<Running>,
    /// `None` as long as there was no work to do.
    worker: Option<Worker>,
    queue: Queue,
    /// No more lines are wanted: `quit`, or the end of input when its turn came.
    ending: bool,
}

impl<W: Write + Send + 'static> Session<W> {
    fn new(output: W, shared: Weak<Shared<W>>, search: Search, options: Options) -> Self {
        Self {
            output,
            shared,
            defaults: options.clone(),
            current: Current::new(options.settings()),
            options,
            handshake: None,
            debug: false,
            search: Some(Box::new(search)),
            running: None,
            worker: None,
            queue: Queue::default(),
            ending: false,
        }
    }

    /// Whether nothing more is to be said.
    fn has_ended(&self) -> bool {
        self.ending && self.running.is_none()
    }

    /// Whether what waits and may be carried out can begin or end something, or be refused for what runs:
    /// then a `stop` behind it has to wait for it. Beside limited work there are only queries, which may
    /// be many.
    fn may_change_what_runs(&self) -> bool {
        match &self.running {
            Some(running) => running.is_unlimited(),
            None => self.queue.begins_work(),
        }
    }

    /// Carries out all that was sent so far and may be carried out now: what comes next means the search
    /// that this may begin.
    fn catch_up(&mut self) -> io::Result<()> {
        while self.proceed_once()? {}
        Ok(())
    }

    /// Carries out the first of what waits, if it may be; whether it was.
    fn proceed_once(&mut self) -> io::Result<bool> {
        if !self.may_proceed() {
            return Ok(false);
        }
        match self.queue.pop() {
            Some(waiting) => self.proceed(waiting).map(|()| true),
            None => Ok(false),
        }
    }

    fn handle(&mut self, event: Event) -> io::Result<()> {
        match event {
            Event::Line(line) if !self.ending => self.line(line),
            Event::InputEnd(end) if !self.ending => {
                if let Err(error) = end {
                    self.say(&Reply::Error(format!("the input cannot be read: {error}")))?;
                }
                self.enqueue(Waiting::End, 0)
            }
            Event::Line(_) | Event::InputEnd(_) => Ok(()),
            Event::Report(report) => self.report(report),
            Event::Finished(finished) => self.finished(finished),
        }
    }

    /// What never waits is done; everything else waits, if only for a moment.
    fn line(&mut self, line: Result<String, reader::LineError>) -> io::Result<()> {
        let bytes = line.as_ref().map_or(0, String::len);
        let command = match line {
            Ok(line) => {
                log::debug!("< {}", quoted(&line));
                protocol::command(&line).map_err(|error| error.to_string())
            }
            Err(error) => Err(error.to_string()),
        };
        match command {
            Ok(None) => Ok(()),
            Ok(Some(Command::IsReady)) => self.say(&Reply::ReadyOk),
            Ok(Some(command @ (Command::Stop | Command::PonderHit))) => {
                if self.may_change_what_runs() {
                    self.catch_up()?;
                }
                let is_stopped = self.running.as_ref().is_some_and(Running::is_stopped);
                if is_stopped && self.queue.front().is_some() {
                    // It means the search that still waits for the end of this work.
                    return self.enqueue(Waiting::Command(command), bytes);
                }
                self.signal(&command)
            }
            Ok(Some(Command::Quit)) => {
                self.ending = true;
                self.queue.clear();
                self.stop()
            }
            Ok(Some(command)) => self.enqueue(Waiting::Command(command), bytes),
            Err(error) => self.enqueue(Waiting::Bad(error), bytes),
        }
    }

    fn enqueue(&mut self, waiting: Waiting, bytes: usize) -> io::Result<()> {
        self.queue.push(waiting, bytes).or_else(|queue::Full| {
            let refused = "too many commands wait already: this one is refused";
            self.say(&Reply::Error(refused.to_owned()))
        })
    }

    /// Whether the first of what waits may be carried out, or is to be refused now.
    fn may_proceed(&self) -> bool {
        match (self.queue.front(), &self.running) {
            (None, _) => false,
            (Some(_), None) => true,
            (Some(Waiting::Command(Command::Query(_))), Some(running)) => running.is_search(),
            (Some(Waiting::Command(Command::Stop | Command::PonderHit)), Some(running)) => {
                !running.is_stopped()
            }
            (Some(_), Some(running)) => running.is_unlimited(),
        }
    }

    fn proceed(&mut self, waiting: Waiting) -> io::Result<()> {
        let done = match waiting {
            Waiting::Bad(error) => Err(Failed::Refused(error)),
            Waiting::Command(command) if self.is_refused(&command) => {
                let word = command.word();
                Err(Failed::Refused(format!(
                    "{word} is refused while an unlimited search runs; stop it first"
                )))
            }
            Waiting::Command(command) => self.carry_out(command),
            Waiting::End => {
                self.ending = true;
                return if self.running.is_some() {
                    self.stop()
                } else {
                    Ok(())
                };
            }
        };
        match done {
            Ok(()) => Ok(()),
            Err(Failed::Refused(error)) => self.say(&Reply::Error(error)),
            Err(Failed::Output(error)) => Err(error),
        }
    }

    fn is_refused(&self, command: &Command) -> bool {
        let is_taken = matches!(
            command,
            Command::Query(_) | Command::Stop | Command::PonderHit
        );
        self.running.as_ref().is_some_and(Running::is_unlimited) && !is_taken
    }

    fn carry_out(&mut self, command: Command) -> Result<(), Failed> {
        if self.debug {
            self.say(&Reply::Note(format!("debug: {} begins", command.word())))?;
        }
        match command {
            Command::Handshake(handshake) => self.shake_hands(handshake)?,
            Command::NewGame => self.new_game(),
            Command::SetOption { name, value } => self.set_option(&name, value.as_deref())?,
            Command::Position { base, turns } => {
                self.current.set(&base, &turns).map_err(Failed::Refused)?;
            }
            Command::Go(go) => self.go(*go)?,
            Command::Perft(depth) => self.perft(depth)?,
            Command::Bench(depth) => self.bench(depth)?,
            Command::Debug(on) => self.debug = on,
            Command::Query(query) => {
                self.say(&Reply::Response(answers::answer(&self.current, query)))?;
            }
            Command::Play(turns) => self.current.play(&turns).map_err(Failed::Refused)?,
            Command::Undo(count) => self.current.undo(count).map_err(Failed::Refused)?,
            Command::Explain(turn) => self.say(&answers::explain(self.current.game(), turn))?,
            Command::Show => self.say_all(&answers::show(self.current.game()))?,
            Command::Eval => self.say_all(&answers::evaluation(self.current.game()))?,
            Command::Help => self.say_all(&answers::help())?,
            Command::Stop | Command::PonderHit => self.signal(&command)?,
            // These never wait: `line` has done them.
            Command::IsReady | Command::Quit => {}
        }
        Ok(())
    }

    /// `stop` or `ponderhit`.
    fn signal(&mut self, command: &Command) -> io::Result<()> {
        match command {
            Command::PonderHit => self.ponder_hit(),
            _ => self.stop(),
        }
    }

    fn shake_hands(&mut self, handshake: Handshake) -> io::Result<()> {
        self.handshake = Some(handshake);
        self.say_all(&[Reply::IdName, Reply::IdAuthor])?;
        let options: Vec<Reply> = self.defaults.list().collect();
        self.say_all(&options)?;
        self.say(&Reply::HandshakeDone(handshake))
    }

    fn new_game(&mut self) {
        self.forget();
        self.current = Current::new(self.options.settings());
    }

    fn forget(&mut self) {
        if let Some(search) = &mut self.search {
            search.clear();
        }
    }

    fn set_option(&mut self, name: &str, value: Option<&str>) -> Result<(), Failed> {
        let refused = |error: String| Failed::Refused(error);
        let change = self.options.with(name, value);
        let options = match change.map_err(|error| refused(error.to_string()))? {
            Change::ClearHash => {
                self.forget();
                return Ok(());
            }
            Change::To(options) => *options,
        };
        if options.hash != self.options.hash {
            let size = options.hash as usize;
            let resized = match &mut self.search {
                Some(search) => search.resize(size),
                None => Search::new(size).map(|search| self.search = Some(Box::new(search))),
            };
            resized.map_err(|error| refused(format!("option Hash: {error}")))?;
        }
        let another_game = options.is_another_game(&self.options);
        self.options = options;
        if another_game {
            self.new_game();
        }
        Ok(())
    }

    fn say(&mut self, reply: &Reply) -> io::Result<()> {
        let line = format!("{reply}\n");
        log::debug!("> {:.200}", line.trim_end());
        write_line(&mut self.output, &line)
    }

    fn say_all(&mut self, replies: &[Reply]) -> io::Result<()> {
        replies.iter().try_for_each(|reply| self.say(reply))
    }
}
