//! An engine for Jarmo: rules, protocol and search.
pub mod notation;
pub mod protocol;
pub mod state;
