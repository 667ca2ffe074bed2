//! What a side really threatens in one position, and why another attack does not count.
//!
//! Everything is read off a placement, as if the attacker had the move. Captures and recaptures are
//! played out on a copy, so pins, false roots, x-rays and facing kings need no cases of their own.

use crate::board::Placement;
use crate::types::{Kind, Man, Move, Side, Square};

/// All men of a side but the king: the victims a chase can have.
pub(super) const ALL_VICTIMS: u16 = 0xfffe;

/// How the rules see one man's attack on another.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Attack {
    /// Real: nobody can retake. The man who only seems able to is named.
    Unprotected {
        /// A protector whose recapture would leave his own king attacked.
        false_root: Man,
    },
    /// Real: a horse or cannon attacks a rook, protected or not.
    LesserOnRook,
    /// Kings and pawns may chase for ever.
    ExemptAttacker,
    /// A pawn on its own half may be chased for ever.
    UncrossedPawn,
    /// The attacker is pinned by somebody other than his victim.
    Pinned {
        /// Who pins him.
        by: Man,
    },
    /// The capture would leave the attacker's own king attacked.
    ExposesKing,
    /// Somebody can retake.
    Protected {
        /// Who retakes.
        by: Man,
    },
    /// The same kind, and the victim could as well take the attacker.
    Exchange,
}

impl Attack {
    /// Whether the attack is a real threat.
    pub const fn is_real(self) -> bool {
        matches!(self, Self::Unprotected { .. } | Self::LesserOnRook)
    }
}

/// Judges `attacker`'s attack on `victim`; `None` if he does not attack him.
pub fn assess(placement: &Placement, attacker: Man, victim: Man) -> Option<Attack> {
    let (piece, target) = (attacker.piece()?, victim.piece()?);
    let capture = capture(placement, attacker, victim)?;
    if matches!(piece.kind, Kind::King | Kind::Pawn) {
        return Some(Attack::ExemptAttacker);
    }
    if target.kind == Kind::Pawn && capture.to().is_home(target.side) {
        return Some(Attack::UncrossedPawn);
    }
    if let Some(by) = pinner(placement, piece.side, attacker, victim) {
        return Some(Attack::Pinned { by });
    }
    if placement.is_king_attacked_after(piece.side, capture) {
        return Some(Attack::ExposesKing);
    }
    if matches!(piece.kind, Kind::Horse | Kind::Cannon) && target.kind == Kind::Rook {
        return Some(Attack::LesserOnRook);
    }
    let protection = protection(placement, piece.side, capture);
    if let Attack::Unprotected { .. } = protection
        && piece.kind == target.kind
        && can_strike_back(placement, victim, attacker)
    {
        return Some(Attack::Exchange);
    }
    Some(protection)
}

/// The victims of `side`'s real threats, as a mask of the enemy's men.
pub fn real_threats(placement: &Placement, side: Side) -> u16 {
    threats(placement, side, ALL_VICTIMS)
}

/// The victims of `side`'s real threats among `live`, as a mask of the enemy's men.
pub(super) fn threats(placement: &Placement, side: Side, live: u16) -> u16 {
    let is_there = |man: &Man| placement.square_of(*man) != Square::NONE;
    let attackers = || {
        CHASERS
            .into_iter()
            .flat_map(|kind| side.men_of(kind))
            .filter(is_there)
    };
    side.opponent()
        .men()
        .filter(|victim| live & victim.bit() != 0 && is_there(victim))
        .filter(|&victim| {
            attackers().any(|man| assess(placement, man, victim).is_some_and(Attack::is_real))
        })
        .fold(0, |mask, victim| mask | victim.bit())
}

/// The kinds that can chase; kings and pawns may attack for ever.
const CHASERS: [Kind; 5] = [
    Kind::Advisor,
    Kind::Elephant,
    Kind::Horse,
    Kind::Rook,
    Kind::Cannon,
];

/// The enemy rooks that stand on the leg of one of `side`'s horses, shielding their king.
pub(super) fn horse_pinned_rooks(placement: &Placement, side: Side) -> u16 {
    let enemy = side.opponent();
    enemy
        .men_of(Kind::Rook)
        .filter(|&rook| {
            let mut lifted = *placement;
            placement.square_of(rook).is_on_board() && {
                lifted.lift(enemy, rook);
                side.men_of(Kind::Horse).any(|horse| {
                    capture(&lifted, horse, enemy.king()).is_some()
                        && capture(placement, horse, enemy.king()).is_none()
                })
            }
        })
        .fold(0, |mask, rook| mask | rook.bit())
}

/// Whether `side`, given a free move, could mate at once with a check.
pub(super) fn threatens_mate(placement: &Placement, side: Side) -> bool {
    let enemy = side.opponent();
    placement.pseudo_legal_moves(side).into_iter().any(|mv| {
        if placement.is_king_attacked_after(side, mv)
            || !placement.is_king_attacked_after(enemy, mv)
            || placement.man_on(mv.to()) == enemy.king()
        {
            return false;
        }
        let mut after = *placement;
        after.relocate(side, mv.from(), mv.to());
        after
            .pseudo_legal_moves(enemy)
            .into_iter()
            .all(|reply| after.is_king_attacked_after(enemy, reply))
    })
}

/// The men of `side` that attack the enemy king.
pub(super) fn checkers(placement: &Placement, side: Side) -> impl Iterator<Item = Man> + '_ {
    let king = side.opponent().king();
    side.men()
        .filter(move |&man| capture(placement, man, king).is_some())
}

/// The pseudo-legal capture of `victim` by `attacker`, if there is one.
fn capture(placement: &Placement, attacker: Man, victim: Man) -> Option<Move> {
    let (from, to) = (placement.square_of(attacker), placement.square_of(victim));
    let both_there = from.is_on_board() && to.is_on_board();
    (both_there && placement.reaches(attacker.piece()?, from, to)).then(|| Move::new(from, to))
}

/// Whether an enemy man attacks `king`, the other king on an open file included.
fn attacks_king(placement: &Placement, man: Man, king: Man) -> bool {
    let (from, to) = (placement.square_of(man), placement.square_of(king));
    if man.kind() == Some(Kind::King) {
        from.column() == to.column() && placement.blockers_between(from, to) == Some(0)
    } else {
        capture(placement, man, king).is_some()
    }
}

/// Who, other than `victim`, would newly attack `side`'s king if `man` left the board.
fn pinner(placement: &Placement, side: Side, man: Man, victim: Man) -> Option<Man> {
    let mut lifted = *placement;
    lifted.lift(side, man);
    if !lifted.is_king_attacked(side) {
        return None;
    }
    let king = side.king();
    side.opponent().men().find(|&enemy| {
        enemy != victim
            && attacks_king(&lifted, enemy, king)
            && !attacks_king(placement, enemy, king)
    })
}

/// Plays the capture and looks for a legal recapture.
fn protection(placement: &Placement, side: Side, taking: Move) -> Attack {
    let enemy = side.opponent();
    let attacker = placement.man_on(taking.from());
    let mut after = *placement;
    after.relocate(side, taking.from(), taking.to());
    let mut false_root = Man::NONE;
    for man in enemy.men() {
        let Some(retaking) = capture(&after, man, attacker) else {
            continue;
        };
        if !after.is_king_attacked_after(enemy, retaking) {
            return Attack::Protected { by: man };
        }
        false_root = man;
    }
    Attack::Unprotected { false_root }
}

/// Whether `victim` could legally take `attacker` in this very position.
fn can_strike_back(placement: &Placement, victim: Man, attacker: Man) -> bool {
    capture(placement, victim, attacker).is_some_and(|mv| {
        victim
            .piece()
            .is_some_and(|piece| !placement.is_king_attacked_after(piece.side, mv))
    })
}
