//! The positions that occurred in a game, for repetition.
//!
//! Repetition runs across irreversible turns too (capture and recovery can cycle), so the history is
//! never cut short. A small table of counts says at once that a position is new; only otherwise are
//! the keys searched.

/// Hash keys of the positions of a game, the current one last.
#[derive(Clone, Debug)]
pub(crate) struct History {
    keys: Vec<u64>,
    counts: Vec<u32>,
}

const BUCKETS: usize = 1024;

fn bucket(key: u64) -> usize {
    key as usize % BUCKETS
}

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
        self.counts[bucket(key)] += 1;
    }

    /// Forgets the current position.
    #[inline]
    pub fn pop(&mut self) {
        if let Some(key) = self.keys.pop() {
            self.counts[bucket(key)] -= 1;
        }
    }

    /// Whether the current position has occurred at least `times` times, itself included.
    #[inline]
    pub fn occurred(&self, times: u32) -> bool {
        self.keys
            .last()
            .is_some_and(|key| self.counts[bucket(*key)] >= times && self.count(*key) >= times)
    }

    /// The keys of the positions that occurred at least `times` times, each once.
    pub fn occurring(&self, times: u32) -> impl Iterator<Item = u64> {
        let first = |index: usize| !self.keys[..index].contains(&self.keys[index]);
        (0..self.keys.len())
            .filter(move |index| first(*index) && self.count(self.keys[*index]) >= times)
            .map(|index| self.keys[index])
    }

    #[inline(never)]
    fn count(&self, key: u64) -> u32 {
        self.keys.iter().filter(|known| **known == key).count() as u32
    }
}
