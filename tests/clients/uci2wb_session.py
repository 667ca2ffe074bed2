#!/usr/bin/env python3
"""uci2wb -x drives the engine: clocks, pondering, draw offers, options and analysis.

This script plays XBoard towards uci2wb; what uci2wb says to the engine is read from the engine's log.
Every wait is for something to be said, so a slow machine only takes longer.
"""

import shutil
import sys
import tempfile
import time
from pathlib import Path

from talk import PATIENCE, Talker

ENGINE = Path(sys.argv[1] if len(sys.argv) > 1 else "target/release/hanxin").resolve()
ADAPTER = shutil.which("uci2wb") or shutil.which("uci2wb", path="/usr/games")
GAME = ["new", "variant xiangqi", "level 0 0:20 0", "post"]
CLOCKS = ["time 2000", "otim 2000"]


class XBoard(Talker):
    """The side of the line on which XBoard usually sits."""

    def __init__(self, folder):
        self.log = Path(folder) / "exchange.log"
        starter = Path(folder) / "hanxin.sh"
        starter.write_text(f'#!/bin/sh\nexec "{ENGINE}" --log-file "{self.log}"\n')
        starter.chmod(0o755)
        super().__init__(ADAPTER, "-x", str(starter))

    def move(self):
        return self.wait_for("move ")[-1].split()[1]

    def exchange(self):
        """What passed between uci2wb and the engine, without time stamps."""
        return [line[24:] for line in self.log.read_text().splitlines()]

    def sent(self, start):
        return [line[2:] for line in self.exchange() if line.startswith("> " + start)]

    def best_moves(self):
        return [line for line in self.exchange() if line.startswith("< bestmove")]

    def wait_for_ponder(self, count):
        """Waits until the engine ponders for the count-th time; returns the move it expects."""
        end = time.monotonic() + PATIENCE
        while len(self.sent("go ponder")) < count:
            if time.monotonic() > end:
                sys.exit(f"the engine does not ponder: {self.exchange()[-10:]}")
            time.sleep(0.02)
        # A thought passed on shows that uci2wb has finished its own bookkeeping.
        self.wait_for(r"\d")
        return [line for line in self.best_moves() if " ponder " in line][-1].split()[4]


def greet(board):
    board.say("xboard", "protover 2")
    options = []
    while not options or "done=1" not in options[-1]:
        options.append(board.wait_for("feature")[-1])
    text = "\n".join(options)
    for feature in ("memory=1", "smp=1", "xiangqi", 'option="level -spin 20 0 20"',
                    'option="pruning -combo large', 'myname="hanxin '):
        assert feature in text, f"{feature} is not offered: {text}"
    # XBoard sends the first choice of every combo back, and its own hash size.
    board.say("memory 68", "cores 1", "option pruning=large", "option knowledge=large")


def play_on_the_clock(board):
    board.say(*GAME, *CLOCKS, "hard", "go")
    first = board.move()
    went = board.sent("go ")[0]
    assert "time" in went and "opptime" in went, went
    assert "hashsize 68" in board.sent("setoption hashsize")[-1].split(" ", 1)[1]
    print("clock:", went, "->", first)


def ponder(board):
    """The engine guesses our move. Play the guess, then something else."""
    guess = board.wait_for_ponder(1)
    board.say("time 1900", "otim 1900", f"usermove {guess}")
    board.move()
    assert board.sent("ponderhit"), "the guess was played"
    print("ponder hit:", guess)
    guess = board.wait_for_ponder(2)
    other = next(mv for mv in ("a9a8", "i9i8", "a6a5", "i6i5") if mv != guess)
    stops = len(board.sent("stop"))
    board.say("time 1800", "otim 1800", f"usermove {other}")
    board.move()
    assert len(board.sent("stop")) > stops, "another move was played"
    print("ponder miss:", guess, "expected,", other, "played")
    board.wait_for_ponder(3)


def offer_draws(board):
    board.say("easy", "force", *GAME, *CLOCKS, "draw", "go")
    board.move()
    assert "draw" in board.sent("go ")[-1], board.sent("go ")[-1]
    assert not board.best_moves()[-1].endswith("draw"), board.best_moves()[-1]
    board.say("force", *GAME, "force", "setboard 3ak4/9/9/9/9/9/9/9/9/3K1A3 w - - 0 1", *CLOCKS, "draw", "go")
    board.move()
    assert board.best_moves()[-1].endswith(" draw"), board.best_moves()[-1]
    print("draw offers: refused at the start, accepted in a dead position")


def analyse_and_limit(board):
    board.say("force", *GAME, "analyze")
    board.wait_for(r"\d+ ")
    board.say("exit")
    board.say("force", *GAME, "st 1", "go")
    board.move()
    board.say("force", *GAME, "sd 4", *CLOCKS, "go")
    board.move()
    print("analysis, fixed time, fixed depth:", board.sent("go ")[-3:])


def main():
    if ADAPTER is None:
        sys.exit("uci2wb is not installed (Debian: apt install uci2wb)")
    with tempfile.TemporaryDirectory() as folder:
        board = XBoard(folder)
        greet(board)
        play_on_the_clock(board)
        ponder(board)
        offer_draws(board)
        analyse_and_limit(board)
        board.say("quit")
        board.process.wait(PATIENCE)
        exchange = board.exchange()
    ignored = [line for line in exchange if line.startswith("! ") and line != "! end of input"]
    assert not ignored, f"the engine had to ignore {ignored}"
    answers = sum(line.startswith(("< bestmove", "< nobestmove")) for line in exchange)
    searches = sum(line.startswith("> go") for line in exchange)
    print(f"{len(exchange)} lines exchanged, {searches} searches, {answers} answers")
    assert searches == answers, "every search is answered once"
    print("passed")


main()
