//! An untrusted setup, and the one check that makes a [`Position`] of it.
//!
//! The check is that of the notation page (section 1 of the format of position strings); what is
//! wrong with the text itself is found before.

use super::board::{POINTS, Point, PointSet, Side};
use super::outcome::is_eliminated;
use super::piece::{Piece, PieceKind};
use super::position::Position;
use super::rules::Rules;

/// A position as somebody describes it: anything that can be written down.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setup {
    /// The pieces on each point in point order, bottom first.
    pub stacks: [Vec<Piece>; POINTS],
    /// The side to move.
    pub side: Side,
    /// Pieces in hand, Green's and Blue's.
    pub hand: [u32; 2],
    /// Captured pieces that can be got back, Green's and Blue's.
    pub captured: [u32; 2],
    /// The remote camps in the game, if any.
    pub remote: Option<[Point; 2]>,
    /// Turns since the last irreversible one.
    pub idle: u32,
    /// The number of the full turn, from 1.
    pub turn: u32,
}

/// Why a setup is no position of a rule set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SetupError {
    /// Golden soldiers without Heroes.
    HeroWithoutHeroes(Point),
    /// A covered piece is not a golden soldier, archer side up.
    CoveredPiece(Point),
    /// A guard stands where the rules make it an archer on entering.
    GuardInEnemyCamp(Point),
    /// A side has more than one golden soldier.
    TooManyHeroes(Side),
    /// A side has more than five pieces on the board, in hand and captured.
    TooManyPieces(Side),
    /// The rule set never has pieces in hand.
    NoHand,
    /// The rule set never has captured pieces.
    NoCaptured,
    /// Remote camps without Challenges.
    RemoteWithoutChallenges,
    /// Both remote camps are the same point.
    RemoteEqual(Point),
    /// A remote camp is not on rows 2 to 4.
    RemoteOutside(Point),
    /// Turns are numbered from 1.
    TurnZero,
    /// Neither side has a piece that counts.
    BothEliminated,
}

impl Setup {
    /// Checks the setup against the rules.
    ///
    /// # Errors
    /// The first thing that is wrong, in the order of the fields of a position string.
    pub fn position(&self, rules: &Rules) -> Result<Position, SetupError> {
        self.check_board(rules)?;
        self.check_counts(rules)?;
        if let Some(remote) = self.remote {
            if !rules.challenges {
                return Err(SetupError::RemoteWithoutChallenges);
            }
            check_remote(remote)?;
        }
        if self.turn == 0 {
            return Err(SetupError::TurnZero);
        }
        let position = self.unchecked_position();
        if Side::BOTH
            .into_iter()
            .all(|side| is_eliminated(&position, side))
        {
            return Err(SetupError::BothEliminated);
        }
        Ok(position)
    }

    fn check_board(&self, rules: &Rules) -> Result<(), SetupError> {
        for (point, stack) in Point::all().zip(&self.stacks) {
            let Some((top, covered)) = stack.split_last() else {
                continue;
            };
            if !rules.heroes && stack.iter().any(|piece| piece.kind.is_hero()) {
                return Err(SetupError::HeroWithoutHeroes(point));
            }
            if covered
                .iter()
                .any(|piece| piece.kind != PieceKind::HeroArcher)
            {
                return Err(SetupError::CoveredPiece(point));
            }
            if rules.entering_demotes
                && top.kind.is_guard()
                && top.side.enemy_camp().contains(point)
            {
                return Err(SetupError::GuardInEnemyCamp(point));
            }
        }
        Ok(())
    }

    fn check_counts(&self, rules: &Rules) -> Result<(), SetupError> {
        for side in Side::BOTH {
            let own = || {
                self.stacks
                    .iter()
                    .flatten()
                    .filter(|piece| piece.side == side)
            };
            if own().filter(|piece| piece.kind.is_hero()).count() > 1 {
                return Err(SetupError::TooManyHeroes(side));
            }
            let board = u32::try_from(own().count()).unwrap_or(u32::MAX);
            let held = self.hand[side.index()].saturating_add(self.captured[side.index()]);
            if board.saturating_add(held) > 5 {
                return Err(SetupError::TooManyPieces(side));
            }
        }
        if !rules.has_hand() && self.hand != [0; 2] {
            return Err(SetupError::NoHand);
        }
        if !rules.has_captured() && self.captured != [0; 2] {
            return Err(SetupError::NoCaptured);
        }
        Ok(())
    }

    fn unchecked_position(&self) -> Position {
        let mut position = Position::empty(self.side);
        for (point, stack) in Point::all().zip(&self.stacks) {
            let Some((top, covered)) = stack.split_last() else {
                continue;
            };
            position.tops[top.side.index()] |= point.set();
            if top.kind.is_guard() {
                position.guards |= point.set();
            }
            if top.kind.is_hero() {
                position.heroes |= point.set();
            }
            for piece in covered {
                position.covered.cover(piece.side, point.set());
            }
        }
        // The counts are at most 5: the check went before.
        position.hand = self.hand.map(|count| count as u8);
        position.captured = self.captured.map(|count| count as u8);
        position.remote = self.remote.into_iter().flatten().collect();
        position.idle = self.idle;
        position.turn = self.turn;
        position.rekey();
        position
    }
}

/// Checks a pair of remote camps: two different points of rows 2 to 4 (section 9).
///
/// # Errors
/// What is wrong with them.
pub fn check_remote([first, second]: [Point; 2]) -> Result<PointSet, SetupError> {
    if let Some(outside) = [first, second]
        .into_iter()
        .find(|point| !PointSet::BATTLEFIELD.contains(*point))
    {
        return Err(SetupError::RemoteOutside(outside));
    }
    if first == second {
        return Err(SetupError::RemoteEqual(first));
    }
    Ok(first.set() | second.set())
}

impl From<&Position> for Setup {
    fn from(position: &Position) -> Self {
        let mut remote = position.remote();
        let mut stacks = [const { Vec::new() }; POINTS];
        for (point, stack) in Point::all().zip(&mut stacks) {
            stack.extend(position.stack(point));
        }
        Self {
            stacks,
            side: position.side(),
            hand: position.hand.map(u32::from),
            captured: position.captured.map(u32::from),
            remote: remote
                .next()
                .zip(remote.next())
                .map(|(first, second)| [first, second]),
            idle: position.idle(),
            turn: position.turn(),
        }
    }
}
