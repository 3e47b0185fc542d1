"""Where a picture has straight horizontal and vertical edges, as evidence for a grid.

A difference of colours counts only if it keeps its sign along several pixels: the edge of a cell
does, letters, photographs and the noise of JPEG hardly do.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from sapper.vision.loading import Pixels

Floats = npt.NDArray[np.float32]

_LENGTH: Final = 8  # pixels along which the sign must stay; so dithering cancels out
_CLEAR: Final = 26.0  # the sum over three colours, above the noise, that counts fully
_ASIDE: Final = 4  # pixels from a step to those that it is compared with
_BLOCK: Final = 64  # pixels of a square that has one level of noise
_STRIP: Final = 4 * _BLOCK  # rows that are looked at together
_SOME: Final = 4  # one pixel in so many, in both directions, is enough for that level
_LEAST, _MOST = 1.5, 60.0  # bounds of what is taken for noise


class Lines(NamedTuple):
    """The strength of edges, from 0 to 1, at each pixel's left and upper side, in sums."""

    across: Floats  # for each row the sums above it of the upright edges of each column
    down: Floats  # for each column the sums left of it of the level edges of each row
    bundle: float  # how far lines between two cells may lie from their middle, in pitches

    @property
    def size(self) -> tuple[int, int]:
        """The height and the width of the picture."""
        return self.down.shape[1], self.across.shape[1]

    def profile_across(self, top: int, bottom: int) -> Floats:
        """Return how strong the upright edges of some rows are, for each column."""
        return np.asarray((self.across[bottom] - self.across[top]) / max(bottom - top, 1))

    def profile_down(self, left: int, right: int) -> Floats:
        """Return how strong the level edges of some columns are, for each row."""
        return np.asarray((self.down[right] - self.down[left]) / max(right - left, 1))


def find_lines(pixels: Pixels, faint: bool = False) -> Lines:
    """Return the edges of a picture; also faint ones, and gaps between cells may be wide.

    Only the sums are as large as the picture: the rest is computed strip by strip.
    """
    doubt, bundle = (0.5, 0.15) if faint else (4.0, 0.1)  # how far edges stand out from noise
    return Lines(_sums(pixels, doubt), _sums(pixels.swapaxes(0, 1), doubt), bundle)


def _sums(pixels: Pixels, doubt: float) -> Floats:
    """Return the strength of edges from left to right, summed above each row, and of all rows."""
    height, width, _ = pixels.shape
    sums = np.zeros((height + 1, width), np.float32)
    for top in range(0, height, _STRIP):
        values = _clear(_peaks(_steps(pixels, top, min(top + _STRIP, height))), doubt)
        for row, strengths in enumerate(values, top):  # faster than np.cumsum down each column
            np.add(sums[row], strengths, out=sums[row + 1])
    return sums


def _steps(pixels: Pixels, top: int, bottom: int) -> npt.NDArray[np.int16]:
    """Return the changes of colours from left to right, each the sum of eight rows around it."""
    before, after = _LENGTH // 2, _LENGTH - _LENGTH // 2 - 1
    first, last = max(0, top - before), min(len(pixels), bottom + after)
    start = first - (top - before)  # rows outside the picture change nothing
    total = np.zeros((bottom - top, pixels.shape[1]), np.int16)
    for number in range(3):
        channel = np.ascontiguousarray(pixels[first:last, :, number])
        rows = np.zeros((bottom - top + _LENGTH - 1, pixels.shape[1]), np.int16)
        inner = rows[start : start + last - first, 1:]
        np.subtract(channel[:, 1:], channel[:, :-1], out=inner, dtype=np.int16)
        for apart in (1, 2, 4):  # sums of two, four and eight rows
            rows = rows[:-apart] + rows[apart:]
        total += np.abs(rows)
    return total


def _clear(steps: npt.NDArray[np.int16], doubt: float) -> Floats:
    """Return the strength of edges: how far steps stand out from the noise around them.

    A picture behind a board has more noise, so each block has its own level.
    """
    clear = np.empty(steps.shape, np.float32)
    scale = 1 / (_LENGTH * (_CLEAR if doubt > 1 else _CLEAR / 2))
    for number, levels in enumerate(_noise(steps, doubt)):
        rows = slice(number * _BLOCK, (number + 1) * _BLOCK)
        noise = (_LENGTH * levels).repeat(_BLOCK)[: steps.shape[1]]
        np.subtract(steps[rows], noise, out=clear[rows])
    clear *= scale
    return np.clip(clear, 0.0, 1.0, out=clear)


def _peaks(total: npt.NDArray[np.int16]) -> npt.NDArray[np.int16]:
    """Return how much steps stand out from those beside them: those of a slope do not."""
    peaks = np.zeros_like(total)
    if total.shape[1] > 2 * _ASIDE:
        beside = np.minimum(total[:, : -2 * _ASIDE], total[:, 2 * _ASIDE :])
        np.subtract(total[:, _ASIDE:-_ASIDE], beside, out=peaks[:, _ASIDE:-_ASIDE])
    peaks[:, :_ASIDE] = total[:, :_ASIDE] - total[:, _ASIDE : 2 * _ASIDE]
    peaks[:, -_ASIDE:] = total[:, -_ASIDE:] - total[:, -2 * _ASIDE : -_ASIDE]
    return np.maximum(peaks, 0, out=peaks)


def _medians(values: Floats) -> Floats:
    """Return the medians along the last axis without NaN; each row has other values."""
    ordered = np.sort(values, axis=-1)  # NaN comes last
    number = np.count_nonzero(~np.isnan(ordered), axis=-1)[..., None]
    low = np.take_along_axis(ordered, (number - 1) // 2, axis=-1)
    high = np.take_along_axis(ordered, number // 2, axis=-1)
    return np.asarray((low + high)[..., 0] / 2)


def _noise(steps: npt.NDArray[np.int16], doubt: float) -> Floats:
    """Return the estimated noise of each block."""
    height, width = steps.shape
    rows, columns = -(-height // _BLOCK), -(-width // _BLOCK)
    some = steps[::_SOME, ::_SOME].astype(np.float32) / _LENGTH
    side = _BLOCK // _SOME
    padded = np.full((rows * side, columns * side), np.nan, np.float32)
    padded[: some.shape[0], : some.shape[1]] = some
    blocks = padded.reshape(rows, side, columns, side).swapaxes(1, 2)
    levels = _medians(blocks.reshape(rows, columns, -1))
    return np.asarray(np.clip(doubt * levels, _LEAST, _MOST), np.float32)
