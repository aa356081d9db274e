//! Turns as text: the rule page, section 3.
//!
//! ```text
//! turn  = "0000" rest | "@" point | ["@"] point point ["+" point] rest | point "=" rest
//! rest  = { "@" point }            points in order, each once
//! ```

use std::fmt;

use nom::Parser;
use nom::branch::alt;
use nom::bytes::complete::tag;
use nom::character::complete::char;
use nom::combinator::{opt, value};
use nom::multi::many0;
use nom::sequence::preceded;
use nom::{Finish, IResult};

use super::{column, point, quoted_first};
use crate::state::{Point, Turn, TurnKind};

/// Why a word is no turn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TurnError {
    /// Where in the word, from 1.
    pub column: usize,
    /// What stands there, quoted, or "the end".
    found: String,
    /// What was expected.
    expected: &'static str,
}

impl fmt::Display for TurnError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "character {}: expected {}, found {}",
            self.column, self.expected, self.found
        )
    }
}

impl std::error::Error for TurnError {}

/// Reads one turn.
///
/// # Errors
/// The place where the word stops being a turn. Whether a turn is legal is another question.
pub fn turn(word: &str) -> Result<Turn, TurnError> {
    let error = |rest: &str, expected| TurnError {
        column: column(word, rest),
        found: quoted_first(rest),
        expected,
    };
    let (rest, base) = base(word).finish().map_err(|failure| {
        error(
            failure.input,
            "a turn such as c1d3, @b1d2, @b1, e5= or 0000",
        )
    })?;
    if base.kind() == TurnKind::Place {
        return if rest.is_empty() {
            Ok(base)
        } else {
            Err(error(rest, "the end or a point"))
        };
    }
    let (end, places) = places(rest)
        .finish()
        .map_err(|failure| error(failure.input, "a point"))?;
    if !end.is_empty() {
        return Err(error(end, "the end or a placement such as @b1"));
    }
    if !places.is_sorted_by(|a, b| a < b) {
        return Err(error(rest, "placements in order of point, each once"));
    }
    Ok(base.and_place(places.into_iter().collect()))
}

/// Everything before the placements that follow.
fn base(input: &str) -> IResult<&str, Turn> {
    alt((
        value(Turn::PASS, tag("0000")),
        place_and_maybe_go,
        (point, char('=')).map(|(point, _)| Turn::flip(point)),
        (point, point, opt(redeploy))
            .map(|(from, to, redeploy)| with_redeploy(Turn::go(from, to), redeploy)),
    ))
    .parse(input)
}

fn place_and_maybe_go(input: &str) -> IResult<&str, Turn> {
    (preceded(char('@'), point), opt((point, opt(redeploy))))
        .map(|(from, go)| match go {
            None => Turn::place(from),
            Some((to, redeploy)) => with_redeploy(Turn::place_and_go(from, to), redeploy),
        })
        .parse(input)
}

fn redeploy(input: &str) -> IResult<&str, Point> {
    preceded(char('+'), point).parse(input)
}

fn with_redeploy(turn: Turn, redeploy: Option<Point>) -> Turn {
    redeploy.map_or(turn, |point| turn.and_redeploy(point))
}

fn places(input: &str) -> IResult<&str, Vec<Point>> {
    many0(preceded(char('@'), point)).parse(input)
}

impl fmt::Display for Turn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.kind() {
            TurnKind::Move => write!(f, "{}{}", self.from(), self.to())?,
            TurnKind::PlaceMove => write!(f, "@{}{}", self.from(), self.to())?,
            TurnKind::Place => write!(f, "@{}", self.from())?,
            TurnKind::Flip => write!(f, "{}=", self.from())?,
            TurnKind::Pass => f.write_str("0000")?,
        }
        if let Some(point) = self.redeploy() {
            write!(f, "+{point}")?;
        }
        self.places()
            .into_iter()
            .try_for_each(|point| write!(f, "@{point}"))
    }
}

#[cfg(test)]
mod tests {
    use super::turn;

    #[test]
    fn every_form_survives_a_round_trip() {
        for word in [
            "c1d3",
            "c1d3@a1",
            "c1d3@a1@b1",
            "@b1d2",
            "@b1d2@b1",
            "@b1",
            "e5=",
            "e5=@b1",
            "c1d3+b1",
            "@b1d2+a1@b1@c1",
            "0000",
            "0000@a1@e1",
        ] {
            assert_eq!(turn(word).map(|turn| turn.to_string()).as_deref(), Ok(word));
        }
    }

    #[test]
    fn what_is_no_turn_is_refused_with_its_place() {
        for (word, column) in [
            ("", 1),
            ("c1", 3),
            ("c1d", 4),
            ("c1d3@", 5),
            ("c1d3@b1@a1", 5),
            ("c1d3@a1@a1", 5),
            ("c1d3@a1+b1", 8),
            ("@b1@a1", 4),
            ("@b1=", 4),
            ("000", 1),
            ("00000", 5),
            ("f1a2", 1),
            ("a6b1", 2),
            ("C1D3", 1),
            ("c1d3x", 5),
            ("c1d3é", 5),
        ] {
            assert_eq!(
                turn(word).map_err(|error| error.column),
                Err(column),
                "{word}"
            );
        }
    }
}
