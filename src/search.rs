//! The search: which turn is best, and why.
//!
//! | part | where it stands |
//! |---|---|
//! | what a search may use, and how it is stopped | [`limits`] |
//! | how a clock is shared out | [`time`] |
//! | what several threads share | [`team`] |
//! | iterative deepening, several lines at once, reports | [`root`] |
//! | principal variation search and quiescence | [`tree`] |
//! | what is not searched, or less deep | [`pruning`] |
//! | the principal variation | [`line`] |
//! | how a weaker player is played | [`strength`] |
//! | scores inside the tree, and what a finished game is worth | [`score`] |
//! | the transposition table | [`table`] |
//! | which turn is tried first | [`ordering`] |
//! | what an unfinished game is worth | [`evaluation`] |
//! | its terms, and the weights of each rule set | [`terms`], [`mod@weights`] |
//!
//! The search reads the state and prints nothing: what it finds goes to a function that the caller
//! gives. Everything below [`Search::run`] takes the rule set as a constant parameter.

mod evaluation;
mod limits;
mod line;
mod ordering;
mod pruning;
mod root;
mod score;
mod strength;
mod table;
mod team;
mod terms;
mod time;
mod tree;
mod weights;

pub use evaluation::{Evaluation, Features, evaluate, features, weights};
pub use limits::{GoLimits, Objective, SearchOptions, Signals};
pub use strength::ELO;
pub use table::HashError;
pub use terms::{ENTRIES, TERMS, Term};

use std::time::Instant;

use crate::state::{Game, Turn, with_rules};
use ordering::Heuristics;
use table::Table;

/// A score as a player reads it, from the view of the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Score {
    /// Hundredths of a rulebook point; in rule sets without points, of a piece.
    Centipoints(i32),
    /// A proven result so many plies from now; negative when lost.
    Mate(i32),
}

/// What a score says about the true one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bound {
    /// It is the score.
    Exact,
    /// The score is at least this.
    Lower,
    /// The score is at most this.
    Upper,
}

/// What is known about one line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Info {
    /// The depth of the iteration in plies; 0 when only the static evaluation is known.
    pub depth: u32,
    /// The deepest ply reached.
    pub sel_depth: u32,
    /// Which of the best lines this is, from 1.
    pub multi_pv: usize,
    /// The line's score.
    pub score: Score,
    /// What the score says.
    pub bound: Bound,
    /// Turns made since the search began.
    pub nodes: u64,
    /// Turns made in a second.
    pub nps: u64,
    /// How full the transposition table is, in thousandths.
    pub hash_full: u32,
    /// Milliseconds since the search began.
    pub time: u64,
    /// The turns of the line: never empty, every one legal, none after the end of the game.
    pub line: Vec<Turn>,
}

/// What a search tells while it runs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Report {
    /// A line with its score.
    Info(Info),
    /// The turn being looked at, told after one second.
    CurrentTurn {
        /// The depth of the iteration in plies.
        depth: u32,
        /// The turn.
        turn: Turn,
        /// Its place among the turns to search, from 1.
        number: usize,
    },
}

/// What a search ends with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Best {
    /// The best turn; `None` when the game is over.
    pub turn: Option<Turn>,
    /// The reply that it expects, if it knows one.
    pub ponder: Option<Turn>,
}

/// What a search keeps from one position to the next.
#[derive(Debug)]
pub struct Search {
    table: Table,
    /// One for each thread.
    heuristics: Vec<Box<Heuristics>>,
}

impl Search {
    /// A search with a transposition table of so many megabytes.
    ///
    /// # Errors
    /// When the memory is not to be had.
    pub fn new(hash_mb: usize) -> Result<Self, HashError> {
        Ok(Self {
            table: Table::new(hash_mb)?,
            heuristics: Vec::new(),
        })
    }

    /// Gives the transposition table another size, in megabytes, and empties it.
    ///
    /// # Errors
    /// When the memory is not to be had; the old table stays as it was.
    pub fn resize(&mut self, hash_mb: usize) -> Result<(), HashError> {
        self.table = Table::new(hash_mb)?;
        Ok(())
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.table.clear();
        self.heuristics.clear();
    }

    /// Searches the current position of a game and returns the best turn. Reports go to `report`, at
    /// least one with a score; of a finished game there is none.
    pub fn run(
        &mut self,
        game: &Game,
        limits: &GoLimits,
        options: &SearchOptions,
        signals: &Signals,
        report: &mut dyn FnMut(Report),
    ) -> Best {
        let started = limits.asked.unwrap_or_else(Instant::now);
        self.table.grow_older();
        // A weaker player looks at so little that there is nothing to share out.
        let threads = options.elo.map_or(options.threads.max(1), |_| 1);
        self.heuristics.resize_with(threads, Box::default);
        let Self { table, heuristics } = self;
        let inquiry = Inquiry {
            game,
            limits,
            options,
            signals,
            table,
            started,
        };
        with_rules!(game.variant().index(), V => root::run::<V>(&inquiry, heuristics, report))
    }
}

/// What all threads of a search work on.
struct Inquiry<'a> {
    game: &'a Game,
    limits: &'a GoLimits,
    options: &'a SearchOptions,
    signals: &'a Signals,
    table: &'a Table,
    /// When the search was asked for.
    started: Instant,
}

#[cfg(test)]
mod tests;
