#!/usr/bin/env python3
"""Writes legal_moves.txt: the legal moves of positions sampled from games, as pyffish sees them.

    python3 make_legal_moves.py GAMES OUT [COUNT]

GAMES: one game a line, `<result> <moves>` from the start position, moves like h2e2 (ranks 0-9);
       plain or gzip text; lines starting with '#' are skipped.
OUT:   the file to write.
COUNT: how many positions (default 2500), one per game, each at a random ply.

The sample is the same on every run. Needs `pip install pyffish` (0.0.90 made the committed file);
pyffish numbers ranks 1-10, the file has them 0-9. Format of a line:

    <board> <w|b>;<origin><target><target>... <origin><target>...
"""

import gzip
import random
import re
import sys

import pyffish

VARIANT = "xiangqi"
SQUARE = re.compile(r"([a-i])(\d+)")


def to_ranks_from_one(move):
    return SQUARE.sub(lambda m: f"{m[1]}{int(m[2]) + 1}", move)


def to_ranks_from_zero(move):
    return SQUARE.sub(lambda m: f"{m[1]}{int(m[2]) - 1}", move)


def read_games(path):
    opener = gzip.open if path.endswith(".gz") else open
    with opener(path, "rt", encoding="ascii") as file:
        lines = [line.split() for line in file if line.strip() and not line.startswith("#")]
    return [line[1:] for line in lines if len(line) > 1]


def grouped(moves):
    """Moves as text, the origin written once before its targets."""
    targets = {}
    for move in sorted(moves):
        targets.setdefault(move[:2], []).append(move[2:])
    return " ".join(origin + "".join(squares) for origin, squares in targets.items())


def main():
    if len(sys.argv) not in (3, 4):
        sys.exit(__doc__)
    count = int(sys.argv[3]) if len(sys.argv) == 4 else 2500
    source = random.Random(231)
    games = source.sample(read_games(sys.argv[1]), count)
    start = pyffish.start_fen(VARIANT)
    lines = {}
    for game in games:
        played = [to_ranks_from_one(move) for move in game[: source.randint(0, len(game))]]
        fen = pyffish.get_fen(VARIANT, start, played)
        moves = [to_ranks_from_zero(move) for move in pyffish.legal_moves(VARIANT, fen, [])]
        lines[" ".join(fen.split()[:2])] = grouped(moves)
    with open(sys.argv[2], "w", encoding="ascii") as out:
        out.write("# legal moves by pyffish, written by make_legal_moves.py, which explains the format\n")
        out.write("# games: Chinese Chess Practical Dataset (CC BY 4.0), see positions/README.md\n")
        for position, moves in lines.items():
            out.write(f"{position};{moves}\n")


if __name__ == "__main__":
    main()
