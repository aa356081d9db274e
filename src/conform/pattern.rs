//! Patterns of expected lines: literal text with `{int}`, `{turn}` and `{any}` where values vary.

use std::fmt;

/// One expected line of a transcript.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pattern {
    text: String,
    parts: Vec<Part>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Part {
    Literal(String),
    /// `{int}`: a whole number, perhaps negative.
    Integer,
    /// `{turn}`: a word of the characters that turns are written with.
    Turn,
    /// `{any}`: anything, or nothing.
    Any,
}

impl Pattern {
    /// Reads a pattern.
    ///
    /// # Errors
    /// An unknown or unfinished placeholder.
    pub fn parse(text: &str) -> Result<Self, String> {
        let mut parts = Vec::new();
        let mut rest = text;
        while let Some((literal, tail)) = rest.split_once('{') {
            let Some((name, after)) = tail.split_once('}') else {
                return Err(format!("a placeholder is not closed in {text:?}"));
            };
            if !literal.is_empty() {
                parts.push(Part::Literal(literal.to_owned()));
            }
            parts.push(match name {
                "int" => Part::Integer,
                "turn" => Part::Turn,
                "any" => Part::Any,
                _ => return Err(format!("unknown placeholder {{{name}}}")),
            });
            rest = after;
        }
        if !rest.is_empty() {
            parts.push(Part::Literal(rest.to_owned()));
        }
        Ok(Self {
            text: text.to_owned(),
            parts,
        })
    }

    /// Whether the whole line fits.
    #[must_use]
    pub fn matches(&self, line: &str) -> bool {
        fits(&self.parts, line)
    }
}

impl fmt::Display for Pattern {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

fn fits(parts: &[Part], line: &str) -> bool {
    match parts.split_first() {
        None => line.is_empty(),
        Some((Part::Literal(text), rest)) => line
            .strip_prefix(text.as_str())
            .is_some_and(|tail| fits(rest, tail)),
        Some((Part::Integer, rest)) => {
            let digits = line.strip_prefix('-').unwrap_or(line);
            let tail = digits.trim_start_matches(|letter: char| letter.is_ascii_digit());
            tail.len() < digits.len() && fits(rest, tail)
        }
        Some((Part::Turn, rest)) => {
            let tail = line.trim_start_matches(is_turn_letter);
            tail.len() < line.len() && fits(rest, tail)
        }
        Some((Part::Any, rest)) => {
            rest.is_empty()
                || line
                    .char_indices()
                    .any(|(at, _)| line.get(at..).is_some_and(|tail| fits(rest, tail)))
        }
    }
}

fn is_turn_letter(letter: char) -> bool {
    matches!(letter, 'a'..='e' | '0'..='5' | '@' | '+' | '=')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fits(pattern: &str, line: &str) -> bool {
        Pattern::parse(pattern).is_ok_and(|pattern| pattern.matches(line))
    }

    #[test]
    fn literal_text_has_to_be_exact() {
        assert!(fits("readyok", "readyok"));
        assert!(!fits("readyok", "readyok "));
        assert!(!fits("readyok", "ready"));
    }

    #[test]
    fn placeholders_take_what_they_are_for() {
        assert!(fits("nodes {int}", "nodes 121"));
        assert!(fits("score cp {int} x", "score cp -5 x"));
        assert!(!fits("nodes {int}", "nodes "));
        assert!(!fits("nodes {int}", "nodes -"));
        assert!(fits("bestmove {turn}", "bestmove @b1d2+a1@c1"));
        assert!(!fits("bestmove {turn}", "bestmove (none)"));
        assert!(!fits("bestmove {turn}", "bestmove a1b3 ponder a5c4"));
        assert!(fits("id name {any}", "id name "));
        assert!(fits("info {any}score {any}", "info depth 1 score cp 0"));
        assert!(!fits("info {any}score {any}", "info depth 1"));
    }

    #[test]
    fn unknown_placeholders_are_refused() {
        assert!(Pattern::parse("{number}").is_err());
        assert!(Pattern::parse("{int").is_err());
    }
}
