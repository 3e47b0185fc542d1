"""What is certain in a position, with reasons, and the risks of the rest."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from sapper.engine import SECONDS, Flags, analyse
from sapper.knowledge import (
    Conclusion,
    Explainer,
    KnowledgeBase,
    NotCertain,
    Rule,
    Unexplained,
)
from sapper.players.least_risk import ASSUMED_DENSITY, guess
from sapper.players.opening import opening_cell, promised
from sapper.players.protocol import Move
from sapper.rules.board import Cell
from sapper.rules.picture import Sign
from sapper.rules.view import View


class Reasons(Mapping[Cell, str]):
    """Cells with their reasons; one that is not known yet is found out when it is asked for."""

    def __init__(
        self, known: dict[Cell, str], cells: frozenset[Cell], why: Callable[[Cell], str]
    ) -> None:
        self._reasons: dict[Cell, str | None] = known | dict.fromkeys(sorted(cells - known.keys()))
        self._why = why

    def __getitem__(self, cell: Cell) -> str:
        reason = self._reasons[cell]
        if reason is None:
            reason = self._reasons[cell] = self._why(cell)
        return reason

    def __contains__(self, cell: object) -> bool:
        return cell in self._reasons

    def __iter__(self) -> Iterator[Cell]:
        return iter(self._reasons)

    def __len__(self) -> int:
        return len(self._reasons)


class Certain:
    """The unopened cells known to be safe or mines, each with its reason in one sentence.

    The engine finds them; the knowledge base gives reasons that a person can follow, and
    may know more where the engine's budget was spent. Raise InvalidPosition for a view that
    no layout explains; where the knowledge base sees that, all clues to blame are named.
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
        self._explainer: Explainer | None = None
        self.trusted = frozenset(view.flags if flags == "trust" else ())
        self.base = _read(view, self.trusted) if base is None else base
        self.analysis = analyse(view, density=density, flags=flags, seconds=seconds)
        known = self.base.conclusions
        mines = {one.cell: _reason(one) for one in known if one.is_mine}
        self.mines = Reasons(mines, self.analysis.mines, self._why)
        safe = {cell: _reason(one) for cell, one in self.base.moves.items()}
        self.safe = Reasons(safe, self.analysis.safe, self._why)
        self.risk = self.analysis.risk.copy()
        for cells, certainty in ((self.safe, 0), (self.mines, 1)):
            for cell in cells:
                self.risk[cell] = certainty

    def _why(self, cell: Cell) -> str:
        """Explain a cell that the knowledge base has no reason for."""
        if self.view.mines == len(self.mines) and cell in self.safe:
            return "every mine is found"
        try:
            if self._explainer is None:
                self._explainer = Explainer(self.view)
            return self._explainer.explain(cell).text
        except (NotCertain, Unexplained):  # flags were trusted, or it would take too long
            return "by counting all layouts, which agree on it"

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


def _reason(conclusion: Conclusion) -> str:
    """Return why, without the verdict that `str` puts before it."""
    if conclusion.rule is Rule.GIVEN:
        return "its flag is trusted"
    return str(conclusion).partition(": ")[2]
