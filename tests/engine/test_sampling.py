"""Mines drawn for a view: they fit, and no layout is preferred."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import pytest

from sapper import Game, InvalidBoard, InvalidPosition, Layout, Level, read_view
from sapper.engine import TooLarge
from sapper.engine.sampling import draw_mines, sample_layouts
from sapper.rules.errors import SapperError
from sapper.rules.seeds import seeded_layout
from sapper.rules.view import FirstClick, View

POSITIONS = [
    "mines 3\n. 1 # # #\n. 1 2 # #\n. . 1 # #\n",
    "mines 4\n# # # #\n# 2 F #\n# # 1 #\n",
    "mines 2\n# # # #\n",
]


def _fits(layout: Layout, view: View) -> bool:
    clues = layout.clues()
    return layout.level.mines == view.mines and all(
        not layout.is_mine(cell) and clues[view.board.index(cell)] == view[cell]
        for cell in view.opened
    )


def _drawn(view: View, seed: int) -> Layout:
    return Layout.of(view.board, draw_mines(view, seed))


def _every(view: View) -> set[Layout]:
    """Try all layouts."""
    board, mines = view.board, view.mines or 0
    cells = [board.cell(index) for index in range(board.size)]
    laid = (Layout.of(board, chosen) for chosen in combinations(cells, mines))
    return {layout for layout in laid if _fits(layout, view)}


@pytest.mark.parametrize("text", POSITIONS)
def test_every_layout_that_fits_is_equally_likely(text: str) -> None:
    """Over many seeds the counts pass a chi-square test at 1 in 10,000; flags prove nothing."""
    view = read_view(text)
    every = _every(view)
    drawn = Counter(_drawn(view, seed) for seed in range(100 * len(every)))
    assert set(drawn) == every
    excess = sum((count - 100) ** 2 / 100 for count in drawn.values())
    freedom = len(every) - 1
    assert excess < freedom + 3.72 * (2 * freedom) ** 0.5 + 9.3  # above the quantile


# Components joined by the mine total, boxes of several cells, floating cells, settled mines.
SAMPLED = [
    *POSITIONS,
    "mines 3\n# 1 # # #\n# 2 # # 1\n# # # # #\n",
    "mines 5\n1 # # # 1\n# # # # #\n2 # # # #\n",
    "mines 5\n# # 2 3 # # 1 #\n# 2 # # # # # #\n",
    "mines 6\n# 3 # #\n# # # #\n# 3 # #\n# # # #\n",
]


@pytest.mark.parametrize("text", SAMPLED)
def test_the_kernel_draws_every_layout_equally_often(text: str) -> None:
    """What playouts begin with: all layouts that fit, by a chi-square test at 1 in 10,000."""
    view = read_view(text)
    every = {layout.mask for layout in _every(view)}
    drawn = Counter(row.tobytes() for row in sample_layouts(view, 100 * len(every), seed=5))
    assert set(drawn) == every
    excess = sum((count - 100) ** 2 / 100 for count in drawn.values())
    freedom = len(every) - 1
    assert excess < freedom + 3.72 * (2 * freedom) ** 0.5 + 9.3  # above the quantile


def test_the_kernel_draws_fitting_layouts_of_a_whole_game() -> None:
    """On an expert board in progress each of many layouts fits, and a seed repeats them."""
    game = Game(Level(30, 16, 99), seed=8)
    game.open((8, 15))
    layouts = sample_layouts(game.view, 50, seed=1)
    for row in layouts:
        mines = [game.view.board.cell(int(index)) for index in row.nonzero()[0]]
        assert _fits(Layout.of(game.view.board, mines), game.view)
    assert (layouts == sample_layouts(game.view, 50, seed=1)).all()
    assert (layouts != sample_layouts(game.view, 50, seed=2)).any()


@pytest.mark.parametrize(("size", "count"), [(31, 1), (3, 0), (3, 1_000_001)])
def test_too_much_is_not_drawn(size: int, count: int) -> None:
    """Too large a board and senseless numbers of layouts are refused."""
    with pytest.raises(SapperError, match="draw"):
        sample_layouts(View(size, 30, 5), count, seed=1)


def test_a_layout_for_a_game_in_progress() -> None:
    """On an expert board the drawn layout fits; a seed always draws the same one."""
    game = Game(Level(30, 16, 99), seed=8)
    game.open((8, 15))
    layouts = [_drawn(game.view, seed) for seed in (1, 1, 2)]
    assert all(_fits(layout, game.view) for layout in layouts)
    assert layouts[0] == layouts[1] != layouts[2]


def test_a_layout_for_a_very_large_board() -> None:
    """Cells next to no number take no extra work: 40,000 of them are drawn at once."""
    game = Game(Level(200, 200, 6000), seed=8, first_click=FirstClick.ZERO)
    game.open((100, 100))
    assert _fits(_drawn(game.view, 1), game.view)


def test_too_much_work_is_refused() -> None:
    """Thousands of numbers with nothing certain around them are refused with a message."""
    layout = seeded_layout(Level(200, 200, 8000), seed=5)
    clues, rows = layout.clues(), [[-1] * 200 for _ in range(200)]
    for row in range(1, 200, 3):
        for column in range(1, 200, 3):
            if not layout.is_mine((row, column)):
                rows[row][column] = clues[200 * row + column]
    with pytest.raises(TooLarge, match="take a smaller position"):
        draw_mines(View.of(rows, mines=8000), 1)


def test_what_cannot_be_drawn() -> None:
    """Without a mine total, or for an impossible view, no layout is drawn."""
    with pytest.raises(InvalidBoard, match="unknown"):
        draw_mines(View.of([[1, -1]], mines=None), 0)
    with pytest.raises(InvalidPosition):
        draw_mines(View.of([[3, -1, -1]], mines=2), 0)


def test_a_full_board_and_an_empty_one() -> None:
    """Where only one layout is possible, it is drawn."""
    for mines, cells in ((0, []), (2, [(0, 0), (0, 1)])):
        view = View.of([[-1, -1]], mines=mines)
        assert draw_mines(view, 5) == set(cells)
