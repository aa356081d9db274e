//! Commands in, lines out: the part of the protocol that the checker speaks.

use super::checker::{Checker, TRADITIONAL_BOARD};
use std::fs;

const BUILT_IN: &str = "<builtin>";
const MAXIMUM_BOARD_FILE: u64 = 1 << 20;

const OPTIONS: [&str; 7] = [
    "UCI_Variant type combo default jarmo var jarmo var legendary var jasyr var oca var jasir var brainking",
    "Heroes type check default false",
    "Challenges type check default false",
    "RemoteCamps type string default b3d3",
    "BoardFile type string default <builtin>",
    "NoProgressLimit type spin default 100 min 0 max 10000",
    "RepetitionLimit type spin default 5 min 0 max 100",
];

type Reply = Result<Vec<String>, String>;

/// One conversation.
pub struct Session {
    checker: Checker,
    board_file: String,
}

impl Session {
    /// A session at the start position, with default options.
    pub fn new() -> Session {
        Session {
            checker: Checker::new(TRADITIONAL_BOARD).expect("the built-in board is whole"),
            board_file: BUILT_IN.to_string(),
        }
    }

    /// The lines that answer a command, or nothing after `quit`.
    pub fn answer(&mut self, line: &str) -> Option<Vec<String>> {
        let words: Vec<&str> = line.split_whitespace().collect();
        let reply = match words.as_slice() {
            [] => Ok(Vec::new()),
            ["quit"] => return None,
            [command, arguments @ ..] => self.command(command, arguments),
        };
        Some(reply.unwrap_or_else(|error| vec![format!("info string error: {error}")]))
    }

    fn command(&mut self, command: &str, arguments: &[&str]) -> Reply {
        match (command, arguments) {
            ("uci" | "ugi", []) => Ok(handshake(command)),
            ("isready", []) => Ok(vec!["readyok".to_string()]),
            ("ucinewgame" | "uginewgame", []) => quiet(self.checker.set_position("startpos")),
            ("setoption", ["name", words @ ..]) => quiet(self.set_option(words)),
            ("position", words) => quiet(self.checker.set_position(&words.join(" "))),
            ("query", ["islegal", turn]) => Ok(vec![format!("response {}", self.is_legal(turn))]),
            ("query", [what]) => self.query(what),
            ("explain", [turn]) if self.is_legal(turn) => Ok(vec!["response legal".to_string()]),
            ("explain", [_]) => Ok(vec!["response illegal".to_string()]),
            ("play", turns @ [_, ..]) => quiet(self.play(turns)),
            ("undo", []) => quiet(self.checker.undo(1)),
            ("undo", [turns]) => {
                quiet(number(turns).and_then(|turns| self.checker.undo(turns as usize)))
            }
            ("perft", [depth]) => number(depth).map(|depth| self.perft(depth)),
            (
                "uci" | "ugi" | "isready" | "ucinewgame" | "uginewgame" | "setoption" | "query"
                | "explain" | "play" | "undo" | "perft" | "quit",
                _,
            ) => Err(format!("{command}: bad arguments")),
            _ => Err("unknown command".to_string()),
        }
    }

    fn set_option(&mut self, words: &[&str]) -> Result<(), String> {
        let end = words.iter().position(|&word| word == "value");
        let (name, value) = words.split_at(end.unwrap_or(words.len()));
        let (name, value) = (name.join(" "), value[value.len().min(1)..].join(" "));
        if !name.eq_ignore_ascii_case("BoardFile") {
            return self.checker.set_option(&name, &value);
        }
        let path = if value.is_empty() { BUILT_IN } else { &value };
        let text = if path == BUILT_IN {
            TRADITIONAL_BOARD.to_string()
        } else {
            read_board(path).map_err(|error| format!("BoardFile {path}: {error}"))?
        };
        self.checker
            .set_board(&text)
            .map_err(|error| format!("BoardFile {path}: {error}"))?;
        if path != self.board_file {
            self.board_file = path.to_string();
            self.checker.set_position("startpos")?;
        }
        Ok(())
    }

    fn query(&self, what: &str) -> Reply {
        let checker = &self.checker;
        let answer = match what {
            "p1turn" => checker.is_p1_turn().to_string(),
            "gameover" => (checker.result() != "none").to_string(),
            "result" => checker.result().to_string(),
            "reason" => checker.reason().to_string(),
            "protocol" => "1".to_string(),
            "fen" => checker.fen(),
            "game" => checker.game(),
            "score" => {
                let (green, blue) = checker.score();
                format!("{green} {blue}")
            }
            "moves" => checker.legal_turns().join(" "),
            "lines" => checker.lines().join(" "),
            _ => return Err(format!("query: there is no '{what}'")),
        };
        Ok(vec![format!("response {answer}").trim_end().to_string()])
    }

    fn is_legal(&self, turn: &str) -> bool {
        self.checker.legal_turns().iter().any(|legal| legal == turn)
    }

    fn play(&mut self, turns: &[&str]) -> Result<(), String> {
        let mut next = self.checker.clone();
        for (index, turn) in turns.iter().enumerate() {
            next.play(turn)
                .map_err(|error| format!("turn {}: {error}", index + 1))?;
        }
        self.checker = next;
        Ok(())
    }

    fn perft(&self, depth: u32) -> Vec<String> {
        if depth == 0 {
            return vec![format!("nodes {}", self.checker.perft(0))];
        }
        let counts = self.checker.divide(depth);
        let total: u64 = counts.iter().map(|(_, count)| count).sum();
        let mut lines: Vec<String> = counts
            .iter()
            .map(|(turn, count)| format!("{turn}: {count}"))
            .collect();
        lines.push(format!("nodes {total}"));
        lines
    }
}

fn handshake(command: &str) -> Vec<String> {
    let mut lines = vec![
        "id name Jarmo rules checker".to_string(),
        "id author the Jarmo project".to_string(),
    ];
    lines.extend(OPTIONS.iter().map(|option| format!("option name {option}")));
    lines.push(format!("{command}ok"));
    lines
}

fn quiet(result: Result<(), String>) -> Reply {
    result.map(|()| Vec::new())
}

fn number(text: &str) -> Result<u32, String> {
    let digits = text.chars().all(|c| c.is_ascii_digit());
    match text.parse() {
        Ok(number) if digits => Ok(number),
        _ => Err(format!("'{text}' is not a number")),
    }
}

fn read_board(path: &str) -> Result<String, String> {
    let metadata = fs::metadata(path).map_err(|error| error.to_string())?;
    if !metadata.is_file() || metadata.len() > MAXIMUM_BOARD_FILE {
        return Err("not a regular file of a bounded size".to_string());
    }
    fs::read_to_string(path).map_err(|error| error.to_string())
}
