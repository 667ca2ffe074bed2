//! Exact small endgames: who wins, and in how many plies.
//!
//! `material` names classes, `index` numbers their positions, `generate` solves them from mates
//! backward with `repetition` marking the draws that a rule may take away, and `verify` checks every value
//! against its successors. `verdicts` keeps who wins in a small part of the space. `file` keeps tables on disk, `shelf` works on a folder of them, `probe` asks
//! them (`directory` finds the class of a position) and those inside the program, `words` says it in English and Chinese.

mod directory;
mod field;
mod file;
mod generate;
mod index;
mod material;
mod parallel;
mod probe;
mod repetition;
mod shelf;
mod value;
mod verdicts;
mod verify;
mod words;

pub use field::{Library, Table};
pub use file::{Counts, EXTENSION, FileError, TableFile, write};
pub use generate::{GenerateError, Stage, generate, memory_needed};
pub use index::Index;
pub use material::{Army, Class, ParseClassError};
pub use probe::Tables;
pub use shelf::{Shelf, ShelfError};
pub use value::{MAX_PLIES, Value};
pub use verdicts::{VerdictError, pack};
pub use verify::{Mistake, Report, verify};

#[cfg(test)]
mod tests;
