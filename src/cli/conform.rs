//! `jarmo conform`: runs fixtures against this engine or another one, and prints what differs.

use std::io::{self, Write};
use std::path::PathBuf;
use std::time::Duration;

use clap::Args;
use jarmo::conform::{self, Difference, FileReport, Settings, Status};

/// How many of the lines that were sent are shown with a difference: the last ones matter.
const SHOWN: usize = 12;

const EXAMPLES: &str = "\
Examples:
  jarmo conform                          this engine, everything below fixtures/
  jarmo conform fixtures/perft fixtures/turns/pairs.fixture
  jarmo conform --engine 'other-engine --ugi' --any-reason --timeout 60000

Exit codes: 0 everything that could be checked passed, 1 something differs, 2 a file or the engine
cannot be used.";

/// The arguments of `jarmo conform`.
#[derive(Args, Clone, Debug)]
#[command(after_help = EXAMPLES)]
pub struct ConformArgs {
    /// Fixture files, and directories that hold some (default: the directory `fixtures`)
    #[arg(value_name = "PATH")]
    pub paths: Vec<PathBuf>,
    /// The engine to run, with its arguments, quoted as in a shell (default: this program)
    #[arg(long, value_name = "CMD")]
    pub engine: Option<String>,
    /// Milliseconds that each reply may take
    #[arg(long, value_name = "MS", default_value_t = 10_000, value_parser = clap::value_parser!(u64).range(1..))]
    pub timeout: u64,
    /// Accept any reason why a turn is illegal
    #[arg(long)]
    pub any_reason: bool,
}

/// How a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ConformStatus {
    /// Everything that could be checked passed: exit code 0.
    Passed,
    /// Something differs, or nothing could be checked: exit code 1.
    Differs,
    /// A fixture, a path or the engine's command cannot be used: exit code 2.
    Unusable,
}

impl ConformStatus {
    /// The exit code of the program.
    #[must_use]
    pub fn code(self) -> u8 {
        match self {
            Self::Passed => 0,
            Self::Differs => 1,
            Self::Unusable => 2,
        }
    }
}

/// Runs the fixtures and prints the report to `out`.
///
/// # Errors
/// `out` cannot be written.
pub fn run(args: &ConformArgs, out: &mut dyn Write) -> io::Result<ConformStatus> {
    let prepared = settings(args).and_then(|settings| {
        let paths = if args.paths.is_empty() {
            vec![PathBuf::from("fixtures")]
        } else {
            args.paths.clone()
        };
        Ok((
            settings,
            conform::files(&paths).map_err(|error| error.to_string())?,
        ))
    });
    let (settings, files) = match prepared {
        Ok(prepared) => prepared,
        Err(what) => return unusable(out, &what),
    };
    let mut totals = Totals::default();
    for file in &files {
        let report = match conform::run_file(&settings, file) {
            Ok(report) => report,
            Err(error) => return unusable(out, &error.to_string()),
        };
        print(out, &report)?;
        totals.add(&report);
        if totals.passed == 0 && report.gave_up {
            writeln!(
                out,
                "the engine does not answer; the other files are not run"
            )?;
            break;
        }
    }
    totals.print(out)
}

fn unusable(out: &mut dyn Write, what: &str) -> io::Result<ConformStatus> {
    writeln!(out, "error: {what}")?;
    Ok(ConformStatus::Unusable)
}

fn settings(args: &ConformArgs) -> Result<Settings, String> {
    let words = match &args.engine {
        Some(command) => shlex::split(command)
            .ok_or_else(|| format!("--engine: a quote is open in {command:?}"))?,
        None => {
            let own = std::env::current_exe()
                .map_err(|error| format!("this program cannot be found: {error}"))?;
            vec![
                own.to_str()
                    .ok_or("this program's path is not text")?
                    .to_owned(),
            ]
        }
    };
    let Some((program, arguments)) = words.split_first() else {
        return Err("--engine: no program named".to_owned());
    };
    Ok(Settings {
        program: program.clone(),
        arguments: arguments.to_vec(),
        limit: Duration::from_millis(args.timeout),
        any_reason: args.any_reason,
    })
}

#[derive(Default)]
struct Totals {
    files: usize,
    failed_files: usize,
    unusable: usize,
    passed: usize,
    failed: usize,
    skipped: usize,
}

impl Totals {
    fn add(&mut self, report: &FileReport) {
        self.files += 1;
        self.failed_files += usize::from(report.status() == Status::Failed);
        self.unusable += usize::from(report.unusable.is_some());
        self.passed += report.passed;
        self.failed += report.failed;
        self.skipped += report.skipped;
    }

    fn print(&self, out: &mut dyn Write) -> io::Result<ConformStatus> {
        let Self {
            files,
            failed_files,
            passed,
            failed,
            skipped,
            ..
        } = self;
        let cases = passed + failed + skipped;
        writeln!(
            out,
            "total: {files} files ({failed_files} failed), {cases} cases: {passed} passed, {failed} failed, {skipped} skipped"
        )?;
        Ok(if self.unusable > 0 {
            ConformStatus::Unusable
        } else if self.failed > 0 || self.passed == 0 {
            ConformStatus::Differs
        } else {
            ConformStatus::Passed
        })
    }
}

fn print(out: &mut dyn Write, report: &FileReport) -> io::Result<()> {
    let word = match report.status() {
        Status::Ok => "ok",
        Status::Failed => "FAILED",
        Status::Skipped => "skipped",
    };
    let path = report.path.display();
    if let Some(what) = &report.unusable {
        return writeln!(out, "{word:<8}{path}: {what}");
    }
    let kind = report.kind.map(|kind| kind.to_string()).unwrap_or_default();
    let FileReport {
        passed,
        failed,
        skipped,
        ..
    } = report;
    write!(out, "{word:<8}{path}: {kind}, {passed} passed")?;
    for (count, what) in [(failed, "failed"), (skipped, "skipped")] {
        if *count > 0 {
            write!(out, ", {count} {what}")?;
        }
    }
    match &report.lacking {
        Some(lacking) => writeln!(out, " ({lacking})")?,
        None => writeln!(out)?,
    }
    report
        .difference
        .as_ref()
        .map_or(Ok(()), |difference| print_difference(out, difference))
}

fn print_difference(out: &mut dyn Write, difference: &Difference) -> io::Result<()> {
    let Difference {
        line,
        name,
        sent,
        expected,
        got,
    } = difference;
    match name {
        Some(name) => writeln!(out, "    line {line}, {name}")?,
        None => writeln!(out, "    line {line}")?,
    }
    for command in sent.iter().skip(sent.len().saturating_sub(SHOWN)) {
        writeln!(out, "    sent      {command}")?;
    }
    writeln!(out, "    expected  {expected}")?;
    writeln!(out, "    got       {got}")
}
