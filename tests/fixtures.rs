//! The fixtures, run by the real program against itself, and the runner's own behaviour.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicUsize, Ordering};

/// What a run printed, and its exit code.
struct Run {
    text: String,
    code: Option<i32>,
}

impl Run {
    /// Asserts the exit code, and that these words were printed.
    fn gives(&self, code: i32, words: &[&str]) {
        assert_eq!(self.code, Some(code), "{}", self.text);
        for word in words {
            assert!(
                self.text.contains(word),
                "{word:?} is missing:\n{}",
                self.text
            );
        }
    }
}

fn conform(arguments: &[&str]) -> Run {
    let output = Command::new(env!("CARGO_BIN_EXE_jarmo"))
        .arg("conform")
        .args(arguments)
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .expect("the program runs");
    Run {
        text: String::from_utf8_lossy(&output.stdout).into_owned(),
        code: output.status.code(),
    }
}

/// A fixture file that is removed at the end of the test.
struct Temporary(PathBuf);

impl Temporary {
    fn new(text: &str) -> Self {
        static COUNT: AtomicUsize = AtomicUsize::new(0);
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        let name = format!("jarmo-conform-{}-{number}.fixture", std::process::id());
        let path = std::env::temp_dir().join(name);
        fs::write(&path, text).expect("the temporary directory can be written");
        Self(path)
    }

    /// A file of kind `turns` with one case.
    fn turns() -> Self {
        Self::new("jarmo-fixture\t1\nkind\tturns\nsource\ttest\ncases\t1\n-\tstartpos\ta1b3\n")
    }

    fn transcript(steps: &str) -> Self {
        Self::new(&format!(
            "jarmo-fixture\t1\nkind\ttranscript\nsource\ttest\ncases\t1\ncase\ttest\n{steps}"
        ))
    }

    fn run(&self, engine: &str) -> Run {
        conform(&["--engine", engine, self.path()])
    }

    /// The same with little patience, for engines that never answer.
    fn run_briefly(&self, engine: &str) -> Run {
        conform(&["--timeout", "200", "--engine", engine, self.path()])
    }

    fn path(&self) -> &str {
        self.0.to_str().expect("the path is text")
    }
}

impl Drop for Temporary {
    fn drop(&mut self) {
        // Nothing depends on it: the file lies in the temporary directory.
        let _ = fs::remove_file(&self.0);
    }
}

/// Files and cases by the headers, counted without the runner's own parser.
fn count(directory: &Path) -> (usize, usize) {
    let (mut files, mut cases) = (0, 0);
    for entry in fs::read_dir(directory).expect("fixtures can be read") {
        let path = entry.expect("fixtures can be read").path();
        if path.is_dir() {
            let below = count(&path);
            files += below.0;
            cases += below.1;
        } else if path
            .extension()
            .is_some_and(|extension| extension == "fixture")
        {
            let text = fs::read_to_string(&path).expect("fixtures are text");
            let header = text.lines().find_map(|line| line.strip_prefix("cases\t"));
            files += 1;
            cases += header
                .and_then(|number| number.parse::<usize>().ok())
                .expect("a number of cases");
        }
    }
    (files, cases)
}

#[test]
fn this_engine_passes_every_case() {
    let (files, cases) = count(&Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures"));
    let total = format!(
        "total: {files} files (0 failed), {cases} cases: {cases} passed, 0 failed, 0 skipped"
    );
    assert!(cases > 1000, "only {cases} cases");
    conform(&["--timeout", "60000", "fixtures"]).gives(0, &[&total]);
}

#[test]
fn a_wrong_number_of_cases_fails_the_file() {
    let text = "jarmo-fixture\t1\nkind\tturns\nsource\ttest\ncases\t2\n-\tstartpos\ta1b3\n";
    Temporary::new(text)
        .run("cat")
        .gives(2, &["FAILED", "the header states 2 cases, the file has 1"]);
}

#[test]
fn malformed_files_fail() {
    let head = "jarmo-fixture\t1\nkind\tturns\nsource\ttest\n";
    for (text, message) in [
        (
            "jarmo-fixture\t1\nkind\tturns\nauthor\tme\ncases\t0\n".to_owned(),
            "line 3: unknown directive",
        ),
        (
            "jarmo-fixture\t1\nkind\tjoho\nsource\ttest\ncases\t0\n".to_owned(),
            "line 2: unknown kind \"joho\"",
        ),
        (
            "jarmo-fixture\t2\nkind\tturns\n".to_owned(),
            "line 1: `jarmo-fixture`, tab, `1` expected",
        ),
        (String::new(), "the file has no header"),
        (head.to_owned(), "the header does not end"),
        (
            "jarmo-fixture\t1\nkind\tturns\ncases\t0\n".to_owned(),
            "`kind` and `source` have to stand before",
        ),
        (format!("{head}kind\tperft\ncases\t0\n"), "given twice"),
        (
            format!("{head}option\tHeroes\ncases\t0\n"),
            "with wrong fields",
        ),
        (
            format!("{head}cases\t1\n-\tstartpos\n"),
            "line 5: these are not the fields",
        ),
        (
            format!("{head}cases\t1\n-\tstartpos\t\n"),
            "line 5: a field is empty",
        ),
        (
            format!("{head}cases\t1\nHeroes\tstartpos\ta1b3\n"),
            "`Name=value` expected",
        ),
        (
            format!("{head}cases\t1\n-\tstartpos\tb1b3 a1b3\n"),
            "not sorted by byte",
        ),
        (format!("{head}cases\tone\n"), "is not a number that fits"),
    ] {
        Temporary::new(&text)
            .run("cat")
            .gives(2, &["FAILED", message, "1 files (1 failed)"]);
    }
}

#[test]
fn paths_and_engines_that_cannot_be_used() {
    conform(&["no/such/directory"]).gives(2, &["error: no/such/directory"]);
    conform(&["src"]).gives(2, &["error: src: no file with the extension fixture"]);
    let fixture = Temporary::turns();
    fixture
        .run("no-such-engine-anywhere")
        .gives(2, &["cannot be started"]);
    fixture.run("cat 'open").gives(2, &["a quote is open"]);
    fixture.run("").gives(2, &["no program named"]);
}

#[test]
fn a_dead_engine_fails() {
    Temporary::turns()
        .run("true")
        .gives(1, &["FAILED", "the engine is dead", "1 failed"]);
    Temporary::transcript(">\tisready\n<\treadyok\n")
        .run("true")
        .gives(1, &["FAILED", "end of output"]);
}

#[test]
fn a_silent_engine_fails() {
    let silent = "sh -c 'exec sleep 30'";
    Temporary::turns()
        .run_briefly(silent)
        .gives(1, &["FAILED", "the engine is silent", "sent      uci"]);
    Temporary::transcript(">\tisready\n<\treadyok\n")
        .run_briefly(silent)
        .gives(1, &["the engine is silent"]);
    Temporary::transcript("quiet\t1\n")
        .run_briefly(silent)
        .gives(1, &["the engine is silent"]);
}

/// A shell script that is an engine with these replies.
fn script(replies: &str) -> String {
    format!(
        "sh -c 'while read -r line; do case \"$line\" in uci) echo uciok;; isready) echo readyok;; \
         \"query gameover\") echo response false;; {replies} quit) exit 0;; esac; done'"
    )
}

#[test]
fn a_wrong_reply_fails_and_is_shown() {
    let wrong = script("\"query moves\") echo response a1c2;;");
    let words = [
        "FAILED",
        "line 5",
        "sent      query moves",
        "expected  response a1b3",
        "got       response a1c2",
    ];
    Temporary::turns().run(&wrong).gives(1, &words);
    Temporary::turns()
        .run(&script("\"query moves\") echo response a1b3;;"))
        .gives(0, &["1 passed, 0 failed"]);
}

#[test]
fn what_an_engine_lacks_is_skipped_and_never_passed() {
    let lacking = script("\"query moves\") echo info string error: unknown command;;");
    Temporary::turns()
        .run(&lacking)
        .gives(1, &["skipped", "0 passed, 0 failed, 1 skipped"]);
    let text = "jarmo-fixture\t1\nkind\tturns\nsource\ttest\noption\tHeroes\ttrue\ncases\t1\n-\tstartpos\ta1b3\n";
    Temporary::new(text)
        .run(&script(""))
        .gives(1, &["skipped", "the engine has no option Heroes"]);
    let dialogue = Temporary::transcript(">\tshow\n<\tinfo string error: {any}\n");
    dialogue
        .run(&script(
            "show) echo info string error: unknown command show;;",
        ))
        .gives(1, &["1 skipped"]);
}

#[test]
fn transcripts_want_nothing_more_and_the_exit_code() {
    let ready = ">\tisready\n<\treadyok\n";
    Temporary::transcript(ready)
        .run(&script(""))
        .gives(0, &["1 passed"]);
    let chatty = script("show) echo one; echo two;;");
    Temporary::transcript(">\tshow\n<\tone\n")
        .run(&chatty)
        .gives(1, &["expected  end of output", "got       two"]);
    Temporary::transcript(">\tshow\n...\t*\n<\ttwo\n")
        .run(&chatty)
        .gives(0, &["1 passed"]);
    let failing = script("show) exit 3;;");
    Temporary::transcript(">\tshow\n")
        .run(&failing)
        .gives(1, &["expected  end of output, exit code 0", "exit code 3"]);
    Temporary::transcript(">\tshow\nexit\t3\n")
        .run(&failing)
        .gives(0, &["1 passed"]);
    let early = script("show) echo info depth 1; echo bestmove a1b3;;");
    Temporary::transcript(">\tshow\nquiet\t200\n")
        .run(&early)
        .gives(1, &["nothing but info lines", "bestmove a1b3"]);
}

#[test]
fn any_reason_accepts_another_reason() {
    let text = "jarmo-fixture\t1\nkind\tillegal\nsource\ttest\ncases\t1\n-\tstartpos\ta1b2\tillegal no line\n";
    let fixture = Temporary::new(text);
    let other = script(
        "\"explain a1b2\") echo response illegal nonsense;; \"query islegal a1b2\") echo response false;; \
         \"query fen\") echo response x;; \"play a1b2\") echo info string error: no;;",
    );
    fixture.run(&other).gives(
        1,
        &[
            "expected  response illegal no line",
            "got       response illegal nonsense",
        ],
    );
    conform(&["--any-reason", "--engine", &other, fixture.path()]).gives(0, &["1 passed"]);
}
