//! A game, or the bare board, as a picture in SVG: for rulebooks, web pages and people.
//!
//! Nothing is told by colour alone. Green's pieces are light and Blue's are dark, and their arrows point
//! at the enemy camp; archers bear a bow, guards a shield, golden soldiers a jagged rim. The same game
//! gives the same text.

mod network;
mod panel;
mod pieces;
mod theme;

use svg::Document;
use svg::node::element::{Description, Group, Rectangle, Text, Title};

use crate::notation::position_string;
use crate::state::{Game, Point, Settings, Turn};
use theme::Theme;

/// From one point to the next one.
const STEP: f64 = 100.0;
/// Where the points begin, from the left and from the top.
const EDGE: f64 = 92.0;
/// How far the board reaches: everything beside it begins here.
const BOARD: f64 = 2.0 * EDGE + 4.0 * STEP;
/// The width of what stands beside the board.
const PANEL: f64 = 316.0;
/// The height of a line of the key.
const KEY_LINE: f64 = 46.0;
/// The fonts; the text is laid out with room to spare for each.
const FONTS: &str = "DejaVu Sans, Verdana, Helvetica, Arial, sans-serif";

/// How a picture is seen.
#[derive(Clone, Copy, Debug, Default)]
pub struct View {
    /// From Blue's side.
    pub rotated: bool,
    /// Light lines on a dark ground.
    pub dark: bool,
}

impl View {
    /// Where a point lies.
    fn place(self, point: Point) -> (f64, f64) {
        let (column, row) = (f64::from(point.column()), f64::from(point.row()));
        let (column, row) = if self.rotated {
            (4.0 - column, row)
        } else {
            (column, 4.0 - row)
        };
        (EDGE + STEP * column, EDGE + STEP * row)
    }

    const fn theme(self) -> &'static Theme {
        if self.dark {
            &theme::DARK
        } else {
            &theme::LIGHT
        }
    }
}

/// Draws a game: the position with what stands beside the board. The turn given is marked as the last
/// one, else the one that was played last.
#[must_use]
pub fn game(game: &Game, last: Option<Turn>, view: View) -> String {
    let last = last.or_else(|| game.turns().last().copied());
    let mut board = network::ground(game.settings(), game.position().remote(), view);
    if let Some(turn) = last {
        board = board.add(network::last_turn(&game.settings().board, turn, view));
    }
    board = board.add(pieces::on_board(game.position(), view));
    if let Some(turn) = last {
        board = board.add(network::badges(turn, view));
    }
    let (key, key_height) = panel::key(true, game.settings(), BOARD + PANEL, view);
    document(BOARD + PANEL, key_height, view)
        .add(Title::new("A position of Jarmo"))
        .add(Description::new().add(svg::node::Text::new(position_string(game.position()))))
        .add(paper(BOARD + PANEL, key_height, view))
        .add(board)
        .add(panel::beside(game, last, view))
        .add(key)
        .to_string()
        + "\n"
}

/// Draws a board without pieces.
#[must_use]
pub fn board(settings: &Settings, view: View) -> String {
    let remote = if settings.variant.rules().challenges {
        settings.remote_camps
    } else {
        crate::state::PointSet::EMPTY
    };
    let (key, key_height) = panel::key(false, settings, BOARD, view);
    document(BOARD, key_height, view)
        .add(Title::new("The board of Jarmo"))
        .add(paper(BOARD, key_height, view))
        .add(network::ground(settings, remote, view))
        .add(key)
        .to_string()
        + "\n"
}

fn document(width: f64, key_height: f64, view: View) -> Document {
    let height = BOARD + key_height;
    Document::new()
        .set("viewBox", (0, 0, width, height))
        .set("width", width)
        .set("height", height)
        .set("role", "img")
        .set("font-family", FONTS)
        .set("fill", view.theme().ink)
}

fn paper(width: f64, key_height: f64, view: View) -> Rectangle {
    Rectangle::new()
        .set("width", width)
        .set("height", BOARD + key_height)
        .set("fill", view.theme().paper)
}

/// A group that lies somewhere.
fn at(x: f64, y: f64) -> Group {
    Group::new().set("transform", format!("translate({x} {y})"))
}

/// A line of text that begins at a place; its middle is the height.
fn text(x: f64, y: f64, size: f64, words: impl Into<String>) -> Text {
    Text::new(words)
        .set("x", x)
        .set("y", y + size * 0.36)
        .set("font-size", size)
}

/// A word with its middle at a place.
fn label(x: f64, y: f64, size: f64, word: impl Into<String>) -> Text {
    text(x, y, size, word).set("text-anchor", "middle")
}
