#!/usr/bin/env python3
"""uci2wb -x drives the engine: clocks, pondering, draw offers, options and analysis.

This script plays XBoard towards uci2wb; what uci2wb says to the engine is read from the engine's log.
"""

import os
import queue
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

ENGINE = Path(sys.argv[1] if len(sys.argv) > 1 else "target/release/hanxin").resolve()
ADAPTER = next((p for p in ("/usr/games/uci2wb", "/usr/bin/uci2wb") if os.path.exists(p)), "uci2wb")


class XBoard:
    """The side of the line on which XBoard usually sits."""

    def __init__(self, folder):
        self.log = Path(folder) / "exchange.log"
        starter = Path(folder) / "hanxin.sh"
        starter.write_text(f'#!/bin/sh\nexec "{ENGINE}" --log-file "{self.log}"\n')
        starter.chmod(0o755)
        self.process = subprocess.Popen([ADAPTER, "-x", str(starter)], stdin=subprocess.PIPE,
                                        stdout=subprocess.PIPE, text=True, bufsize=1)
        self.lines = queue.Queue()
        threading.Thread(target=self.read, daemon=True).start()

    def read(self):
        for line in self.process.stdout:
            self.lines.put(line.strip())

    def say(self, *lines):
        for line in lines:
            self.process.stdin.write(line + "\n")
        self.process.stdin.flush()

    def wait_for(self, start, patience=30):
        end = time.time() + patience
        seen = []
        while time.time() < end:
            try:
                line = self.lines.get(timeout=0.1)
            except queue.Empty:
                continue
            seen.append(line)
            if line.startswith(start):
                return line
        sys.exit(f"uci2wb does not say '{start}', but {seen}")

    def exchange(self):
        """What passed between uci2wb and the engine, without time stamps."""
        return [line[24:] for line in self.log.read_text().splitlines()]

    def wait_for_ponder(self, count, patience=30):
        """Waits until the engine ponders for the count-th time; returns the move it expects."""
        end = time.time() + patience
        while len(self.sent("go ponder")) < count:
            if time.time() > end:
                sys.exit(f"the engine does not ponder: {self.exchange()[-10:]}")
            time.sleep(0.05)
        # uci2wb has to finish its own bookkeeping too before it takes a move.
        time.sleep(0.5)
        return [line for line in self.exchange() if " ponder " in line and line.startswith("< best")][-1].split()[4]

    def sent(self, start):
        return [line[2:] for line in self.exchange() if line.startswith("> " + start)]


def main():
    with tempfile.TemporaryDirectory() as folder:
        board = XBoard(folder)
        board.say("xboard", "protover 2")
        options = []
        while True:
            line = board.wait_for("feature")
            if "option=" in line:
                options.append(line)
            if "done=1" in line:
                break
        assert any("hashsize" in line or "memory" in line for line in options) or options, options
        board.say("new", "variant xiangqi", "memory 68", "level 0 1 0", "easy", "time 6000", "otim 6000")

        # A game with the clock: the engine is red.
        board.say("hard", "go")
        first = board.wait_for("move ").split()[1]
        went = board.sent("go ")[0]
        assert "time" in went and "opptime" in went, went
        print("clock:", went, "->", first)

        # Pondering: the engine guesses our move. Play the guess, then something else.
        guess = board.wait_for_ponder(1)
        board.say("time 5900", "otim 5900", f"usermove {guess}")
        board.wait_for("move ")
        assert board.sent("ponderhit"), "the guess was played"
        print("ponder hit:", guess)
        guess = board.wait_for_ponder(2)
        other = next(mv for mv in ("a9a8", "i9i8", "a6a5", "i6i5") if mv != guess)
        stops = len(board.sent("stop"))
        board.say("time 5800", "otim 5800", f"usermove {other}")
        board.wait_for("move ")
        assert len(board.sent("stop")) > stops, "another move was played"
        print("ponder miss:", guess, "expected,", other, "played")
        board.wait_for_ponder(3)

        # A draw offer at the start of a game is refused, in a dead position accepted.
        board.say("easy", "force", "new", "variant xiangqi", "level 0 1 0", "time 6000", "otim 6000", "draw", "go")
        board.wait_for("move ")
        assert "draw" in board.sent("go ")[-1], board.sent("go ")[-1]
        answers = [line for line in board.exchange() if line.startswith("< bestmove")]
        assert not answers[-1].endswith("draw"), answers[-1]
        board.say("force", "new", "force", "variant xiangqi", "setboard 3ak4/9/9/9/9/9/9/9/9/3K1A3 w - - 0 1", "time 6000", "otim 6000", "draw", "go")
        board.wait_for("move ")
        answers = [line for line in board.exchange() if line.startswith("< bestmove")]
        assert answers[-1].endswith(" draw"), answers[-1]
        print("draw offers: refused at the start, accepted in a dead position")

        # Analysis, ended by the user; then a fixed time per move and a fixed depth.
        board.say("force", "new", "variant xiangqi", "analyze")
        time.sleep(0.5)
        board.say("exit")
        board.say("force", "new", "variant xiangqi", "st 1", "go")
        board.wait_for("move ")
        board.say("force", "new", "variant xiangqi", "level 0 1 0", "sd 4", "time 6000", "otim 6000", "go")
        board.wait_for("move ")
        print("analysis, fixed time, fixed depth:", board.sent("go ")[-3:])

        board.say("quit")
        board.process.wait(5)
        exchange = board.exchange()
        ignored = [line for line in exchange if line.startswith("! ") and line != "! end of input"]
        thinking = 0
        for line in exchange:
            thinking += line.startswith("> go") - line.startswith(("< bestmove", "< nobestmove"))
        assert not any("illegal" in line.lower() for line in exchange)
        print(f"{len(exchange)} lines exchanged, ignored: {ignored}")
    print("passed")


main()
