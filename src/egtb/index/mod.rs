//! Numbers the positions of a class, and finds the position of a number.
//!
//! ```text
//!  number = pair of camps * tail + group 1 * stride 1 + group 2 * stride 2 ...
//! ```
//!
//! A *camp* is a king with his advisors and elephants: at most 1,300 of them, without overlaps. Pairs of
//! camps are counted once with their mirror image. A *group* is the men of one kind and side that can
//! cross the river, numbered as a combination of squares. What is left of holes: attackers on
//! somebody else's square, and the second of two mirror images when both camps are symmetric.
//!
//! The stronger side is red here; callers say which side of the board that is.

use std::cmp::Ordering;

use arrayvec::ArrayVec;

use crate::board::Placement;
use crate::templates::can_stand;
use crate::types::{Kind, Man, Piece, Side, Square};

use super::material::{ATTACKERS, Army, Class, MOST_OF_A_KIND};

/// Squares of the men of one kind.
type Squares = ArrayVec<Square, { MOST_OF_A_KIND as usize }>;

/// The squares a red man of `kind` can stand on.
fn points(kind: Kind) -> Vec<Square> {
    let piece = Piece::new(Side::Red, kind);
    Square::all()
        .filter(|&square| can_stand(piece, square))
        .collect()
}

/// n over k for the small numbers of a board.
const fn choose(n: usize, k: usize) -> usize {
    match k {
        0 => 1,
        1 => n,
        2 => n * n.saturating_sub(1) / 2,
        _ => n * n.saturating_sub(1) * n.saturating_sub(2) / 6,
    }
}

/// The number of a combination of distinct points, whatever their order.
#[inline]
fn combination(points: &mut ArrayVec<u8, { MOST_OF_A_KIND as usize }>) -> usize {
    if points.len() > 1 {
        points.sort_unstable();
    }
    let rank = |(place, &point): (usize, &u8)| choose(usize::from(point), place + 1);
    points.iter().enumerate().map(rank).sum()
}

/// All combinations of `count` of `points` in the order of [`combination`].
fn combinations(points: &[Square], count: usize) -> Vec<Squares> {
    let mut all: Vec<(usize, Squares)> = Vec::new();
    let mut chosen: Vec<usize> = (0..count).collect();
    if count > points.len() {
        return Vec::new();
    }
    loop {
        let mut numbers = chosen.iter().map(|&point| point as u8).collect();
        let squares = chosen.iter().map(|&point| points[point]).collect();
        all.push((combination(&mut numbers), squares));
        // The next combination in ascending order of its members.
        let Some(place) = (0..count)
            .rev()
            .find(|&place| chosen[place] < points.len() - count + place)
        else {
            break;
        };
        chosen[place] += 1;
        for later in place + 1..count {
            chosen[later] = chosen[later - 1] + 1;
        }
    }
    all.sort_by_key(|&(number, _)| number);
    all.into_iter().map(|(_, squares)| squares).collect()
}

/// A king with his guards, seen from their own side.
#[derive(Clone, PartialEq, Eq)]
struct Camp {
    king: Square,
    advisors: Squares,
    elephants: Squares,
}

const NO_CAMP: u16 = u16::MAX;

/// All camps of an army.
struct Camps {
    list: Vec<Camp>,
    mirrored: Vec<u16>,
    /// By king, advisors and elephants; [`NO_CAMP`] where two would share a point.
    numbers: Vec<u16>,
    /// Numbers of the sets of advisor and elephant points.
    advisor_sets: usize,
    elephant_sets: usize,
    kings: [u8; 256],
    advisors: [u8; 256],
    elephants: [u8; 256],
}

/// The place of each square among `points`.
fn places(points: &[Square]) -> [u8; 256] {
    let mut places = [0; 256];
    for (place, square) in points.iter().enumerate() {
        places[square.index()] = place as u8;
    }
    places
}

impl Camps {
    fn new(army: Army) -> Self {
        let [kings, advisors, elephants] = [Kind::King, Kind::Advisor, Kind::Elephant].map(points);
        let advisor_sets = combinations(&advisors, army.count(Kind::Advisor).into());
        let elephant_sets = combinations(&elephants, army.count(Kind::Elephant).into());
        let mut list = Vec::new();
        let mut numbers = Vec::new();
        for &king in &kings {
            for advisors in &advisor_sets {
                for elephants in &elephant_sets {
                    if advisors.contains(&king) || elephants.contains(&king) {
                        numbers.push(NO_CAMP);
                        continue;
                    }
                    numbers.push(list.len() as u16);
                    list.push(Camp {
                        king,
                        advisors: advisors.clone(),
                        elephants: elephants.clone(),
                    });
                }
            }
        }
        let mut camps = Self {
            list,
            mirrored: Vec::new(),
            numbers,
            advisor_sets: advisor_sets.len(),
            elephant_sets: elephant_sets.len(),
            kings: places(&kings),
            advisors: places(&advisors),
            elephants: places(&elephants),
        };
        let mirror = |squares: &Squares| squares.iter().map(|square| square.mirrored()).collect();
        let mirrored = camps.list.iter().map(|camp| {
            let image = Camp {
                king: camp.king.mirrored(),
                advisors: mirror(&camp.advisors),
                elephants: mirror(&camp.elephants),
            };
            camps.number_of(&image)
        });
        camps.mirrored = mirrored.collect();
        camps
    }

    fn number_of(&self, camp: &Camp) -> u16 {
        self.number(
            camp.king,
            camp.advisors.iter().copied(),
            camp.elephants.iter().copied(),
        )
    }

    #[inline]
    fn number(
        &self,
        king: Square,
        advisors: impl Iterator<Item = Square>,
        elephants: impl Iterator<Item = Square>,
    ) -> u16 {
        let king = usize::from(self.kings[king.index()]);
        let mut advisors = advisors
            .map(|square| self.advisors[square.index()])
            .collect();
        let mut elephants = elephants
            .map(|square| self.elephants[square.index()])
            .collect();
        let set = king * self.advisor_sets + combination(&mut advisors);
        self.numbers[set * self.elephant_sets + combination(&mut elephants)]
    }
}

/// The men of one kind and side that can cross the river.
struct Group {
    side: Side,
    kind: Kind,
    stride: usize,
    combinations: Vec<Squares>,
    /// The place of each square, seen by red, among the group's points.
    places: [u8; 256],
    mirrored_places: [u8; 256],
}

impl Group {
    fn new(side: Side, kind: Kind, count: u8, stride: usize) -> Self {
        let points: Vec<Square> = points(kind)
            .into_iter()
            .map(|square| square.relative_to(side))
            .collect();
        let mut mirrored_places = [0; 256];
        for (place, square) in points.iter().enumerate() {
            mirrored_places[square.mirrored().index()] = place as u8;
        }
        Self {
            side,
            kind,
            stride,
            combinations: combinations(&points, count.into()),
            places: places(&points),
            mirrored_places,
        }
    }
}

/// Where a pair of camps is counted.
#[derive(Clone, Copy)]
pub(super) enum Pair {
    /// As it is.
    Direct(u32),
    /// As its mirror image.
    Mirrored(u32),
    /// It is its own mirror image.
    Symmetric(u32),
}

/// The side of the board that is `side` in the table when `strong` has the stronger army.
#[inline]
const fn owner(side: Side, strong: Side) -> Side {
    match side {
        Side::Red => strong,
        Side::Black => strong.opponent(),
    }
}

/// The numbering of one class.
pub struct Index {
    class: Class,
    camps: [Camps; 2],
    pairs: Vec<Pair>,
    canonical: Vec<[u16; 2]>,
    groups: ArrayVec<Group, 8>,
    tail: usize,
}

impl Index {
    /// The numbering of the class.
    pub fn new(class: Class) -> Self {
        let camps = Side::BOTH.map(|side| Camps::new(class.army(side)));
        let (red_camps, black_camps) = (camps[0].list.len(), camps[1].list.len());
        let mut pairs = vec![Pair::Direct(0); red_camps * black_camps];
        let mut canonical = Vec::new();
        for red in 0..red_camps {
            for black in 0..black_camps {
                let here = red * black_camps + black;
                let image = usize::from(camps[0].mirrored[red]) * black_camps
                    + usize::from(camps[1].mirrored[black]);
                let number = canonical.len() as u32;
                match here.cmp(&image) {
                    Ordering::Equal => pairs[here] = Pair::Symmetric(number),
                    Ordering::Less => {
                        pairs[here] = Pair::Direct(number);
                        pairs[image] = Pair::Mirrored(number);
                    }
                    Ordering::Greater => continue,
                }
                canonical.push([red as u16, black as u16]);
            }
        }
        let mut groups = ArrayVec::new();
        let mut tail = 1;
        for side in Side::BOTH {
            for kind in ATTACKERS {
                let count = class.army(side).count(kind);
                if count > 0 {
                    let group = Group::new(side, kind, count, tail);
                    tail *= group.combinations.len();
                    groups.push(group);
                }
            }
        }
        Self {
            class,
            camps,
            pairs,
            canonical,
            groups,
            tail,
        }
    }

    /// How many numbers the class will have, without building the index.
    pub fn count(class: Class) -> usize {
        let camps = Side::BOTH.map(|side| {
            let army = class.army(side);
            let advisors = choose(5, army.count(Kind::Advisor).into());
            let elephants = choose(7, army.count(Kind::Elephant).into());
            9 * advisors * elephants
        });
        let tail: usize = Side::BOTH
            .into_iter()
            .flat_map(|side| ATTACKERS.map(|kind| (kind, class.army(side).count(kind))))
            .map(|(kind, count)| {
                let points = if kind == Kind::Pawn { 55 } else { 90 };
                choose(points, count.into())
            })
            .product();
        camps[0] * camps[1] / 2 * tail
    }

    /// The class.
    pub const fn class(&self) -> Class {
        self.class
    }

    /// How many numbers each pair of camps has.
    #[inline]
    pub(super) const fn tail(&self) -> usize {
        self.tail
    }

    /// How many numbers there are, for either side to move.
    pub fn size(&self) -> usize {
        self.canonical.len() * self.tail
    }

    /// The number of a position of this class in which `strong` has the stronger army.
    #[inline]
    pub fn number(&self, placement: &Placement, strong: Side) -> usize {
        self.number_in(self.pair(placement, strong), placement, strong)
    }

    /// Where the camps of the position are counted.
    #[inline]
    pub(super) fn pair(&self, placement: &Placement, strong: Side) -> Pair {
        let camp = |side: Side| {
            let owner = owner(side, strong);
            let own = |kind| {
                placement
                    .squares_of(owner, kind)
                    .map(move |square| square.relative_to(owner))
            };
            let king = placement.king_square(owner).relative_to(owner);
            self.camps[side.index()].number(king, own(Kind::Advisor), own(Kind::Elephant))
        };
        let red = usize::from(camp(Side::Red));
        self.pairs[red * self.camps[1].list.len() + usize::from(camp(Side::Black))]
    }

    /// [`Index::number`] for callers who know the pair of camps.
    #[inline]
    pub(super) fn number_in(&self, pair: Pair, placement: &Placement, strong: Side) -> usize {
        let (pair, tail) = match pair {
            Pair::Direct(pair) => (pair, self.tail_of::<false>(placement, strong)),
            Pair::Mirrored(pair) => (pair, self.tail_of::<true>(placement, strong)),
            Pair::Symmetric(pair) => {
                let tail = self.tail_of::<false>(placement, strong);
                (pair, tail.min(self.tail_of::<true>(placement, strong)))
            }
        };
        pair as usize * self.tail + tail
    }

    #[inline]
    fn tail_of<const MIRRORED: bool>(&self, placement: &Placement, strong: Side) -> usize {
        let mut tail = 0;
        for group in &self.groups {
            let owner = owner(group.side, strong);
            let places = if MIRRORED {
                &group.mirrored_places
            } else {
                &group.places
            };
            let mut points = placement
                .squares_of(owner, group.kind)
                .map(|square| places[square.relative_to(strong).index()])
                .collect();
            tail += group.stride * combination(&mut points);
        }
        tail
    }

    /// Walks through positions by number.
    pub fn cursor(&self) -> Cursor<'_> {
        Cursor {
            index: self,
            pair: usize::MAX,
            base: Placement::EMPTY,
            is_symmetric: false,
        }
    }
}

/// Finds the positions of numbers; fast when they follow each other.
pub struct Cursor<'a> {
    index: &'a Index,
    pair: usize,
    base: Placement,
    is_symmetric: bool,
}

/// Puts men of one kind on squares; `false` if one of them is taken.
fn put_all(placement: &mut Placement, side: Side, kind: Kind, squares: &[Square]) -> bool {
    side.men_of(kind)
        .zip(squares)
        .all(|(man, &square): (Man, _)| {
            let is_free = placement.is_empty(square);
            if is_free {
                placement.put(side, man, square);
            }
            is_free
        })
}

impl Cursor<'_> {
    /// The position with this number, the stronger side being red; `None` for a hole.
    #[inline]
    pub fn placement(&mut self, number: usize) -> Option<Placement> {
        let (pair, tail) = (number / self.index.tail, number % self.index.tail);
        if pair != self.pair {
            self.enter(pair);
        }
        let mut placement = self.base;
        for group in &self.index.groups {
            let combination = tail / group.stride % group.combinations.len();
            let squares = &group.combinations[combination];
            if !put_all(&mut placement, group.side, group.kind, squares) {
                return None;
            }
        }
        let is_second =
            self.is_symmetric && self.index.tail_of::<true>(&placement, Side::Red) < tail;
        (!is_second).then_some(placement)
    }

    fn enter(&mut self, pair: usize) {
        self.pair = pair;
        self.base = Placement::EMPTY;
        for side in Side::BOTH {
            let camps = &self.index.camps[side.index()];
            let number = usize::from(self.index.canonical[pair][side.index()]);
            let camp = &camps.list[number];
            let absolute = |squares: &[Square]| -> Squares {
                squares
                    .iter()
                    .map(|square| square.relative_to(side))
                    .collect()
            };
            put_all(&mut self.base, side, Kind::King, &absolute(&[camp.king]));
            put_all(
                &mut self.base,
                side,
                Kind::Advisor,
                &absolute(&camp.advisors),
            );
            put_all(
                &mut self.base,
                side,
                Kind::Elephant,
                &absolute(&camp.elephants),
            );
        }
        let [red, black] = self.index.canonical[pair];
        let camps = &self.index.camps;
        self.is_symmetric = camps[0].mirrored[usize::from(red)] == red
            && camps[1].mirrored[usize::from(black)] == black;
    }
}

#[cfg(test)]
mod tests;
