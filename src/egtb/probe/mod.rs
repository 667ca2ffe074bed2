//! Asks tables for a position: those inside the program, and those of folders.
//!
//! A probe computes the position's number and reads one byte of a block. Unpacked blocks are kept in a
//! small cache that all threads share: a slot for each remainder of a block's number, the latest
//! block wins. A block that cannot be read puts its table out of use; whoever opened the tables may ask for the
//! reason.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

use crate::board::{Board, Placement};
use crate::rules::{Rule, Rules, Verdict};
use crate::types::{Move, Side};

use super::directory::Directory;
use super::field::Table;
use super::file::{BLOCK, EXTENSION, FileError, TableFile};
use super::index::Index;
use super::material::Class;
use super::value::Value;
use super::verdicts::{Verdicts, Word};

/// The tables of the program, one file after the other.
static DEFAULT: &[u8] = include_bytes!("../default.bin");

/// The verdicts of the program, one class after the other.
static DEFAULT_VERDICTS: &[u8] = include_bytes!("../verdicts.bin");

/// Memory for unpacked blocks, in bytes.
const CACHE: usize = 16 << 20;
/// Slots of the cache.
const SLOTS: usize = CACHE / BLOCK;

/// An unpacked block, known by table and number.
struct Block {
    table: usize,
    number: usize,
    codes: Vec<u8>,
}

/// A table that can be asked.
struct Entry {
    file: TableFile,
    /// Where the table is among all, for the cache.
    table: usize,
    index: OnceLock<Index>,
    is_broken: AtomicBool,
}

/// What is known of a class.
#[derive(Default)]
struct Known {
    /// Distances.
    entry: Option<Entry>,
    /// Who wins; asked where there are no distances.
    verdicts: Option<Verdicts>,
}

/// Tables that can be asked, from several threads at once.
pub struct Tables {
    /// The numbers of classes, by which `classes` and `known` are ordered.
    directory: Directory,
    classes: Vec<Class>,
    known: Vec<Known>,
    most_attackers: u32,
    cache: Vec<Mutex<Option<Block>>>,
    /// Why tables have been put out of use.
    errors: Mutex<Vec<FileError>>,
}

impl Tables {
    /// No tables.
    pub fn none() -> Self {
        Self::from_files(Vec::new(), Vec::new())
    }

    /// The tables with distances inside the program, and these verdicts.
    #[cfg(test)]
    pub(super) fn with_verdicts(bytes: &'static [u8]) -> Self {
        let verdicts = Verdicts::read_all(bytes).expect("verdicts");
        Self::from_files(default_files(), verdicts)
    }

    /// The tables inside the program.
    pub fn builtin() -> Arc<Self> {
        static BUILTIN: OnceLock<Arc<Tables>> = OnceLock::new();
        let tables = || Arc::new(Self::from_files(default_files(), default_verdicts()));
        BUILTIN.get_or_init(tables).clone()
    }

    /// The tables of the folders and, for other classes, those inside the program; and what is wrong
    /// with folders and files that could not be used.
    pub fn open(folders: &[PathBuf]) -> (Self, Vec<FileError>) {
        let (mut files, mut errors) = (default_files(), Vec::new());
        for folder in folders {
            let paths = match table_paths(folder) {
                Ok(paths) => paths,
                Err(error) => {
                    errors.push(error);
                    continue;
                }
            };
            for path in paths {
                match TableFile::open(&path) {
                    Ok(file) => files.push(file),
                    Err(error) => errors.push(error),
                }
            }
        }
        (Self::from_files(files, default_verdicts()), errors)
    }

    fn from_files(files: Vec<TableFile>, verdicts: Vec<Verdicts>) -> Self {
        let mut by_class: BTreeMap<Class, Known> = BTreeMap::new();
        for (table, file) in files.into_iter().enumerate() {
            let entry = Entry {
                file,
                table,
                index: OnceLock::new(),
                is_broken: AtomicBool::new(false),
            };
            let class = entry.file.class();
            by_class.entry(class).or_default().entry = Some(entry);
        }
        for verdicts in verdicts {
            let class = verdicts.class();
            by_class.entry(class).or_default().verdicts = Some(verdicts);
        }
        let (classes, known): (Vec<Class>, Vec<Known>) = by_class.into_iter().unzip();
        let attackers = |class: &Class| class.strong().attackers() + class.weak().attackers();
        Self {
            most_attackers: classes.iter().map(attackers).max().unwrap_or(0).into(),
            directory: Directory::new(&classes),
            classes,
            known,
            cache: (0..SLOTS).map(|_| Mutex::new(None)).collect(),
            errors: Mutex::default(),
        }
    }

    /// How many legal positions of a table the verdicts know, and how many of them they judge differently;
    /// `None` if there are none on its class.
    pub fn compare_verdicts(&self, table: &Table) -> Option<(u64, u64)> {
        let class = table.class();
        let number = self.classes.iter().position(|&other| other == class)?;
        let verdicts = self.known[number].verdicts.as_ref()?;
        let (mut known, mut different) = (0, 0);
        let mut cursor = table.index.cursor();
        for number in 0..table.index.size() {
            let Some(placement) = cursor.placement(number) else {
                continue;
            };
            for to_move in Side::BOTH {
                if placement.is_king_attacked(to_move.opponent()) {
                    continue;
                }
                let verdict = if to_move == Side::Red {
                    strong_to_move(verdicts, &placement, Side::Red)
                } else {
                    self.verdict_by_one_ply(verdicts, &placement, to_move)
                };
                if let Some(verdict) = verdict {
                    known += 1;
                    let value = table.value(&placement, Side::Red, to_move);
                    let expected = value.and_then(Value::verdict);
                    different += u64::from(verdict.verdict() != expected);
                }
            }
        }
        Some((known, different))
    }

    /// No class has more men that can cross the river, both sides together.
    pub const fn most_attackers(&self) -> u32 {
        self.most_attackers
    }

    /// The classes with distances, smaller ones first.
    pub fn classes(&self) -> Vec<Class> {
        sorted(self.classes_where(|known| known.entry.is_some()))
    }

    /// The classes with verdicts only, smaller ones first.
    pub fn verdict_classes(&self) -> Vec<Class> {
        sorted(self.classes_where(|known| known.entry.is_none()))
    }

    fn classes_where(&self, is_meant: impl Fn(&Known) -> bool) -> impl Iterator<Item = Class> {
        let all = self.classes.iter().zip(&self.known);
        all.filter(move |(_, known)| is_meant(known))
            .map(|(&class, _)| class)
    }

    /// The value of a legal position for the side to move; `None` if no table knows it.
    pub fn probe(&self, placement: &Placement, to_move: Side) -> Option<Value> {
        match placement.crossing_men() {
            0 => return Some(Value::Draw),
            men if men > self.most_attackers => return None,
            _ => {}
        }
        let (number, strong) = self.directory.find(placement)?;
        let known = &self.known[number];
        let Some(entry) = &known.entry else {
            let verdicts = known.verdicts.as_ref()?;
            return if to_move == strong {
                strong_to_move(verdicts, placement, strong)
            } else {
                self.verdict_by_one_ply(verdicts, placement, to_move)
            };
        };
        if entry.is_broken.load(Ordering::Relaxed) {
            return None;
        }
        match self.code(entry, placement, strong, to_move) {
            Ok(code) => Value::from_code(code),
            Err(error) => {
                // Threads that find it out together need not all say so.
                if !entry.is_broken.swap(true, Ordering::Relaxed) {
                    log::error!("{error}; the table is not used any more");
                    self.errors().push(error);
                }
                None
            }
        }
    }

    fn errors(&self) -> MutexGuard<'_, Vec<FileError>> {
        self.errors.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What has been found damaged by probes since this was last asked; it is not used any more.
    pub fn take_errors(&self) -> Vec<FileError> {
        std::mem::take(&mut *self.errors())
    }

    /// The value of a position in a game if it is certain under the game's rules: no repetition rule can
    /// change it, and the mate comes before the natural limit.
    pub fn decided(&self, board: &Board, rules: &Rules) -> Option<Value> {
        let value = self.probe(board.placement(), board.side_to_move())?;
        match value.verdict()? {
            Verdict::Draw => (rules.rule != Rule::ChineseRule).then_some(value),
            Verdict::Win | Verdict::Loss => {
                let plies = u16::from(value.most_plies()?);
                let limit = rules.limit_plies;
                let is_in_time = limit == 0 || board.natural_limit().plies() + plies <= limit;
                is_in_time.then_some(value)
            }
        }
    }

    /// The verdict on a position with the weaker side to move; `None` if one of its moves leads to where
    /// it is not known, or depends on repetition rules.
    fn verdict_by_one_ply(
        &self,
        verdicts: &Verdicts,
        placement: &Placement,
        to_move: Side,
    ) -> Option<Value> {
        let mut after = *placement;
        let (mut wins, mut draws) = (false, false);
        for mv in placement.pseudo_legal_moves(to_move) {
            if placement.is_king_attacked_after(to_move, mv) {
                continue;
            }
            let victim = after.relocate(to_move, mv.from(), mv.to());
            let reply = if victim.is_some() {
                self.probe(&after, to_move.opponent())
            } else {
                strong_to_move(verdicts, &after, to_move.opponent())
            };
            after.take_back(to_move, mv.from(), mv.to(), victim);
            match reply?.verdict()? {
                Verdict::Loss => wins = true,
                Verdict::Draw => draws = true,
                Verdict::Win => {}
            }
        }
        Some(match (wins, draws) {
            (true, _) => Value::WinWithin(verdicts.longest()),
            (false, true) => Value::Draw,
            (false, false) => Value::LossWithin(verdicts.longest()),
        })
    }

    /// The move that the tables call best: the shortest win, a draw, the longest defence; `None` if they do
    /// not know every move.
    pub fn best_move(&self, board: &Board) -> Option<Move> {
        let mut board = board.clone();
        let mut best = None;
        for mv in board.legal_moves() {
            board.make_move(mv);
            let value = self.probe(board.placement(), board.side_to_move());
            board.unmake_move();
            let rank = rank_of_reply(value?);
            if best.is_none_or(|(_, best)| rank > best) {
                best = Some((mv, rank));
            }
        }
        best.map(|(mv, _)| mv)
    }

    /// Best play from here, at most so many plies.
    pub fn best_line(&self, board: &Board, plies: usize) -> Vec<Move> {
        let mut board = board.clone();
        let mut line = Vec::new();
        while line.len() < plies
            && let Some(mv) = self.best_move(&board)
        {
            line.push(mv);
            board.make_move(mv);
        }
        line
    }

    fn code(
        &self,
        entry: &Entry,
        placement: &Placement,
        strong: Side,
        to_move: Side,
    ) -> Result<u8, FileError> {
        let index = entry.index.get_or_init(|| Index::new(entry.file.class()));
        entry.file.check_size(index)?;
        let number = index.number(placement, strong);
        let mover = match strong {
            Side::Red => to_move,
            Side::Black => to_move.opponent(),
        };
        let (block, place) = entry.file.locate(mover, number);
        let slot = &self.cache[(block + entry.table * 61) % SLOTS];
        let mut slot = slot.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(cached) = &*slot
            && (cached.table, cached.number) == (entry.table, block)
        {
            return Ok(cached.codes[place]);
        }
        let codes = entry.file.read_block(block)?;
        let code = codes[place];
        *slot = Some(Block {
            table: entry.table,
            number: block,
            codes,
        });
        Ok(code)
    }
}

/// What verdicts say with the stronger side to move; `None` if it depends on repetition rules.
fn strong_to_move(verdicts: &Verdicts, placement: &Placement, strong: Side) -> Option<Value> {
    match verdicts.word(placement, strong)? {
        Word::Win => Some(Value::WinWithin(verdicts.longest())),
        Word::Loss => Some(Value::LossWithin(verdicts.longest())),
        Word::Draw => Some(Value::Draw),
        Word::Unclear => None,
    }
}

/// How good a move is after which the opponent has this value.
const fn rank_of_reply(value: Value) -> i32 {
    const WON: i32 = 1_000;
    match value {
        Value::Loss(plies) => WON - plies as i32,
        Value::LossWithin(_) => WON / 2,
        Value::DrawOrLoss => 1,
        Value::Draw | Value::Unclear => 0,
        Value::DrawOrWin => -1,
        Value::WinWithin(_) => -WON / 2,
        Value::Win(plies) => plies as i32 - WON,
    }
}

pub(super) fn default_files() -> Vec<TableFile> {
    let name = Path::new("the table inside the program");
    TableFile::open_all(name, DEFAULT).unwrap_or_else(|error| {
        log::error!("{error}");
        Vec::new()
    })
}

fn default_verdicts() -> Vec<Verdicts> {
    Verdicts::read_all(DEFAULT_VERDICTS).unwrap_or_else(|error| {
        log::error!("{error}");
        Vec::new()
    })
}

/// The classes, smaller ones first.
fn sorted(classes: impl Iterator<Item = Class>) -> Vec<Class> {
    let mut classes: Vec<Class> = classes.collect();
    classes.sort_by_key(|&class| (Index::count(class), class));
    classes
}

/// The table files of a folder, by name.
fn table_paths(folder: &Path) -> Result<Vec<PathBuf>, FileError> {
    let io_error = |source| FileError::Io {
        path: folder.to_owned(),
        source,
    };
    let mut paths = Vec::new();
    for entry in fs::read_dir(folder).map_err(io_error)? {
        let path = entry.map_err(io_error)?.path();
        if path
            .extension()
            .is_some_and(|extension| extension == EXTENSION)
        {
            paths.push(path);
        }
    }
    paths.sort();
    Ok(paths)
}

#[cfg(test)]
mod tests;
