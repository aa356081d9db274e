//! What runs beside the dialogue: how searches, perft and bench begin and end.

use std::io::{self, Write};
use std::sync::{Arc, Weak};

use super::answers;
use super::job::{self, Finished, Stop, Work, Worker};
use super::shared::entrance;
use super::translate::{Plan, info_line, no_search};
use super::{Failed, Session};
use crate::bench;
use crate::protocol::{Go, Handshake, Reply};
use crate::search::{Best, Report, Search};
use crate::state::Turn;

/// What is running.
#[derive(Debug)]
pub(super) struct Running {
    stop: Arc<Stop>,
    kind: Kind,
    /// Whether it has been told to end.
    stopped: bool,
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
    /// Whether the client has been told a score.
    scored: bool,
    /// A legal turn, whatever becomes of the search.
    any_turn: Option<Turn>,
    /// What the search ended with, before the client may know.
    withheld: Option<Best>,
}

impl Running {
    /// Whether it is a search that ends only when it is told to.
    pub fn is_unlimited(&self) -> bool {
        let unlimited = |searching: &Searching| searching.infinite || searching.pondering;
        !self.stopped && matches!(&self.kind, Kind::Search(searching) if unlimited(searching))
    }

    /// Whether it has been told to end.
    pub fn is_stopped(&self) -> bool {
        self.stopped
    }

    pub fn is_search(&self) -> bool {
        matches!(self.kind, Kind::Search(_))
    }

    /// Tells it to end.
    pub fn stop(&mut self) {
        self.stop.tell();
        self.stopped = true;
    }
}

impl<W: Write + Send + 'static> Session<W> {
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
        // Before the search is taken, so that it stays where it is when there can be no thread.
        self.worker()?;
        let search = self.take_search()?;
        let legal = || game.legal_turns().first().copied();
        let searching = Searching {
            infinite: limits.infinite,
            pondering: limits.ponder,
            scored: false,
            any_turn: limits.search_turns.first().copied().or_else(legal),
            withheld: None,
        };
        for note in notes {
            self.say(&Reply::Note(note))?;
        }
        let work = job::search(search, game, limits, self.options.search());
        self.start(work, Kind::Search(searching))
    }

    /// `perft`.
    pub(super) fn perft(&mut self, depth: u32) -> Result<(), Failed> {
        let game = Arc::clone(self.current.game());
        self.start(job::perft(game, depth), Kind::Other { name: "perft" })
    }

    /// `bench`.
    pub(super) fn bench(&mut self, depth: Option<u32>) -> Result<(), Failed> {
        let depth = depth.unwrap_or(bench::DEPTH);
        self.start(job::bench(depth), Kind::Other { name: "bench" })
    }

    fn start(&mut self, work: Work, kind: Kind) -> Result<(), Failed> {
        let begun = self.worker()?.begin(work).or_else(|work| {
            // The thread is gone: another one.
            self.worker = None;
            let gone = |_| Failed::Refused("the thread that works is gone".to_owned());
            self.worker()?.begin(work).map_err(gone)
        });
        self.running = Some(Running {
            stop: begun?,
            kind,
            stopped: false,
        });
        Ok(())
    }

    /// The thread that works; the first work starts it.
    fn worker(&mut self) -> Result<&Worker, Failed> {
        let worker = match self.worker.take() {
            Some(worker) => worker,
            None => Worker::start(entrance(Weak::clone(&self.shared)))
                .map_err(|error| Failed::Refused(format!("no thread can be started: {error}")))?,
        };
        Ok(self.worker.insert(worker))
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
        running.stop();
        self.release()
    }

    /// `ponderhit`: from now on the clock runs; silent if there was no pondering.
    pub(super) fn ponder_hit(&mut self) -> io::Result<()> {
        let Some(Running {
            stop,
            kind: Kind::Search(searching),
            ..
        }) = &mut self.running
        else {
            return Ok(());
        };
        searching.pondering = false;
        stop.ponder_hit();
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
                    if info.multi_pv == 1 {
                        // If the search fails later, this is still what the client was told.
                        searching.any_turn = info.line.first().copied().or(searching.any_turn);
                    }
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
        match self.running.take() {
            Some(running) => self.tell_end(running, finished),
            None => Ok(()),
        }
    }

    fn tell_end(&mut self, mut running: Running, finished: Finished) -> io::Result<()> {
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
            !running.is_unlimited()
                && matches!(&running.kind, Kind::Search(searching) if searching.withheld.is_some())
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
    use super::{Kind, Searching, Work};
    use crate::session::shared::quiet;

    #[test]
    fn a_panic_in_a_search_is_told_and_the_session_goes_on() {
        let shared = quiet();
        shared.with(|session| {
            let lost = session.search.take();
            let kind = Kind::Search(Searching {
                infinite: false,
                pondering: false,
                scored: false,
                any_turn: session.current.game().legal_turns().first().copied(),
                withheld: None,
            });
            let work: Work = Box::new(|_, _| {
                drop(lost);
                panic!("two\nlines")
            });
            assert!(session.start(work, kind).is_ok());
        });
        shared.rest();
        for line in ["isready", "go depth 1"] {
            shared.with(|session| assert!(session.line(Ok(line.to_owned())).is_ok()));
            shared.rest();
        }
        let output = shared.with(|session| String::from_utf8_lossy(&session.output).into_owned());
        let lines: Vec<&str> = output.lines().collect();
        assert_eq!(lines[0], "info string error: the search failed: two lines");
        assert!(lines[1].starts_with("info depth 0 ") && lines[1].contains("score cp 0"));
        assert!(lines[2].starts_with("bestmove ") && lines[3] == "readyok");
        assert!(lines[lines.len() - 1].starts_with("bestmove "));
    }
}
