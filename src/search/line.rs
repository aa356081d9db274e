//! The principal variation: the best line below each ply.

use super::ordering::MOST_PLIES;
use crate::state::Turn;

/// The best line below each ply, as far as it is known.
pub(super) struct Lines {
    turns: Vec<[Turn; MOST_PLIES + 1]>,
    lengths: [usize; MOST_PLIES + 2],
}

impl Lines {
    /// No line at any ply.
    pub fn new() -> Self {
        Self {
            turns: vec![[Turn::PASS; MOST_PLIES + 1]; MOST_PLIES + 2],
            lengths: [0; MOST_PLIES + 2],
        }
    }

    /// Forgets the line of a ply.
    #[inline]
    pub fn clear(&mut self, ply: usize) {
        self.lengths[ply] = 0;
    }

    /// The line of a ply.
    pub fn below(&self, ply: usize) -> &[Turn] {
        &self.turns[ply][..self.lengths[ply]]
    }

    /// The best line of a ply is this turn and the best line of the next ply.
    pub fn prepend(&mut self, ply: usize, turn: Turn) {
        let length = self.lengths[ply + 1].min(MOST_PLIES);
        let (upper, lower) = self.turns.split_at_mut(ply + 1);
        upper[ply][0] = turn;
        upper[ply][1..=length].copy_from_slice(&lower[0][..length]);
        self.lengths[ply] = length + 1;
    }
}
