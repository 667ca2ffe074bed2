//! `hanxin play`: a game in the terminal, also through a pipe.
//!
//! `command` reads what the person types, `screen` writes what he sees, and this file is the loop
//! between them. Commands answer at once; after a move the engine thinks and answers.

mod command;
mod screen;

use std::io::{self, BufRead, Write};
use std::path::Path;
use std::time::{Duration, Instant};

use crate::board::Board;
use crate::play::game::{Clocks, Game, GameEnd, Note, Pace, Players, read_game, read_move};
use crate::play::opponent::{Answer, Opponent, Task, accepts_draw};
use crate::play::words::{Language, Say};
use crate::rules::Rules;
use crate::storage::replace;
use crate::types::Side;

use command::Command;
pub use screen::Screen;

/// How long the engine thinks about a hint or an evaluation when there are clocks.
const ADVICE_TIME: Duration = Duration::from_secs(1);
/// The longest file that is read as a game.
const MAX_FILE: u64 = 1 << 20;

/// How a game is set up.
#[derive(Clone, Debug)]
pub struct Setup {
    /// The side the person plays; `None` = the engine plays both.
    pub person: Option<Side>,
    /// The engine's strength, 0-20.
    pub level: u8,
    /// How time is given.
    pub pace: Pace,
    /// The first position.
    pub board: Board,
    /// The rules.
    pub rules: Rules,
    /// Megabytes of the engine's table.
    pub megabytes: usize,
    /// The engine's threads.
    pub threads: usize,
}

/// A game in the terminal under way.
pub struct Terminal<W> {
    game: Game,
    person: Option<Side>,
    level: u8,
    pace: Pace,
    clocks: Option<Clocks>,
    opponent: Opponent,
    screen: Screen,
    out: W,
}

impl<W: Write> Terminal<W> {
    /// A terminal that is about to start.
    pub fn new(setup: Setup, screen: Screen, out: W) -> Self {
        Self {
            game: Game::new(setup.board, setup.rules),
            person: setup.person,
            level: setup.level,
            pace: setup.pace,
            clocks: Clocks::new(setup.pace),
            opponent: Opponent::new(setup.megabytes, setup.threads),
            screen,
            out,
        }
    }

    /// Plays until the person leaves or the input ends.
    pub fn run(&mut self, input: impl BufRead) -> io::Result<()> {
        let english = if self.screen.is_ascii {
            "Type a move like h2e2 or C2.5, or 'help'."
        } else {
            "Type a move like h2e2, C2.5 or 炮二平五, or 'help'."
        };
        let welcome = self.say(
            english,
            "请输入着法，如 炮二平五、C2.5 或 h2e2；输入“帮助”查看命令。",
        );
        writeln!(self.out, "{welcome}")?;
        self.draw()?;
        let mut lines = input.lines();
        loop {
            while self.game.end().is_none() && self.person != Some(self.game.side_to_move()) {
                self.engine_moves()?;
            }
            if self.person.is_none() {
                return Ok(());
            }
            self.screen
                .write_prompt(&mut self.out, &self.game, self.clocks)?;
            let asked = Instant::now();
            let line = match lines.next() {
                None => return writeln!(self.out),
                // Bytes that are no text are no command.
                Some(Err(error)) if error.kind() == io::ErrorKind::InvalidData => "?".to_owned(),
                Some(line) => line?,
            };
            match Command::parse(&line) {
                None => {}
                Some(Command::Quit) => return Ok(()),
                Some(command) => self.obey(command, asked.elapsed())?,
            }
        }
    }

    fn language(&self) -> Language {
        self.screen.language
    }

    fn say(&self, english: &'static str, chinese: &'static str) -> &'static str {
        self.language().choose(english, chinese)
    }

    fn draw(&mut self) -> io::Result<()> {
        self.screen.draw(&mut self.out, &self.game)
    }

    fn tell(&mut self, text: impl std::fmt::Display) -> io::Result<()> {
        writeln!(self.out, "{text}")
    }

    fn obey(&mut self, command: Command, elapsed: Duration) -> io::Result<()> {
        match command {
            Command::Quit => Ok(()),
            Command::Move(text) => self.person_moves(&text, elapsed),
            Command::Undo => self.undo(),
            Command::Hint => self.hint(),
            Command::Eval => self.eval(),
            Command::Flip => {
                self.screen.flip();
                self.draw()
            }
            Command::Board => self.draw(),
            Command::Fen => self.tell(self.game.board().fen()),
            Command::Moves => self.screen.write_moves(&mut self.out, &self.game),
            Command::Save(path) => self.save(Path::new(&path)),
            Command::Load(path) => self.load(Path::new(&path)),
            Command::Resign => self.resign(),
            Command::Draw => self.offer_draw(),
            Command::Table => self.table(false),
            Command::Claim => self.table(true),
            Command::Level(text) => self.set_level(&text),
            Command::Time(text) => self.set_pace(&text),
            Command::Side(text) => self.set_side(&text),
            Command::Language(text) => self.set_language(&text),
            Command::New => {
                self.game = Game::new(Board::start(), *self.game.rules());
                self.clocks = Clocks::new(self.pace);
                self.draw()
            }
            Command::Help => self.tell(command::help(self.language())),
        }
    }

    fn person_moves(&mut self, text: &str, elapsed: Duration) -> io::Result<()> {
        let mv = match read_move(&self.game, text) {
            Ok(mv) => mv,
            Err(error) => return self.tell(error.say(self.language())),
        };
        let side = self.game.side_to_move();
        if self
            .clocks
            .as_mut()
            .is_some_and(|clocks| !clocks.charge(side, elapsed))
        {
            return self.finish(GameEnd::time(side));
        }
        let note = Note {
            time: elapsed,
            ..Note::default()
        };
        // The move has just been looked at.
        let _ = self.game.play_noted(mv, note);
        self.draw()?;
        self.announce()
    }

    fn engine_moves(&mut self) -> io::Result<()> {
        let side = self.game.side_to_move();
        let task = Task::game_move(self.level, self.pace, self.clocks, &self.game);
        let Some(answer) = self.think(&task) else {
            // The search has failed, since the game is not over: whoever cannot move gives up.
            return self.finish(GameEnd::resignation(side));
        };
        if self
            .clocks
            .as_mut()
            .is_some_and(|clocks| !clocks.charge(side, answer.time))
        {
            return self.finish(GameEnd::time(side));
        }
        self.screen
            .write_answer(&mut self.out, &self.game, &answer)?;
        let note = Note {
            score: Some(answer.score),
            depth: answer.depth,
            time: answer.time,
        };
        if self.game.play_noted(answer.best, note).is_err() {
            // The engine knows no other move than one that the rules forbid: the game is lost.
            return self.finish(GameEnd::resignation(side));
        }
        self.draw()?;
        self.announce()
    }

    fn think(&mut self, task: &Task) -> Option<Answer> {
        let rules = *self.game.rules();
        self.opponent
            .think(self.game.board(), rules, task, |_| true)
    }

    /// Says that the game is over or that the person is in check.
    fn announce(&mut self) -> io::Result<()> {
        if let Some(end) = self.game.end() {
            return self.tell(end.say(self.language()));
        }
        if self.game.board().is_in_check() {
            let check = self.say("check!", "将军！");
            return self.tell(check);
        }
        Ok(())
    }

    fn finish(&mut self, end: GameEnd) -> io::Result<()> {
        self.game.finish(end);
        self.announce()
    }

    /// Back to the person's previous turn.
    fn undo(&mut self) -> io::Result<()> {
        if !self.game.undo() {
            let text = self.say("there is no move to take back", "没有可以悔的棋");
            return self.tell(text);
        }
        if self.person != Some(self.game.side_to_move()) {
            self.game.undo();
        }
        self.draw()
    }

    fn hint(&mut self) -> io::Result<()> {
        match self.advice() {
            Some(answer) => self.screen.write_hint(&mut self.out, &self.game, &answer),
            None => self.announce(),
        }
    }

    fn eval(&mut self) -> io::Result<()> {
        match self.advice() {
            Some(answer) => self.screen.write_eval(&mut self.out, &self.game, &answer),
            None => self.announce(),
        }
    }

    fn advice(&mut self) -> Option<Answer> {
        if self.game.end().is_some() {
            return None;
        }
        let time = match self.pace {
            Pace::PerMove(time) => time,
            Pace::Clock { .. } => ADVICE_TIME,
        };
        self.think(&Task::advice(time))
    }

    fn resign(&mut self) -> io::Result<()> {
        self.finish(GameEnd::resignation(self.game.side_to_move()))
    }

    fn offer_draw(&mut self) -> io::Result<()> {
        if self.game.end().is_none() && accepts_draw(&self.game) {
            return self.finish(GameEnd::agreement());
        }
        let text = match self.game.end() {
            Some(end) => end.say(self.language()),
            None => self
                .say("the engine declines the draw", "引擎不同意和棋")
                .to_owned(),
        };
        self.tell(text)
    }

    /// Says what the endgame tables know, or ends the game by it.
    fn table(&mut self, is_claim: bool) -> io::Result<()> {
        match self.game.table_verdict() {
            Some(verdict) if is_claim => self.finish(verdict.end()),
            Some(verdict) => self.tell(verdict.say(self.language())),
            None if self.game.end().is_some() => self.announce(),
            None => {
                let text = self.say(
                    "the endgame tables do not decide this position",
                    "残局库不能判定此局面",
                );
                self.tell(text)
            }
        }
    }

    fn save(&mut self, path: &Path) -> io::Result<()> {
        let engine = format!("hanxin level {}", self.level);
        let names = Side::BOTH.map(|side| {
            if self.person == Some(side) {
                "person".to_owned()
            } else {
                engine.clone()
            }
        });
        let text = self.game.pgn(&Players(names), "");
        let name = path.display();
        let answer = match (replace::write(path, text), self.language()) {
            (Ok(()), Language::English) => format!("saved as {name}"),
            (Ok(()), Language::Chinese) => format!("已保存到 {name}"),
            (Err(error), Language::English) => error.to_string(),
            (Err(error), Language::Chinese) => format!("无法写入“{name}”：{error}"),
        };
        self.tell(answer)
    }

    fn load(&mut self, path: &Path) -> io::Result<()> {
        let name = path.display();
        let text = match read_small_file(path) {
            Ok(text) => text,
            Err(error) => {
                let answer = match self.language() {
                    Language::English => format!("cannot read '{name}': {error}"),
                    Language::Chinese => format!("无法读取“{name}”：{error}"),
                };
                return self.tell(answer);
            }
        };
        match read_game(&text, *self.game.rules()) {
            Err(error) => self.tell(error.say(self.language())),
            Ok(game) => {
                self.game = game;
                self.clocks = Clocks::new(self.pace);
                // The person goes on with the side that is to move.
                self.person = Some(self.game.side_to_move());
                self.draw()?;
                self.announce()
            }
        }
    }

    fn set_level(&mut self, text: &str) -> io::Result<()> {
        match text.parse::<u8>() {
            Ok(level) if crate::play::levels::LEVELS.contains(&level) => self.level = level,
            _ if text.is_empty() => {}
            _ => {
                let answer = match self.language() {
                    Language::English => format!("'{text}' is no level (expected 0 to 20)"),
                    Language::Chinese => format!("“{text}”不是级别（应为 0 到 20）"),
                };
                return self.tell(answer);
            }
        }
        self.screen.write_level(&mut self.out, self.level)
    }

    fn set_pace(&mut self, text: &str) -> io::Result<()> {
        if !text.is_empty() {
            match text.parse() {
                Ok(pace) => {
                    self.pace = pace;
                    self.clocks = Clocks::new(pace);
                }
                Err(error) => {
                    let answer = match self.language() {
                        Language::English => format!("{error}"),
                        Language::Chinese => {
                            format!("“{text}”不是时间（每步秒数如 2，或 分钟+秒 如 10+5）")
                        }
                    };
                    return self.tell(answer);
                }
            }
        }
        self.screen
            .write_pace(&mut self.out, self.pace, self.clocks)
    }

    fn set_side(&mut self, text: &str) -> io::Result<()> {
        self.person = match text {
            "red" | "红" | "紅" => Some(Side::Red),
            "black" | "黑" => Some(Side::Black),
            "" => self.person.map(Side::opponent),
            _ => {
                let answer = match self.language() {
                    Language::English => format!("'{text}' is no side (expected red or black)"),
                    Language::Chinese => format!("“{text}”不是一方（应为 红 或 黑）"),
                };
                return self.tell(answer);
            }
        };
        self.screen.viewer = self.person.unwrap_or(Side::Red);
        self.draw()
    }

    fn set_language(&mut self, text: &str) -> io::Result<()> {
        match text.parse() {
            Ok(language) => self.screen.language = language,
            Err(error) => return self.tell(error),
        }
        self.draw()
    }
}

/// A text file of reasonable size.
fn read_small_file(path: &Path) -> io::Result<String> {
    let size = std::fs::metadata(path)?.len();
    if size > MAX_FILE {
        let text = format!("{size} bytes (expected at most {MAX_FILE})");
        return Err(io::Error::new(io::ErrorKind::FileTooLarge, text));
    }
    std::fs::read_to_string(path)
}
