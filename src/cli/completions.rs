//! `jarmo completions`.

use std::io::{self, Write};

use clap::{Args, CommandFactory};
use clap_complete::{Shell, generate};

use super::Cli;

const EXAMPLES: &str = "\
Examples:
  jarmo completions bash > ~/.local/share/bash-completion/completions/jarmo
  jarmo completions zsh > ~/.zfunc/_jarmo            with fpath+=~/.zfunc before compinit
  jarmo completions fish > ~/.config/fish/completions/jarmo.fish
  jarmo completions powershell >> $PROFILE";

/// The arguments of `jarmo completions`.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct CompletionsArgs {
    /// The shell
    shell: Shell,
}

impl CompletionsArgs {
    /// Prints the script.
    pub fn print(&self, output: &mut impl Write) -> io::Result<()> {
        let mut script = Vec::new();
        generate(self.shell, &mut Cli::command(), "jarmo", &mut script);
        output.write_all(&script)?;
        output.flush()
    }
}
