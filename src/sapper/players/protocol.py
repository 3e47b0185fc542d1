"""What a player is: whoever names the next cell to open, given the view alone."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Protocol

from sapper.rules.board import Cell
from sapper.rules.game import Game, Outcome
from sapper.rules.view import View


@dataclass(frozen=True, slots=True)
class Move:
    """The cell to open, whether the player is certain of it, and why, in one sentence.

    `risk` is the chance that the cell is a mine, where the player knows it.
    """

    cell: Cell
    certain: bool
    reason: str
    risk: float | None = None


class Player(Protocol):
    """Plays one game; a new one is made, with a seed for its choices, for each game."""

    def __init__(self, seed: int) -> None: ...

    def move(self, view: View) -> Move | None:
        """Name the next cell to open, or return None to stop where it sees no move to make."""


@dataclass(frozen=True, slots=True)
class Turn:
    """A move and the cells that it changed."""

    move: Move
    changed: list[Cell]


def turns(game: Game, player: Player) -> Iterator[Turn]:
    """Let a player play a game, move by move, until it ends or the player stops."""
    while game.outcome is Outcome.PLAYING:
        move = player.move(game.view)
        if move is None:
            return
        yield Turn(move, game.open(move.cell))
