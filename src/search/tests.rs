//! What `run` promises, in every rule set and however little it may search.

use std::sync::Arc;

use rand::SeedableRng;
use rand::rngs::StdRng;
use rand::seq::IndexedRandom;

use super::score::{INFINITE, MATE, PROVEN};
use super::strength::Strength;
use super::team::Team;
use super::time::Watch;
use super::tree::{Question, Tree, salt};
use super::*;
use crate::state::{
    Board, Limits, Line, Piece, PieceKind, Point, RuleSet, Settings, Setup, Side, Variant,
};

/// A small network: every point to the one ahead and, in each row, to its right neighbour.
fn board() -> Board {
    let point = |column, row| Point::at(column, row).expect("a point");
    let line = |from, to| Line {
        from,
        to,
        dotted: false,
    };
    let mut lines = Vec::new();
    for row in 0..5 {
        for column in 0..5 {
            if row < 4 {
                lines.push(line(point(column, row), point((column + 1) % 5, row + 1)));
            }
            if column < 4 {
                lines.push(line(point(column, row), point(column + 1, row)));
            }
        }
    }
    Board::new(None, lines).expect("a board")
}

fn games() -> impl Iterator<Item = Game> {
    let plain = RuleSet::ALL.map(|rule_set| (rule_set, false, false));
    let expanded = [(true, false), (false, true), (true, true)]
        .map(|(heroes, challenges)| (RuleSet::Jarmo, heroes, challenges));
    plain
        .into_iter()
        .chain(expanded)
        .map(|(set, heroes, challenges)| {
            let settings = Settings {
                variant: Variant::new(set, heroes, challenges).expect("a variant"),
                board: Arc::new(board()),
                remote_camps: Point::at(1, 2).expect("b3").set()
                    | Point::at(3, 2).expect("d3").set(),
                limits: Limits::default(),
            };
            Game::new(settings, Side::Green)
        })
}

/// A game of `jarmo` with these archers on the board.
fn game_with(green: &[(u8, u8)], blue: &[(u8, u8)]) -> Game {
    let game = games().next().expect("jarmo");
    let mut setup = Setup::from(game.position());
    setup.stacks = std::array::from_fn(|_| Vec::new());
    for (side, points) in [(Side::Green, green), (Side::Blue, blue)] {
        for (column, row) in points {
            let point = Point::at(*column, *row).expect("a point");
            let kind = PieceKind::Archer;
            setup.stacks[point.index()].push(Piece { side, kind });
        }
    }
    game.from_setup(&setup).expect("a position")
}

fn run(
    search: &mut Search,
    game: &Game,
    limits: &GoLimits,
    options: &SearchOptions,
    signals: &Signals,
) -> (Best, Vec<Info>) {
    let mut infos = Vec::new();
    let best = search.run(game, limits, options, signals, &mut |report| {
        if let Report::Info(info) = report {
            infos.push(info);
        }
    });
    (best, infos)
}

fn nodes(nodes: u64) -> GoLimits {
    GoLimits {
        nodes: Some(nodes),
        ..GoLimits::default()
    }
}

/// Every line can be played, the first turn of the last best one is the answer.
fn check(game: &Game, best: Best, infos: &[Info]) {
    let turn = best.turn.expect("a turn");
    assert!(game.is_legal(turn));
    let last = infos.iter().rev().find(|info| info.multi_pv == 1);
    assert_eq!(last.expect("an info with a score").line[0], turn);
    for info in infos {
        let mut game = game.clone();
        for turn in &info.line {
            game.play(*turn).expect("a legal line");
        }
    }
}

#[test]
fn the_least_of_searches_answers() {
    let options = SearchOptions::default();
    let signals = Signals::new();
    let move_time = GoLimits {
        move_time: Some(1),
        ..GoLimits::default()
    };
    let mut search = Search::new(1).expect("a megabyte");
    for game in games() {
        for limits in [nodes(0), nodes(1), nodes(2), nodes(30), move_time.clone()] {
            let (best, infos) = run(&mut search, &game, &limits, &options, &signals);
            check(&game, best, &infos);
        }
    }
    signals.stop();
    for game in games() {
        let (best, infos) = run(&mut search, &game, &nodes(1000), &options, &signals);
        check(&game, best, &infos);
    }
}

#[test]
fn the_number_of_nodes_is_exact_and_games_end() {
    let options = SearchOptions::default();
    let signals = Signals::new();
    let mut search = Search::new(1).expect("a megabyte");
    for mut game in games() {
        while game.outcome().is_none() {
            let (best, infos) = run(&mut search, &game, &nodes(300), &options, &signals);
            check(&game, best, &infos);
            assert!(infos.iter().all(|info| info.nodes <= 300));
            game.play(best.turn.expect("a turn")).expect("legal");
        }
        let (best, infos) = run(&mut search, &game, &nodes(300), &options, &signals);
        assert_eq!((best.turn, best.ponder, infos.len()), (None, None, 0));
    }
}

#[test]
fn the_same_search_tells_the_same() {
    let options = SearchOptions {
        multi_pv: 3,
        ..SearchOptions::default()
    };
    let limits = GoLimits {
        depth: Some(6),
        ..GoLimits::default()
    };
    let signals = Signals::new();
    let mut search = Search::new(1).expect("a megabyte");
    for game in games() {
        let mut told = || {
            search.clear();
            let (best, infos) = run(&mut search, &game, &limits, &options, &signals);
            check(&game, best, &infos);
            let timeless =
                |info: Info| (info.depth, info.multi_pv, info.score, info.nodes, info.line);
            infos.into_iter().map(timeless).collect::<Vec<_>>()
        };
        let first = told();
        assert_eq!(first, told());
        let last: Vec<Turn> = first[first.len() - 3..]
            .iter()
            .map(|told| told.4[0])
            .collect();
        assert!(last[0] != last[1] && last[1] != last[2] && last[0] != last[2]);
    }
}

#[test]
fn only_the_given_turns_are_searched() {
    let game = games().next().expect("jarmo");
    let signals = Signals::new();
    let mut search = Search::new(1).expect("a megabyte");
    for turn in game.legal_turns() {
        let limits = GoLimits {
            search_turns: vec![turn],
            ..nodes(500)
        };
        let options = SearchOptions::default();
        let (best, infos) = run(&mut search, &game, &limits, &options, &signals);
        check(&game, best, &infos);
        assert_eq!(best.turn, Some(turn));
    }
}

#[test]
fn a_win_with_the_next_turn_is_proven() {
    // Green's only man steps into the camp: two points against one.
    let game = game_with(&[(1, 3)], &[(3, 2)]);
    let signals = Signals::new();
    let mut search = Search::new(1).expect("a megabyte");
    let mut options = SearchOptions::default();
    let (best, infos) = run(&mut search, &game, &nodes(5000), &options, &signals);
    check(&game, best, &infos);
    assert_eq!(infos.last().map(|info| info.score), Some(Score::Mate(1)));
    options.objective = Objective::Points;
    let (_, infos) = run(&mut search, &game, &nodes(5000), &options, &signals);
    assert_eq!(
        infos.last().map(|info| info.score),
        Some(Score::Centipoints(100))
    );
}

#[test]
fn a_win_by_more_points_is_preferred_where_points_count() {
    // Green wins at once with either man; the capture on the way leaves Blue with less.
    let game = game_with(&[(1, 3)], &[(2, 4), (4, 2)]);
    let signals = Signals::new();
    let mut search = Search::new(1).expect("a megabyte");
    let options = SearchOptions {
        objective: Objective::Points,
        ..SearchOptions::default()
    };
    let (best, infos) = run(&mut search, &game, &nodes(20_000), &options, &signals);
    check(&game, best, &infos);
    let mut after = game.clone();
    after.play(best.turn.expect("a turn")).expect("legal");
    // Into the camp with a capture: two points against one, not a draw of two against two.
    let score = after.outcome().map(|outcome| outcome.score);
    assert_eq!(score, Some([2, 1]));
    let last = infos.last().map(|info| info.score);
    assert_eq!(last, Some(Score::Centipoints(100)));
}

#[test]
fn several_threads_answer_and_make_no_turn_too_many() {
    let options = SearchOptions {
        threads: 3,
        multi_pv: 2,
        ..SearchOptions::default()
    };
    let signals = Signals::new();
    let mut search = Search::new(1).expect("a megabyte");
    for game in games() {
        for most in [1, 100, 20_000] {
            let (best, infos) = run(&mut search, &game, &nodes(most), &options, &signals);
            check(&game, best, &infos);
            assert!(infos.iter().all(|info| info.nodes <= most));
        }
    }
    assert_eq!(search.heuristics.len(), 3);
    // However few turns there are, the thread that answers has some of them.
    for game in games() {
        let (_, infos) = run(&mut search, &game, &nodes(60), &options, &signals);
        assert!(infos.iter().any(|info| info.depth > 0));
    }
    let depth = GoLimits {
        depth: Some(5),
        ..GoLimits::default()
    };
    for game in games() {
        let (best, infos) = run(&mut search, &game, &depth, &options, &signals);
        check(&game, best, &infos);
        assert_eq!(infos.last().map(|info| info.depth), Some(5));
    }
}

#[test]
fn a_weak_player_looks_at_little_and_plays_the_same_again() {
    let options = SearchOptions {
        elo: Some(*ELO.start()),
        ..SearchOptions::default()
    };
    let signals = Signals::new();
    let mut search = Search::new(1).expect("a megabyte");
    let mut differs = false;
    for game in games() {
        let mut answer = |limits: &GoLimits, options: &SearchOptions| {
            search.clear();
            let (best, infos) = run(&mut search, &game, limits, options, &signals);
            check(&game, best, &infos);
            (best.turn, infos.last().map_or(0, |info| info.nodes))
        };
        let weak = answer(&GoLimits::default(), &options);
        assert!(weak.1 <= 12, "{weak:?}");
        assert_eq!(weak, answer(&GoLimits::default(), &options));
        differs |= weak.0 != answer(&nodes(5000), &SearchOptions::default()).0;
    }
    assert!(differs);
}

#[test]
fn codes_are_read_back_and_only_legal_turns_come_of_them() {
    let mut seen = Vec::new();
    let mut both = [0; 2];
    for mut game in games() {
        for step in 0.. {
            let turns = game.legal_turns();
            if turns.is_empty() {
                break;
            }
            let (position, network) = (*game.position(), game.network());
            let read = |turn: Turn| {
                let code = ordering::code(turn);
                with_rules!(game.variant().index(), V => {
                    ordering::legal_turn::<V>(code, &position, network)
                })
            };
            for turn in &turns {
                assert_eq!(read(*turn), Some(*turn));
            }
            // Turns of earlier positions of the same side: the table may know one of another position.
            for turn in seen.iter().rev().step_by(3).take(40) {
                let legal = turns.contains(turn);
                both[usize::from(legal)] += 1;
                let found = read(*turn);
                assert!(if legal {
                    found == Some(*turn)
                } else {
                    found != Some(*turn)
                });
                assert!(found.is_none_or(|found| turns.contains(&found)));
            }
            seen.extend_from_slice(&turns);
            game.play(turns[step * 7 % turns.len()]).expect("legal");
        }
    }
    assert!(both[0] > 100 && both[1] > 100, "{both:?}");
}

#[test]
fn a_table_that_cannot_be_had_leaves_the_old_one() {
    let mut search = Search::new(1).expect("a megabyte");
    assert!(search.resize(usize::MAX / 2).is_err());
    let game = games().next().expect("jarmo");
    let options = SearchOptions::default();
    let (best, infos) = run(&mut search, &game, &nodes(100), &options, &Signals::new());
    check(&game, best, &infos);
}

/// What a search calls proven while it leaves turns out, one that leaves nothing out proves too.
#[test]
fn proofs_are_true_whatever_was_left_out() {
    let mut proofs = [0; 2];
    for game in games() {
        for first in game.legal_turns() {
            let mut game = game.clone();
            game.play(first).expect("a legal turn");
            for second in game.legal_turns() {
                let mut game = game.clone();
                game.play(second).expect("a legal turn");
                play_on_and_prove(game, &mut proofs);
            }
        }
    }
    assert!(proofs.iter().all(|count| *count > 50), "{proofs:?}");
}

/// Plays a game to its end, and proves each short win and loss again; counts losses and wins.
fn play_on_and_prove(mut game: Game, proofs: &mut [u32; 2]) {
    const LONGEST: i32 = 6;
    let (options, signals) = (SearchOptions::default(), Signals::new());
    let mut search = Search::new(1).expect("a small table");
    while game.outcome().is_none() {
        let (best, infos) = run(&mut search, &game, &nodes(400), &options, &signals);
        let exact = infos.last().filter(|info| info.bound == Bound::Exact);
        if let Some(Score::Mate(plies)) = exact.map(|info| info.score)
            && plies.abs() <= LONGEST
        {
            let limits = GoLimits {
                mate: Some(plies.unsigned_abs()),
                ..GoLimits::default()
            };
            let mut other = Search::new(1).expect("a small table");
            let (_, infos) = run(&mut other, &game, &limits, &options, &signals);
            let Some(Score::Mate(exact)) = infos.last().map(|info| info.score) else {
                panic!("{plies} plies are not proven: {:?}", game.position());
            };
            assert!(exact.signum() == plies.signum() && exact.abs() <= plies.abs());
            proofs[usize::from(plies > 0)] += 1;
        }
        game.play(best.turn.expect("a turn")).expect("a legal turn");
    }
}

#[test]
fn time_counts_from_when_the_search_was_asked_for() {
    let game = games().next().expect("jarmo");
    let ago = std::time::Duration::from_millis(500);
    let limits = GoLimits {
        asked: Instant::now().checked_sub(ago),
        ..nodes(500)
    };
    let (options, signals) = (SearchOptions::default(), Signals::new());
    let mut search = Search::new(1).expect("a small table");
    let (_, infos) = run(&mut search, &game, &limits, &options, &signals);
    assert!(infos.iter().all(|info| info.time >= 500));
}

/// However a search ends, also while windows are widened: a turn that once stood above the window and
/// then below it is not answered behind the back of the line that was told.
#[test]
fn the_answer_is_the_turn_of_the_last_line_whenever_the_search_is_stopped() {
    let turns = "a5c4 e1c2 c5e4 c2e1 e5d3 d1b2 d3e5 e1c2 d5e3 b1d2 e3c2 c1a2 c4b2 d2d3 b2b3 a1c2 b3c5 d3d2 \
                 b5d4 a2c3 e5d3 c2e1 c5b3 d2c2 b3c5 c3e4 c5a4 e1d3 a4c3 e4c5@d1 c3d1@d5 c2e1 d4c4 d3b4 \
                 c4b2 b4d5@c1 b2c4 c1a2 c4b4 e1d3";
    let settings = game_with(&[(0, 0)], &[(4, 4)]).settings().clone();
    let board = Arc::new(crate::session::builtin_board());
    let mut game = Game::new(Settings { board, ..settings }, Side::Blue);
    for word in turns.split_whitespace() {
        let turn = crate::notation::turn(word).expect("a turn");
        game.play(turn).expect("a legal turn");
    }
    let (options, signals) = (SearchOptions::default(), Signals::new());
    let mut search = Search::new(1).expect("a small table");
    for count in 2_400..2_600 {
        search.clear();
        let (best, infos) = run(&mut search, &game, &nodes(count), &options, &signals);
        check(&game, best, &infos);
    }
}

/// Does something with the tree of a game.
fn with_tree<const V: usize, T>(
    search: &mut Search,
    game: &Game,
    what: impl FnOnce(&mut Tree<'_, V>) -> T,
) -> T {
    let (options, signals, team) = (SearchOptions::default(), Signals::new(), Team::new(1, None));
    let (limits, started) = (GoLimits::default(), Instant::now());
    let side = game.position().side();
    let watch = Watch::start(&limits, &options, side, &signals, (&team, 0), started);
    let mut heuristics = Box::default();
    let aim = (Objective::Win, Strength::FULL);
    let table = &search.table;
    what(&mut Tree::<V>::new(
        game,
        aim,
        false,
        table,
        &mut heuristics,
        watch,
    ))
}

/// The score of a position for its side to move that a search finds which wants to know one thing only:
/// whether there is anything better than `alpha`.
fn asked<const V: usize>(search: &mut Search, game: &Game, depth: i32, alpha: i32) -> i32 {
    let question = Question {
        alpha,
        beta: alpha + 1,
        depth,
        ply: 0,
    };
    let position = game.position();
    with_tree::<V, _>(search, game, |tree| tree.search(position, question)).expect("no limit")
}

/// Who goes back and forth has what the tally gives, at once: nothing is searched below.
#[test]
fn a_line_that_comes_back_is_worth_the_tally() {
    // Green leads, 2 to 1 men; both sides go to the right and back.
    let game = game_with(&[(1, 1), (3, 2)], &[(1, 3)]);
    let mut turns = Vec::new();
    for [from, to] in [[(1, 1), (2, 1)], [(1, 3), (2, 3)]] {
        let point = |(column, row)| Point::at(column, row).expect("a point");
        turns.push((
            Turn::go(point(from), point(to)),
            Turn::go(point(to), point(from)),
        ));
    }
    let [(out, back), (their_out, their_back)] = [turns[0], turns[1]];
    let mut search = Search::new(1).expect("a small table");
    let (score, nodes) = with_tree::<0, _>(&mut search, &game, |tree| {
        let mut position = *game.position();
        for turn in [out, their_out, back, their_back] {
            position = tree.enter(&position, turn).expect("no limit");
        }
        let question = Question {
            alpha: -INFINITE,
            beta: INFINITE,
            depth: 6,
            ply: 4,
        };
        (tree.search(&position, question), tree.nodes)
    });
    // A thousand for the lead, less the plies to it.
    assert_eq!((score, nodes), (Some(996), 4));
}

#[test]
fn what_the_table_knows_is_told_apart_by_all_that_scores_depend_on() {
    let mut salts = std::collections::HashSet::new();
    let mut count = 0;
    for game in games() {
        for objective in [Objective::Win, Objective::Points] {
            for strength in [Strength::FULL, Strength::of(1310), Strength::of(2000)] {
                for thorough in [false, true] {
                    salts.insert(salt(&game, (objective, strength), thorough));
                    count += 1;
                }
            }
        }
    }
    assert_eq!(salts.len(), count);
}

#[test]
fn a_weaker_player_sees_the_same_positions_otherwise() {
    let limits = GoLimits {
        depth: Some(1),
        ..GoLimits::default()
    };
    let signals = Signals::new();
    let score = |game: &Game, elo: Option<u32>| {
        let options = SearchOptions {
            elo,
            ..SearchOptions::default()
        };
        let mut search = Search::new(1).expect("a small table");
        let (_, infos) = run(&mut search, game, &limits, &options, &signals);
        infos.last().expect("an info").score
    };
    let mut others = 0;
    for mut game in games() {
        others += u32::from(score(&game, None) != score(&game, Some(1310)));
        let turn = game.legal_turns()[0];
        game.play(turn).expect("a legal turn");
        others += u32::from(score(&game, None) != score(&game, Some(1310)));
    }
    assert!(others > 12, "{others} of 18");
}

/// Where only one thing is asked, late quiet turns are left out: never of a position that would be
/// called lost for it.
#[test]
fn nothing_is_called_lost_because_turns_were_left_out() {
    let mut dice = StdRng::seed_from_u64(1);
    let mut losses = 0;
    for mut game in games().flat_map(|game| std::iter::repeat_n(game, 40)) {
        let mut search = Search::new(1).expect("a small table");
        while let Some(turn) = game.legal_turns().choose(&mut dice) {
            for depth in 1..5 {
                let index = game.variant().index();
                let score = with_rules!(index, V => asked::<V>(&mut search, &game, depth, -900));
                if score <= -PROVEN {
                    losses += 1;
                    assert_lost_in(&game, MATE + score);
                }
            }
            game.play(*turn).expect("a legal turn");
        }
    }
    assert!(losses > 30, "{losses}");
}

/// A search that leaves nothing out says so too.
fn assert_lost_in(game: &Game, plies: i32) {
    let limits = GoLimits {
        mate: Some(plies.unsigned_abs()),
        ..GoLimits::default()
    };
    let (options, signals) = (SearchOptions::default(), Signals::new());
    let mut search = Search::new(1).expect("a small table");
    let (_, infos) = run(&mut search, game, &limits, &options, &signals);
    let score = infos.last().map(|info| info.score);
    let is_lost = matches!(score, Some(Score::Mate(exact)) if exact < 0 && -exact <= plies);
    assert!(is_lost, "{plies} plies: {score:?} {:?}", game.position());
}
