"""Answer the line protocol (docs/protocol.md) with a Python class: the other side of host.py.

`python -m sapper.players.line_adapter NAME` is how classes that are not Sapper's own are run.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import redirect_stdout, suppress
from operator import index
from typing import TextIO

from sapper import __version__
from sapper.formatting import brief, one_line
from sapper.players.host import LONGEST_LINE, PROTOCOL, read_answer
from sapper.players.protocol import Move, Player, PlayerFailed
from sapper.players.registry import loaded_class
from sapper.rules.board import Cell
from sapper.rules.errors import SapperError
from sapper.rules.view import FirstClick, View, ViewWriter

_LONGEST_REASON = LONGEST_LINE // 8  # characters, of at most four bytes each


def serve(name: str, source: TextIO, sink: TextIO, tells_mines: bool = False) -> None:
    """Answer the host's lines to the last; the player's own output goes to stderr."""
    with redirect_stdout(sys.stderr):
        if ":" in name and not name.startswith("cmd:"):
            sys.path.insert(0, os.getcwd())  # so that MODULE:CLASS is found here
        adapter = LineAdapter(name, loaded_class(name), tells_mines)
        for line in source:
            if line.strip() == "quit":
                break
            try:
                for answer in adapter.answers(line):
                    sink.write(f"{answer}\n")
            except SapperError as error:
                sys.stderr.write(f"sapper: {one_line(str(error))}\n")
            sink.flush()


class LineAdapter:
    """The program's side of the protocol."""

    def __init__(self, name: str, kind: type[Player], tells_mines: bool) -> None:
        self._name, self._kind, self._tells_mines = name, kind, tells_mines
        self._player: Player | None = None
        self._fault = PlayerFailed("no game", "go came before the first new")
        self._seen = ViewWriter(1, 1)
        self._mines: set[Cell] = set()  # that the host knows

    def answers(self, line: str) -> Iterator[str]:
        """Take in one line and yield the lines that answer it, if any do."""
        match line.split():
            case []:
                return
            case ["hello", *_]:
                yield f"hello {PROTOCOL} sapper {self._name} {__version__}"
            case ["new", width, height, mines, rule, seed]:
                self._begin(_numbers(width, height, seed), mines, rule)
            case ["open", row, column, clue]:
                place, across, number = _numbers(row, column, clue)
                self._seen.reveal((place, across), number)
            case ["go"]:
                yield from self._go()
            case _:
                raise SapperError(f"{brief(line.strip(), 60)} is not a line of the protocol")

    def _begin(self, numbers: list[int], mines: str, rule: str) -> None:
        width, height, seed = numbers
        if rule not in set(FirstClick):
            raise SapperError(f"{brief(rule, 60)} is not a first-click rule")
        total = None if mines == "?" else _numbers(mines)[0]
        self._seen = ViewWriter(height, width, total, FirstClick(rule))
        self._mines, self._player = set(), None
        try:
            self._player = self._kind(seed)
        except KeyboardInterrupt:
            raise
        except BaseException as error:
            self._fault = PlayerFailed.raised(error)

    def _go(self) -> list[str]:
        """Return the answer: a move, with mines before it, or an error."""
        try:
            return self._move(self._seen.view)
        except KeyboardInterrupt:
            raise
        except PlayerFailed as error:
            return [_failed(error)]
        except BaseException as error:
            return [_failed(PlayerFailed.raised(error))]

    def _move(self, view: View) -> list[str]:
        if self._player is None:
            raise self._fault
        move = self._player.move(view)
        if move is None:
            return ["stop"]
        mines = self._new_mines(view) if self._tells_mines else []
        return [*mines, _written(move, view)]

    def _new_mines(self, view: View) -> list[str]:
        """Report the mines that the player knows. Only displays need them: errors are ignored."""
        known: set[Cell] = set()
        with suppress(Exception):
            known.update(getattr(self._player, "known_mines", ()))
            lines = [
                f"mine {index(row)} {index(column)}"
                for row, column in sorted(known - self._mines)
                if (row, column) in view.board
            ]
            self._mines |= known
            return lines
        return []


def _written(move: Move, view: View) -> str:
    """Write a move as a line that the host understands; raise PlayerFailed if it would not."""
    if not (hasattr(move, "cell") and hasattr(move, "certain")):
        kind = type(move).__name__
        raise PlayerFailed(
            "not a move", f"move(view) returns a sapper.Move, or None to stop, not {kind}"
        )
    row, column = (index(number) for number in move.cell)
    risk = getattr(move, "risk", None)  # it may be a move of the player's own making
    words = f"move {row} {column} {'certain' if move.certain else 'guess'}"
    line = _because(
        words if risk is None else f"{words} risk {float(risk)!r}", getattr(move, "reason", "")
    )
    read_answer(line, view)
    return line


def _failed(fault: PlayerFailed) -> str:
    return _because(f"failed {fault.kind}", str(fault))


def _because(words: str, reason: str) -> str:
    text = one_line(str(reason)[:_LONGEST_REASON])
    return f"{words} why {text}" if text else words


def _numbers(*words: str) -> list[int]:
    for word in words:
        if not (word.isascii() and word.isdigit() and len(word) <= 20):
            raise SapperError(f"{brief(word, 60)} is not a number")
    return [int(word) for word in words]


def _main(name: str) -> int:
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        stream.reconfigure(errors="replace")  # type: ignore[union-attr]  # true of real streams
    try:
        serve(name, sys.stdin, sys.stdout, tells_mines=True)
    except SapperError as error:
        sys.stderr.write(f"{one_line(str(error))}\n")
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(_main(sys.argv[1]))
