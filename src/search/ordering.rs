//! Which turn is tried first: the table's, captures, entries into the enemy camp, then what was good
//! elsewhere in the tree.

use crate::state::{
    Contains, Each, Network, Placing, Point, PointSet, Position, RULES, Receiver, Side, Turn,
    TurnKind, generate,
};

/// The search goes no deeper than this many plies.
pub(super) const MOST_PLIES: usize = 128;

/// A turn in 21 bits, never 0. The side to move must be known to tell what it means.
pub(super) type Code = u32;

/// The code of a turn.
#[inline]
pub(super) fn code(turn: Turn) -> Code {
    // A turn without a move goes to a1; no turn moves from a1 to a1, so kind 0 alone is free.
    let redeploy = turn
        .redeploy()
        .map_or(0, |point| u32::from(point.column()) + 1);
    turn.kind() as u32
        | (turn.from().index() as u32) << 3
        | (turn.to().index() as u32) << 8
        | redeploy << 13
        | places_bits(turn.places()) << 16
}

/// The turn of a code, if it is legal in a position.
#[inline]
pub(super) fn legal_turn<const V: usize>(
    code: Code,
    position: &Position,
    network: &Network,
) -> Option<Turn> {
    if code == 0 {
        return None;
    }
    let point = |shift: u32| Point::from_five_bits((code >> shift & 31) as u8);
    let (from, to) = (point(3), point(8));
    let bare = match code & 7 {
        kind if kind == TurnKind::Move as u32 => Turn::go(from, to),
        kind if kind == TurnKind::PlaceMove as u32 => Turn::place_and_go(from, to),
        kind if kind == TurnKind::Place as u32 => Turn::place(from),
        kind if kind == TurnKind::Flip as u32 => Turn::flip(from),
        _ => Turn::PASS,
    };
    // Placed and redeployed pieces stand in the own camp: their columns say where.
    let at_home = |columns: u32| PointSet(columns | columns << 20) & position.side().camp();
    let mut turn = bare.and_place(at_home(code >> 16 & 31));
    if let Some(column) = (code >> 13 & 7).checked_sub(1)
        && let Some(point) = at_home(1 << column).into_iter().next()
    {
        turn = turn.and_redeploy(point);
    }
    let mut contains = Contains::new(turn);
    generate::<V>(position, network, &mut contains);
    contains.found.then_some(turn)
}

/// A set of points of one camp as five bits.
#[inline]
fn places_bits(places: PointSet) -> u32 {
    let bits = places.0;
    (bits | bits >> 20) & 31
}

/// A turn and how early it is to be tried.
#[derive(Clone, Copy)]
pub(super) struct Ranked {
    /// The turn.
    pub turn: Turn,
    /// Higher comes first.
    pub rank: i32,
}

/// Turns of this rank or higher are captures, entries that count, and the table's turn.
pub(super) const FORCING: i32 = 1 << 20;
pub(super) const HASH: i32 = 1 << 24;
const CAPTURE: i32 = 1 << 22;
const ENTRY: i32 = 1 << 21;
const KILLER: i32 = 1 << 19;
const MOST_HISTORY: i32 = 1 << 14;

/// What was good elsewhere in the tree.
#[derive(Debug)]
pub(super) struct Heuristics {
    /// Turns that refuted the turn before, at each ply.
    killers: [[Code; 2]; MOST_PLIES + 1],
    /// By side, from and to.
    moves: [[[i16; 32]; 32]; 2],
    /// By side and set of points placed on.
    places: [[i16; 32]; 2],
    /// By side, where the turn before went, from and to.
    replies: [[[[i16; 32]; 32]; 32]; 2],
}

impl Default for Heuristics {
    fn default() -> Self {
        Self {
            killers: [[0; 2]; MOST_PLIES + 1],
            moves: [[[0; 32]; 32]; 2],
            places: [[0; 32]; 2],
            replies: [[[[0; 32]; 32]; 32]; 2],
        }
    }
}

impl Heuristics {
    /// Another search begins: what was learned counts for less.
    pub fn fade(&mut self) {
        self.killers = [[0; 2]; MOST_PLIES + 1];
        let moves = self.moves.as_flattened_mut().as_flattened_mut();
        let replies = self.replies.as_flattened_mut().as_flattened_mut();
        let replies = replies.as_flattened_mut();
        let places = self.places.as_flattened_mut();
        for value in moves.iter_mut().chain(places).chain(replies) {
            *value /= 2;
        }
    }

    /// A quiet turn refuted the turn before it, which went to `arrival`; those tried earlier did not.
    pub fn refuted(
        &mut self,
        side: Side,
        turn: Turn,
        earlier: &[Ranked],
        depth: i32,
        (ply, arrival): (usize, Point),
    ) {
        let code = code(turn);
        let killers = &mut self.killers[ply];
        if killers[0] != code {
            killers[1] = killers[0];
            killers[0] = code;
        }
        let bonus = (depth * depth).min(400);
        self.learn(side, arrival, turn, bonus);
        for other in earlier.iter().filter(|other| other.rank < FORCING) {
            self.learn(side, arrival, other.turn, -bonus);
        }
    }

    fn learn(&mut self, side: Side, arrival: Point, turn: Turn, bonus: i32) {
        let adjust = |value: &mut i16| {
            let now = i32::from(*value);
            *value = (now + bonus * 16 - now * bonus.abs() * 16 / MOST_HISTORY) as i16;
        };
        let moves = &mut self.moves[side.index()];
        adjust(&mut moves[turn.from().index()][turn.to().index()]);
        let replies = &mut self.replies[side.index()][arrival.index()];
        adjust(&mut replies[turn.from().index()][turn.to().index()]);
        adjust(&mut self.places[side.index()][places_bits(turn.places()) as usize]);
    }

    fn history(&self, side: Side, arrival: Point, turn: Turn) -> i32 {
        let moves = &self.moves[side.index()][turn.from().index()];
        let places = self.places[side.index()][places_bits(turn.places()) as usize];
        let replies = &self.replies[side.index()][arrival.index()][turn.from().index()];
        let to = turn.to().index();
        i32::from(moves[to]) + i32::from(replies[to]) + i32::from(places)
    }
}

/// Which turns are collected.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Wanted {
    /// Every turn; of several that lead to the same position, one is enough.
    All,
    /// Captures, and entries into the enemy camp that end something.
    Forcing,
}

/// Puts the turns of a position on a list, ranked.
pub(super) struct Collect<'a, const V: usize> {
    list: &'a mut Vec<Ranked>,
    position: &'a Position,
    network: &'a Network,
    heuristics: &'a Heuristics,
    wanted: Wanted,
    /// A turn that is left out, because it was tried before the others.
    tried: Code,
    killers: [Code; 2],
    side: Side,
    /// Where the turn before went.
    arrival: Point,
    /// The point of the first placed piece that goes to each point, 32 for none yet.
    placed_from: [u8; 32],
}

impl<'a, const V: usize> Collect<'a, V> {
    /// Puts the turns on the end of the list, all but the one with the code `tried`.
    #[inline]
    pub fn run(
        list: &'a mut Vec<Ranked>,
        position: &'a Position,
        network: &'a Network,
        heuristics: &'a Heuristics,
        wanted: Wanted,
        tried: Code,
        (ply, arrival): (usize, Point),
    ) {
        let mut collect = Self {
            list,
            position,
            network,
            heuristics,
            wanted,
            tried,
            killers: heuristics.killers[ply],
            side: position.side(),
            arrival,
            placed_from: [32; 32],
        };
        generate::<V>(position, network, &mut collect);
    }

    #[inline]
    fn add(&mut self, turn: Turn) {
        let code = code(turn);
        if self.tried == code {
            return;
        }
        let mut rank = self.forcing(turn);
        if rank == 0 {
            if self.wanted == Wanted::Forcing {
                return;
            }
            rank = self.quiet(turn, code);
        }
        self.list.push(Ranked { turn, rank });
    }

    /// The rank of a forcing turn, 0 for a quiet one.
    #[inline]
    fn forcing(&self, turn: Turn) -> i32 {
        if !turn.is_move() {
            return 0;
        }
        let (from, to) = (turn.from(), turn.to());
        let guards = self.position.guards();
        if self.position.tops(self.side.other()).contains(to) {
            let taken = if guards.contains(to) { 8 } else { 0 };
            // A piece near its goal is worth more.
            let near = i32::from(Network::UNREACHABLE.min(16))
                - i32::from(self.network.distance(self.side.other(), to).min(16));
            return CAPTURE + (taken + near) * 16 + turn.places().len() as i32;
        }
        if self.side.enemy_camp().contains(to) {
            let last = self.position.movable(self.side).len() <= 1;
            let returns = RULES[V].has_captured()
                && guards.contains(from)
                && self.position.captured(self.side) > 0;
            if last || returns {
                return ENTRY + turn.places().len() as i32;
            }
        }
        0
    }

    #[inline]
    fn quiet(&self, turn: Turn, code: Code) -> i32 {
        if code == self.killers[0] {
            return KILLER + 1;
        }
        if code == self.killers[1] {
            return KILLER;
        }
        let mut rank = self.heuristics.history(self.side, self.arrival, turn);
        if turn.is_move() {
            let distance = |point| i32::from(self.network.distance(self.side, point));
            rank += 32 * (distance(turn.from()) - distance(turn.to()));
        }
        rank
    }
}

impl<const V: usize> Receiver for Collect<'_, V> {
    #[inline]
    fn moves(&mut self, from: Point, targets: PointSet) {
        let targets = if self.wanted == Wanted::Forcing {
            let enemy = self.side.other();
            targets & (self.position.tops(enemy) | self.side.enemy_camp())
        } else {
            targets
        };
        for to in targets {
            self.add(Turn::go(from, to));
        }
    }

    fn placing(&mut self, base: Turn, free: PointSet, most: u32) {
        if base.kind() == TurnKind::PlaceMove {
            // Whichever point it was placed on, it leaves it again: the position is the same.
            let first = &mut self.placed_from[base.to().index()];
            if *first == 32 {
                *first = base.from().index() as u8;
            }
            if *first != base.from().index() as u8 {
                return;
            }
        }
        if self.wanted == Wanted::Forcing && matches!(RULES[V].placing, Placing::Free) {
            self.add(base);
            return;
        }
        Each(|turn| self.add(turn)).placing(base, free, most);
    }
}

/// Brings the best of the turns from `index` on to that place.
#[inline]
pub(super) fn bring_best(list: &mut [Ranked], index: usize) {
    let Some(rest) = list.get_mut(index..) else {
        return;
    };
    let (mut best, mut top) = (0, i32::MIN);
    for (place, ranked) in rest.iter().enumerate() {
        // Without a jump: which one is better, nobody can foresee.
        best = if ranked.rank > top { place } else { best };
        top = top.max(ranked.rank);
    }
    if best > 0 {
        rest.swap(0, best);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn codes_tell_turns_apart() {
        let point = |index| Point::new(index).expect("a point");
        let mut turns = vec![Turn::PASS, Turn::place(point(3)), Turn::flip(point(20))];
        for from in 0..5 {
            for to in [7, 12, 24] {
                let move_on = Turn::go(point(from), point(to));
                turns.extend([move_on, Turn::place_and_go(point(from), point(to))]);
                turns.push(move_on.and_redeploy(point(4)));
                turns.push(move_on.and_redeploy(point(4)).and_place(point(0).set()));
                turns.push(move_on.and_place(point(2).set() | point(3).set()));
            }
        }
        let codes: HashSet<Code> = turns.iter().map(|turn| code(*turn)).collect();
        assert_eq!(codes.len(), turns.len());
        assert!(codes.iter().all(|code| *code != 0 && *code < 1 << 21));
    }

    #[test]
    fn history_stays_within_its_bounds() {
        let mut heuristics = Heuristics::default();
        let turn = Turn::go(Point::new(0).expect("a1"), Point::new(7).expect("c2"));
        let (arrival, elsewhere) = (Point::new(9).expect("e2"), Point::new(8).expect("d2"));
        for _ in 0..10_000 {
            heuristics.refuted(Side::Green, turn, &[], 100, (3, arrival));
        }
        let learned = heuristics.history(Side::Green, arrival, turn);
        assert!(learned > 0 && learned <= 3 * MOST_HISTORY);
        assert!(heuristics.history(Side::Green, elsewhere, turn) < learned);
        assert_eq!(heuristics.history(Side::Blue, arrival, turn), 0);
    }
}
