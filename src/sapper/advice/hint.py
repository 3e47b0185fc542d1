"""Three strengths of help: where to look, by which technique, and the answer."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from enum import StrEnum
from statistics import fmean
from typing import TYPE_CHECKING

from sapper.advice.proof import Proof, ProofStep
from sapper.formatting import at, brief, joined
from sapper.knowledge import Tier
from sapper.knowledge.sentence import Clue
from sapper.rules.board import Board, Cell
from sapper.rules.errors import SapperError

if TYPE_CHECKING:
    from sapper.advice.advice import Advice

_FEW = 6  # clues that a nudge names one by one
_SIDES = (("top", "bottom"), ("left", "right"))


class Strength(StrEnum):
    """The strength of a hint: nudge, technique or answer.

    >>> [str(strength) for strength in Strength], str(Strength.NUDGE.stronger)
    (['nudge', 'technique', 'answer'], 'technique')
    """

    NUDGE = "nudge"
    TECHNIQUE = "technique"
    ANSWER = "answer"

    @classmethod
    def _missing_(cls, value: object) -> Strength:
        raise SapperError(f"a hint is a nudge, a technique or an answer, not {brief(value)}")

    @property
    def stronger(self) -> Strength:
        """The next strength; the answer stays the answer."""
        every = list(Strength)
        return every[min(every.index(self) + 1, len(every) - 1)]


@dataclass(frozen=True, slots=True)
class Hint:
    r"""A hint: its text, and the clues to look at.

    Only the answer has the `cell` to open, the `cells` of its reason, and the
    `steps`. `tier` is the technique, where one is known and the hint is more than a nudge.

    >>> from sapper import advise, read_view
    >>> advice = advise(read_view("1 1 1\n# # #"))
    >>> for strength in Strength:
    ...     print(advice.hint(strength).text)
    Look at the 1 at A1 and the 1 at B1, in the top left corner.
    Subset: all the cells of one clue lie within another's.
    The 1 at A1 has its mine in A2 or B2. So the 1 at B1 needs no other mine: C2 is safe.
    """

    strength: Strength
    text: str
    clues: tuple[Cell, ...] = ()
    tier: Tier | None = None
    cell: Cell | None = None
    cells: tuple[Cell, ...] = ()
    steps: tuple[ProofStep, ...] = ()


def hint(advice: Advice, strength: Strength) -> Hint:
    """Return help for the best move; it is the answer where there is no move."""
    if advice.best is None:
        return Hint(Strength.ANSWER, advice.reason)
    if advice.certain:
        return _certain(advice, advice.proof(advice.best), strength)
    match strength:
        case Strength.NUDGE:
            return Hint(strength, "Nothing is certain here: you will have to guess.")
        case Strength.TECHNIQUE:
            weigh = "weigh the risk of each cell against what its number may show"
            return Hint(strength, f"A guess: {weigh}.")
    cells = (advice.best,)
    steps = (ProofStep(advice.reason, (), cells),)
    return Hint(strength, advice.reason, cell=advice.best, cells=cells, steps=steps)


def _certain(advice: Advice, proof: Proof, strength: Strength) -> Hint:
    tier = None if proof.reason is None else proof.reason.tier
    match strength:
        case Strength.NUDGE:
            return Hint(strength, _nudge(advice, proof), proof.clues)
        case Strength.TECHNIQUE:
            text = _no_technique(advice) if tier is None else tier.idea
            return Hint(strength, text, proof.clues, tier)
    return Hint(strength, proof.text, proof.clues, tier, proof.cell, proof.cells, proof.steps)


def _no_technique(advice: Advice) -> str:
    if not advice.view.opened:
        return "The first click: the rules of this game promise that it is safe."
    return "No technique: too many numbers play a part to tell why."


def _nudge(advice: Advice, proof: Proof) -> str:
    """Say which clues to look at, and where they are."""
    view = advice.view
    if not view.opened:
        return "Nothing is open yet: think of the rules for the first click."
    if not proof.clues:
        return "Look at the whole board."
    if len(proof.clues) <= _FEW:
        clues = joined(Clue(cell, view[cell]) for cell in proof.clues)
        return f"Look at {clues}, {area(view.board, proof.clues)}."
    middle = min(proof.clues, key=lambda cell: _distance(cell, proof.clues))
    return f"Look at the {len(proof.clues)} clues around {at(middle)}."


def _distance(cell: Cell, others: Collection[Cell]) -> int:
    return sum(max(abs(cell[0] - row), abs(cell[1] - column)) for row, column in others)


def area(board: Board, cells: Collection[Cell]) -> str:
    """Say in which part of the board some cells are."""
    sizes = (board.height, board.width)
    sides = [
        _side(fmean(place) / (size - 1) if size > 1 else 0.5, names)
        for place, size, names in zip(zip(*cells, strict=True), sizes, _SIDES, strict=True)
    ]
    named = [side for side in sides if side]
    if len(named) == 2:
        return f"in the {' '.join(named)} corner"
    return f"near the {named[0]} edge" if named else "in the middle"


def _side(share: float, names: tuple[str, str]) -> str:
    return names[0] if share < 1 / 3 else names[1] if share > 2 / 3 else ""
