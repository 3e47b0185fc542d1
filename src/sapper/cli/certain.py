"""What is certain in a position, with reasons, and the risks of the rest."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cached_property, partial

from sapper.engine import SECONDS, Flags, analyse
from sapper.knowledge import (
    Conclusion,
    Explainer,
    KnowledgeBase,
    NotCertain,
    Reason,
    Rule,
    Unexplained,
)
from sapper.players.guessing import explain_guess
from sapper.players.least_risk import ASSUMED_DENSITY, guess
from sapper.players.opening import opening_cell, promised
from sapper.players.protocol import Move
from sapper.rules.board import Cell
from sapper.rules.errors import InvalidPosition
from sapper.rules.picture import Sign
from sapper.rules.view import View

_STEPS = 2_000_000  # of explaining, for all cells of a view together: seconds at worst


class Reasons(Mapping[Cell, str]):
    """Cells with their reasons, each found out when it is asked for."""

    def __init__(self, cells: Iterable[Cell], why: Callable[[Cell], str]) -> None:
        self._cells = dict.fromkeys(cells)
        self._why = why

    def __getitem__(self, cell: Cell) -> str:
        if cell not in self._cells:
            raise KeyError(cell)
        return self._why(cell)

    def __contains__(self, cell: object) -> bool:
        return cell in self._cells

    def __iter__(self) -> Iterator[Cell]:
        return iter(self._cells)

    def __len__(self) -> int:
        return len(self._cells)


class Certain:
    """The unopened cells known to be safe or mines, each with its reason.

    The engine finds them, and `explain` gives the reasons. The knowledge base may know more where
    the engine's budget was spent, and knows what follows from flags that are trusted. Raise
    InvalidPosition for a view that no layout explains; where the knowledge base sees that, all
    clues to blame are named.
    """

    def __init__(
        self,
        view: View,
        base: KnowledgeBase | None = None,
        *,
        flags: Flags = "ignore",
        density: float = ASSUMED_DENSITY,
        seconds: float = SECONDS,
    ) -> None:
        self.view = view
        self.trusted = frozenset(view.flags if flags == "trust" else ())
        self.base = _read(view, self.trusted) if base is None else base
        self.analysis = analyse(view, density=density, flags=flags, seconds=seconds)
        self._explain_guess = partial(
            explain_guess, view, density=density, flags=flags, seconds=seconds
        )
        self._explained: dict[Cell, Reason | None] = {}
        mines = [one.cell for one in self.base.conclusions if one.is_mine]
        self.mines = Reasons([*mines, *sorted(self.analysis.mines)], self._why)
        self.safe = Reasons([*self.base.moves, *sorted(self.analysis.safe)], self._why)
        self.risk = self.analysis.risk.copy()
        for cells, certainty in ((self.safe, 0), (self.mines, 1)):
            for cell in cells:
                self.risk[cell] = certainty

    @cached_property
    def _explainer(self) -> Explainer:
        return Explainer(self.view, fits=True)

    def reason(self, cell: Cell) -> Reason | None:
        """Explain a certain cell; None if its flag is trusted, or what it follows from.

        None, too, where that would take too long.
        """
        if cell not in self._explained:
            self._explained[cell] = None if cell in self.trusted else self._explain(cell)
        return self._explained[cell]

    def _explain(self, cell: Cell) -> Reason | None:
        try:
            return self._explainer.explain(cell) if self._explainer.spent < _STEPS else None
        except (NotCertain, Unexplained, InvalidPosition):
            return None

    def _why(self, cell: Cell) -> str:
        reason, known = self.reason(cell), self.base.conclusion(cell)
        if reason is not None:
            return reason.text
        if known is not None:
            return _concluded(known)
        if self.view.mines == len(self.mines) and cell in self.safe:
            return "every mine is found"
        return "by counting all layouts, which agree on it"

    def told(self, cell: Cell) -> str:
        """Say what a certain cell is and why: "safe, by one clue: the 0 at (0,0) …"."""
        verdict, reason = "safe" if cell in self.safe else "a mine", self.reason(cell)
        how = "" if reason is None else f", {reason.technique}"
        return f"{verdict}{how}: {self._why(cell)}"

    def told_guess(self, move: Move) -> str:
        """Say why to guess there."""
        return self._explain_guess(move)

    @property
    def unsure(self) -> list[Cell]:
        known = self.safe.keys() | self.mines.keys()
        return [cell for cell in self.view.unopened if cell not in known]

    def best_move(self) -> Move | None:
        """Name the cell to open: a safe one, without a flag if there is such, or the best guess."""
        flags = self.view.flags
        for cell in sorted(self.safe, key=lambda cell: cell in flags)[:1]:
            return Move(cell, True, self.safe[cell], risk=0.0)
        return promised(self.view, opening_cell(self.view)) or guess(
            self.view, self.risk, self.mines, exact=self.analysis.exact
        )

    @property
    def signs(self) -> dict[Cell, Sign]:
        """The signs of the certain cells for a picture; a flag on a safe cell is wrong."""
        signs = dict.fromkeys(self.safe, Sign.SAFE) | dict.fromkeys(self.mines, Sign.MINE)
        return signs | dict.fromkeys(self.view.flags & self.safe.keys(), Sign.WRONG_FLAG)


def _read(view: View, trusted: frozenset[Cell]) -> KnowledgeBase:
    base = KnowledgeBase(view.board)
    base.give(dict.fromkeys(sorted(trusted), True))
    base.observe({cell: view[cell] for cell in view.opened})
    return base


def _concluded(conclusion: Conclusion) -> str:
    """Return why, without the verdict that `str` puts before it."""
    if conclusion.rule is Rule.GIVEN:
        return "its flag is trusted"
    return str(conclusion).partition(": ")[2]
