"""How often a test repeats what it claims: enough in every run, more in `make test-long`."""

from __future__ import annotations

import os

LONG = os.environ.get("SAPPER_TESTS") == "long"


def repeats(usual: int, long: int) -> int:
    return long if LONG else usual
