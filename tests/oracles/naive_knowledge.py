"""The truth by trying every layout, and small random positions to try it on."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import combinations

from hypothesis import strategies as st

from sapper.rules.board import Board, Cell, Layout


def layouts_fitting(board: Board, clues: Mapping[Cell, int]) -> Iterator[set[Cell]]:
    """Yield every set of mines, of any size, that the opened clues allow."""
    shut = [cell for cell in board if cell not in clues]
    for count in range(len(shut) + 1):
        for mines in map(set, combinations(shut, count)):
            if all(len(mines.intersection(board.neighbours(c))) == n for c, n in clues.items()):
                yield mines


def naive_fixpoint(board: Board, clues: dict[Cell, int]) -> tuple[set[Cell], set[Cell]]:
    """Apply the three rules by rescanning everything until nothing changes."""
    sentences = {(frozenset(board.neighbours(cell)), count) for cell, count in clues.items()}
    mines: set[Cell] = set()
    safes = set(clues)
    while True:
        for cells, count in sentences:
            mines |= cells if count == len(cells) else set()
            safes |= cells if count == 0 else set()
        reduced = {
            (cells - mines - safes, count - len(cells & mines)) for cells, count in sentences
        }
        reduced.discard((frozenset(), 0))
        inferred = {
            (large - small, more - fewer)
            for large, more in reduced
            for small, fewer in reduced
            if small < large
        }
        if reduced | inferred == sentences:
            return mines, safes
        sentences = reduced | inferred


@st.composite
def opened_boards(draw: st.DrawFn, most_shut: int = 14) -> tuple[Board, dict[Cell, int]]:
    """Draw a board and the clues of some of its safe cells, in some order."""
    height = draw(st.integers(1, 5))
    width = draw(st.integers(1, 6))
    board = Board(height, width)
    mask = draw(st.lists(st.sampled_from([0, 0, 0, 1]), min_size=board.size, max_size=board.size))
    layout = Layout(board, bytes(mask))
    safe = [cell for cell in board if not layout.is_mine(cell)]
    order = draw(st.permutations(safe))
    least = max(0, board.size - most_shut)
    opened = order[: draw(st.integers(min(least, len(safe)), len(safe)))]
    numbers = layout.clues()
    clues = {cell: numbers[board.index(cell)] for cell in opened}
    if board.size - len(clues) > most_shut:  # many mines: open nothing more, shrink the board
        return draw(opened_boards(most_shut))
    return board, clues
