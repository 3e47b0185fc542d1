"""Where a picture has straight horizontal and vertical edges, as evidence for a grid.

A difference of colours counts only if it keeps its sign along several pixels: the edge of a cell
does, letters, photographs and the noise of JPEG hardly do.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from sapper.pictures.loading import Pixels

Floats = npt.NDArray[np.float32]

_LENGTH: Final = 8  # pixels along which the sign must stay; so dithering cancels out
_CLEAR: Final = 26.0  # the sum over three colours, above the noise, that counts fully
_ASIDE: Final = 4  # pixels from a step to those that it is compared with
_BLOCK: Final = 64  # pixels of a square that has one level of noise
_LEAST, _MOST = 1.5, 60.0  # bounds of what is taken for noise


class Lines(NamedTuple):
    """The strength of edges, from 0 to 1, at each pixel's left and upper side."""

    upright: Floats
    level: Floats
    across: Floats  # the sums of `upright` above each row
    down: Floats  # the sums of `level` left of each column
    bundle: float  # how far lines between two cells may lie from their middle, in pitches

    def profile_across(self, top: int, bottom: int) -> Floats:
        """Return how strong the upright edges of some rows are, for each column."""
        return np.asarray((self.across[bottom] - self.across[top]) / max(bottom - top, 1))

    def profile_down(self, left: int, right: int) -> Floats:
        """Return how strong the level edges of some columns are, for each row."""
        return np.asarray((self.down[:, right] - self.down[:, left]) / max(right - left, 1))


class Steps(NamedTuple):
    """How much colours change at each pixel's left and upper side, more than beside it."""

    upright: Floats
    level: Floats


def find_steps(pixels: Pixels) -> Steps:
    """Return the steps of a picture that keep their sign along several pixels."""
    channels = [np.ascontiguousarray(pixels[:, :, channel]) for channel in range(3)]
    turned = [np.ascontiguousarray(channel.T) for channel in channels]
    return Steps(_peaks(_steps(channels)), _peaks(_steps(turned)))


def find_lines(steps: Steps, faint: bool = False) -> Lines:
    """Return the edges of a picture; also faint ones, and gaps between cells may be wide."""
    doubt, bundle = (0.5, 0.15) if faint else (4.0, 0.1)  # how far edges stand out from noise
    upright = _clear(steps.upright, doubt)
    level = np.ascontiguousarray(_clear(steps.level, doubt).T)
    return Lines(upright, level, _sums(upright, 0), _sums(level, 1), bundle)


def _sums(values: Floats, axis: int) -> Floats:
    """Return the sums before each place along an axis, and that of all."""
    sums = np.zeros([side + (n == axis) for n, side in enumerate(values.shape)], np.float32)
    np.cumsum(values, axis=axis, out=sums[1:] if axis == 0 else sums[:, 1:])
    return sums


def _steps(channels: list[npt.NDArray[np.uint8]]) -> Floats:
    """Return the changes of colours from left to right, each the mean of eight rows around it."""
    height, width = channels[0].shape
    total = np.zeros((height, width), np.int16)
    for channel in channels:
        rows = np.zeros((height + _LENGTH - 1, width), np.int16)
        inner = rows[_LENGTH // 2 : _LENGTH // 2 + height, 1:]
        np.subtract(channel[:, 1:], channel[:, :-1], out=inner, dtype=np.int16)
        for apart in (1, 2, 4):  # sums of two, four and eight rows
            rows = rows[:-apart] + rows[apart:]
        total += np.abs(rows)
    return np.asarray(total / np.float32(_LENGTH), np.float32)


def _clear(steps: Floats, doubt: float) -> Floats:
    """Return the strength of edges: how far steps stand out from the noise around them."""
    total = steps - _noise(steps, doubt)
    total /= _CLEAR if doubt > 1 else _CLEAR / 2
    return np.clip(total, 0.0, 1.0, out=total)


def _peaks(total: Floats) -> Floats:
    """Return how much steps stand out from those beside them: those of a slope do not."""
    beside = np.full_like(total, np.inf)
    beside[:, _ASIDE:] = total[:, :-_ASIDE]
    beside[:, :-_ASIDE] = np.minimum(beside[:, :-_ASIDE], total[:, _ASIDE:])
    return np.asarray(np.maximum(total - beside, 0.0))


def _medians(values: Floats) -> Floats:
    """Return the medians along the last axis of what is not NaN; each has such values."""
    ordered = np.sort(values, axis=-1)  # NaN comes last
    number = np.count_nonzero(~np.isnan(ordered), axis=-1)[..., None]
    low = np.take_along_axis(ordered, (number - 1) // 2, axis=-1)
    high = np.take_along_axis(ordered, number // 2, axis=-1)
    return np.asarray((low + high)[..., 0] / 2)


def _noise(total: Floats, doubt: float) -> Floats:
    """Return what is taken for noise around each pixel: a picture behind a board has more."""
    height, width = total.shape
    rows, columns = np.arange(0, height, _BLOCK), np.arange(0, width, _BLOCK)
    padded = np.full((len(rows) * _BLOCK, len(columns) * _BLOCK), np.nan, np.float32)
    padded[:height, :width] = total
    blocks = padded.reshape(len(rows), _BLOCK, len(columns), _BLOCK)[:, ::3, :, ::3]
    levels = _medians(blocks.swapaxes(1, 2).reshape(len(rows), len(columns), -1))
    bounded = np.clip(doubt * levels, _LEAST, _MOST)
    wide = bounded.repeat(_BLOCK, axis=0)[:height].repeat(_BLOCK, axis=1)[:, :width]
    return np.asarray(wide, np.float32)
