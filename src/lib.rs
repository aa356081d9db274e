//! An engine for Jarmo: rules, protocol and search.
pub mod notation;
pub mod state;
