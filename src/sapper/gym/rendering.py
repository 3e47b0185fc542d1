"""A view as pixels, drawn with nothing but arrays: digits are 3 by 5 dots."""

from __future__ import annotations

from typing import Final

import numpy as np
import numpy.typing as npt

from sapper.rules.view import FLAG, UNOPENED

SIDE: Final = 16  # pixels of a cell
_DOT: Final = 2  # pixels of a dot

# Rows of three dots each, in base 8: 7 is ***, 5 is *.*.
_DIGITS: Final = {1: "26227", 2: "71747", 3: "71717", 4: "55711", 5: "74717", 6: "74757"} | {
    7: "71122",
    8: "75757",
}
_INKS: Final = {
    **{1: (0, 0, 255), 2: (0, 123, 0), 3: (224, 0, 0), 4: (0, 0, 123)},
    **{5: (123, 0, 0), 6: (0, 123, 123), 7: (0, 0, 0), 8: (112, 112, 112)},
}
_OPEN, _SHUT, _LIGHT, _EDGE = (228, 228, 228), (180, 184, 192), (244, 246, 248), (132, 136, 143)
_RED: Final = (208, 0, 0)


def _tile(mark: int) -> npt.NDArray[np.uint8]:
    tile = np.empty((SIDE, SIDE, 3), np.uint8)
    tile[:] = _EDGE
    tile[:-1, :-1] = _OPEN if mark >= 0 else _SHUT
    if mark < 0:
        tile[:2, :-1] = tile[:-1, :2] = _LIGHT
    if mark == FLAG:
        tile[4:12, 5:11] = _RED
    if mark > 0:
        rows = [[int(bit) for bit in f"{int(row):03b}"] for row in _DIGITS[mark]]
        dots = np.kron(np.array(rows, np.bool_), np.ones((_DOT, _DOT), np.bool_))
        tile[3 : 3 + len(dots), 5 : 5 + dots.shape[1]][dots] = _INKS[mark]
    return tile


_TILES: Final = np.stack([_tile(mark) for mark in (FLAG, UNOPENED, *range(9))])


def picture(marks: npt.NDArray[np.int8]) -> npt.NDArray[np.uint8]:
    """Draw a view's marks as red, green and blue, 16 by 16 pixels per cell."""
    height, width = marks.shape
    tiles = _TILES[marks.astype(np.intp) - FLAG]
    return tiles.transpose(0, 2, 1, 3, 4).reshape(height * SIDE, width * SIDE, 3).copy()
