//! Faults in the thread that works, injected into the real program: each is told in one error line, a
//! search is answered with a legal turn and a score, and the session goes on.

#[allow(dead_code)]
mod client;

use client::{Client, End, program};

/// The program with one fault for each work to come.
fn faulty(faults: &str) -> Client {
    Client::spawn(program().env("JARMO_FAULTS", faults))
}

const FAILED: &str = "info string error: the search failed: an injected fault";

/// Reads an error line and the answer behind it, which has a score and a legal turn.
fn expect_failure(client: &mut Client) {
    let lines = client.until("bestmove ");
    let [infos @ .., best] = lines.as_slice() else {
        panic!("no line")
    };
    let errors = infos.iter().filter(|line| line.contains("string error"));
    assert_eq!(errors.collect::<Vec<_>>(), [FAILED]);
    assert!(infos.iter().any(|line| line.contains(" score ")));
    client.send(&format!("query islegal {}", &best["bestmove ".len()..]));
    assert_eq!(client.line(), "response true", "{best}");
}

/// The session goes on: it searches and knows its game.
fn expect_health(mut client: Client, game: &str) {
    client.send("go depth 3");
    let lines = client.until("bestmove ");
    assert!(lines.iter().all(|line| !line.contains("error")));
    assert!(lines.iter().any(|line| line.starts_with("info depth 3 ")));
    client.send("query game");
    assert_eq!(client.line(), format!("response {game}"));
    client.send("setoption name Hash value 2");
    client.sync();
    let End { lines, status, .. } = client.end();
    assert!(lines.is_empty() && status.code() == Some(0));
}

#[test]
fn a_panic_at_any_moment_of_a_search_is_answered() {
    let mut client = faulty("begin report=1 report=2 report=5 end none begin end");
    client.send("position startpos moves a1b3");
    for _ in 0..4 {
        client.send("go depth 8");
        expect_failure(&mut client);
    }
    client.send("go movetime 50");
    expect_failure(&mut client);
    client.send("go depth 2");
    assert!(client.reply().starts_with("bestmove "));
    client.send("go depth 5 searchmoves a5c4");
    let lines = client.until("bestmove ");
    assert_eq!(lines[0], FAILED);
    assert_eq!(lines.last().map(String::as_str), Some("bestmove a5c4"));
    client.send("setoption name Hash value 4\ngo nodes 500");
    expect_failure(&mut client);
    expect_health(client, "startpos moves a1b3");
}

#[test]
fn a_panic_beside_other_threads_is_answered() {
    let mut client = faulty("report=1 report=3");
    client.send("setoption name Threads value 3");
    for go in ["go movetime 50", "go depth 12"] {
        client.send(go);
        expect_failure(&mut client);
    }
    expect_health(client, "startpos");
}

#[test]
fn an_unlimited_search_that_panics_still_waits_for_stop() {
    // A search that is stopped at once gives one report, and perhaps no second.
    let mut client = faulty("report=1 begin stop");
    for (go, end) in [
        ("go infinite", "stop"),
        ("go ponder", "stop"),
        ("go infinite", "stop"),
    ] {
        client.send(go);
        if !go.contains("ponder") {
            client.send("isready\nplay a1b3");
        } else {
            client.send("isready\nplay a1b3\nponderhit");
        }
        let mut lines = vec![client.reply(), client.reply()];
        client.send(end);
        lines.extend(client.until("bestmove "));
        lines.retain(|line| !line.starts_with("info depth "));
        lines.sort_unstable();
        assert!(lines[0].starts_with("bestmove "), "{lines:?}");
        let rest = [
            "info string error: play is refused while an unlimited search runs; stop it first",
            FAILED,
            "readyok",
        ];
        assert_eq!(lines[1..], rest);
    }
    expect_health(client, "startpos");
}

#[test]
fn what_waits_behind_a_panic_is_carried_out() {
    let mut client = faulty("begin end begin");
    client.send("go depth 4\nplay a1b3\ngo depth 4\nperft 2\nquery game");
    expect_failure_lines(&client, 2);
    assert_eq!(
        client.line(),
        "info string error: perft failed: an injected fault"
    );
    assert_eq!(client.line(), "response startpos moves a1b3");
    expect_health(client, "startpos moves a1b3");
}

/// So many failed searches.
fn expect_failure_lines(client: &Client, searches: usize) {
    for _ in 0..searches {
        let lines = client.until("bestmove ");
        assert!(lines.iter().any(|line| line == FAILED), "{lines:?}");
    }
}

#[test]
fn perft_and_bench_that_panic_are_told() {
    let mut client = faulty("begin end stop begin end stop");
    for (command, name) in [("perft 2", "perft"), ("bench 1", "bench")] {
        for _ in 0..3 {
            client.send(&format!("{command}\nisready"));
            assert!(client.until("readyok").len() <= 2);
            client.send("stop\nquery p1turn");
            let mut lines = client.until("response true");
            lines.retain(|line| line.contains("error"));
            let told = format!("info string error: {name} failed: an injected fault");
            assert!(lines.is_empty() || lines == [told], "{lines:?}");
        }
    }
    expect_health(client, "startpos");
}

#[test]
fn without_a_thread_go_is_refused_and_the_next_one_works() {
    let mut client = faulty("thread thread");
    let told = "info string error: no thread can be started: an injected fault";
    client.send("go depth 3");
    assert_eq!(client.line(), told);
    client.send("perft 2");
    assert_eq!(client.line(), told);
    client.send("go infinite\nstop");
    client.until("bestmove ");
    expect_health(client, "startpos");
}

#[test]
fn a_fault_is_that_of_its_work_alone() {
    let mut client = faulty("report=4 none");
    for depth in [1, 4] {
        client.send(&format!("go depth {depth}"));
        let lines = client.until("bestmove ");
        assert!(
            lines.iter().all(|line| !line.contains("error")),
            "{lines:?}"
        );
    }
}

#[test]
fn after_a_panic_the_answer_is_the_turn_that_was_told() {
    let mut client = faulty("report=5");
    client.send("go depth 9");
    let lines = client.until("bestmove ");
    let told = lines.iter().rev().find_map(|line| line.split_once(" pv "));
    let told = told.and_then(|(_, line)| line.split(' ').next());
    let best = lines.last().and_then(|line| line.strip_prefix("bestmove "));
    assert!(lines.iter().any(|line| line == FAILED), "{lines:?}");
    assert_eq!(best, told, "{lines:?}");
}

#[test]
fn the_end_of_input_and_quit_end_a_search_that_panics() {
    for last in ["", "quit\n"] {
        let mut client = faulty("stop");
        client.send_bytes(format!("go infinite\n{last}").as_bytes());
        let End { lines, status, .. } = client.end();
        assert_eq!(status.code(), Some(0));
        assert_eq!(lines.first().map(String::as_str), Some(FAILED));
        assert!(
            lines
                .last()
                .is_some_and(|line| line.starts_with("bestmove "))
        );
        assert_eq!(lines.len(), 3, "{lines:?}");
    }
}
