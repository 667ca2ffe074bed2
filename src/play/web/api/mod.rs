//! What the page can ask about a game, as pure functions from request to answer.
//!
//! The server keeps no games: a request carries the first position and the moves, and the answer says
//! everything the page shows about them. A reload, a second tab or a restarted server changes nothing.

use std::collections::BTreeMap;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::board::{Board, START_FEN};
use crate::notation::{to_chinese, to_wxf};
use crate::play::game::{
    Clocks, Game, GameEnd, Note, Pace, Players, TableVerdict, read_game, read_move, why_illegal,
};
use crate::play::levels::{LEVELS, measured_elo};
use crate::play::opponent::{Task, accepts_draw};
use crate::play::words::{Language, Say};
use crate::rules::{Rule, Rules};
use crate::search::TimeControl;
use crate::types::{Depth, Move, Score, Side};

use super::judge::Judgement;

/// The longest game that is answered.
pub(super) const MAX_PLIES: usize = 2000;
/// The longest time for one move or one hint.
const MAX_MOVE_TIME: Duration = Duration::from_mins(1);
/// The longest analysis of one position.
const MAX_ANALYSIS_TIME: Duration = Duration::from_mins(5);
/// The most lines of an analysis.
const MAX_LINES: usize = 5;

/// Why a request was refused, in the words of the person who asked.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub(super) struct Refusal {
    pub(super) error: String,
}

impl Refusal {
    fn new(error: impl Into<String>) -> Self {
        Self {
            error: error.into(),
        }
    }
}

type Answer<T> = Result<T, Refusal>;

/// A game as the page knows it.
#[derive(Clone, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(super) struct GameText {
    /// The first position; the start position if empty.
    fen: String,
    /// The moves in coordinates, blanks between them.
    moves: String,
    /// `en` or `zh`.
    lang: String,
    /// The repetition rule; `asianrule` if empty.
    rule: String,
}

impl GameText {
    pub(super) fn language(&self) -> Language {
        Language::of_tag(&self.lang)
    }

    fn rules(&self) -> Answer<Rules> {
        let rule = match self.rule.as_str() {
            "" => Rule::default(),
            text => text
                .parse()
                .map_err(|error: crate::rules::ParseRuleError| Refusal::new(error.to_string()))?,
        };
        Ok(Rules {
            rule,
            ..Rules::default()
        })
    }

    /// Replays the game.
    fn replay(&self) -> Answer<Game> {
        let language = self.language();
        let fen = match self.fen.trim() {
            "" => START_FEN,
            fen => fen,
        };
        let mut board = Board::from_fen(fen).map_err(|error| Refusal::new(error.say(language)))?;
        for (index, text) in self.moves.split_whitespace().enumerate() {
            if index >= MAX_PLIES {
                let chinese = format!("着法太多（最多 {MAX_PLIES} 步）");
                let english = format!("too many moves (expected at most {MAX_PLIES})");
                return Err(Refusal::new(language.choose(&english, &chinese)));
            }
            let mv: Move = text
                .parse()
                .map_err(|error: crate::types::ParseMoveError| Refusal::new(error.to_string()))?;
            if let Some(reason) = why_illegal(&board, mv) {
                let reason = reason.say(language);
                return Err(Refusal::new(format!("{}. {text}: {reason}", index + 1)));
            }
            board.make_move(mv);
        }
        Ok(Game::new(board, self.rules()?))
    }
}

/// Everything the page shows about a game.
#[derive(Serialize)]
pub(super) struct View {
    start: String,
    fen: String,
    side: &'static str,
    moves: Vec<MoveView>,
    /// What may be played now.
    legal: Vec<String>,
    /// The square of the king in check.
    check: Option<String>,
    end: Option<EndView>,
    /// Counted plies without a capture, and how many end the game.
    limit: [u16; 2],
    /// What the endgame tables say, by the number of moves played.
    tables: BTreeMap<usize, EndView>,
}

/// A played move in all notations.
#[derive(Serialize)]
struct MoveView {
    iccs: String,
    wxf: String,
    zh: String,
    check: bool,
}

/// How the game ended, or would end.
#[derive(Serialize)]
pub(super) struct EndView {
    winner: Option<&'static str>,
    text: String,
}

impl EndView {
    fn new(end: GameEnd, language: Language) -> Self {
        Self {
            winner: end.winner.map(side_name),
            text: end.say(language),
        }
    }

    fn of_table(verdict: TableVerdict, language: Language) -> Self {
        Self {
            winner: verdict.winner().map(side_name),
            text: verdict.say(language),
        }
    }
}

const fn side_name(side: Side) -> &'static str {
    match side {
        Side::Red => "red",
        Side::Black => "black",
    }
}

impl View {
    fn new(game: &Game, language: Language) -> Self {
        let board = game.board();
        let mut replayed = game.start().clone();
        let mut tables = BTreeMap::new();
        let mut look_up = |ply, board: &Board| {
            if let Some(verdict) = TableVerdict::of(board, game.rules()) {
                tables.insert(ply, EndView::of_table(verdict, language));
            }
        };
        look_up(0, &replayed);
        let moves = game
            .moves()
            .enumerate()
            .map(|(index, mv)| {
                let (wxf, zh) = (to_wxf(&replayed, mv), to_chinese(&replayed, mv));
                replayed.make_move(mv);
                look_up(index + 1, &replayed);
                MoveView {
                    iccs: mv.to_string(),
                    wxf,
                    zh,
                    check: replayed.is_in_check(),
                }
            })
            .collect();
        let side = board.side_to_move();
        let king = board.placement().king_square(side);
        Self {
            start: game.start().fen(),
            fen: board.fen(),
            side: side_name(side),
            moves,
            legal: game.allowed_moves().iter().map(Move::to_string).collect(),
            check: board.is_in_check().then(|| king.to_string()),
            end: game.end().map(|end| EndView::new(end, language)),
            limit: [board.natural_limit().plies(), game.rules().limit_plies],
            tables,
        }
    }
}

/// Looks at a game.
pub(super) fn position(request: &GameText) -> Answer<View> {
    Ok(View::new(&request.replay()?, request.language()))
}

/// A game and a move to play in it.
#[derive(Deserialize)]
pub(super) struct MoveRequest {
    game: GameText,
    /// The move in any notation.
    #[serde(rename = "move")]
    text: String,
}

/// Plays a move, or says why it cannot be played.
pub(super) fn play_move(request: &MoveRequest) -> Answer<View> {
    let language = request.game.language();
    let mut game = request.game.replay()?;
    let mv = read_move(&game, &request.text).map_err(|error| Refusal::new(error.say(language)))?;
    game.play(mv)
        .map_err(|reason| Refusal::new(reason.say(language)))?;
    Ok(View::new(&game, language))
}

/// A text that somebody has pasted.
#[derive(Deserialize)]
pub(super) struct ReadRequest {
    text: String,
    #[serde(default)]
    lang: String,
}

/// Reads a FEN, moves, or a game in PGN.
pub(super) fn read(request: &ReadRequest) -> Answer<View> {
    let language = Language::of_tag(&request.lang);
    let game = read_game(&request.text, Rules::default())
        .map_err(|error| Refusal::new(error.say(language)))?;
    if game.moves().count() > MAX_PLIES {
        return Err(Refusal::new(format!(
            "too many moves (expected at most {MAX_PLIES})"
        )));
    }
    Ok(View::new(&game, language))
}

/// What the page remembers about a played move.
#[derive(Clone, Copy, Default, Deserialize)]
#[serde(default)]
struct NoteText {
    score: Option<Score>,
    depth: Depth,
    ms: u64,
}

impl From<NoteText> for Note {
    fn from(note: NoteText) -> Self {
        Self {
            score: note.score,
            depth: note.depth,
            time: Duration::from_millis(note.ms),
        }
    }
}

/// How the page ended a game.
#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "lowercase")]
enum EndText {
    RedResigns,
    BlackResigns,
    Agreement,
    RedTime,
    BlackTime,
    /// By the verdict of the endgame tables.
    Table,
}

impl EndText {
    /// The end; `None` if there is no such verdict.
    fn end(self, game: &Game) -> Option<GameEnd> {
        Some(match self {
            Self::RedResigns => GameEnd::resignation(Side::Red),
            Self::BlackResigns => GameEnd::resignation(Side::Black),
            Self::Agreement => GameEnd::agreement(),
            Self::RedTime => GameEnd::time(Side::Red),
            Self::BlackTime => GameEnd::time(Side::Black),
            Self::Table => return game.table_verdict().map(TableVerdict::end),
        })
    }
}

/// A game with what the page knows about its course.
#[derive(Deserialize)]
pub(super) struct CourseRequest {
    game: GameText,
    #[serde(default)]
    notes: Vec<Option<NoteText>>,
    #[serde(default)]
    end: Option<EndText>,
    #[serde(default)]
    red: String,
    #[serde(default)]
    black: String,
    #[serde(default)]
    date: String,
}

impl CourseRequest {
    /// The game with its notes and its end.
    fn replay(&self) -> Answer<Game> {
        let notes = self
            .notes
            .iter()
            .map(|note| note.unwrap_or_default().into());
        let mut game = self.game.replay()?.with_notes(notes);
        if let Some(end) = self.end.and_then(|end| end.end(&game)) {
            game.finish(end);
        }
        Ok(game)
    }
}

/// A text in an answer.
#[derive(Serialize)]
pub(super) struct Text {
    text: String,
}

/// The game as PGN.
pub(super) fn pgn(request: &CourseRequest) -> Answer<Text> {
    let name = |name: &String| match name.trim() {
        "" => "?".to_owned(),
        name => name.chars().take(60).collect(),
    };
    let players = Players([name(&request.red), name(&request.black)]);
    let date: String = request.date.chars().take(10).collect();
    Ok(Text {
        text: request.replay()?.pgn(&players, &date),
    })
}

/// How a game that the page has ended is said.
pub(super) fn end(request: &CourseRequest) -> Answer<Option<EndView>> {
    let end = request.replay()?.end();
    Ok(end.map(|end| EndView::new(end, request.game.language())))
}

/// Whether the engine takes a draw.
#[derive(Serialize)]
pub(super) struct DrawAnswer {
    accepted: bool,
    text: String,
}

/// Answers a draw offer of the side to move.
pub(super) fn draw(request: &CourseRequest) -> Answer<DrawAnswer> {
    let language = request.game.language();
    let game = request.replay()?;
    let accepted = game.end().is_none() && accepts_draw(&game);
    let text = if accepted {
        GameEnd::agreement().say(language)
    } else {
        language
            .choose("the engine declines the draw", "引擎不同意和棋")
            .to_owned()
    };
    Ok(DrawAnswer { accepted, text })
}

/// Judges the end of a game.
pub(super) fn judge(request: &GameText) -> Answer<Judgement> {
    Ok(Judgement::new(&request.replay()?, request.language()))
}

/// What to think about.
#[derive(Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Mode {
    /// A move of the game.
    Move,
    /// The best move, for a person.
    Hint,
    /// Lines, until the page has seen enough.
    Analysis,
}

/// A game to think about.
#[derive(Deserialize)]
pub(super) struct ThinkRequest {
    pub(super) game: GameText,
    mode: Mode,
    #[serde(default)]
    level: Option<u8>,
    /// Milliseconds a move.
    #[serde(default)]
    ms: Option<u64>,
    /// Milliseconds left for red and black, and added a move.
    #[serde(default)]
    clock: Option<[u64; 3]>,
    #[serde(default)]
    lines: Option<usize>,
}

/// What a worker shall do.
pub(super) struct Order {
    pub(super) board: Board,
    pub(super) rules: Rules,
    pub(super) task: Task,
    /// When the work ends in any case.
    pub(super) limit: Duration,
}

/// Turns a request into work within the server's bounds; `None` if the game is over.
pub(super) fn order(request: &ThinkRequest) -> Answer<Option<Order>> {
    let game = request.game.replay()?;
    if game.end().is_some() && request.mode != Mode::Analysis {
        return Ok(None);
    }
    let ms = Duration::from_millis(request.ms.unwrap_or(1000));
    let time = ms.clamp(Duration::from_millis(10), MAX_MOVE_TIME);
    let level = request.level.unwrap_or(*LEVELS.end()).min(*LEVELS.end());
    let task = match (request.mode, request.clock) {
        (Mode::Analysis, _) => Task {
            level,
            time: TimeControl::None,
            lines: request.lines.unwrap_or(1).clamp(1, MAX_LINES),
            is_analysis: true,
        },
        (Mode::Hint, _) => Task::advice(time),
        (Mode::Move, None) => Task::game_move(level, Pace::PerMove(time), None, &game),
        (Mode::Move, Some([red, black, increment])) => {
            let bounded = |ms: u64| Duration::from_millis(ms).min(Pace::MAX);
            let clocks = Clocks::with_left([bounded(red), bounded(black)], bounded(increment));
            let pace = Pace::Clock {
                base: bounded(red),
                increment: bounded(increment),
            };
            Task::game_move(level, pace, Some(clocks), &game)
        }
    };
    Ok(Some(Order {
        board: game.board().clone(),
        rules: *game.rules(),
        limit: if task.is_analysis {
            MAX_ANALYSIS_TIME
        } else {
            MAX_MOVE_TIME
        },
        task,
    }))
}

/// What the page has to know about the program.
#[derive(Serialize)]
pub(super) struct About {
    version: &'static str,
    /// Elo of each level above level 0; `null` for full strength.
    levels: Vec<Option<u16>>,
    max_lines: usize,
}

/// The program introduces itself.
pub(super) fn about() -> About {
    About {
        version: env!("CARGO_PKG_VERSION"),
        levels: LEVELS.map(measured_elo).collect(),
        max_lines: MAX_LINES,
    }
}

#[cfg(test)]
mod tests;
