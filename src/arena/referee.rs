//! One game: the program's own state says what is legal and when it is over.

use std::time::Duration;

use super::limits::{Clock, TurnLimits};
use super::player::{Failure, Player, quoted_line};
use super::record::{End, Fault, GameRecord, Seat};
use super::schedule::Job;
use crate::notation::{self, position_string};
use crate::protocol::{Base, Handshake};
use crate::session;
use crate::state::{Game, Side, Turn};

/// How a game did not come to an end.
#[derive(Debug)]
pub(super) enum NoGame {
    /// The match was stopped.
    Stopped,
    /// The match cannot go on.
    Unusable(String),
}

/// A side's time.
#[derive(Clone, Copy, Debug)]
struct Watch {
    limits: TurnLimits,
    /// What its clock shows.
    left: Duration,
    used: Duration,
}

impl Watch {
    fn new(limits: TurnLimits) -> Self {
        Self {
            limits,
            left: limits.clock.map_or(Duration::ZERO, |clock| clock.base),
            used: Duration::ZERO,
        }
    }

    /// What the next turn may take; `None` is no limit of time.
    fn allowed(&self) -> Option<Duration> {
        let left = self.limits.clock.map(|_| self.left);
        [left, self.limits.move_time].into_iter().flatten().min()
    }

    fn took(&mut self, time: Duration) {
        self.used += time;
        if let Some(Clock { increment, .. }) = self.limits.clock {
            self.left = self.left.saturating_sub(time) + increment;
        }
    }
}

/// A game in progress.
struct Board<'g, 'p, 'a> {
    game: Game,
    base: &'g Base,
    players: [&'p mut Player<'a>; 2],
    watches: [Watch; 2],
}

/// Plays a game; Green's player and Blue's.
pub(super) fn play<'a>(
    match_id: u32,
    job: &Job,
    table: &Game,
    players: [&mut Player<'a>; 2],
) -> Result<GameRecord, NoGame> {
    let set_up =
        |turns: &[Turn]| session::set_up(table, &job.start.base, turns).map_err(NoGame::Unusable);
    let first = set_up(&[])?.position().side();
    let seats = [&players[0], &players[1]].map(|player| Seat {
        number: player.engine().number,
        name: player.engine().setup.name.as_str().into(),
    });
    let watches = [&players[0], &players[1]].map(|player| Watch::new(player.engine().setup.limits));
    let mut board = Board {
        game: set_up(&job.start.turns)?,
        base: &job.start.base,
        players,
        watches,
    };
    let (winner, end, score) = board.play()?;
    Ok(GameRecord {
        match_id,
        number: job.number,
        seats,
        settings: table.settings().clone(),
        base: job.start.base.clone(),
        opening: job.start.turns.len(),
        turns: board.game.turns().to_vec(),
        first,
        winner,
        end,
        score,
        times: board.watches.map(|watch| watch.used.as_millis()),
    })
}

/// Who won, why, and the score.
type Ending = (Option<Side>, End, [u32; 2]);

impl Board<'_, '_, '_> {
    fn play(&mut self) -> Result<Ending, NoGame> {
        let side = self.game.position().side();
        for side in [side, side.other()] {
            if let Err(failure) = self.players[side.index()].make_ready() {
                return self.lost(side, failure);
            }
        }
        loop {
            if let Some(outcome) = self.game.outcome() {
                return Ok((outcome.winner, End::Rules(outcome.reason), outcome.score));
            }
            let side = self.game.position().side();
            if let Err(failure) = self.turn(side) {
                return self.lost(side, failure);
            }
        }
    }

    /// A side's turn, from the question to the position after it.
    fn turn(&mut self, side: Side) -> Result<(), Failure> {
        let (position, go) = (self.position(), self.go(side));
        let allowed = self.watches[side.index()].allowed();
        let answer = self.players[side.index()].think(&position, &go, allowed)?;
        self.watches[side.index()].took(answer.time);
        let reason = match notation::turn(&answer.word) {
            Ok(turn) => match self.game.play(turn) {
                Ok(()) => return Ok(()),
                Err(illegal) => illegal.to_string(),
            },
            Err(error) => format!("no turn: {error}"),
        };
        let mut what = format!("{}: {reason}", quoted_line(&answer.word));
        if let Some(complaint) = answer.complaint {
            what.push_str(&format!("; it said {}", quoted_line(&complaint)));
        }
        Err(Failure::Fault(Fault::Illegal, what))
    }

    /// The game is lost by a fault; the engine begins anew in its next game.
    fn lost(&mut self, side: Side, failure: Failure) -> Result<Ending, NoGame> {
        match failure {
            Failure::Stopped => Err(NoGame::Stopped),
            Failure::Unusable(what) => Err(NoGame::Unusable(what)),
            Failure::Fault(fault, what) => {
                self.players[side.index()].end();
                let score = self.game.forfeit(side);
                Ok((Some(side.other()), End::Fault(fault, what), score))
            }
        }
    }

    /// The command that sets the position. Only ours know `rotated`, so that it is written in full.
    fn position(&self) -> String {
        let mut text = match self.base {
            Base::Start => "position startpos".to_owned(),
            Base::Rotated | Base::Fen(_) => {
                format!("position fen {}", position_string(self.game.given()))
            }
        };
        if !self.game.turns().is_empty() {
            text.push_str(" moves");
        }
        for turn in self.game.turns() {
            text.push_str(&format!(" {turn}"));
        }
        text
    }

    /// The command that asks for a turn.
    fn go(&self, side: Side) -> String {
        let mut text = "go".to_owned();
        let limits = self.watches[side.index()].limits;
        if limits.clock.is_some() {
            let names = match self.players[side.index()].dialect() {
                Handshake::Uci => ["w", "b"],
                Handshake::Ugi => ["p1", "p2"],
            };
            for (name, watch) in names.iter().zip(&self.watches) {
                if let Some(clock) = watch.limits.clock {
                    let (left, increment) = (watch.left.as_millis(), clock.increment.as_millis());
                    text.push_str(&format!(" {name}time {left} {name}inc {increment}"));
                }
            }
        }
        if let Some(time) = limits.move_time {
            text.push_str(&format!(" movetime {}", time.as_millis()));
        }
        if let Some(depth) = limits.depth {
            text.push_str(&format!(" depth {depth}"));
        }
        if let Some(nodes) = limits.nodes {
            text.push_str(&format!(" nodes {nodes}"));
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::{Clock, TurnLimits, Watch};
    use crate::session::{Change, Options};
    use crate::state::{Game, Side};

    #[test]
    fn a_clock_loses_the_time_and_gains_the_increment() {
        let (base, increment) = (Duration::from_millis(1000), Duration::from_millis(100));
        let limits = TurnLimits {
            clock: Some(Clock { base, increment }),
            ..TurnLimits::default()
        };
        let mut watch = Watch::new(limits);
        assert_eq!(watch.allowed(), Some(base));
        watch.took(Duration::from_millis(300));
        assert_eq!(watch.allowed(), Some(Duration::from_millis(800)));
        // Within the grace a turn may take more than there is.
        watch.took(Duration::from_millis(805));
        assert_eq!(watch.allowed(), Some(increment));
        assert_eq!(watch.used, Duration::from_millis(1105));
    }

    #[test]
    fn the_shorter_of_clock_and_turn_time_holds() {
        let mut limits = TurnLimits {
            move_time: Some(Duration::from_millis(50)),
            ..TurnLimits::default()
        };
        assert_eq!(Watch::new(limits).allowed(), limits.move_time);
        limits.clock = Some(Clock {
            base: Duration::from_millis(20),
            increment: Duration::ZERO,
        });
        assert_eq!(
            Watch::new(limits).allowed(),
            Some(Duration::from_millis(20))
        );
        assert_eq!(Watch::new(TurnLimits::default()).allowed(), None);
    }

    #[test]
    fn a_forfeit_leaves_the_winner_what_elimination_would() {
        // Five men at the start: five points by tally, five living men, or one for a win.
        for (name, points) in [
            ("jarmo", 5),
            ("legendary", 1),
            ("jasyr", 1),
            ("oca", 5),
            ("jasir", 5),
            ("brainking", 5),
        ] {
            let options = match Options::default().with("UCI_Variant", Some(name)) {
                Ok(Change::To(options)) => *options,
                other => panic!("{name}: {other:?}"),
            };
            let game = Game::new(options.settings(), Side::Green);
            assert_eq!(game.forfeit(Side::Green), [0, points], "{name}");
            assert_eq!(game.forfeit(Side::Blue), [points, 0], "{name}");
        }
    }
}
