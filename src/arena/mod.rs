//! Matches between engines: processes, a referee, a schedule, statistics and records.
//!
//! | module | owns |
//! |---|---|
//! | [`spec`] | what to run, as the user describes it |
//! | [`clock`] | limits and clocks |
//! | [`dialect`] | the words of UCCI, UCI and UCI-Cyclone |
//! | [`connection`] | the line between runner and engine |
//! | [`process`] | a child process at the other end of it |
//! | [`client`] | an engine at the board, its deadlines and faults |
//! | [`referee`] | legality, endings, adjudication |
//! | [`game`] | one game |
//! | [`live`] | the games in progress, for spectators |
//! | [`schedule`], [`openings`] | who plays whom, from where |
//! | [`generate`] | balanced openings by search |
//! | [`runner`] | the games of a schedule, several at a time |
//! | [`resume`] | that a file belongs to a match |
//! | [`record`], [`pgn`] | what is kept of a game |
//! | [`recorder`] | the files of a running match |
//! | [`verify`] | that a record is true |
//! | [`stats`], [`ratings`] | Elo, SPRT, ratings |
//! | [`report`] | summaries, tables and plots |

pub mod client;
pub mod clock;
pub mod connection;
pub mod dialect;
mod figures;
pub mod game;
pub mod generate;
pub mod live;
pub mod openings;
pub mod pgn;
pub mod process;
pub mod ratings;
pub mod record;
pub mod recorder;
pub mod referee;
pub mod report;
pub mod resume;
pub mod runner;
pub mod schedule;
pub mod spec;
pub mod stats;
#[cfg(test)]
mod stats_tests;
pub mod verify;
