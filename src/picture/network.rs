//! The board itself: camps, lines, points, coordinates, and the marks of a turn.

use svg::node::element::{Circle, Group, Path, Rectangle};

use super::{BOARD, EDGE, STEP, View, at, label};
use crate::state::{Board, Point, PointSet, Settings, Side, Turn, TurnKind};

/// How far a line that would run over other points bows, as a part of the way to the next points
/// beside it: so it comes near none of these either.
const BOW: f64 = 0.44;

/// The board without pieces.
pub(super) fn ground(settings: &Settings, remote: PointSet, view: View) -> Group {
    let theme = view.theme();
    let mut group = Group::new();
    for side in Side::BOTH {
        group = group.add(camp(side, view));
    }
    for point in remote {
        group = group.add(remote_camp(view.place(point), view));
    }
    let mut lines = Group::new()
        .set("fill", "none")
        .set("stroke", theme.line)
        .set("stroke-linecap", "round");
    for line in settings.board.lines() {
        let path = Path::new().set("d", way(line.from, line.to, view));
        lines = lines.add(if line.dotted {
            path.set("stroke-width", 5)
                .set("stroke-dasharray", "0.1 11")
        } else {
            path.set("stroke-width", 3)
        });
    }
    let mut points = Group::new()
        .set("fill", theme.paper)
        .set("stroke", theme.line)
        .set("stroke-width", 2.5);
    for point in Point::all() {
        let (x, y) = view.place(point);
        points = points.add(Circle::new().set("cx", x).set("cy", y).set("r", 6.5));
    }
    group.add(lines).add(points).add(coordinates(view))
}

fn camp(side: Side, view: View) -> Rectangle {
    let heights = side.camp().map(|point| view.place(point).1);
    let top = heights.fold(BOARD, f64::min) - 42.0;
    Rectangle::new()
        .set("x", EDGE - 46.0)
        .set("y", top)
        .set("width", 4.0 * STEP + 92.0)
        .set("height", 84)
        .set("rx", 42)
        .set("fill", view.theme().camp(side))
}

/// A tent with a dashed edge.
pub(super) fn remote_camp((x, y): (f64, f64), view: View) -> Group {
    let theme = view.theme();
    let square = Rectangle::new()
        .set("x", -32)
        .set("y", -32)
        .set("width", 64)
        .set("height", 64)
        .set("transform", "rotate(45)")
        .set("fill", theme.remote)
        .set("stroke", theme.faint)
        .set("stroke-width", 2.5)
        .set("stroke-dasharray", "8 8")
        .set("stroke-dashoffset", 4);
    at(x, y).add(square)
}

fn coordinates(view: View) -> Group {
    let mut group = Group::new().set("fill", view.theme().faint);
    for index in 0..5 {
        let shown = if view.rotated { 4 - index } else { index };
        let place = EDGE + STEP * f64::from(index);
        let column = char::from(b'a' + shown).to_string();
        let row = (5 - shown).to_string();
        for edge in [24.0, BOARD - 24.0] {
            group = group
                .add(label(place, edge, 22.0, column.clone()))
                .add(label(edge, place, 22.0, row.clone()));
        }
    }
    group
}

/// The way of a line; it bows if it would run over other points.
fn way(from: Point, to: Point, view: View) -> String {
    let ((x1, y1), (x2, y2)) = (view.place(from), view.place(to));
    match middle(from, to, view) {
        None => format!("M{x1} {y1}L{x2} {y2}"),
        Some((x, y)) => format!("M{x1} {y1}Q{x:.1} {y:.1} {x2} {y2}"),
    }
}

/// Where a line that bows is drawn to; `None` if it is straight.
fn middle(from: Point, to: Point, view: View) -> Option<(f64, f64)> {
    let columns = from.column().abs_diff(to.column());
    let rows = from.row().abs_diff(to.row());
    let steps = (2..=4).rfind(|steps| (columns % steps, rows % steps) == (0, 0))?;
    // The same way for both directions.
    let (first, second) = (from.min(to), from.max(to));
    let ((x1, y1), (x2, y2)) = (view.place(first), view.place(second));
    let step = ((x2 - x1) / f64::from(steps), (y2 - y1) / f64::from(steps));
    let beside = STEP * STEP / (step.0 * step.0 + step.1 * step.1);
    Some((
        (x1 + x2) / 2.0 + step.1 * beside * BOW * 2.0,
        (y1 + y2) / 2.0 - step.0 * beside * BOW * 2.0,
    ))
}

/// The mark of a turn, to lie under the pieces.
pub(super) fn last_turn(board: &Board, turn: Turn, view: View) -> Group {
    let theme = view.theme();
    let mut group = Group::new()
        .set("fill", "none")
        .set("stroke", theme.mark)
        .set("stroke-linecap", "round");
    let ring = |point: Point| {
        let (x, y) = view.place(point);
        Circle::new().set("cx", x).set("cy", y).set("r", 41)
    };
    match turn.kind() {
        TurnKind::Move | TurnKind::PlaceMove => {
            let (from, to) = (turn.from(), turn.to());
            if board.line(from, to).is_some() {
                let path = Path::new().set("d", way(from, to, view));
                group = group.add(path.set("stroke-width", 13).set("stroke-opacity", 0.55));
                group = group.add(arrow(from, to, view));
            }
            let origin = ring(from).set("r", 25).set("stroke-width", 4);
            group = group
                .add(origin.set("stroke-dasharray", "7 7"))
                .add(ring(to).set("stroke-width", 5));
        }
        TurnKind::Place | TurnKind::Flip => {
            group = group.add(ring(turn.from()).set("stroke-width", 5));
        }
        TurnKind::Pass => {}
    }
    turn.places()
        .into_iter()
        .chain(turn.redeploy())
        .fold(group, |group, point| {
            group.add(ring(point).set("stroke-width", 5))
        })
}

/// An arrow's head in the middle of a line.
fn arrow(from: Point, to: Point, view: View) -> Group {
    let ((x1, y1), (x2, y2)) = (view.place(from), view.place(to));
    let (mut x, mut y) = ((x1 + x2) / 2.0, (y1 + y2) / 2.0);
    if let Some((bowed_x, bowed_y)) = middle(from, to, view) {
        (x, y) = ((x + bowed_x) / 2.0, (y + bowed_y) / 2.0);
    }
    let angle = (y2 - y1).atan2(x2 - x1).to_degrees();
    let head = Path::new()
        .set("d", "M14 0L-11 -14L-5 0L-11 14Z")
        .set("fill", view.theme().mark)
        .set("stroke", view.theme().paper)
        .set("stroke-width", 2)
        .set("stroke-linejoin", "round")
        .set("transform", format!("rotate({angle:.1})"));
    Group::new()
        .set("transform", format!("translate({x:.1} {y:.1})"))
        .add(head)
}

/// What a turn did besides a move, to lie above the pieces: `+` where a piece was placed, `=` where a
/// guard was turned back.
pub(super) fn badges(turn: Turn, view: View) -> Group {
    let theme = view.theme();
    let mut placed: PointSet = turn.places();
    match turn.kind() {
        TurnKind::Place | TurnKind::PlaceMove => placed |= turn.from().set(),
        TurnKind::Move | TurnKind::Flip | TurnKind::Pass => {}
    }
    placed |= turn.redeploy().into_iter().collect();
    let flipped = (turn.kind() == TurnKind::Flip).then_some(turn.from());
    let badge = |point: Point, sign: &str| {
        let (x, y) = view.place(point);
        let disc = Circle::new()
            .set("r", 13)
            .set("fill", theme.mark)
            .set("stroke", theme.paper)
            .set("stroke-width", 2);
        at(x - 30.0, y - 30.0).add(disc).add(
            label(0.0, 0.0, 22.0, sign)
                .set("font-weight", "bold")
                .set("fill", theme.paper),
        )
    };
    let group = placed.fold(Group::new(), |group, point| group.add(badge(point, "+")));
    flipped
        .into_iter()
        .fold(group, |group, point| group.add(badge(point, "=")))
}
