"""Turns a view into an observation, as kernel/batch/env_boards.cpp does."""

from __future__ import annotations

from typing import Any, Final

import numpy as np
import numpy.typing as npt

from sapper.engine import analyse
from sapper.gym.settings import PLANES, Observation, Settings
from sapper.rules.view import FLAG, UNOPENED, View

_LEAST_DOUBT: Final = np.finfo(np.float32).tiny
_MOST_DOUBT: Final = np.float32(1 - 2**-24)


def observe(view: View, settings: Settings) -> npt.NDArray[Any]:
    """Return a view as an observation of the chosen kind, in a new array."""
    if settings.observation is Observation.CODES:
        return view.array.copy()
    planes = _planes(view.array, settings.flags)
    if settings.observation is Observation.PLANES:
        return planes
    return np.concatenate([planes.astype(np.float32), risks(view)[np.newaxis]])


def _planes(marks: npt.NDArray[np.int8], flags: bool) -> npt.NDArray[np.uint8]:
    planes = np.zeros((PLANES + flags, *marks.shape), np.uint8)
    for clue in range(9):
        planes[clue] = marks == clue
    planes[PLANES - 1] = marks < 0
    if flags:
        planes[PLANES] = marks == FLAG
    return planes


def risks(view: View) -> npt.NDArray[np.float32]:
    """Return the exact risks, 0 for an opened cell; a doubtful risk is never rounded to 0 or 1."""
    risk = analyse(view).risk
    narrow = np.nan_to_num(risk).astype(np.float32)
    doubtful = (risk > 0) & (risk < 1)
    narrow[doubtful] = np.clip(narrow[doubtful], _LEAST_DOUBT, _MOST_DOUBT)
    return narrow


def action_mask(view: View, flags: bool) -> npt.NDArray[np.int8]:
    """Mark the legal actions: open an unopened cell without a flag, flag any unopened cell."""
    marks = view.array.ravel()
    to_open = (marks == UNOPENED).astype(np.int8)
    return np.concatenate([to_open, (marks < 0).astype(np.int8)]) if flags else to_open
