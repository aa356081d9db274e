//! The positions that occurred in a game, for repetition.
//!
//! Repetition runs across irreversible turns too (capture and recovery can cycle), so the history is
//! never cut short. A table of counts, which grows with the game, says at once that a position is new;
//! only otherwise are the keys searched.

/// Hash keys of the positions of a game, the current one last.
#[derive(Clone, Debug)]
pub(crate) struct History {
    keys: Vec<u64>,
    counts: Vec<u32>,
}

/// How many counts there are at first; a power of two.
const BUCKETS: usize = 1024;

impl History {
    /// A history that starts with one position.
    pub fn new(key: u64) -> Self {
        let mut history = Self {
            keys: Vec::new(),
            counts: vec![0; BUCKETS],
        };
        history.push(key);
        history
    }

    /// How many positions occurred, the current one included.
    pub fn len(&self) -> usize {
        self.keys.len()
    }

    /// The next position has this key.
    #[inline]
    pub fn push(&mut self, key: u64) {
        self.keys.push(key);
        if self.keys.len() > self.counts.len() {
            self.grow();
        } else {
            let bucket = self.bucket(key);
            self.counts[bucket] += 1;
        }
    }

    /// Forgets the current position.
    #[inline]
    pub fn pop(&mut self) {
        if let Some(key) = self.keys.pop() {
            let bucket = self.bucket(key);
            self.counts[bucket] -= 1;
        }
    }

    #[inline]
    fn bucket(&self, key: u64) -> usize {
        key as usize & (self.counts.len() - 1)
    }

    /// Counts again, in twice as many buckets: a long game does not fill them all.
    #[cold]
    fn grow(&mut self) {
        self.counts = vec![0; self.counts.len() * 2];
        for index in 0..self.keys.len() {
            let bucket = self.bucket(self.keys[index]);
            self.counts[bucket] += 1;
        }
    }

    /// Whether the current position has occurred at least `times` times, itself included.
    #[inline]
    pub fn occurred(&self, times: u32) -> bool {
        self.keys
            .last()
            .is_some_and(|key| self.counts[self.bucket(*key)] >= times && self.count(*key) >= times)
    }

    /// The keys of the positions that occurred at least `times` times, each once, in no order of the
    /// game.
    pub fn occurring(&self, times: u32) -> impl Iterator<Item = u64> {
        let mut keys = self.keys.clone();
        keys.sort_unstable();
        let same = |first: &u64, second: &u64| first == second;
        let often: Vec<u64> = keys
            .chunk_by(same)
            .filter(|chunk| chunk.len() >= times as usize)
            .filter_map(|chunk| chunk.first().copied())
            .collect();
        often.into_iter()
    }

    #[inline(never)]
    fn count(&self, key: u64) -> u32 {
        self.keys.iter().filter(|known| **known == key).count() as u32
    }
}

#[cfg(test)]
mod tests {
    use super::{BUCKETS, History};

    #[test]
    fn counts_are_right_while_the_table_grows_and_behind_it() {
        let mut history = History::new(0);
        for round in 0..3 {
            for key in 0..2 * BUCKETS as u64 {
                history.push(key * 7);
                assert!(history.occurred(round + 1), "{key}");
                assert!(!history.occurred(round + 2 + u32::from(key == 0)), "{key}");
            }
        }
        assert_eq!(history.len(), 6 * BUCKETS + 1);
        assert_eq!(history.occurring(3).count(), 2 * BUCKETS);
        assert_eq!(history.occurring(4).collect::<Vec<_>>(), [0]);
        while history.len() > 1 {
            history.pop();
        }
        assert!(history.occurred(1) && !history.occurred(2));
    }
}
