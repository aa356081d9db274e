//! A session that several threads share: each brings what it has, and sees to what follows from it.
//!
//! `stop` is to reach the search, and its answer the client, without a third thread between them that
//! would have to be woken: so the reader tells the search itself, and the search writes its answer.

use std::io::{self, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Weak};

use parking_lot::{Condvar, Mutex, MutexGuard};

use super::job::{Event, panic_text};
use super::{Options, Session};
use crate::search::Search;

/// A session, and how it ended.
pub(super) struct Shared<W> {
    state: Mutex<State<W>>,
    /// Told when the session has ended.
    ended: Condvar,
}

struct State<W> {
    session: Session<W>,
    /// `None` while the session goes on.
    end: Option<io::Result<()>>,
}

impl<W: Write + Send + 'static> Shared<W> {
    pub fn new(output: W, search: Search, options: Options) -> Arc<Self> {
        Arc::new_cyclic(|shared| {
            let session = Session::new(output, Weak::clone(shared), search, options);
            Self {
                state: Mutex::new(State { session, end: None }),
                ended: Condvar::new(),
            }
        })
    }

    /// What brings an event to the session, as long as there is one, and says whether it wants more.
    pub fn entrance(self: &Arc<Self>) -> impl Fn(Event) -> bool + Send + 'static {
        entrance(Arc::downgrade(self))
    }

    /// The session takes the event; then what waits is carried out as far as it may be. Between two
    /// things that waited another thread may bring something: so the queue does not grow while nothing
    /// runs, and `stop` and `isready` are always heard. Whether the session wants more.
    fn bring(&self, event: Event) -> bool {
        let mut state = self.state.lock();
        let mut goes_on = self.attempt(&mut state, |session| {
            session.handle(event)?;
            session.proceed_once()
        });
        while goes_on {
            MutexGuard::bump(&mut state);
            goes_on = self.attempt(&mut state, Session::proceed_once);
        }
        let goes_on = state.end.is_none();
        // Who waits is next, however fast the lines come.
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
        if state.end.is_some() {
            return false;
        }
        let session = &mut state.session;
        let done = catch_unwind(AssertUnwindSafe(|| what(session))).unwrap_or_else(|panic| {
            let text = panic_text(panic.as_ref());
            Err(io::Error::other(format!("the session failed: {text}")))
        });
        let end = match done {
            Ok(_) if state.session.has_ended() => Ok(()),
            Ok(done) => return done,
            Err(error) => Err(error),
        };
        state.end = Some(end);
        self.ended.notify_all();
        false
    }

    /// Waits for the end of the session, and of its work.
    ///
    /// # Errors
    /// What it ended with.
    pub fn wait(&self) -> io::Result<()> {
        let mut state = self.state.lock();
        let end = loop {
            match state.end.take() {
                Some(end) => break end,
                None => self.ended.wait(&mut state),
            }
        };
        // It stays ended for whoever comes late.
        state.end = Some(Ok(()));
        if let Some(running) = &mut state.session.running {
            running.stop();
        }
        let worker = state.session.worker.take();
        // The worker may come to the session once more.
        drop(state);
        if let Some(worker) = worker {
            worker.end();
        }
        end
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
        let is_busy = |session: &mut Session<W>| {
            let proceeded = session.proceed_once().expect("an output");
            proceeded || session.running.is_some()
        };
        while self.with(is_busy) {
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
        let error = shared.wait().expect_err("it failed").to_string();
        assert_eq!(error, "the session failed: two lines");
        assert!(!shared.bring(Event::Line(Ok("isready".to_owned()))));
        assert!(shared.with(|session| session.output.is_empty()));
    }
}
