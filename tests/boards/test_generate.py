from __future__ import annotations

from collections import Counter
from functools import cache
from typing import Any

import pytest
from harness.scale import repeats
from hypothesis import given
from hypothesis import strategies as st
from oracles.certain_moves import Census, is_won_by_certain_moves, rounds

from sapper.batch.boards import Method, is_solvable, solve_layout
from sapper.boards.generate import NoGuessBoard, TooMuchEffort, generate, generate_many
from sapper.knowledge.tier import Tier
from sapper.rules.board import Board, Cell, Layout, Level
from sapper.rules.errors import InvalidBoard, SapperError
from sapper.rules.view import FirstClick


@pytest.mark.parametrize("method", ["uniform", "repair"])
@pytest.mark.parametrize("name", Level.NAMED)
def test_certain_moves_win_every_board(name: str, method: Method) -> None:
    """Boards of each level and method are won from their first cell by certain moves alone."""
    level = Level.parse(name)
    first = level.height // 2, level.width // 2
    boards = list(generate_many(level, count=repeats(20, 200), first=first, seed=11, method=method))
    assert all(board.layout.level == level for board in boards)
    assert all(is_won_by_certain_moves(board.layout, first) for board in boards)


def test_dense_boards_by_repair() -> None:
    """Boards of 30x16/150 are won by certain moves alone, also without the mine count."""
    level = Level.parse("30x16/150")
    boards = generate_many(level, count=20, first=(0, 0), method="repair", count_mines=False)
    assert all(is_won_by_certain_moves(b.layout, b.first, count_mines=False) for b in boards)


def chi_square_is_small(seen: Counter[bytes], expected: set[bytes]) -> bool:
    """Return whether the counts look uniform: within 4 deviations of what chance makes."""
    mean = seen.total() / len(expected)
    chi = sum((seen[mask] - mean) ** 2 / mean for mask in expected)
    freedom = len(expected) - 1
    return bool(abs(chi - freedom) < 4 * (2 * freedom) ** 0.5)


CASES: list[tuple[str, Cell, FirstClick, bool]] = [
    ("4x4/3", (0, 0), FirstClick.ZERO, True),
    ("4x4/4", (1, 1), FirstClick.SAFE, True),
    ("4x4/5", (0, 0), FirstClick.ZERO, True),
    ("4x4/5", (0, 3), FirstClick.NONE, True),
    ("5x4/4", (2, 1), FirstClick.ZERO, True),
    ("5x4/5", (3, 4), FirstClick.ZERO, True),
    ("4x4/4", (0, 0), FirstClick.ZERO, False),
]


@pytest.mark.parametrize(("name", "first", "rule", "count_mines"), CASES)
def test_uniform_over_all_solvable_boards(
    name: str, first: Cell, rule: FirstClick, count_mines: bool
) -> None:
    """Exactly the boards that an exhaustive list calls solvable are made, and equally often."""
    level = Level.parse(name)
    spared = {first, *level.board.neighbours(first)} if rule is FirstClick.ZERO else {first}
    census = Census(level.board, level.mines, count_mines)
    expected = census.solvable(first, spared)
    draws = repeats(15, 40) * len(expected)
    boards = generate_many(
        level, count=draws, first=first, first_click=rule, seed=5, count_mines=count_mines
    )
    seen = Counter(board.layout.mask for board in boards)
    assert set(seen) == expected
    assert chi_square_is_small(seen, expected)


@pytest.mark.parametrize("hardest", list(Tier))
def test_uniform_under_a_limit_of_technique(hardest: Tier) -> None:
    """With `hardest` and with `grade`, exactly the boards of that grade are made, equally often."""
    level, first = Level.parse("5x4/5"), (0, 0)
    needs = techniques_needed(level, first)
    within = {mask for mask, tier in needs.items() if tier <= hardest}
    boards = generate_many(level, count=repeats(15, 40) * len(within), first=first, hardest=hardest)
    seen = Counter(board.layout.mask for board in boards)
    assert set(seen) == within
    assert chi_square_is_small(seen, within)
    exact = {mask for mask, tier in needs.items() if tier == hardest}
    if exact:
        graded = generate_many(
            level, count=repeats(15, 20) * len(exact), first=first, grade=hardest
        )
        assert {board.layout.mask for board in graded} == exact


@cache
def techniques_needed(level: Level, first: Cell) -> dict[bytes, int]:
    """Return every solvable layout with the number of the hardest technique that it takes."""
    census = Census(level.board, level.mines)
    solvable = census.solvable(first, {first, *level.board.neighbours(first)})
    return {mask: last_taken(rounds(Layout(level.board, mask), first)) for mask in solvable}


def last_taken(rounds: tuple[int, ...]) -> int:
    return max((tier for tier, number in enumerate(rounds, 1) if number), default=1)


@pytest.mark.parametrize("method", ["uniform", "repair"])
def test_a_board_is_the_same_alone_in_a_batch_and_on_threads(method: Method) -> None:
    """Board i of a seed depends neither on the other boards made nor on the number of threads."""
    level = Level.parse("intermediate")

    def many(threads: int) -> list[NoGuessBoard]:
        return list(
            generate_many(
                level, count=40, threads=threads, seed=3, index=7, method=method, first=(2, 2)
            )
        )

    alone = [
        generate(level, seed=3, index=7 + i, method=method, first=(2, 2)) for i in range(0, 40, 9)
    ]
    assert many(1) == many(2)
    assert many(1)[::9] == alone


@pytest.mark.parametrize("tier", list(Tier))
def test_grade_is_the_hardest_technique(tier: Tier) -> None:
    """A board of a grade has rounds of that technique and of none above it."""
    board = generate(Level.parse("intermediate"), grade=tier, first=(8, 8), seed=2)
    assert board.hardest is tier
    assert is_solvable(board.layout, board.first, tier)


def test_a_board_is_ready_to_play() -> None:
    """The game of a board starts at its first cell, which keeps what the rule promises."""
    board = generate(Level.parse("expert"), first=(8, 15), seed=4)
    game = board.game()
    assert game.start == (8, 15)
    game.open(board.first)
    assert game.view[board.first] == 0


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("8x8/40", {}),
        ("3x1/1", {"first": (0, 1), "method": "repair", "first_click": FirstClick.SAFE}),
        ("9x9/10", {"grade": Tier.CASES, "attempts": 3}),
    ],
)
def test_impossible_requests_end_with_a_message(name: str, options: dict[str, Any]) -> None:
    """When the attempts run out, the error says how many there were, and no board is returned."""
    options = {"attempts": 500} | options
    with pytest.raises(TooMuchEffort, match=f"{options['attempts']} attempts"):
        generate(Level.parse(name), **options)


def test_what_may_be_impossible_says_so() -> None:
    """The error says that the request may be impossible, or why it is."""
    with pytest.raises(TooMuchEffort, match=r": 1 attempt made no .* it may be impossible"):
        generate(Level.parse("8x8/40"), attempts=1)
    with pytest.raises(InvalidBoard, match="count_mines=False rules out"):
        generate(Level.parse("beginner"), grade=Tier.MINE_COUNT, count_mines=False)


def test_boards_before_an_impossible_one_are_kept() -> None:
    """Boards come in order until one needs more attempts than allowed."""
    boards = generate_many(Level.parse("expert"), count=1_000, attempts=12, first=(8, 15))
    made: list[NoGuessBoard] = []
    with pytest.raises(TooMuchEffort, match=r"board \d+ of seed 0"):
        made.extend(boards)
    many = generate_many(Level.parse("expert"), count=1_000, attempts=12, first=(8, 15), threads=2)
    for board in made:
        assert next(many) == board
    with pytest.raises(TooMuchEffort):
        next(many)


SMALL = Level(5, 5, 3)
ODD = st.one_of(
    st.none(), st.booleans(), st.integers(), st.floats(), st.text(max_size=5), st.binary(max_size=3)
)


@given(
    name=st.sampled_from(
        ["first", "seed", "method", "hardest", "grade", "first_click", "index", "attempts"]
    ),
    value=st.one_of(ODD, st.tuples(ODD, ODD), st.lists(ODD, max_size=3).map(tuple)),
)
def test_any_argument_is_taken_or_refused_in_words(name: str, value: object) -> None:
    """Any arguments give a board or a SapperError."""
    arguments: dict[str, Any] = {"attempts": 50, name: value}
    try:
        board = generate(SMALL, **arguments)
    except SapperError:
        return
    assert is_won_by_certain_moves(board.layout, board.first)


@pytest.mark.parametrize(
    "options",
    [
        {"count": 0},
        {"count": 1, "threads": 0},
        {"count": 1.5},
        {"count": 2, "index": 2**64 - 1},
        {"count": 1, "grade": Tier.CHAIN, "hardest": Tier.SUBSET},
        {"count": 1, "grade": Tier.MINE_COUNT, "count_mines": False},
        {"count": 1, "first": (5, 0)},
    ],
)
def test_bad_options_are_refused_at_once(options: dict[str, Any]) -> None:
    """An impossible request is refused by the call itself, before any board is asked for."""
    with pytest.raises(SapperError):
        generate_many(SMALL, **options)


def test_a_crowded_first_click_is_refused() -> None:
    """Mines for which the first click leaves no room are an error, not an effort."""
    with pytest.raises(SapperError, match="leaves 5 cells"):
        generate(Level(3, 3, 6))


def test_the_solver_refuses_a_mined_first_cell() -> None:
    """Neither solver starts on a mine or off the board."""
    layout = Layout.of(Board(3, 3), [(0, 0)])
    for first in [(0, 0), (3, 0), (-1, 0)]:
        with pytest.raises(SapperError):
            solve_layout(layout, first)
        with pytest.raises(SapperError):
            is_solvable(layout, first)
