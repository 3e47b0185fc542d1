"""How often a test repeats what it claims: enough in every run, more in `make test-long`."""

from __future__ import annotations

import os
from typing import Any

LONG = os.environ.get("SAPPER_TESTS") == "long"


def repeats(usual: int, long: int) -> int:
    return long if LONG else usual


def cases(usual: list[Any], more: list[Any]) -> list[Any]:
    """Return the cases of a test: the telling ones in every run, all in `make test-long`."""
    return [*usual, *more] if LONG else usual
