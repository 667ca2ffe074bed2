//! What a match says so far: standings from records, as text and as plots.

use std::collections::{BTreeMap, HashMap};
use std::fmt::Write as _;

use crate::plot::{Axis, LineChart, Series};
use crate::text;

use super::figures::{error, percent, plus_minus, range};
use super::ratings::{RatedGame, Ratings, fit};
use super::record::{GameRecord, GameResult, Reason};
use super::stats::{EloModel, Sprt, SprtVerdict, Strength, Tally};

/// Results of all games so far.
#[derive(Clone, Debug, Default)]
pub struct Standings {
    names: Vec<String>,
    /// `[first][second]` from the first's view; each game is entered both ways.
    tallies: HashMap<(usize, usize), Tally>,
    /// Half of a pair whose other half is still to come: the first engine and its half points.
    open_pairs: HashMap<(usize, usize), (usize, u8)>,
    games: Vec<RatedGame>,
    red: Tally,
    reasons: BTreeMap<Reason, u64>,
    faults: BTreeMap<(usize, Reason), u64>,
    last_fault: Option<String>,
    plies: usize,
    clusters: HashMap<(usize, usize), usize>,
    /// After each pair: games so far and the first engine's strength against the second.
    course: Vec<(f64, Strength)>,
}

impl Standings {
    /// Standings before the first game, engines in this order.
    pub fn new(names: &[String]) -> Self {
        Self {
            names: names.to_vec(),
            ..Self::default()
        }
    }

    /// An engine's name as it is shown.
    fn shown(&self, engine: usize) -> String {
        self.names
            .get(engine)
            .map_or_else(|| "?".to_owned(), |name| text::shown(name))
    }

    /// Engines in order of appearance.
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// Games so far.
    pub fn games(&self) -> usize {
        self.games.len()
    }

    /// Plies so far.
    pub const fn plies(&self) -> usize {
        self.plies
    }

    fn index(&mut self, name: &str) -> usize {
        self.names
            .iter()
            .position(|n| n == name)
            .unwrap_or_else(|| {
                self.names.push(name.to_owned());
                self.names.len() - 1
            })
    }

    /// Enters a game. `source` tells pairs of the same number from different files apart.
    pub fn add(&mut self, source: usize, record: &GameRecord) {
        let (red, black) = (self.index(&record.red), self.index(&record.black));
        let points = record.result.red_half_points();
        self.plies += record.plies();
        self.red.add_game(points);
        *self.reasons.entry(record.reason).or_default() += 1;
        if record.reason.is_fault() {
            let culprit = match record.result {
                GameResult::RedWins => black,
                _ => red,
            };
            *self.faults.entry((culprit, record.reason)).or_default() += 1;
            let (name, game, reason) = (self.shown(culprit), record.game, record.reason);
            let detail = text::message(&record.detail.replace('\n', " "));
            self.last_fault = Some(format!("{name} in game {game}: {reason} {detail}"));
        }
        self.tally_mut(red, black).add_game(points);
        self.tally_mut(black, red).add_game(2 - points);
        let key = (source, record.pair);
        let count = self.clusters.len();
        let cluster = *self.clusters.entry(key).or_insert(count);
        self.games.push(RatedGame {
            red,
            black,
            score: f64::from(points) / 2.0,
            cluster,
        });
        match self.open_pairs.remove(&key) {
            Some((first, half)) if first == black => {
                self.tally_mut(red, black).add_pair(4 - (half + 2 - points));
                self.tally_mut(black, red).add_pair(half + 2 - points);
                if let Some(strength) = self.tally(0, 1).strength() {
                    self.course.push((self.games.len() as f64, strength));
                }
            }
            _ => {
                self.open_pairs.insert(key, (red, points));
            }
        }
    }

    fn tally_mut(&mut self, first: usize, second: usize) -> &mut Tally {
        self.tallies.entry((first, second)).or_default()
    }

    /// Results of `first` against `second`.
    pub fn tally(&self, first: usize, second: usize) -> Tally {
        self.tallies
            .get(&(first, second))
            .copied()
            .unwrap_or_default()
    }

    /// After each pair: games so far and the first engine's strength against the second.
    pub fn course(&self) -> &[(f64, Strength)] {
        &self.course
    }

    /// Ratings of all engines and the first move's worth.
    pub fn ratings(&self) -> Ratings {
        fit(self.names.len(), &self.games)
    }

    /// How many games each engine lost by faults.
    pub fn fault_count(&self) -> u64 {
        self.faults.values().sum()
    }

    /// One line for a running match.
    pub fn progress(&self, total: usize, sprt: Option<&Sprt>) -> String {
        let mut line = format!("{} of {total} games", self.games());
        if self.names.len() == 2 {
            let tally = self.tally(0, 1);
            let _ = write!(line, ", +{} ={} -{}", tally.wins, tally.draws, tally.losses);
            if let Some(strength) = tally.strength() {
                let _ = write!(line, ", Elo {}", plus_minus(strength.elo));
            }
            if let Some(sprt) = sprt {
                let (lower, upper) = sprt.bounds();
                let llr = sprt.llr(&tally);
                let _ = write!(line, ", LLR {llr:.2} ({lower:.2}, {upper:.2})");
            }
        }
        if self.fault_count() > 0 {
            let _ = write!(line, ", {} faults", self.fault_count());
        }
        line
    }

    /// The full summary.
    pub fn summary(&self, sprt: Option<&Sprt>) -> String {
        let mut out = String::new();
        if self.games.is_empty() {
            return "no games\n".to_owned();
        }
        if self.names.len() == 2 {
            self.write_duel(&mut out, sprt);
        } else {
            self.write_table(&mut out);
        }
        let ratings = self.ratings();
        let red = self.red;
        let _ = writeln!(
            out,
            "first move: red +{} ={} -{} ({:.1} %), worth {} Elo",
            red.wins,
            red.draws,
            red.losses,
            red.score() * 100.0,
            plus_minus(ratings.first_move)
        );
        let _ = writeln!(
            out,
            "endings: {} ({:.1} plies a game)",
            list(self.reasons.iter().map(|(r, n)| format!("{r} {n}"))),
            self.plies as f64 / self.games.len() as f64
        );
        let faults = self
            .faults
            .iter()
            .map(|((engine, reason), n)| format!("{} {reason} {n}", self.shown(*engine)));
        let _ = writeln!(out, "faults: {}", list(faults));
        if let Some(fault) = &self.last_fault {
            let _ = writeln!(out, "last fault: {}", fault.trim_end());
        }
        out
    }

    fn write_duel(&self, out: &mut String, sprt: Option<&Sprt>) {
        let tally = self.tally(0, 1);
        let Some(strength) = tally.strength() else {
            return;
        };
        let _ = writeln!(
            out,
            "{} against {}: {} games, +{} ={} -{}, score {:.1} %",
            self.shown(0),
            self.shown(1),
            tally.games(),
            tally.wins,
            tally.draws,
            tally.losses,
            tally.score() * 100.0
        );
        let _ = writeln!(
            out,
            "pairs (0, ½, 1, 1½, 2 points): {}",
            list(tally.pairs.iter().map(u64::to_string))
        );
        let _ = writeln!(
            out,
            "Elo {} (95 %: {}), normalized {}, superiority {}",
            plus_minus(strength.elo),
            range(strength.elo_range),
            plus_minus(strength.normalized),
            percent(strength.superiority)
        );
        if let Some(sprt) = sprt {
            let (lower, upper) = sprt.bounds();
            let model = match sprt.model {
                EloModel::Logistic => "Elo",
                EloModel::Normalized => "normalized Elo",
            };
            let verdict = match sprt.verdict(&tally) {
                SprtVerdict::Continue => "undecided",
                SprtVerdict::AcceptH0 => "H0 accepted",
                SprtVerdict::AcceptH1 => "H1 accepted",
            };
            let _ = writeln!(
                out,
                "SPRT {model} {} against {}, alpha {}, beta {}: LLR {:.2} ({lower:.2}, {upper:.2}), {verdict}",
                sprt.elo0,
                sprt.elo1,
                sprt.alpha,
                sprt.beta,
                sprt.llr(&tally)
            );
        }
    }

    /// Engines by rating, strongest first.
    fn ranking(&self, ratings: &Ratings) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.names.len()).collect();
        order.sort_by(|&a, &b| {
            let value = |e: usize| ratings.engines[e].value;
            value(b).total_cmp(&value(a))
        });
        order
    }

    fn write_table(&self, out: &mut String) {
        let ratings = self.ratings();
        let width = self
            .names
            .iter()
            .map(|n| text::shown(n).chars().count())
            .max();
        let width = width.unwrap_or(0).max(6);
        let _ = writeln!(
            out,
            "rank  {:width$}   rating    error  games   score",
            "engine"
        );
        for (rank, engine) in self.ranking(&ratings).into_iter().enumerate() {
            let total = (0..self.names.len())
                .map(|other| self.tally(engine, other))
                .fold(Tally::default(), |mut sum, tally| {
                    sum.wins += tally.wins;
                    sum.draws += tally.draws;
                    sum.losses += tally.losses;
                    sum
                });
            let rating = ratings.engines[engine];
            let _ = writeln!(
                out,
                "{:4}  {:width$} {:+8.1} {:>8} {:6} {:5.1} %",
                rank + 1,
                self.shown(engine),
                rating.value,
                error(rating.error),
                total.games(),
                total.score() * 100.0
            );
        }
    }

    /// Everybody's results against everybody, strongest first, as Markdown.
    pub fn cross_table(&self) -> String {
        let ratings = self.ratings();
        let order = self.ranking(&ratings);
        let mut out = String::from("| engine | rating |");
        for &engine in &order {
            let _ = write!(out, " {} |", text::table_cell(&self.names[engine]));
        }
        out.push_str("\n|---|---:|");
        out.push_str(&"---:|".repeat(order.len()));
        out.push('\n');
        for &engine in &order {
            let rating = plus_minus(ratings.engines[engine]);
            let name = text::table_cell(&self.names[engine]);
            let _ = write!(out, "| {name} | {rating} |");
            for &other in &order {
                let tally = self.tally(engine, other);
                let _ = if tally.games() == 0 {
                    write!(out, " |")
                } else {
                    write!(out, " +{} ={} −{} |", tally.wins, tally.draws, tally.losses)
                };
            }
            out.push('\n');
        }
        out
    }

    /// Elo of the first engine against the second over the games, with its 95 % band.
    pub fn elo_plot(&self) -> String {
        // The first pairs say nothing and would stretch the axis.
        let course: Vec<&(f64, Strength)> = self
            .course
            .iter()
            .skip(self.course.len().min(20) / 2)
            .filter(|(_, s)| s.elo_range.0.is_finite() && s.elo_range.1.is_finite())
            .collect();
        let title = format!("{} against {}", self.shown(0), self.shown(1));
        let series = Series::new("", course.iter().map(|(n, s)| (*n, s.elo.value)))
            .with_band(course.iter().map(|(_, s)| s.elo_range));
        LineChart::new(title, Axis::linear("games"), Axis::linear("Elo"))
            .with(series)
            .with_guide(0.0, "equal")
            .to_svg()
    }
}

fn list(parts: impl Iterator<Item = String>) -> String {
    let parts: Vec<String> = parts.collect();
    if parts.is_empty() {
        "none".to_owned()
    } else {
        parts.join(", ")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arena::record::tests::sample;

    fn game(number: usize, red: &str, black: &str, result: GameResult) -> GameRecord {
        GameRecord {
            game: number,
            pair: number.div_ceil(2),
            red: red.to_owned(),
            black: black.to_owned(),
            result,
            ..sample()
        }
    }

    use GameResult::{BlackWins, Draw, RedWins};

    #[test]
    fn pairs_are_counted_from_the_first_engines_view() {
        let mut standings = Standings::new(&["a".to_owned(), "b".to_owned()]);
        standings.add(0, &game(1, "a", "b", RedWins));
        standings.add(0, &game(3, "a", "b", Draw));
        standings.add(0, &game(2, "b", "a", Draw));
        standings.add(0, &game(4, "b", "a", RedWins));
        let tally = standings.tally(0, 1);
        assert_eq!((tally.wins, tally.draws, tally.losses), (1, 2, 1));
        assert_eq!(tally.pairs, [0, 1, 0, 1, 0]);
        assert_eq!(standings.tally(1, 0), tally.reversed());
    }

    #[test]
    fn pairs_of_different_files_are_kept_apart() {
        let mut standings = Standings::default();
        standings.add(0, &game(1, "a", "b", RedWins));
        standings.add(1, &game(2, "b", "a", RedWins));
        assert_eq!(standings.tally(0, 1).pair_count(), 0);
        standings.add(1, &game(1, "a", "b", RedWins));
        assert_eq!(standings.tally(0, 1).pairs, [0, 0, 1, 0, 0]);
    }

    #[test]
    fn plies_are_counted_from_the_moves() {
        let mut standings = Standings::default();
        let record = GameRecord {
            scores: Vec::new(),
            ..game(1, "a", "b", Draw)
        };
        standings.add(0, &record);
        assert_eq!(standings.plies(), 3);
    }

    #[test]
    fn the_summary_names_faults_and_the_test() {
        let mut standings = Standings::default();
        let mut lost = game(1, "a", "b", BlackWins);
        lost.reason = Reason::IllegalMove;
        lost.detail = "a0a9".to_owned();
        standings.add(0, &lost);
        standings.add(0, &game(2, "b", "a", Draw));
        let sprt: Sprt = "0,5,0.05,0.05".parse().expect("a test");
        let summary = standings.summary(Some(&sprt));
        assert!(
            summary.contains("a against b: 2 games, +0 =1 -1"),
            "{summary}"
        );
        assert!(summary.contains("faults: a illegal-move 1"), "{summary}");
        assert!(
            summary.contains("last fault: a in game 1: illegal-move a0a9"),
            "{summary}"
        );
        assert!(summary.contains("(-2.94, 2.94), undecided"), "{summary}");
    }

    #[test]
    fn two_games_have_no_error_bars() {
        let mut standings = Standings::default();
        standings.add(0, &game(1, "a", "b", Draw));
        standings.add(0, &game(2, "b", "a", Draw));
        let summary = standings.summary(None);
        for line in [
            "Elo +0.0 ± ? (95 %: ?), normalized ?, superiority ?\n",
            "worth +0.0 ± ? Elo\n",
        ] {
            assert!(summary.contains(line), "{summary}");
        }
        assert!(standings.cross_table().contains("| a | +0.0 ± ? |"));
    }

    #[test]
    fn several_engines_are_ranked_and_crossed() {
        let mut standings = Standings::default();
        let mut number = 0;
        for (red, black, result) in [
            ("a", "b", RedWins),
            ("b", "a", Draw),
            ("b", "c", RedWins),
            ("c", "b", Draw),
            ("a", "c", RedWins),
            ("c", "a", BlackWins),
        ] {
            number += 1;
            standings.add(0, &game(number, red, black, result));
        }
        let table = standings.cross_table();
        let names: Vec<&str> = table.lines().skip(2).map(|line| &line[2..3]).collect();
        assert_eq!(names, ["a", "b", "c"]);
        assert!(table.contains("+2 =0 −0"), "{table}");
        assert!(standings.elo_plot().starts_with("<svg"));
    }
}
