"""The decisions of `fast`, `master` and `deep`, which `kernel/play/player.cpp` makes."""

from __future__ import annotations

from collections.abc import Sequence
from math import isnan
from typing import Any, Literal, NamedTuple

from sapper import _kernel
from sapper.engine.kernel_errors import kernel_errors
from sapper.rules.board import Cell
from sapper.rules.errors import InvalidBoard
from sapper.rules.view import FirstClick, View

Strength = Literal["fast", "master", "deep"]


class Candidate(NamedTuple):
    """A candidate for a guess, with its figures.

    `risk` is the chance that it is a mine, `progress` the chance that it shows a cell that is
    certainly safe, and `chance` the estimated chance of winning the game by it.
    """

    cell: Cell
    risk: float
    progress: float
    chance: float


class Decision(NamedTuple):
    """The cells to open now, and the numbers behind the choice.

    `kind` is first, certain, perfect (searched to the end), judged (by looking ahead) or
    safest. Certain cells come all at once; a guess comes alone, with the best candidates, up
    to five, itself first. `chance` is the estimated chance of winning the game; None if the
    board is too large for that.
    """

    cells: list[Cell]
    kind: str
    risk: float
    chance: float | None
    candidates: list[Candidate]


class Chooser:
    """A kernel player: the same view always gets the same decision."""

    def __init__(self, strength: Strength, first_click: FirstClick) -> None:
        with kernel_errors():
            self._native = _kernel.Player(strength, str(first_click))
        self._made_of = strength, first_click

    def __reduce__(self) -> tuple[Any, ...]:
        return Chooser, self._made_of

    def decide(self, view: View) -> Decision:
        """Return the cells to open; the view must know its mine total."""
        with kernel_errors():
            cells, kind, risk, chance, found = self._native.decide(view.array, _total(view))
        candidates = [Candidate(*each) for each in found]
        return Decision(cells, kind, risk, _known(chance), candidates)

    def chance(self, view: View) -> float | None:
        """Return the chance of winning, as in a decision, without looking for the best move."""
        with kernel_errors():
            return _known(self._native.chance(view.array, _total(view)))

    def chance_of(self, view: View, cells: Sequence[Cell]) -> float | None:
        """Return the chance of winning if these cells are opened now, by playing well after it."""
        with kernel_errors():
            return _known(self._native.chance_of(view.array, _total(view), cells))


def _total(view: View) -> int:
    if view.mines is None:
        raise InvalidBoard("this player needs the mine total")
    return view.mines


def _known(chance: float) -> float | None:
    return None if isnan(chance) else chance
