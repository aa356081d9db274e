//! `jarmo play`: a game for a person at a terminal. It is a client of a session, like any other: what
//! is legal, why not, what is best and who won, it asks.

mod engine;

use std::io::{self, BufRead, BufReader, Read, Write};

use clap::{Args, ValueEnum};
use jarmo::notation::diagram;
use jarmo::session::Options;
use jarmo::state::Side;

use super::position::PositionArgs;
use engine::Engine;

const EXAMPLES: &str = "\
Examples:
  jarmo play                             you are Green, and move first
  jarmo play --side blue --level 7
  jarmo play --side both                 two people, and the program keeps the rules
  jarmo play --variant jasyr --position rotated
  jarmo play --position '2a1a/1A3/1Gg2/3A1/4A b a Aa - 0 9'

At the prompt: a turn such as a1b3, or its number in the list; `help` tells the rest.";

const HELP: &str = "\
a1b3        play this turn (protocol.md, section 3, has all forms of turns)
7           play the turn of this number in the list
turns       list the turns, with their numbers
hint        what the engine would play
why TURN    the rule that forbids a turn
undo        take your last turn back, and the answer to it
level N     how strong the engine plays, 1 to 9
show        the board again
new         a new game from the same position
quit        end";

/// How many turns the engine may make in its head at each level.
const NODES: [u64; 9] = [
    8, 40, 200, 1_000, 5_000, 25_000, 100_000, 500_000, 2_000_000,
];
/// The level that gives hints.
const HINTS: u8 = 7;
/// Lists of turns that are longer are shown only when they are asked for.
const SHORT: usize = 24;
/// The longest line that is read, in bytes.
const LONGEST: u64 = 4096;

/// The arguments of `jarmo play`.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct PlayArgs {
    /// The side that you play
    #[arg(long, value_enum, default_value_t = Seat::Green)]
    side: Seat,
    /// How strong the engine plays
    #[arg(long, value_name = "1-9", default_value_t = 4,
          value_parser = clap::value_parser!(u8).range(1..=NODES.len() as i64))]
    level: u8,
    #[command(flatten)]
    position: PositionArgs,
}

/// Where the person sits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Seat {
    Green,
    Blue,
    Both,
}

impl Seat {
    /// The side whose camp is drawn at the bottom.
    const fn near(self) -> Side {
        match self {
            Self::Green | Self::Both => Side::Green,
            Self::Blue => Side::Blue,
        }
    }
}

impl PlayArgs {
    /// Plays until the person has enough.
    pub fn run(
        &self,
        input: impl Read,
        output: &mut impl Write,
        options: Options,
    ) -> io::Result<()> {
        self.position.game(&options).map_err(io::Error::other)?;
        let mut table = Table {
            engine: Engine::start(options.clone())?,
            output,
            options,
            seat: self.side,
            level: self.level,
            start: format!("position {}", self.position.words()),
            given: 0,
        };
        let start = table.start.clone();
        table.engine.order(&start)?.map_err(io::Error::other)?;
        table.given = table.engine.played()?;
        let played = table.play(input);
        played.and(table.engine.end())
    }
}

/// What comes of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Next {
    /// The game has changed.
    Changed,
    /// It is as it was.
    Same,
    /// The person leaves.
    Leave,
}

struct Table<'a, W> {
    engine: Engine,
    output: &'a mut W,
    options: Options,
    seat: Seat,
    level: u8,
    /// The command that sets up the position.
    start: String,
    /// How many turns that position was given with: these are not taken back.
    given: usize,
}

impl<W: Write> Table<'_, W> {
    fn play(&mut self, input: impl Read) -> io::Result<()> {
        let mut input = BufReader::new(input);
        let mut next = Next::Changed;
        while next != Next::Leave {
            if next == Next::Changed {
                self.answer()?;
                self.show()?;
            }
            self.prompt()?;
            let mut line = Vec::new();
            if input.by_ref().take(LONGEST).read_until(b'\n', &mut line)? == 0 {
                writeln!(self.output)?;
                break;
            }
            let line = String::from_utf8_lossy(&line).into_owned();
            next = self.line(&line)?;
        }
        Ok(())
    }

    /// Whether the person is to move, or nobody is.
    fn is_persons_turn(&mut self) -> io::Result<bool> {
        let green = self.engine.ask("query p1turn")? == "true";
        let over = self.engine.ask("query gameover")? == "true";
        Ok(over
            || match self.seat {
                Seat::Green => green,
                Seat::Blue => !green,
                Seat::Both => true,
            })
    }

    /// The engine plays, if it is its turn.
    fn answer(&mut self) -> io::Result<()> {
        while !self.is_persons_turn()? {
            let turn = self.engine.search(self.nodes(self.level))?.turn;
            self.engine
                .order(&format!("play {turn}"))?
                .map_err(io::Error::other)?;
            writeln!(self.output, "The engine plays {turn}.")?;
        }
        Ok(())
    }

    fn nodes(&self, level: u8) -> u64 {
        let index = usize::from(level).saturating_sub(1);
        NODES.get(index).copied().unwrap_or(1)
    }

    /// The board from the person's side, then the turns or the result.
    fn show(&mut self) -> io::Result<()> {
        writeln!(self.output)?;
        let position = PositionArgs::new(self.engine.ask("query game")?);
        let game = position.game(&self.options).map_err(io::Error::other)?;
        for line in diagram(&game, self.seat.near()) {
            writeln!(self.output, "{line}")?;
        }
        if self.engine.ask("query gameover")? == "true" {
            return self.result();
        }
        let turns = self.engine.turns()?;
        if turns.len() <= SHORT {
            return self.list(&turns);
        }
        writeln!(self.output, "{} turns: `turns` lists them", turns.len())
    }

    fn result(&mut self) -> io::Result<()> {
        let winner = match self.engine.ask("query result")?.as_str() {
            "p1win" => "Green wins",
            "p2win" => "Blue wins",
            _ => "A draw",
        };
        let reason = self.engine.ask("query reason")?;
        let meaning = match reason.as_str() {
            "elimination" => "a side has no piece left",
            "camp" => "all pieces of a side stand in the enemy camp",
            "shuttling" => "both sides only went back and forth",
            "passes" => "both sides passed",
            "repetition" => "the position occurred too often",
            _ => "too many turns without progress",
        };
        let score = self.engine.ask("query score")?.replace(' ', " : ");
        writeln!(
            self.output,
            "{winner}: {meaning} ({reason}). Points, Green's first: {score}"
        )?;
        writeln!(
            self.output,
            "`new` begins again, `undo` takes back, `quit` ends."
        )
    }

    fn list(&mut self, turns: &[String]) -> io::Result<()> {
        const COLUMNS: usize = 6;
        let width = turns.iter().map(String::len).max().unwrap_or(0);
        let numbered: Vec<(usize, &String)> = (1..).zip(turns).collect();
        for row in numbered.chunks(COLUMNS) {
            let row = row
                .iter()
                .map(|(number, turn)| format!("{number:>3} {turn:<width$}"));
            let row: Vec<String> = row.collect();
            writeln!(self.output, "{}", row.join("  ").trim_end())?;
        }
        Ok(())
    }

    fn prompt(&mut self) -> io::Result<()> {
        let side = match self.engine.ask("query p1turn")?.as_str() {
            _ if self.engine.ask("query gameover")? == "true" => "game over",
            "true" => "Green",
            _ => "Blue",
        };
        write!(self.output, "{side}> ")?;
        self.output.flush()
    }

    fn line(&mut self, line: &str) -> io::Result<Next> {
        let mut words = line.split_whitespace();
        let (first, second) = (words.next().unwrap_or_default(), words.next());
        match (first, second) {
            ("", _) => {}
            ("quit" | "exit", None) => return Ok(Next::Leave),
            ("help" | "?", None) => writeln!(self.output, "{HELP}")?,
            ("show", None) => self.show()?,
            ("turns" | "list", None) => {
                let turns = self.engine.turns()?;
                self.list(&turns)?;
            }
            ("hint", None) => self.hint()?,
            ("why", Some(turn)) => self.why(turn)?,
            ("level", Some(level)) => self.set_level(level)?,
            ("undo", None) => return self.undo(),
            ("new", None) => {
                let start = self.start.clone();
                return self.order(&start);
            }
            (word, None) => return self.turn(word),
            _ => writeln!(
                self.output,
                "not understood; `help` tells what can be typed"
            )?,
        }
        Ok(Next::Same)
    }

    /// Plays a turn, or the one of a number.
    fn turn(&mut self, word: &str) -> io::Result<Next> {
        // `0000` is a turn; numbers begin with another digit.
        let number = word.parse::<usize>().ok().filter(|number| *number > 0);
        let Some(number) = number else {
            return match self.engine.explain(word)? {
                Ok(None) => self.order(&format!("play {word}")),
                Ok(Some(rule)) => {
                    writeln!(self.output, "{word} is illegal: {rule}")?;
                    Ok(Next::Same)
                }
                Err(_) => {
                    let what = "is neither a turn nor a command; `help` tells what can be typed";
                    writeln!(self.output, "{word} {what}")?;
                    Ok(Next::Same)
                }
            };
        };
        let turns = self.engine.turns()?;
        match turns.get(number - 1) {
            Some(turn) => self.order(&format!("play {turn}")),
            None => {
                writeln!(
                    self.output,
                    "there are {} turns; `turns` lists them",
                    turns.len()
                )?;
                Ok(Next::Same)
            }
        }
    }

    fn order(&mut self, command: &str) -> io::Result<Next> {
        match self.engine.order(command)? {
            Ok(()) => Ok(Next::Changed),
            Err(error) => {
                writeln!(self.output, "{error}")?;
                Ok(Next::Same)
            }
        }
    }

    /// Takes turns back until the person is to move again.
    fn undo(&mut self) -> io::Result<Next> {
        let mut undone = false;
        while self.engine.played()? > self.given {
            if self.order("undo")? != Next::Changed {
                break;
            }
            undone = true;
            if self.is_persons_turn()? {
                return Ok(Next::Changed);
            }
        }
        if !undone {
            writeln!(self.output, "there is nothing to take back")?;
        }
        Ok(if undone { Next::Changed } else { Next::Same })
    }

    fn hint(&mut self) -> io::Result<()> {
        if self.engine.ask("query gameover")? == "true" {
            return writeln!(self.output, "the game is over");
        }
        let found = self.engine.search(self.nodes(HINTS))?;
        match found.reply {
            Some(reply) => writeln!(self.output, "hint: {} (then perhaps {reply})", found.turn),
            None => writeln!(self.output, "hint: {}", found.turn),
        }
    }

    fn why(&mut self, turn: &str) -> io::Result<()> {
        match self.engine.explain(turn)? {
            Ok(None) => writeln!(self.output, "{turn} is legal"),
            Ok(Some(rule)) => writeln!(self.output, "{turn} is illegal: {rule}"),
            Err(_) => writeln!(self.output, "{turn} is no turn"),
        }
    }

    fn set_level(&mut self, word: &str) -> io::Result<()> {
        let level = word.parse().ok();
        match level.filter(|level| (1..=NODES.len()).contains(&usize::from(*level))) {
            Some(level) => {
                self.level = level;
                writeln!(self.output, "the engine plays at level {level}")
            }
            None => writeln!(self.output, "levels go from 1 to {}", NODES.len()),
        }
    }
}
