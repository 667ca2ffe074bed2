//! Classes and verdicts in words, English and Chinese.

use crate::rules::Verdict;
use crate::types::{Kind, Side};

use super::material::{ATTACKERS, Army, Class, GUARDS};
use super::value::Value;

/// "rook and two pawns", "bare king".
pub(super) fn army_in_english(army: &Army) -> String {
    let count = |kind: Kind| match army.count(kind) {
        0 => None,
        1 => Some(kind.name().to_owned()),
        2 => Some(format!("two {}s", kind.name())),
        _ => Some(format!("three {}s", kind.name())),
    };
    let men: Vec<String> = ATTACKERS
        .into_iter()
        .chain(GUARDS)
        .filter_map(count)
        .collect();
    match &men[..] {
        [] => "bare king".to_owned(),
        [man] => man.clone(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}

/// 车双兵, 单将.
pub(super) fn army_in_chinese(army: &Army) -> String {
    let name = |kind: Kind| match kind {
        Kind::Rook => "车",
        Kind::Cannon => "炮",
        Kind::Horse => "马",
        Kind::Pawn => "兵",
        Kind::Advisor => "士",
        Kind::Elephant => "象",
        Kind::King => "将",
    };
    let count = |kind: Kind| match army.count(kind) {
        0 => String::new(),
        1 => name(kind).to_owned(),
        2 => format!("双{}", name(kind)),
        _ => format!("三{}", name(kind)),
    };
    let men: String = ATTACKERS.into_iter().chain(GUARDS).map(count).collect();
    if men.is_empty() {
        "单将".to_owned()
    } else {
        men
    }
}

impl Class {
    /// "rook against two advisors".
    pub fn in_english(&self) -> String {
        let [strong, weak] = [self.strong(), self.weak()].map(|army| army_in_english(&army));
        format!("{strong} against {weak}")
    }

    /// 车对双士.
    pub fn in_chinese(&self) -> String {
        let [strong, weak] = [self.strong(), self.weak()].map(|army| army_in_chinese(&army));
        format!("{strong}对{weak}")
    }
}

impl Value {
    /// "red wins in 12 moves".
    pub fn in_english(self, to_move: Side) -> String {
        let moves = self.most_plies().map_or(0, |plies| plies.div_ceil(2));
        match self.verdict().map(|verdict| verdict.winner(to_move)) {
            Some(Some(side)) if moves == 0 => format!("{side} has won"),
            Some(Some(side)) => {
                let at_most = if self.plies().is_none() {
                    "at most "
                } else {
                    ""
                };
                let plural = if moves == 1 { "" } else { "s" };
                format!("{side} wins in {at_most}{moves} move{plural}")
            }
            Some(None) => "drawn".to_owned(),
            None => {
                let side = self.may_lose(to_move);
                let who = side.map_or("one side".to_owned(), |side| side.to_string());
                format!("drawn, unless {who} can hold only by a forbidden repetition")
            }
        }
    }

    /// 红方12步胜.
    pub fn in_chinese(self, to_move: Side) -> String {
        let name = |side: Side| match side {
            Side::Red => "红方",
            Side::Black => "黑方",
        };
        let moves = self.most_plies().map_or(0, |plies| plies.div_ceil(2));
        match self.verdict().map(|verdict| verdict.winner(to_move)) {
            Some(Some(side)) if moves == 0 => format!("{}已胜", name(side)),
            Some(Some(side)) if self.plies().is_none() => format!("{}{moves}步内胜", name(side)),
            Some(Some(side)) => format!("{}{moves}步胜", name(side)),
            Some(None) => "和棋".to_owned(),
            None => {
                let who = self.may_lose(to_move).map_or("一方", name);
                format!("和棋，除非{who}只能靠禁止着法守和")
            }
        }
    }

    /// Who may have to repeat in a forbidden way, if it is one side only.
    const fn may_lose(self, to_move: Side) -> Option<Side> {
        match self {
            Self::DrawOrWin => Some(to_move.opponent()),
            Self::DrawOrLoss => Some(to_move),
            _ => None,
        }
    }

    /// The result as records write it: `1-0`, `0-1`, `1/2-1/2`.
    pub const fn result(self, to_move: Side) -> Option<&'static str> {
        match self.verdict() {
            None => None,
            Some(Verdict::Draw) => Some("1/2-1/2"),
            Some(verdict) => match verdict.winner(to_move) {
                Some(Side::Black) => Some("0-1"),
                _ => Some("1-0"),
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn classes_and_values_are_sentences() {
        let class: Class = "KRPP-KAABB".parse().expect("a class");
        assert_eq!(
            class.in_english(),
            "rook and two pawns against two advisors and two elephants"
        );
        assert_eq!(class.in_chinese(), "车双兵对双士双象");
        let class: Class = "KN-K".parse().expect("a class");
        assert_eq!(class.in_english(), "horse against bare king");
        assert_eq!(class.in_chinese(), "马对单将");
        assert_eq!(Value::Win(23).in_english(Side::Red), "red wins in 12 moves");
        assert_eq!(Value::Loss(2).in_chinese(Side::Red), "黑方1步胜");
        assert_eq!(
            Value::LossWithin(41).in_english(Side::Red),
            "black wins in at most 21 moves"
        );
        assert_eq!(Value::WinWithin(42).in_chinese(Side::Red), "红方21步内胜");
        assert_eq!(Value::Draw.in_chinese(Side::Black), "和棋");
        assert_eq!(Value::Loss(0).in_english(Side::Black), "red has won");
        assert_eq!(Value::Win(1).result(Side::Black), Some("0-1"));
        assert_eq!(Value::DrawOrWin.result(Side::Red), None);
        assert!(
            Value::DrawOrWin
                .in_english(Side::Red)
                .contains("unless black")
        );
    }
}
