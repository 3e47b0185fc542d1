"""JSON forms of views, layouts and whole games: plain dicts, ready for json.dumps.

Each says what it is (`"sapper": "view"`) and the version of its form. Readers check
everything, ignore unknown keys, and raise InvalidNotation; a line and a column in it
are those of the list of rows.
"""

from __future__ import annotations

import json
import re
import sys
from typing import Any, NamedTuple

from sapper.formatting import brief
from sapper.rules import notation
from sapper.rules.arguments import need
from sapper.rules.board import Board, Cell, Layout, Level
from sapper.rules.errors import InvalidNotation, SapperError
from sapper.rules.game import Action, ActionType, Game
from sapper.rules.view import FirstClick, View, ViewWriter

Json = dict[str, Any]
"""A JSON object as the json module gives it."""

VERSION = 1
BEGINNINGS = ("{", "[", "array(")  # of what `parsed` reads, or refuses by its name
# array([[…, and rows of numbers without a comma between them
_ARRAY = re.compile(r"\s*(array\(|\[+\s*[-+]?[\w.]+(\s+[-+\w.]|\]\s*\[))")


def view_to_json(view: View) -> Json:
    """Write a view as plain data.

    >>> view_to_json(View.of([[0, 1, -1]], mines=1))["rows"]
    ['01#']
    """
    need(view, View)
    return _tag("view") | {
        "width": view.width,
        "height": view.height,
        "mines": view.mines,
        "first_click": str(view.first_click),
        "rows": notation.mark_rows(view),
    }


def view_from_json(data: object) -> View:
    """Read a view from plain data.

    >>> view = View.of([[0, 1, -1]], mines=1)
    >>> view_from_json(view_to_json(view)) == view
    True
    """
    fields = _tagged(data, "view")
    board = _board(fields)
    mines = None if fields.get("mines") is None else _count(fields, "mines")
    header = notation.Header(board, mines, _first_click(fields))
    return notation.view_of(_rows(fields, board, notation.VIEW_LETTERS), header)


def layout_to_json(layout: Layout) -> Json:
    """Write a layout as plain data.

    >>> layout_to_json(Layout.of(Board(2, 3), [(0, 2)]))["rows"]
    ['..*', '...']
    """
    need(layout, Layout)
    return _tag("layout") | {
        "width": layout.board.width,
        "height": layout.board.height,
        "mines": sum(layout.mask),
        "rows": notation.layout_rows(layout),
    }


def layout_from_json(data: object) -> Layout:
    """Read a layout; its number of mines, if given, must be right.

    >>> layout = Layout.of(Board(2, 3), [(0, 2)])
    >>> layout_from_json(layout_to_json(layout)) == layout
    True
    """
    fields = _tagged(data, "layout")
    layout = notation.layout_of(_rows(fields, _board(fields), notation.LAYOUT_LETTERS))
    found = sum(layout.mask)
    if "mines" in fields and _count(fields, "mines") != found:
        raise InvalidNotation(f'"mines" is {fields["mines"]}, but the rows have {found}')
    return layout


def game_to_json(game: Game) -> Json:
    """Write a whole game as plain data: its layout (None until laid), actions and outcome.

    >>> game = Game(Level(9, 9, 10), seed=7)
    >>> _ = game.open((4, 4))
    >>> game_to_json(game)["actions"]
    [{'action': 'open', 'row': 4, 'column': 4, 'time': None}]
    """
    need(game, Game)
    return _tag("game") | {
        "level": str(game.level),
        "first_click": str(game.first_click),
        "seed": game.seed,
        "index": game.index,
        "layout": None if game.layout is None else layout_to_json(game.layout),
        "actions": [_action_to_json(action) for action in game.actions],
        "outcome": str(game.outcome),
    }


def game_from_json(data: object) -> Game:
    """Play a recorded game again, action by action.

    A seeded game may omit its layout; if it is given, it must be the one of the seed.

    >>> game = Game(Level(9, 9, 10), seed=7)
    >>> _ = game.open((4, 4))
    >>> game_from_json(game_to_json(game)).view == game.view
    True
    """
    fields = _tagged(data, "game")
    layout = None if fields.get("layout") is None else layout_from_json(fields["layout"])
    game = _start(fields, layout)
    _replay(game, _field(fields, "actions", list, "a list"))
    if layout is not None and layout != game.layout:
        raise InvalidNotation('"layout" is not the one that the seed gives')
    if fields.get("outcome", game.outcome) != game.outcome:
        message = (
            f'"outcome" is {_shown(fields["outcome"])}, but the actions leave it {game.outcome}'
        )
        raise InvalidNotation(message)
    return game


def parsed(text: str) -> object:
    """Read JSON; raise InvalidNotation if it is not JSON."""
    try:
        return json.loads(text)
    except json.JSONDecodeError as error:
        if _ARRAY.match(text):
            raise InvalidNotation(
                "this is an array as numpy prints it, not JSON: write rows of # and numbers"
            ) from None
        raise InvalidNotation(
            f"this JSON is broken: {error.msg}", error.lineno, error.colno
        ) from None
    except (ValueError, RecursionError) as error:  # huge numbers and deep nesting
        raise InvalidNotation(f"this JSON cannot be read: {error}") from None


def position_from_json(data: object) -> View:
    """Read a view, the view of a game, or that of an assistant's session."""
    kind = data.get("sapper") if isinstance(data, dict) else None
    if kind == "game":
        return game_from_json(data).view
    return _session_view(data) if kind == "session" else view_from_json(data)


def _session_view(data: object) -> View:
    session = session_from_json(data)
    writer = ViewWriter(session.board.height, session.board.width, session.mines)
    try:
        for answer in session.answers:
            for cell, clue in answer.items():
                writer.reveal(cell, clue)
    except SapperError as error:
        raise InvalidNotation(f"this session cannot be read: {error}") from None
    return writer.view


class SavedSession(NamedTuple):
    """An assistant's session: numbers by cell, and where a mine was opened."""

    board: Board
    mines: int | None
    answers: list[dict[Cell, int]]
    lost_at: Cell | None


def session_from_json(data: object) -> SavedSession:
    fields = _tagged(data, "session")
    answers = [
        {(row, column): clue for row, column, clue in map(_triple, _list(entry))}
        for entry in _list(fields.get("answers"))
    ]
    lost = fields.get("lost_at")
    return SavedSession(
        _board(fields),
        None if fields.get("mines") is None else _count(fields, "mines"),
        answers,
        None if lost is None else _triple([*_list(lost), 0])[:2],
    )


def _list(value: object) -> list[object]:
    if not isinstance(value, list):
        raise InvalidNotation("the answers of a session must be lists")
    return value


def _triple(value: object) -> tuple[int, int, int]:
    """Read a row, a column and a clue; who uses them checks their values."""
    match value:
        case [int(row), int(column), int(clue)]:
            return row, column, clue
    raise InvalidNotation("each answer of a session must be [row, column, number]")


def _start(fields: Json, layout: Layout | None) -> Game:
    try:
        level = Level.parse(_field(fields, "level", str, "a string"))
        first_click = _first_click(fields)
        if fields.get("seed") is not None:
            seed, index = _count(fields, "seed"), _count(fields, "index")
            return Game(level, seed=seed, index=index, first_click=first_click)
    except SapperError as error:
        raise InvalidNotation(str(error)) from error
    if layout is None:
        raise InvalidNotation('a game needs a "seed" or a "layout"')
    if layout.level != level:
        raise InvalidNotation(f'"level" is {level}, but the layout is {layout.level}')
    return Game.of(layout, first_click)


def _replay(game: Game, actions: list[object]) -> None:
    for number, data in enumerate(actions, 1):
        try:
            game.perform(_action_from_json(data))
        except SapperError as error:
            raise InvalidNotation(f"action {number}: {error}") from error


def _action_to_json(action: Action) -> Json:
    # int() and _time(): the caller may have used numpy's numbers
    row, column = map(int, action.cell)
    return {"action": str(action.type), "row": row, "column": column, "time": _time(action.time)}


def _action_from_json(data: object) -> Action:
    fields = _object(data, "an action")
    verb = fields.get("action")
    if not isinstance(verb, str) or verb not in set(ActionType):
        raise InvalidNotation(
            f'"action" must be one of {", ".join(ActionType)}, not {_shown(verb)}'
        )
    cell = _count(fields, "row"), _count(fields, "column")
    return Action(ActionType(verb), cell, _time(fields.get("time")))


def _time(value: object) -> float | None:
    if value is None:
        return None
    if isinstance(value, int | float) and not isinstance(value, bool):
        # NaN fails both comparisons; a huge int must not reach float()
        if 0 <= value <= sys.float_info.max:
            return float(value)
        raise InvalidNotation('"time" must be a finite number of seconds, 0 or more')
    raise InvalidNotation(f'"time" must be a number of seconds or null, not {_shown(value)}')


def _tag(kind: str) -> Json:
    return {"sapper": kind, "version": VERSION}


def _tagged(data: object, kind: str) -> Json:
    fields = _object(data, f"a {kind}")
    if fields.get("sapper") != kind:
        raise InvalidNotation(
            f'a {kind} needs "sapper": "{kind}", not {_shown(fields.get("sapper"))}'
        )
    if _count(fields, "version") != VERSION:
        raise InvalidNotation(f'"version" is {fields["version"]}; only {VERSION} is known')
    return fields


def _shown(value: object) -> str:
    """Show a wrong value; name only the kind of a list, an object or a huge number."""
    if isinstance(value, int) and abs(value) >= 1 << 64:
        return "a huge number"
    if isinstance(value, list | dict):
        return "a list" if isinstance(value, list) else "an object"
    return f"{brief(value, 50)}"


def _object(data: object, what: str) -> Json:
    if not isinstance(data, dict):
        raise InvalidNotation(f"{what} must be a JSON object, not {_shown(data)}")
    return data


def _field(fields: Json, name: str, kind: type, what: str) -> Any:
    if name not in fields:
        raise InvalidNotation(f'"{name}" is missing')
    if type(fields[name]) is not kind:  # isinstance would take true for 1
        raise InvalidNotation(f'"{name}" must be {what}, not {_shown(fields[name])}')
    return fields[name]


def _count(fields: Json, name: str) -> int:
    number: int = _field(fields, name, int, "a whole number")
    # bounded like a seed, so that no message has to print a huge number
    if not 0 <= number < 1 << 64:
        raise InvalidNotation(f'"{name}" must be from 0 to 2^64 - 1')
    return number


def _board(fields: Json) -> Board:
    try:
        return Board(_count(fields, "height"), _count(fields, "width"))
    except SapperError as error:
        raise InvalidNotation(str(error)) from error


def _first_click(fields: Json) -> FirstClick:
    rule = _field(fields, "first_click", str, "a string")
    if rule not in set(FirstClick):
        message = f'"first_click" must be one of {", ".join(FirstClick)}, not {_shown(rule)}'
        raise InvalidNotation(message)
    return FirstClick(rule)


def _rows(fields: Json, board: Board, letters: dict[str, str]) -> list[str]:
    rows = _field(fields, "rows", list, "a list of strings")
    if not all(isinstance(row, str) for row in rows):
        raise InvalidNotation('"rows" must be a list of strings')
    return notation.read_rows(list(enumerate(rows, 1)), letters, board)
