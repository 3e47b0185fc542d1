"""Players that are programs, over a line protocol (docs/protocol.md).

A program that fails in any way is ended, with all that it started, and the reason is
raised as PlayerFailed: it costs that game and nothing else. One that behaves is kept
for the next game. Each runs under a supervisor (supervisor.py). Time limits are real
time, so this is the one module below the front ends that reads the clock.
"""

from __future__ import annotations

import math
import os
import select
import shlex
import shutil
import socket
import subprocess
import sys
import threading
import time
from contextlib import suppress
from multiprocessing.util import Finalize
from pathlib import Path
from typing import ClassVar, Final

from sapper.formatting import at, brief, one_line
from sapper.players.protocol import Move, PlayerFailed
from sapper.rules.board import Cell
from sapper.rules.errors import InvalidBoard, SapperError
from sapper.rules.view import View

PROTOCOL: Final = 1
MOVE_SECONDS: Final = 10.0
LONGEST_LINE: Final = 4_096  # bytes of an answer
_START_SECONDS: Final = 30.0  # for the greeting: a program may have much to load
_END_SECONDS: Final = 5.0  # for the supervisor to clear up
_TAIL: Final = 2_000  # bytes of standard error that are kept
_SUPERVISOR: Final = (sys.executable, "-I", "-S", str(Path(__file__).with_name("supervisor.py")))


class HostedPlayer:
    """Plays one game by asking a program; made by `hosted` or `hosted_words`."""

    command: ClassVar[tuple[str, ...]]
    chunk: ClassVar[int] = 5  # games that the arena gives to a worker at once

    def __init__(self, seed: int) -> None:
        self.move_seconds = MOVE_SECONDS
        self.conversation: list[str] | None = None  # what was said, if it is to be kept
        self.known_mines: set[Cell] = set()
        self._seed = seed
        self._program: Program | None = None
        self._view: View | None = None
        self._read = 0

    def move(self, view: View) -> Move | None:
        try:
            if self._program is None:
                self._program = _take(self.command)
            lines = self._new_lines(view)
            self._note(">", *lines.splitlines())
            self._program.send(lines, self.move_seconds)
            move = read_answer(self._answer(self._program, view), view)
        except BaseException:  # also Ctrl-C: the answer to another question may still come
            self.abandon()
            raise
        if isinstance(move, PlayerFailed):
            raise move
        return move

    def _answer(self, program: Program, view: View) -> str:
        """Return the line that answers; before it come mines, each cell at most once."""
        for _ in range(view.board.size + 1):
            answer = program.line()
            self._note("<", answer)
            if not answer.startswith("mine "):
                return answer
            self._note_mine(answer, view)
        raise PlayerFailed("flood", "reported more mines than the board has cells")

    def _note(self, sign: str, *lines: str) -> None:
        if self.conversation is not None:
            self.conversation += [f"{sign} {one_line(line)}" for line in lines]

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

    @classmethod
    def check(cls) -> None:
        """Raise PlayerFailed if the program does not start and greet."""
        _give_back(_take(cls.command))

    def _note_mine(self, answer: str, view: View) -> None:
        words = answer.split()
        cell = _cell(words[1:], answer)
        if len(words) != 3 or cell not in view.board:
            raise _nonsense(answer)
        self.known_mines.add(cell)

    def _new_lines(self, view: View) -> str:
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
        words = shlex.split(command)
    except ValueError as error:
        raise SapperError(f"cannot read the command {brief(command, 200)}: {error}") from None
    if not words:
        raise SapperError("cmd: needs a command, such as cmd:./my-solver")
    if shutil.which(words[0]) is None:
        raise SapperError(f"cannot run {brief(words[0], 200)}: no such program")
    return hosted_words(*words)


def hosted_words(*words: str) -> type[HostedPlayer]:
    """Return the player that a program and its arguments stand for."""
    return type("HostedPlayer", (HostedPlayer,), {"command": words})


def read_answer(answer: str, view: View) -> Move | PlayerFailed | None:
    """Read the answer to `go`: a move, the fault that a program reports, or None for `stop`.

    Raise PlayerFailed if it is none of them, or if the move is illegal.
    """
    head, _, why = answer.partition(" why ")
    words = head.split()
    match words:
        case ["stop"]:
            return None
        case ["failed", _, *_]:
            return PlayerFailed(" ".join(words[1:]), why.strip())
        case ["move", _, _, *rest]:
            certain = rest[:1] == ["certain"]
            facts = _facts(rest[rest[:1] in (["certain"], ["guess"]) :], answer)
            cell = _cell(words[1:3], answer)
            _check_unopened(cell, view)
            return Move(cell, certain, why.strip() or "the program says so", facts.get("risk"))
    raise _nonsense(answer)


def _check_unopened(cell: Cell, view: View) -> None:
    try:
        is_opened = view.is_opened(cell)
    except InvalidBoard as error:
        raise PlayerFailed("illegal move", str(error)) from error
    if is_opened:
        raise PlayerFailed("illegal move", f"cell {at(cell)} is open already")


def _cell(words: list[str], answer: str) -> Cell:
    if len(words) < 2 or any(len(word) > 9 for word in words[:2]):
        raise _nonsense(answer)
    try:
        return int(words[0]), int(words[1])
    except ValueError:
        raise _nonsense(answer) from None


def _facts(words: list[str], answer: str) -> dict[str, float]:
    try:
        facts = dict(zip(words[::2], map(float, words[1::2]), strict=True))
    except ValueError:
        raise _nonsense(answer) from None
    risk = facts.get("risk", 0)
    if not (math.isfinite(risk) and 0 <= risk <= 1):
        raise _nonsense(answer)
    return facts


def _nonsense(answer: str, to: str = "") -> PlayerFailed:
    return PlayerFailed("nonsense", f"answered {brief(answer, 80)}{to}")


class Program:
    """A running program, under a supervisor that ends all that it started."""

    def __init__(self, command: tuple[str, ...]) -> None:
        self.command = command
        self.name = ""
        self._rest = b""  # output that is read but not yet part of an answer
        self._seconds = self._deadline = 0.0  # for the answer that is due
        try:
            self._socket, self._process = _started(command)
        except (OSError, ValueError) as error:
            raise PlayerFailed("did not start", str(error)) from error
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._in, self._out = self._process.stdin.fileno(), self._process.stdout.fileno()
        if sys.platform != "win32":  # never there: see _started
            os.set_blocking(self._in, False)
        self._errors = b""
        self._listener = threading.Thread(target=self._listen, daemon=True)
        self._listener.start()
        with _LOCK:
            _RUNNING.add(self)

    def greet(self) -> None:
        self.send(f"hello sapper {PROTOCOL}\n", _START_SECONDS)
        answer = self.line()
        words = answer.split(maxsplit=2)
        if words[:2] != ["hello", str(PROTOCOL)] or len(words) < 3:
            raise _nonsense(answer, " to hello")
        self.name = words[2]

    def send(self, text: str, seconds: float) -> None:
        """Send lines; from now on there is so much time to read them and to answer."""
        self._seconds, self._deadline = seconds, time.monotonic() + seconds
        if self._rest or (select.select([self._out], [], [], 0)[0] and self._read()):
            raise PlayerFailed("nonsense", "wrote a line that nobody requested")
        data = text.encode()
        with suppress(BrokenPipeError):  # it has ended: its output shows how
            while data:
                self._wait([], [self._in])
                data = data[os.write(self._in, data) :]

    def line(self) -> str:
        """Return the next line of the answer."""
        while b"\n" not in self._rest and len(self._rest) <= LONGEST_LINE:
            self._wait([self._out], [])
            if not self._read():
                break
        line, end, rest = self._rest.partition(b"\n")
        if len(line) > LONGEST_LINE:
            raise PlayerFailed("flood", f"wrote a line of more than {LONGEST_LINE} bytes")
        if not end:
            raise self._broken_off()
        self._rest = rest
        return line.decode(errors="replace").strip()

    def _wait(self, reading: list[int], writing: list[int]) -> None:
        left = self._deadline - time.monotonic()
        if left <= 0 or select.select(reading, writing, [], left) == ([], [], []):
            raise PlayerFailed("no answer in time", f"no answer within {self._seconds:g} s")

    def _read(self) -> bytes:
        """Read the available output; return nothing at its end."""
        block = os.read(self._out, LONGEST_LINE)
        self._rest += block
        return block

    def is_alive(self) -> bool:
        return self._process.poll() is None

    def kill(self) -> None:
        """End the program and all that it started, and wait until it is gone."""
        with suppress(OSError):
            self._socket.shutdown(socket.SHUT_RDWR)  # the order to the supervisor
        try:
            self._process.wait(_END_SECONDS)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        self._listener.join(1)
        self._socket.close()
        for stream in (self._process.stdin, self._process.stdout, self._process.stderr):
            with suppress(OSError, ValueError):
                stream.close()  # type: ignore[union-attr]  # all three are pipes
        with _LOCK:
            _RUNNING.discard(self)

    def quit(self) -> None:
        """Ask the program to end; kill its remaining processes a second later."""
        with suppress(OSError, ValueError):
            self._process.stdin.write(b"quit\n")  # type: ignore[union-attr]  # a pipe
            self._process.stdin.close()  # type: ignore[union-attr]
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(1)
        self.kill()

    def _broken_off(self) -> PlayerFailed:
        """Say how the program ended its output."""
        try:
            code = self._process.wait(_END_SECONDS)
        except subprocess.TimeoutExpired:
            return PlayerFailed("crashed", "closed its output")
        if reason := self._socket.recv(_TAIL):  # from the supervisor
            return PlayerFailed("did not start", reason.decode(errors="replace"))
        self._listener.join(1)
        last = self._errors.decode(errors="replace").strip().splitlines()[-1:]
        how = f"ended by signal {-code}" if code < 0 else f"ended with exit code {code}"
        return PlayerFailed("crashed", ": ".join([how, *last]))

    def _listen(self) -> None:
        """Read standard error to its end, so that the program never waits; keep the last."""
        assert self._process.stderr is not None
        with suppress(OSError, ValueError):
            while block := self._process.stderr.read(65_536):
                self._errors = (self._errors + block)[-_TAIL:]


def _started(command: tuple[str, ...]) -> tuple[socket.socket, subprocess.Popen[bytes]]:
    if sys.platform == "win32":
        raise OSError("third-party players are not supported on Windows")
    ours, theirs = socket.socketpair()
    with theirs:
        return ours, subprocess.Popen(
            [*_SUPERVISOR, str(theirs.fileno()), *command],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            bufsize=0,
            start_new_session=True,
            pass_fds=[theirs.fileno()],
        )


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
    except PlayerFailed:
        program.kill()
        raise
    return program


def _give_back(program: Program) -> None:
    with _LOCK:
        _IDLE.setdefault(program.command, []).append(program)


def close_programs() -> None:
    """Ask every program that is still running to end, and see that it does."""
    with _LOCK:
        _IDLE.clear()
        running = list(_RUNNING)
    for program in running:
        program.quit()


# Runs when this process ends, even if it is a worker, which has no atexit.
Finalize(None, close_programs, exitpriority=10)
