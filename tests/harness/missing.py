"""Things that a test needs and a machine may lack: a browser, Node, an optional library."""

from __future__ import annotations

import os
from typing import NoReturn

import pytest


def give_up(lack: str) -> NoReturn:
    """Skip a test and say why; fail it where CI is set, since nothing may be missing there."""
    if os.environ.get("CI", "").lower() not in ("", "0", "false"):
        pytest.fail(f"CI is set, and {lack}")
    pytest.skip(lack)
