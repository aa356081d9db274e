//! A game: a rule set on a board, the position it was given, and the turns played since.

use std::sync::Arc;

use super::board::{Board, Line, Network, PointSet, Side};
use super::explain::{self, Illegal};
use super::history::History;
use super::outcome::{self, Limits, Outcome};
use super::position::Position;
use super::rules::{Rules, Variant, with_rules};
use super::setup::{Setup, SetupError};
use super::turn::Turn;
use super::turns::{self, Contains, Each};

/// What a game is played by: everything that is settled before the first position.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The rule set with its expansions.
    pub variant: Variant,
    /// The lines.
    pub board: Arc<Board>,
    /// The two remote camps of a new game with Challenges.
    pub remote_camps: PointSet,
    /// The two limits.
    pub limits: Limits,
}

/// A game in progress, or finished.
#[derive(Clone, Debug)]
pub struct Game {
    settings: Settings,
    network: Arc<Network>,
    /// The given position and the one after each turn.
    positions: Vec<Position>,
    turns: Vec<Turn>,
    history: History,
}

impl Game {
    /// A game from the start position; `first` moves first (Blue in a rotated game).
    #[must_use]
    pub fn new(settings: Settings, first: Side) -> Self {
        let start = Position::start(settings.variant.rules(), first, settings.remote_camps);
        let network = Arc::new(Network::new(&settings.board, settings.variant.rules()));
        Self {
            settings,
            network,
            positions: vec![start],
            turns: Vec::new(),
            history: History::new(start.key()),
        }
    }

    /// A game from a given position, with the settings of this one.
    ///
    /// # Errors
    /// What is wrong with the setup; see [`Setup::position`].
    pub fn from_setup(&self, setup: &Setup) -> Result<Self, SetupError> {
        Ok(self.begun_at(setup.position(self.rules())?))
    }

    /// A game from the start position, with the settings of this one.
    #[must_use]
    pub fn from_start(&self, first: Side) -> Self {
        self.begun_at(Position::start(
            self.rules(),
            first,
            self.settings.remote_camps,
        ))
    }

    fn begun_at(&self, start: Position) -> Self {
        Self {
            settings: self.settings.clone(),
            network: Arc::clone(&self.network),
            positions: vec![start],
            turns: Vec::new(),
            history: History::new(start.key()),
        }
    }

    /// What the game is played by.
    #[must_use]
    pub const fn settings(&self) -> &Settings {
        &self.settings
    }

    /// The rule set with its expansions.
    #[must_use]
    pub const fn variant(&self) -> Variant {
        self.settings.variant
    }

    /// The rules as a table column.
    #[must_use]
    pub const fn rules(&self) -> &'static Rules {
        self.settings.variant.rules()
    }

    /// The two limits.
    #[must_use]
    pub const fn limits(&self) -> Limits {
        self.settings.limits
    }

    /// The board as the rule set reads it.
    #[must_use]
    pub fn network(&self) -> &Network {
        &self.network
    }

    /// The lines that are open in this rule set, in the order of the board file.
    pub fn open_lines(&self) -> impl Iterator<Item = Line> {
        self.settings.board.open_lines(self.rules())
    }

    /// The current position.
    ///
    /// # Panics
    /// Never: there is always the given position.
    #[must_use]
    pub fn position(&self) -> &Position {
        &self.positions[self.positions.len() - 1]
    }

    /// The position that the game started from.
    #[must_use]
    pub fn given(&self) -> &Position {
        &self.positions[0]
    }

    /// The turns played since the given position.
    #[must_use]
    pub fn turns(&self) -> &[Turn] {
        &self.turns
    }

    /// The positions that occurred.
    pub(crate) const fn history(&self) -> &History {
        &self.history
    }

    /// The result, if the game is over.
    #[must_use]
    pub fn outcome(&self) -> Option<Outcome> {
        let position = self.position();
        let history = Some(&self.history);
        let reason = with_rules!(self.variant().index(), V => outcome::end::<V>(position, self.limits(), history))?;
        Some(outcome::outcome(position, self.rules(), reason))
    }

    /// Green's and Blue's points: of the finished game, or so far.
    #[must_use]
    pub fn score(&self) -> [u32; 2] {
        self.outcome().map_or_else(
            || outcome::score_so_far(self.position(), self.rules()),
            |outcome| outcome.score,
        )
    }

    /// Green's and Blue's points if `loser` gives up now: as at elimination, the winner keeps what it
    /// has and the loser has nothing.
    #[must_use]
    pub fn forfeit(&self, loser: Side) -> [u32; 2] {
        outcome::winner_score(self.position(), self.rules(), Some(loser.other()))
    }

    /// The legal turns in the order of the generator; none in a finished game.
    #[must_use]
    pub fn legal_turns(&self) -> Vec<Turn> {
        let mut list = Vec::new();
        if self.outcome().is_none() {
            self.generate(&mut Each(|turn| list.push(turn)));
        }
        list
    }

    /// Whether a turn is legal: whether the generator lists it.
    #[must_use]
    pub fn is_legal(&self, turn: Turn) -> bool {
        let mut contains = Contains::new(turn);
        if self.outcome().is_none() {
            self.generate(&mut contains);
        }
        contains.found
    }

    fn generate(&self, receiver: &mut impl turns::Receiver) {
        with_rules!(self.variant().index(), V => turns::generate::<V>(self.position(), &self.network, receiver));
    }

    /// Plays a turn.
    ///
    /// # Errors
    /// The rule that it breaks, if it is not legal; the game is as it was.
    pub fn play(&mut self, turn: Turn) -> Result<(), Illegal> {
        self.check(turn)?;
        let mut position = *self.position();
        with_rules!(self.variant().index(), V => position.play::<V>(turn));
        self.positions.push(position);
        self.turns.push(turn);
        self.history.push(position.key());
        Ok(())
    }

    /// Asks whether a turn is legal, and if not, why.
    ///
    /// # Errors
    /// The rule that it breaks.
    pub fn check(&self, turn: Turn) -> Result<(), Illegal> {
        if self.is_legal(turn) {
            Ok(())
        } else {
            Err(explain::explain(self, turn))
        }
    }

    /// Takes the last turn back; false at the given position.
    pub fn undo(&mut self) -> bool {
        if self.turns.pop().is_none() {
            return false;
        }
        self.positions.pop();
        self.history.pop();
        true
    }
}
