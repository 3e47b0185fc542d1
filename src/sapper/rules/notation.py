"""Text forms of views and layouts, for people to type and read.

A view is an optional header (`9x9/10`, `9x9/? safe`, `mines 10`) and then rows of
`#` unopened, `F` flag, `0`–`8`, `.` for 0. The signs of other programs and Sapper's own
pictures are read too. A layout is rows of `*` and `.`. Blanks and commas between cells,
blank lines and lines that start with `;` are ignored. Many layouts of
one level take a line of numbers each. Every error is an InvalidNotation that names
line and column, counted from 1.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from sapper.formatting import brief, counted
from sapper.rules.arguments import need, need_text
from sapper.rules.board import MAX_CELLS, Board, Layout, Level
from sapper.rules.errors import InvalidBoard, InvalidNotation
from sapper.rules.view import FirstClick, View, ViewWriter

Line = tuple[int, str]
"""A line's number, from 1, and its text."""

_LINE_END: Final = re.compile(r"\r\n|\r|\n")
_GAPS: Final = " \t,"
_NO_GAPS: Final = dict.fromkeys(map(ord, _GAPS))

MARKS = "F#012345678"
"""The letters of the marks FLAG, UNOPENED, 0 … 8, in that order; see `mark_rows`."""

VIEW_LETTERS = {letter: letter for letter in MARKS} | {".": "0"}
LAYOUT_LETTERS = {"*": "*", ".": "."}

_UNSURE_SIGNS = "-_"  # some programs draw an opened 0 so
_HIDDEN_SIGNS = "#?H"
TYPED_LETTERS = VIEW_LETTERS | dict.fromkeys(_HIDDEN_SIGNS + _UNSURE_SIGNS, "#") | {"f": "F"}
"""The letters of typed views: ours, and the signs that other programs use."""

PICTURE_LETTERS = TYPED_LETTERS | dict.fromkeys("■✓✱✘+*X", "#") | {"·": "0"}
PICTURE_LETTERS |= dict.fromkeys("⚑⚐!", "F")
"""The glyphs of a picture; a sign over a cell says nothing about what is open."""

_SIGNS = "# ? - _ H (unopened), F f (flag), 0 to 8, . (0)"
_COLOUR = re.compile(r"\x1b\[[0-9;]*m")
_EDGE = re.compile(r"[ \t]*[0-9]+[ \t]*[│|]")
_TITLE = re.compile(r" plays .*?(?P<size>[0-9]+x[0-9]+/[0-9]+)\)?, first click (?P<rule>[a-z]+)")
_CROPPED = re.compile(r"\(rows .* are shown\)")
_RISKS = re.compile(r"[^ \t\[\]]{2}|[^ \t\[\]][ \t]{2,}[^ \t]")

_HEADER_START = re.compile(r"[ \t]*(?:mines|[0-9]+[ \t]*x)", re.IGNORECASE)
_HEADER = re.compile(
    r"[ \t]*(?:(?P<width>[0-9]+)x(?P<height>[0-9]+)/|mines(?:[ \t]*[:=][ \t]*|[ \t]+))"
    r"(?P<mines>[0-9]+|\?)(?:[ \t]+(?P<rule>\S+))?[ \t]*",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Header:
    """The contents of the line above the rows; a missing part is None."""

    board: Board | None = None
    mines: int | None = None
    first_click: FirstClick = FirstClick.NONE
    line: int | None = None
    mines_column: int | None = None


def read_view(text: str) -> View:
    r"""Read a view from text; without a header its mine total is unknown.

    Of several pictures, as `sapper watch` prints them, the last is read.

    >>> view = read_view("3x2/1\n. 1 #\n. 1 F")
    >>> view, view[0, 1], view.mines_left
    (<View 3x2/1, 4 opened>, 1, 0)
    """
    lines = significant_lines(text)
    header = Header()
    if lines and _HEADER_START.match(lines[0][1]):
        header = _read_header(lines.pop(0))
    if any(_EDGE.match(line) for _, line in lines):
        lines, header = _picture_rows(lines), _titled(lines) or header
        rows = read_rows(lines, PICTURE_LETTERS, header.board, header.line)
    else:
        rows = read_rows(lines, TYPED_LETTERS, header.board, header.line)
    _check_signs(lines)
    return view_of(rows, header)


def _picture_rows(lines: Sequence[Line]) -> list[Line]:
    """Return the rows of the last picture, with blanks instead of its edge and brackets."""
    rows: list[Line] = []
    before = False
    for number, line in lines:
        edge = _EDGE.match(line)
        if _CROPPED.search(line):
            raise InvalidNotation("this picture shows a part of the board only", number, 1)
        if edge is not None:
            body = line[edge.end() :]
            if _RISKS.search(body):
                message = "this picture shows risks: give the position itself"
                raise InvalidNotation(message, number, edge.end() + 1)
            blank = " " * edge.end() + body.translate({ord("["): " ", ord("]"): " "})
            rows = [*rows, (number, blank)] if before else [(number, blank)]
        before = edge is not None
    return rows


def _titled(lines: Sequence[Line]) -> Header | None:
    """Read the title of a watched game, if there is one."""
    titles = [(number, match) for number, line in lines if (match := _TITLE.search(line))]
    if not titles:
        return None
    number, match = titles[-1]
    return _read_header((number, f"{match['size']} {match['rule']}"))


def _check_signs(lines: Sequence[Line]) -> None:
    """Refuse a sign that means unopened in one program, and an opened 0 in another."""
    signs = {sign for _, line in lines for sign in line}
    unsure = sorted(signs & set(_UNSURE_SIGNS))
    others = sorted(signs & set(_HIDDEN_SIGNS + "■")) + unsure[1:]
    if unsure and others:
        raise InvalidNotation(
            f"both {unsure[0]} and {others[0]} can mean unopened: write # for unopened, . for 0"
        )


def write_view(view: View) -> str:
    """Write a header with size and mine total, then one line per row.

    >>> print(write_view(View.of([[0, 1, -1], [0, 1, -2]], mines=1)), end="")
    3x2/1
    . 1 #
    . 1 F
    """
    need(view, View)
    rule = "" if view.first_click is FirstClick.NONE else f" {view.first_click}"
    mines = "?" if view.mines is None else view.mines
    rows = [" ".join(row) for row in mark_rows(view, "F#.12345678")]
    return "\n".join([f"{view.width}x{view.height}/{mines}{rule}", *rows]) + "\n"


def read_layout(text: str) -> Layout:
    r"""Read a layout from rows of * and ., without blank lines between them.

    >>> read_layout("..*\n...").mines
    frozenset({(0, 2)})
    """
    lines = significant_lines(text)
    _check_one_board(text, lines)
    return layout_of(read_rows(lines, LAYOUT_LETTERS))


def _check_one_board(text: str, lines: Sequence[Line]) -> None:
    numbers = [number for number, _ in lines]
    every = _LINE_END.split(text)
    for number in range(numbers[0], numbers[-1]) if numbers else ():
        if not every[number - 1].strip(" \t"):
            raise InvalidNotation("a blank line within a board: use one file per board", number, 1)


def write_layout(layout: Layout) -> str:
    r"""Write rows of * and ., one line per row.

    >>> write_layout(Layout.of(Board(2, 3), [(0, 2)]))
    '..*\n...\n'
    """
    need(layout, Layout)
    return "\n".join(layout_rows(layout)) + "\n"


def significant_lines(text: str) -> list[Line]:
    """Return the lines that are neither blank nor a comment."""
    need_text(text)
    # not str.splitlines, which also breaks at characters that editors do not count as line ends
    lines = _LINE_END.split(_COLOUR.sub("", text.removeprefix("\ufeff")))
    bare = ((number, line.strip(" \t")) for number, line in enumerate(lines, 1))
    return [(number, lines[number - 1]) for number, line in bare if line and line[0] != ";"]


def read_rows(
    lines: Sequence[Line],
    letters: Mapping[str, str],
    board: Board | None = None,
    header_line: int | None = None,
) -> list[str]:
    """Read rows of one letter per cell and translate them by `letters`.

    All must be as wide as the header's board, or else as the first row.
    """
    rows: list[str] = []
    width = board.width if board else None
    for number, line in lines:
        row = _read_row(number, line, letters)
        width = width or len(row)
        _check_width(number, line, len(row), width)
        rows.append(row)
        _check_height(number, len(rows), width, board)
    last_line = lines[-1][0] if lines else header_line or 1
    if not rows:
        raise InvalidNotation("there are no rows of cells", last_line, 1)
    if board and len(rows) < board.height:
        message = f"only {counted(len(rows), 'row')}, but the header says {board.height}"
        raise InvalidNotation(message, last_line, 1)
    return rows


def _read_row(number: int, line: str, letters: Mapping[str, str]) -> str:
    row = line.translate(_NO_GAPS)
    if set(row) <= letters.keys():
        return row.translate({ord(sign): letter for sign, letter in letters.items()})
    place = next(i for i, sign in enumerate(line) if sign not in letters and sign not in _GAPS)
    signs = _SIGNS if "#" in letters else " ".join(letters)
    raise InvalidNotation(f"{brief(line[place])} is not a cell: use {signs}", number, place + 1)


def _check_width(number: int, line: str, found: int, width: int) -> None:
    if found == width:
        return
    places = [place for place, sign in enumerate(line, 1) if sign not in _GAPS]
    column = places[width] if found > width else max(places, default=1)
    raise InvalidNotation(
        f"this row has {counted(found, 'cell')} instead of {width}", number, column
    )


def _check_height(number: int, height: int, width: int, board: Board | None) -> None:
    if board and height > board.height:
        message = f"the header says {counted(board.height, 'row')}, but here is one more"
        raise InvalidNotation(message, number, 1)
    if height * width > MAX_CELLS:
        raise InvalidNotation(f"there are more than {MAX_CELLS:,} cells", number, 1)


def _read_header(line: Line) -> Header:
    number, text = line
    match = _HEADER.fullmatch(text)
    if match is None:
        message = "a header reads 9x9/10, 9x9/? (mine total unknown), 9x9/10 safe, or mines 10"
        raise InvalidNotation(message, number, len(text) - len(text.lstrip(" \t")) + 1)
    board = None if match["width"] is None else read_size(match, number)
    mines = None if match["mines"] == "?" else read_number(match, "mines", number)
    return Header(board, mines, _read_rule(match, number), number, match.start("mines") + 1)


def _read_rule(match: re.Match[str], line: int) -> FirstClick:
    if match["rule"] is None:
        return FirstClick.NONE
    try:
        return FirstClick(match["rule"].lower())
    except InvalidBoard as error:
        raise InvalidNotation(str(error), line, match.start("rule") + 1) from None


def read_size(match: re.Match[str], line: int) -> Board:
    """Read the groups width and height of a header; refuse a size that no board has."""
    width, height = (read_number(match, name, line) for name in ("width", "height"))
    try:
        return Board(height, width)
    except InvalidBoard as error:
        raise InvalidNotation(str(error), line, match.start("width") + 1) from error


def read_number(match: re.Match[str], group: str, line: int) -> int:
    """Read a group of digits, which may be longer than int() would take."""
    digits = match[group].lstrip("0") or "0"
    if len(digits) > len(str(MAX_CELLS)):
        raise InvalidNotation(f"the number for {group} is too large", line, match.start(group) + 1)
    return int(digits)


def view_of(rows: Sequence[str], header: Header) -> View:
    """Make a view from rows in the letters of MARKS, all of the same length."""
    try:
        writer = ViewWriter(len(rows), len(rows[0]), header.mines, header.first_click)
    except InvalidBoard as error:
        raise InvalidNotation(str(error), header.line, header.mines_column) from error
    for number, row in enumerate(rows):
        for run in re.finditer("[0-8]+", row):
            writer.reveal_run(number, run.start(), bytes(map(int, run.group())))
        for flag in re.finditer("F", row):
            writer.toggle_flag((number, flag.start()))
    return writer.view


def mark_rows(view: View, letters: str = MARKS) -> list[str]:
    """Write each row of a view as a string, with letters for FLAG, UNOPENED, 0 … 8."""
    return ["".join(letters[mark + 2] for mark in row) for row in view.array.tolist()]


def layout_of(rows: Sequence[str]) -> Layout:
    """Make a layout from rows of `*` and `.`, all of the same length."""
    board = Board(len(rows), len(rows[0]))
    return Layout(board, "".join(rows).translate({ord("*"): 1, ord("."): 0}).encode())


def layout_rows(layout: Layout) -> list[str]:
    signs = layout.mask.translate(bytes([ord("."), ord("*")]) + bytes(254)).decode()
    width = layout.board.width
    return [signs[start : start + width] for start in range(0, len(signs), width)]


def read_layout_lines(text: str, level: Level) -> list[Layout]:
    """Read layouts of a level, one per line: each mine as row * width + column."""
    lines = text.splitlines()
    if not lines:
        raise InvalidNotation("there is no board", 1)
    return [_read_layout_line(line, level, number) for number, line in enumerate(lines, 1)]


def _read_layout_line(line: str, level: Level, number: int) -> Layout:
    words = [word.strip() for word in line.split(",")] if line.strip() else []
    mask = bytearray(level.board.size)
    for word in words:
        if not (word.isascii() and word.isdigit() and len(word) <= 7):
            raise InvalidNotation(f"{brief(word)} is not a cell number", number)
        if int(word) >= len(mask):
            last = len(mask) - 1
            raise InvalidNotation(f"{level} has no cell {word}: they are 0 to {last}", number)
        if mask[int(word)]:
            raise InvalidNotation(f"cell {word} is named twice", number)
        mask[int(word)] = 1
    if len(words) != level.mines:
        found = counted(len(words), "mine")
        raise InvalidNotation(f"{found}, but {level.name} has {level.mines}", number)
    return Layout(level.board, bytes(mask))


def write_layout_line(layout: Layout) -> str:
    """Write a layout as a line of numbers, without a line end."""
    return ",".join(str(place) for place, mine in enumerate(layout.mask) if mine)
