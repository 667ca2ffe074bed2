#!/usr/bin/env python3
"""Nodes per second against fairy-stockfish: same positions, same size of table, one thread each, in turn."""

import re
import subprocess
import sys
from pathlib import Path

ENGINE = Path(sys.argv[1] if len(sys.argv) > 1 else "target/release/hanxin").resolve()
PEER = sys.argv[2] if len(sys.argv) > 2 else "/usr/games/fairy-stockfish"
MILLISECONDS = 1000
MEGABYTES = 16
POSITIONS = Path(__file__).parents[2] / "positions" / "middlegame20.epd"


class Engine:
    """An engine that counts nodes and the milliseconds it says it took."""

    def __init__(self, command, hello, new_game, *options):
        pipe = subprocess.PIPE
        self.process = subprocess.Popen([command], stdin=pipe, stdout=pipe, text=True)
        self.new_game = new_game
        self.nodes = self.time = 0
        self.send(hello, *options)
        self.read_to(hello + "ok")

    def send(self, *lines):
        self.process.stdin.write("".join(line + "\n" for line in lines))
        self.process.stdin.flush()

    def read_to(self, word):
        """The last line with a node count before the one that starts with the word."""
        counted = ""
        for line in self.process.stdout:
            if " nodes " in line:
                counted = line
            if line.startswith(word):
                return counted
        sys.exit(f"the engine ended before it said {word}")

    def search(self, fen):
        self.send(self.new_game, f"position fen {fen}", f"go movetime {MILLISECONDS}")
        line = self.read_to("bestmove")
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
    engine.send("quit")
