//! The rules of movement once more, written to be obvious instead of fast.
//!
//! Shares nothing with the engine: it reads the FEN itself, keeps a plain 9x10 array and decides every
//! pair of squares by the wording of the rules.

use std::collections::BTreeSet;

/// A point as file 0-8 and rank 0-9.
pub(crate) type Point = (i32, i32);

/// A position: the FEN letter on each point, and whether red is to move.
#[derive(Clone)]
pub(crate) struct Position {
    cells: [[Option<char>; 9]; 10],
    red_to_move: bool,
}

/// All 90 points.
pub(crate) fn points() -> impl Iterator<Item = Point> + Clone {
    (0..10).flat_map(|rank| (0..9).map(move |file| (file, rank)))
}

/// The name of a move, like `h2e2`.
pub(crate) fn name(from: Point, to: Point) -> String {
    let square = |(file, rank): Point| format!("{}{rank}", char::from(b'a' + file as u8));
    square(from) + &square(to)
}

fn is_red(letter: char) -> bool {
    letter.is_ascii_uppercase()
}

fn moves_where(may: impl Fn(Point, Point) -> bool) -> BTreeSet<String> {
    points()
        .flat_map(|from| points().map(move |to| (from, to)))
        .filter(|&(from, to)| may(from, to))
        .map(|(from, to)| name(from, to))
        .collect()
}

impl Position {
    /// Reads a canonical FEN.
    pub(crate) fn new(fen: &str) -> Self {
        let mut cells = [[None; 9]; 10];
        let mut fields = fen.split(' ');
        for (row, text) in fields.next().expect("a board").split('/').enumerate() {
            let mut file = 0;
            for letter in text.chars() {
                if let Some(run) = letter.to_digit(10) {
                    file += run as usize;
                } else {
                    cells[9 - row][file] = Some(letter);
                    file += 1;
                }
            }
        }
        let red_to_move = fields.next() != Some("b");
        Self { cells, red_to_move }
    }

    pub(crate) fn at(&self, (file, rank): Point) -> Option<char> {
        self.cells[rank as usize][file as usize]
    }

    /// The position after a move, whatever it is.
    pub(crate) fn after(&self, from: Point, to: Point) -> Self {
        let mut next = self.clone();
        next.cells[to.1 as usize][to.0 as usize] = self.at(from);
        next.cells[from.1 as usize][from.0 as usize] = None;
        next.red_to_move = !self.red_to_move;
        next
    }

    /// How many men stand strictly between two points of one line.
    fn between(&self, from: Point, to: Point) -> usize {
        let step = ((to.0 - from.0).signum(), (to.1 - from.1).signum());
        let mut point = (from.0 + step.0, from.1 + step.1);
        let mut count = 0;
        while point != to {
            count += usize::from(self.at(point).is_some());
            point = (point.0 + step.0, point.1 + step.1);
        }
        count
    }

    /// Whether the man on `from` may go to `to` if nobody cared for kings: his way of moving, and no
    /// own man on the target.
    pub(crate) fn is_pseudo_legal(&self, from: Point, to: Point) -> bool {
        let Some(man) = self.at(from) else {
            return false;
        };
        let target = self.at(to);
        if from == to || target.is_some_and(|other| is_red(other) == is_red(man)) {
            return false;
        }
        let (dx, dy) = (to.0 - from.0, to.1 - from.1);
        let forward = if is_red(man) { 1 } else { -1 };
        let own_half = |rank: i32| is_red(man) == (rank <= 4);
        let in_palace = (3..=5).contains(&to.0) && (to.1 <= 2 || to.1 >= 7) && own_half(to.1);
        let middle = (i32::midpoint(from.0, to.0), i32::midpoint(from.1, to.1));
        match man.to_ascii_uppercase() {
            'K' => dx.abs() + dy.abs() == 1 && in_palace,
            'A' => dx.abs() == 1 && dy.abs() == 1 && in_palace,
            'B' => dx.abs() == 2 && dy.abs() == 2 && own_half(to.1) && self.at(middle).is_none(),
            'N' => {
                let leg = if dx.abs() == 2 {
                    (from.0 + dx / 2, from.1)
                } else {
                    (from.0, from.1 + dy / 2)
                };
                dx.abs() * dy.abs() == 2 && self.at(leg).is_none()
            }
            'R' => (dx == 0 || dy == 0) && self.between(from, to) == 0,
            'C' => {
                let screens = usize::from(target.is_some());
                (dx == 0 || dy == 0) && self.between(from, to) == screens
            }
            'P' => (dx, dy) == (0, forward) || (dy == 0 && dx.abs() == 1 && !own_half(from.1)),
            _ => unreachable!("no such piece"),
        }
    }

    /// Whether the king of red (or black) can be captured, or faces the other king.
    pub(crate) fn is_king_attacked(&self, red: bool) -> bool {
        let find = |letter| points().find(|&p| self.at(p) == Some(letter));
        let (red_king, black_king) = (find('K').expect("a king"), find('k').expect("a king"));
        let king = if red { red_king } else { black_king };
        let facing = red_king.0 == black_king.0 && self.between(red_king, black_king) == 0;
        facing
            || points().any(|from| {
                self.at(from).is_some_and(|man| is_red(man) != red)
                    && self.is_pseudo_legal(from, king)
            })
    }

    /// Whether the side to move may play this.
    pub(crate) fn is_legal(&self, from: Point, to: Point) -> bool {
        self.at(from)
            .is_some_and(|man| is_red(man) == self.red_to_move)
            && self.is_pseudo_legal(from, to)
            && !self.after(from, to).is_king_attacked(self.red_to_move)
    }

    /// The names of all legal moves: every pair of points is asked.
    pub(crate) fn legal_moves(&self) -> BTreeSet<String> {
        moves_where(|from, to| self.is_legal(from, to))
    }

    /// The names of all moves that only the safety of the own king might forbid.
    pub(crate) fn pseudo_legal_moves(&self) -> BTreeSet<String> {
        moves_where(|from, to| {
            self.at(from)
                .is_some_and(|man| is_red(man) == self.red_to_move)
                && self.is_pseudo_legal(from, to)
        })
    }

    /// What the side to move can win on `target`, capturing with one of its cheapest legal capturers or
    /// not at all; every result that some choice among equally cheap capturers can give.
    pub(crate) fn exchange_results(
        &self,
        target: Point,
        value: &dyn Fn(char) -> i32,
    ) -> BTreeSet<i32> {
        let capturers = points().filter(|&from| self.is_legal(from, target));
        let worth = |point: Point| self.at(point).map_or(0, value);
        let cheapest = capturers.clone().map(worth).min();
        let mut results = BTreeSet::new();
        for from in capturers.filter(|&from| Some(worth(from)) == cheapest) {
            for answer in self.after(from, target).exchange_results(target, value) {
                results.insert((worth(target) - answer).max(0));
            }
        }
        if results.is_empty() {
            results.insert(0);
        }
        results
    }
}
