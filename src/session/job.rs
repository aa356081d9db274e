//! Work on a thread of its own: searches, perft, bench. A panic there is caught and told.

use std::any::Any;
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::SyncSender;
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use super::reader::LineError;
use crate::bench;
use crate::search::{Best, GoLimits, HashError, Report, Search, SearchOptions, Signals};
use crate::state::perft::{self, LastPly};
use crate::state::{Game, Turn};

/// Room for the deepest search and the deepest perft.
const STACK: usize = 64 << 20;

/// How long to stay awake for work that was told to stop: it looks up far more often.
const LINGER: Duration = Duration::from_micros(500);

/// What a session waits for.
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
pub(super) type Work = Box<dyn FnOnce(&Stop, &SyncSender<Event>) -> Finished + Send>;

/// Work that is being done.
#[derive(Debug)]
pub(super) struct Job {
    thread: JoinHandle<()>,
    stop: Arc<Stop>,
}

/// How work is told to end.
#[derive(Debug, Default)]
pub(super) struct Stop {
    search: Signals,
    perft: AtomicBool,
    /// Whether the work has ended, and says so next.
    ended: AtomicBool,
}

impl Stop {
    /// Tells the work to stop.
    pub fn tell(&self) {
        self.search.stop();
        self.perft.store(true, Ordering::Relaxed);
    }

    /// Whether the work shall end.
    #[cfg(any(test, feature = "fault-injection"))]
    pub fn is_told(&self) -> bool {
        self.search.is_stopped()
    }
}

impl Job {
    /// Starts work; what comes of it goes to `events`, last of all [`Event::Finished`].
    ///
    /// # Errors
    /// There can be no thread.
    pub fn start(work: Work, events: SyncSender<Event>) -> io::Result<Self> {
        #[cfg(feature = "fault-injection")]
        let work = super::fault::inject(work)?;
        let stop = Arc::new(Stop::default());
        let shared = Arc::clone(&stop);
        let run = move || {
            let work = AssertUnwindSafe(|| work(shared.as_ref(), &events));
            let finished = catch_unwind(work)
                .unwrap_or_else(|panic| Finished::Panicked(panic_text(panic.as_ref())));
            shared.ended.store(true, Ordering::Release);
            // A session that is gone needs nothing more.
            let _ = events.send(Event::Finished(finished));
        };
        let thread = thread::Builder::new()
            .name("work".to_owned())
            .stack_size(STACK)
            .spawn(run)?;
        Ok(Self { thread, stop })
    }

    pub fn stop(&self) {
        self.stop.tell();
    }

    /// What tells it to stop.
    pub fn stopper(&self) -> &Arc<Stop> {
        &self.stop
    }

    /// Stays awake for a moment, as long as the work goes on: it was told to stop, and to fall asleep
    /// and be woken again would keep the client waiting for longer than the work does.
    pub fn linger(&self) {
        let since = Instant::now();
        while !self.stop.ended.load(Ordering::Acquire) && since.elapsed() < LINGER {
            thread::yield_now();
        }
    }

    pub fn ponder_hit(&self) {
        self.stop.search.ponder_hit();
    }

    /// Waits for the thread.
    pub fn join(self) {
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
    Box::new(move |stop, events| {
        let mut report = |report| {
            #[cfg(feature = "fault-injection")]
            super::fault::report();
            let _ = events.send(Event::Report(report));
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

fn panic_text(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().copied();
    let text = text.or_else(|| panic.downcast_ref::<String>().map(String::as_str));
    text.unwrap_or("unknown panic").replace(['\n', '\r'], " ")
}
