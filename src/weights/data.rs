//! The weights as `hanxin tune` writes them: middlegame and endgame, in the order of `groups!`.

use super::{Tapered, pair};

pub(super) const MATERIAL: [Tapered; 7] = [
    pair(0, 0), pair(53, 42), pair(58, 55), pair(171, 236), pair(487, 512), pair(191, 215), pair(24, 83),
];

pub(super) const KING_SQUARES: [Tapered; 50] = [
    pair(0, 0), pair(0, 0), pair(0, 0), pair(0, 0), pair(0, 0),
    pair(0, 0), pair(0, 0), pair(0, 0), pair(0, 0), pair(0, 0),
    pair(0, 0), pair(0, 0), pair(0, 0), pair(0, 0), pair(0, 0),
    pair(0, 0), pair(0, 0), pair(0, 0), pair(0, 0), pair(0, 0),
    pair(0, 0), pair(0, 0), pair(0, 0), pair(0, 0), pair(0, 0),
    pair(0, 0), pair(0, 0), pair(0, 0), pair(0, 0), pair(0, 0),
    pair(0, 0), pair(0, 0), pair(0, 0), pair(0, 0), pair(0, 0),
    pair(0, 0), pair(0, 0), pair(0, 0), pair(-76, -19), pair(-15, -23),
    pair(0, 0), pair(0, 0), pair(0, 0), pair(-33, -4), pair(-1, -3),
    pair(0, 0), pair(0, 0), pair(0, 0), pair(-3, -4), pair(25, -2),
];

pub(super) const ADVISOR_SQUARES: [Tapered; 50] = [
    pair(0, 0), pair(0, 0), pair(0, 0), pair(0, 0), pair(0, 0),
    pair(0, 0), pair(0, 0), pair(0, 0), pair(0, 0), pair(0, 0),
    pair(0, 0), pair(0, 0), pair(0, 0), pair(0, 0), pair(0, 0),
    pair(0, 0), pair(0, 0), pair(0, 0), pair(0, 0), pair(0, 0),
    pair(0, 0), pair(0, 0), pair(0, 0), pair(0, 0), pair(0, 0),
    pair(0, 0), pair(0, 0), pair(0, 0), pair(0, 0), pair(0, 0),
    pair(0, 0), pair(0, 0), pair(0, 0), pair(0, 0), pair(0, 0),
    pair(0, 0), pair(0, 0), pair(0, 0), pair(4, -5), pair(0, 0),
    pair(0, 0), pair(0, 0), pair(0, 0), pair(0, 0), pair(11, 6),
    pair(0, 0), pair(0, 0), pair(0, 0), pair(-5, -8), pair(0, 0),
];

pub(super) const BISHOP_SQUARES: [Tapered; 50] = [
    pair(0, 0), pair(0, 0), pair(0, 0), pair(0, 0), pair(0, 0),
    pair(0, 0), pair(0, 0), pair(0, 0), pair(0, 0), pair(0, 0),
    pair(0, 0), pair(0, 0), pair(0, 0), pair(0, 0), pair(0, 0),
    pair(0, 0), pair(0, 0), pair(0, 0), pair(0, 0), pair(0, 0),
    pair(0, 0), pair(0, 0), pair(0, 0), pair(0, 0), pair(0, 0),
    pair(0, 0), pair(0, 0), pair(-20, 11), pair(0, 0), pair(0, 0),
    pair(0, 0), pair(0, 0), pair(0, 0), pair(0, 0), pair(0, 0),
    pair(-6, -8), pair(0, 0), pair(0, 0), pair(0, 0), pair(18, 3),
    pair(0, 0), pair(0, 0), pair(0, 0), pair(0, 0), pair(0, 0),
    pair(0, 0), pair(0, 0), pair(5, 1), pair(0, 0), pair(0, 0),
];

pub(super) const KNIGHT_SQUARES: [Tapered; 50] = [
    pair(0, 31), pair(-9, -2), pair(-8, 28), pair(-1, -2), pair(19, 18),
    pair(8, 0), pair(-5, 39), pair(74, 22), pair(13, 16), pair(31, 15),
    pair(40, 52), pair(18, 31), pair(4, 17), pair(35, 18), pair(29, 36),
    pair(20, 23), pair(62, 47), pair(17, 22), pair(53, 30), pair(-4, 15),
    pair(-2, 38), pair(18, 28), pair(34, 7), pair(49, 21), pair(54, 7),
    pair(31, 20), pair(13, 14), pair(59, 8), pair(19, 21), pair(24, 9),
    pair(-4, 30), pair(-1, 7), pair(7, 10), pair(-2, 26), pair(5, 30),
    pair(-5, 2), pair(-2, 2), pair(-6, -4), pair(25, 24), pair(-15, -4),
    pair(-20, -39), pair(-31, 11), pair(-13, 6), pair(-17, -3), pair(-8, -30),
    pair(1, -32), pair(-21, 1), pair(-10, -47), pair(-50, 13), pair(-22, -23),
];

pub(super) const ROOK_SQUARES: [Tapered; 50] = [
    pair(21, 22), pair(38, 11), pair(20, 44), pair(45, 6), pair(29, 27),
    pair(28, 5), pair(22, 33), pair(14, 25), pair(29, 29), pair(17, 28),
    pair(6, 34), pair(10, 23), pair(16, 25), pair(19, 40), pair(43, 7),
    pair(20, 22), pair(33, 21), pair(52, 9), pair(37, 9), pair(26, 19),
    pair(-1, 23), pair(23, 13), pair(27, 28), pair(15, 10), pair(15, 26),
    pair(22, -2), pair(17, 39), pair(29, 11), pair(21, 18), pair(13, 28),
    pair(15, 20), pair(24, 14), pair(19, 31), pair(13, 29), pair(24, 40),
    pair(-1, -26), pair(2, 15), pair(0, 34), pair(8, 29), pair(-14, 32),
    pair(-7, -26), pair(2, -6), pair(14, 7), pair(1, 6), pair(-17, -27),
    pair(-22, -16), pair(3, -3), pair(-5, -25), pair(3, -4), pair(-3, -9),
];

pub(super) const CANNON_SQUARES: [Tapered; 50] = [
    pair(43, -11), pair(16, 6), pair(-38, 10), pair(-56, 0), pair(-41, -27),
    pair(-11, 22), pair(5, 6), pair(0, -11), pair(-7, -2), pair(-4, -12),
    pair(16, -2), pair(-6, -10), pair(-9, -14), pair(-30, -17), pair(-53, -15),
    pair(26, -4), pair(0, 11), pair(0, 12), pair(-5, 15), pair(2, 15),
    pair(39, -10), pair(-4, 17), pair(-2, 28), pair(-4, 17), pair(28, -15),
    pair(15, -6), pair(-6, 13), pair(-12, 17), pair(-24, -1), pair(-16, 14),
    pair(-15, 8), pair(-12, 8), pair(13, 13), pair(-9, 20), pair(8, 7),
    pair(-3, 13), pair(-4, 19), pair(11, 16), pair(7, 6), pair(-8, 16),
    pair(11, 15), pair(8, 15), pair(30, 0), pair(16, 11), pair(14, -4),
    pair(-3, 9), pair(-1, -6), pair(6, -15), pair(15, 13), pair(22, 10),
];

pub(super) const PAWN_SQUARES: [Tapered; 50] = [
    pair(-4, -4), pair(-21, -61), pair(-12, -49), pair(2, -44), pair(-16, -79),
    pair(17, -4), pair(90, 11), pair(109, 8), pair(128, 35), pair(101, 128),
    pair(-3, 2), pair(50, 15), pair(56, 37), pair(66, 71), pair(66, 141),
    pair(10, 9), pair(4, 38), pair(24, 47), pair(51, 54), pair(51, 57),
    pair(-19, 15), pair(-6, 27), pair(-11, 59), pair(50, 51), pair(35, 53),
    pair(-10, -6), pair(0, 0), pair(8, -3), pair(0, 0), pair(21, 27),
    pair(-20, -10), pair(0, 0), pair(-15, -13), pair(0, 0), pair(22, 13),
    pair(0, 0), pair(0, 0), pair(0, 0), pair(0, 0), pair(0, 0),
    pair(0, 0), pair(0, 0), pair(0, 0), pair(0, 0), pair(0, 0),
    pair(0, 0), pair(0, 0), pair(0, 0), pair(0, 0), pair(0, 0),
];

pub(super) const ROOK_MOBILITY: [Tapered; 18] = [
    pair(-34, -26), pair(-8, -42), pair(-11, -27), pair(-5, -12), pair(1, -17), pair(5, 1), pair(3, 6), pair(7, 7), pair(7, 16),
    pair(8, 11), pair(12, 16), pair(16, 15), pair(16, 24), pair(18, 24), pair(19, 23), pair(20, 29), pair(18, 36), pair(22, 34),
];

pub(super) const CANNON_MOBILITY: [Tapered; 18] = [
    pair(-18, -22), pair(-12, -1), pair(-6, -3), pair(0, -6), pair(0, 1), pair(-1, 9), pair(2, 2), pair(5, 7), pair(3, 6),
    pair(2, 16), pair(4, 13), pair(4, 18), pair(8, 15), pair(4, 16), pair(15, 16), pair(10, 21), pair(18, 20), pair(15, 22),
];

pub(super) const KNIGHT_MOBILITY: [Tapered; 9] = [
    pair(-12, -86), pair(-18, -21), pair(-12, -13), pair(-5, -3), pair(0, 8), pair(0, 19), pair(3, 21), pair(7, 23), pair(5, 25),
];

pub(super) const EXPOSED_ON_MOVE: [Tapered; 56] = [
    pair(0, 0), pair(0, 0), pair(0, 0), pair(0, 0), pair(0, 0), pair(0, 0), pair(0, 0), pair(0, 0),
    pair(-2, -16), pair(-38, 12), pair(-2, -2), pair(0, 0), pair(-4, -10), pair(-4, 10), pair(5, -21), pair(-4, 18),
    pair(-3, -1), pair(-4, 0), pair(-2, -2), pair(0, 0), pair(-26, -12), pair(-14, 11), pair(-17, -23), pair(-4, 12),
    pair(-34, -40), pair(-27, -64), pair(-30, -24), pair(-16, -12), pair(-33, -29), pair(-15, -52), pair(-24, -54), pair(-6, -29),
    pair(-34, -8), pair(-38, -26), pair(-7, -17), pair(-25, -8), pair(-35, -4), pair(-30, -21), pair(-17, -30), pair(-10, -2),
    pair(-31, -36), pair(-19, -39), pair(-35, -31), pair(-27, -1), pair(-40, -12), pair(-30, -22), pair(-31, -50), pair(-8, -9),
    pair(-2, -25), pair(-6, -22), pair(-5, -36), pair(3, 2), pair(-4, -30), pair(-2, -2), pair(1, -28), pair(4, -23),
];

pub(super) const EXPOSED_OFF_MOVE: [Tapered; 56] = [
    pair(0, 0), pair(0, 0), pair(0, 0), pair(0, 0), pair(0, 0), pair(0, 0), pair(0, 0), pair(0, 0),
    pair(-9, -3), pair(-5, -8), pair(-11, -11), pair(0, 0), pair(1, 2), pair(-1, 8), pair(-8, -7), pair(0, 12),
    pair(-13, -13), pair(1, 4), pair(-11, -11), pair(0, 0), pair(-25, 1), pair(-8, 1), pair(-1, 4), pair(0, 7),
    pair(-44, -42), pair(-23, -21), pair(-10, -41), pair(-26, -28), pair(-37, -44), pair(-20, -51), pair(-9, -12), pair(-7, -15),
    pair(-90, -88), pair(-58, -58), pair(-22, -48), pair(-22, -46), pair(-38, -47), pair(-14, -27), pair(-19, -37), pair(-7, -23),
    pair(-44, -42), pair(-22, -22), pair(-21, -22), pair(-33, -22), pair(-34, -2), pair(-26, -29), pair(-21, -36), pair(-5, -8),
    pair(1, 12), pair(-4, -30), pair(29, -31), pair(0, -27), pair(-1, 12), pair(-3, 2), pair(-8, -1), pair(6, -16),
];

pub(super) const PROTECTED: [Tapered; 7] = [
    pair(0, 0), pair(7, 4), pair(3, 3), pair(1, 1), pair(4, -2), pair(8, 3), pair(-1, 7),
];

pub(super) const LINKED_KNIGHTS: [Tapered; 1] = [
    pair(33, 0),
];

pub(super) const LINKED_CANNONS: [Tapered; 1] = [
    pair(-7, -4),
];

pub(super) const LINKED_ROOKS: [Tapered; 1] = [
    pair(1, 14),
];

pub(super) const PAIRED_PAWNS: [Tapered; 1] = [
    pair(-48, 1),
];

pub(super) const CANNON_ON_KING_FILE: [Tapered; 4] = [
    pair(49, -4), pair(20, 10), pair(14, 43), pair(9, 20),
];

pub(super) const HOLLOW_CANNON_ROOKS: [Tapered; 3] = [
    pair(15, 5), pair(36, -39), pair(5, 50),
];

pub(super) const CANNON_ON_KING_RANK: [Tapered; 4] = [
    pair(25, 5), pair(20, 10), pair(29, 1), pair(-23, 11),
];

pub(super) const KNIGHT_TO_KING: [Tapered; 25] = [
    pair(0, 0), pair(4, 9), pair(17, 19), pair(2, -2), pair(1, 6),
    pair(21, 20), pair(7, 21), pair(21, 50), pair(27, 11), pair(-2, 7),
    pair(19, 69), pair(27, 8), pair(17, -8), pair(-2, -5), pair(-4, 3),
    pair(9, -6), pair(-8, 1), pair(2, 6), pair(18, -8), pair(-14, 0),
    pair(10, 31), pair(7, 13), pair(11, -9), pair(-16, -19), pair(-12, -4),
];

pub(super) const ROOK_TO_KING_FILE: [Tapered; 3] = [
    pair(18, 17), pair(9, 14), pair(9, 8),
];

pub(super) const PALACE_ATTACKERS: [Tapered; 21] = [
    pair(-19, 1), pair(-2, -9), pair(4, 9),
    pair(31, -20), pair(-9, -4), pair(7, -4),
    pair(25, -14), pair(9, 3), pair(9, 1),
    pair(31, 28), pair(9, 37), pair(13, 23),
    pair(67, 49), pair(66, 69), pair(36, 44),
    pair(84, 51), pair(59, 39), pair(37, 27),
    pair(105, 60), pair(84, 48), pair(70, 40),
];

pub(super) const PALACE_KNIGHT: [Tapered; 3] = [
    pair(-24, -17), pair(-7, -29), pair(-18, -21),
];

pub(super) const KING_OFF_HOME: [Tapered; 3] = [
    pair(0, -29), pair(-30, -11), pair(-76, -17),
];

pub(super) const ADVISORS_AGAINST_ROOKS: [Tapered; 9] = [
    pair(12, 64), pair(-24, -46), pair(-52, -33),
    pair(63, 26), pair(-6, -23), pair(-27, -45),
    pair(51, -16), pair(-37, 2), pair(20, 15),
];

pub(super) const ADVISORS_AGAINST_KNIGHTS: [Tapered; 9] = [
    pair(-2, 36), pair(-18, -34), pair(-30, 15),
    pair(1, 21), pair(1, -26), pair(15, -19),
    pair(-12, 8), pair(3, -4), pair(1, -9),
];

pub(super) const ADVISORS_AGAINST_CANNONS: [Tapered; 9] = [
    pair(-51, 40), pair(4, 4), pair(34, 8),
    pair(-14, 13), pair(24, -20), pair(23, -7),
    pair(5, 15), pair(1, -14), pair(-10, -5),
];

pub(super) const BISHOPS_AGAINST_ROOKS: [Tapered; 9] = [
    pair(64, 13), pair(-50, 1), pair(-10, -40),
    pair(29, 24), pair(-3, -27), pair(-2, -22),
    pair(13, 7), pair(-12, -19), pair(-3, 22),
];

pub(super) const BISHOPS_AGAINST_CANNONS: [Tapered; 9] = [
    pair(-8, 2), pair(-24, -27), pair(-38, 7),
    pair(7, 26), pair(-6, -22), pair(-7, -31),
    pair(-15, 24), pair(10, -14), pair(-4, -7),
];

pub(super) const CANNON_SCREENS: [Tapered; 5] = [
    pair(45, -57), pair(0, -25), pair(-5, -7), pair(-3, 12), pair(1, 29),
];

pub(super) const ROOKS_AND_MINORS: [Tapered; 15] = [
    pair(-12, 25), pair(-58, -114), pair(-125, -26), pair(-60, 11), pair(17, 20),
    pair(38, -28), pair(-18, -17), pair(-12, 43), pair(28, 34), pair(41, -3),
    pair(25, -50), pair(33, 39), pair(23, 31), pair(0, 1), pair(-50, -32),
];

pub(super) const KNIGHTS_AND_CANNONS: [Tapered; 9] = [
    pair(45, -30), pair(-7, -5), pair(8, -17),
    pair(7, -26), pair(-2, 36), pair(6, 32),
    pair(-19, 5), pair(12, 11), pair(3, 13),
];

pub(super) const CROSSED_PAWNS: [Tapered; 6] = [
    pair(-12, -4), pair(10, -15), pair(15, -2), pair(-23, 84), pair(19, 27), pair(0, 0),
];

pub(super) const PAWN_AGAINST_ADVISORS: [Tapered; 3] = [
    pair(13, 100), pair(-6, 58), pair(18, -2),
];

pub(super) const TEMPO: [Tapered; 1] = [
    pair(17, 5),
];
