//! Games that the engine plays against itself, and the quiet positions in them.

use jarmo::search::{GoLimits, Search, SearchOptions, Signals, features};
use jarmo::session::Options;
use jarmo::state::{Game, RuleSet, Side, Turn, Variant};
use rand::rngs::Xoshiro256PlusPlus;
use rand::{Rng, SeedableRng};

use super::Plan;

/// A game begins with at least this many random turns.
const FEWEST_RANDOM: u64 = 1;
/// And with at most this many.
const MOST_RANDOM: u64 = 12;

/// What positions count, Green's less Blue's, and how their games ended.
#[derive(Clone, Debug, Default)]
pub struct Samples {
    /// Entry of the weights and count, wherever it is not 0.
    counts: Vec<(u16, i16)>,
    /// Where the counts of each position end.
    ends: Vec<usize>,
    /// Green's result: 0, 0.5 or 1.
    results: Vec<f64>,
    /// How many positions are there when each game begins.
    games: Vec<usize>,
}

impl Samples {
    /// How many positions there are.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// The positions of the games from `first` to before `end`: counts, and Green's result.
    pub fn of_games(
        &self,
        first: usize,
        end: usize,
    ) -> impl Iterator<Item = (&[(u16, i16)], f64)> + Clone {
        let bound = |game| self.games.get(game).copied().unwrap_or(self.len());
        (bound(first)..bound(end)).map(|index| {
            let start = index.checked_sub(1).map_or(0, |before| self.ends[before]);
            (&self.counts[start..self.ends[index]], self.results[index])
        })
    }

    /// How many games there are.
    pub fn games(&self) -> usize {
        self.games.len()
    }

    fn begin_game(&mut self) {
        self.games.push(self.len());
    }

    fn add(&mut self, game: &Game) {
        let [green, blue] = features(game);
        for (entry, (own, other)) in (0..).zip(green.into_iter().zip(blue)) {
            if own != other {
                self.counts.push((entry, (own - other) as i16));
            }
        }
        self.ends.push(self.counts.len());
    }

    fn end_game(&mut self, result: f64) {
        self.results.resize(self.ends.len(), result);
    }

    fn append(&mut self, mut other: Self) {
        let (counts, positions) = (self.counts.len(), self.len());
        self.counts.append(&mut other.counts);
        self.ends.extend(other.ends.iter().map(|end| end + counts));
        self.results.append(&mut other.results);
        self.games
            .extend(other.games.iter().map(|start| start + positions));
    }
}

/// Plays the games of a rule set, by its index. They depend on the plan's seed and nodes alone.
pub fn play(variant: usize, plan: &Plan) -> Samples {
    let threads = plan.threads.max(1);
    let share = plan.games.div_ceil(threads);
    let mut samples = Samples::default();
    std::thread::scope(|scope| {
        let part = |thread: usize| {
            let numbers = share * thread..(share * (thread + 1)).min(plan.games);
            scope.spawn(move || play_some(variant, plan, numbers))
        };
        let parts: Vec<_> = (0..threads).map(part).collect();
        for part in parts {
            samples.append(part.join().expect("a thread that does not panic"));
        }
    });
    samples
}

fn play_some(variant: usize, plan: &Plan, numbers: std::ops::Range<usize>) -> Samples {
    let mut search = Search::new(1).expect("a megabyte");
    let mut samples = Samples::default();
    let table = table(variant);
    for number in numbers {
        let seed = plan
            .seed
            .wrapping_mul(1_000_003)
            .wrapping_add(number as u64);
        let mut generator = Xoshiro256PlusPlus::seed_from_u64(seed);
        let game = opening(&table, Side::BOTH[number % 2], &mut generator);
        samples.begin_game();
        play_one(game, plan.nodes, &mut search, &mut samples);
    }
    samples
}

/// A game of a rule set, by its index, on the traditional board.
pub fn table(variant: usize) -> Game {
    let plain = RuleSet::ALL.map(|rule_set| (rule_set, false, false));
    let expanded = [(true, false), (false, true), (true, true)]
        .map(|(heroes, challenges)| (RuleSet::Jarmo, heroes, challenges));
    let variant = plain
        .into_iter()
        .chain(expanded)
        .filter_map(|(set, heroes, challenges)| Variant::new(set, heroes, challenges))
        .find(|known| known.index() == variant)
        .unwrap_or_default();
    let mut settings = Options::default().settings();
    settings.variant = variant;
    Game::new(settings, Side::Green)
}

/// Some random turns from the start, after which the game is not over.
pub fn opening(table: &Game, first: Side, generator: &mut Xoshiro256PlusPlus) -> Game {
    loop {
        let plies = FEWEST_RANDOM + below(generator, MOST_RANDOM - FEWEST_RANDOM + 1);
        let mut game = table.from_start(first);
        for _ in 0..plies {
            let turns = game.legal_turns();
            if turns.is_empty() {
                break;
            }
            let turn = turns[below(generator, turns.len() as u64) as usize];
            game.play(turn).expect("a legal turn");
        }
        if game.outcome().is_none() {
            return game;
        }
    }
}

fn below(generator: &mut Xoshiro256PlusPlus, bound: u64) -> u64 {
    let scaled = u128::from(generator.next_u64()) * u128::from(bound);
    (scaled >> u64::BITS) as u64
}

fn play_one(mut game: Game, nodes: u64, search: &mut Search, samples: &mut Samples) {
    let options = SearchOptions::default();
    let limits = GoLimits {
        nodes: Some(nodes),
        ..GoLimits::default()
    };
    search.clear();
    while game.outcome().is_none() {
        let best = search.run(&game, &limits, &options, &Signals::new(), &mut |_| ());
        let turn = best.turn.expect("a turn in a game that is not over");
        // Won and lost positions too: most that a search evaluates are far from even.
        if is_quiet(&game, turn) {
            samples.add(&game);
        }
        game.play(turn).expect("a legal turn");
    }
    let winner = game.outcome().and_then(|outcome| outcome.winner);
    samples.end_game(match winner {
        Some(Side::Green) => 1.0,
        Some(Side::Blue) => 0.0,
        None => 0.5,
    });
}

/// Whether a turn takes nothing and brings nothing back.
fn is_quiet(game: &Game, turn: Turn) -> bool {
    let position = game.position();
    let side = position.side();
    if !turn.is_move() {
        return true;
    }
    let captures = position.tops(side.other()).contains(turn.to());
    let enters = side.enemy_camp().contains(turn.to());
    let returns = enters
        && game.rules().has_captured()
        && position.captured(side) > 0
        && position.guards().contains(turn.from());
    !captures && !returns
}
