//! B* (Berliner 1979) as in chapter 4 of Pei's thesis: best-first search between two bounds.
//!
//! The tree lives in one arena of fixed size; a full arena ends the search with the best move so far.
//! Bounds of a node are those of the player who moved into it. One player's hope is the other's fear,
//! so they cross over on the way up:
//!
//! ```text
//! node.pes = max(node.pes, -max of children's opt)
//! node.opt = min(node.opt, -max of children's pes)
//! ```

pub mod bounds;

use crate::board::Board;
use crate::rules::{Rule, Verdict, repetition_in_search};
use crate::search::{Budget, Control, Limits};
use crate::types::score::{DRAW, mate_in};
use crate::types::{Move, Score};

use bounds::Bounds;

/// A node of the tree.
#[derive(Clone, Copy, Debug)]
struct Node {
    /// The move that led here; the root has none.
    mv: Option<Move>,
    /// Hope and fear of the player who moved here.
    opt: Score,
    pes: Score,
    parent: u32,
    /// The children's place in the arena; none before expansion.
    first: u32,
    count: u32,
    /// How far below this node bounds have been fed back from.
    feedback: u32,
    /// The game is over here, or after every move from here: nothing more can be learnt.
    is_final: bool,
}

/// How the search at the root went on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Strategy {
    /// Raise the pessimistic bound of the best move.
    ProveBest,
    /// Lower the optimistic bound of the runner-up.
    DisproveRest,
}

/// What a search found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Found {
    /// The move to play; `None` when there is none.
    pub best: Option<Move>,
    /// Nodes of the tree, the root excluded.
    pub nodes: usize,
    /// The best move's pessimistic bound reached every other's optimistic one, or there is no other.
    pub is_proven: bool,
    /// How often each strategy was chosen: prove best, disprove rest.
    pub strategies: [usize; 2],
    /// The pessimistic and the optimistic bound of the move to play.
    pub bounds: (Score, Score),
    /// Levels of the tree below the root.
    pub depth: usize,
}

/// The search.
pub struct BStar {
    arena: Vec<Node>,
    capacity: usize,
    bounds: Bounds,
    rule: Rule,
    /// Plies played before the root.
    root_ply: usize,
}

impl BStar {
    /// A search whose tree never has more than `capacity` nodes.
    pub fn new(bounds: Bounds, capacity: usize) -> Self {
        Self {
            arena: Vec::with_capacity(capacity),
            capacity,
            bounds,
            rule: Rule::default(),
            root_ply: 0,
        }
    }

    /// How many nodes the arena holds without growing.
    pub fn memory(&self) -> usize {
        self.arena.capacity()
    }

    /// Finds a move that is not among `banned` (unless all are).
    pub fn search(&mut self, board: &Board, banned: &[Move]) -> Found {
        let all = board.legal_moves();
        let allowed: Vec<Move> = all
            .iter()
            .copied()
            .filter(|mv| !banned.contains(mv))
            .collect();
        let moves = if allowed.is_empty() {
            &all[..]
        } else {
            &allowed
        };
        let (limits, control) = (Limits::default(), Control::default());
        self.best_of(board, moves, &mut Budget::new(&limits, &control))
    }

    /// Finds the best of some legal moves.
    pub fn best_of(&mut self, board: &Board, moves: &[Move], budget: &mut Budget) -> Found {
        let mut found = Found {
            best: moves.first().copied(),
            nodes: 0,
            is_proven: moves.len() == 1,
            strategies: [0; 2],
            bounds: (DRAW, DRAW),
            depth: 0,
        };
        if moves.len() < 2 || moves.len() >= self.capacity {
            return found;
        }
        let mut board = board.clone();
        self.root_ply = board.history().len();
        self.arena.clear();
        self.arena
            .push(Node::fresh(None, 0, Score::MIN / 2, Score::MAX / 2));
        self.append(&mut board, 0, moves);
        loop {
            let (best, next) = self.two_best(0);
            if self.arena[best].pes >= self.arena[next].opt {
                found.is_proven = true;
                break;
            }
            if budget.is_enough(self.arena.len() as u64) {
                break;
            }
            let strategy = self.strategy(best, next);
            found.strategies[strategy as usize] += 1;
            let preferred = match strategy {
                Strategy::ProveBest => best,
                Strategy::DisproveRest => next,
            };
            let is_open = !self.arena[preferred].is_final;
            let from = if is_open {
                Some(preferred)
            } else {
                self.best_open(0)
            };
            match from {
                Some(from) if self.deepen(&mut board, from) => {}
                _ => break,
            }
        }
        let choice = &self.arena[self.choice(found.is_proven)];
        found.best = choice.mv;
        found.bounds = (choice.pes, choice.opt);
        let feedback = self.arena[self.children(0)]
            .iter()
            .map(|node| node.feedback);
        found.depth = feedback.max().unwrap_or_default() as usize + 1;
        found.nodes = self.arena.len() - 1;
        found
    }

    /// The moves of the last search with their pessimistic and optimistic bounds.
    pub fn root_bounds(&self) -> Vec<(Move, Score, Score)> {
        if self.arena.is_empty() {
            return Vec::new();
        }
        let children = self.arena[self.children(0)].iter();
        let bounds = children.filter_map(|node| Some((node.mv?, node.pes, node.opt)));
        bounds.collect()
    }

    fn children(&self, node: usize) -> std::ops::Range<usize> {
        let Node { first, count, .. } = self.arena[node];
        first as usize..(first + count) as usize
    }

    /// The children with the highest and the second highest hope; of equals the less fearful.
    fn two_best(&self, node: usize) -> (usize, usize) {
        let rank = |index: usize| (self.arena[index].opt, self.arena[index].pes);
        let children = self.children(node);
        let (mut best, mut next) = (children.start, children.start);
        for index in children.skip(1) {
            if rank(index) > rank(best) {
                (best, next) = (index, best);
            } else if next == best || rank(index) > rank(next) {
                next = index;
            }
        }
        (best, next)
    }

    /// The most hopeful child about which more can be learnt.
    fn best_open(&self, node: usize) -> Option<usize> {
        let rank = |index: &usize| (self.arena[*index].opt, self.arena[*index].pes);
        let open = self.children(node).rev();
        open.filter(|&index| !self.arena[index].is_final)
            .max_by_key(rank)
    }

    /// Berliner's rule: disprove the rest as long as that has been looked into less deeply. Moves that
    /// cannot overtake the best one any more do not count.
    fn strategy(&self, best: usize, next: usize) -> Strategy {
        let effort = |index: usize| u64::from(self.arena[index].feedback).pow(2);
        let rest: u64 = self
            .children(0)
            .filter(|&index| index != best && self.arena[index].opt > self.arena[best].pes)
            .map(effort)
            .sum();
        if rest < effort(best) && !self.arena[next].is_final {
            Strategy::DisproveRest
        } else {
            Strategy::ProveBest
        }
    }

    /// Follows the best moves below a root move to a leaf, expands it and feeds back. `false` when
    /// there is no room for that.
    fn deepen(&mut self, board: &mut Board, root_child: usize) -> bool {
        let (mut node, mut depth) = (root_child, 1);
        let make = |board: &mut Board, mv: Option<Move>| {
            if let Some(mv) = mv {
                board.make_move(mv);
            }
        };
        make(board, self.arena[node].mv);
        while let Some(child) = self.best_open(node) {
            node = child;
            make(board, self.arena[node].mv);
            depth += 1;
        }
        let moves = board.legal_moves();
        let is_leaf = self.arena[node].count == 0;
        let has_room = !is_leaf || self.arena.len() + moves.len() <= self.capacity;
        if !is_leaf {
            // All its children are final, so it is too.
            self.arena[node].is_final = true;
        } else if moves.is_empty() {
            self.settle(node, mate_in(depth));
        } else if has_room {
            self.append(board, node, &moves);
        }
        for _ in 0..depth {
            board.unmake_move();
        }
        // A leaf that found no room has not been looked into.
        if has_room {
            self.feed_back(node);
        }
        has_room
    }

    fn settle(&mut self, node: usize, value: Score) {
        let node = &mut self.arena[node];
        (node.opt, node.pes, node.is_final) = (value, value, true);
    }

    /// Makes a child of every move. The board stands at the node.
    fn append(&mut self, board: &mut Board, node: usize, moves: &[Move]) {
        let first = self.arena.len();
        for &mv in moves {
            board.make_move(mv);
            let ply = board.history().len() - self.root_ply;
            let verdict = repetition_in_search(board, self.rule, ply);
            let (pes, opt) = match verdict {
                None => self.bounds.of(board),
                Some(Verdict::Draw) => (DRAW, DRAW),
                Some(Verdict::Win) => (-bounds::FORBIDDEN, -bounds::FORBIDDEN),
                Some(Verdict::Loss) => (bounds::FORBIDDEN, bounds::FORBIDDEN),
            };
            board.unmake_move();
            let mut child = Node::fresh(Some(mv), node as u32, pes, opt);
            child.is_final = verdict.is_some();
            self.arena.push(child);
        }
        self.arena[node].first = first as u32;
        self.arena[node].count = moves.len() as u32;
    }

    /// Narrows the bounds of the node and of all above it by what its children say.
    fn feed_back(&mut self, mut node: usize) {
        let mut levels = 0;
        while node != 0 {
            if self.arena[node].count > 0 {
                let children = &self.arena[self.children(node)];
                let hope = children
                    .iter()
                    .map(|child| child.opt)
                    .max()
                    .unwrap_or_default();
                let fear = children
                    .iter()
                    .map(|child| child.pes)
                    .max()
                    .unwrap_or_default();
                self.arena[node].narrow(-hope, -fear);
            }
            let node_feedback = &mut self.arena[node].feedback;
            levels += 1;
            *node_feedback = (*node_feedback).max(levels);
            node = self.arena[node].parent as usize;
        }
    }

    /// The move to play. Unless one is proven best, the one with the best outlook in the middle
    /// between hope and fear among those looked into.
    fn choice(&self, is_proven: bool) -> usize {
        let (best, _) = self.two_best(0);
        if is_proven {
            return best;
        }
        let outlook = |index: usize| {
            let Node { opt, pes, .. } = self.arena[index];
            (opt + pes, pes)
        };
        let looked_into = |&index: &usize| self.arena[index].feedback > 0;
        self.children(0)
            .filter(looked_into)
            .max_by_key(|&index| outlook(index))
            .unwrap_or(best)
    }
}

impl Node {
    fn fresh(mv: Option<Move>, parent: u32, pes: Score, opt: Score) -> Self {
        Self {
            mv,
            opt,
            pes,
            parent,
            first: 0,
            count: 0,
            feedback: 0,
            is_final: false,
        }
    }

    /// Bounds only ever come closer; where the children refute one, it follows them.
    fn narrow(&mut self, pes: Score, opt: Score) {
        self.opt = self.opt.min(opt);
        self.pes = self.pes.max(pes);
        if self.pes > self.opt {
            // Both are estimates. The one that just moved rests on a deeper look.
            let refuted_hope = self.pes == pes;
            (self.pes, self.opt) = if refuted_hope {
                (pes, pes)
            } else {
                (self.opt, self.opt)
            };
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::epd;

    fn boards_of(text: &str) -> impl Iterator<Item = Board> {
        let records = epd::parse(text).expect("positions");
        records.into_iter().map(|record| record.board)
    }

    fn positions() -> impl Iterator<Item = Board> {
        boards_of(include_str!("../../../positions/middlegame20.epd")).step_by(2)
    }

    #[test]
    fn the_arena_never_grows_and_the_move_is_legal() {
        for bounds in Bounds::ALL {
            for capacity in [1, 10, 60, 500] {
                let mut search = BStar::new(bounds, capacity);
                let memory = search.memory();
                for board in positions() {
                    let found = search.search(&board, &[]);
                    assert!(found.nodes < capacity);
                    assert_eq!(search.memory(), memory);
                    assert!(found.best.is_some_and(|mv| board.is_legal_move(mv)));
                }
            }
        }
    }

    #[test]
    fn a_move_that_found_no_room_was_not_looked_into() {
        for bounds in Bounds::ALL {
            // Room for the root's moves and, after them, for one to three expansions.
            for capacity in [90, 100, 120, 150, 180] {
                let mut search = BStar::new(bounds, capacity);
                for board in positions() {
                    let found = search.search(&board, &[]);
                    let children = &search.arena[search.children(0)];
                    let was_looked_into = |child: &Node| child.count > 0 || child.is_final;
                    let chosen = children.iter().find(|child| child.mv == found.best);
                    assert!(
                        found.is_proven
                            || !children.iter().any(was_looked_into)
                            || chosen.is_some_and(was_looked_into),
                        "{bounds:?}, {capacity} nodes: {}",
                        board.fen()
                    );
                }
            }
        }
    }

    #[test]
    fn in_sharp_and_late_positions_too() {
        const CAPACITY: usize = 300;
        let files = [
            include_str!("../../../positions/mates.epd"),
            include_str!("../../../positions/later60.epd"),
        ];
        let mut search = BStar::new(Bounds::Probing, CAPACITY);
        for board in files.into_iter().flat_map(boards_of).step_by(3) {
            let found = search.search(&board, &[]);
            assert!(found.nodes < CAPACITY && search.memory() == CAPACITY);
            assert!(found.best.is_some_and(|mv| board.is_legal_move(mv)));
        }
    }

    #[test]
    fn without_a_legal_move_there_is_none() {
        let board = Board::from_fen("3k5/2P1P4/9/9/9/9/9/9/9/4K4 b").expect("a position");
        let found = BStar::new(Bounds::Probing, 100).search(&board, &[]);
        assert_eq!((found.best, found.is_proven), (None, false));
    }

    #[test]
    fn the_only_move_is_proven_best() {
        let board = Board::start();
        let moves = board.legal_moves();
        let found = BStar::new(Bounds::Probing, 500).search(&board, &moves[1..]);
        assert_eq!((found.best, found.is_proven), (Some(moves[0]), true));
    }

    #[test]
    fn banned_moves_are_not_played_while_there_are_others() {
        let board = Board::start();
        let moves = board.legal_moves();
        let found = BStar::new(Bounds::Probing, 500).search(&board, &moves[1..]);
        assert_eq!(found.best, Some(moves[0]));
        let found = BStar::new(Bounds::Probing, 500).search(&board, &moves);
        assert!(found.best.is_some());
    }

    #[test]
    fn a_mate_in_one_is_played_by_better_bounds() {
        let board = Board::from_fen("3k5/9/9/9/9/9/9/9/R8/1R2K4 w").expect("a position");
        let found = BStar::new(Bounds::Probing, 5_000).search(&board, &[]);
        let mut after = board.clone();
        after.make_move(found.best.expect("a move"));
        assert!(!after.has_legal_move());
    }

    #[test]
    fn bounds_only_come_closer() {
        let mut node = Node::fresh(None, 0, -10, 50);
        node.narrow(-20, 60);
        assert_eq!((node.pes, node.opt), (-10, 50));
        node.narrow(0, 40);
        assert_eq!((node.pes, node.opt), (0, 40));
        node.narrow(-5, -3);
        assert_eq!((node.pes, node.opt), (-3, -3));
        let mut node = Node::fresh(None, 0, -10, 50);
        node.narrow(70, 90);
        assert_eq!((node.pes, node.opt), (70, 70));
    }
}
