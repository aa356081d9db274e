//! Scores inside the tree, and what a finished game is worth.
//!
//! A score is a number of hundredths of a point from the view of the side to move. A proven win so
//! many plies from the root is [`MATE`] less these plies; such scores lie beyond [`PROVEN`].

use super::Score;
use super::limits::Objective;
use crate::state::{Outcome, Side};

/// A win at the root itself.
pub(super) const MATE: i32 = 32_000;
/// Scores of at least this, and of at most its negative, are proven results.
pub(super) const PROVEN: i32 = 31_000;
/// The static evaluation goes no farther than this.
pub(super) const MOST: i32 = 10_000;
/// Where points are played for, the margin of a finished game lies this far out: an end that is in sight
/// is better than the best outlook, and worse than the worst.
const FINISHED: i32 = 12_000;
/// Scores beyond this, and below its negative, come from the end of a game.
pub(super) const DECIDED: i32 = 10_500;
/// More than any score.
pub(super) const INFINITE: i32 = 32_500;
/// What it is worth to lead when a line repeats itself: more than any lead alone, yet proves nothing.
const CYCLE: i32 = 1_000;
const POINT: i32 = 100;
/// Where points are played for, what is subtracted for the plies to the end is at most this: less than
/// half a point, so that a margin is still told from the next.
const MOST_DELAY: i32 = 40;

/// Turns a score into what a player reads; of the end of a game, where points are played for, the margin.
pub(super) fn shown(score: i32) -> Score {
    if score.abs() < DECIDED {
        Score::Centipoints(score)
    } else if score.abs() < PROVEN {
        let margin = (score.abs() - FINISHED + MOST_DELAY) / POINT * POINT;
        Score::Centipoints(margin * score.signum())
    } else {
        Score::Mate((MATE - score.abs()) * score.signum())
    }
}

/// A finished game `ply` turns from the root, as `side` sees it.
pub(super) fn finished(outcome: &Outcome, side: Side, objective: Objective, ply: usize) -> i32 {
    match objective {
        Objective::Win => for_winner(outcome, side, MATE - ply as i32),
        // The sooner a margin is won, and the later one is lost, the better.
        Objective::Points => {
            let margin = margin(outcome, side);
            margin + margin.signum() * (FINISHED - (ply as i32).min(MOST_DELAY))
        }
    }
}

/// A line that has come back to where it was, as `side` sees it; `outcome` is what the game would
/// end with if it went on for ever. Nobody is bound to go on, so this proves nothing.
pub(super) fn cycle(outcome: &Outcome, side: Side, objective: Objective, ply: usize) -> i32 {
    match objective {
        Objective::Win => for_winner(outcome, side, CYCLE - ply as i32),
        Objective::Points => margin(outcome, side),
    }
}

fn for_winner(outcome: &Outcome, side: Side, score: i32) -> i32 {
    match outcome.winner {
        None => 0,
        Some(winner) if winner == side => score,
        Some(_) => -score,
    }
}

/// The margin of a finished game in centipoints, as `side` sees it.
fn margin(outcome: &Outcome, side: Side) -> i32 {
    let points = |side: Side| outcome.score[side.index()] as i32;
    (points(side) - points(side.other())) * POINT
}

/// A score as it stands in the table: proven results counted from the position, not from the root.
pub(super) fn to_table(score: i32, ply: usize) -> i32 {
    if score.abs() < PROVEN {
        score
    } else {
        score + score.signum() * ply as i32
    }
}

/// The inverse of [`to_table`].
pub(super) fn from_table(score: i32, ply: usize) -> i32 {
    if score.abs() < PROVEN {
        score
    } else {
        score - score.signum() * ply as i32
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::state::Reason;

    #[test]
    fn proven_results_count_plies() {
        assert_eq!(shown(MATE - 5), Score::Mate(5));
        assert_eq!(shown(-(MATE - 4)), Score::Mate(-4));
        assert_eq!(shown(-250), Score::Centipoints(-250));
    }

    #[test]
    fn the_table_counts_from_the_position() {
        // Found 7 plies from one root, used 3 plies from another: the win is 5 plies below both.
        let stored = to_table(MATE - 12, 7);
        assert_eq!(from_table(stored, 3), MATE - 8);
        let stored = to_table(-(MATE - 12), 7);
        assert_eq!(from_table(stored, 3), -(MATE - 8));
        assert_eq!(from_table(to_table(123, 7), 3), 123);
    }

    #[test]
    fn a_draw_is_nothing_to_play_for_and_points_are_a_margin() {
        let outcome = Outcome {
            reason: Reason::Camp,
            winner: None,
            score: [7, 5],
        };
        assert_eq!(finished(&outcome, Side::Green, Objective::Win, 3), 0);
        assert_eq!(
            finished(&outcome, Side::Green, Objective::Points, 3),
            FINISHED + 197
        );
        let late = finished(&outcome, Side::Blue, Objective::Points, 99);
        assert_eq!(late, -FINISHED - 160);
        assert!(DECIDED > MOST && late > -PROVEN && late < -DECIDED);
        for ply in [0, 1, 39, 40, 127] {
            let score = finished(&outcome, Side::Blue, Objective::Points, ply);
            assert_eq!(shown(score), Score::Centipoints(-200));
        }
        let won = Outcome {
            winner: Some(Side::Blue),
            ..outcome
        };
        assert_eq!(finished(&won, Side::Green, Objective::Win, 3), -(MATE - 3));
        assert!(cycle(&won, Side::Blue, Objective::Win, 3) < PROVEN);
    }
}
