"""Players that are separate programs, over a line protocol (docs/protocol.md).

A program that fails in any way is killed, with all that it started, and ProgramFailed
gives the reason: it costs that game and nothing else. One that behaves is kept for the
next game.
"""

from __future__ import annotations

import math
import os
import select
import shlex
import shutil
import signal
import subprocess
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from multiprocessing.util import Finalize
from typing import Any, ClassVar, Final

from sapper.players.protocol import Move
from sapper.rules.errors import SapperError
from sapper.rules.view import View

PROTOCOL: Final = 1
MOVE_SECONDS: Final = 10.0
_START_SECONDS: Final = 30.0  # for the greeting: a program may have much to load
_LONGEST_LINE: Final = 4_096  # bytes of an answer
_TAIL: Final = 2_000  # bytes of its standard error that are kept


class ProgramFailed(SapperError):
    """A hosted program failed; `kind` is the reason in a few words."""

    def __init__(self, kind: str, message: str) -> None:
        super().__init__(message)
        self.kind = kind


class HostedPlayer:
    """Plays one game by asking a program; made by `hosted`."""

    command: ClassVar[tuple[str, ...]]
    chunk: ClassVar[int] = 5  # games that the arena gives to a worker at once

    def __init__(self, seed: int) -> None:
        self.move_seconds = MOVE_SECONDS
        self._seed = seed
        self._program: Program | None = None
        self._view: View | None = None
        self._read = 0

    def move(self, view: View) -> Move | None:
        if self._program is None:
            self._program = _take(self.command)
        try:
            answer = self._program.ask(self._news(view), self.move_seconds)
            return _read_answer(answer)
        except ProgramFailed:
            self.abandon()
            raise

    def abandon(self) -> None:
        """End the program: it has failed, so it gets no other game."""
        if self._program is not None:
            self._program.kill()
            self._program = None

    def close(self) -> None:
        """Give the program back for another game."""
        if self._program is not None:
            _give_back(self._program)
            self._program = None

    def _news(self, view: View) -> str:
        lines = []
        if self._view is not view:
            self._view, self._read = view, 0
            mines = "?" if view.mines is None else view.mines
            lines.append(f"new {view.width} {view.height} {mines} {view.first_click} {self._seed}")
        fresh = view.opened[self._read :]
        self._read += len(fresh)
        lines += [f"open {row} {column} {view[row, column]}" for row, column in fresh]
        return "".join(f"{line}\n" for line in [*lines, "go"])


def hosted(command: str) -> type[HostedPlayer]:
    """Return the player that a command line stands for; raise SapperError if it cannot run."""
    try:
        words = tuple(shlex.split(command))
    except ValueError as error:
        raise SapperError(f"cannot read the command {command!r}: {error}") from None
    if not words:
        raise SapperError("cmd: needs a command, such as cmd:./my-solver")
    if shutil.which(words[0]) is None:
        raise SapperError(f"cannot run {words[0]!r}: no such program")
    return type("HostedPlayer", (HostedPlayer,), {"command": words})


def _read_answer(answer: str) -> Move | None:
    """Read `stop` or `move ROW COLUMN [certain|guess] [risk P] [why TEXT …]`."""
    head, _, why = answer.partition(" why ")
    words = head.split()
    if words == ["stop"]:
        return None
    try:
        if words[0] != "move":
            raise ValueError
        cell, rest = (int(words[1]), int(words[2])), words[3:]
        certain = rest[:1] == ["certain"]
        if rest[:1] in (["certain"], ["guess"]):
            rest = rest[1:]
        facts = dict(zip(rest[::2], map(float, rest[1::2]), strict=True))
        risk = facts.get("risk")
        if risk is not None and not (math.isfinite(risk) and 0 <= risk <= 1):
            raise ValueError
    except (ValueError, IndexError):
        raise ProgramFailed("nonsense", f"answered {answer!r:.80}") from None
    return Move(cell, certain, why.strip() or "the program says so", risk)


class Program:
    """A running program, in its own session so that all it starts can be killed."""

    def __init__(self, command: tuple[str, ...]) -> None:
        self.command = command
        self.name = ""
        self._rest = b""  # output that is read but not yet part of an answer
        try:
            self._process = subprocess.Popen(
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                bufsize=0,
                start_new_session=True,
            )
        except OSError as error:
            raise ProgramFailed("did not start", error.strerror or str(error)) from error
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._in, self._out = self._process.stdin.fileno(), self._process.stdout.fileno()
        self._errors = b""
        self._listener = threading.Thread(target=self._listen, daemon=True)
        self._listener.start()
        with _LOCK:
            _RUNNING.add(self)

    def greet(self) -> None:
        answer = self.ask(f"hello sapper {PROTOCOL}\n", _START_SECONDS)
        words = answer.split(maxsplit=2)
        if words[:2] != ["hello", str(PROTOCOL)] or len(words) < 3:
            raise ProgramFailed("nonsense", f"answered {answer!r:.80} to hello")
        self.name = words[2]

    def ask(self, text: str, seconds: float) -> str:
        """Send lines and return the one line that answers them.

        The answer must begin within the time limit; what does not come or go in one piece
        gets the same time again.
        """
        if self._rest or (select.select([self._out], [], [], 0)[0] and not self._is_over()):
            raise ProgramFailed("nonsense", "wrote a line that it was not asked for")
        with suppress(BrokenPipeError):  # it has ended: reading its output will show that
            self._send(text.encode(), seconds)
        return self._line(seconds).decode(errors="replace").strip()

    def _send(self, data: bytes, seconds: float) -> None:
        if len(data) > select.PIPE_BUF:  # it may not fit, and then writing waits
            with self._watched(seconds):
                while data:
                    data = data[os.write(self._in, data) :]
        elif not select.select([], [self._in], [], seconds)[1]:
            raise _late(seconds)
        else:
            os.write(self._in, data)

    def _line(self, seconds: float) -> bytes:
        if not select.select([self._out], [], [], seconds)[0]:
            raise _late(seconds)
        if b"\n" not in self._read():
            with self._watched(seconds):
                while b"\n" not in self._rest and self._read():
                    pass
        line, end, rest = self._rest.partition(b"\n")
        if not end or len(line) > _LONGEST_LINE:
            raise self._broken_line(line)
        self._rest = rest
        return line

    def _read(self) -> bytes:
        """Add what is ready to the answer; return all of it, or nothing at the end."""
        block = os.read(self._out, _LONGEST_LINE) if len(self._rest) <= _LONGEST_LINE else b""
        self._rest += block
        return block and self._rest

    def _is_over(self) -> bool:
        """Return whether the output that is ready is its end."""
        self._rest += os.read(self._out, _LONGEST_LINE)
        return not self._rest

    @contextmanager
    def _watched(self, seconds: float) -> Iterator[None]:
        """Kill the program if this takes too long, which ends all waiting for it."""
        late = threading.Event()

        def lose_patience() -> None:
            late.set()
            self.end()

        watchdog = threading.Timer(seconds, lose_patience)
        watchdog.daemon = True
        watchdog.start()
        try:
            yield
        finally:
            watchdog.cancel()
            if late.is_set():
                raise _late(seconds)

    def is_alive(self) -> bool:
        return self._process.poll() is None

    def kill(self) -> None:
        """Kill the program and all that it started, and wait until it is gone."""
        self.end()
        self._process.wait()
        self._listener.join(1)
        for stream in (self._process.stdin, self._process.stdout, self._process.stderr):
            with suppress(OSError, ValueError):
                stream.close()  # type: ignore[union-attr]  # all three are pipes
        with _LOCK:
            _RUNNING.discard(self)

    def quit(self) -> None:
        """Ask the program to end; kill what is left of it a second later."""
        with suppress(OSError, ValueError):
            self._process.stdin.write(b"quit\n")  # type: ignore[union-attr]  # a pipe
            self._process.stdin.close()  # type: ignore[union-attr]
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(1)
        self.kill()

    def _broken_line(self, line: bytes) -> ProgramFailed:
        if len(line) > _LONGEST_LINE:
            return ProgramFailed("flood", f"wrote a line of more than {_LONGEST_LINE} bytes")
        try:
            code = self._process.wait(1)
        except subprocess.TimeoutExpired:
            return ProgramFailed("crashed", "closed its output")
        self._listener.join(1)
        last = self._errors.decode(errors="replace").strip().splitlines()[-1:]
        how = f"ended by signal {-code}" if code < 0 else f"ended with exit code {code}"
        return ProgramFailed("crashed", ": ".join([how, *last]))

    def end(self) -> None:
        """Kill the program and all that it started, and do not wait."""
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(self._process.pid, signal.SIGKILL)

    def _listen(self) -> None:
        """Read all of its standard error, so that it never blocks; keep the last part."""
        assert self._process.stderr is not None
        with suppress(OSError, ValueError):
            while block := self._process.stderr.read(65_536):
                self._errors = (self._errors + block)[-_TAIL:]


def _late(seconds: float) -> ProgramFailed:
    return ProgramFailed("no answer in time", f"no answer within {seconds:g} s")


_LOCK = threading.RLock()
_IDLE: dict[tuple[str, ...], list[Program]] = {}
_RUNNING: set[Program] = set()


def _take(command: tuple[str, ...]) -> Program:
    with _LOCK:
        idle = _IDLE.get(command, [])
        while idle:
            program = idle.pop()
            if program.is_alive():
                return program
            program.kill()
    program = Program(command)
    try:
        program.greet()
    except ProgramFailed:
        program.kill()
        raise
    return program


def _give_back(program: Program) -> None:
    with _LOCK:
        _IDLE.setdefault(program.command, []).append(program)


def close_programs(how: Callable[[Program], Any] = Program.quit) -> None:
    """End every program that is still running."""
    with _LOCK:
        _IDLE.clear()
        running = list(_RUNNING)
    for program in running:
        how(program)


# Runs when this process ends, even if it is a worker, which has no atexit.
Finalize(None, close_programs, exitpriority=10)
