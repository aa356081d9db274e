//! Tunes the weights of the static evaluation by games that the engine plays against itself.
//!
//! Texel's method: quiet positions are taken from the games, and the weights are fitted so that the
//! logistic function of a position's value foretells the result of its game. What is counted in a
//! position is what the evaluation counts: [`jarmo::search::features`].

pub mod fit;
pub mod games;
pub mod table;

use fit::Fit;
use jarmo::search::{ENTRIES, weights};
use jarmo::state::RULES;

/// What the tuning is made with.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The rule sets to tune, by their index in [`RULES`]; the others keep their weights.
    pub variants: Vec<usize>,
    /// Games for each.
    pub games: usize,
    /// Nodes for each turn.
    pub nodes: u64,
    /// What everything random depends on.
    pub seed: u64,
    /// How many games are played at the same time; the weights do not depend on it.
    pub threads: usize,
    /// Terms, by their field, that get no weight.
    pub without: Vec<String>,
    /// Whether to tell what each term is good for, by leaving it out.
    pub ablate: bool,
}

/// Tunes, and tells of each rule set what came of it.
pub fn tune(plan: &Plan, tell: &mut dyn FnMut(&str)) -> Vec<[i32; ENTRIES]> {
    let mut rows: Vec<[i32; ENTRIES]> = (0..RULES.len()).map(|variant| *weights(variant)).collect();
    for &variant in &plan.variants {
        let name = table::name(variant);
        let samples = games::play(variant, plan);
        tell(&format!(
            "{name}: {} games, {} positions",
            plan.games,
            samples.len()
        ));
        let fit = Fit::new(&samples, &plan.without);
        let before = fit.loss_of_row(&rows[variant]);
        let (row, after) = fit.row(&rows[variant]);
        tell(&format!(
            "  loss on games not fitted: {before:.5} before, {after:.5} after"
        ));
        if plan.ablate {
            for (term, worse) in fit.ablations() {
                tell(&format!(
                    "  {term:16} {:+8.2} in 100000 without it",
                    worse * 1e5
                ));
            }
        }
        rows[variant] = row;
    }
    rows
}
