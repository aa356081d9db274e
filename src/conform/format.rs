//! Fixture files as text: reads one file into typed cases, or says at which line it is malformed.
//!
//! `fixtures/README.md` holds the grammar; this module accepts exactly that and nothing else, so
//! that a typing error in a fixture fails instead of quietly testing less.

use std::fmt;

use super::pattern::Pattern;
use super::steps::{self, Step};

/// The version of the format, as the first line of every file states it.
pub const VERSION: &str = "1";

/// What the cases of a file are about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Numbers of lines of play.
    Perft,
    /// Complete lists of legal turns.
    Turns,
    /// Position strings, accepted and refused.
    Positions,
    /// Ends, results, scores and final positions.
    Games,
    /// Turns and what `explain` says about them.
    Illegal,
    /// Protocol dialogues.
    Transcript,
    /// Board files, accepted and refused.
    Boards,
    /// Positions with the turns that a search has to choose from.
    Best,
}

impl Kind {
    fn from_word(word: &str) -> Option<Self> {
        Some(match word {
            "perft" => Self::Perft,
            "turns" => Self::Turns,
            "positions" => Self::Positions,
            "games" => Self::Games,
            "illegal" => Self::Illegal,
            "transcript" => Self::Transcript,
            "boards" => Self::Boards,
            "best" => Self::Best,
            _ => return None,
        })
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Perft => "perft",
            Self::Turns => "turns",
            Self::Positions => "positions",
            Self::Games => "games",
            Self::Illegal => "illegal",
            Self::Transcript => "transcript",
            Self::Boards => "boards",
            Self::Best => "best",
        })
    }
}

/// One engine option and the value it is given before a case.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setting {
    /// The option's name.
    pub name: String,
    /// The value to set.
    pub value: String,
}

/// A fixture file.
#[derive(Clone, Debug, PartialEq)]
pub struct Fixture {
    /// What its cases are about.
    pub kind: Kind,
    /// Where its values come from.
    pub source: String,
    /// Options that hold for every case.
    pub settings: Vec<Setting>,
    /// The cases, in the order of the file.
    pub cases: Vec<Case>,
}

/// One case of a fixture file.
#[derive(Clone, Debug, PartialEq)]
pub struct Case {
    /// The line it begins at, counted from 1.
    pub line: usize,
    /// Options of this case, set after those of the file.
    pub settings: Vec<Setting>,
    /// What is asked and expected.
    pub body: Body,
}

/// What a case asks, and what it expects.
#[derive(Clone, Debug, PartialEq)]
pub enum Body {
    /// `perft <depth>` must count `nodes`.
    Perft {
        /// What follows the word `position`.
        position: String,
        /// The depth.
        depth: u32,
        /// The expected total.
        nodes: u64,
    },
    /// `query moves` must answer exactly this.
    Turns {
        /// What follows the word `position`.
        position: String,
        /// The turns, sorted by byte; empty when there are none.
        turns: String,
    },
    /// A position string that is accepted.
    GoodPosition {
        /// The string as given.
        string: String,
        /// The string as `query fen` prints it.
        canonical: String,
    },
    /// A position string that is refused.
    BadPosition {
        /// The string as given.
        string: String,
        /// The error has to name one of these fields.
        fields: Vec<String>,
    },
    /// A game and what it came to.
    Game {
        /// What follows the word `position`, turns included.
        position: String,
        /// Reply to `query reason`.
        reason: String,
        /// Reply to `query result`.
        result: String,
        /// Reply to `query score`.
        score: String,
        /// Reply to `query fen`.
        fen: String,
    },
    /// A turn, and the reply to `explain`.
    Explain {
        /// What follows the word `position`.
        position: String,
        /// The turn.
        turn: String,
        /// `None` when the turn is legal, else the rule that it breaks.
        rule: Option<String>,
    },
    /// A board file that is accepted.
    GoodBoard {
        /// The file, relative to the directory of the fixture.
        file: String,
        /// The open lines, in any order.
        lines: Vec<String>,
    },
    /// A board file that is refused.
    BadBoard {
        /// The file, relative to the directory of the fixture.
        file: String,
        /// Where the error is; `None` where the file as a whole is wrong.
        place: Option<Place>,
    },
    /// A search that has to find one of these turns.
    Best {
        /// What follows the word `position`.
        position: String,
        /// What follows the word `go`.
        go: String,
        /// The turns that are right.
        turns: Vec<String>,
    },
    /// A dialogue.
    Transcript {
        /// What the dialogue shows.
        name: String,
        /// What is sent and expected, in order.
        steps: Vec<Step>,
    },
}

/// A place in a board file: a line, and a first and last column that are right.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// The line, from 1.
    pub line: u32,
    /// The first right column, from 1.
    pub from: u32,
    /// The last right column.
    pub to: u32,
}

/// Why a fixture file is malformed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FormatError {
    /// The line, from 1.
    pub line: usize,
    /// What is wrong there.
    pub what: String,
}

impl fmt::Display for FormatError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.what)
    }
}

impl std::error::Error for FormatError {}

/// Reads a fixture file.
///
/// # Errors
/// The first line that breaks the grammar, or a number of cases other than the header states.
pub fn parse(text: &str) -> Result<Fixture, FormatError> {
    let mut lines = content(text);
    let header = Header::read(&mut lines)?;
    let cases = if header.kind == Kind::Transcript {
        steps::cases(&mut lines)?
    } else {
        lines
            .map(|(line, text)| case(header.kind, line, text))
            .collect::<Result<_, _>>()?
    };
    if cases.len() != header.count {
        let what = format!(
            "the header states {} cases, the file has {}",
            header.count,
            cases.len()
        );
        return Err(FormatError {
            line: header.count_line,
            what,
        });
    }
    Ok(Fixture {
        kind: header.kind,
        source: header.source,
        settings: header.settings,
        cases,
    })
}

/// The lines that are neither blank nor comments, with their numbers.
fn content(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let numbered = text
        .lines()
        .enumerate()
        .map(|(index, line)| (index.saturating_add(1), line));
    numbered.filter(|(_, line)| !line.trim().is_empty() && !line.starts_with('#'))
}

struct Header {
    kind: Kind,
    source: String,
    settings: Vec<Setting>,
    count: usize,
    count_line: usize,
}

impl Header {
    /// Reads the directives up to and including `cases`.
    fn read<'a>(lines: &mut impl Iterator<Item = (usize, &'a str)>) -> Result<Self, FormatError> {
        match lines.next() {
            Some((_, first)) if first.split('\t').eq(["jarmo-fixture", VERSION]) => {}
            Some((line, first)) => {
                return fail(
                    line,
                    format!("`jarmo-fixture`, tab, `{VERSION}` expected, not {first:?}"),
                );
            }
            None => return fail(1, "the file has no header"),
        }
        let (mut kind, mut source, mut settings) = (None, None, Vec::new());
        let mut last = 1;
        for (line, text) in lines {
            last = line;
            match text.split('\t').collect::<Vec<_>>().as_slice() {
                ["kind", word] if kind.is_none() => {
                    kind = Some(
                        Kind::from_word(word)
                            .ok_or_else(|| error(line, format!("unknown kind {word:?}")))?,
                    );
                }
                ["source", words] if source.is_none() && !words.is_empty() => {
                    source = Some((*words).to_owned())
                }
                ["option", name, value] => settings.push(setting(line, name, value)?),
                ["cases", number] => {
                    let (Some(kind), Some(source)) = (kind, source) else {
                        return fail(line, "`kind` and `source` have to stand before `cases`");
                    };
                    let count = decimal(line, "number of cases", number)?;
                    return Ok(Self {
                        kind,
                        source,
                        settings,
                        count,
                        count_line: line,
                    });
                }
                ["kind" | "source" | "option" | "cases", ..] => {
                    return fail(
                        line,
                        format!("directive given twice or with wrong fields: {text:?}"),
                    );
                }
                _ => return fail(line, format!("unknown directive {text:?}")),
            }
        }
        fail(last, "the header does not end: no `cases`")
    }
}

/// One case that stands on one line.
fn case(kind: Kind, line: usize, text: &str) -> Result<Case, FormatError> {
    let fields: Vec<&str> = text.split('\t').collect();
    if fields.iter().any(|field| field.is_empty()) {
        return fail(line, "a field is empty");
    }
    let Some((settings, fields)) = fields.split_first() else {
        return fail(line, "no fields");
    };
    let body = body(kind, line, fields)?;
    Ok(Case {
        line,
        settings: settings_of_case(line, settings)?,
        body,
    })
}

/// What the fields behind the options say.
fn body(kind: Kind, line: usize, fields: &[&str]) -> Result<Body, FormatError> {
    Ok(match (kind, fields) {
        (Kind::Perft, [position, depth, nodes]) => Body::Perft {
            position: (*position).to_owned(),
            depth: decimal(line, "depth", depth)?,
            nodes: decimal(line, "number of nodes", nodes)?,
        },
        (Kind::Turns, [position, turns]) => Body::Turns {
            position: (*position).to_owned(),
            turns: turn_list(line, turns)?,
        },
        (Kind::Positions, ["good", string, canonical]) => Body::GoodPosition {
            string: (*string).to_owned(),
            canonical: (*canonical).to_owned(),
        },
        (Kind::Positions, ["bad", string, fields]) => Body::BadPosition {
            string: (*string).to_owned(),
            fields: owned(fields.split('|')),
        },
        (Kind::Games, [position, reason, result, score, fen]) => Body::Game {
            position: (*position).to_owned(),
            reason: (*reason).to_owned(),
            result: (*result).to_owned(),
            score: (*score).to_owned(),
            fen: (*fen).to_owned(),
        },
        (Kind::Illegal, [position, turn, answer]) => Body::Explain {
            position: (*position).to_owned(),
            turn: (*turn).to_owned(),
            rule: answer_of_explain(line, answer)?,
        },
        (Kind::Boards, ["good", file, lines]) => Body::GoodBoard {
            file: (*file).to_owned(),
            lines: owned(lines.split(' ')),
        },
        (Kind::Boards, ["bad", file, at]) => Body::BadBoard {
            file: (*file).to_owned(),
            place: place(line, at)?,
        },
        (Kind::Best, [position, go, turns]) => Body::Best {
            position: (*position).to_owned(),
            go: (*go).to_owned(),
            turns: owned(turns.split(' ')),
        },
        _ => {
            return fail(
                line,
                format!("these are not the fields of a case of kind {kind}"),
            );
        }
    })
}

/// `-`, or words `Name=value`.
fn settings_of_case(line: usize, field: &str) -> Result<Vec<Setting>, FormatError> {
    if field == "-" {
        return Ok(Vec::new());
    }
    let pairs = field.split(' ').map(|word| match word.split_once('=') {
        Some((name, value)) => setting(line, name, value),
        None => fail(line, format!("`Name=value` expected, not {word:?}")),
    });
    pairs.collect()
}

fn setting(line: usize, name: &str, value: &str) -> Result<Setting, FormatError> {
    if name.is_empty() || value.is_empty() {
        return fail(line, "an option needs a name and a value");
    }
    Ok(Setting {
        name: name.to_owned(),
        value: value.to_owned(),
    })
}

/// A sorted list without duplicates; `-` is the empty one.
fn turn_list(line: usize, field: &str) -> Result<String, FormatError> {
    if field == "-" {
        return Ok(String::new());
    }
    let turns: Vec<&str> = field.split(' ').collect();
    if turns.is_sorted_by(|a, b| a < b) {
        Ok(field.to_owned())
    } else {
        fail(
            line,
            "the turns are not sorted by byte, or one is there twice",
        )
    }
}

fn answer_of_explain(line: usize, field: &str) -> Result<Option<String>, FormatError> {
    match field.split_once(' ') {
        None if field == "legal" => Ok(None),
        Some(("illegal", rule)) if !rule.is_empty() => Ok(Some(rule.to_owned())),
        _ => fail(
            line,
            format!("`legal` or `illegal <rule>` expected, not {field:?}"),
        ),
    }
}

/// `-`, `line:column`, or `line:column-column`.
fn place(line: usize, field: &str) -> Result<Option<Place>, FormatError> {
    if field == "-" {
        return Ok(None);
    }
    let Some((row, columns)) = field.split_once(':') else {
        return fail(line, format!("`line:column` expected, not {field:?}"));
    };
    let (from, to) = columns.split_once('-').unwrap_or((columns, columns));
    let (from, to) = (decimal(line, "column", from)?, decimal(line, "column", to)?);
    Ok(Some(Place {
        line: decimal(line, "line", row)?,
        from,
        to,
    }))
}

fn owned<'a>(words: impl Iterator<Item = &'a str>) -> Vec<String> {
    words.map(str::to_owned).collect()
}

/// A number of digits only.
pub(super) fn decimal<N: std::str::FromStr>(
    line: usize,
    what: &str,
    text: &str,
) -> Result<N, FormatError> {
    let digits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let number = if digits { text.parse().ok() } else { None };
    number.ok_or_else(|| error(line, format!("{what}: {text:?} is not a number that fits")))
}

pub(super) fn error(line: usize, what: impl Into<String>) -> FormatError {
    FormatError {
        line,
        what: what.into(),
    }
}

pub(super) fn fail<T>(line: usize, what: impl Into<String>) -> Result<T, FormatError> {
    Err(error(line, what))
}

/// A pattern, or the format error at this line.
pub(super) fn pattern(line: usize, text: &str) -> Result<Pattern, FormatError> {
    Pattern::parse(text).map_err(|what| error(line, what))
}
