//! How a clock is shared out, and the watch that a running search looks at.

use std::time::{Duration, Instant};

use super::limits::{GoLimits, SearchOptions, Signals};
use super::team::{STRIDE, Team};
use crate::state::Side;

/// Without a time control to come, the game is taken to last so many more own turns.
const EXPECTED_TURNS: u64 = 25;

/// How much of the usual time an answer is worth that has been the same for so many iterations, in
/// thousandths.
const PATIENCE: [u32; 8] = [1800, 1600, 1400, 1200, 1000, 900, 800, 700];
/// What is added when its score has just fallen.
const ALARM: u32 = 500;

/// How much of the usual time the next iteration is worth, in thousandths: less when the answer has long
/// been the same, more when it has just got worse.
pub(super) fn patience(stable: usize, falls: bool) -> u32 {
    PATIENCE[stable.min(PATIENCE.len() - 1)] + if falls { ALARM } else { 0 }
}

/// Time for one turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Budget {
    /// What a turn usually gets: no iteration begins after this.
    usual: Duration,
    /// The search ends here.
    hard: Duration,
}

impl Budget {
    /// The time that `go` gives the side to move; `None` = any.
    fn new(limits: &GoLimits, side: Side, overhead: u64) -> Option<Self> {
        if limits.infinite {
            return None;
        }
        let fixed = limits.move_time.map(|time| Self::of(time, time));
        let shared = limits.clock[side.index()].map(|clock| {
            let left = clock.saturating_sub(overhead);
            let turns = limits.turns_to_go.map_or(EXPECTED_TURNS, u64::from).max(1);
            let increment = limits.increment[side.index()];
            // The increment comes after the turn: it cannot be used before it is there.
            let share = (left / turns.min(EXPECTED_TURNS)).saturating_add(increment / 4 * 3);
            let most = if turns == 1 { left / 10 * 9 } else { left / 2 };
            let hard = share.saturating_mul(3).min(most).max(1);
            Self::of((share / 2).clamp(1, hard), hard)
        });
        match (fixed, shared) {
            (Some(fixed), Some(shared)) => Some(Self {
                usual: fixed.usual.min(shared.usual),
                hard: fixed.hard.min(shared.hard),
            }),
            (fixed, shared) => fixed.or(shared),
        }
    }

    /// When no iteration shall begin, with so many thousandths of the usual patience. A fixed time is
    /// used whole.
    fn soft(self, patience: u32) -> Duration {
        if self.usual >= self.hard {
            return self.hard;
        }
        (self.usual / 1000 * patience).min(self.hard)
    }

    fn of(usual: u64, hard: u64) -> Self {
        Self {
            usual: Duration::from_millis(usual),
            hard: Duration::from_millis(hard),
        }
    }
}

/// Says when one thread of a search is over.
pub(super) struct Watch<'a> {
    signals: &'a Signals,
    team: &'a Team,
    /// Which of the team's threads this is; the first keeps the time for all.
    thread: usize,
    /// The number of turns made at which to look up.
    look_at: u64,
    budget: Option<Budget>,
    started: Instant,
    /// When the clock began to run; `None` while pondering.
    running_since: Option<Instant>,
}

impl<'a> Watch<'a> {
    /// Starts the watch of one thread.
    pub fn start(
        limits: &GoLimits,
        options: &SearchOptions,
        side: Side,
        signals: &'a Signals,
        (team, thread): (&'a Team, usize),
        started: Instant,
    ) -> Self {
        let keeps_time = thread == 0;
        Self {
            signals,
            team,
            thread,
            look_at: team.give(),
            budget: Budget::new(limits, side, options.move_overhead).filter(|_| keeps_time),
            started,
            running_since: (!limits.ponder).then_some(started),
        }
    }

    /// Whether the search must end before it makes the next turn, `nodes` being made.
    #[inline]
    pub fn ends(&mut self, nodes: u64) -> bool {
        // Somebody waits for the end after a `stop`, so that is looked for at each turn; but a few turns
        // are made in any case, so that the answer is not the first turn at hand.
        (nodes >= STRIDE && self.signals.is_stopped())
            || (nodes >= self.look_at && self.look(nodes))
    }

    #[cold]
    fn look(&mut self, nodes: u64) -> bool {
        self.team.tell(self.thread, nodes);
        if self.is_over(|budget| budget.hard) {
            return true;
        }
        let given = self.team.give();
        self.look_at = nodes + given;
        given == 0
    }

    /// Whether no further iteration shall begin; `patience` is how much of the usual time is worth
    /// spending, in thousandths.
    pub fn is_late(&mut self, patience: u32) -> bool {
        self.is_over(|budget| budget.soft(patience))
    }

    fn is_over(&mut self, limit: impl Fn(Budget) -> Duration) -> bool {
        if self.running_since.is_none() && self.signals.is_ponder_hit() {
            self.running_since = Some(Instant::now());
        }
        let too_long = |(budget, since): (Budget, Instant)| since.elapsed() >= limit(budget);
        self.signals.is_stopped()
            || self.team.is_over()
            || self.budget.zip(self.running_since).is_some_and(too_long)
    }

    /// How many turns the whole team has made, `nodes` by this thread.
    pub fn all_nodes(&self, nodes: u64) -> u64 {
        nodes + self.team.made_by_others(self.thread)
    }

    /// This thread ends, with so many turns made; when it is the first, so do the others.
    pub fn finish(&self, nodes: u64) {
        self.team.tell(self.thread, nodes);
        if self.thread == 0 {
            self.team.finish();
        }
    }

    /// Whether a forced turn is to be played at once: time is short, and it runs.
    pub fn is_pressing(&self, limits: &GoLimits) -> bool {
        self.running_since.is_some() && self.budget.is_some() && limits.move_time.is_none()
    }

    /// Time since the search began.
    pub fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn budget(limits: &GoLimits) -> Option<Budget> {
        Budget::new(limits, Side::Blue, 10)
    }

    #[test]
    fn move_time_is_used_whole() {
        let limits = GoLimits {
            move_time: Some(300),
            ..GoLimits::default()
        };
        assert_eq!(budget(&limits), Some(Budget::of(300, 300)));
    }

    #[test]
    fn a_clock_is_never_used_up() {
        for clock in [0, 1, 10, 11, 50, 1_000, 60_000, u64::MAX] {
            for turns_to_go in [None, Some(0), Some(1), Some(2), Some(40)] {
                for increment in [0, 100, u64::MAX] {
                    let limits = GoLimits {
                        clock: [None, Some(clock)],
                        increment: [0, increment],
                        turns_to_go,
                        ..GoLimits::default()
                    };
                    let budget = budget(&limits).expect("Blue has a clock");
                    assert!(budget.usual <= budget.hard);
                    let most = clock.saturating_sub(10).max(1);
                    assert!(budget.hard <= Duration::from_millis(most));
                }
            }
        }
    }

    #[test]
    fn the_other_side_s_clock_and_infinite_give_no_budget() {
        let mut limits = GoLimits {
            clock: [Some(1000), None],
            ..GoLimits::default()
        };
        assert_eq!(budget(&limits), None);
        limits.clock = [None, Some(1000)];
        limits.infinite = true;
        assert_eq!(budget(&limits), None);
    }

    #[test]
    fn the_clock_runs_from_the_ponder_hit() {
        let signals = Signals::new();
        let limits = GoLimits {
            ponder: true,
            move_time: Some(0),
            ..GoLimits::default()
        };
        let options = SearchOptions::default();
        let team = Team::new(1, None);
        let mut watch = Watch::start(
            &limits,
            &options,
            Side::Green,
            &signals,
            (&team, 0),
            Instant::now(),
        );
        assert!(!watch.ends(0) && !watch.is_late(1000));
        signals.ponder_hit();
        assert!(watch.ends(STRIDE) && watch.is_late(1000));
    }

    #[test]
    fn an_answer_that_stays_ends_the_search_earlier_than_one_that_falls() {
        assert!(patience(0, false) > patience(4, false));
        assert_eq!(patience(7, false), patience(1000, false));
        assert!(patience(7, false) < 1000 && patience(7, true) > 1000);
        let budget = Budget::of(100, 300);
        assert_eq!(budget.soft(700), Duration::from_millis(70));
        assert_eq!(budget.soft(9000), budget.hard);
        // A fixed time is used whole.
        assert_eq!(Budget::of(300, 300).soft(700), Duration::from_millis(300));
    }

    #[test]
    fn turns_made_by_a_team_are_counted_once() {
        let signals = Signals::new();
        let limits = GoLimits::default();
        let options = SearchOptions::default();
        let team = Team::new(2, Some(STRIDE + 1));
        let start = |thread| {
            let now = Instant::now();
            Watch::start(
                &limits,
                &options,
                Side::Green,
                &signals,
                (&team, thread),
                now,
            )
        };
        let (mut first, mut second) = (start(0), start(1));
        assert!(!first.ends(0) && !second.ends(0) && second.ends(1));
        second.finish(1);
        assert!(!first.ends(STRIDE - 1) && first.ends(STRIDE));
        assert_eq!(first.all_nodes(STRIDE), STRIDE + 1);
    }
}
