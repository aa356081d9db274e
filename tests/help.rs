//! Help pages and shell completions.

use std::process::Command;

fn jarmo(arguments: &[&str]) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_jarmo"))
        .args(arguments)
        .output()
        .expect("the program runs");
    assert!(output.status.success(), "{arguments:?}");
    String::from_utf8(output.stdout).expect("text")
}

const COMMANDS: [&str; 7] = [
    "perft",
    "bench",
    "match",
    "play",
    "board",
    "conform",
    "completions",
];

#[test]
fn every_help_page_teaches_with_examples() {
    let overview = jarmo(&["--help"]);
    for command in COMMANDS {
        assert!(overview.contains(&format!("\n  {command} ")), "{command}");
        let page = jarmo(&[command, "--help"]);
        let example = format!("Examples:\n  jarmo {command}");
        assert!(page.contains(&example), "{page}");
    }
}

#[test]
fn completions_know_every_command() {
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let script = jarmo(&["completions", shell]);
        for word in COMMANDS.iter().chain(&["--variant", "--last-turn"]) {
            let bare = word.trim_start_matches('-');
            assert!(script.contains(bare), "{shell}: {word}");
        }
    }
}
