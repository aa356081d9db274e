//! Random dialogues with the real program: every command gets exactly the reply lines that it owes.
//!
//! `JARMO_SOAK=<n>` makes one dialogue of n commands of it, and kills 200 programs at random moments.

#[path = "checker/mod.rs"]
#[allow(dead_code)]
mod checker;
#[allow(dead_code)]
#[path = "checker/session.rs"]
mod checker_session;
#[allow(dead_code)]
mod client;
#[path = "client/model.rs"]
mod model;

use std::time::{Duration, Instant};

use client::Client;
use model::{Dialogue, Segment};
use proptest::collection::vec;
use proptest::prelude::*;
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, max_shrink_iters: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn every_command_gets_the_lines_that_it_owes(
        segments in vec((any::<u8>(), vec(any::<(u8, u16)>(), 0..10)), 1..16)
    ) {
        let mut dialogue = Dialogue::new();
        for segment in &segments {
            dialogue.hold(segment);
        }
        dialogue.check();
        let end = dialogue.client.end();
        prop_assert_eq!(end.lines, Vec::<String>::new());
        prop_assert_eq!(end.status.code(), Some(0));
        prop_assert_eq!(end.stderr, "");
    }
}

/// How many commands to soak in.
fn commands(unasked: u64) -> u64 {
    let asked = std::env::var("JARMO_SOAK").ok();
    asked.and_then(|text| text.parse().ok()).unwrap_or(unasked)
}

#[test]
fn a_long_dialogue_loses_no_line_and_no_memory() {
    let wanted = commands(4_000);
    let mut random = StdRng::seed_from_u64(wanted);
    let mut dialogue = Dialogue::new();
    let start = Instant::now();
    let mut sizes = Vec::new();
    let mut next_look = wanted / 10;
    while dialogue.sent < wanted {
        let way = random.random();
        let length = random.random_range(0..20);
        let segment: Segment = (way, (0..length).map(|_| random.random()).collect());
        dialogue.hold(&segment);
        if dialogue.sent >= next_look {
            // Games do not grow for ever.
            dialogue.hold(&(1, vec![(6, 0)]));
            dialogue.check();
            sizes.push(size(&dialogue.client));
            next_look += wanted / 10;
        }
    }
    println!(
        "{} commands in {:?}, kilobytes: {sizes:?}",
        dialogue.sent,
        start.elapsed()
    );
    let end = dialogue.client.end();
    assert!(end.lines.is_empty() && end.status.code() == Some(0));
    assert_eq!(end.stderr, "");
    let (first, last) = (sizes.first().copied(), sizes.last().copied());
    assert!(last <= first.map(|size| size + 8 * 1024), "{sizes:?}");
}

#[cfg(target_os = "linux")]
fn size(client: &Client) -> u64 {
    client::status(client.id(), "VmRSS")
}

#[cfg(not(target_os = "linux"))]
fn size(_: &Client) -> u64 {
    0
}

#[test]
fn programs_that_are_killed_at_any_moment_are_gone() {
    let scripts = [
        "go infinite",
        "go depth 4\nposition rotated\ngo infinite",
        "perft 5",
        "bench",
        "setoption name Hash value 64\nuci",
        "",
    ];
    let mut random = StdRng::seed_from_u64(7);
    for number in 0..commands(20).min(200) as usize {
        let mut client = Client::start();
        client.send(scripts[number % scripts.len()]);
        std::thread::sleep(Duration::from_micros(random.random_range(0..40_000)));
        match number % 3 {
            // Dropping kills.
            0 => drop(client),
            1 => {
                client.send("quit");
                assert_eq!(client.finish().status.code(), Some(0));
            }
            _ => {
                client.send("stop");
                drop(client);
            }
        }
    }
}
