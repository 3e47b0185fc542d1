"""Runs inside Pyodide when the site is built: finds what Sapper loads, and compiles it.

Python compiles each source that it loads at every start; bytecode of the same version
spares a visitor that.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Callable
from contextlib import suppress
from importlib import import_module
from importlib.metadata import entry_points
from importlib.util import MAGIC_NUMBER
from marshal import dumps
from pathlib import PurePosixPath
from zipfile import ZIP_STORED, ZipFile, ZipInfo

STARTS = ("sapper.web.carriers.preload", "sapper.web.carriers.job_runner")
# what Pyodide itself loads late, and encodings and errors that only some texts need
EXTRAS = ("encodings.idna", "encodings.latin_1", "encodings.utf_8_sig", "traceback")


def trace() -> list[str]:
    """Load all of Sapper that the browser uses; return the names of all modules then loaded."""
    for name in (*STARTS, *(entry.module for entry in entry_points(group="sapper.players"))):
        import_module(name)
    known = set[str]()
    while new := {name for name in sys.modules if name.split(".")[0] == "sapper"} - known:
        known |= new
        for name in new:
            _load_late_imports(name)
    for name in EXTRAS:
        _load(name)
    _play()
    return sorted(sys.modules)


def _play() -> None:
    """Do what a visitor does, since some modules are loaded when they are first used."""
    backend = import_module("sapper.web.carriers.backend")
    jobs = import_module("sapper.web.jobs.table").JOBS
    players = import_module("sapper.players")
    game = {"level": "5x5/3", "first_click": "safe", "seed": 1}
    for name in players.player_names():
        watched = {"player": name, "board": "5x5x3-safe-1-0", "seed": 0, "position": None}
        list(jobs["watch"].parts(watched))
    game |= {"no_guess": 6, "first": None, "count": 1, "exactly": False}
    list(jobs["boards"].parts(game))
    list(jobs["lessons"].parts({}))
    backend.Backend("/tmp/trace/games.sqlite", "", lambda *_: None, None).close()
    import_module("tempfile").NamedTemporaryFile().close()
    import_module("logging").getLogger("sapper").error("a bug looks like this", exc_info=KeyError())


def _load_late_imports(name: str) -> None:
    """Load what a module imports within its functions."""
    source = _source(name)
    for node in ast.walk(ast.parse(source or "")):
        if isinstance(node, ast.Import):
            for alias in node.names:
                _load(alias.name)
        elif isinstance(node, ast.ImportFrom) and node.module:
            _load(node.module)


def _load(name: str) -> None:
    if not name.startswith(("sapper.cli", "sapper.vision")):
        with suppress(ImportError):  # it belongs to another system, or is for types alone
            import_module(name)


def _source(name: str) -> str | None:
    """Return the source of a loaded module; None if it has none, or is known by another name."""
    spec = sys.modules[name].__spec__
    loader = None if spec is None or spec.name != name else spec.loader
    get_source: Callable[[str], str | None] = getattr(loader, "get_source", lambda name: None)
    return get_source(name)


def pack(names: list[str], target: str, mine: bool) -> None:
    """Write the bytecode of Sapper's own modules, or of all others, into an archive."""
    with ZipFile(target, "w", ZIP_STORED) as archive:
        for name in names:
            own = name.split(".")[0] in ("sapper", "numpy")
            if own is mine and name != "__main__" and (source := _source(name)) is not None:
                package = hasattr(sys.modules[name], "__path__")
                path = PurePosixPath(name.replace(".", "/"), *(["__init__"] if package else []))
                # docstrings stay with Sapper: dataclasses without one take long to make another
                code = compile(source, f"{path}.py", "exec", optimize=1 if mine else 2)
                _add(archive, f"{path}.pyc", MAGIC_NUMBER + bytes(12) + dumps(code))


def _add(archive: ZipFile, name: str, data: bytes) -> None:
    archive.writestr(ZipInfo(name, (2000, 1, 1, 0, 0, 0)), data)
