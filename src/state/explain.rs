//! Why a turn is refused: the rule that it breaks.
//!
//! This looks only at turns that the generator does not list, and never decides what is legal. It
//! asks in an order that tells a player the first thing to mend.

use super::board::{Point, PointSet, Side, leads_backward};
use super::game::Game;
use super::outcome::Reason;
use super::position::Position;
use super::rules::{Flip, HomeCapture, Placing, Rules, Shuttling, with_rules};
use super::turn::{Turn, TurnKind};

/// The rule that a turn breaks. Sections are those of the rule page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Illegal {
    /// Section 7: a finished game has no legal turns.
    GameOver(Reason),
    /// Section 5: passing is for a side without a legal turn.
    CannotPass(Side),
    /// Section 5: a pass has placements only where placing is free.
    PassPlaces(&'static str),
    /// Section 4: the rule set has no turn that turns a guard back.
    NoFlips(&'static str),
    /// Section 4.6: a guard is turned back with exactly one placement.
    FlipPlacesOne(&'static str),
    /// Sections 4.2, 4.6: there is no guard in the enemy camp.
    NotFlippable(Point),
    /// Nothing is captured that could come back.
    NothingCaptured(Side),
    /// Section 4: a placement is not a turn of its own.
    PlaceIsNoTurn(&'static str),
    /// Section 4.1: only there is a piece placed and moved in one turn.
    NoPlaceAndGo(&'static str),
    /// The point is empty.
    Empty(Point),
    /// The piece belongs to the other side.
    NotOwn(Point, Side),
    /// Section 3: placements go to empty points.
    NotEmpty(Point),
    /// Section 3: placements go to the own camp.
    NotInCamp(Point, Side),
    /// More placements than pieces in hand: the side, what it has, what it would need.
    HandTooSmall(Side, u32, u32),
    /// Section 1: a piece in its enemy camp never moves.
    Frozen(Point),
    /// Section 1: pieces move along lines.
    NoLine(Point, Point),
    /// Section 4, dotted lines: closed.
    DottedClosed(Point, Point, &'static str),
    /// Section 4, directions: forward and sideways only.
    Backward(Point, Point, &'static str),
    /// A piece of the same side stands there.
    OwnPiece(Point),
    /// Section 4: frozen enemy pieces cannot be captured.
    SafeInCamp(Point, &'static str),
    /// Section 4.5: pieces at home are captured only if no other move is legal.
    AtHome(Point),
    /// Section 6: a banned shuttle turn, its number in the row.
    Banned(Point, Point, u8),
    /// Section 4: a move has no placements.
    MovePlaces(&'static str),
    /// Section 4.4: only a promoted piece that enters the enemy camp brings one back.
    NotPromotedEntry(&'static str),
    /// Section 4.4: at most one piece comes back.
    BringsBackOne(&'static str),
    /// Section 9: there never were remote camps.
    NoRemoteCamps,
    /// Section 9: the remote camps have left the game.
    RemoteCampsGone,
    /// Section 9: the side does not have the top piece on both remote camps after its move.
    RemoteCampsNotHeld(Side),
}

/// Names the rule that a turn breaks which is not legal.
pub(crate) fn explain(game: &Game, turn: Turn) -> Illegal {
    if let Some(outcome) = game.outcome() {
        return Illegal::GameOver(outcome.reason);
    }
    let asked = Asked {
        rules: game.rules(),
        position: game.position(),
        side: game.position().side(),
        game,
        turn,
    };
    match turn.kind() {
        TurnKind::Pass => asked.pass(),
        TurnKind::Flip => asked.flip(),
        TurnKind::Place => asked.place(),
        TurnKind::Move | TurnKind::PlaceMove => asked.travel(),
    }
}

struct Asked<'a> {
    game: &'a Game,
    rules: &'static Rules,
    position: &'a Position,
    side: Side,
    turn: Turn,
}

impl Asked<'_> {
    fn pass(&self) -> Illegal {
        if !self.turn.places().is_empty() {
            if self.rules.placing != Placing::Free {
                return Illegal::PassPlaces(self.rules.name);
            }
            if self.game.is_legal(Turn::PASS) {
                let hand = u32::from(self.position.hand(self.side));
                return self
                    .bad_placement(self.position.occupied(), hand)
                    .unwrap_or(Illegal::CannotPass(self.side));
            }
        }
        Illegal::CannotPass(self.side)
    }

    fn flip(&self) -> Illegal {
        let point = self.turn.from();
        if self.rules.flip == Flip::None {
            return Illegal::NoFlips(self.rules.name);
        }
        if let Some(reason) = self.not_own(point) {
            return reason;
        }
        if !(self.position.guards() & self.side.enemy_camp()).contains(point) {
            return Illegal::NotFlippable(point);
        }
        let captured = u32::from(self.position.captured(self.side));
        if captured == 0 {
            return Illegal::NothingCaptured(self.side);
        }
        let hand = if self.rules.flip == Flip::ToHand {
            u32::from(self.position.hand(self.side)) + 1
        } else if self.turn.places().len() == 1 {
            1
        } else {
            return Illegal::FlipPlacesOne(self.rules.name);
        };
        self.bad_placement(self.position.occupied(), hand)
            .unwrap_or(Illegal::NotFlippable(point))
    }

    fn place(&self) -> Illegal {
        if self.rules.placing != Placing::WholeTurn {
            return Illegal::PlaceIsNoTurn(self.rules.name);
        }
        let hand = u32::from(self.position.hand(self.side));
        let point = self.turn.from().set();
        bad_points(self.side, self.position.occupied(), point)
            .unwrap_or(Illegal::HandTooSmall(self.side, hand, 1))
    }

    /// A move: first whether the piece may move at all, then whether it may go there, then the rest.
    fn travel(&self) -> Illegal {
        let (from, to) = (self.turn.from(), self.turn.to());
        let starts = if self.turn.kind() == TurnKind::PlaceMove {
            self.bad_first_placement()
        } else {
            self.cannot_move(from)
        };
        starts
            .or_else(|| self.cannot_go(from, to))
            .unwrap_or_else(|| self.bad_rest())
    }

    fn bad_first_placement(&self) -> Option<Illegal> {
        if self.rules.placing != Placing::Free {
            return Some(Illegal::NoPlaceAndGo(self.rules.name));
        }
        if self.position.hand(self.side) == 0 {
            return Some(Illegal::HandTooSmall(self.side, 0, 1));
        }
        bad_points(self.side, self.position.occupied(), self.turn.from().set())
    }

    fn cannot_move(&self, from: Point) -> Option<Illegal> {
        self.not_own(from).or_else(|| {
            self.side
                .enemy_camp()
                .contains(from)
                .then_some(Illegal::Frozen(from))
        })
    }

    fn not_own(&self, point: Point) -> Option<Illegal> {
        match self.position.top(point) {
            None => Some(Illegal::Empty(point)),
            Some(piece) if piece.side != self.side => Some(Illegal::NotOwn(point, piece.side)),
            Some(_) => None,
        }
    }

    fn cannot_go(&self, from: Point, to: Point) -> Option<Illegal> {
        let Some(line) = self.game.settings().board.line(from, to) else {
            return Some(Illegal::NoLine(from, to));
        };
        if line.dotted && !self.rules.dotted_open {
            return Some(Illegal::DottedClosed(from, to, self.rules.name));
        }
        if !self.rules.backward && leads_backward(self.side, from, to) {
            return Some(Illegal::Backward(from, to, self.rules.name));
        }
        if self.position.tops(self.side).contains(to) {
            return Some(Illegal::OwnPiece(to));
        }
        let enemy = self.side.other();
        if self.position.tops(enemy).contains(to) {
            if self.rules.safe_camp(enemy).contains(to) {
                return Some(Illegal::SafeInCamp(to, self.rules.name));
            }
            let last_resort =
                self.rules.capture_at_home == HomeCapture::LastResort && enemy.camp().contains(to);
            if last_resort && !self.game.is_legal(Turn::go(from, to)) {
                return Some(Illegal::AtHome(to));
            }
        }
        self.banned(from, to)
    }

    fn banned(&self, from: Point, to: Point) -> Option<Illegal> {
        let Shuttling::Banned(number) = self.rules.shuttling else {
            return None;
        };
        let ban = with_rules!(self.game.variant().index(), V => self.position.banned::<V>());
        let holds = ban == Some((from, to)) && !self.game.is_legal(Turn::go(from, to));
        holds.then_some(Illegal::Banned(from, to, number))
    }

    /// The move itself is fine: something that follows it is not.
    fn bad_rest(&self) -> Illegal {
        let (from, to) = (self.turn.from(), self.turn.to());
        let mut left = from.set();
        if self.position.is_stack(from) {
            left = PointSet::EMPTY;
        }
        let mut occupied = self.position.occupied().without(left) | to.set();
        let placed = u32::from(self.turn.kind() == TurnKind::PlaceMove);
        let mut captured = u32::from(self.position.captured(self.side));
        let mut hand = u32::from(self.position.hand(self.side)) - placed;
        let enters = self.side.enemy_camp().contains(to);
        let guard = placed == 0 && self.position.guards().contains(from);
        if self.rules.entering_demotes && enters && guard && captured > 0 {
            captured -= 1;
            hand += 1;
        }
        if let Some(point) = self.turn.redeploy() {
            if let Some(reason) = self.cannot_redeploy(point, captured, occupied) {
                return reason;
            }
            occupied |= point.set();
        }
        let promoted = guard || self.position.tops(self.side.other()).contains(to);
        match self.rules.placing {
            Placing::Free => {}
            Placing::OnEntry if !(enters && promoted) => {
                return Illegal::NotPromotedEntry(self.rules.name);
            }
            Placing::OnEntry if self.turn.places().len() > 1 => {
                return Illegal::BringsBackOne(self.rules.name);
            }
            Placing::OnEntry if captured == 0 => return Illegal::NothingCaptured(self.side),
            Placing::OnEntry => hand = 1,
            Placing::WholeTurn | Placing::WithFlip => return Illegal::MovePlaces(self.rules.name),
        }
        match self.bad_placement(occupied, hand) {
            // The piece that is placed first and moves came from the same hand.
            Some(Illegal::HandTooSmall(side, has, wanted)) => {
                Illegal::HandTooSmall(side, has + placed, wanted + placed)
            }
            other => other.unwrap_or(Illegal::MovePlaces(self.rules.name)),
        }
    }

    fn cannot_redeploy(&self, point: Point, captured: u32, occupied: PointSet) -> Option<Illegal> {
        if !self.rules.challenges {
            return Some(Illegal::NoRemoteCamps);
        }
        let remote = self.position.remote();
        if remote.is_empty() {
            return Some(Illegal::RemoteCampsGone);
        }
        let (from, to) = (self.turn.from(), self.turn.to());
        let mut tops = self.position.tops(self.side).without(from.set()) | to.set();
        if self.position.below(from) == Some(self.side) {
            tops |= from.set();
        }
        if !tops.contains_all(remote) {
            return Some(Illegal::RemoteCampsNotHeld(self.side));
        }
        if captured == 0 {
            return Some(Illegal::NothingCaptured(self.side));
        }
        bad_points(self.side, occupied, point.set())
    }

    /// What is wrong with the placements that follow, where `hand` pieces may be placed.
    fn bad_placement(&self, occupied: PointSet, hand: u32) -> Option<Illegal> {
        let places = self.turn.places();
        let too_many = places.len() > hand;
        bad_points(self.side, occupied, places)
            .or_else(|| too_many.then_some(Illegal::HandTooSmall(self.side, hand, places.len())))
    }
}

/// The first of the points on which nothing can be placed.
fn bad_points(side: Side, occupied: PointSet, points: PointSet) -> Option<Illegal> {
    if let Some(outside) = points.without(side.camp()).first() {
        return Some(Illegal::NotInCamp(outside, side));
    }
    (points & occupied).first().map(Illegal::NotEmpty)
}
