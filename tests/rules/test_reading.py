from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sapper.rules.board import Board, Layout, Level
from sapper.rules.board_id import board_id
from sapper.rules.errors import InvalidNotation, SapperError
from sapper.rules.file_formats import read_position, write_mbf, write_mine
from sapper.rules.game import Game
from sapper.rules.json_forms import game_to_json, layout_to_json, view_to_json
from sapper.rules.notation import write_layout, write_layout_line, write_view
from sapper.rules.reading import LevelNeeded, beginning, position_of, read_boards, read_positions
from sapper.rules.rendering import Sign, render_text
from sapper.rules.view import View

LEVEL = Level(9, 9, 10)


def games(count: int = 3) -> list[Game]:
    made = [Game(LEVEL, seed=7, index=index) for index in range(count)]
    for game in made:
        game.pin((4, 4))
    return made


def layouts(boards: list[Layout | Game]) -> list[Layout | None]:
    return [board if isinstance(board, Layout) else board.layout for board in boards]


FORMS: dict[str, Callable[[Any], str]] = {
    "text": lambda game: f"; first click: E5\n{write_layout(game.layout)}\n",
    "json": lambda game: json.dumps(layout_to_json(game.layout) | {"first": [4, 4]}) + "\n",
    "json with an id": lambda game: (
        json.dumps(layout_to_json(game.layout) | {"id": board_id(game)}) + "\n"
    ),
    "ids": lambda game: f"{board_id(game)}\n",
    "pictures": lambda game: f"1 | 1 2\nboard id: {board_id(game)}\n\n",
}


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("count", [1, 3])
def test_boards_with_their_first_cell(form: str, count: int) -> None:
    """One board or many: each form is read with the mines and the first cell written in it."""
    made = games(count)
    boards = read_boards("".join(FORMS[form](game) for game in made).encode())
    assert layouts(boards) == [game.layout for game in made]
    assert [board.start for board in boards if isinstance(board, Game)] == [(4, 4)] * count


def test_a_thousand_boards_as_json_lines() -> None:
    """JSON Lines may be as long as they like, with blank lines between them."""
    line = json.dumps(layout_to_json(Layout.of(Board(2, 2), [(0, 1)])))
    assert len(read_boards((line + "\n\n").encode() * 1000)) == 1000


def test_a_table_of_ids() -> None:
    """A CSV table is read by its column of ids."""
    made = games()
    table = "id,width\n" + "".join(f"{board_id(game)},9\n" for game in made)
    assert layouts(read_boards(table.encode())) == [game.layout for game in made]


@given(st.from_type(Layout))
def test_mbf(layout: Layout) -> None:
    """MBF is recognised by its bytes; its position has every cell unopened."""
    assert read_boards(write_mbf(layout)) == [layout]
    assert read_positions(write_mbf(layout))[0].mines == sum(layout.mask)


def test_lines_of_numbers_need_their_level() -> None:
    """Lines of numbers are boards of the level that is given; without it they are refused."""
    lines = "".join(f"{write_layout_line(game.layout)}\n" for game in games() if game.layout)
    expected = [game.layout for game in games()]
    assert layouts(read_boards(lines.encode(), LEVEL)) == expected
    assert len(read_positions(lines.encode(), LEVEL)) == 3
    for read in (read_boards, read_positions):
        with pytest.raises(LevelNeeded, match=r": name their level$"):
            read(lines.encode())


def test_a_board_without_a_first_cell_is_a_layout() -> None:
    """Nothing is invented: a bare layout stays one, and nothing of it is open."""
    (board,) = read_boards(b"..*\n...\n")
    assert isinstance(board, Layout)
    assert position_of(board) == View(2, 3, 1)


def test_a_board_shows_what_its_first_click_opens() -> None:
    """The position of a board is the one after the first click, in every form."""
    (made,) = games(1)
    opened = Game(LEVEL, seed=7)
    opened.open((4, 4))
    for form in FORMS.values():
        (view,) = read_positions(form(made).encode())
        assert list(view.opened) == list(opened.view.opened)


def test_positions_stay_positions() -> None:
    """What shows no mines is a position: text, JSON, .mine, games, and rows of numbers."""
    game = Game(LEVEL, seed=7)
    game.open((4, 4))
    view = game.view
    texts = [write_view(view), json.dumps(view_to_json(view)), json.dumps(game_to_json(game))]
    for text in texts:
        assert read_positions(text.encode()) == [view]
    assert read_positions(write_mine(view).encode())[0].array.tolist() == view.array.tolist()
    assert read_positions(b"0,1,1\n0,1,1\n") == [View.of([[0, 1, 1], [0, 1, 1]])]
    assert read_positions(b". . .\n. . .\n") == [View.of([[0] * 3] * 2)]


def test_the_assistants_session_is_a_position() -> None:
    """An assistant's saved session is read as the position that it describes."""
    session = {"sapper": "session", "version": 1, "width": 3, "height": 1, "mines": 1}
    saved = session | {"answers": [[[0, 0, 0]], [[0, 1, 1]]], "lost_at": None}
    assert read_position(json.dumps(saved)) == View.of([[0, 1, -1]], mines=1)
    with pytest.raises(InvalidNotation, match="open already"):
        read_position(json.dumps(saved | {"answers": [[[0, 0, 0]], [[0, 0, 1]]]}))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "there is no board"),
        ("2x1x1\nHH\n", "this is a position"),
        ("..*\n..\n", "line 2, column 2: this row has 2 cells instead of 3"),
        ("; first click: Z9\n..*\n", "off the board"),
        ("; first click: 4\n..*\n", "is not a cell"),
        ('{"sapper": "layout"}\n{"sapper"', 'line 2: |"version" is missing'),
        ("9x9x10-safe-1-0\nhello\n", "not a cell"),
    ],
)
def test_broken_boards(text: str, message: str) -> None:
    """What is not a board is refused, with the place of the fault if it is known."""
    with pytest.raises(SapperError, match=message):
        read_boards(text.encode())


def test_an_id_of_another_board_is_refused() -> None:
    """The rows of a JSON layout must be those of its id."""
    one, other = games(2)
    assert one.layout is not None
    data = layout_to_json(one.layout) | {"id": board_id(other)}
    with pytest.raises(InvalidNotation, match="another board"):
        read_boards(json.dumps(data).encode())


def test_a_game_begins_again() -> None:
    """The beginning of a game has its mines and its start, but no action."""
    (game,) = games(1)
    game.open((4, 4))
    begun = beginning(game)
    assert (begun.layout, begun.start, begun.actions) == (game.layout, (4, 4), [])


@pytest.mark.parametrize("ascii_only", [False, True])
@pytest.mark.parametrize("colour", [False, True])
@given(st.from_type(View), st.data())
def test_pictures_are_read_back(
    ascii_only: bool, colour: bool, view: View, data: st.DataObject
) -> None:
    """A picture of a view, with any signs on unopened cells, is read as what is open in it."""
    hidden = [cell for cell in view.unopened if cell not in view.flags]
    drawn = data.draw(st.lists(st.sampled_from(hidden), max_size=3)) if hidden else []
    signs = dict.fromkeys(drawn, data.draw(st.sampled_from([Sign.SAFE, Sign.MINE, Sign.CHOSEN])))
    text = render_text(view, ascii_only=ascii_only, colour=colour, signs=signs)
    assert read_position(text).array.tolist() == view.array.tolist()
    assert read_position(f"Mines: 0\n{text}").mines == 0
