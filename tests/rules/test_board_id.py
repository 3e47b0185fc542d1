from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sapper.rules.board import MAX_CELLS, Board, Layout, Level
from sapper.rules.board_id import board_id, game_from_id
from sapper.rules.errors import InvalidBoard, SapperError
from sapper.rules.game import Game
from sapper.rules.notation import read_layout
from sapper.rules.view import FirstClick

near_misses = st.from_regex(
    r"[0-9]{1,2}x[0-9]{1,2}(x[0-9]{1,2})?-([a-z]{4}-[0-9]-[0-9](-[0-9]-[0-9])?|[-_A-Za-z0-9]{1,9})",
    fullmatch=True,
)


@given(st.from_type(Layout))
def test_layout_round_trip(layout: Layout) -> None:
    """The id of a layout gives that layout, and one layout has one id."""
    game = game_from_id(board_id(layout))
    assert game.layout == layout
    assert game.first_click is FirstClick.NONE
    assert board_id(game) == board_id(layout)


@given(st.from_type(Game))
def test_game_round_trip(game: Game) -> None:
    """The id of a game gives the same layout, or the same game not yet started."""
    name = board_id(game)
    assert re.fullmatch("[A-Za-z0-9_-]+", name)
    again = game_from_id(name)
    assert again.layout == game.layout
    assert again.level == game.level
    assert (again.seed, again.index) == (game.seed, game.index)
    if game.seed is not None:
        assert again.first_click is game.first_click
    assert board_id(again) == name


def test_forms() -> None:
    """Ids read as they are documented."""
    game = Game(Level.parse("expert"), seed=42)
    assert board_id(game) == "30x16x99-safe-42-0"
    game.flag((0, 0))
    assert board_id(game) == "30x16x99-safe-42-0"
    game.open((3, 4))
    assert board_id(game) == "30x16x99-safe-42-0-3-4"
    game.open(next(cell for cell in game.view.unopened if cell != (0, 0)))
    assert board_id(game) == "30x16x99-safe-42-0-3-4"
    free = Game(Level(3, 3, 1), seed=7, index=8, first_click=FirstClick.NONE)
    free.open((0, 0))
    assert board_id(free) == "3x3x1-none-7-8"
    assert board_id(read_layout("*......*\n*.......")) == "8x2-gYA"


def test_largest_board() -> None:
    """The largest board has an id too."""
    layout = Layout(Board(2000, 2000), b"\1" + bytes(MAX_CELLS - 1))
    assert game_from_id(board_id(layout)).layout == layout


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "is not a board id"),
        ("expert", "is not a board id"),
        ("8x2-gYA=", "is not a board id"),
        ("8x2-gYA\n", "is not a board id"),
        ("8x2-gY", "take 3 letters, not 2"),
        ("8x2-gYAA", "take 3 letters, not 4"),
        ("8x2-gYB", "do not exist"),
        ("5x1-kB", "do not exist"),
        ("5x1-kg", "do not exist"),
        ("5x1-lA", "do not exist"),
        ("0x1-AA", "at least one cell"),
        ("9999999x9999999-AA", "more than"),
        ("3x3x1-soft-0-0", "column 7: 'soft'"),
        ("3x3x10-none-0-0", "10 mines"),
        ("3x3x9-safe-0-0", "no room"),
        ("3x3x1-safe-18446744073709551616-0", "2\\^64"),
        ("3x3x1-safe-0-0-3-0", r"A4 is off the board"),
        ("3x3x9-none-0-0-3-0", r"A4 is off the board"),
        ("3x3x1-safe-0-0-1", "is not a board id"),
    ],
)
def test_bad_ids(text: str, words: str) -> None:
    """An id that names no board is refused with the reason, even for stray bits."""
    with pytest.raises(SapperError, match=words):
        game_from_id(text)


@given(st.text() | near_misses)
def test_garbage(text: str) -> None:
    """Any text is an id, or a SapperError."""
    try:
        game = game_from_id(text)
    except SapperError:
        return
    assert game_from_id(board_id(game)).level == game.level


def test_pinned_without_a_rule() -> None:
    """Without a rule a click pins nothing, not even on a board of only mines."""
    for mines in (3, 9):
        free = game_from_id(f"3x3x{mines}-none-5-6")
        assert game_from_id(f"3x3x{mines}-none-5-6-1-1").layout == free.layout


def test_a_pinned_game_begins_where_it_did() -> None:
    """A pinned id keeps the rule and the first cell: opening there shows what it showed."""
    game = Game(Level.parse("beginner"), seed=1, first_click=FirstClick.ZERO)
    game.open((4, 4))
    again = game_from_id(board_id(game))
    assert (again.start, again.first_click) == ((4, 4), FirstClick.ZERO)
    again.open((4, 4))
    assert again.view == game.view


def test_a_board_that_begins_somewhere_says_so() -> None:
    """An explicit id keeps the cell where its board begins; off the board it is refused."""
    game = Game.of(Layout.of(Board(3, 4), [(0, 0)]))
    game.pin((2, 3))
    assert board_id(game).endswith(".2.3")
    again = game_from_id(board_id(game))
    assert (again.start, again.layout) == (game.start, game.layout)
    with pytest.raises(InvalidBoard, match="off the board"):
        game_from_id(board_id(game).replace(".2.3", ".3.3"))
