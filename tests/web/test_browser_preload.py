"""What a worker of the site loads before its memory is kept: all but the kernel."""

from __future__ import annotations

import subprocess
import sys

_LOAD = """
import sys
import sapper.web.carriers.preload
from sapper.engine import analyse
from sapper.rules.errors import InvalidPosition
from sapper.rules.view import View
"""


def output_of(program: str) -> list[str]:
    """Run a program in a fresh Python; return the lines that it printed."""
    command = [sys.executable, "-c", _LOAD + program]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout.splitlines()


def test_everything_is_loaded_but_the_kernel() -> None:
    """The routes and the jobs are there, and no extension of Sapper is."""
    program = """
print({"sapper.web.jobs.table", "sapper.web.carriers.backend"} <= sys.modules.keys())
print([name for name in sys.modules if name.startswith("sapper") and
       str(getattr(sys.modules[name], "__file__", "")).endswith(".so")])
"""
    assert output_of(program) == ["True", "[]"]


def test_the_kernel_comes_when_it_is_used() -> None:
    """The first analysis loads it; answers and errors are those of the kernel itself."""
    program = """
print(analyse(View.of([[-1, 1, -1, -1]], mines=2)).risk.tolist())
try:
    analyse(View.of([[-1, 2]], mines=1))
except InvalidPosition as error:
    print(type(error).__name__)
from sapper import _kernel
print(_kernel.__file__.endswith(".so"))
"""
    risks, error, native = output_of(program)
    assert risks.startswith("[[0.5, ")
    assert (error, native) == ("InvalidPosition", "True")


def test_the_kernel_is_fetched_when_it_is_used() -> None:
    """Nothing is fetched before; if it does not arrive, the next use tries again."""
    program = """
import gzip
import tempfile
from pathlib import Path
from sapper.web.carriers import preload
from sapper.web.forms.problems import in_words

preload.FOLDER = tempfile.mkdtemp()
view = View.of([[-1, 1]], mines=1)

def fails():
    raise KeyError("the network is down")

preload.fetch_by(fails)
try:
    analyse(view)
except OSError as error:
    print(in_words(error).kind)
preload.fetch_by(lambda: memoryview(gzip.compress(b"a kernel")))
print(list(Path(preload.FOLDER).iterdir()))
analyse(view)
print([path.read_bytes() for path in Path(preload.FOLDER).iterdir()])
"""
    assert output_of(program) == ["busy", "[]", "[b'a kernel']"]
