//! Playing weaker on purpose, yet plausibly: shallow searches, and a choice among good lines.
//!
//! A weak player overlooks what lies deep and prefers a slightly inferior move now and then; he does
//! not give pieces away at random. So a level limits the tree, and picks among the best few lines
//! with a probability that falls with what a line costs. `docs/guis.md` has what the levels are worth
//! against each other.

use rand::{Rng, RngExt};

use crate::search::{Limits, Line};
use crate::types::{Depth, score};

use super::settings::Amount;

/// How well to play.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Strength {
    /// 0 (weakest) to [`Strength::FULL`].
    pub level: u8,
    /// Play at `elo` instead of `level`.
    pub limited: bool,
    /// The rating to aim at, on the scale of [`Strength::elo_of`].
    pub elo: u16,
}

/// Elo of every second level, added up from matches of each against the next (`docs/guis.md`), level 0 being called
/// 800. Level 20 takes the time it is given; its figure is that of 1 s + 0.01 s.
const ELO_OF_EVEN_LEVELS: [u16; 11] = [
    800, 1005, 1220, 1478, 1860, 2129, 2341, 2687, 2915, 3123, 3510,
];

impl Default for Strength {
    fn default() -> Self {
        Self {
            level: Self::FULL,
            limited: false,
            elo: Self::ELO.1,
        }
    }
}

/// What a level means for one search.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Handicap {
    depth: Depth,
    nodes: u64,
    choice: Choice,
}

/// How the move is picked among the best lines.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Choice {
    /// How many lines to consider.
    pub lines: usize,
    /// A line that is this much worse is taken e times less often.
    pub temperature: f64,
}

impl Choice {
    /// Always the best line.
    pub const BEST: Self = Self {
        lines: 1,
        temperature: 0.0,
    };

    /// The variety that UCCI's `randomness` asks for.
    fn random(amount: Amount) -> Self {
        let temperature = match amount {
            Amount::None => return Self::BEST,
            Amount::Tiny => 2.0,
            Amount::Small => 4.0,
            Amount::Medium => 8.0,
            Amount::Large => 14.0,
            Amount::Huge => 24.0,
        };
        Self {
            lines: 3,
            temperature,
        }
    }

    /// The index of the line to play. A line that costs more than two temperatures is never taken,
    /// nor one that is decided otherwise than the best.
    pub fn pick(self, lines: &[Line], random: &mut impl Rng) -> usize {
        let Some(best) = lines.first() else { return 0 };
        let weight = |line: &Line| {
            let cost = f64::from((best.score - line.score).max(0));
            let other_fate = score::is_decisive(line.score) || score::is_decisive(best.score);
            let too_dear = cost > 2.0 * self.temperature || (cost > 0.0 && other_fate);
            if too_dear {
                0.0
            } else {
                (-cost / self.temperature.max(1e-9)).exp()
            }
        };
        let candidates = &lines[..lines.len().min(self.lines)];
        let mut ticket = random.random::<f64>() * candidates.iter().map(weight).sum::<f64>();
        for (index, line) in candidates.iter().enumerate() {
            ticket -= weight(line);
            if ticket < 0.0 {
                return index;
            }
        }
        0
    }
}

impl Strength {
    /// The level without any handicap.
    pub const FULL: u8 = 20;
    /// The lowest and the highest rating that can be asked for.
    pub const ELO: (u16, u16) = (Self::elo_of(0), Self::elo_of(Self::FULL));

    /// What a level is worth: measured for even levels, halfway between its neighbours for odd ones.
    pub const fn elo_of(level: u8) -> u16 {
        let last = ELO_OF_EVEN_LEVELS.len() - 1;
        let below = level as usize / 2;
        let above = level.div_ceil(2) as usize;
        if above > last {
            return ELO_OF_EVEN_LEVELS[last];
        }
        u16::midpoint(ELO_OF_EVEN_LEVELS[below], ELO_OF_EVEN_LEVELS[above])
    }

    /// The level in force.
    fn effective_level(self) -> u8 {
        if !self.limited {
            return self.level.min(Self::FULL);
        }
        // The nearest level, the lower of two.
        let distance = |&level: &u8| Self::elo_of(level).abs_diff(self.elo);
        (0..=Self::FULL).min_by_key(distance).unwrap_or(Self::FULL)
    }

    fn handicap(self) -> Option<Handicap> {
        let level = self.effective_level();
        (level < Self::FULL).then(|| Handicap {
            depth: Depth::from(level / 2) + 1,
            // More than the depth takes, except in wild positions: 1000 at level 0, 600,000 at 19.
            nodes: (1000.0 * 1.4_f64.powi(i32::from(level))) as u64,
            choice: Choice {
                lines: usize::from(8 - level / 4),
                // A good pawn at level 0, a tenth of one at 19.
                temperature: 60.0 * 0.87_f64.powi(i32::from(level)),
            },
        })
    }

    /// Tightens the limits to the level and says how to choose among the lines found.
    pub fn apply(self, randomness: Amount, limits: &mut Limits) -> Choice {
        let choice = match self.handicap() {
            None => Choice::random(randomness),
            Some(handicap) => {
                let depth = limits.depth.unwrap_or(Depth::MAX);
                limits.depth = Some(depth.min(handicap.depth));
                let nodes = limits.nodes.unwrap_or(u64::MAX);
                limits.nodes = Some(nodes.min(handicap.nodes));
                handicap.choice
            }
        };
        limits.multi_pv = limits.multi_pv.max(choice.lines);
        choice
    }
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;
    use rand::rngs::Xoshiro256PlusPlus;

    use super::*;
    use crate::types::Score;

    fn lines(scores: &[Score]) -> Vec<Line> {
        let line = |&score| Line {
            score,
            pv: Vec::new(),
        };
        scores.iter().map(line).collect()
    }

    #[test]
    fn full_strength_changes_nothing() {
        let mut limits = Limits::default();
        assert_eq!(
            Strength::default().apply(Amount::None, &mut limits),
            Choice::BEST
        );
        assert_eq!(limits, Limits::default());
    }

    #[test]
    fn every_level_is_weaker_than_the_next() {
        let at = |level| {
            Strength {
                level,
                ..Strength::default()
            }
            .handicap()
        };
        for level in 0..Strength::FULL - 1 {
            let (low, high) = (at(level).expect("limited"), at(level + 1).expect("limited"));
            assert!(low.nodes < high.nodes && low.depth <= high.depth);
            assert!(low.choice.lines >= high.choice.lines);
            assert!(low.choice.temperature > high.choice.temperature);
        }
        assert_eq!(at(Strength::FULL), None);
    }

    #[test]
    fn a_rating_is_a_level() {
        let at = |elo| {
            Strength {
                elo,
                limited: true,
                ..Strength::default()
            }
            .effective_level()
        };
        for level in 0..=Strength::FULL {
            assert_eq!(at(Strength::elo_of(level)), level);
        }
        let between = |level| u16::midpoint(Strength::elo_of(level), Strength::elo_of(level + 1));
        assert_eq!(at(between(3) - 2), 3);
        assert_eq!(at(between(3) + 2), 4);
        assert_eq!((at(0), at(9999)), (0, Strength::FULL));
    }

    #[test]
    fn dear_lines_are_never_chosen_and_near_ones_are() {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(1);
        let choice = Choice {
            lines: 3,
            temperature: 10.0,
        };
        let mut seen = [0; 4];
        for _ in 0..1000 {
            seen[choice.pick(&lines(&[50, 45, -100, 50]), &mut random)] += 1;
        }
        assert!(seen[0] > seen[1] && seen[1] > 100, "{seen:?}");
        assert_eq!(
            (seen[2], seen[3]),
            (0, 0),
            "too dear, and beyond the lines considered"
        );
    }

    #[test]
    fn a_mate_is_never_let_slip_by_chance() {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(2);
        let choice = Choice {
            lines: 4,
            temperature: 1e6,
        };
        for _ in 0..200 {
            assert_eq!(
                choice.pick(&lines(&[score::mate_in(3), 500]), &mut random),
                0
            );
            assert_eq!(
                choice.pick(&lines(&[-500, score::mated_in(2)]), &mut random),
                0
            );
        }
        assert_eq!(Choice::BEST.pick(&[], &mut random), 0);
    }
}
