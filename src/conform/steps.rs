//! The cases of transcripts: several lines each, from one `case` line to the next.

use super::format::{self, Body, Case, FormatError, error, fail};
use super::pattern::Pattern;

/// One step of a dialogue.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step {
    /// `>`: send these bytes and a line feed.
    Send(Vec<u8>),
    /// `<`: the next line has to fit.
    Expect(Pattern),
    /// `...`: any number of lines of this sort before the next expected line.
    Skip(Sort),
    /// `quiet`: for so many milliseconds nothing but `info` lines may come.
    Quiet(u64),
    /// `eof`: end of input.
    End,
    /// `exit`: the program ends now, with this code.
    Exit(i32),
}

/// Which lines `...` stands for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Sort {
    /// Lines whose first word is this one; errors never count as `info` lines.
    Word(String),
    /// Any line.
    Every,
}

impl Sort {
    /// Whether a line is of this sort.
    #[must_use]
    pub fn takes(&self, line: &str) -> bool {
        match self {
            Self::Every => true,
            Self::Word(word) => line.split(' ').next() == Some(word.as_str()) && !is_error(line),
        }
    }
}

/// Whether a line reports that something is wrong.
#[must_use]
pub fn is_error(line: &str) -> bool {
    line.starts_with("info string error:")
}

/// Reads all cases of a transcript file.
pub(super) fn cases<'a>(
    lines: &mut impl Iterator<Item = (usize, &'a str)>,
) -> Result<Vec<Case>, FormatError> {
    let mut cases: Vec<(usize, String, Vec<Step>)> = Vec::new();
    for (line, text) in lines {
        if let Some(name) = text.strip_prefix("case\t") {
            if name.is_empty() || name.contains('\t') {
                return fail(line, "`case`, tab, one name expected");
            }
            cases.push((line, name.to_owned(), Vec::new()));
        } else if let Some((_, _, steps)) = cases.last_mut() {
            steps.push(step(line, text)?);
        } else {
            return fail(line, format!("`case` expected, not {text:?}"));
        }
    }
    let finished = cases.into_iter().map(|(line, name, steps)| {
        check(line, &steps)?;
        Ok(Case {
            line,
            settings: Vec::new(),
            body: Body::Transcript { name, steps },
        })
    });
    finished.collect()
}

fn step(line: usize, text: &str) -> Result<Step, FormatError> {
    let (word, rest) = match text.split_once('\t') {
        Some((word, rest)) => (word, Some(rest)),
        None => (text, None),
    };
    match (word, rest) {
        (">", rest) => Ok(Step::Send(unescape(line, rest.unwrap_or_default())?)),
        ("<", Some(rest)) => Ok(Step::Expect(format::pattern(line, rest)?)),
        ("...", None) => Ok(Step::Skip(Sort::Word("info".to_owned()))),
        ("...", Some("*")) => Ok(Step::Skip(Sort::Every)),
        ("...", Some(rest)) if !rest.is_empty() => Ok(Step::Skip(Sort::Word(rest.to_owned()))),
        ("quiet", Some(rest)) => Ok(Step::Quiet(format::decimal(line, "milliseconds", rest)?)),
        ("eof", None) => Ok(Step::End),
        ("exit", Some(rest)) => Ok(Step::Exit(format::decimal(line, "exit code", rest)?)),
        _ => fail(line, format!("unknown step {text:?}")),
    }
}

/// `\t`, `\r`, `\\` and `\xHH`, so that a fixture can send bytes that do not show in it.
fn unescape(line: usize, text: &str) -> Result<Vec<u8>, FormatError> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text;
    while let Some((plain, tail)) = rest.split_once('\\') {
        bytes.extend_from_slice(plain.as_bytes());
        let unknown = || error(line, format!("unknown escape in {text:?}"));
        let mut letters = tail.chars();
        bytes.push(match letters.next() {
            Some('t') => b'\t',
            Some('r') => b'\r',
            Some('\\') => b'\\',
            Some('x') => {
                let digits = letters.as_str().get(..2).ok_or_else(unknown)?;
                let byte = u8::from_str_radix(digits, 16).map_err(|_| unknown())?;
                letters.nth(1);
                byte
            }
            _ => return Err(unknown()),
        });
        rest = letters.as_str();
    }
    bytes.extend_from_slice(rest.as_bytes());
    Ok(bytes)
}

/// A dialogue whose steps contradict each other would never pass, or would test nothing.
fn check(line: usize, steps: &[Step]) -> Result<(), FormatError> {
    if steps.is_empty() {
        return fail(line, "the case is empty");
    }
    if steps
        .iter()
        .rev()
        .skip(1)
        .any(|step| matches!(step, Step::Exit(_)))
    {
        return fail(line, "`exit` has to be the last step");
    }
    let mut open = true;
    for step in steps {
        match step {
            Step::Send(_) | Step::End if !open => {
                return fail(line, "nothing can be sent after `eof`");
            }
            Step::End => open = false,
            _ => {}
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escapes_are_bytes() {
        assert_eq!(unescape(1, r"a\tb\r\\\xff!"), Ok(b"a\tb\r\\\xff!".to_vec()));
        assert!(unescape(1, r"\n").is_err());
        assert!(unescape(1, r"\xf").is_err());
        assert!(unescape(1, r"\xgg").is_err());
        assert!(unescape(1, "\\").is_err());
    }

    #[test]
    fn errors_are_no_info_lines() {
        let info = Sort::Word("info".to_owned());
        assert!(info.takes("info depth 1"));
        assert!(!info.takes("information"));
        assert!(!info.takes("info string error: no"));
    }

    #[test]
    fn steps_after_the_end_are_refused() {
        let read = |text: &str| cases(&mut text.lines().enumerate());
        assert!(read("case\ta\neof\n>\tuci").is_err());
        assert!(read("case\ta\nexit\t0\n<\tuciok").is_err());
        assert!(read(">\tuci").is_err());
        assert!(read("case\ta").is_err());
        assert!(read("case\ta\nwait\t3").is_err());
        assert!(read("case\ta\n>\tuci\n...\toption\n<\tuciok\neof\nexit\t0").is_ok());
    }
}
