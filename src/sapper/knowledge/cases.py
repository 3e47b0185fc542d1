"""Reasoning by cases: suppose the opposite, and follow that until a clue cannot be met."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from sapper.knowledge.chain import Chain, Clash, Link, Origin, descent
from sapper.knowledge.effort import Effort
from sapper.knowledge.sight import Said, Sight, places
from sapper.rules.board import Cell


@dataclass
class Case:
    """What was supposed, what follows, and how it ends: in a clash or in cases of its own."""

    supposed: Link
    steps: list[Link]
    clash: tuple[Link, ...] = ()
    cases: list[Case] = field(default_factory=list)


class Refuter:
    """Shows that a supposition contradicts some clues, which must be so."""

    def __init__(self, sight: Sight, clues: Iterable[Cell], effort: Effort) -> None:
        self._sight = sight
        self._clues = [Link(sight.said(clue), Origin.CLUE, clue=clue) for clue in clues]
        self._effort = effort

    def refute(self, cell: Cell, is_mine: bool) -> Case:
        """Return the case that ends in contradiction; raise OutOfEffort if it is too long."""
        return self._refute(Link(Said(self._sight.bit(cell), int(is_mine)), Origin.SUPPOSED), ())

    def _refute(self, supposed: Link, before: tuple[Link, ...]) -> Case:
        held = (*before, supposed)
        for pairs in (False, True):
            chain, clash = self._followed(held, pairs=pairs)
            if clash is not None:
                return Case(supposed, _steps(clash), clash)
        return self._split(supposed, held, chain)

    def _followed(
        self, held: tuple[Link, ...], *, pairs: bool
    ) -> tuple[Chain, tuple[Link, ...] | None]:
        chain = Chain(self._effort, pairs=pairs)
        try:
            for link in (*held, *self._clues):
                chain.add(link)
            chain.run()
        except Clash as clash:
            return chain, clash.links
        return chain, None

    def _split(self, supposed: Link, held: tuple[Link, ...], chain: Chain) -> Case:
        """Divide into the cases of one more cell, one that is soon decided if there is any."""
        open_cells = 0
        for link in chain.links:
            open_cells |= link.mask
        best = min(places(open_cells), key=lambda place: self._branches(held, 1 << place))
        bit = 1 << best
        cases = [self._refute(Link(Said(bit, mines), Origin.SUPPOSED), held) for mines in (1, 0)]
        return Case(supposed, [], cases=cases)

    def _branches(self, held: tuple[Link, ...], bit: int) -> int:
        """Count the cases of a cell that do not end at once."""
        self._effort.spend(10)
        both = (Link(Said(bit, mines), Origin.SUPPOSED) for mines in (1, 0))
        return sum(self._followed((*held, link), pairs=True)[1] is None for link in both)


def _steps(clash: tuple[Link, ...]) -> list[Link]:
    return [link for link in descent(clash) if link.origin is not Origin.SUPPOSED]
