//! What the threads of one search share besides the table: the turns that they may make, those that they
//! have made, and the word that it is over.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// A thread makes so many turns between two looks at the clock and at the others.
pub(super) const STRIDE: u64 = 128;

/// How many turns a thread has made, on a cache line of its own.
#[derive(Debug, Default)]
#[repr(align(64))]
struct Made(AtomicU64);

/// The threads of one search.
#[derive(Debug)]
pub(super) struct Team {
    /// Turns that nobody has been given yet; `None` = any number.
    left: Option<AtomicU64>,
    made: Vec<Made>,
    over: AtomicBool,
}

impl Team {
    /// So many threads, which together may make so many turns; `None` = any number.
    pub fn new(threads: usize, nodes: Option<u64>) -> Self {
        Self {
            left: nodes.map(AtomicU64::new),
            made: (0..threads).map(|_| Made::default()).collect(),
            over: AtomicBool::new(false),
        }
    }

    /// Gives a thread up to [`STRIDE`] turns to make; 0 when there are none left.
    pub fn give(&self) -> u64 {
        let Some(left) = &self.left else {
            return STRIDE;
        };
        let take = |left: u64| Some(left.saturating_sub(STRIDE));
        let before = left
            .fetch_update(Ordering::Relaxed, Ordering::Relaxed, take)
            .unwrap_or_default();
        before.min(STRIDE)
    }

    /// A thread tells how many turns it has made.
    pub fn tell(&self, thread: usize, nodes: u64) {
        if let Some(made) = self.made.get(thread) {
            made.0.store(nodes, Ordering::Relaxed);
        }
    }

    /// How many turns all but one thread have made, as far as they have told.
    pub fn made_by_others(&self, thread: usize) -> u64 {
        let others = self.made.iter().enumerate();
        let others = others.filter(|(index, _)| *index != thread);
        others.map(|(_, made)| made.0.load(Ordering::Relaxed)).sum()
    }

    /// What ends the search of all threads at the latest when it goes out of scope.
    pub fn ends(&self) -> End<'_> {
        End(self)
    }

    /// The first thread has its answer. When that is because no turns are left, the others still make
    /// those that they were given: the number is exact.
    pub fn finish(&self) {
        let is_used_up = |left: &AtomicU64| left.load(Ordering::Relaxed) == 0;
        if !self.left.as_ref().is_some_and(is_used_up) {
            self.over.store(true, Ordering::Relaxed);
        }
    }

    /// Whether the first thread has its answer.
    pub fn is_over(&self) -> bool {
        self.over.load(Ordering::Relaxed)
    }
}

/// See [`Team::ends`].
pub(super) struct End<'a>(&'a Team);

impl Drop for End<'_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.0.over.store(true, Ordering::Relaxed);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn turns_are_given_out_once() {
        let team = Team::new(2, Some(2 * STRIDE + 5));
        let given: Vec<u64> = (0..4).map(|_| team.give()).collect();
        assert_eq!(given, [STRIDE, STRIDE, 5, 0]);
        team.finish();
        assert!(!team.is_over());
        assert_eq!(Team::new(1, None).give(), STRIDE);
    }

    #[test]
    fn an_answer_ends_the_search_of_the_others() {
        let team = Team::new(3, None);
        team.tell(0, 10);
        team.tell(1, 20);
        team.tell(2, 5);
        assert_eq!(team.made_by_others(0), 25);
        assert!(!team.is_over());
        team.finish();
        assert!(team.is_over());
    }
}
