//! What is a command, what is not, and where the fault is.

use super::{Base, COMMANDS, Command, Go, Handshake, Query, command};
use crate::notation;
use crate::state::Turn;

fn turn(word: &str) -> Turn {
    notation::turn(word).expect("a turn")
}

fn go(line: &str) -> Go {
    match command(line) {
        Ok(Some(Command::Go(go))) => *go,
        other => panic!("{line:?} is {other:?}"),
    }
}

/// The error of a line, as the client reads it.
fn error(line: &str) -> String {
    match command(line) {
        Err(error) => error.to_string(),
        Ok(command) => panic!("{line:?} is {command:?}"),
    }
}

#[test]
fn plain_commands_are_words_and_nothing_else() {
    for (line, expected) in [
        ("uci", Command::Handshake(Handshake::Uci)),
        ("ugi", Command::Handshake(Handshake::Ugi)),
        ("isready", Command::IsReady),
        ("ucinewgame", Command::NewGame),
        ("uginewgame", Command::NewGame),
        ("stop", Command::Stop),
        ("ponderhit", Command::PonderHit),
        ("quit", Command::Quit),
        ("show", Command::Show),
        ("eval", Command::Eval),
        ("help", Command::Help),
        ("bench", Command::Bench(None)),
        ("undo", Command::Undo(1)),
    ] {
        assert_eq!(command(line), Ok(Some(expected.clone())));
        assert_eq!(command(&format!(" \t{line} \t")), Ok(Some(expected)));
        let column = line.len() + 1;
        assert_eq!(
            error(&format!("{line}x")),
            format!("column 1: unknown command \"{line}x\"")
        );
        assert!(error(&format!("{line} x")).starts_with(&format!("column {}: ", column + 1)));
    }
    for blank in ["", " ", "\t \t"] {
        assert_eq!(command(blank), Ok(None));
    }
}

#[test]
fn words_with_arguments() {
    for (line, expected) in [
        ("debug on", Command::Debug(true)),
        ("debug off", Command::Debug(false)),
        ("perft 0", Command::Perft(0)),
        ("go  perft\t5", Command::Perft(5)),
        ("bench 3", Command::Bench(Some(3))),
        ("undo 7", Command::Undo(7)),
        (
            "play a1b3 0000",
            Command::Play(vec![turn("a1b3"), turn("0000")]),
        ),
        ("explain e5=@b1", Command::Explain(turn("e5=@b1"))),
        ("query gameover", Command::Query(Query::GameOver)),
        (
            "query islegal a1b3",
            Command::Query(Query::IsLegal(Some(turn("a1b3")))),
        ),
        ("query islegal (none)", Command::Query(Query::IsLegal(None))),
    ] {
        assert_eq!(command(line), Ok(Some(expected)), "{line}");
    }
}

#[test]
fn options_have_names_and_values_with_spaces() {
    for (line, name, value) in [
        ("setoption name Hash value 16", "Hash", Some("16")),
        ("setoption name clear \t hash", "clear hash", None),
        (
            "setoption name BoardFile value my  file ",
            "BoardFile",
            Some("my  file"),
        ),
        ("setoption name BoardFile value", "BoardFile", Some("")),
        ("setoption name valued value value", "valued", Some("value")),
    ] {
        let (name, value) = (name.to_owned(), value.map(str::to_owned));
        assert_eq!(
            command(line),
            Ok(Some(Command::SetOption { name, value })),
            "{line}"
        );
    }
}

#[test]
fn positions() {
    let turns = vec![turn("a1b3")];
    for (line, base, turns) in [
        ("position startpos", Base::Start, Vec::new()),
        ("position rotated moves", Base::Rotated, Vec::new()),
        ("position startpos moves a1b3", Base::Start, turns.clone()),
    ] {
        assert_eq!(
            command(line),
            Ok(Some(Command::Position { base, turns })),
            "{line}"
        );
    }
    let start = "aaaaa/5/5/5/AAAAA g - - - 0 1";
    let setup = notation::position(start).expect("the start position");
    let base = Base::Fen(Box::new(setup));
    for line in [
        format!("position fen {start} moves a1b3"),
        "position fen  aaaaa/5/5/5/AAAAA\tg  moves  a1b3".to_owned(),
    ] {
        let expected = Command::Position {
            base: base.clone(),
            turns: turns.clone(),
        };
        assert_eq!(command(&line), Ok(Some(expected)), "{line}");
    }
}

#[test]
fn go_takes_words_in_any_order() {
    let both =
        "go btime -5 p1time 300 binc 0 p1inc 2 movestogo 0 nodes 9 mate 2 depth 3 movetime 0";
    assert_eq!(
        go(both),
        Go {
            clock: [Some(300), Some(0)],
            increment: [Some(2), Some(0)],
            turns_to_go: Some(0),
            nodes: Some(9),
            mate: Some(2),
            depth: Some(3),
            move_time: Some(0),
            ..Go::default()
        }
    );
    assert_eq!(go("go"), Go::default());
    let searched = go("go infinite searchmoves a1b3 x9 c1d3 ponder");
    assert_eq!(searched.search_turns, [turn("a1b3"), turn("c1d3")]);
    assert!(searched.infinite && searched.ponder);
    assert_eq!(searched.skipped.len(), 1);
    let skipped = go("go joho depth 4 joho");
    let columns: Vec<usize> = skipped.skipped.iter().map(|word| word.column).collect();
    assert_eq!((columns, skipped.depth), (vec![4, 17], Some(4)));
    assert_eq!(
        go(&format!("go depth 4{}", " x".repeat(1000))).skipped_more,
        984
    );
}

/// Lines that are no commands, and what the client is told.
const FAULTS: &[(&str, &str)] = &[
    ("    gp", "column 5: unknown command \"gp\""),
    (
        "GO",
        "column 1: unknown command \"GO\"; command words are in lower case: go",
    ),
    ("\0", "column 1: unknown command \"\\u{0}\""),
    // An error repeats little of what it is about, and nothing that a terminal would obey.
    (
        "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
        "column 1: unknown command \"aaaaaaaaaaaaaaaaaaaa...\"",
    ),
    (
        "explain \u{1b}[2J\u{7}",
        "column 9: \"\\u{1b}[2J\\u{7}\": character 1: expected a turn such as c1d3, @b1d2, @b1, e5= or 0000, found \"\\u{1b}\"",
    ),
    ("isready now", "column 9: unexpected \"now\""),
    (
        "debug",
        "column 6: expected \"on\" or \"off\", found the end of the line",
    ),
    (
        "debug On",
        "column 7: expected \"on\" or \"off\", found \"On\"",
    ),
    (
        "go joho",
        "column 4: unknown word \"joho\", and no valid word is left",
    ),
    (
        "go depth",
        "column 9: expected the depth, a whole number from 1 to 4294967295, found the end of the line",
    ),
    (
        "go depth 0",
        "column 10: expected the depth, a whole number from 1 to 4294967295, found \"0\"",
    ),
    (
        "go depth +5",
        "column 10: expected the depth, a whole number from 1 to 4294967295, found \"+5\"",
    ),
    ("go depth 3 depth 4", "column 12: depth is given twice"),
    ("go wtime 5 p1time 5", "column 12: p1time is given twice"),
    (
        "go wtime - 5",
        "column 10: expected the wtime in milliseconds, a whole number from 0 to 18446744073709551615, found \"-\"",
    ),
    (
        "go searchmoves depth 3",
        "column 16: expected a turn behind searchmoves",
    ),
    (
        "go depth 3 perft 2",
        "column 12: perft stands alone behind go",
    ),
    ("go perft 2 depth 3", "column 12: unexpected \"depth\""),
    (
        "perft 1001",
        "column 7: expected a depth, a whole number from 0 to 1000, found \"1001\"",
    ),
    (
        "perft -1",
        "column 7: expected a depth, a whole number from 0 to 1000, found \"-1\"",
    ),
    (
        "position",
        "column 9: expected \"startpos\", \"rotated\" or \"fen\", found the end of the line",
    ),
    (
        "position fen moves a1b3",
        "column 14: expected a position string",
    ),
    (
        "position startpos a1b3",
        "column 19: expected \"moves\", found \"a1b3\"",
    ),
    (
        "position startpos moves a1b3 f1a2",
        "column 30: turn 2 (f1a2): character 1: expected a turn such as c1d3, @b1d2, @b1, e5= or 0000, found \"f\"",
    ),
    (
        "position fen aaaaa/5/5/5/AAAAA",
        "column 31: position string, field side: expected \"g\" or \"b\", found the end",
    ),
    (
        "  position  fen aaaaa/5/5/5/AAAAA\tx",
        "column 35: position string, field side: expected \"g\" or \"b\", found \"x\"",
    ),
    (
        "position fen aaaaa/5/5/5/AAAAx g",
        "column 30: position string, field board: row 1: expected a digit, a piece (A G D H, a g d h) or a stack such as [Da], found \"x\"",
    ),
    (
        "position fen 5/5/2[A]2/5/5 g",
        "column 19: position string, field board: row 3: a stack of one piece; a piece alone stands without brackets",
    ),
    (
        "position fen 5/5/5/5/[]4 g",
        "column 22: position string, field board: row 1: a stack of no pieces",
    ),
    (
        "position fen 5/5/5/[Da4/5 g",
        "column 23: position string, field board: row 2: expected a piece (A G D H, a g d h) or the \"]\" of a stack, found \"4\"",
    ),
    (
        "position fen 5/5/5/4/5 g",
        "column 20: position string, field board: row 2 has 4 points instead of 5",
    ),
    (
        "position fen 55555 g",
        "column 14: position string, field board: expected 5 rows with \"/\" between them, found 1",
    ),
    (
        "position fen 5/5/5/5/5 g - - - x",
        "column 32: position string, field idle: expected a number of digits only, found \"x\"",
    ),
    (
        "position fen 5/5/5/5/5 g - - - 0 4294967296 moves",
        "column 34: position string, field turn: \"4294967296\" is above 4294967295",
    ),
    (
        "position fen 5/5/5/5/5 g - - - 0 1 2 3",
        "column 36: position string, 9 fields: at most 7 are allowed",
    ),
    (
        "position fen aaaaa/5/5/5/AAAAA\u{c}g",
        "column 31: a control character in a position string",
    ),
    (
        "play",
        "column 5: expected a turn, found the end of the line",
    ),
    ("explain a1b3 a1b3", "column 14: unexpected \"a1b3\""),
    (
        "query",
        "column 6: expected p1turn, gameover, result, reason, fen, game, score, moves, lines, protocol or islegal <turn>, found the end of the line",
    ),
    (
        "query gamover",
        "column 7: unknown query \"gamover\", expected p1turn, gameover, result, reason, fen, game, score, moves, lines, protocol or islegal <turn>",
    ),
    (
        "query islegal",
        "column 14: expected a turn, found the end of the line",
    ),
    ("query islegal a1b3 x", "column 20: unexpected \"x\""),
    (
        "setoption Hash",
        "column 11: expected \"name\", found \"Hash\"",
    ),
    (
        "setoption name value 3",
        "column 16: expected the name of an option",
    ),
    (
        "undo x",
        "column 6: expected how many turns, a whole number from 0 to 18446744073709551615, found \"x\"",
    ),
];

#[test]
fn what_is_wrong_is_told_with_its_place() {
    for (line, expected) in FAULTS {
        assert_eq!(error(line), *expected, "{line}");
    }
}

#[test]
fn every_query_of_the_list_is_told() {
    let listed = COMMANDS.iter().find(|entry| entry.word == "query");
    let told = error("query");
    let queries = listed.map_or("", |entry| entry.arguments).split(" | ");
    for query in queries {
        assert!(told.contains(query), "{query}: {told}");
    }
}

#[test]
fn every_command_is_in_the_list() {
    for entry in COMMANDS {
        let known = match command(entry.word) {
            Ok(_) => true,
            Err(error) => !error.to_string().contains("unknown command"),
        };
        assert!(known, "{}", entry.word);
    }
}
