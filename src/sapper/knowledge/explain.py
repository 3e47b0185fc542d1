"""The simplest reason a person can follow for a cell that is certain.

Nothing is remembered: a reason starts from the view alone. What one clue or two say at once has
the tier of that technique; whatever takes several steps is a chain or harder, even if each step
is easy. The exact check of `sapper.knowledge.layouts` decides what is certain, and that no clue
of a reason can be left out. All work is counted: a question that takes too much is Unexplained.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import cached_property, partial
from itertools import islice

from sapper.formatting import at, joined, mine_count
from sapper.knowledge.budget import Budget, OverBudget, TooWide
from sapper.knowledge.chain import Chain, Clash
from sapper.knowledge.frontier import Frontier
from sapper.knowledge.layouts import Layouts
from sapper.knowledge.links import Link, clues_behind, facts_of_pair, union
from sapper.knowledge.minimal import minimal
from sapper.knowledge.reason import Reason, Verdict
from sapper.knowledge.reason_builder import ReasonBuilder
from sapper.knowledge.sentence import Clue
from sapper.knowledge.tier import Tier
from sapper.rules.board import Cell
from sapper.rules.errors import InvalidPosition, SapperError
from sapper.rules.view import View

STEPS = 600_000
"""How much work one reason may cost: a few seconds at worst."""

_CHECK_STEPS = 100_000  # for looking through the whole view for a contradiction
_FEW = 5_000  # clues that are all read beforehand
_NEAR = 3  # rings of clues in which a chain is looked for before anything is counted


class NotCertain(SapperError):
    """The cell is a mine in some layouts that fit the view, and safe in others.

    >>> from sapper import read_view
    >>> explain(read_view("# 1 #"), (0, 0))
    Traceback (most recent call last):
    sapper.knowledge.explain.NotCertain: A1 is not certain: it may or may not be a mine
    """

    @classmethod
    def about(cls, cell: Cell) -> NotCertain:
        return cls(f"{at(cell)} is not certain: it may or may not be a mine")


class Unexplained(SapperError):
    r"""The search for a reason reached its limit.

    >>> from sapper import read_view
    >>> Explainer(read_view("1 2 1\n# # #"), steps=1).explain((1, 1))
    Traceback (most recent call last):
    sapper.knowledge.explain.Unexplained: whether B2 is certain would take too long to find out
    """


def explain(view: View, cell: Cell) -> Reason:
    """Return the simplest reason why an unopened cell is safe or a mine.

    Flags prove nothing. Raise NotCertain if it may be either, Unexplained if that takes too long
    to find out, InvalidPosition if no layout fits the view, InvalidMove if the cell is open or is
    not a cell, InvalidBoard if it is off the board or the view is not a View.

    >>> from sapper import read_view
    >>> print(explain(read_view("1 #"), (0, 1)))
    The 1 at A1 has only one unopened neighbour: B1 is a mine.
    """
    Frontier(view).check_unopened(cell)  # before all clues are read
    return Explainer(view).explain(cell)


class Explainer:
    r"""Explains the cells of one view, and reuses its work from cell to cell.

    Where some layout is known to fit the view, `fits=True` skips that check.

    >>> from sapper import read_view
    >>> explainer = Explainer(read_view("1 2 1\n# # #"))
    >>> [str(explainer.explain((1, column)).tier) for column in range(3)]
    ['subset', 'chain', 'subset']
    """

    def __init__(self, view: View, *, steps: int = STEPS, fits: bool = False) -> None:
        self._view = view
        self._steps = steps
        self._spent = 0
        self._frontier = Frontier(view)
        self._layouts = Layouts(self._frontier, Budget(_CHECK_STEPS))
        self._builder = ReasonBuilder(self._frontier)
        if len(view.opened) <= _FEW:
            _ = self._clues  # in order, so that no reason depends on earlier calls
        if not fits and len(view.opened) <= _CHECK_STEPS:
            self._check()

    def explain(self, cell: Cell) -> Reason:
        """Return the reason for one cell, as the function `explain` does."""
        self._frontier.check_unopened(cell)
        found = self._at_once(cell)
        if found is not None:
            return self._builder.linked(cell, *found)
        search = _Search(self._frontier, cell, self._renewed())
        try:
            return self._searched(cell, search)
        except OverBudget:
            raise Unexplained(
                f"whether {at(cell)} is certain would take too long to find out"
            ) from None
        except Clash as clash:  # where the check took too long
            raise self._blaming(clues_behind(*clash.links)) from None

    @property
    def spent(self) -> int:
        """How much work the reasons have cost so far."""
        return self._spent + self._layouts.budget.spent

    # Consistency.

    def _check(self) -> None:
        """Raise InvalidPosition if no layout fits; pass if that takes too long to find out."""
        try:
            totals, unseen = self._layouts.totals(self._clues, None)
            if not totals:
                raise self._contradiction()
            mines = self._view.mines
            if mines is not None and not self._layouts.reach(totals, unseen):
                raise InvalidPosition(f"no layout with {mine_count(mines)} fits the clues")
        except OverBudget:
            return

    @cached_property
    def _clues(self) -> list[Cell]:
        """The clues that see an unopened cell, in an order that does not depend on play."""
        opened = sorted(self._view.opened)
        return [clue for clue in opened if self._frontier.link(clue).mask]

    def _contradiction(self) -> InvalidPosition:
        fit = partial(self._layouts.allow, cell=None, counted=False)
        return self._blaming(minimal(self._clues, lambda clues: not fit(clues)))

    def _blaming(self, blamed: Iterable[Cell]) -> InvalidPosition:
        clues = joined(Clue(cell, self._view[cell]) for cell in sorted(blamed))
        return InvalidPosition(f"no layout fits: {clues} cannot all be true", min(blamed))

    # One clue, two clues.

    def _at_once(self, cell: Cell) -> tuple[Tier, Link] | None:
        """Return the conclusion from one clue or two, by the easiest technique."""
        near = self._frontier.seen_by(cell)
        for clue in near:
            link = self._frontier.link(clue)
            if link.is_settled:
                return Tier.ONE_CLUE, link
        bit = self._frontier.bit(cell)
        pairs = [pair for clue in near for pair in self._pairs(clue, bit)]
        best = min(pairs, key=lambda pair: pair[:2], default=None)
        return best and (best[0], best[2])

    def _pairs(self, clue: Cell, bit: int) -> Iterator[tuple[Tier, int, Link]]:
        """Yield the conclusions from a clue and another: technique, number of cells used, fact."""
        whole = self._frontier.link(clue)
        for other in self._frontier.links(self._frontier.sharing(clue)):
            if other.mask & bit:
                continue
            for fact in facts_of_pair(whole, other):
                if fact.mask & bit:
                    tier = Tier.OVERLAP if other.mask & ~whole.mask else Tier.SUBSET
                    yield tier, union([whole, other]).bit_count(), fact

    # Several steps.

    def _searched(self, cell: Cell, search: _Search) -> Reason:
        link = search.chained(_NEAR)
        if link is None:
            settled = self._settled(cell, search)
            if settled is None:
                return self._counted(cell, search)
            link = search.chained()
            if link is None:
                return self._by_cases(*settled)
        return self._by_chain(cell, search, link)

    def _settled(self, cell: Cell, search: _Search) -> tuple[Verdict, list[Cell]] | None:
        """Return the verdict on a cell with its clues; None if clues alone do not settle it.

        Few clues may be harder to judge than many, which leave less open.
        """
        groups = list(search.growing())
        for clues in groups[-1:] + groups:
            try:
                allowed = self._allowed(clues, cell, counted=False)
            except TooWide:
                continue
            if not all(allowed):
                return Verdict(cell, allowed[True]), clues
            if clues is groups[-1]:
                return None
        if groups:
            raise OverBudget
        return None

    def _by_chain(self, cell: Cell, search: _Search, link: Link) -> Reason:
        """Return the chain, or the same by cases where the chain uses a clue that is not needed.

        A chain subtracts whole sentences; a proof that only bounds them may need fewer clues.
        """
        verdict = Verdict(cell, bool(link.count))
        clues = search.nearest_first(clues_behind(link))
        forced = self._forces(verdict, counted=False)
        try:
            for order in (clues, clues[::-1]):
                kept = minimal(order, forced)
                proved = search.proved(kept)
                if proved is not None:
                    return self._builder.linked(cell, Tier.CHAIN, proved)
        except OverBudget:
            return self._builder.linked(cell, Tier.CHAIN, link, is_minimal=False)
        return self._builder.by_cases(verdict, Tier.CHAIN, kept, True, self._renewed())

    def _by_cases(self, verdict: Verdict, clues: list[Cell]) -> Reason:
        kept = self._needed(verdict, clues, counted=False)
        return self._builder.by_cases(verdict, Tier.CASES, *kept, self._renewed())

    def _needed(
        self, verdict: Verdict, clues: list[Cell], *, counted: bool
    ) -> tuple[list[Cell], bool]:
        """Return the clues that are needed, and whether each was shown to be."""
        forced, doubts = self._forces(verdict, counted=counted), False

        def suffice(some: list[Cell]) -> bool:
            nonlocal doubts
            try:
                return forced(some)
            except TooWide:
                doubts = True
                return False

        try:
            return minimal(clues, suffice), not doubts
        except OverBudget:
            return clues, False

    def _renewed(self) -> Budget:
        self._spent += self._layouts.budget.spent
        self._layouts.budget = Budget(self._steps)
        return self._layouts.budget

    def _counted(self, cell: Cell, search: _Search) -> Reason:
        """Return a reason that needs the number of mines; raise NotCertain if there is none."""
        allowed, clues = [True, True], []
        if self._view.mines is not None:
            self._layouts.budget.spend(len(self._view.opened))
            clues = self._clues
            allowed = self._allowed(clues, cell, counted=True)
        if all(allowed):
            raise NotCertain.about(cell)
        verdict = Verdict(cell, allowed[True])
        kept = self._needed(verdict, search.nearest_first(clues), counted=True)
        self._renewed()
        return self._builder.counted(verdict, *kept, self._layouts)

    def _allowed(self, clues: list[Cell], cell: Cell, *, counted: bool) -> list[bool]:
        """Return whether the clues allow the cell to be safe, and to be a mine."""
        return [self._layouts.allow(clues, cell, mine, counted=counted) for mine in (False, True)]

    def _forces(self, verdict: Verdict, *, counted: bool) -> Callable[[list[Cell]], bool]:
        cell, is_mine = verdict
        return lambda clues: not self._layouts.allow(clues, cell, not is_mine, counted=counted)


class _Search:
    """A search around a cell: clues ring by ring, and their chained conclusions."""

    def __init__(self, frontier: Frontier, cell: Cell, budget: Budget) -> None:
        self._frontier = frontier
        self._cell = cell
        self._bit = frontier.bit(cell)
        self._budget = budget
        self._rings = frontier.rings(cell)
        self._near: list[list[Cell]] = []
        self._chain = Chain(budget)
        self._chained = 0  # rings that are in the chain

    def _ring(self, number: int) -> list[Cell]:
        """Return a ring, empty beyond the last."""
        for ring in islice(self._rings, max(0, number + 1 - len(self._near))):
            self._budget.spend(len(ring))
            self._near.append(ring)
        return self._near[number] if number < len(self._near) else []

    def chained(self, rings: int | None = None) -> Link | None:
        """Return the conclusion of a chain about the cell, within `rings`."""
        while rings is None or self._chained < rings:
            ring = self._ring(self._chained)
            if not ring:
                return None
            self._chained += 1
            link = self._proved(self._chain, ring)
            if link is not None:
                return link
        return None

    def proved(self, clues: Iterable[Cell]) -> Link | None:
        """Return the conclusion of a chain from these clues alone about the cell."""
        return self._proved(Chain(self._budget), clues)

    def _proved(self, chain: Chain, clues: Iterable[Cell]) -> Link | None:
        chain.run(self._frontier.links(clues), self._bit)
        return chain.facts.get(self._bit.bit_length() - 1)

    def growing(self) -> Iterator[list[Cell]]:
        """Yield more and more clues around the cell, at last all of its component."""
        clues: list[Cell] = []
        enough, number = 0, 0
        while ring := self._ring(number):
            clues += ring
            number += 1
            if len(clues) >= enough:
                enough = 2 * len(clues)
                yield clues[:]
        if clues:
            yield clues

    def nearest_first(self, clues: Iterable[Cell]) -> list[Cell]:
        row, column = self._cell
        return sorted(clues, key=lambda clue: (abs(clue[0] - row) + abs(clue[1] - column), clue))
