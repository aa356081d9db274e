//! The commands that look at the game and leave it alone.

use crate::notation::{diagram, position_string};
use crate::protocol::{COMMANDS, Query, Reply, VERSION};
use crate::search;
use crate::state::{Game, Line, Side, Turn};

use super::current::Current;

/// What stands behind `response`.
pub(super) fn answer(current: &Current, query: Query) -> String {
    let game = current.game();
    match query {
        Query::P1Turn => (game.position().side() == Side::Green).to_string(),
        Query::GameOver => game.outcome().is_some().to_string(),
        Query::Result => result(game).to_owned(),
        Query::IsLegal(turn) => turn.is_some_and(|turn| game.is_legal(turn)).to_string(),
        Query::Reason => game
            .outcome()
            .map_or_else(|| "none".to_owned(), |outcome| outcome.reason.to_string()),
        Query::Protocol => VERSION.to_string(),
        Query::Fen => position_string(game.position()),
        Query::Game => current.describe(),
        Query::Score => {
            let [green, blue] = game.score();
            format!("{green} {blue}")
        }
        Query::Moves => sorted(game.legal_turns().iter().map(ToString::to_string)),
        Query::Lines => {
            let ends = |line: Line| [line.from.min(line.to), line.from.max(line.to)];
            sorted(
                game.open_lines()
                    .map(ends)
                    .map(|[from, to]| format!("{from}-{to}")),
            )
        }
    }
}

/// Words sorted by byte.
fn sorted(words: impl Iterator<Item = String>) -> String {
    let mut words: Vec<String> = words.collect();
    words.sort_unstable();
    words.join(" ")
}

fn result(game: &Game) -> &'static str {
    match game.outcome().map(|outcome| outcome.winner) {
        None => "none",
        Some(None) => "draw",
        Some(Some(Side::Green)) => "p1win",
        Some(Some(Side::Blue)) => "p2win",
    }
}

/// `explain`.
pub(super) fn explain(game: &Game, turn: Turn) -> Reply {
    Reply::Response(match game.check(turn) {
        Ok(()) => "legal".to_owned(),
        Err(reason) => format!("illegal {reason}"),
    })
}

/// `show`.
pub(super) fn show(game: &Game) -> Vec<Reply> {
    let mut replies: Vec<Reply> = diagram(game, Side::Green)
        .into_iter()
        .map(Reply::Text)
        .collect();
    replies.push(Reply::End("show"));
    replies
}

/// `eval`.
pub(super) fn evaluation(game: &Game) -> Vec<Reply> {
    let evaluation = search::evaluate(game);
    let mut replies: Vec<Reply> = evaluation
        .parts
        .iter()
        .map(|(name, [green, blue])| Reply::Text(format!("{name}: Green {green}, Blue {blue}")))
        .collect();
    let side = game.position().side();
    replies.push(Reply::Text(format!(
        "total for {side}: {}",
        evaluation.total
    )));
    replies.push(Reply::End("eval"));
    replies
}

/// `help`.
pub(super) fn help() -> Vec<Reply> {
    let mut replies: Vec<Reply> = COMMANDS.into_iter().map(Reply::Help).collect();
    replies.push(Reply::End("help"));
    replies
}

/// The lines of `perft`: the counts below each turn, sorted by byte, and their sum.
#[must_use]
pub fn perft(depth: u32, counts: &[(Turn, u64)]) -> Vec<Reply> {
    let mut lines: Vec<(String, Reply)> = counts
        .iter()
        .map(|(turn, count)| (turn.to_string(), Reply::TurnCount(*turn, *count)))
        .collect();
    lines.sort_unstable_by(|(first, _), (second, _)| first.cmp(second));
    let total = match depth {
        // One line of no turns.
        0 => 1,
        _ => counts.iter().map(|(_, count)| count).sum(),
    };
    let mut replies: Vec<Reply> = lines.into_iter().map(|(_, reply)| reply).collect();
    replies.push(Reply::Nodes(total));
    replies
}
