"""Wait for a condition, never for a fixed time."""

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
    """Return the CPU time of a process: unlike the clock, it does not grow while others run."""
    fields = Path(f"/proc/{process}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
