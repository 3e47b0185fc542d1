"""The board in a picture: of several grids, the one whose cells make sense."""

from __future__ import annotations

import math
from typing import Final, NamedTuple

import numpy as np

from sapper.pictures.errors import Refusal, UnreadablePicture
from sapper.pictures.glyphs import classify, find_glyph
from sapper.pictures.grid import Grid, find_grids, separation
from sapper.pictures.lines import Lines, find_lines
from sapper.pictures.loading import Pixels
from sapper.pictures.looks import Kind, cut_tiles, group, separated, share_known
from sapper.pictures.meaning import UNKNOWN, Opinion, interpret
from sapper.pictures.settling import settle
from sapper.rules.board import MAX_CELLS

_TRIED: Final = 5
_CLEAR: Final = 0.95  # so much understood that no other grid is tried
_LEAST: Final = -0.5  # less understood is no board
_MOST_ADDED: Final = 4  # rows or columns on a side
_PART: Final = 0.2  # of a cell that is seen where the picture ends
_KNOWN: Final = 0.85  # the share of a row's cells that must look like others
_FAINTEST: Final = 0.03  # the least mean edge between two cells
_NUMBER: Final = 0.9  # the chance at which a shape beside the board is taken for a number
_GROUND: Final = 24.0  # how much grounds of numbers may differ


class Board(NamedTuple):
    """What was found: the grid, its kinds of cells, and the sides on which it seems to go on."""

    grid: Grid
    kinds: list[Kind]
    opinions: list[Opinion]
    cut: tuple[str, ...]


class _Found(NamedTuple):
    grid: Grid
    kinds: list[Kind]
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
        """What speaks for this grid: that its cells are understood, and its extent."""
        left, top, right, bottom = self.grid.box
        return self.understood * math.sqrt((right - left) * (bottom - top))


def find_board(pixels: Pixels) -> Board:
    """Return the grid of the board, the kinds of its cells, and opinions on these."""
    best: _Found | None = None
    lines = find_lines(pixels)
    for _, grid in find_grids(lines)[:_TRIED]:
        if grid.rows * grid.columns > MAX_CELLS or (best and best.understood > _CLEAR):
            continue
        found = _look(pixels, grid)
        if found and (best is None or found.worth > best.worth):
            best = found
    if best is None or best.understood < _LEAST:
        text = "no board was found in this picture"
        raise UnreadablePicture(Refusal.NO_BOARD, text)
    found = _completed(pixels, lines, best)
    cut = _cut_sides(pixels, lines, found.grid) + _open_sides(pixels, found)
    return Board(found.grid, found.kinds, found.opinions, cut)


def _completed(pixels: Pixels, lines: Lines, found: _Found) -> _Found:
    """Add rows and columns that faint lines left out, where they hold the same kinds of cells."""
    for side in ("top", "bottom", "left", "right"):
        for _ in range(_MOST_ADDED):
            strip = found.grid.beside(side)
            needed = max(_FAINTEST, 0.4 * separation(lines, found.grid.outer(side)))
            if not strip.lies_in(*pixels.shape[:2]) or separation(lines, strip) < needed:
                break
            if share_known(cut_tiles(pixels, strip), found.kinds) < _KNOWN:
                break
            larger = _look(pixels, found.grid.with_more(side))
            if larger is None:
                break
            found = larger
    return found


def _cut_sides(pixels: Pixels, lines: Lines, grid: Grid) -> tuple[str, ...]:
    """Return the sides on which the board goes on beyond the picture."""
    size, sides = pixels.shape[:2], []
    for side in ("top", "bottom", "left", "right"):
        strip = grid.beside(side)
        rest = strip.clipped(*size)
        wide = min(rest.xs[-1] - rest.xs[0], rest.ys[-1] - rest.ys[0])
        if strip.lies_in(*size) or wide < _PART * grid.pitch:
            continue
        if separation(lines, rest, 1) > 0.6 * separation(lines, grid.outer(side), 1):
            sides.append(side)
    return tuple(sides)


def _open_sides(pixels: Pixels, found: _Found) -> tuple[str, ...]:
    """Return the sides beside which numbers lie, on the ground that numbers have in the board.

    Opened cells of the colour of the page, without lines, are not seen as cells. Those next to
    an unopened one show a number.
    """
    pairs = zip(found.kinds, found.opinions, strict=True)
    grounds = [kind.glyph.background for kind, opinion in pairs if opinion.meaning > 0]
    sides = []
    for side in ("top", "bottom", "left", "right"):
        strip = found.grid.beside(side)
        if strip.lies_in(*pixels.shape[:2]):
            glyphs = [find_glyph(tile) for tile in cut_tiles(pixels, strip)]
            inked = [glyph for glyph in glyphs if glyph.is_central]
            likely = classify(inked)[:, :8].max(axis=1, initial=0.0) >= _NUMBER
            shown = [glyph for glyph, number in zip(inked, likely, strict=True) if number]
            if any(
                np.abs(g.background - ground).max() < _GROUND for g in shown for ground in grounds
            ):
                sides.append(side)
    return tuple(sides)


def _look(pixels: Pixels, grid: Grid) -> _Found | None:
    tiles = cut_tiles(pixels, grid)
    kinds = group(tiles)
    if kinds is None:
        return None
    kinds = separated(kinds, tiles)
    return _Found(grid, kinds, settle(kinds, interpret(kinds), (grid.rows, grid.columns)))
