#!/usr/bin/env python3
"""PyPI cchess drives the engine through a whole game, in UCCI and in UCI."""

import subprocess
import sys
import time
from pathlib import Path

try:
    import cchess
except ImportError:
    sys.exit("cchess is not installed (pip install cchess)")

ENGINE = Path(sys.argv[1] if len(sys.argv) > 1 else "target/release/hanxin").resolve()
PLIES = 160


PATIENCE = 120


def wait_for(engine, *actions):
    """The engine's next record of one of these kinds."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        record = engine.get_action()
        if record is None:
            time.sleep(0.001)
        elif record["action"] in actions:
            return record
    sys.exit(f"no {' or '.join(actions)} within {PATIENCE} s")


def best_move(engine, fen, limits):
    """The engine's bestmove record, or its 'dead' record when it has no move."""
    assert engine.go_from(fen, limits)
    return wait_for(engine, "bestmove", "dead")


def book_moves(fen):
    """The moves that the engine's opening book knows."""
    out = subprocess.run([ENGINE, "book", "probe", "--fen", fen], capture_output=True, text=True, check=True)
    return [line.split()[0] for line in out.stdout.splitlines()[:-1]]


def play(kind, limits, from_book):
    engine = kind()
    assert engine.load(str(ENGINE)), "the engine does not start"
    assert engine.wait_for_ready(), "no handshake"
    assert engine.ids["name"].startswith("hanxin"), engine.ids
    assert engine.options, "no options"
    engine.set_option("hashsize", 16)
    engine.set_option("Threads", 1)
    board = cchess.ChessBoard(cchess.FULL_INIT_FEN)
    scores = 0
    known = 0
    in_book = from_book
    for ply in range(PLIES):
        if board.no_moves():
            break
        record = best_move(engine, board.to_fen(), limits)
        assert record["action"] == "bestmove", record
        move = record["move"]
        if in_book:
            moves = book_moves(board.to_fen())
            assert not moves or move in moves, f"{move} is not one of the book's {moves}"
            in_book = bool(moves)
            known += in_book
        scores += "score" in record or "mate" in record
        done = board.move_iccs(move)
        assert done is not None, f"cchess refuses {move} in {board.to_fen()}"
        board.next_turn()
    else:
        ply += 1
    assert scores > ply * 0.9, f"scores were read for {scores} of {ply} moves"
    assert known >= 4 or not from_book, f"{known} moves from the book"
    if board.no_moves():
        assert best_move(engine, board.to_fen(), limits)["action"] == "dead"
    assert engine.go_from(cchess.FULL_INIT_FEN, {"infinite": ""})
    wait_for(engine, "info_move")
    engine.stop_thinking()
    engine.quit()
    engine.process.wait(PATIENCE)
    print(f"{kind.__name__}: {ply} plies, {known} from the book, {scores} scores, last position {board.to_fen()}")


play(cchess.UcciEngine, {"depth": 5}, from_book=True)
play(cchess.UciEngine, {"movetime": 30}, from_book=False)
print("passed")
