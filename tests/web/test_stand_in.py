"""The stand-in for numpy does what numpy does, for all that the page's engine asks of it."""

from __future__ import annotations

import importlib.util
import math
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy
import pytest

_FILE = Path(__file__).parents[2] / "browser" / "stand_in" / "__init__.py"


def _stand_in() -> ModuleType:
    found = importlib.util.spec_from_file_location("stand_in", _FILE)
    assert found is not None
    assert found.loader is not None
    made = importlib.util.module_from_spec(found)
    found.loader.exec_module(made)
    return made


STAND_IN = _stand_in()
MARKS = [[-1, 1, 0, -2], [2, -1, 8, -1], [0, 3, -1, 1]]
RISKS = [[math.nan, 0.25, 1.0, math.nan], [0.5, 0.25, math.nan, 0.0], [1.0, 0.0, 0.75, 0.5]]
MASK = bytes([1, 0, 0, 1, 1, 0, 1, 0, 0, 1, 0, 0])


def _changed(np: Any) -> Any:
    marks = np.array(np.asarray(MARKS))
    marks[marks == -2] = -1
    marks[1, 2] = 7
    around = slice(0, 2), slice(1, 4)
    marks[around] += (marks >= 0)[around]
    return marks


CASES: dict[str, Callable[[Any], Any]] = {
    "marks": lambda np: np.asarray(MARKS),
    "shape": lambda np: [*np.asarray(MARKS).shape, np.asarray(MARKS).ndim, np.asarray(MARKS).size],
    "kinds": lambda np: [np.asarray(data).dtype.kind for data in (MARKS, RISKS, [[True]])],
    "part": lambda np: np.asarray(MARKS)[0:2, 1:9],
    "changed": _changed,
    "compared": lambda np: (np.asarray(MARKS) == -1) | (np.asarray(MARKS) >= 3),
    "both": lambda np: ~(np.asarray(RISKS) <= 0.5) & (np.asarray(RISKS) != 1.0),
    "where": lambda np: np.where(np.asarray(MARKS) < 0, -1, np.asarray(MARKS)),
    "infinite": lambda np: np.where(np.asarray(MARKS) == -1, np.asarray(RISKS), np.inf),
    "nan": lambda np: np.isnan(np.asarray(RISKS)),
    "least": lambda np: [np.nanmin(np.asarray(RISKS)), np.nanargmin(np.asarray(RISKS))],
    "finite": lambda np: np.isfinite(np.asarray([[1.0, math.inf, math.nan]])).sum(),
    "first": lambda np: [np.argmax(np.asarray(MARKS) == 8), (np.asarray(MARKS) < 0).argmax()],
    "any": lambda np: [(np.asarray(MARKS) == 9).any(), (np.asarray(MARKS) < 9).all()],
    "nonzero": lambda np: [part.tolist() for part in np.nonzero(np.asarray(MARKS) == -1)],
    "flat": lambda np: np.flatnonzero(np.asarray(MARKS) == -1),
    "none": lambda np: np.flatnonzero(np.asarray(MARKS) == 6),
    "padded": lambda np: np.pad(np.frombuffer(MASK, dtype=np.uint8).reshape(3, 4), 1),
    "bits": lambda np: np.packbits(np.frombuffer(MASK, dtype=np.uint8)).tobytes(),
    "unpacked": lambda np: np.unpackbits(np.frombuffer(b"\x9a\x40", dtype=np.uint8), count=12),
    "wraps": lambda np: np.frombuffer(b"\xfa\3", np.uint8) + np.frombuffer(b"\t\4", np.uint8),
    "less": lambda np: np.frombuffer(b"\2\3", np.uint8) - np.frombuffer(b"\t\1", np.uint8),
    "turned": lambda np: (np.asarray(MARKS) >= 0).astype(np.uint8),
    "bytes": lambda np: (np.frombuffer(MASK, dtype=np.uint8) == 0).tobytes(),
    "new axis": lambda np: np.frombuffer(MASK, dtype=np.uint8).reshape(3, 4)[np.newaxis],
    "zeros": lambda np: np.zeros_like(np.asarray(RISKS)),
    "truths": lambda np: np.zeros((2, 3), dtype=bool),
    "rows": lambda np: [row.tolist() for row in np.asarray(MARKS)],
    "item": lambda np: [np.asarray(MARKS)[1, 2], np.asarray(MARKS)[-1, -1]],
    "smallest": lambda np: [np.asarray(MARKS).min(), np.asarray(MARKS).sum()],
    "minimum": lambda np: np.minimum(np.asarray(MARKS), 1),
}


def _plain(value: Any) -> str:
    """Write a result so that NaN equals NaN, and numpy's numbers equal Python's."""
    listed = value.tolist() if hasattr(value, "tolist") else value
    if isinstance(listed, list):
        return f"[{', '.join(map(_plain, listed))}]"
    return str(listed)


@pytest.mark.parametrize("name", CASES)
def test_results_are_those_of_numpy(name: str) -> None:
    """Each expression has the same result with numpy and with the stand-in."""
    assert _plain(CASES[name](STAND_IN)) == _plain(CASES[name](numpy))


@pytest.mark.parametrize("rows", [[[1, 2], [3]], [["a"]]])
def test_what_is_no_table_of_numbers_is_refused(rows: Any) -> None:
    """Rows of different lengths, and text, raise the errors that the engine expects."""
    with pytest.raises((ValueError, TypeError)):
        STAND_IN.asarray(rows)
