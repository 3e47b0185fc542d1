"""What can be known and advised about a view: risks, hints, reasons, the chance of each number."""

from __future__ import annotations

import math
from contextlib import suppress
from typing import Any

import numpy as np

from sapper.engine import Analysis, Flags, analyse
from sapper.knowledge import Conclusion, Contradiction, KnowledgeBase, Unexplained, explain
from sapper.players import Move, explain_guess
from sapper.players.least_risk import ASSUMED_DENSITY
from sapper.players.native import MasterPlayer
from sapper.players.opening import opening_cell, promised
from sapper.rules.board import Cell
from sapper.rules.errors import InvalidPosition, SapperError
from sapper.rules.view import FLAG, View
from sapper.web.problems import Kind, Problem
from sapper.words import at, percent, short_percent

Json = dict[str, Any]
_MOST_DIGITS = 400  # of a number of layouts; JSON could carry more, nobody reads it


class Insight:
    """One view, asked about in several ways; raises InvalidPosition where no layout fits."""

    def __init__(
        self, view: View, *, flags: Flags = "ignore", density: float = ASSUMED_DENSITY
    ) -> None:
        self.view = view
        self._flags = flags
        self._base: KnowledgeBase | None = None
        try:
            self.analysis: Analysis = analyse(view, density=density, flags=flags)
        except Contradiction:
            raise
        except InvalidPosition as error:
            self.base()  # names all clues to blame where it sees the contradiction
            raise error
        self.safe, self.mines = set(self.analysis.safe), set(self.analysis.mines)
        if not self.analysis.exact:  # a spent budget may have missed what rules can show
            self.safe |= self.base().moves.keys()
            self.mines |= self.base().mines

    def base(self) -> KnowledgeBase:
        """Return what the three rules of knowledge show."""
        if self._base is None:
            base = KnowledgeBase(self.view.board)
            trusted = sorted(self.view.flags) if self._flags == "trust" else []
            base.give(dict.fromkeys(trusted, True))
            base.observe({cell: self.view[cell] for cell in self.view.opened})
            self._base = base
        return self._base

    def is_certain(self, cell: Cell) -> bool:
        return cell in self.safe or cell in self.mines

    def risk(self, cell: Cell) -> float:
        if cell in self.safe:
            return 0.0
        return 1.0 if cell in self.mines else float(self.analysis.risk[cell])

    def risk_form(self, cell: Cell) -> Json:
        risk, certain = self.risk(cell), self.is_certain(cell)
        return {"risk": risk, "risk_text": percent(risk, certain=certain)}

    def best(self) -> Move | None:
        """Name the best move: a safe cell, the promised first click, or the master's guess."""
        free = [cell for cell in self._by_ease() if cell not in self.view.flags]
        for cell in free or self._by_ease():
            return Move(cell, True, self.reason(cell)["text"], risk=0.0)
        return promised(self.view, opening_cell(self.view)) or self._guess()

    def _by_ease(self) -> list[Cell]:
        """List the safe cells, those that the three rules show first."""
        if not self.safe:
            return []
        easy = self.base().moves
        return sorted(self.safe, key=lambda cell: (cell not in easy, cell))

    def _guess(self) -> Move | None:
        free = sum(1 for cell in self.view.unopened if cell not in self.mines)
        if not free:
            return None
        try:
            return MasterPlayer(0).move(self.view)
        except InvalidPosition:
            raise
        except SapperError:  # where flags are trusted, what is left may not be what it expects
            return None

    def overlay(self) -> Json:
        """Return risks of all cells with their texts, the certain cells, and the best move."""
        risk = self.analysis.risk.copy()
        for cells, sure in ((self.safe, 0.0), (self.mines, 1.0)):
            for cell in cells:
                risk[cell] = sure
        best = self.best()
        return {
            "risk": np.where(np.isnan(risk), None, risk).tolist(),  # type: ignore[call-overload]  # its stub knows no objects
            "texts": self._texts(risk.tolist()),
            "safe": sorted(self.safe),
            "mines": sorted(self.mines),
            "exact": self.analysis.exact,
            "layouts": self._layouts(),
            "log10_layouts": self.analysis.log_layouts / math.log(10),
        } | self._evaluation(best)

    def _texts(self, risk: list[list[float]]) -> list[list[str | None]]:
        texts = [[None if r != r else short_percent(r) for r in row] for row in risk]
        for cell in self.safe:
            texts[cell[0]][cell[1]] = short_percent(0, certain=True)
        for cell in self.mines:
            texts[cell[0]][cell[1]] = short_percent(1, certain=True)
        return texts

    def _layouts(self) -> str | None:
        number = self.analysis.layouts
        if number is None or number.bit_length() > _MOST_DIGITS * 3:
            return None
        return str(number)

    def _evaluation(self, best: Move | None) -> Json:
        if best is None:
            return {"best": None, "safety": None, "safety_text": None}
        risk = self._move_risk(best)
        text = percent(risk, certain=best.certain)
        form = {"cell": best.cell, "certain": best.certain, "risk": risk, "risk_text": text}
        safety_text = percent(1 - risk, certain=best.certain)
        return {"best": form, "safety": 1 - risk, "safety_text": safety_text}

    def _move_risk(self, move: Move) -> float:
        return 0.0 if move.certain else self.risk(move.cell)

    def hint(self) -> Json:
        """Return the best move with its reason, and what to light on the board."""
        move = self.best()
        if move is None:
            return _NO_HINT
        risk = self._move_risk(move)
        told = {
            "cell": move.cell,
            "certain": move.certain,
            "risk": risk,
            "risk_text": percent(risk, certain=move.certain),
            "chance": move.chance,
            "chance_text": None if move.chance is None else percent(move.chance),
            "alternatives": [
                {"cell": other.cell, "score": other.score} | self.risk_form(other.cell)
                for other in move.alternatives
            ],
        }
        return told | self._why(move)

    def _why(self, move: Move) -> Json:
        if move.cell in self.safe:
            reason = self.reason(move.cell)
            wrong = " Its flag is wrong." if self.view[move.cell] == FLAG else ""
            kept = ("clues", "cells", "tier", "tier_name", "uses_mine_count")
            return {"reason": reason["text"] + wrong} | {name: reason[name] for name in kept}
        text = move.reason
        if not move.certain:
            text = explain_guess(self.view, move)
        return _UNEXPLAINED | {"reason": text}

    def reason(self, cell: Cell) -> Json:
        """Return why a cell is safe or a mine; raise a Problem where it is not certain."""
        self.view.board.index(cell)
        if not self.is_certain(cell):
            state = "open" if self.view.is_opened(cell) else "not certain"
            message = f"{at(cell)} is {state}: there is nothing to prove"
            raise Problem(Kind.NOT_CERTAIN, message, cell=list(cell))
        if self._flags == "ignore":
            with suppress(Unexplained):
                return reason_form(explain(self.view, cell))
        return self._plain_reason(cell)

    def _plain_reason(self, cell: Cell) -> Json:
        known = self.base().conclusion(cell)
        form = {"cell": cell, "is_mine": cell in self.mines}
        if known is None:
            verdict, share = ("a mine", "each") if cell in self.mines else ("safe", "none")
            text = f"{at(cell)} is {verdict}: of all layouts that fit, {share} has a mine there"
            return form | _UNEXPLAINED | {"text": text}
        cells = sorted(known.sentence.cells) if known.sentence else []
        return form | _UNEXPLAINED | {"text": str(known), "clues": _cells(known), "cells": cells}

    def numbers(self, cell: Cell) -> Json:
        """Return the chance that a cell shows 0, 1 … 8."""
        self.view.board.index(cell)
        chances = self.analysis.number_chances(cell)
        sure = [chance == 1.0 and cell in self.safe for chance in chances]
        texts = [
            percent(chance, certain=is_sure or chance == 0.0)
            for chance, is_sure in zip(chances, sure, strict=True)
        ]
        return {"cell": cell, "numbers": list(chances), "texts": texts} | self.risk_form(cell)


_UNEXPLAINED: Json = {
    "clues": [],
    "cells": [],
    "tier": None,
    "tier_name": None,
    "uses_mine_count": False,
}
_NO_HINT: Json = _UNEXPLAINED | {
    "cell": None,
    "certain": False,
    "risk": None,
    "risk_text": None,
    "reason": "There is no cell left to open.",
    "chance": None,
    "chance_text": None,
    "alternatives": [],
}


def _cells(known: Conclusion) -> list[Cell]:
    return [clue.cell for clue in known.clues]


def reason_form(reason: Any) -> Json:
    return {
        "cell": reason.cell,
        "is_mine": reason.is_mine,
        "tier": int(reason.tier),
        "tier_name": str(reason.tier),
        "clues": list(reason.clues),
        "cells": list(reason.cells),
        "uses_mine_count": reason.uses_mine_count,
        "text": str(reason),
    }
