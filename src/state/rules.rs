//! The rule sets as values: the table of the rule page, section 4, a field for each row.
//!
//! Code that must be fast takes the index of a rule set in [`RULES`] as a constant parameter, so that
//! every question asked of the table folds away; other code holds a reference.

use super::board::Side;

/// Where an archer that captures becomes a guard.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Promotion {
    /// Anywhere but on a point of its enemy camp.
    OutsideEnemyCamp,
    /// On every point.
    Always,
}

/// When a piece at home, on a point of its own camp, can be captured.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HomeCapture {
    /// Like any other piece.
    Allowed,
    /// Only if the capturer has no other legal move.
    LastResort,
}

/// Where a captured piece goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fate {
    /// Its side can get it back.
    Captured,
    /// Into its owner's hand.
    Hand,
    /// It is gone for good.
    Dead,
}

/// When a piece may be placed in the own camp.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Placing {
    /// Any number from hand, during a turn (section 4.1).
    Free,
    /// One from hand, as a whole turn (4.3, 4.5).
    WholeTurn,
    /// One captured piece at once, when a promoted one enters the enemy camp (4.4).
    OnEntry,
    /// Only with the turning of a guard (4.6).
    WithFlip,
}

/// What the turn `p=` does: it makes a guard frozen in the enemy camp an archer again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flip {
    /// There is no such turn.
    None,
    /// A captured piece goes to hand (4.2).
    ToHand,
    /// A captured piece goes to a point of the own camp (4.6).
    ToPoint,
}

/// What limits going back and forth (section 6).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shuttling {
    /// Eight such turns of both sides end the game.
    EndsGame,
    /// A side's own n-th such turn is banned.
    Banned(u8),
}

/// When pieces in the enemy camp end the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CampEnd {
    /// Either side has all its pieces on the board there: tally.
    Tally,
    /// The mover just moved its last outside piece there, and wins.
    MoverWins {
        /// Its hand must be empty too: all its living men are there.
        empty_hand: bool,
    },
}

/// How points are counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scoring {
    /// 2 for each piece in its enemy camp, 1 for each other on the board.
    Tally,
    /// 1 for a win.
    Win,
    /// The winner gets 1 for each of its living men.
    LivingMen,
}

/// One column of the table, with the expansions of sections 8 and 9.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rules {
    /// The value of the option `UCI_Variant`.
    pub name: &'static str,
    /// Directions: whether pieces may also go to a lower row (as their side sees it).
    pub backward: bool,
    /// Whether dotted lines are open.
    pub dotted_open: bool,
    /// Where an archer that captures becomes a guard.
    pub promotion: Promotion,
    /// Whether frozen enemy pieces in one's own camp can be captured.
    pub capture_frozen: bool,
    /// Whether pieces at home can be captured.
    pub capture_at_home: HomeCapture,
    /// Where a captured archer goes.
    pub archer_fate: Fate,
    /// Where a captured guard goes.
    pub guard_fate: Fate,
    /// Whether a guard that enters the enemy camp becomes an archer; if its side has a captured
    /// piece, one then goes from captured to hand.
    pub entering_demotes: bool,
    /// When pieces may be placed.
    pub placing: Placing,
    /// What `p=` does.
    pub flip: Flip,
    /// What limits going back and forth.
    pub shuttling: Shuttling,
    /// When pieces in the enemy camp end the game.
    pub camp_end: CampEnd,
    /// Whether the ends 3 to 6 of section 7 are decided by the tally; otherwise they are draws.
    pub other_ends_tally: bool,
    /// Whether of equal points the side with more pieces in the enemy camp wins.
    pub tie_break_by_camp: bool,
    /// How points are counted.
    pub scoring: Scoring,
    /// Heroes of Asia, section 8.
    pub heroes: bool,
    /// Challenges of Asia, section 9.
    pub challenges: bool,
}

/// The base game (L).
const JARMO: Rules = Rules {
    name: "jarmo",
    backward: true,
    dotted_open: false,
    promotion: Promotion::OutsideEnemyCamp,
    capture_frozen: true,
    capture_at_home: HomeCapture::Allowed,
    archer_fate: Fate::Captured,
    guard_fate: Fate::Captured,
    entering_demotes: true,
    placing: Placing::Free,
    flip: Flip::None,
    shuttling: Shuttling::EndsGame,
    camp_end: CampEnd::Tally,
    other_ends_tally: true,
    tie_break_by_camp: true,
    scoring: Scoring::Tally,
    heroes: false,
    challenges: false,
};

/// The Legendary Variant (L, after AGON by Tamás Marosi).
const LEGENDARY: Rules = Rules {
    name: "legendary",
    capture_frozen: false,
    entering_demotes: false,
    flip: Flip::ToHand,
    camp_end: CampEnd::MoverWins { empty_hand: false },
    other_ends_tally: false,
    tie_break_by_camp: false,
    scoring: Scoring::Win,
    ..JARMO
};

/// The Jasyr Variant (L).
const JASYR: Rules = Rules {
    name: "jasyr",
    backward: false,
    dotted_open: true,
    archer_fate: Fate::Dead,
    guard_fate: Fate::Hand,
    entering_demotes: true,
    placing: Placing::WholeTurn,
    flip: Flip::None,
    ..LEGENDARY
};

/// Jarmo as O has it.
const OCA: Rules = Rules {
    name: "oca",
    promotion: Promotion::Always,
    entering_demotes: false,
    placing: Placing::OnEntry,
    shuttling: Shuttling::Banned(4),
    tie_break_by_camp: false,
    ..JARMO
};

/// Jasir (O).
const JASIR: Rules = Rules {
    name: "jasir",
    backward: false,
    dotted_open: true,
    capture_at_home: HomeCapture::LastResort,
    archer_fate: Fate::Dead,
    guard_fate: Fate::Hand,
    placing: Placing::WholeTurn,
    camp_end: CampEnd::MoverWins { empty_hand: true },
    other_ends_tally: false,
    scoring: Scoring::LivingMen,
    ..OCA
};

/// Jarmo as K has it.
const BRAINKING: Rules = Rules {
    name: "brainking",
    placing: Placing::WithFlip,
    flip: Flip::ToPoint,
    shuttling: Shuttling::Banned(5),
    ..OCA
};

/// Every rule set, and behind them `jarmo` with Heroes, with Challenges, and with both.
pub const RULES: [Rules; 9] = [
    JARMO,
    LEGENDARY,
    JASYR,
    OCA,
    JASIR,
    BRAINKING,
    Rules {
        heroes: true,
        ..JARMO
    },
    Rules {
        challenges: true,
        ..JARMO
    },
    Rules {
        heroes: true,
        challenges: true,
        ..JARMO
    },
];

/// The names of the rule sets, in the order of [`RuleSet::ALL`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(u8)]
pub enum RuleSet {
    /// L's base game.
    #[default]
    Jarmo,
    /// L's Legendary Variant.
    Legendary,
    /// L's Jasyr Variant.
    Jasyr,
    /// O's Jarmo.
    Oca,
    /// O's Jasir.
    Jasir,
    /// K's Jarmo.
    Brainking,
}

impl RuleSet {
    /// Every rule set, in the order of the table.
    pub const ALL: [Self; 6] = [
        Self::Jarmo,
        Self::Legendary,
        Self::Jasyr,
        Self::Oca,
        Self::Jasir,
        Self::Brainking,
    ];

    /// The value of the option `UCI_Variant`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        RULES[self as usize].name
    }
}

/// A rule set with its expansions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Variant {
    rule_set: RuleSet,
    heroes: bool,
    challenges: bool,
}

impl Variant {
    /// A rule set with the expansions that are on; `None` where the rule set has none (only `jarmo`
    /// has them).
    #[must_use]
    pub const fn new(rule_set: RuleSet, heroes: bool, challenges: bool) -> Option<Self> {
        if (heroes || challenges) && !matches!(rule_set, RuleSet::Jarmo) {
            return None;
        }
        Some(Self {
            rule_set,
            heroes,
            challenges,
        })
    }

    /// The rule set without its expansions.
    #[must_use]
    pub const fn rule_set(self) -> RuleSet {
        self.rule_set
    }

    /// The index of its rules in [`RULES`].
    #[must_use]
    pub const fn index(self) -> usize {
        match (self.heroes, self.challenges) {
            (false, false) => self.rule_set as usize,
            (true, false) => 6,
            (false, true) => 7,
            (true, true) => 8,
        }
    }

    /// Its rules.
    #[must_use]
    pub const fn rules(self) -> &'static Rules {
        &RULES[self.index()]
    }
}

impl Rules {
    /// The points whose pieces of `side` cannot be captured, whatever else is legal: its enemy camp,
    /// where frozen pieces are safe.
    #[must_use]
    pub(crate) const fn safe_camp(&self, side: Side) -> super::board::PointSet {
        if self.capture_frozen {
            super::board::PointSet::EMPTY
        } else {
            side.enemy_camp()
        }
    }

    /// Whether hands can ever hold a piece.
    #[must_use]
    pub const fn has_hand(&self) -> bool {
        matches!(self.placing, Placing::Free | Placing::WholeTurn)
    }

    /// Whether captured pieces can ever be got back.
    #[must_use]
    pub const fn has_captured(&self) -> bool {
        matches!(self.archer_fate, Fate::Captured)
    }

    /// How often in a row a side's own plain moves may each reverse the one before, before the next
    /// is banned; `None` where nothing is banned.
    #[must_use]
    pub(crate) const fn ban_after(&self) -> Option<u8> {
        match self.shuttling {
            Shuttling::EndsGame => None,
            // The n-th shuttle turn would be the (n-1)-th reversal.
            Shuttling::Banned(n) => Some(n - 2),
        }
    }
}

/// Evaluates an expression with the index of a rule set as a constant: the one place where a value
/// becomes a type parameter.
macro_rules! with_rules {
    ($index:expr, $name:ident => $body:expr) => {
        match $index {
            0 => {
                const $name: usize = 0;
                $body
            }
            1 => {
                const $name: usize = 1;
                $body
            }
            2 => {
                const $name: usize = 2;
                $body
            }
            3 => {
                const $name: usize = 3;
                $body
            }
            4 => {
                const $name: usize = 4;
                $body
            }
            5 => {
                const $name: usize = 5;
                $body
            }
            6 => {
                const $name: usize = 6;
                $body
            }
            7 => {
                const $name: usize = 7;
                $body
            }
            _ => {
                const $name: usize = 8;
                $body
            }
        }
    };
}
pub(crate) use with_rules;
