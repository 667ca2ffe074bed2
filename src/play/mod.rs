//! A person against the engine: one game model, two faces.
//!
//! `game` knows the rules of a game between two players and nothing about who they are. `opponent` is
//! the only file that talks to the engine. `words` says things in English and Chinese. `terminal` is
//! `hanxin play`, `web` is `hanxin serve`.

pub mod game;
pub mod levels;
pub mod opponent;
pub mod terminal;
#[cfg(feature = "serve")]
pub mod web;
pub mod words;
