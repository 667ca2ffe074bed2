#!/usr/bin/env python3
"""Nodes per second against fairy-stockfish: same positions, same size of table, one thread each, in turn."""

import re
import sys
from pathlib import Path

from talk import Talker

ENGINE = Path(sys.argv[1] if len(sys.argv) > 1 else "target/release/hanxin").resolve()
PEER = sys.argv[2] if len(sys.argv) > 2 else "/usr/games/fairy-stockfish"
MILLISECONDS = 1000
MEGABYTES = 16
POSITIONS = Path(__file__).parents[2] / "positions" / "middlegame20.epd"


class Engine(Talker):
    """An engine that counts nodes and the milliseconds it says it took."""

    def __init__(self, command, hello, new_game, *options):
        super().__init__(str(command))
        self.new_game = new_game
        self.nodes = self.time = 0
        self.say(hello, *options)
        self.wait_for(hello + "ok")

    def search(self, fen):
        self.say(self.new_game, f"position fen {fen}", f"go movetime {MILLISECONDS}")
        line = [line for line in self.wait_for("bestmove") if " nodes " in line][-1]
        self.nodes += int(re.search(r" nodes (\d+)", line)[1])
        self.time += int(re.search(r" time (\d+)", line)[1])

    def speed(self):
        return self.nodes * 1000 / self.time


variant = "setoption name UCI_Variant value xiangqi"
ours = Engine(ENGINE, "ucci", "setoption newgame", f"setoption hashsize {MEGABYTES}")
theirs = Engine(PEER, "uci", "ucinewgame", variant, f"setoption name Hash value {MEGABYTES}")
lines = [line for line in POSITIONS.read_text().splitlines() if line and line[0] != "#"]
for number, line in enumerate(lines, 1):
    fen = " ".join(line.split()[:2]) + " - - 0 1"
    ours.search(fen)
    theirs.search(fen)
    print(f"\r{number} of {len(lines)}", end="", file=sys.stderr)
print(file=sys.stderr)
print(f"hanxin {ours.speed():,.0f} nps, peer {theirs.speed():,.0f} nps")
print(f"ratio {ours.speed() / theirs.speed():.2f}")
for engine in (ours, theirs):
    engine.say("quit")
