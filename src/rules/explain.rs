//! A verdict in words: what each move of the span did, and what that makes of each side.
//!
//! The facts come from the very functions that judge, so the explanation cannot disagree with the
//! verdict.

use std::fmt::{self, Display, Formatter};

use serde::{Serialize, Serializer};

use crate::board::{Board, Placement};
use crate::types::{Man, Side};

use super::chase::{ALL_VICTIMS, Attack, assess, checkers, threatens_mate, threats};
use super::repetition::{Level, equal_positions, levels, span, walk_back, was_in_check};
use super::{Ending, Rule, Rules, Verdict};

/// How a game stands and why.
#[derive(Clone, Debug, Serialize)]
pub struct Explanation {
    /// The position judged.
    pub fen: String,
    /// Who is to move.
    #[serde(serialize_with = "as_text")]
    pub to_move: Side,
    /// The repetition rule applied.
    #[serde(serialize_with = "as_text")]
    pub rule: Rule,
    /// How often the position has occurred since the last irreversible move, now included.
    pub occurrences: usize,
    /// The span of a third occurrence.
    pub span: Option<SpanExplanation>,
    /// Why the game is over; `null` if it is not.
    pub ending: Option<String>,
    /// `win`, `loss` or `draw` for the side to move, or `none`.
    #[serde(serialize_with = "as_verdict")]
    pub verdict: Option<Verdict>,
}

/// What happened between the first counted occurrence of a position and the last.
#[derive(Clone, Debug, Serialize)]
pub struct SpanExplanation {
    pub plies: Vec<PlyExplanation>,
    /// Red, then black.
    pub sides: [SideExplanation; 2],
}

/// What one move of the span did.
#[derive(Clone, Debug, Serialize)]
pub struct PlyExplanation {
    /// Number of the ply in the game, from 1.
    pub number: usize,
    /// Who moved.
    #[serde(serialize_with = "as_text")]
    pub side: Side,
    /// The move in coordinates.
    #[serde(rename = "move")]
    pub mv: String,
    /// The men that give check after it.
    pub checkers: Vec<String>,
    /// Whether the mover threatens to mate at once; asked under `chineserule` only.
    pub threatens_mate: bool,
    /// All the mover's attacks after the move, the real threats first.
    pub attacks: Vec<AttackExplanation>,
}

/// One attack and how the rules see it.
#[derive(Clone, Debug, Serialize)]
pub struct AttackExplanation {
    /// Who attacks.
    pub attacker: String,
    /// Whom.
    pub victim: String,
    /// Whether it is a real threat.
    pub is_real: bool,
    /// Whether the victim was already really threatened before the move.
    pub is_old: bool,
    /// Why it is or is not a real threat.
    pub reason: String,
}

/// What the span makes of one side.
#[derive(Clone, Debug, Serialize)]
pub struct SideExplanation {
    /// The side.
    #[serde(serialize_with = "as_text")]
    pub side: Side,
    /// 0-3; the higher level loses.
    #[serde(serialize_with = "as_number")]
    pub level: Level,
    /// Why.
    pub reason: String,
}

fn as_text<T: Display, S: Serializer>(value: &T, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(value)
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes references")]
fn as_number<S: Serializer>(level: &Level, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_u8(*level as u8)
}

#[expect(
    clippy::ref_option,
    clippy::trivially_copy_pass_by_ref,
    reason = "serde passes references"
)]
fn as_verdict<S: Serializer>(value: &Option<Verdict>, serializer: S) -> Result<S::Ok, S::Error> {
    match value {
        Some(verdict) => serializer.collect_str(verdict),
        None => serializer.serialize_str("none"),
    }
}

impl Explanation {
    /// Judges the position and says why.
    pub fn new(board: &Board, rules: &Rules) -> Self {
        let ending = rules.ending(board);
        Self {
            fen: board.fen(),
            to_move: board.side_to_move(),
            rule: rules.rule,
            occurrences: 1 + equal_positions(board).count(),
            span: span(board, 3).map(|span| SpanExplanation::new(board, rules.rule, span)),
            ending: ending.map(|ending| describe(ending, board, *rules)),
            verdict: ending.map(|ending| ending.verdict()),
        }
    }
}

fn describe(ending: Ending, board: &Board, rules: Rules) -> String {
    let loser = board.side_to_move();
    match ending {
        Ending::Checkmate => format!("checkmate: {loser} is in check and has no legal move"),
        Ending::Stalemate => format!("stalemate: {loser} has no legal move, which loses"),
        Ending::Repetition(verdict) => match verdict.winner(loser) {
            Some(winner) => format!("{ending}: {} is the worse offender", winner.opponent()),
            None => ending.to_string(),
        },
        Ending::NaturalLimit => format!(
            "natural limit: {} of {} counted plies without a capture",
            board.natural_limit().plies(),
            rules.limit_plies
        ),
        Ending::DeadMaterial => {
            "dead material: neither side has a rook, horse, cannon or pawn".to_owned()
        }
    }
}

impl SpanExplanation {
    /// Explains the last `span` plies.
    fn new(board: &Board, rule: Rule, span: usize) -> Self {
        let mut positions = Vec::with_capacity(span + 1);
        walk_back(board, span, |_, placement, mover| {
            positions.push((*placement, mover));
            true
        });
        positions.reverse();
        let first = board.history().len() - span;
        let plies = positions
            .windows(2)
            .zip(&board.history()[first..])
            .enumerate()
            .map(|(index, (pair, ply))| {
                let (before, (after, side)) = (&pair[0].0, &pair[1]);
                PlyExplanation {
                    number: first + index + 1,
                    side: *side,
                    mv: ply.mv.map_or_else(String::new, |mv| mv.to_string()),
                    checkers: checkers(after, *side).map(|man| name(after, man)).collect(),
                    threatens_mate: rule == Rule::ChineseRule && threatens_mate(after, *side),
                    attacks: explain_attacks(before, after, *side),
                }
            })
            .collect();
        let conduct = levels(board, rule, span);
        let sides = Side::BOTH.map(|side| {
            let (level, victims) = conduct[side.index()];
            SideExplanation {
                side,
                level,
                reason: match level {
                    Level::PerpetualCheck => "every move gives check".to_owned(),
                    Level::Chase if rule == Rule::ChineseRule => {
                        "every move is a check, a chase or a mate threat".to_owned()
                    }
                    Level::Chase => format!(
                        "really threatens the {} after every move and before none",
                        names(board.placement(), side.opponent(), victims)
                    ),
                    Level::ChaseOfPinnedRook => format!(
                        "chases the {}, a rook that shields its king from a horse",
                        names(board.placement(), side.opponent(), victims)
                    ),
                    Level::Idle => why_idle(board, rule, span, side, &positions),
                },
            }
        });
        Self { plies, sides }
    }
}

fn explain_attacks(before: &Placement, after: &Placement, side: Side) -> Vec<AttackExplanation> {
    let old = threats(before, side, ALL_VICTIMS);
    let mut attacks: Vec<AttackExplanation> = side
        .opponent()
        .men()
        .skip(1)
        .flat_map(|victim| side.men().map(move |attacker| (attacker, victim)))
        .filter_map(|(attacker, victim)| {
            let attack = assess(after, attacker, victim)?;
            Some(AttackExplanation {
                attacker: name(after, attacker),
                victim: name(after, victim),
                is_real: attack.is_real(),
                is_old: attack.is_real() && old & victim.bit() != 0,
                reason: reason(after, attack),
            })
        })
        .collect();
    attacks.sort_by_key(|attack| !attack.is_real);
    attacks
}

fn reason(placement: &Placement, attack: Attack) -> String {
    let name = |man| name(placement, man);
    match attack {
        Attack::Unprotected { false_root } if false_root.is_some() => format!(
            "unprotected, {} may not retake because its king would be attacked",
            name(false_root)
        ),
        Attack::Unprotected { .. } => "unprotected, nobody can retake".to_owned(),
        Attack::LesserOnRook => {
            "a rook may not be chased by a lesser man even if protected".to_owned()
        }
        Attack::ExemptAttacker => "kings and pawns may chase for ever".to_owned(),
        Attack::UncrossedPawn => "a pawn on its own half may be chased for ever".to_owned(),
        Attack::Pinned { by } => format!("the attacker is pinned by {}", name(by)),
        Attack::ExposesKing => "the capture would leave its own king attacked".to_owned(),
        Attack::Protected { by } => format!("protected, {} can retake", name(by)),
        Attack::Exchange => "an exchange offer, the victim can take the attacker".to_owned(),
    }
}

/// Why a side is at the lowest level.
fn why_idle(
    board: &Board,
    rule: Rule,
    span: usize,
    side: Side,
    positions: &[(Placement, Side)],
) -> String {
    let is_mover = |distance: usize| distance.is_multiple_of(2) == (side != board.side_to_move());
    let checks = (0..span)
        .filter(|&distance| is_mover(distance) && was_in_check(board, distance))
        .count();
    let made = positions[1..].iter().filter(|(_, mover)| *mover == side);
    let (always, ever) = made.fold((ALL_VICTIMS, 0), |(always, ever), (placement, _)| {
        let victims = threats(placement, side, ALL_VICTIMS);
        (always & victims, ever | victims)
    });
    let victims = names(board.placement(), side.opponent(), always);
    match rule {
        Rule::AlwaysDraw => "every repetition is allowed".to_owned(),
        Rule::ChineseRule => "some move is neither check, chase nor mate threat".to_owned(),
        _ if checks > 0 => format!("{checks} of {} moves give check, not all", span / 2),
        Rule::CheckBan => "gives no check".to_owned(),
        Rule::AsianRule if ever == 0 => "makes no real threat".to_owned(),
        Rule::AsianRule if always == 0 => "no man is really threatened after every move".to_owned(),
        Rule::AsianRule => format!("the threat on the {victims} already stands before some move"),
    }
}

/// A man by kind and square.
fn name(placement: &Placement, man: Man) -> String {
    let kind = man.kind().map_or("man", |kind| kind.name());
    format!("{kind} {}", placement.square_of(man))
}

/// The men of a mask by kind and square.
fn names(placement: &Placement, side: Side, mask: u16) -> String {
    side.men()
        .filter(|man| mask & man.bit() != 0)
        .map(|man| name(placement, man))
        .collect::<Vec<_>>()
        .join(" and the ")
}

impl Display for SpanExplanation {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        for ply in &self.plies {
            write!(f, "{ply}")?;
        }
        for side in &self.sides {
            writeln!(
                f,
                "{}: level {}, {}: {}",
                side.side, side.level as u8, side.level, side.reason
            )?;
        }
        Ok(())
    }
}

impl Display for PlyExplanation {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{:3}. {:<5} {} ",
            self.number,
            self.side.to_string(),
            self.mv
        )?;
        let mut facts = Vec::new();
        if !self.checkers.is_empty() {
            facts.push(format!("check by {}", self.checkers.join(" and ")));
        }
        if self.threatens_mate {
            facts.push("threatens mate".to_owned());
        }
        facts.extend(self.attacks.iter().map(ToString::to_string));
        if facts.is_empty() {
            facts.push("no check, no attack".to_owned());
        }
        writeln!(f, " {}", facts.join("\n                  "))
    }
}

impl Display for AttackExplanation {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let (verb, old) = match (self.is_real, self.is_old) {
            (true, true) => ("really threatens", " (as before the move)"),
            (true, false) => ("really threatens", ""),
            (false, _) => ("attacks", ""),
        };
        let Self {
            attacker,
            victim,
            reason,
            ..
        } = self;
        write!(f, "{attacker} {verb} {victim}{old}: {reason}")
    }
}

impl Display for Level {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Idle => "idle",
            Self::Chase => "perpetual chase",
            Self::ChaseOfPinnedRook => "perpetual chase of a pinned rook",
            Self::PerpetualCheck => "perpetual check",
        })
    }
}
