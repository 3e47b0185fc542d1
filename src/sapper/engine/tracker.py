"""Follow a game: a newly opened cell makes the kernel count only its surroundings."""

from __future__ import annotations

from typing import Any, NamedTuple

from sapper import _kernel
from sapper.engine.analysis import Analysis
from sapper.engine.kernel_errors import kernel_errors
from sapper.engine.validation import EXPECTED, MEBIBYTES, STEPS, bytes_of, density_for
from sapper.rules.board import Cell
from sapper.rules.errors import InvalidBoard
from sapper.rules.view import View

_IN_WORDS = kernel_errors()  # made once: a player updates its tracker at every move


class NewlyCertain(NamedTuple):
    """Unopened cells that became certain."""

    safe: list[Cell]
    mines: list[Cell]


class Tracker:
    """Follows a view as it grows; an opened cell affects only the components near it.

    The certain cells after `update` are those of `analyse`, at a cost per opened cell
    that does not depend on the size of the board. Flags prove nothing.

    >>> from sapper import Game, read_layout
    >>> game = Game.of(read_layout("..*."))
    >>> tracker = Tracker(game.view)
    >>> _ = game.open((0, 1))
    >>> tracker.update()
    NewlyCertain(safe=[(0, 3)], mines=[])
    """

    def __init__(
        self,
        view: View,
        *,
        density: float | None = None,
        steps: float = STEPS,
        mebibytes: int = MEBIBYTES,
    ) -> None:
        if not isinstance(view, View):
            raise InvalidBoard("a tracker follows a View")
        self.view = view
        self.read = 0  # how many of the opened cells have been taken in
        self._options = density, steps, mebibytes
        with kernel_errors(EXPECTED):
            self._native = _kernel.Tracker(
                view.height,
                view.width,
                mines=view.mines,
                density=density_for(view.mines, density),
                steps=steps,
                bytes=bytes_of(mebibytes),
            )

    def __reduce__(self) -> tuple[Any, ...]:
        return _restored, (self.view, self.read, *self._options)

    def update(self) -> NewlyCertain:
        """Take in the cells opened since the last time; return the newly certain ones.

        Raise InvalidPosition, and take in nothing, when no layout fits.
        """
        return self._take_in(len(self.view.opened))

    def _take_in(self, count: int) -> NewlyCertain:
        """Take in so many of the opened cells, with those that were taken in before."""
        view = self.view
        fresh = view.opened[self.read : count]
        with _IN_WORDS:
            safe, mines = self._native.open([(*cell, view[cell]) for cell in fresh])
        self.read += len(fresh)
        return NewlyCertain(safe, mines)

    def analysis(self) -> Analysis:
        """Return the analysis of the whole view."""
        return Analysis(self._native.analysis())


def _restored(
    view: View, read: int, density: float | None, steps: float, mebibytes: int
) -> Tracker:
    """Return a tracker with the state of another one."""
    tracker = Tracker(view, density=density, steps=steps, mebibytes=mebibytes)
    tracker._take_in(read)
    return tracker
