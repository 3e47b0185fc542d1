from __future__ import annotations

from collections import Counter
from itertools import islice
from math import comb

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sapper.rules.board import Board, Cell, Level
from sapper.rules.board_id import board_id
from sapper.rules.errors import InvalidBoard
from sapper.rules.first_click import mine_free_cells, room
from sapper.rules.game import Game
from sapper.rules.seeds import below, seeded_layout, shuffled, words
from sapper.rules.view import FirstClick

TOP = 2**64 - 1
NONE, SAFE, ZERO = FirstClick

EXPERT_42 = "30x16-CowSAACUAgCUDCBACMCiQAAYhIxSIikKgcQACAAAowQYBoiJYAQATAQQEGAgSCIKAgAidABgFHABAQUC"


def test_golden_words() -> None:
    """The words of a seed are the same forever."""
    assert list(islice(words(0, 0), 2)) == [6235967106033911276, 4964577235801436555]
    assert next(words(TOP, TOP)) == 589663553432347334


@pytest.mark.parametrize(
    ("level", "seed", "index", "rule", "first", "layout"),
    [
        ("beginner", 0, 0, NONE, (0, 0), "9x9-QAgDEgTAQAAAAAA"),
        ("beginner", 0, 0, SAFE, (4, 4), "9x9-QAgDEgRAQABAAAA"),
        ("beginner", 0, 0, ZERO, (4, 4), "9x9-QEgDEAQgAABAEAA"),
        ("beginner", 0, 1, NONE, (0, 0), "9x9-oBCAAxABCAAAAIA"),
        ("beginner", 1, 0, NONE, (0, 0), "9x9-yACAABAIAAEiAQA"),
        ("5x1/2", TOP, TOP, SAFE, (0, 4), "5x1-kA"),
        ("expert", 42, 0, SAFE, (3, 3), EXPERT_42),
    ],
)
def test_golden_boards(
    level: str, seed: int, index: int, rule: FirstClick, first: Cell, layout: str
) -> None:
    """Game i of seed s is one and the same board forever."""
    game = Game(Level.parse(level), seed=seed, index=index, first_click=rule)
    game.open(first)
    assert game.layout is not None
    assert board_id(game.layout) == layout


@pytest.mark.parametrize("by_index", [True, False], ids=["by index", "by seed"])
@pytest.mark.parametrize(
    ("rule", "first", "spared", "limit"),
    # the limits are the 99.9 % quantiles of chi-square with 35, 27 and 9 degrees of freedom
    [
        (NONE, (1, 1), 0, 66.6),
        (SAFE, (1, 1), 1, 55.5),
        (SAFE, (0, 2), 1, 55.5),
        (ZERO, (2, 0), 4, 27.9),
    ],
)
def test_uniform(rule: FirstClick, first: Cell, spared: int, limit: float, by_index: bool) -> None:
    """Every layout that the first-click rule allows is equally likely, by index and by seed."""
    layouts: Counter[bytes] = Counter()
    kinds = comb(9 - spared, 2)
    for number in range(kinds * 50):
        seed, index = (7, number) if by_index else (number, 7)
        game = Game(Level(3, 3, 2), seed=seed, index=index, first_click=rule)
        game.open(first)
        assert game.layout is not None
        layouts[game.layout.mask] += 1
    assert len(layouts) == kinds
    assert sum((count - 50) ** 2 / 50 for count in layouts.values()) < limit


@given(st.from_type(Board), st.integers(0, TOP), st.sampled_from(FirstClick), st.data())
def test_least_difference(board: Board, seed: int, rule: FirstClick, data: st.DataObject) -> None:
    """What a first click spares moves only the mines that stood there."""
    index = data.draw(st.integers(0, TOP))
    first = data.draw(st.sampled_from(list(board)))
    mines = data.draw(st.integers(0, room(board, rule, first)))
    level = Level(board.width, board.height, mines)
    free = seeded_layout(level, seed, index).mines
    bound = seeded_layout(level, seed, index, rule, first).mines
    assert free - bound == free & set(mine_free_cells(board, rule, first))
    assert not bound & set(mine_free_cells(board, rule, first))
    assert len(bound) == mines


@pytest.mark.parametrize(("seed", "index"), [(-1, 0), (0, -1), (TOP + 1, 0), (0, TOP + 1)])
@pytest.mark.parametrize("rule", FirstClick)
def test_seed_range(seed: int, index: int, rule: FirstClick) -> None:
    """A seed or index that is not a 64-bit number is refused before the game starts."""
    with pytest.raises(InvalidBoard, match="whole number from 0"):
        Game(Level(2, 2, 0), seed=seed, index=index, first_click=rule)


def test_too_many_mines() -> None:
    """Mines without room beside the first click are refused."""
    with pytest.raises(InvalidBoard, match="leaves 3 cells"):
        seeded_layout(Level(2, 2, 4), 0, 0, FirstClick.SAFE)


@given(st.integers(1, 50), st.integers(0, TOP))
def test_shuffled(count: int, seed: int) -> None:
    """A shuffle yields every number once, and taking less of it does not change the order."""
    order = list(shuffled(count, words(seed, 0)))
    assert sorted(order) == list(range(count))
    assert list(islice(shuffled(count, words(seed, 0)), count // 2)) == order[: count // 2]


def test_below() -> None:
    """A draw rejects the few words that would favour some numbers."""
    assert below(3, iter([0, TOP])) == 2  # 2^64 = 1 mod 3: the word 0 is one too many
    assert below(1, iter([0])) == 0
