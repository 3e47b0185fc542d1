"""Formats of other programs: MBF (layouts, bytes) and .mine (views, text).

`read_position` takes anything that a person may paste: Sapper's text, its pictures and its JSON,
the signs of other programs, .mine.
"""

from __future__ import annotations

import re

from sapper.formatting import counted
from sapper.rules import notation
from sapper.rules.arguments import need
from sapper.rules.board import Board, Cell, Layout
from sapper.rules.errors import InvalidBoard, InvalidNotation
from sapper.rules.json_forms import BEGINNINGS, parsed, position_from_json
from sapper.rules.view import View

_MBF_HEADER = 4
_MINE_HEADER = re.compile(
    r"[ \t]*(?P<width>[0-9]+)x(?P<height>[0-9]+)x(?P<mines>[0-9]+)[ \t]*", re.IGNORECASE
)
_MINE_LETTERS = {"H": "#", "?": "#", "F": "F"} | {digit: digit for digit in notation.MARKS[2:]}


def read_mbf(data: bytes) -> Layout:
    r"""Read MBF: width, height, mines (high byte, low byte), then x and y of each mine.

    >>> layout = read_mbf(b"\x03\x02\x00\x01\x02\x00")
    >>> str(layout.level), layout.mines
    ('3x2/1', frozenset({(0, 2)}))
    """
    need(data, bytes, bytearray, memoryview)
    if len(data) < _MBF_HEADER:
        raise InvalidNotation(f"MBF starts with {_MBF_HEADER} bytes, but there are {len(data)}")
    width, height, high, low = data[:_MBF_HEADER]
    mines = high << 8 | low
    _check_mbf_length(len(data), mines)
    try:
        board = Board(height, width)
    except InvalidBoard as error:
        raise InvalidNotation(f"MBF: {error}") from error
    mask = bytearray(board.size)
    for place in range(_MBF_HEADER, len(data), 2):
        mask[_mbf_index(board, data, place, mask)] = 1
    return Layout(board, bytes(mask))


def _check_mbf_length(length: int, mines: int) -> None:
    expected = _MBF_HEADER + 2 * mines
    if length != expected:
        fault = "is cut short" if length < expected else "goes on after its last mine"
        message = (
            f"MBF with {counted(mines, 'mine')} has {expected} bytes; this has {length} and {fault}"
        )
        raise InvalidNotation(message)


def _mbf_index(board: Board, data: bytes, place: int, mask: bytearray) -> int:
    cell: Cell = data[place + 1], data[place]
    name = f"mine {(place - _MBF_HEADER) // 2 + 1}, x {cell[1]} y {cell[0]},"
    if cell not in board:
        raise InvalidNotation(f"MBF: {name} is off the board of {board.width}x{board.height}")
    if mask[board.index(cell)]:
        raise InvalidNotation(f"MBF: {name} is listed twice")
    return board.index(cell)


def write_mbf(layout: Layout) -> bytes:
    r"""Write the mines row by row; raise InvalidNotation for a board that MBF cannot hold.

    >>> from sapper import read_layout
    >>> write_mbf(read_layout("..*\n..."))
    b'\x03\x02\x00\x01\x02\x00'
    """
    need(layout, Layout)
    board = layout.board
    # 255 x 255 cells cannot hold more mines than two bytes can count
    if board.width > 255 or board.height > 255:
        size = f"{board.width}x{board.height}"
        raise InvalidNotation(f"MBF holds boards of up to 255x255 cells, not {size}")
    mines = sorted(layout.mines)
    header = bytes([board.width, board.height, len(mines) >> 8, len(mines) & 255])
    return header + bytes(number for row, column in mines for number in (column, row))


def read_mine(text: str) -> View:
    r"""Read a .mine file: WxHxM, then rows of H (hidden), ? (hidden, marked), F (flag) and 0–8.

    >>> read_mine("3x1x1\n01H")
    <View 3x1/1, 2 opened>
    """
    lines = notation.significant_lines(text)
    if not lines:
        raise InvalidNotation("there is no first line WxHxM", 1, 1)
    number, first = lines[0]
    match = _MINE_HEADER.fullmatch(first)
    if match is None:
        raise InvalidNotation("a .mine file starts with WxHxM (9x9x10)", number, 1)
    board, mines = notation.read_size(match, number), notation.read_number(match, "mines", number)
    rows = notation.read_rows(lines[1:], _MINE_LETTERS, board, number)
    return notation.view_of(
        rows, notation.Header(board, mines, line=number, mines_column=match.start("mines") + 1)
    )


def write_mine(view: View) -> str:
    r"""Write a .mine file; it cannot hold a first-click rule or an unknown mine total.

    >>> write_mine(View.of([[0, 1, -1]], mines=1))
    '3x1x1\n01H\n'
    """
    need(view, View)
    if view.mines is None:
        raise InvalidNotation("the .mine format needs a mine total, which is unknown here")
    header = f"{view.width}x{view.height}x{view.mines}"
    return "\n".join([header, *notation.mark_rows(view, "FH012345678")]) + "\n"


def read_position(text: str) -> View:
    r"""Read a position in any form: typed text, JSON of a view or a game, or .mine.

    >>> read_position("3x1x1\n01H") == read_position("3x1/1\n0 1 #")
    True
    """
    lines = notation.significant_lines(text)
    first = lines[0][1] if lines else ""
    if first.lstrip(" \t").startswith(BEGINNINGS):
        return _read_json_position(text.removeprefix("\ufeff"))
    return read_mine(text) if _MINE_HEADER.fullmatch(first) else notation.read_view(text)


def _read_json_position(text: str) -> View:
    data = parsed(text)
    kind = data.get("sapper") if isinstance(data, dict) else None
    if kind == "layout":
        raise InvalidNotation("this is a layout, which shows the mines, not a position")
    return position_from_json(data)
