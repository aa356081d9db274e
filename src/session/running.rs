//! What runs beside the dialogue: how searches, perft and bench begin and end.

use std::io::{self, Write};
use std::sync::Arc;

use super::answers;
use super::job::{Finished, Job, Work};
use super::{Failed, Session};
use crate::bench;
use crate::protocol::{Bound, Go, Handshake, InfoLine, Reply, Score};
use crate::search::{self, Best, GoLimits, Info, Report, Search};
use crate::state::{Game, Turn};

/// What is running.
#[derive(Debug)]
pub(super) struct Running {
    job: Option<Job>,
    kind: Kind,
}

#[derive(Debug)]
enum Kind {
    Search(Searching),
    Other { name: &'static str },
}

#[derive(Debug)]
struct Searching {
    /// No end before `stop`.
    infinite: bool,
    /// No end before `ponderhit` or `stop`.
    pondering: bool,
    stopped: bool,
    /// Whether the client has been told a score.
    scored: bool,
    /// A legal turn, whatever becomes of the search.
    any_turn: Option<Turn>,
    /// What the search ended with, before the client may know.
    withheld: Option<Best>,
}

impl Searching {
    fn is_unlimited(&self) -> bool {
        (self.infinite || self.pondering) && !self.stopped
    }
}

impl Running {
    /// Whether it is a search that ends only when it is told to.
    pub fn is_unlimited(&self) -> bool {
        matches!(&self.kind, Kind::Search(searching) if searching.is_unlimited())
    }

    pub fn is_search(&self) -> bool {
        matches!(self.kind, Kind::Search(_))
    }

    /// Ends it without a word.
    pub fn abandon(self) {
        if let Some(job) = self.job {
            job.stop();
            job.join();
        }
    }
}

/// The limits of a search, and what of the command was skipped.
struct Plan {
    limits: GoLimits,
    notes: Vec<String>,
}

impl Plan {
    fn new(game: &Game, go: Go, handshake: Option<Handshake>) -> Result<Self, String> {
        let mut notes: Vec<String> = go
            .skipped
            .iter()
            .map(|skipped| {
                format!(
                    "column {}: unknown word {} is skipped",
                    skipped.column, skipped.word
                )
            })
            .collect();
        if go.skipped_more > 0 {
            notes.push(format!(
                "{} more unknown words are skipped",
                go.skipped_more
            ));
        }
        let mut search_turns = Vec::new();
        let asked = go.search_turns.len();
        for turn in go.search_turns {
            match game.check(turn) {
                Ok(()) => search_turns.push(turn),
                Err(reason) => notes.push(format!("searchmoves {turn} is skipped: {reason}")),
            }
        }
        if asked > 0 && search_turns.is_empty() {
            let reason = notes.pop().unwrap_or_default();
            return Err(format!("no turn of searchmoves is legal; {reason}"));
        }
        let own_clock = go
            .clock
            .get(game.position().side().index())
            .copied()
            .flatten();
        let counted = go.depth.is_some() || go.nodes.is_some() || go.mate.is_some();
        let limited = counted || go.move_time.is_some() || own_clock.is_some();
        let limits = GoLimits {
            search_turns,
            ponder: go.ponder,
            infinite: go.infinite || !limited,
            clock: go.clock,
            increment: go.increment.map(Option::unwrap_or_default),
            turns_to_go: go.turns_to_go.filter(|turns| *turns > 0),
            depth: go.depth,
            nodes: go.nodes,
            mate: go.mate.map(|count| plies(count, handshake)),
            move_time: go.move_time,
        };
        Ok(Self { limits, notes })
    }
}

/// How many plies a win may take that `go mate` asks for: after `uci`, it counts the winner's turns.
fn plies(mate: u32, handshake: Option<Handshake>) -> u32 {
    match handshake {
        Some(Handshake::Uci) => mate.saturating_mul(2),
        _ => mate,
    }
}

/// A score as the dialect counts it: after `uci`, a proven result in the winner's turns.
fn score(score: search::Score, handshake: Option<Handshake>) -> Score {
    match score {
        search::Score::Centipoints(points) => Score::Centipoints(points),
        search::Score::Mate(plies) if handshake != Some(Handshake::Uci) => Score::Mate(plies),
        search::Score::Mate(plies) if plies > 0 => Score::Mate(plies / 2 + plies % 2),
        // The loser's own turn may end the game: still lost, so still negative.
        search::Score::Mate(plies) => Score::Mate((plies / 2).min(-1)),
    }
}

fn info_line(info: Info, handshake: Option<Handshake>) -> InfoLine {
    InfoLine {
        depth: info.depth,
        sel_depth: info.sel_depth,
        multi_pv: info.multi_pv,
        score: score(info.score, handshake),
        bound: match info.bound {
            search::Bound::Exact => Bound::Exact,
            search::Bound::Lower => Bound::Lower,
            search::Bound::Upper => Bound::Upper,
        },
        nodes: info.nodes,
        nps: info.nps,
        hash_full: info.hash_full,
        time: info.time,
        line: info.line,
    }
}

/// What is said of a turn when no search has said anything: the score so far.
fn no_search(game: &Game, turn: Option<Turn>) -> InfoLine {
    let [green, blue] = game.score().map(|points| points as i32 * 100);
    let side = if game.position().side().index() == 0 {
        1
    } else {
        -1
    };
    InfoLine {
        depth: 0,
        sel_depth: 0,
        multi_pv: 1,
        score: Score::Centipoints((green - blue) * side),
        bound: Bound::Exact,
        nodes: 0,
        nps: 0,
        hash_full: 0,
        time: 0,
        line: turn.into_iter().collect(),
    }
}

impl<W: Write> Session<W> {
    /// `go`.
    pub(super) fn go(&mut self, go: Go) -> Result<(), Failed> {
        let game = Arc::clone(self.current.game());
        if game.outcome().is_some() {
            return Ok(self.say(&Reply::BestMove {
                turn: None,
                ponder: None,
            })?);
        }
        let Plan { limits, notes } =
            Plan::new(&game, go, self.handshake).map_err(Failed::Refused)?;
        let search = self.take_search()?;
        let legal = || game.legal_turns().first().copied();
        let searching = Searching {
            infinite: limits.infinite,
            pondering: limits.ponder,
            stopped: false,
            scored: false,
            any_turn: limits.search_turns.first().copied().or_else(legal),
            withheld: None,
        };
        for note in notes {
            self.say(&Reply::Note(note))?;
        }
        let work = Work::Search(search, game, Box::new(limits), self.options.search());
        self.start(work, Kind::Search(searching))
    }

    /// `perft`.
    pub(super) fn perft(&mut self, depth: u32) -> Result<(), Failed> {
        let game = Arc::clone(self.current.game());
        self.start(Work::Perft(game, depth), Kind::Other { name: "perft" })
    }

    /// `bench`.
    pub(super) fn bench(&mut self, depth: Option<u32>) -> Result<(), Failed> {
        let depth = depth.unwrap_or(bench::DEPTH);
        self.start(Work::Bench(depth), Kind::Other { name: "bench" })
    }

    fn start(&mut self, work: Work, kind: Kind) -> Result<(), Failed> {
        let job = Job::start(work, self.events.clone())
            .map_err(|error| Failed::Refused(format!("no thread can be started: {error}")))?;
        self.running = Some(Running {
            job: Some(job),
            kind,
        });
        Ok(())
    }

    /// The search with what it remembers; a new one if the last was lost.
    fn take_search(&mut self) -> Result<Box<Search>, Failed> {
        match self.search.take() {
            Some(search) => Ok(search),
            None => Search::new(self.options.hash as usize)
                .map(Box::new)
                .map_err(|error| Failed::Refused(error.to_string())),
        }
    }

    /// `stop`: ends what is running; silent if nothing is.
    pub(super) fn stop(&mut self) -> io::Result<()> {
        let Some(running) = &mut self.running else {
            return Ok(());
        };
        if let Some(job) = &running.job {
            job.stop();
        }
        let Kind::Search(searching) = &mut running.kind else {
            return Ok(());
        };
        searching.stopped = true;
        self.release()
    }

    /// `ponderhit`: from now on the clock runs; silent if there was no pondering.
    pub(super) fn ponder_hit(&mut self) -> io::Result<()> {
        let Some(Running {
            job,
            kind: Kind::Search(searching),
        }) = &mut self.running
        else {
            return Ok(());
        };
        searching.pondering = false;
        if let Some(job) = job {
            job.ponder_hit();
        }
        self.release()
    }

    /// A running search found something.
    pub(super) fn report(&mut self, report: Report) -> io::Result<()> {
        let reply = match report {
            Report::Info(info) => {
                if let Some(Running {
                    kind: Kind::Search(searching),
                    ..
                }) = &mut self.running
                {
                    searching.scored = true;
                }
                Reply::Info(Box::new(info_line(info, self.handshake)))
            }
            Report::CurrentTurn {
                depth,
                turn,
                number,
            } => Reply::CurrentTurn {
                depth,
                turn,
                number,
            },
        };
        self.say(&reply)
    }

    /// What was running has ended.
    pub(super) fn finished(&mut self, finished: Finished) -> io::Result<()> {
        let Some(mut running) = self.running.take() else {
            return Ok(());
        };
        if let Some(job) = running.job.take() {
            job.join();
        }
        match (&mut running.kind, finished) {
            (Kind::Search(searching), Finished::Search(search, best)) => {
                self.search = Some(search);
                searching.withheld = Some(best);
            }
            (Kind::Search(searching), Finished::Panicked(text)) => {
                self.say(&Reply::Error(format!("the search failed: {text}")))?;
                searching.withheld = Some(Best {
                    turn: None,
                    ponder: None,
                });
            }
            (Kind::Other { name }, finished) => return self.other_finished(name, finished),
            (Kind::Search(_), _) => return Ok(()),
        }
        self.running = Some(running);
        self.release()
    }

    fn other_finished(&mut self, name: &str, finished: Finished) -> io::Result<()> {
        match finished {
            Finished::Perft(depth, Some(counts)) => self.say_all(&answers::perft(depth, &counts)),
            Finished::Bench(Ok(Some(summary))) => self.say_all(&summary.replies()),
            Finished::Bench(Err(error)) => self.say(&Reply::Error(format!("{name}: {error}"))),
            Finished::Panicked(text) => self.say(&Reply::Error(format!("{name} failed: {text}"))),
            _ => self.say(&Reply::Error(format!("{name} was stopped before its end"))),
        }
    }

    /// Ends a search that is done, if the client may know.
    fn release(&mut self) -> io::Result<()> {
        let may_know = |running: &mut Running| {
            matches!(&running.kind, Kind::Search(searching)
                if searching.withheld.is_some() && !searching.is_unlimited())
        };
        let Some(Running {
            kind: Kind::Search(searching),
            ..
        }) = self.running.take_if(may_know)
        else {
            return Ok(());
        };
        let best = searching.withheld;
        let turn = best.and_then(|best| best.turn).or(searching.any_turn);
        if !searching.scored {
            let info = no_search(self.current.game(), turn);
            self.say(&Reply::Info(Box::new(info)))?;
        }
        let wanted = self.handshake == Some(Handshake::Uci) && self.options.ponder;
        let ponder = best.and_then(|best| best.ponder).filter(|_| wanted);
        self.say(&Reply::BestMove { turn, ponder })
    }
}

#[cfg(test)]
mod tests {
    use super::{plies, score};
    use crate::protocol::{Handshake, Score};
    use crate::search;

    #[test]
    fn mates_are_plies_but_after_uci_the_winners_turns() {
        let counted = |plies, handshake| match score(search::Score::Mate(plies), handshake) {
            Score::Mate(distance) => distance,
            Score::Centipoints(_) => 0,
        };
        for (plies, turns) in [
            (1, 1),
            (2, 1),
            (3, 2),
            (-1, -1),
            (-2, -1),
            (-3, -1),
            (-4, -2),
        ] {
            assert_eq!(counted(plies, Some(Handshake::Uci)), turns);
            assert_eq!(counted(plies, Some(Handshake::Ugi)), plies);
            assert_eq!(counted(plies, None), plies);
        }
        assert_eq!(plies(2, Some(Handshake::Uci)), 4);
        assert_eq!(plies(2, Some(Handshake::Ugi)), 2);
    }
}
