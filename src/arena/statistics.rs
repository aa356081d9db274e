//! What the games of a match add up to.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::ops::AddAssign;
use std::sync::Arc;

use super::elo::PairCounts;
use super::record::{Fault, GameRecord, Seat, rules_words};
use crate::state::Side;

/// Points and results of some games, from a player's side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// The points of the rulebook.
    pub points: u64,
    /// Games won.
    pub won: u64,
    /// Games drawn.
    pub drawn: u64,
    /// Games lost.
    pub lost: u64,
}

impl Tally {
    fn of(points: u32, winner: Option<Side>, side: Side) -> Self {
        let mut tally = Self {
            points: u64::from(points),
            ..Self::default()
        };
        *match winner {
            None => &mut tally.drawn,
            Some(winner) if winner == side => &mut tally.won,
            Some(_) => &mut tally.lost,
        } = 1;
        tally
    }

    /// How many games there are.
    #[must_use]
    pub const fn games(self) -> u64 {
        self.won + self.drawn + self.lost
    }

    /// Wins and half the draws as a share of the games, 0 to 1; `None` without games.
    #[must_use]
    pub fn share(self) -> Option<f64> {
        let half_points = (2 * self.won + self.drawn) as f64;
        (self.games() > 0).then(|| half_points / 2.0 / self.games() as f64)
    }
}

impl AddAssign for Tally {
    fn add_assign(&mut self, other: Self) {
        self.points += other.points;
        self.won += other.won;
        self.drawn += other.drawn;
        self.lost += other.lost;
    }
}

/// What a player did.
#[derive(Clone, Debug)]
pub struct PlayerTotals {
    /// Its number, from 1: the place in the table.
    pub number: usize,
    /// Its name.
    pub name: Arc<str>,
    /// Its games as Green and as Blue.
    pub colours: [Tally; 2],
    /// Its games in which it moved first, and second.
    pub order: [Tally; 2],
    /// The games that it lost by a fault.
    pub faults: BTreeMap<Fault, u64>,
}

impl PlayerTotals {
    fn new(seat: &Seat) -> Self {
        Self {
            number: seat.number,
            name: Arc::clone(&seat.name),
            colours: [Tally::default(); 2],
            order: [Tally::default(); 2],
            faults: BTreeMap::new(),
        }
    }

    /// All its games.
    #[must_use]
    pub fn all(&self) -> Tally {
        let [mut all, blue] = self.colours;
        all += blue;
        all
    }
}

/// Two players against each other.
#[derive(Clone, Debug)]
pub struct Pairing {
    /// Their names; the one with the lower number stands first.
    pub names: [Arc<str>; 2],
    /// Their pairs of games, from the first one's side.
    pub pairs: PairCounts,
}

/// A half of a pair that waits for the other: the result of the player whose name comes first, in half points.
type Half = (Arc<str>, Arc<str>, usize);

/// What games add up to.
#[derive(Clone, Debug, Default)]
pub struct Statistics {
    players: BTreeMap<Arc<str>, PlayerTotals>,
    pairs: BTreeMap<(Arc<str>, Arc<str>), PairCounts>,
    halves: HashMap<(u32, u64), Half>,
    rules: BTreeSet<String>,
    ends: BTreeMap<String, u64>,
    /// From Green's side.
    green: Tally,
    /// From the side of whoever moved first.
    first: Tally,
}

impl Statistics {
    /// Nothing yet.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// The sum of games.
    pub fn of<'a>(games: impl IntoIterator<Item = &'a GameRecord>) -> Self {
        let mut sum = Self::new();
        games.into_iter().for_each(|game| sum.add(game));
        sum
    }

    /// Adds a game. The order of games does not matter.
    pub fn add(&mut self, game: &GameRecord) {
        let tally_of = |side: Side| Tally::of(game.score[side.index()], game.winner, side);
        self.green += tally_of(Side::Green);
        self.first += tally_of(game.first);
        self.rules.insert(rules_words(&game.settings));
        *self.ends.entry(game.end.word()).or_default() += 1;
        for (side, seat) in Side::BOTH.into_iter().zip(&game.seats) {
            let new = || PlayerTotals::new(seat);
            let player = self
                .players
                .entry(Arc::clone(&seat.name))
                .or_insert_with(new);
            player.number = player.number.min(seat.number);
            player.colours[side.index()] += tally_of(side);
            player.order[usize::from(side != game.first)] += tally_of(side);
        }
        if let Some((seat, fault, _)) = game.faulty()
            && let Some(player) = self.players.get_mut(&seat.name)
        {
            *player.faults.entry(fault).or_default() += 1;
        }
        self.pair(game);
    }

    /// Completes a pair, or keeps its first half.
    fn pair(&mut self, game: &GameRecord) {
        let [green, blue] = &game.seats;
        let half_points = match game.winner {
            Some(Side::Green) => 2,
            None => 1,
            Some(Side::Blue) => 0,
        };
        let half = if green.name <= blue.name {
            (Arc::clone(&green.name), Arc::clone(&blue.name), half_points)
        } else {
            (
                Arc::clone(&blue.name),
                Arc::clone(&green.name),
                2 - half_points,
            )
        };
        let key = (game.match_id, game.number.saturating_sub(1) / 2);
        match self.halves.remove(&key) {
            Some(other) if (&other.0, &other.1) == (&half.0, &half.1) => {
                let counts = self.pairs.entry((half.0, half.1)).or_default();
                counts.add(half.2 + other.2);
            }
            _ => {
                self.halves.insert(key, half);
            }
        }
    }

    /// How many games there are.
    #[must_use]
    pub const fn games(&self) -> u64 {
        self.green.games()
    }

    /// How many games have no partner yet.
    #[must_use]
    pub fn unpaired(&self) -> usize {
        self.halves.len()
    }

    /// The rule sets of the games.
    pub fn rules(&self) -> impl Iterator<Item = &str> {
        self.rules.iter().map(String::as_str)
    }

    /// How often the games ended for which reason, by its word.
    pub fn ends(&self) -> impl Iterator<Item = (&str, u64)> {
        self.ends
            .iter()
            .map(|(word, count)| (word.as_str(), *count))
    }

    /// All games from Green's side.
    #[must_use]
    pub const fn green(&self) -> Tally {
        self.green
    }

    /// All games from the side of whoever moved first.
    #[must_use]
    pub const fn first(&self) -> Tally {
        self.first
    }

    /// The players, by number.
    #[must_use]
    pub fn players(&self) -> Vec<&PlayerTotals> {
        let mut players: Vec<&PlayerTotals> = self.players.values().collect();
        players.sort_by_key(|player| player.number);
        players
    }

    /// The players that met, by number.
    #[must_use]
    pub fn pairings(&self) -> Vec<Pairing> {
        let players = self.players();
        let mut pairings = Vec::new();
        for (index, first) in players.iter().enumerate() {
            for second in players.iter().skip(index + 1) {
                let names = [Arc::clone(&first.name), Arc::clone(&second.name)];
                let [a, b] = names.clone();
                let straight = self.pairs.get(&(Arc::clone(&a), Arc::clone(&b))).copied();
                let reversed = self.pairs.get(&(b, a)).map(|pairs| pairs.reversed());
                if let Some(pairs) = straight.or(reversed) {
                    pairings.push(Pairing { names, pairs });
                }
            }
        }
        pairings
    }

    /// The pairs of two players, all games being theirs.
    #[must_use]
    pub fn only_pairing(&self) -> PairCounts {
        let pairings = self.pairings();
        pairings
            .first()
            .map(|pairing| pairing.pairs)
            .unwrap_or_default()
    }

    /// The player with the most points; `None` when two have as many, or nobody has any.
    #[must_use]
    pub fn winner(&self) -> Option<&PlayerTotals> {
        let mut players = self.players();
        players.sort_by_key(|player| std::cmp::Reverse(player.all().points));
        let best = players.first().copied()?;
        let second = players.get(1).map_or(0, |player| player.all().points);
        (best.all().points > second).then_some(best)
    }
}

#[cfg(test)]
mod tests {
    use super::{Statistics, Tally};
    use crate::arena::{End, Fault, GameRecord, Seat};
    use crate::protocol::Base;
    use crate::session::Options;
    use crate::state::{Reason, Side};

    /// A game of players 1 and 2, named so that the order of names is not that of numbers.
    fn game(number: u64, green: usize, winner: Option<Side>, score: [u32; 2]) -> GameRecord {
        let seat = |number: usize| Seat {
            number,
            name: ["zoe", "adam"][number - 1].into(),
        };
        GameRecord {
            match_id: 7,
            number,
            seats: [seat(green), seat(3 - green)],
            settings: Options::default().settings(),
            base: Base::Start,
            opening: 0,
            turns: Vec::new(),
            first: Side::Green,
            winner,
            end: End::Rules(Reason::Camp),
            score,
            times: [0, 0],
        }
    }

    #[test]
    fn games_add_up_in_any_order() {
        // Zoe wins as Green 6-3 and draws as Blue 4-4: a pair of 3/2. Then she loses both: a pair of 0.
        // Game 5 has no partner; Adam, Blue, crashed in it.
        let mut last = game(5, 1, Some(Side::Green), [5, 0]);
        last.end = End::Fault(Fault::Crash, "it ended".to_owned());
        let mut games = [
            game(1, 1, Some(Side::Green), [6, 3]),
            game(2, 2, None, [4, 4]),
            game(3, 1, Some(Side::Blue), [2, 5]),
            game(4, 2, Some(Side::Green), [7, 0]),
            last,
        ];
        games[3].first = Side::Blue;
        games.rotate_left(2);
        let sum = Statistics::of(&games);
        let [zoe, adam] = sum.players()[..] else {
            panic!("two players");
        };
        let tally = |points, won, drawn, lost| Tally {
            points,
            won,
            drawn,
            lost,
        };
        assert_eq!((&*zoe.name, zoe.all()), ("zoe", tally(17, 2, 1, 2)));
        assert_eq!((&*adam.name, adam.all()), ("adam", tally(19, 2, 1, 2)));
        assert_eq!(zoe.colours, [tally(13, 2, 0, 1), tally(4, 0, 1, 1)]);
        // She moved first in games 1, 3, 4 and 5.
        assert_eq!(zoe.order, [tally(13, 2, 0, 2), tally(4, 0, 1, 0)]);
        assert_eq!(sum.green(), tally(24, 3, 1, 1));
        assert_eq!(sum.first(), tally(17, 2, 1, 2));
        assert_eq!((sum.games(), sum.unpaired()), (5, 1));
        assert_eq!(sum.only_pairing().0, [1, 0, 0, 1, 0]);
        assert_eq!(adam.faults.get(&Fault::Crash), Some(&1));
        assert_eq!(sum.winner().map(|player| &*player.name), Some("adam"));
        let ends: Vec<(&str, u64)> = sum.ends().collect();
        assert_eq!(ends, [("camp", 4), ("crash", 1)]);
    }
}
