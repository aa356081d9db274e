//! Properties of the rules over random games on random boards, in every rule set.

use std::collections::HashSet;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use proptest::prelude::*;
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};

use super::perft::{LastPly, divide};
use super::*;
use crate::notation;

/// A connected board: a random tree, and some more lines.
fn random_board(rng: &mut StdRng) -> Board {
    let points: Vec<Point> = Point::all().collect();
    let mut lines: Vec<Line> = Vec::new();
    let mut add = |from: Point, to: Point, dotted: bool| {
        let known =
            |line: &Line| (line.from, line.to) == (from, to) || (line.from, line.to) == (to, from);
        if from != to && !lines.iter().any(known) {
            lines.push(Line { from, to, dotted });
        }
    };
    for index in 1..POINTS {
        add(
            points[index],
            points[rng.random_range(0..index)],
            rng.random_ratio(1, 8),
        );
    }
    for _ in 0..rng.random_range(0..60) {
        add(
            points[rng.random_range(0..POINTS)],
            points[rng.random_range(0..POINTS)],
            rng.random_ratio(1, 8),
        );
    }
    Board::new(None, lines).expect("a tree and more lines are a board")
}

fn traditional() -> Board {
    notation::board(include_str!("../jarmo.board")).expect("the built-in board is a board")
}

/// A game by random settings, `plies` random turns long unless it ends before. Going back and forth
/// and capturing are made likelier than chance would have them.
fn random_game(seed: u64, plies: usize) -> Game {
    let mut rng = StdRng::seed_from_u64(seed);
    let board = if rng.random() {
        random_board(&mut rng)
    } else {
        traditional()
    };
    let rule_set = RuleSet::ALL[rng.random_range(0..6)];
    let expandable = rule_set == RuleSet::Jarmo || rng.random();
    let variant = if expandable {
        Variant::new(RuleSet::Jarmo, rng.random(), rng.random())
    } else {
        Variant::new(rule_set, false, false)
    };
    let settings = Settings {
        variant: variant.expect("only jarmo has expansions here"),
        board: Arc::new(board),
        remote_camps: notation::remote_camps("b3d3")
            .into_iter()
            .flatten()
            .collect(),
        limits: Limits {
            no_progress: [0, 12, 100][rng.random_range(0..3)],
            repetition: [2, 3, 5][rng.random_range(0..3)],
        },
    };
    let first = if rng.random() {
        Side::Green
    } else {
        Side::Blue
    };
    let mut game = Game::new(settings, first);
    for _ in 0..plies {
        let turns = game.legal_turns();
        if turns.is_empty() {
            break;
        }
        let back = game.turns().iter().rev().nth(1).and_then(|last| {
            turns
                .iter()
                .find(|turn| (turn.to(), turn.from()) == (last.from(), last.to()))
        });
        let capture = turns
            .iter()
            .find(|turn| turn.is_move() && game.position().occupied().contains(turn.to()));
        let turn = match rng.random_range(0..6) {
            0 => back,
            1 => capture,
            _ => None,
        };
        let turn = *turn.unwrap_or(&turns[rng.random_range(0..turns.len())]);
        game.play(turn).expect("a listed turn is legal");
    }
    game
}

/// Turns that can be written down, legal or not: every move, and random extras.
fn expressible_turns(rng: &mut StdRng) -> Vec<Turn> {
    let mut random_points = || {
        PointSet(rng.random::<u32>() & rng.random::<u32>() & rng.random::<u32>()) & PointSet::ALL
    };
    let mut turns = vec![
        Turn::PASS,
        Turn::PASS.and_place(random_points() & Side::Green.camp()),
    ];
    for from in Point::all() {
        turns.extend([
            Turn::place(from),
            Turn::flip(from),
            Turn::flip(from).and_place(random_points()),
        ]);
        for to in Point::all() {
            for base in [Turn::go(from, to), Turn::place_and_go(from, to)] {
                turns.push(base);
                turns.push(base.and_place(random_points()));
                turns.push(base.and_place(random_points() & Side::Blue.camp()));
                turns.extend(
                    random_points()
                        .first()
                        .map(|point| base.and_redeploy(point)),
                );
            }
        }
    }
    turns
}

/// Whether what a refusal claims is true of the position, as far as it can be seen without the rules.
fn claim_holds(game: &Game, turn: Turn, reason: Illegal) -> bool {
    let position = game.position();
    let side = position.side();
    match reason {
        Illegal::GameOver(reason) => game
            .outcome()
            .is_some_and(|outcome| outcome.reason == reason),
        Illegal::CannotPass(mover) => {
            mover == side
                && game
                    .legal_turns()
                    .iter()
                    .any(|turn| turn.kind() != TurnKind::Pass)
        }
        Illegal::Empty(point) => position.top(point).is_none(),
        Illegal::NotOwn(point, owner) => owner != side && position.tops(owner).contains(point),
        Illegal::NotInCamp(point, camp) => camp == side && !side.camp().contains(point),
        Illegal::HandTooSmall(_, has, wanted) => has < wanted,
        Illegal::Frozen(point) => {
            position.tops(side).contains(point) && side.enemy_camp().contains(point)
        }
        Illegal::NoLine(from, to) => game.settings().board.line(from, to).is_none(),
        Illegal::DottedClosed(from, to, _) => !game
            .open_lines()
            .any(|line| [(line.from, line.to), (line.to, line.from)].contains(&(from, to))),
        Illegal::Backward(from, to, _) => from.row() != to.row(),
        Illegal::OwnPiece(point) => position.tops(side).contains(point),
        Illegal::SafeInCamp(point, _) => {
            (position.tops(side.other()) & side.camp()).contains(point)
        }
        Illegal::AtHome(point) => {
            (position.tops(side.other()) & side.other().camp()).contains(point)
        }
        Illegal::NotEmpty(point) => {
            position.occupied().contains(point)
                || turn.to() == point
                || turn.redeploy() == Some(point)
        }
        Illegal::NotFlippable(point) => !(position.guards() & side.enemy_camp()).contains(point),
        Illegal::MovePlaces(_) | Illegal::NoPlaceAndGo(_) => game.rules().placing != Placing::Free,
        Illegal::Banned(from, to, _) => {
            game.turns().iter().rev().nth(1) == Some(&Turn::go(to, from))
        }
        _ => true,
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn undo_restores_everything(seed: u64, plies in 0_usize..60) {
        let mut game = random_game(seed, plies);
        let state = |game: &Game| (*game.position(), game.turns().to_vec(), game.legal_turns(), game.outcome(), game.score());
        let before = state(&game);
        for turn in game.legal_turns() {
            game.play(turn).expect("a listed turn is legal");
            prop_assert!(game.undo());
            prop_assert_eq!(&state(&game), &before);
        }
    }

    #[test]
    fn the_incremental_key_is_the_recomputed_one(seed: u64, plies in 0_usize..80) {
        let game = random_game(seed, plies);
        prop_assert_eq!(game.position().key(), game.position().recomputed_key());
    }

    #[test]
    fn a_position_string_survives_a_round_trip(seed: u64, plies in 0_usize..80) {
        let game = random_game(seed, plies);
        let text = notation::position_string(game.position());
        let setup = notation::position(&text).expect("the engine's own text is read");
        let again = game.from_setup(&setup).expect("a reached position is accepted");
        prop_assert_eq!(notation::position_string(again.position()), text);
        prop_assert_eq!(again.position().key(), game.position().key());
    }

    #[test]
    fn counting_the_last_ply_equals_playing_it(seed: u64, plies in 0_usize..60) {
        let game = random_game(seed, plies);
        let stop = AtomicBool::new(false);
        for depth in 1..=2 {
            let counted = divide(&game, depth, LastPly::Counted, &stop);
            prop_assert_eq!(&counted, &divide(&game, depth, LastPly::Played, &stop));
        }
        let mut count = turns::Count::default();
        if game.outcome().is_none() {
            with_rules!(game.variant().index(), V => generate::<V>(game.position(), game.network(), &mut count));
        }
        prop_assert_eq!(count.0, game.legal_turns().len() as u64);
    }

    #[test]
    fn listed_turns_are_distinct_and_survive_a_round_trip(seed: u64, plies in 0_usize..60) {
        let turns = random_game(seed, plies).legal_turns();
        prop_assert_eq!(turns.iter().collect::<HashSet<_>>().len(), turns.len());
        for turn in turns {
            prop_assert_eq!(notation::turn(&turn.to_string()), Ok(turn));
        }
    }

    #[test]
    fn every_turn_is_listed_or_refused_for_a_reason_that_holds(seed: u64, plies in 0_usize..60) {
        let game = random_game(seed, plies);
        let listed: HashSet<Turn> = game.legal_turns().into_iter().collect();
        let mut rng = StdRng::seed_from_u64(seed);
        for turn in expressible_turns(&mut rng).into_iter().chain(listed.iter().copied()) {
            match game.check(turn) {
                Ok(()) => prop_assert!(listed.contains(&turn), "{} is not listed", turn),
                Err(reason) => {
                    prop_assert!(!listed.contains(&turn), "{} is listed, but {}", turn, reason);
                    prop_assert!(claim_holds(&game, turn, reason), "{}: {}", turn, reason);
                }
            }
        }
    }

    #[test]
    fn a_finished_game_has_no_turns_and_an_unfinished_one_has_some(seed: u64, plies in 0_usize..200) {
        let game = random_game(seed, plies);
        prop_assert_eq!(game.outcome().is_some(), game.legal_turns().is_empty());
        for side in Side::BOTH {
            let position = game.position();
            let pieces = position.tops(side).len() + position.covered(side).len();
            prop_assert!(pieces + u32::from(position.hand(side)) + u32::from(position.captured(side)) <= 5);
        }
    }
}

#[test]
fn perft_of_the_start_agrees_with_the_independent_count() {
    let game = Game::new(
        Settings {
            variant: Variant::default(),
            board: Arc::new(traditional()),
            remote_camps: PointSet::EMPTY,
            limits: Limits::default(),
        },
        Side::Green,
    );
    let stop = AtomicBool::new(false);
    for (depth, nodes) in [(1, 11), (2, 121), (3, 1452), (4, 17059), (5, 206_990)] {
        let counts = divide(&game, depth, LastPly::Counted, &stop).expect("nobody stops it");
        assert_eq!(counts.iter().map(|(_, count)| count).sum::<u64>(), nodes);
    }
}
