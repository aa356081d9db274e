//! How a game ends, who won, and the score: rule page, section 7.

use super::board::Side;
use super::history::History;
use super::position::Position;
use super::rules::{CampEnd, RULES, Rules, Scoring, Shuttling};

/// Why a game ended, in the order in which the rule page asks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// A side has no piece left that counts.
    Elimination,
    /// Pieces in the enemy camp end the game.
    Camp,
    /// The 8-turn rule.
    Shuttling,
    /// Two bare passes in a row.
    Passes,
    /// The position occurred too often.
    Repetition,
    /// Too many turns without an irreversible one.
    Idle,
}

impl Reason {
    /// All of them.
    pub const ALL: [Self; 6] = [
        Self::Elimination,
        Self::Camp,
        Self::Shuttling,
        Self::Passes,
        Self::Repetition,
        Self::Idle,
    ];
}

/// The result of a finished game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// Why it ended.
    pub reason: Reason,
    /// Who won; `None` is a draw.
    pub winner: Option<Side>,
    /// Green's and Blue's points.
    pub score: [u32; 2],
}

/// The two limits that make a game finite; 0 means never.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// The game ends after so many turns without an irreversible one.
    pub no_progress: u32,
    /// The game ends when a position occurs so many times.
    pub repetition: u32,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            no_progress: 100,
            repetition: 5,
        }
    }
}

impl Limits {
    /// Whether `idle` turns reach the limit.
    #[inline]
    const fn stalled(self, idle: u32) -> bool {
        // 0 becomes the highest number, which no counter exceeds.
        idle > self.no_progress.wrapping_sub(1)
    }
}

/// Why the game is over, if it is. `history` is `None` where no position can have occurred often
/// enough to matter.
#[inline(always)]
pub(crate) fn end<const V: usize>(
    position: &Position,
    limits: Limits,
    history: Option<&History>,
) -> Option<Reason> {
    let all_frozen =
        position.movable(Side::Green).is_empty() || position.movable(Side::Blue).is_empty();
    let shuttled = matches!(RULES[V].shuttling, Shuttling::EndsGame) && position.shuttled_eight();
    let repeated =
        history.is_some_and(|history| limits.repetition > 0 && history.occurred(limits.repetition));
    // Elimination and the ends by camp leave a side no piece outside.
    if all_frozen || shuttled || position.passes >= 2 || limits.stalled(position.idle()) || repeated
    {
        return end_in_order(position, &RULES[V], limits, repeated);
    }
    None
}

#[cold]
#[inline(never)]
fn end_in_order(
    position: &Position,
    rules: &Rules,
    limits: Limits,
    repeated: bool,
) -> Option<Reason> {
    if Side::BOTH
        .into_iter()
        .any(|side| is_eliminated(position, side))
    {
        Some(Reason::Elimination)
    } else if camp_end(position, rules) {
        Some(Reason::Camp)
    } else if matches!(rules.shuttling, Shuttling::EndsGame) && position.shuttled_eight() {
        Some(Reason::Shuttling)
    } else if position.passes >= 2 {
        Some(Reason::Passes)
    } else if repeated {
        Some(Reason::Repetition)
    } else if limits.stalled(position.idle()) {
        Some(Reason::Idle)
    } else {
        None
    }
}

/// End 1: a side has no piece on the board that is not a hostage, and an empty hand.
pub(super) fn is_eliminated(position: &Position, side: Side) -> bool {
    position.tops(side).is_empty() && position.hand(side) == 0
}

/// End 2, as in the table.
fn camp_end(position: &Position, rules: &Rules) -> bool {
    let all_in_camp = |side| !position.tops(side).is_empty() && position.movable(side).is_empty();
    match rules.camp_end {
        CampEnd::Tally => Side::BOTH.into_iter().any(all_in_camp),
        CampEnd::MoverWins { empty_hand } => {
            let mover = position.side().other();
            position.entered && all_in_camp(mover) && !(empty_hand && position.hand(mover) > 0)
        }
    }
}

/// The result of a game that ended for `reason`.
pub(crate) fn outcome(position: &Position, rules: &Rules, reason: Reason) -> Outcome {
    let winner = match reason {
        Reason::Elimination => Side::BOTH
            .into_iter()
            .find(|side| is_eliminated(position, side.other())),
        Reason::Camp if matches!(rules.camp_end, CampEnd::MoverWins { .. }) => {
            Some(position.side().other())
        }
        Reason::Camp => tally_winner(position, rules),
        _ if rules.other_ends_tally => tally_winner(position, rules),
        _ => None,
    };
    let score = match rules.scoring {
        Scoring::Tally if reason != Reason::Elimination => {
            Side::BOTH.map(|side| tally(position, side))
        }
        _ => winner_score(position, rules, winner),
    };
    Outcome {
        reason,
        winner,
        score,
    }
}

/// The score where only the winner has points.
pub(super) fn winner_score(position: &Position, rules: &Rules, winner: Option<Side>) -> [u32; 2] {
    Side::BOTH.map(|side| match rules.scoring {
        _ if winner != Some(side) => 0,
        Scoring::Tally => tally(position, side),
        Scoring::Win => 1,
        Scoring::LivingMen => position.count_free(side).0 + u32::from(position.hand(side)),
    })
}

/// The score of an unfinished game, Green's and Blue's.
pub(crate) fn score_so_far(position: &Position, rules: &Rules) -> [u32; 2] {
    match rules.scoring {
        Scoring::Tally => Side::BOTH.map(|side| tally(position, side)),
        Scoring::Win | Scoring::LivingMen => [0, 0],
    }
}

/// 2 points for each piece of a side in its enemy camp, 1 for each other on the board; hostages
/// count nothing.
#[inline]
pub(crate) fn tally(position: &Position, side: Side) -> u32 {
    let (all, in_camp) = position.count_free(side);
    all + in_camp
}

/// More points win; of equal points, where the table says so, more pieces in the enemy camp.
fn tally_winner(position: &Position, rules: &Rules) -> Option<Side> {
    let rank = |side| {
        let in_camp = if rules.tie_break_by_camp {
            position.count_free(side).1
        } else {
            0
        };
        (tally(position, side), in_camp)
    };
    match rank(Side::Green).cmp(&rank(Side::Blue)) {
        std::cmp::Ordering::Greater => Some(Side::Green),
        std::cmp::Ordering::Equal => None,
        std::cmp::Ordering::Less => Some(Side::Blue),
    }
}
