//! Whether there is a mate within a number of moves at all, for `go mate`.
//!
//! The search proper leaves moves out on its judgement: it can find a mate, but never exclude one. Here every move
//! of both sides is looked at, and nothing is asked but whether the mate comes in time, first in one move, then
//! in two, and so on. It is done in portions between the iterations of the search, about as large as what the
//! search has spent, so that neither waits long for the other. Repetitions need no thought: the shortest mate
//! has none.

use crate::board::Board;
use crate::rules::Rules;
use crate::types::score::MAX_PLY;
use crate::types::{Move, MoveList};

/// What has been found out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Finding {
    /// Nothing yet.
    Open,
    /// This move mates in so many plies, and nothing mates sooner.
    Mate(Move, usize),
    /// Every line of the length asked for is refuted.
    NoMate,
}

/// Positions that are remembered; four megabytes.
const REMEMBERED: usize = 1 << 18;
/// A portion has at least so many positions, about a millisecond's worth: some searches have next to none.
const LEAST_PORTION: u64 = 1_000;
/// Somebody is asked whether to go on once in so many positions.
const ASK_INTERVAL: u64 = 256;

/// A question about the side to move of a position.
pub(super) struct MateSearch {
    board: Board,
    rules: Rules,
    moves: Vec<Move>,
    /// Plies of the mates looked for now.
    plies: usize,
    /// Plies of the longest mate asked for.
    most: usize,
    known: Box<[Known]>,
    /// The move that decided last, by plies to go.
    killers: [Option<Move>; MAX_PLY],
    /// Positions looked at.
    positions: u64,
}

/// An answer for a position with one side to move.
#[derive(Clone, Copy, Default)]
struct Known {
    check: u64,
    /// Within so many plies ...
    plies: u8,
    /// ... the mate comes, or does not.
    is_mate: bool,
}

/// The search was told to stop.
struct Interrupted;

/// How far a portion may go.
struct Portion<'a> {
    end: u64,
    must_stop: &'a mut dyn FnMut() -> bool,
}

impl MateSearch {
    /// Asks for a mate in at most `wanted` moves that begins with one of `moves`. `None` if that is further than
    /// anybody looks.
    pub(super) fn new(board: &Board, rules: Rules, moves: &[Move], wanted: u32) -> Option<Self> {
        let most = (2 * wanted as usize).checked_sub(1)?;
        (most < MAX_PLY).then(|| Self {
            board: board.without_history(),
            rules,
            moves: moves.to_vec(),
            plies: 1,
            most,
            known: vec![Known::default(); REMEMBERED].into_boxed_slice(),
            killers: [None; MAX_PLY],
            positions: 0,
        })
    }

    /// Goes on until it has looked at as many positions as the search, or some at least. What was not finished is begun again the next time, from what is remembered.
    pub(super) fn advance(&mut self, nodes: u64, must_stop: &mut dyn FnMut() -> bool) -> Finding {
        let end = nodes.max(self.positions.saturating_add(LEAST_PORTION));
        let mut portion = Portion { end, must_stop };
        while self.plies <= self.most {
            match self.first_mate(&mut portion) {
                Err(Interrupted) => return Finding::Open,
                Ok(Some(mv)) => return Finding::Mate(mv, self.plies),
                Ok(None) => self.plies += 2,
            }
        }
        Finding::NoMate
    }

    /// The move that mates within the plies looked at now.
    fn first_mate(&mut self, portion: &mut Portion<'_>) -> Result<Option<Move>, Interrupted> {
        for mv in self.moves.clone() {
            if self.is_mate_after(mv, self.plies - 1, portion)? {
                return Ok(Some(mv));
            }
        }
        Ok(None)
    }

    fn is_mate_after(
        &mut self,
        mv: Move,
        plies: usize,
        portion: &mut Portion<'_>,
    ) -> Result<bool, Interrupted> {
        self.positions += 1;
        let is_time_to_ask = self.positions.is_multiple_of(ASK_INTERVAL);
        if self.positions >= portion.end || (is_time_to_ask && (portion.must_stop)()) {
            return Err(Interrupted);
        }
        self.board.make_move(mv);
        let is_mate = self.is_mate(plies, portion);
        self.board.unmake_move();
        is_mate
    }

    /// Whether the mate comes within so many plies: by the side to move if they are odd, against it if they are
    /// even.
    fn is_mate(&mut self, plies: usize, portion: &mut Portion<'_>) -> Result<bool, Interrupted> {
        if plies == 0 {
            return Ok(!self.board.has_legal_move());
        }
        let check = self.key(plies);
        let slot = check as usize % REMEMBERED;
        let known = self.known[slot];
        if known.check == check {
            let known_plies = usize::from(known.plies);
            if known.is_mate && known_plies <= plies || !known.is_mate && known_plies >= plies {
                return Ok(known.is_mate);
            }
        }
        let is_mate = self.look(plies, portion)?;
        self.known[slot] = Known {
            check,
            plies: plies as u8,
            is_mate,
        };
        Ok(is_mate)
    }

    fn look(&mut self, plies: usize, portion: &mut Portion<'_>) -> Result<bool, Interrupted> {
        let is_attacker = !plies.is_multiple_of(2);
        let moves = self.ordered_moves(plies);
        // Mate on the last ply before the natural limit counts, a move beyond it does not.
        if moves.is_empty() || self.rules.is_limit_reached(&self.board) {
            return Ok(moves.is_empty() && !is_attacker);
        }
        for mv in moves {
            if self.is_mate_after(mv, plies - 1, portion)? == is_attacker {
                self.killers[plies] = Some(mv);
                return Ok(is_attacker);
            }
        }
        Ok(!is_attacker)
    }

    /// The legal moves; what decided elsewhere comes first.
    fn ordered_moves(&self, plies: usize) -> MoveList {
        let mut moves = self.board.legal_moves();
        let killer = moves.iter().position(|&mv| Some(mv) == self.killers[plies]);
        if let Some(place) = killer {
            moves[..=place].rotate_right(1);
        }
        moves
    }

    /// The position's key. Where the natural limit is near, it takes part.
    fn key(&self, plies: usize) -> u64 {
        let check = self.board.key().check;
        let (limit, count) = (self.rules.limit_plies, self.board.natural_limit().plies());
        if limit == 0 || usize::from(count) + plies < usize::from(limit) {
            return check;
        }
        check ^ (u64::from(count) + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::START_FEN;

    fn ask(fen: &str, wanted: u32) -> (Finding, u64) {
        let board = Board::from_fen(fen).expect("a position");
        let moves = board.legal_moves();
        let mut search = MateSearch::new(&board, Rules::default(), &moves, wanted).expect("near");
        let finding = search.advance(u64::MAX, &mut || false);
        (finding, search.positions)
    }

    #[test]
    fn mates_are_found_in_their_length_and_excluded_below_it() {
        let ladder = "3k5/9/9/9/9/R8/1R7/9/9/5K3 w - - 0 1";
        assert_eq!(ask(ladder, 1).0, Finding::NoMate);
        let (Finding::Mate(mv, plies), _) = ask(ladder, 4) else {
            panic!("two rooks mate");
        };
        assert_eq!(plies, 3, "{mv}");
        assert_eq!(
            ask("4k4/9/9/9/9/9/9/9/9/3K4N w - - 0 1", 3).0,
            Finding::NoMate
        );
    }

    #[test]
    fn stalemate_is_a_win_too() {
        // The pawn takes the king's last square; the other one lies open to the red king.
        let fen = "3k5/9/2P6/9/9/9/9/9/9/4K4 w - - 0 1";
        let (Finding::Mate(mv, 1), _) = ask(fen, 1) else {
            panic!("stalemate");
        };
        assert_eq!(mv.to_string(), "c7c8");
    }

    #[test]
    fn the_natural_limit_ends_the_game_before_the_mate() {
        let fen = |plies: u32| format!("3k5/9/9/9/9/R8/1R7/9/9/5K3 w - - {plies} 70");
        assert!(matches!(ask(&fen(117), 2).0, Finding::Mate(_, 3)));
        assert_eq!(ask(&fen(118), 2).0, Finding::NoMate);
    }

    #[test]
    fn portions_lead_to_the_same_end() {
        let (finding, positions) = ask(START_FEN, 2);
        assert_eq!(finding, Finding::NoMate);
        assert!(positions > LEAST_PORTION, "{positions}");
        let board = Board::start();
        let moves = board.legal_moves();
        let mut search = MateSearch::new(&board, Rules::default(), &moves, 2).expect("near");
        let mut portions = 0;
        while search.advance(search.positions * 2, &mut || false) == Finding::Open {
            portions += 1;
            assert!(portions < 50, "no end");
        }
        assert!(portions > 0);
        assert_eq!(search.advance(1, &mut || true), Finding::NoMate);
    }

    #[test]
    fn it_stops_when_told() {
        let board = Board::start();
        let moves = board.legal_moves();
        let mut search = MateSearch::new(&board, Rules::default(), &moves, 20).expect("near");
        let mut asked = 0;
        let finding = search.advance(u64::MAX, &mut || {
            asked += 1;
            asked == 3
        });
        assert_eq!((finding, asked), (Finding::Open, 3));
        assert!(MateSearch::new(&board, Rules::default(), &moves, 100).is_none());
    }
}
