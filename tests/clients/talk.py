"""A program at the other end of a pipe, read line by line with patience."""

import queue
import re
import subprocess
import sys
import threading

PATIENCE = 120


class Talker:
    def __init__(self, *command):
        self.command = command
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)
        self.lines = queue.Queue()
        threading.Thread(target=self.read, daemon=True).start()

    def read(self):
        for line in self.process.stdout:
            self.lines.put(line.strip())

    def say(self, *lines):
        self.process.stdin.write("".join(line + "\n" for line in lines))
        self.process.stdin.flush()

    def wait_for(self, pattern):
        """All lines up to the first that the pattern fits from its beginning."""
        lines = []
        while not lines or not re.match(pattern, lines[-1]):
            try:
                lines.append(self.lines.get(timeout=PATIENCE))
            except queue.Empty:
                sys.exit(f"{self.command[0]} does not say '{pattern}', but {lines[-10:]}")
        return lines
