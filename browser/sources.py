"""A hash of all that the site is made from, by which tests see whether it is up to date."""

from __future__ import annotations

import hashlib
from pathlib import Path

ROOT = Path(__file__).parents[1]
MARK = ".sources"  # the file of the site that holds the hash
_FOLDERS = ("browser", "kernel", "src/sapper")
_LEFT_OUT = (".pyc", ".so")


def sources() -> str:
    """Return the hash."""
    whole = hashlib.sha256()
    for folder in _FOLDERS:
        for path in sorted((ROOT / folder).rglob("*")):
            if path.is_file() and path.suffix not in _LEFT_OUT:
                whole.update(path.relative_to(ROOT).as_posix().encode() + path.read_bytes())
    return whole.hexdigest()
