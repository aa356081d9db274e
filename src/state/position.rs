//! A position, and what a turn does to it.
//!
//! A [`Position`] is small and `Copy`: undoing a turn is keeping the position before it. What it knows
//! of the past is what the rules ask of the turns before (shuttling, passes, progress); the positions
//! that occurred stand beside it, in the history.

use super::board::{Point, PointSet, Side};
use super::keys;
use super::piece::{Covered, Piece, PieceKind};
use super::rules::{CampEnd, Fate, Placing, Promotion, RULES, Rules};
use super::turn::{Turn, TurnKind};

/// A plain move as ten bits, and a mark that it is one: from, to. 0 is "no plain move".
type PlainMove = u16;

const PLAIN: PlainMove = 1 << 10;

#[inline]
fn plain_move(from: Point, to: Point) -> PlainMove {
    PLAIN | (from.index() as PlainMove) << 5 | to.index() as PlainMove
}

/// A position of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Position {
    /// The top pieces of each side.
    pub(super) tops: [PointSet; 2],
    /// The top pieces, of either side, with the guard side up.
    pub(super) guards: PointSet,
    /// The top pieces, of either side, that are golden soldiers.
    pub(super) heroes: PointSet,
    pub(super) covered: Covered,
    pub(super) remote: PointSet,
    pub(super) hand: [u8; 2],
    pub(super) captured: [u8; 2],
    pub(super) side: Side,
    /// Bare passes in a row up to now, at most 2.
    pub(super) passes: u8,
    /// Whether the last turn was a move into the enemy camp; kept only where it can win.
    pub(super) entered: bool,
    /// How many of a side's last turns were each the plain move before them, reversed.
    reversals: [u8; 2],
    /// Each side's last turn, if it was a plain move.
    last_plain: [PlainMove; 2],
    pub(super) idle: u32,
    pub(super) turn: u32,
    key: u64,
}

impl Position {
    /// The start of a game (sections 2, 8 and 9); `side` is Blue in a rotated game.
    #[must_use]
    pub fn start(rules: &Rules, side: Side, remote: PointSet) -> Self {
        let corners = PointSet(1 << 4 | 1 << 20);
        let heroes = if rules.heroes {
            corners
        } else {
            PointSet::EMPTY
        };
        let mut position = Self::empty(side);
        position.tops = Side::BOTH.map(Side::camp);
        position.guards = heroes;
        position.heroes = heroes;
        position.remote = if rules.challenges {
            remote
        } else {
            PointSet::EMPTY
        };
        position.rekey();
        position
    }

    /// No piece anywhere, turn 1, and no past.
    pub(super) const fn empty(side: Side) -> Self {
        Self {
            tops: [PointSet::EMPTY; 2],
            guards: PointSet::EMPTY,
            heroes: PointSet::EMPTY,
            covered: Covered::NONE,
            remote: PointSet::EMPTY,
            hand: [0; 2],
            captured: [0; 2],
            side,
            passes: 0,
            entered: false,
            reversals: [0; 2],
            last_plain: [0; 2],
            idle: 0,
            turn: 1,
            key: 0,
        }
    }

    /// The side to move.
    #[inline]
    #[must_use]
    pub const fn side(&self) -> Side {
        self.side
    }

    /// The points whose top piece belongs to a side.
    #[inline]
    #[must_use]
    pub const fn tops(&self, side: Side) -> PointSet {
        self.tops[side.index()]
    }

    /// The points whose top piece has its guard side up.
    #[inline]
    #[must_use]
    pub const fn guards(&self) -> PointSet {
        self.guards
    }

    /// The points whose top piece is a golden soldier.
    #[inline]
    #[must_use]
    pub const fn heroes(&self) -> PointSet {
        self.heroes
    }

    /// How many pieces a side has in hand.
    #[inline]
    #[must_use]
    pub const fn hand(&self, side: Side) -> u8 {
        self.hand[side.index()]
    }

    /// How many captured pieces a side can still get back.
    #[inline]
    #[must_use]
    pub const fn captured(&self, side: Side) -> u8 {
        self.captured[side.index()]
    }

    /// The remote camps that are still in the game: none or two.
    #[must_use]
    pub const fn remote(&self) -> PointSet {
        self.remote
    }

    /// Turns since the last irreversible one, saturating.
    #[must_use]
    pub const fn idle(&self) -> u32 {
        self.idle
    }

    /// The number of the full turn, from 1, saturating.
    #[must_use]
    pub const fn turn(&self) -> u32 {
        self.turn
    }

    /// Bare passes in a row up to now, at most 2.
    #[inline]
    #[must_use]
    pub const fn passes(&self) -> u8 {
        self.passes
    }

    /// A hash of what repetition compares: board, side to move, hands, captured, remote camps.
    #[inline]
    #[must_use]
    pub const fn key(&self) -> u64 {
        self.key
    }

    /// The points that hold a piece.
    #[inline]
    #[must_use]
    pub const fn occupied(&self) -> PointSet {
        PointSet(self.tops[0].0 | self.tops[1].0)
    }

    /// The top pieces of a side that are not frozen in the enemy camp.
    #[inline]
    #[must_use]
    pub const fn movable(&self, side: Side) -> PointSet {
        self.tops(side).without(side.enemy_camp())
    }

    /// The top piece on a point.
    #[must_use]
    pub fn top(&self, point: Point) -> Option<Piece> {
        let side = Side::BOTH
            .into_iter()
            .find(|side| self.tops(*side).contains(point))?;
        let kind = PieceKind::of(self.guards.contains(point), self.heroes.contains(point));
        Some(Piece { side, kind })
    }

    /// The pieces on a point, bottom first.
    pub fn stack(&self, point: Point) -> impl Iterator<Item = Piece> {
        let covered = self.covered.on(point.set());
        covered
            .map(|side| Piece {
                side,
                kind: PieceKind::HeroArcher,
            })
            .chain(self.top(point))
    }

    /// Whether something lies below the top piece of a point.
    #[inline]
    #[must_use]
    pub const fn is_stack(&self, point: Point) -> bool {
        self.below(point).is_some()
    }

    /// The side of the piece right below the top piece of a point.
    #[must_use]
    pub const fn below(&self, point: Point) -> Option<Side> {
        self.covered.uppermost(point.set())
    }

    /// The point of a side's covered hero, as a set of at most one point.
    #[must_use]
    pub const fn covered(&self, side: Side) -> PointSet {
        self.covered.at[side.index()]
    }

    /// The point on which a side's hero is a hostage, as a set of at most one point: its stack's top
    /// belongs to the other side (section 8).
    #[must_use]
    pub const fn hostage(&self, side: Side) -> PointSet {
        PointSet(self.covered(side).0 & self.tops(side.other()).0)
    }

    /// How many pieces of a side on the board are no hostages, and how many of these stand in the
    /// enemy camp.
    #[inline]
    #[must_use]
    pub const fn count_free(&self, side: Side) -> (u32, u32) {
        let tops = self.tops(side);
        let guarded = PointSet(self.covered(side).0 & tops.0);
        let camp = side.enemy_camp().0;
        (
            tops.len() + guarded.len(),
            PointSet(tops.0 & camp).len() + PointSet(guarded.0 & camp).len(),
        )
    }

    /// Whether a side's next plain move would be a banned shuttle turn, and which (from, to).
    #[inline]
    pub(super) fn banned<const V: usize>(&self) -> Option<(Point, Point)> {
        let after = const { RULES[V].ban_after() }?;
        let last = self.last_plain[self.side.index()];
        if self.reversals[self.side.index()] < after {
            return None;
        }
        let (from, to) = (
            Point::from_five_bits((last >> 5) as u8),
            Point::from_five_bits(last as u8),
        );
        // To capture on the way back is no plain move.
        (!self.tops(self.side.other()).contains(from)).then_some((to, from))
    }

    /// Whether the last eight turns are those of the 8-turn rule: each side's last four were plain
    /// moves, the last three of them reversals.
    #[inline]
    pub(super) const fn shuttled_eight(&self) -> bool {
        self.reversals[0] >= 3 && self.reversals[1] >= 3
    }

    /// What the rules of shuttling remember of the turns before, as a hash; 0 where they remember
    /// nothing that matters.
    #[must_use]
    pub fn shuttle_key(&self) -> u64 {
        if self.reversals == [0; 2] {
            0
        } else {
            keys::shuttle(self.reversals, self.last_plain)
        }
    }

    /// Each side's last turn, if it was a plain move, as a hash: what a ban may yet come of, though
    /// nothing has been reversed so far.
    #[must_use]
    pub fn last_moves_key(&self) -> u64 {
        keys::shuttle([1; 2], self.last_plain)
    }

    /// Plays a turn that the generator lists for this position under the rules `RULES[V]`.
    #[inline(always)]
    pub(crate) fn play<const V: usize>(&mut self, turn: Turn) {
        let special = self.irreversible_targets();
        if turn.is_bare_move() && !special.contains(turn.to()) {
            self.play_plain::<V>(turn.from(), turn.to());
        } else {
            self.play_irreversible::<V>(turn);
        }
    }

    /// The points to which a bare move is no plain move: it captures there, or enters the enemy camp.
    #[inline]
    pub(super) const fn irreversible_targets(&self) -> PointSet {
        PointSet(self.tops(self.side.other()).0 | self.side.enemy_camp().0)
    }

    /// Hands the turn to the other side.
    #[inline(always)]
    fn next_side(&mut self) {
        if self.side as u8 == Side::Blue as u8 {
            self.turn = self.turn.saturating_add(1);
        }
        self.side = self.side.other();
        self.key ^= keys::BLUE_TO_MOVE;
    }

    /// Plays a plain move: a bare move to none of the [`Self::irreversible_targets`].
    #[inline(always)]
    pub(super) fn play_plain<const V: usize>(&mut self, from: Point, to: Point) {
        let side = self.side.index();
        let step = PointSet(from.set().0 | to.set().0);
        let mut kind = usize::from(self.guards.contains(from));
        self.tops[side].0 ^= step.0;
        if kind != 0 {
            self.guards.0 ^= step.0;
        }
        if RULES[V].heroes {
            if self.heroes.contains(from) {
                self.heroes.0 ^= step.0;
                kind |= 2;
            }
            self.reveal(from);
        }
        self.key ^= keys::piece(side, kind, from) ^ keys::piece(side, kind, to);
        let reversed = plain_move(to, from) == self.last_plain[side];
        self.reversals[side] = if reversed {
            self.reversals[side].saturating_add(1)
        } else {
            0
        };
        self.last_plain[side] = plain_move(from, to);
        self.idle = self.idle.saturating_add(1);
        self.passes = 0;
        if matches!(RULES[V].camp_end, CampEnd::MoverWins { .. }) {
            self.entered = false;
        }
        self.next_side();
    }

    /// Plays any other turn.
    #[inline(never)]
    pub(super) fn play_irreversible<const V: usize>(&mut self, turn: Turn) {
        self.do_irreversible::<V>(turn);
        self.next_side();
    }

    #[inline(always)]
    fn do_irreversible<const V: usize>(&mut self, turn: Turn) {
        let side = self.side;
        self.reversals[side.index()] = 0;
        self.last_plain[side.index()] = 0;
        self.entered = false;
        if turn == Turn::PASS {
            self.idle = self.idle.saturating_add(1);
            self.passes = (self.passes + 1).min(2);
            return;
        }
        self.idle = 0;
        self.passes = 0;
        self.key ^= self.held_key();
        match turn.kind() {
            TurnKind::Move => self.travel::<V>(turn.from(), turn.to()),
            TurnKind::PlaceMove => {
                self.put_from_hand(turn.from().set());
                self.travel::<V>(turn.from(), turn.to());
            }
            TurnKind::Place => self.put_from_hand(turn.from().set()),
            TurnKind::Flip => {
                self.lift(side, turn.from());
                self.put(side, turn.from(), PieceKind::Archer);
                self.recover();
            }
            TurnKind::Pass => {}
        }
        if RULES[V].challenges
            && let Some(point) = turn.redeploy()
        {
            self.recover();
            self.put_from_hand(point.set());
            self.key ^= self.remote_key();
            self.remote = PointSet::EMPTY;
        }
        if !turn.places().is_empty() {
            if RULES[V].placing == Placing::OnEntry {
                self.recover();
            }
            self.put_from_hand(turn.places());
        }
        self.key ^= self.held_key();
    }

    /// One piece goes from captured to hand, if any is captured.
    fn recover(&mut self) {
        let side = self.side.index();
        if self.captured[side] > 0 {
            self.captured[side] -= 1;
            self.hand[side] += 1;
        }
    }

    fn put_from_hand(&mut self, points: PointSet) {
        self.hand[self.side.index()] -= points.len() as u8;
        for point in points {
            self.put(self.side, point, PieceKind::Archer);
        }
    }

    /// Moves the top piece of `from`, with all that capturing and entering the enemy camp mean.
    #[inline]
    fn travel<const V: usize>(&mut self, from: Point, to: Point) {
        let rules = const { &RULES[V] };
        let side = self.side;
        let enters = side.enemy_camp().contains(to);
        let kind = self.lift(side, from);
        let mut guard = kind.is_guard();
        if rules.heroes {
            self.reveal(from);
        }
        if self.tops(side.other()).contains(to) {
            self.capture::<V>(to);
            // A golden soldier, archer side up, is never promoted.
            guard |= !kind.is_hero() && (matches!(rules.promotion, Promotion::Always) || !enters);
        }
        if enters && guard && rules.entering_demotes {
            guard = false;
            self.recover();
        }
        self.put(
            side,
            to,
            PieceKind::of(guard, rules.heroes && kind.is_hero()),
        );
        if matches!(rules.camp_end, CampEnd::MoverWins { .. }) {
            self.entered = enters;
        }
    }

    /// Takes the enemy's top piece from a point: where it goes is the table's to say, and a golden
    /// soldier stays where it is, or dies.
    #[inline]
    fn capture<const V: usize>(&mut self, point: Point) {
        let rules = const { &RULES[V] };
        let enemy = self.side.other();
        let kind = self.lift(enemy, point);
        if rules.heroes && kind.is_hero() {
            if kind.is_guard() {
                self.key ^= self.covered_key();
                self.covered.cover(enemy, point.set());
                self.key ^= self.covered_key();
            }
            return;
        }
        match if kind.is_guard() {
            rules.guard_fate
        } else {
            rules.archer_fate
        } {
            Fate::Captured => self.captured[enemy.index()] += 1,
            Fate::Hand => self.hand[enemy.index()] += 1,
            Fate::Dead => {}
        }
    }

    /// Puts a piece on top of a point that has no top piece.
    #[inline]
    fn put(&mut self, side: Side, point: Point, kind: PieceKind) {
        self.tops[side.index()] |= point.set();
        if kind.is_guard() {
            self.guards |= point.set();
        }
        if kind.is_hero() {
            self.heroes |= point.set();
        }
        self.key ^= keys::piece(side.index(), kind as usize, point);
    }

    /// Takes a side's top piece from a point, without what lies below it.
    #[inline]
    fn lift(&mut self, side: Side, point: Point) -> PieceKind {
        let kind = PieceKind::of(self.guards.contains(point), self.heroes.contains(point));
        self.tops[side.index()] = self.tops(side).without(point.set());
        self.guards = self.guards.without(point.set());
        self.heroes = self.heroes.without(point.set());
        self.key ^= keys::piece(side.index(), kind as usize, point);
        kind
    }

    /// Makes the uppermost covered piece of a point, if there is one, its top.
    #[inline]
    fn reveal(&mut self, point: Point) {
        if self.is_stack(point) {
            self.key ^= self.covered_key();
            if let Some(side) = self.covered.uncover(point.set()) {
                self.put(side, point, PieceKind::HeroArcher);
            }
            self.key ^= self.covered_key();
        }
    }

    fn held_key(&self) -> u64 {
        keys::held(0, self.hand[0], self.captured[0])
            ^ keys::held(1, self.hand[1], self.captured[1])
    }

    fn remote_key(&self) -> u64 {
        self.remote.fold(0, |key, point| key ^ keys::remote(point))
    }

    fn covered_key(&self) -> u64 {
        let shared = self.covered.at[0] == self.covered.at[1];
        let key = |side: Side| {
            let lower = shared && self.covered.lower == side;
            self.covered(side)
                .first()
                .map_or(0, |point| keys::covered(side.index(), lower, point))
        };
        key(Side::Green) ^ key(Side::Blue)
    }

    /// Computes the key anew from all that it covers.
    pub(super) fn rekey(&mut self) {
        self.key = self.recomputed_key();
    }

    /// The key, computed from all that it covers.
    pub(super) fn recomputed_key(&self) -> u64 {
        let mut key = if self.side == Side::Blue {
            keys::BLUE_TO_MOVE
        } else {
            0
        };
        for side in Side::BOTH {
            for point in self.tops(side) {
                let kind = PieceKind::of(self.guards.contains(point), self.heroes.contains(point));
                key ^= keys::piece(side.index(), kind as usize, point);
            }
        }
        key ^= self.held_key() ^ self.remote_key() ^ self.covered_key();
        key
    }
}
