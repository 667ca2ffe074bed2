//! Who is on the board: an army without its squares, and the class two armies make.
//!
//! A class is named by its letters, the stronger army first: `KRP-KAABB` is rook and pawn against two
//! advisors and two elephants.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use crate::board::Placement;
use crate::types::{Kind, Side};

/// The kinds that can cross the river, in the order of a class's name.
pub(super) const ATTACKERS: [Kind; 4] = [Kind::Rook, Kind::Cannon, Kind::Horse, Kind::Pawn];
/// The kinds that stay at home with the king.
pub(super) const GUARDS: [Kind; 2] = [Kind::Advisor, Kind::Elephant];
/// A class has at most this many men of one kind.
pub(super) const MOST_OF_A_KIND: u8 = 3;

/// How many men of each kind a side has besides its king.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Default)]
pub struct Army {
    /// What orders armies: a rough value of the attackers.
    strength: u16,
    counts: [u8; Kind::COUNT],
}

impl Army {
    /// What `side` has on the board.
    pub fn of(placement: &Placement, side: Side) -> Self {
        let mut army = Self::default();
        for kind in ATTACKERS.into_iter().chain(GUARDS) {
            army.counts[kind.index()] = placement.count(side, kind) as u8;
        }
        army.weigh()
    }

    /// A bare king with so many advisors and elephants.
    pub fn guards(advisors: u8, elephants: u8) -> Self {
        let mut army = Self::default();
        army.counts[Kind::Advisor.index()] = advisors;
        army.counts[Kind::Elephant.index()] = elephants;
        army.weigh()
    }

    /// The nine sets of guards, the bare king first.
    pub fn guard_sets() -> impl Iterator<Item = Self> {
        (0..3).flat_map(|advisors| (0..3).map(move |elephants| Self::guards(advisors, elephants)))
    }

    /// The same army with one man more.
    #[must_use]
    pub fn with(mut self, kind: Kind) -> Self {
        self.counts[kind.index()] += 1;
        self.weigh()
    }

    /// The same army with one man less; `None` if there is no such man.
    pub fn without(mut self, kind: Kind) -> Option<Self> {
        let count = &mut self.counts[kind.index()];
        *count = count.checked_sub(1)?;
        Some(self.weigh())
    }

    /// How many codes there are.
    pub(super) const CODES: usize = 1 << 13;

    /// A number that tells armies apart: two bits for each kind, three for pawns.
    pub(super) fn code(&self) -> usize {
        Self::code_by(|kind| usize::from(self.count(kind)))
    }

    /// The code of what `side` has on the board.
    #[inline]
    pub(super) fn code_of(placement: &Placement, side: Side) -> usize {
        Self::code_by(|kind| placement.count(side, kind))
    }

    #[inline]
    fn code_by(count: impl Fn(Kind) -> usize) -> usize {
        let others = [
            Kind::Rook,
            Kind::Cannon,
            Kind::Horse,
            Kind::Advisor,
            Kind::Elephant,
        ];
        let code = count(Kind::Pawn) & 7;
        others
            .into_iter()
            .fold(code, |code, kind| code << 2 | count(kind) & 3)
    }

    fn weigh(mut self) -> Self {
        let value = |kind: Kind| match kind {
            Kind::Rook => 100,
            Kind::Cannon => 46,
            Kind::Horse => 45,
            Kind::Pawn => 20,
            Kind::Advisor | Kind::Elephant => 1,
            Kind::King => 0,
        };
        let total = |kind: Kind| value(kind) * u16::from(self.counts[kind.index()]);
        self.strength = Kind::ALL.into_iter().map(total).sum();
        self
    }

    /// How many men of a kind there are.
    pub const fn count(&self, kind: Kind) -> u8 {
        self.counts[kind.index()]
    }

    /// How many men can cross the river.
    pub fn attackers(&self) -> u8 {
        ATTACKERS.into_iter().map(|kind| self.count(kind)).sum()
    }
}

impl fmt::Display for Army {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("K")?;
        for kind in ATTACKERS.into_iter().chain(GUARDS) {
            for _ in 0..self.count(kind) {
                write!(f, "{}", kind.letter())?;
            }
        }
        Ok(())
    }
}

/// Two armies, the stronger first.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Class {
    strong: Army,
    weak: Army,
}

impl Class {
    /// The class of two armies, whichever is the stronger.
    pub fn new(one: Army, other: Army) -> Self {
        Self {
            strong: one.max(other),
            weak: one.min(other),
        }
    }

    /// The class of a position, and the side that has the stronger army (red if they are equal).
    pub fn of(placement: &Placement) -> (Self, Side) {
        let [red, black] = Side::BOTH.map(|side| Army::of(placement, side));
        let strong = if red >= black { Side::Red } else { Side::Black };
        (Self::new(red, black), strong)
    }

    /// The stronger army.
    pub const fn strong(&self) -> Army {
        self.strong
    }

    /// The weaker army.
    pub const fn weak(&self) -> Army {
        self.weak
    }

    /// The stronger army as red, the weaker as black.
    pub const fn army(&self, side: Side) -> Army {
        match side {
            Side::Red => self.strong,
            Side::Black => self.weak,
        }
    }

    /// Whether nobody can cross the river: a draw by rule.
    pub fn is_dead(&self) -> bool {
        self.strong.attackers() + self.weak.attackers() == 0
    }

    /// The class after `side` (red being the stronger) has lost a man of `kind`, and who is the
    /// stronger then; `None` if it has no such man.
    pub fn after_loss(&self, side: Side, kind: Kind) -> Option<(Self, Side)> {
        let left = self.army(side).without(kind)?;
        let other = self.army(side.opponent());
        let strong = match left.cmp(&other) {
            std::cmp::Ordering::Greater => side,
            std::cmp::Ordering::Less => side.opponent(),
            std::cmp::Ordering::Equal => Side::Red,
        };
        Some((Self::new(left, other), strong))
    }

    /// The classes one capture away that are not dead.
    pub fn next_smaller(&self) -> Vec<Self> {
        let mut smaller: Vec<Self> = Side::BOTH
            .into_iter()
            .flat_map(|side| {
                ATTACKERS
                    .into_iter()
                    .chain(GUARDS)
                    .filter_map(move |kind| self.after_loss(side, kind))
            })
            .map(|(class, _)| class)
            .filter(|class| !class.is_dead())
            .collect();
        smaller.sort();
        smaller.dedup();
        smaller
    }

    /// The classes a pattern names: `*` after an army stands for each of the nine sets of guards, so that
    /// `KRP-K*` names nine classes.
    pub fn matching(pattern: &str) -> Result<Vec<Self>, ParseClassError> {
        let Some(star) = pattern.find('*') else {
            return pattern.parse().map(|class| vec![class]);
        };
        let (before, after) = (&pattern[..star], &pattern[star + 1..]);
        let mut classes = Vec::new();
        for guards in Army::guard_sets() {
            let letters = guards.to_string();
            let name = format!("{before}{}{after}", letters.trim_start_matches('K'));
            match Self::matching(&name) {
                Ok(found) => classes.extend(found),
                Err(ParseClassError::Dead(_)) => {}
                Err(error) => return Err(error),
            }
        }
        classes.sort();
        classes.dedup();
        Ok(classes)
    }

    /// This class and all it needs, each after those it needs itself.
    pub fn closure(classes: &[Self]) -> Vec<Self> {
        fn visit(class: Class, order: &mut Vec<Class>) {
            if order.contains(&class) || class.is_dead() {
                return;
            }
            for smaller in class.next_smaller() {
                visit(smaller, order);
            }
            order.push(class);
        }
        let mut order = Vec::new();
        for &class in classes {
            visit(class, &mut order);
        }
        order
    }
}

impl fmt::Display for Class {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.strong, self.weak)
    }
}

/// A text that names no class.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum ParseClassError {
    /// Not two armies.
    #[error("'{0}' is no endgame class (expected two armies like KRP-KAABB)")]
    NotTwoArmies(String),
    /// A letter that is no piece, or a second king.
    #[error("'{letter}' in '{text}' is no piece of an army (expected R C N P A B after the K)")]
    BadLetter {
        /// The letter.
        letter: char,
        /// The whole text.
        text: String,
    },
    /// More men of a kind than an army or a table has.
    #[error("'{text}' has {count} {}s on one side (expected at most {most})", .kind.name())]
    TooMany {
        /// Which kind.
        kind: Kind,
        /// How many.
        count: u8,
        /// How many there may be.
        most: u8,
        /// The whole text.
        text: String,
    },
    /// Nobody can cross the river.
    #[error("'{0}' has nobody who can cross the river: a draw by rule, no table")]
    Dead(String),
}

impl FromStr for Class {
    type Err = ParseClassError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let not_two = || ParseClassError::NotTwoArmies(text.to_owned());
        let (one, other) = text.split_once('-').ok_or_else(not_two)?;
        let army = |letters: &str| {
            let men = letters.strip_prefix(['K', 'k']).ok_or_else(not_two)?;
            read_army(men, text)
        };
        let class = Self::new(army(one)?, army(other)?);
        if class.is_dead() {
            return Err(ParseClassError::Dead(text.to_owned()));
        }
        Ok(class)
    }
}

/// Reads the letters after the king's.
fn read_army(men: &str, text: &str) -> Result<Army, ParseClassError> {
    let mut army = Army::default();
    for letter in men.chars() {
        let kind = ATTACKERS
            .into_iter()
            .chain(GUARDS)
            .find(|kind| kind.letter() == letter.to_ascii_uppercase())
            .ok_or_else(|| ParseClassError::BadLetter {
                letter,
                text: text.to_owned(),
            })?;
        army = army.with(kind);
        let (count, most) = (army.count(kind), MOST_OF_A_KIND.min(kind.max_count() as u8));
        if count > most {
            return Err(ParseClassError::TooMany {
                kind,
                count,
                most,
                text: text.to_owned(),
            });
        }
    }
    Ok(army)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn class(text: &str) -> Class {
        text.parse().expect("a class")
    }

    #[test]
    fn names_put_the_stronger_army_first() {
        assert_eq!(class("KAABB-KRP").to_string(), "KRP-KAABB");
        assert_eq!(class("kn-kp").to_string(), "KN-KP");
        assert_eq!(class("KPAB-KR").to_string(), "KR-KPAB");
    }

    #[test]
    fn nonsense_is_refused_with_its_reason() {
        for (text, reason) in [
            (
                "KR",
                "'KR' is no endgame class (expected two armies like KRP-KAABB)",
            ),
            (
                "R-K",
                "'R-K' is no endgame class (expected two armies like KRP-KAABB)",
            ),
            (
                "KRK-K",
                "'K' in 'KRK-K' is no piece of an army (expected R C N P A B after the K)",
            ),
            (
                "KRRR-K",
                "'KRRR-K' has 3 rooks on one side (expected at most 2)",
            ),
            (
                "KPPPP-K",
                "'KPPPP-K' has 4 pawns on one side (expected at most 3)",
            ),
            (
                "KAB-K",
                "'KAB-K' has nobody who can cross the river: a draw by rule, no table",
            ),
        ] {
            let error = text.parse::<Class>().expect_err("an error");
            assert_eq!(error.to_string(), reason);
        }
    }

    #[test]
    fn a_star_stands_for_every_set_of_guards() {
        let nine = Class::matching("KRP-K*").expect("classes");
        assert_eq!(nine.len(), 9);
        assert!(nine.contains(&class("KRP-KAABB")) && nine.contains(&class("KRP-K")));
        assert_eq!(Class::matching("KC*-K*").expect("classes").len(), 81);
        assert_eq!(Class::matching("KR*-KR*").expect("classes").len(), 45);
        assert!(Class::matching("KR*-KX*").is_err());
    }

    #[test]
    fn captures_lead_to_smaller_classes() {
        let names: Vec<String> = Class::closure(&[class("KRP-KA")])
            .iter()
            .map(Class::to_string)
            .collect();
        assert_eq!(names, ["KP-K", "KP-KA", "KR-K", "KR-KA", "KRP-K", "KRP-KA"]);
        let (smaller, strong) = class("KR-KN")
            .after_loss(Side::Red, Kind::Rook)
            .expect("a rook");
        assert_eq!((smaller, strong), (class("KN-K"), Side::Black));
        assert_eq!(Army::guard_sets().count(), 9);
    }
}
