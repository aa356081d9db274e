//! What stands beside the board and below it: hands, captured pieces, the last turn, the key.

use svg::node::element::{Group, Path};

use super::{BOARD, EDGE, KEY_LINE, View, at, network, pieces, text};
use crate::state::{Game, Piece, PieceKind, Settings, Side, Turn};

/// How wide a character of the key is at most, as a part of its size.
const WIDTH: f64 = 0.59;

/// Both sides with what they hold, each at its end of the board, and the state of the game between.
pub(super) fn beside(game: &Game, last: Option<Turn>, view: View) -> Group {
    let far = if view.rotated {
        Side::Green
    } else {
        Side::Blue
    };
    Group::new()
        .add(at(BOARD + 8.0, EDGE - 28.0).add(side(game, far, view)))
        .add(at(BOARD + 8.0, BOARD / 2.0 - 24.0).add(state(game, last, view)))
        .add(at(BOARD + 8.0, BOARD - EDGE - 84.0).add(side(game, far.other(), view)))
}

fn side(game: &Game, side: Side, view: View) -> Group {
    let position = game.position();
    let name = text(44.0, 0.0, 25.0, side.to_string()).set("font-weight", "bold");
    let disc = at(18.0, 0.0).add(pieces::held(side, false, view));
    let mut group = Group::new().add(disc).add(name);
    if game.outcome().is_none() && position.side() == side {
        let pointer = Path::new()
            .set("d", "M142 0L156 -9V9Z")
            .set("fill", view.theme().mark);
        group = group.add(pointer).add(text(164.0, 0.0, 20.0, "to move"));
    }
    let rows = [
        ("in hand", position.hand(side), false),
        ("captured", position.captured(side), true),
    ];
    for ((words, count, captured), y) in rows.into_iter().zip([44.0, 92.0]) {
        group = group.add(text(0.0, y, 18.0, words).set("fill", view.theme().faint));
        if count == 0 {
            group = group.add(text(104.0, y, 20.0, "-").set("fill", view.theme().faint));
        }
        for index in 0..count {
            let x = 116.0 + 40.0 * f64::from(index);
            group = group.add(at(x, y).add(pieces::held(side, captured, view)));
        }
    }
    group
}

/// The number of the turn, the score, the last turn, the result.
fn state(game: &Game, last: Option<Turn>, view: View) -> Group {
    let [green, blue] = game.score();
    let mut lines = vec![format!("turn {}", game.position().turn())];
    lines.push(format!("points {green} : {blue}"));
    if let Some(turn) = last {
        lines.push(format!("last turn {turn}"));
    }
    if let Some(outcome) = game.outcome() {
        let result = outcome
            .winner
            .map_or_else(|| "a draw".to_owned(), |side| format!("{side} wins"));
        lines.push(format!("{result} ({})", outcome.reason));
    }
    let first = -13.0 * lines.len() as f64;
    let mut group = Group::new().set("fill", view.theme().ink);
    for (line, index) in lines.into_iter().zip(0_u8..) {
        group = group.add(text(0.0, first + 30.0 * f64::from(index), 18.0, line));
    }
    group
}

/// What the signs mean, as far as they can be met, and how high the key is.
pub(super) fn key(pieces_too: bool, settings: &Settings, width: f64, view: View) -> (Group, f64) {
    let rules = settings.variant.rules();
    let mut entries: Vec<(Group, &str)> = Vec::new();
    let sign = pieces_too.then_some(|kind| {
        let side = Side::Green;
        pieces::piece(Piece { side, kind }, view).set("transform", "scale(0.6)")
    });
    if let Some(sign) = sign {
        entries.push((sign(PieceKind::Archer), "archer (A)"));
        entries.push((sign(PieceKind::Guard), "guard (G)"));
    }
    if settings.board.lines().iter().any(|line| line.dotted) {
        let dotted = Path::new()
            .set("d", "M-16 0H17")
            .set("stroke", view.theme().line)
            .set("stroke-width", 5)
            .set("stroke-linecap", "round")
            .set("stroke-dasharray", "0.1 11");
        let meaning = if rules.dotted_open {
            "dotted line, open in this rule set"
        } else {
            "dotted line, closed in this rule set"
        };
        entries.push((Group::new().add(dotted), meaning));
    }
    if rules.challenges {
        let tent = network::remote_camp((0.0, 0.0), view).set("transform", "scale(0.42)");
        entries.push((tent, "remote camp"));
    }
    if let (Some(sign), true) = (sign, rules.heroes) {
        let [guard, archer] = [PieceKind::HeroGuard, PieceKind::HeroArcher].map(sign);
        entries.push((guard, "golden soldier, guard side up (H)"));
        entries.push((archer, "golden soldier, archer side up (D)"));
    }
    flow(entries, width, view)
}

/// Sets entries side by side, on as many lines as they need.
fn flow(entries: Vec<(Group, &str)>, width: f64, view: View) -> (Group, f64) {
    const SIZE: f64 = 18.0;
    let left = EDGE - 46.0;
    let (mut x, mut y) = (left, BOARD + 14.0);
    let none = entries.is_empty();
    let mut group = Group::new().set("fill", view.theme().faint);
    for (sign, meaning) in entries {
        let wide = 46.0 + SIZE * WIDTH * meaning.len() as f64;
        if x > left && x + wide > width {
            (x, y) = (left, y + KEY_LINE);
        }
        group = group
            .add(at(x + 18.0, y).add(sign))
            .add(text(x + 46.0, y, SIZE, meaning));
        x += wide + 24.0;
    }
    (
        group,
        if none {
            0.0
        } else {
            y + KEY_LINE - BOARD - 8.0
        },
    )
}
