"""The picture of a view with the risk of each unopened cell in per cent.

Like the picture of a view, but with wider cells: a risk has two digits. A flag is drawn
before the risk of its cell.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sapper.formatting import column_label, row_label, two_digit_percent
from sapper.rules import rendering
from sapper.rules.board import Cell
from sapper.rules.rendering import TEXT_LIMIT, Sign, Signs
from sapper.rules.view import FLAG, View

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from sapper.advice import Advice

_DIGITS = 2

# From green over amber to red, each up to this risk; like the inks of the other picture,
# each has a contrast of at least 3.5:1 against both black and white.
_INKS = [(0.05, "38;5;28"), (0.15, "38;5;64"), (0.3, "38;5;130"), (0.5, "38;5;166")]
_WORST_INK = "38;5;160"


def risk_picture(
    view: View,
    risk: npt.NDArray[np.float64],
    signs: Signs,
    *,
    colour: bool = False,
    ascii_only: bool = False,
    columns: int | None = None,
) -> str:
    """Draw a view with its risks; cells with a sign, except the chosen one, show that instead.

    With `columns`, the width of a terminal, a wide board is drawn in bands, one below the
    other. Of a board with more than 200 rows or columns only the top left corner is drawn,
    and a last line says so.
    """
    drawing = _Drawing(view, risk, signs, colour, ascii_only)
    bands = [drawing.band(band) for band in drawing.bands(columns)]
    return "\n\n".join(bands) + "".join(
        f"\n{line}" for line in rendering.cropped_note(view, TEXT_LIMIT)
    )


def certain_signs(advice: Advice) -> dict[Cell, Sign]:
    """Return the signs of the certain cells; a flag on a safe cell is wrong."""
    signs = dict.fromkeys(advice.safe, Sign.SAFE) | dict.fromkeys(advice.mines, Sign.MINE)
    return signs | dict.fromkeys(advice.view.flags & advice.safe, Sign.WRONG_FLAG)


class _Drawing:
    def __init__(
        self,
        view: View,
        risk: npt.NDArray[np.float64],
        signs: Signs,
        colour: bool,
        ascii_only: bool,
    ) -> None:
        self._view = view
        self._risk = risk
        self._signs = signs
        self._ascii_only = ascii_only
        self._paint = rendering.painted if colour else rendering.unpainted
        self._height = min(view.height, TEXT_LIMIT)
        self._width = min(view.width, TEXT_LIMIT)
        self._margin = len(row_label(self._height - 1))
        self._digits = max(_DIGITS, len(column_label(self._width - 1)))

    def bands(self, columns: int | None) -> list[range]:
        """Divide the board's columns into as few bands as fit, of about the same width."""
        gap, edges = 1, self._margin + 3
        room = self._width
        if columns is not None:
            room = max(1, (columns - edges) // (self._digits + gap))
        count = -(-self._width // room)
        span = -(-self._width // count)
        starts = range(0, self._width, span)
        return [range(start, min(start + span, self._width)) for start in starts]

    def band(self, band: range) -> str:
        labels = "".join(f" {column_label(column):>{self._digits}}" for column in band)
        lines = [self._paint(f"{'':{self._margin}}  {labels}", rendering.FAINT)]
        bar = "|" if self._ascii_only else "│"
        for row in range(self._height):
            edge = self._paint(f"{row_label(row):>{self._margin}} {bar}", rendering.FAINT)
            lines.append(edge + self._row([(row, column) for column in band]))
        return "\n".join(lines)

    def _row(self, cells: list[Cell]) -> str:
        parts, after_chosen = [], False
        for cell in cells:
            chosen = self._signs.get(cell) is Sign.CHOSEN
            gap = "[" if chosen else self._flag(cell) or ("]" if after_chosen else " ")
            text, ink = self._cell(cell)
            parts += [gap, " " * (self._digits - len(text)), self._paint(text, ink)]
            after_chosen = chosen
        return "".join(parts) + ("]" if after_chosen else "")

    def _flag(self, cell: Cell) -> str:
        """Return the flag before a cell; a wrong one is drawn in the cell instead."""
        if self._view[cell] != FLAG or self._signs.get(cell) is Sign.WRONG_FLAG:
            return ""
        return self._paint(*rendering.text_cell(FLAG, None, self._ascii_only))

    def _cell(self, cell: Cell) -> tuple[str, str]:
        """Return the text in a cell, and its ink."""
        sign, risk = self._signs.get(cell), float(self._risk[cell])
        if sign not in (None, Sign.CHOSEN) or self._view.is_opened(cell):
            return rendering.text_cell(self._view[cell], sign, self._ascii_only)
        ink = next((ink for most, ink in _INKS if risk <= most), _WORST_INK)
        return two_digit_percent(risk), f"1;{ink}" if sign else ink
