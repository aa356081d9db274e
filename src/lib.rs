//! An engine for Jarmo: rules, protocol and search.
//!
//! Data flows one way: a line of input becomes a command, the session carries it out with the state and
//! the search, and the replies are written.
//!
//! | module | what it is for |
//! |---|---|
//! | [`state`] | the rules; depends on nothing |
//! | [`notation`] | points, turns, positions and board files as text |
//! | [`search`] | which turn is best; reads the state and prints nothing |
//! | [`protocol`] | typed commands and replies, and the grammar of a line |
//! | [`session`] | command in, replies out; owns the game, the options and the search |
//! | [`bench`] | the benchmark |
//! | [`conform`] | runs fixtures against an engine |
//! | [`arena`] | matches between engines, and their records |
//! | [`picture`] | positions as pictures |
//!
//! What programs depend on is the protocol, over standard input and output: `protocol.md`. The crate is
//! the inside of one program; its items are public for the command line and the tests, and change with
//! them.

pub mod arena;
pub mod bench;
pub mod conform;
pub mod notation;
pub mod picture;
mod pipe;
pub mod protocol;
pub mod search;
pub mod session;
pub mod state;
