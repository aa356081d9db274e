//! The checks, one function for each kind of case that stands on one line.

use std::path::Path;

use super::format::{Body, Place};
use super::talk::{Stop, Talk};

/// What the checks need to know besides the case.
#[derive(Clone, Copy, Debug)]
pub struct Rules<'a> {
    /// The directory of the fixture file.
    pub directory: &'a Path,
    /// Whether any text behind `response illegal` is accepted.
    pub any_reason: bool,
}

/// Checks one case.
///
/// # Errors
/// What differs, what the engine lacks, or that it gave no answer.
pub fn check(talk: &mut Talk, body: &Body, rules: Rules<'_>) -> Result<(), Stop> {
    match body {
        Body::Perft {
            position,
            depth,
            nodes,
        } => perft(talk, position, *depth, *nodes),
        Body::Turns { position, turns } => {
            talk.accept(&format!("position {position}"))?;
            talk.expect("query moves", turns)
        }
        Body::GoodPosition { string, canonical } => good_position(talk, string, canonical),
        Body::BadPosition { string, fields } => bad_position(talk, string, fields),
        Body::Game { .. } => game(talk, body),
        Body::Explain {
            position,
            turn,
            rule,
        } => explain(talk, position, turn, rule.as_deref(), rules),
        Body::GoodBoard { file, lines } => good_board(talk, &rules.directory.join(file), lines),
        Body::BadBoard { file, place } => bad_board(talk, &rules.directory.join(file), *place),
        Body::Best {
            position,
            go,
            turns,
        } => best(talk, position, go, turns),
        Body::Transcript { .. } => Ok(()),
    }
}

/// The total has to be right, and the lines above it sorted and adding up to it.
fn perft(talk: &mut Talk, position: &str, depth: u32, nodes: u64) -> Result<(), Stop> {
    talk.accept(&format!("position {position}"))?;
    let expected = format!("nodes {nodes}");
    let lines = talk.lines_to(&format!("perft {depth}"), "nodes", &expected)?;
    let Some((total, turns)) = lines.split_last() else {
        return differs("lines", "none");
    };
    if *total != expected {
        return differs(expected, total);
    }
    let mut sum = 0_u64;
    let mut before = "";
    for line in turns {
        let count = line
            .split_once(": ")
            .and_then(|(turn, count)| Some((turn, count.parse::<u64>().ok()?)));
        match count {
            Some((turn, count)) if turn > before => {
                sum = sum.saturating_add(count);
                before = turn;
            }
            _ => return differs("`<turn>: <count>` lines, sorted by byte", line),
        }
    }
    if sum != nodes {
        return differs(
            format!("lines that add up to {nodes}"),
            format!("lines that add up to {sum}"),
        );
    }
    Ok(())
}

fn good_position(talk: &mut Talk, string: &str, canonical: &str) -> Result<(), Stop> {
    talk.accept(&format!("position fen {string}"))?;
    talk.expect("query fen", canonical)?;
    talk.accept(&format!("position fen {canonical}"))?;
    talk.expect("query fen", canonical)
}

/// The string is refused, the error names the field, and the old position stays.
fn bad_position(talk: &mut Talk, string: &str, fields: &[String]) -> Result<(), Stop> {
    talk.accept("position rotated")?;
    let before = talk.ask("query fen", "response {any}")?;
    let expected = format!("an error that names the field {}", fields.join(" or "));
    let error = talk.refuse(&format!("position fen {string}"), &expected)?;
    let mut words = error.split(|letter: char| !letter.is_alphanumeric());
    if !words.any(|word| fields.iter().any(|field| field == word)) {
        return differs(expected, error);
    }
    talk.expect("query fen", &before)
}

fn game(talk: &mut Talk, body: &Body) -> Result<(), Stop> {
    let Body::Game {
        position,
        reason,
        result,
        score,
        fen,
    } = body
    else {
        return Ok(());
    };
    let over = reason != "none";
    talk.accept(&format!("position {position}"))?;
    talk.expect("query reason", reason)?;
    talk.expect("query result", result)?;
    talk.expect("query gameover", if over { "true" } else { "false" })?;
    talk.expect("query score", score)?;
    talk.expect("query fen", fen)?;
    let moves = talk.ask("query moves", "response {any}")?;
    match (over, moves.is_empty()) {
        (true, false) => differs("no turns in a finished game", moves),
        (false, true) => differs("turns in an unfinished game", "none"),
        _ => Ok(()),
    }
}

/// `explain`, `query islegal` and `play` have to agree.
fn explain(
    talk: &mut Talk,
    position: &str,
    turn: &str,
    rule: Option<&str>,
    rules: Rules<'_>,
) -> Result<(), Stop> {
    talk.accept(&format!("position {position}"))?;
    let before = talk.ask("query fen", "response {any}")?;
    let Some(rule) = rule else {
        talk.expect(&format!("explain {turn}"), "legal")?;
        talk.expect(&format!("query islegal {turn}"), "true")?;
        return talk.accept(&format!("play {turn}"));
    };
    let expected = format!("response illegal {rule}");
    let answer = talk.ask(&format!("explain {turn}"), &expected)?;
    let accepted = if rules.any_reason {
        answer.split(' ').next() == Some("illegal")
    } else {
        answer.strip_prefix("illegal ") == Some(rule)
    };
    if !accepted {
        return differs(expected, format!("response {answer}"));
    }
    talk.expect(&format!("query islegal {turn}"), "false")?;
    let expected = format!("an error that holds the turn {turn} and the rule: {rule}");
    let error = talk.refuse(&format!("play {turn}"), &expected)?;
    if !(rules.any_reason || error.contains(turn) && error.contains(rule)) {
        return differs(expected, error);
    }
    talk.expect("query fen", &before)
}

fn good_board(talk: &mut Talk, file: &Path, lines: &[String]) -> Result<(), Stop> {
    talk.accept(&set_board(file))?;
    let expected = normal(lines.iter().map(String::as_str));
    let answer = talk.ask("query lines", &format!("response {expected}"))?;
    if normal(answer.split(' ')) != expected {
        return differs(
            format!("response {expected}, in any order"),
            format!("response {answer}"),
        );
    }
    talk.accept("setoption name BoardFile value <builtin>")
}

/// The file is refused at the right place, and the old board stays.
fn bad_board(talk: &mut Talk, file: &Path, place: Option<Place>) -> Result<(), Stop> {
    let before = talk.ask("query lines", "response {any}")?;
    let expected = place.map_or_else(
        || "an error".to_owned(),
        |place| {
            format!(
                "an error at {}:{} (to {})",
                place.line, place.from, place.to
            )
        },
    );
    let error = talk.refuse(&set_board(file), &expected)?;
    if !place.is_none_or(|place| names_place(&error, place)) {
        return differs(expected, error);
    }
    talk.expect("query lines", &before)
}

fn set_board(file: &Path) -> String {
    format!("setoption name BoardFile value {}", file.display())
}

/// `2:8` or `line 2, column 8`, with or without the comma, not as a part of a longer number.
fn names_place(error: &str, place: Place) -> bool {
    let error = error.replace(',', "");
    let numbers: Vec<&str> = error
        .split(|letter: char| !letter.is_ascii_digit())
        .collect();
    let short = |column: u32| format!("{}:{column}", place.line);
    let long = |column: u32| format!("line {} column {column}", place.line);
    (place.from..=place.to).any(|column| {
        let whole = numbers.contains(&column.to_string().as_str())
            && numbers.contains(&place.line.to_string().as_str());
        whole && (error.contains(&short(column)) || error.contains(&long(column)))
    })
}

/// Lines with the earlier point first, sorted: neither order means anything.
fn normal<'a>(lines: impl Iterator<Item = &'a str>) -> String {
    let rank = |point: &str| point.chars().rev().collect::<String>();
    let mut lines: Vec<String> = lines
        .map(|line| match line.split_once('-') {
            Some((from, to)) if rank(from) > rank(to) => format!("{to}-{from}"),
            _ => line.to_owned(),
        })
        .collect();
    lines.sort();
    lines.join(" ")
}

fn best(talk: &mut Talk, position: &str, go: &str, turns: &[String]) -> Result<(), Stop> {
    talk.accept("ucinewgame")?;
    talk.accept(&format!("position {position}"))?;
    let expected = format!("bestmove {}", turns.join(" or "));
    let lines = talk.lines_to(&format!("go {go}"), "bestmove", &expected)?;
    let answer = lines.last().map_or("", String::as_str);
    let chosen = answer.split(' ').nth(1).unwrap_or_default();
    if turns.iter().any(|turn| turn == chosen) {
        return Ok(());
    }
    differs(expected, answer)
}

fn differs(expected: impl Into<String>, got: impl Into<String>) -> Result<(), Stop> {
    Err(Stop::Differs {
        expected: expected.into(),
        got: got.into(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_whole_numbers() {
        let place = Place {
            line: 2,
            from: 7,
            to: 9,
        };
        assert!(names_place("error: x.board:2:8: unknown point", place));
        assert!(names_place("error: line 2, column 7: unknown point", place));
        assert!(names_place("error: line 2 column 9: unknown point", place));
        assert!(!names_place("error: x.board:2:80: unknown point", place));
        assert!(!names_place("error: x.board:12:8: unknown point", place));
        assert!(!names_place("error: x.board:2:10: unknown point", place));
    }

    #[test]
    fn order_of_lines_and_of_their_ends_means_nothing() {
        assert_eq!(
            normal("b3-a1 c2-a1".split(' ')),
            normal("a1-c2 a1-b3".split(' '))
        );
        assert_ne!(normal("a1-c2".split(' ')), normal("a2-c1".split(' ')));
    }
}
