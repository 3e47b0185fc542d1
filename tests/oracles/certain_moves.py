"""Simple checkers of boards that need no guessing; they share no code with what makes them."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

import numpy as np
import numpy.typing as npt

from sapper.engine import analyse
from sapper.knowledge.tier import Tier
from sapper.rules.board import Board, Cell, Layout
from sapper.rules.game import Game, Outcome
from sapper.rules.view import View

Sentence = tuple[frozenset[Cell], int]


def is_won_by_certain_moves(layout: Layout, first: Cell, count_mines: bool = True) -> bool:
    """Open what the analysis of the view calls safe until the game is won or nothing is."""
    game = Game.of(layout)
    game.open(first)
    while game.outcome is Outcome.PLAYING:
        view = game.view
        found = analyse(view) if count_mines else analyse(view.array, density=0.2)
        safe = [cell for cell in found.safe if not view.is_opened(cell)]
        if not safe:
            return False
        for cell in safe:
            if not game.view.is_opened(cell):
                game.open(cell)
    return game.outcome is Outcome.WON


class Census:
    """Every layout of a small board, and how far certain moves lead on each, by listing."""

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


def rounds(layout: Layout, first: Cell) -> dict[Tier, int]:
    """Solve in rounds by the definition of the techniques, set by set."""
    game, mines = Game.of(layout), set[Cell]()
    game.open(first)
    taken = dict.fromkeys(Tier, 0)
    while game.outcome is Outcome.PLAYING:
        tier, safe, found = _easiest(game.view, mines)
        if tier is None:
            break
        taken[tier] += 1
        mines |= found
        for cell in safe:
            if not game.view.is_opened(cell):
                game.open(cell)
    return taken


def _easiest(view: View, mines: set[Cell]) -> tuple[Tier | None, set[Cell], set[Cell]]:
    clues = _sentences(view, mines)
    for tier in Tier:
        safe, found = _proved(tier, clues, view)
        safe, found = safe - mines, found - mines
        if safe or found:
            return tier, safe, found
    return None, set(), set()


def _sentences(view: View, mines: set[Cell]) -> set[Sentence]:
    found = set()
    for clue in view.opened:
        shut = {cell for cell in view.board.neighbours(clue) if not view.is_opened(cell)}
        if shut - mines:
            found.add((frozenset(shut - mines), view[clue] - len(shut & mines)))
    return found


def _proved(tier: Tier, clues: set[Sentence], view: View) -> tuple[set[Cell], set[Cell]]:
    if tier >= Tier.CASES:
        counted = tier is Tier.MINE_COUNT
        answer = analyse(view) if counted else analyse(view.array, density=0.2)
        return set(answer.safe), set(answer.mines)
    safe, mines = set[Cell](), set[Cell]()
    sentences = _closure(clues) if tier is Tier.CHAIN else clues
    for cells, count in sentences:
        safe |= cells if count == 0 else set()
        mines |= cells if count == len(cells) else set()
    if tier is not Tier.ONE_CLUE:
        for a, b in combinations(sentences, 2):
            if tier is Tier.SUBSET and not (a[0] <= b[0] or b[0] <= a[0]):
                continue
            for cells, low, high in _parts(a, b):
                safe |= cells if high == 0 else set()
                mines |= cells if low == len(cells) else set()
    return safe, mines


def _parts(a: Sentence, b: Sentence) -> list[tuple[frozenset[Cell], int, int]]:
    both = a[0] & b[0]
    if not both:
        return []
    low = max(0, a[1] - len(a[0] - b[0]), b[1] - len(b[0] - a[0]))
    high = min(len(both), a[1], b[1])
    bounds = [(both, low, high), (a[0] - b[0], a[1] - high, a[1] - low)]
    return [*bounds, (b[0] - a[0], b[1] - high, b[1] - low)]


def _closure(sentences: set[Sentence]) -> set[Sentence]:
    known = set(sentences)
    while True:
        new = {
            (cells, low)
            for a, b in combinations(known, 2)
            for cells, low, high in _parts(a, b)
            if low == high and cells
        }
        # a part's own bounds may be equal only when those of the shared cells are
        if new <= known:
            return known
        known |= new
