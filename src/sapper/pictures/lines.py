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

_LENGTH: Final = 8  # pixels along which the sign must stay; even, so that dithering cancels out
_CLEAR: Final = 26.0  # the sum over three colours, above the noise, that counts fully
_LEAST, _MOST = 1.5, 6.0  # bounds of what is taken for noise


class Lines(NamedTuple):
    """The strength of edges, from 0 to 1, at each pixel's left and upper side."""

    upright: Floats
    level: Floats


def find_lines(pixels: Pixels) -> Lines:
    """Return the edges of a picture."""
    upright = _upright(pixels)
    level = _upright(pixels.transpose(1, 0, 2)).T
    return Lines(upright, np.ascontiguousarray(level))


def _upright(pixels: Pixels) -> Floats:
    height, width = pixels.shape[:2]
    total = np.zeros((height, width), np.float32)
    for channel in range(3):
        values = pixels[:, :, channel].astype(np.int32)
        steps = np.zeros((height + _LENGTH, width), np.int32)
        steps[_LENGTH // 2 + 1 : height + _LENGTH // 2 + 1, 1:] = np.diff(values, axis=1)
        np.cumsum(steps, axis=0, out=steps)
        total += np.abs(steps[_LENGTH:] - steps[:-_LENGTH])
    total /= _LENGTH
    total -= min(max(2 * float(np.median(total[::4, ::4])), _LEAST), _MOST)
    total /= _CLEAR
    return np.clip(total, 0.0, 1.0, out=total)
