"""The textbook's three classes, under the textbook's names.

A program written for the textbook's `Minesweeper`, `Sentence` and `MinesweeperAI`
works unchanged with these. Cells are (row, column) tuples. The AI draws every
conclusion that the three rules of `sapper.knowledge.base` allow; it does not know the
number of mines.
"""

from __future__ import annotations

import random
from collections.abc import Iterable

from sapper.formatting import at
from sapper.knowledge import base
from sapper.knowledge.conclusion import Contradiction
from sapper.knowledge.sentence import Sentence as TrueSentence
from sapper.rules.arguments import as_cell
from sapper.rules.board import Board, Cell, Level
from sapper.rules.seeds import seeded_layout


def _chooser(seed: int | None) -> random.Random:
    """Return a random generator; without a seed, one that obeys `random.seed`."""
    return random.Random(random.getrandbits(64) if seed is None else seed)


class Minesweeper:
    """A board of hidden mines that answers questions; the player keeps track of the rest.

    >>> Minesweeper(3, 3, mines=9).nearby_mines((0, 0))
    3
    """

    def __init__(
        self, height: int = 8, width: int = 8, mines: int = 8, *, seed: int | None = None
    ) -> None:
        level = Level(width, height, mines)
        layout = seeded_layout(level, _chooser(seed).getrandbits(64))
        self.height = level.height
        self.width = level.width
        self.mines: set[Cell] = set(layout.mines)
        self.board = [
            [layout.is_mine((row, column)) for column in range(level.width)]
            for row in range(level.height)
        ]
        self.mines_found: set[Cell] = set()

    def print(self) -> None:
        """Print where the mines are."""
        rule = "--" * self.width + "-"
        for row in self.board:
            print(rule)
            print("".join("|X" if mine else "| " for mine in row) + "|")
        print(rule)

    def is_mine(self, cell: Cell) -> bool:
        board = Board(self.height, self.width)
        row, column = board.cell(board.index(cell))
        return self.board[row][column]

    def nearby_mines(self, cell: Cell) -> int:
        """Return the number of mines around a cell, not counting the cell itself."""
        around = Board(self.height, self.width).neighbours(cell)
        return sum(self.board[row][column] for row, column in around)

    def won(self) -> bool:
        """Return whether exactly the mines have been found."""
        return self.mines_found == self.mines


class Sentence:
    """`count` of `cells` are mines; shrinks as cells become known.

    >>> sentence = Sentence({(0, 0), (0, 1)}, 1)
    >>> sentence.mark_safe((0, 0))
    >>> sentence.known_mines()
    {(0, 1)}
    """

    def __init__(self, cells: Iterable[Cell], count: int) -> None:
        self.cells = set(cells)
        self.count = count
        self._origin: TrueSentence | None = None

    @classmethod
    def _of(cls, origin: TrueSentence) -> Sentence:
        """Return a sentence that remembers its sources."""
        sentence = cls(origin.cells, origin.count)
        sentence._origin = origin
        return sentence

    def _true(self) -> TrueSentence:
        """Return the sentence with its origin, unless the caller has changed it."""
        origin = self._origin
        if origin and origin.count == self.count and origin.cells == frozenset(self.cells):
            return origin
        return TrueSentence(self.cells, self.count)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Sentence):
            return NotImplemented
        return self.cells == other.cells and self.count == other.count

    __hash__ = None  # type: ignore[assignment]  # a sentence changes as cells become known

    def __str__(self) -> str:
        return f"{self.cells} = {self.count}"

    def __repr__(self) -> str:
        return f"Sentence({self.cells}, {self.count})"

    def known_mines(self) -> set[Cell]:
        """Return the cells known to be mines: all of them, or none."""
        return set(self.cells) if self.count == len(self.cells) else set()

    def known_safes(self) -> set[Cell]:
        """Return the cells known to be safe: all of them, or none."""
        return set(self.cells) if self.count == 0 else set()

    def mark_mine(self, cell: Cell) -> None:
        """Leave out a cell that is known to be a mine."""
        if cell in self.cells:
            self._leave_out(cell, 1)

    def mark_safe(self, cell: Cell) -> None:
        """Leave out a cell that is known to be safe."""
        if cell in self.cells:
            self._leave_out(cell, 0)

    def _leave_out(self, cell: Cell, mines: int) -> None:
        self._origin = self._true().without(frozenset([cell]), mines)
        self.cells.remove(cell)
        self.count -= mines


class MinesweeperAI:
    """The player: its moves, its knowledge, and its next move.

    `mines`, `safes` and `moves_made` are plain sets and `knowledge` a plain list: what
    a caller changes in them between two calls is taken as true in the next.
    `trace` is called with each stage of `add_knowledge` and what happened in it.

    >>> ai = MinesweeperAI(height=1, width=3)
    >>> ai.add_knowledge((0, 0), 0)
    >>> ai.make_safe_move()
    (0, 1)
    """

    def __init__(
        self,
        height: int = 8,
        width: int = 8,
        *,
        seed: int | None = None,
        trace: base.Trace | None = None,
    ) -> None:
        self.height = height
        self.width = width
        self.moves_made: set[Cell] = set()
        self.mines: set[Cell] = set()
        self.safes: set[Cell] = set()
        self.knowledge: list[Sentence] = []
        self.trace = trace
        self._choose = _chooser(seed)

    def mark_mine(self, cell: Cell) -> None:
        """Mark a cell as a mine, here and in all sentences."""
        if cell in self.safes:
            raise Contradiction(f"{at(cell)} is known to be safe, so it is not a mine")
        self.mines.add(cell)
        for sentence in self.knowledge:
            sentence.mark_mine(cell)

    def mark_safe(self, cell: Cell) -> None:
        """Mark a cell as safe, here and in all sentences."""
        if cell in self.mines:
            raise Contradiction(f"{at(cell)} is known to be a mine, so it is not safe")
        self.safes.add(cell)
        for sentence in self.knowledge:
            sentence.mark_safe(cell)

    def add_knowledge(self, cell: Cell, count: int) -> None:
        """Take in that a safe cell has `count` mines around it, and conclude all that follows.

        Raise Contradiction, and change nothing, if that cannot be true.
        """
        cell = as_cell(cell)
        for row, column in self.safes & self.mines:
            raise Contradiction(f"{at((row, column))} is marked both safe and a mine")
        mind = base.KnowledgeBase(Board(self.height, self.width), self.trace)
        known = dict.fromkeys(self.safes, False) | dict.fromkeys(self.mines, True)
        mind.give(known, (sentence._true() for sentence in self.knowledge))
        mind.observe({cell: count})
        self.moves_made.add(cell)
        self.mines |= mind.mines
        self.safes |= mind.safes
        self.knowledge[:] = map(Sentence._of, mind.sentences)

    def make_safe_move(self) -> Cell | None:
        """Return a cell known to be safe and not played yet, or None; change nothing."""
        return min(self.safes - self.moves_made, default=None)

    def make_random_move(self) -> Cell | None:
        """Return a random cell neither played nor known to be a mine, or None; change nothing."""
        cells = [c for c in Board(self.height, self.width) if c not in self.moves_made | self.mines]
        return self._choose.choice(cells) if cells else None
