"""Advice on one view, with the best move; command line, page and review only show it."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property, partial
from typing import TYPE_CHECKING

from sapper.advice.hint import Hint, Strength, hint
from sapper.advice.proof import Proof
from sapper.engine import STEPS, Analysis, Candidate, Chooser, Decision, Flags, analyse
from sapper.formatting import at, counted, sentence, unanimous
from sapper.knowledge import Explainer, KnowledgeBase, NotCertain, Reason, Unexplained
from sapper.knowledge.frontier import Frontier
from sapper.players.guessing import explain_guess
from sapper.players.least_risk import ASSUMED_DENSITY, guess
from sapper.players.native import guessed
from sapper.players.opening import opening_cell, promised
from sapper.players.protocol import Move
from sapper.rules.board import Cell
from sapper.rules.errors import InvalidPosition
from sapper.rules.view import View

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

_STEPS = 2_000_000  # for explaining all cells of a view: seconds at worst


def advise(
    view: View,
    *,
    flags: Flags = "ignore",
    density: float = ASSUMED_DENSITY,
    steps: float = STEPS,
) -> Advice:
    """Return advice for a view: certain cells with reasons, risks, and the best move.

    The options are those of `analyse`. Later changes to the view have no effect. Raise
    InvalidPosition for a view that no layout fits; where the three rules see that, it is a
    Contradiction, which names all clues to blame. Raise InvalidBoard if `view` is not a View.

    >>> advice = advise(View.of([[-1, 1, -1, -1]], mines=1))
    >>> advice
    <Advice: 1 safe, 0 mines, open D1, certain>
    >>> print(advice.reason)
    There is only one mine, and the 1 at B1 needs it. So none is left for D1, which is safe.
    """
    here = Frontier(view).view.copy()
    try:
        analysis = analyse(here, density=density, flags=flags, steps=steps)
    except InvalidPosition:
        _read(here, here.flags if flags == "trust" else ())
        raise
    return Advice(here, analysis, flags=flags, density=density, steps=steps)


class Advice:
    """Advice for a position: certain cells with reasons, risks and the best move.

    `safe` and `mines` are the certain cells, `trusted` the flags that count as mines, and
    `analysis` is what the engine counted. `view` must not change later.

    >>> advice = advise(View.of([[1, -1], [-1, -1]], mines=1))
    >>> advice.best, advice.certain, round(advice.chance, 3)
    ((0, 1), False, 0.333)
    >>> advice.is_certain((1, 1))
    False
    """

    def __init__(
        self,
        view: View,
        analysis: Analysis,
        *,
        flags: Flags = "ignore",
        density: float = ASSUMED_DENSITY,
        steps: float = STEPS,
    ) -> None:
        self.view = view
        self.analysis = analysis
        self.trusted = frozenset(view.flags if flags == "trust" else ())
        self.safe, self.mines = analysis.safe, analysis.mines
        if not analysis.exact:  # a spent budget may have missed what the three rules show
            self.safe |= self.base.moves.keys()
            self.mines |= self.base.mines
        self._explained: dict[Cell, Reason | None] = {}
        self._why_guess = partial(explain_guess, view, density=density, flags=flags, steps=steps)

    def __repr__(self) -> str:
        found = f"{len(self.safe)} safe, {counted(len(self.mines), 'mine')}"
        move = "nothing to open" if self.best is None else f"open {at(self.best)}"
        return f"<Advice: {found}, {move}{', certain' if self.certain else ''}>"

    @cached_property
    def base(self) -> KnowledgeBase:
        """The conclusions of the three rules, from trusted flags too."""
        return _read(self.view, self.trusted)

    @cached_property
    def risk(self) -> npt.NDArray[np.float64]:
        """The chance that each cell is a mine; NaN where it is open."""
        risk = self.analysis.risk.copy()
        for cells, certainty in ((self.safe, 0), (self.mines, 1)):
            for cell in cells:
                risk[cell] = certainty
        return risk

    @property
    def unsure(self) -> list[Cell]:
        """The cells that are not certain, row by row."""
        return [cell for cell in self.view.unopened if not self.is_certain(cell)]

    def is_certain(self, cell: Cell) -> bool:
        return cell in self.safe or cell in self.mines

    # The best move.

    @property
    def best(self) -> Cell | None:
        """The cell to open; None if every cell left is a mine or has a flag.

        The easiest safe cell, else the first click that the game promises to be safe, else
        the guess of the player `master`. Where that cannot decide, because the mine total is
        unknown or flags are trusted, it is the cell of least risk.
        """
        return None if self._move is None else self._move.cell

    @property
    def certain(self) -> bool:
        """Whether the best move is safe for sure."""
        return self._move is not None and self._move.certain

    @property
    def chance(self) -> float | None:
        """The chance of winning the game with the play of `master`, as it estimates it.

        It is exact where the game can be searched to the end. It is None where the mine total
        is unknown, where flags are trusted, and where the board is too large.
        """
        return self._chance

    @property
    def candidates(self) -> tuple[Candidate, ...]:
        """The best guesses, up to five, best first; none where a cell is safe."""
        return () if self._decision is None else tuple(self._decision.candidates)

    def chance_of(self, cells: Iterable[Cell]) -> float | None:
        """Return the chance of winning if these cells are opened now, all at once.

        It is at most `chance`: a safe cell and the best guess keep it, a mine leaves nothing.
        It is None where `chance` is. Raise InvalidMove if a cell is open or not a cell.

        >>> advice = advise(View.of([[-1, 1, -1, -1]], mines=1))
        >>> advice.chance_of([(0, 3)]), advice.chance_of([(0, 2)])
        (1.0, 0.5)
        >>> advice.chance_of([(0, 0), (0, 2)])
        0.0
        """
        opened = sorted(set(cells))
        for cell in opened:
            Frontier(self.view).check_unopened(cell)
        if not self._decidable:
            return None
        if not self.mines.isdisjoint(opened):
            return 0.0
        if self.safe.issuperset(opened) or opened == [self.best]:
            return self.chance
        return self._chooser.chance_of(self.view, opened)

    @cached_property
    def _chooser(self) -> Chooser:
        return Chooser("master", self.view.first_click)

    @property
    def _decidable(self) -> bool:
        return self.view.mines is not None and not self.trusted

    @cached_property
    def _decision(self) -> Decision | None:
        return self._chooser.decide(self.view) if self._decidable else None

    @cached_property
    def _chance(self) -> float | None:
        return self._chooser.chance(self.view) if self._decidable else None

    @property
    def reason(self) -> str:
        """Why to open the best cell, or why there is none to open, in short sentences."""
        if self._move is None:
            return "Every cell left is a mine or has a flag."
        return self.proof(self._move.cell).text if self.certain else self._why_guess(self._move)

    @cached_property
    def _move(self) -> Move | None:
        for cell in self.easiest_first(self.safe)[:1]:
            return Move(cell, True, unanimous(cell, False), risk=0.0)
        return promised(self.view, self._first_cell()) or self._guess()

    def _first_cell(self) -> Cell:
        """Return where `master` begins, or where any player would if it cannot decide."""
        if self._decision is None or self._decision.kind != "first":
            return opening_cell(self.view)
        return self._decision.cells[0]

    def _guess(self) -> Move | None:
        least = guess(self.view, self.risk, self.mines, exact=self.analysis.exact)
        if least is None or self._decision is None:
            return least
        move = guessed(self.view, self._decision)
        return least if move is None or move.cell in self.mines else move

    def easiest_first(self, cells: Iterable[Cell]) -> list[Cell]:
        """Order certain cells by how much it takes to prove them.

        Cells without a flag come first, then those that the three rules show: by the most
        clues of any step of the proof, then by the number of steps and of clues in all of it.
        Equals come row by row.
        """
        chosen = sorted(cells)
        return sorted(chosen, key=self._effort) if len(chosen) > 1 else chosen

    def _effort(self, cell: Cell) -> tuple[bool, bool, int, int, int]:
        steps = [len(step.clues) for step in self.base.proof(cell) if step.clues]
        return cell in self.view.flags, not steps, max(steps, default=0), len(steps), sum(steps)

    def hint(self, strength: Strength | str = Strength.ANSWER) -> Hint:
        """Help with the best move: where to look, by which technique, or the answer."""
        return hint(self, Strength(strength))

    # Reasons.

    def describe(self, cell: Cell) -> str:
        """Return the reason for a certain cell, or the risk of any other unopened cell."""
        try:
            return self.proof(cell).text
        except NotCertain:
            move = Move(cell, False, "requested")
            best = self._move if cell == self.best else None
            return f"{at(cell)} is not certain. {self._why_guess(best or move)}"

    def proof(self, cell: Cell) -> Proof:
        """Return why a cell is safe or a mine; raise NotCertain if that is not certain.

        Raise InvalidMove if the cell is open or not a cell.
        """
        Frontier(self.view).check_unopened(cell)
        if self.is_certain(cell):
            return self._proof(cell)
        if self._move is not None and self._move.certain and cell == self._move.cell:
            return Proof(cell, False, sentence(self._move.reason))  # the game promises it
        raise NotCertain.about(cell)

    def _proof(self, cell: Cell) -> Proof:
        if (reason := self._reason(cell)) is not None:
            return Proof.by(reason)
        if (known := self.base.conclusion(cell)) is not None:
            return Proof.concluded(known)
        if self.view.mines == len(self.mines) and cell in self.safe:
            return Proof(cell, False, f"Every mine is found, so {at(cell)} is safe.")
        return Proof(cell, cell in self.mines, unanimous(cell, cell in self.mines))

    def _reason(self, cell: Cell) -> Reason | None:
        """Explain a certain cell; None where that takes too long, or only flags prove it."""
        if cell not in self._explained:
            self._explained[cell] = None if cell in self.trusted else self._explain(cell)
        return self._explained[cell]

    def _explain(self, cell: Cell) -> Reason | None:
        try:
            return self._explainer.explain(cell) if self._explainer.spent < _STEPS else None
        except (NotCertain, Unexplained, InvalidPosition):
            return None

    @cached_property
    def _explainer(self) -> Explainer:
        return Explainer(self.view, fits=True)


def _read(view: View, trusted: Iterable[Cell]) -> KnowledgeBase:
    """Read all clues row by row: the order of opening must not change a word."""
    base = KnowledgeBase(view.board)
    base.give(dict.fromkeys(sorted(trusted), True))
    base.observe({cell: view[cell] for cell in sorted(view.opened)})
    return base
