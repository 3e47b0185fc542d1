"""Combs: lines at a constant pitch, put where a profile is strongest."""

from __future__ import annotations

from operator import itemgetter
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from sapper.vision.lines import Floats


class Comb(NamedTuple):
    """Lines at `phase` and every `pitch` pixels from there."""

    phase: float
    pitch: float


def fit_comb(soft: Floats, offset: int, pitch: float, slack: float) -> Comb:
    """Return the comb of about this pitch that meets the strongest lines of a profile.

    The profile begins at an offset; the pitch may be off by a share, the slack.
    """
    steps = min(max(5, int(2 * slack * len(soft))), 41)
    tried, step = np.linspace(pitch * (1 - slack), pitch * (1 + slack), steps, retstep=True)
    met = [_met(soft, size, np.arange(0, size)) for size in tried]
    _, rough, phase = max(met, key=itemgetter(0))
    fine = rough + float(step) * np.array([0, -0.5, 0.5])
    near = phase + np.array([0, -1, -0.5, 0.5, 1])
    _, found, phase = max((_met(soft, size, near) for size in fine), key=itemgetter(0))
    return Comb(offset + phase, found)


def _met(soft: Floats, pitch: float, phases: npt.NDArray[np.float64]) -> tuple[float, float, float]:
    """Return how strong the lines are that the best of some combs meets, its pitch and phase."""
    number = max(int((len(soft) - 1 - phases[-1]) // pitch) + 1, 1)
    places = phases[:, None] + pitch * np.arange(number)
    met = soft.take(np.rint(places).astype(int), mode="clip").sum(axis=1) / number
    best = int(met.argmax())
    return float(met[best]), float(pitch), float(phases[best])
