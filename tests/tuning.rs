//! The tuner: the same seed gives the same weights, and what it counts is what the evaluation adds up.

#[path = "tuning/mod.rs"]
mod tuning;

use jarmo::search::{evaluate, features, weights};
use jarmo::state::{RULES, Side};
use rand::SeedableRng;
use rand::rngs::Xoshiro256PlusPlus;
use tuning::{Plan, games, table, tune};

fn plan(seed: u64, threads: usize) -> Plan {
    Plan {
        variants: vec![0, 4],
        games: 10,
        nodes: 30,
        seed,
        threads,
        without: vec!["reach".to_owned()],
        ablate: false,
    }
}

#[test]
fn the_weights_depend_on_the_seed_and_not_on_the_threads() {
    let rows = tune(&plan(7, 1), &mut |_| ());
    assert_eq!(rows, tune(&plan(7, 3), &mut |_| ()));
    assert_ne!(rows, tune(&plan(8, 1), &mut |_| ()));
    assert_ne!(rows[4], *weights(4));
    assert_eq!(rows[1], *weights(1));
    let text = table::source(&rows, "--games 10");
    assert_eq!(text.matches("    Weights {").count(), RULES.len());
}

#[test]
fn counts_times_weights_are_the_evaluation() {
    let mut generator = Xoshiro256PlusPlus::seed_from_u64(3);
    for variant in 0..RULES.len() {
        let row = weights(variant);
        for number in 0..200 {
            let table = games::table(variant);
            let game = games::opening(&table, Side::BOTH[number % 2], &mut generator);
            let shares = features(&game).map(|counts| -> i32 {
                counts
                    .iter()
                    .zip(row)
                    .map(|(count, weight)| count * weight)
                    .sum()
            });
            let evaluation = evaluate(&game);
            let total = match game.position().side() {
                Side::Green => shares[0] - shares[1],
                Side::Blue => shares[1] - shares[0],
            };
            assert_eq!(total, evaluation.total);
            let parts = evaluation.parts.iter();
            let sums = parts.fold([0, 0], |sums, (_, share)| {
                [sums[0] + share[0], sums[1] + share[1]]
            });
            assert_eq!(sums, shares);
        }
    }
}
