"""The looks of cells: tiles that differ no more than noise and rounding make them differ.

Groups are rather too small than too large: two groups may get the same meaning, but one group
can never have two.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Final

import numpy as np
import numpy.typing as npt

from sapper.vision.glyphs import TILE, Floats, Glyph, classify, find_glyph, largest_channel
from sapper.vision.grid import Grid
from sapper.vision.loading import Pixels, import_pillow

_ALIKE: Final = 18.0  # how much the most different hundredth of two tiles may differ
_GAP: Final = 5.0  # the least gap between the colours of two grounds
_MIDDLE: Final = slice(TILE // 4, TILE - TILE // 4)
_MOST_KINDS: Final = 120
_EVERY: Final = 5  # one row of tiles in so many is compared first
_TOGETHER: Final = 256  # tiles or rows of pixels that are computed at once
_LARGE: Final = 2_000_000  # pixels of which Pillow makes no copy
_EQUAL: Final = 12.0  # tiles whose pixels differ no more show the same
_RIM: Final = np.pad(np.zeros((TILE - 4, TILE - 4), bool), 2, constant_values=True)
_SAME_RIM: Final = 14.0  # how much the borders of two tiles may differ in the mean
_TINGE: Final = 14.0  # how much what is perceived in the middle of blank tiles may differ
_CLEAR: Final = 0.8  # the chance at which a single cell's shape parts it from its kind


@dataclass(slots=True, eq=False)
class TileCluster:
    """Similar cells: their indices, their mean tile and its drawing."""

    cells: npt.NDArray[np.intp]
    tile: Floats
    glyph: Glyph
    frame: Floats  # the mean colours of the four borders: top, bottom, left, right

    def ground_distance(self, other: TileCluster) -> float:
        """Return how much backgrounds and borders differ, in steps of colour."""
        grounds = np.abs(self.glyph.background - other.glyph.background).max()
        frames = np.abs(self.frame - other.frame).max(axis=1)
        return float(max(grounds, 0.6 * np.sort(frames)[-2]))


def cut_tiles(pixels: Pixels, grid: Grid) -> Floats:
    """Return the cells of the grid, row by row, each scaled to 24 x 24 colours."""
    height, width = pixels.shape[:2]
    left, top, right, bottom = (math.floor(side) for side in grid.box)
    left, top = max(0, left - 1), max(0, top - 1)
    right, bottom = min(width, right + 2), min(height, bottom + 2)
    part = pixels[top:bottom, left:right]
    factor = min(1.0, TILE / grid.pitch)
    size = max(1, round((right - left) * factor)), max(1, round((bottom - top) * factor))
    values = np.asarray(_resized(part, size) if factor < 1 else part, np.float32)
    across, down = size[0] / (right - left), size[1] / (bottom - top)
    values = _sampled(values, _places(grid.ys, top, down))
    values = _sampled(values.swapaxes(0, 1), _places(grid.xs, left, across)).swapaxes(0, 1)
    values = values.reshape(grid.rows, TILE, grid.columns, TILE, 3).swapaxes(1, 2)
    return values.reshape(-1, TILE, TILE, 3)


def _resized(pixels: Pixels, size: tuple[int, int]) -> Pixels:
    """Return a picture at a smaller size; in a large one, the rows are resized strip by strip.

    Pillow also resizes rows and columns one after the other, but copies the whole picture.
    """
    if pixels.shape[0] * pixels.shape[1] > _LARGE:
        strips = [pixels[top : top + _TOGETHER] for top in range(0, len(pixels), _TOGETHER)]
        pixels = np.concatenate([_scaled(strip, (size[0], len(strip))) for strip in strips])
    return _scaled(pixels, size)


def _scaled(pixels: Pixels, size: tuple[int, int]) -> Pixels:
    image = import_pillow().fromarray(np.ascontiguousarray(pixels))
    return np.asarray(image.resize(size, resample=2))


def _places(lines: tuple[float, ...], start: int, factor: float) -> Floats:
    """Return where the pixels of the tiles lie between the lines of a part, made smaller."""
    steps = (np.arange((len(lines) - 1) * TILE) + 0.5) / TILE
    places = np.interp(steps, np.arange(len(lines)), lines)
    return np.asarray((places - start) * factor - 0.5, np.float32)


def _sampled(values: Floats, places: Floats) -> Floats:
    """Return the rows at these places, mixed of the two next to each."""
    inside = np.clip(places, 0, len(values) - 1)
    low = np.floor(inside).astype(int)
    high = np.minimum(low + 1, len(values) - 1)
    part = (inside - low)[:, None, None]
    sampled = np.empty((len(places), *values.shape[1:]), np.float32)
    for row in range(0, len(places), _TOGETHER):
        some = slice(row, row + _TOGETHER)
        share = part[some]
        sampled[some] = values[low[some]] * (1 - share) + values[high[some]] * share
    return sampled


def group(colours: Floats) -> list[TileCluster] | None:
    """Return the kinds of tiles, the commonest first; None if there are far too many."""
    parts = list(islice(_partition(colours), _MOST_KINDS + 1))
    if len(parts) > _MOST_KINDS:
        return None
    return sorted((_kind(colours, cells) for cells in parts), key=lambda kind: -len(kind.cells))


def count_looks(colours: Floats, most: int) -> int:
    """Return how many kinds of tiles there are; `most` + 1 stands for any greater number.

    Tiles that are not even roughly alike are counted first, which is quick.
    """
    rough = _rough(_perceived(colours))
    left, kinds = np.arange(len(rough)), 0
    while len(left) and kinds <= most:
        left = left[np.abs(rough[left] - rough[left[0]]).max(axis=1) >= 2 * _ALIKE]
        kinds += 1
    return kinds if kinds > most else sum(1 for _ in islice(_partition(colours), most + 1))


def _rough(tiles: Floats) -> Floats:
    """Return the mean colours of the sixteen parts of each tile."""
    means = tiles.reshape(-1, 4, 6, 4, 6, 3).mean(axis=(2, 4))
    return np.asarray(means.reshape(len(tiles), -1))


def _partition(colours: Floats) -> Iterator[npt.NDArray[np.intp]]:
    """Yield the cells of each kind of tiles."""
    tiles = _perceived(colours)
    rough = _rough(tiles)
    rest = np.full(len(tiles), True)
    while rest.any():
        left = np.flatnonzero(rest)
        first = left[0]
        near = left[np.abs(rough[left] - rough[first]).max(axis=1) < 2 * _ALIKE]
        near = np.concatenate(list(_similar(tiles, int(first), near)))
        yield near
        rest[near] = False


def _similar(
    tiles: Floats, first: int, others: npt.NDArray[np.intp]
) -> Iterator[npt.NDArray[np.intp]]:
    """Yield those of some tiles that differ little from one.

    Few are compared together: the envelopes of all of them would take much memory.
    """
    tile = tiles[first]
    lowest, highest = (_envelope(tile[None], pick)[0] for pick in (np.minimum, np.maximum))
    for start in range(0, len(others), _TOGETHER):
        near = others[start : start + _TOGETHER]
        for step in (_EVERY, 1):  # what differs too much in some pixels does so in all
            some = tiles[near][:, ::step]
            near = near[
                _largest(np.maximum(lowest[::step] - some, some - highest[::step])) < _ALIKE
            ]
            low, high = (
                _envelope(tiles[near], pick)[:, ::step] for pick in (np.minimum, np.maximum)
            )
            near = near[_largest(np.maximum(low - tile[::step], tile[::step] - high)) < _ALIKE]
        yield near


def separated(kinds: list[TileCluster], tiles: Floats) -> list[TileCluster]:
    """Part cells from their kind that clearly show another number or have another ground.

    A small 2 is nearly a 3, and pale colours of opened and unopened cells are nearly alike.
    """
    parted: list[TileCluster] = []
    for kind in kinds:
        parts = _grounds(tiles, kind.cells) if kind.glyph.is_blank else _by_shape(kind, tiles)
        whole = len(parts) == 1
        parted += [kind] if whole else [_kind(tiles, cells) for cells in parts]
    return sorted(parted, key=lambda kind: -len(kind.cells))


def _by_shape(kind: TileCluster, tiles: Floats) -> list[npt.NDArray[np.intp]]:
    """Part cells by the shapes that are drawn on them."""
    shapes = _shapes(kind, tiles)
    return [kind.cells[shapes == shape] for shape in np.unique(shapes)]


def _shapes(kind: TileCluster, tiles: Floats) -> npt.NDArray[np.int64]:
    """Return the class of each cell's own shape where it is clear, otherwise that of its kind."""
    common = classify([kind.glyph])[0].argmax()
    shapes = np.full(len(kind.cells), common, np.int64)
    inner = np.s_[:, 3:-3, 3:-3]  # what is drawn, without lines and raised edges
    differ = np.abs(tiles[kind.cells] - kind.tile)[inner].max(axis=(1, 2, 3)) > _EQUAL
    if differ.any():
        chances = classify([find_glyph(tiles[cell]) for cell in kind.cells[differ]])
        clear = chances.max(axis=1) > _CLEAR
        shapes[differ] = np.where(clear, chances.argmax(axis=1), common)
    return shapes


def _grounds(tiles: Floats, cells: npt.NDArray[np.intp]) -> list[npt.NDArray[np.intp]]:
    """Part blank cells where their colours fall into groups with a gap between them."""
    colours = tiles[cells][:, _MIDDLE, _MIDDLE].mean(axis=(1, 2))
    channel = int(np.ptp(colours, axis=0).argmax())
    order = np.argsort(colours[:, channel], kind="stable")
    values = colours[order, channel]
    gaps = np.diff(values)
    if len(gaps) == 0 or gaps.max() < _GAP:
        return [cells]
    at = int(gaps.argmax()) + 1
    if gaps.max() < 3 * max(values[:at].std(), values[at:].std()):
        return [cells]
    low, high = cells[np.sort(order[:at])], cells[np.sort(order[at:])]
    return _grounds(tiles, low) + _grounds(tiles, high)


def compared(kinds: list[TileCluster]) -> list[TileCluster]:
    """Find the drawings on tiles by comparing them with blank ones of the same borders.

    Beside a wide raised edge and a flag, hardly any ground is left to be seen. JPEG lets colours
    run from one cell into the next: a tinge without light and shade is nothing drawn.
    """
    blank = [kind for kind in kinds if kind.glyph.is_blank]
    return [kind if kind.glyph.is_blank else _compared(kind, blank) for kind in kinds]


def _compared(kind: TileCluster, blank: list[TileCluster]) -> TileCluster:
    gaps = [float(np.abs(kind.tile - other.tile)[_RIM].mean()) for other in blank]
    if min(gaps, default=np.inf) > _SAME_RIM:
        return kind
    under = blank[int(np.argmin(gaps))]
    seen = np.abs(_perceived(kind.tile) - _perceived(under.tile))[_MIDDLE, _MIDDLE].max()
    drawn = kind.tile - under.tile if seen > _TINGE else np.zeros_like(kind.tile)
    glyph = find_glyph(drawn + under.glyph.background)
    return TileCluster(kind.cells, kind.tile, glyph, kind.frame)


def alike(tiles: Floats, kinds: list[TileCluster]) -> npt.NDArray[np.int64]:
    """Return the number of the kind that each tile looks like, or -1."""
    seen = _perceived(tiles)
    lows, highs = _envelope(seen, np.minimum), _envelope(seen, np.maximum)
    colours = tiles[:, _MIDDLE, _MIDDLE].mean(axis=(1, 2))
    numbers = np.full(len(tiles), -1, np.int64)
    nearest = np.full(len(tiles), _ALIKE, np.float32)
    for number, kind in enumerate(kinds):
        tile = _perceived(kind.tile)
        gaps = _largest(np.maximum(lows - tile, tile - highs))
        colour = kind.tile[_MIDDLE, _MIDDLE].mean(axis=(0, 1))
        gaps = np.where(np.abs(colours - colour).max(axis=1) < 2 * _GAP, gaps, np.inf)
        numbers[gaps < nearest] = number
        nearest = np.minimum(nearest, gaps)
    return numbers


def _perceived(tiles: Floats) -> Floats:
    """Return lightness and weakened colours, in which the noise of JPEG is small."""
    light = tiles @ np.array([0.3, 0.59, 0.11], np.float32)
    red, blue = 0.5 * (tiles[..., 0] - light), 0.4 * (tiles[..., 2] - light)
    return np.stack([light, red, blue], axis=-1)


def _envelope(tiles: Floats, pick: np.ufunc) -> Floats:
    """Return the least or the largest values around each pixel: a tile may lie a bit off."""
    wide = tiles.copy()
    pick(wide[:, 1:], tiles[:, :-1], out=wide[:, 1:])
    pick(wide[:, :-1], tiles[:, 1:], out=wide[:, :-1])
    high = wide.copy()
    pick(high[:, :, 1:], wide[:, :, :-1], out=high[:, :, 1:])
    pick(high[:, :, :-1], wide[:, :, 1:], out=high[:, :, :-1])
    return high


def _largest(gaps: Floats) -> Floats:
    """Return the mean of the largest hundredth of the gaps of each tile."""
    flat = largest_channel(gaps).reshape(len(gaps), gaps.shape[1] * gaps.shape[2])
    count = TILE * TILE // 100 + 1
    return np.asarray(np.partition(flat, -count, axis=1)[:, -count:].mean(axis=1))


def _kind(tiles: Floats, cells: npt.NDArray[np.intp]) -> TileCluster:
    tile = np.median(tiles[cells[:64]], axis=0)
    sides = [tile[:2, 3:-3], tile[-2:, 3:-3], tile[3:-3, :2], tile[3:-3, -2:]]
    frame = np.stack([side.reshape(-1, 3).mean(axis=0) for side in sides])
    return TileCluster(cells, tile, find_glyph(tile), frame)
