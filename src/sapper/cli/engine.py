"""sapper engine: a player that speaks the line protocol, for programs that host it."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from importlib.metadata import version
from typing import Annotated

import typer

from sapper.cli.console import ExitCode, answering, one_line
from sapper.cli.match_run import DEFAULT_PLAYER, PLAYERS_HELP, find_players_here
from sapper.players.host import PROTOCOL
from sapper.players.protocol import Move, Player
from sapper.players.registry import player_class
from sapper.rules.errors import SapperError
from sapper.rules.view import FirstClick, ViewWriter

HELP = """Speak the line protocol on standard input and output.

The protocol is described in docs/protocol.md. A host sends hello, new, open and go lines; each
go is answered with a move or stop. Lines that are not understood are answered on standard error
and change nothing.

\b
Examples:
  sapper engine --player least-risk
  sapper bench --player "cmd:sapper engine --player textbook" --level beginner
"""


@answering
def run(
    player: Annotated[str, typer.Option(metavar="NAME", help=f"{PLAYERS_HELP}.")] = DEFAULT_PLAYER,
) -> ExitCode:
    find_players_here([player])
    engine = Engine(player, player_class(player))
    for line in sys.stdin:
        if line.strip() == "quit":
            break
        try:
            for answer in engine.answers(line):
                print(answer, flush=True)
        except SapperError as error:
            print(f"sapper: {one_line(str(error))}", file=sys.stderr, flush=True)
            if line.strip() == "go":
                print("stop", flush=True)  # the host waits for an answer
    return ExitCode.DONE


class Engine:
    """The program's side of the protocol."""

    def __init__(self, name: str, kind: type[Player]) -> None:
        self._name, self._kind = name, kind
        self._player: Player | None = None
        self._seen = ViewWriter(1, 1)

    def answers(self, line: str) -> Iterator[str]:
        """Process one line and yield its answer, if it has one."""
        match line.split():
            case []:
                return
            case ["hello", *_]:
                yield f"hello {PROTOCOL} sapper {self._name} {version('sapper')}"
            case ["new", width, height, mines, rule, seed]:
                self._begin(_numbers(width, height, seed), mines, rule)
            case ["open", row, column, clue]:
                place, across, number = _numbers(row, column, clue)
                self._seen.reveal((place, across), number)
            case ["go"]:
                yield self._go()
            case _:
                raise SapperError(f"{line.strip()!r:.60} is not a line of the protocol")

    def _begin(self, numbers: list[int], mines: str, rule: str) -> None:
        width, height, seed = numbers
        if rule not in set(FirstClick):
            raise SapperError(f"{rule!r:.60} is not a first-click rule")
        total = None if mines == "?" else _numbers(mines)[0]
        self._seen = ViewWriter(height, width, total, FirstClick(rule))
        self._player = self._kind(seed)

    def _go(self) -> str:
        if self._player is None:
            raise SapperError("go before the first new")
        move = self._player.move(self._seen.view)
        return "stop" if move is None else _answer(move)


def _answer(move: Move) -> str:
    words = [f"move {move.cell[0]} {move.cell[1]} {'certain' if move.certain else 'guess'}"]
    if move.risk is not None:
        words.append(f"risk {move.risk!r}")
    return f"{' '.join(words)} why {one_line(move.reason)}"


def _numbers(*words: str) -> list[int]:
    for word in words:
        if not (word.isascii() and word.isdigit() and len(word) <= 20):
            raise SapperError(f"{word!r:.60} is not a number")
    return [int(word) for word in words]
