//! Which techniques a search uses: the switches. Their presets are in `presets.rs`.
//!
//! The same search plays and is measured. A preset is a value of [`Techniques`]; the lab changes
//! nothing but these switches.

use crate::board::Board;
use crate::eval::published::Published;
use crate::eval::{evaluate, material_and_squares};
use crate::nnue::Network;
use crate::types::{Depth, Kind, Score};

use super::params::fixed::HALF_A_PAWN;

/// In which order moves are tried.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MoveOrder {
    /// As generated, piece by piece; not even the hash move comes first.
    Generated,
    /// The same, but rooks first, then horses and cannons, pawns, advisors and elephants, the king.
    StrongFirst,
    /// The best move known, then as generated.
    BestFirst,
    /// By history alone, the best move known first (Pei's thesis).
    History,
    /// The paper's: hash move, captures with U >= 0, killers, the rest by history.
    Paper,
    /// The paper's, but killers before the captures.
    KillersFirst,
    /// Hash move, captures that do not lose material, killers and counter move, quiets, bad captures.
    Tournament,
}

impl MoveOrder {
    /// Whether the best move known comes first, so that what an unfinished iteration has found is at least as
    /// good as what the last one found.
    pub(super) const fn tries_best_first(self) -> bool {
        !matches!(self, Self::Generated | Self::StrongFirst)
    }
}

/// How good captures are told from bad ones.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CaptureValue {
    /// The paper's static value U: victim minus attacker if protected, victim if not.
    StaticU,
    /// Exchange evaluation with the most valuable victim first.
    Exchange,
}

/// How cutoffs are remembered.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum HistoryRule {
    /// Not at all.
    Off,
    /// `depth * depth` (Yue and Feng).
    Squared,
    /// `2 ^ depth` (Pei's thesis).
    Doubled,
    /// Butterfly, piece-to, continuation and capture tables with decay.
    Family,
}

/// By what the papers' rules of history tell moves apart.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum HistoryShape {
    /// Origin and target, both sides together: 90x90.
    FromTo,
    /// Piece and target: 14x90.
    PieceTo,
    /// Side, origin and target: 2x90x90 (Yang's report).
    SideFromTo,
}

/// What a quiet position is worth.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Evaluation {
    /// Men alone, by the values of Pei's thesis: coarse, so that many positions are worth the same.
    Material,
    /// Men and the squares they stand on, nothing else.
    MaterialAndSquares,
    /// Every term.
    Full,
    /// The learnt network.
    Network,
    /// As a publication prints it.
    Published(Published),
}

impl Evaluation {
    /// The static score from the view of the side to move.
    #[inline]
    pub fn of(self, board: &Board) -> Score {
        match self {
            Self::Network => Network::built_in().evaluate(board),
            Self::Full => evaluate(board),
            Self::MaterialAndSquares => material_and_squares(board),
            Self::Material => material(board),
            Self::Published(evaluation) => evaluation.evaluate(board),
        }
    }

    /// Half of what a pawn is worth: how wide a window around the static value is to either side.
    pub(super) const fn half_a_pawn(self) -> Score {
        match self {
            Self::Published(evaluation) => evaluation.pawn() / 2,
            Self::Material => Published::Thesis.pawn() / 2,
            Self::MaterialAndSquares | Self::Full | Self::Network => HALF_A_PAWN,
        }
    }
}

/// Counts the men of both sides by the values of Pei's thesis.
fn material(board: &Board) -> Score {
    let side = board.side_to_move();
    let men = |side, kind| board.placement().count(side, kind) as Score;
    let surplus = |kind| men(side, kind) - men(side.opponent(), kind);
    Kind::ALL
        .iter()
        .map(|&kind| Published::Thesis.value(kind) * surplus(kind))
        .sum()
}

/// Which moves that cut are tried again at the same ply.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Killers {
    /// None.
    Off,
    /// The last two that cut at this ply, wherever in the tree (the papers).
    OfPly,
    /// The two that cut most often at this ply ("the moves that caused most cutoffs", Yue and Feng).
    MostCutoffs,
    /// The last two that cut among the siblings of this node.
    OfSiblings,
}

/// Where the root's window comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Aspiration {
    /// It is open.
    Off,
    /// Half a pawn around the static value; one more search when that fails (Pei's thesis).
    StaticValue,
    /// A few points around the last iteration's score, widened step by step.
    LastScore,
    /// One zero-width window after the other until the value is known: MTD (Plaat and others 1996).
    ZeroWindows(FirstGuess),
}

/// Where a search by zero-width windows alone begins.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FirstGuess {
    /// The last iteration's score, or else the static value: MTD(f).
    Expected,
    /// Above every score: visits the nodes of SSS* in its order.
    Highest,
    /// Below every score: DUAL*.
    Lowest,
}

/// What to do at a node without a hash move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum InternalDeepening {
    /// Nothing.
    Off,
    /// A search two plies shallower supplies the move.
    Plain,
    /// The same, and when it fails low, again with the lower bound opened (IIDEW).
    EnlargedWindow,
    /// IIDEW at nodes of the principal variation, elsewhere one ply less depth.
    Tournament,
}

/// How a null move is tried.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NullMove {
    /// Not at all.
    Off,
    /// A fixed reduction.
    Fixed(i32),
    /// Reduction 2 or 3 by depth and material (Yue and Feng after Heinz).
    Adaptive,
    /// Reduction 3; a fail high counts only if a shallower search confirms it (Tabibi and Netanyahu).
    Verified,
    /// Deeper reductions the deeper and better the position; verified at high depth.
    Tournament,
}

/// Who stays when two positions want one slot of the transposition table.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum Replacement {
    /// The newcomer.
    Always,
    /// The deeper one.
    DepthPreferred,
    /// Two layers: the deeper one above, the newcomer or the displaced one below.
    TwoLayer,
    /// So many entries, at most 16; the shallowest goes.
    MultiLayer(u8),
}

/// Which moves a check extends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CheckExtension {
    /// None.
    Off,
    /// Those that give check and lose nothing by it.
    Giving,
    /// Those of a side in check.
    Evading,
}

/// When the only legal move is searched deeper.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SingleReply {
    /// Never.
    Off,
    /// In check.
    InCheck,
    /// Always.
    Always,
}

/// The switches.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "a set of independent switches is what it is"
)]
pub struct Techniques {
    /// The static evaluation.
    pub evaluation: Evaluation,
    /// Move ordering.
    pub order: MoveOrder,
    /// Capture ordering.
    pub captures: CaptureValue,
    /// History rule.
    pub history: HistoryRule,
    /// What the papers' rules tell apart.
    pub history_shape: HistoryShape,
    /// Quiet moves are remembered by what they did to the static evaluation, too.
    pub evaluation_history: bool,
    /// Rooks, horses and cannons in danger move early.
    pub flight_order: bool,
    /// Killer moves.
    pub killers: Killers,
    /// The refutation of the opponent's last move.
    pub counter_moves: bool,
    /// The transposition table.
    pub table: bool,
    /// Cut from the table only at equal depth, so that values equal plain minimax.
    pub equal_depth_only: bool,
    /// An entry that is an upper bound may cut. The pseudocode of Yue and Feng has no such cut.
    pub upper_bounds_cut: bool,
    /// Values outside the window are brought to its edge.
    pub fail_hard: bool,
    /// A node where no move reached alpha remembers the one that came nearest (line 21 of the
    /// pseudocode of Yue and Feng), otherwise none.
    pub fail_low_moves: bool,
    /// Search depth 1, 2, 3, ... instead of the final depth at once.
    pub iterative_deepening: bool,
    /// The root's window.
    pub aspiration: Aspiration,
    /// Minimal windows after the first move.
    pub principal_variation: bool,
    /// Internal deepening.
    pub internal_deepening: InternalDeepening,
    /// The papers' internal deepening starts at this depth. Yue and Feng say "usually d > 3", but their
    /// pseudocode has no limit (below 3 there is nothing to search) and their table 4 saves at depth 3.
    pub internal_deepening_depth: Depth,
    /// Null move.
    pub null_move: NullMove,
    /// One ply more for checks.
    pub check_extension: CheckExtension,
    /// Twelfths of a ply more for a recapture: 8 or 9 in the overview of Yue and Feng, 0 for none.
    pub recapture_twelfths: i32,
    /// One ply more when there is one legal reply.
    pub single_reply_extension: SingleReply,
    /// One ply more when passing would be mated.
    pub mate_threat_extension: bool,
    /// More depth for a hash move that no other move comes near.
    pub singular_extension: bool,
    /// Captures at the horizon until it is quiet.
    pub quiescence: bool,
    /// Less depth for late moves.
    pub late_move_reductions: bool,
    /// No late quiet moves at low depth.
    pub late_move_pruning: bool,
    /// No quiet moves that cannot lift a poor evaluation at low depth.
    pub futility: bool,
    /// Cut when the evaluation is far above beta at low depth.
    pub reverse_futility: bool,
    /// Straight to quiescence when the evaluation is far below alpha at low depth.
    pub razoring: bool,
    /// No moves that lose material at low depth.
    pub exchange_pruning: bool,
    /// Cut when a good capture beats beta by a margin in a shallow search.
    pub prob_cut: bool,
    /// No search for longer mates than the one found.
    pub mate_distance: bool,
    /// Correct the static evaluation by what searches of similar positions returned.
    pub correction: bool,
    /// Game rules besides mate: repetition, natural limit, dead material.
    pub game_rules: bool,
}

impl Default for Techniques {
    fn default() -> Self {
        Self::TOURNAMENT
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn material_is_counted_for_the_side_to_move() {
        let value = |fen: &str| {
            let board = Board::from_fen(fen).expect("a position");
            Evaluation::Material.of(&board)
        };
        assert_eq!(Evaluation::Material.of(&Board::start()), 0);
        // Rook and pawn against cannon and advisor.
        assert_eq!(value("3k1a3/9/9/9/2c6/9/P8/9/9/R3K4 w"), 460);
        assert_eq!(value("3k1a3/9/9/9/2c6/9/P8/9/9/R3K4 b"), -460);
    }
}
