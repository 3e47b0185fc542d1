"""Pictures of a view: text for a terminal, SVG for a notebook.

The edges name columns and rows as `sapper.formatting` names cells. What is not in the view (a
mine shown after the end, a cell proved safe) is laid over it as a sign.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from xml.sax.saxutils import escape, quoteattr

from sapper.formatting import column_label, counted, row_label
from sapper.rules.board import Cell
from sapper.rules.view import FLAG, UNOPENED, View


class Sign(StrEnum):
    """A mark laid over a cell."""

    SAFE = "safe"  # proved not to be a mine
    MINE = "mine"  # proved, or shown after the end
    FATAL = "fatal"  # the mine that was opened
    WRONG_FLAG = "wrong flag"  # a flag on a cell that is not a mine
    CHOSEN = "chosen"  # the cell that a move is about; what is in it stays visible


Signs = Mapping[Cell, Sign]

# Beyond these a picture shows the top left corner only: megabytes are unreadable.
TEXT_LIMIT = 200
SVG_LIMIT = 100

# All one column wide in every common terminal font; none is drawn as an emoji.
_GLYPHS = dict(enumerate("·12345678")) | {UNOPENED: "■", FLAG: "⚑"}
_ASCII_GLYPHS = dict(enumerate(".12345678")) | {UNOPENED: "#", FLAG: "F"}
_SIGN_GLYPHS = {Sign.SAFE: "✓", Sign.MINE: "✱", Sign.FATAL: "✘", Sign.WRONG_FLAG: "⚐"}
_ASCII_SIGN_GLYPHS = {Sign.SAFE: "+", Sign.MINE: "*", Sign.FATAL: "X", Sign.WRONG_FLAG: "!"}

# The classic hues, each from the middle of the 256 colours: at least 3.5:1 against both
# black and white. 7 is black in the classic game; the terminal's own colour does that.
_INKS = {
    **{0: "38;5;243", 1: "38;5;33", 2: "38;5;28", 3: "38;5;160", 4: "38;5;62", 5: "38;5;131"},
    **{6: "38;5;30", 7: "1", 8: "38;5;243", UNOPENED: "38;5;245", FLAG: "38;5;160"},
}
_SIGN_INKS = {
    Sign.SAFE: "1;38;5;28",
    Sign.MINE: "1;38;5;160",
    Sign.FATAL: "1;37;41",
    Sign.WRONG_FLAG: "1;37;41",
    Sign.CHOSEN: "1;7",
}
FAINT = "38;5;243"


def render_text(
    view: View, *, colour: bool = False, ascii_only: bool = False, signs: Signs | None = None
) -> str:
    """Draw a view with its coordinates, one line per row; a chosen cell is in [brackets].

    Of a board with more than 200 rows or columns only the top left corner is drawn,
    and a last line says so.
    """
    paint = painted if colour else unpainted
    height, width = min(view.height, TEXT_LIMIT), min(view.width, TEXT_LIMIT)
    margin = len(row_label(height - 1))
    bar = "|" if ascii_only else "│"
    lines = [paint(f"{'':{margin}}  {line}", FAINT) for line in _heading(width)]
    for row in range(height):
        cells = [(row, column) for column in range(width)]
        body = _text_row(view, cells, signs or {}, ascii_only, paint)
        lines.append(paint(f"{row_label(row):>{margin}} {bar}", FAINT) + body)
    return "\n".join(lines + cropped_note(view, TEXT_LIMIT))


def painted(text: str, ink: str) -> str:
    return f"\x1b[{ink}m{text}\x1b[0m" if text else ""


def unpainted(text: str, ink: str) -> str:
    return text


def _heading(width: int) -> list[str]:
    """Write the labels downwards, one character per line, so that each stays in its column."""
    length = len(column_label(width - 1))
    labels = [f"{column_label(column):>{length}}" for column in range(width)]
    return [(" " + " ".join(line)).rstrip() for line in zip(*labels, strict=True)]


def _text_row(
    view: View, cells: list[Cell], signs: Signs, ascii_only: bool, paint: Callable[[str, str], str]
) -> str:
    """Draw cells with a gap before each; the gaps around a chosen cell hold its brackets."""
    chosen = [signs.get(cell) is Sign.CHOSEN for cell in cells]
    parts = []
    for place, cell in enumerate(cells):
        after_chosen = place > 0 and chosen[place - 1]
        parts.append("[" if chosen[place] else "]" if after_chosen else " ")
        parts.append(paint(*text_cell(view[cell], signs.get(cell), ascii_only)))
    return "".join(parts) + ("]" if chosen[-1] else "")


def text_cell(mark: int, sign: Sign | None, ascii_only: bool) -> tuple[str, str]:
    """Return a cell's glyph and its ink."""
    glyphs = _ASCII_GLYPHS if ascii_only else _GLYPHS
    sign_glyphs = _ASCII_SIGN_GLYPHS if ascii_only else _SIGN_GLYPHS
    if sign is None:
        return glyphs[mark], _INKS[mark]
    return sign_glyphs.get(sign, glyphs[mark]), _SIGN_INKS[sign]


def cropped_note(view: View, limit: int) -> list[str]:
    """Name the visible part of a large board; nothing if all of it is."""
    if view.height <= limit and view.width <= limit:
        return []
    last_row, last_column = min(view.height, limit) - 1, min(view.width, limit) - 1
    rows = f"rows {row_label(0)}-{row_label(last_row)} of {view.height}"
    columns = f"columns {column_label(0)}-{column_label(last_column)} of {view.width}"
    return [f"({rows} and {columns} are shown)"]


# SVG. The cells have their own light background, and the grey of the coordinates can be
# read on white and on black, so the picture suits light and dark notebooks. It has no
# ids and no style sheet, which would leak into the page around it.

_SIDE = 24
_HUES = {
    **{1: "#0000ff", 2: "#007b00", 3: "#e00000", 4: "#00007b"},
    **{5: "#7b0000", 6: "#007b7b", 7: "#000000", 8: "#707070"},
}
_GROUNDS = {Sign.SAFE: "#9fdf9f", Sign.MINE: "#f0b0a8", Sign.FATAL: "#ff3b30"}
_CROSS = "M4 4L20 20M20 4L4 20"
_TICK = "M6 13L10.5 17.5L18 7.5"
_POLE = "M13.5 4V19M7 19.5H19"
_CLOTH = "M13.5 3V13.5L3.5 8.2Z"
_SPIKES = "M12 4V20M4 12H20M6.5 6.5L17.5 17.5M17.5 6.5L6.5 17.5"


def svg_picture(
    view: View, *, signs: Signs | None = None, notes: Mapping[Cell, str] | None = None
) -> str:
    """Draw a view as one SVG element that needs nothing else.

    Notes are a few characters each, written into their cells. Of a board with more than
    100 rows or columns only the top left corner is drawn, and a line below says so.
    """
    height, width = min(view.height, SVG_LIMIT), min(view.width, SVG_LIMIT)
    crop = cropped_note(view, SVG_LIMIT)
    left, top = 10 + 8 * len(row_label(height - 1)), 20
    full_width = max(left + width * _SIDE + 2, 340 if crop else 0)
    full_height = top + height * _SIDE + 2 + 20 * len(crop)
    cells = [(row, column) for row in range(height) for column in range(width)]
    body = [_labels(height, width, left, top), f'<g transform="translate({left} {top})">']
    body += [
        *_tiles(view, cells),
        *_signed(view, cells, signs or {}),
        *_numbers(view, cells),
        *_notes(cells, notes or {}),
        "</g>",
    ]
    body += [_text(0, full_height - 6, line, "start") for line in crop]
    return _svg(full_width, full_height, _title(view), body)


def _svg(width: int, height: int, title: str, body: Iterable[str]) -> str:
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
            f'viewBox="0 0 {width} {height}" role="img" aria-label={quoteattr(title)} '
            'font-family="DejaVu Sans,Verdana,sans-serif">',
            f"<title>{escape(title)}</title>",
            *body,
            "</svg>",
        ]
    )


def _title(view: View) -> str:
    mines = "an unknown number of mines" if view.mines is None else counted(view.mines, "mine")
    opened = counted(len(view.opened), "cell")
    return f"Minesweeper, {view.width}x{view.height} with {mines}, {opened} opened"


def _text(x: float, y: float, text: str, anchor: str = "middle") -> str:
    ink = 'font-size="11" fill="#808080"'
    return f'<text x="{x:g}" y="{y:g}" {ink} text-anchor="{anchor}">{escape(text)}</text>'


def _labels(height: int, width: int, left: int, top: int) -> str:
    middle = _SIDE / 2
    columns = (_text(left + c * _SIDE + middle, top - 6, column_label(c)) for c in range(width))
    rows = (
        _text(left - 5, top + r * _SIDE + middle + 4, row_label(r), "end") for r in range(height)
    )
    return "".join([*columns, *rows])


def _at(cell: Cell) -> tuple[int, int]:
    return cell[1] * _SIDE, cell[0] * _SIDE


def _squares(cells: Iterable[Cell], inset: float = 0.5) -> str:
    """Return one path with a square for each cell: far shorter than an element for each."""
    side = _SIDE - 2 * inset
    corners = (_at(cell) for cell in cells)
    return "".join(f"M{x + inset:g} {y + inset:g}h{side:g}v{side:g}h-{side:g}z" for x, y in corners)


def _tiles(view: View, cells: list[Cell]) -> Iterator[str]:
    """Draw the background of all cells: opened ones flat, the others raised."""
    closed = [cell for cell in cells if view[cell] < 0]
    opened = [cell for cell in cells if view[cell] >= 0]
    yield f'<path d="{_squares(opened)}" fill="#e4e4e4" stroke="#a8a8a8"/>'
    yield f'<path d="{_squares(closed)}" fill="#b4b8c0" stroke="#84888f"/>'
    edges = "".join(f"M{x + 2} {y + 21.5:g}V{y + 2}H{x + 21.5:g}" for x, y in map(_at, closed))
    yield f'<path d="{edges}" fill="none" stroke="#f4f6f8" stroke-width="2"/>'


def _signed(view: View, cells: list[Cell], signs: Signs) -> Iterator[str]:
    """Draw flags, and the signs over their cells."""
    for cell in cells:
        sign = signs.get(cell)
        if sign in _GROUNDS:
            yield f'<path d="{_squares([cell], 1)}" fill="{_GROUNDS[sign]}"/>'
        if drawing := _drawing(view[cell], sign):
            x, y = _at(cell)
            yield f'<g transform="translate({x} {y})">{drawing}</g>'


def _drawing(mark: int, sign: Sign | None) -> str:
    flag = _stroke(_POLE, "#202020") + f'<path d="{_CLOTH}" fill="#d00000"/>'
    mine = _stroke(_SPIKES, "#101010") + '<circle cx="12" cy="12" r="5.5" fill="#101010"/>'
    chosen = f'<path d="{_squares([(0, 0)], 1.5)}" fill="none" stroke="#e07000" stroke-width="3"/>'
    drawn = {
        Sign.SAFE: _stroke(_TICK, "#005f00", 3),
        Sign.MINE: mine,
        Sign.FATAL: mine,
        Sign.WRONG_FLAG: flag + _stroke(_CROSS, "#d00000", 3),
    }
    if sign in drawn:
        return drawn[sign]
    return (flag if mark == FLAG else "") + (chosen if sign is Sign.CHOSEN else "")


def _stroke(path: str, ink: str, width: int = 2) -> str:
    return f'<path d="{path}" fill="none" stroke="{ink}" stroke-width="{width}"/>'


def _numbers(view: View, cells: list[Cell]) -> Iterator[str]:
    for number, hue in _HUES.items():
        corners = [_at(cell) for cell in cells if view[cell] == number]
        texts = (f'<text x="{x + 12}" y="{y + 18}">{number}</text>' for x, y in corners)
        if corners:
            ink = f'fill="{hue}" font-size="16" font-weight="bold" text-anchor="middle"'
            yield f"<g {ink}>{''.join(texts)}</g>"


def _notes(cells: list[Cell], notes: Mapping[Cell, str]) -> Iterator[str]:
    noted = [(_at(cell), escape(notes[cell])) for cell in cells if cell in notes]
    texts = (f'<text x="{x + 12}" y="{y + 16}">{note}</text>' for (x, y), note in noted)
    if noted:
        yield f'<g fill="#202020" font-size="10" text-anchor="middle">{"".join(texts)}</g>'


@dataclass(frozen=True, repr=False)
class Picture:
    """A drawing of a view, with risks or signs, for notebooks and terminals.

    `safe` and `mines` are unopened cells to mark as such, `chosen` is one to frame, and
    `notes` are a few characters for each cell, such as a risk; text leaves them out.

    >>> view = View.of([[-1, 1], [-1, 1]], mines=1)
    >>> Picture(view, safe=[(1, 0)], mines=[(0, 0)])
        A B
    1 │ ✱ 1
    2 │ ✓ 1
    """

    view: View
    safe: Iterable[Cell] = ()
    mines: Iterable[Cell] = ()
    chosen: Cell | None = None
    notes: Mapping[Cell, str] = field(default_factory=dict)

    def _signs(self) -> dict[Cell, Sign]:
        signs = dict.fromkeys(self.safe, Sign.SAFE) | dict.fromkeys(self.mines, Sign.MINE)
        closed = {cell: sign for cell, sign in signs.items() if not self.view.is_opened(cell)}
        return closed if self.chosen is None else closed | {self.chosen: Sign.CHOSEN}

    def __str__(self) -> str:
        return render_text(self.view, signs=self._signs())

    __repr__ = __str__

    def _repr_svg_(self) -> str:
        return svg_picture(self.view, signs=self._signs(), notes=self.notes)
