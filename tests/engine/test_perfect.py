from __future__ import annotations

import re
from fractions import Fraction
from functools import cache
from itertools import combinations
from math import comb
from pathlib import Path
from typing import NamedTuple

import pytest

from sapper.engine import TooLarge, first_chances, perfect
from sapper.rules.board import Board, Cell
from sapper.rules.errors import InvalidBoard, InvalidPosition
from sapper.rules.notation import read_view
from sapper.rules.view import FirstClick, View

TABLE = Path(__file__).parent.parent / "data" / "perfect_play.txt"


class Row(NamedTuple):
    board: Board
    mines: int
    wins: int
    best: set[Cell]
    by_cell: dict[Cell, int]


def cells(text: str) -> list[Cell]:
    return [(int(row), int(column)) for row, column in re.findall(r"\((\d+),(\d+)\)", text)]


def rows() -> list[Row]:
    found = []
    for line in TABLE.read_text(encoding="utf-8").splitlines():
        if line.startswith("#"):
            continue
        head, tail = line.split(" | ")
        height, width, mines, wins, best = head.split(maxsplit=4)
        numbers = map(int, re.findall(r":(\d+)", tail))
        by_cell = dict(zip(cells(tail), numbers, strict=True))
        found.append(
            Row(Board(int(height), int(width)), int(mines), int(wins), set(cells(best)), by_cell)
        )
    return found


def mirrors(board: Board, cell: Cell) -> set[Cell]:
    """Return the cells that a symmetry of the board takes the cell to."""
    (row, column), found = cell, set()
    for turned in (False, True) if board.height == board.width else (False,):
        r, c = (column, row) if turned else (row, column)
        for across in (r, board.height - 1 - r):
            found |= {(across, c), (across, board.width - 1 - c)}
    return found


@pytest.mark.parametrize(
    "row", rows(), ids=lambda row: f"{row.board.width}x{row.board.height}/{row.mines}"
)
def test_the_tables_of_perfect_play(row: Row) -> None:
    """Winnable layouts for every first cell, and the best cells, equal the published table."""
    view = View(row.board.height, row.board.width, row.mines)
    layouts = comb(row.board.size, row.mines)
    chances = first_chances(view)
    for cell, wins in row.by_cell.items():
        for mirror in mirrors(row.board, cell):
            assert chances[mirror] == Fraction(wins, layouts)
    answer = perfect(view)
    assert answer.value == Fraction(row.wins, layouts)
    assert answer.moves == set().union(*(mirrors(row.board, cell) for cell in row.best))


def test_first_click_safe_is_worth_what_it_spares() -> None:
    """With a first click that is never a mine the same wins are shared by fewer layouts."""
    for row in rows():
        if row.mines < row.board.size:
            view = View(row.board.height, row.board.width, row.mines, FirstClick.SAFE)
            assert perfect(view).value == Fraction(row.wins, comb(row.board.size - 1, row.mines))


Layouts = frozenset[frozenset[Cell]]


def slow_value(board: Board, layouts: Layouts, opened: frozenset[Cell]) -> Fraction:
    """Search every line of play over a set of layouts, without any cleverness."""

    @cache
    def wins(possible: Layouts, seen: frozenset[Cell]) -> int:
        if len(possible) <= 1:
            return len(possible)
        return max(chosen(possible, seen, cell) for cell in board if cell not in seen)

    def chosen(possible: Layouts, seen: frozenset[Cell], cell: Cell) -> int:
        shown: dict[int, set[frozenset[Cell]]] = {}
        for layout in possible:
            if cell not in layout:
                number = len(layout.intersection(board.neighbours(cell)))
                shown.setdefault(number, set()).add(layout)
        return sum(wins(frozenset(rest), seen | {cell}) for rest in shown.values())

    return Fraction(wins(layouts, opened), len(layouts))


@pytest.mark.parametrize(
    "text",
    [
        "mines 2\n1 # #\n# # #",
        "mines 2\n# 2 #\n# # #",
        "mines 2\n1 1 #\n# # #\n# # #",
        "mines 3\n2 # 2\n# # #",
        "mines 2\n. 1 # #\n1 2 # #\n# # # #",
    ],
)
def test_midgames_against_a_plain_search(text: str) -> None:
    """In small midgames the value equals that of a search written without any cleverness."""
    view = read_view(text)
    hidden = [cell for cell in view.board if not view.is_opened(cell)]
    fitting = frozenset(
        frozenset(mines)
        for mines in combinations(hidden, view.mines or 0)
        if all(
            len(set(mines).intersection(view.board.neighbours(clue))) == view[clue]
            for clue in view.opened
        )
    )
    assert perfect(view).value == slow_value(view.board, fitting, frozenset(view.opened))


def test_too_large_is_said() -> None:
    """Beyond the budget the answer is an error, not a long wait."""
    with pytest.raises(TooLarge):
        perfect(View(16, 30, 99))
    with pytest.raises(TooLarge):
        perfect(View(5, 5, 5), nodes=10)


def test_bad_questions() -> None:
    """No total, or a position that no layout explains, is refused."""
    with pytest.raises(InvalidBoard, match="total"):
        perfect(View(3, 3))
    with pytest.raises(InvalidPosition):
        perfect(read_view("mines 3\n1 #\n# #"))
    assert perfect(read_view("mines 0\n. .\n. .")).value == 1


def test_won_positions_are_worth_one() -> None:
    """Where only mines are left there is nothing to play for: value 1, no moves."""
    for text in ("mines 3\n. 1 # # #", "mines 1\n1 1\n1 #"):
        answer = perfect(read_view(text))
        assert answer.value == 1
        assert not answer.moves


def test_first_clicks_without_room_are_refused() -> None:
    """A protected first click that no cell can have is an error, not a win."""
    for view in (View(3, 3, 8, FirstClick.ZERO), View(2, 2, 4, FirstClick.SAFE)):
        with pytest.raises(InvalidBoard, match="room"):
            perfect(view)


def test_numbers_do_not_wrap_round() -> None:
    """A number that is not a mark is refused, whatever it would be modulo 256."""
    with pytest.raises(InvalidBoard):
        perfect([[257, -1]], mines=1)


def test_layouts_that_are_hard_to_find_are_given_up() -> None:
    """A few layouts among very many with other totals are too large; it does not hang."""
    rows = [[-1] * 39, [2 if column % 2 == 0 else -1 for column in range(39)], [-1] * 39]
    with pytest.raises(TooLarge):
        perfect(rows, mines=39)
