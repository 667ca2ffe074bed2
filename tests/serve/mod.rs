//! `hanxin serve` as browsers, strangers and crowds see it, on loopback.
//!
//! Load and fuzzing run in a short form here. `make web-load` runs the long form: `HANXIN_LOAD_SECONDS`
//! and `HANXIN_FUZZ_REQUESTS` say how long.

mod client;

use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::time::{Duration, Instant};

use rand::rngs::Xoshiro256PlusPlus;
use rand::seq::IndexedRandom as _;
use rand::{RngExt as _, SeedableRng as _};
use serde_json::{Value, json};

use client::Program;
use hanxin::board::Board;
use hanxin::types::Move;

/// A number from the environment, for the long forms.
fn setting(name: &str) -> Option<u64> {
    std::env::var(name).ok()?.parse().ok()
}

/// The last message of a stream of JSON lines.
fn last_message(body: &str) -> Value {
    let line = body.lines().last().unwrap_or_default();
    serde_json::from_str(line).unwrap_or_else(|error| panic!("{error}: {body:?}"))
}

#[test]
fn the_page_comes_with_its_files_and_a_strict_policy() {
    let program = Program::start(&[]);
    let mut connection = program.connect();
    let (status, head, body) = connection.get("/");
    assert_eq!(status, 200);
    assert!(
        head.contains("content-security-policy: default-src 'none'; script-src 'self'"),
        "{head}"
    );
    assert!(head.contains("x-content-type-options: nosniff"), "{head}");
    assert!(body.contains("<!doctype html>"));
    for path in [
        "/main.js",
        "/board.js",
        "/glyphs.js",
        "/style.css",
        "/icon.svg",
        "/api/about",
    ] {
        assert_eq!(connection.get(path).0, 200, "{path}");
    }
    for path in [
        "/../Cargo.toml",
        "/%2e%2e/Cargo.toml",
        "//etc/passwd",
        "/page/main.js",
        "/api",
        "/main.js/",
    ] {
        assert_eq!(connection.get(path).0, 404, "{path}");
    }
}

#[test]
fn strangers_are_turned_away() {
    let program = Program::start(&[]);
    let ask = |headers: &str| {
        let request = format!("GET / HTTP/1.1\r\n{headers}\r\n\r\n");
        program.connect().send(request.as_bytes()).0
    };
    assert_eq!(ask("Host: localhost"), 200);
    assert_eq!(ask("Host: evil.example"), 403);
    assert_eq!(ask("Host: localhost\r\nOrigin: http://evil.example"), 403);
    assert_eq!(ask("Host: localhost\r\nSec-Fetch-Site: cross-site"), 403);
    let mut connection = program.connect();
    let form = "POST /api/position HTTP/1.1\r\nHost: localhost\r\nContent-Type: text/plain\r\nContent-Length: 2\r\n\r\n{}";
    assert_eq!(connection.send(form.as_bytes()).0, 415);
    assert_eq!(
        program
            .connect()
            .post("/api/position", &"x".repeat(70_000))
            .0,
        413
    );
    assert_eq!(connection.post("/api/position", "{\"fen\": 1}").0, 400);
    assert_eq!(connection.post("/api/position", "{\"surprise\": 1}").0, 400);
}

#[test]
fn beyond_loopback_a_token_is_needed() {
    let program = Program::start(&["--host", "0.0.0.0"]);
    let (_, token) = program.url.split_once("/?token=").expect("a token");
    assert_eq!(token.len(), 32);
    let mut connection = program.connect();
    assert_eq!(connection.get("/").0, 403);
    assert_eq!(connection.get("/?token=0123").0, 403);
    let (status, head, _) = connection.get(&format!("/?token={token}"));
    assert_eq!(status, 200);
    assert!(
        head.contains(&format!(
            "set-cookie: hanxin={token}; httponly; samesite=strict"
        )),
        "{head}"
    );
}

#[test]
fn questions_are_answered_in_words() {
    let program = Program::start(&[]);
    let mut connection = program.connect();
    let mut ask = |path: &str, body: Value| {
        let (status, _, body) = connection.post(path, &body.to_string());
        (status, serde_json::from_str::<Value>(&body).expect("JSON"))
    };
    let (status, view) = ask(
        "/api/move",
        json!({"game": {"lang": "zh"}, "move": "炮二平五"}),
    );
    assert_eq!((status, &view["moves"][0]["iccs"]), (200, &json!("h2e2")));
    let (status, refusal) = ask("/api/move", json!({"game": {}, "move": "h0f1"}));
    assert_eq!(
        (status, &refusal["error"]),
        (422, &json!("the horse's leg on g0 is blocked"))
    );
    let (status, read) = ask("/api/read", json!({"text": "1. C2.5 h8+7"}));
    assert_eq!(
        (status, read["moves"].as_array().map(Vec::len)),
        (200, Some(2))
    );
    let (_, draw) = ask("/api/draw", json!({"game": {}}));
    assert_eq!(draw["accepted"], false);
    let fen = "3k5/9/9/9/9/9/9/9/9/R3K4 w";
    let moves = "a0a9 d9d8 a9a8 d8d9 a8a9 d9d8 a9a8 d8d9 a8a9";
    let (_, judged) = ask("/api/judge", json!({"fen": fen, "moves": moves}));
    assert_eq!(judged["plies"][1]["facts"][0]["kind"], "check");
}

#[test]
fn analysis_is_told_line_by_line_and_a_move_at_the_end() {
    let program = Program::start(&[]);
    let mut connection = program.connect();
    let request = json!({"game": {}, "mode": "move", "ms": 100});
    let (status, _, body) = connection.post("/api/think", &request.to_string());
    assert_eq!(status, 200);
    assert!(
        body.lines().count() > 1 && body.starts_with("{\"kind\":\"line\""),
        "{body}"
    );
    let mv: Move = last_message(&body)["move"]
        .as_str()
        .expect("a move")
        .parse()
        .expect("a move");
    assert!(Board::start().is_legal_move(mv));
}

/// The only engine is given a minute of work by somebody who leaves; the next one is served long before.
/// The position is in no book, or there would be nothing to wait for.
#[test]
fn whoever_leaves_frees_his_engine() {
    let program = Program::start(&["--engines", "1"]);
    let game = json!({"moves": "a3a4 i6i5 a0a2 i9i7"});
    let long = json!({"game": game, "mode": "move", "ms": 60_000}).to_string();
    for _ in 0..3 {
        let mut leaving = program.connect();
        leaving.write_post("/api/think", &long);
        let seen = leaving.read_some();
        assert!(!seen.contains("\"kind\":\"move\""), "a search: {seen}");
    }
    let mut connection = program.connect();
    connection.set_timeout(Duration::from_secs(30));
    let quick = json!({"game": game, "mode": "move", "ms": 10}).to_string();
    let (status, _, body) = connection.post("/api/think", &quick);
    assert_eq!(status, 200);
    assert!(last_message(&body)["move"].is_string(), "{body}");
}

#[test]
#[expect(clippy::print_stdout, reason = "the figures of the long form")]
fn fifty_games_at_once_are_played_without_an_error() {
    let seconds = setting("HANXIN_LOAD_SECONDS");
    let program = Program::start(&["--hash", "4"]);
    let end = Instant::now() + Duration::from_secs(seconds.unwrap_or(2));
    let moves = AtomicUsize::new(0);
    let latencies: Vec<Duration> = std::thread::scope(|scope| {
        let sessions: Vec<_> = (0..50)
            .map(|number| {
                let (program, moves) = (&program, &moves);
                scope.spawn(move || play_until(end, program, number, moves))
            })
            .collect();
        sessions
            .into_iter()
            .flat_map(|session| session.join().expect("a session"))
            .collect()
    });
    let mut sorted = latencies;
    sorted.sort();
    let p99 = sorted[sorted.len() * 99 / 100];
    println!(
        "{} moves, {} other requests, p50 {:?}, p99 {p99:?}, resident {:?} kB",
        moves.load(Relaxed),
        sorted.len(),
        sorted[sorted.len() / 2],
        program.resident()
    );
    assert!(moves.load(Relaxed) > 0);
    // A measurement of the long form only: a short one on a busy machine says nothing.
    if seconds.is_some() {
        assert!(p99 < Duration::from_millis(50), "{p99:?}");
    }
    if let Some(kilobytes) = program.resident() {
        assert!(kilobytes < 400_000, "{kilobytes} kB");
    }
}

/// Plays one game after another; returns how long the requests that need no thinking took.
fn play_until(
    end: Instant,
    program: &Program,
    number: usize,
    count: &AtomicUsize,
) -> Vec<Duration> {
    let mut connection = program.connect();
    let mut latencies = Vec::new();
    let mut moves: Vec<String> = Vec::new();
    let mut board = Board::start();
    while Instant::now() < end {
        let game = json!({"moves": moves.join(" ")});
        let request = json!({"game": game, "mode": "move", "level": number % 21, "ms": 20});
        let (status, _, body) = connection.post("/api/think", &request.to_string());
        assert_eq!(status, 200, "{body}");
        let Some(text) = last_message(&body)["move"].as_str().map(str::to_owned) else {
            (moves, board) = (Vec::new(), Board::start());
            continue;
        };
        let mv: Move = text.parse().expect("a move");
        assert!(board.is_legal_move(mv), "{mv} in {}", board.fen());
        board.make_move(mv);
        moves.push(text);
        count.fetch_add(1, Relaxed);
        let asked = Instant::now();
        let game = json!({"moves": moves.join(" ")});
        let (status, _, body) = connection.post("/api/position", &game.to_string());
        latencies.push(asked.elapsed());
        assert_eq!(status, 200, "{body}");
        let view: Value = serde_json::from_str(&body).expect("JSON");
        assert_eq!(view["fen"], json!(board.fen()));
        if !view["end"].is_null() || moves.len() > 150 {
            (moves, board) = (Vec::new(), Board::start());
        }
    }
    latencies
}

#[test]
#[expect(clippy::print_stdout, reason = "the figures of the long form")]
fn rubbish_neither_crashes_nor_confuses() {
    let requests = setting("HANXIN_FUZZ_REQUESTS").unwrap_or(3000);
    let program = Program::start(&["--hash", "1"]);
    let mut random = Xoshiro256PlusPlus::seed_from_u64(18);
    let mut connection = program.connect();
    let mut answered = std::collections::BTreeMap::new();
    for _ in 0..requests {
        let bytes = rubbish(&mut random);
        match connection.try_send(&bytes) {
            Ok((status, _, _)) => {
                let sent = String::from_utf8_lossy(&bytes);
                assert!(status < 500 || status == 503, "{status} for {sent}");
                *answered.entry(status).or_insert(0) += 1;
            }
            // What is no HTTP ends the connection.
            Err(_) => connection = program.connect(),
        }
    }
    println!("{requests} requests: {answered:?}");
    assert!(
        answered.contains_key(&200) && answered.contains_key(&422),
        "{answered:?}"
    );
    assert_eq!(program.connect().get("/").0, 200, "still there");
}

/// A request that is more or less wrong.
fn rubbish(random: &mut Xoshiro256PlusPlus) -> Vec<u8> {
    let paths = [
        "/api/position",
        "/api/move",
        "/api/read",
        "/api/pgn",
        "/api/end",
        "/api/draw",
        "/api/judge",
        "/api/think",
        "/",
        "/x",
    ];
    let bodies = [
        json!({"fen": "3k5/9/9/9/9/9/9/9/9/R3K4 w", "moves": "a0a9 d9d8", "lang": "zh", "rule": "asianrule"}),
        json!({"game": {"moves": "h2e2"}, "move": "h9g7", "mode": "move", "ms": 10, "level": 0}),
        json!({"game": {}, "mode": "hint", "ms": 10}),
        json!({"text": "1. 炮二平五 马8进7", "lang": "en"}),
        json!({"game": {"moves": "h2e2"}, "notes": [{"score": 3, "depth": 1, "ms": 5}, null], "end": "agreement", "red": "a"}),
        json!({"text": "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR b moves h9g7"}),
    ];
    let mut body = bodies
        .choose(random)
        .expect("a body")
        .to_string()
        .into_bytes();
    for _ in 0..random.random_range(0..4) {
        let at = random.random_range(0..body.len());
        match random.random_range(0..4) {
            0 => body[at] = random.random(),
            1 => drop(body.splice(at..at, [random.random_range(b' '..b'~')])),
            2 => body.truncate(at.max(1)),
            _ => {
                let piece: Vec<u8> = body[at..(at + 9).min(body.len())].to_vec();
                body.splice(at..at, piece);
            }
        }
    }
    let method = ["POST", "POST", "POST", "POST", "GET", "PUT", "OPTIONS"]
        .choose(random)
        .expect("a method");
    let path = paths.choose(random).expect("a path");
    let kind = ["application/json", "application/json", "text/plain"]
        .choose(random)
        .expect("a type");
    let mut request = format!(
        "{method} {path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: {kind}\r\nContent-Length: {}\r\n\r\n",
        body.len()
    )
    .into_bytes();
    request.extend(body);
    if random.random_range(0..100) == 0 {
        let at = random.random_range(0..request.len().min(40));
        request[at] = random.random();
    }
    request
}
