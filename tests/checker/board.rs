//! Points, lines, and the board file they are read from (rules 1; board file).

/// A point, numbered in point order: a1 = 0, b1 = 1, ... e5 = 24.
pub type Point = usize;

/// The number of points.
pub const POINTS: usize = 25;

/// The point's name, such as `c3`.
pub fn name(point: Point) -> String {
    let column = ["a", "b", "c", "d", "e"][point % 5];
    format!("{column}{}", row(point))
}

/// The point's row, 1 to 5.
pub fn row(point: Point) -> usize {
    point / 5 + 1
}

/// The point that a name of exactly two letters means, if any.
pub fn point(text: &str) -> Option<Point> {
    (0..POINTS).find(|&point| name(point) == text)
}

/// Two different points of rows 2 to 4, written one after the other, in point order.
pub fn remote_camps(text: &str) -> Result<(Point, Point), String> {
    let bad = || format!("'{text}' is not two points such as b3d3");
    let (first, second) = text.split_at_checked(2).ok_or_else(bad)?;
    let first = point(first).ok_or_else(bad)?;
    let second = point(second).ok_or_else(bad)?;
    if first == second {
        return Err(format!("'{text}' is twice the same point"));
    }
    for point in [first, second] {
        if !(2..=4).contains(&row(point)) {
            return Err(format!("{} is not on rows 2-4", name(point)));
        }
    }
    Ok((first.min(second), first.max(second)))
}

/// A network of lines.
#[derive(Clone, PartialEq, Eq)]
pub struct Board {
    name: Option<String>,
    /// Each line's two ends in point order.
    solid: Vec<(Point, Point)>,
    dotted: Vec<(Point, Point)>,
}

impl Board {
    /// Reads a board file; the error names line and column where there is one.
    pub fn parse(text: &str) -> Result<Board, String> {
        let mut board = Board {
            name: None,
            solid: Vec::new(),
            dotted: Vec::new(),
        };
        for (index, line) in text.lines().enumerate() {
            let statement = line.split('#').next().unwrap_or("");
            board
                .statement(&words_with_columns(statement))
                .map_err(|(column, error)| {
                    format!("line {} column {column}: {error}", index + 1)
                })?;
        }
        board.check_whole()?;
        Ok(board)
    }

    fn statement(&mut self, words: &[(usize, &str)]) -> Result<(), (usize, String)> {
        let Some(&(column, keyword)) = words.first() else {
            return Ok(());
        };
        match keyword {
            "board" => {
                if self.name.is_some() {
                    return Err((column, "a second board statement".to_string()));
                }
                let [_, (_, name)] = words else {
                    return Err((column, "a board's name is one word".to_string()));
                };
                self.name = Some(name.to_string());
            }
            "solid" | "dotted" => {
                for &(column, word) in &words[1..] {
                    let line = self.new_line(word).map_err(|error| (column, error))?;
                    if keyword == "solid" {
                        self.solid.push(line);
                    } else {
                        self.dotted.push(line);
                    }
                }
            }
            _ => return Err((column, format!("unknown statement '{keyword}'"))),
        }
        Ok(())
    }

    fn new_line(&self, word: &str) -> Result<(Point, Point), String> {
        let (one, other) = word
            .split_once('-')
            .ok_or_else(|| format!("'{word}' is not a line such as a1-b3"))?;
        let one = point(one).ok_or_else(|| format!("unknown point '{one}'"))?;
        let other = point(other).ok_or_else(|| format!("unknown point '{other}'"))?;
        let line = (one.min(other), one.max(other));
        if one == other {
            return Err(format!("'{word}' joins a point to itself"));
        }
        if self.solid.contains(&line) || self.dotted.contains(&line) {
            return Err(format!("'{word}' is given twice"));
        }
        Ok(line)
    }

    /// What can be said only of all lines together; dotted lines count.
    fn check_whole(&self) -> Result<(), String> {
        let all = self.open_lines(true);
        for point in 0..POINTS {
            if !all.iter().any(|&(a, b)| a == point || b == point) {
                return Err(format!("{} has no line", name(point)));
            }
        }
        let mut reached = vec![0];
        loop {
            let before = reached.len();
            for &(a, b) in &all {
                if reached.contains(&a) != reached.contains(&b) {
                    reached.push(if reached.contains(&a) { b } else { a });
                }
            }
            if reached.len() == before {
                break;
            }
        }
        match (0..POINTS).find(|point| !reached.contains(point)) {
            Some(point) => Err(format!(
                "the board is not connected: a1 and {}",
                name(point)
            )),
            None => Ok(()),
        }
    }

    /// The lines on which pieces move, where dotted ones are open or closed.
    pub fn open_lines(&self, dotted_open: bool) -> Vec<(Point, Point)> {
        let mut lines = self.solid.clone();
        if dotted_open {
            lines.extend(&self.dotted);
        }
        lines
    }
}

/// The words of a line, each with the column of its first letter, from 1.
fn words_with_columns(line: &str) -> Vec<(usize, &str)> {
    line.split_whitespace()
        .map(|word| {
            let bytes_before = word.as_ptr() as usize - line.as_ptr() as usize;
            (line[..bytes_before].chars().count() + 1, word)
        })
        .collect()
}
