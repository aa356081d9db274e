//! What a turn is (rules 3), and what each of them does, asked one by one (rules 3, 4, 8, 9).

use super::board::{self, POINTS, Point};
use super::position::{Kind, Piece, Position, Side};
use super::rule_set::{Capturable, Fate, Placing, RuleSet};
use std::fmt;

/// What a turn does before anything is redeployed or placed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    /// `0000`
    Pass,
    /// `c1d3`
    Move(Point, Point),
    /// `@b1d2`
    PlaceAndMove(Point, Point),
    /// `@b1`
    Place(Point),
    /// `e5=`
    TurnBack(Point),
}

/// One of the forms of section 3.
#[derive(Clone, Debug)]
pub struct Turn {
    /// What comes first.
    pub action: Action,
    /// The point behind `+`.
    pub redeployed: Option<Point>,
    /// The points behind `@`, in point order.
    pub placements: Vec<Point>,
}

impl fmt::Display for Turn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.action {
            Action::Pass => write!(f, "0000")?,
            Action::Move(from, to) => write!(f, "{}{}", board::name(from), board::name(to))?,
            Action::PlaceAndMove(from, to) => {
                write!(f, "@{}{}", board::name(from), board::name(to))?;
            }
            Action::Place(point) => write!(f, "@{}", board::name(point))?,
            Action::TurnBack(point) => write!(f, "{}=", board::name(point))?,
        }
        if let Some(point) = self.redeployed {
            write!(f, "+{}", board::name(point))?;
        }
        for &point in &self.placements {
            write!(f, "@{}", board::name(point))?;
        }
        Ok(())
    }
}

impl Turn {
    /// 1, "plain move": its two points, if the turn is one, played in this position.
    pub fn plain(&self, before: &Position) -> Option<(Point, Point)> {
        let Action::Move(from, to) = self.action else {
            return None;
        };
        let only_moves = self.redeployed.is_none() && self.placements.is_empty();
        let outside = !before.to_move.has_enemy_camp_at(to);
        (only_moves && before.is_empty(to) && outside).then_some((from, to))
    }

    /// 7, end 4: the pass without placements.
    pub fn is_bare_pass(&self) -> bool {
        self.action == Action::Pass && self.placements.is_empty()
    }
}

/// Every first part of a turn that can be written down, the pass aside.
pub fn every_action() -> Vec<Action> {
    let mut actions = Vec::new();
    for from in 0..POINTS {
        actions.push(Action::Place(from));
        actions.push(Action::TurnBack(from));
        for to in 0..POINTS {
            actions.push(Action::Move(from, to));
            actions.push(Action::PlaceAndMove(from, to));
        }
    }
    actions
}

/// Every set of points where a side could place pieces: its camp's (3).
pub fn every_placement(side: Side) -> Vec<Vec<Point>> {
    let mut sets = vec![Vec::new()];
    for point in side.camp() {
        for mut set in sets.clone() {
            set.push(point);
            sets.push(set);
        }
    }
    sets
}

/// The rules that say what a single turn may do: a column of the table, and its lines.
pub struct Laws {
    /// The column.
    pub rule_set: RuleSet,
    /// The open lines.
    pub lines: Vec<(Point, Point)>,
}

/// A position in the middle of the mover's turn.
#[derive(Clone)]
pub struct Midway {
    /// What stands where now; the counters and the side to move are still the old ones.
    pub position: Position,
    /// 4.4: a promoted man has just entered the enemy camp.
    promoted_man_entered: bool,
}

impl Laws {
    /// What the first part of a turn leads to, if it is legal by itself.
    pub fn act(&self, before: &Position, action: Action) -> Option<Midway> {
        let side = before.to_move;
        let placing = self.rule_set.placing();
        let from_hand =
            |point| side.has_camp_at(point) && before.is_empty(point) && before.hand.of(side) > 0;
        match action {
            // 5: only when there is nothing else, which is not asked here.
            Action::Pass => Some(Midway::from(before.clone())),
            Action::Move(from, to) => {
                let piece = before.top(from).filter(|piece| piece.side == side)?;
                if !self.may_move(before, piece, from, to) {
                    return None;
                }
                Some(self.moved(before.clone(), from, to))
            }
            // 4.1: the point must be empty before.
            Action::PlaceAndMove(from, to) => {
                let free = placing == Placing::Free && from_hand(from);
                if !free || !self.may_move(before, Piece::archer(side), from, to) {
                    return None;
                }
                let mut position = before.clone();
                *position.hand.of_mut(side) -= 1;
                position.stacks[from].push(Piece::archer(side));
                Some(self.moved(position, from, to))
            }
            // 4.3, 4.5
            Action::Place(point) => {
                if placing != Placing::WholeTurn || !from_hand(point) {
                    return None;
                }
                let mut position = before.clone();
                *position.hand.of_mut(side) -= 1;
                position.stacks[point].push(Piece::archer(side));
                Some(Midway::from(position))
            }
            Action::TurnBack(point) => self.turned_back(before, point),
        }
    }

    /// 4.2, 4.6: an own guard frozen in the enemy camp, and a captured piece.
    fn turned_back(&self, before: &Position, point: Point) -> Option<Midway> {
        let side = before.to_move;
        let piece = before.top(point)?;
        let own_guard = piece.side == side && piece.kind == Kind::Guard;
        let frozen = side.has_enemy_camp_at(point);
        let something_captured = before.captured.of(side) > 0;
        if !(self.rule_set.turns_guards_back() && own_guard && frozen && something_captured) {
            return None;
        }
        let mut position = before.clone();
        position.stacks[point].pop();
        position.stacks[point].push(Piece::archer(side));
        // 4.2: to hand. In 4.6 the captured piece goes to the board at once, as a placement.
        if self.rule_set.placing() == Placing::Free {
            *position.captured.of_mut(side) -= 1;
            *position.hand.of_mut(side) += 1;
        }
        Some(Midway::from(position))
    }

    /// Whether the piece may go from one point to the other, other turns aside.
    fn may_move(&self, before: &Position, piece: Piece, from: Point, to: Point) -> bool {
        let side = piece.side;
        // 1: frozen.
        if side.has_enemy_camp_at(from) {
            return false;
        }
        // 1: lines join points, and have no direction.
        if !self.lines.contains(&(from, to)) && !self.lines.contains(&(to, from)) {
            return false;
        }
        // 4, directions.
        let (row_from, row_to) = (board::row(from), board::row(to));
        let backwards = match side {
            Side::Green => row_to < row_from,
            Side::Blue => row_to > row_from,
        };
        if backwards && self.rule_set.never_backwards() {
            return false;
        }
        // 3: an enemy on top is captured, an own piece on top blocks.
        let Some(target) = before.top(to) else {
            return true;
        };
        if target.side == side {
            return false;
        }
        // 4, frozen enemy pieces, pieces at home.
        if target.side.has_enemy_camp_at(to) {
            return self.rule_set.frozen() != Capturable::No;
        }
        if target.side.has_camp_at(to) {
            return self.rule_set.at_home() != Capturable::No;
        }
        true
    }

    /// Whether the action captures a piece that is at home (4).
    pub fn captures_at_home(&self, before: &Position, action: Action) -> bool {
        let (Action::Move(_, to) | Action::PlaceAndMove(_, to)) = action else {
            return false;
        };
        let target = before.top(to);
        target.is_some_and(|target| target.side.has_camp_at(to))
    }

    /// The move itself, which is known to be legal.
    fn moved(&self, mut position: Position, from: Point, to: Point) -> Midway {
        let side = position.to_move;
        let enters = side.has_enemy_camp_at(to);
        // 8: what lies below stays where it is.
        let mut piece = position.stacks[from].pop().expect("a piece moves");
        if let Some(victim) = position.top(to) {
            self.capture(&mut position, victim, to);
            // 4: the archer that captures. A golden soldier is never promoted (8).
            let promotes = !enters || self.rule_set.promotes_in_enemy_camp();
            if piece.kind == Kind::Archer && promotes {
                piece.kind = Kind::Guard;
            }
        }
        let promoted_man_entered = enters && piece.is_guard();
        // 4, guard entering the enemy camp; 8, H becomes D.
        if promoted_man_entered && self.rule_set.guard_becomes_archer() {
            piece.kind = match piece.kind {
                Kind::Guard => Kind::Archer,
                Kind::HeroGuard => Kind::HeroArcher,
                other => other,
            };
        }
        let captured = position.captured.of(side);
        if promoted_man_entered && self.rule_set.guard_recovers() && captured > 0 {
            *position.captured.of_mut(side) -= 1;
            *position.hand.of_mut(side) += 1;
        }
        position.stacks[to].push(piece);
        Midway {
            position,
            promoted_man_entered,
        }
    }

    /// What becomes of the captured top piece (4, 8).
    fn capture(&self, position: &mut Position, victim: Piece, point: Point) {
        position.stacks[point].pop();
        let fate = match victim.kind {
            Kind::Archer => self.rule_set.captured_archer(),
            Kind::Guard => self.rule_set.captured_guard(),
            Kind::HeroArcher => Fate::Dead,
            // 8: it stays where it is, turned to D, under its captor.
            Kind::HeroGuard => {
                let kind = Kind::HeroArcher;
                position.stacks[point].push(Piece { kind, ..victim });
                return;
            }
        };
        match fate {
            Fate::Captured => *position.captured.of_mut(victim.side) += 1,
            Fate::Hand => *position.hand.of_mut(victim.side) += 1,
            Fate::Dead => {}
        }
    }

    /// 9: after the move, one captured piece through the remote camps, if this is legal.
    pub fn redeploy(&self, midway: &Midway, action: Action, point: Point) -> Option<Midway> {
        let side = midway.position.to_move;
        let has_moved = matches!(action, Action::Move(..) | Action::PlaceAndMove(..));
        let (one, other) = midway.position.remote?;
        let holds = |camp| {
            let top = midway.position.top(camp);
            top.is_some_and(|top| top.side == side)
        };
        let to_empty_camp_point = side.has_camp_at(point) && midway.position.is_empty(point);
        let something_captured = midway.position.captured.of(side) > 0;
        if !(has_moved && holds(one) && holds(other) && something_captured && to_empty_camp_point) {
            return None;
        }
        let mut redeployed = midway.clone();
        *redeployed.position.captured.of_mut(side) -= 1;
        redeployed.position.stacks[point].push(Piece::archer(side));
        redeployed.position.remote = None;
        Some(redeployed)
    }

    /// Placements at the end of the turn, if they are legal; none is a set like any other.
    pub fn place(&self, midway: &Midway, action: Action, points: &[Point]) -> Option<Position> {
        let side = midway.position.to_move;
        let number = points.len() as u32;
        let (hand, captured) = (
            midway.position.hand.of(side),
            midway.position.captured.of(side),
        );
        let (from_hand, legal) = match (self.rule_set.placing(), action) {
            (Placing::Free, _) => (true, number <= hand),
            (Placing::OnEntering, _) if midway.promoted_man_entered => {
                (false, number <= 1 && number <= captured)
            }
            (Placing::OnTurningBack, Action::TurnBack(_)) => (false, number == 1),
            _ => (true, number == 0),
        };
        let on_empty = |&point: &Point| side.has_camp_at(point) && midway.position.is_empty(point);
        if !legal || !points.iter().all(on_empty) {
            return None;
        }
        let mut position = midway.position.clone();
        if from_hand {
            *position.hand.of_mut(side) -= number;
        } else {
            *position.captured.of_mut(side) -= number;
        }
        for &point in points {
            position.stacks[point].push(Piece::archer(side));
        }
        Some(position)
    }
}

impl From<Position> for Midway {
    fn from(position: Position) -> Midway {
        Midway {
            position,
            promoted_man_entered: false,
        }
    }
}
