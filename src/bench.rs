//! A fixed amount of search: its node count tells whether two builds search alike, its speed how fast
//! they are.

use std::sync::Arc;
use std::time::Instant;

use crate::notation;
use crate::protocol::Reply;
use crate::search::{GoLimits, HashError, Report, Search, SearchOptions, Signals};
use crate::session::builtin_board;
use crate::state::{Game, Limits, RuleSet, Settings, Side, Variant, check_remote};

/// The depth in plies if none is given.
pub const DEPTH: u32 = 18;

/// The size of the table in megabytes.
const HASH: usize = 16;

/// A rule set, whether it is played with Heroes and with Challenges, and a position string.
type Entry = (RuleSet, bool, bool, &'static str);

const fn jarmo(position: &'static str) -> Entry {
    (RuleSet::Jarmo, false, false, position)
}

const POSITIONS: [Entry; 22] = [
    jarmo("aaaaa/5/5/5/AAAAA g - - - 0 1"),
    jarmo("aaaaa/5/5/5/AAAAA b - - - 0 1"),
    jarmo("2gAa/5/5/1G1A1/4a b a AAa - 0 10"),
    jarmo("1a3/3g1/AG3/5/3aa b a AAA - 3 10"),
    jarmo("5/A1a1a/2a2/3A1/5 b A AAaa - 0 1"),
    jarmo("2A1A/A1a2/1A1a1/5/5 b - Aaaa - 0 1"),
    jarmo("5/1a3/A2Aa/5/G4 b - AAaaa - 0 1"),
    jarmo("3aa/1A3/5/1AA2/1a3 g - AAaa - 0 1"),
    (RuleSet::Jarmo, true, false, "haaaa/5/5/5/AAAAH g - - - 0 1"),
    (
        RuleSet::Jarmo,
        true,
        false,
        "1Aaa1/5/5/2[DdG]2/A2A1 b - aa - 0 8",
    ),
    (
        RuleSet::Jarmo,
        false,
        true,
        "3a1/5/1g1A1/A4/1a3 b a AAAa b3d3 1 8",
    ),
    (
        RuleSet::Jarmo,
        true,
        true,
        "2aa1/2h2/3[DG]1/1A3/1a3 g - AAa b3d3 1 9",
    ),
    (
        RuleSet::Legendary,
        false,
        false,
        "aaaaa/5/5/5/AAAAA g - - - 0 1",
    ),
    (
        RuleSet::Legendary,
        false,
        false,
        "1aGa1/1Aa2/5/4A/1Aa2 b a A - 1 8",
    ),
    (
        RuleSet::Jasyr,
        false,
        false,
        "aaaaa/5/5/5/AAAAA g - - - 0 1",
    ),
    (
        RuleSet::Jasyr,
        false,
        false,
        "Aa1a1/3A1/5/2g2/1AA2 g A - - 2 6",
    ),
    (
        RuleSet::Oca,
        false,
        false,
        "aG1a1/2a2/2A2/4A/g1A1A b - a - 2 4",
    ),
    (
        RuleSet::Oca,
        false,
        false,
        "aG3/3A1/1a3/2aA1/g1Ag1 g - A - 6 9",
    ),
    (
        RuleSet::Jasir,
        false,
        false,
        "aaaaa/5/5/5/AAAAA b - - - 0 1",
    ),
    (
        RuleSet::Jasir,
        false,
        false,
        "1G3/2aa1/2GGa/5/5 b a - - 0 12",
    ),
    (
        RuleSet::Brainking,
        false,
        false,
        "aaaaa/5/5/5/AAAAA g - - - 0 1",
    ),
    (
        RuleSet::Brainking,
        false,
        false,
        "5/1G3/2a2/2g2/1ga2 b - AAAAa - 11 24",
    ),
];

/// What a bench counted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Summary {
    /// Each rule set and position string, and its nodes.
    pub positions: Vec<(String, u64)>,
    /// All nodes: the signature of the build.
    pub nodes: u64,
    /// Nodes each second.
    pub nps: u64,
}

impl Summary {
    /// The summary as lines; the last two are the nodes and the speed.
    #[must_use]
    pub fn replies(&self) -> Vec<Reply> {
        let text = |(position, nodes): &(String, u64)| Reply::Text(format!("{position}: {nodes}"));
        let mut replies: Vec<Reply> = self.positions.iter().map(text).collect();
        replies.extend([Reply::Nodes(self.nodes), Reply::Nps(self.nps)]);
        replies
    }
}

/// Nodes each second; times below a millisecond count as one.
#[must_use]
pub fn speed(nodes: u64, since: Instant) -> u64 {
    let milliseconds = since.elapsed().as_millis().max(1);
    u64::try_from(u128::from(nodes) * 1000 / milliseconds).unwrap_or(u64::MAX)
}

/// Searches every position to a depth in plies; `None` when it was stopped.
///
/// # Errors
/// There is no memory for the table.
pub fn run(depth: u32, signals: &Signals) -> Result<Option<Summary>, HashError> {
    let mut search = Search::new(HASH)?;
    let limits = GoLimits {
        depth: Some(depth),
        ..GoLimits::default()
    };
    let started = Instant::now();
    let mut positions = Vec::new();
    for (name, game) in POSITIONS.iter().filter_map(game) {
        search.clear();
        let mut nodes = 0;
        let mut count = |report| {
            if let Report::Info(info) = report {
                nodes = info.nodes;
            }
        };
        search.run(
            &game,
            &limits,
            &SearchOptions::default(),
            signals,
            &mut count,
        );
        if signals.is_stopped() {
            return Ok(None);
        }
        positions.push((name, nodes));
    }
    let nodes = positions.iter().map(|(_, nodes)| nodes).sum();
    Ok(Some(Summary {
        positions,
        nodes,
        nps: speed(nodes, started),
    }))
}

fn game(&(rule_set, heroes, challenges, position): &Entry) -> Option<(String, Game)> {
    let variant = Variant::new(rule_set, heroes, challenges)?;
    let settings = Settings {
        variant,
        board: Arc::new(builtin_board()),
        remote_camps: check_remote(notation::remote_camps("b3d3")?).ok()?,
        limits: Limits::default(),
    };
    let setup = notation::position(position).ok()?;
    let game = Game::new(settings, Side::Green).from_setup(&setup).ok()?;
    Some((format!("{} {position}", variant.rules().name), game))
}

#[cfg(test)]
mod tests {
    use super::{POSITIONS, game, run};
    use crate::search::Signals;

    #[test]
    fn every_position_exists_and_is_not_over() {
        for entry in &POSITIONS {
            let open = game(entry).is_some_and(|(_, game)| game.outcome().is_none());
            assert!(open, "{entry:?}");
        }
    }

    #[test]
    fn the_node_count_is_always_the_same() {
        let nodes = || run(2, &Signals::new()).map(|summary| summary.map(|summary| summary.nodes));
        assert_eq!(nodes(), nodes());
        assert!(nodes().is_ok_and(|nodes| nodes > Some(POSITIONS.len() as u64)));
    }
}
