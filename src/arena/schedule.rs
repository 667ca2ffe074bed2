//! Who plays whom, from where, in which order: every game of a match is known by its number.

use std::str::FromStr;

use thiserror::Error;

/// Which engines meet.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Format {
    /// Everybody meets everybody; with two engines, a plain match.
    #[default]
    RoundRobin,
    /// The first engine meets each of the others.
    Gauntlet,
}

/// A text that names no format.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("'{0}' is no format of a match (expected round-robin or gauntlet)")]
pub struct ParseFormatError(pub String);

impl FromStr for Format {
    type Err = ParseFormatError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        match text {
            "round-robin" => Ok(Self::RoundRobin),
            "gauntlet" => Ok(Self::Gauntlet),
            _ => Err(ParseFormatError(text.to_owned())),
        }
    }
}

/// A game to be played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Pairing {
    /// Number of the game, from 1.
    pub game: usize,
    /// Round, from 1: each round uses one opening.
    pub round: usize,
    /// Number of the pair of games with colours swapped, from 1.
    pub pair: usize,
    /// Index of the engine with red.
    pub red: usize,
    /// Index of the engine with black.
    pub black: usize,
}

/// The games of a match.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Schedule {
    encounters: Vec<(usize, usize)>,
    rounds: usize,
}

impl Schedule {
    /// All games between `engines` engines in `rounds` rounds. In a round each encounter is played
    /// twice from the same opening, colours swapped.
    pub fn new(engines: usize, format: Format, rounds: usize) -> Self {
        let encounters = match format {
            Format::RoundRobin => (0..engines)
                .flat_map(|first| (first + 1..engines).map(move |second| (first, second)))
                .collect(),
            Format::Gauntlet => (1..engines).map(|second| (0, second)).collect(),
        };
        Self { encounters, rounds }
    }

    /// How many games there are; more than can be counted are as many as can be.
    pub fn games(&self) -> usize {
        (self.encounters.len() * 2).saturating_mul(self.rounds)
    }

    /// The game with this number, from 1.
    pub fn pairing(&self, game: usize) -> Option<Pairing> {
        let index = game.checked_sub(1).filter(|_| game <= self.games())?;
        let pair = index / 2;
        let (first, second) = self.encounters[pair % self.encounters.len()];
        let (red, black) = if index.is_multiple_of(2) {
            (first, second)
        } else {
            (second, first)
        };
        Some(Pairing {
            game,
            round: pair / self.encounters.len() + 1,
            pair: pair + 1,
            red,
            black,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_opening_is_played_with_both_colours() {
        let schedule = Schedule::new(2, Format::RoundRobin, 3);
        assert_eq!(schedule.games(), 6);
        let colours: Vec<_> = (1..=6)
            .filter_map(|game| schedule.pairing(game))
            .map(|p| (p.round, p.pair, p.red, p.black))
            .collect();
        assert_eq!(
            colours,
            [
                (1, 1, 0, 1),
                (1, 1, 1, 0),
                (2, 2, 0, 1),
                (2, 2, 1, 0),
                (3, 3, 0, 1),
                (3, 3, 1, 0)
            ]
        );
        assert_eq!(schedule.pairing(0), None);
        assert_eq!(schedule.pairing(7), None);
    }

    #[test]
    fn too_many_games_are_no_fewer() {
        let schedule = Schedule::new(3, Format::RoundRobin, usize::MAX);
        assert_eq!(schedule.games(), usize::MAX);
        assert!(schedule.pairing(usize::MAX).is_some());
        assert_eq!(Schedule::new(2, Format::Gauntlet, 0).games(), 0);
    }

    #[test]
    fn everybody_meets_everybody_equally_often() {
        let schedule = Schedule::new(4, Format::RoundRobin, 2);
        assert_eq!(schedule.games(), 24);
        let mut met = [[0; 4]; 4];
        for pairing in (1..=24).filter_map(|game| schedule.pairing(game)) {
            met[pairing.red][pairing.black] += 1;
        }
        for (a, row) in met.iter().enumerate() {
            for (b, &count) in row.iter().enumerate() {
                assert_eq!(count, if a == b { 0 } else { 2 });
            }
        }
    }

    #[test]
    fn in_a_gauntlet_only_the_first_engine_meets_the_others() {
        let schedule = Schedule::new(3, Format::Gauntlet, 1);
        let games: Vec<_> = (1..=4).filter_map(|game| schedule.pairing(game)).collect();
        assert_eq!(games.len(), schedule.games());
        assert!(games.iter().all(|p| (p.red == 0) != (p.black == 0)));
    }
}
