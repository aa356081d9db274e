//! Position strings: what is accepted, and what is refused naming the field.

use super::board::{self, POINTS};
use super::position::{Count, Kind, Piece, Position, Side};
use super::rule_set::{Options, RuleSet};

/// Reads a position string of two to seven fields under the chosen rules.
pub fn parse(text: &str, options: &Options) -> Result<Position, String> {
    let fields: Vec<&str> = text.split_whitespace().collect();
    if fields.len() > 7 {
        return Err("more than seven fields".to_string());
    }
    let field = |index: usize, default| fields.get(index).copied().unwrap_or(default);
    let position = Position {
        stacks: board_field(field(0, "")).map_err(named("board"))?,
        to_move: side_field(field(1, "")).map_err(named("side"))?,
        hand: count_field(field(2, "-")).map_err(named("hand"))?,
        captured: count_field(field(3, "-")).map_err(named("captured"))?,
        remote: match field(4, "-") {
            "-" => None,
            camps => Some(board::remote_camps(camps).map_err(named("remote"))?),
        },
        idle: number_field(field(5, "0")).map_err(named("idle"))?,
        turn: number_field(field(6, "1")).map_err(named("turn"))?,
    };
    check_board(&position, options).map_err(named("board"))?;
    check_counts(&position, options)?;
    if position.remote.is_some() && !options.challenges {
        return Err("remote: there are remote camps only with Challenges".to_string());
    }
    if position.turn == 0 {
        return Err("turn: turns are numbered from 1".to_string());
    }
    if position.is_eliminated(Side::Green) && position.is_eliminated(Side::Blue) {
        return Err("board: both sides are eliminated".to_string());
    }
    Ok(position)
}

fn named(field: &'static str) -> impl Fn(String) -> String {
    move |error| format!("{field}: {error}")
}

fn board_field(text: &str) -> Result<Vec<Vec<Piece>>, String> {
    let rows: Vec<&str> = text.split('/').collect();
    if rows.len() != 5 {
        return Err(format!("{} rows instead of 5", rows.len()));
    }
    let mut stacks = Vec::new();
    for (row, text) in (1..=5).zip(rows.iter().rev()) {
        let points = row_points(text)?;
        if points.len() != 5 {
            return Err(format!(
                "row {row} has {} points instead of 5",
                points.len()
            ));
        }
        stacks.extend(points);
    }
    Ok(stacks)
}

fn row_points(text: &str) -> Result<Vec<Vec<Piece>>, String> {
    let mut points = Vec::new();
    let mut letters = text.chars();
    while let Some(letter) = letters.next() {
        if let Some(empty) = letter.to_digit(10) {
            points.extend((0..empty).map(|_| Vec::new()));
        } else if letter == '[' {
            let mut stack = Vec::new();
            loop {
                match letters.next() {
                    Some(']') => break,
                    Some(letter) => stack.push(piece(letter)?),
                    None => return Err("a bracket is not closed".to_string()),
                }
            }
            if stack.len() < 2 {
                return Err("a bracket holds fewer than two pieces".to_string());
            }
            points.push(stack);
        } else {
            points.push(vec![piece(letter)?]);
        }
    }
    Ok(points)
}

fn piece(letter: char) -> Result<Piece, String> {
    Piece::from_letter(letter).ok_or_else(|| format!("'{letter}' is no piece"))
}

fn side_field(text: &str) -> Result<Side, String> {
    match text {
        "g" => Ok(Side::Green),
        "b" => Ok(Side::Blue),
        _ => Err(format!("'{text}' is neither g nor b")),
    }
}

fn count_field(text: &str) -> Result<Count, String> {
    let mut count = Count::default();
    if text == "-" {
        return Ok(count);
    }
    for letter in text.chars() {
        match letter {
            'A' => count.green += 1,
            'a' => count.blue += 1,
            _ => return Err(format!("'{letter}' is neither A nor a")),
        }
    }
    Ok(count)
}

fn number_field(text: &str) -> Result<u32, String> {
    if !text.chars().all(|c| c.is_ascii_digit()) {
        return Err(format!("'{text}' is not digits only"));
    }
    text.parse()
        .map_err(|_| format!("{text} is above {}", u32::MAX))
}

fn check_board(position: &Position, options: &Options) -> Result<(), String> {
    for point in 0..POINTS {
        let name = board::name(point);
        let stack = &position.stacks[point];
        if stack.iter().any(|piece| piece.is_hero()) && !options.heroes {
            return Err(format!("{name}: there are heroes only with Heroes"));
        }
        let Some((top, covered)) = stack.split_last() else {
            continue;
        };
        if covered.iter().any(|piece| piece.kind != Kind::HeroArcher) {
            return Err(format!("{name}: a covered piece is not a D or d"));
        }
        if options.rule_set.guard_becomes_archer()
            && top.is_guard()
            && top.side.has_enemy_camp_at(point)
        {
            return Err(format!("{name}: it became an archer on entering"));
        }
    }
    Ok(())
}

fn check_counts(position: &Position, options: &Options) -> Result<(), String> {
    let rule_set: RuleSet = options.rule_set;
    if position.hand != Count::default() && !rule_set.has_hand() {
        return Err("hand: hands stay empty in this rule set".to_string());
    }
    if position.captured != Count::default() && !rule_set.has_captured() {
        return Err("captured: nothing stays captured in this rule set".to_string());
    }
    for side in [Side::Green, Side::Blue] {
        let pieces = position.stacks.iter().flatten();
        let own: Vec<&Piece> = pieces.filter(|piece| piece.side == side).collect();
        if own.iter().filter(|piece| piece.is_hero()).count() > 1 {
            return Err(format!("board: {side:?} has more than one hero"));
        }
        // Counted wide: a long field must not wrap round to a small number.
        let held = u64::from(position.hand.of(side)) + u64::from(position.captured.of(side));
        if own.len() as u64 + held > 5 {
            return Err(format!(
                "board: {side:?} has more than five pieces in board, hand, captured"
            ));
        }
    }
    Ok(())
}
