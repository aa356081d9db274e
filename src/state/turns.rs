//! The generator: the one place that says which turns are legal.
//!
//! It describes the legal turns of a position as groups and hands them to a [`Receiver`]; counting,
//! listing, searching and asking "is this one of them" are receivers, so they cannot disagree.
//! The common case (nothing in hand, nothing to get back, no ban) is short and inlined; everything
//! else is [`Generator::all`].

use super::board::{Network, Point, PointSet, Side};
use super::position::Position;
use super::rules::{Flip, HomeCapture, Placing, RULES};
use super::turn::Turn;

/// Takes the legal turns of a position, in groups.
pub trait Receiver {
    /// The piece on `from` may go to each of `targets`, and that is the turn.
    fn moves(&mut self, from: Point, targets: PointSet);

    /// The turn `base`, followed by placements on any set of at most `most` of the points `free`
    /// (on none, too). `most` is not above the number of these points.
    fn placing(&mut self, base: Turn, free: PointSet, most: u32);

    /// One turn.
    fn one(&mut self, turn: Turn) {
        self.placing(turn, PointSet::EMPTY, 0);
    }
}

/// Hands every legal turn of a position that is not the end of a game to a receiver, each once.
#[inline(always)]
pub(crate) fn generate<const V: usize>(
    position: &Position,
    network: &Network,
    receiver: &mut impl Receiver,
) {
    let generator = Generator::<V> {
        position,
        network,
        side: position.side(),
        own: position.tops(position.side()),
    };
    if generator.is_plain() {
        let mut any = PointSet::EMPTY;
        for from in position.movable(generator.side) {
            let targets = generator.targets(from, HomeCaptures::Left);
            any |= targets;
            receiver.moves(from, targets);
        }
        if !any.is_empty() {
            return;
        }
    }
    generator.all(receiver);
}

/// Whether captures of pieces at home are among the targets, where they are the last resort.
#[derive(Clone, Copy, PartialEq, Eq)]
enum HomeCaptures {
    Left,
    Only,
}

struct Generator<'a, const V: usize> {
    position: &'a Position,
    network: &'a Network,
    side: Side,
    own: PointSet,
}

/// What a move leaves behind, as far as placing is concerned.
struct After {
    /// The empty points of the own camp.
    free: PointSet,
    /// Pieces in hand, those recovered by the move included.
    hand: u32,
    /// Pieces still captured.
    captured: u32,
}

impl<const V: usize> Generator<'_, V> {
    /// Whether every legal turn is a move and nothing else, or there is none.
    #[inline]
    fn is_plain(&self) -> bool {
        let rules = const { &RULES[V] };
        let position = self.position;
        if rules.ban_after().is_some() && position.banned::<V>().is_some() {
            return false;
        }
        let nothing_to_get = position.captured(self.side) == 0;
        let own_guards = self.own & position.guards();
        let nothing_to_place = match rules.placing {
            Placing::Free | Placing::WholeTurn => position.hand(self.side) == 0,
            Placing::OnEntry | Placing::WithFlip => true,
        };
        // What is captured comes back by a guard that enters or turns, or through the remote camps.
        let comes = match rules.placing {
            Placing::Free => {
                (rules.entering_demotes && !(own_guards & self.network.gates(self.side)).is_empty())
                    || (matches!(rules.flip, Flip::ToHand)
                        && !(own_guards & self.side.enemy_camp()).is_empty())
                    || (rules.challenges && !position.remote().is_empty())
            }
            Placing::OnEntry => true,
            Placing::WithFlip => !(own_guards & self.side.enemy_camp()).is_empty(),
            Placing::WholeTurn => false,
        };
        nothing_to_place && (nothing_to_get || !comes)
    }

    /// Where the piece on `from` may go: along the lines, to no own piece, to no piece that is safe.
    #[inline]
    fn targets(&self, from: Point, home: HomeCaptures) -> PointSet {
        let rules = const { &RULES[V] };
        let enemy = self.side.other();
        let reachable = self.network.targets(self.side, from).without(self.own);
        match rules.capture_at_home {
            HomeCapture::Allowed => {
                let safe = self.position.tops(enemy) & rules.safe_camp(enemy);
                reachable.without(safe)
            }
            HomeCapture::LastResort => {
                let at_home = self.position.tops(enemy) & enemy.camp();
                if home == HomeCaptures::Left {
                    reachable.without(at_home)
                } else {
                    reachable & at_home
                }
            }
        }
    }

    /// Every legal turn.
    #[inline(never)]
    fn all(&self, receiver: &mut impl Receiver) {
        let mut ban = self.position.banned::<V>();
        loop {
            let mut any = self.moves(receiver, HomeCaptures::Left, ban);
            if matches!(RULES[V].capture_at_home, HomeCapture::LastResort) && !any {
                // 4.5: at home only if no other move is legal; a placement is not a move.
                any = self.moves(receiver, HomeCaptures::Only, None);
            }
            any |= self.whole_turn_placements(receiver);
            any |= self.flips(receiver);
            if any {
                return;
            }
            // 6: a ban that would leave no legal turn at all does not hold.
            if ban.take().is_none() {
                break;
            }
        }
        // 5: the pass, with placements where placing is free.
        let free = self.side.camp().without(self.position.occupied());
        let hand = if matches!(RULES[V].placing, Placing::Free) {
            u32::from(self.position.hand(self.side))
        } else {
            0
        };
        receiver.placing(Turn::PASS, free, hand.min(free.len()));
    }

    fn moves(
        &self,
        receiver: &mut impl Receiver,
        home: HomeCaptures,
        ban: Option<(Point, Point)>,
    ) -> bool {
        let mut any = false;
        for from in self.position.movable(self.side) {
            let mut targets = self.targets(from, home);
            if let Some((banned_from, banned_to)) = ban
                && banned_from == from
            {
                targets = targets.without(banned_to.set());
            }
            any |= !targets.is_empty();
            let mut bare = PointSet::EMPTY;
            for to in targets {
                let after = self.after(Some(from), from, to);
                if !self.extras(receiver, Turn::go(from, to), &after) {
                    bare |= to.set();
                }
            }
            receiver.moves(from, bare);
        }
        if matches!(RULES[V].placing, Placing::Free) && self.position.hand(self.side) > 0 {
            for from in self.side.camp().without(self.position.occupied()) {
                for to in self.targets(from, home) {
                    any = true;
                    let after = self.after(None, from, to);
                    let base = Turn::place_and_go(from, to);
                    if !self.extras(receiver, base, &after) {
                        receiver.one(base);
                    }
                }
            }
        }
        any
    }

    /// What the move to `to` leaves; `mover` is where the piece stood, `None` if it was placed.
    fn after(&self, mover: Option<Point>, from: Point, to: Point) -> After {
        let rules = const { &RULES[V] };
        let position = self.position;
        let enters = self.side.enemy_camp().contains(to);
        let guard = mover.is_some_and(|from| position.guards().contains(from));
        let hand = u32::from(position.hand(self.side)) - u32::from(mover.is_none());
        let captured = u32::from(position.captured(self.side));
        let recovers = u32::from(enters && guard && rules.entering_demotes && captured > 0);
        let stays = rules.heroes && position.is_stack(from);
        let left = if stays { PointSet::EMPTY } else { from.set() };
        let occupied = position.occupied().without(left) | to.set();
        After {
            free: self.side.camp().without(occupied),
            hand: hand + recovers,
            captured: captured - recovers,
        }
    }

    /// Hands out what may follow a move, the move without anything included; false if that is all.
    fn extras(&self, receiver: &mut impl Receiver, base: Turn, after: &After) -> bool {
        let rules = const { &RULES[V] };
        let most = match rules.placing {
            Placing::Free => after.hand.min(after.free.len()),
            Placing::OnEntry => u32::from(self.brings_back(base, after)),
            Placing::WholeTurn | Placing::WithFlip => 0,
        };
        let redeploys = rules.challenges
            && self.holds_remote_camps(base)
            && after.captured > 0
            && !after.free.is_empty();
        if most > 0 || redeploys {
            receiver.placing(base, after.free, most);
        }
        if redeploys {
            for point in after.free {
                let free = after.free.without(point.set());
                receiver.placing(base.and_redeploy(point), free, after.hand.min(free.len()));
            }
        }
        most > 0 || redeploys
    }

    /// 4.4: a piece enters the enemy camp promoted, before the capture or by it.
    fn brings_back(&self, base: Turn, after: &After) -> bool {
        let promoted = self.position.guards().contains(base.from())
            || self.position.tops(self.side.other()).contains(base.to());
        self.side.enemy_camp().contains(base.to())
            && promoted
            && after.captured > 0
            && !after.free.is_empty()
    }

    /// 9: after the move the side has the top piece on both remote camps.
    fn holds_remote_camps(&self, base: Turn) -> bool {
        let remote = self.position.remote();
        let mut tops = self.own.without(base.from().set()) | base.to().set();
        if self.position.below(base.from()) == Some(self.side) {
            // An own hero comes to light where the piece stood.
            tops |= base.from().set();
        }
        !remote.is_empty() && tops.contains_all(remote)
    }

    /// 4.3, 4.5: the turn `@p`.
    fn whole_turn_placements(&self, receiver: &mut impl Receiver) -> bool {
        if !matches!(RULES[V].placing, Placing::WholeTurn) || self.position.hand(self.side) == 0 {
            return false;
        }
        let free = self.side.camp().without(self.position.occupied());
        free.for_each(|point| receiver.one(Turn::place(point)));
        !free.is_empty()
    }

    /// 4.2, 4.6: the turns `p=` and `p=@q`.
    fn flips(&self, receiver: &mut impl Receiver) -> bool {
        if matches!(RULES[V].flip, Flip::None) || self.position.captured(self.side) == 0 {
            return false;
        }
        let flippable = self.own & self.position.guards() & self.side.enemy_camp();
        let free = self.side.camp().without(self.position.occupied());
        for point in flippable {
            let base = Turn::flip(point);
            if matches!(RULES[V].flip, Flip::ToHand) {
                let hand = u32::from(self.position.hand(self.side)) + 1;
                receiver.placing(base, free, hand.min(free.len()));
            } else {
                free.for_each(|place| receiver.one(base.and_place(place.set())));
            }
        }
        !flippable.is_empty() && (matches!(RULES[V].flip, Flip::ToHand) || !free.is_empty())
    }
}

/// Counts turns without making them.
#[derive(Default)]
pub(crate) struct Count(pub u64);

impl Receiver for Count {
    #[inline]
    fn moves(&mut self, _: Point, targets: PointSet) {
        self.0 += u64::from(targets.len());
    }

    fn placing(&mut self, _: Turn, free: PointSet, most: u32) {
        self.0 += count_subsets(free.len(), most);
    }
}

/// How many sets of at most `most` of `free` points there are: a sum of binomial coefficients.
fn count_subsets(free: u32, most: u32) -> u64 {
    let mut choose = 1;
    let mut sum = 1;
    for taken in 1..=u64::from(most) {
        choose = choose * (u64::from(free) + 1 - taken) / taken;
        sum += choose;
    }
    sum
}

/// Hands each turn to a function.
pub(crate) struct Each<F>(pub F);

impl<F: FnMut(Turn)> Receiver for Each<F> {
    #[inline]
    fn moves(&mut self, from: Point, targets: PointSet) {
        for to in targets {
            self.0(Turn::go(from, to));
        }
    }

    fn placing(&mut self, base: Turn, free: PointSet, most: u32) {
        for points in free.subsets(most) {
            self.0(base.and_place(base.places() | points));
        }
    }
}

/// Asks whether a turn is among the legal ones.
pub(crate) struct Contains {
    turn: Turn,
    pub found: bool,
}

impl Contains {
    pub fn new(turn: Turn) -> Self {
        Self { turn, found: false }
    }
}

impl Receiver for Contains {
    fn moves(&mut self, from: Point, targets: PointSet) {
        self.found |= self.turn.is_bare_move()
            && self.turn.from() == from
            && targets.contains(self.turn.to());
    }

    fn placing(&mut self, base: Turn, free: PointSet, most: u32) {
        let places = self.turn.places();
        let rest = self.turn.and_place(base.places());
        let added = places.without(base.places());
        self.found |= rest == base
            && places.contains_all(base.places())
            && free.contains_all(added)
            && added.len() <= most;
    }
}
