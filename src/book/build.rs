//! A book from games.
//!
//! 1. Count every move of every position: games, points, weight.
//! 2. Leave out what was played too rarely.
//! 3. Go through the games again for the openings' codes and an example of each position, which the
//!    check by search needs.

use std::collections::{BTreeMap, HashMap, HashSet};

use super::BookMove;
use super::ecco::Ecco;
use super::fold::Folded;
use super::format::{Book, Entry};
use super::games::Game;
use crate::board::Board;
use crate::types::{GameResult, Move, Side};

/// What goes into a book and what it weighs.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Recipe {
    /// Plies of a game that count.
    pub plies: usize,
    /// Games in which a move must have been played.
    pub min_games: u32,
    /// What a win, a draw and a loss of the mover add to a move's weight.
    pub result_weights: [u32; 3],
    /// Factors for classes of games; classes not named count once.
    pub class_weights: Vec<(String, u32)>,
}

impl Default for Recipe {
    fn default() -> Self {
        Self {
            plies: 40,
            min_games: 3,
            result_weights: [2, 1, 0],
            class_weights: Vec::new(),
        }
    }
}

/// What was counted of a move.
#[derive(Clone, Copy, Debug, Default)]
struct Tally {
    games: u32,
    points: u32,
    weight: u32,
}

/// Position and move, both folded.
pub type Place = (u64, Move);

/// A book in the making: its positions by their folded keys.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Draft(pub BTreeMap<u64, Position>);

/// A position of a draft.
#[derive(Clone, PartialEq, Debug)]
pub struct Position {
    /// How it occurs, directly or mirrored.
    pub fen: String,
    /// What is known of its moves, which are folded.
    pub moves: BTreeMap<Move, BookMove>,
}

impl Recipe {
    fn class_weight(&self, class: &str) -> u32 {
        let named = self.class_weights.iter().find(|(name, _)| name == class);
        named.map_or(1, |&(_, weight)| weight)
    }

    /// Builds a book from games. Games without a result do not count.
    pub fn build(&self, games: &[Game]) -> Draft {
        let mut tallies: HashMap<Place, Tally> = HashMap::new();
        for game in games {
            let Some(result) = game.result else { continue };
            let class = self.class_weight(&game.class);
            self.for_each_ply(game, |board, place| {
                let points = half_points(result, board.side_to_move());
                let tally = tallies.entry(place).or_default();
                tally.games += 1;
                tally.points += u32::from(points);
                let weight = self.result_weights[2 - usize::from(points)];
                tally.weight = tally.weight.saturating_add(weight.saturating_mul(class));
            });
        }
        tallies.retain(|_, tally| tally.games >= self.min_games && tally.weight > 0);
        self.describe(games, &tallies)
    }

    /// The draft of what was counted, with codes and examples from the games.
    fn describe(&self, games: &[Game], tallies: &HashMap<Place, Tally>) -> Draft {
        let mut draft = Draft::default();
        let mut codes: HashMap<Place, Vec<(Ecco, u32)>> = HashMap::new();
        for game in games.iter().filter(|game| game.result.is_some()) {
            self.for_each_ply(game, |board, place| {
                if !tallies.contains_key(&place) {
                    return;
                }
                draft.0.entry(place.0).or_insert_with(|| Position {
                    fen: board.without_history().fen(),
                    moves: BTreeMap::new(),
                });
                let Some(ecco) = game.ecco else { return };
                let counts = codes.entry(place).or_default();
                match counts.iter_mut().find(|(code, _)| *code == ecco) {
                    Some((_, count)) => *count += 1,
                    None => counts.push((ecco, 1)),
                }
            });
        }
        for (&place, tally) in tallies {
            let known = BookMove {
                mv: place.1,
                weight: tally.weight,
                games: tally.games,
                points: tally.points,
                score: None,
                ecco: codes.get(&place).and_then(|counts| Ecco::common(counts)),
            };
            if let Some(position) = draft.0.get_mut(&place.0) {
                position.moves.insert(place.1, known);
            }
        }
        draft
    }

    /// Goes through a game up to the limit: the board before each move, and the move's place.
    fn for_each_ply(&self, game: &Game, mut visit: impl FnMut(&Board, Place)) {
        let mut board = game.start();
        for &mv in game.moves.iter().take(self.plies) {
            let folded = Folded::of(&board);
            visit(&board, (folded.key, folded.fold(mv)));
            board.make_move(mv);
        }
    }
}

/// Half points of a side: 0, 1 or 2.
fn half_points(result: GameResult, side: Side) -> u8 {
    match side {
        Side::Red => result.red_half_points(),
        Side::Black => 2 - result.red_half_points(),
    }
}

impl Draft {
    /// How many moves it has.
    pub fn len(&self) -> usize {
        self.0.values().map(|position| position.moves.len()).sum()
    }

    /// Whether it has no moves.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Leaves out moves, and positions that have no move left. Returns how many moves went.
    pub fn leave_out(&mut self, unwanted: &HashSet<Place>) -> usize {
        let before = self.len();
        for (&key, position) in &mut self.0 {
            position
                .moves
                .retain(|&mv, _| !unwanted.contains(&(key, mv)));
        }
        self.0.retain(|_, position| !position.moves.is_empty());
        before - self.len()
    }

    /// The finished book.
    pub fn to_book(&self, text: &str) -> Book {
        let entries = self.0.iter().flat_map(|(&key, position)| {
            let moves = position.moves.values();
            moves.map(move |&known| Entry { key, known })
        });
        Book::new(entries.collect(), text)
    }
}

/// One book of several: what they know of a move is added up. The learnt score and the code are those
/// of the book with most games of the move.
pub fn merge<'a>(books: impl IntoIterator<Item = &'a [Entry]>) -> Vec<Entry> {
    let mut merged: BTreeMap<Place, BookMove> = BTreeMap::new();
    for entry in books.into_iter().flatten() {
        let place = (entry.key, entry.known.mv);
        merged
            .entry(place)
            .and_modify(|known| *known = sum(*known, entry.known))
            .or_insert(entry.known);
    }
    let entries = merged.into_iter();
    entries
        .map(|((key, _), known)| Entry { key, known })
        .collect()
}

fn sum(one: BookMove, other: BookMove) -> BookMove {
    let (more, less) = if other.games > one.games {
        (other, one)
    } else {
        (one, other)
    };
    BookMove {
        mv: one.mv,
        weight: one.weight.saturating_add(other.weight),
        games: one.games.saturating_add(other.games),
        points: one.points.saturating_add(other.points),
        score: more.score.or(less.score),
        ecco: more.ecco.or(less.ecco),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::book::games::{Table, read};

    fn games(text: &str) -> Vec<Game> {
        read(text.into(), &Table::default())
            .expect("readable")
            .games
    }

    fn all() -> Recipe {
        Recipe {
            min_games: 1,
            ..Recipe::default()
        }
    }

    fn after(moves: &str) -> Board {
        let mut board = Board::start();
        for text in moves.split_whitespace() {
            board.make_move(text.parse().expect(text));
        }
        board
    }

    fn known(book: &Book, moves: &str) -> Vec<(String, u32, u32, u32)> {
        let found = book.probe(&after(moves)).into_iter();
        found
            .map(|m| (m.mv.to_string(), m.weight, m.games, m.points))
            .collect()
    }

    const GAMES: &str = "1-0 h2e2 h9g7 h0g2\n0-1 b2e2 b9c7 b0c2\n1/2-1/2 h2e2 h7e7\n0-1 g3g4\n";

    #[test]
    fn mirrored_games_count_together() {
        let book = all().build(&games(GAMES)).to_book("");
        assert_eq!(known(&book, ""), [("h2e2".to_owned(), 3, 3, 3)]);
        assert_eq!(
            known(&book, "h2e2"),
            [("h9g7".to_owned(), 2, 2, 2), ("h7e7".to_owned(), 1, 1, 1)]
        );
        assert_eq!(known(&book, "b2e2 b9c7"), [("b0c2".to_owned(), 2, 2, 2)]);
    }

    #[test]
    fn transpositions_meet() {
        let text = "1-0 h2e2 h9g7 b0c2 i9h9 i0i1\n1-0 b0c2 h9g7 h2e2 i9h9 i0i1\n";
        let book = all().build(&games(text)).to_book("");
        assert_eq!(
            known(&book, "h2e2 h9g7 b0c2 i9h9"),
            [("i0i1".to_owned(), 4, 2, 4)]
        );
        // Black's moves lost both games and weigh nothing.
        assert_eq!(book.len(), 2 + 2 + 1);
    }

    #[test]
    fn limits_and_weights_are_the_recipes() {
        let recipe = Recipe {
            plies: 2,
            min_games: 2,
            result_weights: [5, 3, 1],
            class_weights: Vec::new(),
        };
        let draft = recipe.build(&games(GAMES));
        let book = draft.to_book("");
        assert_eq!(known(&book, ""), [("h2e2".to_owned(), 9, 3, 3)]);
        assert_eq!(known(&book, "h2e2"), [("h9g7".to_owned(), 6, 2, 2)]);
        assert_eq!((book.len(), draft.0.len()), (2, 2));
        let mut classed = games("1-0 h2e2\n1-0 g3g4\n");
        classed[1].class = "master".to_owned();
        let recipe = Recipe {
            class_weights: vec![("master".to_owned(), 4)],
            ..all()
        };
        let book = recipe.build(&classed).to_book("");
        assert_eq!(
            known(&book, ""),
            [("g3g4".to_owned(), 8, 1, 2), ("h2e2".to_owned(), 2, 1, 2)]
        );
    }

    #[test]
    fn the_same_games_in_any_order_give_the_same_bytes() {
        let mut one = games(GAMES);
        let book = all().build(&one).to_book("text");
        one.reverse();
        assert_eq!(all().build(&one).to_book("text"), book);
    }

    #[test]
    fn merging_parts_is_building_the_whole() {
        let all_games = games(GAMES);
        let parts: Vec<Vec<Entry>> = all_games
            .chunks(2)
            .map(|part| all().build(part).to_book("").entries().collect())
            .collect();
        let merged = Book::new(merge(parts.iter().map(Vec::as_slice)), "");
        assert_eq!(merged, all().build(&all_games).to_book(""));
    }

    #[test]
    fn moves_left_out_take_their_position_along() {
        let mut draft = all().build(&games(GAMES));
        let folded = Folded::of(&after("h2e2"));
        let unwanted = |text: &str| (folded.key, folded.fold(text.parse().expect(text)));
        let positions = draft.0.len();
        assert_eq!(draft.leave_out(&HashSet::from([unwanted("h7e7")])), 1);
        assert_eq!(draft.0.len(), positions);
        assert_eq!(draft.leave_out(&HashSet::from([unwanted("h9g7")])), 1);
        assert_eq!(draft.0.len(), positions - 1);
    }
}
