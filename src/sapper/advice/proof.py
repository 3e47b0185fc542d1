"""The reason why a cell is certain: the simplest one, or the best one known."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

from sapper.formatting import at
from sapper.knowledge import Conclusion, Reason, Rule, Step
from sapper.rules.board import Cell


class ProofStep(NamedTuple):
    """A step of a proof as text, with its clues and cells.

    `step` is the same as data; None where no technique is known.
    """

    text: str
    clues: tuple[Cell, ...]
    cells: tuple[Cell, ...]
    step: Step | None = None

    def to_json(self) -> dict[str, Any]:
        form = {"text": self.text, "clues": self.clues, "cells": self.cells}
        if self.step is None:
            return form | {"kind": None, "said": [], "follows": None, "uses": []}
        kind, said, follows, uses, _ = self.step
        return form | {
            "kind": str(kind),
            "said": [
                {"clue": part.clue and part.clue.cell, "cells": part.cells, "mines": part.mines}
                for part in said
            ],
            "follows": follows and {"cells": follows.cells, "mines": follows.mines},
            "uses": uses,
        }


@dataclass(frozen=True, slots=True)
class Proof:
    """A proof for a certain cell, in short sentences; the last one is the conclusion.

    `reason` has the technique and the steps as data. It is None where the cell follows from
    trusted flags, or where the search for a reason would take too long; `clues` and `cells` are
    those that the sentences mention.
    """

    cell: Cell
    is_mine: bool
    text: str
    clues: tuple[Cell, ...] = ()
    cells: tuple[Cell, ...] = ()
    reason: Reason | None = None

    @classmethod
    def by(cls, reason: Reason) -> Proof:
        """Turn a reason into a proof."""
        return cls(reason.cell, reason.is_mine, reason.text, reason.clues, reason.cells, reason)

    @classmethod
    def concluded(cls, known: Conclusion) -> Proof:
        """Turn a conclusion of the three rules, or a trusted flag, into a proof."""
        trusted = f"The flag at {at(known.cell)} is trusted: it is a mine."
        text = trusted if known.rule is Rule.GIVEN else str(known)
        clues = tuple(clue.cell for clue in known.clues)
        cells = tuple(sorted(known.sentence.cells)) if known.sentence else ()
        return cls(known.cell, known.is_mine, text, clues, cells)

    @property
    def steps(self) -> tuple[ProofStep, ...]:
        if self.reason is None:
            return (ProofStep(self.text, self.clues, self.cells),)
        pairs = zip(self.reason.sentences, self.reason.steps, strict=True)
        return tuple(ProofStep(text, step.clues, step.cells, step) for text, step in pairs)

    def __str__(self) -> str:
        return self.text
