//! Between the words of the protocol and those of the search: limits one way, findings the other.

use std::collections::HashSet;
use std::time::Instant;

use crate::protocol::{Bound, Go, Handshake, InfoLine, REPORTED, Score};
use crate::search::{self, GoLimits, Info};
use crate::state::{Game, Side, Turn};

/// The limits of a search, and what of the command was skipped.
pub(super) struct Plan {
    pub limits: GoLimits,
    pub notes: Vec<String>,
}

impl Plan {
    pub fn new(game: &Game, go: Go, handshake: Option<Handshake>) -> Result<Self, String> {
        let mut notes: Vec<String> = go
            .skipped
            .iter()
            .map(|skipped| {
                format!(
                    "column {}: unknown word {} is skipped",
                    skipped.column, skipped.word
                )
            })
            .collect();
        if go.skipped_more > 0 {
            notes.push(format!(
                "{} more unknown words are skipped",
                go.skipped_more
            ));
        }
        let (search_turns, illegal) = search_turns(game, &go.search_turns)?;
        notes.extend(illegal);
        let own_clock = go
            .clock
            .get(game.position().side().index())
            .copied()
            .flatten();
        let counted = go.depth.is_some() || go.nodes.is_some() || go.mate.is_some();
        let limited = counted || go.move_time.is_some() || own_clock.is_some();
        let limits = GoLimits {
            // However long the thread takes to wake.
            asked: Some(Instant::now()),
            search_turns,
            ponder: go.ponder,
            infinite: go.infinite || !limited,
            clock: go.clock,
            increment: go.increment.map(Option::unwrap_or_default),
            turns_to_go: go.turns_to_go.filter(|turns| *turns > 0),
            depth: go.depth,
            nodes: go.nodes,
            mate: go.mate.map(|count| plies(count, handshake)),
            move_time: go.move_time,
        };
        Ok(Self { limits, notes })
    }
}

/// The legal turns of `searchmoves`, each once, and what is said of the others.
fn search_turns(game: &Game, asked: &[Turn]) -> Result<(Vec<Turn>, Vec<String>), String> {
    let legal = game.legal_turns();
    let (mut known, mut skipped) = (asked.to_vec(), asked.to_vec());
    let mut seen = HashSet::new();
    known.retain(|turn| legal.contains(turn) && seen.insert(*turn));
    skipped.retain(|turn| !legal.contains(turn));
    let mut notes: Vec<String> = skipped
        .iter()
        .take(REPORTED)
        .filter_map(|turn| game.check(*turn).err().map(|reason| (turn, reason)))
        .map(|(turn, reason)| format!("searchmoves {turn} is skipped: {reason}"))
        .collect();
    if known.is_empty()
        && let Some(reason) = notes.last()
    {
        return Err(format!("no turn of searchmoves is legal; {reason}"));
    }
    if skipped.len() > REPORTED {
        let more = skipped.len() - REPORTED;
        notes.push(format!("{more} more turns of searchmoves are skipped"));
    }
    Ok((known, notes))
}

/// How many plies a win may take that `go mate` asks for: after `uci`, it counts the winner's turns.
fn plies(mate: u32, handshake: Option<Handshake>) -> u32 {
    match handshake {
        Some(Handshake::Uci) => mate.saturating_mul(2),
        _ => mate,
    }
}

/// A score as the dialect counts it: after `uci`, a proven result in the winner's turns.
fn score(score: search::Score, handshake: Option<Handshake>) -> Score {
    match score {
        search::Score::Centipoints(points) => Score::Centipoints(points),
        search::Score::Mate(plies) if handshake != Some(Handshake::Uci) => Score::Mate(plies),
        search::Score::Mate(plies) if plies > 0 => Score::Mate(plies / 2 + plies % 2),
        // The loser's own turn may end the game: still lost, so still negative.
        search::Score::Mate(plies) => Score::Mate((plies / 2).min(-1)),
    }
}

pub(super) fn info_line(info: Info, handshake: Option<Handshake>) -> InfoLine {
    InfoLine {
        depth: info.depth,
        sel_depth: info.sel_depth,
        multi_pv: info.multi_pv,
        score: score(info.score, handshake),
        bound: match info.bound {
            search::Bound::Exact => Bound::Exact,
            search::Bound::Lower => Bound::Lower,
            search::Bound::Upper => Bound::Upper,
        },
        nodes: info.nodes,
        nps: info.nps,
        hash_full: info.hash_full,
        time: info.time,
        line: info.line,
    }
}

/// What is said of a turn when no search has said anything: the score so far.
pub(super) fn no_search(game: &Game, turn: Option<Turn>) -> InfoLine {
    let [green, blue] = game.score().map(|points| points as i32 * 100);
    let points = match game.position().side() {
        Side::Green => green - blue,
        Side::Blue => blue - green,
    };
    InfoLine {
        depth: 0,
        sel_depth: 0,
        multi_pv: 1,
        score: Score::Centipoints(points),
        bound: Bound::Exact,
        nodes: 0,
        nps: 0,
        hash_full: 0,
        time: 0,
        line: turn.into_iter().collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::{plies, score};
    use crate::protocol::{Handshake, Score};
    use crate::search;

    #[test]
    fn mates_are_plies_but_after_uci_the_winners_turns() {
        let counted = |plies, handshake| match score(search::Score::Mate(plies), handshake) {
            Score::Mate(distance) => distance,
            Score::Centipoints(_) => 0,
        };
        for (plies, turns) in [
            (1, 1),
            (2, 1),
            (3, 2),
            (-1, -1),
            (-2, -1),
            (-3, -1),
            (-4, -2),
        ] {
            assert_eq!(counted(plies, Some(Handshake::Uci)), turns);
            assert_eq!(counted(plies, Some(Handshake::Ugi)), plies);
            assert_eq!(counted(plies, None), plies);
        }
        assert_eq!(plies(2, Some(Handshake::Uci)), 4);
        assert_eq!(plies(2, Some(Handshake::Ugi)), 2);
    }
}
