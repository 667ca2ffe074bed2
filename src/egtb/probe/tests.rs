use super::*;

fn board(fen: &str) -> Board {
    Board::from_fen(fen).expect("a position")
}

fn probe(fen: &str) -> Option<Value> {
    let board = board(fen);
    Tables::builtin().probe(board.placement(), board.side_to_move())
}

#[test]
fn the_tables_inside_the_program_know_the_theory() {
    // A rook does not beat full guards in good order, but it does beat them in disorder, and fewer.
    for fen in [
        "9/3ka4/3ab4/9/2b1R4/9/9/9/9/4K4 w",
        "3ak1b2/4a4/4b4/6R2/9/9/9/9/9/5K3 w",
    ] {
        assert_eq!(probe(fen), Some(Value::Draw), "{fen}");
    }
    for fen in [
        "2bak4/4a4/b8/9/9/9/9/9/9/2R1K4 w",
        "4k4/4a4/3ab4/9/9/9/9/9/9/1R2K4 w",
    ] {
        assert!(matches!(probe(fen), Some(Value::Win(_))), "{fen}");
    }
    // A rook beats a horse and a bare king.
    let fen = "4k4/9/9/4n4/9/9/9/9/R8/3K5 w";
    assert!(matches!(probe(fen), Some(Value::Win(_))));
    // A lone horse beats a lone advisor.
    assert!(matches!(
        probe("9/3Nak3/9/9/9/9/9/9/9/4K4 w"),
        Some(Value::Win(_))
    ));
    assert!(matches!(
        probe("3k1a2N/9/9/9/9/9/9/9/9/4K4 w"),
        Some(Value::Win(_))
    ));
    // The same with exchanged colours.
    assert!(matches!(
        probe("4k4/9/9/9/9/9/9/9/3nAK3/9 b"),
        Some(Value::Win(_))
    ));
    // One low pawn does not win, not even against nobody.
    assert_eq!(probe("P8/9/3k5/9/9/9/9/9/9/4K4 w"), Some(Value::Draw));
    // A cannon alone has no screen.
    assert_eq!(probe("3k5/9/9/9/9/9/9/9/9/C3K4 w"), Some(Value::Draw));
    // Two pawns do not beat full guards in good order.
    assert_eq!(
        probe("3ak4/4a4/4b4/2P3P2/6b2/9/9/9/9/4K4 b"),
        Some(Value::Draw)
    );
    // Horse and pawn beat two advisors, two pawns two elephants.
    for fen in [
        "6P2/N2ka4/5a3/9/9/9/9/9/9/4K4 w",
        "9/5k1P1/4b4/5P3/2b6/9/9/9/9/4K4 w",
    ] {
        assert!(matches!(probe(fen), Some(Value::WinWithin(_))), "{fen}");
    }
    // A cannon with an advisor beats two advisors.
    let fen = "4k4/4a4/5a3/9/9/9/9/9/3CA4/4K4 w";
    assert!(matches!(probe(fen), Some(Value::WinWithin(_))));
    // Nobody can cross the river.
    assert_eq!(probe("2bakab2/9/9/9/9/9/9/9/9/3K5 w"), Some(Value::Draw));
    // Too many men.
    assert_eq!(probe(crate::board::START_FEN), None);
}

#[test]
fn repetition_rules_matter_where_both_sides_can_attack_only() {
    for file in default_files() {
        let marked = Side::BOTH.map(|side| file.counts(side).marked);
        let is_rook_against_horse = file.class().to_string() == "KR-KN";
        assert_eq!(marked != [0, 0], is_rook_against_horse, "{}", file.class());
    }
}

#[test]
fn best_play_mates_when_it_says() {
    let tables = Tables::builtin();
    let mut board = board("3k1a2N/9/9/9/9/9/9/9/9/4K4 w");
    let Some(Value::Win(plies)) = tables.probe(board.placement(), board.side_to_move()) else {
        panic!("a win");
    };
    let line = tables.best_line(&board, 250);
    assert_eq!(line.len(), usize::from(plies));
    for mv in line {
        board.make_move(mv);
    }
    assert!(!board.has_legal_move());
}

#[test]
fn unusable_folders_and_files_are_named_and_the_rest_is_used() {
    let folder = std::env::temp_dir().join(format!("hanxin-probe-{}", std::process::id()));
    fs::create_dir_all(&folder).expect("a folder");
    fs::write(folder.join("KR-K.hxt"), b"something else").expect("written");
    let missing = folder.join("missing");
    let (tables, errors) = Tables::open(&[folder.clone(), missing]);
    let errors: Vec<String> = errors.iter().map(FileError::to_string).collect();
    assert!(
        errors[0].contains("KR-K.hxt is no endgame table"),
        "{errors:?}"
    );
    assert!(errors[1].contains("missing"), "{errors:?}");
    assert_eq!(tables.classes(), Tables::builtin().classes());
    fs::remove_dir_all(&folder).expect("removed");
}
