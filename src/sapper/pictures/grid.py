"""Where the board lies in a picture: square cells at a constant pitch.

Windows of several sizes are searched for a pitch at which upright and level edges both recur.
Each pitch becomes a lattice over the picture. A cell with edges around it speaks for a board, one
without speaks against it: the board is the rectangle that gains most.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

import numpy as np
import numpy.typing as npt

from sapper.pictures.lines import Floats, Lines

Places = npt.NDArray[np.floating[Any]]

MIN_PITCH: Final = 10
MAX_PITCH: Final = 200
MIN_CELLS: Final = 4  # in a row and in a column
_CANDIDATES: Final = 14
_SUPPORT: Final = 0.2  # the mean strength of an edge that separates two cells
_EDGE: Final = 0.12  # how far beyond the picture a line may lie, in pitches
_BUNDLE: Final = 0.1  # how far lines between two cells lie from their middle, in pitches
_GAINS: Final = np.array([-1.0, -1.0, -0.6, 0.7, 1.0], np.float32)  # by the edges of a cell


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

    def with_more(self, side: str) -> Grid:
        """Return the grid with one more row or column."""
        more = self.beside(side)
        if side in ("left", "right"):
            return Grid(tuple(sorted({*more.xs, *self.xs})), self.ys)
        return Grid(self.xs, tuple(sorted({*more.ys, *self.ys})))

    def clipped(self, height: int, width: int) -> Grid:
        """Return the grid with its lines moved into a picture of this size."""
        xs = tuple(min(max(x, 0.0), float(width)) for x in self.xs)
        return Grid(xs, tuple(min(max(y, 0.0), float(height)) for y in self.ys))

    def lies_in(self, height: int, width: int) -> bool:
        """Return whether nearly all of it lies in a picture of this size."""
        left, top, right, bottom = self.box
        slack = _EDGE * self.pitch
        return min(left, top) > -slack and right < width + slack and bottom < height + slack


def _next(places: tuple[float, ...], after: bool) -> tuple[float, float]:
    pitch = (places[-1] - places[0]) / (len(places) - 1)
    return (places[-1], places[-1] + pitch) if after else (places[0] - pitch, places[0])


def separation(lines: Lines, strip: Grid, near: int = 0) -> float:
    """Return how strong most edges between the cells of one row or column are at least.

    They may lie a tenth of a pitch off, or so many pixels.
    """
    if strip.rows == 1:
        upright = _support(lines.upright, np.array(strip.xs), np.array(strip.ys), near)
        return float(np.quantile(upright[:, 1:-1], 0.25))
    level = _support(lines.level.T, np.array(strip.ys), np.array(strip.xs), near)
    return float(np.quantile(level[:, 1:-1], 0.25))


class _Span(NamedTuple):
    start: int
    stop: int


class _Comb(NamedTuple):
    """Lines at `phase` and every `pitch` pixels from there."""

    phase: float
    pitch: float

    def places(self, length: int) -> Floats:
        """Return the lines in a picture of this length; one at its very edge counts."""
        slack = _EDGE * self.pitch
        first = (self.phase + slack) % self.pitch - slack
        return np.arange(first, length + slack, self.pitch, dtype=np.float32)


def find_grids(lines: Lines) -> list[tuple[float, Grid]]:
    """Return the grids that the edges suggest, each with its score; the best first."""
    found: list[tuple[float, Grid]] = []
    for rows, columns, lag in _candidates(lines):
        whole = [grid for score, grid in found if score > 0.8 * grid.rows * grid.columns]
        if any(_explained(rows, columns, lag, grid) for grid in whole):
            continue
        scored = _grown(lines, rows, columns, lag)
        if scored is not None and not any(_same(scored[1], other) for _, other in found):
            found.append(scored)
    return sorted(found, key=lambda each: -each[0])


def _explained(rows: _Span, columns: _Span, lag: int, grid: Grid) -> bool:
    """Return whether a grid that was found lies in a window and repeats at its lag."""
    left, top, right, bottom = grid.box
    across = min(right, columns.stop) - max(left, columns.start)
    down = min(bottom, rows.stop) - max(top, rows.start)
    shared = max(across, 0) * max(down, 0)
    window = (rows.stop - rows.start) * (columns.stop - columns.start)
    times = lag / grid.pitch
    repeats = times > 0.97 and abs(times - round(times)) < 0.03 * times
    return repeats and shared > 0.5 * min(window, (right - left) * (bottom - top))


def _same(one: Grid, other: Grid) -> bool:
    size = one.columns == other.columns and one.rows == other.rows
    near = max(abs(a - b) for a, b in zip(one.box, other.box, strict=True))
    return size and near < 0.3 * one.pitch


def _candidates(lines: Lines) -> list[tuple[_Span, _Span, int]]:
    """Return windows with a pitch that recurs in both directions; the clearest first."""
    height, width = lines.upright.shape
    across = np.zeros((height + 1, width), np.float32)
    np.cumsum(lines.upright, axis=0, out=across[1:])
    down = np.zeros((height, width + 1), np.float32)
    np.cumsum(lines.level, axis=1, out=down[:, 1:])
    scored = []
    for rows, columns in _windows(height, width):
        x = (
            across[rows.stop, columns.start : columns.stop]
            - across[rows.start, columns.start : columns.stop]
        )
        y = down[rows.start : rows.stop, columns.stop] - down[rows.start : rows.stop, columns.start]
        scored += [(score, rows, columns, lag) for score, lag in _pitches(x, y)]
    scored.sort(key=lambda each: -each[0])
    return [(rows, columns, lag) for _, rows, columns, lag in scored[:_CANDIDATES]]


def _windows(height: int, width: int) -> Iterator[tuple[_Span, _Span]]:
    for parts in (1, 2, 4):
        tall, wide = height // parts, width // parts
        if parts > 1 and min(tall, wide) < 72:
            return
        for down in range(2 * parts - 1):
            for across in range(2 * parts - 1):
                top, left = down * tall // 2, across * wide // 2
                yield _Span(top, top + tall), _Span(left, left + wide)


def _pitches(x: Floats, y: Floats) -> list[tuple[float, int]]:
    """Return the pitches at which both profiles repeat, with scores; multiples are kept."""
    longest = min(len(x), len(y)) // 3
    longest = min(longest, MAX_PITCH)
    if longest <= MIN_PITCH:
        return []
    both = np.sqrt(np.maximum(_repeats(x, longest), 0) * np.maximum(_repeats(y, longest), 0))
    peaks = [
        lag
        for lag in range(MIN_PITCH, longest)
        if both[lag] >= both[lag - 1] and both[lag] >= both[lag + 1] and both[lag] > 0.12
    ]
    best = max((both[lag] for lag in peaks), default=0.0)
    good = [lag for lag in peaks if both[lag] > 0.6 * best]
    return [(float(both[lag]), lag) for lag in good[:3]]


def _repeats(profile: Floats, longest: int) -> Floats:
    """Return how well a profile agrees with itself, moved by 0, 1, 2 … pixels."""
    values = np.sqrt(profile)
    values = values - values.mean()
    size = 1 << int(2 * len(values) - 1).bit_length()
    spectrum = np.fft.rfft(values, size)
    raw = np.fft.irfft(spectrum * np.conj(spectrum), size)[: longest + 2]
    raw = raw / np.maximum(len(values) - np.arange(longest + 2), 1)
    scaled = raw / (raw[0] + 1e-9)
    widened = scaled.copy()  # the pitches of both directions may differ by a pixel
    widened[1:] = np.maximum(widened[1:], 0.97 * scaled[:-1])
    widened[:-1] = np.maximum(widened[:-1], 0.97 * scaled[1:])
    return np.asarray(widened, np.float32)


def _grown(lines: Lines, rows: _Span, columns: _Span, lag: int) -> tuple[float, Grid] | None:
    """Fit a lattice in a window, find the board around it, and fit again there."""
    scored = None
    slack = max(0.04, 1.3 / lag)  # the lag may be off by a pixel
    pitches = float(lag), float(lag)
    for _ in range(3):
        inside = slice(rows.start, rows.stop), slice(columns.start, columns.stop)
        x = _comb(lines.upright[inside].mean(axis=0), columns.start, pitches[0], slack)
        y = _comb(lines.level[inside].mean(axis=1), rows.start, pitches[1], slack)
        scored = _board(lines, x, y)
        if scored is None:
            return None
        left, top, right, bottom = scored[1].box
        height, width = lines.upright.shape
        columns = _Span(max(0, round(left - 3)), min(width, round(right + 3)))
        rows = _Span(max(0, round(top - 3)), min(height, round(bottom + 3)))
        pitches, slack = (x.pitch, y.pitch), 0.012
    assert scored is not None, "the loop ran"
    score, grid = scored
    square = abs(x.pitch / y.pitch - 1) < 0.05
    return (score, _placed(lines, grid)) if square else None


def _placed(lines: Lines, grid: Grid) -> Grid:
    """Return the grid with its lines where the picture has them, to a part of a pixel."""
    left, top, right, bottom = (max(0, round(side)) for side in grid.box)
    across = lines.upright[top:bottom].mean(axis=0)
    down = lines.level[:, left:right].mean(axis=1)
    return Grid(_fitted(across, grid.xs), _fitted(down, grid.ys))


def _fitted(raw: Floats, places: tuple[float, ...]) -> tuple[float, ...]:
    """Return evenly spaced lines through the peaks of a profile.

    Programs draw whole pixels: a pitch that is nearly whole is whole, and a browser that has to
    show 24.6 pixels draws some cells with 24 and some with 25.
    """
    numbers = np.arange(len(places))
    pitch = (places[-1] - places[0]) / numbers[-1]
    profile = _softened(raw, pitch)
    peaks = _peaks(profile, np.array(places))
    start, pitch = _through(numbers[1:-1], peaks[1:-1])  # a frame may outshine the outer lines
    even = start + pitch * numbers
    whole = _whole(profile, even)
    if _met(profile, whole) > 0.95 * _met(profile, even):
        return tuple(whole.tolist())
    stepped = min(
        (np.rint(even + move) for move in np.arange(-0.45, 0.5, 0.1)),
        key=lambda tried: float(np.abs(peaks - tried - np.median(peaks - tried)).mean()),
    )
    stepped = stepped + np.median(peaks - stepped)
    better = np.abs(peaks - stepped).mean() < 0.55 * np.abs(peaks - even).mean()
    return tuple((stepped if better else even).tolist())


def _whole(profile: Floats, even: Places) -> Places:
    """Return the lines at a whole pitch, nearly that of the given ones, that fit best."""
    middle, pitch = len(even) // 2, even[1] - even[0]
    tried = [
        even[middle] + move + size * (np.arange(len(even)) - middle)
        for size in (math.floor(pitch), math.ceil(pitch))
        if abs(size / pitch - 1) < 0.04
        for move in np.arange(-4, 4.5, 0.5)
    ]
    return max(tried, key=lambda places: _met(profile, places), default=even)


def _met(profile: Floats, places: Places) -> float:
    """Return how strong a profile is at these places, the outermost left out."""
    inner = np.rint(places[1:-1]).astype(int)
    return float(profile[np.clip(inner, 0, len(profile) - 1)].mean())


def _peaks(profile: Floats, places: Places) -> Places:
    """Return the middle of the peak of a profile that is next to each place."""
    reach = np.arange(-2, 3)
    padded = np.pad(profile, 4)
    around = padded[np.clip(np.rint(places).astype(int)[:, None] + reach + 4, 0, len(padded) - 1)]
    best = np.rint(places).astype(int) + around.argmax(axis=1) - 2
    near = padded[np.clip(best[:, None] + reach[1:4] + 4, 0, len(padded) - 1)]
    return np.asarray(best + (near * reach[1:4]).sum(axis=1) / (near.sum(axis=1) + 1e-6))


def _through(numbers: npt.NDArray[np.int_], peaks: Places) -> tuple[float, float]:
    """Return the start and the pitch of the even lines that most peaks lie on."""
    kept = np.ones(len(peaks), bool)
    for _ in range(3):
        pitch, start = np.polyfit(numbers[kept], peaks[kept], 1)
        misses = np.abs(peaks - start - pitch * numbers)
        kept = misses <= max(0.6, 2 * float(np.median(misses)))
    return float(start), float(pitch)


def _comb(profile: Floats, offset: int, pitch: float, slack: float) -> _Comb:
    """Return the comb of about this pitch that meets the strongest lines of a profile."""
    soft = _softened(profile, pitch)
    steps = max(5, int(4 * slack * len(profile)))
    best = (-1.0, pitch, 0.0)
    for tried in np.linspace(pitch * (1 - slack), pitch * (1 + slack), min(steps, 81)):
        phases = np.arange(0, tried, 0.5)
        number = int((len(profile) - 1 - phases[-1]) // tried) + 1
        places = phases[:, None] + tried * np.arange(max(number, 1))
        met = soft[np.clip(np.rint(places).astype(int), 0, len(soft) - 1)].mean(axis=1)
        if met.max() > best[0]:
            best = float(met.max()), float(tried), float(phases[met.argmax()])
    _, found, phase = best
    return _Comb(offset + phase, found)


def _softened(profile: Floats, pitch: float) -> Floats:
    """Return a profile in which the lines between two cells, two or more, are one peak."""
    reach = max(1, round(_BUNDLE * pitch))
    weights = 1.0 - np.abs(np.arange(-reach, reach + 1)) / (reach + 1)
    return np.asarray(np.convolve(profile, weights, mode="same"), np.float32)


def _board(lines: Lines, x: _Comb, y: _Comb) -> tuple[float, Grid] | None:
    """Return the largest group of cells with edges around them, with a score."""
    height, width = lines.upright.shape
    xs, ys = x.places(width), y.places(height)
    if len(xs) <= MIN_CELLS or len(ys) <= MIN_CELLS:
        return None
    sides = _support(lines.upright, xs, ys), _support(lines.level.T, ys, xs).T
    needed = _SUPPORT
    for _ in range(2):
        upright, level = sides[0] > needed, sides[1] > needed
        edges = upright[:, :-1].astype(int) + upright[:, 1:] + level[:-1] + level[1:]
        total, (top, left, bottom, right) = _richest(_GAINS[edges])
        if min(bottom - top, right - left) < MIN_CELLS:
            return None
        usual = np.median(sides[0][top:bottom, left : right + 1])
        needed = max(_SUPPORT, 0.4 * float(usual))  # noise around a board of clear lines
    return total, Grid(tuple(xs[left : right + 1].tolist()), tuple(ys[top : bottom + 1].tolist()))


def _support(upright: Floats, xs: Floats, ys: Floats, near: int = 0) -> Floats:
    """Return how strong the edge is along each side: for each row of cells, for each line."""
    pitch = float(xs[1] - xs[0])
    reach = near or max(2, round(0.1 * pitch))
    width = upright.shape[1]
    best = np.zeros((upright.shape[0] + 1, len(xs)), np.float32)
    for number, place in enumerate(np.rint(xs).astype(int)):
        strip = upright[:, max(0, place - reach) : min(width, place + reach + 1)]
        beyond = place <= reach or place >= width - reach  # the picture's own edge
        best[1:, number] = 1.0 if beyond or not strip.shape[1] else strip.max(axis=1)
    totals = np.cumsum(best, axis=0)
    inset = 0.15 * float(ys[1] - ys[0])
    first = np.clip(np.rint(ys[:-1] + inset).astype(int), 0, upright.shape[0])
    last = np.clip(np.rint(ys[1:] - inset).astype(int), 0, upright.shape[0])
    return np.asarray((totals[last] - totals[first]) / np.maximum(last - first, 1)[:, None])


def _richest(gains: Floats) -> tuple[float, tuple[int, int, int, int]]:
    """Return the rectangle with the largest sum, and that sum: top, left, bottom, right."""
    height, width = gains.shape
    totals = np.zeros((height + 1, width), np.float32)
    np.cumsum(gains, axis=0, out=totals[1:])
    best, part = 0.0, (0, 0, 0, 0)
    for top in range(height):
        sums = totals[top + 1 :] - totals[top]  # for each last row, of each column
        ends = np.zeros((len(sums), width + 1), np.float32)
        np.cumsum(sums, axis=1, out=ends[:, 1:])
        lowest = np.minimum.accumulate(ends, axis=1)
        rises = ends - lowest
        row, right = np.unravel_index(int(rises.argmax()), rises.shape)
        if rises[row, right] > best:
            best = float(rises[row, right])
            left = int(np.flatnonzero(ends[row, : right + 1] == lowest[row, right])[0])
            part = top, left, top + int(row) + 1, int(right)
    return best, part
