//! Principal variation search with quiescence.
//!
//! Scores depend on the path in three ways, and the table must not carry them to other paths:
//! - *Repetition.* A line that comes back to a position of its own path is cut and scored as if it
//!   went on for ever, but not as a proven result, so that no proof rests on it. A position that
//!   the game before the root has seen often enough ends the game for good; these positions are in
//!   the salt of every key.
//! - *No progress.* Where the limit is less than [`IDLE_HORIZON`] turns away, the number of idle turns
//!   is in the key. Farther from the root than that, its end is scored as no proven result either.
//! - *Shuttling and passes.* What the rules remember of them is in the key. Where shuttle turns are
//!   banned, a ban may also come of a single move before the position; keys that told these apart would
//!   cost up to half again as many nodes, so they are compared for proven results alone.

use super::Bound;
use super::evaluation::Evaluator;
use super::limits::Objective;
use super::line::Lines;
use super::ordering::{Code, Collect, FORCING, HASH, Heuristics, MOST_PLIES, Ranked, Wanted};
use super::ordering::{bring_best, code, legal_turn};
use super::pruning::{self, Outlook, Reductions};
use super::score::{self, DECIDED, INFINITE, MATE, PROVEN};
use super::strength::Strength;
use super::table::{Known, Table};
use super::time::Watch;
use crate::state::{
    Game, History, Limits, Network, Point, Position, RULES, Reason, Shuttling, Turn, end, outcome,
};

/// How near the end by no progress must be for the number of idle turns to be in the key.
const IDLE_HORIZON: u32 = 32;

/// What a node is asked: how the score stands to a window, so deep.
#[derive(Clone, Copy)]
pub(super) struct Question {
    pub alpha: i32,
    pub beta: i32,
    /// Plies before quiescence.
    pub depth: i32,
    /// Plies from the root.
    pub ply: usize,
}

impl Question {
    /// Whether the exact score is wanted, and a line with it.
    pub fn is_open(self) -> bool {
        self.beta - self.alpha > 1
    }

    /// The same as the other side sees it, one ply deeper in the tree.
    fn below(self, alpha: i32, beta: i32, depth: i32) -> Self {
        Self {
            alpha: -beta,
            beta: -alpha,
            depth,
            ply: self.ply + 1,
        }
    }
}

/// One search through the tree of a root position.
pub(super) struct Tree<'a, const V: usize> {
    network: &'a Network,
    limits: Limits,
    objective: Objective,
    strength: Strength,
    evaluator: Evaluator,
    table: &'a Table,
    heuristics: &'a mut Heuristics,
    /// When the search is over.
    pub watch: Watch<'a>,
    history: History,
    /// The keys of the positions from the root to the current one.
    path: Vec<u64>,
    /// The turns of every node on the path.
    list: Vec<Ranked>,
    lines: Lines,
    reductions: Reductions<V>,
    /// Where the turn before each ply went.
    arrivals: [Point; MOST_PLIES + 2],
    /// The static scores of the positions on the path, by ply.
    static_scores: [i32; MOST_PLIES + 1],
    /// In every key: what else scores depend on.
    salt: u64,
    /// Turns made.
    pub nodes: u64,
    /// The deepest ply reached.
    pub deepest: usize,
    /// Whether nothing may be left out, because a proof that there is no win is wanted.
    thorough: bool,
}

impl<'a, const V: usize> Tree<'a, V> {
    /// A tree that has only its root.
    pub fn new(
        game: &'a Game,
        (objective, strength): (Objective, Strength),
        thorough: bool,
        table: &'a Table,
        heuristics: &'a mut Heuristics,
        watch: Watch<'a>,
    ) -> Self {
        Self {
            network: game.network(),
            limits: game.limits(),
            objective,
            strength,
            evaluator: Evaluator::new::<V>(game.network()),
            table,
            heuristics,
            watch,
            history: game.history().clone(),
            path: vec![game.position().key()],
            list: Vec::with_capacity(1024),
            lines: Lines::new(),
            reductions: Reductions::new(),
            arrivals: [Turn::PASS.to(); MOST_PLIES + 2],
            static_scores: [0; MOST_PLIES + 1],
            salt: salt(game, (objective, strength), thorough),
            nodes: 0,
            deepest: 0,
            thorough,
        }
    }

    /// Makes a turn; `None` when the search is over.
    #[inline]
    pub fn enter(&mut self, position: &Position, turn: Turn) -> Option<Position> {
        if self.watch.ends(self.nodes) {
            return None;
        }
        self.nodes += 1;
        let mut child = *position;
        child.play::<V>(turn);
        self.table.fetch(self.key(&child));
        self.history.push(child.key());
        self.path.push(child.key());
        Some(child)
    }

    /// Makes a turn at the root.
    pub fn enter_first(&mut self, position: &Position, turn: Turn) -> Option<Position> {
        self.outlook(position, 0);
        self.arrivals[1] = turn.to();
        self.enter(position, turn)
    }

    /// Takes the last turn back.
    #[inline]
    pub fn leave(&mut self) {
        self.path.pop();
        self.history.pop();
    }

    /// The best line found below a turn that was made at the root.
    pub fn line(&self) -> &[Turn] {
        self.lines.below(1)
    }

    /// The best turn of a position as the table knows it.
    pub fn remembered(&self, position: &Position) -> Option<Turn> {
        let known = self.table.probe(self.key(position))?;
        legal_turn::<V>(known.turn, position, self.network)
    }

    /// What the static evaluation says of a position.
    pub fn static_score(&self, position: &Position) -> i32 {
        self.evaluator.score::<V>(position) + self.strength.misjudges(position.key())
    }

    /// Whether something may be left out.
    #[inline]
    fn prunes(&self, question: Question) -> bool {
        // How many points a game that is decided brings, outlooks cannot tell.
        let is_margin = self.objective == Objective::Points && question.alpha.abs() > DECIDED;
        !question.is_open() && !self.thorough && !is_margin
    }

    /// What the static evaluation says of a position on the path.
    #[inline]
    fn outlook(&mut self, position: &Position, ply: usize) -> Outlook {
        let score = self.static_score(position);
        self.static_scores[ply] = score;
        let before = ply.checked_sub(2).map(|ply| self.static_scores[ply]);
        Outlook {
            score,
            improves: before.is_some_and(|before| score > before),
        }
    }

    /// The score of a position as its side to move sees it; `None` when the search is over.
    pub fn search(&mut self, position: &Position, mut question: Question) -> Option<i32> {
        let ply = question.ply;
        self.lines.clear(ply);
        if let Some(score) = self.ended(position, ply) {
            return Some(score);
        }
        if question.depth <= 0 {
            return self.quiesce(position, question);
        }
        // Nothing here can be better than a win with the next turn, or worse than being lost already;
        // where a line is wanted it is followed all the same.
        if !question.is_open() {
            let most = MATE - ply as i32 - 1;
            if question.alpha >= most {
                return Some(most);
            }
            let least = -MATE + ply as i32;
            if question.beta <= least {
                return Some(least);
            }
        }
        let key = self.key(position);
        // The table's memory is on its way meanwhile.
        let outlook = self.outlook(position, ply);
        let known = self.table.probe(key);
        let past = past::<V>(position);
        if let Some(score) = known.and_then(|known| cutoff(known, question, past)) {
            return Some(score);
        }
        let prunes = self.prunes(question);
        if prunes && pruning::holds::<V>(outlook, question) {
            return Some(outlook.score);
        }
        let hash = known.map_or(0, |known| known.turn);
        if hash == 0 && pruning::is_unknown::<V>(question) && !self.thorough {
            question.depth -= 1;
        }
        let hope = prunes
            .then(|| pruning::hope::<V>(outlook, question))
            .flatten();
        let start = self.list.len();
        let known_turn = legal_turn::<V>(hash, position, self.network);
        let found = self.best_turn(position, question, known_turn, (outlook, hope))?;
        self.list.truncate(start);
        self.table.store(
            key,
            Known {
                turn: found.turn.map_or(0, code),
                score: score::to_table(found.score, ply),
                bound: found.bound,
                depth: question.depth,
                past,
            },
        );
        Some(found.score)
    }

    /// Tries the turn that the table knows, then the others; where a quiet turn can only `hope` for a
    /// score below the window, only the first and the forcing ones. The turns are on the list then.
    fn best_turn(
        &mut self,
        position: &Position,
        question: Question,
        known_turn: Option<Turn>,
        (outlook, hope): (Outlook, Option<i32>),
    ) -> Option<Found> {
        let mut found = Found {
            turn: None,
            score: -INFINITE,
            bound: Bound::Upper,
        };
        let mut alpha = question.alpha;
        let start = self.list.len();
        let most = if self.prunes(question) {
            pruning::most_turns::<V>(outlook, question)
        } else {
            usize::MAX
        };
        for index in 0.. {
            let Some(ranked) = self.pick(position, question, known_turn, (start, index)) else {
                break;
            };
            if index > 0 && ranked.rank < FORCING && found.score > -DECIDED {
                // What is left out may still be worth this much.
                found.score = found.score.max(hope.unwrap_or(-INFINITE));
                if hope.is_some() || index >= most {
                    break;
                }
            }
            let child = self.enter(position, ranked.turn)?;
            self.arrivals[question.ply + 1] = ranked.turn.to();
            let score = self.child_score(&child, (question, outlook), alpha, (index, ranked))?;
            self.leave();
            if score <= found.score {
                continue;
            }
            found.score = score;
            if score <= alpha {
                continue;
            }
            found.turn = Some(ranked.turn);
            found.bound = Bound::Exact;
            alpha = score;
            if score >= question.beta {
                found.bound = Bound::Lower;
                if ranked.rank < FORCING {
                    let earlier = &self.list[start..start + index];
                    let side = position.side();
                    let place = (question.ply, self.arrivals[question.ply]);
                    self.heuristics
                        .refuted(side, ranked.turn, earlier, question.depth, place);
                }
                break;
            }
            self.lines.prepend(question.ply, ranked.turn);
        }
        Some(found)
    }

    /// The turn with this number of those on the list from `start` on, which are put there when they
    /// are needed: often the turn that the table knows is enough.
    #[inline]
    fn pick(
        &mut self,
        position: &Position,
        question: Question,
        known_turn: Option<Turn>,
        (start, index): (usize, usize),
    ) -> Option<Ranked> {
        match (known_turn, index) {
            (Some(turn), 0) => self.list.push(Ranked { turn, rank: HASH }),
            (Some(turn), 1) => self.collect(position, Wanted::All, code(turn), question.ply),
            (None, 0) => self.collect(position, Wanted::All, 0, question.ply),
            _ => {}
        }
        bring_best(&mut self.list[start..], index);
        self.list.get(start + index).copied()
    }

    /// The score of the turn with this number, already made, as its player sees it.
    #[inline]
    fn child_score(
        &mut self,
        child: &Position,
        (question, outlook): (Question, Outlook),
        alpha: i32,
        (index, ranked): (usize, Ranked),
    ) -> Option<i32> {
        let depth = question.depth - 1;
        let beta = question.beta;
        if index == 0 {
            return Some(-self.search(child, question.below(alpha, beta, depth))?);
        }
        let reduced = if self.thorough || ranked.rank >= FORCING {
            depth
        } else {
            depth - self.reductions.of(question, outlook, index)
        };
        let mut score = -self.search(child, question.below(alpha, alpha + 1, reduced))?;
        if score > alpha && reduced < depth {
            score = -self.search(child, question.below(alpha, alpha + 1, depth))?;
        }
        if score > alpha && score < beta {
            score = -self.search(child, question.below(alpha, beta, depth))?;
        }
        Some(score)
    }

    /// The score when only forcing turns are tried, or none.
    fn quiesce(&mut self, position: &Position, question: Question) -> Option<i32> {
        let ply = question.ply;
        let mut best = self.static_score(position);
        let mut alpha = question.alpha.max(best);
        if alpha >= question.beta {
            return Some(best);
        }
        let start = self.list.len();
        self.collect(position, Wanted::Forcing, 0, ply);
        for index in 0..self.list.len() - start {
            bring_best(&mut self.list[start..], index);
            let turn = self.list[start + index].turn;
            let child = self.enter(position, turn)?;
            let below = question.below(alpha, question.beta, 0);
            let score = -self.search(&child, below)?;
            self.leave();
            best = best.max(score);
            if score > alpha {
                alpha = score;
                if score >= question.beta {
                    break;
                }
                self.lines.prepend(ply, turn);
            }
        }
        self.list.truncate(start);
        Some(best)
    }

    /// The score of a game that is over, or of a line that need not be followed any further.
    #[inline]
    fn ended(&mut self, position: &Position, ply: usize) -> Option<i32> {
        self.deepest = self.deepest.max(ply);
        if let Some(reason) = end::<V>(position, self.limits, Some(&self.history)) {
            let proves = match reason {
                Reason::Repetition => !self.repeats(position),
                Reason::Idle => ply <= IDLE_HORIZON as usize,
                _ => true,
            };
            return Some(self.final_score(position, reason, proves, ply));
        }
        if self.repeats(position) {
            return Some(self.final_score(position, Reason::Repetition, false, ply));
        }
        (ply >= MOST_PLIES).then(|| self.static_score(position))
    }

    #[inline(never)]
    fn final_score(&self, position: &Position, reason: Reason, proves: bool, ply: usize) -> i32 {
        let outcome = outcome(position, &RULES[V], reason);
        let worth = if proves {
            score::finished
        } else {
            score::cycle
        };
        worth(&outcome, position.side(), self.objective, ply)
    }

    /// Whether the position occurred on the path, the root included. Only plain moves and passes are
    /// looked through: cycles of capture and recovery are too long to matter.
    #[inline]
    fn repeats(&self, position: &Position) -> bool {
        let idle = position.idle() as usize;
        if idle < 4 || self.path.len() < 5 {
            return false;
        }
        let (earlier, last) = self.path.split_at(self.path.len() - 1);
        let same_side = earlier.iter().rev().take(idle).skip(3).step_by(2);
        same_side.into_iter().any(|key| *key == last[0])
    }

    /// The key under which the table knows a position.
    #[inline]
    fn key(&self, position: &Position) -> u64 {
        let left = self.limits.no_progress.wrapping_sub(position.idle());
        let idle = if left <= IDLE_HORIZON {
            u64::from(left)
        } else {
            0
        };
        let past = u64::from(position.passes()) << 32 | idle;
        position.key() ^ position.shuttle_key() ^ past.wrapping_mul(SCATTER) ^ self.salt
    }

    fn collect(&mut self, position: &Position, wanted: Wanted, tried: Code, ply: usize) {
        let (list, network) = (&mut self.list, self.network);
        let place = (ply, self.arrivals[ply]);
        Collect::<V>::run(
            list,
            position,
            network,
            self.heuristics,
            wanted,
            tried,
            place,
        );
    }
}

/// An odd number without a pattern (the golden ratio): spreads small numbers over a key.
const SCATTER: u64 = 0x9E37_79B9_7F4A_7C15;

/// What a node found.
struct Found {
    turn: Option<Turn>,
    score: i32,
    bound: Bound,
}

/// The score that the table has for a question, if it is deep and sharp enough. Where a line is
/// wanted it never is.
#[inline]
fn cutoff(known: Known, question: Question, past: u64) -> Option<i32> {
    if question.is_open() || known.depth < question.depth {
        return None;
    }
    if known.score.abs() >= PROVEN && known.past != past {
        return None;
    }
    let score = score::from_table(known.score, question.ply);
    let answers = match known.bound {
        Bound::Exact => true,
        Bound::Lower => score >= question.beta,
        Bound::Upper => score <= question.alpha,
    };
    answers.then_some(score)
}

/// What a proof depends on besides the key: the last moves, where they may come to be banned.
#[inline]
fn past<const V: usize>(position: &Position) -> u64 {
    if matches!(RULES[V].shuttling, Shuttling::Banned(_)) {
        position.last_moves_key() >> 52
    } else {
        0
    }
}

/// Everything outside a position that its score depends on, as a part of every key.
pub(super) fn salt(
    game: &Game,
    (objective, strength): (Objective, Strength),
    thorough: bool,
) -> u64 {
    let limits = game.limits();
    let mut salt = game.variant().index() as u64 + 1;
    let mut add = |value: u64| salt = (salt ^ value).wrapping_mul(SCATTER).rotate_left(29);
    add(u64::from(limits.no_progress) << 32 | u64::from(limits.repetition));
    add(objective as u64 * 2 + u64::from(thorough));
    add(strength.salt());
    for line in game.open_lines() {
        add((line.from.index() * 32 + line.to.index()) as u64);
    }
    if let Some(times) = limits.repetition.checked_sub(1) {
        let ending = game.history().occurring(times);
        add(ending.fold(0, |all, key| all ^ key.wrapping_mul(SCATTER)));
    }
    salt
}
