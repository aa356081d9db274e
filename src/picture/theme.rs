//! The colours, light and dark.

use crate::state::Side;

/// The colours of a picture.
pub(super) struct Theme {
    /// The ground.
    pub paper: &'static str,
    /// Text.
    pub ink: &'static str,
    /// Text that matters less.
    pub faint: &'static str,
    /// The lines of the board.
    pub line: &'static str,
    /// The shade of the camps, Green's and Blue's.
    pub camps: [&'static str; 2],
    /// Remote camps.
    pub remote: &'static str,
    /// The mark of the last turn.
    pub mark: &'static str,
    /// The rim of golden soldiers, and its edge.
    pub gold: [&'static str; 2],
    /// The pieces, Green's and Blue's.
    pub pieces: [Paint; 2],
}

/// How the pieces of a side are painted.
pub(super) struct Paint {
    /// The disc.
    pub disc: &'static str,
    /// Its edge.
    pub edge: &'static str,
    /// The bow or the shield on it.
    pub sign: &'static str,
}

impl Theme {
    pub fn camp(&self, side: Side) -> &'static str {
        match side {
            Side::Green => self.camps[0],
            Side::Blue => self.camps[1],
        }
    }

    pub fn paint(&self, side: Side) -> &Paint {
        match side {
            Side::Green => &self.pieces[0],
            Side::Blue => &self.pieces[1],
        }
    }
}

pub(super) static LIGHT: Theme = Theme {
    paper: "#fffdf8",
    ink: "#22252a",
    faint: "#686d76",
    line: "#4a4a48",
    camps: ["#d9ecd0", "#d3e1f3"],
    remote: "#ece2cb",
    mark: "#e08a1e",
    gold: ["#f3c843", "#7a5a00"],
    pieces: [
        Paint {
            disc: "#f3fbee",
            edge: "#1e5b2a",
            sign: "#1e5b2a",
        },
        Paint {
            disc: "#1f4788",
            edge: "#0d2450",
            sign: "#ffffff",
        },
    ],
};

pub(super) static DARK: Theme = Theme {
    paper: "#1b1d21",
    ink: "#e9e7e1",
    faint: "#a3a49f",
    line: "#9a9a94",
    camps: ["#26402b", "#22385a"],
    remote: "#473f2c",
    mark: "#f0a13a",
    gold: ["#f3c843", "#fff2bd"],
    pieces: [
        Paint {
            disc: "#e4f6da",
            edge: "#6fbf73",
            sign: "#14491f",
        },
        Paint {
            disc: "#173a75",
            edge: "#8fb4f2",
            sign: "#f4f8ff",
        },
    ],
};
