//! The generated table as text.

use std::fmt::Write;

use jarmo::search::{ENTRIES, TERMS};
use jarmo::state::RULES;

/// The name of a rule set with its expansions, by its index.
pub fn name(variant: usize) -> String {
    let rules = &RULES[variant];
    let heroes = if rules.heroes { " with Heroes" } else { "" };
    let challenges = if rules.challenges {
        " with Challenges"
    } else {
        ""
    };
    format!("{}{heroes}{challenges}", rules.name)
}

/// The source of the module that holds the weights; `made_by` are the arguments of the tuner.
pub fn source(rows: &[[i32; ENTRIES]], made_by: &str) -> String {
    let mut text = format!(
        "//! The weights of the static evaluation, a row for each rule set in the order of `RULES`.\n\
         //!\n\
         //! Generated. `cargo run --release --example tune` makes all of them anew, by games that are\n\
         //! played with these. The last run, from the weights before it, had the arguments\n\
         //! `{made_by}`; rows that it did not name were kept.\n\
         \n\
         use super::terms::Weights;\n\
         use crate::state::RULES;\n\
         \n\
         pub(super) const WEIGHTS: [Weights; RULES.len()] = [\n"
    );
    for (variant, row) in rows.iter().enumerate() {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "    // {}\n    Weights {{", name(variant));
        for term in TERMS {
            let entries = &row[term.start..term.start + term.len];
            let _ = writeln!(text, "        {}: {entries:?},", term.field);
        }
        text.push_str("    },\n");
    }
    text.push_str("];\n");
    text
}
