"""Lines put where a picture has them, to a part of a pixel."""

from __future__ import annotations

import math
from itertools import pairwise
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from sapper.vision.combs import fit_comb
from sapper.vision.grid import Grid
from sapper.vision.lines import Floats, Lines
from sapper.vision.loading import Pixels

_ASTRAY: Final = 0.04  # how far the pitch of lines may be off, as a share
_ENOUGH: Final = 6  # rows of pixels of a cell
_FAR_MORE: Final = 1.5  # how much more colours change between cells than at a raised edge's sides

Places = npt.NDArray[np.floating[Any]]


def placed(lines: Lines, grid: Grid) -> Grid:
    """Return the grid with its lines where the picture has them, to a part of a pixel."""
    left, top, right, bottom = (max(0, round(side)) for side in grid.box)
    height, width = lines.size
    across = lines.profile_across(top, min(bottom, height))
    down = lines.profile_down(left, min(right, width))
    wide = lines.bundle * grid.pitch
    across, down = softened(across, wide), softened(down, wide)
    xs, ys = _fitted(across, grid.xs), _fitted(down, grid.ys)
    square = [(xs, _squared(down, ys, xs)), (_squared(across, xs, ys), ys)]
    return Grid(*max(square, key=lambda p: _met(across, p[0]) + _met(down, p[1])))


def _squared(
    profile: Floats, places: tuple[float, ...], others: tuple[float, ...]
) -> tuple[float, ...]:
    """Return the lines at the pitch of the others, if a profile has them: cells are square."""
    pitch, number = (others[-1] - others[0]) / (len(others) - 1), len(places) - 1
    astray = abs(places[-1] - places[0] - pitch * number)
    if astray < 1:
        return places
    first = (places[0] + places[-1] - pitch * number) / 2
    even = first + pitch * np.arange(number + 1)
    moves = np.arange(-astray, astray + 0.5, 0.5)
    best = max((even + move for move in moves), key=lambda tried: _met(profile, tried))
    better = _met(profile, best) > 0.95 * _met(profile, places)
    return tuple(best.tolist()) if better else places


def centred(pixels: Pixels, grid: Grid) -> Grid:
    """Return the grid moved to where colours change most between cells, if that is elsewhere.

    A raised edge has lines on both sides of the one between two cells; there light meets shade.
    """
    turned = pixels.swapaxes(0, 1)
    across = _moved(_changes(pixels, grid.ys, grid.xs), grid.xs)
    return Grid(across, _moved(_changes(turned, grid.xs, grid.ys), grid.ys))


def _changes(pixels: Pixels, places: tuple[float, ...], others: tuple[float, ...]) -> Floats:
    """Return how much colours change at each column, in at least half of the rows of cells.

    The others are the lines to be moved: columns more than two cells beyond them do not matter.
    """
    far = 2 * (others[1] - others[0])
    near = slice(max(0, round(others[0] - far)), max(0, round(others[-1] + far)))
    inset = 0.2 * (places[1] - places[0])
    spans = [
        (max(0, round(first + inset)), round(last - inset)) for first, last in pairwise(places)
    ]
    seen = [pixels[first:last, near] for first, last in spans if first < min(last, len(pixels))]
    means = [part[:: len(part) // _ENOUGH + 1].mean(axis=0, dtype=np.float32) for part in seen]
    found = np.abs(np.diff(np.stack(means), axis=1, prepend=0)).sum(axis=2)
    changes = np.zeros(pixels.shape[1], np.float32)
    changes[near] = np.median(found, axis=0)
    return changes


def _moved(changes: Floats, places: tuple[float, ...]) -> tuple[float, ...]:
    """Return the lines, moved if colours change far more at others of about their pitch."""
    number = len(places) - 1
    pitch = (places[-1] - places[0]) / number
    first, last = max(0, round(places[0] - pitch / 2)), round(places[-1] + pitch / 2)
    soft = softened(changes, 1)
    comb = fit_comb(soft[first:last], first, pitch, _ASTRAY)
    start = comb.phase + comb.pitch * round((places[0] - comb.phase) / comb.pitch)
    moved = tuple(start + comb.pitch * line for line in range(number + 1))
    return moved if _met(soft, moved) > _FAR_MORE * _met(soft, places) else places


def _fitted(profile: Floats, places: tuple[float, ...]) -> tuple[float, ...]:
    """Return evenly spaced lines through the peaks of a profile.

    Programs draw whole pixels: a pitch that is nearly whole is whole, and a browser that has to
    show 24.6 pixels draws some cells with 24 and some with 25.
    """
    numbers = np.arange(len(places))
    pitch = (places[-1] - places[0]) / numbers[-1]
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
        if abs(size - pitch) * middle < max(1.5, 0.06 * pitch)
        for move in np.arange(-4, 4.5, 0.5)
    ]
    return max(tried, key=lambda places: _met(profile, places), default=even)


def _met(profile: Floats, places: Places | tuple[float, ...]) -> float:
    """Return how strong a profile is at these places, the outermost left out."""
    inner = np.rint(places[1:-1]).astype(int)
    return float(profile.take(inner, mode="clip").sum()) / len(inner)


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


def softened(profile: Floats, wide: float) -> Floats:
    """Return a profile in which the lines between two cells, two or more, are one peak."""
    reach = max(1, round(wide))
    weights = 1.0 - np.abs(np.arange(-reach, reach + 1)) / (reach + 1)
    return np.asarray(np.convolve(profile, weights, mode="same"), np.float32)
