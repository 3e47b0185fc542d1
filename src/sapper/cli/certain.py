"""What is certain in a position: the knowledge base, and what the mine total adds to it."""

from __future__ import annotations

from sapper.cli.cells import counted
from sapper.knowledge import Conclusion, KnowledgeBase
from sapper.rules.board import Cell
from sapper.rules.errors import InvalidPosition
from sapper.rules.view import View


class Certain:
    """The unopened cells known to be safe or mines, each with its reason in one sentence.

    Flags are somebody's opinion and prove nothing. Raise InvalidPosition for a view
    whose clues contradict one another or its mine total.
    """

    def __init__(self, view: View, base: KnowledgeBase | None = None) -> None:
        self.view = view
        if base is None:
            base = KnowledgeBase(view.board)
            base.observe({cell: view[cell] for cell in view.opened})
        self.base = base
        self._check_total()
        self.safe = {cell: _reason(conclusion) for cell, conclusion in base.moves.items()}
        self.mines = {known.cell: _reason(known) for known in base.conclusions if known.is_mine}
        self._apply_total()

    @property
    def unsure(self) -> list[Cell]:
        known = self.safe.keys() | self.mines.keys()
        return [cell for cell in self.view.unopened if cell not in known]

    def _check_total(self) -> None:
        total, found = self.view.mines, len(self.base.mines)
        if total is None:
            return
        if found > total:
            raise InvalidPosition(
                f"the clues tell of {counted(found, 'mine')}, but there are only {total}"
            )
        room = self.view.board.size - len(self.base.safes)
        if room < total:
            raise InvalidPosition(
                f"there are {counted(total, 'mine')}, but the clues leave room for {room}"
            )

    def _apply_total(self) -> None:
        """Settle the rest where the total leaves no choice."""
        if self.view.mines is None:
            return
        rest, left = self.unsure, self.view.mines - len(self.mines)
        if left == 0:
            reason = "every mine is found" if self.view.mines else "there are no mines"
            self.safe |= dict.fromkeys(rest, reason)
        elif left == len(rest):
            self.mines |= dict.fromkeys(
                rest, f"{counted(left, 'mine')} more must fill what is left"
            )


def _reason(conclusion: Conclusion) -> str:
    """Return why, without the verdict that `str` puts before it."""
    return str(conclusion).partition(": ")[2]
