//! Random games in which the engine, asked over its pipe, and the independent checker must agree
//! about everything: legal turns, positions, ends, results, scores, and what is refused.
//!
//! `JARMO_GAMES` sets how many games are played for each rule set and expansion (default 25).

#[allow(dead_code)]
#[path = "checker/mod.rs"]
mod checker;

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Write};
use std::path::PathBuf;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use checker::Checker;
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};

/// The longest game: those without both limits could go on for ever.
const MOST_TURNS: usize = 250;

/// The engine as a child process.
struct Engine {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl Engine {
    fn start() -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_jarmo"))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the engine starts");
        let input = child.stdin.take().expect("its input is a pipe");
        let output = BufReader::new(child.stdout.take().expect("its output is a pipe"));
        Self {
            child,
            input,
            output,
        }
    }

    fn send(&mut self, line: &str) {
        writeln!(self.input, "{line}").expect("the engine reads");
    }

    fn read(&mut self) -> String {
        let mut line = String::new();
        self.output
            .read_line(&mut line)
            .expect("the engine answers");
        line.trim_end().to_owned()
    }

    /// Sends a query and gives what stands behind `response`.
    fn ask(&mut self, query: &str) -> String {
        self.send(&format!("query {query}"));
        let line = self.read();
        let answer = line
            .strip_prefix("response")
            .unwrap_or_else(|| panic!("query {query}: {line}"));
        answer.trim_start().to_owned()
    }

    /// Fails if the engine has said anything that was not asked for.
    fn expect_silence(&mut self) {
        self.send("isready");
        assert_eq!(self.read(), "readyok");
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        let _ = writeln!(self.input, "quit");
        let _ = self.child.wait();
    }
}

/// The options of a game, by name.
type Options = Vec<(&'static str, String)>;

fn options(rules: usize, rng: &mut StdRng) -> Options {
    const RULE_SETS: [&str; 6] = ["jarmo", "legendary", "jasyr", "oca", "jasir", "brainking"];
    let mut options = vec![(
        "UCI_Variant",
        (*RULE_SETS.get(rules).unwrap_or(&"jarmo")).to_owned(),
    )];
    options.push(("Heroes", matches!(rules, 6 | 8).to_string()));
    options.push(("Challenges", matches!(rules, 7 | 8).to_string()));
    if rules > 6 && rng.random() {
        let point =
            |index: usize| format!("{}{}", char::from(b'a' + (index % 5) as u8), 2 + index / 5);
        let first = rng.random_range(0..15);
        options.push((
            "RemoteCamps",
            point(first) + &point((first + rng.random_range(1..15)) % 15),
        ));
    } else {
        options.push(("RemoteCamps", "b3d3".to_owned()));
    }
    let no_progress = [100, 100, 0, 9, 30][rng.random_range(0..5)];
    let repetition = [5, 5, 0, 2, 3][rng.random_range(0..5)];
    options.push(("NoProgressLimit", no_progress.to_string()));
    options.push(("RepetitionLimit", repetition.to_string()));
    options
}

/// A random board file, connected by a random tree.
fn random_board(rng: &mut StdRng) -> String {
    let name = |index: usize| format!("{}{}", char::from(b'a' + (index % 5) as u8), 1 + index / 5);
    let mut pairs: Vec<(usize, usize)> = (1..25)
        .map(|index| (index, rng.random_range(0..index)))
        .collect();
    for _ in 0..rng.random_range(0..50) {
        let (a, b) = (rng.random_range(0..25), rng.random_range(0..25));
        if a != b && !pairs.contains(&(a, b)) && !pairs.contains(&(b, a)) {
            pairs.push((a, b));
        }
    }
    let line = |(a, b): (usize, usize), kind: &str| format!("{kind} {}-{}\n", name(a), name(b));
    pairs
        .into_iter()
        .map(|pair| {
            line(
                pair,
                if rng.random_ratio(1, 8) {
                    "dotted"
                } else {
                    "solid"
                },
            )
        })
        .collect()
}

/// Everything that both sides are asked about a position.
#[derive(Debug, PartialEq, Eq)]
struct View {
    turns: Vec<String>,
    fen: String,
    result: String,
    reason: String,
    score: String,
}

fn engine_view(engine: &mut Engine) -> View {
    let turns = engine
        .ask("moves")
        .split_whitespace()
        .map(str::to_owned)
        .collect();
    let [fen, result, reason, score] =
        ["fen", "result", "reason", "score"].map(|query| engine.ask(query));
    View {
        turns,
        fen,
        result,
        reason,
        score,
    }
}

fn checker_view(checker: &Checker) -> View {
    let (green, blue) = checker.score();
    View {
        turns: checker.legal_turns(),
        fen: checker.fen(),
        result: checker.result().to_owned(),
        reason: checker.reason().to_owned(),
        score: format!("{green} {blue}"),
    }
}

/// A turn that may or may not be legal, made of random parts.
fn random_token(rng: &mut StdRng) -> String {
    let mut point = || {
        format!(
            "{}{}",
            char::from(b'a' + rng.random_range(0..5)),
            rng.random_range(1..=5)
        )
    };
    let (a, b, c) = (point(), point(), point());
    let forms = [
        format!("{a}{b}"),
        format!("{a}{b}@{c}"),
        format!("@{a}{b}"),
        format!("{a}="),
        format!("{a}{b}+{c}"),
        format!("@{a}"),
        "0000".into(),
    ];
    forms[rng.random_range(0..forms.len())].clone()
}

/// A legal turn; going back and forth and capturing are likelier than chance would have them.
fn choose(turns: &[String], played: &[String], fen: &str, rng: &mut StdRng) -> String {
    let any = turns[rng.random_range(0..turns.len())].clone();
    match rng.random_range(0..5) {
        0 => {
            let back = played
                .iter()
                .rev()
                .nth(1)
                .filter(|turn| turn.len() == 4)
                .map(|turn| format!("{}{}", &turn[2..], &turn[..2]));
            back.filter(|back| turns.contains(back)).unwrap_or(any)
        }
        1 => turns
            .iter()
            .find(|turn| turn.len() == 4 && *turn != "0000" && occupied(fen, &turn[2..]))
            .cloned()
            .unwrap_or(any),
        _ => any,
    }
}

/// Whether a point of a position string without stacks holds a piece.
fn occupied(fen: &str, point: &str) -> bool {
    let (column, row) = (point.as_bytes()[0] - b'a', point.as_bytes()[1] - b'1');
    let text = fen.split('/').nth(4 - usize::from(row)).unwrap_or("");
    let mut points = text.chars().flat_map(|c| {
        c.to_digit(10)
            .map_or(vec![true], |empty| vec![false; empty as usize])
    });
    points.nth(usize::from(column)).unwrap_or(false)
}

/// Sets both up alike; gives the options for messages.
fn set_up(
    engine: &mut Engine,
    checker: &mut Checker,
    rules: usize,
    seed: u64,
    rng: &mut StdRng,
) -> String {
    let board = rng.random::<bool>().then(|| random_board(rng));
    if let Some(text) = &board {
        let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR"))
            .join(format!("agreement-{rules}-{seed}.board"));
        std::fs::write(&path, text).expect("the board file is written");
        engine.send(&format!(
            "setoption name BoardFile value {}",
            path.display()
        ));
        engine.expect_silence();
        std::fs::remove_file(path).expect("the board file is removed");
    } else {
        engine.send("setoption name BoardFile value <builtin>");
    }
    checker
        .set_board(board.as_deref().unwrap_or(checker::TRADITIONAL_BOARD))
        .expect("the checker reads the board");
    let options = options(rules, rng);
    for (name, value) in &options {
        engine.send(&format!("setoption name {name} value {value}"));
        checker
            .set_option(name, value)
            .expect("the checker has the option");
    }
    let start = if rng.random() { "startpos" } else { "rotated" };
    engine.send(&format!("position {start}"));
    checker
        .set_position(start)
        .expect("the checker has the start");
    engine.expect_silence();
    format!("seed {seed}, {options:?}, {start}, board {board:?}")
}

fn play_game(engine: &mut Engine, rules: usize, seed: u64) -> String {
    let mut rng = StdRng::seed_from_u64(seed * 16 + rules as u64);
    let mut checker = Checker::new(checker::TRADITIONAL_BOARD).expect("the checker has a board");
    let setting = set_up(engine, &mut checker, rules, seed, &mut rng);
    let mut played: Vec<String> = Vec::new();
    loop {
        let expected = checker_view(&checker);
        assert_eq!(
            engine_view(engine),
            expected,
            "engine (left) and checker (right) after {played:?}: {setting}"
        );
        for _ in 0..3 {
            let token = random_token(&mut rng);
            let legal = expected.turns.contains(&token);
            assert_eq!(
                engine.ask(&format!("islegal {token}")),
                legal.to_string(),
                "{token} after {played:?}: {setting}"
            );
        }
        if expected.turns.is_empty() || played.len() == MOST_TURNS {
            return expected.reason;
        }
        let turn = choose(&expected.turns, &played, &expected.fen, &mut rng);
        engine.send(&format!("play {turn}"));
        checker.play(&turn).expect("its own turn is legal");
        played.push(turn);
    }
}

#[test]
fn engine_and_checker_agree_in_random_games() {
    let games: u64 = std::env::var("JARMO_GAMES")
        .ok()
        .and_then(|text| text.parse().ok())
        .unwrap_or(25);
    let workers: Vec<_> = (0..9)
        .map(|rules| {
            std::thread::spawn(move || {
                let mut engine = Engine::start();
                let mut ends: BTreeMap<String, u32> = BTreeMap::new();
                for seed in 0..games {
                    *ends.entry(play_game(&mut engine, rules, seed)).or_default() += 1;
                }
                println!("rule set {rules}: {games} games, ends {ends:?}");
            })
        })
        .collect();
    for worker in workers {
        worker.join().expect("no disagreement");
    }
}
