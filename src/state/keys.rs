//! Random numbers for the hash key of a position (Zobrist hashing), made at compile time.
//!
//! A key is the exclusive or of one number for each thing that is true of a position.

use super::board::Point;

/// Stands in the key when Blue is to move.
pub(super) const BLUE_TO_MOVE: u64 = mix(1);

const PIECES: [[[u64; 32]; 4]; 2] = {
    let mut table = [[[0; 32]; 4]; 2];
    let mut index = 0;
    while index < 2 * 4 * 32 {
        table[index / 128][index / 32 % 4][index % 32] = mix(1000 + index as u64);
        index += 1;
    }
    table
};

/// The number of a top piece; `kind` is a `PieceKind` as a number.
#[inline]
pub(super) fn piece(side: usize, kind: usize, point: Point) -> u64 {
    static TABLE: [[[u64; 32]; 4]; 2] = PIECES;
    TABLE[side & 1][kind & 3][point.index() & 31]
}

/// The number of a covered hero; `lower` when it lies below the other hero.
pub(super) const fn covered(side: usize, lower: bool, point: Point) -> u64 {
    mix(2000 + (side * 64 + lower as usize * 32 + point.index()) as u64)
}

const HELD: [[[u64; 8]; 8]; 2] = {
    let mut table = [[[0; 8]; 8]; 2];
    // Entry 0, nothing held, stays 0.
    let mut index = 1;
    while index < 64 {
        table[0][index / 8][index % 8] = mix(3000 + index as u64);
        table[1][index / 8][index % 8] = mix(4000 + index as u64);
        index += 1;
    }
    table
};

/// The number of what a side has in hand and captured, each at most 5; 0 for nothing.
#[inline]
pub(super) fn held(side: usize, hand: u8, captured: u8) -> u64 {
    static TABLE: [[[u64; 8]; 8]; 2] = HELD;
    TABLE[side & 1][usize::from(hand & 7)][usize::from(captured & 7)]
}

/// The number of a remote camp that is still in the game.
pub(super) const fn remote(point: Point) -> u64 {
    mix(200_000 + point.index() as u64)
}

/// A number for what the rules of shuttling remember.
pub(super) fn shuttle(reversals: [u8; 2], last: [u16; 2]) -> u64 {
    // Beyond three reversals nothing changes.
    let [a, b] = reversals.map(|count| u64::from(count.min(3)));
    let moves = u64::from(if a > 0 { last[0] } else { 0 }) << 16
        | u64::from(if b > 0 { last[1] } else { 0 });
    mix(1 << 40 | moves << 4 | a << 2 | b)
}

/// SplitMix64 (Steele, Lea and Flood, 2014), as a function of its state.
const fn mix(seed: u64) -> u64 {
    let mut z = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15);
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}
