"""What the numbers of boards and games are."""

from __future__ import annotations

from dataclasses import asdict

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from oracles.naive_metrics import NaiveBoard, naive_metrics

from sapper import Board, Game, InvalidBoard, Layout, Level, Metrics, metrics, read_layout
from sapper.batch.metrics import solved_bbbv
from sapper.boards.generate import generate
from sapper.boards.metrics import game_metrics, metrics_many
from sapper.rules.game import Action, ActionType


@st.composite
def layouts(draw: st.DrawFn) -> Layout:
    """Draw boards from bare to crowded; sparse ones have the openings."""
    board = Board(draw(st.integers(1, 9)), draw(st.integers(1, 9)))
    cells = st.tuples(st.integers(0, board.height - 1), st.integers(0, board.width - 1))
    return Layout.of(board, draw(st.sets(cells, max_size=board.size // draw(st.integers(1, 8)))))


@given(layouts())
def test_all_metrics_are_those_of_the_plain_definitions(layout: Layout) -> None:
    """The kernel and a plain Python version of the definitions agree on every number."""
    assert asdict(metrics(layout)) == naive_metrics(layout)


@given(layouts())
def test_zini_needs_no_more_clicks_than_3bv(layout: Layout) -> None:
    """Chording only where it saves something never costs more than opening alone."""
    found = metrics(layout)
    assert found.openings <= found.zini <= found.bbbv
    assert found.openings <= found.human_zini <= found.bbbv


@given(layouts(), st.data())
def test_solved_3bv_is_that_of_the_plain_definition(layout: Layout, data: st.DataObject) -> None:
    """Lone numbers count when open, openings when nothing of them is left."""
    game = Game.of(layout)
    safe = sorted(set(layout.board) - layout.mines)
    for cell in data.draw(st.permutations(safe))[: data.draw(st.integers(0, 5))]:
        if not game.view.is_opened(cell):
            game.open(cell)
    naive = NaiveBoard(layout)
    assert solved_bbbv(layout, game.view) == naive.solved_bbbv(set(game.view.opened))


@pytest.mark.parametrize(
    ("rows", "expected"),
    [
        pytest.param(". . .\n. . .", Metrics(1, 1, 0, 1, 1), id="bare: one opening, one click"),
        pytest.param("* *\n* *", Metrics(0, 0, 0, 0, 0), id="only mines: nothing to do"),
        pytest.param(". * .", Metrics(2, 0, 2, 2, 2), id="two islands that do not touch"),
        pytest.param(
            ". . .\n. * .\n. . .",
            Metrics(8, 0, 1, 5, 6),
            id="a ring: ZiNi opens A2, flags, chords thrice; a person begins in the corner",
        ),
        pytest.param(
            ". . . .\n. . . .\n* . . .\n. * . .",
            Metrics(2, 1, 1, 2, 2),
            id="an opening, and a corner behind the mines",
        ),
        pytest.param(
            "* * * * *\n* . . . *\n* . . . *\n* . . . *\n* * * * *",
            Metrics(1, 1, 0, 1, 1),
            id="a fenced opening",
        ),
    ],
)
def test_boards_that_can_be_counted_by_hand(rows: str, expected: Metrics) -> None:
    """Small boards have the numbers that were counted by hand."""
    assert metrics(read_layout(rows)) == expected


def test_many_boards_are_each_measured_alike_on_any_number_of_threads() -> None:
    """A batch gives every board the numbers that it has alone, whatever the threads."""
    boards = np.random.default_rng(1).random((500, 6, 11)) < 0.2
    many = metrics_many(boards, threads=3)
    for name, values in metrics_many(boards).items():
        assert (values == many[name]).all()
    alone = [metrics(Layout(Board(6, 11), mines.astype(np.uint8).tobytes())) for mines in boards]
    assert [asdict(each) for each in alone] == [
        {name: int(values[i]) for name, values in many.items()} for i in range(len(boards))
    ]


def test_large_boards_are_measured_in_reasonable_time() -> None:
    """A board of a million cells takes seconds at most: nothing grows with its square."""
    mines = np.random.default_rng(2).random((1, 1000, 1000)) < 0.2
    found = metrics_many(mines)
    assert found["openings"][0] < found["zini"][0] < found["bbbv"][0]


@pytest.mark.parametrize(
    ("mines", "message"),
    [
        (np.zeros((3, 4), dtype=bool), "3 dimensions .boards, height, width., not 2"),
        (np.zeros((1, 0, 4), dtype=bool), "at least one cell"),
        (np.full((1, 2, 2), 2), "True for a mine"),
        (np.zeros((1, 2, 2)), "True for a mine"),
        ([[[True], [True, False]]], "the same size"),
    ],
)
def test_what_is_no_board_is_refused_in_words(mines: object, message: str) -> None:
    """Wrong shapes and wrong values are named."""
    with pytest.raises(InvalidBoard, match=message):
        metrics_many(mines)  # type: ignore[arg-type]  # wrong on purpose


def test_threads_that_make_no_sense_are_refused() -> None:
    """The number of threads is a whole number from 1 to 1024."""
    boards = np.zeros((1, 2, 2), dtype=bool)
    for threads in (0, 1025, "two"):
        with pytest.raises(InvalidBoard, match="from 1 to 1024"):
            metrics_many(boards, threads=threads)  # type: ignore[arg-type]  # wrong on purpose


def test_no_boards_have_no_metrics() -> None:
    """An empty batch is answered by empty arrays."""
    assert all(
        len(values) == 0 for values in metrics_many(np.zeros((0, 3, 3), dtype=bool)).values()
    )


def test_a_game_won_has_done_its_whole_3bv() -> None:
    """A won game has solved 1; clicks count flags and chords; time comes from the record."""
    game = Game.of(read_layout(". . .\n. . .\n. . *"))
    game.flag((2, 2), 1.0)
    game.open((0, 0), 1.5)
    found = game_metrics(game)
    assert (found.solved_bbbv, found.solved, found.clicks) == (1, 1.0, 2)
    assert found.ioe == 0.5
    assert found.seconds == 0.0
    assert found.bbbv_per_second is None
    assert game_metrics(game, seconds=4.0).bbbv_per_second == 0.25


def test_seconds_run_from_the_first_opening_to_the_last_action() -> None:
    """The record's own time is used where none is given, and is None where none was kept."""
    game = Game(Level.NAMED["beginner"], seed=3)
    game.perform(Action(ActionType.OPEN, (0, 0), 2.0))
    unopened = next(iter(game.view.unopened))
    game.perform(Action(ActionType.FLAG, unopened, 7.0))
    assert game_metrics(game).seconds == 5.0
    game.flag(unopened)
    assert game_metrics(game).seconds is None


def test_a_game_part_way_is_part_solved() -> None:
    """An unfinished game has done a share of its 3BV between 0 and 1."""
    game = Game(Level.NAMED["expert"], seed=1)
    game.open((8, 15))
    found = game_metrics(game)
    assert 0 < found.solved < 1
    assert found.to_json()["board"]["bbbv"] == found.board.bbbv


@pytest.mark.parametrize("seconds", [0, -1, float("nan"), float("inf")])
def test_impossible_times_are_refused(seconds: float) -> None:
    """A game takes a finite time above 0."""
    game = Game.of(read_layout(". *"))
    with pytest.raises(InvalidBoard, match="greater than 0"):
        game_metrics(game, seconds)


def test_nothing_can_be_measured_before_the_mines_are_laid() -> None:
    """A seeded game has no mines until its first opening."""
    with pytest.raises(InvalidBoard, match="before the first cell"):
        game_metrics(Game(Level.NAMED["beginner"]))


def test_whatever_has_a_layout_is_measured() -> None:
    """A game and a board made to need no guess are measured by their layout."""
    board = generate(Level.parse("beginner"), first=(4, 4), seed=2)
    assert metrics(board) == metrics(board.game()) == metrics(board.layout)


@pytest.mark.parametrize("board", [None, "x", 3])
def test_what_has_no_layout_is_refused_in_words(board: object) -> None:
    """A wrong type is refused with a message."""
    with pytest.raises(InvalidBoard, match="a Layout, Game or NoGuessBoard is needed"):
        metrics(board)  # type: ignore[arg-type]  # this is the test
