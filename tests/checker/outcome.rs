//! How a game ends, who has won it, and what it scores (rules 7).

use super::game::Game;
use super::position::{Count, Side};
use super::rule_set::{Scoring, Shuttling};
use super::turns::Action;

/// The ends of section 7, in their order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// A side has nothing left.
    Elimination,
    /// A side is all in the enemy camp.
    Camp,
    /// Eight turns of going to and fro.
    Shuttling,
    /// Two passes in a row.
    Passes,
    /// The same position once too often.
    Repetition,
    /// Nothing irreversible for too long.
    NoProgress,
}

impl Game {
    /// The first end that holds now.
    pub fn end(&self) -> Option<End> {
        let ends = [
            (self.is_elimination(), End::Elimination),
            (self.is_camp(), End::Camp),
            (self.is_shuttling(), End::Shuttling),
            (self.is_two_passes(), End::Passes),
            (self.is_repetition(), End::Repetition),
            (self.is_no_progress(), End::NoProgress),
        ];
        let first = ends.iter().find(|(holds, _)| *holds);
        first.map(|&(_, end)| end)
    }

    fn is_elimination(&self) -> bool {
        self.position().is_eliminated(Side::Green) || self.position().is_eliminated(Side::Blue)
    }

    fn is_camp(&self) -> bool {
        let position = self.position();
        if self.options.rule_set.has_tally() {
            return position.is_all_there(Side::Green) || position.is_all_there(Side::Blue);
        }
        // The turn itself must have been a move into the enemy camp.
        let Some(last) = self.history.last() else {
            return false;
        };
        let (Action::Move(_, to) | Action::PlaceAndMove(_, to)) = last.turn.action else {
            return false;
        };
        // In jasir, all its living men must be there.
        let may_have_hand = !self.options.rule_set.camp_needs_empty_hand();
        last.mover.has_enemy_camp_at(to)
            && position.is_all_there(last.mover)
            && (may_have_hand || position.hand.of(last.mover) == 0)
    }

    fn is_shuttling(&self) -> bool {
        if self.options.rule_set.shuttling() != Shuttling::EightTurns || self.history.len() < 8 {
            return false;
        }
        let last_eight = &self.history[self.history.len() - 8..];
        let plain = |number: usize| last_eight[number - 1].plain;
        let reversed = |number: usize| plain(number).map(|(from, to)| (to, from));
        (1..=8).all(|number| plain(number).is_some())
            && plain(3) == reversed(1)
            && plain(5) == plain(1)
            && plain(7) == plain(3)
            && plain(4) == reversed(2)
            && plain(6) == plain(2)
            && plain(8) == plain(4)
    }

    fn is_two_passes(&self) -> bool {
        match self.history.as_slice() {
            [.., one, other] => one.turn.is_bare_pass() && other.turn.is_bare_pass(),
            _ => false,
        }
    }

    fn is_repetition(&self) -> bool {
        // The first occurrence of a position cannot be its last allowed one.
        if self.options.repetition_limit == 0 || self.history.is_empty() {
            return false;
        }
        let now = self.position().identity();
        let past = self.history.iter().map(|turn| turn.after.identity());
        let all = std::iter::once(self.given.identity()).chain(past);
        let occurrences = all.filter(|identity| *identity == now).count();
        occurrences as u32 >= self.options.repetition_limit
    }

    fn is_no_progress(&self) -> bool {
        let limit = self.options.no_progress_limit;
        limit != 0 && self.position().idle >= limit
    }

    /// The winner of a finished game, if it is not drawn.
    pub fn winner(&self) -> Option<Side> {
        let position = self.position();
        let tally = self.options.rule_set.has_tally();
        match self.end()? {
            End::Elimination if position.is_eliminated(Side::Green) => Some(Side::Blue),
            End::Elimination => Some(Side::Green),
            // The mover has won.
            End::Camp if !tally => Some(position.to_move.other()),
            _ if tally => self.winner_by_tally(),
            _ => None,
        }
    }

    fn winner_by_tally(&self) -> Option<Side> {
        let position = self.position();
        let more = |green: u32, blue: u32| match green.cmp(&blue) {
            std::cmp::Ordering::Greater => Some(Side::Green),
            std::cmp::Ordering::Less => Some(Side::Blue),
            std::cmp::Ordering::Equal => None,
        };
        let [green, blue] = [Side::Green, Side::Blue].map(|side| position.tally(side));
        let [green_there, blue_there] =
            [Side::Green, Side::Blue].map(|side| position.number_there(side));
        let by_points = more(green, blue);
        if by_points.is_none() && self.options.rule_set.tie_break() {
            return more(green_there, blue_there);
        }
        by_points
    }

    /// The score of the game, or so far.
    pub fn score(&self) -> Count {
        let position = self.position();
        let winner = self.winner();
        let mut score = Count::default();
        for side in [Side::Green, Side::Blue] {
            let eliminated = position.is_eliminated(side);
            let living = position.free_pieces(side).len() as u32 + position.hand.of(side);
            *score.of_mut(side) = match self.options.rule_set.scoring() {
                Scoring::Tally if eliminated => 0,
                Scoring::Tally => position.tally(side),
                _ if winner != Some(side) => 0,
                Scoring::OneForTheWinner => 1,
                Scoring::LivingMenOfTheWinner => living,
            };
        }
        score
    }
}
