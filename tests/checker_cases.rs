//! The checker itself, on cases reasoned by hand from the rules: at least one for each sentence
//! of sections 1-9 that could be misread. `->` in comments leads from a sentence to what follows.

#[path = "checker/mod.rs"]
mod checker;

use checker::{Checker, TRADITIONAL_BOARD};

/// What must hold of a position.
#[derive(Clone, Copy)]
enum Is {
    /// These turns are legal.
    Legal(&'static str),
    /// These are not.
    Illegal(&'static str),
    /// These are all the legal turns.
    Exactly(&'static str),
    /// The canonical string.
    Fen(&'static str),
    /// Reason, result, Green's and Blue's score.
    Score(&'static str),
    /// The position is refused, and the error starts so.
    Refused(&'static str),
}
use Is::{Exactly, Fen, Illegal, Legal, Refused, Score};

type Case = (&'static str, &'static str, Is);

/// One long path from a5 over a1 to e5: pieces on it are easily shut in.
const PATH: &str = "
    board path
    solid a5-a1 a1-b1 b1-c1 c1-d1 d1-e1 e1-e2 e2-d2 d2-c2 c2-b2 b2-a2 a2-a3 a3-b3 b3-c3
    solid c3-d3 d3-e3 e3-e4 e4-d4 d4-c4 c4-b4 b4-a4 a4-b5 b5-c5 c5-d5 d5-e5";

/// A checker under options such as `jarmo Heroes=true`, at its start.
fn checker(board: &str, options: &str) -> Checker {
    let mut checker = Checker::new(board).unwrap();
    for (index, option) in options.split(' ').enumerate() {
        let (name, value) = option.split_once('=').unwrap_or(("UCI_Variant", option));
        assert!(index == 0 || name != "UCI_Variant", "{options}");
        checker.set_option(name, value).unwrap();
    }
    checker
}

fn check(board: &str, cases: &[Case]) {
    for &(options, position, expected) in cases {
        let mut checker = checker(board, options);
        let case = format!("{options}, {position}");
        let set = checker.set_position(position);
        if let Refused(field) = expected {
            let error = set.expect_err(&case);
            assert!(error.starts_with(field), "{case}: {error}");
            continue;
        }
        set.expect(&case);
        let turns = checker.legal_turns();
        let (green, blue) = checker.score();
        let (reason, result) = (checker.reason(), checker.result());
        let is_legal = |turn: &str| turns.iter().any(|legal| legal == turn);
        match expected {
            Legal(tokens) => assert!(tokens.split(' ').all(is_legal), "{case}: {turns:?}"),
            Illegal(tokens) => assert!(!tokens.split(' ').any(is_legal), "{case}: {turns:?}"),
            Exactly(tokens) => assert_eq!(turns.join(" "), tokens, "{case}"),
            Fen(fen) => assert_eq!(checker.fen(), fen, "{case}"),
            Score(text) => assert_eq!(format!("{reason} {result} {green} {blue}"), text, "{case}"),
            Refused(_) => {}
        }
    }
}

#[test]
fn terms_and_start() {
    #[rustfmt::skip]
    check(TRADITIONAL_BOARD, &[
        // 1: the one line that a text names, and the one dotted line.
        ("jarmo", "fen 4a/5/1A3/5/A4 g", Exactly("a1c2 b3a5 b3b2 b3b4 b3c5 b3d2")),
        // 1: a piece in its enemy camp never moves.
        ("jarmo", "fen 2A1a/5/5/5/A4 g", Exactly("a1b3 a1c2")),
        // 1: plain moves count as idle, also off a stack; a capture, a placement, entering the camp do not.
        ("jarmo", "fen 4a/5/5/5/A4 g A - - 7 3 moves a1c2", Fen("4a/5/5/2A2/5 b A - - 8 3")),
        ("jarmo", "fen 4a/5/5/5/A4 g A - - 7 3 moves a1c2@a1", Fen("4a/5/5/2A2/A4 b - - - 0 3")),
        ("jarmo", "fen 4a/5/5/5/A4 g A - - 7 3 moves @b1d2", Fen("4a/5/5/3A1/A4 b - - - 0 3")),
        ("jarmo", "fen 4a/5/1A3/5/A4 g - - - 7 3 moves b3a5", Fen("A3a/5/5/5/A4 b - - - 0 3")),
        ("jarmo", "fen 4a/5/4a/2A2/5 g - - - 7 3 moves c2e3", Fen("4a/5/4G/5/5 b - a - 0 3")),
        ("jarmo Heroes=true", "fen 4a/5/4[dG]/5/5 g - - - 7 3 moves e3c2", Fen("4a/5/4d/2G2/5 b - - - 8 3")),
        // 1: the bare pass is not irreversible. The turn number grows after Blue.
        ("jasyr", "fen 5/5/a4/5/1a2A b - - - 7 3 moves 0000", Fen("5/5/a4/5/1a2A g - - - 8 4")),
        // Counters stop at their greatest value.
        ("jarmo NoProgressLimit=0", "fen 4a/5/5/5/A4 b - - - 4294967295 4294967295 moves e5d3",
            Fen("5/5/3a1/5/A4 g - - - 4294967295 4294967295")),
        // 2, 8, 9
        ("jarmo", "startpos", Fen("aaaaa/5/5/5/AAAAA g - - - 0 1")),
        ("jasir", "rotated", Fen("aaaaa/5/5/5/AAAAA b - - - 0 1")),
        ("jarmo Heroes=true", "rotated", Fen("haaaa/5/5/5/AAAAH b - - - 0 1")),
        ("jarmo Challenges=true", "startpos", Fen("aaaaa/5/5/5/AAAAA g - - b3d3 0 1")),
        ("jarmo Challenges=true RemoteCamps=d4b2", "startpos", Fen("aaaaa/5/5/5/AAAAA g - - b2d4 0 1")),
    ]);
}

#[test]
fn notation_and_placing() {
    #[rustfmt::skip]
    check(TRADITIONAL_BOARD, &[
        // 3: placements in order of point, all different; only these forms are turns.
        ("jarmo", "fen 4a/5/5/5/A4 g AA", Legal("a1c2 a1c2@b1 a1c2@b1@c1 a1c2@a1@e1 @b1d2@b1 @b1d2@c1 @b1d2")),
        ("jarmo", "fen 4a/5/5/5/A4 g AA", Illegal("a1c2@c1@b1 a1c2@b1@b1 @b1@a1 @b1@c1 @b1 0000 0000@b1 a1= a1a1")),
        // 4.1: exactly one move; not more placements than pieces in hand; to empty points of the own camp.
        ("jarmo", "fen 4a/5/5/5/A4 g A", Illegal("a1c2@a1@b1 @b1d2@b1 @a1c2 a1c2@a2 @b2c2")),
        ("jarmo", "fen 4a/5/5/5/4A g A", Legal("@a1c2 e1c2")),
        // 3: different tokens may reach the same position, and each is legal.
        ("jarmo", "fen 4a/5/5/5/5 g AA", Legal("@a1c2 @e1c2")),
        // 4.1: a point that the move leaves is empty then; one with a piece left on it is not.
        ("jarmo Heroes=true", "fen 4a/5/5/5/[dA]4 g A", Legal("a1c2 a1c2@b1")),
        ("jarmo Heroes=true", "fen 4a/5/5/5/[dA]4 g A", Illegal("a1c2@a1")),
        // 4.1: a piece that this very move recovers.
        ("jarmo", "fen 4a/5/1G3/5/5 g - A", Legal("b3a5 b3a5@b1")),
        ("jarmo", "fen 4a/5/1G3/5/5 g - A", Illegal("b3b4@b1")),
        // A frozen enemy stands in the way of a placement.
        ("jarmo", "fen 4a/5/5/5/1a3 g A", Illegal("@b1d2")),
    ]);
}

#[test]
fn table_of_rule_sets() {
    #[rustfmt::skip]
    check(TRADITIONAL_BOARD, &[
        // 4, directions
        ("jarmo", "fen 4a/5/5/2A2/5 g", Exactly("c2a1 c2b2 c2d2 c2e1 c2e3")),
        ("jasyr", "fen 4a/5/5/2A2/5 g", Exactly("c2b2 c2d2 c2e3")),
        ("jasir", "fen 5/5/5/2a2/2A2 b", Exactly("c2a1 c2b2 c2d2 c2e1")),
        // 4, dotted lines
        ("oca", "fen 4a/5/1A3/5/5 g", Exactly("b3a1 b3a5 b3b2 b3b4 b3c5 b3d2")),
        ("jasyr", "fen 4a/5/1A3/5/5 g", Exactly("b3a5 b3b4 b3c3 b3c5")),
        // 4, an archer that captures: in the enemy camp, and elsewhere
        ("jarmo", "fen a3a/5/1A3/5/A4 g - A moves b3a5", Fen("A3a/5/5/5/A4 b - Aa - 0 1")),
        ("legendary", "fen a3a/5/1A3/5/A4 g moves b3a5", Fen("A3a/5/5/5/A4 b - a - 0 1")),
        ("jasyr", "fen a3a/5/1A3/5/A4 g moves b3a5", Fen("A3a/5/5/5/A4 b - - - 0 1")),
        ("oca", "fen a3a/5/1A3/5/A4 g moves b3a5", Fen("G3a/5/5/5/A4 b - a - 0 1")),
        ("brainking", "fen a3a/5/1A3/5/A4 g moves b3a5", Fen("G3a/5/5/5/A4 b - a - 0 1")),
        ("jasir", "fen 3aa/5/4A/5/5 g moves e3d5", Fen("3Ga/5/5/5/5 b - - - 0 1")),
        // The own camp is no enemy camp.
        ("jarmo", "fen 4a/5/5/2A2/a4 g moves c2a1", Fen("4a/5/5/5/G4 b - a - 0 1")),
        // 4, frozen enemy pieces in the own camp
        ("jarmo", "fen 4a/5/5/2A2/a4 g", Legal("c2a1")),
        ("legendary", "fen 4a/5/5/2A2/a4 g", Illegal("c2a1")),
        ("oca", "fen 4a/5/5/2A2/a4 g", Legal("c2a1")),
        ("brainking", "fen 4a/5/5/2A2/a4 g", Legal("c2a1")),
        // 4, captured archer, captured guard
        ("jasyr", "fen 4a/5/4a/2A2/5 g moves c2e3", Fen("4a/5/4G/5/5 b - - - 0 1")),
        ("jasyr", "fen 4a/5/4g/2A2/5 g moves c2e3", Fen("4a/5/4G/5/5 b a - - 0 1")),
        ("jasir", "fen 4a/5/4g/2A2/5 g moves c2e3", Fen("4a/5/4G/5/5 b a - - 0 1")),
        ("oca", "fen 4a/5/4g/2A2/5 g moves c2e3", Fen("4a/5/4G/5/5 b - a - 0 1")),
        ("legendary", "fen 4a/5/4g/2A2/5 g moves c2e3", Fen("4a/5/4G/5/5 b - a - 0 1")),
        // 4, guard entering the enemy camp
        ("jarmo", "fen 4a/5/1G3/5/A4 g - AA moves b3a5", Fen("A3a/5/5/5/A4 b A A - 0 1")),
        ("jarmo", "fen a3a/5/1G3/5/A4 g - A moves b3a5", Fen("A3a/5/5/5/A4 b A a - 0 1")),
        ("jarmo", "fen 4a/5/1G3/5/A4 g moves b3a5", Fen("A3a/5/5/5/A4 b - - - 0 1")),
        ("legendary", "fen 4a/5/1G3/5/A4 g - AA moves b3a5", Fen("G3a/5/5/5/A4 b - AA - 0 1")),
        ("jasyr", "fen 4a/5/1G3/5/A4 g moves b3a5", Fen("A3a/5/5/5/A4 b - - - 0 1")),
        ("oca", "fen 4a/5/1G3/5/A4 g - AA moves b3a5", Fen("G3a/5/5/5/A4 b - AA - 0 1")),
        ("jasir", "fen 4a/5/1G3/5/A4 g moves b3a5", Fen("G3a/5/5/5/A4 b - - - 0 1")),
        ("brainking", "fen 4a/5/1G3/5/A4 g - AA moves b3a5", Fen("G3a/5/5/5/A4 b - AA - 0 1")),
    ]);
    #[rustfmt::skip]
    check(PATH, &[
        // 4, directions and frozen pieces: a line inside a camp is sideways, and has no direction.
        ("jasir", "fen 4a/5/5/5/1Aa2 g", Exactly("b1a1 b1c1")),
        ("jasyr", "fen 4a/5/5/5/1Aa2 g", Exactly("b1a1")),
    ]);
}

#[test]
fn recovery_in_each_rule_set() {
    #[rustfmt::skip]
    check(TRADITIONAL_BOARD, &[
        // 4.2: the flip is the whole turn, and needs an own guard in the enemy camp and a captured piece.
        ("legendary", "fen G3a/5/5/5/A4 g - A", Exactly("a1b3 a1c2 a5= a5=@b1 a5=@c1 a5=@d1 a5=@e1")),
        ("legendary", "fen G3a/5/5/5/A4 g - A moves a5=", Fen("A3a/5/5/5/A4 b A - - 0 1")),
        ("legendary", "fen G3a/5/5/5/A4 g - AA moves a5=@b1", Fen("A3a/5/5/5/AA3 b - A - 0 1")),
        ("legendary", "fen G3a/5/5/5/A4 g A -", Illegal("a5= a5=@b1")),
        ("legendary", "fen A3a/5/1G3/5/5 g - A", Illegal("a5= b3=")),
        ("legendary", "fen G3a/5/5/5/A4 b - Aa", Illegal("a5=")),
        ("jarmo", "fen A3a/5/5/5/A4 g - A", Illegal("a5= a5=@b1")),
        ("oca", "fen G3a/5/5/5/A4 g - A", Illegal("a5= a5=@b1")),
        // 4.3, 4.5: one placement is a whole turn.
        ("jasyr", "fen 4a/5/5/5/A4 g AA", Exactly("@b1 @c1 @d1 @e1 a1b3 a1c2")),
        ("jasir", "fen 4a/5/5/5/A4 g A moves @b1", Fen("4a/5/5/5/AA3 b - - - 0 1")),
        // 4.4: a man promoted before the capture or by it; at once, at most one, or not at all.
        ("oca", "fen 4a/5/1G3/5/A4 g - AA", Legal("b3a5 b3a5@b1 b3a5@e1")),
        ("oca", "fen 4a/5/1G3/5/A4 g - AA", Illegal("b3a5@a1 b3a5@b1@c1 b3b4@b1 @b1d2 @b1")),
        ("oca", "fen 4a/5/1A3/5/A4 g - AA", Illegal("b3a5@b1")),
        ("oca", "fen a3a/5/1A3/5/A4 g - AA moves b3a5@b1", Fen("G3a/5/5/5/AA3 b - Aa - 0 1")),
        ("oca", "fen 4a/5/1G3/5/A4 g - a", Illegal("b3a5@b1")),
        // 4.5: captures at home only if no other move is legal; a placement is not a move.
        ("jasir", "fen a3a/5/1A3/5/5 g", Exactly("b3b4 b3c3 b3c5")),
        ("jasir", "fen 3aa/5/4A/5/5 g", Exactly("e3d5")),
        ("jasir", "fen 3aa/5/4A/5/5 g A", Exactly("@a1 @b1 @c1 @d1 @e1 e3d5")),
        // 4.5: another piece's move is another move.
        ("jasir", "fen 3aa/5/4A/5/A4 g", Exactly("a1b3 a1c2")),
        // 4.6: the piece goes straight to the board, and the mark is used up.
        ("brainking", "fen G3a/5/5/5/A4 g - AA", Exactly("a1b3 a1c2 a5=@b1 a5=@c1 a5=@d1 a5=@e1")),
        ("brainking", "fen G3a/5/5/5/A4 g - A moves a5=@b1", Fen("A3a/5/5/5/AA3 b - - - 0 1")),
        ("brainking", "fen 4a/5/1G3/5/A4 g - A", Illegal("b3a5@b1 @b1 @b1d2")),
    ]);
}

#[test]
fn passing() {
    #[rustfmt::skip]
    check(TRADITIONAL_BOARD, &[
        // 5: only if there is no other turn.
        ("jasyr", "fen 5/5/a4/5/1a2A b", Exactly("0000")),
        ("jasyr", "fen 5/5/a4/5/1a2A b a", Exactly("@a5 @b5 @c5 @d5 @e5")),
        ("legendary", "fen 1A3/5/5/5/4a g", Exactly("0000")),
        ("legendary", "fen 1A3/5/5/5/4a g A", Illegal("0000 0000@a1")),
        ("legendary", "fen 1G3/5/5/5/4a g - A", Illegal("0000 0000@a1")),
        // 7, end 4
        ("legendary", "fen 1A3/5/5/5/4a g moves 0000", Score("none none 0 0")),
        ("legendary", "fen 1A3/5/5/5/4a g moves 0000 0000", Score("passes draw 0 0")),
    ]);
    #[rustfmt::skip]
    check(PATH, &[
        // 5: where placing is free, each set of placements is its own turn, irreversible and no pass.
        ("legendary", "fen A4/5/5/5/1aaaa g A", Exactly("0000 0000@a1")),
        ("legendary", "fen A4/5/5/5/1aaaa g A - - 7 1 moves 0000@a1", Fen("A4/5/5/5/Aaaaa b - - - 0 1")),
        ("legendary", "fen A4/5/5/5/1aaaa g A - - 7 1 moves 0000@a1 0000", Score("none none 0 0")),
        ("legendary", "fen A4/5/5/5/1aaaa g A - - 7 1 moves 0000 0000", Score("passes draw 0 0")),
    ]);
}

#[test]
fn shuttling() {
    #[rustfmt::skip]
    check(TRADITIONAL_BOARD, &[
        // 6, 8-turn rule
        ("jarmo", "startpos moves a1b3 a5c4 b3a1 c4a5 a1b3 a5c4 b3a1", Score("none none 5 5")),
        ("jarmo", "startpos moves a1b3 a5c4 b3a1 c4a5 a1b3 a5c4 b3a1 c4a5", Score("shuttling draw 5 5")),
        ("legendary", "startpos moves a1b3 a5c4 b3a1 c4a5 a1b3 a5c4 b3a1 c4a5", Score("shuttling draw 0 0")),
        ("jarmo", "startpos moves a1b3 a5c4 b3a1 c4a5 c1d3 e5c4 d3c1 c4e5", Score("none none 5 5")),
        ("jarmo", "startpos moves c1d3 e5c4 a1b3 a5c4", Refused("turn 4")),
        // 6, own fourth, own fifth
        ("oca", "startpos moves a1b3 a5c4 b3a1 c4a5", Legal("a1b3")),
        ("oca", "startpos moves a1b3 a5c4 b3a1 c4a5 a1b3 a5c4", Illegal("b3a1")),
        ("oca", "startpos moves a1b3 a5c4 b3a1 c4a5 a1b3 a5c4 c1d3 b5a3", Legal("b3a1")),
        ("brainking", "startpos moves a1b3 a5c4 b3a1 c4a5 a1b3 a5c4", Legal("b3a1")),
        ("brainking", "startpos moves a1b3 a5c4 b3a1 c4a5 a1b3 a5c4 b3a1 c4a5", Illegal("a1b3")),
        // 6: going back to capture is no shuttling.
        ("oca", "fen 4a/5/5/2a2/A3A g moves a1b3 c2e3 b3a1 e3c2 a1b3 c2a1", Legal("b3a1")),
        // 6: history before the given position is unknown.
        ("oca", "fen 1aaaa/2a2/1A3/5/1AAAA g - - - 6 4", Legal("b3a1")),
        // 6: in jasir, captures at home become legal before a ban falls.
        ("jasir", "fen a2aa/1A1A1/5/1a3/5 g moves d4c4 b2c2 c4d4 c2b2 d4c4 b2c2", Exactly("b4d5 c4a5 c4e5")),
        ("jasir", "fen A2AA/1A1A1/5/1a3/5 g moves d4c4 b2c2 c4d4 c2b2 d4c4 b2c2", Exactly("c4d4")),
    ]);
    #[rustfmt::skip]
    check(PATH, &[
        // 6: a ban falls only if there is no legal turn at all; a placement is one.
        ("jasir", "fen 1A3/1A3/3a1/5/5 g moves b4a4 d3c3 a4b4 c3d3 b4a4 d3c3", Exactly("a4b4")),
        ("jasir", "fen 1A3/1A3/3a1/5/5 g A moves b4a4 d3c3 a4b4 c3d3 b4a4 d3c3", Exactly("@a1 @b1 @c1 @d1 @e1")),
        // 4.5: a banned move is no other legal move, and a placement neither.
        ("jasir", "fen 1a3/1A3/3a1/5/5 g A moves b4a4 d3c3 a4b4 c3d3 b4a4 d3c3",
            Exactly("@a1 @b1 @c1 @d1 @e1 a4b5")),
    ]);
}

#[test]
fn ends_and_scores() {
    #[rustfmt::skip]
    check(TRADITIONAL_BOARD, &[
        // 7, end 1: hands count, captured pieces do not; it comes before the camp.
        ("jarmo", "fen 5/5/4a/2A2/5 g - a moves c2e3", Score("elimination p1win 1 0")),
        ("jarmo", "fen 5/5/4a/2A2/5 g a moves c2e3", Score("none none 1 0")),
        ("jarmo", "fen a4/5/1A3/5/5 g moves b3a5", Score("elimination p1win 2 0")),
        ("legendary", "fen 5/5/4a/2A2/5 g A - moves c2e3", Score("elimination p1win 1 0")),
        ("jasir", "fen 5/5/4a/2A2/5 g A - moves c2e3", Score("elimination p1win 2 0")),
        ("jasir", "fen 5/5/4g/2A2/5 g moves c2e3", Score("none none 0 0")),
        // 7, end 2 by tally, of either side, also of a given position; the winner is not always the mover.
        ("jarmo", "fen 3A1/1aa2/1A3/5/5 g moves b3a5", Score("camp p1win 4 2")),
        ("jarmo", "fen 2aaa/5/1A3/5/5 g moves b3a5", Score("camp p2win 2 3")),
        ("jarmo", "fen A2aa/5/5/5/5 g", Exactly("")),
        ("jarmo", "fen A3a/5/5/4a/2A2 b moves e2c1", Score("camp p2win 2 3")),
        ("jarmo", "fen 3aa/5/1A3/5/A4 g moves b3a5", Score("none none 3 2")),
        ("jarmo", "fen 3aa/5/1A3/5/5 g A A moves b3a5@a1", Score("none none 3 2")),
        ("jarmo", "fen 3aa/5/1A3/5/5 g A A moves b3a5", Score("camp p1win 2 2")),
        // 7, tie-break
        ("jarmo", "fen 3aa/5/1A3/5/5 g moves b3a5", Score("camp p1win 2 2")),
        ("oca", "fen 3aa/5/1A3/5/5 g moves b3a5", Score("camp draw 2 2")),
        ("brainking", "fen 3aa/5/1A3/5/5 g moves b3a5", Score("camp draw 2 2")),
        // 7, end 2 by the last outside piece: moved there by this turn, placements included.
        ("legendary", "fen A3a/5/1A3/5/5 g moves b3c5", Score("camp p1win 1 0")),
        ("legendary", "fen A3a/5/1A3/5/5 g A A moves b3c5", Score("camp p1win 1 0")),
        ("legendary", "fen A3a/5/1A3/5/5 g A A moves b3c5@a1", Score("none none 0 0")),
        ("legendary", "fen A3a/5/5/5/5 g", Score("none none 0 0")),
        ("legendary", "fen A3a/5/5/4a/2A2 b moves e2c1", Score("none none 0 0")),
        ("legendary", "fen G3a/5/5/5/5 g - A moves a5=", Score("none none 0 0")),
        ("legendary", "fen 5/5/5/4a/2A1a b moves e2c1", Score("elimination p2win 0 1")),
        ("jasyr", "fen A3a/5/1A3/5/5 g A - moves b3c5", Score("camp p1win 1 0")),
        ("jasir", "fen A3a/5/1A3/5/5 g moves b3c5", Score("camp p1win 2 0")),
        ("jasir", "fen A3a/5/1A3/5/5 g A - moves b3c5", Score("none none 0 0")),
        // 7, end 5: the given position counts once.
        ("jarmo RepetitionLimit=3", "startpos moves a1b3 a5c4 b3a1 c4a5", Score("none none 5 5")),
        ("jarmo RepetitionLimit=3", "startpos moves a1b3 a5c4 b3a1 c4a5 c1d3 e5c4 d3c1 c4e5",
            Score("repetition draw 5 5")),
        ("oca RepetitionLimit=2", "startpos moves a1b3 a5c4 b3a1 c4a5", Score("repetition draw 5 5")),
        ("jarmo RepetitionLimit=0", "startpos moves a1b3 a5c4 b3a1 c4a5 c1d3 e5c4 d3c1 c4e5", Score("none none 5 5")),
        // 7, end 3 comes before end 5.
        ("jarmo RepetitionLimit=3", "startpos moves a1b3 a5c4 b3a1 c4a5 a1b3 a5c4 b3a1 c4a5",
            Score("shuttling draw 5 5")),
        // 7, end 6: the idle field counts, also of a given position; then the tally.
        ("jarmo", "fen 3aa/5/5/5/A4 g - - - 99 3 moves a1c2", Score("idle p2win 1 2")),
        ("brainking", "fen 3aa/5/5/5/A4 g - - - 100 3", Score("idle p2win 1 2")),
        ("jasir", "fen 3aa/5/5/5/A4 g - - - 100 3", Score("idle draw 0 0")),
        ("jarmo", "fen 3aa/5/5/5/A4 g A - - 99 3 moves a1c2@a1", Score("none none 2 2")),
        ("jarmo NoProgressLimit=0", "fen 3aa/5/5/5/A4 g - - - 5000 3", Score("none none 1 2")),
    ]);
}

#[test]
fn heroes() {
    #[rustfmt::skip]
    check(TRADITIONAL_BOARD, &[
        // 8: H captures and stays H; entering it becomes D and recovers; D does neither.
        ("jarmo Heroes=true", "fen 4a/5/4a/2H2/5 g moves c2e3", Fen("4a/5/4H/5/5 b - a - 0 1")),
        ("jarmo Heroes=true", "fen 4a/5/1H3/5/A4 g - AA moves b3a5", Fen("D3a/5/5/5/A4 b A A - 0 1")),
        ("jarmo Heroes=true", "fen 4a/5/1H3/5/A4 g - AA", Legal("b3a5@b1")),
        ("jarmo Heroes=true", "fen 4a/5/1D3/5/A4 g - A moves b3a5", Fen("D3a/5/5/5/A4 b - A - 0 1")),
        ("jarmo Heroes=true", "fen 4a/5/4a/2D2/5 g moves c2e3", Fen("4a/5/4D/5/5 b - a - 0 1")),
        // 8: a captured H stays under its captor, which it promotes; a captured D is dead.
        ("jarmo Heroes=true", "fen 4a/5/4h/2A2/5 g moves c2e3", Fen("4a/5/4[dG]/5/5 b - - - 0 1")),
        ("jarmo Heroes=true", "fen 4a/5/4d/2A2/5 g moves c2e3", Fen("4a/5/4G/5/5 b - - - 0 1")),
        ("jarmo Heroes=true", "fen h3a/5/1A3/5/5 g moves b3a5", Fen("[dA]3a/5/5/5/5 b - - - 0 1")),
        // 8: what lies below stays when the top moves away, and when it is captured.
        ("jarmo Heroes=true", "fen 4a/5/4[dG]/2a2/5 g moves e3d5", Fen("3Aa/5/4d/2a2/5 b - - - 0 1")),
        ("jarmo Heroes=true", "fen 4a/5/4[dG]/2a2/4A b moves c2e3", Fen("4a/5/4[dg]/5/4A g - A - 0 2")),
        // 8: only the top piece moves, blocks and is captured.
        ("jarmo Heroes=true", "fen 4a/5/4[dG]/2A2/5 b", Exactly("e5c4 e5d3")),
        ("jarmo Heroes=true", "fen 4a/5/4[dG]/2A2/5 g", Illegal("c2e3")),
        ("jarmo Heroes=true", "fen 4a/5/4[Da]/2A2/5 g", Legal("c2e3")),
        // 8: a hero captured on top of the other hero.
        ("jarmo Heroes=true", "fen 4a/5/4[Dh]/2A2/5 g moves c2e3", Fen("4a/5/4[DdG]/5/5 b - - - 0 1")),
        ("jarmo Heroes=true", "fen 4a/5/4[DdG]/5/5 b", Score("none none 2 1")),
        // 8: hostages count nothing; pieces covered by an own one count as any other.
        ("jarmo Heroes=true", "fen 5/5/4[dA]/5/5 g", Score("elimination p1win 1 0")),
        ("jarmo Heroes=true", "fen 4a/5/4[DA]/5/5 g", Score("none none 2 1")),
        ("jarmo Heroes=true", "fen A3a/5/4[Da]/5/5 g", Score("camp p1win 2 2")),
        ("jarmo Heroes=true", "fen A1[DA]1a/5/5/5/5 g", Score("camp p1win 6 1")),
        // 8: a freed hero in its enemy camp is frozen like any piece.
        ("jarmo Heroes=true", "fen D3a/5/5/5/A4 g", Exactly("a1b3 a1c2")),
    ]);
}

#[test]
fn challenges() {
    #[rustfmt::skip]
    check(TRADITIONAL_BOARD, &[
        // 9: both remote camps after the move, a captured piece, an empty point of the camp.
        ("jarmo Challenges=true", "fen 4a/5/1A1A1/2A2/5 g - A b3d3 7 1 moves c2e3+a1",
            Fen("4a/5/1A1AA/5/A4 b - - - 0 1")),
        ("jarmo Challenges=true", "fen 4a/5/1A1A1/2A2/5 g - A b3d3", Legal("c2e3 c2e3+e1 c2a1 c2a1+b1")),
        ("jarmo Challenges=true", "fen 4a/5/1A1A1/2A2/5 g - A b3d3", Illegal("c2e3+a2 c2a1+a1 b3b4+a1 c2e3@a1 0000+a1")),
        ("jarmo Challenges=true", "fen 4a/5/1A1A1/2A2/5 g - a b3d3", Illegal("c2e3+a1")),
        ("jarmo Challenges=true", "fen 4a/5/1A1A1/2A2/5 g - A", Illegal("c2e3+a1")),
        ("jarmo Challenges=true", "fen 4a/5/1A3/5/2A2 g - A b3d3", Legal("c1d3+c1")),
        ("jarmo Challenges=true", "fen 4a/5/1A1a1/2A2/5 g - A b3d3", Illegal("c2e3+a1")),
        // 9: any points of rows 2-4.
        ("jarmo Challenges=true", "fen 4a/2A2/2A2/2A2/5 g - A c4c2", Legal("c3a2+a1")),
        // 9: at most once a turn; placements follow, on points still empty; + before @.
        ("jarmo Challenges=true", "fen 4a/5/1A1A1/2A2/5 g A A b3d3", Legal("c2e3+a1@b1 c2e3+b1@a1 c2e3+a1 c2e3@b1")),
        ("jarmo Challenges=true", "fen 4a/5/1A1A1/2A2/5 g A A b3d3", Illegal("c2e3@b1+a1 c2e3+a1@a1 c2e3+a1+b1")),
        ("jarmo Challenges=true", "fen 4a/5/1A1A1/5/5 g A A b3d3", Legal("@b1d2+b1 @a1c2 @b1a3+a1")),
        // 9: a recovery by the move comes first.
        ("jarmo Challenges=true", "fen 4a/1G3/1A1A1/5/5 g - A b3d3", Legal("b4d5 b4d5@a1")),
        ("jarmo Challenges=true", "fen 4a/1G3/1A1A1/5/5 g - A b3d3", Illegal("b4d5+a1")),
        ("jarmo Challenges=true", "fen 4a/1G3/1A1A1/5/5 g - AA b3d3 moves b4d5+a1",
            Fen("3Aa/5/1A1A1/5/A4 b A - - 0 1")),
        // 8 and 9 together: the top piece holds a remote camp.
        ("jarmo Heroes=true Challenges=true", "fen 4a/5/1[dA]1A1/2A2/5 g - A b3d3", Legal("c2e3+a1")),
        ("jarmo Heroes=true Challenges=true", "fen 4a/5/1[Da]1A1/2A2/5 g - A b3d3", Illegal("c2e3+a1")),
    ]);
}

#[test]
fn position_strings() {
    #[rustfmt::skip]
    check(TRADITIONAL_BOARD, &[
        ("jarmo Challenges=true", "fen 11111/23/a4/A4/5 g aA aAa d3b3 007 01", Fen("5/5/a4/A4/5 g Aa Aaa b3d3 7 1")),
        ("jarmo", "fen", Refused("board")),
        ("jarmo", "fen 5/5/5/A3a g", Refused("board")),
        ("jarmo", "fen 6/5/5/5/A3a g", Refused("board")),
        ("jarmo", "fen 4/5/5/5/A3a g", Refused("board")),
        ("jarmo", "fen 5/5/5/5/X3a g", Refused("board")),
        ("jarmo", "fen 5/5/5/5/H3a g", Refused("board")),
        ("jarmo", "fen aaaaa/a4/5/5/A4 g", Refused("board")),
        ("jarmo", "fen aaaa1/5/5/5/A4 g a a", Refused("board")),
        ("jarmo Heroes=true", "fen h3a/4d/5/5/A4 g", Refused("board")),
        ("jarmo Heroes=true", "fen H3a/5/5/5/A4 g", Refused("board")),
        ("jarmo", "fen 4a/5/5/5/A3g g", Refused("board")),
        ("jasyr", "fen G3a/5/5/5/A4 g", Refused("board")),
        ("jarmo Heroes=true", "fen 4a/5/[AD]4/5/5 g", Refused("board")),
        ("jarmo Heroes=true", "fen 4a/5/[D]4/5/5 g", Refused("board")),
        ("jarmo Heroes=true", "fen 4a/5/[Da4/5/5 g", Refused("board")),
        ("jarmo", "fen 5/5/5/5/5 g", Refused("board")),
        ("jarmo", "fen 4a/5/5/5/A4", Refused("side")),
        ("jarmo", "fen 4a/5/5/5/A4 w", Refused("side")),
        ("oca", "fen 4a/5/5/5/A4 g A", Refused("hand")),
        ("brainking", "fen 4a/5/5/5/A4 g a", Refused("hand")),
        ("jarmo", "fen 4a/5/5/5/A4 g G", Refused("hand")),
        ("jasyr", "fen 4a/5/5/5/A4 g - A", Refused("captured")),
        ("jasir", "fen 4a/5/5/5/A4 g - a", Refused("captured")),
        ("jarmo", "fen 4a/5/5/5/A4 g - - b3d3", Refused("remote")),
        ("jarmo Challenges=true", "fen 4a/5/5/5/A4 g - - b3b3", Refused("remote")),
        ("jarmo Challenges=true", "fen 4a/5/5/5/A4 g - - b1d3", Refused("remote")),
        ("jarmo", "fen 4a/5/5/5/A4 g - - - +1", Refused("idle")),
        ("jarmo", "fen 4a/5/5/5/A4 g - - - 4294967296", Refused("idle")),
        ("jarmo", "fen 4a/5/5/5/A4 g - - - 0 0", Refused("turn")),
        ("jarmo", "fen 4a/5/5/5/A4 g - - - 0 1 x", Refused("more than seven fields")),
        ("jarmo", "fen 4a/5/5/5/A4 g moves a1c2 a1c2", Refused("turn 2")),
    ]);
}

#[test]
fn board_files() {
    let refused = |text: &str, start: &str| {
        let error = Checker::new(text).map(|_| ()).unwrap_err();
        assert!(error.starts_with(start), "{text}: {error}");
    };
    refused("board a\n board b", "line 2 column 2");
    refused("board a b", "line 1 column 1");
    refused("dashed a1-b3", "line 1 column 1: unknown statement");
    refused("solid a1-b3 a1-f3", "line 1 column 13: unknown point");
    refused("solid a1-a1", "line 1 column 7");
    refused("solid a1-b3\ndotted b3-a1", "line 2 column 8");
    refused("solid a1-b3", "b1 has no line");
    refused(
        &PATH.replace("c3-d3", "c3-a3"),
        "the board is not connected",
    );
    // Dotted lines connect; the two that part the path are closed for jarmo.
    let dotted = PATH.replace("b3-c3", "") + "\ndotted c3-b3 # joined";
    assert_eq!(Checker::new(&dotted).unwrap().lines().len(), 23);
    assert_eq!(checker(&dotted, "jasyr").lines().len(), 24);
}

#[test]
fn the_session_around_a_game() {
    let mut checker = checker(TRADITIONAL_BOARD, "jarmo");
    assert_eq!(checker.lines().len(), 38);
    assert_eq!(
        [0, 1, 2, 3, 4].map(|n| checker.perft(n)),
        [1, 11, 121, 1452, 17059]
    );
    assert_eq!(checker.divide(1)[0], ("a1b3".to_string(), 1));
    checker.set_position("rotated moves a5b3").unwrap();
    assert!(checker.is_p1_turn());
    assert_eq!(checker.game(), "rotated moves a5b3");
    // All or nothing.
    assert!(checker.undo(2).is_err());
    assert!(checker.set_position("startpos moves a1c2 a1c2").is_err());
    assert_eq!(checker.game(), "rotated moves a5b3");
    // The same value leaves the game alone, another one resets it.
    checker.set_option("RemoteCamps", "d3 b3").unwrap();
    checker.set_board(TRADITIONAL_BOARD).unwrap();
    checker.undo(1).unwrap();
    assert_eq!(checker.game(), "rotated");
    checker.set_board(PATH).unwrap();
    assert_eq!(checker.game(), "startpos");
    // 9: expansions exist only with jarmo, and another rule set turns them off.
    checker.set_option("Heroes", "true").unwrap();
    checker.set_option("uci_variant", "oca").unwrap();
    assert!(checker.set_option("Challenges", "true").is_err());
    assert!(checker.set_option("RepetitionLimit", "1").is_err());
    checker.set_option("UCI_Variant", "jarmo").unwrap();
    assert_eq!(checker.fen(), "aaaaa/5/5/5/AAAAA g - - - 0 1");
}
