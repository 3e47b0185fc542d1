"""Reasoning by cases: suppose the opposite, and follow that until a clue cannot be met."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from sapper.knowledge.budget import Budget
from sapper.knowledge.chain import Chain, Clash
from sapper.knowledge.frontier import Frontier
from sapper.knowledge.links import Link, Origin, places, union
from sapper.rules.board import Cell


@dataclass
class Case:
    """A supposition and its end: a clash or further cases."""

    supposed: Link
    clash: tuple[Link, ...] = ()
    cases: list[Case] = field(default_factory=list)


class Refuter:
    """Shows how a supposition contradicts some clues; called only where it is known to."""

    def __init__(self, frontier: Frontier, clues: Iterable[Cell], budget: Budget) -> None:
        self._frontier = frontier
        self._clues = frontier.links(clues)
        self._budget = budget

    def refute(self, cell: Cell, is_mine: bool) -> Case:
        """Return the case that ends in contradiction; raise OverBudget if it is too long."""
        return self._refute(_supposed(self._frontier.bit(cell), is_mine), ())

    def _refute(self, supposed: Link, before: tuple[Link, ...]) -> Case:
        held = (*before, supposed)
        for pairs in (False, True):
            chain, clash = self._followed(held, pairs=pairs)
            if clash is not None:
                return Case(supposed, clash)
        return self._split(supposed, held, chain)

    def _followed(
        self, held: tuple[Link, ...], *, pairs: bool
    ) -> tuple[Chain, tuple[Link, ...] | None]:
        chain = Chain(self._budget, pairs=pairs)
        try:
            chain.run((*held, *self._clues))
        except Clash as clash:
            return chain, clash.links
        return chain, None

    def _split(self, supposed: Link, held: tuple[Link, ...], chain: Chain) -> Case:
        """Divide into the cases of one more cell, preferably one with a case that ends at once."""
        bits = [1 << place for place in places(union(chain.links.values()))]
        best = min(bits, key=lambda bit: self._branches(held, bit))
        cases = [self._refute(_supposed(best, is_mine), held) for is_mine in (True, False)]
        return Case(supposed, cases=cases)

    def _branches(self, held: tuple[Link, ...], bit: int) -> int:
        """Count the cases of a cell that do not end at once."""
        self._budget.spend(10)
        both = (_supposed(bit, is_mine) for is_mine in (True, False))
        return sum(self._followed((*held, link), pairs=True)[1] is None for link in both)


def _supposed(bit: int, is_mine: bool) -> Link:
    return Link(bit, int(is_mine), Origin.SUPPOSED)
