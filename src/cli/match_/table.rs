//! The result of a match as text.

use std::fmt::Write;

use jarmo::arena::{Elo, Pairing, PlayerTotals, Sprt, Statistics, Tally};

/// The least width of the column of names.
const NAMES: usize = 18;

/// The table, and what it means.
pub fn report(statistics: &Statistics, sprt: Option<Sprt>) -> String {
    let mut text = String::new();
    let rules: Vec<&str> = statistics.rules().collect();
    let games = statistics.games();
    line(
        &mut text,
        &format!(
            "{games} {} of {}",
            if games == 1 { "game" } else { "games" },
            rules.join(", ")
        ),
    );
    if games == 0 {
        return "no games\n".to_owned();
    }
    let players = statistics.players();
    let longest = players
        .iter()
        .map(|player| player.name.chars().count())
        .max();
    let width = longest.unwrap_or(0).max(NAMES);
    line(&mut text, "");
    line(
        &mut text,
        &format!(
            "{:width$}  games  points     won   drawn    lost    score",
            ""
        ),
    );
    for player in &players {
        player_rows(&mut text, width, player);
    }
    row(&mut text, width, "all Green", statistics.green());
    row(&mut text, width, "all moving first", statistics.first());
    line(&mut text, "");
    line(&mut text, &winner(statistics, &players));
    for pairing in statistics.pairings() {
        line(&mut text, &strength(&pairing));
        if let Some(sprt) = sprt {
            line(&mut text, &test(sprt, &pairing));
        }
    }
    if statistics.unpaired() > 0 {
        line(
            &mut text,
            &format!(
                "Games without the other game of their pair: {}",
                statistics.unpaired()
            ),
        );
    }
    let ends: Vec<String> = statistics
        .ends()
        .map(|(word, count)| format!("{word} {count}"))
        .collect();
    line(&mut text, &format!("Ends: {}", ends.join(", ")));
    line(&mut text, &faults(&players));
    text
}

fn line(text: &mut String, line: &str) {
    text.push_str(line.trim_end());
    text.push('\n');
}

fn player_rows(text: &mut String, width: usize, player: &PlayerTotals) {
    row(text, width, &player.name, player.all());
    let [green, blue] = player.colours;
    let [first, second] = player.order;
    row(text, width, "  as Green", green);
    row(text, width, "  as Blue", blue);
    row(text, width, "  moving first", first);
    row(text, width, "  moving second", second);
}

fn row(text: &mut String, width: usize, name: &str, tally: Tally) {
    let share = tally
        .share()
        .map_or_else(|| "-".to_owned(), |share| format!("{:.1} %", 100.0 * share));
    let Tally {
        points,
        won,
        drawn,
        lost,
    } = tally;
    let games = tally.games();
    line(
        text,
        &format!("{name:width$}{games:>7}{points:>8}{won:>8}{drawn:>8}{lost:>8}{share:>9}"),
    );
}

fn winner(statistics: &Statistics, players: &[&PlayerTotals]) -> String {
    let points: Vec<String> = players
        .iter()
        .map(|player| format!("{} {}", player.name, player.all().points))
        .collect();
    let points = points.join(", ");
    match statistics.winner() {
        Some(winner) => format!("By points the match goes to {} ({points})", winner.name),
        None => format!("By points the match is drawn ({points})"),
    }
}

fn strength(
    Pairing {
        names: [first, second],
        pairs,
    }: &Pairing,
) -> String {
    let [a, b, c, d, e] = pairs.0;
    let total = pairs.total();
    let mut text = format!("{first} - {second}: ");
    match pairs.elo() {
        Elo::Unknown => return text + "no pair of games yet",
        Elo::AllWon => text.push_str("100 %, every pair won: no Elo can be told"),
        Elo::AllLost => text.push_str("0 %, every pair lost: no Elo can be told"),
        Elo::About { elo, low, high } => {
            let bound = |bound: Option<f64>, none: &str| {
                bound.map_or_else(|| none.to_owned(), |elo| format!("{elo:+.1}"))
            };
            // Writing to a string cannot fail.
            let _ = write!(text, "Elo {elo:+.1}");
            if low.is_none() && high.is_none() {
                text.push_str(", error unknown from one pair");
            } else {
                let _ = write!(
                    text,
                    ", 95 % from {} to {}",
                    bound(low, "no bound"),
                    bound(high, "no bound")
                );
            }
        }
    }
    let _ = write!(
        text,
        "; {total} pairs with 0, 1/2, 1, 3/2, 2: {a} {b} {c} {d} {e}"
    );
    if pairs.all_alike() && total > 1 {
        text.push_str(", all alike");
    }
    if let Some(likelihood) = pairs.superiority() {
        let _ = write!(
            text,
            "; likelihood of superiority {:.1} %",
            100.0 * likelihood
        );
    }
    text
}

fn test(sprt: Sprt, pairing: &Pairing) -> String {
    let ratio = sprt.log_ratio(pairing.pairs);
    let verdict = sprt.verdict(pairing.pairs);
    let (Sprt { elo0, elo1 }, bound) = (sprt, Sprt::BOUND);
    format!(
        "SPRT of elo0 {elo0} and elo1 {elo1}: {verdict}, log likelihood ratio {ratio:.2} (-{bound:.2} to {bound:.2})"
    )
}

fn faults(players: &[&PlayerTotals]) -> String {
    let faulty: Vec<String> = players
        .iter()
        .filter(|player| !player.faults.is_empty())
        .map(|player| {
            let faults: Vec<String> = player
                .faults
                .iter()
                .map(|(fault, count)| format!("{} {count}", fault.word()))
                .collect();
            format!(
                "{} {} ({})",
                player.name,
                player.faults.values().sum::<u64>(),
                faults.join(", ")
            )
        })
        .collect();
    if faulty.is_empty() {
        "Lost by a fault: none".to_owned()
    } else {
        format!("Lost by a fault: {}", faulty.join("; "))
    }
}
