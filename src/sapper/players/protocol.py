"""The protocol of players: from the view alone to the next cell to open."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

from sapper.formatting import brief, one_line
from sapper.rules.arguments import need
from sapper.rules.board import Cell
from sapper.rules.errors import InvalidMove, SapperError
from sapper.rules.game import Game, Outcome
from sapper.rules.view import FirstClick, View

if TYPE_CHECKING:
    from sapper.engine import Candidate

_LONGEST = 1_000  # characters of a fault's text


@dataclass(frozen=True, slots=True)
class Move:
    """A player's move: the cell to open, whether it is certain, and the reason.

    Where the player knows them: the chance that the cell is a mine, the estimated chance
    of winning the game, and for a guess the best candidates, this cell first.

    >>> move = Move((0, 3), certain=False, reason="a corner is a good start", risk=0.2)
    >>> move.cell, move.risk
    ((0, 3), 0.2)
    """

    cell: Cell
    certain: bool
    reason: str
    risk: float | None = None
    chance: float | None = None
    candidates: tuple[Candidate, ...] = ()


class Player(Protocol):
    """The protocol of players: one player plays one game, and gets a seed for its choices.

    >>> class Reader:
    ...     def __init__(self, seed: int) -> None: ...
    ...     def move(self, view: View) -> Move | None:
    ...         return Move(next(view.unopened), certain=False, reason="the next one to read")
    >>> Reader(seed=0).move(View(9, 9, mines=10)).cell
    (0, 0)
    """

    def __init__(self, seed: int) -> None: ...

    def move(self, view: View) -> Move | None:
        """Name the next cell to open, or return None to stop."""


class PlayerFailed(SapperError):
    """A player lost its game by its own fault; `kind` is the reason in a few words."""

    def __init__(self, kind: str, message: str) -> None:
        super().__init__(one_line(message[:_LONGEST]))
        self.kind = one_line(kind[:60])

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.kind, str(self))

    @classmethod
    def raised(cls, error: BaseException) -> PlayerFailed:
        """Return the fault of a player that raised an error, whose own text may raise too."""
        try:
            return cls(f"raised {type(error).__name__}", str(error))
        except BaseException:
            return cls("raised an unreadable error", "its text raises an error too")


@dataclass(frozen=True, slots=True)
class Turn:
    """A move and the cells that it changed."""

    move: Move
    changed: list[Cell]


def turns(game: Game, player: Player) -> Iterator[Turn]:
    """Let a player play a game; yield each move until it ends or the player stops.

    The player runs in this process, and its errors are the caller's. A board that is pinned
    to a first cell always begins there.

    >>> from sapper import Level, make_player
    >>> game = Game(Level(9, 9, 10), seed=7)
    >>> moves = [turn.move for turn in turns(game, make_player("cautious"))]
    >>> str(game.outcome), all(move.certain for move in moves)
    ('won', True)
    """
    need(game, Game)
    if not callable(getattr(player, "move", None)):
        raise SapperError(
            f"a player, as make_player('master') returns it, is needed, not {brief(player)}"
        )
    if game.start is not None and not game.view.opened and game.outcome is Outcome.PLAYING:
        # a board that was drawn under no rule promises nothing, though its start may be pinned
        layout = game.layout if game.seed is None else None
        given = layout is not None and not layout.is_mine(game.start)
        certain = given or game.first_click is not FirstClick.NONE
        first = Move(game.start, certain, "this board begins here", risk=0.0 if certain else None)
        yield Turn(first, game.open(game.start))
    while game.outcome is Outcome.PLAYING:
        move = player.move(game.view)
        if move is None:
            return
        if not hasattr(move, "cell"):
            raise InvalidMove(f"a player answers a Move or None, not {brief(move)}")
        yield Turn(move, game.open(move.cell))
