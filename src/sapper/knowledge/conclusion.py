"""Conclusions about single cells, as data and as one English sentence."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from sapper.formatting import at, joined, mine_count, sentence, verdict
from sapper.knowledge.sentence import Clue, Sentence
from sapper.rules.board import Cell
from sapper.rules.errors import InvalidPosition


class Rule(StrEnum):
    """Why a cell is called safe or a mine."""

    OPENED = "opened"  # it was opened and shows a number
    GIVEN = "given"  # the caller said so
    NO_MINES = "no mines"  # a clue whose mines are all known
    ALL_MINES = "all mines"  # a clue that needs every cell it has left
    SUBSET = "subset"  # sentences subtracted from sentences that contain them


class Contradiction(InvalidPosition):
    """Clues that no layout satisfies together; `clues` are their cells.

    `opened` is the open cell that they make a mine, if that is what is wrong.

    >>> from sapper import Board, KnowledgeBase
    >>> try:
    ...     KnowledgeBase(Board(1, 4)).observe({(0, 1): 2, (0, 3): 0})
    ... except Contradiction as error:
    ...     print(error.clues)
    ((0, 1), (0, 3))
    """

    def __init__(
        self, message: str, clues: Iterable[Clue] = (), opened: Cell | None = None
    ) -> None:
        self.opened = opened
        self.clues = tuple(clue.cell for clue in clues)
        super().__init__(message, self.clues[0] if self.clues else None)


@dataclass(frozen=True, slots=True, eq=False)
class Conclusion:
    """A cell proved safe or a mine, and its sentence (None for an opened or given cell).

    >>> from sapper import Board, KnowledgeBase
    >>> conclusion = KnowledgeBase(Board(1, 3)).observe({(0, 1): 2})[-1]
    >>> print(conclusion)
    The 2 at B1 needs every unopened cell left around it: C1 is a mine.
    """

    cell: Cell
    is_mine: bool
    rule: Rule
    sentence: Sentence | None = None

    @property
    def clues(self) -> tuple[Clue, ...]:
        """The clues behind it; with `premises`, they alone force it."""
        return self.sentence.clues() if self.sentence else ()

    @property
    def premises(self) -> frozenset[Cell]:
        """The cells that it takes as known already."""
        return self.sentence.premises() if self.sentence else frozenset()

    def __str__(self) -> str:
        result = f"{at(self.cell)} is {verdict(self.is_mine)}"
        match self.rule:
            case Rule.OPENED:
                return f"{at(self.cell)} is open."
            case Rule.GIVEN:
                return sentence(f"{result}: it was given")
        return sentence(f"{self._because()}: {result}")

    def _because(self) -> str:
        clues = self.clues
        match self.rule:
            case Rule.SUBSET:
                assert self.sentence is not None
                sources = [*clues, *(["what was given"] if self.sentence.is_given else [])]
                return f"{joined(sources)} together leave {_share(self.sentence)}"
            case Rule.ALL_MINES:
                return f"{joined(clues)} needs every unopened cell left around it"
            case Rule.NO_MINES if clues and not clues[0].number:
                return f"{joined(clues)} has no mine around it"
            case _:
                return f"{joined(clues)} has all its mines already"


def concluded_by(settled: Sentence) -> Rule:
    """Name the rule by which a settled sentence decides its cells."""
    clues = settled.clues()
    if not clues:
        return Rule.GIVEN
    if len(clues) > 1 or settled.is_given:
        return Rule.SUBSET
    return Rule.ALL_MINES if settled.count else Rule.NO_MINES


def _share(of: Sentence) -> str:
    amount = "a mine" if of.count == 1 else mine_count(of.count)
    return f"{amount} for {joined(map(at, sorted(of.cells)))}"
