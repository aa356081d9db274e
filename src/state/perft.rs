//! Perft: counting the lines of exactly so many turns.
//!
//! The count is made by the generator and by [`Position::play`], the same that everything else uses.
//! The turns of the last ply are counted at once, without playing them.

use std::sync::atomic::{AtomicBool, Ordering};

use super::board::{Network, Point, PointSet};
use super::game::Game;
use super::history::History;
use super::outcome::{self, Limits};
use super::position::Position;
use super::rules::with_rules;
use super::turn::Turn;
use super::turns::{self, Count, Each, Receiver};

/// Whether perft plays the turns of the last ply or counts them at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LastPly {
    /// Count them at once.
    Counted,
    /// Play every one.
    Played,
}

/// Counts the lines of exactly `depth` turns that begin with each legal turn, in the order of the
/// generator. `None` when `stop` was set before the end. A depth of 0 has no first turns.
#[must_use]
pub fn divide(
    game: &Game,
    depth: u32,
    last_ply: LastPly,
    stop: &AtomicBool,
) -> Option<Vec<(Turn, u64)>> {
    let Some(below) = depth.checked_sub(1) else {
        return Some(Vec::new());
    };
    let mut counts = Vec::new();
    for turn in game.legal_turns() {
        let nodes = with_rules!(game.variant().index(), V => {
            if last_ply == LastPly::Counted {
                Walker::<V, true>::new(game, below, stop).below(turn, below)
            } else {
                Walker::<V, false>::new(game, below, stop).below(turn, below)
            }
        });
        if stop.load(Ordering::Relaxed) {
            return None;
        }
        counts.push((turn, nodes));
    }
    Some(counts)
}

struct Walker<'a, const V: usize, const COUNT_LAST: bool> {
    network: &'a Network,
    limits: Limits,
    root: &'a Position,
    /// Only where a position can occur often enough to end a game.
    history: Option<History>,
    stop: &'a AtomicBool,
}

impl<'a, const V: usize, const COUNT_LAST: bool> Walker<'a, V, COUNT_LAST> {
    fn new(game: &'a Game, below: u32, stop: &'a AtomicBool) -> Self {
        let limits = game.limits();
        // No position occurs again within fewer than four turns: two in a row cannot undo each other,
        // since a side moves its own pieces only, and two bare passes end the game.
        let longest = game.history().len() as u64 + u64::from(below);
        let can_repeat = limits.repetition > 0 && longest > 4 * (u64::from(limits.repetition) - 1);
        let history = can_repeat.then(|| game.history().clone());
        Self {
            network: game.network(),
            limits,
            root: game.position(),
            history,
            stop,
        }
    }

    /// The lines of `depth` turns after `turn`.
    fn below(&mut self, turn: Turn, depth: u32) -> u64 {
        let mut child = *self.root;
        child.play::<V>(turn);
        self.after(&child, depth)
    }

    /// The lines of `depth` turns from a position that a turn has just led to.
    #[inline(always)]
    fn after(&mut self, child: &Position, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        let Some(history) = &mut self.history else {
            return self.count(child, depth);
        };
        history.push(child.key());
        let nodes = self.count(child, depth);
        if let Some(history) = &mut self.history {
            history.pop();
        }
        nodes
    }

    fn count(&mut self, position: &Position, depth: u32) -> u64 {
        if outcome::end::<V>(position, self.limits, self.history.as_ref()).is_some() {
            return 0;
        }
        if COUNT_LAST && depth == 1 {
            let mut count = Count::default();
            turns::generate::<V>(position, self.network, &mut count);
            return count.0;
        }
        if depth > 3 && self.stop.load(Ordering::Relaxed) {
            return 0;
        }
        let network = self.network;
        let mut walk = Walk {
            walker: self,
            position,
            depth: depth - 1,
            nodes: 0,
        };
        turns::generate::<V>(position, network, &mut walk);
        walk.nodes
    }
}

/// Plays each turn and counts below it.
struct Walk<'w, 'a, const V: usize, const COUNT_LAST: bool> {
    walker: &'w mut Walker<'a, V, COUNT_LAST>,
    position: &'w Position,
    depth: u32,
    nodes: u64,
}

impl<const V: usize, const COUNT_LAST: bool> Receiver for Walk<'_, '_, V, COUNT_LAST> {
    #[inline(always)]
    fn moves(&mut self, from: Point, targets: PointSet) {
        // Plain moves apart from the others: the same code for each turn of a loop is fast.
        let position = self.position;
        let others = targets & position.irreversible_targets();
        for to in targets.without(others) {
            let mut child = *position;
            child.play_plain::<V>(from, to);
            self.nodes += self.walker.after(&child, self.depth);
        }
        for to in others {
            let mut child = *position;
            child.play_irreversible::<V>(Turn::go(from, to));
            self.nodes += self.walker.after(&child, self.depth);
        }
    }

    fn placing(&mut self, base: Turn, free: PointSet, most: u32) {
        let mut each = Each(|turn| {
            let mut child = *self.position;
            child.play::<V>(turn);
            self.nodes += self.walker.after(&child, self.depth);
        });
        each.placing(base, free, most);
    }
}
