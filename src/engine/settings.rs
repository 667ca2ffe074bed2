//! What the user can choose about the engine, whatever protocol carries the choice.

use std::time::Duration;

use crate::algorithms::{Player, PlayerSearch};
use crate::rules::Rules;
use crate::search::Params;
use crate::search::techniques::{
    CaptureValue, Evaluation, InternalDeepening, NullMove, SingleReply, Techniques,
};
use crate::types::Score;

use super::strength::Strength;

/// How much of something, in UCCI's words.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Amount {
    /// Nothing.
    None,
    /// Next to nothing.
    Tiny,
    /// A little.
    Small,
    /// Some.
    Medium,
    /// Much.
    Large,
    /// Very much.
    Huge,
}

/// How the engine likes its games.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Style {
    /// A draw is welcome.
    Solid,
    /// A draw is a draw.
    Normal,
    /// A draw is avoided.
    Risky,
}

/// All settings of the engine.
#[derive(Clone, PartialEq, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "independent check boxes")]
pub struct Settings {
    /// Megabytes of the transposition table; 0 = the engine decides.
    pub hash_megabytes: usize,
    /// Search threads; 0 = the engine decides.
    pub threads: usize,
    /// How many best lines to show.
    pub multi_pv: usize,
    /// The engine may expect to think on the opponent's time.
    pub ponder: bool,
    /// Kept back from every move for the way to the client.
    pub overhead: Duration,
    /// CPU left to others.
    pub idle: Amount,
    /// How boldly branches are cut.
    pub pruning: Amount,
    /// How much the search knows beyond plain material search.
    pub knowledge: Amount,
    /// Which published algorithm plays.
    pub technique: Player,
    /// The static evaluation; `None` = the algorithm's own.
    pub evaluation: Option<Evaluation>,
    /// How much the choice among nearly equal moves is left to chance.
    pub randomness: Amount,
    /// What a draw is worth.
    pub style: Style,
    /// Repetition and natural limit.
    pub rules: Rules,
    /// How well to play.
    pub strength: Strength,
    /// The numbers of the search.
    pub params: Params,
    /// Tell more about a search.
    pub debug: bool,
    /// Resign lost games instead of playing on.
    pub resign: bool,
    /// A network instead of the one built in; empty = the one built in.
    pub eval_file: String,
    /// Play from the opening book.
    pub use_book: bool,
    /// Book files, `;` between them; empty = the built-in book.
    pub book_files: String,
    /// Fixes the choice among book moves; 0 = different each time.
    pub seed: u64,
    /// Use endgame tables: those inside the program and of [`Settings::egtb_paths`].
    pub use_egtb: bool,
    /// Endgame table directories, `;` between them.
    pub egtb_paths: String,
}

impl Settings {
    /// Megabytes of the transposition table when the user leaves it to the engine.
    pub const DEFAULT_HASH: usize = 64;
    /// The most megabytes a client may ask for.
    pub const MAX_HASH: i64 = 65_536;
    /// The most search threads.
    pub const MAX_THREADS: i64 = 256;

    /// Kept back from every move unless the user says otherwise.
    pub const DEFAULT_OVERHEAD: Duration = Duration::from_millis(10);

    /// The table size to use.
    pub fn table_megabytes(&self) -> usize {
        match self.hash_megabytes {
            0 => Self::DEFAULT_HASH,
            megabytes => megabytes,
        }
    }

    /// The number of threads to use.
    pub fn thread_count(&self) -> usize {
        match self.threads {
            0 => std::thread::available_parallelism().map_or(1, usize::from),
            threads => threads,
        }
    }

    /// What a draw is worth to the engine.
    pub fn draw_score(&self) -> Score {
        match self.style {
            Style::Solid => 15,
            Style::Normal => 0,
            Style::Risky => -25,
        }
    }

    /// The share of the time to sleep, in percent.
    pub fn idle_percent(&self) -> u32 {
        match self.idle {
            Amount::None => 0,
            Amount::Tiny | Amount::Small => 25,
            Amount::Medium => 50,
            Amount::Large | Amount::Huge => 75,
        }
    }

    /// Who plays under these settings. Pruning and knowledge are matters of the tournament search.
    pub fn player(&self) -> Player {
        let mut player = self.technique;
        if player == Player::TOURNAMENT {
            player.search = PlayerSearch::AlphaBeta(self.techniques());
        }
        match self.evaluation {
            Some(evaluation) => player.with_evaluation(evaluation),
            None => player,
        }
    }

    /// The tournament search's switches under these settings.
    fn techniques(&self) -> Techniques {
        let mut on = Techniques::TOURNAMENT;
        if self.pruning < Amount::Large {
            on.prob_cut = false;
            on.razoring = false;
            on.late_move_pruning = false;
        }
        if self.pruning < Amount::Medium {
            on.futility = false;
            on.reverse_futility = false;
            on.exchange_pruning = false;
        }
        if self.pruning < Amount::Small {
            on.null_move = NullMove::Off;
            on.late_move_reductions = false;
        }
        if self.knowledge < Amount::Large {
            on.evaluation = Evaluation::Full;
            on.singular_extension = false;
            on.correction = false;
        }
        if self.knowledge < Amount::Medium {
            on.internal_deepening = InternalDeepening::Off;
            on.counter_moves = false;
        }
        if self.knowledge < Amount::Small {
            on.evaluation = Evaluation::MaterialAndSquares;
            on.captures = CaptureValue::StaticU;
            on.single_reply_extension = SingleReply::Off;
        }
        on
    }
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            hash_megabytes: Self::DEFAULT_HASH,
            threads: 1,
            multi_pv: 1,
            ponder: false,
            overhead: Self::DEFAULT_OVERHEAD,
            idle: Amount::None,
            pruning: Amount::Large,
            knowledge: Amount::Large,
            technique: Player::TOURNAMENT,
            evaluation: None,
            randomness: Amount::None,
            style: Style::Normal,
            rules: Rules::default(),
            strength: Strength::default(),
            params: Params::DEFAULT,
            debug: false,
            resign: false,
            eval_file: String::new(),
            use_book: false,
            book_files: String::new(),
            seed: 0,
            use_egtb: true,
            egtb_paths: String::new(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_defaults_are_the_tournament_set() {
        assert_eq!(Settings::default().player(), Player::TOURNAMENT);
    }

    #[test]
    fn less_pruning_switches_more_off() {
        let with = |pruning| {
            Settings {
                pruning,
                ..Settings::default()
            }
            .techniques()
        };
        assert!(!with(Amount::Medium).prob_cut && with(Amount::Medium).futility);
        assert!(!with(Amount::Small).futility && with(Amount::Small).late_move_reductions);
        assert_eq!(with(Amount::None).null_move, NullMove::Off);
    }

    #[test]
    fn zero_leaves_the_choice_to_the_engine() {
        let settings = Settings {
            hash_megabytes: 0,
            threads: 0,
            ..Settings::default()
        };
        assert_eq!(settings.table_megabytes(), Settings::DEFAULT_HASH);
        assert!(settings.thread_count() >= 1);
    }
}
