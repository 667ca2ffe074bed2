//! Scores: their bands, and the pair of a middlegame and an endgame score.
//!
//! ```text
//!  0 ... ordinary ... WON ... | KNOWN_WIN-KNOWN_SPAN .. KNOWN_WIN | BAN-MAX_PLY .. BAN | MATE-MAX_PLY .. MATE | INFINITE
//!                              endgame tables                      repetition offence   forced mate
//! ```
//!
//! A ban is what the opponent's forbidden repetition is worth. It depends on the path, so it has a
//! band of its own that the transposition table can recognise and refuse to reuse.

use std::ops::{Add, AddAssign, Mul, Sub};

/// A score from the view of the side to move; [`HALF_WON`] = half the games won for the better side.
pub type Score = i32;

/// The score with which the better side wins half of the games; most of the others are drawn.
///
/// Measured on 3.6 million quiet positions of the engine's games against itself at 600 nodes a move: of
/// 458,665 positions with a score between 100 and 149, the better side won 49.7 % and lost 9.9 %.
pub const HALF_WON: Score = 125;

/// An ordinary score as people read it: 100 = half the games won for the better side. Decisive scores
/// stay as they are.
pub const fn shown(score: Score) -> Score {
    if is_decisive(score) {
        score
    } else {
        score * 100 / HALF_WON
    }
}

/// Win, draw and loss in permille: a score of [`HALF_WON`] wins half of the games.
pub fn chances(score: Score) -> [i32; 3] {
    const STEEPNESS: f64 = 80.0;
    let wins = |score: Score| 1000.0 / (1.0 + (-f64::from(score - HALF_WON) / STEEPNESS).exp());
    let (win, loss) = (wins(score).round() as i32, wins(-score).round() as i32);
    [win, 1000 - win - loss, loss]
}

/// Remaining search depth in plies.
pub type Depth = i32;

/// The longest line a search follows.
pub const MAX_PLY: usize = 128;
/// Beyond every score.
pub const INFINITE: Score = 32_000;
/// Mate on the board; mate in n plies is `MATE - n`.
pub const MATE: Score = 31_000;
/// The opponent has lost by repetition; n plies from here is `BAN - n`.
pub const BAN: Score = MATE - 2 * MAX_PLY as Score;
/// The score of a drawn game.
pub const DRAW: Score = 0;
/// An endgame table says that the side to move wins; with mate in n plies it is `KNOWN_WIN - n`.
pub const KNOWN_WIN: Score = BAN - MAX_PLY as Score - 1;
/// Plies from the root to a position of a table, and from there to mate: never more than this.
const KNOWN_SPAN: Score = 512;
/// Ordinary scores are at most this.
pub const MAX_EVAL: Score = KNOWN_WIN - KNOWN_SPAN - 1;

/// An endgame table says that the side to move wins, but not how: the score is this and more, an ordinary one,
/// since the search still has to find the way.
pub const WON: Score = 8_000;
/// How far such scores lie apart.
const WON_SPAN: Score = 4_000;

/// The score of a position that is known to be won, with what it looks like.
pub const fn within_won(eval: Score) -> Score {
    let (low, high) = (-WON_SPAN / 2, WON_SPAN / 2);
    let eval = if eval < low {
        low
    } else if eval > high {
        high
    } else {
        eval
    };
    WON + WON_SPAN / 2 + eval
}

/// The side to move mates in `ply` plies from the root.
pub const fn mate_in(ply: usize) -> Score {
    MATE - ply as Score
}

/// The side to move is mated in `ply` plies from the root.
pub const fn mated_in(ply: usize) -> Score {
    -MATE + ply as Score
}

/// Whether the score claims a forced mate, for or against.
pub const fn is_mate(score: Score) -> bool {
    score.abs() >= MATE - MAX_PLY as Score
}

/// Whether the score rests on a forbidden repetition, for or against.
pub const fn is_ban(score: Score) -> bool {
    score.abs() > KNOWN_WIN && !is_mate(score)
}

/// An endgame table has the side to move mate so many plies from the root.
pub const fn known_win_in(plies: usize) -> Score {
    KNOWN_WIN - plies as Score
}

/// Whether the score rests on an endgame table's win or loss.
pub const fn is_known(score: Score) -> bool {
    score.abs() > MAX_EVAL && score.abs() <= KNOWN_WIN
}

/// Whether the score is a decided one: mate, ban, or known from an endgame table.
pub const fn is_decisive(score: Score) -> bool {
    score.abs() > MAX_EVAL
}

/// Moves until the mate that `score` claims: positive when the side to move mates.
pub const fn mate_moves(score: Score) -> Option<i32> {
    if !is_mate(score) {
        return None;
    }
    let plies = MATE - score.abs();
    Some(if score > 0 {
        (plies + 1) / 2
    } else {
        -(plies / 2)
    })
}

/// A middlegame and an endgame score in one integer, added and subtracted together.
///
/// The endgame half is in the upper sixteen bits; the lower half carries its sign into it, which
/// [`Tapered::endgame`] takes back.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Tapered(i32);

impl Tapered {
    /// No score.
    pub const ZERO: Self = Self(0);

    /// A pair from its parts.
    pub const fn new(middlegame: i32, endgame: i32) -> Self {
        Self((endgame << 16).wrapping_add(middlegame))
    }

    /// The middlegame half.
    pub const fn middlegame(self) -> Score {
        self.0 as i16 as Score
    }

    /// The endgame half.
    pub const fn endgame(self) -> Score {
        (self.0.wrapping_add(0x8000) >> 16) as i16 as Score
    }

    /// The mix for a game phase: `phase` of `full` = all middlegame, 0 = all endgame.
    pub const fn blend(self, phase: i32, full: i32) -> Score {
        (self.middlegame() * phase + self.endgame() * (full - phase)) / full
    }
}

impl Add for Tapered {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Self(self.0.wrapping_add(other.0))
    }
}

impl AddAssign for Tapered {
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}

impl Sub for Tapered {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        Self(self.0.wrapping_sub(other.0))
    }
}

impl Mul<i32> for Tapered {
    type Output = Self;
    fn mul(self, factor: i32) -> Self {
        Self(self.0.wrapping_mul(factor))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bands_do_not_overlap() {
        assert!(is_mate(mate_in(0)) && is_mate(mated_in(MAX_PLY)));
        assert!(!is_ban(mate_in(MAX_PLY)) && !is_mate(BAN) && is_ban(BAN - MAX_PLY as Score));
        assert!(!is_decisive(MAX_EVAL) && is_decisive(-BAN));
    }

    #[test]
    fn table_wins_lie_between_ordinary_scores_and_bans() {
        for plies in [0, 1, 250, 2 * MAX_PLY + 250] {
            for score in [known_win_in(plies), -known_win_in(plies)] {
                assert!(is_known(score) && is_decisive(score), "{plies}");
                assert!(!is_ban(score) && !is_mate(score), "{plies}");
            }
        }
        assert!(!is_known(MAX_EVAL) && !is_known(BAN - MAX_PLY as Score));
    }

    #[test]
    fn a_ban_is_decisive_at_every_ply_but_never_a_mate() {
        for ply in 0..=MAX_PLY as Score {
            for ban in [BAN - ply, -(BAN - ply)] {
                assert!(is_ban(ban) && is_decisive(ban) && !is_mate(ban), "{ban}");
                assert_eq!(mate_moves(ban), None);
            }
        }
        assert!(BAN < mate_in(MAX_PLY) && !is_ban(MAX_EVAL) && !is_ban(INFINITE));
    }

    #[test]
    fn people_read_half_the_games_as_a_hundred() {
        assert_eq!(
            (shown(HALF_WON), shown(-HALF_WON), shown(0)),
            (100, -100, 0)
        );
        assert_eq!(shown(mate_in(3)), mate_in(3));
    }

    #[test]
    fn mate_distance_counts_own_moves() {
        assert_eq!(mate_moves(mate_in(1)), Some(1));
        assert_eq!(mate_moves(mate_in(3)), Some(2));
        assert_eq!(mate_moves(mated_in(2)), Some(-1));
        assert_eq!(mate_moves(100), None);
    }

    #[test]
    fn tapered_halves_do_not_disturb_each_other() {
        for (mg, eg) in [(0, 0), (1, -1), (-1, 1), (-300, 250), (1200, -1300)] {
            let pair = Tapered::new(mg, eg);
            assert_eq!((pair.middlegame(), pair.endgame()), (mg, eg));
            let twice = pair + pair - Tapered::new(7, -9) - pair * 1;
            assert_eq!((twice.middlegame(), twice.endgame()), (mg - 7, eg + 9));
            let five = pair * 5;
            assert_eq!((five.middlegame(), five.endgame()), (mg * 5, eg * 5));
        }
        assert_eq!(Tapered::new(100, 0).blend(1, 2), 50);
    }

    #[test]
    fn chances_add_up_and_mirror() {
        for score in [-MAX_EVAL, -300, -1, 0, 1, 77, 100, mate_in(1)] {
            let [win, draw, loss] = chances(score);
            assert_eq!(win + draw + loss, 1000);
            assert_eq!(chances(-score), [loss, draw, win]);
            assert!(win >= 0 && draw >= 0 && loss >= 0, "{score}");
        }
    }
}
