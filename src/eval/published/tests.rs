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
