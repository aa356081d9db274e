//! `jarmo match` through the real program: the referee, the tables, the records.

mod arena;

use std::fs;

use arena::{Place, faulty, json, run, survivors};
#[cfg(unix)]
use arena::{interrupt, jarmo, wait};
use serde_json::{Value, json};

/// A quick match of this engine against itself, the same each time.
const QUICK: [&str; 8] = [
    "--engine",
    "self",
    "--engine",
    "self",
    "--nodes",
    "60",
    "--random-plies",
    "4",
];

#[test]
fn every_fault_loses_its_game_and_is_named() {
    let place = Place::new("faults");
    let bad = faulty(
        &place,
        "good illegal late hang never flood die mute endless nonsense good",
    );
    let record = place.path("faults.games");
    let arguments = [
        "--engine",
        "self",
        "--engine",
        &bad,
        "--name",
        "fair",
        "--name",
        "foul",
        "--games",
        "12",
        "--nodes",
        "1:60",
        "--movetime",
        "2:300",
        "--start",
        "3000",
        "--record",
        &record,
    ];
    let done = run(&arguments);
    assert_eq!(done.code, 0, "{}", done.errors);
    let report = run(&["--replay", &record, "--json"]).json();
    let foul = &report["players"][1];
    let faults = json!({"illegal": 2, "late": 1, "hang": 1, "crash": 1, "flood": 2, "start": 2});
    assert_eq!(foul["faults"], faults, "{}", done.errors);
    assert_eq!(report["players"][0]["faults"], json!({}));
    assert_eq!(report["games"], 12);
    assert!(report["players"][0]["all"]["won"].as_u64() >= Some(9));
    for (game, fault) in [
        (2, "illegal"),
        (3, "late"),
        (4, "hang"),
        (5, "start"),
        (6, "flood"),
        (7, "crash"),
        (8, "start"),
        (9, "flood"),
        (10, "illegal"),
    ] {
        let told = format!("game {game}: foul lost by {fault}: ");
        assert!(done.errors.contains(&told), "{told}\n{}", done.errors);
    }
    assert!(
        !done.errors.contains('\u{1b}'),
        "what an engine says is escaped"
    );
    assert_eq!(run(&["--replay", &record]).output, done.output);
    assert_eq!(survivors(&place), Vec::<String>::new());
}

#[test]
fn an_engine_that_knows_only_uci_is_found_out() {
    let place = Place::new("uci");
    let bad = faulty(&place, "uci");
    let report = json(&[
        "--engine", "self", "--engine", &bad, "--nodes", "60", "--start", "3000",
    ]);
    assert_eq!(report["games"], 2);
    assert_eq!(report["players"][1]["faults"], json!({}));
}

#[test]
fn an_engine_that_begins_with_other_rules_is_told_the_usual_ones() {
    let jarmo = env!("CARGO_BIN_EXE_jarmo");
    let other = format!("{jarmo} --variant jasyr --option NoProgressLimit=4");
    let report = json(&["--engine", "self", "--engine", &other, "--nodes", "60"]);
    assert_eq!(report["players"][1]["faults"], json!({}));
    assert_eq!(report["rules"], json!(["jarmo"]));
}

#[test]
fn clocks_are_kept() {
    let arguments = "--engine self --engine self --time 0.5+0.01 --grace 5000 --random-plies 4";
    let report = json(&arguments.split(' ').collect::<Vec<_>>());
    assert_eq!(report["games"], 2);
    for player in report["players"].as_array().expect("players") {
        assert_eq!(player["faults"], json!({}));
    }
}

#[test]
fn shards_add_up_to_the_whole_match() {
    let place = Place::new("shards");
    let with = &|more: &[&str]| run(&[&QUICK[..], &["--games", "20"], more].concat());
    let files = ["whole", "1", "2"].map(|name| place.path(name));
    let whole = with(&["--concurrency", "2", "--record", &files[0]]);
    // Two jobs at once, as on two machines.
    std::thread::scope(|jobs| {
        for (shard, file) in ["1/2", "2/2"].into_iter().zip(&files[1..]) {
            jobs.spawn(move || assert_eq!(with(&["--shard", shard, "--record", file]).code, 0));
        }
    });
    let merged = run(&["--merge", &files[2], &files[1]]);
    assert_eq!(merged.output, whole.output);
    assert!(whole.output.starts_with("20 games of jarmo\n"));
    // Records may also be joined by hand.
    let joined: Vec<u8> = files[1..]
        .iter()
        .flat_map(|file| fs::read(file).expect("a record"))
        .collect();
    fs::write(place.path("joined"), joined).expect("a file");
    assert_eq!(
        run(&["--replay", &place.path("joined")]).output,
        whole.output
    );
    let twice = run(&["--merge", &files[0], &files[1]]);
    assert_eq!((twice.code, twice.output.as_str()), (2, ""));
    assert!(twice.errors.contains("is in"), "{}", twice.errors);
}

#[test]
#[cfg(unix)]
fn an_interrupted_match_goes_on_as_if_nothing_had_happened() {
    let place = Place::new("resume");
    let match_of = |file: &str| {
        let mut arguments = QUICK.to_vec();
        arguments.extend("--nodes 1:4000 --games 40 --concurrency 2".split(' '));
        arguments.extend(["--record", file]);
        arguments.into_iter().map(str::to_owned).collect::<Vec<_>>()
    };
    let (straight, broken) = (place.path("straight"), place.path("broken"));
    let whole = run(&match_of(&straight));
    let mut child = jarmo(&match_of(&broken)).spawn().expect("the program");
    let has_games =
        || fs::read_to_string(&broken).is_ok_and(|text| text.matches("\nend ").count() >= 3);
    wait("the first games", has_games);
    interrupt(&child);
    assert_eq!(child.wait().expect("an end").code(), Some(130));
    let resumed = run(&[match_of(&broken), vec!["--resume".to_owned()]].concat());
    assert_eq!(resumed.code, 0, "{}", resumed.errors);
    assert_eq!(resumed.output, whole.output);
    // Cut off in the middle of a game, as by a power failure.
    let text = fs::read(&broken).expect("a record");
    fs::write(&broken, &text[..text.len() * 2 / 3]).expect("a file");
    let resumed = run(&[match_of(&broken), vec!["--resume".to_owned()]].concat());
    assert_eq!(resumed.output, whole.output);
    assert!(
        resumed.errors.contains("played again"),
        "{}",
        resumed.errors
    );
    // A record of another match is left alone.
    let before = fs::read(&straight).expect("a record");
    let other = [
        match_of(&straight),
        ["--resume", "--seed", "9"].map(str::to_owned).to_vec(),
    ]
    .concat();
    let refused = run(&other);
    assert_eq!(refused.code, 2);
    assert!(
        refused.errors.contains("another match"),
        "{}",
        refused.errors
    );
    assert_eq!(run(&match_of(&straight)).code, 2, "without --resume");
    assert_eq!(fs::read(&straight).expect("a record"), before);
}

#[test]
#[cfg(unix)]
fn a_record_that_another_match_writes_is_left_alone() {
    let place = Place::new("locked");
    let record = place.path("games");
    let arguments = [&QUICK[..], &["--games", "4", "--record", &record]].concat();
    assert_eq!(run(&arguments).code, 0);
    let before = fs::read(&record).expect("a record");
    let other = fs::File::open(&record).expect("a record");
    other.lock().expect("a lock");
    let resume = [&arguments[..], &["--resume"]].concat();
    let refused = run(&resume);
    assert_eq!(refused.code, 2);
    let told = "another match writes this file";
    assert!(refused.errors.contains(told), "{}", refused.errors);
    assert_eq!(fs::read(&record).expect("a record"), before);
    other.unlock().expect("no lock");
    assert_eq!(run(&resume).code, 0);
    assert_eq!(run(&["--replay", &record]).code, 0);
}

#[test]
fn damaged_records_are_refused_with_one_error() {
    let place = Place::new("damaged");
    let (good, bad) = (place.path("good"), place.path("bad"));
    assert_eq!(
        run(&[&QUICK[..], &["--games", "2", "--record", &good]].concat()).code,
        0
    );
    let text = fs::read_to_string(&good).expect("a record");
    let check = |bytes: &[u8], code: i32| {
        fs::write(&bad, bytes).expect("a file");
        for mode in ["--replay", "--merge"] {
            let done = run(&[mode, &bad]);
            let shown = String::from_utf8_lossy(bytes);
            assert_eq!(done.code, code, "{shown}\n{}", done.errors);
            assert_eq!(done.output, "");
            assert_eq!(done.errors.lines().count(), 1, "{}", done.errors);
            assert!(
                done.errors.starts_with(&format!("error: {bad}")),
                "{}",
                done.errors
            );
        }
        assert_eq!(fs::read(&bad).expect("a file"), bytes);
    };
    // Anywhere within the last game, but at its very end.
    let last = text.rfind("\ngame ").expect("a game") + 2;
    for length in (last..text.len() - 10).step_by(23) {
        check(&text.as_bytes()[..length], 2);
    }
    check(b"", 2);
    check(b"no record\n", 2);
    check(&[0, 159, 146, 150], 2);
    check(&[text.as_bytes(), &[255, 0]].concat(), 2);
    for (from, to) in [
        ("rules jarmo", "rules chess"),
        ("turns ", "turns z9 "),
        ("score ", "points "),
        ("start startpos", "start here"),
    ] {
        check(text.replacen(from, to, 1).as_bytes(), 2);
    }
    for (from, to) in [
        ("green 1 jarmo-1", "green 1 jarmo-3"),
        ("score ", "score 1"),
        ("times ", "times 1"),
        ("opening 4", "opening 3"),
    ] {
        check(text.replacen(from, to, 1).as_bytes(), 1);
    }
}

#[test]
fn a_false_record_is_found_out_by_its_turns() {
    let place = Place::new("false");
    let good = place.path("good");
    assert_eq!(
        run(&[&QUICK[..], &["--games", "2", "--record", &good]].concat()).code,
        0
    );
    // Without the sums, as another program may write it.
    let lines = fs::read_to_string(&good).expect("a record");
    let text: String = lines
        .lines()
        .map(|line| {
            if line.starts_with("end ") {
                "end\n".to_owned()
            } else {
                format!("{line}\n")
            }
        })
        .collect();
    let replayed = |text: String| {
        fs::write(place.path("bad"), text).expect("a file");
        let done = run(&["--replay", &place.path("bad")]);
        (done.code, done.errors)
    };
    assert_eq!(replayed(text.clone()).0, 0);
    let result = text.lines().find(|line| line.starts_with("result "));
    let result = result.expect("how a game ended");
    let another_result = if result == "result p2win" {
        "result p1win"
    } else {
        "result p2win"
    };
    let reason = text.lines().find(|line| line.starts_with("reason "));
    let reason = reason.expect("why a game ended");
    let another = if reason == "reason idle" {
        "reason camp"
    } else {
        "reason idle"
    };
    for (from, to) in [
        (result, another_result),
        (reason, another),
        (reason, "reason crash\nfault it died"),
        ("score ", "score 1"),
        ("limits 100 5", "limits 1 5"),
        ("start startpos", "start rotated"),
    ] {
        let (code, errors) = replayed(text.replacen(from, to, 1));
        assert_eq!(code, 1, "{from} to {to}: {errors}");
        assert!(errors.contains("game "), "{errors}");
    }
}

#[test]
fn who_can_have_lost_by_a_fault() {
    let place = Place::new("owed");
    let replayed = |blue: &str, result: &str, reason: &str, score: &str| {
        let text = format!(
            "record 1\n\ngame 1\nmatch 00000001\ngreen 1 a\nblue {blue}\nrules jarmo\nlimits 100 5\n\
             board\nstart startpos\nopening 0\nturns a1b3\nresult {result}\nreason {reason}\n\
             fault no answer\nscore {score}\ntimes 0 0\nend\n"
        );
        fs::write(place.path("record"), text).expect("a file");
        run(&["--replay", &place.path("record")]).code
    };
    // Blue is to move behind one turn of Green: it owes the answer.
    for reason in ["illegal", "late", "hang"] {
        assert_eq!(replayed("2 b", "p1win", reason, "5 0"), 0, "{reason}");
        assert_eq!(replayed("2 b", "p2win", reason, "0 5"), 1, "{reason}");
    }
    assert_eq!(replayed("2 b", "p2win", "crash", "0 5"), 0);
    assert_eq!(replayed("2 b", "p1win", "hang", "5 1"), 1, "the score");
    for blue in ["1 b", "2 a"] {
        assert_eq!(replayed(blue, "p1win", "hang", "5 0"), 2, "{blue}");
    }
}

#[test]
fn a_record_whose_sum_does_not_match_tells_both_sums() {
    let place = Place::new("sums");
    let file = place.path("record");
    let played = run(&[&QUICK[..], &["--games", "2", "--record", &file]].concat());
    assert_eq!(played.code, 0);
    let text = fs::read_to_string(&file).expect("a record");
    let sum = text.lines().find_map(|line| line.strip_prefix("end "));
    let sum = sum.expect("a sum");
    let wrong = text.replacen(&format!("end {sum}"), "end 00000000", 1);
    fs::write(&file, wrong).expect("a file");
    let done = run(&["--replay", &file]);
    let told = format!("its line `end` has the sum 00000000, but that of its lines is {sum}");
    assert_eq!(done.code, 1);
    assert!(done.errors.contains(&told), "{}", done.errors);
}

#[test]
fn the_first_of_two_engines_moves_first_throughout_a_rulebook_match() {
    let report = json(
        &[
            &QUICK[..6],
            &[
                "--schedule",
                "rulebook",
                "--games",
                "6",
                "--variant",
                "jasyr",
            ],
        ]
        .concat(),
    );
    assert_eq!(report["rules"], json!(["jasyr"]));
    let first = &report["players"][0];
    assert_eq!(
        (&first["first"]["games"], &first["second"]["games"]),
        (&json!(6), &json!(0))
    );
    assert_eq!(
        (&first["green"]["games"], &first["blue"]["games"]),
        (&json!(3), &json!(3))
    );
}

#[test]
fn all_play_against_all() {
    let place = Place::new("robin");
    let third = [
        "--engine",
        "self",
        "--games",
        "4",
        "--name",
        "a",
        "--name",
        "b",
        "--record",
        &place.path("r"),
    ];
    let done = run(&[&QUICK[..], &third].concat());
    assert_eq!(done.code, 0, "{}", done.errors);
    let report = run(&["--replay", &place.path("r"), "--json"]).json();
    let names: Vec<&Value> = report["players"]
        .as_array()
        .expect("players")
        .iter()
        .map(|player| &player["name"])
        .collect();
    assert_eq!(names, ["a", "b", "jarmo-3"]);
    assert_eq!(report["games"], 12);
    assert_eq!(report["pairings"].as_array().map(Vec::len), Some(3));
    for player in report["players"].as_array().expect("players") {
        assert_eq!(player["all"]["games"], 8);
        assert_eq!(player["green"]["games"], 4);
        assert_eq!(player["first"]["games"], 4);
    }
}

#[test]
fn a_match_may_be_of_any_rules_on_any_board() {
    let place = Place::new("rules");
    let board = concat!(env!("CARGO_MANIFEST_DIR"), "/fixtures/boards/grid.board");
    let openings = place.path("openings");
    fs::write(
        &openings,
        "aaaaa/5/5/5/AAAAA g # plain\naaaaa/5/5/5/AAAAA b\n",
    )
    .expect("a file");
    let cases: [&[&str]; 4] = [
        &["--variant", "legendary", "--random-plies", "3"],
        &[
            "--heroes",
            "--challenges",
            "--option",
            "RemoteCamps=a3e3",
            "--random-plies",
            "3",
        ],
        &[
            "--board",
            board,
            "--variant",
            "brainking",
            "--openings",
            &openings,
        ],
        &["--option", "NoProgressLimit=6", "--openings", &openings],
    ];
    for (case, number) in cases.iter().zip(1..) {
        let record = place.path(&format!("{number}"));
        let done = run(&[&QUICK[..6], case, &["--games", "4", "--record", &record]].concat());
        assert_eq!(done.code, 0, "{case:?}: {}", done.errors);
        assert!(
            done.output.contains("Lost by a fault: none"),
            "{case:?}: {}",
            done.errors
        );
        let replayed = run(&["--replay", &record]);
        assert_eq!(
            replayed.output, done.output,
            "{case:?}: {}",
            replayed.errors
        );
    }
}

#[test]
fn a_decided_test_ends_the_match() {
    let place = Place::new("sprt");
    let weak = faulty(&place, "good");
    let arguments = [
        "--engine",
        "self",
        "--engine",
        &weak,
        "--nodes",
        "1000",
        "--games",
        "400",
        "--random-plies",
        "4",
        "--sprt",
        "0,600",
    ];
    let report = json(&arguments);
    assert_eq!(report["finish"], "elo1");
    assert_eq!(report["pairings"][0]["sprt"]["verdict"], "elo1 accepted");
    assert!(report["games"].as_u64() < Some(100));
}

#[test]
fn what_cannot_be_played_is_refused_with_the_way_out() {
    let place = Place::new("usage");
    let record = place.path("never");
    let two = ["--engine", "self", "--engine", "self"];
    let cases: [(&[&str], &str); 14] = [
        (&[], "--engine"),
        (&["--engine", "self"], "two engines"),
        (
            &["--engine", "self", "--engine", "/no/such/program"],
            "--engine takes a program",
        ),
        (&["--engine", "self", "--engine", "'"], "quote"),
        (&[&two[..], &["--games", "3"]].concat(), "even"),
        (
            &[&two[..], &["--option", "3:Hash=1"]].concat(),
            "there is no engine 3",
        ),
        (
            &[&two[..], &["--option", "NoSuch=1"]].concat(),
            "no option NoSuch",
        ),
        (
            &[&two[..], &["--option", "Hash=0"]].concat(),
            "refuses an option",
        ),
        (
            &[&two[..], &["--option", "1:Heroes=true"]].concat(),
            "the same for all engines",
        ),
        (&[&two[..], &["--shard", "3/2"]].concat(), "1/8"),
        (&[&two[..], &["--time", "soon"]].concat(), "10+0.1"),
        (
            &[&two[..], &["--name", "a", "--name", "a"]].concat(),
            "--name",
        ),
        (
            &[&two[..], &["--openings", "/no/such/file"]].concat(),
            "/no/such/file",
        ),
        (&[&two[..], &["--resume"]].concat(), "--record"),
    ];
    for (arguments, told) in cases {
        let with_record = [arguments, &["--record", &record]].concat();
        let arguments = if arguments.contains(&"--resume") {
            arguments
        } else {
            &with_record
        };
        let done = run(arguments);
        assert_eq!((done.code, done.output.as_str()), (2, ""), "{arguments:?}");
        assert!(done.errors.contains(told), "{arguments:?}: {}", done.errors);
        assert!(!fs::exists(&record).unwrap_or(true), "{arguments:?}");
    }
}
