//! How long an engine may think: clocks, and limits of one turn.

use std::fmt;
use std::time::Duration;

/// A clock for the whole game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Clock {
    /// What it shows at the start.
    pub base: Duration,
    /// What each turn adds.
    pub increment: Duration,
}

/// What an engine may use for its turns; each limit that is set holds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TurnLimits {
    /// The clock.
    pub clock: Option<Clock>,
    /// The time of each turn.
    pub move_time: Option<Duration>,
    /// The depth of each search, in plies.
    pub depth: Option<u32>,
    /// The nodes of each search.
    pub nodes: Option<u64>,
}

impl TurnLimits {
    /// These limits, and those of `general` for what they leave open.
    #[must_use]
    pub fn or(self, general: Self) -> Self {
        Self {
            clock: self.clock.or(general.clock),
            move_time: self.move_time.or(general.move_time),
            depth: self.depth.or(general.depth),
            nodes: self.nodes.or(general.nodes),
        }
    }

    /// Whether nothing is limited.
    #[must_use]
    pub fn is_empty(self) -> bool {
        self == Self::default()
    }

    /// Whether the same search gives the same turn: no time is involved.
    #[must_use]
    pub fn is_exact(self) -> bool {
        self.clock.is_none() && self.move_time.is_none()
    }
}

impl fmt::Display for TurnLimits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut words = Vec::new();
        if let Some(Clock { base, increment }) = self.clock {
            let (base, increment) = (base.as_secs_f64(), increment.as_secs_f64());
            words.push(format!("time {base}+{increment}"));
        }
        if let Some(time) = self.move_time {
            words.push(format!("movetime {}", time.as_millis()));
        }
        if let Some(depth) = self.depth {
            words.push(format!("depth {depth}"));
        }
        if let Some(nodes) = self.nodes {
            words.push(format!("nodes {nodes}"));
        }
        f.write_str(&words.join(" "))
    }
}

/// Reads `10+0.1` or `10`: seconds, and seconds for each turn.
///
/// # Errors
/// What is expected.
pub fn clock(text: &str) -> Result<Clock, String> {
    let (base, increment) = text.split_once('+').unwrap_or((text, "0"));
    match (seconds(base), seconds(increment)) {
        (Some(base), Some(increment)) if !base.is_zero() => Ok(Clock { base, increment }),
        _ => Err(format!(
            "expected seconds and seconds for each turn such as 10+0.1, found {text:?}"
        )),
    }
}

/// No clock shows more, in seconds: a week.
const LONGEST: f64 = 604_800.0;

/// Decimal digits and at most one point; whole milliseconds.
fn seconds(text: &str) -> Option<Duration> {
    let plain = text
        .bytes()
        .all(|byte| byte.is_ascii_digit() || byte == b'.');
    let value: f64 = text.parse().ok().filter(|_| plain)?;
    (value <= LONGEST).then(|| Duration::from_millis((value * 1000.0).round() as u64))
}

#[cfg(test)]
mod tests {
    use super::{Clock, clock};
    use std::time::Duration;

    #[test]
    fn clocks_are_read() {
        let of = |base, increment| Clock {
            base: Duration::from_millis(base),
            increment: Duration::from_millis(increment),
        };
        assert_eq!(clock("10+0.1"), Ok(of(10_000, 100)));
        assert_eq!(clock("0.5"), Ok(of(500, 0)));
        for text in [
            "", "+", "0", "0+0.05", "10+", "1e3", "-1", "inf", "10+0.1+1", "1:10", "9999999",
        ] {
            assert!(clock(text).is_err(), "{text}");
        }
    }
}
