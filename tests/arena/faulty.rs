//! An engine that plays as a script says: well, or with one fault in a game.
//!
//! `faulty STATE MODE...`: the file STATE counts the games, across restarts; the n-th game is played in the
//! n-th mode, and games beyond the last one well. `uci` as the first mode: it knows no `ugi`, and says
//! nothing to it.

use std::fs;
use std::io::{self, BufRead, Write};
use std::process::{Command, exit};
use std::thread::sleep;
use std::time::Duration;

use jarmo::protocol;
use jarmo::session::{Options, set_up};
use jarmo::state::{Game, Side};

/// The argument of a process that does nothing but stay.
const STAY: &str = "--stay";

fn main() {
    let mut arguments: Vec<String> = std::env::args().skip(1).collect();
    if arguments.first().is_some_and(|first| first == STAY) {
        stay();
    }
    let state = arguments.remove(0);
    let only_uci = arguments.first().is_some_and(|first| first == "uci");
    if only_uci {
        arguments.remove(0);
    }
    let mode = |game: usize| arguments.get(game).map_or("good", String::as_str);
    match mode(played(&state)) {
        "never" => {
            count(&state);
            exit(7);
        }
        "mute" => {
            count(&state);
            stay();
        }
        _ => {}
    }
    let table = Game::new(Options::default().settings(), Side::Green);
    let mut game = table.clone();
    let mut current = "good";
    for line in io::stdin().lock().lines().map_while(Result::ok) {
        match line.split(' ').next().unwrap_or("") {
            "ugi" if !only_uci => say("ugiok"),
            "uci" => say("uciok"),
            "isready" => say("readyok"),
            "uginewgame" | "ucinewgame" => {
                current = mode(played(&state));
                count(&state);
            }
            "position" => {
                if let Ok(Some(protocol::Command::Position { base, turns })) =
                    protocol::command(&line)
                {
                    game = set_up(&table, &base, &turns).expect("the referee sends legal games");
                }
            }
            "go" => go(&game, current, &state),
            "quit" => return,
            _ => {}
        }
    }
}

/// Answers in a mode.
fn go(game: &Game, mode: &str, state: &str) {
    let turn = game.legal_turns()[0];
    match mode {
        "illegal" => say("bestmove a1a1"),
        "nonsense" => say("bestmove \u{1b}[31mhello"),
        "late" => {
            sleep(Duration::from_millis(600));
            say(&format!("bestmove {turn}"));
        }
        "hang" => {
            // A process of its own that does not look at its input, and does not end.
            let own = std::env::current_exe().expect("a path");
            Command::new(own)
                .args([STAY, state])
                .status()
                .expect("a process");
        }
        "flood" => loop {
            say("info string more and more");
        },
        "endless" => loop {
            print!("more and more ");
        },
        "die" => exit(3),
        _ => say(&format!("bestmove {turn}")),
    }
}

fn say(line: &str) {
    let mut out = io::stdout().lock();
    if writeln!(out, "{line}").and_then(|()| out.flush()).is_err() {
        exit(1);
    }
}

fn stay() -> ! {
    loop {
        sleep(Duration::from_secs(1000));
    }
}

fn played(state: &str) -> usize {
    fs::read(state).map_or(0, |bytes| bytes.len())
}

fn count(state: &str) {
    let mut bytes = fs::read(state).unwrap_or_default();
    bytes.push(b'.');
    fs::write(state, bytes).expect("the state is written");
}
