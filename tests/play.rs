//! `jarmo play`, through a pipe, and as a person plays it: at a terminal.

use std::io::Write;
use std::process::{Command, Stdio};

fn play() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_jarmo"));
    command.arg("play");
    command
}

/// What is printed when these lines are typed, and then the input ends.
fn typed(arguments: &[&str], lines: &str) -> String {
    let mut child = play()
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program runs");
    let mut input = child.stdin.take().expect("a pipe");
    input.write_all(lines.as_bytes()).expect("a pipe");
    drop(input);
    let output = child.wait_with_output().expect("an end");
    assert!(output.status.success());
    String::from_utf8(output.stdout).expect("text")
}

#[test]
fn two_people_play_and_the_program_keeps_the_rules() {
    let position = ["--side", "both", "--position", "4a/5/A4/5/4A b - - - 0 9"];
    let text = typed(
        &position,
        "why e5e4\ne5b5\nfoo\nhint now\n0\nlevel 0\n99\nundo\ne5d3\nundo\n\nhelp\n",
    );
    for words in [
        "e5e4 is illegal: no line joins e5 and e4",
        "e5b5 is illegal: no line joins e5 and b5",
        "foo is neither a turn nor a command",
        "not understood",
        "levels go from 1 to 9",
        "turns; `turns` lists them",
        "there is nothing to take back",
        "last turn: e5d3",
        "why TURN",
    ] {
        assert!(text.contains(words), "{words}: {text}");
    }
}

#[test]
fn the_result_is_told_with_its_reason_and_points() {
    let given = "aAA1A/5/4A/5/5 g - - - 0 9";
    let text = typed(&["--position", given], "e3d5\nundo\ne3d5\nnew\n");
    let ends = text.matches("Green wins: all pieces of a side").count();
    let begins = text.matches(&format!("position: {given}")).count();
    assert_eq!((ends, begins), (2, 3), "{text}");
    let over = typed(
        &["--position", "aAAAA/5/5/5/5 b - - - 0 7"],
        "hint\na5b3\nquit\n",
    );
    for words in [
        "Green wins: all pieces of a side stand in the enemy camp (camp). Points, Green's first: 8 : 1",
        "the game is over\n",
        "a5b3 is illegal: the game is over (camp)",
    ] {
        assert!(over.contains(words), "{words}: {over}");
    }
}

/// The names of the columns, from left to right, and the number of the row at the bottom.
fn orientation(text: &str) -> (String, String) {
    let lines: Vec<&str> = text.lines().collect();
    let names = |line: &str| -> String { line.split_whitespace().collect() };
    let columns = lines
        .iter()
        .position(|line| matches!(names(line).as_str(), "abcde" | "edcba"));
    let columns = columns.expect("the names of the columns");
    let bottom = lines[columns - 2].chars().take(1).collect();
    (names(lines[columns]), bottom)
}

#[test]
fn the_board_is_seen_from_the_persons_side() {
    for (side, columns, bottom) in [
        ("green", "abcde", "1"),
        ("both", "abcde", "1"),
        ("blue", "edcba", "5"),
    ] {
        let text = typed(&["--side", side, "--level", "1"], "");
        let expected = (columns.to_owned(), bottom.to_owned());
        assert_eq!(orientation(&text), expected, "{side}: {text}");
    }
}

#[test]
fn a_rotated_board_shows_each_piece_at_its_names() {
    let show = |more: &[&str]| {
        let output = Command::new(env!("CARGO_BIN_EXE_jarmo"))
            .args(["board", "show", "--position", "3ga/5/1A3/5/5 g"])
            .args(more)
            .output()
            .expect("the program runs");
        String::from_utf8(output.stdout).expect("text")
    };
    let place = |text: &str, row: &str, piece: char| {
        let columns = text
            .lines()
            .find(|line| line.trim().starts_with(['a', 'e']) && line.contains("  c  "));
        let line = text.lines().find(|line| line.starts_with(row));
        let at = line.and_then(|line| line.chars().position(|sign| sign == piece));
        columns
            .zip(at)
            .and_then(|(names, at)| names.chars().nth(at))
    };
    for text in [show(&[]), show(&["--rotated"])] {
        for (row, piece, column) in [("5", 'g', 'd'), ("5", 'a', 'e'), ("3", 'A', 'b')] {
            assert_eq!(place(&text, row, piece), Some(column), "{text}");
        }
    }
}

#[cfg(unix)]
#[test]
fn a_whole_game_at_a_terminal() {
    let mut command = play();
    command.args(["--level", "1", "--option", "NoProgressLimit=30"]);
    let mut terminal =
        rexpect::session::spawn_command(command, Some(60_000)).expect("a pseudo-terminal");
    let mut say = |line: &str, expected: &str| {
        terminal.send_line(line).expect("a terminal");
        terminal.exp_regex(expected).expect(expected)
    };
    say("why a1b2", "a1b2 is illegal: no line joins a1 and b2");
    say("a1a2", "a1a2 is illegal: no line joins a1 and a2");
    say("turns", "11 e1d3");
    say("level 2", "the engine plays at level 2");
    let (_, hint) = say("hint", "hint: [a-e1-5]+");
    say(
        hint.trim_start_matches("hint: "),
        "The engine plays [a-e1-5]+",
    );
    say("undo", "position: aaaaa/5/5/5/AAAAA g - - - 0 1");
    let mut turns = 0;
    let told = loop {
        let (_, found) = say("1", "Green> |Blue> |wins: [^\r]*|A draw: [^\r]*");
        if !found.ends_with("> ") {
            break found;
        }
        turns += 1;
        assert!(turns < 1000, "the game has an end");
    };
    assert!(told.contains("Points, Green's first: "), "{told}");
    say("quit", "game over> ");
    terminal.exp_eof().expect("the program ends");
}
