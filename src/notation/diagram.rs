//! A position drawn in text, for people.

use crate::state::{Game, Piece, Point, Side};

use super::position_string;

/// The position of a game, line by line: points and pieces, the side to move, hands, captured,
/// score, the last turn, the result.
#[must_use]
pub fn diagram(game: &Game) -> Vec<String> {
    let position = game.position();
    let mut lines: Vec<String> = (0..5).rev().map(|row| row_line(game, row)).collect();
    lines.push("     a     b     c     d     e".to_owned());
    lines.push(format!("position: {}", position_string(position)));
    lines.push(format!("to move:  {}", position.side()));
    for side in Side::BOTH {
        let (hand, captured) = (position.hand(side), position.captured(side));
        lines.push(format!(
            "{:<9} {hand} in hand, {captured} captured",
            format!("{side}:")
        ));
    }
    if !position.remote().is_empty() {
        let camps: Vec<String> = position.remote().map(|point| point.to_string()).collect();
        lines.push(format!("remote camps: {}", camps.join(" ")));
    }
    let [green, blue] = game.score();
    lines.push(format!("score:    Green {green}, Blue {blue}"));
    lines.push(format!(
        "last turn: {}",
        game.turns()
            .last()
            .map_or_else(|| "-".to_owned(), ToString::to_string)
    ));
    if let Some(outcome) = game.outcome() {
        let winner = outcome
            .winner
            .map_or_else(|| "draw".to_owned(), |side| format!("{side} wins"));
        lines.push(format!("result:   {winner} ({})", outcome.reason));
    }
    lines
}

fn row_line(game: &Game, row: u8) -> String {
    let mut text = format!("{}  ", row + 1);
    for point in (0..5).filter_map(|column| Point::at(column, row)) {
        let pieces: String = game.position().stack(point).map(Piece::letter).collect();
        let shown = match pieces.len() {
            0 => ".".to_owned(),
            1 => pieces,
            _ => format!("[{pieces}]"),
        };
        text.push_str(&format!("{shown:^6}"));
    }
    text.trim_end().to_owned()
}
