//! Runs fixtures against an engine over a pipe, and reports what differs. Prints nothing itself.
//!
//! The fixtures are the contract between implementations: what an engine says has to be their text,
//! except where a pattern stands. An engine that is silent or dead fails; it cannot hang the runner.

mod check;
pub mod format;
mod pattern;
mod steps;
mod talk;
mod transcript;

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use crate::pipe::{Group, Pipe};
use check::Rules;
use format::{Body, Case, Fixture, Kind, Setting};
use talk::{Stop, Talk, set_option};

pub(crate) use steps::is_error;
pub(crate) use talk::option_default;

/// Files with this extension are the fixtures of a directory.
pub const EXTENSION: &str = "fixture";

/// Engines that wait for the next case with their options.
type Pool = Vec<(Vec<Setting>, Talk)>;

/// How many engines run at once.
const POOL: usize = 16;

/// After so many transcripts without an answer the rest of the file is not run.
const PATIENCE: usize = 3;

/// No fixture file is longer than this.
const LARGEST_FILE: u64 = 16 << 20;

/// The engine to run, and how.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The program.
    pub program: String,
    /// Its arguments.
    pub arguments: Vec<String>,
    /// The time limit of each reply.
    pub limit: Duration,
    /// Whether any text behind `response illegal` is accepted.
    pub any_reason: bool,
}

/// What came of one file.
#[derive(Clone, Debug)]
pub struct FileReport {
    /// The file.
    pub path: PathBuf,
    /// What its cases are about; `None` when it could not be read.
    pub kind: Option<Kind>,
    /// Cases that passed.
    pub passed: usize,
    /// Cases that failed, those not reached after an engine's death included.
    pub failed: usize,
    /// Cases that need what the engine does not have.
    pub skipped: usize,
    /// The first thing that the engine does not have.
    pub lacking: Option<String>,
    /// The first difference.
    pub difference: Option<Difference>,
    /// Whether the engine died or fell silent, so that the rest of the file was not run.
    pub gave_up: bool,
    /// Why the file itself cannot be used.
    pub unusable: Option<String>,
}

impl FileReport {
    fn new(path: &Path) -> Self {
        Self {
            path: path.to_owned(),
            kind: None,
            passed: 0,
            failed: 0,
            skipped: 0,
            lacking: None,
            difference: None,
            gave_up: false,
            unusable: None,
        }
    }

    /// In one word how it went.
    #[must_use]
    pub fn status(&self) -> Status {
        if self.failed > 0 || self.unusable.is_some() {
            Status::Failed
        } else if self.passed == 0 {
            Status::Skipped
        } else {
            Status::Ok
        }
    }
}

/// How a file went.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// Something passed and nothing failed.
    Ok,
    /// Something failed, or the file is malformed.
    Failed,
    /// Nothing could be checked.
    Skipped,
}

/// Where an engine and a fixture differ.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// The line of the case in the fixture file.
    pub line: usize,
    /// The name of the case, where it has one.
    pub name: Option<String>,
    /// What was sent for this case.
    pub sent: Vec<String>,
    /// What the fixture wants.
    pub expected: String,
    /// What came.
    pub got: String,
}

/// The fixture files of paths: files as they are named, directories walked in sorted order.
///
/// # Errors
/// A path cannot be read, or a directory holds no fixture.
pub fn files(paths: &[PathBuf]) -> io::Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    for path in paths {
        let before = found.len();
        let named =
            |error: io::Error| io::Error::new(error.kind(), format!("{}: {error}", path.display()));
        if fs::metadata(path).map_err(named)?.is_dir() {
            walk(path, &mut found).map_err(named)?;
        } else {
            found.push(path.clone());
        }
        if found.len() == before {
            let what = format!("{}: no file with the extension {EXTENSION}", path.display());
            return Err(io::Error::new(io::ErrorKind::NotFound, what));
        }
    }
    Ok(found)
}

/// Directories are entered only as such, never through links, so the walk ends.
fn walk(directory: &Path, found: &mut Vec<PathBuf>) -> io::Result<()> {
    let mut entries = fs::read_dir(directory)?.collect::<io::Result<Vec<_>>>()?;
    entries.sort_by_key(fs::DirEntry::file_name);
    for entry in entries {
        let path = entry.path();
        if entry.file_type()?.is_dir() {
            walk(&path, found)?;
        } else if path
            .extension()
            .is_some_and(|extension| extension == EXTENSION)
        {
            found.push(path);
        }
    }
    Ok(())
}

/// Runs one file.
///
/// # Errors
/// The engine cannot be started.
pub fn run_file(settings: &Settings, path: &Path) -> io::Result<FileReport> {
    let mut report = FileReport::new(path);
    match read(path) {
        Ok(fixture) => {
            report.kind = Some(fixture.kind);
            let directory = path.parent().unwrap_or(Path::new("."));
            Run {
                settings,
                rules: Rules {
                    directory,
                    any_reason: settings.any_reason,
                },
                report,
            }
            .all(&fixture)
        }
        Err(what) => {
            report.unusable = Some(what);
            Ok(report)
        }
    }
}

fn read(path: &Path) -> Result<Fixture, String> {
    let metadata = fs::metadata(path).map_err(|error| error.to_string())?;
    if !metadata.is_file() || metadata.len() > LARGEST_FILE {
        return Err(format!(
            "not a regular file of at most {LARGEST_FILE} bytes"
        ));
    }
    let text = fs::read_to_string(path).map_err(|error| error.to_string())?;
    format::parse(&text).map_err(|error| error.to_string())
}

struct Run<'a> {
    settings: &'a Settings,
    rules: Rules<'a>,
    report: FileReport,
}

impl Run<'_> {
    /// Every case, up to the one at which the engine dies or falls silent.
    fn all(mut self, fixture: &Fixture) -> io::Result<FileReport> {
        if fixture.kind == Kind::Transcript
            && !fixture.settings.is_empty()
            && !self.has_options(fixture)?
        {
            return Ok(self.report);
        }
        let mut pool: Pool = Vec::new();
        let mut silent = 0_usize;
        for (index, case) in fixture.cases.iter().enumerate() {
            let (sent, result) = match &case.body {
                Body::Transcript { steps, .. } => {
                    let settings: Vec<Setting> = fixture
                        .settings
                        .iter()
                        .map(|setting| self.located(setting))
                        .collect();
                    let steps = with_options(&settings, steps);
                    transcript::play(self.start()?, &steps, self.settings.limit)
                }
                _ => self.case(&mut pool, fixture, case)?,
            };
            let fault = self.record(case, sent, result);
            silent = silent.saturating_add(usize::from(fault));
            // Each transcript has an engine of its own, so one that does not answer says little about the next.
            let patience = if fixture.kind == Kind::Transcript {
                PATIENCE
            } else {
                1
            };
            if silent >= patience {
                self.report.gave_up = true;
                self.report.failed += fixture.cases.len().saturating_sub(index.saturating_add(1));
                break;
            }
        }
        Ok(self.report)
    }

    /// A board file stands in a fixture relative to its directory.
    fn located(&self, setting: &Setting) -> Setting {
        let mut setting = setting.clone();
        if setting.name.eq_ignore_ascii_case("BoardFile") && setting.value != "<builtin>" {
            let path = self.rules.directory.join(&setting.value);
            setting.value = path.display().to_string();
        }
        setting
    }

    fn start(&self) -> io::Result<Pipe> {
        let Settings {
            program, arguments, ..
        } = self.settings;
        Pipe::start(program, arguments, Group::Shared).map_err(|error| {
            io::Error::new(
                error.kind(),
                format!("engine {program:?} cannot be started: {error}"),
            )
        })
    }

    /// Asks a separate engine whether it lists the options that a file of transcripts sets.
    fn has_options(&mut self, fixture: &Fixture) -> io::Result<bool> {
        let result = match Talk::begin(self.start()?, self.settings.limit) {
            Ok(mut talk) => {
                let applied = talk.apply(&fixture.settings);
                (talk.take_sent(), applied)
            }
            Err((stop, sent)) => (sent, Err(stop)),
        };
        let (sent, Err(stop)) = result else {
            return Ok(true);
        };
        if let Some(first) = fixture.cases.first() {
            self.record(first, sent, Err(stop));
            let rest = fixture.cases.len().saturating_sub(1);
            if self.report.failed > 0 {
                self.report.failed += rest;
            } else {
                self.report.skipped += rest;
            }
        }
        Ok(false)
    }

    /// One case on one line. Cases with the same options share an engine; others have their own.
    fn case(
        &self,
        pool: &mut Pool,
        fixture: &Fixture,
        case: &Case,
    ) -> io::Result<(Vec<String>, Result<(), Stop>)> {
        let all = fixture.settings.iter().chain(&case.settings);
        let wanted: Vec<Setting> = all.map(|setting| self.located(setting)).collect();
        let fresh = match pool.iter().position(|(settings, _)| *settings == wanted) {
            Some(index) => {
                let (_, mut old) = pool.swap_remove(index);
                old.mention(&wanted);
                Ok(old)
            }
            None => {
                pool.truncate(POOL.saturating_sub(1));
                Talk::begin(self.start()?, self.settings.limit).and_then(|mut new| {
                    match new.apply(&wanted) {
                        Ok(()) => Ok(new),
                        Err(stop) => Err((stop, new.take_sent())),
                    }
                })
            }
        };
        let mut current = match fresh {
            Ok(current) => current,
            Err((stop, sent)) => return Ok((sent, Err(stop))),
        };
        let result = check::check(&mut current, &case.body, self.rules);
        let sent = current.take_sent();
        // After a difference, replies may be left over: the next case begins with a fresh engine.
        if result.is_ok() {
            pool.push((wanted, current));
        }
        Ok((sent, result))
    }

    /// Counts a case; whether the engine can no longer be asked.
    fn record(&mut self, case: &Case, sent: Vec<String>, result: Result<(), Stop>) -> bool {
        let (expected, got, fault) = match result {
            Ok(()) => {
                self.report.passed += 1;
                return false;
            }
            Err(Stop::Unsupported(what)) => {
                self.report.skipped += 1;
                self.report.lacking.get_or_insert(what);
                return false;
            }
            Err(Stop::Differs { expected, got }) => (expected, got, false),
            Err(Stop::Fault { expected, fault }) => (expected, fault.to_string(), true),
        };
        self.report.failed += 1;
        let name = match &case.body {
            Body::Transcript { name, .. } => Some(name.clone()),
            _ => None,
        };
        self.report.difference.get_or_insert(Difference {
            line: case.line,
            name,
            sent,
            expected,
            got,
        });
        fault
    }
}

/// A transcript's own steps, behind those that set the options of its file.
fn with_options(settings: &[Setting], steps: &[steps::Step]) -> Vec<steps::Step> {
    let first = settings
        .iter()
        .map(|setting| steps::Step::Send(set_option(setting).into_bytes()));
    first.chain(steps.iter().cloned()).collect()
}
