//! What an unfinished game is worth, in hundredths of a rulebook point.
//!
//! The parts bear the names of the rule page. What a position has of each term is counted in one
//! place, [`Evaluator::count`]; a [`Counter`] makes the value of it, or the features that the tuner
//! wants. The tree asks with the rule set as a constant, so that terms without weight fold away.
//! Nothing here knows a point by its place: what a man's point is worth follows from the lines.

use super::score::MOST;
use super::terms::{ENTRIES, LEAD, LONGEST, RACE, REACH, STEPS, TERMS, WAYS, at};
use super::weights::WEIGHTS;
use crate::state::{
    CampEnd, Game, HomeCapture, Network, Placing, Point, PointSet, Position, RULES, Side,
    with_rules,
};

/// The static evaluation of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Evaluation {
    /// The name of each part that the rule set has, and Green's and Blue's share of it.
    pub parts: Vec<(&'static str, [i32; 2])>,
    /// The sum from the view of the side to move.
    pub total: i32,
}

/// How often each entry of a row of weights counts, for Green and for Blue.
pub type Features = [[i32; ENTRIES]; 2];

/// The row of weights of each rule set.
const ROWS: [[i32; ENTRIES]; RULES.len()] = {
    let mut rows = [[0; ENTRIES]; RULES.len()];
    let mut index = 0;
    while index < rows.len() {
        rows[index] = WEIGHTS[index].flat();
        index += 1;
    }
    rows
};

/// The weights of the rule set with this index in [`RULES`], as a flat row, in centipoints.
#[must_use]
pub fn weights(variant: usize) -> &'static [i32; ENTRIES] {
    &ROWS[variant]
}

/// What a man is, as far as its point's worth is concerned.
#[derive(Clone, Copy, PartialEq, Eq)]
#[repr(usize)]
enum Class {
    Archer,
    Guard,
    /// A guard whose entering brings a captured piece back.
    Returning,
}

impl Class {
    const ALL: [Self; 3] = [Self::Archer, Self::Guard, Self::Returning];
}

/// What the lines say about a point, as a side sees it.
#[derive(Clone, Copy, Debug, Default)]
struct Place {
    /// Steps to the enemy camp; 0 in it.
    steps: usize,
    /// The lines that lead nearer, from 1.
    ways: usize,
    /// All lines from the point.
    lines: usize,
    /// The enemy's steps from here to its goal, this side's camp.
    home: usize,
    /// The lines on which the enemy comes here.
    approaches: usize,
}

/// A man's point, ready for the search.
#[derive(Clone, Copy, Debug, Default)]
struct Spot {
    /// What a man here is worth, by its class.
    worth: [i32; 3],
    /// Where it may go.
    targets: PointSet,
    /// Steps to the enemy camp, and from [`IN_CAMP`] on whether it is there.
    tally: u32,
}

/// A man in the enemy camp, where steps are added up.
const IN_CAMP: u32 = 1 << 16;

/// What is counted of a side, with the rules `RULES[V]`.
trait Counter<const V: usize> {
    /// The entry counts so many times.
    fn add(&mut self, entry: usize, times: i32);

    /// A man of this class stands on a point of its side.
    fn man(&mut self, place: &Place, spot: &Spot, class: Class);
}

/// Counts times weights.
#[derive(Clone, Copy, Default)]
struct Sum<const V: usize>(i32);

impl<const V: usize> Counter<V> for Sum<V> {
    #[inline(always)]
    fn add(&mut self, entry: usize, times: i32) {
        self.0 += const { &ROWS[V] }[entry] * times;
    }

    #[inline(always)]
    fn man(&mut self, _: &Place, spot: &Spot, class: Class) {
        self.0 += spot.worth[class as usize];
    }
}

/// The counts themselves.
struct Counts([i32; ENTRIES]);

impl<const V: usize> Counter<V> for Counts {
    fn add(&mut self, entry: usize, times: i32) {
        self.0[entry] += times;
    }

    fn man(&mut self, place: &Place, _: &Spot, class: Class) {
        place.count::<V>(class, self);
    }
}

impl Place {
    fn new(network: &Network, side: Side, point: Point) -> Self {
        let steps = |side, point| usize::from(network.distance(side, point)).min(STEPS);
        let targets = network.targets(side, point);
        let distance = network.distance(side, point);
        let nearer = targets.filter(|target| network.distance(side, *target) < distance);
        let enemy = side.other();
        let comes = |from: &Point| network.targets(enemy, *from).contains(point);
        Self {
            steps: steps(side, point),
            ways: nearer.count().clamp(1, WAYS),
            lines: targets.len() as usize,
            home: steps(enemy, point),
            approaches: Point::all().filter(comes).count().min(4),
        }
    }

    /// Everything that depends on a man's point alone.
    fn count<const V: usize>(&self, class: Class, counter: &mut impl Counter<V>) {
        if self.steps == 0 {
            counter.add(at::camp_lines + self.approaches, 1);
            return;
        }
        let way = (self.steps - 1) * WAYS + self.ways - 1;
        match class {
            Class::Archer => counter.add(at::archer_way + way, 1),
            Class::Guard => counter.add(at::guard_way + way, 1),
            Class::Returning => {
                counter.add(at::guard_way + way, 1);
                counter.add(at::returning + self.steps - 1, 1);
            }
        }
        counter.add(at::home + self.home, 1);
        counter.add(at::lines, self.lines as i32);
    }
}

/// What is seen of a side's men by looking at each.
#[derive(Clone, Copy)]
struct Glance {
    /// The points that its men outside can reach, own men's included.
    once: PointSet,
    /// Those that two can reach.
    twice: PointSet,
    /// The steps of its men outside, and of those in hand.
    steps: u32,
    /// Men in the enemy camp.
    in_camp: u32,
    /// Men on the board that are no hostages.
    men: u32,
    /// Men outside that own men shut in.
    shut_in: u32,
}

impl Glance {
    /// Points so far.
    const fn points(&self) -> i32 {
        (self.men + self.in_camp) as i32
    }
}

/// Knows what the lines of a network make of each point.
#[derive(Debug)]
pub(super) struct Evaluator {
    /// By side and point; 32 entries, so that an index of five bits needs no check.
    places: [[Place; 32]; 2],
    spots: [[Spot; 32]; 2],
    /// How many steps a man in hand has before it, by side.
    from_hand: [u32; 2],
}

impl Evaluator {
    /// Reads a network for the rules `RULES[V]`.
    pub fn new<const V: usize>(network: &Network) -> Self {
        let mut places = [[Place::default(); 32]; 2];
        let mut spots = [[Spot::default(); 32]; 2];
        for side in Side::BOTH {
            for point in Point::all() {
                let place = Place::new(network, side, point);
                let outside = place.steps > 0;
                places[side.index()][point.index()] = place;
                spots[side.index()][point.index()] = Spot {
                    worth: Class::ALL.map(|class| {
                        let mut sum = Sum::<V>(0);
                        place.count::<V>(class, &mut sum);
                        sum.0
                    }),
                    targets: if outside {
                        network.targets(side, point)
                    } else {
                        PointSet::EMPTY
                    },
                    tally: if outside { place.steps as u32 } else { IN_CAMP },
                };
            }
        }
        let placing = u32::from(RULES[V].placing == Placing::WholeTurn);
        let from_hand = Side::BOTH.map(|side| {
            let steps = side.camp().map(|point| network.distance(side, point));
            steps.min().map_or(0, u32::from).min(STEPS as u32) + placing
        });
        Self {
            places,
            spots,
            from_hand,
        }
    }

    /// What the position is worth to the side to move.
    #[inline]
    pub fn score<const V: usize>(&self, position: &Position) -> i32 {
        let (mut own, mut other) = (Sum::<V>(0), Sum::<V>(0));
        self.count::<V, _>(position, &mut own, &mut other);
        (own.0 - other.0).clamp(-MOST, MOST)
    }

    /// How often each entry counts, for Green and for Blue.
    fn features<const V: usize>(&self, position: &Position) -> Features {
        let (mut own, mut other) = (Counts([0; ENTRIES]), Counts([0; ENTRIES]));
        self.count::<V, _>(position, &mut own, &mut other);
        match position.side() {
            Side::Green => [own.0, other.0],
            Side::Blue => [other.0, own.0],
        }
    }

    /// Counts everything: for the side to move, and for the other one.
    #[inline(always)]
    fn count<const V: usize, C: Counter<V>>(
        &self,
        position: &Position,
        own: &mut C,
        other: &mut C,
    ) {
        let mover = position.side();
        let waiting = mover.other();
        let own_glance = self.glance::<V, C>(position, mover, own);
        let other_glance = self.glance::<V, C>(position, waiting, other);
        Self::material::<V, C>(position, mover, &own_glance, own);
        Self::material::<V, C>(position, waiting, &other_glance, other);
        let ahead = Self::prospects::<V, C>(&own_glance, &other_glance, own);
        Self::prospects::<V, C>(&other_glance, &own_glance, other);
        own.add(at::turn + ahead, 1);
        Self::dangers::<V, C, 0>(position, mover, &own_glance, &other_glance, own);
        Self::dangers::<V, C, 1>(position, waiting, &other_glance, &own_glance, other);
    }

    /// Looks at each man, and counts what its point is worth.
    #[inline(always)]
    fn glance<const V: usize, C: Counter<V>>(
        &self,
        position: &Position,
        side: Side,
        counter: &mut C,
    ) -> Glance {
        let rules = const { &RULES[V] };
        let returns = rules.has_captured() && position.captured(side) > 0;
        let guard = if returns {
            Class::Returning
        } else {
            Class::Guard
        };
        let (mut once, mut twice, mut tally) = (PointSet::EMPTY, PointSet::EMPTY, 0);
        let (tops, mut shut_in) = (position.tops(side), 0);
        for point in tops {
            let spot = &self.spots[side.index()][point.index() & 31];
            let place = &self.places[side.index()][point.index() & 31];
            let is_guard = position.guards().contains(point);
            counter.man(place, spot, if is_guard { guard } else { Class::Archer });
            twice |= once & spot.targets;
            once |= spot.targets;
            tally += spot.tally;
            let shut = !spot.targets.is_empty() & spot.targets.without(tops).is_empty();
            shut_in += u32::from(shut);
        }
        let (men, in_camp) = if rules.heroes {
            position.count_free(side)
        } else {
            (tops.len(), tally / IN_CAMP)
        };
        let hand = u32::from(position.hand(side)) * self.from_hand[side.index()];
        Glance {
            once,
            twice,
            steps: tally % IN_CAMP + hand,
            in_camp,
            men,
            shut_in,
        }
    }

    /// What a side has.
    #[inline(always)]
    fn material<const V: usize, C: Counter<V>>(
        position: &Position,
        side: Side,
        glance: &Glance,
        counter: &mut C,
    ) {
        let rules = const { &RULES[V] };
        let captured = u32::from(position.captured(side));
        counter.add(at::men + few(glance.men), 1);
        counter.add(at::in_camp + few(glance.in_camp), 1);
        if rules.has_hand() {
            counter.add(at::hand + few(position.hand(side).into()), 1);
        }
        if rules.has_captured() {
            counter.add(at::captured + few(captured), 1);
            let guards = position.tops(side) & position.guards() & side.enemy_camp();
            if !rules.entering_demotes && !guards.is_empty() {
                let turnable = guards.len().min(captured);
                counter.add(at::turnable, (guards.len() - turnable) as i32);
                counter.add(at::turnable + 1, turnable as i32);
            }
        }
        if rules.challenges && captured > 0 {
            let held = (position.remote() & position.tops(side)).len();
            counter.add(at::remote + held.min(2) as usize, 1);
        }
        if rules.heroes {
            let hero = position.heroes() & position.movable(side);
            let guards = (hero & position.guards()).len();
            counter.add(at::hero, guards as i32);
            counter.add(at::hero + 1, (hero.len() - guards) as i32);
            let below = position.covered(side) & position.tops(side);
            counter.add(at::hero + 2, below.len() as i32);
            counter.add(at::hostage, position.hostage(side.other()).len() as i32);
        }
    }

    /// How near a side is to the end of the game, and what it then has. Returns where its lead in
    /// steps stands in a table.
    #[inline(always)]
    fn prospects<const V: usize, C: Counter<V>>(
        own: &Glance,
        other: &Glance,
        counter: &mut C,
    ) -> usize {
        let tallies = const { matches!(RULES[V].camp_end, CampEnd::Tally) };
        let lead = if tallies {
            (own.points() - other.points()).clamp(-LEAD, LEAD)
        } else {
            0
        };
        let outside = few(own.men - own.in_camp);
        counter.add(at::lead + (lead + LEAD) as usize * 6 + outside, 1);
        let ahead = (other.steps as i32 - own.steps as i32).clamp(-RACE, RACE);
        let ahead = (ahead + RACE) as usize;
        counter.add(at::race + ahead, 1);
        counter.add(at::whole_way + (own.steps as usize).min(LONGEST - 1), 1);
        ahead
    }

    /// What a side's men can do, and what can be done to them; `WAITS` is 1 for the side that does
    /// not move.
    #[inline(always)]
    fn dangers<const V: usize, C: Counter<V>, const WAITS: usize>(
        position: &Position,
        side: Side,
        own: &Glance,
        other: &Glance,
        counter: &mut C,
    ) {
        let rules = const { &RULES[V] };
        let tops = position.tops(side);
        let reach = own.once.without(tops);
        let safe_reach = reach.without(other.once);
        let entries = safe_reach & side.enemy_camp();
        let entry = |points: PointSet, most: usize| (points.len() as usize).min(most - 1);
        counter.add(at::reach + entry(reach, REACH), 1);
        counter.add(at::safe_reach + entry(safe_reach, REACH), 1);
        counter.add(at::entries + entry(entries, 4), 1);
        counter.add(at::shut_in, own.shut_in as i32);
        let mut safe = rules.safe_camp(side);
        if rules.capture_at_home == HomeCapture::LastResort {
            safe |= side.camp();
        }
        let attacked = (tops & other.once).without(safe);
        if attacked.is_empty() {
            return;
        }
        let camp = side.enemy_camp();
        let guards = position.guards().without(camp);
        let archers = PointSet::ALL.without(camp).without(guards);
        for (kind, among) in [archers, guards, camp].into_iter().enumerate() {
            let men = attacked & among;
            let alone = men.without(own.once).len() as i32;
            counter.add(at::attacked + WAITS * 6 + kind, alone);
            let helped = (men & own.once).len() as i32;
            counter.add(at::attacked + WAITS * 6 + 3 + kind, helped);
        }
        let twice = (attacked & other.twice).len();
        counter.add(at::attacked_twice + WAITS, twice as i32);
    }
}

/// A number of men as an index: a side has at most five.
#[inline(always)]
fn few(men: u32) -> usize {
    men.min(5) as usize
}

/// How often each entry of the weights counts in a game's current position, for Green and for Blue.
#[must_use]
pub fn features(game: &Game) -> Features {
    with_rules!(game.variant().index(), V => {
        Evaluator::new::<V>(game.network()).features::<V>(game.position())
    })
}

/// The static evaluation of a game's current position, part by part.
#[must_use]
pub fn evaluate(game: &Game) -> Evaluation {
    let rules = game.rules();
    let counts = features(game);
    let total = with_rules!(game.variant().index(), V => {
        Evaluator::new::<V>(game.network()).score::<V>(game.position())
    });
    let exists = |part: &str| match part {
        "hand" => rules.has_hand(),
        "captured" => rules.has_captured(),
        "remote camps" => rules.challenges,
        "golden soldiers" | "hostages" => rules.heroes,
        _ => true,
    };
    let row = weights(game.variant().index());
    let mut parts: Vec<(&'static str, [i32; 2])> = Vec::new();
    for term in TERMS.iter().filter(|term| exists(term.part)) {
        let entries = term.start..term.start + term.len;
        let share = |side: usize| -> i32 {
            let of = |entry: usize| counts[side][entry] * row[entry];
            entries.clone().map(of).sum()
        };
        let shares = [share(0), share(1)];
        match parts.iter_mut().find(|(name, _)| *name == term.part) {
            Some((_, sums)) => *sums = [sums[0] + shares[0], sums[1] + shares[1]],
            None => parts.push((term.part, shares)),
        }
    }
    Evaluation { parts, total }
}
