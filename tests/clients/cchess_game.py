#!/usr/bin/env python3
"""PyPI cchess drives the engine through a whole game, in UCCI and in UCI."""

import sys
import time
from pathlib import Path

import cchess

ENGINE = Path(sys.argv[1] if len(sys.argv) > 1 else "target/release/hanxin").resolve()
PLIES = 160


def best_move(engine, fen, limits, patience=30):
    """The engine's bestmove record, or its 'dead' record when it has no move."""
    assert engine.go_from(fen, limits)
    end = time.time() + patience
    while time.time() < end:
        record = engine.get_action()
        if record is None:
            time.sleep(0.001)
        elif record["action"] in ("bestmove", "dead"):
            return record
    sys.exit(f"no answer within {patience} s in {fen}")


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
    time.sleep(0.2)
    engine.stop_thinking()
    engine.quit()
    engine.process.wait(5)
    print(f"{kind.__name__}: {ply} plies, {scores} scores, last position {board.to_fen()}")


play(cchess.UcciEngine, {"depth": 5})
play(cchess.UciEngine, {"movetime": 30})
print("passed")
