//! Runs `jarmo match` and looks at what comes of it.

use std::ffi::OsStr;
use std::fs;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use serde_json::Value;

/// A directory for the files of one test; it goes with the test.
pub struct Place(PathBuf);

impl Place {
    pub fn new(name: &str) -> Self {
        let directory =
            std::env::temp_dir().join(format!("jarmo-match-{name}-{}", std::process::id()));
        fs::create_dir_all(&directory).expect("a directory");
        Self(directory)
    }

    pub fn path(&self, name: &str) -> String {
        self.0
            .join(name)
            .to_str()
            .expect("a path of text")
            .to_owned()
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// What a run gave.
#[derive(Debug)]
pub struct Done {
    pub code: i32,
    pub output: String,
    pub errors: String,
}

impl Done {
    pub fn json(&self) -> Value {
        serde_json::from_str(&self.output).unwrap_or_else(|error| panic!("{error}: {self:?}"))
    }
}

/// `jarmo match` with arguments.
pub fn jarmo(arguments: &[impl AsRef<OsStr>]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_jarmo"));
    command.arg("match").args(arguments);
    command
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    command
}

/// Runs `jarmo match` to its end.
pub fn run(arguments: &[impl AsRef<OsStr>]) -> Done {
    let done = jarmo(arguments).output().expect("the program runs");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("text");
    Done {
        code: done.status.code().unwrap_or(-1),
        output: text(done.stdout),
        errors: text(done.stderr),
    }
}

/// The report of a match that is played to its end.
pub fn json(arguments: &[&str]) -> Value {
    let done = run(&[arguments, &["--json"]].concat());
    assert_eq!(done.code, 0, "{}", done.errors);
    done.json()
}

/// The command of an engine that plays a script of modes; see `faulty.rs`.
pub fn faulty(place: &Place, modes: &str) -> String {
    let program = PathBuf::from(env!("CARGO_BIN_EXE_jarmo"));
    let program = program
        .parent()
        .expect("a directory")
        .join("examples")
        .join("faulty");
    assert!(
        program.exists(),
        "cargo build --example faulty builds it, and so does cargo test"
    );
    format!("'{}' '{}' {modes}", program.display(), place.path("state"))
}

/// The command lines of processes that still have to do with a test.
pub fn survivors(place: &Place) -> Vec<String> {
    let state = place.path("state");
    let processes = fs::read_dir("/proc").into_iter().flatten().flatten();
    let commands = processes.filter_map(|process| fs::read(process.path().join("cmdline")).ok());
    let commands = commands.map(|bytes| String::from_utf8_lossy(&bytes).replace('\0', " "));
    commands
        .filter(|command| command.contains(&state))
        .collect()
}

/// Ctrl-C.
#[cfg(unix)]
pub fn interrupt(process: &Child) {
    use nix::sys::signal::{Signal, kill};
    use nix::unistd::Pid;
    let id = i32::try_from(process.id()).expect("a process");
    kill(Pid::from_raw(id), Signal::SIGINT).expect("a process that runs");
}

/// Waits until something is so.
#[cfg(unix)]
pub fn wait(what: &str, is_so: impl Fn() -> bool) {
    let start = Instant::now();
    while !is_so() {
        assert!(
            start.elapsed() < Duration::from_secs(20),
            "{what} did not come"
        );
        sleep(Duration::from_millis(2));
    }
}
