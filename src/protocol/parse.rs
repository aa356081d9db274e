//! The grammar of a line: a command word, its arguments, and nothing behind them.
//!
//! Behind the command word every error is final ([`cut`]), so an unknown command and a known command
//! with bad arguments are told apart. Words are separated by spaces and tabs.

use std::str::FromStr;

use nom::branch::alt;
use nom::bytes::complete::{tag, take_while, take_while1};
use nom::combinator::{all_consuming, cut, eof, map, opt, peek, recognize, value};
use nom::multi::many1;
use nom::sequence::{preceded, terminated};
use nom::{Finish, IResult, Parser};

use super::error::{CommandError, Fault, failure};
use super::go::go;
use super::words::COMMANDS;
use super::{Base, Command, DEEPEST_BENCH, DEEPEST_PERFT, Handshake, Query};
use crate::notation::{self, quoted};
use crate::state::Turn;

pub(super) type Parsed<'a, T> = IResult<&'a str, T, Fault<'a>>;

/// Reads one line, which has no line end; `None` when it is blank.
///
/// # Errors
/// What is wrong with it, and where.
pub fn command(line: &str) -> Result<Option<Command>, CommandError> {
    let text = line.trim_end_matches(is_blank);
    let grammar = preceded(blanks, opt(preceded(peek(word), |input| any(text, input))));
    match all_consuming(terminated(grammar, end)).parse(text).finish() {
        Ok((_, command)) => Ok(command),
        Err(fault) => Err(fault.in_line(text)),
    }
}

fn any<'a>(line: &'a str, input: &'a str) -> Parsed<'a, Command> {
    alt((
        plain,
        play_commands,
        |input| go(line, input),
        |input| {
            let (_, name) = word(input)?;
            Err(failure(input, unknown_command(name)))
        },
    ))
    .parse(input)
}

fn unknown_command(name: &str) -> String {
    let lower = name.to_ascii_lowercase();
    let hint = if COMMANDS.iter().any(|known| known.word == lower) {
        format!("; command words are in lower case: {lower}")
    } else {
        String::new()
    };
    format!("unknown command {}{hint}", quoted(name))
}

/// The commands of engines for any game.
fn plain(input: &str) -> Parsed<'_, Command> {
    alt((
        value(Command::Handshake(Handshake::Uci), term("uci")),
        value(Command::Handshake(Handshake::Ugi), term("ugi")),
        value(Command::IsReady, term("isready")),
        value(
            Command::NewGame,
            alt((term("ucinewgame"), term("uginewgame"))),
        ),
        value(Command::Stop, term("stop")),
        value(Command::PonderHit, term("ponderhit")),
        value(Command::Quit, term("quit")),
        value(Command::Show, term("show")),
        value(Command::Eval, term("eval")),
        value(Command::Help, term("help")),
        preceded(term("setoption"), cut(set_option)),
        preceded(term("debug"), cut(map(on_or_off, Command::Debug))),
        preceded(term("bench"), cut(bench)),
        preceded(term("perft"), cut(map(perft_depth, Command::Perft))),
    ))
    .parse(input)
}

/// The commands that look at the game or change it.
fn play_commands(input: &str) -> Parsed<'_, Command> {
    alt((
        preceded(term("position"), cut(position)),
        preceded(term("query"), cut(map(query, Command::Query))),
        preceded(term("play"), cut(map(some_turns, Command::Play))),
        preceded(term("explain"), cut(map(one_turn, Command::Explain))),
        preceded(term("undo"), cut(undo)),
    ))
    .parse(input)
}

pub(super) fn is_blank(letter: char) -> bool {
    letter == ' ' || letter == '\t'
}

pub(super) fn blanks(input: &str) -> Parsed<'_, &str> {
    take_while(is_blank).parse(input)
}

/// Anything up to the next blank.
pub(super) fn word(input: &str) -> Parsed<'_, &str> {
    take_while1(|letter| !is_blank(letter)).parse(input)
}

/// This word and no longer one, and the blanks behind it.
pub(super) fn term<'a>(
    text: &'static str,
) -> impl Parser<&'a str, Output = &'a str, Error = Fault<'a>> {
    let boundary = alt((eof, take_while1(is_blank)));
    terminated(tag(text), boundary)
}

/// A word and the blanks behind it, or an error that says what should stand there.
pub(super) fn expected<'a>(input: &'a str, what: &str) -> Parsed<'a, &'a str> {
    terminated(word, blanks)
        .parse(input)
        .map_err(|_: nom::Err<Fault<'_>>| {
            failure(input, format!("expected {what}, found the end of the line"))
        })
}

/// Nothing more on the line.
fn end(input: &str) -> Parsed<'_, ()> {
    match word(input) {
        Ok((_, more)) => Err(failure(input, format!("unexpected {}", quoted(more)))),
        Err(_) => Ok((input, ())),
    }
}

/// A whole number in digits only.
pub(super) fn number<'a, T: FromStr + PartialOrd + std::fmt::Display>(
    input: &'a str,
    what: &str,
    least: T,
    most: T,
) -> Parsed<'a, T> {
    let wanted = format!("{what}, a whole number from {least} to {most}");
    let (rest, text) = expected(input, &wanted)?;
    let digits = text.bytes().all(|byte| byte.is_ascii_digit());
    match text.parse() {
        Ok(number) if digits && number >= least && number <= most => Ok((rest, number)),
        _ => {
            let reason = format!("expected {wanted}, found {}", quoted(text));
            Err(failure(input, reason))
        }
    }
}

pub(super) fn perft_depth(input: &str) -> Parsed<'_, u32> {
    number(input, "a depth", 0, DEEPEST_PERFT)
}

fn bench(input: &str) -> Parsed<'_, Command> {
    if input.is_empty() {
        return Ok((input, Command::Bench(None)));
    }
    map(
        |input| number(input, "a depth", 1, DEEPEST_BENCH),
        |depth| Command::Bench(Some(depth)),
    )
    .parse(input)
}

fn undo(input: &str) -> Parsed<'_, Command> {
    if input.is_empty() {
        return Ok((input, Command::Undo(1)));
    }
    map(
        |input| number(input, "how many turns", 0, usize::MAX),
        Command::Undo,
    )
    .parse(input)
}

fn on_or_off(input: &str) -> Parsed<'_, bool> {
    let what = "\"on\" or \"off\"";
    let (rest, text) = expected(input, what)?;
    match text {
        "on" => Ok((rest, true)),
        "off" => Ok((rest, false)),
        _ => Err(failure(
            input,
            format!("expected {what}, found {}", quoted(text)),
        )),
    }
}

fn set_option(input: &str) -> Parsed<'_, Command> {
    let (rest, ()) = keyword(input, "name")?;
    let (rest, name) = name(rest)?;
    let (rest, value) =
        opt(preceded(term("value"), recognize(take_while(|_| true)))).parse(rest)?;
    let value = value.map(str::to_owned);
    Ok((rest, Command::SetOption { name, value }))
}

/// The words up to `value`.
fn name(input: &str) -> Parsed<'_, String> {
    let mut words = Vec::new();
    let mut rest = input;
    while !rest.is_empty() && term("value").parse(rest).is_err() {
        let (after, part) = expected(rest, "a name")?;
        words.push(part);
        rest = after;
    }
    if words.is_empty() {
        return Err(failure(input, "expected the name of an option".to_owned()));
    }
    Ok((rest, words.join(" ")))
}

fn keyword<'a>(input: &'a str, text: &'static str) -> Parsed<'a, ()> {
    let what = format!("\"{text}\"");
    let (rest, found) = expected(input, &what)?;
    if found == text {
        Ok((rest, ()))
    } else {
        Err(failure(
            input,
            format!("expected {what}, found {}", quoted(found)),
        ))
    }
}

fn position(input: &str) -> Parsed<'_, Command> {
    let what = "\"startpos\", \"rotated\" or \"fen\"";
    let (rest, kind) = expected(input, what)?;
    let (rest, base) = match kind {
        "startpos" => (rest, Base::Start),
        "rotated" => (rest, Base::Rotated),
        "fen" => fen(rest)?,
        _ => {
            return Err(failure(
                input,
                format!("expected {what}, found {}", quoted(kind)),
            ));
        }
    };
    if rest.is_empty() {
        return Ok((
            rest,
            Command::Position {
                base,
                turns: Vec::new(),
            },
        ));
    }
    let (rest, ()) = keyword(rest, "moves")?;
    let (rest, turns) = turns(rest)?;
    Ok((rest, Command::Position { base, turns }))
}

/// A position string: everything up to `moves`.
fn fen(input: &str) -> Parsed<'_, Base> {
    let field = |input| {
        if term("moves").parse(input).is_ok() {
            return Err(nom::Err::Error(Fault {
                at: input,
                reason: String::new(),
            }));
        }
        terminated(word, blanks).parse(input)
    };
    let (rest, text) = match recognize(many1(field)).parse(input) {
        Ok(found) => found,
        Err(_) => return Err(failure(input, "expected a position string".to_owned())),
    };
    if let Some(place) = text.find(|letter: char| letter.is_control() && letter != '\t') {
        let at = input.get(place..).unwrap_or(input);
        return Err(failure(
            at,
            "a control character in a position string".to_owned(),
        ));
    }
    match notation::position(text) {
        Ok(setup) => Ok((rest, Base::Fen(Box::new(setup)))),
        Err(error) => {
            let at = input.get(error.offset..).unwrap_or(input);
            Err(failure(at, format!("position string, {error}")))
        }
    }
}

/// The turns up to the end of the line.
fn turns(input: &str) -> Parsed<'_, Vec<Turn>> {
    let mut turns = Vec::new();
    let mut rest = input;
    while let Ok((after, text)) = terminated(word, blanks).parse(rest) {
        match notation::turn(text) {
            Ok(turn) => turns.push(turn),
            Err(error) => {
                let number = turns.len() + 1;
                let shown = quoted(text);
                let reason = format!("turn {number} ({}): {error}", shown.trim_matches('"'));
                return Err(failure(rest, reason));
            }
        }
        rest = after;
    }
    Ok((rest, turns))
}

fn some_turns(input: &str) -> Parsed<'_, Vec<Turn>> {
    expected(input, "a turn")?;
    turns(input)
}

fn one_turn(input: &str) -> Parsed<'_, Turn> {
    let (rest, text) = expected(input, "a turn")?;
    match notation::turn(text) {
        Ok(turn) => Ok((rest, turn)),
        Err(error) => Err(failure(input, format!("{}: {error}", quoted(text)))),
    }
}

/// The queries that are one word.
const QUERIES: [(&str, Query); 10] = [
    ("p1turn", Query::P1Turn),
    ("gameover", Query::GameOver),
    ("result", Query::Result),
    ("reason", Query::Reason),
    ("fen", Query::Fen),
    ("game", Query::Game),
    ("score", Query::Score),
    ("moves", Query::Moves),
    ("lines", Query::Lines),
    ("protocol", Query::Protocol),
];

fn query(input: &str) -> Parsed<'_, Query> {
    let names = QUERIES.map(|(name, _)| name).join(", ");
    let what = format!("{names} or islegal <turn>");
    let (rest, kind) = expected(input, &what)?;
    if kind == "islegal" {
        let (rest, text) = expected(rest, "a turn")?;
        return Ok((rest, Query::IsLegal(notation::turn(text).ok())));
    }
    match QUERIES.into_iter().find(|(name, _)| *name == kind) {
        Some((_, query)) => Ok((rest, query)),
        None => {
            let found = quoted(kind);
            let reason = format!("unknown query {found}, expected {what}");
            Err(failure(input, reason))
        }
    }
}
