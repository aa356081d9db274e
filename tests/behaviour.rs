//! What clients and systems do to the program that a transcript cannot say: closed pipes, time and
//! memory, files that are none, and replies that are looked at word by word.

#[allow(dead_code)]
mod client;

use std::io::{BufRead, BufReader, Read, Write};
use std::process::Stdio;
use std::time::{Duration, Instant};

use client::{Client, LIMIT, program, wait};

/// Starts a script, reads so many lines, closes the pipe of the output, and says on until the program
/// has noticed. The exit code is 0, and nothing stands on stderr.
fn close_output_after(script: &str, lines: usize) {
    let mut child = program()
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut input = child.stdin.take().expect("stdin is a pipe");
    let output = child.stdout.take().expect("stdout is a pipe");
    let written = input.write_all(script.as_bytes());
    assert!(written.is_ok(), "the program reads its first lines");
    for line in BufReader::new(output).lines().take(lines) {
        assert!(line.is_ok(), "the output is text");
    }
    let mut stderr = child.stderr.take().expect("stderr is a pipe");
    let start = Instant::now();
    // Only a program that writes can notice.
    while input.write_all(b"isready\n").is_ok() && start.elapsed() < LIMIT {
        std::thread::sleep(Duration::from_millis(1));
    }
    let status = wait(&mut child, LIMIT);
    let mut errors = String::new();
    stderr.read_to_string(&mut errors).expect("stderr is text");
    assert_eq!(status.code(), Some(0), "{script:?} after {lines}: {errors}");
    assert_eq!(errors, "", "{script:?} after {lines}");
}

#[test]
fn a_closed_output_is_a_quiet_end_at_any_moment() {
    // Each with the number of lines that it surely prints.
    let scripts = [
        ("isready\n", 1),
        ("uci\nugi\nhelp\nshow\n", 40),
        ("go infinite\n", 3),
        ("go ponder\n", 3),
        ("go depth 60\nquery fen\ngo depth 60\n", 3),
        ("go movetime 60000\n", 3),
        ("perft 2\nperft 40\n", 12),
        ("bench 90\n", 0),
        ("position fen 5/5/3a1/3A1/A4 g - aaaa\ngo infinite\n", 1),
        ("joho\njoho\n", 2),
    ];
    for (script, most) in scripts {
        for lines in [0, 1, 2, 3, 12, 40] {
            if lines <= most {
                close_output_after(script, lines);
            }
        }
    }
}

#[test]
fn an_input_that_ends_in_the_middle_of_a_line() {
    for (input, reply) in [("isready", "readyok"), ("query p1turn\r", "response true")] {
        let mut client = Client::start();
        client.send_bytes(input.as_bytes());
        let end = client.end();
        assert_eq!((end.lines, end.stderr.as_str()), (vec![reply.into()], ""));
        assert_eq!(end.status.code(), Some(0));
    }
}

#[test]
fn a_line_that_is_too_long_is_one_error_and_the_next_one_works() {
    let mut client = Client::start();
    for length in [(4 << 20) + 1, 64 << 20] {
        client.send_bytes(&vec![b'a'; length]);
        client.send("\nisready");
        let mut replies = [client.line(), client.line()];
        // `isready` never waits, so it may overtake the error.
        replies.sort_unstable();
        assert!(replies[0].starts_with("info string error: a line of more than"));
        assert_eq!(replies[1], "readyok");
    }
    client.send_bytes(&vec![b'a'; 4 << 20]);
    client.send("");
    assert!(client.line().contains("unknown command"));
    assert!(client.end().lines.is_empty());
}

#[test]
fn a_hundred_isready_during_a_search_are_cheap() {
    let mut client = Client::start();
    client.send("go infinite");
    client.until("info depth 3");
    let start = Instant::now();
    client.send("isready\n".repeat(100).trim_end());
    for _ in 0..100 {
        assert_eq!(client.reply(), "readyok");
    }
    let taken = start.elapsed();
    println!("100 isready during a search: {taken:?}");
    assert!(taken < Duration::from_secs(10), "{taken:?}");
    client.send("stop");
    client.until("bestmove ");
    client.sync();
}

#[test]
fn ten_thousand_turns_in_one_line_are_measured() {
    let cycle = " b3b2 c4d4 b2c2 d4d3 c2a1 d3b4 a1b3 b4c4".repeat(1_250);
    let mut client = Client::start();
    for limit in ["NoProgressLimit", "RepetitionLimit"] {
        client.send(&format!("setoption name {limit} value 0"));
    }
    client.sync();
    let start = Instant::now();
    client.send(&format!(
        "position startpos moves a1b3 a5c4{cycle}\nquery gameover"
    ));
    assert_eq!(client.line(), "response false");
    println!("10002 turns in one line: {:?}", start.elapsed());
    let start = Instant::now();
    client.send("go nodes 1");
    client.until("bestmove ");
    println!("a search behind them: {:?}", start.elapsed());
    client.sync();
}

#[test]
fn a_principal_variation_is_legal_and_numbers_are_whole() {
    let positions = [
        ("jarmo", "startpos"),
        ("jarmo", "fen 2gAa/5/5/1G1A1/4a b a AAa - 0 10"),
        ("jarmo", "fen 5/A4/aA1G1/5/5 g - aaaa"),
        ("legendary", "fen 1aGa1/1Aa2/5/4A/1Aa2 b a A - 1 8"),
        ("jasyr", "rotated"),
        ("oca", "fen aG1a1/2a2/2A2/4A/g1A1A b - a - 2 4"),
        ("jasir", "fen 1G3/2aa1/2GGa/5/5 b a - - 0 12"),
        ("brainking", "fen 5/1G3/2a2/2g2/1ga2 b - AAAAa - 11 24"),
    ];
    let mut client = Client::start();
    client.send("setoption name MultiPV value 3");
    for (rules, position) in positions {
        client.send(&format!(
            "setoption name UCI_Variant value {rules}\nposition {position}\ngo nodes 20000"
        ));
        let lines = client.until("bestmove ");
        let (best, infos) = lines.split_last().expect("a bestmove");
        assert!(infos.iter().any(|line| line.contains(" score ")));
        for info in infos {
            let turns = check_info(info);
            client.send(&format!("play {turns}\nundo {}", turns.split(' ').count()));
        }
        client.send(&format!("query islegal {}", &best["bestmove ".len()..]));
        assert_eq!(client.reply(), "response true", "{position}: {best}");
        client.sync();
    }
}

/// Checks the words of an `info` line, and gives its line of turns.
fn check_info(info: &str) -> &str {
    let (fields, turns) = info.split_once(" pv ").expect("a line of turns");
    let mut words = fields.split(' ').skip(1);
    while let Some(name) = words.next() {
        match name {
            "score" => assert!(matches!(words.next(), Some("cp" | "mate")), "{info}"),
            "lowerbound" | "upperbound" => continue,
            _ => {
                let known = "depth seldepth multipv nodes nps hashfull time";
                assert!(known.split(' ').any(|known| known == name), "{info}");
            }
        }
        let number = words.next().map(str::parse::<i64>);
        assert!(matches!(number, Some(Ok(_))), "{name} in {info}");
    }
    turns
}

#[test]
fn a_hash_that_cannot_be_had_leaves_the_old_one() {
    if !cfg!(unix) {
        return;
    }
    let mut command = std::process::Command::new("sh");
    let script = "ulimit -v 600000; exec \"$0\"";
    command.args(["-c", script, env!("CARGO_BIN_EXE_jarmo")]);
    let mut client = Client::spawn(&mut command);
    client.send("play a1b3");
    for size in [2_000, 65_536, 4_000] {
        client.send(&format!("setoption name Hash value {size}"));
        let error = client.line();
        assert!(
            error.starts_with("info string error: option Hash: "),
            "{error}"
        );
        client.send("go nodes 500");
        client.until("bestmove ");
        client.send("query game");
        assert_eq!(client.line(), "response startpos moves a1b3");
    }
    client.send("setoption name Hash value 32");
    client.sync();
    assert_eq!(client.end().status.code(), Some(0));
}

/// BoardFile names what is no board file: one error line each, soon, and the session stays.
#[test]
fn files_that_are_no_board_files_are_refused() {
    let directory = std::env::temp_dir().join(format!("jarmo-boards-{}", std::process::id()));
    std::fs::create_dir_all(&directory).expect("the temporary directory can be written");
    let path = |name: &str| directory.join(name).display().to_string();
    let huge = std::fs::File::create(path("huge")).expect("a file");
    huge.set_len(1 << 36).expect("a huge file without contents");
    std::fs::write(path("long"), "solid a1-b3\n".repeat(10_000)).expect("a file");
    std::fs::write(path("binary"), [0xff, 0xfe, 0, 1, 2]).expect("a file");
    std::fs::write(path("empty"), "").expect("a file");
    let mut files = ["huge", "long", "binary", "empty", "", "missing", "binary/x"]
        .map(path)
        .to_vec();
    if cfg!(unix) {
        let made = std::process::Command::new("mkfifo")
            .arg(path("pipe"))
            .status();
        assert!(made.is_ok_and(|status| status.success()), "mkfifo works");
        files.push(path("pipe"));
        files.extend(["/dev/zero", "/dev/stdin", "/dev/tty", "/", "."].map(str::to_owned));
        // These say that they are regular files, and never end, or wait for something to happen.
        files.extend(["/proc/kmsg", "/proc/self/mem", "/proc/kcore"].map(str::to_owned));
    }
    let mut client = Client::start();
    client.send("play a1b3");
    for file in files {
        client.send(&format!("setoption name BoardFile value {file}"));
        let error = client.line();
        assert!(
            error.starts_with("info string error: option BoardFile: "),
            "{file}: {error}"
        );
        client.send("query game");
        assert_eq!(client.line(), "response startpos moves a1b3", "{file}");
    }
    assert!(client.end().lines.is_empty());
    std::fs::remove_dir_all(directory).expect("the directory is removed");
}

#[test]
fn errors_about_a_file_show_at_most_the_offending_word() {
    let name = format!("jarmo-secret-{}", std::process::id());
    let path = std::env::temp_dir().join(name);
    let mut client = Client::start();
    for text in [
        "password hunter2 hunter3",
        "board one hunter2 hunter3",
        "solid a1-b3 password hunter2",
        "solid a1-b3 pass-word hunter2\nhunter3",
        "board x\nboard hunter2 hunter3\n",
        "passwordpasswordpasswordhunter2",
        "solid a1-passwordpasswordpasswordhunter2",
    ] {
        std::fs::write(&path, text).expect("a file");
        client.send(&format!(
            "setoption name BoardFile value {}",
            path.display()
        ));
        let error = client.line();
        assert!(error.starts_with("info string error: option BoardFile: "));
        let (_, reason) = error.split_once(": line ").expect("the place of the fault");
        let words = reason
            .split(' ')
            .filter(|word| text.contains(word.trim_matches('"')));
        let told = words.filter(|word| word.contains("hunter") || word.contains("pass"));
        assert!(told.count() <= 1, "{error}");
        assert!(!reason.contains("passwordpasswordpassword"), "{error}");
    }
    client.sync();
    std::fs::remove_file(path).expect("the file is removed");
}

#[cfg(target_os = "linux")]
#[test]
fn a_search_that_waits_for_stop_leaves_the_processor_alone() {
    let ticks = |id: u32| -> u64 {
        let text = std::fs::read_to_string(format!("/proc/{id}/stat")).expect("Linux tells it");
        let fields = text.rsplit(')').next().unwrap_or_default();
        let numbers = fields.split_ascii_whitespace().skip(11).take(2);
        numbers.filter_map(|word| word.parse::<u64>().ok()).sum()
    };
    for go in [
        "go infinite",
        "go",
        "go infinite depth 2",
        "go ponder depth 2",
    ] {
        let mut client = Client::start();
        client.send(&format!("position fen 5/5/3a1/3A1/A4 g - aaaa\n{go}"));
        client.until("info depth 1 ");
        std::thread::sleep(Duration::from_millis(200));
        let before = ticks(client.id());
        std::thread::sleep(Duration::from_millis(500));
        let used = ticks(client.id()) - before;
        assert!(used <= 5, "{go}: {used} hundredths of a second");
        client.send("stop");
        assert_eq!(client.reply(), "bestmove d2d3");
    }
}

#[test]
fn a_search_that_waited_begins_before_all_behind_it_is_answered() {
    let mut client = Client::start();
    let queries = "query lines\n".repeat(9_900);
    client.send(&format!("go movetime 300\ngo movetime 1\n{queries}isready"));
    client.until("readyok");
    client.until("bestmove ");
    let lines = client.until("bestmove ");
    let before = lines.iter().filter(|line| line.starts_with("response"));
    assert!(before.count() < 9_900, "the search waited for all answers");
    client.send("query p1turn");
    client.until("response true");
}

#[test]
fn what_never_waits_is_heard_while_what_waited_is_carried_out() {
    let shows = "show\n".repeat(9_900);
    let begin = || {
        let mut client = Client::start();
        client.send(&format!("go movetime 600000\n{shows}isready"));
        client.until("readyok");
        client.send("stop");
        client.until("bestmove ");
        client
    };
    let shown = |lines: &[String]| lines.iter().filter(|line| *line == "end show").count();
    for line in ["zz", "stop", "ponderhit"] {
        let mut client = begin();
        client.send(&format!("{line}\nisready"));
        assert!(shown(&client.until("readyok")) < 9_900, "{line}");
    }
    let mut client = begin();
    client.send("zz\nquit");
    assert!(shown(&client.end().lines) < 9_900);
}

#[cfg(target_os = "linux")]
#[test]
fn one_thread_reads_and_one_works_however_often() {
    let mut client = Client::start();
    for work in ["go depth 1", "go infinite\nstop", "perft 1", "bench 1"].repeat(5) {
        client.send(&format!("{work}\nisready\nposition startpos\nquery reason"));
        client.until("response ");
    }
    // And the one that waits for the end.
    assert_eq!(client::status(client.id(), "Threads"), 3);
    let cores = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    client.send("setoption name Threads value 2\ngo infinite");
    client.until("info depth 5 ");
    let helpers = cores.min(2) as u64 - 1;
    assert_eq!(client::status(client.id(), "Threads"), 3 + helpers);
    client.send("stop");
    client.until("bestmove ");
}

#[cfg(target_os = "linux")]
#[test]
fn a_smaller_hash_gives_memory_back() {
    let mut client = Client::start();
    let resident = |client: &mut Client, size: u32| {
        client.send(&format!("setoption name Hash value {size}\ngo nodes 1000"));
        client.until("bestmove ");
        client::status(client.id(), "VmRSS") / 1024
    };
    let small = resident(&mut client, 1);
    for _ in 0..3 {
        assert!(resident(&mut client, 256) >= small + 250);
        let again = resident(&mut client, 1);
        assert!(again <= small + 8, "{small} MB, then {again} MB");
    }
}

/// What a client reaches opens one kind of file, in one place: no network, no other program.
#[test]
fn the_protocol_reads_board_files_and_nothing_else() {
    let words = [
        "std::fs",
        "fs::",
        "File::",
        "std::net",
        "process::",
        "Command::new(",
        "std::env",
    ];
    let mut seen = 0;
    for directory in ["", "session", "protocol", "notation", "search", "state"] {
        let directory = std::path::Path::new(env!("CARGO_MANIFEST_DIR"))
            .join("src")
            .join(directory);
        for entry in std::fs::read_dir(directory).expect("the sources can be read") {
            let path = entry.expect("the sources can be read").path();
            let name = path
                .file_name()
                .and_then(|name| name.to_str())
                .unwrap_or_default();
            // The command line, the runner of fixtures and matches are out of a client's reach.
            let exempt = [
                "board_file.rs",
                "fault.rs",
                "main.rs",
                "cli.rs",
                "conform.rs",
                "pipe.rs",
                "arena.rs",
            ];
            if path.is_dir() || exempt.contains(&name) {
                continue;
            }
            let text = std::fs::read_to_string(&path).expect("the sources are text");
            let found = words.iter().find(|word| text.contains(**word));
            assert_eq!(found, None, "{}", path.display());
            seen += 1;
        }
    }
    assert!(seen > 30, "{seen} files");
}

/// Both ends of the program's pipes refuse to wait, as those that some clients hand over do.
#[cfg(unix)]
#[test]
fn pipes_that_do_not_wait_are_waited_for() {
    use std::os::fd::OwnedFd;
    use std::os::unix::net::UnixStream;

    let (mut input, theirs) = UnixStream::pair().expect("a pair of sockets");
    theirs.set_nonblocking(true).expect("a socket");
    let (output, their_output) = UnixStream::pair().expect("a pair of sockets");
    their_output.set_nonblocking(true).expect("a socket");
    let mut child = program()
        .stdin(Stdio::from(OwnedFd::from(theirs)))
        .stdout(Stdio::from(OwnedFd::from(their_output)))
        .spawn()
        .expect("the program starts");
    std::thread::sleep(Duration::from_millis(100));
    // More than a socket holds, so that the output has to wait too.
    let mut script = "help\n".repeat(2_000);
    script.push_str("quit\n");
    let writing = std::thread::spawn(move || input.write_all(script.as_bytes()).map(|()| input));
    std::thread::sleep(Duration::from_millis(300));
    let lines = BufReader::new(output).lines().map_while(Result::ok);
    let ends = lines.filter(|line| line == "end help").count();
    assert!(writing.join().is_ok_and(|written| written.is_ok()));
    assert_eq!(wait(&mut child, LIMIT).code(), Some(0));
    // `quit` drops what waits; nothing else is lost.
    assert!(ends >= 1_000, "{ends}");
}

/// A long game of plain moves, made without looking for repetitions.
fn long_walk(turns: usize) -> String {
    use jarmo::session::Options;
    use jarmo::state::{Game, Limits, Side};
    use rand::rngs::StdRng;
    use rand::{RngExt, SeedableRng};

    let options = Options {
        limits: Limits {
            no_progress: 0,
            repetition: 0,
        },
        ..Options::default()
    };
    let mut game = Game::new(options.settings(), Side::Green);
    let mut random = StdRng::seed_from_u64(1);
    let mut misses = 0;
    while game.turns().len() < turns {
        let idle = game.position().idle();
        let legal = game.legal_turns();
        let turn = legal[random.random_range(0..legal.len())];
        assert!(game.play(turn).is_ok());
        if game.position().idle() > idle && game.outcome().is_none() {
            misses = 0;
            continue;
        }
        misses += 1;
        // Where captures are all that is left, the way leads back.
        for _ in 0..1 + misses / 50 {
            game.undo();
        }
    }
    let words: Vec<String> = game.turns().iter().map(ToString::to_string).collect();
    words.join(" ")
}

#[test]
fn the_longest_games_are_set_searched_and_told() {
    let walk = long_walk(400_000);
    let mut client = Client::start();
    client.send("setoption name NoProgressLimit value 0");
    for limit in [100, 0] {
        client.send(&format!("setoption name RepetitionLimit value {limit}"));
        let start = Instant::now();
        client.send(&format!("position startpos moves {walk}"));
        client.send("query gameover");
        assert_eq!(client.line(), "response false");
        println!(
            "400000 turns, RepetitionLimit {limit}: {:?}",
            start.elapsed()
        );
        let start = Instant::now();
        client.send("go movetime 50");
        client.until("bestmove ");
        println!("a search of 50 ms behind them: {:?}", start.elapsed());
        client.send("query game");
        assert_eq!(client.line(), format!("response startpos moves {walk}"));
    }
}

#[test]
fn a_game_has_a_longest_length() {
    let mut client = Client::start();
    for limit in ["NoProgressLimit", "RepetitionLimit"] {
        client.send(&format!("setoption name {limit} value 0"));
    }
    let cycle = " b3b2 c4d4 b2c2 d4d3 c2a1 d3b4 a1b3 b4c4".repeat(50_000);
    client.send(&format!("position startpos moves a1b3 a5c4{cycle}"));
    client.send(&format!("play{cycle}"));
    client.send(&format!("play{cycle}"));
    let error = client.line();
    assert!(error.starts_with("info string error: "), "{error}");
    client.send("undo 800002\nquery game");
    assert_eq!(client.line(), "response startpos");
    client.sync();
}

#[test]
fn turns_of_searchmoves_that_are_skipped_are_told_in_few_lines() {
    let mut client = Client::start();
    client.send(&format!(
        "go depth 1 searchmoves a1b3{}",
        " a1a2".repeat(100_000)
    ));
    let lines = client.until("bestmove ");
    assert!(lines.len() < 30, "{} lines", lines.len());
    client.sync();
}

#[test]
fn each_stop_of_a_pipe_ends_its_own_search() {
    for go in ["go infinite", "go ponder", "go nodes 100000000"] {
        let mut client = Client::start();
        client.send(&vec![format!("{go}\nstop"); 100].join("\n"));
        for _ in 0..100 {
            let lines = client.until("bestmove ");
            assert!(
                lines.iter().all(|line| !line.contains("error")),
                "{lines:?}"
            );
        }
        client.sync();
    }
}

#[test]
fn what_only_looks_like_a_stop_stops_nothing() {
    let mut client = Client::start();
    client.send("go movetime 20000");
    client.until("info depth");
    for line in ["stop\u{a0}", "stop\r\r", "\u{b}stop"] {
        client.send(&format!("{line}\nisready"));
        let lines = client.until("readyok");
        assert!(lines.iter().all(|line| !line.starts_with("bestmove")));
        std::thread::sleep(Duration::from_millis(50));
    }
    client.send("isready");
    let lines = client.until("readyok");
    assert!(lines.iter().all(|line| !line.starts_with("bestmove")));
    client.send(" stop\t");
    client.until("bestmove ");
    // Wrong lines wait like commands, so their errors come now.
    for _ in 0..3 {
        client.until("info string error: ");
    }
    client.sync();
}
