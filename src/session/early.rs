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
    /// means `work`. After that line this says nothing any more, since the number has passed.
    pub fn await_line(&self, lines: u64, work: Option<&Arc<Stop>>) {
        let work = work.map(|work| (lines, Arc::clone(work)));
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = work;
    }

    /// The reader has a line after `lines` others.
    pub fn hear(&self, line: &str, lines: u64) {
        // Other white space does not belong to a `stop`.
        if line.trim_matches([' ', '\t']) != "stop" {
            return;
        }
        let awaited = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((done, work)) = awaited.as_ref()
            && *done == lines
        {
            work.tell();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_stop_with_nothing_before_it_is_heard() {
        let (early, work) = (Early::default(), Arc::new(Stop::default()));
        early.hear("stop", 0);
        early.await_line(3, Some(&work));
        early.hear("stop", 4);
        for line in ["isready", "stop\r", "stop\u{a0}", "stop it", "\u{b}stop"] {
            early.hear(line, 3);
        }
        assert!(!work.is_told());
        early.hear("\t stop ", 3);
        assert!(work.is_told());
        let later = Arc::new(Stop::default());
        early.await_line(4, Some(&later));
        early.await_line(5, None);
        early.hear("stop", 5);
        assert!(!later.is_told());
    }
}
