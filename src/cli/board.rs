//! `jarmo board`: boards to check and to look at.

use std::fs;
use std::io::{self, Write};
use std::path::PathBuf;

use clap::{Args, Subcommand};
use jarmo::notation::{self, diagram};
use jarmo::picture::{self, View};
use jarmo::session::{Options, board_text};
use jarmo::state::{Board, Network, Point, RuleSet, Rules, Side, Symmetry, Turn, Variant};

use super::position::PositionArgs;

const EXAMPLES: &str = "\
Examples:
  jarmo board check my.board             every error, with line and column, or a summary
  jarmo board show --position 'startpos moves a1b3 a5c4'
  jarmo board draw > start.svg           the start, for a light page
  jarmo board draw --empty --dark -o board.svg
  jarmo board draw --board my.board --rotated -o start.svg
  jarmo board draw --heroes --position '5/2[dA]2/5/5/2H2 b AA - - 0 9' --last-turn c1d3";

/// The arguments of `jarmo board`.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct BoardArgs {
    #[command(subcommand)]
    task: Task,
}

#[derive(Debug, Subcommand)]
enum Task {
    /// Tell everything that is wrong with a board file (exit code 1), or what board it is
    Check {
        /// The board file
        file: PathBuf,
    },
    /// Show a position as text, with its lines
    Show {
        #[command(flatten)]
        position: PositionArgs,
        /// See it from Blue's side
        #[arg(long)]
        rotated: bool,
    },
    /// Draw a position as a picture in SVG
    Draw(DrawArgs),
}

#[derive(Args, Debug)]
struct DrawArgs {
    #[command(flatten)]
    position: PositionArgs,
    /// Mark this turn as the last one (default: the last one of --position)
    #[arg(long, value_name = "TURN", value_parser = turn)]
    last_turn: Option<Turn>,
    /// Draw the board without pieces
    #[arg(long, conflicts_with_all = ["position", "last_turn"])]
    empty: bool,
    /// See it from Blue's side
    #[arg(long)]
    rotated: bool,
    /// Draw light lines on a dark ground
    #[arg(long)]
    dark: bool,
    /// Write to a file, not to stdout
    #[arg(short = 'o', long = "output", value_name = "FILE")]
    file: Option<PathBuf>,
}

fn turn(word: &str) -> Result<Turn, String> {
    notation::turn(word).map_err(|error| error.to_string())
}

impl BoardArgs {
    /// Does what is asked, and gives the exit code.
    pub fn run(&self, options: &Options, output: &mut impl Write) -> io::Result<u8> {
        match &self.task {
            Task::Check { file } => {
                let text = board_text(file)
                    .map_err(|error| io::Error::other(format!("{}: {error}", file.display())))?;
                let name = file.display();
                match notation::board(&text) {
                    Ok(board) => super::print(output, &summary(&board)).map(|()| 0),
                    Err(errors) => {
                        let lines: Vec<String> = errors
                            .iter()
                            .map(|error| format!("{name}: {error}"))
                            .collect();
                        super::print(output, &lines).map(|()| 1)
                    }
                }
            }
            Task::Show { position, rotated } => {
                let game = position.game(options).map_err(io::Error::other)?;
                let near = if *rotated { Side::Blue } else { Side::Green };
                super::print(output, &diagram(&game, near)).map(|()| 0)
            }
            Task::Draw(args) => args.draw(options, output).map(|()| 0),
        }
    }
}

impl DrawArgs {
    fn draw(&self, options: &Options, output: &mut impl Write) -> io::Result<()> {
        let view = View {
            rotated: self.rotated,
            dark: self.dark,
        };
        let drawn = if self.empty {
            picture::board(&options.settings(), view)
        } else {
            let game = self.position.game(options).map_err(io::Error::other)?;
            picture::game(&game, self.last_turn, view)
        };
        match &self.file {
            Some(path) => fs::write(path, drawn)
                .map_err(|error| io::Error::other(format!("{}: {error}", path.display()))),
            None => {
                output.write_all(drawn.as_bytes())?;
                output.flush()
            }
        }
    }
}

/// What there is to know of a board before it is played on.
fn summary(board: &Board) -> Vec<String> {
    let dotted = board.lines().iter().filter(|line| line.dotted).count();
    let solid = board.lines().len() - dotted;
    let mut lines = vec![
        format!("board      {}", board.name().unwrap_or("(no name)")),
        format!("lines      {solid} solid, {dotted} dotted"),
    ];
    let kept: Vec<&str> = Symmetry::ALL
        .into_iter()
        .filter(|symmetry| board.has_symmetry(*symmetry))
        .map(symmetry_name)
        .collect();
    lines.push(match kept.as_slice() {
        [] => "symmetry   none".to_owned(),
        kept => format!("symmetry   {}", kept.join("; ")),
    });
    lines.push("degrees    (lines that end on each point)".to_owned());
    for row in (0..5).rev() {
        let degrees = (0..5).filter_map(|column| Point::at(column, row));
        let degrees: Vec<String> = degrees
            .map(|point| format!("{:>2}", board.degree(point)))
            .collect();
        lines.push(format!("         {}  {}", row + 1, degrees.join(" ")));
    }
    lines.push("             a  b  c  d  e".to_owned());
    lines.push("distances  (moves from each point of the own camp into the enemy camp)".to_owned());
    for (names, rules) in ways_to_move() {
        lines.push(format!("  {names}"));
        let network = Network::new(board, rules);
        for side in Side::BOTH {
            lines.push(distances(&network, side));
        }
    }
    lines
}

const fn symmetry_name(symmetry: Symmetry) -> &'static str {
    match symmetry {
        Symmetry::LeftRight => "left and right mirror each other",
        Symmetry::Camps => "the camps mirror each other",
        Symmetry::HalfTurn => "half a turn changes nothing: both sides see the same board",
    }
}

/// The rule sets, those together that move alike, with the rules of one of them.
fn ways_to_move() -> Vec<(String, &'static Rules)> {
    let mut ways: Vec<(String, &'static Rules)> = Vec::new();
    for rule_set in RuleSet::ALL {
        let variant = Variant::new(rule_set, false, false).unwrap_or_default();
        let rules = variant.rules();
        let way = |rules: &Rules| (rules.backward, rules.dotted_open);
        match ways.iter_mut().find(|(_, known)| way(known) == way(rules)) {
            Some((names, _)) => names.push_str(&format!(", {}", rule_set.name())),
            None => ways.push((rule_set.name().to_owned(), rules)),
        }
    }
    ways
}

fn distances(network: &Network, side: Side) -> String {
    let from_camp = side
        .camp()
        .map(|point| (point, network.distance(side, point)));
    let shown: Vec<String> = from_camp
        .map(|(point, distance)| match distance {
            Network::UNREACHABLE => format!("{point} never"),
            distance => format!("{point} {distance}"),
        })
        .collect();
    format!("    {:<7}{}", format!("{side}:"), shown.join(", "))
}
