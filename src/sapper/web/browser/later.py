"""Everything that a worker of the site uses, loaded, except the kernel.

A browser keeps Python's memory in this state, so that the next start need not load it all again.
That is not possible with an extension in it, so the kernel comes when it is first used.
"""

from __future__ import annotations

import gc
import sys
from importlib import import_module
from importlib.metadata import MetadataPathFinder
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
        del sys.modules[NAME]
        vars(self).update(vars(import_module(NAME)))
        return vars(self)[name]


if NAME not in sys.modules:
    sapper.__path__.append(FOLDER)
    sapper._kernel = sys.modules[NAME] = _Kernel(NAME)

for name in ("sapper.web.browser.backend", "sapper.web.thinking.jobs"):
    import_module(name)
import_module("sapper.web.routes.boards").offer()  # the page's first question, answered already
MetadataPathFinder().invalidate_caches()  # it keeps archives open, which memory must not have
gc.collect()
