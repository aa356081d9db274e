//! What is not searched, or less deep: where the static evaluation, or the place of a turn in the order,
//! says that it will hardly matter.
//!
//! Nothing of this makes a proof: a position is never called lost because its turns were left out.

use super::score::PROVEN;
use super::tree::Question;
use crate::state::{CampEnd, RULES};

/// A position is taken to hold when it stands this much above the window for each ply to go; a ply less
/// is counted when it gets better.
const HOLDS: i32 = 60;
/// Down to this many plies above quiescence.
const HOLDS_DEPTH: i32 = 8;
/// A quiet turn is taken to change nothing when the position stands this much below the window for each
/// ply to go.
const HOPELESS: i32 = 40;
/// Down to this many plies above quiescence.
const HOPELESS_DEPTH: i32 = 7;
/// Down to this many plies above quiescence, late quiet turns are left out.
const LATE_DEPTH: i32 = 7;
/// From this depth on, a position of which the table has no turn is searched a ply less deep.
pub(super) const UNKNOWN_DEPTH: i32 = 2;

/// A margin in the scale of a rule set's scores: where points do not count they move less from turn to
/// turn.
const fn margin<const V: usize>(centipoints: i32) -> i32 {
    match RULES[V].camp_end {
        CampEnd::Tally => centipoints,
        CampEnd::MoverWins { .. } => centipoints / 2,
    }
}

/// What the static evaluation says of a position.
#[derive(Clone, Copy, Debug)]
pub(super) struct Outlook {
    /// From the view of the side to move.
    pub score: i32,
    /// Whether it is better than at this side's last turn.
    pub improves: bool,
}

/// Whether a position stands so far above the window that a search is not worth it.
#[inline]
pub(super) fn holds<const V: usize>(outlook: Outlook, question: Question) -> bool {
    let plies = question.depth - i32::from(outlook.improves);
    question.depth <= HOLDS_DEPTH
        && question.beta.abs() < PROVEN
        && outlook.score - const { margin::<V>(HOLDS) } * plies >= question.beta
}

/// The most that a quiet turn can be hoped to bring, where that is below the window.
#[inline]
pub(super) fn hope<const V: usize>(outlook: Outlook, question: Question) -> Option<i32> {
    let hope = outlook.score + const { margin::<V>(HOPELESS) } * question.depth;
    (question.depth <= HOPELESS_DEPTH && hope <= question.alpha).then_some(hope)
}

/// How many turns are tried before the quiet ones that are left are left out: half as many where the
/// position gets no better.
#[inline]
pub(super) fn most_turns(outlook: Outlook, question: Question) -> usize {
    if question.depth > LATE_DEPTH {
        return usize::MAX;
    }
    let most = 3 + question.depth * question.depth * 7 / 10;
    let most = if outlook.improves { most } else { most / 2 };
    most.unsigned_abs() as usize
}

/// How much less deep late quiet turns are searched first.
#[derive(Debug)]
pub(super) struct Reductions {
    /// By depth and number of the turn.
    plies: [[i8; 64]; 64],
}

impl Reductions {
    /// The later the turn, and the deeper it would be searched, the more.
    pub fn new() -> Self {
        let plies = |depth: usize, index: usize| {
            let product = (depth.max(1) as f64).ln() * (index.max(1) as f64).ln();
            (1.8 + product / 1.5) as i8
        };
        Self {
            plies: std::array::from_fn(|depth| std::array::from_fn(|index| plies(depth, index))),
        }
    }

    /// For the turn with this number, from 0.
    #[inline]
    pub fn of(&self, question: Question, outlook: Outlook, index: usize) -> i32 {
        if question.depth < 2 || index < 1 {
            return 0;
        }
        let plies = i32::from(self.plies[question.depth.min(63) as usize][index.min(63)]);
        let plies = plies + i32::from(!outlook.improves) - i32::from(question.is_open());
        plies.clamp(0, question.depth - 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn question(depth: i32, alpha: i32, beta: i32) -> Question {
        Question {
            alpha,
            beta,
            depth,
            ply: 4,
        }
    }

    const fn outlook(score: i32, improves: bool) -> Outlook {
        Outlook { score, improves }
    }

    #[test]
    fn more_is_left_out_where_nothing_gets_better() {
        for depth in 1..=LATE_DEPTH {
            let question = question(depth, 0, 1);
            let [worse, better] =
                [false, true].map(|improves| most_turns(outlook(0, improves), question));
            assert!(0 < worse && worse <= better);
        }
        let deep = question(LATE_DEPTH + 1, 0, 1);
        assert_eq!(most_turns(outlook(0, false), deep), usize::MAX);
    }

    #[test]
    fn nothing_is_reduced_below_quiescence_and_the_first_turn_not_at_all() {
        let reductions = Reductions::new();
        for depth in 1..128 {
            let narrow = question(depth, 0, 1);
            assert_eq!(reductions.of(narrow, outlook(0, false), 0), 0);
            for index in 1..200 {
                let worse = reductions.of(narrow, outlook(0, false), index);
                let better = reductions.of(narrow, outlook(0, true), index);
                let open = reductions.of(question(depth, 0, 100), outlook(0, true), index);
                assert!(0 <= open && open <= better && better <= worse && worse < depth);
            }
        }
    }

    #[test]
    fn far_from_the_window_a_search_is_not_worth_it_but_near_proofs_it_is() {
        assert!(holds::<0>(outlook(1000, false), question(3, 0, 1)));
        assert!(!holds::<0>(
            outlook(1000, false),
            question(HOLDS_DEPTH + 1, 0, 1)
        ));
        assert!(!holds::<0>(outlook(100, false), question(3, 0, 1)));
        assert!(!holds::<0>(
            outlook(10_000, false),
            question(1, -PROVEN - 6, -PROVEN - 5)
        ));
        assert_eq!(
            hope::<0>(outlook(-1000, false), question(1, 0, 1)),
            Some(-1000 + HOPELESS)
        );
        assert_eq!(hope::<0>(outlook(0, false), question(1, 0, 1)), None);
    }
}
