//! Work on a thread of its own: searches, perft, bench. A panic there is caught and told.
//!
//! The thread stays, and waits for more to do. To begin a new one would take longer than to wake it; and
//! a thread that ends is busy for a while on the core where the client is to read its last answer.

use std::any::Any;
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{SendError, Sender, channel};
use std::thread::{self, JoinHandle};

use super::reader::LineError;
use crate::bench;
use crate::search::{Best, GoLimits, HashError, Report, Search, SearchOptions, Signals};
use crate::state::perft::{self, LastPly};
use crate::state::{Game, Turn};

/// Room for the deepest search and the deepest perft.
const STACK: usize = 64 << 20;

/// What a session takes.
#[derive(Debug)]
pub(super) enum Event {
    Line(Result<String, LineError>),
    /// There are no more lines; or they cannot be read.
    InputEnd(io::Result<()>),
    Report(Report),
    Finished(Finished),
}

/// What work ended with.
#[derive(Debug)]
pub(super) enum Finished {
    /// The search comes back, with what it remembers.
    Search(Box<Search>, Best),
    /// `None` when it was stopped.
    Perft(u32, Option<Vec<(Turn, u64)>>),
    Bench(Result<Option<bench::Summary>, HashError>),
    /// It panicked, with this text.
    Panicked(String),
}

/// What is to be done.
pub(super) type Work = Box<dyn FnOnce(&Stop, &mut dyn FnMut(Report)) -> Finished + Send>;

/// The thread that works.
#[derive(Debug)]
pub(super) struct Worker {
    jobs: Sender<(Work, Arc<Stop>)>,
    thread: JoinHandle<()>,
}

/// How work is told to end.
#[derive(Debug, Default)]
pub(super) struct Stop {
    search: Signals,
    perft: AtomicBool,
}

impl Stop {
    /// Tells the work to stop.
    pub fn tell(&self) {
        self.search.stop();
        self.perft.store(true, Ordering::Relaxed);
    }

    /// The clock of the search runs from now on.
    pub fn ponder_hit(&self) {
        self.search.ponder_hit();
    }

    /// Whether the work shall end.
    #[cfg(feature = "fault-injection")]
    pub fn is_told(&self) -> bool {
        self.search.is_stopped()
    }
}

impl Worker {
    /// Starts the thread; it brings what comes of its work to the session, and at the end of each
    /// [`Event::Finished`].
    ///
    /// # Errors
    /// There can be no thread.
    pub fn start(bring: impl Fn(Event) -> bool + Send + 'static) -> io::Result<Self> {
        #[cfg(feature = "fault-injection")]
        super::fault::thread()?;
        let (jobs, wanted) = channel::<(Work, Arc<Stop>)>();
        let run = move || {
            let mut report = |report| {
                bring(Event::Report(report));
            };
            for (work, stop) in wanted {
                let work = AssertUnwindSafe(|| work(&stop, &mut report));
                let finished = catch_unwind(work)
                    .unwrap_or_else(|panic| Finished::Panicked(panic_text(panic.as_ref())));
                bring(Event::Finished(finished));
            }
        };
        let thread = thread::Builder::new()
            .name("work".to_owned())
            .stack_size(STACK)
            .spawn(run)?;
        Ok(Self { jobs, thread })
    }

    /// Hands it work, and gives what ends that; or the work back, when the thread is gone.
    pub fn begin(&self, work: Work) -> Result<Arc<Stop>, Work> {
        #[cfg(feature = "fault-injection")]
        let work = super::fault::inject(work);
        let stop = Arc::new(Stop::default());
        let job = (work, Arc::clone(&stop));
        self.jobs.send(job).map_err(|SendError((work, _))| work)?;
        Ok(stop)
    }

    /// Waits for the end of the work that was begun, and of the thread.
    pub fn end(self) {
        drop(self.jobs);
        // Its panics were caught and told.
        let _ = self.thread.join();
    }
}

pub(super) fn search(
    mut search: Box<Search>,
    game: Arc<Game>,
    limits: GoLimits,
    options: SearchOptions,
) -> Work {
    Box::new(move |stop, tell| {
        let mut report = |report| {
            #[cfg(feature = "fault-injection")]
            super::fault::report();
            tell(report);
        };
        let best = search.run(&game, &limits, &options, &stop.search, &mut report);
        Finished::Search(search, best)
    })
}

pub(super) fn perft(game: Arc<Game>, depth: u32) -> Work {
    Box::new(move |stop, _| {
        let counts = perft::divide(&game, depth, LastPly::Counted, &stop.perft);
        Finished::Perft(depth, counts)
    })
}

pub(super) fn bench(depth: u32) -> Work {
    Box::new(move |stop, _| Finished::Bench(bench::run(depth, &stop.search)))
}

/// What a panic says, on one line.
pub(super) fn panic_text(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().copied();
    let text = text.or_else(|| panic.downcast_ref::<String>().map(String::as_str));
    text.unwrap_or("unknown panic").replace(['\n', '\r'], " ")
}
