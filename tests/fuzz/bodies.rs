//! What the fuzz targets do with their input, and what has to hold. `tests/seeds.rs` runs the same
//! functions on the seeds.

use std::io::{self, Cursor, Write};
use std::sync::{Arc, Mutex};

use jarmo::notation;
use jarmo::protocol::{self, Command};
use jarmo::session::{self, Options};
use jarmo::state::{Board, Game, RuleSet, Settings, Side, Variant};

/// The options of an input: its first byte chooses the rule set and the expansions.
fn options(byte: u8) -> Options {
    let rule_sets = RuleSet::ALL;
    let count = rule_sets.len();
    let choice = usize::from(byte) % (count + 3);
    let variant = if choice < count {
        Variant::new(rule_sets[choice], false, false)
    } else {
        let expansions = choice - count + 1;
        Variant::new(RuleSet::Jarmo, expansions & 1 != 0, expansions & 2 != 0)
    };
    Options {
        variant: variant.expect("the rule set has these expansions"),
        hash: 1,
        ..Options::default()
    }
}

fn settings(byte: u8) -> Settings {
    options(byte).settings()
}

/// Takes the first byte away.
fn split(data: &[u8]) -> Option<(u8, &[u8])> {
    data.split_first().map(|(first, rest)| (*first, rest))
}

/// An error text fits on a line of a client's screen.
fn check_error(text: &str) {
    assert!(!text.contains(['\n', '\r', '\0', '\u{1b}']), "{text:?}");
    assert!(text.len() < 700, "{text:?}");
}

/// Everything that may be asked about a game is answered, and what is legal can be played and undone.
fn check_game(game: &Game) {
    let text = notation::position_string(game.position());
    let legal = game.legal_turns();
    assert_eq!(legal.is_empty(), game.outcome().is_some(), "{text}");
    assert!(
        Side::BOTH
            .into_iter()
            .flat_map(|near| notation::diagram(game, near))
            .all(|line| !line.contains('\n'))
    );
    let mut played = game.clone();
    for turn in &legal {
        let word = turn.to_string();
        assert_eq!(notation::turn(&word).as_ref(), Ok(turn), "{text}");
        assert!(
            game.is_legal(*turn) && played.play(*turn).is_ok(),
            "{text} {word}"
        );
        let after = notation::position_string(played.position());
        let setup = notation::position(&after).expect("what is printed can be read");
        let again = game.from_setup(&setup).expect("what follows is a position");
        assert_eq!(notation::position_string(again.position()), after);
        assert!(played.undo());
        assert_eq!(notation::position_string(played.position()), text);
    }
}

/// Position strings: refused with a short reason, or canonical and playable.
pub fn positions(data: &[u8]) {
    let Some((first, rest)) = split(data) else {
        return;
    };
    let Ok(text) = std::str::from_utf8(rest) else {
        return;
    };
    let start = Game::new(settings(first), Side::Green);
    let setup = match notation::position(text) {
        Ok(setup) => setup,
        Err(error) => return check_error(&error.to_string()),
    };
    match start.from_setup(&setup) {
        Ok(game) => {
            let canonical = notation::position_string(game.position());
            let again = notation::position(&canonical).expect("it is a position string");
            let again = start.from_setup(&again).expect("it is the same position");
            assert_eq!(notation::position_string(again.position()), canonical);
            check_game(&game);
        }
        Err(error) => check_error(&error.to_string()),
    }
}

/// Turns: words that are none are refused with a short reason, illegal ones too, and legal ones lead on.
pub fn turns(data: &[u8]) {
    let Some((first, rest)) = split(data) else {
        return;
    };
    let Ok(text) = std::str::from_utf8(rest) else {
        return;
    };
    let mut game = Game::new(settings(first), Side::Green);
    for word in text.split_whitespace().take(200) {
        let turn = match notation::turn(word) {
            Ok(turn) => turn,
            Err(error) => {
                check_error(&error.to_string());
                continue;
            }
        };
        assert_eq!(turn.to_string(), word);
        let legal = game.legal_turns().contains(&turn);
        assert_eq!(game.is_legal(turn), legal, "{word}");
        match game.play(turn) {
            Ok(()) => assert!(legal, "{word}"),
            Err(reason) => {
                assert!(!legal, "{word}");
                check_error(&reason.to_string());
            }
        }
    }
    check_game(&game);
}

/// Board files: refused with a short reason, or boards that can be played on.
pub fn boards(data: &[u8]) {
    let Some((first, rest)) = split(data) else {
        return;
    };
    let Ok(text) = std::str::from_utf8(rest) else {
        return;
    };
    let board: Board = match notation::board(text) {
        Ok(board) => board,
        Err(error) => return check_error(&error.to_string()),
    };
    let mut settings = settings(first);
    settings.board = Arc::new(board);
    let mut game = Game::new(settings, Side::Blue);
    for index in 0..8 {
        check_game(&game);
        let legal = game.legal_turns();
        let Some(turn) = legal.get((usize::from(first) + index) % legal.len().max(1)) else {
            break;
        };
        assert!(game.play(*turn).is_ok());
    }
}

/// Keeps what a session says.
#[derive(Clone, Default)]
struct Output(Arc<Mutex<Vec<u8>>>);

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().expect("nobody panicked").write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Lines into a session: it ends, and says nothing but whole lines of the protocol, with as many
/// `bestmove`s as searches began.
pub fn lines(data: &[u8]) {
    let lines: Vec<&[u8]> = data.split(|byte| *byte == b'\n').take(60).collect();
    let wanted: Vec<&[u8]> = lines.into_iter().filter(|line| is_quick(line)).collect();
    let searches = wanted.iter().filter(|line| is_go(line)).count();
    let mut input = wanted.join(&b'\n');
    // Behind the last line is the end of input, which ends everything.
    input.push(b'\n');
    let output = Output::default();
    session::run(Cursor::new(input), output.clone(), options(0)).expect("a session ends well");
    let bytes = output.0.lock().expect("nobody panicked").clone();
    let text = String::from_utf8(bytes).expect("the output is text");
    assert!(text.is_empty() || text.ends_with('\n'));
    let best = text.lines().filter(|line| line.starts_with("bestmove "));
    assert!(best.count() <= searches, "{text}");
    for line in text.lines() {
        assert!(!line.contains(['\r', '\0', '\u{1b}']), "{line:?}");
    }
}

fn command(line: &[u8]) -> Option<Command> {
    let line = line.strip_suffix(b"\r").unwrap_or(line);
    let text = std::str::from_utf8(line).ok()?;
    protocol::command(text).ok()?
}

fn is_go(line: &[u8]) -> bool {
    matches!(command(line), Some(Command::Go(_)))
}

/// Leaves out what takes long by its nature, and files.
fn is_quick(line: &[u8]) -> bool {
    match command(line) {
        Some(Command::Bench(_)) => false,
        Some(Command::Perft(depth)) => depth <= 2,
        Some(Command::Go(go)) => {
            let few = go.nodes.is_some_and(|nodes| nodes <= 2_000);
            let soon = go.move_time.is_some_and(|time| time <= 2);
            few || soon || go.depth.is_some_and(|depth| depth <= 2)
        }
        Some(Command::SetOption { name, value }) => {
            let value = value.unwrap_or_default();
            let hash =
                name.eq_ignore_ascii_case("hash") && value.parse().is_ok_and(|size: u32| size > 2);
            let file = name.eq_ignore_ascii_case("boardfile")
                && !value.is_empty()
                && !value.starts_with('<');
            !hash && !file
        }
        _ => true,
    }
}
