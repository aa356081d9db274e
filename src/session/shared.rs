//! A session that several threads share: the reader and the thread that works bring what they have.
//!
//! `stop` is to reach the search, and its answer the client, without a third thread between them that
//! would have to be woken: so the reader tells the search itself, and the search writes its answer. The
//! price: who writes to a client that does not read keeps all others waiting.

use std::io::{self, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Weak};

use parking_lot::{Condvar, Mutex, MutexGuard};

use super::job::{Event, panic_text};
use super::{Options, Session};
use crate::search::Search;

/// A session, and whether it goes on.
pub(super) struct Shared<W> {
    /// The lock can be handed to the thread that waits for it, so that none waits for long.
    state: Mutex<State<W>>,
    /// Told when something waits that may be carried out, and at the end.
    news: Condvar,
}

struct State<W> {
    session: Session<W>,
    has_ended: bool,
    /// What it ended with, if that was an error.
    error: Option<io::Error>,
}

impl<W: Write + Send + 'static> Shared<W> {
    pub fn new(output: W, search: Search, options: Options) -> Arc<Self> {
        Arc::new_cyclic(|shared| {
            let state = State {
                session: Session::new(output, Weak::clone(shared), search, options),
                has_ended: false,
                error: None,
            };
            Self {
                state: Mutex::new(state),
                news: Condvar::new(),
            }
        })
    }

    /// What brings an event to the session, as long as there is one, and says whether it wants more.
    pub fn entrance(self: &Arc<Self>) -> impl Fn(Event) -> bool + Send + 'static {
        entrance(Arc::downgrade(self))
    }

    /// The session takes the event, and says whether it wants more. The reader sees to its line, if
    /// nothing is before that; all else that waits is left to the thread in [`Shared::run`], so that the
    /// reader hears the next line, and the search begins.
    fn bring(&self, event: Event) -> bool {
        let from_reader = matches!(event, Event::Line(_) | Event::InputEnd(_));
        let mut state = self.state.lock();
        self.attempt(&mut state, |session| {
            session.handle(event)?;
            Ok(from_reader && session.proceed_once()?)
        });
        if state.session.may_proceed() {
            self.news.notify_one();
        }
        let goes_on = !state.has_ended;
        // Whoever waits for the lock is next, however fast the lines come.
        MutexGuard::unlock_fair(state);
        goes_on
    }

    /// Does something with a session that has not ended, and sees whether it has then. Gives what is
    /// done, or false at the end. A panic is an end, so that nobody waits for ever.
    fn attempt(
        &self,
        state: &mut State<W>,
        what: impl FnOnce(&mut Session<W>) -> io::Result<bool>,
    ) -> bool {
        if state.has_ended {
            return false;
        }
        let session = &mut state.session;
        let done = catch_unwind(AssertUnwindSafe(|| what(session))).unwrap_or_else(|panic| {
            let text = panic_text(panic.as_ref());
            Err(io::Error::other(format!("the session failed: {text}")))
        });
        state.has_ended = done.is_err() || state.session.has_ended();
        if state.has_ended {
            self.news.notify_one();
        }
        match done {
            Ok(done) => done && !state.has_ended,
            Err(error) => {
                state.error = Some(error);
                false
            }
        }
    }

    /// Carries out what waits until the session ends, and its work with it. Between two things other
    /// threads have their turn, so that `stop` and `isready` are heard, and the queue does not grow
    /// while nothing runs.
    ///
    /// # Errors
    /// What it ended with.
    pub fn run(&self) -> io::Result<()> {
        let mut state = self.state.lock();
        while !state.has_ended {
            if self.attempt(&mut state, Session::proceed_once) {
                MutexGuard::bump(&mut state);
            } else if !state.has_ended {
                self.news.wait(&mut state);
            }
        }
        if let Some(running) = &mut state.session.running {
            running.stop();
        }
        let (worker, error) = (state.session.worker.take(), state.error.take());
        // The worker may come to the session once more.
        drop(state);
        if let Some(worker) = worker {
            worker.end();
        }
        error.map_or(Ok(()), Err)
    }
}

/// See [`Shared::entrance`].
pub(super) fn entrance<W: Write + Send + 'static>(
    shared: Weak<Shared<W>>,
) -> impl Fn(Event) -> bool + Send + 'static {
    move |event| shared.upgrade().is_some_and(|shared| shared.bring(event))
}

/// A session that nobody listens to.
#[cfg(test)]
pub(super) fn quiet() -> Arc<Shared<Vec<u8>>> {
    let search = Search::new(1).expect("a small table");
    Shared::new(Vec::new(), search, Options::default())
}

#[cfg(test)]
impl<W: Write + Send + 'static> Shared<W> {
    /// Does something with the session while nobody else can.
    pub fn with<T>(&self, what: impl FnOnce(&mut Session<W>) -> T) -> T {
        what(&mut self.state.lock().session)
    }

    /// Carries out what waits, until nothing runs.
    pub fn rest(&self) {
        let since = std::time::Instant::now();
        let is_busy = |session: &mut Session<W>| {
            let proceeded = session.proceed_once().expect("an output");
            proceeded || session.running.is_some()
        };
        while self.with(is_busy) {
            assert!(since.elapsed().as_secs() < 60, "work without end");
            std::thread::sleep(std::time::Duration::from_millis(1));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_ends_the_session_and_nobody_waits_for_it() {
        let shared = quiet();
        let mut state = shared.state.lock();
        assert!(!shared.attempt(&mut state, |_| panic!("two\nlines")));
        drop(state);
        assert!(!shared.bring(Event::Line(Ok("isready".to_owned()))));
        let error = shared.run().expect_err("it failed").to_string();
        assert_eq!(error, "the session failed: two lines");
        assert!(!shared.bring(Event::Line(Ok("isready".to_owned()))));
        assert!(shared.with(|session| session.output.is_empty()));
    }
}
