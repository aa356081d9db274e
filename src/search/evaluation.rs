//! What an unfinished game is worth, in hundredths of a rulebook point.
//!
//! The parts bear the names of the rule page. A rule set decides which of them exist and what they
//! weigh; the tree asks with the rule set as a constant, so that the others fold away.

use crate::state::{
    CampEnd, Game, Network, Point, PointSet, Position, RULES, Rules, Side, with_rules,
};

use super::score::MOST;

/// The static evaluation of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Evaluation {
    /// The name of each part that the rule set has, and Green's and Blue's share of it.
    pub parts: Vec<(&'static str, [i32; 2])>,
    /// The sum from the view of the side to move.
    pub total: i32,
}

/// The parts, in the order of [`NAMES`].
const NAMES: [&str; 8] = [
    "men on the board",
    "men in the enemy camp",
    "way to the enemy camp",
    "guards",
    "hand",
    "captured",
    "remote camps",
    "the turn",
];

/// How many steps to the enemy camp are told apart; what is farther counts like the last.
const STEPS: usize = 5;

/// What the parts weigh, each man for itself.
struct Weights {
    /// A man on the board that is no hostage.
    man: i32,
    /// Such a man in the enemy camp, on top of that.
    in_camp: i32,
    /// A man outside the enemy camp, so many steps from it.
    steps: [i32; STEPS],
    /// A guard outside the enemy camp.
    guard: i32,
    /// What a guard's entering brings: a captured piece comes back. By steps to the camp.
    returning: [i32; STEPS],
    /// A guard in the enemy camp that can still be turned back, when something is captured.
    turnable: i32,
    /// A piece in hand.
    hand: i32,
    /// A captured piece that can be got back.
    captured: i32,
    /// A remote camp held, when something is captured.
    remote: i32,
    /// To be the side that moves.
    turn: i32,
}

// The numbers were found by self-play: a man on the board is what the others are measured by where
// points are counted. In a race a man is no good in itself: it is one more that has to arrive.

/// Rule sets in which the camp end is decided by the tally.
const BY_TALLY: Weights = Weights {
    man: 100,
    in_camp: 85,
    steps: [0, 91, 30, -8, -15],
    guard: 50,
    returning: [0, 58, 7, -8, -1],
    turnable: 50,
    hand: 225,
    captured: -25,
    remote: 15,
    turn: 18,
};

/// Rule sets in which the first side to have all its men in the enemy camp wins, and captured men can
/// be got back.
const RACE: Weights = Weights {
    man: -25,
    in_camp: 0,
    steps: [0, 4, -74, -90, -73],
    guard: 3,
    returning: [0, 19, 11, 0, 0],
    turnable: 64,
    hand: 36,
    captured: -69,
    remote: 0,
    turn: -10,
};

/// The same, but captured archers are dead.
const RACE_OF_THE_LIVING: Weights = Weights {
    man: -54,
    in_camp: 0,
    steps: [0, 3, 19, -70, -97],
    guard: -7,
    returning: [0; STEPS],
    turnable: 0,
    hand: 118,
    captured: 0,
    remote: 0,
    turn: 0,
};

const fn weights(rules: &Rules) -> &'static Weights {
    match rules.camp_end {
        CampEnd::Tally => &BY_TALLY,
        CampEnd::MoverWins { .. } if rules.has_captured() => &RACE,
        CampEnd::MoverWins { .. } => &RACE_OF_THE_LIVING,
    }
}

/// Knows how far each point of a network is from the camps.
#[derive(Debug)]
pub(super) struct Evaluator {
    /// For each side, the points outside the enemy camp by their steps to it.
    at: [[PointSet; STEPS]; 2],
}

impl Evaluator {
    /// Reads a network.
    pub fn new(network: &Network) -> Self {
        let at = Side::BOTH.map(|side| {
            std::array::from_fn(|steps| {
                let counts = |point: &Point| {
                    usize::from(network.distance(side, *point)).min(STEPS - 1) == steps
                };
                Point::all().filter(counts).collect()
            })
        });
        Self { at }
    }

    /// What the position is worth to the side to move.
    #[inline]
    pub fn score<const V: usize>(&self, position: &Position) -> i32 {
        let mover = position.side();
        let own: i32 = self.parts::<V>(position, mover).iter().sum();
        let other: i32 = self.parts::<V>(position, mover.other()).iter().sum();
        (own - other).clamp(-MOST, MOST)
    }

    /// A side's share of each part.
    #[inline]
    fn parts<const V: usize>(&self, position: &Position, side: Side) -> [i32; NAMES.len()] {
        let rules = const { &RULES[V] };
        let weights = const { weights(&RULES[V]) };
        let times = |count: u32, weight: i32| count as i32 * weight;
        let (men, in_camp) = position.count_free(side);
        let outside = position.movable(side);
        let captured = u32::from(position.captured(side));
        let guards = outside & position.guards();
        let mut guard_share = times(guards.len(), weights.guard);
        if rules.has_captured() && captured > 0 {
            guard_share += self.by_steps(side, guards, &weights.returning);
            if !rules.entering_demotes {
                let turnable = position.tops(side) & position.guards() & side.enemy_camp();
                guard_share += times(turnable.len().min(captured), weights.turnable);
            }
        }
        let remote = if rules.challenges && captured > 0 {
            times(
                (position.remote() & position.tops(side)).len(),
                weights.remote,
            )
        } else {
            0
        };
        [
            times(men, weights.man),
            times(in_camp, weights.in_camp),
            self.by_steps(side, outside, &weights.steps),
            guard_share,
            times(u32::from(position.hand(side)), weights.hand),
            times(captured, weights.captured),
            remote,
            times(u32::from(position.side() == side), weights.turn),
        ]
    }

    #[inline]
    fn by_steps(&self, side: Side, men: PointSet, weights: &[i32; STEPS]) -> i32 {
        let at = &self.at[side.index()];
        let share = |steps: usize| (men & at[steps]).len() as i32 * weights[steps];
        (1..STEPS).map(share).sum()
    }
}

/// The static evaluation of a game's current position, part by part.
#[must_use]
pub fn evaluate(game: &Game) -> Evaluation {
    let position = game.position();
    let rules = game.rules();
    let evaluator = Evaluator::new(game.network());
    let (shares, total) = with_rules!(game.variant().index(), V => {
        let shares = Side::BOTH.map(|side| evaluator.parts::<V>(position, side));
        (shares, evaluator.score::<V>(position))
    });
    let exists = |name: &str| match name {
        "hand" => rules.has_hand(),
        "captured" => rules.has_captured(),
        "remote camps" => rules.challenges,
        _ => true,
    };
    let parts = NAMES
        .into_iter()
        .enumerate()
        .filter(|(_, name)| exists(name))
        .map(|(index, name)| (name, [shares[0][index], shares[1][index]]))
        .collect();
    Evaluation { parts, total }
}
