//! A slow referee for repetitions, written straight from the rules on an array of its own.
//!
//! It shares no code with the library: positions are kept whole, moves are found by walking the
//! board square by square, and every question is answered by playing the move and looking.

use std::collections::BTreeSet;

const FILES: i32 = 9;
const RANKS: i32 = 10;

/// A man: FEN letter (upper case = red) and an identity that travels with him.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Man {
    letter: char,
    id: usize,
}

impl Man {
    fn is_red(self) -> bool {
        self.letter.is_ascii_uppercase()
    }

    fn kind(self) -> char {
        self.letter.to_ascii_uppercase()
    }
}

type Point = (i32, i32);

/// One position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Position {
    cells: [[Option<Man>; FILES as usize]; RANKS as usize],
    red_to_move: bool,
}

/// A move as four characters, read into points.
pub(crate) fn points(text: &str) -> (Point, Point) {
    let bytes: Vec<i32> = text.bytes().map(i32::from).collect();
    let (a, zero) = (i32::from(b'a'), i32::from(b'0'));
    (
        (bytes[0] - a, bytes[1] - zero),
        (bytes[2] - a, bytes[3] - zero),
    )
}

fn in_palace((file, rank): Point) -> bool {
    (3..=5).contains(&file) && (rank <= 2 || rank >= 7)
}

impl Position {
    pub(crate) fn from_fen(fen: &str) -> Self {
        let mut fields = fen.split_whitespace();
        let mut cells = [[None; FILES as usize]; RANKS as usize];
        let mut id = 0;
        for (down, row) in fields.next().expect("a board").split('/').enumerate() {
            let mut file = 0;
            for letter in row.chars() {
                if let Some(skip) = letter.to_digit(10) {
                    file += skip as usize;
                } else {
                    cells[9 - down][file] = Some(Man { letter, id });
                    id += 1;
                    file += 1;
                }
            }
        }
        Self {
            cells,
            red_to_move: fields.next() == Some("w"),
        }
    }

    fn at(&self, (file, rank): Point) -> Option<Man> {
        if (0..FILES).contains(&file) && (0..RANKS).contains(&rank) {
            self.cells[rank as usize][file as usize]
        } else {
            None
        }
    }

    fn everybody(&self) -> Vec<(Point, Man)> {
        (0..RANKS)
            .flat_map(|rank| (0..FILES).map(move |file| (file, rank)))
            .filter_map(|point| Some((point, self.at(point)?)))
            .collect()
    }

    pub(crate) fn after(&self, (from, to): (Point, Point)) -> Self {
        let mut next = self.clone();
        next.cells[to.1 as usize][to.0 as usize] = self.at(from);
        next.cells[from.1 as usize][from.0 as usize] = None;
        next.red_to_move = !self.red_to_move;
        next
    }

    fn without(&self, point: Point) -> Self {
        let mut next = self.clone();
        next.cells[point.1 as usize][point.0 as usize] = None;
        next
    }

    /// Same placement by kinds and same side to move.
    fn equals(&self, other: &Self) -> bool {
        let letters = |position: &Self| {
            position
                .everybody()
                .into_iter()
                .map(|(point, man)| (point, man.letter))
                .collect::<Vec<_>>()
        };
        self.red_to_move == other.red_to_move && letters(self) == letters(other)
    }

    /// Points the man on `from` can move to, kings' safety aside.
    fn targets(&self, from: Point) -> Vec<Point> {
        let Some(man) = self.at(from) else {
            return Vec::new();
        };
        let mut targets = Vec::new();
        let step = |dx: i32, dy: i32| (from.0 + dx, from.1 + dy);
        let own_half = |point: Point| (point.1 <= 4) == man.is_red();
        let straight = [(1, 0), (-1, 0), (0, 1), (0, -1)];
        let diagonal = [(1, 1), (1, -1), (-1, 1), (-1, -1)];
        match man.kind() {
            'K' => targets.extend(
                straight
                    .map(|(x, y)| step(x, y))
                    .into_iter()
                    .filter(|&p| in_palace(p) && own_half(p)),
            ),
            'A' => targets.extend(
                diagonal
                    .map(|(x, y)| step(x, y))
                    .into_iter()
                    .filter(|&p| in_palace(p) && own_half(p)),
            ),
            'B' => {
                for (x, y) in diagonal {
                    if self.at(step(x, y)).is_none() && own_half(step(2 * x, 2 * y)) {
                        targets.push(step(2 * x, 2 * y));
                    }
                }
            }
            'N' => {
                for (x, y) in straight {
                    if self.at(step(x, y)).is_none() {
                        targets.push(step(2 * x + y, 2 * y + x));
                        targets.push(step(2 * x - y, 2 * y - x));
                    }
                }
            }
            'P' => {
                let forward = if man.is_red() { 1 } else { -1 };
                targets.push(step(0, forward));
                if !own_half(from) {
                    targets.extend([step(1, 0), step(-1, 0)]);
                }
            }
            _ => {
                for (x, y) in straight {
                    let mut screens = 0;
                    for distance in 1..RANKS {
                        let point = step(x * distance, y * distance);
                        let occupied = self.at(point).is_some();
                        let wanted = i32::from(occupied && man.kind() == 'C');
                        if screens == wanted {
                            targets.push(point);
                        }
                        screens += i32::from(occupied);
                    }
                }
            }
        }
        targets.retain(|&(file, rank)| {
            (0..FILES).contains(&file)
                && (0..RANKS).contains(&rank)
                && self
                    .at((file, rank))
                    .is_none_or(|other| other.is_red() != man.is_red())
        });
        targets
    }

    fn king(&self, red: bool) -> Point {
        self.everybody()
            .into_iter()
            .find(|(_, man)| man.kind() == 'K' && man.is_red() == red)
            .expect("a king")
            .0
    }

    /// Identities of the men that attack the king of `red`; a facing king is one of them.
    fn king_attackers(&self, red: bool) -> BTreeSet<usize> {
        let king = self.king(red);
        let mut attackers: BTreeSet<usize> = self
            .everybody()
            .into_iter()
            .filter(|&(from, man)| man.is_red() != red && self.targets(from).contains(&king))
            .map(|(_, man)| man.id)
            .collect();
        let other = self.king(!red);
        let open = (king.1.min(other.1) + 1..king.1.max(other.1))
            .all(|rank| self.at((king.0, rank)).is_none());
        if king.0 == other.0 && open {
            attackers.extend(self.at(other).map(|man| man.id));
        }
        attackers
    }

    fn is_check(&self, red: bool) -> bool {
        !self.king_attackers(red).is_empty()
    }

    /// Whether `from`-`to` is a move of its man that leaves the man's own king safe.
    fn is_legal(&self, from: Point, to: Point) -> bool {
        self.at(from).is_some_and(|man| {
            self.targets(from).contains(&to) && !self.after((from, to)).is_check(man.is_red())
        })
    }

    fn is_real_threat(&self, from: Point, to: Point) -> bool {
        let (Some(x), Some(t)) = (self.at(from), self.at(to)) else {
            return false;
        };
        // (a) and (b)
        if "KP".contains(x.kind()) || t.kind() == 'K' {
            return false;
        }
        if t.kind() == 'P' && (to.1 <= 4) == t.is_red() {
            return false;
        }
        // (c)
        let before = self.king_attackers(x.is_red());
        let pinned = self
            .without(from)
            .king_attackers(x.is_red())
            .iter()
            .any(|&attacker| attacker != t.id && !before.contains(&attacker));
        if pinned || !self.is_legal(from, to) {
            return false;
        }
        // (d)
        if "NC".contains(x.kind()) && t.kind() == 'R' {
            return true;
        }
        let taken = self.after((from, to));
        let protected = taken
            .everybody()
            .into_iter()
            .any(|(point, man)| man.is_red() == t.is_red() && taken.is_legal(point, to));
        if protected {
            return false;
        }
        // (e)
        !(x.kind() == t.kind() && self.is_legal(to, from))
    }

    /// Identities of the men that `red` really threatens.
    fn real_threats(&self, red: bool) -> BTreeSet<usize> {
        let mut victims = BTreeSet::new();
        for (from, man) in self.everybody() {
            if man.is_red() == red {
                for to in self.targets(from) {
                    if self.is_real_threat(from, to) {
                        victims.extend(self.at(to).map(|victim| victim.id));
                    }
                }
            }
        }
        victims
    }

    /// Identities of the enemy rooks whose removal would let one of `red`'s horses check.
    fn horse_pinned_rooks(&self, red: bool) -> BTreeSet<usize> {
        let horses: BTreeSet<usize> = self
            .everybody()
            .into_iter()
            .filter(|(_, man)| man.kind() == 'N' && man.is_red() == red)
            .map(|(_, man)| man.id)
            .collect();
        self.everybody()
            .into_iter()
            .filter(|(_, man)| man.kind() == 'R' && man.is_red() != red)
            .filter(|&(point, _)| {
                let now = self.king_attackers(!red);
                let then = self.without(point).king_attackers(!red);
                horses
                    .iter()
                    .any(|id| then.contains(id) && !now.contains(id))
            })
            .map(|(_, man)| man.id)
            .collect()
    }
}

/// The level of `red` over the positions of a span, the first of which starts it.
fn level(span: &[Position], red: bool) -> u8 {
    let made: Vec<&Position> = span[1..].iter().filter(|p| p.red_to_move != red).collect();
    let ready: Vec<&Position> = span[1..].iter().filter(|p| p.red_to_move == red).collect();
    let checks = made.iter().filter(|p| p.is_check(!red)).count();
    if checks == made.len() {
        return 3;
    }
    if checks > 0 {
        return 0;
    }
    let mut victims = made[0].real_threats(red);
    for position in &made {
        victims = &victims & &position.real_threats(red);
    }
    for position in &ready {
        victims = &victims - &position.real_threats(red);
    }
    if victims.is_empty() {
        return 0;
    }
    let mut pinned = victims;
    for position in &made {
        pinned = &pinned & &position.horse_pinned_rooks(red);
    }
    if pinned.is_empty() { 1 } else { 2 }
}

/// Levels of red and black, and the verdict for the side to move, when the last position has
/// occurred three times since the last irreversible move.
pub(crate) fn judge(positions: &[Position]) -> Option<([u8; 2], &'static str)> {
    let last = positions.last()?;
    let occurrences: Vec<usize> = (0..positions.len())
        .filter(|&i| positions[i].equals(last))
        .collect();
    let start = *occurrences.get(occurrences.len().checked_sub(3)?)?;
    let span = &positions[start..];
    let levels = [level(span, true), level(span, false)];
    let (own, other) = if last.red_to_move {
        (levels[0], levels[1])
    } else {
        (levels[1], levels[0])
    };
    let verdict = match own.cmp(&other) {
        std::cmp::Ordering::Greater => "loss",
        std::cmp::Ordering::Less => "win",
        std::cmp::Ordering::Equal => "draw",
    };
    Some((levels, verdict))
}
