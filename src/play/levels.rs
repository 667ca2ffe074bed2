//! What the levels of strength are worth.

use crate::engine::Strength;

/// Elo of every second level above level 0, added up from matches of each against the next.
///
/// From the table in `docs/guis.md`: 60 games a step from 2 to 14, 20 and 12 games for 16 and 18. Level
/// 20 takes the time it is given and has no figure.
const ELO_OF_EVEN_LEVELS: [u16; 10] = [0, 108, 284, 553, 970, 1271, 1494, 1807, 1998, 2278];

/// The weakest level to the strongest.
pub const LEVELS: std::ops::RangeInclusive<u8> = 0..=Strength::FULL;

/// Elo above level 0, the mean of the neighbours for odd levels; `None` for full strength and beyond.
pub fn measured_elo(level: u8) -> Option<u16> {
    let index = usize::from(level / 2);
    let low = *ELO_OF_EVEN_LEVELS.get(index)?;
    if level.is_multiple_of(2) {
        return Some(low);
    }
    let high = ELO_OF_EVEN_LEVELS.get(index + 1)?;
    Some(u16::midpoint(low, *high))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_level_is_stronger_than_the_one_below() {
        let known: Vec<u16> = LEVELS.map_while(measured_elo).collect();
        assert_eq!(known.len(), 19);
        assert!(known.is_sorted_by(|low, high| low < high));
        assert_eq!(measured_elo(Strength::FULL), None);
    }
}
