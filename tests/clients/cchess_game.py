#!/usr/bin/env python3
"""PyPI cchess drives the engine through a whole game, in UCCI and in UCI."""

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


def play(kind, limits):
    engine = kind()
    assert engine.load(str(ENGINE)), "the engine does not start"
    assert engine.wait_for_ready(), "no handshake"
    assert engine.ids["name"].startswith("hanxin"), engine.ids
    assert engine.options, "no options"
    engine.set_option("hashsize", 16)
    engine.set_option("Threads", 1)
    board = cchess.ChessBoard(cchess.FULL_INIT_FEN)
    scores = 0
    for ply in range(PLIES):
        if board.no_moves():
            break
        record = best_move(engine, board.to_fen(), limits)
        assert record["action"] == "bestmove", record
        move = record["move"]
        scores += "score" in record or "mate" in record
        done = board.move_iccs(move)
        assert done is not None, f"cchess refuses {move} in {board.to_fen()}"
        board.next_turn()
    else:
        ply += 1
    assert scores > ply * 0.9, f"scores were read for {scores} of {ply} moves"
    if board.no_moves():
        assert best_move(engine, board.to_fen(), limits)["action"] == "dead"
    assert engine.go_from(cchess.FULL_INIT_FEN, {"infinite": ""})
    wait_for(engine, "info_move")
    engine.stop_thinking()
    engine.quit()
    engine.process.wait(PATIENCE)
    print(f"{kind.__name__}: {ply} plies, {scores} scores, last position {board.to_fen()}")


play(cchess.UcciEngine, {"depth": 5})
play(cchess.UciEngine, {"movetime": 30})
print("passed")
