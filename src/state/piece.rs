//! Pieces, and the covered ones.

use super::board::{PointSet, Side};

/// The kinds of pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum PieceKind {
    /// `A`.
    Archer = 0,
    /// `G`: a promoted archer.
    Guard = 1,
    /// `D`: the golden soldier, archer side up.
    HeroArcher = 2,
    /// `H`: the golden soldier, guard side up.
    HeroGuard = 3,
}

impl PieceKind {
    pub(super) const fn of(guard: bool, hero: bool) -> Self {
        match (guard, hero) {
            (false, false) => Self::Archer,
            (true, false) => Self::Guard,
            (false, true) => Self::HeroArcher,
            (true, true) => Self::HeroGuard,
        }
    }

    /// Whether the guard side is up.
    #[must_use]
    pub const fn is_guard(self) -> bool {
        matches!(self, Self::Guard | Self::HeroGuard)
    }

    /// Whether it is a golden soldier.
    #[must_use]
    pub const fn is_hero(self) -> bool {
        matches!(self, Self::HeroArcher | Self::HeroGuard)
    }
}

/// A piece: whose it is, and which side is up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Piece {
    /// The side it belongs to.
    pub side: Side,
    /// Its kind.
    pub kind: PieceKind,
}

/// The covered pieces. Only golden soldiers, archer side up, are ever covered, and a side has one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Covered {
    /// The point of each side's covered hero, as a set of at most one point.
    pub(super) at: [PointSet; 2],
    /// Which of two heroes on one point lies below the other; Green otherwise.
    pub(super) lower: Side,
}

impl Covered {
    pub(crate) const NONE: Self = Self {
        at: [PointSet::EMPTY; 2],
        lower: Side::Green,
    };

    /// Lays a side's hero on a point, above what is covered there.
    pub(crate) fn cover(&mut self, side: Side, on: PointSet) {
        self.at[side.index()] = on;
        self.lower = if self.at[side.other().index()] == on {
            side.other()
        } else {
            Side::Green
        };
    }

    /// The side of the uppermost covered hero of a point.
    pub(super) const fn uppermost(&self, on: PointSet) -> Option<Side> {
        match (self.at[0].0 & on.0 != 0, self.at[1].0 & on.0 != 0) {
            (false, false) => None,
            (true, false) => Some(Side::Green),
            (false, true) => Some(Side::Blue),
            (true, true) => Some(self.lower.other()),
        }
    }

    /// Takes the uppermost covered hero of a point away.
    pub(super) fn uncover(&mut self, on: PointSet) -> Option<Side> {
        let side = self.uppermost(on)?;
        self.at[side.index()] = PointSet::EMPTY;
        self.lower = Side::Green;
        Some(side)
    }

    /// The sides whose heroes lie on a point, bottom first.
    pub(super) fn on(self, point: PointSet) -> impl Iterator<Item = Side> {
        [self.lower, self.lower.other()]
            .into_iter()
            .filter(move |side| self.at[side.index()] == point)
    }
}
