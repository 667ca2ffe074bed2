//! All integration tests in one program: linking with full optimisation once instead of once a file.

mod book;
mod book_play;
mod cli;
mod cli_output;
mod cli_refusals;
mod common;
mod dialogue;
mod documented;
mod egtb_generation;
mod engine_files;
mod faults;
mod judge;
mod layers;
mod legal_moves;
mod match_cli;
mod match_records;
mod matches;
mod mate_lines;
mod output_files;
mod perft;
mod play_terminal;
mod properties;
mod repetition;
mod search;
mod search_endgames;
mod search_reports;
mod search_rules;
#[cfg(feature = "serve")]
mod serve;
mod session_bounds;
mod session_fuzz;
mod slow_referee;
mod ucci_clients;
mod ucci_options;
mod ucci_session;
mod uci_session;
