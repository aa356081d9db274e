//! Clients in other languages connect to the real program, and play.
//!
//! What a client needs is installed from its registry into a scratch folder, within a time limit.
//! Where an interpreter or a registry is missing, a client is skipped; each skip is printed and
//! counted, and it is a failure if all are.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

/// No client and no installation takes longer.
const LIMIT: Duration = Duration::from_secs(180);

/// The package that the client in Python is made of.
const CHESS: &str = "chess==1.11.2";

/// What came of a client: what it printed, or why it was skipped.
enum Outcome {
    Ran(String),
    Skipped(String),
}

/// A program that ended in time: whether well, and what it printed.
struct Ended {
    good: bool,
    text: String,
}

fn scratch(name: &str) -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR"))
        .join("clients")
        .join(name)
}

/// Runs a program to its end or to the limit, which ends it; `None` if there is no such program.
fn run(command: &mut Command, name: &str) -> Option<Ended> {
    let path = scratch(&format!("{name}.log"));
    let log = File::create(&path).expect("a log");
    let errors = log.try_clone().expect("a log");
    let started = Instant::now();
    let child = command
        .stdin(Stdio::null())
        .stdout(log)
        .stderr(errors)
        .spawn();
    let mut child = match child {
        Ok(child) => child,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return None,
        Err(error) => panic!("{name}: {error}"),
    };
    let status = loop {
        if let Some(status) = child.try_wait().expect("a child") {
            break Some(status);
        }
        if started.elapsed() > LIMIT {
            child.kill().and_then(|()| child.wait()).expect("a child");
            break None;
        }
        thread::sleep(Duration::from_millis(20));
    };
    let mut text = fs::read_to_string(&path).expect("a log");
    if status.is_none() {
        text.push_str("it took too long\n");
    }
    let good = status.is_some_and(|status| status.success());
    Some(Ended { good, text })
}

/// Runs a client, which has to end well.
fn client(command: &mut Command, name: &str) -> Outcome {
    match run(command, name) {
        None => Outcome::Skipped(format!("{:?} is not installed", command.get_program())),
        Some(ended) => {
            assert!(ended.good, "{name}: {}", ended.text);
            let games = ended.text.matches("whole game: ").count();
            assert!(games > 0, "{name} played no game: {}", ended.text);
            Outcome::Ran(ended.text)
        }
    }
}

fn file(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/clients")
        .join(name)
}

const ENGINE: &str = env!("CARGO_BIN_EXE_jarmo");

fn python() -> Outcome {
    const PYTHON: &str = if cfg!(windows) { "python" } else { "python3" };
    let packages = scratch("python");
    let mut pip = Command::new(PYTHON);
    pip.args([
        "-m",
        "pip",
        "install",
        "--quiet",
        "--disable-pip-version-check",
    ]);
    pip.args(["--timeout", "20", "--retries", "1", "--upgrade", "--target"]);
    pip.arg(&packages).arg(CHESS);
    if !packages.join("chess/engine.py").exists() {
        match run(&mut pip, "pip") {
            None => return Outcome::Skipped(format!("{PYTHON} is not installed")),
            Some(Ended { good: true, .. }) => {}
            Some(Ended { text, .. }) => {
                let reason = text.lines().last().unwrap_or_default().to_owned();
                return Outcome::Skipped(format!("{CHESS} cannot be installed: {reason}"));
            }
        }
    }
    let mut python = Command::new(PYTHON);
    python.arg(file("python_chess.py")).arg(ENGINE);
    client(python.env("PYTHONPATH", &packages), "python")
}

fn node() -> Outcome {
    let mut node = Command::new("node");
    client(
        node.arg(file("client.mjs")).args([ENGINE, "legendary"]),
        "node",
    )
}

fn shell() -> Outcome {
    let mut shell = Command::new("sh");
    client(
        shell.arg(file("client.sh")).args([ENGINE, "jasyr"]),
        "shell",
    )
}

#[test]
fn clients_in_other_languages_connect_and_play() {
    fs::create_dir_all(scratch("")).expect("a scratch folder");
    let (mut ran, mut skipped) = (0, 0);
    // Not `print!`, which is kept back when a test passes.
    let mut out = io::stderr();
    for name in ["python-chess", "Node.js", "shell"] {
        let outcome = match name {
            "python-chess" => python(),
            "Node.js" => node(),
            _ => shell(),
        };
        let told = match outcome {
            Outcome::Ran(text) => {
                ran += 1;
                text.lines().map(|line| format!("\n    {line}")).collect()
            }
            Outcome::Skipped(reason) => {
                skipped += 1;
                format!(" skipped: {reason}")
            }
        };
        writeln!(out, "client {name}:{told}").expect("stderr");
    }
    writeln!(out, "clients: {ran} ran, {skipped} skipped").expect("stderr");
    assert!(ran > 0, "no client could be run");
}
