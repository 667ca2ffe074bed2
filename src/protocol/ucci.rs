//! Replies as UCCI 3.0 writes them.

use std::fmt;

use crate::board::EXCHANGE;
use crate::search::tt::Entry;
use crate::search::{Bound, SearchInfo};
use crate::types::score::{self, MATE};
use crate::types::{Kind, Score};

use super::options::{OptionSpec, OptionType};
use super::reply::{Format, Reply};

/// UCCI's scale: a horse or a cannon is 100.
const HORSE: Score = EXCHANGE[Kind::Horse.index()];
/// Mate in n plies is this minus n, as `ElephantEye` has it.
const UCCI_MATE: Score = 10_000;
/// Ordinary scores stay below the bands of mates and forbidden repetitions.
const UCCI_MAX: Score = 9_000;

/// The score as UCCI prints it: a bare number, 100 = a horse.
pub(super) fn score(score: Score) -> Score {
    if score::is_decisive(score) {
        (UCCI_MATE - (MATE - score.abs())) * score.signum()
    } else {
        (score * 100 / HORSE).clamp(-UCCI_MAX, UCCI_MAX)
    }
}

pub(super) fn write(reply: &Reply, format: Format, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    match reply {
        Reply::Id(field, text) => write!(f, "id {field} {text}"),
        Reply::Option(spec) => write_option(spec, f),
        Reply::HandshakeDone => f.write_str("ucciok"),
        Reply::ReadyOk => f.write_str("readyok"),
        Reply::Info(info) => write_info(info, format, f),
        Reply::CurrentMove(mv, number) => {
            let mv = format.mv(*mv);
            write!(f, "info currmove {mv} currmovenumber {number}")
        }
        Reply::BestMove(decision) => {
            write!(f, "bestmove {}", format.mv(decision.best))?;
            if let Some(ponder) = decision.ponder {
                write!(f, " ponder {}", format.mv(ponder))?;
            }
            f.write_str(match (decision.draw, decision.resign) {
                (_, true) => " resign",
                (true, false) => " draw",
                (false, false) => "",
            })
        }
        Reply::NoBestMove => f.write_str("nobestmove"),
        Reply::PopHash(entry) => write_hash(entry.as_ref(), format, f),
        Reply::Message(text) => write!(f, "info message {text}"),
        Reply::Text(text) => f.write_str(text),
        Reply::Bye => f.write_str("bye"),
    }
}

/// `default` comes last and the default value is the first `var`: clients rely on both.
fn write_option(spec: &OptionSpec, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    write!(f, "option {} type ", spec.ucci.unwrap_or_default())?;
    match spec.kind {
        OptionType::Button(_) => f.write_str("button"),
        OptionType::Check { default, .. } => write!(f, "check default {default}"),
        OptionType::Spin {
            default, min, max, ..
        } => {
            write!(f, "spin min {min} max {max} default {default}")
        }
        OptionType::Combo { choices, .. } => {
            f.write_str("combo")?;
            choices
                .iter()
                .try_for_each(|choice| write!(f, " var {choice}"))?;
            let default = choices.first().copied().unwrap_or_default();
            write!(f, " default {default}")
        }
        OptionType::Text { .. } => f.write_str("string default"),
    }
}

fn write_info(info: &SearchInfo, format: Format, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    write!(f, "info depth {}", info.depth)?;
    if format.is_numbered {
        write!(f, " multipv {}", info.multi_pv)?;
    }
    write!(f, " score {}", score(info.score))?;
    f.write_str(match info.bound {
        Bound::Exact => "",
        Bound::Lower => " lowerbound",
        Bound::Upper => " upperbound",
    })?;
    if info.depth > 0 {
        let (time, nodes, nps) = (info.time.as_millis(), info.nodes, info.nps());
        write!(f, " time {time} nodes {nodes} nps {nps}")?;
    }
    if info.endgame_hits > 0 {
        write!(f, " tbhits {}", info.endgame_hits)?;
    }
    format.write_pv(&info.pv, f)
}

fn write_hash(entry: Option<&Entry>, format: Format, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    f.write_str("pophash")?;
    let Some(entry) = entry else { return Ok(()) };
    if let Some(mv) = entry.mv {
        write!(f, " bestmove {}", format.mv(mv))?;
    }
    let (score, depth) = (score(entry.score), entry.depth);
    if matches!(entry.bound, Some(Bound::Exact | Bound::Lower)) {
        write!(f, " lowerbound {score} depth {depth}")?;
    }
    if matches!(entry.bound, Some(Bound::Exact | Bound::Upper)) {
        write!(f, " upperbound {score} depth {depth}")?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::engine::Decision;
    use crate::protocol::Dialect;
    use crate::protocol::options::OptionSpec;
    use crate::types::Move;
    use crate::types::score::{BAN, mate_in, mated_in};

    fn line(reply: &Reply) -> String {
        reply.display(Format::new(Dialect::Ucci)).to_string()
    }

    fn mv(text: &str) -> Move {
        text.parse().expect("a move")
    }

    #[test]
    fn scores_are_bare_and_count_a_horse_as_hundred() {
        assert_eq!((score(HORSE), score(-HORSE), score(0)), (100, -100, 0));
        assert_eq!((score(mate_in(1)), score(mated_in(2))), (9999, -9998));
        assert!(score(score::MAX_EVAL) < score(BAN - 100) && score(BAN) < score(mate_in(100)));
    }

    #[test]
    fn info_has_depth_first_and_pv_last() {
        let info = SearchInfo {
            depth: 8,
            seldepth: 12,
            multi_pv: 2,
            score: 190,
            bound: Bound::Exact,
            nodes: 250_000,
            time: Duration::from_millis(310),
            endgame_hits: 0,
            hashfull: 3,
            pv: vec![mv("h2e2"), mv("h9g7")],
        };
        let write = |is_numbered, info: &SearchInfo| {
            let format = Format {
                is_numbered,
                ..Format::new(Dialect::Ucci)
            };
            Reply::Info(info.clone()).display(format).to_string()
        };
        assert_eq!(
            write(false, &info),
            "info depth 8 score 100 time 310 nodes 250000 nps 806451 pv h2e2 h9g7"
        );
        let long = SearchInfo {
            pv: vec![mv("h2e2"); 128],
            ..info
        };
        assert!(write(true, &long).starts_with("info depth 8 multipv 2 score 100 time"));
        assert!(write(true, &long).len() < 900);
    }

    #[test]
    fn every_announced_option_is_one_short_line() {
        // Known clients read lines into buffers of about 900 characters.
        for spec in OptionSpec::announced(Dialect::Ucci) {
            let text = line(&Reply::Option(spec));
            assert!(text.len() < 500 && !text.contains("UCI_"), "{text}");
            let name = spec.ucci.expect("announced");
            assert!(!name.contains(' ') && name == name.to_lowercase(), "{text}");
            assert_eq!(text, text.trim_end(), "no blank at the end");
        }
    }

    #[test]
    fn bestmove_says_no_more_than_asked() {
        let decision = Decision {
            best: mv("h2e2"),
            ponder: None,
            draw: false,
            resign: false,
        };
        assert_eq!(line(&Reply::BestMove(decision)), "bestmove h2e2");
        let decision = Decision {
            ponder: Some(mv("h9g7")),
            draw: true,
            ..decision
        };
        assert_eq!(
            line(&Reply::BestMove(decision)),
            "bestmove h2e2 ponder h9g7 draw"
        );
        let decision = Decision {
            resign: true,
            ..decision
        };
        assert_eq!(
            line(&Reply::BestMove(decision)),
            "bestmove h2e2 ponder h9g7 resign"
        );
    }

    #[test]
    fn pophash_is_bare_when_nothing_is_stored() {
        assert_eq!(line(&Reply::PopHash(None)), "pophash");
        let entry = Entry {
            mv: Some(mv("h2e2")),
            score: 190,
            eval: None,
            depth: 8,
            bound: Some(Bound::Exact),
            was_pv: false,
        };
        assert_eq!(
            line(&Reply::PopHash(Some(entry))),
            "pophash bestmove h2e2 lowerbound 100 depth 8 upperbound 100 depth 8"
        );
        let entry = Entry {
            mv: None,
            bound: Some(Bound::Upper),
            ..entry
        };
        assert_eq!(
            line(&Reply::PopHash(Some(entry))),
            "pophash upperbound 100 depth 8"
        );
    }
}
