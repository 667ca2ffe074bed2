//! The presets of the switches: play, and the searches of the literature.

use super::techniques::{
    Aspiration, CaptureValue, CheckExtension, Evaluation, FirstGuess, HistoryRule, HistoryShape,
    InternalDeepening, Killers, MoveOrder, NullMove, SingleReply, Techniques,
};

impl Techniques {
    /// Plain alpha-beta with moves as generated: "before" in table 2 of Yue and Feng.
    pub const PIECE_ORDER: Self = Self {
        evaluation: Evaluation::MaterialAndSquares,
        order: MoveOrder::Generated,
        captures: CaptureValue::StaticU,
        history: HistoryRule::Off,
        history_shape: HistoryShape::FromTo,
        evaluation_history: false,
        flight_order: false,
        killers: Killers::Off,
        counter_moves: false,
        table: true,
        equal_depth_only: false,
        upper_bounds_cut: true,
        fail_hard: false,
        fail_low_moves: true,
        iterative_deepening: false,
        aspiration: Aspiration::Off,
        principal_variation: false,
        internal_deepening: InternalDeepening::Off,
        internal_deepening_depth: 3,
        null_move: NullMove::Off,
        check_extension: CheckExtension::Off,
        recapture_twelfths: 0,
        single_reply_extension: SingleReply::Off,
        mate_threat_extension: false,
        singular_extension: false,
        quiescence: false,
        late_move_reductions: false,
        late_move_pruning: false,
        futility: false,
        reverse_futility: false,
        razoring: false,
        exchange_pruning: false,
        prob_cut: false,
        mate_distance: false,
        correction: false,
        game_rules: true,
    };

    /// The paper's ordering: "after" in tables 2 and 3.
    pub const ORDERED: Self = Self {
        order: MoveOrder::Paper,
        history: HistoryRule::Squared,
        killers: Killers::OfPly,
        ..Self::PIECE_ORDER
    };

    /// Killers before the good captures: "before" in table 3.
    pub const KILLERS_FIRST: Self = Self {
        order: MoveOrder::KillersFirst,
        ..Self::ORDERED
    };

    /// Internal iterative deepening: "before" in table 4.
    pub const IID: Self = Self {
        internal_deepening: InternalDeepening::Plain,
        ..Self::ORDERED
    };

    /// Internal iterative deepening with enlarged window: "after" in table 4.
    pub const IIDEW: Self = Self {
        internal_deepening: InternalDeepening::EnlargedWindow,
        ..Self::ORDERED
    };

    /// Plain alpha-beta: moves as generated, no table, no rules but mate (Pei's thesis).
    pub const ALPHA_BETA: Self = Self {
        table: false,
        game_rules: false,
        ..Self::PIECE_ORDER
    };

    /// Half a pawn around the static value as the root's window (Pei's thesis).
    pub const ASPIRATION: Self = Self {
        aspiration: Aspiration::StaticValue,
        ..Self::ALPHA_BETA
    };

    /// Minimal windows after the first move (Pei's thesis).
    pub const MINIMAL_WINDOW: Self = Self {
        principal_variation: true,
        ..Self::ALPHA_BETA
    };

    /// Iterative deepening, the last best move first (Pei's thesis).
    pub const DEEPENING: Self = Self {
        iterative_deepening: true,
        order: MoveOrder::BestFirst,
        ..Self::ALPHA_BETA
    };

    /// History alone orders the moves (Pei's thesis).
    pub const HISTORY: Self = Self {
        order: MoveOrder::History,
        history: HistoryRule::Doubled,
        ..Self::ALPHA_BETA
    };

    /// Iterative deepening and history together: the opponent of B* in Pei's thesis.
    pub const DEEPENING_AND_HISTORY: Self = Self {
        iterative_deepening: true,
        ..Self::HISTORY
    };

    /// What the overview of Yue and Feng describes, all together: adaptive null move, extensions, quiescence.
    pub const OVERVIEW: Self = Self {
        iterative_deepening: true,
        null_move: NullMove::Adaptive,
        check_extension: CheckExtension::Evading,
        recapture_twelfths: 9,
        single_reply_extension: SingleReply::InCheck,
        mate_threat_extension: true,
        quiescence: true,
        ..Self::IIDEW
    };

    /// The paper's ordering with minimal windows: principal variation search, or `NegaScout`.
    pub const PVS: Self = Self {
        principal_variation: true,
        ..Self::ORDERED
    };

    /// Zero-width windows around the expected value (Plaat and others 1996).
    pub const MTD_F: Self = Self {
        aspiration: Aspiration::ZeroWindows(FirstGuess::Expected),
        ..Self::ORDERED
    };

    /// Zero-width windows from above: SSS* (Stockman 1979) as alpha-beta with memory.
    pub const SSS_STAR: Self = Self {
        aspiration: Aspiration::ZeroWindows(FirstGuess::Highest),
        ..Self::ORDERED
    };

    /// Zero-width windows from below: DUAL*.
    pub const DUAL_STAR: Self = Self {
        aspiration: Aspiration::ZeroWindows(FirstGuess::Lowest),
        ..Self::ORDERED
    };

    /// Everything that wins games.
    pub const TOURNAMENT: Self = Self {
        evaluation: Evaluation::Network,
        order: MoveOrder::Tournament,
        captures: CaptureValue::Exchange,
        history: HistoryRule::Family,
        history_shape: HistoryShape::FromTo,
        evaluation_history: true,
        flight_order: true,
        killers: Killers::OfSiblings,
        counter_moves: true,
        table: true,
        equal_depth_only: false,
        upper_bounds_cut: true,
        fail_hard: false,
        fail_low_moves: false,
        iterative_deepening: true,
        aspiration: Aspiration::LastScore,
        principal_variation: true,
        internal_deepening: InternalDeepening::Tournament,
        internal_deepening_depth: 6,
        null_move: NullMove::Tournament,
        check_extension: CheckExtension::Giving,
        recapture_twelfths: 0,
        single_reply_extension: SingleReply::InCheck,
        mate_threat_extension: false,
        singular_extension: true,
        quiescence: true,
        late_move_reductions: true,
        late_move_pruning: true,
        futility: true,
        reverse_futility: true,
        razoring: true,
        exchange_pruning: true,
        prob_cut: true,
        mate_distance: true,
        correction: true,
        game_rules: true,
    };
}
