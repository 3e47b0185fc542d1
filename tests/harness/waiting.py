"""Waiting for what a test needs, never for a time: the condition is asked until it holds."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from pathlib import Path

PATIENCE = 60.0  # seconds; only a failing test takes so long


def wait_until(condition: Callable[[], object], what: str) -> None:
    """Return as soon as the condition holds; fail, saying what never came, if it does not."""
    deadline = time.monotonic() + PATIENCE
    while not condition():
        if time.monotonic() > deadline:
            raise AssertionError(f"waited in vain: {what}")
        time.sleep(0.005)


def cpu_seconds(process: int) -> float:
    """Return how long a process has worked: unlike the clock, it stands still on a busy machine."""
    fields = Path(f"/proc/{process}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
