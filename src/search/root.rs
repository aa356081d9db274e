//! The root: iterative deepening, several lines at once, and the reports.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::thread;

use super::limits::GoLimits;
use super::ordering::{Heuristics, MOST_PLIES};
use super::score::{DECIDED, INFINITE, MATE, PROVEN, shown};
use super::strength::Strength;
use super::table::Table;
use super::team::Team;
use super::time::{Watch, patience};
use super::tree::{Question, Tree};
use super::{Best, Bound, Info, Inquiry, Report};
use crate::state::{Game, Turn};

/// Half the width of the first window around the score of the iteration before.
const WINDOW: i32 = 25;
/// From this depth on, windows are narrow.
const NARROW_FROM: i32 = 5;
/// The current turn is told from this time on, in milliseconds.
const TELL_TURN_AFTER: u128 = 1000;

/// A turn at the root, with what is known about it.
#[derive(Clone, Debug)]
struct RootTurn {
    turn: Turn,
    /// In this iteration; no score yet, or none worth anything: `-INFINITE`.
    score: i32,
    /// In the iteration before.
    previous: i32,
    bound: Bound,
    deepest: usize,
    /// What is expected to follow the turn.
    line: Vec<Turn>,
}

/// The stack of a thread beside the first: room for the deepest search.
const STACK: usize = 16 << 20;

/// Searches the current position of a game, with a thread for each of the heuristics.
pub(super) fn run<const V: usize>(
    inquiry: &Inquiry,
    heuristics: &mut [Box<Heuristics>],
    report: &mut dyn FnMut(Report),
) -> Best {
    let nobody = Best {
        turn: None,
        ponder: None,
    };
    let mut turns = inquiry.game.legal_turns();
    let wanted = &inquiry.limits.search_turns;
    if !wanted.is_empty() {
        turns.retain(|turn| wanted.contains(turn));
    }
    let strength = strength(inquiry);
    let nodes = inquiry.limits.nodes.into_iter().chain(strength.nodes).min();
    let team = Team::new(heuristics.len(), nodes);
    let Some((first, others)) = heuristics.split_first_mut() else {
        return nobody;
    };
    if turns.is_empty() {
        return nobody;
    }
    thread::scope(|scope| {
        let (team, turns) = (&team, &turns);
        // Whatever becomes of this thread, the others end with it.
        let _end = team.ends();
        // The first thread has its first turns before the others can take them.
        let mut root = Root::<V>::new(inquiry, (team, 0), turns, first, report);
        for (index, heuristics) in others.iter_mut().enumerate() {
            let number = index + 1;
            let help = move || {
                let mut silent = |_| ();
                let place = (team, number);
                let help =
                    || Root::<V>::new(inquiry, place, turns, heuristics, &mut silent).deepen();
                // One that is lost is done without, too.
                if catch_unwind(AssertUnwindSafe(help)).is_err() {
                    log::error!("a thread of the search was lost");
                }
            };
            // A thread that cannot be had is done without: the answer is the first one's.
            let named = thread::Builder::new().name(format!("search {number}"));
            let _ = named.stack_size(STACK).spawn_scoped(scope, help);
        }
        root.deepen();
        root.best()
    })
}

/// How strong to play.
fn strength(inquiry: &Inquiry) -> Strength {
    inquiry.options.elo.map_or(Strength::FULL, Strength::of)
}

impl RootTurn {
    fn new(turn: Turn) -> Self {
        Self {
            turn,
            score: -INFINITE,
            previous: -INFINITE,
            bound: Bound::Exact,
            deepest: 0,
            line: Vec::new(),
        }
    }
}

/// Why an iteration did not come to its end.
struct Stopped;

struct Root<'a, const V: usize> {
    /// 0 for the thread that gives the answer.
    thread: usize,
    game: &'a Game,
    /// The same, to play lines on and take them back: a long game is not copied for each of them.
    scratch: Game,
    limits: &'a GoLimits,
    table: &'a Table,
    tree: Tree<'a, V>,
    /// Best first.
    turns: Vec<RootTurn>,
    /// How many lines are wanted.
    width: usize,
    /// Which of them is being looked for, from 0.
    place: usize,
    /// In how many iterations the best turn has been the same.
    stable: usize,
    /// The best turn that was last reported, and the reply expected to it.
    told: Option<(Turn, Option<Turn>)>,
    report: &'a mut dyn FnMut(Report),
}

impl<'a, const V: usize> Root<'a, V> {
    /// What one thread of a team needs to search these turns.
    fn new(
        inquiry: &Inquiry<'a>,
        (team, thread): (&'a Team, usize),
        turns: &[Turn],
        heuristics: &'a mut Heuristics,
        report: &'a mut dyn FnMut(Report),
    ) -> Self {
        let &Inquiry {
            game,
            limits,
            options,
            signals,
            table,
            started,
        } = inquiry;
        let side = game.position().side();
        let watch = Watch::start(limits, options, side, signals, (team, thread), started);
        heuristics.fade();
        let thorough = limits.mate.is_some();
        let objective = options.objective;
        let aim = (objective, strength(inquiry));
        Self {
            thread,
            game,
            scratch: game.clone(),
            limits,
            table,
            tree: Tree::new(game, aim, thorough, table, heuristics, watch),
            turns: turns.iter().copied().map(RootTurn::new).collect(),
            width: options.multi_pv.clamp(1, turns.len()),
            place: 0,
            stable: 0,
            told: None,
            report,
        }
    }

    /// Searches deeper and deeper until there is a reason to stop.
    fn deepen(&mut self) {
        let last = MOST_PLIES as i32 - 1;
        let limit = |limit: Option<u32>| limit.map_or(last, |limit| limit.min(last as u32) as i32);
        let mut deepest = limit(self.limits.depth).min(limit(self.limits.mate)).max(1);
        let mut first = 1;
        if self.thread > 0 {
            // Every other thread is a ply ahead: they shall not all do the same.
            first += self.thread as i32 % 2;
            deepest = last;
        }
        for depth in first..=deepest {
            let best = self.turns[0].turn;
            if self.iterate(depth).is_err() {
                self.tell_unfinished(depth);
                break;
            }
            let is_same = best == self.turns[0].turn;
            self.stable = if is_same { self.stable + 1 } else { 0 };
            if self.is_settled(depth) || self.tree.watch.is_late(self.patience()) {
                break;
            }
        }
        self.tree.watch.finish(self.tree.nodes);
    }

    /// How much of the usual time the next iteration is worth, in thousandths.
    fn patience(&self) -> u32 {
        let best = &self.turns[0];
        let falls = best.previous > -INFINITE && best.score < best.previous - WINDOW;
        patience(self.stable, falls)
    }

    /// One iteration: each of the wanted lines in turn, the best first.
    fn iterate(&mut self, depth: i32) -> Result<(), Stopped> {
        for turn in &mut self.turns {
            turn.previous = turn.score;
            turn.score = -INFINITE;
        }
        for place in 0..self.width {
            self.place = place;
            self.tree.deepest = 0;
            self.search_place(depth, place)?;
        }
        // A line found later can be better than one found earlier.
        self.turns[..self.width].sort_by_key(|turn| -turn.score);
        for place in 0..self.width {
            self.tell(depth, place);
        }
        Ok(())
    }

    /// Finds the best of the turns from a place on, with windows that widen until they hold it.
    fn search_place(&mut self, depth: i32, place: usize) -> Result<(), Stopped> {
        let expected = self.turns[place].previous;
        let mut reach = WINDOW;
        let (mut alpha, mut beta) = (-INFINITE, INFINITE);
        if depth >= NARROW_FROM && expected.abs() < PROVEN {
            (alpha, beta) = (expected - reach, expected + reach);
        }
        loop {
            let searched = self.search_turns(depth, place, alpha, beta);
            // The best comes first, the others stay in their order; this holds also when stopped.
            self.turns[place..].sort_by_key(|turn| -turn.score);
            searched?;
            let score = self.turns[place].score;
            reach *= 3;
            match self.turns[place].bound {
                Bound::Upper => alpha = widened(score - reach),
                Bound::Lower => beta = widened(score + reach),
                Bound::Exact => return Ok(()),
            }
        }
    }

    fn search_turns(
        &mut self,
        depth: i32,
        place: usize,
        mut alpha: i32,
        beta: i32,
    ) -> Result<(), Stopped> {
        let position = *self.game.position();
        for index in place..self.turns.len() {
            self.tell_turn(depth, index);
            let turn = self.turns[index].turn;
            let child = self.tree.enter_first(&position, turn).ok_or(Stopped)?;
            let below = |alpha: i32, beta: i32| Question {
                alpha: -beta,
                beta: -alpha,
                depth: depth - 1,
                ply: 1,
            };
            let first = index == place;
            let mut score = -INFINITE;
            if !first {
                let narrow = below(alpha, alpha + 1);
                score = -self.tree.search(&child, narrow).ok_or(Stopped)?;
            }
            if first || (score > alpha && score < beta) {
                score = -self
                    .tree
                    .search(&child, below(alpha, beta))
                    .ok_or(Stopped)?;
            }
            self.tree.leave();
            let known = &mut self.turns[index];
            if first || score > alpha {
                known.score = score;
                known.bound = if score <= alpha && alpha > -INFINITE {
                    Bound::Upper
                } else if score >= beta && beta < INFINITE {
                    Bound::Lower
                } else {
                    Bound::Exact
                };
                known.deepest = self.tree.deepest;
                // A bound has no line of its own: what was expected before is the best guess.
                if score > alpha && score < beta || known.line.is_empty() {
                    known.line.clear();
                    known.line.extend_from_slice(self.tree.line());
                }
                alpha = alpha.max(score);
            } else {
                known.score = -INFINITE;
            }
            if score >= beta {
                return Ok(());
            }
        }
        Ok(())
    }

    /// Whether going deeper cannot change anything that was asked for.
    fn is_settled(&self, depth: i32) -> bool {
        let plies = |turn: &RootTurn| MATE - turn.score.abs();
        if let Some(mate) = self.limits.mate
            && self.turns[0].score >= PROVEN
            && i64::from(plies(&self.turns[0])) <= i64::from(mate)
        {
            return true;
        }
        if self.turns.len() == 1 && self.tree.watch.is_pressing(self.limits) {
            return true;
        }
        let proven = |turn: &RootTurn| turn.score.abs() >= PROVEN && plies(turn) <= depth;
        self.turns[..self.width].iter().all(proven)
    }

    /// What `run` returns.
    fn best(&mut self) -> Best {
        let line = self.legal_line(0);
        let turn = self.turns[0].turn;
        Best {
            turn: Some(turn),
            ponder: line.get(1).copied().or_else(|| self.remembered_reply(turn)),
        }
    }

    /// The reply to a turn that the table knows.
    fn remembered_reply(&mut self, turn: Turn) -> Option<Turn> {
        self.scratch.play(turn).ok()?;
        let reply = match self.scratch.outcome() {
            None => self.tree.remembered(self.scratch.position()),
            Some(_) => None,
        };
        self.scratch.undo();
        reply
    }

    /// The turn and what follows it, as far as all of it is legal: the table may know a line that this
    /// game's history ends earlier.
    fn legal_line(&mut self, place: usize) -> Vec<Turn> {
        let root = &self.turns[place];
        let turns = std::iter::once(root.turn).chain(root.line.iter().copied());
        let line: Vec<Turn> = turns
            .take_while(|turn| self.scratch.play(*turn).is_ok())
            .collect();
        for _ in &line {
            self.scratch.undo();
        }
        line
    }

    /// Reports what an iteration that was stopped has changed, or the least there is to say.
    fn tell_unfinished(&mut self, depth: i32) {
        let best = &mut self.turns[0];
        if best.score == -INFINITE {
            if self.told.is_none() {
                best.score = self.tree.static_score(self.game.position());
                self.tell(0, 0);
            }
            return;
        }
        if self.place == 0 && best.score < -DECIDED && best.bound == Bound::Exact {
            // This turn loses; those that were not looked at may hold out longer.
            best.bound = Bound::Lower;
        }
        if let Some((told, _)) = self.told
            && self.place == 0
            && best.bound == Bound::Upper
        {
            // It is worth less than was thought, which says nothing of the others: what was told stands.
            let place = self.turns.iter().position(|turn| turn.turn == told);
            self.turns[..=place.unwrap_or(0)].rotate_right(1);
            return;
        }
        if self.told != Some((best.turn, best.line.first().copied())) {
            self.tell(depth, 0);
        }
    }

    fn tell(&mut self, depth: i32, place: usize) {
        let line = self.legal_line(place);
        let root = &self.turns[place];
        let time = self.tree.watch.elapsed();
        let nodes = self.tree.watch.all_nodes(self.tree.nodes);
        let info = Info {
            depth: depth as u32,
            sel_depth: root.deepest as u32,
            multi_pv: place + 1,
            score: shown(root.score),
            bound: root.bound,
            nodes,
            nps: (nodes as f64 / time.as_secs_f64().max(1e-6)) as u64,
            hash_full: self.table.fullness(),
            time: time.as_millis() as u64,
            line,
        };
        if place == 0 {
            self.told = Some((root.turn, root.line.first().copied()));
        }
        (self.report)(Report::Info(info));
    }

    fn tell_turn(&mut self, depth: i32, index: usize) {
        if self.tree.watch.elapsed().as_millis() >= TELL_TURN_AFTER {
            (self.report)(Report::CurrentTurn {
                depth: depth as u32,
                turn: self.turns[index].turn,
                number: index + 1,
            });
        }
    }
}

/// The bound of a window: all the way out when it comes near proven results.
fn widened(bound: i32) -> i32 {
    if bound.abs() < 3000 {
        bound
    } else {
        bound.signum() * INFINITE
    }
}
