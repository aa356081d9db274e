//! What a search may use, and how it is stopped from outside.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use crate::state::Turn;

/// What the search plays for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Objective {
    /// The result of the game: a win, however small, is a win.
    #[default]
    Win,
    /// The margin in points, what a match needs.
    Points,
}

/// How to search, whatever the position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SearchOptions {
    /// How many of the best lines to report, at least 1.
    pub multi_pv: usize,
    /// Milliseconds of a clock that are lost on the way, each turn.
    pub move_overhead: u64,
    /// What to play for.
    pub objective: Objective,
    /// How many threads may search.
    pub threads: usize,
    /// How strong to play, in Elo, as far as [`ELO`](super::ELO) goes; `None` = as strong as can be.
    pub elo: Option<u32>,
}

impl Default for SearchOptions {
    fn default() -> Self {
        Self {
            multi_pv: 1,
            move_overhead: 10,
            objective: Objective::Win,
            threads: 1,
            elo: None,
        }
    }
}

/// What `go` says. With nothing set, the search ends when it is stopped.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GoLimits {
    /// When the search was asked for: its time counts from then. `None` = when it begins.
    pub asked: Option<Instant>,
    /// The only turns to search at the root; empty = all.
    pub search_turns: Vec<Turn>,
    /// The clock does not run before [`Signals::ponder_hit`].
    pub ponder: bool,
    /// No clock at all.
    pub infinite: bool,
    /// Milliseconds on Green's and Blue's clock.
    pub clock: [Option<u64>; 2],
    /// Milliseconds that Green and Blue gain with each turn.
    pub increment: [u64; 2],
    /// Turns to the next time control.
    pub turns_to_go: Option<u32>,
    /// The deepest iteration, in plies.
    pub depth: Option<u32>,
    /// How many turns may be made; exact.
    pub nodes: Option<u64>,
    /// Look for a win in so many plies, and for nothing longer.
    pub mate: Option<u32>,
    /// Milliseconds for this turn.
    pub move_time: Option<u64>,
}

/// What another thread may tell a running search.
#[derive(Debug, Default)]
pub struct Signals {
    stop: AtomicBool,
    ponder_hit: AtomicBool,
}

impl Signals {
    /// No signal.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// The search shall end now.
    pub fn stop(&self) {
        self.stop.store(true, Ordering::Release);
    }

    /// The expected turn was played: the clock runs from now on.
    pub fn ponder_hit(&self) {
        self.ponder_hit.store(true, Ordering::Release);
    }

    /// Takes every signal back, for the next search.
    pub fn reset(&self) {
        self.stop.store(false, Ordering::Release);
        self.ponder_hit.store(false, Ordering::Release);
    }

    /// Whether the search shall end.
    #[must_use]
    pub fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Acquire)
    }

    /// Whether the expected turn was played.
    #[must_use]
    pub fn is_ponder_hit(&self) -> bool {
        self.ponder_hit.load(Ordering::Acquire)
    }
}
