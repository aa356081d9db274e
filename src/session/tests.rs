//! Sessions held in this process, over channels: what waits, what is refused, how a session ends.

use std::io;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use super::local::{Input, Output};
use super::shared::quiet;
use super::{Options, run};

/// Longer than any reply takes.
const LIMIT: Duration = Duration::from_secs(20);

struct Client {
    to: Sender<Vec<u8>>,
    from: Receiver<String>,
    session: JoinHandle<io::Result<()>>,
}

impl Client {
    fn new() -> Self {
        let (to, lines) = channel();
        let (sender, from) = channel();
        let (input, output) = (Input::new(lines), Output::new(sender));
        let session = thread::spawn(move || run(input, output, Options::default()));
        Self { to, from, session }
    }

    fn say(&self, lines: &str) {
        self.to
            .send(format!("{lines}\n").into_bytes())
            .expect("the session listens");
    }

    /// The next line that is no `info` of a search.
    fn hear(&self) -> String {
        loop {
            let line = self.from.recv_timeout(LIMIT).expect("a line in time");
            if !line.starts_with("info depth") {
                return line;
            }
        }
    }

    fn expect(&self, start: &str) {
        let line = self.hear();
        assert!(line.starts_with(start), "expected {start:?}, got {line:?}");
    }

    /// Everything until the session ends, without the `info` of searches.
    fn end(self) -> Vec<String> {
        drop(self.to);
        let lines = self.from.into_iter();
        let lines = lines
            .filter(|line| !line.starts_with("info depth"))
            .collect();
        let ended = self.session.join().expect("no panic");
        assert!(ended.is_ok());
        lines
    }
}

/// Everything that a session says to a whole script.
fn script(lines: &str) -> Vec<String> {
    let client = Client::new();
    client.say(lines);
    client.end()
}

const REFUSED: &str = "is refused while an unlimited search runs; stop it first";

#[test]
fn an_unlimited_search_answers_five_commands_and_refuses_the_others() {
    let client = Client::new();
    client.say("go infinite\nisready\nquery p1turn\nplay a1b3\nfoo\nstop");
    client.expect("readyok");
    client.expect("response true");
    assert_eq!(client.hear(), format!("info string error: play {REFUSED}"));
    client.expect("info string error: column 1: unknown command \"foo\"");
    client.expect("bestmove ");
    client.say("play a1b3\nquery p1turn");
    client.expect("response false");
    assert!(client.end().is_empty());
}

#[test]
fn while_a_limited_search_runs_commands_wait_in_order() {
    let client = Client::new();
    client.say("go movetime 600000\nquery p1turn");
    client.expect("response true");
    client.say("play a1b3\nquery p1turn\nfoo\ngo depth 1\nisready");
    client.expect("readyok");
    client.say("stop");
    client.expect("bestmove ");
    client.expect("response false");
    client.expect("info string error: column 1: unknown");
    client.expect("bestmove ");
    assert!(client.end().is_empty());
}

#[test]
fn what_comes_up_during_an_unlimited_search_is_refused_whenever_it_came() {
    let lines = script("go movetime 50\ngo infinite\nplay a1b3\nquery p1turn");
    assert_eq!(lines.len(), 4, "{lines:?}");
    assert!(lines[0].starts_with("bestmove "));
    assert!(lines[1].ends_with(REFUSED));
    assert_eq!(lines[2], "response true");
    assert!(lines[3].starts_with("bestmove "));
}

#[test]
fn quit_ends_the_search_with_its_turn_and_drops_what_waits() {
    let lines = script("go movetime 600000\nplay a1b3\nquery fen\nquit\nisready");
    assert_eq!(lines.len(), 1, "{lines:?}");
    assert!(lines[0].starts_with("bestmove "));
    assert!(script("quit\nisready").is_empty());
}

#[test]
fn at_the_end_of_input_what_is_limited_ends_and_what_is_not_is_stopped() {
    let lines = script("go depth 3\nplay a1b3\nquery p1turn\ngo depth 3\ngo");
    let starts: Vec<&str> = lines
        .iter()
        .map(|line| line.split(' ').next().unwrap_or(""))
        .collect();
    assert_eq!(starts, ["bestmove", "response", "bestmove", "bestmove"]);
}

#[test]
fn stop_has_no_later_effect_and_ends_perft_with_an_error() {
    let client = Client::new();
    client.say("stop\nponderhit\nperft 12\nquery p1turn\nisready");
    client.expect("readyok");
    client.say("stop");
    assert_eq!(
        client.hear(),
        "info string error: perft was stopped before its end"
    );
    client.expect("response true");
    client.say("bench 90\nisready");
    client.expect("readyok");
    client.say("stop");
    assert_eq!(
        client.hear(),
        "info string error: bench was stopped before its end"
    );
    assert!(client.end().is_empty());
}

#[test]
fn an_early_end_is_kept_until_stop_or_ponderhit() {
    for (go, end) in [
        ("go infinite depth 1", "stop"),
        ("go ponder depth 1", "ponderhit"),
    ] {
        let client = Client::new();
        client.say(go);
        thread::sleep(Duration::from_millis(100));
        client.say("isready\nplay a1b3");
        client.expect("readyok");
        assert!(client.hear().ends_with(REFUSED));
        client.say(end);
        client.expect("bestmove ");
        assert!(client.end().is_empty());
    }
}

#[test]
fn a_ponder_search_without_a_limit_goes_on_until_stop() {
    let client = Client::new();
    client.say("go ponder\nponderhit\nplay a1b3\nisready");
    assert!(client.hear().ends_with(REFUSED));
    client.expect("readyok");
    client.say("stop");
    client.expect("bestmove ");
    assert!(client.end().is_empty());
}

#[test]
fn only_after_uci_and_with_ponder_on_is_an_answer_named() {
    let ponder = "setoption name ponder value true\n";
    for (script_of, words) in [("uci", 4), ("ugi", 2), ("", 2)] {
        let lines = script(&format!("{script_of}\n{ponder}go depth 5"));
        let best = lines.last().map_or(0, |line| line.split(' ').count());
        assert_eq!(best, words, "{lines:?}");
    }
    assert_eq!(
        script("uci\ngo depth 5")
            .last()
            .map(|line| line.split(' ').count()),
        Some(2)
    );
}

#[test]
fn a_finished_game_has_no_best_turn() {
    let over = "position fen aaaaa/5/5/5/5 g";
    let lines = script(&format!(
        "{over}\ngo infinite\ngo depth 3\nplay a1b3\nquery result"
    ));
    assert_eq!(
        lines,
        [
            "bestmove (none)",
            "bestmove (none)",
            "info string error: turn 1 (a1b3): the game is over (elimination)",
            "response p2win"
        ]
    );
}

#[test]
fn nothing_is_done_by_halves() {
    let lines = script(
        "play a1b3\nposition startpos moves a1b3 a5c4 a1b3\nplay a5c4 a5c4\nundo 2\nquery game\n\
         undo\nquery game\nposition rotated\nquery game",
    );
    assert_eq!(
        lines,
        [
            "info string error: turn 3 (a1b3): no piece stands on a1",
            "info string error: turn 2 (a5c4): no piece stands on a5",
            "info string error: undo 2: turns played since the given position: 1",
            "response startpos moves a1b3",
            "response startpos",
            "response rotated",
        ]
    );
}

#[test]
fn options_end_a_game_only_when_they_change_it() {
    let played = |option: &str| {
        let set = format!("setoption name {option}");
        script(&format!("play a1b3\n{set}\nquery game"))
    };
    for keeps in [
        "UCI_Variant value jarmo",
        "remotecamps value d3 b3",
        "BoardFile",
        "hash value 1",
        "clear  HASH",
        "RepetitionLimit value 5",
    ] {
        assert_eq!(played(keeps), ["response startpos moves a1b3"], "{keeps}");
    }
    for ends in [
        "UCI_Variant value oca",
        "Heroes value true",
        "NoProgressLimit value 0",
    ] {
        assert_eq!(played(ends), ["response startpos"], "{ends}");
    }
    for (refused, error) in [
        (
            "RepetitionLimit value 1",
            "RepetitionLimit: 1 would end every game at once",
        ),
        (
            "Hash value 0",
            "Hash: expected a whole number from 1 to 65536, found \"0\"",
        ),
        (
            "BoardFile value /dev/null",
            "BoardFile: \"/dev/null\": not a regular file",
        ),
        ("Ponder", "Ponder: expected true or false, found no value"),
        (
            "RemoteCamps",
            "RemoteCamps: expected two points such as b3d3, found no value",
        ),
        (
            "RemoteCamps value ",
            "RemoteCamps: expected two points such as b3d3, found no value",
        ),
    ] {
        let kept = "response startpos moves a1b3".to_owned();
        assert_eq!(
            played(refused),
            [format!("info string error: option {error}"), kept]
        );
    }
    let lines = script(
        "setoption name Heroes value true\nsetoption name UCI_Variant value jasyr\n\
         setoption name Challenges value true\nsetoption name UCI_Variant value jarmo\nquery fen",
    );
    assert_eq!(
        lines,
        [
            "info string error: option Challenges: only jarmo has it, not jasyr",
            "response aaaaa/5/5/5/AAAAA g - - - 0 1"
        ]
    );
}

#[test]
fn the_queue_is_bounded() {
    let client = Client::new();
    client.say("go movetime 600000");
    client.say(&"play a1b3\n".repeat(10_001));
    client.expect("info string error: too many commands wait already");
    client.say("quit");
    assert_eq!(client.end().len(), 1);
}

#[test]
fn a_script_may_be_longer_than_the_queue_while_nothing_runs() {
    let lines = script(&"play a1b3\nundo\n".repeat(15_000));
    assert!(lines.is_empty(), "{:?}", lines.first());
}

#[test]
fn a_closed_output_ends_the_session_quietly() {
    let Client { to, from, session } = Client::new();
    drop(from);
    to.send(b"go infinite\nisready\n".to_vec())
        .expect("the session listens");
    assert!(session.join().expect("no panic").is_ok());
}

#[test]
fn a_search_that_cannot_be_heard_ends_the_session() {
    let Client { to, from, session } = Client::new();
    to.send(b"go infinite\n".to_vec())
        .expect("the session listens");
    drop(from);
    // Nothing more comes from the client, which has not gone.
    assert!(session.join().expect("no panic").is_ok());
    drop(to);
}

#[test]
fn a_search_that_was_lost_is_made_anew_with_the_hash_that_is_set() {
    let shared = quiet();
    shared.with(|session| {
        session.search = None;
        assert!(session.set_option("Hash", Some("2")).is_ok());
        assert!(session.search.is_some());
    });
}

#[test]
fn ten_thousand_turns_are_set_at_once() {
    let cycle = " b3b2 c4d4 b2c2 d4d3 c2a1 d3b4 a1b3 b4c4".repeat(1_250);
    let limits = ["NoProgressLimit", "RepetitionLimit"]
        .map(|name| format!("setoption name {name} value 0\n"))
        .concat();
    let lines = script(&format!(
        "{limits}position startpos moves a1b3 a5c4{cycle}\nquery gameover"
    ));
    assert_eq!(lines, ["response false"]);
}

/// What a session says when all these lines come before it has done anything, without `info`.
fn at_once(lines: &[&str]) -> Vec<String> {
    let shared = quiet();
    shared.with(|session| {
        for line in lines {
            assert!(session.line(Ok((*line).to_owned())).is_ok());
        }
    });
    shared.rest();
    let output = shared.with(|session| String::from_utf8_lossy(&session.output).into_owned());
    let lines = output
        .lines()
        .filter(|line| !line.starts_with("info depth"));
    lines.map(str::to_owned).collect()
}

#[test]
fn stop_and_ponderhit_mean_the_commands_before_them() {
    let lines = at_once(&["debug off", "go infinite", "play a1b3", "stop"]);
    assert_eq!(lines.len(), 2, "{lines:?}");
    assert!(lines[0].ends_with(REFUSED) && lines[1].starts_with("bestmove "));
    let lines = at_once(&["debug off", "go ponder depth 2", "play a1b3", "ponderhit"]);
    assert_eq!(lines.len(), 2, "{lines:?}");
    assert!(lines[0].ends_with(REFUSED) && lines[1].starts_with("bestmove "));
    let lines = at_once(&["debug off", "perft 40", "query p1turn", "stop"]);
    assert_eq!(lines[1], "response true");
    let lines = at_once(&["perft 40", "stop", "go infinite", "stop"]);
    assert_eq!(lines.len(), 2, "{lines:?}");
    assert!(lines[0].contains("perft was stopped") && lines[1].starts_with("bestmove "));
}
