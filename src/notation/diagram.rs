//! A position drawn in text, for people.

use crate::state::{Game, Side};

use super::position_string;
use super::sketch::sketch;

/// The position of a game, line by line: the board with its lines and pieces, the camp of `near` at the
/// bottom, the side to move, hands, captured, score, the last turn, the result.
#[must_use]
pub fn diagram(game: &Game, near: Side) -> Vec<String> {
    let position = game.position();
    let mut lines = sketch(game, near);
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
