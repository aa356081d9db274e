//! `jarmo board`: what it says of board files, and that its pictures are what they were.

use std::fs;
use std::process::{Command, Output};

fn jarmo(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_jarmo"))
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .arg("board")
        .args(arguments)
        .output()
        .expect("the program runs")
}

fn lines(output: &Output) -> Vec<String> {
    let text = String::from_utf8_lossy(&output.stdout);
    text.lines().map(str::to_owned).collect()
}

/// The picture in README.md, and how it is made.
const PICTURE: &str = "fixtures/pictures/middle-game.svg";
const POSITION: [&str; 4] = [
    "--position",
    "2a1a/1A3/1Gg2/3A1/4A b a Aa - 0 9",
    "--last-turn",
    "a1b3",
];

#[test]
fn a_board_is_summed_up() {
    let output = jarmo(&["check", "src/jarmo.board"]);
    assert_eq!(output.status.code(), Some(0));
    let lines = lines(&output);
    for line in [
        "board      jarmo",
        "lines      38 solid, 1 dotted",
        "symmetry   none",
        "         3   2  7  5  6  2",
        "  jasyr, jasir",
        "    Green: a1 2, b1 2, c1 2, d1 3, e1 2",
        "    Blue:  a5 2, b5 2, c5 2, d5 3, e5 2",
    ] {
        assert!(lines.iter().any(|found| found == line), "{line}: {lines:?}");
    }
    let grid = jarmo(&["check", "fixtures/boards/grid.board"]);
    let grid = String::from_utf8_lossy(&grid.stdout).into_owned();
    assert!(grid.contains("symmetry   left and right mirror each other; the camps"));
}

#[test]
fn every_error_of_a_board_file_is_told() {
    let path = format!("{}/wrong.board", env!("CARGO_TARGET_TMPDIR"));
    fs::write(&path, "solid a1-a1\nlines a1-b1\nsolid b1-c1 c1-b1 x1-b1\n").expect("a file");
    let output = jarmo(&["check", &path]);
    assert_eq!(output.status.code(), Some(1));
    let places = [
        "line 1, column 7",
        "line 2, column 1",
        "line 3, column 13",
        "line 3, column 19",
    ];
    let lines = lines(&output);
    assert_eq!(lines.len(), places.len(), "{lines:?}");
    for (line, place) in lines.iter().zip(places) {
        assert!(line.starts_with(&format!("{path}: {place}: ")), "{line}");
    }
    assert_eq!(jarmo(&["check", "no/such.board"]).status.code(), Some(2));
}

#[test]
fn a_board_file_that_is_no_text_is_refused_with_the_place() {
    let path = format!("{}/no-text.board", env!("CARGO_TARGET_TMPDIR"));
    fs::write(&path, b"board a\nsolid a1-b1\nsolid \xff\n").expect("a file");
    let output = jarmo(&["check", &path]);
    assert_eq!(output.status.code(), Some(2));
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(
        errors.contains("line 3, column 7: not UTF-8 text"),
        "{errors}"
    );
}

#[test]
fn the_command_still_draws_the_picture_of_the_readme() {
    let drawn = jarmo(&[&["draw"], &POSITION[..]].concat());
    assert_eq!(drawn.status.code(), Some(0));
    let kept = fs::read_to_string(format!("{}/{PICTURE}", env!("CARGO_MANIFEST_DIR")));
    let kept = kept.expect("the picture is there").replace('\r', "");
    let same = String::from_utf8_lossy(&drawn.stdout) == kept;
    assert!(
        same,
        "make it again: jarmo board draw {POSITION:?} -o {PICTURE}, and look at it"
    );
    let readme = include_str!("../README.md");
    assert!(readme.contains(PICTURE));
}

#[test]
fn pictures_are_well_formed_and_tell_what_they_show() {
    let heroes = "3a1/2[Da]2/1G[dG]2/5/1a3 b A a b3d3 3 17";
    let cases: [(&[&str], &[&str]); 4] = [
        (&["--empty", "--dark"], &["dotted line, closed", "#1b1d21"]),
        (
            &["--variant", "jasyr", "--rotated"],
            &["dotted line, open", "Blue", "to move"],
        ),
        (
            &[
                "--heroes",
                "--challenges",
                "--position",
                heroes,
                "--last-turn",
                "a1c2@e1",
            ],
            &[
                "golden soldier, archer side up (D)",
                "remote camp",
                "last turn a1c2@e1",
                heroes,
            ],
        ),
        (
            &["--position", "aAAAA/5/5/5/5 b - - - 0 7"],
            &["Green wins (camp)", "points 8 : 1"],
        ),
    ];
    for (arguments, words) in cases {
        let output = jarmo(&[&["draw"], arguments].concat());
        let text = String::from_utf8_lossy(&output.stdout);
        let mut open = 0;
        for event in svg::read(&text).expect("a picture") {
            match event {
                svg::parser::Event::Error(error) => panic!("{error}"),
                svg::parser::Event::Tag(_, svg::node::element::tag::Type::Start, _) => open += 1,
                svg::parser::Event::Tag(_, svg::node::element::tag::Type::End, _) => open -= 1,
                _ => {}
            }
        }
        assert_eq!(open, 0, "{arguments:?}");
        for word in words {
            assert!(text.contains(word), "{arguments:?}: {word}");
        }
    }
}

#[test]
fn a_position_is_shown_with_its_lines() {
    let output = jarmo(&[
        "show",
        "--heroes",
        "--position",
        "4a/2[Da]2/5/5/A4 g - - - 0 1",
    ]);
    let lines = lines(&output);
    assert_eq!(output.status.code(), Some(0));
    let row = lines
        .iter()
        .find(|line| line.starts_with('4'))
        .expect("row 4");
    assert!(row.contains(" [Da] ") && row.contains('\u{2812}'), "{row}");
    assert!(
        lines
            .iter()
            .any(|line| line.trim() == "a         b         c         d         e")
    );
    let refused = jarmo(&["draw", "--position", "nothing"]);
    assert_eq!(refused.status.code(), Some(2));
    assert!(refused.stdout.is_empty());
}
