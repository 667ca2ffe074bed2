//! Which class a position belongs to, found by the men on the board without hashing.

use crate::board::Placement;
use crate::types::Side;

use super::material::{Army, Class};

/// The classes that somebody knows something of, numbered in the order they were given.
pub(super) struct Directory {
    /// By [`Army::code`]: the number of an army that occurs, from 1.
    armies: Vec<u16>,
    /// By the numbers of red's and black's army: the number of the class and who has its stronger army.
    classes: Vec<Option<(u16, Side)>>,
    /// How many numbers armies have, 0 included.
    width: usize,
}

impl Directory {
    pub(super) fn new(classes: &[Class]) -> Self {
        let mut armies = vec![0; Army::CODES];
        let mut width = 1;
        for army in classes
            .iter()
            .flat_map(|class| [class.strong(), class.weak()])
        {
            let number = &mut armies[army.code()];
            if *number == 0 {
                *number = width as u16;
                width += 1;
            }
        }
        let mut directory = Self {
            armies,
            classes: vec![None; width * width],
            width,
        };
        for (number, class) in classes.iter().enumerate() {
            let codes = [class.strong(), class.weak()].map(|army| army.code());
            for strong in [Side::Black, Side::Red] {
                let [red, black] = match strong {
                    Side::Red => codes,
                    Side::Black => [codes[1], codes[0]],
                };
                if let Some(place) = directory.place(red, black) {
                    directory.classes[place] = Some((number as u16, strong));
                }
            }
        }
        directory
    }

    /// Where a class stands; `None` if one of its armies occurs in no class.
    #[inline]
    fn place(&self, red: usize, black: usize) -> Option<usize> {
        let [red, black] = [red, black].map(|code| usize::from(self.armies[code]));
        (red != 0 && black != 0).then_some(red * self.width + black)
    }

    /// The number of a position's class and the side that has the stronger army (red if they are equal).
    #[inline]
    pub(super) fn find(&self, placement: &Placement) -> Option<(usize, Side)> {
        let [red, black] = Side::BOTH.map(|side| Army::code_of(placement, side));
        let (number, strong) = self.classes[self.place(red, black)?]?;
        Some((usize::from(number), strong))
    }
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;
    use rand::rngs::Xoshiro256PlusPlus;

    use super::*;
    use crate::selfplay::start;

    #[test]
    fn positions_are_found_by_class_and_stronger_side() {
        let mut classes = Class::matching("KR*-K*").expect("classes");
        classes.extend(Class::matching("KP-KP").expect("a class"));
        classes.extend(Class::matching("KN-KB").expect("a class"));
        let directory = Directory::new(&classes);
        let mut random = Xoshiro256PlusPlus::seed_from_u64(3);
        let mut found = 0;
        for _ in 0..20_000 {
            let board = start::random_endgame(&mut random);
            let (class, strong) = Class::of(board.placement());
            let expected = classes.iter().position(|&other| other == class);
            let expected = expected.map(|number| (number, strong));
            assert_eq!(
                directory.find(board.placement()),
                expected,
                "{}",
                board.fen()
            );
            found += usize::from(expected.is_some());
        }
        assert!(found > 20, "{found}");
    }
}
