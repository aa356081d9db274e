//! The tuner as a program: plays games, fits the weights, and writes the module that holds them.

#[path = "mod.rs"]
mod tuning;

use std::io;
use std::path::PathBuf;
use std::process::{Command, ExitCode};

use clap::Parser;
use jarmo::state::RULES;

/// Tune the weights of the static evaluation by games against itself
#[derive(Parser, Debug)]
struct Arguments {
    /// The rule sets to tune, by their place in the table (default: all)
    #[arg(long, value_name = "INDEX", value_parser = clap::value_parser!(u64).range(..RULES.len() as u64))]
    only: Vec<u64>,
    /// How many games to play with each
    #[arg(long, value_name = "N", default_value_t = 12_000, value_parser = clap::value_parser!(u32).range(1..))]
    games: u32,
    /// Nodes for each turn
    #[arg(long, value_name = "N", default_value_t = 1500)]
    nodes: u64,
    /// What everything random depends on
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    /// How many games are played at the same time; the weights do not depend on it
    #[arg(long, value_name = "N", default_value_t = 1)]
    threads: usize,
    /// A term, by its field in the table, that gets no weight
    #[arg(long, value_name = "TERM")]
    without: Vec<String>,
    /// Tell what each term is good for
    #[arg(long)]
    ablate: bool,
    /// Where the weights go
    #[arg(long, value_name = "FILE", default_value = "src/search/weights.rs")]
    output: PathBuf,
}

fn main() -> ExitCode {
    match run(&Arguments::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("tune: {error}");
            ExitCode::FAILURE
        }
    }
}

fn run(arguments: &Arguments) -> io::Result<()> {
    let variants = if arguments.only.is_empty() {
        (0..RULES.len()).collect()
    } else {
        arguments.only.iter().map(|index| *index as usize).collect()
    };
    let plan = tuning::Plan {
        variants,
        games: arguments.games as usize,
        nodes: arguments.nodes,
        seed: arguments.seed,
        threads: arguments.threads,
        without: arguments.without.clone(),
        ablate: arguments.ablate,
    };
    let rows = tuning::tune(&plan, &mut |line| println!("{line}"));
    let mut made_by = format!(
        "--games {} --nodes {} --seed {}",
        plan.games, plan.nodes, plan.seed
    );
    for index in &arguments.only {
        made_by += &format!(" --only {index}");
    }
    for term in &arguments.without {
        made_by += &format!(" --without {term}");
    }
    std::fs::write(&arguments.output, tuning::table::source(&rows, &made_by))?;
    let formatted = Command::new("rustfmt")
        .arg("--edition=2024")
        .arg(&arguments.output)
        .status()?;
    if formatted.success() {
        Ok(())
    } else {
        Err(io::Error::other("rustfmt refused the table"))
    }
}
