//! Reading records: the grammar of a file, and whether each game in it is true.

use std::fmt;
use std::fs;
use std::path::Path;
use std::str::Lines;
use std::sync::Arc;

use super::record::{End, Fault, GameRecord, HEADER, Seat, result_word};
use crate::notation::{self, quoted};
use crate::protocol::{self, Base, Command};
use crate::session::{self, builtin_board};
use crate::state::{
    Board, Game, Limits, PointSet, Reason, RuleSet, Settings, Side, Turn, Variant, check_remote,
};

/// What is wrong with a record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RecordError {
    /// It cannot be read.
    Unusable(String),
    /// It ends within a game, after so many bytes of whole games.
    CutOff {
        /// Where, in words.
        what: String,
        /// The length of the whole games.
        whole: u64,
    },
    /// It can be read, and says what is not so.
    Untrue(String),
}

impl fmt::Display for RecordError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unusable(what) | Self::Untrue(what) | Self::CutOff { what, .. } => {
                f.write_str(what)
            }
        }
    }
}

impl std::error::Error for RecordError {}

/// What a record file holds.
#[derive(Debug, Default)]
pub struct Contents {
    /// The games, in the order of the file.
    pub games: Vec<GameRecord>,
    /// How many bytes belong to whole games.
    pub length: u64,
    /// Where the last game was cut off, if it was.
    pub cut_off: Option<String>,
}

/// Reads a record and plays its games again. The last game must be whole.
///
/// # Errors
/// The first thing that is wrong, with its place.
pub fn read(path: &Path) -> Result<Contents, RecordError> {
    let contents = read_whole_games(path)?;
    match contents.cut_off {
        Some(what) => Err(RecordError::CutOff {
            what,
            whole: contents.length,
        }),
        None => Ok(contents),
    }
}

/// The same for a record that is to be gone on with: the last game may be cut off.
///
/// # Errors
/// The first thing that is wrong, with its place.
pub fn read_whole_games(path: &Path) -> Result<Contents, RecordError> {
    let shown = path.display();
    let unusable = |what: &dyn fmt::Display| RecordError::Unusable(format!("{shown}: {what}"));
    if !fs::metadata(path)
        .map_err(|error| unusable(&error))?
        .is_file()
    {
        return Err(unusable(&"not a regular file"));
    }
    let bytes = fs::read(path).map_err(|error| unusable(&error))?;
    let text = String::from_utf8(bytes).map_err(|error| {
        let place = error.utf8_error().valid_up_to();
        unusable(&format!("no match record: byte {place} is not text"))
    })?;
    let named = |what: String| format!("{shown}, {what}");
    parse(&text)
        .map_err(|error| match error {
            RecordError::Unusable(what) => RecordError::Unusable(named(what)),
            RecordError::Untrue(what) => RecordError::Untrue(named(what)),
            RecordError::CutOff { what, whole } => RecordError::CutOff {
                what: named(what),
                whole,
            },
        })
        .map(|contents| Contents {
            cut_off: contents.cut_off.map(named),
            ..contents
        })
}

/// The games of a text.
fn parse(text: &str) -> Result<Contents, RecordError> {
    let mut reader = Reader::new(text);
    match reader.line() {
        Some(HEADER) => {}
        _ => {
            let what = format!("line 1: no match record: its first line is not `{HEADER}`");
            return Err(RecordError::Unusable(what));
        }
    }
    let mut contents = Contents {
        length: reader.place(),
        ..Contents::default()
    };
    while let Some(line) = reader.line() {
        if line.is_empty() || line.starts_with('#') || line == HEADER {
            contents.length = reader.place();
            continue;
        }
        match reader.game(line) {
            Ok(game) => contents.games.push(game),
            // A line without its end, or none at all, is the end of a text that was cut off.
            Err(RecordError::Unusable(what)) if reader.at_end && !text.ends_with('\n') => {
                contents.cut_off = Some(format!("{what} (the file is cut off within a game)"));
                break;
            }
            Err(RecordError::CutOff { what, .. }) => {
                contents.cut_off = Some(what);
                break;
            }
            Err(error) => return Err(error),
        }
        contents.length = reader.place();
    }
    Ok(contents)
}

/// The lines of a record, and what was learned from those read so far.
struct Reader<'a> {
    whole: usize,
    lines: Lines<'a>,
    rest: &'a str,
    number: usize,
    at_end: bool,
    /// The sum of the current game's lines.
    sum: crc32fast::Hasher,
}

impl<'a> Reader<'a> {
    fn new(text: &'a str) -> Self {
        Self {
            whole: text.len(),
            lines: text.lines(),
            rest: text,
            number: 0,
            at_end: text.is_empty(),
            sum: crc32fast::Hasher::new(),
        }
    }

    /// How many bytes were read.
    fn place(&self) -> u64 {
        self.whole.saturating_sub(self.rest.len()) as u64
    }

    fn line(&mut self) -> Option<&'a str> {
        let line = self.lines.next()?;
        self.number += 1;
        self.rest = self.rest.split_once('\n').map_or("", |(_, rest)| rest);
        self.at_end = self.rest.is_empty();
        Some(line)
    }

    fn wrong(&self, what: impl fmt::Display) -> RecordError {
        RecordError::Unusable(format!("line {}: {what}", self.number))
    }

    /// The next line of a game, which has to begin with one of these words; the word, and what follows it.
    fn either(&mut self, words: &[&'static str]) -> Result<(&'static str, &'a str), RecordError> {
        let expected = words.join("` or `");
        let Some(line) = self.line() else {
            let what = format!(
                "line {}: the file is cut off within a game: `{expected}` expected",
                self.number + 1
            );
            return Err(RecordError::CutOff { what, whole: 0 });
        };
        let (first, rest) = line.split_once(' ').unwrap_or((line, ""));
        let word = words
            .iter()
            .find(|word| **word == first)
            .ok_or_else(|| self.wrong(format!("`{expected}` expected, found {}", quoted(line))))?;
        if *word != "end" {
            self.add(line);
        }
        Ok((word, rest))
    }

    fn add(&mut self, line: &str) {
        self.sum.update(line.as_bytes());
        self.sum.update(b"\n");
    }

    fn tag(&mut self, word: &'static str) -> Result<&'a str, RecordError> {
        self.either(&[word]).map(|(_, rest)| rest)
    }

    fn number<T: std::str::FromStr>(&self, text: &str) -> Result<T, RecordError> {
        let digits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        let number = text.parse().ok().filter(|_| digits);
        number.ok_or_else(|| self.wrong(format!("a number expected, found {}", quoted(text))))
    }

    fn two<T: std::str::FromStr>(&self, text: &str) -> Result<[T; 2], RecordError> {
        let (first, second) = text
            .split_once(' ')
            .ok_or_else(|| self.wrong(format!("two numbers expected, found {}", quoted(text))))?;
        Ok([self.number(first)?, self.number(second)?])
    }

    fn sum(&self, text: &str) -> Result<u32, RecordError> {
        let digits = text.len() == 8 && text.bytes().all(|byte| byte.is_ascii_hexdigit());
        let sum = u32::from_str_radix(text, 16).ok().filter(|_| digits);
        sum.ok_or_else(|| {
            self.wrong(format!(
                "eight hexadecimal digits expected, found {}",
                quoted(text)
            ))
        })
    }

    fn seat(&mut self, word: &'static str) -> Result<Seat, RecordError> {
        let text = self.tag(word)?;
        let (number, name) = text
            .split_once(' ')
            .filter(|(_, name)| !name.is_empty())
            .ok_or_else(|| self.wrong("a number and a name expected"))?;
        let number = self.number(number)?;
        Ok(Seat {
            number,
            name: Arc::from(name),
        })
    }

    /// A whole game, whose first line was read.
    fn game(&mut self, first_line: &str) -> Result<GameRecord, RecordError> {
        let place = self.number;
        self.sum = crc32fast::Hasher::new();
        self.add(first_line);
        let number = first_line
            .strip_prefix("game ")
            .ok_or_else(|| self.wrong(format!("`game` expected, found {}", quoted(first_line))))?;
        let number = self.number(number)?;
        let match_id = self.tag("match").and_then(|text| self.sum(text))?;
        let seats = [self.seat("green")?, self.seat("blue")?];
        if seats[0].number == seats[1].number || seats[0].name == seats[1].name {
            return Err(self.wrong("a player has both seats"));
        }
        let (table, start) = self.settings()?;
        let base = self.base(start)?;
        let opening = self.tag("opening").and_then(|text| self.number(text))?;
        let (turns, winner) = self.turns()?;
        let end = self.end()?;
        let score = self.tag("score").and_then(|text| self.two(text))?;
        let times = self.tag("times").and_then(|text| self.two(text))?;
        let sum = match self.tag("end")? {
            "" => None,
            text => Some(self.sum(text)?),
        };
        let untrue =
            |what: String| RecordError::Untrue(format!("game {number} (line {place}): {what}"));
        let found = self.sum.clone().finalize();
        if let Some(sum) = sum
            && sum != found
        {
            return Err(untrue(format!(
                "its line `end` has the sum {sum:08x}, but that of its lines is {found:08x}"
            )));
        }
        let mut game = GameRecord {
            match_id,
            number,
            seats,
            settings: table.settings().clone(),
            base,
            opening,
            turns,
            first: Side::Green,
            winner,
            end,
            score,
            times,
        };
        game.first = check(&game, &table).map_err(untrue)?;
        Ok(game)
    }

    /// A game that was not begun, by the lines that say what it is played by; and the text behind
    /// `start`, the line after them.
    fn settings(&mut self) -> Result<(Game, &'a str), RecordError> {
        let rules = self.tag("rules")?;
        let variant = variant(rules).ok_or_else(|| {
            self.wrong(format!(
                "a rule set and its expansions expected, found {}",
                quoted(rules)
            ))
        })?;
        let mut remote_camps = PointSet::EMPTY;
        if variant.rules().challenges {
            let text = self.tag("camps")?;
            remote_camps = notation::remote_camps(text)
                .and_then(|points| check_remote(points).ok())
                .ok_or_else(|| {
                    self.wrong(format!("remote camps expected, found {}", quoted(text)))
                })?;
        }
        let limits = self.tag("limits")?;
        let [no_progress, repetition] = self.two(limits)?;
        let (board, start) = match self.tag("board")? {
            "" => (builtin_board(), self.tag("start")?),
            name => self.board(name)?,
        };
        let settings = Settings {
            variant,
            board: Arc::new(board),
            remote_camps,
            limits: Limits {
                no_progress,
                repetition,
            },
        };
        Ok((Game::new(settings, Side::Green), start))
    }

    /// A board of its own: its lines, up to the line `start`.
    fn board(&mut self, name: &str) -> Result<(Board, &'a str), RecordError> {
        let mut text = format!("board {name}\n");
        loop {
            match self.either(&["solid", "dotted", "start"])? {
                ("start", start) => {
                    let board = notation::board(&text)
                        .map_err(|error| self.wrong(format!("the board before it: {error}")))?;
                    return Ok((board, start));
                }
                (word, lines) => text.push_str(&format!("{word} {lines}\n")),
            }
        }
    }

    fn base(&self, start: &str) -> Result<Base, RecordError> {
        match protocol::command(&format!("position {start}")) {
            Ok(Some(Command::Position { base, turns })) if turns.is_empty() => Ok(base),
            Ok(_) => Err(self.wrong("a start without turns expected")),
            Err(error) => Err(self.wrong(error)),
        }
    }

    /// The turns, and the result, which is the line after them.
    fn turns(&mut self) -> Result<(Vec<Turn>, Option<Side>), RecordError> {
        let mut turns = Vec::new();
        loop {
            match self.either(&["turns", "result"])? {
                ("turns", words) => {
                    for word in words.split(' ') {
                        let turn = notation::turn(word)
                            .map_err(|error| self.wrong(format!("{}: {error}", quoted(word))))?;
                        turns.push(turn);
                    }
                }
                (_, result) => {
                    let all = [Some(Side::Green), Some(Side::Blue), None];
                    let winner = all
                        .into_iter()
                        .find(|winner| result_word(*winner) == result);
                    let winner = winner.ok_or_else(|| {
                        self.wrong(format!(
                            "p1win, p2win or draw expected, found {}",
                            quoted(result)
                        ))
                    })?;
                    return Ok((turns, winner));
                }
            }
        }
    }

    /// The reason of the end.
    fn end(&mut self) -> Result<End, RecordError> {
        let word = self.tag("reason")?;
        if let Some(fault) = Fault::ALL.into_iter().find(|fault| fault.word() == word) {
            return Ok(End::Fault(fault, self.tag("fault")?.to_owned()));
        }
        let reason = Reason::ALL
            .into_iter()
            .find(|reason| reason.to_string() == word);
        reason
            .map(End::Rules)
            .ok_or_else(|| self.wrong(format!("a reason expected, found {}", quoted(word))))
    }
}

/// The rule set and the expansions of a record.
fn variant(words: &str) -> Option<Variant> {
    let mut words = words.split(' ');
    let name = words.next()?;
    let rule_set = RuleSet::ALL
        .into_iter()
        .find(|rule_set| rule_set.name() == name)?;
    let expansions: Vec<&str> = words.collect();
    let (heroes, challenges) = match expansions.as_slice() {
        [] => (false, false),
        ["heroes"] => (true, false),
        ["challenges"] => (false, true),
        ["heroes", "challenges"] => (true, true),
        _ => return None,
    };
    Variant::new(rule_set, heroes, challenges)
}

/// Plays a recorded game again: who moved first, or what is not so.
fn check(record: &GameRecord, table: &Game) -> Result<Side, String> {
    let start = session::set_up(table, &record.base, &[])?;
    let first = start.position().side();
    let game = session::set_up(table, &record.base, &record.turns)?;
    if record.opening > record.turns.len() {
        return Err("its opening is longer than the game".to_owned());
    }
    match (&record.end, game.outcome()) {
        (End::Rules(reason), Some(outcome)) => {
            let told = (record.winner, *reason, record.score);
            let found = (outcome.winner, outcome.reason, outcome.score);
            if told != found {
                return Err(format!(
                    "it says {}, but its turns lead to {}",
                    ending(told),
                    ending(found)
                ));
            }
        }
        (End::Rules(_), None) => return Err("its turns do not lead to an end".to_owned()),
        (End::Fault(..), Some(outcome)) => {
            let found = (outcome.winner, outcome.reason, outcome.score);
            return Err(format!(
                "it says {}, but its turns lead to {}",
                record.end.word(),
                ending(found)
            ));
        }
        (End::Fault(fault, what), None) => fault_is_possible(record, &game, *fault, what)?,
    }
    Ok(first)
}

/// A fault has a loser, which gets no points, and who has to answer is to move; and an illegal turn is
/// not legal.
fn fault_is_possible(
    record: &GameRecord,
    game: &Game,
    fault: Fault,
    what: &str,
) -> Result<(), String> {
    let Some(loser) = record.winner.map(Side::other) else {
        return Err(format!(
            "it is a draw by {}, but somebody loses by it",
            fault.word()
        ));
    };
    let score = game.forfeit(loser);
    if score != record.score {
        let ([green, blue], [told_green, told_blue]) = (score, record.score);
        return Err(format!(
            "its score is {told_green} to {told_blue}, but {green} to {blue} by its turns"
        ));
    }
    if !matches!(fault, Fault::Illegal | Fault::Late | Fault::Hang) {
        return Ok(());
    }
    if loser != game.position().side() {
        return Err(format!(
            "{loser} lost by {}, but was not to move",
            fault.word()
        ));
    }
    let word = what
        .strip_prefix('"')
        .and_then(|rest| rest.split('"').next());
    let turn = word.and_then(|word| notation::turn(word).ok());
    if fault == Fault::Illegal && turn.is_some_and(|turn| game.is_legal(turn)) {
        return Err(format!("{what}, but this turn is legal"));
    }
    Ok(())
}

fn ending((winner, reason, [green, blue]): (Option<Side>, Reason, [u32; 2])) -> String {
    format!("{} by {reason}, {green} to {blue}", result_word(winner))
}
