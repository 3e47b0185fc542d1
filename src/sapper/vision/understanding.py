"""An understanding of the cells of a grid: their kinds, and an opinion on each."""

from __future__ import annotations

import math
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from sapper.vision.checking import Marks
from sapper.vision.clustering import TileCluster, compared, count_looks, cut_tiles, group, separated
from sapper.vision.disambiguation import settle
from sapper.vision.errors import Refusal, UnreadablePicture
from sapper.vision.glyphs import CLASSES, classify
from sapper.vision.grid import Grid
from sapper.vision.loading import Pixels
from sapper.vision.meaning import UNKNOWN, Opinion, interpret

_SAMPLE: Final = 8  # rows and columns of a sample
_MOST_LOOKS: Final = 0.75  # looks for each cell of a sample; a small board has had over 0.6
_ODD: Final = 0.9  # the chance at which a shape is certainly none of a board
_MOST_ODD: Final = 0.6  # the share of cells with such shapes
_MANY: Final = 600  # cells of a grid of which a sample must be understood first
_MOST_CELLS: Final = 6_000  # twice those of the largest board that is tried


class Effort:
    """The work on a picture so far, in cells, with a limit that ends on any picture.

    It is counted in work, not in seconds: a slow machine gives up no earlier than a fast one.
    """

    def __init__(self) -> None:
        self.cells = 0

    def spend(self, cells: int) -> None:
        """Count cells; raise UnreadablePicture before they are too many."""
        if self.cells + cells > _MOST_CELLS:
            text = "no board was found in this picture, which suggests too many: cut it out"
            raise UnreadablePicture(Refusal.NO_BOARD, text)
        self.cells += cells


class Found(NamedTuple):
    """A grid, the kinds of its cells, and an opinion on each kind."""

    grid: Grid
    kinds: list[TileCluster]
    opinions: list[Opinion]

    @property
    def understood(self) -> float:
        """The share of cells that are understood, less those that are not; 1 at best."""
        pairs = zip(self.kinds, self.opinions, strict=True)
        total = sum(
            len(kind.cells) * (1.0 if o.sure else -2.0 if o.meaning == UNKNOWN else 0.2)
            for kind, o in pairs
        )
        return total / (self.grid.rows * self.grid.columns)

    @property
    def worth(self) -> float:
        """The evidence for this grid: understood cells, and its extent."""
        left, top, right, bottom = self.grid.box
        return self.understood * math.sqrt((right - left) * (bottom - top))

    @property
    def marks(self) -> Marks:
        """The meaning of each cell, UNKNOWN if it is not sure."""
        marks = np.full((self.grid.rows, self.grid.columns), UNKNOWN, np.int8)
        for kind, opinion in zip(self.kinds, self.opinions, strict=True):
            if opinion.sure:
                marks.ravel()[kind.cells] = opinion.meaning
        return marks

    @property
    def numbers(self) -> npt.NDArray[np.int64]:
        """The number of each cell's kind."""
        numbers = np.zeros((self.grid.rows, self.grid.columns), np.int64)
        for number, kind in enumerate(self.kinds):
            numbers.ravel()[kind.cells] = number
        return numbers


def may_be_board(pixels: Pixels, grid: Grid) -> bool:
    """Return whether the cells in the middle of a grid have few enough looks, a cheap test.

    Of many cells, those in the middle must also show what cells of a board show.
    """
    middle = grid.middle(_SAMPLE)
    tiles, most = cut_tiles(pixels, middle), math.ceil(_MOST_LOOKS * middle.rows * middle.columns)
    if count_looks(tiles, most) > most:
        return False
    if grid.rows * grid.columns < _MANY:
        return True
    return _have_shapes(group(tiles) or [])


def _have_shapes(kinds: list[TileCluster]) -> bool:
    """Return whether most cells show nothing that certainly no cell of a board shows."""
    odd = classify([kind.glyph for kind in kinds])[:, CLASSES.index("other")] > _ODD
    cells = np.array([len(kind.cells) for kind in kinds])
    inked = np.array([not kind.glyph.is_blank for kind in kinds])
    return bool(cells[odd & inked].sum() < _MOST_ODD * cells.sum())


def understand(pixels: Pixels, grid: Grid, effort: Effort) -> Found | None:
    """Return an understanding of a grid; None if its cells are no cells of a board."""
    effort.spend(grid.rows * grid.columns)
    tiles = cut_tiles(pixels, grid)
    kinds = group(tiles)
    if kinds is None:
        return None
    if not _have_shapes(kinds):
        return None
    kinds = compared(separated(kinds, tiles))
    return Found(grid, kinds, settle(kinds, interpret(kinds), (grid.rows, grid.columns)))
