//! The numbers of the evaluation, all in one place and in a form a tuner can load.
//!
//! Every weight is a [`Tapered`] pair in a named [`Group`]; a group knows where its weights lie in
//! the one long vector that a tuner sees. The values themselves are in `data.rs`, which `hanxin tune`
//! rewrites.

#[rustfmt::skip]
mod data;

use crate::types::{Kind, Side, Square, Tapered};

/// A pair, short enough for tables.
const fn pair(middlegame: i32, endgame: i32) -> Tapered {
    Tapered::new(middlegame, endgame)
}

/// What a weight belongs to, for people.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Term {
    /// What the men are worth.
    Material,
    /// Where they stand.
    Squares,
    /// How many squares they reach.
    Mobility,
    /// Who attacks and who protects whom.
    Relations,
    /// Men that work together.
    Cooperation,
    /// The king and who aims at him.
    King,
    /// Missing advisors and elephants against what is left of the enemy.
    Guards,
    /// Which men go well together.
    Imbalance,
    /// Pawns over the river.
    Pawns,
    /// The right to move.
    Tempo,
}

impl Term {
    /// How many terms there are.
    pub const COUNT: usize = 10;
    /// All terms in the order they are reported.
    pub const ALL: [Self; Self::COUNT] = [
        Self::Material,
        Self::Squares,
        Self::Mobility,
        Self::Relations,
        Self::Cooperation,
        Self::King,
        Self::Guards,
        Self::Imbalance,
        Self::Pawns,
        Self::Tempo,
    ];

    /// The name in reports.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Material => "material",
            Self::Squares => "squares",
            Self::Mobility => "mobility",
            Self::Relations => "relations",
            Self::Cooperation => "cooperation",
            Self::King => "king safety",
            Self::Guards => "guards",
            Self::Imbalance => "imbalance",
            Self::Pawns => "pawns",
            Self::Tempo => "tempo",
        }
    }

    /// 0-9.
    pub const fn index(self) -> usize {
        self as usize
    }
}

/// Weights of one kind of feature.
#[derive(Debug)]
pub struct Group<const N: usize> {
    pub term: Term,
    /// The place of the first weight in the vector of all weights.
    pub first: usize,
    pub values: [Tapered; N],
}

/// A group as a tuner sees it.
#[derive(Clone, Copy, Debug)]
pub struct GroupInfo {
    /// The name in `data.rs`.
    pub name: &'static str,
    pub term: Term,
    /// The place of the first weight in the vector of all weights.
    pub first: usize,
    pub values: &'static [Tapered],
    /// How many weights make a row of the table.
    pub width: usize,
}

/// Declares the groups in the order of the vector of all weights.
macro_rules! groups {
    ($($(#[$doc:meta])* $term:ident $name:ident [$length:expr; $width:expr];)*) => {
        #[expect(non_camel_case_types, reason = "named like the tables they number")]
        #[expect(clippy::upper_case_acronyms, reason = "named like the tables they number")]
        enum Id { $($name),* }

        const LENGTHS: &[usize] = &[$($length),*];

        const fn first(id: usize) -> usize {
            let (mut i, mut sum) = (0, 0);
            while i < id {
                sum += LENGTHS[i];
                i += 1;
            }
            sum
        }

        $($(#[$doc])* pub static $name: Group<{ $length }> = Group {
            term: Term::$term,
            first: first(Id::$name as usize),
            values: data::$name,
        };)*

        /// How many weights there are.
        pub const COUNT: usize = first(LENGTHS.len());

        /// All groups, in the order of their weights.
        pub static GROUPS: [GroupInfo; LENGTHS.len()] = [$(GroupInfo {
            name: stringify!($name),
            term: Term::$term,
            first: first(Id::$name as usize),
            values: &data::$name,
            width: $width,
        }),*];
    };
}

groups! {
    /// A man of each kind, in the order of [`Kind::ALL`].
    Material MATERIAL[7; 7];
    /// Squares of the king: files a-e (the other half mirrors them), from the far rank 9 to rank 0.
    Squares KING_SQUARES[50; 5];
    /// Squares of an advisor.
    Squares ADVISOR_SQUARES[50; 5];
    /// Squares of an elephant.
    Squares ELEPHANT_SQUARES[50; 5];
    /// Squares of a horse.
    Squares HORSE_SQUARES[50; 5];
    /// Squares of a rook.
    Squares ROOK_SQUARES[50; 5];
    /// Squares of a cannon.
    Squares CANNON_SQUARES[50; 5];
    /// Squares of a pawn.
    Squares PAWN_SQUARES[50; 5];
    /// By the number of empty squares a rook reaches.
    Mobility ROOK_MOBILITY[18; 9];
    /// By the number of empty squares a cannon reaches.
    Mobility CANNON_MOBILITY[18; 9];
    /// By the number of squares a horse reaches that no own man holds.
    Mobility HORSE_MOBILITY[9; 9];
    /// An attacked man whose side is to move: `[kind][cheapest attacker][protected]`.
    Relations EXPOSED_ON_MOVE[56; 8];
    /// An attacked man whose opponent is to move: `[kind][cheapest attacker][protected]`.
    Relations EXPOSED_OFF_MOVE[56; 8];
    /// A protected man, by kind.
    Relations PROTECTED[7; 7];
    /// Two horses that protect each other.
    Cooperation LINKED_HORSES[1; 1];
    /// Two cannons that protect each other.
    Cooperation LINKED_CANNONS[1; 1];
    /// Two rooks that protect each other.
    Cooperation LINKED_ROOKS[1; 1];
    /// Two pawns side by side over the river.
    Cooperation PAIRED_PAWNS[1; 1];
    /// A cannon on the enemy king's file, by the men between; none = hollow cannon.
    King CANNON_ON_KING_FILE[4; 4];
    /// A hollow cannon, by the number of own rooks.
    King HOLLOW_CANNON_ROOKS[3; 3];
    /// A cannon on the enemy king's rank, by the men between.
    King CANNON_ON_KING_RANK[4; 4];
    /// A horse by its distance to the enemy king: `[files][ranks]`, 4 = four or more.
    King HORSE_TO_KING[25; 5];
    /// A rook on the enemy king's file, next to it (the rib), or elsewhere.
    King ROOK_TO_KING_FILE[3; 3];
    /// Men that aim at the enemy palace: `[how many][enemy advisors]`.
    King PALACE_ATTACKERS[21; 3];
    /// A horse in the centre of the own palace, by the number of enemy cannons on its file.
    King PALACE_HORSE[3; 3];
    /// A king on his first, second or third rank while the enemy has a rook.
    King KING_OFF_HOME[3; 3];
    /// Own advisors against enemy rooks: `[advisors][rooks]`.
    Guards ADVISORS_AGAINST_ROOKS[9; 3];
    /// Own advisors against enemy horses.
    Guards ADVISORS_AGAINST_HORSES[9; 3];
    /// Own advisors against enemy cannons.
    Guards ADVISORS_AGAINST_CANNONS[9; 3];
    /// Own elephants against enemy rooks.
    Guards ELEPHANTS_AGAINST_ROOKS[9; 3];
    /// Own elephants against enemy cannons.
    Guards ELEPHANTS_AGAINST_CANNONS[9; 3];
    /// Each cannon, by the number of own advisors and elephants.
    Imbalance CANNON_SCREENS[5; 5];
    /// `[rooks][horses and cannons]`.
    Imbalance ROOKS_AND_MINORS[15; 5];
    /// `[horses][cannons]`.
    Imbalance HORSES_AND_CANNONS[9; 3];
    /// By the number of pawns over the river.
    Pawns CROSSED_PAWNS[6; 6];
    /// Each pawn over the river, by the number of enemy advisors.
    Pawns PAWN_AGAINST_ADVISORS[3; 3];
    /// The side to move.
    Tempo TEMPO[1; 1];
}

/// The square group of each kind.
pub static SQUARES: [&Group<50>; Kind::COUNT] = [
    &KING_SQUARES,
    &ADVISOR_SQUARES,
    &ELEPHANT_SQUARES,
    &HORSE_SQUARES,
    &ROOK_SQUARES,
    &CANNON_SQUARES,
    &PAWN_SQUARES,
];

/// The place of `side`'s square in a square group.
pub const fn square_place(side: Side, square: Square) -> usize {
    let own = square.relative_to(side);
    let file = if own.file() > 4 {
        8 - own.file()
    } else {
        own.file()
    };
    (9 - own.rank() as usize) * 5 + file as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_sides_and_both_wings_are_treated_alike() {
        for square in Square::all() {
            let place = square_place(Side::Red, square);
            assert!(place < 50);
            assert_eq!(place, square_place(Side::Red, square.mirrored()));
            assert_eq!(place, square_place(Side::Black, square.rotated()));
        }
    }

    #[test]
    fn groups_fill_the_vector_without_gaps() {
        let mut next = 0;
        for group in &GROUPS {
            assert_eq!(group.first, next, "{}", group.name);
            assert_eq!(group.values.len() % group.width, 0, "{}", group.name);
            next += group.values.len();
        }
        assert_eq!(next, COUNT);
    }
}
