"""How far a board goes: rows and columns that lines left out or put in, and where it is cut."""

from __future__ import annotations

from itertools import pairwise
from typing import Any, Final, NamedTuple

import numpy as np
import numpy.typing as npt

from sapper.rules.board import Level
from sapper.rules.view import FLAG, UNOPENED
from sapper.vision.clustering import TileCluster, alike, cut_tiles
from sapper.vision.glyphs import Floats, Glyph, classify, find_glyph, is_plain
from sapper.vision.grid import MIN_CELLS, Grid, separation, supports
from sapper.vision.lines import Lines
from sapper.vision.loading import Pixels
from sapper.vision.meaning import UNKNOWN, Opinion
from sapper.vision.understanding import Effort, Found, understand

SIDES: Final = ("top", "bottom", "left", "right")
_MOST_ADDED: Final = 12  # rows or columns on a side
_FEW: Final = 2  # unopened cells beside a board that show that it goes on
_KNOWN: Final = 0.85  # the share of a row's cells that must look like others
_FAINTEST: Final = 0.03  # the least mean edge between two cells
_LINED: Final = 0.2  # the mean edge between two empty cells, if there is a line between them
_BETTER: Final = 0.02  # how much more must be understood without a row that is left out
_INSIDE: Final = (0.3, 0.5, 0.7)  # places within cells, in pitches from the lines between them
_PARTS: Final = ((0.25, 0.6), (0.5, 1.0))  # of a row's depth, from its inner end
_BARE: Final = 0.3  # the share of a cell's width at which its ground is seen beside a number
_SEEN: Final = 2.0  # pixels of a cell, inside its border, that must be seen where a picture ends
_STEP: Final = 6.0  # the least change of colours, summed, between two cells
_NUMBER: Final = 0.9  # the chance at which a shape beside the board is taken for a number
_OFF: Final = 4  # how far the boxes of the same number may be apart, in pixels of tiles
_INK: Final = 0.2  # how much its ink may differ in the mean
_GROUND: Final = 24.0  # how much grounds of numbers, or borders of cells, may differ

Numbers = npt.NDArray[np.int64]


class _Beside(NamedTuple):
    """The strip beside a board: the meanings of its cells where they look like the board's."""

    strip: Grid
    marks: Numbers  # of each cell; UNKNOWN if nothing in the board looks like it
    known: float  # the share of cells that look like others

    @property
    def speaks(self) -> bool:
        """Whether a cell is certainly one of a board: blank ones may be the page."""
        return bool(((self.marks == UNOPENED) | (self.marks == FLAG) | (self.marks > 0)).any())


def fit(
    pixels: Pixels, lines: Lines, found: Found, effort: Effort
) -> tuple[Found, tuple[str, ...]]:
    """Return the board with the rows and columns that belong to it, and the sides left open."""
    doubted, trimmed = [], []
    for side in SIDES:
        found, doubtful = _trimmed(pixels, lines, found, side, effort)
        if doubtful:
            trimmed.append(side)
        else:
            found, doubtful = _completed(pixels, lines, found, side, effort)
        if doubtful:
            doubted.append(side)
    open_sides = [side for side in SIDES if side in doubted or _goes_on(pixels, found, side)]
    if open_sides == trimmed and len(trimmed) == 1 and _is_usual(found.grid):
        return found, ()
    return found, tuple(open_sides)


def _goes_on(pixels: Pixels, found: Found, side: str) -> bool:
    """Return whether there are signs of more cells beside a board whose other sides are known."""
    return (
        _shows_number(pixels, found, side)
        or _shows_cells(pixels, found, side)
        or _is_cut(pixels, found, side)
    )


def _is_usual(grid: Grid) -> bool:
    """Return whether a board has the size of a level, which one row less or more has not."""
    return any(
        (grid.rows, grid.columns) == (level.height, level.width) for level in Level.NAMED.values()
    )


def _trimmed(
    pixels: Pixels, lines: Lines, found: Found, side: str, effort: Effort
) -> tuple[Found, bool]:
    """Leave out outer rows that look like nothing else in the board, or lack its lines.

    Also return whether one of them has cells that look like the board's, or lines between them:
    then it may be part of the board; or whether it may be a margin as well as unopened cells.
    """
    doubtful = False
    while True:
        smaller = found.grid.without(side)
        if min(smaller.rows, smaller.columns) < MIN_CELLS:
            return found, doubtful
        if _is_bare(lines, found, side) and (less := understand(pixels, smaller, effort)):
            found = less
            continue
        numbers, marks = _outer(found.numbers, side), _outer(found.marks, side)
        inside = np.setdiff1d(np.arange(len(found.kinds)), _only_in(found, side))
        foreign = ~np.isin(numbers, inside) & (marks < FLAG)
        lined = _is_lined(lines, found.grid, smaller, side)
        if _unvouched(found, side, inside).mean() >= 0.5 and not lined:
            return understand(pixels, smaller, effort) or found, True
        if foreign.mean() < 0.5:
            return found, doubtful
        less = understand(pixels, smaller, effort)
        if less is None or less.understood < found.understood + _BETTER:
            return found, doubtful
        doubtful |= bool((np.isin(numbers, inside) & (marks >= FLAG) & (marks != 0)).any())
        doubtful |= lined
        found = less


def _is_lined(lines: Lines, grid: Grid, smaller: Grid, side: str) -> bool:
    """Return whether the outermost row has lines between its cells, as the next one has.

    They go all the way through; at its inner end, those of the board may reach into it. In text
    and the like there are as many lines within cells as between them.
    """
    usual = separation(lines, smaller.outer(side))
    for start, stop in _PARTS:
        strip = grid.outer(side).layer(side, start, stop)
        own = separation(lines, strip)
        inside = min(separation(lines, strip.along(side, part)) for part in _INSIDE)
        if own < 0.5 * usual or inside > 0.5 * own:
            return False
    return usual >= _FAINTEST


def _is_bare(lines: Lines, found: Found, side: str) -> bool:
    """Return whether the outermost cells lack the edges that are between the others.

    Unopened cells are compared with each other, and empty ones: the page often has their colour.
    """
    edges = supports(lines, found.grid)
    closed = (found.marks == UNOPENED) | (found.marks == FLAG)
    outer, inner = _between(edges, closed, side)
    last, others = _between(edges, found.marks == 0, side)
    return outer < 0.4 * inner or (last < 0.4 * others and others > _LINED)


def _between(
    edges: tuple[Floats, Floats], cells: npt.NDArray[np.bool_], side: str
) -> tuple[float, float]:
    """Return the median edge between two of these cells in the outermost row, and elsewhere.

    Where there are no two, no edge is expected.
    """
    upright, level = edges
    across = np.where(cells[:, 1:] & cells[:, :-1], upright[:, 1:-1], np.nan)
    down = np.where(cells[1:] & cells[:-1], level[1:-1], np.nan)
    outer = _outer(down if side in ("left", "right") else across, side)
    inner = np.concatenate([_without(across, side).ravel(), _without(down, side).ravel()])
    outer, inner = outer[~np.isnan(outer)], inner[~np.isnan(inner)]
    if min(len(outer), len(inner)) == 0:
        return 1.0, 0.0
    return float(np.median(outer)), float(np.median(inner))


def _unvouched(found: Found, side: str, inside: Numbers) -> npt.NDArray[np.bool_]:
    """Return which outermost cells seem unopened, but are unlike any such cell or flag inside.

    A margin of the page often has their colour. On their outer side cells may differ: a frame
    may be there.
    """
    pairs = list(zip(found.kinds, found.opinions, strict=True))
    vouching = [pairs[n][0] for n in inside if pairs[n][1].sure and pairs[n][1].meaning < 0]
    lacking = [
        _is_closed(kind, opinion)
        and number not in inside
        and not any(_like(kind, other, side) for other in vouching)
        for number, (kind, opinion) in enumerate(pairs)
    ]
    return np.asarray(np.array(lacking)[_outer(found.numbers, side)])


def _is_closed(kind: TileCluster, opinion: Opinion) -> bool:
    return opinion.sure and opinion.meaning == UNOPENED and kind.glyph.is_blank


def _like(one: TileCluster, other: TileCluster, side: str) -> bool:
    """Return whether two kinds have the same ground, but for the borders on a side."""
    kept = [place for place, name in enumerate(SIDES) if name != side]
    ground = np.abs(one.glyph.background - other.glyph.background).max()
    return bool(max(ground, np.abs(one.frame - other.frame)[kept].max()) < _GROUND)


def _only_in(found: Found, side: str) -> Numbers:
    """Return the kinds that occur only in the outermost row or column of a side."""
    outer = _outer(found.numbers, side)
    there = np.bincount(outer.ravel(), minlength=len(found.kinds))
    return np.flatnonzero(there == [len(kind.cells) for kind in found.kinds])


def _outer(values: npt.NDArray[Any], side: str) -> npt.NDArray[Any]:
    """Return the outermost row or column on a side."""
    outer = {"top": values[:1], "bottom": values[-1:], "left": values[:, :1]}
    return np.asarray(outer.get(side, values[:, -1:]).ravel())


def _without(values: Floats, side: str) -> Floats:
    """Return all but the outermost row or column on a side."""
    inner = {"top": values[1:], "bottom": values[:-1], "left": values[:, 1:]}
    return inner.get(side, values[:, :-1])


def _completed(
    pixels: Pixels, lines: Lines, found: Found, side: str, effort: Effort
) -> tuple[Found, bool]:
    """Add rows or columns that lines left out, where they hold the same kinds of cells.

    Also return whether the end of the board is invisible: blank opened cells may go on there.
    """
    grid = found.grid
    usual = max(_FAINTEST, 0.4 * separation(lines, grid.outer(side)))
    for _ in range(_MOST_ADDED):
        ahead = _ahead(pixels, found, side)
        lined = bool(ahead) and separation(lines, ahead[0].strip) >= usual
        last = max(
            (n for n, row in enumerate(ahead) if row.speaks or (lined and n == 0)), default=-1
        )
        if last < 0:
            return found, bool(ahead) and _may_go_on(lines, found, side)
        grid = found.grid
        for _ in range(last + 1):
            grid = grid.with_more(side)
        larger = understand(pixels, grid, effort)
        if larger is None or larger.understood < found.understood - 0.3:
            return found, True
        if _is_bare(lines, larger, side):
            return found, False
        found = larger
    return found, False


def _ahead(pixels: Pixels, found: Found, side: str) -> list[_Beside]:
    """Return the rows beside the board whose cells look like the board's, up to the first other."""
    ahead: list[_Beside] = []
    grid = found.grid
    while len(ahead) < _MOST_ADDED and grid.beside(side).lies_in(*pixels.shape[:2]):
        row = _beside(pixels, found, grid.beside(side))
        if row.known < _KNOWN:
            break
        ahead.append(row)
        grid = grid.with_more(side)
    return ahead


def _beside(pixels: Pixels, found: Found, strip: Grid) -> _Beside:
    """Return the kinds of the cells of a strip."""
    kinds = alike(cut_tiles(pixels, strip), found.kinds)
    sure = (opinion.meaning if opinion.sure else UNKNOWN for opinion in found.opinions)
    return _Beside(strip, np.array([*sure, UNKNOWN])[kinds], float((kinds >= 0).mean()))


def _shows_cells(pixels: Pixels, found: Found, side: str) -> bool:
    """Return whether a few cells beside the board look like its unopened ones, the others not."""
    strip = found.grid.beside(side)
    if not strip.lies_in(*pixels.shape[:2]):
        return False
    row = _beside(pixels, found, strip)
    return row.known < _KNOWN and int((row.marks < 0).sum() - (row.marks == UNKNOWN).sum()) >= _FEW


def _may_go_on(lines: Lines, found: Found, side: str) -> bool:
    """Return whether a row of zeros may follow: none has an unopened neighbour.

    Nor do they follow if lines part the zeros of the board, which the row beside it has not.
    """
    outer = _outer(found.marks, side)
    if ((outer == UNOPENED) | (outer == FLAG)).any():
        return False
    zeros = found.marks == 0
    upright, level = supports(lines, found.grid)
    between = [
        upright[:, 1:-1][zeros[:, 1:] & zeros[:, :-1]],
        level[1:-1][zeros[1:] & zeros[:-1]],
    ]
    usual = float(np.median(np.concatenate(between))) if any(map(len, between)) else 0.0
    return separation(lines, found.grid.beside(side)) > 0.4 * usual - _FAINTEST


def _is_cut(pixels: Pixels, found: Found, side: str) -> bool:
    """Return whether the picture ends within cells: the changes between them go on to its end.

    Those of text do not: it has as many within cells as between them.
    """
    grid = found.grid
    if grid.beside(side).lies_in(*pixels.shape[:2]):
        return False
    beyond, inside = _edge(pixels, grid, side, 0), _edge(pixels, grid, side, 1)
    if len(beyond) == 0:
        return False
    places = np.array(grid.ys if side in ("left", "right") else grid.xs, np.float32)
    steps, usual = _steps(beyond, places), _steps(inside, places)
    within = [_steps(beyond, places + np.float32(part * grid.pitch)) for part in _INSIDE]
    if min(within) > 0.9 * steps or steps <= max(_STEP, 0.35 * usual):
        return False
    grounds = np.stack([kind.glyph.background for kind in found.kinds])
    gaps = np.abs(beyond[:, None] - grounds).max(axis=2).min(axis=1)
    inset = 0.15 * grid.pitch
    cells = [
        float(np.quantile(gaps[round(max(0, first + inset)) : round(last - inset)], _BARE))
        for first, last in pairwise(places.tolist())
    ]
    return sum(gap < _GROUND for gap in cells) > 0.5 * len(cells)


def _edge(pixels: Pixels, grid: Grid, side: str, moved: int) -> Floats:
    """Return the mean colours along the part of a side that is seen, or its like in the board."""
    upright, after = side in ("left", "right"), side in ("right", "bottom")
    values = pixels if upright else pixels.swapaxes(0, 1)
    lines = grid.xs if upright else grid.ys
    pitch, inset = grid.pitch, max(1.0, 0.1 * grid.pitch)
    seen = min(pitch - inset, values.shape[1] - lines[-1] if after else lines[0])
    if seen - inset < _SEEN:
        return np.zeros((0, 3), np.float32)
    first = lines[-1] + inset - moved * pitch if after else lines[0] - seen + moved * pitch
    part = values[:, round(first) : round(first + seen - inset)]
    return np.asarray(part.astype(np.float32).mean(axis=1))


def _steps(colours: Floats, places: Floats) -> float:
    """Return how much colours change at least at most of the inner places."""
    changes = np.abs(np.diff(colours, axis=0)).sum(axis=1)
    reach = max(1, round(0.1 * float(places[1] - places[0])))
    inner = np.rint(places[1:-1]).astype(int)
    most = [changes[max(0, p - reach - 1) : p + reach].max(initial=0.0) for p in inner]
    return float(np.quantile(most, 0.25))


def _shows_number(pixels: Pixels, found: Found, side: str) -> bool:
    """Return whether a number of the board lies beside it, on the same ground."""
    strip = found.grid.beside(side)
    if not strip.lies_in(*pixels.shape[:2]):
        return False
    pairs = zip(found.kinds, found.opinions, strict=True)
    shown = [(o.meaning, kind.glyph) for kind, o in pairs if o.sure and o.meaning > 0]
    tiles = [tile for tile in cut_tiles(pixels, strip) if not is_plain(tile)]
    usual = [np.median(tile, axis=(0, 1)) for tile in tiles]
    glyphs = [
        find_glyph(tile)
        for tile, colour in zip(tiles, usual, strict=True)
        if any(np.abs(colour - other.background).max() < _GROUND for _, other in shown)
    ]
    inked = [glyph for glyph in glyphs if glyph.is_central]
    return any(
        chance.max() >= _NUMBER and chance.argmax() + 1 == number and _as(glyph, other)
        for glyph, chance in zip(inked, classify(inked), strict=True)
        for number, other in shown
    )


def _as(one: Glyph, other: Glyph) -> bool:
    """Return whether two glyphs have the same colours, place and size, and nearly the same ink."""
    grounds = np.abs(one.background - other.background).max()
    colours = max(grounds, np.abs(one.colour - other.colour).max() / 2)
    moved = max(abs(a - b) for a, b in zip(one.box, other.box, strict=True))
    return bool(colours < _GROUND and moved <= _OFF and np.abs(one.ink - other.ink).mean() < _INK)
