"""Where the board lies in a picture: square cells at a constant pitch.

Windows of several sizes are searched for a pitch at which upright and level edges both recur.
Each pitch becomes a lattice over the picture. A cell with edges around it speaks for a board, one
without speaks against it: the board is the rectangle that gains most.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

import numpy as np

from sapper.vision.combs import Comb, fit_comb
from sapper.vision.grid import EDGE, MIN_CELLS, Grid, clear_supports
from sapper.vision.lines import Floats, Lines
from sapper.vision.placing import placed, softened

MIN_PITCH: Final = 10
MAX_PITCH: Final = 200
_MOST_CELLS: Final = 3_000  # a page of text suggests grids of many more
_CANDIDATES: Final = 14
_MOST_ALIKE: Final = 6  # candidates of one lag
_SUPPORT: Final = 0.2  # the mean strength of an edge that separates two cells
_MOST_LINES: Final = 160  # of a lattice, in each direction: no board has more
_BLUR: Final = np.array([1, 2, 1], np.float32) / 4
_GAINS: Final = np.array([-1.0, -1.0, -0.6, 0.7, 1.0], np.float32)  # by the edges of a cell


class _Span(NamedTuple):
    start: int
    stop: int


def find_grids(lines: Lines) -> list[tuple[float, Grid]]:
    """Return the grids that the edges suggest, each with its score; the best first."""
    found: list[tuple[float, Grid]] = []
    for rows, columns, lag in _candidates(lines):
        whole = [grid for score, grid in found if score > 0.8 * grid.rows * grid.columns]
        if any(_explained(rows, columns, lag, grid) for grid in whole):
            continue
        scored = _grown(lines, rows, columns, lag)
        if scored is not None and not any(scored[1].is_near(other, 0.3) for _, other in found):
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


def _candidates(lines: Lines) -> list[tuple[_Span, _Span, int]]:
    """Return windows with a pitch that recurs in both directions; the clearest first."""
    height, width = lines.size
    scored = []
    for rows, columns in _windows(height, width):
        x = lines.profile_across(*rows)[columns.start : columns.stop]
        y = lines.profile_down(*columns)[rows.start : rows.stop]
        scored += [(score, rows, columns, lag) for score, lag in _pitches(x, y)]
    scored.sort(key=lambda each: -each[0])
    return _varied([(rows, columns, lag) for _, rows, columns, lag in scored])


def _varied(candidates: list[tuple[_Span, _Span, int]]) -> list[tuple[_Span, _Span, int]]:
    """Return the first candidates, not too many with one lag."""
    kept: list[tuple[_Span, _Span, int]] = []
    for candidate in candidates:
        if sum(abs(candidate[2] - other[2]) <= 1 for other in kept) < _MOST_ALIKE:
            kept.append(candidate)
    return kept[:_CANDIDATES]


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
    """Return the pitches at which both profiles repeat, with scores, multiples included."""
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
    values = np.convolve(np.sqrt(profile), _BLUR, mode="same")  # pitches need not be whole
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
    scored = before = None
    slack = max(0.04, 1.3 / lag)  # the lag may be off by a pixel
    pitches = float(lag), float(lag)
    for _ in range(3):
        across = lines.profile_across(*rows)[columns.start : columns.stop]
        down = lines.profile_down(*columns)[rows.start : rows.stop]
        x = fit_comb(softened(across, lines.bundle * pitches[0]), columns.start, pitches[0], slack)
        y = fit_comb(softened(down, lines.bundle * pitches[1]), rows.start, pitches[1], slack)
        height, width = lines.size
        scored = _board(lines, _places(x, width, columns), _places(y, height, rows))
        if scored is None or scored[1].rows * scored[1].columns > _MOST_CELLS:
            return None
        if before and scored[1].is_near(before, 0.02):
            break
        before = scored[1]
        left, top, right, bottom = scored[1].box
        columns = _Span(max(0, round(left - 3)), min(width, round(right + 3)))
        rows = _Span(max(0, round(top - 3)), min(height, round(bottom + 3)))
        pitches, slack = (x.pitch, y.pitch), 0.012
    assert scored is not None, "the loop ran"
    score, grid = scored
    square = abs(x.pitch / y.pitch - 1) < 0.05
    return (score, placed(lines, grid)) if square else None


def _places(comb: Comb, length: int, around: _Span) -> Floats:
    """Return the lines of a comb in a picture of this length, not too many, around a window.

    One at the picture's very edge counts.
    """
    slack = EDGE * comb.pitch
    first = (comb.phase + slack) % comb.pitch - slack
    places = np.arange(first, length + slack, comb.pitch, dtype=np.float32)
    middle = int(np.searchsorted(places, (around.start + around.stop) / 2))
    start = max(0, min(middle - _MOST_LINES // 2, len(places) - _MOST_LINES))
    return places[start : start + _MOST_LINES]


def _board(lines: Lines, xs: Floats, ys: Floats) -> tuple[float, Grid] | None:
    """Return the largest group of cells with edges around them, with a score."""
    if len(xs) <= MIN_CELLS or len(ys) <= MIN_CELLS:
        return None
    sides = clear_supports(lines, Grid(tuple(xs.tolist()), tuple(ys.tolist())))
    needed = _SUPPORT
    for _ in range(3):
        upright, level = sides[0] > needed, sides[1] > needed
        edges = upright[:, :-1].astype(int) + upright[:, 1:] + level[:-1] + level[1:]
        total, (top, left, bottom, right) = _richest(_GAINS[edges])
        if min(bottom - top, right - left) < MIN_CELLS:
            return None
        usual = np.quantile(sides[0][top:bottom, left : right + 1], 0.7)
        more = max(_SUPPORT, 0.4 * float(usual))  # noise around a board of clear lines
        if more == needed:
            break
        needed = more
    return total, Grid(tuple(xs[left : right + 1].tolist()), tuple(ys[top : bottom + 1].tolist()))


def _richest(gains: Floats) -> tuple[float, tuple[int, int, int, int]]:
    """Return the rectangle with the largest sum, and that sum: top, left, bottom, right."""
    height, width = gains.shape
    if height > width:  # the work grows with the square of the height
        total, (first, start, last, stop) = _richest(gains.T)
        return total, (start, first, stop, last)
    totals = np.zeros((height + 1, width), np.float32)
    np.cumsum(gains, axis=0, out=totals[1:])
    below = np.cumsum(np.maximum(gains, 0).sum(axis=1)[::-1])[::-1]  # no rectangle has more
    best, part = 0.0, (0, 0, 0, 0)
    for top in range(height):
        if below[top] <= best:
            break
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
