//! The terms of the static evaluation: their names, and where each stands among the weights.
//!
//! A term is a table of weights. What is counted picks an entry or multiplies it: the value of a
//! position is the sum of counts times weights, and the tuner fits the weights to results of games.
//! The list below is the only one: the struct of the generated table, the flat row that the
//! evaluation reads, and the names that `eval` shows all come from it.

/// A term as the tuner and the protocol see it.
#[derive(Clone, Copy, Debug)]
pub struct Term {
    /// The field of the generated table.
    pub field: &'static str,
    /// The part of the evaluation that it counts for.
    pub part: &'static str,
    /// Its first entry in a flat row.
    pub start: usize,
    /// How many entries it has.
    pub len: usize,
}

macro_rules! terms {
    ($($(#[$doc:meta])* $field:ident: $len:expr, $part:literal;)*) => {
        /// The weights of one rule set in hundredths of a rulebook point; in races, of what a man
        /// on the board once was worth.
        #[derive(Clone, Debug)]
        pub(super) struct Weights {
            $($(#[$doc])* pub $field: [i32; $len],)*
        }

        /// The order of the terms.
        #[allow(non_camel_case_types, reason = "each stands for the field of its name")]
        #[derive(Clone, Copy)]
        enum Order {
            $($field,)*
        }

        const LENGTHS: &[usize] = &[$($len,)*];

        const fn start(term: Order) -> usize {
            let (mut sum, mut index) = (0, 0);
            while index < term as usize {
                sum += LENGTHS[index];
                index += 1;
            }
            sum
        }

        /// Where each term begins in a flat row.
        pub(super) mod at {
            $(
                #[allow(non_upper_case_globals, reason = "the name of the field")]
                pub const $field: usize = super::start(super::Order::$field);
            )*
        }

        /// Every term, in the order of a flat row.
        pub const TERMS: &[Term] = &[
            $(Term { field: stringify!($field), part: $part, start: at::$field, len: $len },)*
        ];

        /// How many entries a flat row has.
        pub const ENTRIES: usize = 0 $(+ $len)*;

        impl Weights {
            /// The weights as a flat row.
            pub const fn flat(&self) -> [i32; ENTRIES] {
                let mut row = [0; ENTRIES];
                $(
                    let mut index = 0;
                    while index < $len {
                        row[at::$field + index] = self.$field[index];
                        index += 1;
                    }
                )*
                row
            }
        }
    };
}

/// How many steps to a camp are told apart; what is farther counts like the last.
pub(super) const STEPS: usize = 4;
/// How many ways on are told apart.
pub(super) const WAYS: usize = 3;
/// How far apart two numbers of points, or of steps, are told.
pub(super) const LEAD: i32 = 2;
/// How far apart the ways of the two sides are told, in steps.
pub(super) const RACE: i32 = 5;
/// How long a way of all men is told, in steps.
pub(super) const LONGEST: usize = 16;
/// How many points that can be reached are told apart.
pub(super) const REACH: usize = 14;

terms! {
    /// By the number of men on the board that are no hostages.
    men: 6, "men on the board";
    /// By the number of such men in the enemy camp.
    in_camp: 6, "men in the enemy camp";
    /// A man there, by the lines on which the enemy can come for it.
    camp_lines: 5, "men in the enemy camp";
    /// An archer outside, by its steps to the enemy camp, and by how many lines lead it nearer.
    archer_way: STEPS * WAYS, "way to the enemy camp";
    /// By the steps of all men outside together.
    whole_way: LONGEST, "way to the enemy camp";
    /// A guard outside, by its steps and the lines that lead it nearer.
    guard_way: STEPS * WAYS, "guards";
    /// The same guard when something is captured that its entering brings back, by its steps.
    returning: STEPS, "guards";
    /// A guard in the enemy camp, when nothing is captured; one that can be turned back.
    turnable: 2, "guards";
    /// A man outside, by the enemy's steps from there to the man's own camp.
    home: STEPS + 1, "way to the own camp";
    /// By the number of pieces in hand.
    hand: 6, "hand";
    /// By the number of captured pieces that can be got back.
    captured: 6, "captured";
    /// A man outside, for each line from its point.
    lines: 1, "moves";
    /// By the number of points that the men outside can reach.
    reach: REACH, "moves";
    /// By the number of such points that the enemy cannot reach.
    safe_reach: REACH, "moves";
    /// By the number of such points in the enemy camp.
    entries: 4, "moves";
    /// A man outside that own men shut in.
    shut_in: 1, "moves";
    /// A man that the enemy can reach: an archer, a guard, a man in the camp; the same if an own man
    /// reaches its point too; all six again for the side that does not move.
    attacked: 12, "men under attack";
    /// A man that two of the enemy's men can reach; again for the side that does not move.
    attacked_twice: 2, "men under attack";
    /// By the lead in points (none in races), and by the number of men outside.
    lead: (2 * LEAD as usize + 1) * 6, "men outside";
    /// By how many steps more than its own the enemy's men have to go.
    race: 2 * RACE as usize + 1, "the race";
    /// By the number of remote camps held, when something is captured.
    remote: 3, "remote camps";
    /// The golden soldier outside as a guard, as an archer, and below an own man.
    hero: 3, "golden soldiers";
    /// An enemy that is a hostage.
    hostage: 1, "hostages";
    /// To be the side that moves, by how many steps more than its own the enemy's men have to go.
    turn: 2 * RACE as usize + 1, "the turn";
}
