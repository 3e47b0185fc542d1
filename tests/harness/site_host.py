"""A plain static host for the site, in a separate process."""

from __future__ import annotations

import importlib.util
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SITE = ROOT / "site"


def built_site() -> Path:
    """Return the folder of the site; skip the test if it is not built, or from other sources.

    `make test` builds it where `make site` has fetched what it is made from.
    """
    spec = importlib.util.spec_from_file_location("sources", ROOT / "browser" / "sources.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    mark = SITE / module.MARK
    if not mark.exists() or mark.read_text() != module.sources():
        pytest.skip(
            "the site is not built from these sources: `make site` fetches what it is made from "
            "(Pyodide, the headers of Emscripten, Zig) and builds it"
        )
    return SITE


class SiteHost:
    """Serves the site, or the folder above it, at a free port of this machine."""

    def __init__(self, folder: Path | None = None) -> None:
        served = str(built_site() if folder is None else folder)
        command = [sys.executable, str(ROOT / "browser" / "serve.py"), "0", served]
        self.process = subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
        )
        assert self.process.stdout is not None
        self.url = self.process.stdout.readline().strip().rstrip("/")

    def __enter__(self) -> SiteHost:
        return self

    def __exit__(self, *error: object) -> None:
        self.process.kill()
        self.process.communicate()
