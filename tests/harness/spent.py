"""What a program spends: the processor time and the memory of a child."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import NamedTuple

# A program counts the memory of the process that starts it: so a small one does.
_STARTER = """
import json, resource, subprocess, sys
done = subprocess.run(sys.argv[1:], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
used = resource.getrusage(resource.RUSAGE_CHILDREN)
unit = 1e6 if sys.platform == "darwin" else 1e3
spent = used.ru_utime + used.ru_stime, used.ru_maxrss / unit
print(json.dumps([done.returncode, done.stdout, *spent]))
"""


class Spent(NamedTuple):
    """The exit code of a program and its output, its processor time and its peak of memory."""

    code: int
    output: str
    seconds: float
    megabytes: float


def run_measured(*command: str) -> Spent:
    """Run a program to its end."""
    starter = [sys.executable, "-c", _STARTER, *command]
    return Spent(*json.loads(subprocess.run(starter, capture_output=True, check=True).stdout))
