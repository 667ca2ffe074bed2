//! Playing from the opening book.

use std::sync::Arc;

use rand::RngExt as _;

use crate::book::choose::{Chance, Chosen};
use crate::book::{Library, OpenError};
use crate::search::{Control, Limits, Line, SearchInfo, SearchResult};

use super::{Amount, Choice, Engine, News};

/// The power to which weights are raised: more randomness makes rare moves more likely.
fn exponent(randomness: Amount) -> f64 {
    match randomness {
        Amount::None => 1.0,
        Amount::Tiny => 0.85,
        Amount::Small => 0.7,
        Amount::Medium => 0.5,
        Amount::Large => 0.25,
        Amount::Huge => 0.0,
    }
}

impl Engine {
    /// Opens the books that the settings name and says what is wrong with them. Without this call
    /// they are opened by the first move.
    pub fn open_books(&mut self) -> Vec<OpenError> {
        let (library, errors) = Library::open(&self.settings.book_files);
        self.library = Some(library);
        errors
    }

    /// A move from the book, if the book may be used for such a search and knows one.
    pub(super) fn book_move(&mut self, limits: &Limits) -> Option<Chosen> {
        let is_analysis =
            limits.infinite || limits.mate.is_some() || !limits.search_moves.is_empty();
        if !self.settings.use_book || is_analysis || self.settings.multi_pv > 1 {
            return None;
        }
        let chance = Chance {
            exponent: exponent(self.settings.randomness),
            seed: match self.settings.seed {
                0 => self.random.random(),
                seed => seed,
            },
        };
        if self.library.is_none() {
            self.open_books();
        }
        self.library
            .as_ref()?
            .choose(&self.board, &self.banned, chance)
    }

    /// Reports a move from the book instead of a search.
    pub(super) fn start_from_book(
        &mut self,
        chosen: &Chosen,
        limits: &Limits,
        mut tell: impl FnMut(News) + Send + 'static,
    ) {
        let _ = self.lag.begin(limits.time);
        let control = Arc::new(Control::new(limits.ponder));
        let text = chosen.to_string();
        let score = chosen.known.score.unwrap_or(0);
        let pv: Vec<_> = std::iter::once(chosen.known.mv)
            .chain(chosen.ponder)
            .collect();
        self.spawn(control, Choice::BEST, move || {
            tell(News::Message(text));
            tell(News::Info(SearchInfo::unsearched(score, pv.clone())));
            tell(News::Done(SearchResult {
                lines: vec![Line { score, pv }],
                ..SearchResult::default()
            }));
            None
        });
        if let Some(running) = &mut self.running {
            running.from_book = true;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::Decision;
    use std::sync::mpsc;

    /// The decision, and the text about the book if there was one.
    fn decide(engine: &mut Engine, limits: Limits) -> (Decision, Option<String>) {
        let (sender, news) = mpsc::channel();
        engine.start(limits, move |news| {
            let _ = sender.send(news);
        });
        let mut text = None;
        for news in news {
            match news {
                News::Message(message) => text = Some(message),
                News::Done(result) => {
                    let decision = engine.conclude(&result, true, true).expect("a move");
                    return (decision, text);
                }
                _ => {}
            }
        }
        panic!("the search ends without a result");
    }

    fn engine() -> Engine {
        let mut engine = Engine::new();
        engine.settings_mut().hash_megabytes = 1;
        engine.settings_mut().use_book = true;
        engine.settings_mut().seed = 1;
        engine
    }

    #[test]
    fn a_known_position_is_played_from_the_book_with_a_reply_to_expect() {
        let (decision, text) = decide(&mut engine(), Limits::depth(1));
        assert!(text.is_some_and(|text| text.starts_with("book: ")));
        assert!(decision.ponder.is_some());
        assert_eq!(decide(&mut engine(), Limits::depth(1)).0, decision);
    }

    #[test]
    fn analysis_and_engines_without_a_book_search() {
        let mut off = engine();
        off.settings_mut().use_book = false;
        assert_eq!(decide(&mut off, Limits::depth(1)).1, None);
        let mut lines = engine();
        lines.settings_mut().multi_pv = 2;
        assert_eq!(decide(&mut lines, Limits::depth(1)).1, None);
        let wanted = Limits {
            search_moves: vec!["a0a1".parse().expect("a move")],
            ..Limits::depth(1)
        };
        let (decision, text) = decide(&mut engine(), wanted);
        assert_eq!((decision.best.to_string().as_str(), text), ("a0a1", None));
        let mut library = Engine::new();
        assert!(!library.settings().use_book);
        library.settings_mut().hash_megabytes = 1;
        assert_eq!(decide(&mut library, Limits::depth(1)).1, None);
    }

    #[test]
    fn banned_moves_are_not_played() {
        let mut engine = engine();
        let (first, _) = decide(&mut engine, Limits::depth(1));
        engine.ban(vec![first.best]);
        assert_ne!(decide(&mut engine, Limits::depth(1)).0.best, first.best);
        let all = engine.board().legal_moves();
        let kept = *all.last().expect("a move");
        engine.ban(all.into_iter().filter(|&mv| mv != kept).collect());
        assert_eq!(decide(&mut engine, Limits::depth(1)).0.best, kept);
    }

    #[test]
    fn book_moves_are_no_reason_to_accept_a_draw() {
        let mut engine = engine();
        for _ in 0..12 {
            assert!(!decide(&mut engine, Limits::depth(1)).0.draw);
        }
    }

    #[test]
    fn missing_books_are_reported_and_play_goes_on() {
        let mut engine = engine();
        engine.settings_mut().book_files = "/nowhere/a.book;/nowhere/b.dat".to_owned();
        assert_eq!(engine.open_books().len(), 2);
        assert_eq!(decide(&mut engine, Limits::depth(1)).1, None);
        engine.settings_mut().book_files = String::new();
        assert!(engine.open_books().is_empty());
        assert!(decide(&mut engine, Limits::depth(1)).1.is_some());
    }
}
