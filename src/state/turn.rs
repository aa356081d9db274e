//! A turn as a value: what a player does, not whether it may be done.
//!
//! Rule page, section 3: every token there is one [`Turn`], and every `Turn` that the constructors
//! can build has one token.

use super::board::{Point, PointSet};

/// The kinds of turns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum TurnKind {
    /// `c1d3`: move a piece.
    Move,
    /// `@b1d2`: place a piece and move that very piece.
    PlaceMove,
    /// `@b1`: place a piece; the whole turn.
    Place,
    /// `e5=`: turn a guard back to an archer.
    Flip,
    /// `0000`: pass.
    Pass,
}

/// One turn, eight bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Turn {
    kind: TurnKind,
    from: u8,
    to: u8,
    redeploy: u8,
    places: PointSet,
}

/// Stands where a turn has no such point.
const NONE: u8 = 0;
/// Added to the index of the redeployed point, so that 0 means none.
const REDEPLOY: u8 = 1;

impl Turn {
    /// The bare pass `0000`.
    pub const PASS: Self = Self::of(TurnKind::Pass, NONE, NONE);

    const fn of(kind: TurnKind, from: u8, to: u8) -> Self {
        Self {
            kind,
            from,
            to,
            redeploy: 0,
            places: PointSet::EMPTY,
        }
    }

    /// Move the piece on `from` to `to`.
    #[inline]
    #[must_use]
    pub const fn go(from: Point, to: Point) -> Self {
        Self::of(TurnKind::Move, from.index() as u8, to.index() as u8)
    }

    /// Place a piece on `from` and move it to `to`.
    #[must_use]
    pub const fn place_and_go(from: Point, to: Point) -> Self {
        Self::of(TurnKind::PlaceMove, from.index() as u8, to.index() as u8)
    }

    /// Place a piece on `point`: the whole turn.
    #[must_use]
    pub const fn place(point: Point) -> Self {
        Self::of(TurnKind::Place, point.index() as u8, NONE)
    }

    /// Turn the guard on `point` back to an archer.
    #[must_use]
    pub const fn flip(point: Point) -> Self {
        Self::of(TurnKind::Flip, point.index() as u8, NONE)
    }

    /// The same turn, followed by placements on `points`. Only moves, flips and passes have them.
    #[inline]
    #[must_use]
    pub const fn and_place(self, points: PointSet) -> Self {
        Self {
            places: points,
            ..self
        }
    }

    /// The same turn, with a captured piece redeployed on `point`. Only moves have it.
    #[must_use]
    pub const fn and_redeploy(self, point: Point) -> Self {
        Self {
            redeploy: point.index() as u8 + REDEPLOY,
            ..self
        }
    }

    /// The kind of the turn.
    #[inline]
    #[must_use]
    pub const fn kind(self) -> TurnKind {
        self.kind
    }

    /// Where the moving piece stands or is placed; the point placed on or flipped; a1 in a pass.
    #[inline]
    #[must_use]
    pub fn from(self) -> Point {
        point(self.from)
    }

    /// Where the moving piece goes; a1 in a turn without a move.
    #[inline]
    #[must_use]
    pub fn to(self) -> Point {
        point(self.to)
    }

    /// Whether a piece moves.
    #[inline]
    #[must_use]
    pub const fn is_move(self) -> bool {
        matches!(self.kind, TurnKind::Move | TurnKind::PlaceMove)
    }

    /// Where a captured piece is redeployed through the remote camps.
    #[must_use]
    pub fn redeploy(self) -> Option<Point> {
        self.redeploy.checked_sub(REDEPLOY).and_then(Point::new)
    }

    /// Where pieces are placed after the move, flip or pass.
    #[inline]
    #[must_use]
    pub const fn places(self) -> PointSet {
        self.places
    }

    /// Whether the turn moves a piece that stood on the board and does nothing else.
    #[inline]
    #[must_use]
    pub const fn is_bare_move(self) -> bool {
        matches!(self.kind, TurnKind::Move) && self.redeploy == 0 && self.places.is_empty()
    }
}

/// Every byte that a constructor stores is a point's index.
#[inline]
fn point(index: u8) -> Point {
    Point::from_five_bits(index)
}
