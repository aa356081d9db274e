//! The rules of the game. This module knows nothing of text, search, or input and output.
//!
//! | rule page | where it stands |
//! |---|---|
//! | 1 points, lines, camps | [`board`] |
//! | 1, 8 pieces, stacks | [`piece`] |
//! | 1, 8 what a turn does | [`position`] |
//! | 2 start | [`Position::start`] |
//! | 3 turns | [`turn`] |
//! | 4 the table of rule sets | [`rules`] |
//! | 4.1-4.6, 5, 6, 9 legal turns | [`turns`]; why not: [`explain`] |
//! | 6, 7 ends, results, scores | [`outcome`]; repetition: [`history`] |
//!
//! An untrusted [`Setup`] becomes a [`Position`] through one check; legal means generated: [`turns`]
//! is the only place that says what may be done, and everything else asks it.

mod board;
mod explain;
mod game;
mod history;
mod keys;
mod outcome;
pub mod perft;
mod piece;
mod position;
mod rules;
mod setup;
mod turn;
mod turns;

#[cfg(test)]
mod tests;

pub use board::{Board, BoardError, Line, Network, POINTS, Point, PointSet, Side, Symmetry};
pub use explain::Illegal;
pub use game::{Game, Settings};
pub(crate) use history::History;
pub use outcome::{Limits, Outcome, Reason};
pub(crate) use outcome::{end, outcome};
pub use piece::{Piece, PieceKind};
pub use position::Position;
pub(crate) use rules::with_rules;
pub use rules::{
    CampEnd, Fate, Flip, HomeCapture, Placing, Promotion, RULES, RuleSet, Rules, Scoring,
    Shuttling, Variant,
};
pub use setup::{Setup, SetupError, check_remote};
pub use turn::{Turn, TurnKind};
pub(crate) use turns::{Contains, Each, Receiver, generate};
