//! An engine for Jarmo: rules, protocol and search.

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
