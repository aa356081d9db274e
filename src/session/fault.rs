//! Faults on purpose, for the tests of what happens then. Exists only with the feature
//! `fault-injection`, which no normal build has.
//!
//! The environment variable `JARMO_FAULTS` holds one word for each work to come (search, perft,
//! bench), separated by blanks: `none`; `thread`, no thread can be started; `begin`, a panic before
//! the work; `report=<n>`, a panic in its n-th report; `end`, a panic instead of its result; `stop`, a
//! panic when it is told to stop.

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

/// The work with the next fault in it.
///
/// # Errors
/// The fault is that there can be no thread.
pub(super) fn inject(work: Work) -> io::Result<Work> {
    let mut faults = FAULTS.lock().unwrap_or_else(PoisonError::into_inner);
    let fault = faults.pop_front().unwrap_or_default();
    let (kind, number) = fault.split_once('=').unwrap_or((&fault, ""));
    let number = number.parse().unwrap_or(1);
    Ok(match kind {
        "thread" => return Err(io::Error::other(TEXT.replace('\n', " "))),
        "begin" => Box::new(move |_, _| panic!("{TEXT}")),
        "report" => Box::new(move |stop, session| {
            REPORTS.set(number);
            work(stop, session)
        }),
        "end" => Box::new(move |stop, session| {
            drop(work(stop, session));
            panic!("{TEXT}")
        }),
        "stop" => Box::new(move |stop, _| {
            while !stop.is_told() {
                thread::sleep(Duration::from_millis(1));
            }
            panic!("{TEXT}")
        }),
        _ => work,
    })
}

/// A search reports.
pub(super) fn report() {
    let left = REPORTS.get();
    if left > 0 {
        REPORTS.set(left - 1);
    }
    assert!(left != 1, "{TEXT}");
}
