#!/usr/bin/env python3
"""XBoard under Xvfb plays a whole game: the engine through uci2wb -x against hoixiangqi.

Usage: xboard_game.py [ENGINE [SCREENSHOT.png]]
"""

import os
import struct
import subprocess
import sys
import tempfile
import time
import zlib
from pathlib import Path

ENGINE = Path(sys.argv[1] if len(sys.argv) > 1 else "target/release/hanxin").resolve()
SCREENSHOT = Path(sys.argv[2]) if len(sys.argv) > 2 else None
os.environ["PATH"] += ":/usr/games"
DISPLAY = f":{90 + os.getpid() % 100}"
PATIENCE = 900


def png_of_framebuffer(path):
    """The frame buffer that Xvfb keeps as an XWD file (32 bits per pixel), as PNG."""
    data = path.read_bytes()
    header = struct.unpack(">25I", data[:100])
    size, width, height, stride, colors = header[0], header[4], header[5], header[12], header[19]
    start = size + colors * 12
    lines = [data[start + y * stride : start + y * stride + width * 4] for y in range(height)]
    # Only the part that windows cover: the root window is black.
    height = max(y + 1 for y in range(height) if any(lines[y][0::4]))
    width = max(x // 4 + 1 for line in lines for x in range(0, width * 4, 4) if line[x])
    rows = bytearray()
    for line in lines[:height]:
        rows.append(0)
        for x in range(0, width * 4, 4):
            rows += bytes((line[x + 2], line[x + 1], line[x]))

    def chunk(kind, body):
        return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))

    image = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", image)
            + chunk(b"IDAT", zlib.compress(bytes(rows), 9)) + chunk(b"IEND", b""))


def theme():
    """XBoard's own oriental pieces and board, where installed."""
    themes = Path("/usr/share/games/xboard/themes")
    board = themes / "textures/xqboard-9x10.png"
    if not board.exists():
        return []
    return ["-pid", str(themes / "xiangqi"), "-trueColors", "true", "-useBoardTexture", "true",
            "-liteBackTextureFile", str(board), "-darkBackTextureFile", str(board),
            "-overrideLineGap", "0", "-highlightMoveWithArrow", "true"]


def main():
    with tempfile.TemporaryDirectory() as folder:
        folder = Path(folder)
        frame = folder / "frame"
        frame.mkdir()
        log, game = folder / "exchange.log", folder / "game.pgn"
        # The user's own settings stay untouched.
        settings = folder / "settings"
        settings.touch()
        engine = f'uci2wb -x "{folder}/hanxin.sh"'
        starter = folder / "hanxin.sh"
        starter.write_text(f'#!/bin/sh\nexec "{ENGINE}" --log-file "{log}"\n')
        starter.chmod(0o755)
        server = subprocess.Popen(["Xvfb", DISPLAY, "-screen", "0", "1100x900x24", "-fbdir", str(frame)],
                                  stderr=subprocess.DEVNULL)
        time.sleep(1)
        xboard = subprocess.Popen(
            ["xboard", "-settingsFile", str(settings), "-saveSettingsFile", str(settings),
             "-variant", "xiangqi", "-fcp", engine, "-scp", "hoixiangqi",
             "-tc", "0:30", "-inc", "0", "-mg", "1", "-sgf", str(game), "-size", "medium", *theme(),
             "-ruleMoves", "60", "-repeatsToDraw", "6", "-timeDelay", "0", "-thinking", "-xponder",
             "-xexit", "-xpopup", "-debug", "-debugfile", str(folder / "xboard.debug")],
            env={**os.environ, "DISPLAY": DISPLAY, "HOME": str(folder)}, cwd=folder,
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        try:
            end = time.time() + PATIENCE
            shot = False
            while time.time() < end and not (game.exists() and "1" in game.read_text()[-8:]):
                time.sleep(0.5)
                moves = log.read_text().count("< bestmove") if log.exists() else 0
                if SCREENSHOT and not shot and moves >= 12:
                    SCREENSHOT.write_bytes(png_of_framebuffer(frame / "Xvfb_screen0"))
                    shot = True
                if xboard.poll() is not None:
                    break
            text = game.read_text() if game.exists() else ""
            exchange = log.read_text() if log.exists() else ""
            debug = (folder / "xboard.debug").read_text(errors="replace") if (folder / "xboard.debug").exists() else ""
        finally:
            xboard.terminate()
            xboard.wait(10)
            server.terminate()
            server.wait(10)
    print(text.strip())
    moves = exchange.count("< bestmove")
    complaints = [line for line in debug.splitlines() if "llegal move" in line or "forfeit" in line]
    print(f"{moves} moves by the engine; complaints: {complaints}")
    result = [line for line in text.splitlines() if line.startswith("[Result ")]
    if moves < 10 or complaints or not result or "*" in result[0]:
        print(debug[-3000:])
        sys.exit("the game did not end as it should")
    print("passed")


main()
