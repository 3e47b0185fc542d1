"""A command of Sapper on a real pseudo-terminal, for tests: type, wait for text, look."""

from __future__ import annotations

import contextlib
import fcntl
import os
import pty
import re
import select
import signal
import struct
import subprocess
import sys
import termios
import time

from harness.waiting import PATIENCE

_START = (
    "import fcntl, termios; fcntl.ioctl(0, termios.TIOCSCTTY, 0); "
    "from sapper.cli import main; main()"
)
_ESCAPES = re.compile(r"\x1b\[[0-9;?]*[a-zA-Z]|\r")


class PseudoTerminal:
    """Runs `sapper` with the given arguments; its terminal is its own, so Ctrl-C reaches it."""

    def __init__(self, *arguments: str, rows: int = 24, columns: int = 80) -> None:
        self._master, slave = pty.openpty()
        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
        self.settings = termios.tcgetattr(slave)
        environment = {**os.environ, "TERM": "xterm-256color", "PYTHONUTF8": "1"}
        for name in ("COLUMNS", "LINES", "NO_COLOR"):
            environment.pop(name, None)
        self._process = subprocess.Popen(
            [sys.executable, "-c", _START, *arguments],
            stdin=slave,
            stdout=slave,
            stderr=slave,
            start_new_session=True,
            env=environment,
        )
        self._slave = slave
        self.raw = b""
        self._read = 0

    @property
    def text(self) -> str:
        """All that was shown so far, without colours and cursor movements."""
        return _ESCAPES.sub("", self.raw.decode(errors="replace"))

    def expect(self, pattern: str) -> re.Match[str]:
        """Wait until new text matches; what comes before the end of the match is then old."""
        deadline = time.monotonic() + PATIENCE
        while True:
            match = re.compile(pattern).search(self.text, self._read)
            if match:
                self._read = match.end()
                return match
            if not self._more(deadline):
                raise AssertionError(f"no {pattern!r} in {self.text[self._read :]!r}")

    def _more(self, deadline: float) -> bool:
        """Read what there is; tell whether more may come."""
        ended = self._process.poll() is not None
        ready, _, _ = select.select([self._master], [], [], 0 if ended else 0.05)
        if ready:
            with contextlib.suppress(OSError):
                self.raw += os.read(self._master, 65536)
                return True
        return not ended and time.monotonic() < deadline

    def enter(self, line: str) -> None:
        os.write(self._master, line.encode() + b"\r")

    def press(self, key: bytes) -> None:
        os.write(self._master, key)

    def interrupt(self) -> int:
        """Press Ctrl-C until the program reacts with a new line or its end; return the exit code.

        A Ctrl-C that comes just as the prompt appears is kept by readline until the next key. One
        that comes while Python ends would end it otherwise.
        """
        before = len(self.raw)
        for _ in range(int(PATIENCE)):
            self.press(b"\x03")
            pressed = time.monotonic()
            while self._more(pressed + (PATIENCE if b"\n" in self.raw[before:] else 1)):
                pass
            if self._process.poll() is not None:
                break
        return self.end()

    def end(self) -> int:
        """Wait for the end and return the exit code."""
        deadline = time.monotonic() + PATIENCE
        while self._more(deadline):
            pass
        return self._process.wait(1)

    def kill(self) -> None:
        self._process.send_signal(signal.SIGKILL)
        self._process.wait()

    def is_restored(self) -> bool:
        """Return whether the terminal works as it did before."""
        shown = self.raw.rfind(b"\x1b[?25h") >= self.raw.rfind(b"\x1b[?25l")
        return shown and termios.tcgetattr(self._slave) == self.settings

    def __enter__(self) -> PseudoTerminal:
        return self

    def __exit__(self, *error: object) -> None:
        if self._process.poll() is None:
            self.kill()
        os.close(self._master)
        os.close(self._slave)
