//! A game: its given position, the turns since, and which turns are legal now (rules 4.5, 5, 6, 7).

use super::board::{Board, Point};
use super::position::{Position, Side};
use super::rule_set::{Capturable, Options, Shuttling};
use super::turns::{Action, Laws, Turn, every_action, every_placement};

/// A legal turn with all that later rules ask about it.
#[derive(Clone)]
pub struct Legal {
    /// The turn.
    pub turn: Turn,
    /// Its token.
    pub token: String,
    /// Who plays it.
    pub mover: Side,
    /// Its two points, if it is a plain move.
    pub plain: Option<(Point, Point)>,
    /// The position that it leads to.
    pub after: Position,
}

/// The given position and everything that happened since.
#[derive(Clone)]
pub struct Game {
    /// The options that the game is played with.
    pub options: Options,
    /// The board that it is played on.
    pub board: Board,
    /// The given position; what was before it is unknown and counts as no turns (6).
    pub given: Position,
    /// The turns played since, each with the position after it.
    pub history: Vec<Legal>,
}

impl Game {
    /// The position now.
    pub fn position(&self) -> &Position {
        self.history.last().map_or(&self.given, |last| &last.after)
    }

    /// What single turns are asked about.
    pub fn laws(&self) -> Laws {
        let rule_set = self.options.rule_set;
        Laws {
            rule_set,
            lines: self.board.open_lines(rule_set.dotted_lines_open()),
        }
    }

    /// All legal turns, sorted by byte.
    pub fn legal(&self) -> Vec<Legal> {
        // 7: a finished game has no legal turns.
        if self.end().is_some() {
            return Vec::new();
        }
        let mut turns = self.possible(&every_action());
        turns = self.without_captures_at_home_or_bans(turns);
        // 5: no legal turn otherwise, and no banned one, which is among them if nothing else is.
        if turns.is_empty() {
            turns = self.possible(&[Action::Pass]);
        }
        turns.sort_by(|a, b| a.token.cmp(&b.token));
        turns
    }

    /// Every turn that starts with one of these actions and is legal by itself.
    fn possible(&self, actions: &[Action]) -> Vec<Legal> {
        let laws = self.laws();
        let before = self.position();
        let placements = every_placement(before.to_move);
        let mut legal = Vec::new();
        for &action in actions {
            let Some(moved) = laws.act(before, action) else {
                continue;
            };
            let mut midways = vec![(None, moved.clone())];
            for point in before.to_move.camp() {
                if let Some(redeployed) = laws.redeploy(&moved, action, point) {
                    midways.push((Some(point), redeployed));
                }
            }
            for (redeployed, midway) in midways {
                for points in &placements {
                    if let Some(position) = laws.place(&midway, action, points) {
                        let placements = points.clone();
                        let turn = Turn {
                            action,
                            redeployed,
                            placements,
                        };
                        legal.push(self.completed(turn, position));
                    }
                }
            }
        }
        legal
    }

    /// The end of a turn: whose turn it is now, and the counters.
    fn completed(&self, turn: Turn, mut after: Position) -> Legal {
        let before = self.position();
        let plain = turn.plain(before);
        // 1: the bare pass is neither plain nor irreversible.
        let idles = plain.is_some() || turn.is_bare_pass();
        after.idle = if idles {
            before.idle.saturating_add(1)
        } else {
            0
        };
        if before.to_move == Side::Blue {
            after.turn = before.turn.saturating_add(1);
        }
        after.to_move = before.to_move.other();
        Legal {
            token: turn.to_string(),
            turn,
            mover: before.to_move,
            plain,
            after,
        }
    }

    /// 4.5 and 6: what depends on which other turns there are.
    fn without_captures_at_home_or_bans(&self, turns: Vec<Legal>) -> Vec<Legal> {
        let laws = self.laws();
        let at_home_only_then = self.options.rule_set.at_home() == Capturable::IfNoOtherMove;
        let before = self.position();
        let (banned, others): (Vec<Legal>, Vec<Legal>) =
            turns.into_iter().partition(|turn| self.is_banned(turn));
        let (at_home, others): (Vec<Legal>, Vec<Legal>) = others
            .into_iter()
            .partition(|turn| at_home_only_then && laws.captures_at_home(before, turn.turn.action));
        // 4.5: a banned move is not legal, and a placement is not a move.
        let another_move = others
            .iter()
            .any(|turn| matches!(turn.turn.action, Action::Move(..)));
        let mut legal = others;
        if !another_move {
            legal.extend(at_home);
        }
        // 6: a ban that would leave no legal turn at all does not hold.
        if legal.is_empty() { banned } else { legal }
    }

    /// 6: whether the plain move is one too many for its side.
    fn is_banned(&self, turn: &Legal) -> bool {
        let Some((from, to)) = turn.plain else {
            return false;
        };
        let own = self.history.iter().filter(|past| past.mover == turn.mover);
        let own: Vec<Option<(Point, Point)>> = own.map(|past| past.plain).collect();
        let this = Some((from, to));
        let reversed = Some((to, from));
        match self.options.rule_set.shuttling() {
            Shuttling::EightTurns => false,
            // Last three x-y, y-x, x-y; now y-x.
            Shuttling::FourthBanned => own.ends_with(&[reversed, this, reversed]),
            // Last four x-y, y-x, x-y, y-x; now x-y.
            Shuttling::FifthBanned => own.ends_with(&[this, reversed, this, reversed]),
        }
    }

    /// The number of lines of exactly so many turns from here.
    pub fn perft(&mut self, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        let mut nodes = 0;
        for turn in self.legal() {
            self.history.push(turn);
            nodes += self.perft(depth - 1);
            self.history.pop();
        }
        nodes
    }
}
