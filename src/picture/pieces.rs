//! The pieces: discs with a bow or a shield, golden soldiers with a jagged rim, and stacks.

use svg::node::element::{Circle, Group, Path, Polygon};

use super::{View, at, label};
use crate::state::{Piece, PieceKind, Point, Position, Side};

/// The radius of a disc.
const DISC: f64 = 28.0;
/// How far the pieces of a stack lie apart.
const LIFT: f64 = 17.0;

/// Every piece on the board.
pub(super) fn on_board(position: &Position, view: View) -> Group {
    let mut group = Group::new();
    for point in Point::all() {
        let pieces: Vec<Piece> = position.stack(point).collect();
        if !pieces.is_empty() {
            group = group.add(stack(&pieces, view.place(point), view));
        }
    }
    group
}

/// Pieces on one point, the lowest first; a number tells how many a stack holds.
fn stack(pieces: &[Piece], (x, y): (f64, f64), view: View) -> Group {
    let count = pieces.len();
    let mut group = at(x, y);
    for (piece, above) in pieces.iter().zip((0..count).rev()) {
        let lowered = LIFT * (above as f64 - (count - 1) as f64 / 2.0);
        group = group.add(at(0.0, lowered).add(self::piece(*piece, view)));
    }
    if count > 1 {
        let theme = view.theme();
        let disc = Circle::new()
            .set("r", 13)
            .set("fill", theme.paper)
            .set("stroke", theme.ink)
            .set("stroke-width", 2);
        let badge = at(32.0, -32.0).add(disc);
        group = group.add(badge.add(label(0.0, 0.0, 17.0, count.to_string())));
    }
    group
}

/// One piece, its middle at the origin.
pub(super) fn piece(piece: Piece, view: View) -> Group {
    let paint = view.theme().paint(piece.side);
    let mut group = Group::new();
    if piece.kind.is_hero() {
        group = group.add(rim(view));
    }
    let disc = Circle::new()
        .set("r", DISC)
        .set("fill", paint.disc)
        .set("stroke", paint.edge)
        .set("stroke-width", 3);
    let sign = if piece.kind.is_guard() {
        shield(paint.sign, paint.disc)
    } else {
        Group::new().add(bow(piece.side, paint.sign, view))
    };
    group.add(disc).add(sign)
}

/// A small piece without a rim, as it lies beside the board; captured ones are struck out.
pub(super) fn held(side: Side, captured: bool, view: View) -> Group {
    let archer = Piece {
        side,
        kind: PieceKind::Archer,
    };
    let mut group = Group::new().add(piece(archer, view).set("transform", "scale(0.6)"));
    if captured {
        let strike = Path::new()
            .set("d", "M-19 19L19 -19")
            .set("stroke-linecap", "round");
        for (width, colour) in [(8, view.theme().paper), (4, view.theme().mark)] {
            group = group.add(
                strike
                    .clone()
                    .set("stroke", colour)
                    .set("stroke-width", width),
            );
        }
    }
    group
}

/// Sixteen teeth around the disc.
fn rim(view: View) -> Polygon {
    let points: Vec<String> = (0..32_u8)
        .map(|index| {
            let radius = if index % 2 == 0 { 38.0 } else { 30.0 };
            let (sine, cosine) = (f64::from(index) * std::f64::consts::TAU / 32.0).sin_cos();
            format!("{:.1},{:.1}", radius * cosine, radius * sine)
        })
        .collect();
    let [gold, edge] = view.theme().gold;
    Polygon::new()
        .set("points", points.join(" "))
        .set("fill", gold)
        .set("stroke", edge)
        .set("stroke-width", 2)
        .set("stroke-linejoin", "round")
}

/// A bow with an arrow that points where its side goes.
fn bow(side: Side, colour: &'static str, view: View) -> Path {
    let up = (side == Side::Green) != view.rotated;
    Path::new()
        .set(
            "d",
            "M-17 5Q0 -19 17 5M-17 5L0 13L17 5M0 17V-17M-6 -10L0 -18L6 -10",
        )
        .set("transform", if up { "rotate(0)" } else { "rotate(180)" })
        .set("fill", "none")
        .set("stroke", colour)
        .set("stroke-width", 3)
        .set("stroke-linecap", "round")
        .set("stroke-linejoin", "round")
}

/// A shield with a cross.
fn shield(colour: &'static str, ground: &'static str) -> Group {
    let plate = Path::new()
        .set("d", "M-15 -15Q0 -19 15 -15V-1Q14 11 0 19Q-14 11 -15 -1Z")
        .set("fill", colour);
    let cross = Path::new()
        .set("d", "M0 -12V12M-10 -3H10")
        .set("stroke", ground)
        .set("stroke-width", 4)
        .set("stroke-linecap", "round");
    Group::new().add(plate).add(cross)
}
