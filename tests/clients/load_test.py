#!/usr/bin/env python3
"""Games against fairy-stockfish while the machine is overloaded: who loses on time?

usage: load_test.py [ENGINE [GAMES [BUSY [PEER]]]]
"""

import json
import multiprocessing
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path

ENGINE = Path(sys.argv[1] if len(sys.argv) > 1 else "target/release/hanxin").resolve()
GAMES = sys.argv[2] if len(sys.argv) > 2 else "200"
BUSY = int(sys.argv[3] if len(sys.argv) > 3 else "12")
PEER = sys.argv[4] if len(sys.argv) > 4 else "/usr/games/fairy-stockfish"
OPENINGS = Path(__file__).parents[2] / "positions" / "openings200.epd"
LATE = ("time-forfeit", "hang")


def spin():
    while True:
        sum(range(100_000))


def main():
    busy = [multiprocessing.Process(target=spin, daemon=True) for _ in range(BUSY)]
    for process in busy:
        process.start()
    with tempfile.TemporaryDirectory() as folder:
        record = Path(folder) / "games.jsonl"
        subprocess.run(
            [ENGINE, "match", "--engine", f"cmd='{ENGINE}' name=hanxin option.hashsize=16",
             "--engine", f"cmd='{PEER}' proto=uci name=peer option.Hash=16",
             "--openings", OPENINGS, "--games", GAMES, "--tc", "1+0.01", "--timemargin", "50",
             "--json", record, "--verify"],
            check=True,
        )
        games = [json.loads(line) for line in record.read_text().splitlines()]
    for process in busy:
        process.terminate()
    faults = Counter()
    for game in games:
        loser = {"1-0": game["black"], "0-1": game["red"]}.get(game["result"])
        if game["reason"] in LATE:
            faults[loser] += 1
    print(f"{len(games)} games, {BUSY} busy processes: late in hanxin {faults['hanxin']}, peer {faults['peer']}")
    sys.exit(faults["hanxin"] > faults["peer"])


if __name__ == "__main__":
    main()
