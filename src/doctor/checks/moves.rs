//! Positions, moves and what is said about them; `banmoves`, draws, `probe`, `batch`.

use crate::arena::dialect::Letters;
use crate::board::Board;
use crate::notation::ranks::Ranks;
use crate::text;
use crate::types::Move;

use super::{Basis, Check, Outcome, middlegame, option, passed};
use crate::doctor::exam::{Best, Exam, Limit, Problem, Setup, absent, broken};
use crate::doctor::traits::start;

pub(super) static CHECKS: [Check; 12] = [
    Check {
        id: "ranks",
        about: "ranks are numbered from 0 to 9",
        basis: Basis::Ucci("UCCI 3.0, moves in ICCS coordinates"),
        run: ranks,
    },
    Check {
        id: "fen-letters",
        about: "a FEN has n for the horse and b for the elephant",
        basis: Basis::Ucci("UCCI 3.0, position; FEN of xiangqi"),
        run: fen_letters,
    },
    Check {
        id: "position-moves",
        about: "position takes startpos, a FEN, and moves after either",
        basis: Basis::Both("UCCI 3.0, position", "UCI, position"),
        run: position_moves,
    },
    Check {
        id: "bare-moves",
        about: "a list of moves may be empty",
        basis: Basis::Common("in neither protocol; UCI2WB sends it"),
        run: bare_moves,
    },
    Check {
        id: "bestmove-form",
        about: "bestmove has one move, perhaps a legal reply to ponder, and the words draw or resign",
        basis: Basis::Both("UCCI 3.0, bestmove", "UCI, bestmove"),
        run: bestmove_form,
    },
    Check {
        id: "info-score",
        about: "a score is a bare number in UCCI, cp or mate and a number in UCI",
        basis: Basis::Both("UCCI 3.0, info score", "UCI, info score"),
        run: info_score,
    },
    Check {
        id: "info-pv",
        about: "the moves of a variation are legal",
        basis: Basis::Both("UCCI 3.0, info pv", "UCI, info pv"),
        run: info_pv,
    },
    Check {
        id: "no-move",
        about: "a side that is mated or has no move is told by nobestmove",
        basis: Basis::Ucci("UCCI 3.0, nobestmove"),
        run: no_move,
    },
    Check {
        id: "banmoves",
        about: "forbidden moves are not played, and position lifts the ban",
        basis: Basis::Ucci("UCCI 3.0, banmoves"),
        run: banmoves,
    },
    Check {
        id: "draw-offer",
        about: "go draw gives a move, with the word draw or without",
        basis: Basis::Ucci("UCCI 3.0, go draw"),
        run: draw_offer,
    },
    Check {
        id: "probe",
        about: "probe tells what the hash table has on a position",
        basis: Basis::Ucci("UCCI 3.0, probe and pophash"),
        run: probe,
    },
    Check {
        id: "batch",
        about: "in batch mode every go runs to its end before the next line is read",
        basis: Basis::Ucci("UCCI 3.0, option batch"),
        run: batch,
    },
];

fn ranks(exam: &mut Exam<'_>) -> Outcome {
    exam.ready()?;
    exam.send("position startpos")?;
    exam.send("go depth 2")?;
    let line = exam.best_move()?.line;
    match exam.dialect().ranks {
        Ranks::FromZero => passed(),
        Ranks::FromOne => broken(format!("'{}' counts from 1", text::shown(&line))),
    }
}

fn fen_letters(exam: &mut Exam<'_>) -> Outcome {
    exam.ready()?;
    exam.traits.dialect.letters = Letters::KnightBishop;
    exam.think(&middlegame(), Limit::Depth(2))?;
    passed()
}

fn position_moves(exam: &mut Exam<'_>) -> Outcome {
    exam.ready()?;
    let setup = start();
    let line: Vec<Move> = ["h2e2", "h9g7", "h0g2", "i9h9", "i0h0"]
        .iter()
        .filter_map(|mv| mv.parse().ok())
        .collect();
    let setup = line.iter().fold(setup, |setup, mv| setup.after(*mv));
    exam.think(&setup, Limit::Depth(3))?;
    let fen = exam.position_line(&setup);
    let moves = fen.split_once(" moves ").map_or("", |(_, moves)| moves);
    let from_start = format!("position startpos moves {moves}");
    exam.send(&from_start)?;
    let go = exam.go_line("", Limit::Depth(3));
    exam.send(&go)?;
    exam.legal_move(&setup)?;
    passed()
}

fn bare_moves(exam: &mut Exam<'_>) -> Outcome {
    exam.ready()?;
    let setup = middlegame();
    let line = format!("{} moves", exam.position_line(&setup));
    exam.send(&line)?;
    let go = exam.go_line("", Limit::Depth(3));
    exam.send(&go)?;
    exam.legal_move(&setup)?;
    passed()
}

fn bestmove_form(exam: &mut Exam<'_>) -> Outcome {
    exam.ready()?;
    let setup = middlegame();
    let best = exam.think(&setup, Limit::Depth(5))?;
    let mut words = best.line.split(' ');
    let _ = (words.next(), words.next());
    while let Some(word) = words.next() {
        match word {
            "ponder" => {
                words.next();
            }
            "draw" | "resign" if exam.is_ucci() => {}
            _ => return broken(format!("'{}'", text::shown(&best.line))),
        }
    }
    let board = best.mv.map(|mv| setup.after(mv).board);
    let is_legal = |reply| {
        board
            .as_ref()
            .is_some_and(|b: &Board| b.is_legal_move(reply))
    };
    match best.ponder {
        Some(reply) if !is_legal(reply) => broken(format!("the reply {reply} is illegal")),
        Some(_) => Ok("with a reply to ponder".to_owned()),
        None => Ok("without a reply to ponder".to_owned()),
    }
}

/// The words after `score` of every info line.
fn scores(best: &Best) -> Vec<(&str, &str)> {
    let score = |line: &'_ String| -> Option<(usize, usize)> {
        let at = line.find(" score ")? + " score ".len();
        Some((at, line.len()))
    };
    let lines = best.before.iter().filter(|line| line.starts_with("info "));
    lines
        .filter_map(|line| {
            let (from, to) = score(line)?;
            let mut words = line.get(from..to)?.split_whitespace();
            Some((words.next()?, words.next().unwrap_or_default()))
        })
        .collect()
}

fn info_score(exam: &mut Exam<'_>) -> Outcome {
    exam.ready()?;
    let best = exam.think(&middlegame(), Limit::Depth(4))?;
    let scores = scores(&best);
    if scores.is_empty() {
        return broken("no info line has a score");
    }
    let is_number = |word: &str| word.parse::<i32>().is_ok();
    let is_ucci = exam.is_ucci();
    let fits = |(first, second): &&(&str, &str)| {
        if is_ucci {
            is_number(first)
        } else {
            matches!(*first, "cp" | "mate") && is_number(second)
        }
    };
    match scores.iter().find(|score| !fits(score)) {
        None => passed(),
        Some((first, second)) => broken(format!(
            "score {} {}",
            text::shown(first),
            text::shown(second)
        )),
    }
}

fn info_pv(exam: &mut Exam<'_>) -> Outcome {
    exam.ready()?;
    let setup = middlegame();
    let best = exam.think(&setup, Limit::Depth(6))?;
    let mut count = 0;
    for line in best.before.iter().filter(|line| line.starts_with("info ")) {
        let Some((_, moves)) = line.split_once(" pv ") else {
            continue;
        };
        let mut board = setup.board.clone();
        for word in moves.split_whitespace() {
            let mv = exam.dialect().read_move(word);
            match mv.filter(|mv| board.is_legal_move(*mv)) {
                Some(mv) => board.make_move(mv),
                None => return broken(format!("'{}' is illegal there", text::shown(word))),
            }
        }
        count += 1;
    }
    if count == 0 {
        return broken("no info line has a variation");
    }
    Ok(format!("{count} variations replayed"))
}

/// Mated, and without a move though not in check.
const OVER: [&str; 3] = [
    "R3k4/1R7/9/9/9/9/9/9/9/3K5 b - - 0 1",
    "3k5/9/9/9/9/9/9/4p4/3p5/4K4 w - - 0 1",
    "4k4/9/9/9/9/9/9/9/9/r2K1r3 w - - 0 1",
];

fn no_move(exam: &mut Exam<'_>) -> Outcome {
    exam.ready()?;
    for setup in OVER.iter().filter_map(|fen| Setup::new(fen, "")) {
        if setup.board.has_legal_move() {
            continue;
        }
        exam.go(&setup, "", Limit::Depth(3))?;
        let best = exam.best_move()?;
        if best.line.trim() != "nobestmove" {
            return broken(format!("'{}'", text::shown(&best.line)));
        }
    }
    passed()
}

fn ban(exam: &mut Exam<'_>, moves: &[Move]) -> Result<(), Problem> {
    let mut line = "banmoves".to_owned();
    for mv in moves {
        line.push(' ');
        exam.dialect().write_move(&mut line, *mv);
    }
    exam.send(&line)
}

fn banmoves(exam: &mut Exam<'_>) -> Outcome {
    exam.ready()?;
    let setup = middlegame();
    let first = exam.think(&setup, Limit::Depth(3))?.mv;
    let legal = setup.board.legal_moves();
    let kept = legal.iter().copied().find(|mv| Some(*mv) != first);
    let Some(kept) = kept else {
        return broken("only one move is known");
    };
    let others: Vec<Move> = legal.iter().copied().filter(|mv| *mv != kept).collect();
    exam.position(&setup)?;
    ban(exam, &others)?;
    let go = exam.go_line("", Limit::Depth(3));
    exam.send(&go)?;
    let best = exam.best_move()?;
    if best.mv != Some(kept) {
        return broken(format!(
            "'{}' where {kept} is the only move left",
            text::shown(&best.line)
        ));
    }
    let again = exam.think(&setup, Limit::Depth(3))?;
    if again.mv == Some(kept) && first != Some(kept) {
        return broken("the ban outlasts the next position");
    }
    passed()
}

fn draw_offer(exam: &mut Exam<'_>) -> Outcome {
    exam.ready()?;
    let setup = middlegame();
    exam.go(&setup, "draw", Limit::Clock(2000, 0))?;
    let best = exam.legal_move(&setup)?;
    if best.used > std::time::Duration::from_secs(2) {
        return broken("lost on time");
    }
    Ok(if best.line.ends_with(" draw") {
        "accepted".to_owned()
    } else {
        "declined".to_owned()
    })
}

fn probe(exam: &mut Exam<'_>) -> Outcome {
    exam.ready()?;
    let setup = middlegame();
    exam.think(&setup, Limit::Depth(5))?;
    let line = exam.position_line(&setup).replacen("position", "probe", 1);
    exam.send(&line)?;
    exam.send("isready")?;
    let lines = exam.lines_until("readyok")?;
    let Some(answer) = lines.iter().find(|line| line.starts_with("pophash")) else {
        return absent("no pophash");
    };
    let words: Vec<&str> = answer.split_whitespace().collect();
    let named = words.iter().position(|word| *word == "bestmove");
    let mv = named.and_then(|at| words.get(at + 1));
    match mv.map(|word| exam.dialect().read_move(word)) {
        None => broken("a position just searched is not found with a move"),
        Some(Some(mv)) if setup.board.is_legal_move(mv) => passed(),
        Some(_) => broken(format!("an illegal move in '{}'", text::shown(answer))),
    }
}

fn batch(exam: &mut Exam<'_>) -> Outcome {
    let name = option(exam, &["batch"])?;
    exam.ready()?;
    exam.set_option(&name, "true")?;
    let (first, second) = (middlegame(), start());
    let mut lines = Vec::new();
    for setup in [&first, &second] {
        lines.push(exam.position_line(setup));
        lines.push(exam.go_line("", Limit::Depth(5)));
    }
    exam.burst(&lines)?;
    exam.legal_move(&first)?;
    exam.legal_move(&second)?;
    passed()
}
