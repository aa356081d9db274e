//! The checker as a program: a subset of the engine's protocol on standard input and output.

#[path = "mod.rs"]
mod checker;
mod session;

use std::io::{self, BufRead, Write};

fn main() -> io::Result<()> {
    let mut session = session::Session::new();
    let mut output = io::stdout().lock();
    for line in io::stdin().lock().split(b'\n') {
        let line = line?;
        let Some(reply) = session.answer(&String::from_utf8_lossy(&line)) else {
            break;
        };
        for line in reply {
            if writeln!(output, "{line}").is_err() {
                return Ok(());
            }
        }
        if output.flush().is_err() {
            return Ok(());
        }
    }
    Ok(())
}
