"""Boards and positions in any form that Sapper writes, one or many in a file.

A board is a layout, or a game that also says where it begins: rows of `*` and `.` with blank
lines between boards, pictures with their ids, ids, tables with a column of ids, JSON or JSON
Lines, MBF, and lines of numbers, whose level has to be known.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator, Sequence
from typing import Final

from sapper.formatting import read_cell
from sapper.rules import notation
from sapper.rules.board import Layout, Level
from sapper.rules.board_id import game_from_id
from sapper.rules.errors import InvalidNotation, SapperError
from sapper.rules.file_formats import read_mbf, read_position
from sapper.rules.game import Game
from sapper.rules.json_forms import (
    BEGINNINGS,
    Json,
    game_from_json,
    layout_from_json,
    parsed,
    position_from_json,
)
from sapper.rules.view import View

BoardForm = Layout | Game

ID_LINE: Final = "board id:"
"""What comes before the id below a picture of a board."""

FIRST_LINE: Final = "first click:"
"""What comes before the first cell above the rows of a board."""

_ID = re.compile(r"[0-9]+x[0-9]+[x-][^ \t,|]*")
_NUMBERS = re.compile(r"[0-9]+(?:[ \t]*,[ \t]*[0-9]+)*")
_ROWS = re.compile(r"[*. \t]*")
_FIRST = re.compile(rf";[ \t]*{FIRST_LINE}[ \t]*(?P<cell>[^; \t]+)")
_LARGE = re.compile(r"\b[0-9]{2,7}[ \t]*,|,[ \t]*[0-9]{2,7}\b")  # a cell's number, not a clue
_NO_MINES: Final = "this is a position: it does not say where the mines are"
_COVERED = "■#⚑F"  # what a picture of a position has, and that of a whole board lacks


class LevelNeeded(InvalidNotation):
    """Boards in a form that does not say how wide they are."""


def read_boards(data: bytes, level: Level | None = None) -> list[BoardForm]:
    """Read all boards of a file; `level` is that of boards in lines of numbers.

    Raise LevelNeeded for these without it.
    """
    if b"\0" in data:
        return [_bytes_board(data)]
    text = decoded(data)
    if _is_json(text):
        return [_json_board(each) for each in json_objects(text)]
    lines = _lines(text)
    if ids := _ids(text, lines):
        return [game_from_id(each) for each in ids]
    if lines and all(map(_NUMBERS.fullmatch, lines)):
        if level is None:
            raise LevelNeeded("these are numbers of cells: name their level")
        return list(notation.read_layout_lines(text.rstrip("\r\n"), level))
    try:
        return list(_text_boards(text))
    except InvalidNotation:
        if _is_position(text):
            raise InvalidNotation(_NO_MINES) from None
        raise


def read_positions(data: bytes, level: Level | None = None) -> list[View]:
    """Read all positions of a file; that of a board is the one after its first click."""
    if b"\0" in data:
        return [position_of(board) for board in read_boards(data)]
    text = decoded(data)
    if _is_json(text):
        return [_json_position(each) for each in json_objects(text)]
    if _shows_boards(text, level):
        return [position_of(board) for board in read_boards(data, level)]
    return [read_position(text)]


def beginning(game: Game) -> Game:
    """Return a game as it was before its first action."""
    if game.layout is not None:
        begun = Game.of(game.layout, game.first_click)
        begun.start = game.start
        return begun
    assert game.seed is not None  # only a seeded game has its mines still to be laid
    assert game.index is not None
    return Game(game.level, seed=game.seed, index=game.index, first_click=game.first_click)


def position_of(board: BoardForm) -> View:
    """Return the view of a board: after its first click, or after its actions."""
    if isinstance(board, Layout):
        return View(board.board.height, board.board.width, sum(board.mask))
    if board.start is not None and not board.actions:
        board.open(board.start)
    return board.view


def json_objects(text: str) -> list[object]:
    """Read one JSON value, or one on each line."""
    lines = [(number, line) for number, line in enumerate(text.split("\n"), 1) if line.strip()]
    if len(lines) > 1 and lines[0][1].rstrip().endswith("}"):
        return [_on_line(number, line) for number, line in lines]
    return [parsed(text)]


def history_records(data: bytes) -> list[Json] | None:
    """Return the records of a history, each with its "game"; None for any other file."""
    if b"\0" in data or not _is_json(text := decoded(data)):
        return None
    objects = json_objects(text)
    history = objects[0] if len(objects) == 1 else None
    if not isinstance(history, dict) or history.get("sapper") != "history":
        return None
    records = history.get("games")
    if not isinstance(records, list) or not all(isinstance(record, dict) for record in records):
        raise InvalidNotation('a history needs "games", a list of objects')
    return records


def decoded(data: bytes) -> str:
    try:
        return data.decode().removeprefix("\ufeff")
    except UnicodeDecodeError as error:
        raise InvalidNotation(f"this is not text: byte {error.start} is not UTF-8") from None


def _on_line(number: int, line: str) -> object:
    try:
        return parsed(line)
    except InvalidNotation as error:
        raise InvalidNotation(f"line {number}: {error}") from None


def _is_json(text: str) -> bool:
    return text.lstrip().startswith(BEGINNINGS)


def _lines(text: str) -> list[str]:
    return [line.strip(" \t") for _, line in notation.significant_lines(text)]


def _ids(text: str, lines: Sequence[str]) -> list[str]:
    """Return the ids below pictures, of a table, or of lines that are nothing else."""
    if lines and lines[0].split(",")[0] == "id":
        return [row["id"] for row in csv.DictReader(io.StringIO(text))]
    named = [line.removeprefix(ID_LINE).strip() for line in lines if line.startswith(ID_LINE)]
    alone = lines if all(map(_ID.fullmatch, lines)) else []
    return named or list(alone)


def _shows_boards(text: str, level: Level | None) -> bool:
    """Return whether a text shows boards with their mines, not a position."""
    lines = _lines(text)
    picture = [line for line in lines if "│" in line or "|" in line]
    if picture:
        covered = any(sign in row for row in picture for sign in _COVERED)
        return bool(_ids(text, lines)) and not covered
    if lines and all(map(_NUMBERS.fullmatch, lines)):
        return level is not None or any(map(_LARGE.search, lines))
    mined = all(map(_ROWS.fullmatch, lines)) and any("*" in line for line in lines)
    return mined or bool(_ids(text, lines))


def _is_position(text: str) -> bool:
    try:
        read_position(text)
    except SapperError:
        return False
    return True


def _bytes_board(data: bytes) -> Layout:
    try:
        return read_mbf(data)
    except InvalidNotation as error:
        raise InvalidNotation(f"this is neither text nor a board in MBF: {error}") from None


def _json_board(data: object) -> BoardForm:
    kind = data.get("sapper") if isinstance(data, dict) else None
    if kind == "game":
        return game_from_json(data)
    if kind in ("view", "session"):
        raise InvalidNotation(_NO_MINES)
    layout = layout_from_json(data)
    assert isinstance(data, dict), "layout_from_json checks that"
    if isinstance(data.get("id"), str):
        game = game_from_id(data["id"])
        if game.layout is not None and game.layout != layout:
            raise InvalidNotation('"id" is that of another board than the "rows"')
        return layout if game.layout is None else game
    return layout if data.get("first") is None else _begun(layout, data["first"])


def _begun(layout: Layout, first: object) -> Game:
    game = Game.of(layout)
    try:
        game.pin(first)  # type: ignore[arg-type]  # it refuses what is not a cell
    except SapperError as error:
        raise InvalidNotation(f'"first": {error}') from None
    return game


def _json_position(data: object) -> View:
    kind = data.get("sapper") if isinstance(data, dict) else None
    return position_of(_json_board(data)) if kind == "layout" else position_from_json(data)


def _text_boards(text: str) -> Iterator[BoardForm]:
    """Read rows of * and .; a blank line ends a board."""
    first, rows = None, list[notation.Line]()
    for number, line in [*enumerate(text.splitlines(), 1), (0, "")]:
        bare = line.strip(" \t")
        if found := _FIRST.match(bare):
            first = found["cell"]
        elif bare and not bare.startswith(";"):
            rows.append((number, line))
        elif not bare and rows:
            yield _text_board(rows, first)
            first, rows = None, []
    if not text.strip():
        raise InvalidNotation("there is no board", 1)


def _text_board(rows: list[notation.Line], first: str | None) -> BoardForm:
    layout = notation.layout_of(notation.read_rows(rows, notation.LAYOUT_LETTERS))
    if first is None:
        return layout
    try:
        return _begun(layout, read_cell(first))
    except ValueError as error:
        raise InvalidNotation(str(error), rows[0][0]) from None
