//! What is not searched, or less deep: where the static evaluation, or the place of a turn in the order,
//! says that it will hardly matter.
//!
//! Nothing of this makes a proof: a position is never called lost because its turns were left out.

use super::score::PROVEN;
use super::tree::Question;
use crate::state::{CampEnd, HomeCapture, RULES};

/// How much is left out, in plies above quiescence and centipoints.
struct Style {
    /// A position is taken to hold when it stands this much above the window for each ply to go.
    holds: i32,
    /// Down to so many plies.
    holds_depth: i32,
    /// A quiet turn is taken to change nothing when the position stands this much below the window for
    /// each ply to go.
    hopeless: i32,
    /// Down to so many plies.
    hopeless_depth: i32,
    /// Down to so many plies, late quiet turns are left out.
    late_depth: i32,
    /// From this depth on, a position of which the table has no turn is searched a ply less deep.
    unknown_depth: i32,
    /// From this depth on, and from the turn with this number on, quiet turns are reduced.
    reduced_from: (i32, usize),
    /// By how many plies at least, and by how much less than the product of the logarithms.
    reduced_by: (f64, f64),
}

/// Where points count.
const POINTS: Style = Style {
    holds: 60,
    holds_depth: 8,
    hopeless: 40,
    hopeless_depth: 7,
    late_depth: 7,
    unknown_depth: 2,
    reduced_from: (2, 1),
    reduced_by: (1.8, 1.5),
};

/// In a race scores move less from turn to turn, and turns differ less.
const RACE: Style = Style {
    holds: 30,
    hopeless: 20,
    reduced_by: (2.3, 1.3),
    ..POINTS
};

/// Where nobody can go back, a late quiet turn may be the only one that keeps the tempo: none is left
/// out for its place in the order alone. But of a position that stands below the window no quiet turn is
/// expected to bring it back, or the other way round.
const ONE_WAY_RACE: Style = Style {
    holds: 2,
    holds_depth: 14,
    hopeless: 1,
    hopeless_depth: 14,
    late_depth: 0,
    reduced_from: (3, 2),
    reduced_by: (1.5, 1.8),
    ..POINTS
};

/// The same where captures at home wait until nothing else is legal: scores move more.
const WAITING_RACE: Style = Style {
    holds: 10,
    holds_depth: 9,
    hopeless: 5,
    hopeless_depth: 9,
    reduced_by: (1.5, 2.2),
    ..ONE_WAY_RACE
};

/// The style of a rule set.
const fn style<const V: usize>() -> &'static Style {
    let rules = &RULES[V];
    match (&rules.camp_end, &rules.capture_at_home) {
        (CampEnd::Tally, _) => &POINTS,
        (CampEnd::MoverWins { .. }, HomeCapture::LastResort) => &WAITING_RACE,
        (CampEnd::MoverWins { .. }, HomeCapture::Allowed) if rules.backward => &RACE,
        (CampEnd::MoverWins { .. }, HomeCapture::Allowed) => &ONE_WAY_RACE,
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
    let style = const { style::<V>() };
    let plies = question.depth - i32::from(outlook.improves);
    question.depth <= style.holds_depth
        && question.beta.abs() < PROVEN
        && outlook.score - style.holds * plies >= question.beta
}

/// The most that a quiet turn can be hoped to bring, where that is below the window.
#[inline]
pub(super) fn hope<const V: usize>(outlook: Outlook, question: Question) -> Option<i32> {
    let style = const { style::<V>() };
    let hope = outlook.score + style.hopeless * question.depth;
    let can_tell = question.depth <= style.hopeless_depth && question.alpha < PROVEN;
    (can_tell && hope <= question.alpha).then_some(hope)
}

/// Whether a position of which the table has no turn is searched a ply less deep.
#[inline]
pub(super) const fn is_unknown<const V: usize>(question: Question) -> bool {
    question.depth >= style::<V>().unknown_depth
}

/// How many turns are tried before the quiet ones that are left are left out: half as many where the
/// position gets no better.
#[inline]
pub(super) fn most_turns<const V: usize>(outlook: Outlook, question: Question) -> usize {
    if question.depth > const { style::<V>() }.late_depth {
        return usize::MAX;
    }
    let most = 3 + question.depth * question.depth * 7 / 10;
    let most = if outlook.improves { most } else { most / 2 };
    most.unsigned_abs() as usize
}

/// How much less deep late quiet turns are searched first.
#[derive(Debug)]
pub(super) struct Reductions<const V: usize> {
    /// By depth and number of the turn.
    plies: [[i8; 64]; 64],
}

impl<const V: usize> Reductions<V> {
    /// The later the turn, and the deeper it would be searched, the more.
    pub fn new() -> Self {
        let (least, divisor) = style::<V>().reduced_by;
        let logarithms: [f64; 64] = std::array::from_fn(|number| (number.max(1) as f64).ln());
        let plies = |depth: usize, index: usize| {
            (least + logarithms[depth] * logarithms[index] / divisor) as i8
        };
        Self {
            plies: std::array::from_fn(|depth| std::array::from_fn(|index| plies(depth, index))),
        }
    }

    /// For the turn with this number, from 0.
    #[inline]
    pub fn of(&self, question: Question, outlook: Outlook, index: usize) -> i32 {
        let style = const { style::<V>() };
        let (depth, number) = style.reduced_from;
        if question.depth < depth || index < number {
            return 0;
        }
        let plies = i32::from(self.plies[question.depth.min(63) as usize][index.min(63)]);
        let worse = i32::from(!outlook.improves);
        (plies + worse - i32::from(question.is_open())).clamp(0, question.depth - 1)
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
        for depth in 1..=POINTS.late_depth {
            let question = question(depth, 0, 1);
            let [worse, better] =
                [false, true].map(|improves| most_turns::<0>(outlook(0, improves), question));
            assert!(0 < worse && worse <= better);
        }
        let deep = question(POINTS.late_depth + 1, 0, 1);
        assert_eq!(most_turns::<0>(outlook(0, false), deep), usize::MAX);
    }

    #[test]
    fn nothing_is_reduced_below_quiescence_and_the_first_turn_not_at_all() {
        let reductions = Reductions::<0>::new();
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
            question(POINTS.holds_depth + 1, 0, 1)
        ));
        assert!(!holds::<0>(outlook(100, false), question(3, 0, 1)));
        assert!(!holds::<0>(
            outlook(10_000, false),
            question(1, -PROVEN - 6, -PROVEN - 5)
        ));
        assert_eq!(
            hope::<0>(outlook(-1000, false), question(1, 0, 1)),
            Some(-1000 + POINTS.hopeless)
        );
        assert_eq!(hope::<0>(outlook(0, false), question(1, 0, 1)), None);
    }

    /// The same of every rule set, wherever a proof is asked for.
    #[test]
    fn no_style_speaks_of_proofs() {
        for variant in 0..RULES.len() {
            crate::state::with_rules!(variant, V => {
                for depth in 1..20 {
                    let lost = question(depth, -PROVEN - 6, -PROVEN - 5);
                    assert!(!holds::<V>(outlook(10_000, false), lost));
                    let won = question(depth, PROVEN + 5, PROVEN + 6);
                    assert_eq!(hope::<V>(outlook(0, false), won), None);
                }
            });
        }
    }

    #[test]
    fn each_kind_of_rules_has_its_style() {
        let late_turns_left_out = |variant: usize| {
            crate::state::with_rules!(variant, V => {
                most_turns::<V>(outlook(0, false), question(3, 0, 1)) < usize::MAX
            })
        };
        let margins = |variant: usize| crate::state::with_rules!(variant, V => style::<V>().holds);
        for (variant, rules) in RULES.iter().enumerate() {
            let (late, margin) = match rules.name {
                "legendary" => (true, RACE.holds),
                "jasyr" => (false, ONE_WAY_RACE.holds),
                "jasir" => (false, WAITING_RACE.holds),
                _ => (true, POINTS.holds),
            };
            assert_eq!(late_turns_left_out(variant), late, "{}", rules.name);
            assert_eq!(margins(variant), margin, "{}", rules.name);
        }
    }
}
