//! The board drawn in text, lines and all: the small dots of Braille signs make the lines, letters
//! and rings the points.

use crate::state::{Game, Line, Piece, Point, Side};

/// From one point to the next one: signs across, and signs down.
const STEP: [usize; 2] = [10, 5];
/// What one sign holds: dots across, and dots down.
const DOTS: [usize; 2] = [2, 4];
/// How many signs the sketch is wide and high.
const SIZE: [usize; 2] = [4 * STEP[0] + 1, 4 * STEP[1] + 1];
/// What stands left of the sketch, and room for a wide stack on column a.
const MARGIN: usize = 6;
/// The bits of a Braille sign, row by row.
const BITS: [u8; 8] = [0x01, 0x08, 0x02, 0x10, 0x04, 0x20, 0x40, 0x80];

/// The board of a game from above, the camp of `near` at the bottom, with the pieces on it and the names
/// of the columns below. Dotted lines have gaps.
pub(super) fn sketch(game: &Game, near: Side) -> Vec<String> {
    let mut dots = vec![0_u8; SIZE[0] * SIZE[1]];
    for line in game.settings().board.lines() {
        draw(&mut dots, *line, near);
    }
    let mut rows: Vec<Vec<char>> = dots
        .chunks(SIZE[0])
        .map(|row| {
            let signs = row.iter().map(|bits| match bits {
                0 => ' ',
                bits => char::from_u32(0x2800 + u32::from(*bits)).unwrap_or(' '),
            });
            std::iter::repeat_n(' ', MARGIN).chain(signs).collect()
        })
        .collect();
    for point in Point::all() {
        let pieces: String = game.position().stack(point).map(Piece::letter).collect();
        let shown = match pieces.len() {
            0 => " o ".to_owned(),
            1 => format!(" {pieces} "),
            _ => format!(" [{pieces}] "),
        };
        let [column, row] = sign_of(point, near);
        let start = (MARGIN + column).saturating_sub(shown.len() / 2);
        write(&mut rows, row, start, &shown);
    }
    let mut columns = ["a", "b", "c", "d", "e"];
    let mut numbers = ["5", "4", "3", "2", "1"];
    if near == Side::Blue {
        columns.reverse();
        numbers.reverse();
    }
    for (number, row) in numbers.into_iter().zip(0..) {
        write(&mut rows, row * STEP[1], 0, number);
    }
    let mut lines: Vec<String> = rows
        .into_iter()
        .map(|row| row.into_iter().collect::<String>().trim_end().to_owned())
        .collect();
    let columns = columns.map(|name| format!("{name:<width$}", width = STEP[0]));
    let columns = format!("{:MARGIN$}{}", "", columns.concat());
    lines.push(String::new());
    lines.push(columns.trim_end().to_owned());
    lines
}

/// Writes over what stands in a row; the row grows where it must.
fn write(rows: &mut [Vec<char>], row: usize, start: usize, shown: &str) {
    let Some(row) = rows.get_mut(row) else {
        return;
    };
    let end = start + shown.len();
    if row.len() < end {
        row.resize(end, ' ');
    }
    for (slot, sign) in row.iter_mut().skip(start).zip(shown.chars()) {
        *slot = sign;
    }
}

/// The sign in whose middle a point lies.
fn sign_of(point: Point, near: Side) -> [usize; 2] {
    let [column, row] = match near {
        Side::Green => [point.column(), 4 - point.row()],
        Side::Blue => [4 - point.column(), point.row()],
    };
    [usize::from(column) * STEP[0], usize::from(row) * STEP[1]]
}

/// Draws a line dot by dot.
fn draw(dots: &mut [u8], line: Line, near: Side) {
    let dot_of = |point| {
        let [column, row] = sign_of(point, near);
        [column * DOTS[0], row * DOTS[1] + 1]
    };
    let ([x1, y1], [x2, y2]) = (dot_of(line.from), dot_of(line.to));
    let steps = x1.abs_diff(x2).max(y1.abs_diff(y2));
    let between = |first: usize, last: usize, step: usize| {
        (first * (steps - step) + last * step + steps / 2) / steps.max(1)
    };
    for step in 0..=steps {
        if line.dotted && step % 5 >= 2 {
            continue;
        }
        let (x, y) = (between(x1, x2, step), between(y1, y2, step));
        let bit = BITS.get(y % DOTS[1] * DOTS[0] + x % DOTS[0]);
        let sign = dots.get_mut(y / DOTS[1] * SIZE[0] + x / DOTS[0]);
        if let (Some(bit), Some(sign)) = (bit, sign) {
            *sign |= bit;
        }
    }
}
