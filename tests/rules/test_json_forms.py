from __future__ import annotations

import copy
import json
import math
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sapper.rules.board import Layout, Level
from sapper.rules.errors import InvalidNotation
from sapper.rules.game import Game
from sapper.rules.json_forms import (
    game_from_json,
    game_to_json,
    layout_from_json,
    layout_to_json,
    view_from_json,
    view_to_json,
)
from sapper.rules.notation import read_layout
from sapper.rules.view import View

READERS = [view_from_json, layout_from_json, game_from_json]

scalars = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5)
json_values = st.recursive(
    scalars,
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3)
    ),
    max_leaves=5,
)


def through_text(data: object) -> object:
    return json.loads(json.dumps(data, allow_nan=False))


@given(st.from_type(View))
def test_view_round_trip(view: View) -> None:
    """A view survives JSON."""
    assert view_from_json(through_text(view_to_json(view))) == view


@given(st.from_type(Layout))
def test_layout_round_trip(layout: Layout) -> None:
    """A layout survives JSON."""
    assert layout_from_json(through_text(layout_to_json(layout))) == layout


@given(st.from_type(Game))
def test_game_round_trip(game: Game) -> None:
    """A whole game survives JSON: layout, rule, seed, every action with its time."""
    again = game_from_json(through_text(game_to_json(game)))
    assert again.actions == game.actions
    assert again.view == game.view
    assert again.view.opened == game.view.opened
    for name in ("level", "first_click", "seed", "index", "layout", "outcome", "fatal"):
        assert getattr(again, name) == getattr(game, name), name


@given(json_values)
def test_garbage(data: object) -> None:
    """No JSON value makes a reader fail with anything but InvalidNotation."""
    for read in READERS:
        with pytest.raises(InvalidNotation):
            read(data)


@given(st.from_type(Game), st.data())
def test_damaged_game(game: Game, data: st.DataObject) -> None:
    """A good game with any one value replaced is a game again, or refused: InvalidNotation."""
    form: Any = through_text(game_to_json(game))
    parts = [form] + [form["layout"]] * bool(form["layout"]) + form["actions"]
    part = data.draw(st.sampled_from(parts))
    part[data.draw(st.sampled_from(sorted(part)))] = data.draw(json_values)
    try:
        damaged = game_from_json(form)
    except InvalidNotation:
        return
    assert game_from_json(through_text(game_to_json(damaged))).view == damaged.view


def played() -> dict[str, Any]:
    game = Game(Level(5, 5, 3), seed=42)
    game.open((0, 0), 0.5)
    game.flag(next(game.view.unopened), 1.25)
    return game_to_json(game)


def test_form_of_a_game() -> None:
    """The form of a game is what other programs rely on."""
    game = Game.of(read_layout("*.."))
    game.flag((0, 0), 1.5)
    game.open((0, 1))
    layout = {
        "sapper": "layout",
        "version": 1,
        "width": 3,
        "height": 1,
        "mines": 1,
        "rows": ["*.."],
    }
    assert game_to_json(game) == {
        "sapper": "game",
        "version": 1,
        "level": "3x1/1",
        "first_click": "none",
        "seed": None,
        "index": None,
        "layout": layout,
        "actions": [
            {"action": "flag", "row": 0, "column": 0, "time": 1.5},
            {"action": "open", "row": 0, "column": 1, "time": None},
        ],
        "outcome": "playing",
    }
    assert view_to_json(game.view) == {
        "sapper": "view",
        "version": 1,
        "width": 3,
        "height": 1,
        "mines": 1,
        "first_click": "none",
        "rows": ["F1#"],
    }


def test_before_the_first_click() -> None:
    """A seeded game has no layout before its first click."""
    data = game_to_json(Game(Level(5, 5, 3), seed=42))
    assert data["layout"] is None
    assert game_from_json(data).layout is None


def test_tolerance() -> None:
    """Unknown keys are ignored, and a seeded game needs neither layout nor outcome nor times."""
    data = played() | {"player": "someone"}
    del data["layout"], data["outcome"]
    for action in data["actions"]:
        del action["time"]
    assert game_to_json(game_from_json(data))["layout"] == played()["layout"]


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"sapper": "view"}, '"sapper": "game"'),
        ({"version": 2}, "only 1 is known"),
        ({"version": True}, "whole number, not True"),
        ({"level": 5}, "must be a string, not 5"),
        ({"level": "5x5/26"}, "26 mines"),
        ({"level": "5x5/4"}, "not the one that the seed gives"),
        ({"first_click": "soft"}, "none, safe, zero, not 'soft'"),
        ({"first_click": None}, "must be a string"),
        ({"seed": -1}, "from 0 to 2"),
        ({"seed": 43}, "not the one that the seed gives"),
        ({"seed": 42.0}, "whole number"),
        ({"seed": True}, "whole number"),
        ({"seed": 10**5000}, "from 0 to 2"),
        ({"seed": None, "layout": None}, "needs a"),
        ({"seed": None, "level": "5x5/2"}, "the layout is 5x5/3"),
        ({"index": None}, '"index" must be'),
        ({"layout": [10**5000]}, "a list"),
        ({"actions": {}}, '"actions" must be a list, not an object'),
        ({"outcome": "won"}, "leave it playing"),
        ({"outcome": 10**5000}, "leave it playing"),
    ],
)
def test_bad_games(change: dict[str, object], words: str) -> None:
    """An impossible game is refused with the reason."""
    with pytest.raises(InvalidNotation, match=words):
        game_from_json(played() | change)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"action": "dig"}, "open, flag, chord, undo, not 'dig'"),
        ({"action": []}, "not a list"),
        ({"action": "undo"}, "only the action that lost"),
        ({"row": True}, "whole number, not True"),
        ({"row": 7}, "A8 is off the board"),
        ({"column": -1}, '"column" must be'),
        ({"row": 0, "column": 0}, "cannot be flagged"),
        ({"time": math.nan}, "finite"),
        ({"time": math.inf}, "finite"),
        ({"time": -0.5}, "0 or more"),
        ({"time": 10**400}, "finite"),
        ({"time": True}, "not True"),
        ({"time": "1"}, "number of seconds"),
    ],
)
def test_bad_actions(change: dict[str, object], words: str) -> None:
    """An action that is wrong or illegal is named by its number."""
    data = played()
    data["actions"][1] |= change
    with pytest.raises(InvalidNotation, match=f"^action 2: .*{words}"):
        game_from_json(data)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"width": 3}, "line 1, column 2: this row has 2 cells instead of 3"),
        ({"height": 3}, "only 2"),
        ({"height": 1}, "one more"),
        ({"height": 0}, "at least one cell"),
        ({"width": 10**9}, "more than"),
        ({"mines": 5}, "5 mines do not fit"),
        ({"mines": 1.0}, "whole number"),
        ({"rows": "##"}, "list of strings"),
        ({"rows": ["##", 5]}, "list of strings"),
        ({"rows": ["##", "#*"]}, "line 2, column 2: '\\*'"),
        ({"rows": []}, "no rows"),
    ],
)
def test_bad_views(change: dict[str, object], words: str) -> None:
    """An impossible view is refused with the reason."""
    with pytest.raises(InvalidNotation, match=words):
        view_from_json(view_to_json(View(2, 2, 1)) | change)


def test_miscounted_layout() -> None:
    """A layout's number of mines must be the true one."""
    with pytest.raises(InvalidNotation, match='"mines" is 3, but the rows have 1'):
        layout_from_json(layout_to_json(read_layout("*.")) | {"mines": 3})


def test_readers_leave_their_data_alone() -> None:
    """Reading changes nothing in what is read."""
    data = played()
    before = copy.deepcopy(data)
    game_from_json(data)
    assert data == before


def test_numbers_of_numpy() -> None:
    """A game played with numpy's integers is written with plain ones."""
    game = Game(Level(3, 3, 1))
    row, column = np.argwhere(game.view.array < 0)[4]
    game.open((row, column), np.float64(1))
    assert game_from_json(through_text(game_to_json(game))).actions == game.actions


def test_a_blank_row_is_refused_in_words() -> None:
    """An empty string among the rows is an InvalidNotation, like any short row."""
    data = {"sapper": "view", "version": 1, "width": 1, "height": 1, "mines": 0, "rows": [""]}
    with pytest.raises(InvalidNotation):
        view_from_json(data | {"first_click": "none"})
