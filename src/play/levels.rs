//! What the levels of strength are worth.

use crate::engine::Strength;

/// The weakest level to the strongest.
pub const LEVELS: std::ops::RangeInclusive<u8> = 0..=Strength::FULL;

/// Elo above level 0; `None` for full strength, which takes the time it is given.
pub fn measured_elo(level: u8) -> Option<u16> {
    (level < Strength::FULL).then(|| Strength::elo_of(level) - Strength::elo_of(0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_level_is_stronger_than_the_one_below() {
        let known: Vec<u16> = LEVELS.map_while(measured_elo).collect();
        assert_eq!(known.len(), usize::from(Strength::FULL));
        assert!(known.is_sorted_by(|low, high| low < high));
        assert_eq!(measured_elo(Strength::FULL), None);
    }
}
