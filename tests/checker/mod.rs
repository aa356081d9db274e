//! A second, plain and slow reading of the rules of Jarmo, which shares nothing with the engine.
//!
//! It exists to be compared with the engine: it asks of every turn that can be written down
//! whether the rules allow it, keeps the whole game, and looks everything up again each time.

mod board;
mod game;
mod outcome;
mod position;
mod rule_set;
mod setup;
mod turns;

use board::Board;
use game::Game;
use outcome::End;
use position::{Count, Position, Side};
use rule_set::Options;

/// The traditional board, as a board file.
pub const TRADITIONAL_BOARD: &str = include_str!("jarmo.board");

/// Where a game began.
#[derive(Clone)]
enum Base {
    Start,
    Rotated,
    Given,
}

/// A game of Jarmo under the chosen options, on the chosen board.
#[derive(Clone)]
pub struct Checker {
    base: Base,
    game: Game,
}

impl Checker {
    /// The start of a game with default options, on the board of a board file.
    pub fn new(board_text: &str) -> Result<Checker, String> {
        let options = Options::default();
        Ok(Checker {
            base: Base::Start,
            game: Game {
                given: start(&options, "g")?,
                board: Board::parse(board_text)?,
                options,
                history: Vec::new(),
            },
        })
    }

    /// Sets an option by its protocol name; a new value brings the start position back.
    pub fn set_option(&mut self, name: &str, value: &str) -> Result<(), String> {
        let options = self.game.options.with(name, value)?;
        if options != self.game.options {
            self.game.options = options;
            self.set_position("startpos")?;
        }
        Ok(())
    }

    /// Takes the board of a board file; another board brings the start position back.
    pub fn set_board(&mut self, board_text: &str) -> Result<(), String> {
        let board = Board::parse(board_text)?;
        if board != self.game.board {
            self.game.board = board;
            self.set_position("startpos")?;
        }
        Ok(())
    }

    /// Takes `startpos`, `rotated` or `fen <string>`, and `moves ...` behind it, all or nothing.
    pub fn set_position(&mut self, text: &str) -> Result<(), String> {
        let words: Vec<&str> = text.split_whitespace().collect();
        let end = words.iter().position(|&word| word == "moves");
        let (base, turns) = words.split_at(end.unwrap_or(words.len()));
        let mut next = self.clone();
        (next.base, next.game.given) = match base {
            ["startpos"] => (Base::Start, start(&self.game.options, "g")?),
            ["rotated"] => (Base::Rotated, start(&self.game.options, "b")?),
            ["fen", fields @ ..] => {
                let given = setup::parse(&fields.join(" "), &self.game.options)?;
                (Base::Given, given)
            }
            _ => return Err(format!("'{}' is no position", base.join(" "))),
        };
        next.game.history.clear();
        for (index, turn) in turns.iter().skip(1).enumerate() {
            next.play(turn)
                .map_err(|error| format!("turn {}: {error}", index + 1))?;
        }
        *self = next;
        Ok(())
    }

    /// The legal turns, sorted by byte.
    pub fn legal_turns(&self) -> Vec<String> {
        let legal = self.game.legal().into_iter();
        legal.map(|turn| turn.token).collect()
    }

    /// Plays a turn.
    pub fn play(&mut self, token: &str) -> Result<(), String> {
        let mut legal = self.game.legal().into_iter();
        let turn = legal
            .find(|turn| turn.token == token)
            .ok_or_else(|| format!("{token} is not legal"))?;
        self.game.history.push(turn);
        Ok(())
    }

    /// Takes turns back, all or nothing.
    pub fn undo(&mut self, turns: usize) -> Result<(), String> {
        let played = self.game.history.len();
        if turns > played {
            return Err(format!("only {played} turns were played"));
        }
        self.game.history.truncate(played - turns);
        Ok(())
    }

    /// The position now, as a canonical string.
    pub fn fen(&self) -> String {
        self.game.position().text()
    }

    /// The game as `position` takes it.
    pub fn game(&self) -> String {
        let mut words = match self.base {
            Base::Start => "startpos".to_string(),
            Base::Rotated => "rotated".to_string(),
            Base::Given => format!("fen {}", self.game.given.text()),
        };
        if !self.game.history.is_empty() {
            words += " moves";
        }
        for turn in &self.game.history {
            words += " ";
            words += &turn.token;
        }
        words
    }

    /// Whether Green is to move, or would be.
    pub fn is_p1_turn(&self) -> bool {
        self.game.position().to_move == Side::Green
    }

    /// `p1win`, `p2win`, `draw` or `none`.
    pub fn result(&self) -> &'static str {
        match (self.game.end(), self.game.winner()) {
            (None, _) => "none",
            (_, Some(Side::Green)) => "p1win",
            (_, Some(Side::Blue)) => "p2win",
            (_, None) => "draw",
        }
    }

    /// The end that holds, or `none`.
    pub fn reason(&self) -> &'static str {
        match self.game.end() {
            None => "none",
            Some(End::Elimination) => "elimination",
            Some(End::Camp) => "camp",
            Some(End::Shuttling) => "shuttling",
            Some(End::Passes) => "passes",
            Some(End::Repetition) => "repetition",
            Some(End::NoProgress) => "idle",
        }
    }

    /// Green's and Blue's score.
    pub fn score(&self) -> (u32, u32) {
        let Count { green, blue } = self.game.score();
        (green, blue)
    }

    /// The open lines, such as `a1-b3`, sorted by byte.
    pub fn lines(&self) -> Vec<String> {
        let name = |&(one, other): &(_, _)| board::name(one) + "-" + &board::name(other);
        let mut lines: Vec<String> = self.game.laws().lines.iter().map(name).collect();
        lines.sort();
        lines
    }

    /// For each legal turn, the number of lines of so many turns that start with it.
    pub fn divide(&self, depth: u32) -> Vec<(String, u64)> {
        let mut game = self.game.clone();
        let mut counts = Vec::new();
        for turn in self.game.legal() {
            let token = turn.token.clone();
            game.history.push(turn);
            counts.push((token, game.perft(depth.saturating_sub(1))));
            game.history.pop();
        }
        counts
    }

    /// The number of lines of exactly so many turns.
    pub fn perft(&self, depth: u32) -> u64 {
        self.game.clone().perft(depth)
    }
}

/// 2, 8, 9: the start under the chosen options.
fn start(options: &Options, side: &str) -> Result<Position, String> {
    let board = if options.heroes {
        "haaaa/5/5/5/AAAAH"
    } else {
        "aaaaa/5/5/5/AAAAA"
    };
    let mut position = setup::parse(&format!("{board} {side}"), options)?;
    if options.challenges {
        position.remote = Some(options.remote_camps);
    }
    Ok(position)
}
