//! The judge for the page: what each ply of a repetition does, in words and as arrows.

use serde::Serialize;

use crate::board::Placement;
use crate::notation::{to_chinese, to_wxf};
use crate::play::game::{Game, level_text};
use crate::play::words::{Language, Say};
use crate::rules::{Attack, Explanation, assess};
use crate::types::{Man, Side};

/// How a game stands and why.
#[derive(Serialize)]
pub(super) struct Judgement {
    plies: Vec<PlyView>,
    sides: Vec<SideView>,
    /// The verdict in a sentence.
    text: String,
}

/// One move of the span.
#[derive(Serialize)]
struct PlyView {
    number: usize,
    name: Names,
    facts: Vec<Fact>,
}

#[derive(Serialize)]
struct Names {
    iccs: String,
    wxf: String,
    zh: String,
}

/// Somebody gives check or attacks.
#[derive(Serialize)]
struct Fact {
    kind: &'static str,
    from: String,
    to: String,
    text: String,
}

#[derive(Serialize)]
struct SideView {
    text: String,
}

impl Judgement {
    pub(super) fn new(game: &Game, language: Language) -> Self {
        let explanation = Explanation::new(game.board(), game.rules());
        let text = match (game.end(), language) {
            (Some(end), _) => end.say(language),
            (None, Language::English) => format!(
                "the game is not over; occurrence {} of this position",
                explanation.occurrences
            ),
            (None, Language::Chinese) => {
                format!("对局尚未结束；此局面第 {} 次出现", explanation.occurrences)
            }
        };
        let Some(span) = explanation.span else {
            return Self {
                plies: Vec::new(),
                sides: Vec::new(),
                text,
            };
        };
        let first = span.plies.first().map_or(0, |ply| ply.number);
        let mut board = game.start().clone();
        let mut plies = Vec::new();
        for (index, mv) in game.moves().enumerate() {
            let (before, side) = (*board.placement(), board.side_to_move());
            let name = Names {
                iccs: mv.to_string(),
                wxf: to_wxf(&board, mv),
                zh: to_chinese(&board, mv),
            };
            board.make_move(mv);
            if index + 1 >= first {
                plies.push(PlyView {
                    number: index + 1,
                    name,
                    facts: facts(&before, board.placement(), side, language),
                });
            }
        }
        let sides = span.sides.iter().map(|side| SideView {
            text: match language {
                Language::English => format!("{}: {}: {}", side.side, side.level, side.reason),
                Language::Chinese => format!(
                    "{}：{}",
                    language.side(side.side),
                    level_text(side.level, language)
                ),
            },
        });
        Self {
            sides: sides.collect(),
            plies,
            text,
        }
    }
}

/// What `side` does in the position it has just made: checks first, then real threats.
fn facts(before: &Placement, after: &Placement, side: Side, language: Language) -> Vec<Fact> {
    let king = after.king_square(side.opponent());
    let checks = after.attackers(king, side).map(|(man, _)| Fact {
        kind: "check",
        from: after.square_of(man).to_string(),
        to: king.to_string(),
        text: match language {
            Language::English => format!("check by {}", name(after, man, language)),
            Language::Chinese => format!("{}将军", name(after, man, language)),
        },
    });
    let victims = || side.opponent().men().skip(1);
    let was_threatened = |victim: Man| {
        let mut attacks = side.men().filter_map(|man| assess(before, man, victim));
        attacks.any(Attack::is_real)
    };
    let mut attacks: Vec<(bool, Fact)> = side
        .men()
        .flat_map(|man| victims().map(move |victim| (man, victim)))
        .filter_map(|(man, victim)| {
            let attack = assess(after, man, victim)?;
            let is_old = attack.is_real() && was_threatened(victim);
            let fact = Fact {
                kind: if attack.is_real() { "threat" } else { "attack" },
                from: after.square_of(man).to_string(),
                to: after.square_of(victim).to_string(),
                text: attack_text(after, man, victim, attack, is_old, language),
            };
            Some((attack.is_real(), fact))
        })
        .collect();
    attacks.sort_by_key(|(is_real, _)| !is_real);
    checks
        .chain(attacks.into_iter().map(|(_, fact)| fact))
        .collect()
}

fn name(placement: &Placement, man: Man, language: Language) -> String {
    man.piece().map_or_else(String::new, |piece| {
        language.piece_on(piece.side, piece.kind, placement.square_of(man))
    })
}

fn attack_text(
    after: &Placement,
    attacker: Man,
    victim: Man,
    attack: Attack,
    is_old: bool,
    language: Language,
) -> String {
    let name = |man| name(after, man, language);
    let (who, whom) = (name(attacker), name(victim));
    match language {
        Language::English => {
            let verb = if attack.is_real() {
                "really threatens"
            } else {
                "attacks"
            };
            let old = if is_old { " (as before the move)" } else { "" };
            let reason = match attack {
                Attack::Unprotected { false_root } if false_root.is_some() => {
                    format!(
                        "{} may not retake: its king would be attacked",
                        name(false_root)
                    )
                }
                Attack::Unprotected { .. } => "nobody can retake".to_owned(),
                Attack::LesserOnRook => "a lesser piece may not chase a rook".to_owned(),
                Attack::ExemptAttacker => "kings and pawns may chase for ever".to_owned(),
                Attack::UncrossedPawn => "a pawn on its own half may be chased".to_owned(),
                Attack::Pinned { by } => format!("the attacker is pinned by {}", name(by)),
                Attack::ExposesKing => "the capture would expose its own king".to_owned(),
                Attack::Protected { by } => format!("{} can retake", name(by)),
                Attack::Exchange => "an offer to exchange".to_owned(),
            };
            format!("{who} {verb} {whom}{old}: {reason}")
        }
        Language::Chinese => {
            let verb = if attack.is_real() { "捉" } else { "攻击" };
            let old = if is_old { "（走之前已捉）" } else { "" };
            let reason = match attack {
                Attack::Unprotected { false_root } if false_root.is_some() => {
                    format!("{}是假根，吃回后将帅会被攻击", name(false_root))
                }
                Attack::Unprotected { .. } => "无根".to_owned(),
                Attack::LesserOnRook => "马炮捉车，有根也算捉".to_owned(),
                Attack::ExemptAttacker => "将帅兵卒可以长捉".to_owned(),
                Attack::UncrossedPawn => "未过河的兵卒可以被长捉".to_owned(),
                Attack::Pinned { by } => format!("攻击者被{}牵制", name(by)),
                Attack::ExposesKing => "吃子后自己的将帅会被攻击".to_owned(),
                Attack::Protected { by } => format!("有根，{}可以吃回", name(by)),
                Attack::Exchange => "邀兑".to_owned(),
            };
            format!("{who}{verb}{whom}{old}：{reason}")
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Board;
    use crate::rules::Rules;

    fn judged(fen: &str, moves: &str, language: Language) -> Judgement {
        let mut board = Board::from_fen(fen).expect("a position");
        for text in moves.split_whitespace() {
            board.make_move(text.parse().expect("a move"));
        }
        Judgement::new(&Game::new(board, Rules::default()), language)
    }

    const FEN: &str = "3k5/9/9/9/9/9/9/9/9/R3K4 w";
    const CHECKS: &str = "a0a9 d9d8 a9a8 d8d9 a8a9 d9d8 a9a8 d8d9 a8a9";

    #[test]
    fn a_perpetual_check_is_shown_ply_by_ply() {
        let seen = judged(FEN, CHECKS, Language::English);
        assert_eq!(
            seen.text,
            "black wins: forbidden repetition: perpetual check by red"
        );
        assert_eq!(seen.plies.len(), 8);
        let check = &seen.plies[1].facts[0];
        assert_eq!(
            (check.kind, &*check.from, &*check.to),
            ("check", "a8", "d8")
        );
        assert_eq!(check.text, "check by the rook on a8");
        assert_eq!(
            seen.sides[0].text,
            "red: perpetual check: every move gives check"
        );
        let seen = judged(FEN, CHECKS, Language::Chinese);
        assert_eq!(seen.plies[1].facts[0].text, "a8 的车将军");
        assert_eq!(seen.sides[0].text, "红方：长将");
    }

    #[test]
    fn without_a_repetition_there_is_nothing_to_show() {
        let seen = judged(FEN, "a0a9", Language::Chinese);
        assert!(seen.plies.is_empty());
        assert_eq!(seen.text, "对局尚未结束；此局面第 1 次出现");
    }
}
