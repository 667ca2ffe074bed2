//! The weights as `hanxin tune` writes them: middlegame and endgame, in the order of `groups!`.

use super::{Tapered, pair};

pub(super) const MATERIAL: [Tapered; 7] = [
    pair(0, 0), pair(50, 55), pair(50, 55), pair(180, 215), pair(420, 460), pair(195, 190), pair(32, 60),
];

pub(super) const KING_SQUARES: [Tapered; 50] = [
    pair(0, 0), pair(0, 0), pair(0, 0), pair(0, 0), pair(0, 0),
    pair(0, 0), pair(0, 0), pair(0, 0), pair(0, 0), pair(0, 0),
    pair(0, 0), pair(0, 0), pair(0, 0), pair(0, 0), pair(0, 0),
    pair(0, 0), pair(0, 0), pair(0, 0), pair(0, 0), pair(0, 0),
    pair(0, 0), pair(0, 0), pair(0, 0), pair(0, 0), pair(0, 0),
    pair(0, 0), pair(0, 0), pair(0, 0), pair(0, 0), pair(0, 0),
    pair(0, 0), pair(0, 0), pair(0, 0), pair(0, 0), pair(0, 0),
    pair(0, 0), pair(0, 0), pair(0, 0), pair(-18, -18), pair(-18, -18),
    pair(0, 0), pair(0, 0), pair(0, 0), pair(-16, -16), pair(-16, -16),
    pair(0, 0), pair(0, 0), pair(0, 0), pair(2, 2), pair(8, 8),
];

pub(super) const ADVISOR_SQUARES: [Tapered; 50] = [
    pair(0, 0), pair(0, 0), pair(0, 0), pair(0, 0), pair(0, 0),
    pair(0, 0), pair(0, 0), pair(0, 0), pair(0, 0), pair(0, 0),
    pair(0, 0), pair(0, 0), pair(0, 0), pair(0, 0), pair(0, 0),
    pair(0, 0), pair(0, 0), pair(0, 0), pair(0, 0), pair(0, 0),
    pair(0, 0), pair(0, 0), pair(0, 0), pair(0, 0), pair(0, 0),
    pair(0, 0), pair(0, 0), pair(0, 0), pair(0, 0), pair(0, 0),
    pair(0, 0), pair(0, 0), pair(0, 0), pair(0, 0), pair(0, 0),
    pair(0, 0), pair(0, 0), pair(0, 0), pair(0, 0), pair(0, 0),
    pair(0, 0), pair(0, 0), pair(0, 0), pair(0, 0), pair(6, 6),
    pair(0, 0), pair(0, 0), pair(0, 0), pair(0, 0), pair(0, 0),
];

pub(super) const BISHOP_SQUARES: [Tapered; 50] = [
    pair(0, 0), pair(0, 0), pair(0, 0), pair(0, 0), pair(0, 0),
    pair(0, 0), pair(0, 0), pair(0, 0), pair(0, 0), pair(0, 0),
    pair(0, 0), pair(0, 0), pair(0, 0), pair(0, 0), pair(0, 0),
    pair(0, 0), pair(0, 0), pair(0, 0), pair(0, 0), pair(0, 0),
    pair(0, 0), pair(0, 0), pair(0, 0), pair(0, 0), pair(0, 0),
    pair(0, 0), pair(0, 0), pair(0, 0), pair(0, 0), pair(0, 0),
    pair(0, 0), pair(0, 0), pair(0, 0), pair(0, 0), pair(0, 0),
    pair(-4, -4), pair(0, 0), pair(0, 0), pair(0, 0), pair(6, 6),
    pair(0, 0), pair(0, 0), pair(0, 0), pair(0, 0), pair(0, 0),
    pair(0, 0), pair(0, 0), pair(0, 0), pair(0, 0), pair(0, 0),
];

pub(super) const KNIGHT_SQUARES: [Tapered; 50] = [
    pair(4, 4), pair(8, 8), pair(16, 16), pair(12, 12), pair(4, 4),
    pair(4, 4), pair(10, 10), pair(28, 28), pair(16, 16), pair(8, 8),
    pair(12, 12), pair(14, 14), pair(16, 16), pair(20, 20), pair(18, 18),
    pair(8, 8), pair(24, 24), pair(18, 18), pair(24, 24), pair(20, 20),
    pair(6, 6), pair(16, 16), pair(14, 14), pair(18, 18), pair(16, 16),
    pair(4, 4), pair(12, 12), pair(16, 16), pair(14, 14), pair(12, 12),
    pair(2, 2), pair(6, 6), pair(8, 8), pair(6, 6), pair(10, 10),
    pair(4, 4), pair(2, 2), pair(8, 8), pair(8, 8), pair(4, 4),
    pair(0, 0), pair(2, 2), pair(4, 4), pair(4, 4), pair(-10, -10),
    pair(0, 0), pair(-4, -4), pair(0, 0), pair(0, 0), pair(0, 0),
];

pub(super) const ROOK_SQUARES: [Tapered; 50] = [
    pair(14, 14), pair(14, 14), pair(12, 12), pair(18, 18), pair(16, 16),
    pair(16, 16), pair(20, 20), pair(18, 18), pair(24, 24), pair(26, 26),
    pair(12, 12), pair(12, 12), pair(12, 12), pair(18, 18), pair(18, 18),
    pair(12, 12), pair(18, 18), pair(16, 16), pair(22, 22), pair(22, 22),
    pair(12, 12), pair(14, 14), pair(12, 12), pair(18, 18), pair(18, 18),
    pair(12, 12), pair(16, 16), pair(14, 14), pair(20, 20), pair(20, 20),
    pair(6, 6), pair(10, 10), pair(8, 8), pair(14, 14), pair(14, 14),
    pair(4, 4), pair(8, 8), pair(6, 6), pair(14, 14), pair(12, 12),
    pair(8, 8), pair(4, 4), pair(8, 8), pair(16, 16), pair(8, 8),
    pair(-2, -2), pair(10, 10), pair(6, 6), pair(14, 14), pair(12, 12),
];

pub(super) const CANNON_SQUARES: [Tapered; 50] = [
    pair(6, 6), pair(4, 4), pair(0, 0), pair(-10, -10), pair(-12, -12),
    pair(2, 2), pair(2, 2), pair(0, 0), pair(-4, -4), pair(-14, -14),
    pair(2, 2), pair(2, 2), pair(0, 0), pair(-10, -10), pair(-8, -8),
    pair(0, 0), pair(0, 0), pair(-2, -2), pair(4, 4), pair(10, 10),
    pair(0, 0), pair(0, 0), pair(0, 0), pair(2, 2), pair(8, 8),
    pair(-2, -2), pair(0, 0), pair(4, 4), pair(2, 2), pair(6, 6),
    pair(0, 0), pair(0, 0), pair(0, 0), pair(2, 2), pair(4, 4),
    pair(4, 4), pair(0, 0), pair(8, 8), pair(6, 6), pair(10, 10),
    pair(0, 0), pair(2, 2), pair(4, 4), pair(6, 6), pair(6, 6),
    pair(0, 0), pair(0, 0), pair(2, 2), pair(6, 6), pair(6, 6),
];

pub(super) const PAWN_SQUARES: [Tapered; 50] = [
    pair(0, 0), pair(2, 2), pair(4, 4), pair(6, 6), pair(8, 8),
    pair(18, 18), pair(36, 36), pair(50, 50), pair(66, 66), pair(80, 80),
    pair(14, 14), pair(26, 26), pair(42, 42), pair(60, 60), pair(70, 70),
    pair(10, 10), pair(20, 20), pair(30, 30), pair(34, 34), pair(40, 40),
    pair(6, 6), pair(12, 12), pair(18, 18), pair(18, 18), pair(20, 20),
    pair(2, 2), pair(0, 0), pair(8, 8), pair(0, 0), pair(8, 8),
    pair(0, 0), pair(0, 0), pair(-2, -2), pair(0, 0), pair(4, 4),
    pair(0, 0), pair(0, 0), pair(0, 0), pair(0, 0), pair(0, 0),
    pair(0, 0), pair(0, 0), pair(0, 0), pair(0, 0), pair(0, 0),
    pair(0, 0), pair(0, 0), pair(0, 0), pair(0, 0), pair(0, 0),
];

pub(super) const ROOK_MOBILITY: [Tapered; 18] = [
    pair(-30, -30), pair(-24, -24), pair(-18, -18), pair(-12, -12), pair(-6, -6), pair(0, 0), pair(6, 6), pair(8, 8), pair(10, 10),
    pair(12, 12), pair(14, 14), pair(16, 16), pair(18, 18), pair(18, 18), pair(18, 18), pair(18, 18), pair(18, 18), pair(18, 18),
];

pub(super) const CANNON_MOBILITY: [Tapered; 18] = [
    pair(-8, -8), pair(-6, -6), pair(-4, -4), pair(-2, -2), pair(0, 0), pair(2, 2), pair(2, 2), pair(3, 3), pair(4, 4),
    pair(4, 4), pair(4, 4), pair(5, 5), pair(6, 6), pair(6, 6), pair(6, 6), pair(6, 6), pair(6, 6), pair(6, 6),
];

pub(super) const KNIGHT_MOBILITY: [Tapered; 9] = [
    pair(-30, -30), pair(-18, -18), pair(-9, -9), pair(-3, -3), pair(1, 1), pair(4, 4), pair(6, 6), pair(8, 8), pair(9, 9),
];

pub(super) const EXPOSED_ON_MOVE: [Tapered; 56] = [
    pair(0, 0), pair(0, 0), pair(0, 0), pair(0, 0), pair(0, 0), pair(0, 0), pair(0, 0), pair(0, 0),
    pair(-2, -2), pair(0, 0), pair(-2, -2), pair(0, 0), pair(-2, -2), pair(0, 0), pair(-2, -2), pair(0, 0),
    pair(-2, -2), pair(0, 0), pair(-2, -2), pair(0, 0), pair(-2, -2), pair(0, 0), pair(-2, -2), pair(0, 0),
    pair(-7, -7), pair(-4, -4), pair(-7, -7), pair(-4, -4), pair(-7, -7), pair(0, 0), pair(-7, -7), pair(0, 0),
    pair(-17, -17), pair(-12, -12), pair(-17, -17), pair(-11, -11), pair(-17, -17), pair(-7, -7), pair(-17, -17), pair(0, 0),
    pair(-8, -8), pair(-4, -4), pair(-8, -8), pair(-4, -4), pair(-8, -8), pair(0, 0), pair(-8, -8), pair(0, 0),
    pair(-2, -2), pair(0, 0), pair(-2, -2), pair(0, 0), pair(-2, -2), pair(0, 0), pair(-2, -2), pair(0, 0),
];

pub(super) const EXPOSED_OFF_MOVE: [Tapered; 56] = [
    pair(0, 0), pair(0, 0), pair(0, 0), pair(0, 0), pair(0, 0), pair(0, 0), pair(0, 0), pair(0, 0),
    pair(-11, -11), pair(-1, -1), pair(-11, -11), pair(0, 0), pair(-11, -11), pair(0, 0), pair(-11, -11), pair(0, 0),
    pair(-11, -11), pair(-1, -1), pair(-11, -11), pair(0, 0), pair(-11, -11), pair(0, 0), pair(-11, -11), pair(0, 0),
    pair(-41, -41), pair(-21, -21), pair(-41, -41), pair(-20, -20), pair(-41, -41), pair(0, 0), pair(-41, -41), pair(0, 0),
    pair(-95, -95), pair(-58, -58), pair(-95, -95), pair(-57, -57), pair(-95, -95), pair(-36, -36), pair(-95, -95), pair(0, 0),
    pair(-42, -42), pair(-22, -22), pair(-42, -42), pair(-21, -21), pair(-42, -42), pair(0, 0), pair(-42, -42), pair(0, 0),
    pair(-10, -10), pair(0, 0), pair(-10, -10), pair(0, 0), pair(-10, -10), pair(0, 0), pair(-10, -10), pair(0, 0),
];

pub(super) const PROTECTED: [Tapered; 7] = [
    pair(0, 0), pair(1, 1), pair(2, 2), pair(4, 4), pair(2, 2), pair(3, 3), pair(3, 3),
];

pub(super) const LINKED_KNIGHTS: [Tapered; 1] = [
    pair(8, 8),
];

pub(super) const LINKED_CANNONS: [Tapered; 1] = [
    pair(5, 5),
];

pub(super) const LINKED_ROOKS: [Tapered; 1] = [
    pair(6, 6),
];

pub(super) const PAIRED_PAWNS: [Tapered; 1] = [
    pair(8, 12),
];

pub(super) const CANNON_ON_KING_FILE: [Tapered; 4] = [
    pair(60, 40), pair(20, 10), pair(18, 8), pair(6, 2),
];

pub(super) const HOLLOW_CANNON_ROOKS: [Tapered; 3] = [
    pair(0, 0), pair(30, 30), pair(50, 50),
];

pub(super) const CANNON_ON_KING_RANK: [Tapered; 4] = [
    pair(15, 15), pair(20, 10), pair(22, 8), pair(4, 4),
];

pub(super) const KNIGHT_TO_KING: [Tapered; 25] = [
    pair(0, 0), pair(0, 0), pair(0, 0), pair(0, 0), pair(0, 0),
    pair(0, 0), pair(0, 0), pair(12, 12), pair(4, 4), pair(0, 0),
    pair(0, 0), pair(14, 14), pair(12, 12), pair(4, 4), pair(0, 0),
    pair(0, 0), pair(4, 4), pair(4, 4), pair(2, 2), pair(0, 0),
    pair(0, 0), pair(0, 0), pair(0, 0), pair(0, 0), pair(0, 0),
];

pub(super) const ROOK_TO_KING_FILE: [Tapered; 3] = [
    pair(10, 4), pair(8, 4), pair(0, 0),
];

pub(super) const PALACE_ATTACKERS: [Tapered; 21] = [
    pair(0, 0), pair(0, 0), pair(0, 0),
    pair(3, 3), pair(2, 2), pair(2, 2),
    pair(15, 9), pair(12, 7), pair(10, 6),
    pair(36, 21), pair(29, 17), pair(24, 14),
    pair(60, 36), pair(48, 29), pair(40, 24),
    pair(84, 51), pair(67, 41), pair(56, 34),
    pair(105, 60), pair(84, 48), pair(70, 40),
];

pub(super) const PALACE_KNIGHT: [Tapered; 3] = [
    pair(-4, -4), pair(-14, -14), pair(-22, -22),
];

pub(super) const KING_OFF_HOME: [Tapered; 3] = [
    pair(0, 0), pair(-6, -6), pair(-12, -12),
];

pub(super) const ADVISORS_AGAINST_ROOKS: [Tapered; 9] = [
    pair(0, 0), pair(-14, -12), pair(-28, -24),
    pair(0, 0), pair(-7, -6), pair(-14, -12),
    pair(0, 0), pair(0, 0), pair(0, 0),
];

pub(super) const ADVISORS_AGAINST_KNIGHTS: [Tapered; 9] = [
    pair(0, 0), pair(-8, -8), pair(-16, -16),
    pair(0, 0), pair(-4, -4), pair(-8, -8),
    pair(0, 0), pair(0, 0), pair(0, 0),
];

pub(super) const ADVISORS_AGAINST_CANNONS: [Tapered; 9] = [
    pair(0, 0), pair(4, 6), pair(8, 12),
    pair(0, 0), pair(2, 3), pair(4, 6),
    pair(0, 0), pair(0, 0), pair(0, 0),
];

pub(super) const BISHOPS_AGAINST_ROOKS: [Tapered; 9] = [
    pair(0, 0), pair(-4, -4), pair(-8, -8),
    pair(0, 0), pair(-2, -2), pair(-4, -4),
    pair(0, 0), pair(0, 0), pair(0, 0),
];

pub(super) const BISHOPS_AGAINST_CANNONS: [Tapered; 9] = [
    pair(0, 0), pair(-14, -10), pair(-28, -20),
    pair(0, 0), pair(-7, -5), pair(-14, -10),
    pair(0, 0), pair(0, 0), pair(0, 0),
];

pub(super) const CANNON_SCREENS: [Tapered; 5] = [
    pair(0, -30), pair(0, -16), pair(0, -8), pair(0, -2), pair(0, 0),
];

pub(super) const ROOKS_AND_MINORS: [Tapered; 15] = [
    pair(-20, -20), pair(-20, -20), pair(-20, -20), pair(-20, -20), pair(-20, -20),
    pair(0, 0), pair(0, 0), pair(0, 0), pair(0, 0), pair(0, 0),
    pair(0, 0), pair(0, 0), pair(0, 0), pair(0, 0), pair(0, 0),
];

pub(super) const KNIGHTS_AND_CANNONS: [Tapered; 9] = [
    pair(0, 0), pair(0, 0), pair(0, 0),
    pair(0, 0), pair(6, 6), pair(6, 6),
    pair(0, 0), pair(6, 6), pair(6, 6),
];

pub(super) const CROSSED_PAWNS: [Tapered; 6] = [
    pair(0, 0), pair(0, 0), pair(0, 0), pair(0, 0), pair(0, 0), pair(0, 0),
];

pub(super) const PAWN_AGAINST_ADVISORS: [Tapered; 3] = [
    pair(12, 16), pair(4, 6), pair(0, 0),
];

pub(super) const TEMPO: [Tapered; 1] = [
    pair(8, 6),
];
