#!/usr/bin/env python3
"""XBoard under Xvfb plays a whole game: the engine through uci2wb -x against hoixiangqi.

Usage: xboard_game.py [ENGINE [SCREENSHOT.png]]
"""

import os
import shutil
import struct
import subprocess
import sys
import tempfile
import time
import zlib
from pathlib import Path

ENGINE = Path(sys.argv[1] if len(sys.argv) > 1 else "target/release/hanxin").resolve()
SCREENSHOT = Path(sys.argv[2]) if len(sys.argv) > 2 else None
PROGRAMS = ["Xvfb", "xboard", "uci2wb", "hoixiangqi"]
THEMES = Path("/usr/share/games/xboard/themes")
PATIENCE = 1800
# The screenshot is taken after so many moves of the engine.
SHOT_AT = 8


def png(rows, width):
    """A PNG file of rows of RGB bytes."""
    def chunk(kind, body):
        return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))

    head = struct.pack(">IIBBBBB", width, len(rows), 8, 2, 0, 0, 0)
    body = zlib.compress(b"".join(b"\0" + bytes(row) for row in rows), 9)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", body) + chunk(b"IEND", b"")


def png_of_framebuffer(path):
    """The frame buffer that Xvfb keeps as an XWD file (32 bits per pixel), as PNG."""
    data = path.read_bytes()
    header = struct.unpack(">25I", data[:100])
    size, width, height, stride, colors = header[0], header[4], header[5], header[12], header[19]
    start = size + colors * 12
    lines = [data[start + y * stride : start + y * stride + width * 4] for y in range(height)]
    # Only the part that windows cover: the root window is black.
    lines = lines[: max(y + 1 for y in range(height) if any(lines[y][0::4]))]
    width = max(x // 4 + 1 for line in lines for x in range(0, width * 4, 4) if line[x])
    rows = [[line[x + i] for x in range(0, width * 4, 4) for i in (2, 1, 0)] for line in lines]
    return png(rows, width)


def theme():
    """XBoard's own oriental pieces and board, where installed."""
    board = THEMES / "textures/xqboard-9x10.png"
    if not board.exists():
        return []
    return ["-pid", str(THEMES / "xiangqi"), "-trueColors", "true", "-useBoardTexture", "true",
            "-liteBackTextureFile", str(board), "-darkBackTextureFile", str(board),
            "-overrideLineGap", "0", "-highlightMoveWithArrow", "true"]


def start_display(frame):
    """Starts Xvfb on a display of its own choice and waits until it is ready."""
    read, write = os.pipe()
    server = subprocess.Popen(
        ["Xvfb", "-displayfd", str(write), "-screen", "0", "1100x900x24", "-fbdir", str(frame)],
        pass_fds=[write], stderr=subprocess.DEVNULL)
    os.close(write)
    with os.fdopen(read) as answer:
        number = answer.readline().strip()
    if not number:
        sys.exit("Xvfb does not start")
    return server, f":{number}"


def start_xboard(folder, display):
    starter = folder / "hanxin.sh"
    starter.write_text(f'#!/bin/sh\nexec "{ENGINE}" --log-file "{folder}/exchange.log"\n')
    starter.chmod(0o755)
    # The user's own settings stay untouched.
    settings = folder / "settings"
    settings.touch()
    return subprocess.Popen(
        ["xboard", "-settingsFile", str(settings), "-saveSettingsFile", str(settings),
         "-variant", "xiangqi", "-fcp", f'uci2wb -x "{starter}"', "-scp", "hoixiangqi",
         "-tc", "0:30", "-inc", "1", "-mg", "1", "-sgf", str(folder / "game.pgn"), "-size", "medium",
         *theme(), "-ruleMoves", "60", "-repeatsToDraw", "6",
         "-timeDelay", "0", "-thinking", "-xponder", "-xexit", "-xpopup",
         "-debug", "-debugfile", str(folder / "xboard.debug")],
        env={**os.environ, "DISPLAY": display, "HOME": str(folder)}, cwd=folder,
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def text_of(path):
    return path.read_text(errors="replace") if path.exists() else ""


def is_over(game):
    """Whether XBoard has written the result behind the moves."""
    return game.rstrip().endswith((" 1-0", " 0-1", " 1/2-1/2"))


def watch(folder, xboard):
    """Waits for the end of the game and takes the picture on the way."""
    end = time.monotonic() + PATIENCE
    is_shot = SCREENSHOT is None
    while time.monotonic() < end and xboard.poll() is None:
        if is_over(text_of(folder / "game.pgn")):
            return
        if not is_shot and text_of(folder / "exchange.log").count("< bestmove") >= SHOT_AT:
            SCREENSHOT.write_bytes(png_of_framebuffer(folder / "frame" / "Xvfb_screen0"))
            is_shot = True
        time.sleep(0.2)


def stop(process):
    process.terminate()
    try:
        process.wait(20)
    except subprocess.TimeoutExpired:
        process.kill()


def main():
    os.environ["PATH"] += ":/usr/games"
    missing = [program for program in PROGRAMS if shutil.which(program) is None]
    if missing:
        sys.exit(f"not installed: {', '.join(missing)} (Debian: apt install xvfb xboard uci2wb hoichess)")
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as name:
        folder = Path(name)
        (folder / "frame").mkdir()
        server, display = start_display(folder / "frame")
        xboard = start_xboard(folder, display)
        try:
            watch(folder, xboard)
        finally:
            stop(xboard)
            stop(server)
        game, exchange, debug = (text_of(folder / part) for part in ("game.pgn", "exchange.log", "xboard.debug"))
    print(game.strip())
    moves = exchange.count("< bestmove")
    first = exchange.split("< bestmove")[0]
    known = exchange.count("info message book: ")
    complaints = [line for line in debug.splitlines() if "llegal move" in line or "forfeit" in line]
    print(f"{moves} moves by the engine, {known} from the book; complaints: {complaints}")
    if moves < 10 or complaints or not is_over(game):
        print(debug[-3000:])
        sys.exit("the game did not end as it should")
    if "info message book: " not in first:
        sys.exit("the first move does not come from the book")
    print("passed")


main()
