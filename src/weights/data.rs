//! The weights as `hanxin tune` writes them: middlegame and endgame, in the order of `groups!`.

use super::{Tapered, pair};

pub(super) const MATERIAL: [Tapered; 7] = [
    pair(0, 0), pair(58, 38), pair(60, 49), pair(169, 230), pair(440, 493), pair(186, 213), pair(25, 78),
];

pub(super) const KING_SQUARES: [Tapered; 50] = [
    pair(0, 0), pair(0, 0), pair(0, 0), pair(0, 0), pair(0, 0),
    pair(0, 0), pair(0, 0), pair(0, 0), pair(0, 0), pair(0, 0),
    pair(0, 0), pair(0, 0), pair(0, 0), pair(0, 0), pair(0, 0),
    pair(0, 0), pair(0, 0), pair(0, 0), pair(0, 0), pair(0, 0),
    pair(0, 0), pair(0, 0), pair(0, 0), pair(0, 0), pair(0, 0),
    pair(0, 0), pair(0, 0), pair(0, 0), pair(0, 0), pair(0, 0),
    pair(0, 0), pair(0, 0), pair(0, 0), pair(0, 0), pair(0, 0),
    pair(0, 0), pair(0, 0), pair(0, 0), pair(-33, -25), pair(-20, -21),
    pair(0, 0), pair(0, 0), pair(0, 0), pair(-24, -7), pair(-6, -2),
    pair(0, 0), pair(0, 0), pair(0, 0), pair(-1, -1), pair(26, -1),
];

pub(super) const ADVISOR_SQUARES: [Tapered; 50] = [
    pair(0, 0), pair(0, 0), pair(0, 0), pair(0, 0), pair(0, 0),
    pair(0, 0), pair(0, 0), pair(0, 0), pair(0, 0), pair(0, 0),
    pair(0, 0), pair(0, 0), pair(0, 0), pair(0, 0), pair(0, 0),
    pair(0, 0), pair(0, 0), pair(0, 0), pair(0, 0), pair(0, 0),
    pair(0, 0), pair(0, 0), pair(0, 0), pair(0, 0), pair(0, 0),
    pair(0, 0), pair(0, 0), pair(0, 0), pair(0, 0), pair(0, 0),
    pair(0, 0), pair(0, 0), pair(0, 0), pair(0, 0), pair(0, 0),
    pair(0, 0), pair(0, 0), pair(0, 0), pair(1, -5), pair(0, 0),
    pair(0, 0), pair(0, 0), pair(0, 0), pair(0, 0), pair(13, 2),
    pair(0, 0), pair(0, 0), pair(0, 0), pair(-1, -9), pair(0, 0),
];

pub(super) const ELEPHANT_SQUARES: [Tapered; 50] = [
    pair(0, 0), pair(0, 0), pair(0, 0), pair(0, 0), pair(0, 0),
    pair(0, 0), pair(0, 0), pair(0, 0), pair(0, 0), pair(0, 0),
    pair(0, 0), pair(0, 0), pair(0, 0), pair(0, 0), pair(0, 0),
    pair(0, 0), pair(0, 0), pair(0, 0), pair(0, 0), pair(0, 0),
    pair(0, 0), pair(0, 0), pair(0, 0), pair(0, 0), pair(0, 0),
    pair(0, 0), pair(0, 0), pair(-14, 6), pair(0, 0), pair(0, 0),
    pair(0, 0), pair(0, 0), pair(0, 0), pair(0, 0), pair(0, 0),
    pair(-4, -8), pair(0, 0), pair(0, 0), pair(0, 0), pair(17, 0),
    pair(0, 0), pair(0, 0), pair(0, 0), pair(0, 0), pair(0, 0),
    pair(0, 0), pair(0, 0), pair(8, -1), pair(0, 0), pair(0, 0),
];

pub(super) const HORSE_SQUARES: [Tapered; 50] = [
    pair(10, 14), pair(4, 6), pair(16, 19), pair(10, 11), pair(5, 5),
    pair(5, 4), pair(5, 18), pair(47, 32), pair(16, 18), pair(9, 9),
    pair(24, 25), pair(15, 18), pair(6, 12), pair(23, 20), pair(25, 26),
    pair(6, 7), pair(45, 35), pair(10, 14), pair(43, 28), pair(7, 15),
    pair(9, 17), pair(19, 21), pair(18, 11), pair(42, 21), pair(33, 15),
    pair(15, 13), pair(13, 12), pair(43, 14), pair(17, 20), pair(18, 13),
    pair(4, 8), pair(2, 5), pair(6, 10), pair(2, 13), pair(6, 20),
    pair(-4, -1), pair(-2, -1), pair(-7, -2), pair(23, 16), pair(-8, -3),
    pair(-20, -19), pair(-6, 0), pair(-9, 1), pair(-14, -4), pair(-13, -20),
    pair(-3, -5), pair(-16, -2), pair(-12, -15), pair(-28, -3), pair(-2, -2),
];

pub(super) const ROOK_SQUARES: [Tapered; 50] = [
    pair(17, 17), pair(27, 16), pair(20, 23), pair(22, 19), pair(16, 16),
    pair(18, 16), pair(22, 25), pair(17, 22), pair(26, 27), pair(25, 25),
    pair(13, 17), pair(10, 18), pair(13, 19), pair(20, 24), pair(23, 18),
    pair(17, 18), pair(26, 23), pair(40, 17), pair(30, 17), pair(23, 22),
    pair(4, 15), pair(18, 14), pair(21, 20), pair(12, 14), pair(19, 21),
    pair(15, 6), pair(15, 28), pair(25, 9), pair(18, 17), pair(15, 21),
    pair(12, 12), pair(20, 12), pair(16, 21), pair(16, 20), pair(23, 26),
    pair(-4, -7), pair(2, 9), pair(5, 10), pair(12, 15), pair(7, 12),
    pair(-9, -6), pair(1, 1), pair(11, 8), pair(3, 9), pair(5, 5),
    pair(-21, -12), pair(4, 3), pair(-5, -6), pair(6, 5), pair(11, 11),
];

pub(super) const CANNON_SQUARES: [Tapered; 50] = [
    pair(29, -2), pair(13, 7), pair(-18, -4), pair(-21, -14), pair(-14, -13),
    pair(0, 8), pair(4, 7), pair(-4, -5), pair(-7, -6), pair(-14, -13),
    pair(4, 1), pair(-5, -3), pair(-9, -9), pair(-23, -15), pair(-24, -17),
    pair(17, -2), pair(1, 4), pair(2, 5), pair(-3, 9), pair(1, 11),
    pair(18, -1), pair(-2, 7), pair(-2, 4), pair(-2, 7), pair(19, -2),
    pair(6, -4), pair(-4, 4), pair(-7, 8), pair(-15, -5), pair(-11, 7),
    pair(-5, 1), pair(-10, 5), pair(10, 6), pair(-2, 8), pair(6, 5),
    pair(0, 8), pair(-1, 10), pair(11, 11), pair(9, 4), pair(-4, 16),
    pair(13, 6), pair(10, 8), pair(28, -1), pair(13, 7), pair(13, 4),
    pair(-1, 1), pair(-3, -4), pair(4, -6), pair(18, 8), pair(9, 10),
];

pub(super) const PAWN_SQUARES: [Tapered; 50] = [
    pair(0, 0), pair(-3, -10), pair(1, -4), pair(5, 1), pair(5, -1),
    pair(15, 13), pair(41, 34), pair(57, 36), pair(76, 55), pair(81, 78),
    pair(9, 9), pair(31, 24), pair(46, 39), pair(61, 59), pair(74, 80),
    pair(10, 9), pair(15, 27), pair(30, 38), pair(46, 49), pair(48, 51),
    pair(-9, 7), pair(3, 20), pair(-2, 35), pair(42, 44), pair(34, 45),
    pair(-8, -9), pair(0, 0), pair(5, -2), pair(0, 0), pair(14, 23),
    pair(-17, -14), pair(0, 0), pair(-17, -13), pair(0, 0), pair(18, 8),
    pair(0, 0), pair(0, 0), pair(0, 0), pair(0, 0), pair(0, 0),
    pair(0, 0), pair(0, 0), pair(0, 0), pair(0, 0), pair(0, 0),
    pair(0, 0), pair(0, 0), pair(0, 0), pair(0, 0), pair(0, 0),
];

pub(super) const ROOK_MOBILITY: [Tapered; 18] = [
    pair(-30, -30), pair(-13, -25), pair(-10, -18), pair(-4, -11), pair(-1, -9), pair(4, 0), pair(3, 8), pair(6, 10), pair(6, 16),
    pair(8, 13), pair(11, 16), pair(14, 15), pair(14, 20), pair(17, 20), pair(18, 19), pair(19, 22), pair(18, 26), pair(21, 25),
];

pub(super) const CANNON_MOBILITY: [Tapered; 18] = [
    pair(-13, -12), pair(-10, -7), pair(-6, -5), pair(-1, -6), pair(-1, -1), pair(-2, 3), pair(2, -2), pair(3, 3), pair(2, 2),
    pair(3, 9), pair(3, 7), pair(3, 10), pair(6, 8), pair(3, 9), pair(9, 10), pair(8, 11), pair(12, 11), pair(9, 15),
];

pub(super) const HORSE_MOBILITY: [Tapered; 9] = [
    pair(-20, -46), pair(-20, -19), pair(-14, -13), pair(-7, -4), pair(-1, 6), pair(1, 13), pair(4, 15), pair(8, 16), pair(9, 16),
];

pub(super) const EXPOSED_ON_MOVE: [Tapered; 56] = [
    pair(0, 0), pair(0, 0), pair(0, 0), pair(0, 0), pair(0, 0), pair(0, 0), pair(0, 0), pair(0, 0),
    pair(-3, -5), pair(-14, -2), pair(-2, -2), pair(0, 0), pair(-4, -5), pair(0, 5), pair(-4, -7), pair(2, 4),
    pair(-4, -3), pair(-3, -2), pair(-2, -2), pair(0, 0), pair(-20, -9), pair(-9, 5), pair(-17, -15), pair(-2, 3),
    pair(-22, -17), pair(-20, -17), pair(-12, -10), pair(-6, -5), pair(-28, -20), pair(-15, -25), pair(-28, -31), pair(-5, -18),
    pair(-20, -17), pair(-16, -13), pair(-15, -15), pair(-13, -11), pair(-31, -13), pair(-26, -12), pair(-15, -17), pair(-7, -1),
    pair(-14, -13), pair(-13, -10), pair(-21, -14), pair(-13, -7), pair(-29, -14), pair(-23, -12), pair(-32, -33), pair(-6, -8),
    pair(-4, -8), pair(-6, -6), pair(-8, -11), pair(0, 0), pair(-5, -24), pair(-1, -4), pair(-3, -20), pair(1, -14),
];

pub(super) const EXPOSED_OFF_MOVE: [Tapered; 56] = [
    pair(0, 0), pair(0, 0), pair(0, 0), pair(0, 0), pair(0, 0), pair(0, 0), pair(0, 0), pair(0, 0),
    pair(-11, -11), pair(-1, 1), pair(-11, -11), pair(0, 0), pair(-10, -10), pair(2, 5), pair(-11, -11), pair(3, 5),
    pair(-11, -11), pair(0, 0), pair(-11, -11), pair(0, 0), pair(-11, -9), pair(-6, 1), pair(-10, -10), pair(1, 2),
    pair(-41, -41), pair(-21, -21), pair(-36, -38), pair(-20, -20), pair(-35, -39), pair(-20, -26), pair(-32, -37), pair(-7, -7),
    pair(-94, -95), pair(-58, -58), pair(-78, -85), pair(-54, -56), pair(-87, -90), pair(-33, -35), pair(-80, -88), pair(-5, -5),
    pair(-42, -42), pair(-22, -22), pair(-39, -40), pair(-24, -22), pair(-39, -37), pair(-21, -16), pair(-38, -41), pair(-5, -3),
    pair(-6, -8), pair(-6, -10), pair(-4, -9), pair(-5, -7), pair(-3, -6), pair(-3, 1), pair(-5, -8), pair(2, -8),
];

pub(super) const PROTECTED: [Tapered; 7] = [
    pair(0, 0), pair(9, 0), pair(4, 3), pair(2, 3), pair(4, -5), pair(9, 4), pair(0, 7),
];

pub(super) const LINKED_HORSES: [Tapered; 1] = [
    pair(25, 1),
];

pub(super) const LINKED_CANNONS: [Tapered; 1] = [
    pair(-7, -1),
];

pub(super) const LINKED_ROOKS: [Tapered; 1] = [
    pair(2, 7),
];

pub(super) const PAIRED_PAWNS: [Tapered; 1] = [
    pair(-10, 1),
];

pub(super) const CANNON_ON_KING_FILE: [Tapered; 4] = [
    pair(34, 5), pair(20, 10), pair(14, 30), pair(10, 12),
];

pub(super) const HOLLOW_CANNON_ROOKS: [Tapered; 3] = [
    pair(3, -3), pair(16, 1), pair(34, 47),
];

pub(super) const CANNON_ON_KING_RANK: [Tapered; 4] = [
    pair(16, 11), pair(20, 10), pair(29, 4), pair(1, 4),
];

pub(super) const HORSE_TO_KING: [Tapered; 25] = [
    pair(0, 0), pair(0, 0), pair(6, 6), pair(-8, -3), pair(-1, -2),
    pair(3, 4), pair(5, 8), pair(17, 19), pair(19, 7), pair(-6, 2),
    pair(12, 19), pair(19, 14), pair(4, 1), pair(-2, -1), pair(-7, -5),
    pair(-1, -3), pair(-4, -2), pair(3, 6), pair(14, 5), pair(-16, -4),
    pair(6, 10), pair(3, 4), pair(9, 4), pair(-9, -8), pair(-14, -7),
];

pub(super) const ROOK_TO_KING_FILE: [Tapered; 3] = [
    pair(15, 15), pair(8, 13), pair(10, 12),
];

pub(super) const PALACE_ATTACKERS: [Tapered; 21] = [
    pair(-1, 2), pair(0, 0), pair(7, 11),
    pair(10, 1), pair(-1, 2), pair(8, -1),
    pair(19, -2), pair(12, 3), pair(9, 2),
    pair(35, 22), pair(23, 19), pair(13, 16),
    pair(60, 37), pair(49, 32), pair(37, 26),
    pair(84, 51), pair(67, 41), pair(54, 34),
    pair(105, 60), pair(84, 48), pair(70, 40),
];

pub(super) const PALACE_HORSE: [Tapered; 3] = [
    pair(-2, -7), pair(-31, -26), pair(-34, -20),
];

pub(super) const KING_OFF_HOME: [Tapered; 3] = [
    pair(3, -20), pair(-16, -6), pair(-29, -22),
];

pub(super) const ADVISORS_AGAINST_ROOKS: [Tapered; 9] = [
    pair(5, 22), pair(-21, -23), pair(-35, -26),
    pair(9, 10), pair(-6, -13), pair(-14, -16),
    pair(10, -2), pair(-22, -10), pair(11, 4),
];

pub(super) const ADVISORS_AGAINST_HORSES: [Tapered; 9] = [
    pair(0, 11), pair(-18, -17), pair(-16, -9),
    pair(1, 2), pair(-6, -15), pair(4, -1),
    pair(-5, 6), pair(5, -2), pair(-1, -12),
];

pub(super) const ADVISORS_AGAINST_CANNONS: [Tapered; 9] = [
    pair(-10, 3), pair(0, 7), pair(13, 17),
    pair(-7, 1), pair(6, -3), pair(17, 10),
    pair(9, 19), pair(1, -15), pair(-10, -12),
];

pub(super) const ELEPHANTS_AGAINST_ROOKS: [Tapered; 9] = [
    pair(11, 12), pair(-19, -8), pair(-13, -13),
    pair(6, 18), pair(-3, -17), pair(-2, -7),
    pair(6, 0), pair(-10, -8), pair(6, 6),
];

pub(super) const ELEPHANTS_AGAINST_CANNONS: [Tapered; 9] = [
    pair(-8, -4), pair(-20, -18), pair(-23, -6),
    pair(4, 16), pair(-9, -12), pair(-10, -20),
    pair(-4, 11), pair(6, -7), pair(-4, -7),
];

pub(super) const CANNON_SCREENS: [Tapered; 5] = [
    pair(5, -30), pair(-4, -19), pair(-6, -10), pair(0, 3), pair(-3, 23),
];

pub(super) const ROOKS_AND_MINORS: [Tapered; 15] = [
    pair(-18, -1), pair(-27, -61), pair(-38, -40), pair(-26, -15), pair(-15, -14),
    pair(-1, -11), pair(-9, -1), pair(4, 25), pair(19, 14), pair(14, 1),
    pair(1, -5), pair(22, 14), pair(10, 1), pair(-5, -5), pair(-31, -3),
];

pub(super) const HORSES_AND_CANNONS: [Tapered; 9] = [
    pair(2, 3), pair(-3, -7), pair(5, -15),
    pair(9, -21), pair(2, 33), pair(9, 20),
    pair(-4, -6), pair(11, 6), pair(-7, 10),
];

pub(super) const CROSSED_PAWNS: [Tapered; 6] = [
    pair(-13, -6), pair(7, -14), pair(5, 0), pair(2, 20), pair(1, 1), pair(0, 0),
];

pub(super) const PAWN_AGAINST_ADVISORS: [Tapered; 3] = [
    pair(24, 43), pair(8, 30), pair(10, 0),
];

pub(super) const TEMPO: [Tapered; 1] = [
    pair(13, -1),
];
