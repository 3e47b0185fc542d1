"""What a program spends: the processor time and the memory of a child."""

from __future__ import annotations

import os
import subprocess
import sys
from typing import Any, NamedTuple


class Spent(NamedTuple):
    """The exit code of a program and its output, its processor time and its peak of memory."""

    code: int
    output: str
    seconds: float
    megabytes: float


def run_measured(*command: str, **options: Any) -> Spent:
    """Run a program to its end."""
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, **options
    ) as child:
        assert child.stdout is not None
        output = child.stdout.read()
        _, status, usage = os.wait4(child.pid, 0)
        child.returncode = os.waitstatus_to_exitcode(status)
    unit = 1e6 if sys.platform == "darwin" else 1e3
    return Spent(child.returncode, output, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / unit)
