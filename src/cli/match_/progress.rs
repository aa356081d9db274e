//! What is seen of a running match: a bar on a terminal, plain lines elsewhere.

use std::io::{self, IsTerminal, Write};

use indicatif::{ProgressBar, ProgressStyle};
use jarmo::arena::{Elo, GameRecord, Statistics, result_word};

/// So many games have a line each where there is no terminal; of longer matches every hundredth part has.
const LINES: usize = 100;

/// A running match on stderr.
pub struct Progress {
    bar: Option<ProgressBar>,
    all: usize,
    step: u64,
}

impl Progress {
    /// A match of so many games, of which some were played before.
    pub fn new(all: usize, played: &Statistics) -> Self {
        let bar = io::stderr().is_terminal().then(|| {
            let style =
                ProgressStyle::with_template("{bar:30} {pos}/{len} games, {eta} left  {msg}");
            let bar = ProgressBar::new(all as u64).with_position(played.games());
            bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
            bar.set_message(standing(played));
            bar
        });
        Self {
            bar,
            all,
            step: all.div_ceil(LINES).max(1) as u64,
        }
    }

    /// A line for people.
    pub fn say(&self, line: &str) {
        match &self.bar {
            Some(bar) => bar.println(line),
            None => {
                // Whoever closed stderr does not want to read it.
                let _ = writeln!(io::stderr(), "{line}");
            }
        }
    }

    /// A game is over.
    pub fn game(&mut self, game: &GameRecord, statistics: &Statistics) {
        if let Some((seat, fault, what)) = game.faulty() {
            self.say(&format!(
                "game {}: {} lost by {}: {what}",
                game.number,
                seat.name,
                fault.word()
            ));
        }
        let done = statistics.games();
        if let Some(bar) = &self.bar {
            bar.set_position(done);
            bar.set_message(standing(statistics));
        } else if done.is_multiple_of(self.step) {
            let [green, blue] = &game.seats;
            let [green_points, blue_points] = game.score;
            let line = format!(
                "[{done}/{}] game {}: {} - {} {green_points}-{blue_points} {} by {}; {}",
                self.all,
                game.number,
                green.name,
                blue.name,
                result_word(game.winner),
                game.end.word(),
                standing(statistics)
            );
            self.say(&line);
        }
    }

    /// The match is over.
    pub fn finish(&self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}

/// The points so far, and of two players the Elo difference.
fn standing(statistics: &Statistics) -> String {
    let players = statistics.players();
    let points: Vec<String> = players
        .iter()
        .map(|player| format!("{} {}", player.name, player.all().points))
        .collect();
    let elo = match statistics.only_pairing().elo() {
        Elo::About { elo, .. } if players.len() == 2 => format!(", Elo {elo:+.0}"),
        _ => String::new(),
    };
    points.join(" - ") + &elo
}
