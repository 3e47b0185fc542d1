"""Simple checkers of boards that need no guessing.

They share no code with what makes, solves and grades boards: sets of cells, written out
here, and the slow reference where those say nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from itertools import combinations

import numpy as np
import numpy.typing as npt

from sapper.engine.reference import analyse
from sapper.rules.board import Board, Cell, Layout
from sapper.rules.game import Game, Outcome
from sapper.rules.view import FLAG, UNOPENED, View

Sentence = tuple[frozenset[Cell], int]
Proved = tuple[set[Cell], set[Cell]]  # safe cells and mines that were not known before

# The techniques, from the easiest; a board's grade is the number of the hardest it takes.
ONE_CLUE, SUBSET, OVERLAP, CHAIN, CASES, MINE_COUNT = TECHNIQUES = range(1, 7)


def is_won_by_certain_moves(layout: Layout, first: Cell, count_mines: bool = True) -> bool:
    """Open what is proved safe until the game is won or nothing is proved.

    One clue, then pairs of them, are tried first only because the reference is slow: it
    has the last word.
    """
    techniques = [ONE_CLUE, OVERLAP, MINE_COUNT if count_mines else CASES]
    game = Game.of(layout)
    _solve(game, first, techniques)
    return game.outcome is Outcome.WON


def rounds(layout: Layout, first: Cell) -> tuple[int, ...]:
    """Solve in rounds of the easiest technique that proves anything; count those of each."""
    taken = _solve(Game.of(layout), first, TECHNIQUES)
    return tuple(taken.count(technique) for technique in TECHNIQUES)


def needed(view: View) -> int:
    """Return the hardest technique on the way to the first safe cell; 0 if none leads to one.

    Flags prove nothing.
    """
    view = View.of(np.maximum(view.array, UNOPENED).tolist(), view.mines)
    mines, hardest = set[Cell](), 0
    while True:
        technique, (safe, found) = _easiest(view, mines, TECHNIQUES)
        if not safe and not found:
            return 0
        hardest = max(hardest, technique)
        if safe:
            return hardest
        mines |= found


def _solve(game: Game, first: Cell, techniques: Iterable[int]) -> list[int]:
    """Play a game by proofs alone; return the technique of each round."""
    taken, mines = list[int](), set[Cell]()
    game.open(first)
    while game.outcome is Outcome.PLAYING:
        technique, (safe, found) = _easiest(game.view, mines, techniques)
        if not safe and not found:
            break
        taken.append(technique)
        mines |= found
        for cell in safe:
            if not game.view.is_opened(cell):
                game.open(cell)
    return taken


def _easiest(view: View, mines: set[Cell], techniques: Iterable[int]) -> tuple[int, Proved]:
    clues = _sentences(view, mines)
    for technique in techniques:
        if technique >= CASES:
            safe, found = _by_reference(view, mines, technique == MINE_COUNT)
        else:
            safe, found = _by_sentences(technique, clues)
        if safe or found:
            return technique, (safe, found)
    return 0, (set(), set())


def _by_reference(view: View, mines: set[Cell], count_mines: bool) -> Proved:
    """Ask for the exact risks; known mines are flags, which split the rest into parts."""
    marks = [FLAG if cell in mines else view[cell] for cell in view.board]
    rows = [marks[start : start + view.width] for start in range(0, len(marks), view.width)]
    seen = View.of(rows, view.mines if count_mines else None)
    density = None if count_mines else Fraction(1, 5)  # any will do: certain is certain
    answer = analyse(seen, density, trust_flags=True)
    return answer.safe, answer.mines - mines


def _by_sentences(technique: int, clues: set[Sentence]) -> Proved:
    safe, mines = set[Cell](), set[Cell]()
    sentences = _closure(clues) if technique == CHAIN else clues
    for cells, count in sentences:
        safe |= cells if count == 0 else set()
        mines |= cells if count == len(cells) else set()
    if technique == ONE_CLUE:
        return safe, mines
    for a, b in _touching(sentences):
        if technique == SUBSET and not (a[0] <= b[0] or b[0] <= a[0]):
            continue
        for cells, low, high in _parts(a, b):
            safe |= cells if high == 0 else set()
            mines |= cells if low == len(cells) else set()
    return safe, mines


def _sentences(view: View, mines: set[Cell]) -> set[Sentence]:
    shut = set(view.unopened)
    found = set()
    for clue in view.opened:
        near = shut.intersection(view.board.neighbours(clue))
        if near - mines:
            found.add((frozenset(near - mines), view[clue] - len(near & mines)))
    return found


def _touching(sentences: set[Sentence]) -> set[tuple[Sentence, Sentence]]:
    """Return the pairs that share a cell."""
    about: dict[Cell, list[Sentence]] = {}
    for sentence in sentences:
        for cell in sentence[0]:
            about.setdefault(cell, []).append(sentence)
    return {pair for sharing in about.values() for pair in combinations(sharing, 2)}


def _parts(a: Sentence, b: Sentence) -> list[tuple[frozenset[Cell], int, int]]:
    """Return the shared cells and the rest of each sentence, with the bounds of their mines."""
    both = a[0] & b[0]
    low = max(0, a[1] - len(a[0] - b[0]), b[1] - len(b[0] - a[0]))
    high = min(len(both), a[1], b[1])
    bounds = [(both, low, high), (a[0] - b[0], a[1] - high, a[1] - low)]
    return [*bounds, (b[0] - a[0], b[1] - high, b[1] - low)]


def _closure(sentences: set[Sentence]) -> set[Sentence]:
    known = set(sentences)
    while True:
        new = {
            (cells, low)
            for a, b in _touching(known)
            for cells, low, high in _parts(a, b)
            if low == high and cells
        }
        # a part's own bounds may be equal only when those of the shared cells are
        if new <= known:
            return known
        known |= new


class Census:
    """List every layout of a small board, and how far certain moves lead on each."""

    def __init__(self, board: Board, mines: int, count_mines: bool = True) -> None:
        self.board = board
        totals = [mines] if count_mines else range(board.size + 1)
        masks = [mask for total in totals for mask in _masks(board.size, total)]
        self._mines = np.array(masks, dtype=bool)
        near = np.array([[b in board.neighbours(a) for b in board] for a in board], dtype=np.int16)
        self._clues = self._mines.astype(np.int16) @ near
        self._wanted = mines

    def solvable(self, first: Cell, spared: set[Cell]) -> set[bytes]:
        """Return the masks that keep the spared cells free and that certain moves solve."""
        free = [self.board.index(cell) for cell in spared | {first}]
        right = (self._mines.sum(axis=1) == self._wanted) & ~self._mines[:, free].any(axis=1)
        return {
            self._mines[number].astype(np.uint8).tobytes()
            for number in np.flatnonzero(right)
            if self._is_solved(number, self.board.index(first))
        }

    def _is_solved(self, number: np.intp, first: int) -> bool:
        truth, fits = self._mines[number], np.ones(len(self._mines), dtype=bool)
        opened: set[int] = set()
        fresh = {first}
        while fresh:
            for place in fresh:  # a zero's neighbours come next: they are certain
                same = self._clues[:, place] == self._clues[number, place]
                fits &= ~self._mines[:, place] & same
            opened |= fresh
            fresh = set(np.flatnonzero(~self._mines[fits].any(axis=0)).tolist()) - opened
        return len(opened) == int((~truth).sum())


def _masks(size: int, mines: int) -> Iterator[npt.NDArray[np.bool_]]:
    for places in combinations(range(size), mines):
        mask = np.zeros(size, dtype=bool)
        mask[list(places)] = True
        yield mask
