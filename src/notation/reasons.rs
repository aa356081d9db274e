//! What is wrong, in words: the texts of refused turns, setups and boards.

use std::fmt;

use crate::state::{BoardError, Illegal, SetupError, Side};

impl fmt::Display for Illegal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::GameOver(reason) => write!(f, "the game is over ({reason})"),
            Self::CannotPass(side) => write!(f, "{side} has a legal turn and cannot pass"),
            Self::PassPlaces(rules) => write!(f, "a pass cannot place pieces in {rules}"),
            Self::NoFlips(rules) => write!(f, "{rules} has no turn that turns a guard back"),
            Self::FlipPlacesOne(rules) => write!(
                f,
                "a guard is turned back with exactly one placement in {rules}"
            ),
            Self::NotFlippable(point) => {
                write!(f, "the piece on {point} is not a guard in the enemy camp")
            }
            Self::NothingCaptured(side) => write!(f, "{side} has no captured piece"),
            Self::PlaceIsNoTurn(rules) => {
                write!(f, "a placement is not a turn of its own in {rules}")
            }
            Self::NoPlaceAndGo(rules) => {
                write!(f, "a piece is not placed and moved in one turn in {rules}")
            }
            Self::Empty(point) => write!(f, "no piece stands on {point}"),
            Self::NotOwn(point, owner) => write!(f, "the piece on {point} is {owner}'s"),
            Self::NotEmpty(point) => write!(f, "{point} is not empty"),
            Self::NotInCamp(point, side) => write!(f, "{point} is not in {side}'s camp"),
            Self::HandTooSmall(side, has, wanted) => hand_too_small(f, side, has, wanted),
            Self::Frozen(point) => write!(
                f,
                "the piece on {point} is in the enemy camp and cannot move"
            ),
            Self::NoLine(..)
            | Self::DottedClosed(..)
            | Self::Backward(..)
            | Self::OwnPiece(_)
            | Self::SafeInCamp(..)
            | Self::AtHome(_)
            | Self::Banned(..) => self.fmt_step(f),
            Self::MovePlaces(rules) => write!(f, "a placement is not part of a move in {rules}"),
            Self::NotPromotedEntry(rules) => {
                write!(
                    f,
                    "only a promoted piece that enters the enemy camp brings a captured piece back in {rules}"
                )
            }
            Self::BringsBackOne(rules) => {
                write!(f, "only one piece is brought back in a turn in {rules}")
            }
            Self::NoRemoteCamps => f.write_str("there are no remote camps in this game"),
            Self::RemoteCampsGone => f.write_str("the remote camps have left the game"),
            Self::RemoteCampsNotHeld(side) => write!(f, "{side} does not hold both remote camps"),
        }
    }
}

impl Illegal {
    /// Why a piece that may move cannot make this step; the other reasons are told by `fmt` itself.
    fn fmt_step(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::NoLine(from, to) => write!(f, "no line joins {from} and {to}"),
            Self::DottedClosed(from, to, rules) => {
                write!(
                    f,
                    "the line between {from} and {to} is dotted, and closed in {rules}"
                )
            }
            Self::Backward(from, to, rules) => {
                write!(
                    f,
                    "{from} to {to} leads backward, and pieces move forward or sideways in {rules}"
                )
            }
            Self::OwnPiece(point) => write!(f, "{point} holds a piece of the same side"),
            Self::SafeInCamp(point, rules) => {
                write!(
                    f,
                    "the piece on {point} is frozen in the camp and cannot be captured in {rules}"
                )
            }
            Self::AtHome(point) => {
                write!(
                    f,
                    "the piece on {point} is at home and can be captured only when no other move is legal"
                )
            }
            Self::Banned(from, to, number) => {
                write!(
                    f,
                    "{from}{to} is banned: it would be the {number}th turn of shuttling"
                )
            }
            _ => Ok(()),
        }
    }
}

fn hand_too_small(f: &mut fmt::Formatter<'_>, side: Side, has: u32, wanted: u32) -> fmt::Result {
    match has {
        0 => write!(f, "{side} has nothing in hand"),
        1 => write!(f, "{side} has 1 piece in hand, not {wanted}"),
        _ => write!(f, "{side} has {has} pieces in hand, not {wanted}"),
    }
}

impl std::error::Error for Illegal {}

impl fmt::Display for SetupError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::HeroWithoutHeroes(point) => {
                write!(
                    f,
                    "the golden soldier on {point} exists only with the option Heroes"
                )
            }
            Self::CoveredPiece(point) => write!(
                f,
                "a covered piece on {point} is not a golden soldier, archer side up"
            ),
            Self::GuardInEnemyCamp(point) => {
                write!(
                    f,
                    "the guard on {point} stands in the enemy camp, where it becomes an archer on entering"
                )
            }
            Self::TooManyHeroes(side) => write!(f, "{side} has more than one golden soldier"),
            Self::TooManyPieces(side) => write!(
                f,
                "{side} has more than 5 pieces on the board, in hand and captured"
            ),
            Self::NoHand => f.write_str("no piece is ever in hand in this rule set"),
            Self::NoCaptured => f.write_str("no captured piece can be got back in this rule set"),
            Self::RemoteWithoutChallenges => {
                f.write_str("remote camps exist only with the option Challenges")
            }
            Self::RemoteEqual(point) => write!(f, "both remote camps are {point}"),
            Self::RemoteOutside(point) => write!(f, "{point} is not on rows 2 to 4"),
            Self::TurnZero => f.write_str("turns are numbered from 1"),
            Self::BothEliminated => f.write_str("both sides are eliminated"),
        }
    }
}

impl std::error::Error for SetupError {}

impl fmt::Display for BoardError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Loop(_) => f.write_str("a line from a point to itself"),
            Self::Duplicate(_) => f.write_str("this line was given before"),
            Self::Lonely(point) => write!(f, "{point} has no line"),
            Self::Unconnected(from, to) => write!(
                f,
                "the board is not connected: no way leads from {from} to {to}"
            ),
        }
    }
}

impl std::error::Error for BoardError {}
