//! The command line: the only file that touches the process.

mod cli;

use std::fs::File;
use std::io::{self, Write};
use std::process::ExitCode;

use clap::Parser;
use env_logger::{Builder, Target};
use log::LevelFilter;

use cli::{Cli, LogArgs};

/// The command line, or what it names, cannot be used.
const USAGE: u8 = 2;

fn main() -> ExitCode {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) => {
            // Whoever closed the stream does not want to read it.
            let _ = error.print();
            return ExitCode::from(u8::try_from(error.exit_code()).unwrap_or(USAGE));
        }
    };
    let result = start_log(&cli.log)
        .map_err(|error| format!("the log cannot be written: {error}"))
        .and_then(|()| cli.run(io::stdin(), io::stdout()));
    match result {
        Ok(code) => ExitCode::from(code),
        Err(error) => {
            let _ = writeln!(io::stderr(), "error: {error}");
            ExitCode::from(USAGE)
        }
    }
}

/// The log goes to stderr or a file; nothing is logged unless it is asked for.
fn start_log(log: &LogArgs) -> io::Result<()> {
    let mut builder = Builder::new();
    let unasked = match log.log_file {
        Some(_) => LevelFilter::Info,
        None => LevelFilter::Off,
    };
    builder.filter_level(unasked).parse_default_env();
    if let Some(level) = log.log_level {
        builder.filter_level(level);
    }
    if let Some(path) = &log.log_file {
        builder.target(Target::Pipe(Box::new(File::create(path)?)));
    }
    builder.try_init().map_err(io::Error::other)
}
