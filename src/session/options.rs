//! The options: one table, from which they are listed, read, checked and refused.
//!
//! A new option is a field of [`Options`] and an entry of [`TABLE`].

use std::fmt;
use std::sync::Arc;

use super::board_file::{self, BUILTIN};
use crate::notation::{self, quoted};
use crate::protocol::{OptionType, Reply};
use crate::search::{ELO, Objective, SearchOptions};
use crate::state::{Board, Limits, Point, PointSet, RuleSet, Settings, Variant, check_remote};

/// What the options are set to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    /// `Hash`, in megabytes.
    pub hash: u32,
    /// `Threads`.
    pub threads: u32,
    /// `MultiPV`.
    pub multi_pv: u32,
    /// `Ponder`.
    pub ponder: bool,
    /// `UCI_Variant`, `Heroes` and `Challenges`.
    pub variant: Variant,
    /// `RemoteCamps`.
    pub remote_camps: PointSet,
    /// `BoardFile`: the path as it was given; `None` is the built-in board.
    pub board_file: Option<String>,
    /// What was read from it.
    pub board: Arc<Board>,
    /// `NoProgressLimit` and `RepetitionLimit`.
    pub limits: Limits,
    /// `MoveOverhead`, in milliseconds.
    pub move_overhead: u32,
    /// `Objective`.
    pub objective: Objective,
    /// `UCI_LimitStrength`.
    pub limit_strength: bool,
    /// `UCI_Elo`.
    pub elo: u32,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            hash: 16,
            threads: 1,
            multi_pv: 1,
            ponder: false,
            variant: Variant::default(),
            remote_camps: [(1, 2), (3, 2)]
                .into_iter()
                .filter_map(|(column, row)| Point::at(column, row))
                .collect(),
            board_file: None,
            board: Arc::new(board_file::builtin()),
            limits: Limits::default(),
            move_overhead: 10,
            objective: Objective::Win,
            limit_strength: false,
            elo: *ELO.end(),
        }
    }
}

impl Options {
    /// What a game is played by.
    #[must_use]
    pub fn settings(&self) -> Settings {
        Settings {
            variant: self.variant,
            board: Arc::clone(&self.board),
            remote_camps: self.remote_camps,
            limits: self.limits,
        }
    }

    /// The options that say what is played: name, value, and the value that is the default here.
    #[must_use]
    pub fn rules(&self) -> Vec<[String; 3]> {
        let default = Self::default();
        let known = |name: &&str| TABLE.iter().find(|entry| entry.name == *name);
        let values = |entry: &Entry| {
            let name = entry.name.to_owned();
            [name, entry.value(self), entry.value(&default)]
        };
        RULES.iter().filter_map(known).map(values).collect()
    }

    /// Whether an option says what is played.
    #[must_use]
    pub fn is_rule(name: &str) -> bool {
        RULES.iter().any(|rule| rule.eq_ignore_ascii_case(name))
    }

    /// What a search is told.
    #[must_use]
    pub fn search(&self) -> SearchOptions {
        SearchOptions {
            multi_pv: self.multi_pv as usize,
            move_overhead: u64::from(self.move_overhead),
            objective: self.objective,
            // Threads that wait for a core keep the others from the clock.
            threads: (self.threads as usize).min(cores()),
            elo: self.limit_strength.then_some(self.elo),
        }
    }

    /// Whether a change to `other` ends the game that is being played.
    #[must_use]
    pub fn is_another_game(&self, other: &Self) -> bool {
        let game = |options: &Self| {
            let file = options.board_file.clone();
            (options.variant, options.remote_camps, options.limits, file)
        };
        game(self) != game(other) || self.board != other.board
    }

    /// Sets an option, and gives what they are then; `self` stays as it was.
    ///
    /// # Errors
    /// Why it cannot be set.
    pub fn with(&self, name: &str, value: Option<&str>) -> Result<Change, OptionError> {
        let entry = TABLE
            .iter()
            .find(|entry| entry.name.eq_ignore_ascii_case(name))
            .ok_or_else(|| OptionError::Unknown(quoted(name)))?;
        entry
            .apply(self, value)
            .map_err(|reason| OptionError::Refused {
                name: entry.name,
                reason,
            })
    }

    /// The lines of a handshake: these options are the defaults.
    pub fn list(&self) -> impl Iterator<Item = Reply> {
        TABLE.iter().map(|entry| Reply::Option {
            name: entry.name,
            kind: entry.describe(self),
        })
    }
}

/// What setting an option does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Change {
    /// The options are now these.
    To(Box<Options>),
    /// The hash is to be cleared.
    ClearHash,
}

/// Why an option cannot be set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OptionError {
    /// There is no option of this name, which is quoted.
    Unknown(String),
    /// Its value is refused.
    Refused {
        /// The option.
        name: &'static str,
        /// Why.
        reason: String,
    },
}

impl fmt::Display for OptionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unknown(name) => write!(f, "unknown option {name}"),
            Self::Refused { name, reason } => write!(f, "option {name}: {reason}"),
        }
    }
}

impl std::error::Error for OptionError {}

/// An option.
struct Entry {
    name: &'static str,
    kind: Kind,
}

/// What an option can be set to, where its value stands, and how it gets there.
enum Kind {
    Spin {
        min: u32,
        max: u32,
        get: fn(&Options) -> u32,
        set: fn(&mut Options, u32) -> Result<(), String>,
    },
    Check {
        get: fn(&Options) -> bool,
        set: fn(&mut Options, bool) -> Result<(), String>,
    },
    Combo {
        values: &'static [&'static str],
        get: fn(&Options) -> &'static str,
        set: fn(&mut Options, &str) -> Result<(), String>,
    },
    Text {
        get: fn(&Options) -> String,
        set: fn(&mut Options, &str) -> Result<(), String>,
    },
    Button(Change),
}

const RULE_SETS: [&str; RuleSet::ALL.len()] = {
    let mut names = [""; RuleSet::ALL.len()];
    let mut index = 0;
    while index < names.len() {
        names[index] = RuleSet::ALL[index].name();
        index += 1;
    }
    names
};

/// The options that say what is played, in an order in which they can be set.
const RULES: [&str; 7] = [
    "UCI_Variant",
    "Heroes",
    "Challenges",
    "RemoteCamps",
    "BoardFile",
    "NoProgressLimit",
    "RepetitionLimit",
];

static TABLE: [Entry; 16] = [
    Entry {
        name: "Hash",
        kind: Kind::Spin {
            min: 1,
            max: 65_536,
            get: |options| options.hash,
            set: |options, value| set(&mut options.hash, value),
        },
    },
    Entry {
        name: "Threads",
        kind: Kind::Spin {
            min: 1,
            max: 256,
            get: |options| options.threads,
            set: |options, value| set(&mut options.threads, value),
        },
    },
    Entry {
        name: "MultiPV",
        kind: Kind::Spin {
            min: 1,
            max: 64,
            get: |options| options.multi_pv,
            set: |options, value| set(&mut options.multi_pv, value),
        },
    },
    Entry {
        name: "Ponder",
        kind: Kind::Check {
            get: |options| options.ponder,
            set: |options, value| set(&mut options.ponder, value),
        },
    },
    Entry {
        name: "UCI_Variant",
        kind: Kind::Combo {
            values: &RULE_SETS,
            get: |options| options.variant.rule_set().name(),
            set: set_rule_set,
        },
    },
    Entry {
        name: "Heroes",
        kind: Kind::Check {
            get: |options| options.variant.rules().heroes,
            set: |options, on| set_expansions(options, on, options.variant.rules().challenges),
        },
    },
    Entry {
        name: "Challenges",
        kind: Kind::Check {
            get: |options| options.variant.rules().challenges,
            set: |options, on| set_expansions(options, options.variant.rules().heroes, on),
        },
    },
    Entry {
        name: "RemoteCamps",
        kind: Kind::Text {
            get: |options| {
                options
                    .remote_camps
                    .map(|point| point.to_string())
                    .collect()
            },
            set: set_remote_camps,
        },
    },
    Entry {
        name: "BoardFile",
        kind: Kind::Text {
            get: |options| {
                options
                    .board_file
                    .clone()
                    .unwrap_or_else(|| BUILTIN.to_owned())
            },
            set: set_board_file,
        },
    },
    Entry {
        name: "NoProgressLimit",
        kind: Kind::Spin {
            min: 0,
            max: 10_000,
            get: |options| options.limits.no_progress,
            set: |options, value| set(&mut options.limits.no_progress, value),
        },
    },
    Entry {
        name: "RepetitionLimit",
        kind: Kind::Spin {
            min: 0,
            max: 100,
            get: |options| options.limits.repetition,
            set: |options, value| match value {
                1 => Err("1 would end every game at once".to_owned()),
                _ => set(&mut options.limits.repetition, value),
            },
        },
    },
    Entry {
        name: "MoveOverhead",
        kind: Kind::Spin {
            min: 0,
            max: 5_000,
            get: |options| options.move_overhead,
            set: |options, value| set(&mut options.move_overhead, value),
        },
    },
    Entry {
        name: "Objective",
        kind: Kind::Combo {
            values: &["win", "points"],
            get: |options| match options.objective {
                Objective::Win => "win",
                Objective::Points => "points",
            },
            set: |options, name| {
                let points = name == "points";
                let objective = if points {
                    Objective::Points
                } else {
                    Objective::Win
                };
                set(&mut options.objective, objective)
            },
        },
    },
    Entry {
        name: "UCI_LimitStrength",
        kind: Kind::Check {
            get: |options| options.limit_strength,
            set: |options, on| set(&mut options.limit_strength, on),
        },
    },
    Entry {
        name: "UCI_Elo",
        kind: Kind::Spin {
            min: *ELO.start(),
            max: *ELO.end(),
            get: |options| options.elo,
            set: |options, value| set(&mut options.elo, value),
        },
    },
    Entry {
        name: "Clear Hash",
        kind: Kind::Button(Change::ClearHash),
    },
];

/// How many threads can run at once.
fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, std::num::NonZero::get)
}

fn set<T>(slot: &mut T, value: T) -> Result<(), String> {
    *slot = value;
    Ok(())
}

/// Another rule set than the one chosen turns the expansions off.
fn set_rule_set(options: &mut Options, name: &str) -> Result<(), String> {
    let chosen = RuleSet::ALL
        .into_iter()
        .find(|rule_set| rule_set.name() == name);
    if let Some(rule_set) = chosen
        && rule_set != options.variant.rule_set()
    {
        options.variant = Variant::new(rule_set, false, false).unwrap_or_default();
    }
    Ok(())
}

fn set_expansions(options: &mut Options, heroes: bool, challenges: bool) -> Result<(), String> {
    let rule_set = options.variant.rule_set();
    options.variant = Variant::new(rule_set, heroes, challenges)
        .ok_or_else(|| format!("only jarmo has it, not {}", rule_set.name()))?;
    Ok(())
}

fn set_remote_camps(options: &mut Options, text: &str) -> Result<(), String> {
    let points = notation::remote_camps(text)
        .ok_or_else(|| format!("expected two points such as b3d3, found {}", found(text)))?;
    options.remote_camps = check_remote(points).map_err(|error| error.to_string())?;
    Ok(())
}

/// A value as an error shows it.
fn found(value: &str) -> String {
    if value.is_empty() {
        "no value".to_owned()
    } else {
        quoted(value)
    }
}

fn set_board_file(options: &mut Options, path: &str) -> Result<(), String> {
    let (file, board) = if path.is_empty() || path == BUILTIN {
        (None, board_file::builtin())
    } else {
        (Some(path.to_owned()), board_file::read(path)?)
    };
    options.board_file = file;
    options.board = Arc::new(board);
    Ok(())
}

impl Entry {
    fn describe(&self, options: &Options) -> OptionType {
        match self.kind {
            Kind::Spin { min, max, get, .. } => OptionType::Spin {
                default: get(options),
                min,
                max,
            },
            Kind::Check { get, .. } => OptionType::Check {
                default: get(options),
            },
            Kind::Combo { values, get, .. } => OptionType::Combo {
                default: get(options),
                values,
            },
            Kind::Text { get, .. } => OptionType::Text {
                default: get(options),
            },
            Kind::Button(_) => OptionType::Button,
        }
    }

    /// What it is set to, as `setoption` has it.
    fn value(&self, options: &Options) -> String {
        match self.kind {
            Kind::Spin { get, .. } => get(options).to_string(),
            Kind::Check { get, .. } => get(options).to_string(),
            Kind::Combo { get, .. } => get(options).to_owned(),
            Kind::Text { get, .. } => get(options),
            Kind::Button(_) => String::new(),
        }
    }

    fn apply(&self, options: &Options, value: Option<&str>) -> Result<Change, String> {
        let mut changed = Box::new(options.clone());
        let text = value.unwrap_or_default();
        let expected = |what: String| format!("expected {what}, found {}", found(text));
        match &self.kind {
            Kind::Spin { min, max, set, .. } => {
                let digits = text.bytes().all(|byte| byte.is_ascii_digit());
                let number = text
                    .parse()
                    .ok()
                    .filter(|number| digits && (min..=max).contains(&number));
                let what = || expected(format!("a whole number from {min} to {max}"));
                set(&mut changed, number.ok_or_else(what)?)?;
            }
            Kind::Check { set, .. } => {
                let on = text
                    .parse()
                    .map_err(|_| expected("true or false".to_owned()))?;
                set(&mut changed, on)?;
            }
            Kind::Combo { values, set, .. } => {
                if !values.contains(&text) {
                    return Err(expected(format!("one of {}", values.join(", "))));
                }
                set(&mut changed, text)?;
            }
            Kind::Text { set, .. } => set(&mut changed, text)?,
            Kind::Button(_) if !text.is_empty() => {
                return Err(format!("it has no value, found {}", quoted(text)));
            }
            Kind::Button(change) => return Ok(change.clone()),
        }
        Ok(Change::To(changed))
    }
}
