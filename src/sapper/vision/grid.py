"""A grid of square cells in a picture, and how strong the edges between its cells are."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np

from sapper.vision.lines import Floats, Lines

MIN_CELLS: Final = 4  # in a row and in a column
_INSIDE: Final = 0.85  # how much of what lies within cells counts against their edges
EDGE: Final = 0.12  # how far beyond the picture a line may lie, in pitches


@dataclass(frozen=True, slots=True)
class Grid:
    """The lines around the cells of a board, in pixels of the picture."""

    xs: tuple[float, ...]  # the lines left of, between and right of the columns
    ys: tuple[float, ...]  # the same for the rows

    @property
    def columns(self) -> int:
        return len(self.xs) - 1

    @property
    def rows(self) -> int:
        return len(self.ys) - 1

    @property
    def pitch(self) -> float:
        """The mean side of a cell."""
        return (self.xs[-1] - self.xs[0]) / self.columns

    @property
    def box(self) -> tuple[float, float, float, float]:
        """Left, top, right and bottom in the picture."""
        return self.xs[0], self.ys[0], self.xs[-1], self.ys[-1]

    def centre(self, cell: tuple[int, int]) -> tuple[float, float]:
        """Return where the middle of a cell lies in the picture: x and y."""
        row, column = cell
        x = (self.xs[column] + self.xs[column + 1]) / 2
        return x, (self.ys[row] + self.ys[row + 1]) / 2

    def beside(self, side: str) -> Grid:
        """Return the row or column of cells that would lie next to the board."""
        if side in ("left", "right"):
            return Grid(_next(self.xs, side == "right"), self.ys)
        return Grid(self.xs, _next(self.ys, side == "bottom"))

    def outer(self, side: str) -> Grid:
        """Return the outermost row or column of the board on a side."""
        if side in ("left", "right"):
            return Grid(self.xs[:2] if side == "left" else self.xs[-2:], self.ys)
        return Grid(self.xs, self.ys[:2] if side == "top" else self.ys[-2:])

    def layer(self, side: str, start: float, stop: float) -> Grid:
        """Return a part of one row or column on a side, as shares of it from its inner end."""
        first, last = self.xs[:2] if side in ("left", "right") else self.ys[:2]
        if side in ("left", "top"):
            start, stop = 1 - stop, 1 - start
        part = (first + start * (last - first), first + stop * (last - first))
        return Grid(part, self.ys) if side in ("left", "right") else Grid(self.xs, part)

    def along(self, side: str, part: float) -> Grid:
        """Return the grid moved along a side, by a part of the pitch."""
        if side in ("left", "right"):
            return Grid(self.xs, tuple(y + part * (self.ys[1] - self.ys[0]) for y in self.ys))
        return Grid(tuple(x + part * (self.xs[1] - self.xs[0]) for x in self.xs), self.ys)

    def with_more(self, side: str) -> Grid:
        """Return the grid with one more row or column."""
        more = self.beside(side)
        if side in ("left", "right"):
            return Grid(tuple(sorted({*more.xs, *self.xs})), self.ys)
        return Grid(self.xs, tuple(sorted({*more.ys, *self.ys})))

    def without(self, side: str) -> Grid:
        """Return the grid without the outermost row or column of a side."""
        kept = slice(1, None) if side in ("left", "top") else slice(None, -1)
        if side in ("left", "right"):
            return Grid(self.xs[kept], self.ys)
        return Grid(self.xs, self.ys[kept])

    def enlarged(self, times: int) -> Grid:
        """Return the same grid in a picture that is larger."""
        return Grid(tuple(times * x for x in self.xs), tuple(times * y for y in self.ys))

    def middle(self, most: int) -> Grid:
        """Return the rows and columns in the middle, not more than so many of each."""
        left, top = max(0, (self.columns - most) // 2), max(0, (self.rows - most) // 2)
        return Grid(self.xs[left : left + most + 1], self.ys[top : top + most + 1])

    def is_near(self, other: Grid, slack: float) -> bool:
        """Return whether another grid has as many cells at nearly the same place, in pitches."""
        size = self.columns == other.columns and self.rows == other.rows
        far = max(abs(a - b) for a, b in zip(self.box, other.box, strict=True))
        return size and far < slack * self.pitch

    def lies_in(self, height: int, width: int) -> bool:
        """Return whether nearly all of it lies in a picture of this size."""
        left, top, right, bottom = self.box
        slack = EDGE * self.pitch
        return min(left, top) > -slack and right < width + slack and bottom < height + slack


def _next(places: tuple[float, ...], after: bool) -> tuple[float, float]:
    pitch = (places[-1] - places[0]) / (len(places) - 1)
    return (places[-1], places[-1] + pitch) if after else (places[0] - pitch, places[0])


def separation(lines: Lines, strip: Grid) -> float:
    """Return how strong most edges between the cells of one row or column are at least."""
    upright, level = supports(lines, strip)
    between = upright[:, 1:-1] if strip.rows == 1 else level[1:-1]
    return float(np.quantile(between, 0.25))


def supports(lines: Lines, grid: Grid) -> tuple[Floats, Floats]:
    """Return how strong the edges between the cells are: upright ones, then level ones."""
    xs, ys = np.array(grid.xs, np.float32), np.array(grid.ys, np.float32)
    return _support(lines.across, xs, ys), _support(lines.down, ys, xs).T


def clear_supports(lines: Lines, grid: Grid) -> tuple[Floats, Floats]:
    """Return how much stronger the edges between cells are than those within the cells around.

    In a page of text, edges lie within cells as much as between them.
    """
    xs, ys = np.array(grid.xs, np.float32), np.array(grid.ys, np.float32)
    upright, level = supports(lines, grid)
    inside = _support(lines.across, _middles(xs), ys)
    inside_level = _support(lines.down, _middles(ys), xs)
    return upright - _beside(inside), level - _beside(inside_level).T


def _middles(places: Floats) -> Floats:
    return np.asarray((places[1:] + places[:-1]) / 2, np.float32)


def _beside(inside: Floats) -> Floats:
    """Return the edges within cells on the clearer side of each line, and in the next cells."""
    padded = np.pad(inside, ((1, 1), (0, 0)), mode="edge")
    smooth = (padded[:-2] + padded[1:-1] + padded[2:]) / 3
    wide = np.pad(smooth, ((0, 0), (1, 1)), constant_values=1.0)
    return np.asarray(_INSIDE * np.minimum(wide[:, 1:], wide[:, :-1]))


def _support(sums: Floats, xs: Floats, ys: Floats) -> Floats:
    """Return how strong the edge is along each side: for each row of cells, for each line."""
    length, width = len(sums) - 1, sums.shape[1]
    pitch = float(xs[1] - xs[0])
    reach = max(2, round(0.1 * pitch))
    inset = 0.15 * float(ys[1] - ys[0])
    first = np.clip(np.rint(ys[:-1] + inset).astype(int), 0, length)
    last = np.clip(np.rint(ys[1:] - inset).astype(int), 0, length)
    places = np.rint(xs).astype(int)
    rows = sums[last] - sums[first]
    near = [rows.take(places + move, axis=1, mode="clip") for move in range(-reach, reach + 1)]
    best = np.maximum.reduce(near) / np.maximum(last - first, 1)[:, None]
    outside = (places <= reach) | (places >= width - reach)
    best[:, outside] = 1.0  # the picture's own edge counts as a line
    return np.asarray(best, np.float32)
