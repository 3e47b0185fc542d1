"""Things that a test needs and a machine may lack: a browser, Node, an optional library."""

from __future__ import annotations

import os
from typing import NoReturn

import pytest


def give_up(lack: str) -> NoReturn:
    """Skip a test; say why, and how to run it. Where CI is set nothing may be missing: fail it."""
    if os.environ.get("CI", "").lower() not in ("", "0", "false"):
        pytest.fail(f"CI is set, and {lack}")
    pytest.skip(lack)
