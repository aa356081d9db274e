//! The result of a match as JSON.

use jarmo::arena::{Elo, Finish, Pairing, PlayerTotals, Sprt, Statistics, Tally};
use serde_json::{Map, Value, json};

/// Everything that the table says.
pub fn report(statistics: &Statistics, sprt: Option<Sprt>, finish: Option<Finish>) -> Value {
    let players: Vec<Value> = statistics.players().into_iter().map(player).collect();
    let pairings: Vec<Value> = statistics
        .pairings()
        .iter()
        .map(|pairing| self::pairing(pairing, sprt))
        .collect();
    let ends: Map<String, Value> = statistics
        .ends()
        .map(|(word, count)| (word.to_owned(), count.into()))
        .collect();
    json!({
        "finish": super::finish_word(finish),
        "games": statistics.games(),
        "unpaired": statistics.unpaired(),
        "rules": statistics.rules().collect::<Vec<_>>(),
        "winner": statistics.winner().map(|winner| &*winner.name),
        "players": players,
        "green": tally(statistics.green()),
        "first": tally(statistics.first()),
        "pairings": pairings,
        "ends": ends,
    })
}

fn player(player: &PlayerTotals) -> Value {
    let ([green, blue], [first, second]) = (player.colours, player.order);
    let faults: Map<String, Value> = player
        .faults
        .iter()
        .map(|(fault, count)| (fault.word().to_owned(), (*count).into()))
        .collect();
    json!({
        "name": &*player.name,
        "all": tally(player.all()),
        "green": tally(green),
        "blue": tally(blue),
        "first": tally(first),
        "second": tally(second),
        "faults": faults,
    })
}

fn tally(tally: Tally) -> Value {
    let Tally {
        points,
        won,
        drawn,
        lost,
    } = tally;
    json!({
        "games": tally.games(),
        "points": points,
        "won": won,
        "drawn": drawn,
        "lost": lost,
        "score": tally.share(),
    })
}

/// Numbers that do not exist are null.
fn pairing(pairing: &Pairing, sprt: Option<Sprt>) -> Value {
    let Pairing {
        names: [first, second],
        pairs,
    } = pairing;
    let (elo, low, high) = match pairs.elo() {
        Elo::About { elo, low, high } => (Some(elo), low, high),
        Elo::Unknown | Elo::AllWon | Elo::AllLost => (None, None, None),
    };
    let sprt = sprt.map(|sprt| {
        json!({
            "elo0": sprt.elo0,
            "elo1": sprt.elo1,
            "log_ratio": sprt.log_ratio(*pairs),
            "bound": Sprt::BOUND,
            "verdict": sprt.verdict(*pairs).to_string(),
        })
    });
    json!({
        "players": [&**first, &**second],
        "pairs": pairs.0,
        "score": pairs.share(),
        "elo": elo,
        "elo_low": low,
        "elo_high": high,
        "superiority": pairs.superiority(),
        "sprt": sprt,
    })
}
