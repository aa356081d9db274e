//! The command line: the only file that touches the process.

fn main() {}
