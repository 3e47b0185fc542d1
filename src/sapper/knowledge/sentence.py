"""Sentences: "n of these cells are mines", each with its sources."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from sapper.formatting import cell_set, clue_at
from sapper.rules.board import Cell


class Clue(NamedTuple):
    """An opened cell and the number that it shows."""

    cell: Cell
    number: int

    def __str__(self) -> str:
        return clue_at(self.number, self.cell)


class Sentence:
    """Exactly `count` of `cells` are mines.

    A sentence comes from a clue, from other sentences (`parents`), or is simply
    given. `known` are cells that were left out because they were known already.

    >>> whole, part = Sentence([(0, 0), (0, 1), (0, 2)], 2), Sentence([(0, 0), (0, 1)], 1)
    >>> whole.minus(part)
    {C1} = 1
    """

    __slots__ = ("_clues", "cells", "clue", "count", "known", "parents")

    def __init__(
        self,
        cells: Iterable[Cell],
        count: int,
        *,
        clue: Clue | None = None,
        parents: tuple[Sentence, ...] = (),
        known: frozenset[Cell] = frozenset(),
    ) -> None:
        self.cells = frozenset(cells)
        self.count = count
        self.clue = clue
        self.parents = parents
        self.known = known
        self._clues: tuple[Clue, ...] | None = None

    def __deepcopy__(self, memo: object) -> Sentence:
        return self  # it never changes

    def minus(self, part: Sentence) -> Sentence:
        """Return the sentence about the cells outside `part`, a subset of this one."""
        return Sentence(self.cells - part.cells, self.count - part.count, parents=(self, part))

    def without(self, known: frozenset[Cell], mines: int) -> Sentence:
        """Return the sentence without `known` cells, `mines` of them mines."""
        return Sentence(self.cells - known, self.count - mines, parents=(self,), known=known)

    def lineage(self) -> Iterator[Sentence]:
        """Yield this sentence and all that it follows from, each once."""
        seen: set[int] = set()
        waiting = [self]
        while waiting:
            sentence = waiting.pop()
            if id(sentence) not in seen:
                seen.add(id(sentence))
                waiting += sentence.parents
                yield sentence

    def clues(self) -> tuple[Clue, ...]:
        """Return the clues that it was built from, in board order."""
        if self._clues is None:
            whole = self
            while len(whole.parents) == 1:  # most sentences only lost cells since the clue
                (whole,) = whole.parents
            found = [whole.clue] if not whole.parents else [s.clue for s in whole.lineage()]
            self._clues = tuple(sorted({clue for clue in found if clue is not None}))
        return self._clues

    @property
    def is_given(self) -> bool:
        """Whether it follows, if only in part, from a sentence that no clue says."""
        return any(not each.parents and each.clue is None for each in self.lineage())

    def premises(self) -> frozenset[Cell]:
        """Return the cells that were taken as known on the way."""
        return frozenset[Cell]().union(*(s.known for s in self.lineage()))

    def __str__(self) -> str:
        return f"{cell_set(self.cells)} = {self.count}"

    __repr__ = __str__
