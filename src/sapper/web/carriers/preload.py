"""Everything that a worker of the site uses, loaded, except the kernel.

A browser keeps Python's memory in this state, so that the next start need not load it all again.
That is not possible with an extension in it, so the kernel comes when it is first used. It is
fetched only then: the first clicks do without it, and need not wait for it.
"""

from __future__ import annotations

import errno
import gc
import sys
import zlib
from collections.abc import Callable
from importlib import import_module
from importlib.metadata import MetadataPathFinder
from pathlib import Path
from types import ModuleType
from typing import Any

import sapper

NAME = "sapper._kernel"
FOLDER = "/beside"  # an archive of modules can have no extension in it


class _Kernel(ModuleType):
    """Stands for the kernel until it is used, and then has all that is in it."""

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):  # Python itself asks all modules for such names
            raise AttributeError(name)
        _fetch_kernel()
        del sys.modules[NAME]
        vars(self).update(vars(import_module(NAME)))
        return vars(self)[name]


_fetch: Callable[[], memoryview] | None = None  # where the kernel is installed, nothing has to


def fetch_by(fetch: Callable[[], memoryview]) -> None:
    """Set what fetches the kernel, packed by gzip; a worker sets it after each start."""
    global _fetch
    _fetch = fetch


def _fetch_kernel() -> None:
    if _fetch is None:
        return
    try:
        packed = _fetch()
    except Exception as error:  # of any class of the browser
        raise OSError(errno.ENETDOWN, "a part of Sapper did not arrive") from error
    Path(FOLDER, "_kernel.so").write_bytes(zlib.decompress(packed, wbits=31))


if NAME not in sys.modules:
    sapper.__path__.append(FOLDER)
    sapper._kernel = sys.modules[NAME] = _Kernel(NAME)

import_module("sapper.web.carriers.backend")
for job in import_module("sapper.web.jobs.table").JOBS.values():
    job.load()
import_module("sapper.web.routes.boards").offer()  # the page's first question, answered already
MetadataPathFinder().invalidate_caches()  # it keeps archives open, which memory must not have
gc.collect()
