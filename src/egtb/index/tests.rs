use super::*;

fn index(class: &str) -> Index {
    Index::new(class.parse().expect("a class"))
}

#[test]
fn every_position_has_the_number_it_was_found_by() {
    for class in ["KP-K", "KN-KA", "KR-KAABB", "KPP-K", "KR-KN", "KCA-KB"] {
        let index = index(class);
        let mut cursor = index.cursor();
        let mut holes = 0;
        for number in 0..index.size() {
            match cursor.placement(number) {
                Some(placement) => {
                    assert_eq!(index.number(&placement, Side::Red), number, "{class}");
                }
                None => holes += 1,
            }
        }
        assert!(
            holes * 4 < index.size(),
            "{class}: {holes} of {}",
            index.size()
        );
        // The estimate counts camps with two men on one point, too.
        let estimate = Index::count(index.class());
        assert!(estimate * 5 > index.size() * 4 && estimate < 2 * index.size());
    }
}

#[test]
fn mirror_images_and_exchanged_colours_have_one_number() {
    use crate::board::Board;
    let index = index("KRP-KNAB");
    for fen in [
        "3k1a3/9/4b4/9/2n1P4/9/9/9/9/R3K4 w",
        "4ka3/9/b8/3P5/9/9/9/5n3/3K5/R8 w",
    ] {
        let board = Board::from_fen(fen).expect("a position");
        let number = index.number(board.placement(), Side::Red);
        assert_eq!(
            index.number(board.mirrored().placement(), Side::Red),
            number
        );
        let flipped = board.color_flipped();
        assert_eq!(index.number(flipped.placement(), Side::Black), number);
    }
}
