#!/usr/bin/env python3
"""Speaks UCI as LiGround's source does, and checks every line of play with the library LiGround uses.

LiGround asks for the variants, sends positions as FEN only, analyses with `go infinite` and five lines,
and answers every move on its board with `stop`, `position` and `go` in one burst. It drops a line whose
first move its library (Fairy-Stockfish's; `pyffish` in Python) does not know.
"""

import re
import sys
from pathlib import Path

from talk import PATIENCE, Talker

try:
    import pyffish
except ImportError:
    sys.exit("pyffish is not installed (pip install pyffish)")

ENGINE = Path(sys.argv[1] if len(sys.argv) > 1 else "target/release/hanxin").resolve()
PLIES = 60
VARIANT = "xiangqi"


def check_line(fen, line):
    """The moves behind `pv`, each legal in its turn."""
    moves = line.split(" pv ")[1].split()
    for number, move in enumerate(moves):
        legal = pyffish.legal_moves(VARIANT, fen, moves[:number])
        assert move in legal, f"{move} is not legal after {moves[:number]} in {fen}"
    return moves


def main():
    engine = Talker(str(ENGINE))
    engine.say("uci")
    options = engine.wait_for("uciok$")
    assert any(re.match(r"option name UCI_Variant .*\bvar xiangqi\b", line) for line in options), options
    engine.say("isready")
    engine.wait_for("readyok$")
    engine.say(f"setoption name UCI_Variant value {VARIANT}", "setoption name UCI_Chess960 value false",
               "setoption name MultiPV value 5", "setoption name Ranks value 1-10")
    fen = pyffish.start_fen(VARIANT)
    engine.say(f"position fen {fen}", "go infinite")
    checked = 0
    for ply in range(PLIES):
        count = min(5, len(pyffish.legal_moves(VARIANT, fen, [])))
        if count == 0:
            break
        lines = engine.wait_for(rf".* depth [4-9] .* multipv {count} .* pv ")
        moves = {line.split(" multipv ")[1].split()[0]: check_line(fen, line) for line in lines if " pv " in line}
        checked += len(moves)
        fen = pyffish.get_fen(VARIANT, fen, moves["1"][:1])
        engine.say("stop", f"position fen {fen}", "go infinite")
        engine.wait_for("bestmove ")
    engine.say("stop", "quit")
    engine.process.wait(PATIENCE)
    print(f"{ply + 1} positions, {checked} lines of play checked, last position {fen}")
    print("passed")


main()
