//! `jarmo bench`.

use clap::Args;
use jarmo::bench::{self, DEPTH};
use jarmo::protocol::{DEEPEST_BENCH, Reply};
use jarmo::search::Signals;

const EXAMPLES: &str = "\
Examples:
  jarmo bench                            the node count that signs a build, and the speed
  jarmo bench 6                          a shorter one";

/// The arguments of `jarmo bench`.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct BenchArgs {
    /// How deep to search each position, in plies
    #[arg(default_value_t = DEPTH,
          value_parser = clap::value_parser!(u32).range(1..=i64::from(DEEPEST_BENCH)))]
    depth: u32,
}

impl BenchArgs {
    /// Searches, and gives the lines to print.
    pub fn run(&self) -> Result<Vec<Reply>, String> {
        let summary = bench::run(self.depth, &Signals::new()).map_err(|error| error.to_string())?;
        Ok(summary.map(|summary| summary.replies()).unwrap_or_default())
    }
}
