use super::*;
use serde_json::{Value, json};

fn text<T: for<'a> Deserialize<'a>>(value: Value) -> T {
    serde_json::from_value(value).expect("a request")
}

fn view(value: Value) -> Value {
    match position(&text(value)) {
        Ok(view) => serde_json::to_value(view).expect("JSON"),
        Err(refusal) => json!({"error": refusal.error}),
    }
}

#[test]
fn a_position_tells_everything_the_page_shows() {
    let seen = view(json!({"moves": "h2e2 h9g7"}));
    assert_eq!(seen["side"], "red");
    assert_eq!(seen["moves"][1]["zh"], "马８进７");
    assert_eq!(seen["moves"][0]["wxf"], "C2.5");
    assert_eq!(seen["end"], Value::Null);
    assert_eq!(seen["limit"], json!([2, 120]));
    assert!(
        seen["legal"]
            .as_array()
            .expect("moves")
            .contains(&json!("h0g2"))
    );
}

#[test]
fn an_end_is_said_in_the_language_asked_for() {
    let fen = "3k5/R8/9/9/9/9/9/9/9/1R2K4 w";
    let seen = view(json!({"fen": fen, "moves": "b0b9", "lang": "zh-CN"}));
    assert_eq!(
        seen["end"],
        json!({"winner": "red", "text": "红方胜：将死"})
    );
    assert_eq!((&seen["check"], &seen["legal"]), (&json!("d9"), &json!([])));
}

#[test]
fn what_is_wrong_is_said() {
    assert_eq!(
        view(json!({"moves": "h2e2 h9h5"}))["error"],
        "2. h9h5: a horse moves one point straight, then one diagonally outward"
    );
    assert_eq!(
        view(json!({"fen": "9/9 w", "lang": "zh"}))["error"],
        "棋盘有 2 行（应为 10 行，用“/”分隔）"
    );
    let long = "h2h1 h7h8 h1h2 h8h7 ".repeat(MAX_PLIES / 4) + "h2e2";
    let error = view(json!({"moves": long}))["error"].to_string();
    assert!(error.contains("too many moves"), "{error}");
}

#[test]
fn a_move_is_played_or_refused() {
    let refused = play_move(&text(json!({"game": {}, "move": "h0f1"})));
    assert_eq!(
        refused.err().map(|r| r.error).as_deref(),
        Some("the horse's leg on g0 is blocked")
    );
    assert!(play_move(&text(json!({"game": {}, "move": "炮二平五"}))).is_ok());
}

#[test]
fn thinking_is_bounded() {
    let order = |value: Value| {
        order(&text(value))
            .expect("an order")
            .expect("a game under way")
    };
    let task = order(json!({"game": {}, "mode": "move", "level": 99, "ms": 9_999_999})).task;
    assert_eq!(task.level, 20);
    assert_eq!(task.time, TimeControl::PerMove(MAX_MOVE_TIME));
    let clock = [u64::MAX, 0, u64::MAX];
    let work = order(json!({"game": {}, "mode": "move", "clock": clock}));
    assert_eq!(work.limit, MAX_MOVE_TIME);
    let task = order(json!({"game": {}, "mode": "analysis", "lines": 500})).task;
    assert_eq!((task.lines, task.is_analysis), (MAX_LINES, true));
}

#[test]
fn a_draw_needs_the_engines_own_opinion() {
    let answer = |request| draw(&text(request)).expect("an answer").accepted;
    assert!(!answer(json!({"game": {}})));
    assert!(
        !answer(json!({"game": {"fen": "3ak4/9/9/9/9/9/9/9/9/3K5 w"}})),
        "over already"
    );
    let moves = "a3a4 a6a5 c3c4 c6c5 g3g4 g6g5 i3i4 i6i5 h2h1 h7h8 h1h2 h8h7 b2b1 b7b8 b1b2";
    let notes: Vec<Value> = (0..15).map(|_| json!({"score": -3, "depth": 8})).collect();
    assert!(answer(json!({"game": {"moves": moves}, "notes": notes})));
}

#[test]
fn the_tables_are_told_and_decide_when_asked() {
    let fen = "3k1a2N/9/9/9/9/9/9/9/9/4K4 w";
    let seen = view(json!({"fen": fen}));
    assert_eq!(seen["tables"]["0"]["winner"], "red");
    assert_eq!(seen["end"], Value::Null, "nobody has asked for it");
    assert_eq!(view(json!({}))["tables"], json!({}));
    let ended = |game: Value| {
        let request = json!({"game": game, "end": "table"});
        let end = end(&text(request)).expect("an answer");
        serde_json::to_value(end).expect("JSON")
    };
    let end = ended(json!({"fen": fen, "lang": "zh"}));
    let said = end["text"].as_str().expect("a text");
    assert!(said.starts_with("红方胜：残局库："), "{said}");
    assert_eq!(ended(json!({})), Value::Null);
}

#[test]
fn a_game_is_written_with_its_end() {
    let request = json!({"game": {"moves": "h2e2"}, "end": "blackresigns", "red": "A"});
    let written = pgn(&text(request)).expect("a game").text;
    assert!(
        written.contains("[Red \"A\"]") && written.ends_with("1. H2-E2 1-0\n"),
        "{written}"
    );
}
