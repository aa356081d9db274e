//! `stop` heard before its turn.
//!
//! A line wakes the reader, and the reader wakes the session: two threads that may have to wait for a
//! core. The work that is to stop need not wait for the second. Where everything sent before has been
//! done, the reader tells it at once; the line still goes the way of all lines.

use std::sync::{Arc, Mutex, PoisonError};

use super::job::Stop;

/// What the reader may stop: known while the session waits for the next line.
#[derive(Debug, Default)]
pub(super) struct Early(Mutex<Option<(u64, Arc<Stop>)>>);

impl Early {
    /// The session has done what the first `lines` lines said, and waits for the next one: a `stop` there
    /// means `work`.
    pub fn await_line(&self, lines: u64, work: Option<&Arc<Stop>>) {
        let work = work.map(|work| (lines, Arc::clone(work)));
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = work;
    }

    /// The reader has a line after `lines` others. Says whether it stopped something.
    pub fn hear(&self, line: &str, lines: u64) -> bool {
        if line.trim() != "stop" {
            return false;
        }
        let awaited = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        match awaited.as_ref() {
            Some((done, work)) if *done == lines => {
                work.tell();
                true
            }
            _ => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_stop_with_nothing_before_it_is_heard() {
        let (early, work) = (Early::default(), Arc::new(Stop::default()));
        assert!(!early.hear("stop", 0));
        early.await_line(3, Some(&work));
        assert!(!early.hear("isready", 3) && !early.hear("stop", 4) && !work.is_told());
        assert!(early.hear(" stop ", 3) && work.is_told());
        early.await_line(4, None);
        assert!(!early.hear("stop", 4));
    }
}
