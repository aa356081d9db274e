//! Faults on purpose, for the tests of what happens then. Exists only with the feature
//! `fault-injection`, which no normal build has.
//!
//! The environment variable `JARMO_FAULTS` holds one word for each work to come (search, perft,
//! bench), separated by blanks: `none`; `thread`, the thread cannot be started (once it is there, it
//! stays); `begin`, a panic before the work; `report=<n>`, a panic in its n-th report; `end`, a panic
//! instead of its result; `stop`, a panic when it is told to stop.

use std::cell::Cell;
use std::collections::VecDeque;
use std::io;
use std::sync::{LazyLock, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use super::job::Work;

static FAULTS: LazyLock<Mutex<VecDeque<String>>> = LazyLock::new(|| {
    let words = std::env::var("JARMO_FAULTS").unwrap_or_default();
    Mutex::new(words.split_whitespace().map(str::to_owned).collect())
});

thread_local! {
    /// How many reports there are to the panic; 0 = there is none.
    static REPORTS: Cell<u32> = const { Cell::new(0) };
}

const TEXT: &str = "an injected\nfault";

/// The next word, taken if it is wanted.
fn next(is_wanted: impl Fn(&str) -> bool) -> Option<String> {
    let mut faults = FAULTS.lock().unwrap_or_else(PoisonError::into_inner);
    let wanted = faults.front().is_some_and(|fault| is_wanted(fault));
    wanted.then(|| faults.pop_front()).flatten()
}

/// A thread is to be started.
///
/// # Errors
/// The next fault is that there can be none.
pub(super) fn thread() -> io::Result<()> {
    match next(|fault| fault == "thread") {
        Some(_) => Err(io::Error::other(TEXT.replace('\n', " "))),
        None => Ok(()),
    }
}

/// The work with the next fault in it.
pub(super) fn inject(work: Work) -> Work {
    let fault = next(|_| true).unwrap_or_default();
    let (kind, number) = fault.split_once('=').unwrap_or((&fault, ""));
    let number = number.parse().unwrap_or(1);
    match kind {
        "begin" => Box::new(move |_, _| panic!("{TEXT}")),
        "report" => Box::new(move |stop, tell| {
            REPORTS.set(number);
            work(stop, tell)
        }),
        "end" => Box::new(move |stop, tell| {
            drop(work(stop, tell));
            panic!("{TEXT}")
        }),
        "stop" => Box::new(move |stop, _| {
            while !stop.is_told() {
                thread::sleep(Duration::from_millis(1));
            }
            panic!("{TEXT}")
        }),
        _ => Box::new(move |stop, tell| {
            REPORTS.set(0);
            work(stop, tell)
        }),
    }
}

/// A search reports.
pub(super) fn report() {
    let left = REPORTS.get();
    if left > 0 {
        REPORTS.set(left - 1);
    }
    assert!(left != 1, "{TEXT}");
}
