//! Pieces, and one position with its canonical string (rules 1, 7, 8).

use super::board::{self, POINTS, Point};

/// Green or Blue.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// Player one, uppercase.
    Green,
    /// Player two, lowercase.
    Blue,
}

impl Side {
    /// The other side.
    pub fn other(self) -> Side {
        match self {
            Side::Green => Side::Blue,
            Side::Blue => Side::Green,
        }
    }

    /// Whether the point lies in this side's camp.
    pub fn has_camp_at(self, point: Point) -> bool {
        match self {
            Side::Green => board::row(point) == 1,
            Side::Blue => board::row(point) == 5,
        }
    }

    /// Whether the point lies in this side's enemy camp.
    pub fn has_enemy_camp_at(self, point: Point) -> bool {
        self.other().has_camp_at(point)
    }

    /// The points of this side's camp, in point order.
    pub fn camp(self) -> Vec<Point> {
        (0..POINTS).filter(|&p| self.has_camp_at(p)).collect()
    }
}

/// What a piece is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// `A`
    Archer,
    /// `G`
    Guard,
    /// `H`, the golden soldier, guard side up
    HeroGuard,
    /// `D`, the golden soldier, archer side up
    HeroArcher,
}

/// A piece on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Piece {
    /// Its owner.
    pub side: Side,
    /// Its kind.
    pub kind: Kind,
}

const LETTERS: [(char, Kind); 4] = [
    ('A', Kind::Archer),
    ('G', Kind::Guard),
    ('H', Kind::HeroGuard),
    ('D', Kind::HeroArcher),
];

impl Piece {
    /// An archer, as pieces are placed.
    pub fn archer(side: Side) -> Piece {
        let kind = Kind::Archer;
        Piece { side, kind }
    }

    /// The piece of a letter.
    pub fn from_letter(letter: char) -> Option<Piece> {
        let upper = letter.to_ascii_uppercase();
        let &(_, kind) = LETTERS.iter().find(|(l, _)| *l == upper)?;
        let side = if letter == upper {
            Side::Green
        } else {
            Side::Blue
        };
        Some(Piece { side, kind })
    }

    /// The piece's letter.
    pub fn letter(self) -> char {
        let found = LETTERS.iter().find(|(_, kind)| *kind == self.kind);
        let letter = found.map_or('?', |(letter, _)| *letter);
        match self.side {
            Side::Green => letter,
            Side::Blue => letter.to_ascii_lowercase(),
        }
    }

    /// Whether it is a golden soldier.
    pub fn is_hero(self) -> bool {
        matches!(self.kind, Kind::HeroGuard | Kind::HeroArcher)
    }

    /// Whether it stands as a guard: `H` is one (rules 8).
    pub fn is_guard(self) -> bool {
        matches!(self.kind, Kind::Guard | Kind::HeroGuard)
    }
}

/// A number for each side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Count {
    /// Green's.
    pub green: u32,
    /// Blue's.
    pub blue: u32,
}

impl Count {
    /// A side's number.
    pub fn of(self, side: Side) -> u32 {
        match side {
            Side::Green => self.green,
            Side::Blue => self.blue,
        }
    }

    /// A side's number, to be changed.
    pub fn of_mut(&mut self, side: Side) -> &mut u32 {
        match side {
            Side::Green => &mut self.green,
            Side::Blue => &mut self.blue,
        }
    }

    fn text(self) -> String {
        if self == Count::default() {
            return "-".to_string();
        }
        "A".repeat(self.green as usize) + &"a".repeat(self.blue as usize)
    }
}

/// A position, counters included.
#[derive(Clone)]
pub struct Position {
    /// The pieces on each point, bottom first.
    pub stacks: Vec<Vec<Piece>>,
    /// The side to move.
    pub to_move: Side,
    /// Pieces that may be placed.
    pub hand: Count,
    /// Pieces that can be got back.
    pub captured: Count,
    /// The remote camps while they are in the game, in point order.
    pub remote: Option<(Point, Point)>,
    /// Turns since the last irreversible one.
    pub idle: u32,
    /// The number of the full turn.
    pub turn: u32,
}

impl Position {
    /// Whether nothing stands on the point.
    pub fn is_empty(&self, point: Point) -> bool {
        self.stacks[point].is_empty()
    }

    /// The only piece of a stack that moves, captures, is captured, or blocks (8).
    pub fn top(&self, point: Point) -> Option<Piece> {
        self.stacks[point].last().copied()
    }

    /// Where each piece of a side stands that is on the board and no hostage (8).
    pub fn free_pieces(&self, side: Side) -> Vec<Point> {
        let mut points = Vec::new();
        for point in 0..POINTS {
            if self.top(point).is_some_and(|top| top.side == side) {
                let own = self.stacks[point].iter().filter(|p| p.side == side);
                points.extend(own.map(|_| point));
            }
        }
        points
    }

    /// 7, end 1: no piece on the board that is not a hostage, and an empty hand.
    pub fn is_eliminated(&self, side: Side) -> bool {
        self.free_pieces(side).is_empty() && self.hand.of(side) == 0
    }

    /// 7, end 2: all its pieces on the board, at least one, are in the enemy camp.
    pub fn is_all_there(&self, side: Side) -> bool {
        let pieces = self.free_pieces(side);
        !pieces.is_empty() && pieces.iter().all(|&p| side.has_enemy_camp_at(p))
    }

    /// The pieces of a side in its enemy camp, as the tie-break counts them.
    pub fn number_there(&self, side: Side) -> u32 {
        let pieces = self.free_pieces(side);
        let there = pieces.iter().filter(|&&p| side.has_enemy_camp_at(p));
        there.count() as u32
    }

    /// 7, tally: 2 points for each piece in the enemy camp, 1 for each other one.
    pub fn tally(&self, side: Side) -> u32 {
        self.free_pieces(side).len() as u32 + self.number_there(side)
    }

    /// What repetition compares (7, end 5): the first five fields of the string.
    pub fn identity(&self) -> String {
        let rows: Vec<String> = (1..=5).rev().map(|row| self.row_text(row)).collect();
        let side = match self.to_move {
            Side::Green => "g",
            Side::Blue => "b",
        };
        let remote = match self.remote {
            Some((one, other)) => board::name(one) + &board::name(other),
            None => "-".to_string(),
        };
        let (hand, captured) = (self.hand.text(), self.captured.text());
        format!("{} {side} {hand} {captured} {remote}", rows.join("/"))
    }

    /// The canonical position string.
    pub fn text(&self) -> String {
        format!("{} {} {}", self.identity(), self.idle, self.turn)
    }

    fn row_text(&self, row: usize) -> String {
        let mut text = String::new();
        let mut empty = 0;
        for stack in &self.stacks[(row - 1) * 5..row * 5] {
            if stack.is_empty() {
                empty += 1;
                continue;
            }
            if empty > 0 {
                text += &empty.to_string();
                empty = 0;
            }
            let letters: String = stack.iter().map(|piece| piece.letter()).collect();
            if stack.len() == 1 {
                text += &letters;
            } else {
                text += &format!("[{letters}]");
            }
        }
        if empty > 0 {
            text += &empty.to_string();
        }
        text
    }
}
