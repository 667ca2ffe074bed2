use super::*;
use crate::board::START_FEN;

fn board(fen: &str) -> Board {
    Board::from_fen(fen).expect("a position")
}

/// Red's and black's share of a term.
fn term(evaluation: Published, fen: &str, name: &str) -> [Score; 2] {
    let terms = evaluation.terms(&board(fen));
    let found = terms.iter().find(|term| term.name == name);
    found.expect("a term of this name").sides
}

/// Openings, middlegames and endgames.
fn positions() -> Vec<Board> {
    let files = [
        include_str!("../../../positions/middlegame20.epd"),
        include_str!("../../../positions/openings200.epd"),
        include_str!("../../../positions/mates.epd"),
    ];
    let records = files.map(|text| crate::notation::epd::parse(text).expect("readable"));
    let boards = records.into_iter().flatten().map(|record| record.board);
    boards.step_by(5).collect()
}

#[test]
fn colours_and_wings_are_treated_alike() {
    for evaluation in Published::ALL {
        for board in positions() {
            let score = evaluation.evaluate(&board);
            let fen = board.fen();
            assert_eq!(
                score,
                evaluation.evaluate(&board.mirrored()),
                "{evaluation:?} {fen}"
            );
            assert_eq!(
                score,
                evaluation.evaluate(&board.color_flipped()),
                "{evaluation:?} {fen}"
            );
        }
    }
}

#[test]
fn the_start_position_is_balanced_where_the_move_does_not_count() {
    assert_eq!(Published::Web.evaluate(&board(START_FEN)), 0);
    for (evaluation, army) in [
        (
            Published::Thesis,
            2 * (240 + 240 + 570 + 1_200 + 560) + 5 * 60,
        ),
        (
            Published::Relations,
            2 * (300 + 500 + 250 + 250 + 300) + 5 * 80,
        ),
        (Published::Web, 2 * (110 + 110 + 300 + 500 + 300) + 5 * 100),
    ] {
        assert_eq!(term(evaluation, START_FEN, "material"), [army; 2]);
    }
}

#[test]
fn the_web_page_counts_squares_eight_times() {
    // Rook e5 (18) and crossed pawn e7 (80) for red; horse b9 seen from black is b0 (-4).
    let fen = "1n1k5/9/4P4/9/4R4/9/9/9/9/5K3 w";
    assert_eq!(term(Published::Web, fen, "material"), [600, 300]);
    assert_eq!(
        term(Published::Web, fen, "squares"),
        [8 * (18 + 80), 8 * -4]
    );
    let score = 600 + 784 - (300 - 32);
    assert_eq!(Published::Web.evaluate(&board(fen)), score);
    assert_eq!(
        Published::Web.evaluate(&board(&fen.replace(" w", " b"))),
        -score
    );
}

#[test]
fn relations_print_squares_by_file() {
    // King e0 5, rook a0 -6, horse e1 -10, pawn e6 42; black's king on e9 is 5 too.
    let fen = "4k4/9/9/4P4/9/9/9/9/4N4/R3K4 w";
    assert_eq!(
        term(Published::Relations, fen, "squares"),
        [5 - 6 - 10 + 42, 5]
    );
    // Rook: 9 up and 3 right. Horse e1: c2, g2, d3, f3 and c0, g0. Pawn over the river: three. King free.
    let rook = 6 * (9 + 3);
    let (horse, pawn) = (12 * 6, 15 * 3);
    assert_eq!(
        term(Published::Relations, fen, "mobility"),
        [rook + horse + pawn, 0]
    );
}

#[test]
fn relations_weigh_who_attacks_and_who_protects() {
    let relations = |fen: &str| term(Published::Relations, fen, "relations");
    // Rook a5 attacks horse e5, nobody protects it: an eighth of 250, five times if red is to move.
    let fen = "3k5/9/9/9/R3n4/9/9/9/9/5K3 b";
    assert_eq!(relations(fen), [0, -31]);
    assert_eq!(relations(&fen.replace(" b", " w")), [0, -5 * 31]);
    // The pawn on e6 protects it: an equal attacker (rook 250, horse 250) takes nothing.
    let fen = "3k5/9/9/4p4/R3n4/9/9/9/9/5K3 w";
    // Black's pawn has no attacker and no protector; the pair 1-on-1 needs 250 < 250 + 80 - 80.
    assert_eq!(relations(fen), [0, 0]);
    // A pawn (80) attacks the protected horse: cheaper, so both sides are charged an eighth.
    let fen = "3k5/9/9/4p4/3Pn4/9/9/9/9/5K3 w";
    assert_eq!(relations(fen), [-5 * 10, -5 * 31]);
}

#[test]
fn the_thesis_counts_named_squares_and_figure_5() {
    // Rook d5 on the rib, cannon e2 in the centre, horse g8 on the trough, pawn e8 120.
    let fen = "5k3/4P1N2/9/9/3R5/9/9/4C4/9/3K5 w";
    assert_eq!(
        term(Published::Thesis, fen, "squares"),
        [30 + 30 + 30 + 120, 0]
    );
    assert_eq!(Published::Thesis.pawn(), 60);
}

#[test]
fn the_thesis_asks_whose_move_it_is_when_a_man_is_attacked() {
    // Black's rook attacks red's horse, which nobody protects.
    let fen = "4k4/9/9/9/r3N4/9/9/9/9/4K4 w";
    let own = term(Published::Thesis, fen, "cooperation");
    let other = term(Published::Thesis, &fen.replace(" w", " b"), "cooperation");
    assert_eq!((own, other), ([-570 / 8, 0], [-570 / 2, 0]));
}

#[test]
fn the_thesis_compares_force_around_the_king() {
    // Rook and horse near black's palace against one advisor: a sixteenth of the difference. The king
    // on d9 has left his square.
    let fen = "3k5/4a4/4N4/2R6/9/9/9/9/9/4K4 w";
    let siege = (1_200 + 570 - 240) / 16;
    let [red, black] = term(Published::Thesis, fen, "king");
    assert_eq!((red, black), (0, -siege - 30));
}

#[test]
fn relations_count_two_for_one_three_for_two_and_as_many_for_as_many() {
    let relations = |fen: &str| term(Published::Relations, fen, "relations");
    // Two rooks against a horse that a pawn protects. Black: 5 x 250/8 and 5 x 80/8. Red: 5 x 250/8, and 5
    // each for king and rook, who protect each other.
    let fen = "3k5/9/9/4p4/R3n4/9/9/9/9/4RK3 w";
    assert_eq!(relations(fen), [-5 * 31 + 10, -5 * 31 - 5 * 10]);
    // The same with black to move, who is charged once.
    assert_eq!(relations(&fen.replace(" w", " b")), [-31 + 10, -31 - 10]);
    // Two rooks and a horse against a pawn that rook and horse protect: the cheaper two give 500 of 580.
    // Black: 5 x 80/8 and 5 x 500/8. Red: 5 x 500/8, and 5 for the rook that the horse protects.
    let fen = "3k5/4r4/9/9/2n6/4p3R/6N2/9/4R4/5K3 w";
    assert_eq!(relations(fen), [-5 * 62 + 5, -5 * 10 - 5 * 62]);
    // Two pawns against a pawn that rook and horse protect: 160 of 330. Black: 5 x 80/8 and 5 x 250/8. Red:
    // 160/8 once, and 80/8 for the pawn that black's attacks.
    let fen = "3k5/4r4/9/2n6/3Pp4/4P4/9/9/9/5K3 w";
    assert_eq!(relations(fen), [-20 - 10, -5 * 10 - 5 * 31]);
    // Nothing attacks the horse, and a pawn protects it.
    let fen = "3k5/9/9/4p4/4n4/9/9/9/9/5K3 w";
    assert_eq!(relations(fen), [0, 5]);
}

#[test]
fn blocked_legs_and_eyes_cost_mobility() {
    let mobility = |evaluation, fen: &str| term(evaluation, fen, "mobility")[0];
    // The horse on b1 stands in the elephant's eye. Elephant: e2. Horse: a3, c3, d2, d0.
    let blocked = "3k5/9/9/9/9/9/9/9/1N7/2B1K4 w";
    // Elephant: a2, e2. Horse: a4, c4, d3, d1, a0.
    let free = "3k5/9/9/9/9/9/9/1N7/9/2B1K4 w";
    for evaluation in [Published::Thesis, Published::Relations] {
        assert_eq!(mobility(evaluation, blocked), 1 + 4 * 12);
        assert_eq!(mobility(evaluation, free), 2 + 5 * 12);
    }
}

/// The examples of section 2.4.4.
#[test]
fn the_thesis_knows_protection_and_linked_men() {
    let cooperation = |fen: &str| term(Published::Thesis, fen, "cooperation");
    // Black's rook attacks a pawn. With a horse behind it that is no danger.
    let alone = "3k5/4r4/9/9/4P4/9/9/9/9/5K3 w";
    let protected = "3k5/4r4/9/9/4P4/2N6/9/9/9/5K3 w";
    assert_eq!(cooperation(alone), [-60 / 8, 0]);
    assert_eq!(cooperation(&alone.replace(" w", " b")), [-60 / 2, 0]);
    assert_eq!(cooperation(protected), [0, 0]);
    // A pawn attacks a protected rook, who is worth more.
    let cheaper = "3k5/9/9/4p4/4R4/4R4/9/9/9/5K3 b";
    assert_eq!(cooperation(cheaper), [-1_200 / 2, -60 / 8]);
    // A rook attacks one of two horses who protect each other.
    let linked = "4k4/2r6/9/9/9/4N4/2N6/9/9/4K4 w";
    assert_eq!(cooperation(linked), [30, 0]);
}

#[test]
fn parts_of_the_thesis_are_sums_of_its_terms() {
    for board in positions() {
        let terms = Published::Thesis.terms(&board);
        let sum = |names: &[&str]| -> Score {
            let wanted = terms.iter().filter(|term| names.contains(&term.name));
            for_mover(
                wanted.map(|term| term.sides[0] - term.sides[1]).sum(),
                &board,
            )
        };
        assert_eq!(
            thesis::men_and_squares(&board),
            sum(&["material", "squares"])
        );
        assert_eq!(
            thesis::men_squares_and_cooperation(&board),
            sum(&["material", "squares", "cooperation"])
        );
    }
}
