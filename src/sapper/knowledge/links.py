"""Links of a chain: sentences that are quick to compare, each with its sources.

Sets of unopened cells are whole numbers here (`mask`), one bit for each cell: sentences are
compared by the thousand, and this makes it quick. `Frontier` says which bit is which cell.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from enum import Enum, auto

from sapper.rules.board import Cell


class Origin(Enum):
    """Where a link comes from."""

    CLUE = auto()  # a clue says it
    SUPPOSED = auto()  # it is supposed, to see where that leads
    REMEMBERED = auto()  # it was proved in an earlier round
    REDUCED = auto()  # the first parent without the cells that the other parents settle
    REST = auto()  # the first parent's cells outside the second, which lies within it
    ALL_MINES = auto()  # the first parent's cells outside the second are all mines
    NO_MINES = auto()  # the first parent's cells outside the second are all safe


class Link:
    """Exactly `count` of the cells in `mask` are mines; this follows from `parents`.

    Links are compared by identity: the same sentence can be reached in several ways.
    """

    __slots__ = ("clue", "count", "mask", "origin", "parents")

    def __init__(
        self,
        mask: int,
        count: int,
        origin: Origin,
        parents: tuple[Link, ...] = (),
        clue: Cell | None = None,
    ) -> None:
        self.mask = mask
        self.count = count
        self.origin = origin
        self.parents = parents
        self.clue = clue

    @property
    def is_settled(self) -> bool:
        """Whether its cells are all safe or all mines."""
        return self.count == 0 or self.count == self.mask.bit_count()

    @property
    def grounds(self) -> tuple[Link, ...]:
        """Its grounds in a reason: its parents, or else the whole of a reduced link first.

        Then come the facts that are needed: known mines for a link that has all its mines, and
        safe cells for one that needs all the cells it has left.
        """
        if self.origin is not Origin.REDUCED:
            return self.parents
        whole, facts = self, list[Link]()
        while whole.origin is Origin.REDUCED:
            whole, *some = whole.parents
            facts = some + facts
        if self.count <= 0:
            facts = [fact for fact in facts if fact.count]
        elif self.count >= self.mask.bit_count():
            facts = [fact for fact in facts if not fact.count]
        return (whole, *dict.fromkeys(facts))


def descent(links: Iterable[Link]) -> list[Link]:
    """Return the links and all their grounds, each after its own grounds."""
    order: dict[Link, None] = {}
    waiting: list[tuple[Link, Iterator[Link]]] = [(link, iter(link.grounds)) for link in links]
    waiting.reverse()
    while waiting:
        link, grounds = waiting[-1]
        ground = next((g for g in grounds if g not in order), None)
        if ground is None:
            order[link] = None
            waiting.pop()
        else:
            waiting.append((ground, iter(ground.grounds)))
    return list(order)


def clues_behind(*links: Link) -> set[Cell]:
    """Return the clues that the links follow from."""
    return {link.clue for link in descent(links) if link.clue is not None}


def facts_of_pair(first: Link, second: Link) -> Iterator[Link]:
    """Yield the facts that two sentences which share cells prove at once.

    If a − b = |A∖B|, then A∖B is all mines and B∖A is safe.
    """
    for one, two in ((first, second), (second, first)):
        mines = one.mask & ~two.mask
        if one.count - two.count == mines.bit_count():
            if mines:
                yield Link(mines, mines.bit_count(), Origin.ALL_MINES, (one, two))
            if safe := two.mask & ~one.mask:
                yield Link(safe, 0, Origin.NO_MINES, (two, one))


def union(links: Iterable[Link]) -> int:
    """Return the cells of all links."""
    mask = 0
    for link in links:
        mask |= link.mask
    return mask


def places(mask: int) -> Iterator[int]:
    """Yield the places of the bits that are set."""
    while mask:
        lowest = mask & -mask
        yield lowest.bit_length() - 1
        mask ^= lowest
