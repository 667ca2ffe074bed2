//! Replies as UCI writes them, with moves as Pikafish and its GUIs have them (ranks 0-9).

use std::fmt;

use crate::search::{Bound, SearchInfo};
use crate::types::score;

use super::options::{OptionSpec, OptionType};
use super::reply::{Format, Reply};

pub(super) fn write(reply: &Reply, format: Format, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    match reply {
        Reply::Id(field, text) => write!(f, "id {field} {text}"),
        Reply::Option(spec) => write_option(spec, f),
        Reply::HandshakeDone => f.write_str("uciok"),
        Reply::ReadyOk => f.write_str("readyok"),
        Reply::Info(info) => write_info(info, format, f),
        Reply::CurrentMove(mv, number) => {
            let mv = format.mv(*mv);
            write!(f, "info currmove {mv} currmovenumber {number}")
        }
        Reply::BestMove(decision) => {
            write!(f, "bestmove {}", format.mv(decision.best))?;
            decision
                .ponder
                .map_or(Ok(()), |ponder| write!(f, " ponder {}", format.mv(ponder)))
        }
        Reply::NoBestMove => f.write_str("bestmove (none)"),
        Reply::PopHash(entry) => match entry.and_then(|entry| entry.mv) {
            Some(mv) => write!(f, "info string hash move {}", format.mv(mv)),
            None => f.write_str("info string no hash move"),
        },
        Reply::Message(text) => write!(f, "info string {text}"),
        Reply::Text(text) => f.write_str(text),
        Reply::Bye => Ok(()),
    }
}

fn write_option(spec: &OptionSpec, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    write!(f, "option name {} type ", spec.uci.unwrap_or_default())?;
    match spec.kind {
        OptionType::Button(_) => f.write_str("button"),
        OptionType::Check { default, .. } => write!(f, "check default {default}"),
        OptionType::Spin {
            default, min, max, ..
        } => {
            write!(f, "spin default {default} min {min} max {max}")
        }
        OptionType::Combo { choices, .. } => {
            let default = choices.first().copied().unwrap_or_default();
            write!(f, "combo default {default}")?;
            choices
                .iter()
                .try_for_each(|choice| write!(f, " var {choice}"))
        }
        OptionType::Text { .. } => f.write_str("string default <empty>"),
    }
}

fn write_info(info: &SearchInfo, format: Format, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    write!(f, "info depth {} seldepth {}", info.depth, info.seldepth)?;
    write!(f, " multipv {}", info.multi_pv)?;
    match score::mate_moves(info.score) {
        Some(moves) => write!(f, " score mate {moves}")?,
        None => write!(f, " score cp {}", score::shown(info.score))?,
    }
    f.write_str(match info.bound {
        Bound::Exact => "",
        Bound::Lower => " lowerbound",
        Bound::Upper => " upperbound",
    })?;
    if format.shows_wdl {
        let [win, draw, loss] = score::chances(info.score);
        write!(f, " wdl {win} {draw} {loss}")?;
    }
    let (nodes, nps, hashfull) = (info.nodes, info.nps(), info.hashfull);
    write!(
        f,
        " nodes {nodes} nps {nps} hashfull {hashfull} tbhits {} time {}",
        info.endgame_hits,
        info.time.as_millis()
    )?;
    format.write_pv(&info.pv, f)
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::engine::Decision;
    use crate::notation::ranks::Ranks;
    use crate::protocol::Dialect;
    use crate::types::Score;
    use crate::types::score::{HALF_WON, mate_in, mated_in};

    const FORMAT: Format = Format::new(Dialect::Uci);

    fn line(reply: &Reply) -> String {
        reply.display(FORMAT).to_string()
    }

    fn info(score: Score, bound: Bound, shows_wdl: bool) -> String {
        let info = SearchInfo {
            depth: 8,
            seldepth: 12,
            multi_pv: 1,
            score,
            bound,
            nodes: 1000,
            time: Duration::from_millis(500),
            endgame_hits: 7,
            hashfull: 3,
            pv: vec!["h2e2".parse().expect("a move")],
        };
        let format = Format {
            shows_wdl,
            ..FORMAT
        };
        Reply::Info(info).display(format).to_string()
    }

    #[test]
    fn info_carries_everything_a_gui_shows() {
        assert_eq!(
            info(HALF_WON / 5, Bound::Exact, false),
            "info depth 8 seldepth 12 multipv 1 score cp 20 nodes 1000 nps 2000 hashfull 3 tbhits 7 time 500 pv h2e2"
        );
        assert!(info(HALF_WON, Bound::Lower, true).contains(" score cp 100 lowerbound wdl 500 "));
        assert!(info(mate_in(3), Bound::Exact, false).contains(" score mate 2 "));
        assert!(info(mated_in(2), Bound::Exact, false).contains(" score mate -1 "));
    }

    #[test]
    fn moves_have_the_ranks_that_the_client_counts() {
        let mv = |text: &str| text.parse().expect("a move");
        let format = Format {
            ranks: Ranks::FromOne,
            ..FORMAT
        };
        let write = |reply: Reply| reply.display(format).to_string();
        let decision = Decision {
            best: mv("h2e2"),
            ponder: Some(mv("a9a8")),
            draw: false,
            resign: false,
        };
        assert_eq!(
            write(Reply::BestMove(decision)),
            "bestmove h3e3 ponder a10a9"
        );
        assert_eq!(
            write(Reply::CurrentMove(mv("a9a8"), 2)),
            "info currmove a10a9 currmovenumber 2"
        );
        // What is no move stays, even if it looks like one.
        assert_eq!(write(Reply::Text("h2e2".to_owned())), "h2e2");
    }

    #[test]
    fn options_have_their_uci_names() {
        let lines: Vec<String> = OptionSpec::announced(Dialect::Uci)
            .map(|spec| line(&Reply::Option(spec)))
            .collect();
        for start in [
            "option name Hash type spin default ",
            "option name UCI_Variant type combo default xiangqi var xiangqi",
            "option name Move Overhead type spin ",
            "option name UCI_LimitStrength type check default false",
            "option name Ponder type check default false",
        ] {
            assert!(lines.iter().any(|line| line.starts_with(start)), "{start}");
        }
    }

    #[test]
    fn the_end_of_a_search_is_plain() {
        let best = "h2e2".parse().expect("a move");
        let decision = Decision {
            best,
            ponder: None,
            draw: true,
            resign: true,
        };
        assert_eq!(line(&Reply::BestMove(decision)), "bestmove h2e2");
        assert_eq!(line(&Reply::NoBestMove), "bestmove (none)");
        assert_eq!(line(&Reply::Bye), "");
    }
}
