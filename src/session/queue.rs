//! What waits until it may be carried out, in order and bounded.

use std::collections::VecDeque;

use crate::protocol::Command;

/// How many lines may wait.
const MOST_LINES: usize = 10_000;

/// How many bytes of text they may have together.
const MOST_BYTES: usize = 64 << 20;

/// What came in and waits.
#[derive(Debug)]
pub(super) enum Waiting {
    Command(Command),
    /// A line that is no command, and why: it is reported when its turn comes.
    Bad(String),
    /// The end of input.
    End,
}

#[derive(Debug, Default)]
pub(super) struct Queue {
    lines: VecDeque<(Waiting, usize)>,
    bytes: usize,
}

/// The queue is full.
#[derive(Debug)]
pub(super) struct Full;

impl Queue {
    /// Adds a line of so many bytes; the end of input always has room.
    pub fn push(&mut self, waiting: Waiting, bytes: usize) -> Result<(), Full> {
        let full = self.lines.len() >= MOST_LINES || self.bytes + bytes > MOST_BYTES;
        if full && !matches!(waiting, Waiting::End) {
            return Err(Full);
        }
        self.bytes += bytes;
        self.lines.push_back((waiting, bytes));
        Ok(())
    }

    pub fn front(&self) -> Option<&Waiting> {
        self.lines.front().map(|(waiting, _)| waiting)
    }

    /// Whether a search, perft or bench waits.
    pub fn begins_work(&self) -> bool {
        let begins = |waiting: &Waiting| {
            use Command::{Bench, Go, Perft};
            matches!(waiting, Waiting::Command(Go(_) | Perft(_) | Bench(_)))
        };
        self.lines.iter().any(|(waiting, _)| begins(waiting))
    }

    pub fn pop(&mut self) -> Option<Waiting> {
        let (waiting, bytes) = self.lines.pop_front()?;
        self.bytes -= bytes;
        Some(waiting)
    }

    pub fn clear(&mut self) {
        *self = Self::default();
    }
}
