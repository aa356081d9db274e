//! From the command line to a match.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::{Args, ValueEnum};
use jarmo::arena::{
    self, Dialect, EngineSetup, LONGEST_RANDOM, MatchSetup, Patience, Schedule, Shard, Sprt,
    Starts, TurnLimits,
};
use jarmo::session::Options;
use jarmo::state::{Game, Side};

use super::super::GameArgs;

/// The command that stands for this program.
const SELF: &str = "self";

/// The time of a turn when nothing limits it.
const UNLIMITED: Duration = Duration::from_millis(100);

/// No file of openings is longer, in bytes.
const LONGEST_OPENINGS: u64 = 64 << 20;

/// Who plays.
#[derive(Args, Debug)]
#[command(next_help_heading = "Engines")]
pub struct PlayerArgs {
    /// An engine: its program and arguments, quoted as in a shell; `self` is this program
    #[arg(long, value_name = "CMD", required_unless_present_any = ["replay", "merge"])]
    engine: Vec<String>,
    /// The names of the engines, in their order (default: their programs')
    #[arg(long, value_name = "NAME")]
    name: Vec<String>,
    /// What the engines speak
    #[arg(long, value_enum, default_value_t = Protocol::Auto)]
    protocol: Protocol,
    /// A clock: seconds, and seconds for each turn (+S, default 0)
    #[arg(long, value_name = "[I:]S[+S]")]
    time: Vec<String>,
    /// Milliseconds for each turn
    #[arg(long, value_name = "[I:]MS")]
    movetime: Vec<String>,
    /// Plies for each turn
    #[arg(long, value_name = "[I:]N")]
    depth: Vec<String>,
    /// Nodes for each turn
    #[arg(long, value_name = "[I:]N")]
    nodes: Vec<String>,
    /// How much later than its time a turn may come, in milliseconds
    #[arg(long, value_name = "MS", default_value_t = 10)]
    grace: u64,
    /// How long an engine without a limit of time may think, in milliseconds
    #[arg(long, value_name = "MS", default_value_t = 60_000, value_parser = clap::value_parser!(u64).range(1..))]
    hang: u64,
    /// How long an engine may take for each step to be ready for a game, in milliseconds
    #[arg(long, value_name = "MS", default_value_t = 10_000, value_parser = clap::value_parser!(u64).range(1..))]
    start: u64,
}

/// What is played.
#[derive(Args, Debug)]
#[command(next_help_heading = "Games")]
pub struct GamesArgs {
    /// How many games each two engines play, an even number
    #[arg(long, value_name = "N", default_value_t = 2)]
    games: u64,
    /// pairs: every start twice, seats changed; rulebook: the first of two engines moves first throughout
    #[arg(long, value_enum, default_value_t = ScheduleName::Pairs)]
    schedule: ScheduleName,
    /// Start from the openings of a file, a position string or turns from the start a line
    #[arg(long, value_name = "FILE", conflicts_with = "random_plies")]
    openings: Option<PathBuf>,
    /// Start with so many random turns
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = clap::value_parser!(u32).range(..=i64::from(LONGEST_RANDOM)))]
    random_plies: u32,
    /// Which random turns: the same seed gives the same starts
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    /// Play only a part of the match, such as 1/8; the parts together are the whole match
    #[arg(long, value_name = "I/N", default_value = "1/1", value_parser = Shard::parse)]
    shard: Shard,
    /// How many games are played at the same time
    #[arg(long, value_name = "K", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024))]
    concurrency: u16,
}

/// Options and their values.
type Assignments = Vec<(String, String)>;

/// What engines speak.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum Protocol {
    Auto,
    Ugi,
    Uci,
}

/// The schedules.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum ScheduleName {
    Pairs,
    Rulebook,
}

/// The match that the arguments stand for.
pub fn match_setup(
    players: &PlayerArgs,
    games: &GamesArgs,
    sprt: Option<Sprt>,
    game: &GameArgs,
) -> Result<MatchSetup, String> {
    if games.games == 0 || !games.games.is_multiple_of(2) {
        return Err(format!(
            "--games {}: an even number expected, games come in pairs",
            games.games
        ));
    }
    if players.engine.len() < 2 {
        return Err(
            "a match needs two engines at least: give --engine twice; `self` is this program"
                .to_owned(),
        );
    }
    let schedule = match games.schedule {
        ScheduleName::Pairs => Schedule::Pairs,
        ScheduleName::Rulebook => Schedule::Rulebook,
    };
    if schedule == Schedule::Rulebook && games.openings.is_some() {
        return Err(
            "--schedule rulebook has its own starts: leave --openings out, or use --random-plies"
                .to_owned(),
        );
    }
    let count = players.engine.len();
    let (rules, options) = rules_and_options(game, count)?;
    let starts = starts(games, &rules)?;
    Ok(MatchSetup {
        engines: engines(players, options)?,
        rules,
        games: games.games,
        schedule,
        starts,
        shard: games.shard,
        concurrency: usize::from(games.concurrency),
        patience: Patience {
            start: Duration::from_millis(players.start),
            hang: Duration::from_millis(players.hang),
            grace: Duration::from_millis(players.grace),
        },
        sprt,
    })
}

/// Lines for people at the head of a record.
pub fn notes(setup: &MatchSetup) -> Vec<String> {
    let engines = (1..)
        .zip(&setup.engines)
        .map(|(number, engine): (usize, _)| {
            let command: Vec<&str> = std::iter::once(engine.program.as_str())
                .chain(engine.arguments.iter().map(String::as_str))
                .collect();
            let options: String = engine
                .options
                .iter()
                .map(|(name, value)| format!(" {name}={value}"))
                .collect();
            let note = format!(
                "engine {number} {}: {} {}{options}",
                engine.name,
                command.join(" "),
                engine.limits
            );
            note.chars()
                .flat_map(|letter| {
                    if letter.is_control() {
                        ' '.into()
                    } else {
                        Some(letter)
                    }
                })
                .collect()
        });
    engines.collect()
}

/// What a match may be lacking without being wrong.
pub fn warning(setup: &MatchSetup) -> Option<String> {
    let exact = setup.engines.iter().all(|engine| engine.limits.is_exact());
    (exact && setup.games > 4 && setup.starts.all_alike()).then(|| {
        "note: all pairs start alike, and games at fixed depth or nodes may repeat: --random-plies 6 or --openings gives different starts".to_owned()
    })
}

/// What is played, and the other options of each engine.
fn rules_and_options(game: &GameArgs, count: usize) -> Result<(Options, Vec<Assignments>), String> {
    let mut rules = Vec::new();
    let mut options = vec![Vec::new(); count];
    for assignment in &game.options {
        let (engine, assignment_text) = for_engine(assignment, count)
            .map_err(|what| format!("--option {assignment}: {what}"))?;
        let (name, value) = assignment_text.split_once('=').ok_or_else(|| {
            format!(
                "--option {assignment}: expected NAME=VALUE, or 1:NAME=VALUE for the first engine"
            )
        })?;
        if value.contains(['\n', '\r']) || name.contains(['\n', '\r']) {
            return Err(format!("--option {assignment:?}: one line expected"));
        }
        match (engine, Options::is_rule(name)) {
            (None, true) => rules.push(assignment_text.to_owned()),
            (Some(_), true) => {
                return Err(format!(
                    "--option {assignment}: {name} says what is played, and is the same for all engines"
                ));
            }
            (engine, false) => {
                for (index, list) in options.iter_mut().enumerate() {
                    if engine.is_none_or(|engine| engine == index) {
                        list.push((name.to_owned(), value.to_owned()));
                    }
                }
            }
        }
    }
    Ok((game.with_options(&rules)?, options))
}

/// `2:VALUE` is for the second engine only.
fn for_engine(text: &str, count: usize) -> Result<(Option<usize>, &str), String> {
    let prefixed = text.split_once(':').filter(|(number, _)| {
        !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit())
    });
    let Some((number, value)) = prefixed else {
        return Ok((None, text));
    };
    match number.parse::<usize>() {
        Ok(number) if (1..=count).contains(&number) => Ok((Some(number - 1), value)),
        _ => Err(format!("there is no engine {number}, only 1 to {count}")),
    }
}

fn engines(players: &PlayerArgs, options: Vec<Assignments>) -> Result<Vec<EngineSetup>, String> {
    let commands: Vec<(String, Vec<String>)> = players
        .engine
        .iter()
        .map(|text| command(text))
        .collect::<Result<_, _>>()?;
    let names = names(players, &commands)?;
    let limits = limits(players, commands.len())?;
    let mut engines = Vec::new();
    for ((((program, arguments), name), options), limits) in
        commands.into_iter().zip(names).zip(options).zip(limits)
    {
        engines.push(EngineSetup {
            name,
            program,
            arguments,
            options,
            limits,
            dialect: match players.protocol {
                Protocol::Auto => None,
                Protocol::Ugi => Some(Dialect::Ugi),
                Protocol::Uci => Some(Dialect::Uci),
            },
        });
    }
    Ok(engines)
}

fn command(text: &str) -> Result<(String, Vec<String>), String> {
    let words = shlex::split(text).ok_or_else(|| format!("--engine {text:?}: a quote is open"))?;
    let (program, arguments) = words
        .split_first()
        .ok_or_else(|| "--engine: no program named".to_owned())?;
    if program != SELF {
        return Ok((program.clone(), arguments.to_vec()));
    }
    let own = std::env::current_exe()
        .map_err(|error| format!("this program cannot be found: {error}"))?;
    let own = own.to_str().ok_or("this program's path is not text")?;
    Ok((own.to_owned(), arguments.to_vec()))
}

/// Names as given; else the program's, numbered where several have the same.
fn names(players: &PlayerArgs, commands: &[(String, Vec<String>)]) -> Result<Vec<String>, String> {
    if players.name.len() > commands.len() {
        return Err("--name: there are more names than engines".to_owned());
    }
    if let Some(name) = players.name.iter().find(|name| {
        name.trim() != name.as_str() || name.is_empty() || name.contains(char::is_control)
    }) {
        return Err(format!("--name {name:?}: no name"));
    }
    let own = |program: &String| {
        let stem = Path::new(program)
            .file_stem()
            .and_then(|stem| stem.to_str());
        stem.unwrap_or("engine").replace(char::is_control, "_")
    };
    let plain: Vec<String> = commands.iter().map(|(program, _)| own(program)).collect();
    let numbered = plain.iter().zip(1..).map(|(name, number)| {
        if plain.iter().filter(|other| *other == name).count() > 1 {
            format!("{name}-{number}")
        } else {
            name.clone()
        }
    });
    Ok(players
        .name
        .iter()
        .cloned()
        .chain(numbered.skip(players.name.len()))
        .collect())
}

/// The limits of each engine: its own, and the general ones for what they leave open.
fn limits(players: &PlayerArgs, count: usize) -> Result<Vec<TurnLimits>, String> {
    let mut general = TurnLimits::default();
    let mut own = vec![TurnLimits::default(); count];
    let mut read =
        |flag: &str, texts: &[String], set: fn(&mut TurnLimits, &str) -> Result<(), String>| {
            for text in texts {
                let named = |what: String| format!("{flag} {text}: {what}");
                let (engine, value) = for_engine(text, count).map_err(named)?;
                let slot = engine
                    .and_then(|engine| own.get_mut(engine))
                    .unwrap_or(&mut general);
                set(slot, value).map_err(named)?;
            }
            Ok::<(), String>(())
        };
    read("--time", &players.time, |limits, text| {
        arena::clock(text).map(|clock| limits.clock = Some(clock))
    })?;
    read("--movetime", &players.movetime, |limits, text| {
        number(text, 86_400_000).map(|time| limits.move_time = Some(Duration::from_millis(time)))
    })?;
    read("--depth", &players.depth, |limits, text| {
        number(text, 1_000).map(|depth| limits.depth = u32::try_from(depth).ok())
    })?;
    read("--nodes", &players.nodes, |limits, text| {
        number(text, u64::MAX).map(|nodes| limits.nodes = Some(nodes))
    })?;
    let filled = own.into_iter().map(|own| {
        let mut limits = own.or(general);
        if limits.is_empty() {
            limits.move_time = Some(UNLIMITED);
        }
        limits
    });
    Ok(filled.collect())
}

fn number(text: &str, most: u64) -> Result<u64, String> {
    let digits = text.bytes().all(|byte| byte.is_ascii_digit());
    text.parse()
        .ok()
        .filter(|number| digits && (1..=most).contains(number))
        .ok_or_else(|| format!("expected a whole number from 1 to {most}"))
}

fn starts(games: &GamesArgs, rules: &Options) -> Result<Starts, String> {
    let Some(path) = &games.openings else {
        return Ok(Starts::Random {
            plies: games.random_plies,
            seed: games.seed,
        });
    };
    let named = |what: String| format!("--openings {}: {what}", path.display());
    let metadata = fs::metadata(path).map_err(|error| named(error.to_string()))?;
    if !metadata.is_file() || metadata.len() > LONGEST_OPENINGS {
        return Err(named(format!(
            "not a regular file of at most {LONGEST_OPENINGS} bytes"
        )));
    }
    let text = fs::read_to_string(path).map_err(|error| named(error.to_string()))?;
    let table = Game::new(rules.settings(), Side::Green);
    arena::openings(&text, &table)
        .map(Starts::Given)
        .map_err(named)
}
