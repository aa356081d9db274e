//! The board: points, sets of points, sides, and the lines that join points.
//!
//! Rule page, section 1. Lines are data: nothing here assumes anything about them but what
//! [`Board::new`] checks. A [`Network`] is what a rule set makes of a board: where a piece of each
//! side may go from each point.

use super::rules::Rules;

/// How many points a board has.
pub const POINTS: usize = 25;

/// One of the two sides. Green is player one and has row 1 as its camp.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Side {
    /// Player one, upper case, camp on row 1.
    Green = 0,
    /// Player two, lower case, camp on row 5.
    Blue = 1,
}

impl Side {
    /// Both sides, Green first.
    pub const BOTH: [Self; 2] = [Self::Green, Self::Blue];

    /// The other side.
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::Green => Self::Blue,
            Self::Blue => Self::Green,
        }
    }

    /// 0 for Green, 1 for Blue: the index into pairs.
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The side's own camp: row 1 for Green, row 5 for Blue.
    #[must_use]
    pub const fn camp(self) -> PointSet {
        match self {
            Self::Green => PointSet(0b11111),
            Self::Blue => PointSet(0b11111 << 20),
        }
    }

    /// The other side's camp, where this side's pieces are frozen.
    #[must_use]
    pub const fn enemy_camp(self) -> PointSet {
        self.other().camp()
    }
}

/// A point of the board: 0 is a1, 1 is b1, ... 24 is e5 (the rule page's point order).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Point(u8);

impl Point {
    /// The point of an index from 0 to 24.
    #[must_use]
    pub const fn new(index: u8) -> Option<Self> {
        if (index as usize) < POINTS {
            Some(Self(index))
        } else {
            None
        }
    }

    /// The point in a column (0-4 for a-e) and a row (0-4 for 1-5).
    #[must_use]
    pub const fn at(column: u8, row: u8) -> Option<Self> {
        if column < 5 && row < 5 {
            Some(Self(row * 5 + column))
        } else {
            None
        }
    }

    /// The point of an index that is known to be one; bits beyond the fifth are dropped.
    #[inline]
    pub(crate) const fn from_five_bits(index: u8) -> Self {
        Self(index & 31)
    }

    /// Every point, in point order.
    pub fn all() -> impl DoubleEndedIterator<Item = Self> {
        (0..POINTS as u8).map(Self)
    }

    /// 0 to 24, in point order.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// 0 to 4 for the columns a to e.
    #[must_use]
    pub const fn column(self) -> u8 {
        self.0 % 5
    }

    /// 0 to 4 for the rows 1 to 5.
    #[must_use]
    pub const fn row(self) -> u8 {
        self.0 / 5
    }

    /// The set that holds this point alone.
    #[must_use]
    pub const fn set(self) -> PointSet {
        PointSet(1 << (self.0 & 31))
    }
}

/// A set of points, one bit for each.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct PointSet(pub(crate) u32);

impl PointSet {
    /// No point.
    pub const EMPTY: Self = Self(0);
    /// Every point.
    pub const ALL: Self = Self((1 << POINTS) - 1);
    /// Rows 2 to 4, between the camps.
    pub const BATTLEFIELD: Self = Self(0b11111_11111_11111 << 5);

    /// How many points the set holds.
    #[must_use]
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// Whether the set holds no point.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether the set holds `point`.
    #[must_use]
    pub const fn contains(self, point: Point) -> bool {
        self.0 >> (point.0 & 31) & 1 != 0
    }

    /// Whether every point of `other` is in this set.
    #[must_use]
    pub const fn contains_all(self, other: Self) -> bool {
        other.0 & !self.0 == 0
    }

    /// The points of this set that are not in `other`.
    #[must_use]
    pub const fn without(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// The first point of the set in point order.
    #[must_use]
    pub const fn first(self) -> Option<Point> {
        if self.0 == 0 {
            None
        } else {
            Some(Point(self.0.trailing_zeros() as u8))
        }
    }

    /// Every subset with at most `most` points, the empty one first, in increasing order of bits.
    pub fn subsets(self, most: u32) -> impl Iterator<Item = Self> {
        let mut next = Some(0_u32);
        std::iter::from_fn(move || {
            let subset = next?;
            let following = subset.wrapping_sub(self.0) & self.0;
            next = (following != 0).then_some(following);
            Some(Self(subset))
        })
        .filter(move |subset| subset.len() <= most)
    }
}

impl std::ops::BitOr for PointSet {
    type Output = Self;
    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

impl std::ops::BitAnd for PointSet {
    type Output = Self;
    fn bitand(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }
}

impl std::ops::BitOrAssign for PointSet {
    fn bitor_assign(&mut self, other: Self) {
        self.0 |= other.0;
    }
}

impl Iterator for PointSet {
    type Item = Point;

    #[inline]
    fn next(&mut self) -> Option<Point> {
        let first = self.first();
        self.0 &= self.0.wrapping_sub(1);
        first
    }
}

impl FromIterator<Point> for PointSet {
    fn from_iter<I: IntoIterator<Item = Point>>(points: I) -> Self {
        points
            .into_iter()
            .fold(Self::EMPTY, |set, point| set | point.set())
    }
}

/// A line between two points.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Line {
    /// One end.
    pub from: Point,
    /// The other end.
    pub to: Point,
    /// Dotted lines are open in some rule sets only.
    pub dotted: bool,
}

/// Why a list of lines is no board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BoardError {
    /// The line of this index joins a point to itself.
    Loop(usize),
    /// The line of this index was given before, in this or the other direction.
    Duplicate(usize),
    /// A point has no line.
    Lonely(Point),
    /// No way leads from one point to another one.
    Unconnected(Point, Point),
}

/// A checked network of lines.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    name: Option<String>,
    lines: Vec<Line>,
}

impl Board {
    /// Checks the lines and makes a board of them.
    ///
    /// # Errors
    /// Everything that is wrong: loops and lines given twice, then points with no line, then a point
    /// of each part of the board that is not connected with the first one. Dotted lines count for both.
    pub fn new(name: Option<String>, lines: Vec<Line>) -> Result<Self, Vec<BoardError>> {
        let mut errors = Vec::new();
        let mut joined = [PointSet::EMPTY; POINTS];
        for (index, line) in lines.iter().enumerate() {
            if line.from == line.to {
                errors.push(BoardError::Loop(index));
                continue;
            }
            if joined[line.from.index()].contains(line.to) {
                errors.push(BoardError::Duplicate(index));
            }
            joined[line.from.index()] |= line.to.set();
            joined[line.to.index()] |= line.from.set();
        }
        let (lonely, mut left): (Vec<Point>, Vec<Point>) =
            Point::all().partition(|point| joined[point.index()].is_empty());
        errors.extend(lonely.into_iter().map(BoardError::Lonely));
        let mut first = None;
        while let Some(&start) = left.first() {
            match first {
                None => first = Some(start),
                Some(first) => errors.push(BoardError::Unconnected(first, start)),
            }
            let part = part_of(&joined, start);
            left.retain(|point| !part.contains(*point));
        }
        if errors.is_empty() {
            Ok(Self { name, lines })
        } else {
            Err(errors)
        }
    }

    /// The name in the board file, if it had one.
    #[must_use]
    pub fn name(&self) -> Option<&str> {
        self.name.as_deref()
    }

    /// Every line, in the order of the board file.
    #[must_use]
    pub fn lines(&self) -> &[Line] {
        &self.lines
    }

    /// The line that joins two points, in either direction.
    #[must_use]
    pub fn line(&self, a: Point, b: Point) -> Option<Line> {
        self.lines
            .iter()
            .copied()
            .find(|line| (line.from, line.to) == (a, b) || (line.from, line.to) == (b, a))
    }

    /// How many lines end on a point, dotted ones included.
    #[must_use]
    pub fn degree(&self, point: Point) -> usize {
        let ends_here = |line: &&Line| line.from == point || line.to == point;
        self.lines.iter().filter(ends_here).count()
    }

    /// Whether a symmetry maps every line onto a line of the same kind.
    #[must_use]
    pub fn has_symmetry(&self, symmetry: Symmetry) -> bool {
        self.lines.iter().all(|line| {
            self.line(symmetry.image(line.from), symmetry.image(line.to))
                .is_some_and(|image| image.dotted == line.dotted)
        })
    }

    /// The lines that are open in a rule set (the table's row "dotted lines").
    pub fn open_lines(&self, rules: &Rules) -> impl Iterator<Item = Line> {
        let dotted_open = rules.dotted_open;
        self.lines
            .iter()
            .copied()
            .filter(move |line| dotted_open || !line.dotted)
    }
}

/// The points that can be reached from one of them.
fn part_of(joined: &[PointSet; POINTS], start: Point) -> PointSet {
    let mut reached = start.set();
    loop {
        let wider = reached.fold(reached, |all, point| all | joined[point.index()]);
        if wider == reached {
            return reached;
        }
        reached = wider;
    }
}

/// What leaves the square of the points as it is, and each camp a camp.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Symmetry {
    /// Left and right change places.
    LeftRight,
    /// The two camps change places.
    Camps,
    /// Half a turn: the board as the other side sees it.
    HalfTurn,
}

impl Symmetry {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::LeftRight, Self::Camps, Self::HalfTurn];

    /// Where a point goes.
    #[must_use]
    pub const fn image(self, point: Point) -> Point {
        let (column, row) = (point.column(), point.row());
        let (column, row) = match self {
            Self::LeftRight => (4 - column, row),
            Self::Camps => (column, 4 - row),
            Self::HalfTurn => (4 - column, 4 - row),
        };
        Point(row * 5 + column)
    }
}

/// Where a piece of each side may go from each point in a rule set, whatever stands there, and how
/// far each point is from the enemy camp along these lines.
#[derive(Clone, Debug)]
pub struct Network {
    /// 32 entries, so that an index of five bits needs no check.
    targets: [[PointSet; 32]; 2],
    distances: [[u8; 32]; 2],
    gates: [PointSet; 2],
}

impl Network {
    /// The distance of a point from which the enemy camp cannot be reached.
    pub const UNREACHABLE: u8 = 25;

    /// Reads a board with the eyes of a rule set: the rows "directions" and "dotted lines".
    #[must_use]
    pub fn new(board: &Board, rules: &Rules) -> Self {
        let mut targets = [[PointSet::EMPTY; 32]; 2];
        for line in board.open_lines(rules) {
            for (from, to) in [(line.from, line.to), (line.to, line.from)] {
                for side in Side::BOTH {
                    if rules.backward || !leads_backward(side, from, to) {
                        targets[side.index()][from.index()] |= to.set();
                    }
                }
            }
        }
        let distances = Side::BOTH.map(|side| distances(&targets[side.index()], side.enemy_camp()));
        let gates = Side::BOTH.map(|side| {
            let leads_in = |from: &Point| {
                !(targets[side.index()][from.index()] & side.enemy_camp()).is_empty()
            };
            Point::all().filter(leads_in).collect()
        });
        Self {
            targets,
            distances,
            gates,
        }
    }

    /// Where the lines lead from a point.
    #[inline]
    #[must_use]
    pub fn targets(&self, side: Side, from: Point) -> PointSet {
        self.targets[side.index()][from.index() & 31]
    }

    /// The points from which a line leads into the side's enemy camp.
    #[inline]
    #[must_use]
    pub fn gates(&self, side: Side) -> PointSet {
        self.gates[side.index()]
    }

    /// How many moves along the lines lead from a point into the side's enemy camp, on an empty
    /// board; [`Self::UNREACHABLE`] where none do.
    #[inline]
    #[must_use]
    pub fn distance(&self, side: Side, from: Point) -> u8 {
        self.distances[side.index()][from.index() & 31]
    }
}

/// Whether a step goes to a lower row as the side sees it.
pub(crate) fn leads_backward(side: Side, from: Point, to: Point) -> bool {
    match side {
        Side::Green => to.row() < from.row(),
        Side::Blue => to.row() > from.row(),
    }
}

fn distances(targets: &[PointSet; 32], goal: PointSet) -> [u8; 32] {
    let mut distances = [Network::UNREACHABLE; 32];
    let mut reached = goal;
    for distance in 0..Network::UNREACHABLE {
        for point in reached {
            let known = &mut distances[point.index()];
            *known = distance.min(*known);
        }
        reached = Point::all()
            .filter(|point| !(targets[point.index()] & reached).is_empty())
            .collect();
    }
    distances
}
