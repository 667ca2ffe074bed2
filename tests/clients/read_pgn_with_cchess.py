#!/usr/bin/env python3
"""Reads every game of a PGN file with the package `cchess` (pip install cchess) and checks that all
moves arrive, that they are legal there too, and that a stated mate or stalemate is one.

  python3 tests/clients/read_pgn_with_cchess.py games.pgn
"""
import os
import re
import sys
import tempfile

from cchess import read_from_pgn


def main(path):
    text = open(path, encoding="utf-8").read()
    games = ["[Game " + part for part in text.split("[Game ")[1:]]
    plies = 0
    for number, game in enumerate(games, 1):
        tags = dict(re.findall(r'\[(\w+) "(.*)"\]', game))
        # cchess reads one game a file.
        with tempfile.NamedTemporaryFile("w", suffix=".pgn", delete=False, encoding="utf-8") as file:
            file.write(game)
        try:
            read = read_from_pgn(file.name)
        finally:
            os.unlink(file.name)
        lines = read.dump_iccs_moves()
        moves = lines[0] if lines else []
        assert len(moves) == int(tags["PlyCount"]), (number, len(moves), tags["PlyCount"])
        assert read.info["result"] == tags["Result"], number
        board = read.init_board.copy()
        for move in moves:
            assert board.is_valid_iccs_move(move), (number, move)
            assert board.move_iccs(move) is not None, (number, move)
            board.next_turn()
        if tags["Termination"] in ("checkmate", "stalemate"):
            assert board.no_moves(), (number, tags["Termination"])
        plies += len(moves)
    print(f"{len(games)} games, {plies} plies, all read")


if __name__ == "__main__":
    main(sys.argv[1])
