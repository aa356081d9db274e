//! The table of rules 4, one function a row, and the options that choose among its columns.

use super::board::{self, Point};

/// A column of the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RuleSet {
    /// L's base game.
    Jarmo,
    /// L's Legendary Jarmo.
    Legendary,
    /// L's Jasyr.
    Jasyr,
    /// O's Jarmo.
    Oca,
    /// O's Jasir.
    Jasir,
    /// K's Jarmo.
    Brainking,
}

use RuleSet::{Brainking, Jarmo, Jasir, Jasyr, Legendary, Oca};

/// Row "frozen enemy pieces", and row "pieces at home": whether they can be captured.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Capturable {
    /// They can.
    Yes,
    /// They cannot.
    No,
    /// Only where no other move is legal.
    IfNoOtherMove,
}

/// Where a captured piece goes.
#[derive(Clone, Copy)]
pub enum Fate {
    /// It can still be got back.
    Captured,
    /// Its side may place it.
    Hand,
    /// It is gone.
    Dead,
}

/// Row "placing".
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Placing {
    /// Any number from hand with any turn.
    Free,
    /// One placement from hand is a whole turn.
    WholeTurn,
    /// One captured man when a promoted one enters the enemy camp (4.4).
    OnEntering,
    /// One captured piece when a guard is turned back (4.6).
    OnTurningBack,
}

/// Row "shuttling".
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Shuttling {
    /// Eight turns of it end the game.
    EightTurns,
    /// A side's fourth such turn is banned.
    FourthBanned,
    /// A side's fifth such turn is banned.
    FifthBanned,
}

/// The paragraphs below "Tally" in rules 7.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Scoring {
    /// Each side's points.
    Tally,
    /// 1-0 or 0-1, and 0-0 without a winner.
    OneForTheWinner,
    /// The winner's pieces on board and in hand.
    LivingMenOfTheWinner,
}

impl RuleSet {
    /// All columns with their names.
    pub const ALL: [(&'static str, RuleSet); 6] = [
        ("jarmo", Jarmo),
        ("legendary", Legendary),
        ("jasyr", Jasyr),
        ("oca", Oca),
        ("jasir", Jasir),
        ("brainking", Brainking),
    ];

    /// "directions": only forward and sideways, or any.
    pub fn never_backwards(self) -> bool {
        matches!(self, Jasyr | Jasir)
    }

    /// "dotted lines".
    pub fn dotted_lines_open(self) -> bool {
        matches!(self, Jasyr | Jasir)
    }

    /// "an archer that captures becomes a guard": also on a point of its enemy camp?
    pub fn promotes_in_enemy_camp(self) -> bool {
        matches!(self, Oca | Jasir | Brainking)
    }

    /// "frozen enemy pieces in one's own camp".
    pub fn frozen(self) -> Capturable {
        match self {
            Legendary | Jasyr => Capturable::No,
            Jarmo | Oca | Jasir | Brainking => Capturable::Yes,
        }
    }

    /// "pieces at home".
    pub fn at_home(self) -> Capturable {
        match self {
            Jasir => Capturable::IfNoOtherMove,
            Jarmo | Legendary | Jasyr | Oca | Brainking => Capturable::Yes,
        }
    }

    /// "captured archer goes to".
    pub fn captured_archer(self) -> Fate {
        match self {
            Jasyr | Jasir => Fate::Dead,
            Jarmo | Legendary | Oca | Brainking => Fate::Captured,
        }
    }

    /// "captured guard goes to".
    pub fn captured_guard(self) -> Fate {
        match self {
            Jasyr | Jasir => Fate::Hand,
            Jarmo | Legendary | Oca | Brainking => Fate::Captured,
        }
    }

    /// "guard entering the enemy camp": becomes an archer, or stays a guard.
    pub fn guard_becomes_archer(self) -> bool {
        matches!(self, Jarmo | Jasyr)
    }

    /// "guard entering the enemy camp": one piece goes from captured to hand.
    pub fn guard_recovers(self) -> bool {
        self == Jarmo
    }

    /// "placing".
    pub fn placing(self) -> Placing {
        match self {
            Jarmo | Legendary => Placing::Free,
            Jasyr | Jasir => Placing::WholeTurn,
            Oca => Placing::OnEntering,
            Brainking => Placing::OnTurningBack,
        }
    }

    /// 4.2 and 4.6: whether `p=` exists.
    pub fn turns_guards_back(self) -> bool {
        matches!(self, Legendary | Brainking)
    }

    /// "shuttling".
    pub fn shuttling(self) -> Shuttling {
        match self {
            Jarmo | Legendary | Jasyr => Shuttling::EightTurns,
            Oca | Jasir => Shuttling::FourthBanned,
            Brainking => Shuttling::FifthBanned,
        }
    }

    /// "game end by camp" and "ends 3-6": settled by tally, or by the winner's last move and drawn.
    pub fn has_tally(self) -> bool {
        matches!(self, Jarmo | Oca | Brainking)
    }

    /// "game end by camp": the winner's hand must be empty.
    pub fn camp_needs_empty_hand(self) -> bool {
        self == Jasir
    }

    /// 7, tally: what a game scores.
    pub fn scoring(self) -> Scoring {
        match self {
            Jarmo | Oca | Brainking => Scoring::Tally,
            Legendary | Jasyr => Scoring::OneForTheWinner,
            Jasir => Scoring::LivingMenOfTheWinner,
        }
    }

    /// "tie-break of equal points": more pieces in the enemy camp, or none.
    pub fn tie_break(self) -> bool {
        self == Jarmo
    }

    /// Design, position string: hands are never anything but empty.
    pub fn has_hand(self) -> bool {
        !matches!(self, Oca | Brainking)
    }

    /// Design, position string: nothing is ever captured without being dead or in hand.
    pub fn has_captured(self) -> bool {
        !matches!(self, Jasyr | Jasir)
    }
}

/// Everything but the board that the rules depend on.
#[derive(Clone, PartialEq, Eq)]
pub struct Options {
    /// The column of the table.
    pub rule_set: RuleSet,
    /// Rules 8.
    pub heroes: bool,
    /// Rules 9.
    pub challenges: bool,
    /// Where the remote camps lie at the start, in point order.
    pub remote_camps: (Point, Point),
    /// Rules 7, end 6; 0 = never.
    pub no_progress_limit: u32,
    /// Rules 7, end 5; 0 = never.
    pub repetition_limit: u32,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            rule_set: Jarmo,
            heroes: false,
            challenges: false,
            remote_camps: (11, 13),
            no_progress_limit: 100,
            repetition_limit: 5,
        }
    }
}

impl Options {
    /// The options with one of them set as `setoption` sets it.
    pub fn with(&self, name: &str, value: &str) -> Result<Options, String> {
        let mut options = self.clone();
        match name.to_ascii_lowercase().as_str() {
            "uci_variant" => {
                options.rule_set = RuleSet::ALL
                    .iter()
                    .find(|(name, _)| *name == value)
                    .map(|&(_, rule_set)| rule_set)
                    .ok_or_else(|| format!("no rule set '{value}'"))?;
                if options.rule_set != Jarmo {
                    options.heroes = false;
                    options.challenges = false;
                }
            }
            "heroes" => options.heroes = self.expansion(value)?,
            "challenges" => options.challenges = self.expansion(value)?,
            "remotecamps" => {
                let two = value.split_once(' ').filter(|(first, _)| first.len() == 2);
                let text = two.map_or(value.to_string(), |(one, other)| one.to_string() + other);
                options.remote_camps = board::remote_camps(&text)?;
            }
            "noprogresslimit" => options.no_progress_limit = number(value, 10_000)?,
            "repetitionlimit" => {
                options.repetition_limit = number(value, 100)?;
                if options.repetition_limit == 1 {
                    return Err("RepetitionLimit 1 would end every game at once".to_string());
                }
            }
            _ => return Err(format!("unknown option '{name}'")),
        }
        Ok(options)
    }

    /// Rules 9, last sentence: only `jarmo` has expansions.
    fn expansion(&self, value: &str) -> Result<bool, String> {
        match value {
            "true" if self.rule_set == Jarmo => Ok(true),
            "true" => Err("expansions exist only with jarmo".to_string()),
            "false" => Ok(false),
            _ => Err(format!("'{value}' is neither true nor false")),
        }
    }
}

fn number(text: &str, maximum: u32) -> Result<u32, String> {
    let digits = !text.is_empty() && text.chars().all(|c| c.is_ascii_digit());
    match text.parse() {
        Ok(number) if digits && number <= maximum => Ok(number),
        _ => Err(format!("'{text}' is not a number from 0 to {maximum}")),
    }
}
