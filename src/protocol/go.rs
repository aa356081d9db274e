//! The grammar of `go`: words in any order, each with its argument.
//!
//! A word that is not known is skipped and kept for the report; a known word with a bad argument, or
//! given twice, refuses the line; so does a line of which no word is known.

use nom::combinator::{cut, map};
use nom::sequence::preceded;
use nom::{Err, Parser};

use super::error::{Fault, failure};
use super::parse::{Parsed, expected, number, perft_depth, term};
use super::{Command, Go, Skipped};
use crate::notation::{self, column, quoted};

/// Every word that `go` knows.
const WORDS: [&str; 17] = [
    "searchmoves",
    "ponder",
    "wtime",
    "p1time",
    "btime",
    "p2time",
    "winc",
    "p1inc",
    "binc",
    "p2inc",
    "movestogo",
    "depth",
    "nodes",
    "mate",
    "movetime",
    "infinite",
    "perft",
];

/// How many skipped words are reported one by one.
pub const REPORTED: usize = 16;

/// `go` and its arguments; `line` is the whole line, for the columns of skipped words.
pub(super) fn go<'a>(line: &'a str, input: &'a str) -> Parsed<'a, Command> {
    let perft = map(preceded(term("perft"), cut(perft_depth)), Command::Perft);
    let words = |input| words(line, input);
    preceded(term("go"), cut(nom::branch::alt((perft, words)))).parse(input)
}

fn words<'a>(line: &'a str, input: &'a str) -> Parsed<'a, Command> {
    let mut go = Go::default();
    let mut known = false;
    let mut rest = input;
    while !rest.is_empty() {
        let (after, name) = expected(rest, "a word")?;
        if WORDS.contains(&name) {
            known = true;
            rest = argument(&mut go, line, name, rest, after)?;
        } else {
            skip(&mut go, line, rest, name);
            rest = after;
        }
    }
    match go.skipped.first() {
        Some(skipped) if !known => {
            let reason = format!("unknown word {}, and no valid word is left", skipped.word);
            Err(failure(input, reason))
        }
        _ => Ok((rest, Command::Go(Box::new(go)))),
    }
}

fn skip(go: &mut Go, line: &str, at: &str, word: &str) {
    if go.skipped.len() < REPORTED {
        go.skipped.push(Skipped {
            column: column(line, at),
            word: quoted(word),
        });
    } else {
        go.skipped_more += 1;
    }
}

/// Reads what follows the word `name`, which stands at `at`; gives the rest of the line.
fn argument<'a>(
    go: &mut Go,
    line: &str,
    name: &str,
    at: &'a str,
    rest: &'a str,
) -> Result<&'a str, Err<Fault<'a>>> {
    let once = Once { name, at, rest };
    let [green, blue] = &mut go.clock;
    let [green_increment, blue_increment] = &mut go.increment;
    match name {
        "searchmoves" => search_turns(go, line, rest),
        "ponder" => {
            go.ponder = true;
            Ok(rest)
        }
        "infinite" => {
            go.infinite = true;
            Ok(rest)
        }
        "wtime" | "p1time" => once.take(green, milliseconds),
        "btime" | "p2time" => once.take(blue, milliseconds),
        "winc" | "p1inc" => once.take(green_increment, milliseconds),
        "binc" | "p2inc" => once.take(blue_increment, milliseconds),
        "movestogo" => once.take(&mut go.turns_to_go, |i, what| number(i, what, 0, u32::MAX)),
        "depth" => once.take(&mut go.depth, |i, what| number(i, what, 1, u32::MAX)),
        "nodes" => once.take(&mut go.nodes, |i, what| number(i, what, 1, u64::MAX)),
        "mate" => once.take(&mut go.mate, |i, what| number(i, what, 1, u32::MAX)),
        "movetime" => once.take(&mut go.move_time, |i, what| number(i, what, 0, u64::MAX)),
        _ => Err(failure(at, format!("{name} stands alone behind go"))),
    }
}

/// A word that may be given once.
struct Once<'n, 'a> {
    name: &'n str,
    at: &'a str,
    rest: &'a str,
}

impl<'a> Once<'_, 'a> {
    fn take<T>(
        &self,
        slot: &mut Option<T>,
        grammar: impl Fn(&'a str, &str) -> Parsed<'a, T>,
    ) -> Result<&'a str, Err<Fault<'a>>> {
        let (rest, value) = grammar(self.rest, &format!("the {}", self.name))?;
        if slot.replace(value).is_some() {
            return Err(failure(self.at, format!("{} is given twice", self.name)));
        }
        Ok(rest)
    }
}

/// A time, which is never less than none: a negative one is 0.
fn milliseconds<'a>(input: &'a str, what: &str) -> Parsed<'a, u64> {
    let what = format!("{what} in milliseconds");
    let (rest, text) = expected(input, &what)?;
    let negative = text.strip_prefix('-').is_some_and(|digits| {
        !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())
    });
    if negative {
        return Ok((rest, 0));
    }
    number(input, &what, 0, u64::MAX)
}

/// The turns up to the next word that `go` knows.
fn search_turns<'a>(go: &mut Go, line: &str, input: &'a str) -> Result<&'a str, Err<Fault<'a>>> {
    let before = go.search_turns.len();
    let mut rest = input;
    while !rest.is_empty() {
        let (after, text) = expected(rest, "a turn")?;
        if WORDS.contains(&text) {
            break;
        }
        match notation::turn(text) {
            Ok(turn) => go.search_turns.push(turn),
            Err(_) => skip(go, line, rest, text),
        }
        rest = after;
    }
    if go.search_turns.len() == before {
        return Err(failure(
            input,
            "expected a turn behind searchmoves".to_owned(),
        ));
    }
    Ok(rest)
}
