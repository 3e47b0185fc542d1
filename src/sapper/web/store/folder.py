"""The folder for a user's data on each operating system."""

from __future__ import annotations

import errno
import os
import sys
from pathlib import Path


def games_file() -> Path:
    """Return the file that keeps games by default."""
    return _data_folder() / "sapper" / "games.sqlite"


def looks_file() -> Path:
    """Return the file of corrected looks in pictures."""
    return _data_folder() / "sapper" / "looks.json"


def _data_folder() -> Path:
    """Return the folder; raise FileNotFoundError for a user without a home."""
    if folder := os.environ.get("XDG_DATA_HOME"):
        return Path(folder)
    try:
        home = Path.home()
    except RuntimeError:
        reason = "no home folder is known: set XDG_DATA_HOME"
        raise FileNotFoundError(errno.ENOENT, reason) from None
    if sys.platform == "darwin":
        return home / "Library" / "Application Support"
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or home / "AppData" / "Local")
    return home / ".local" / "share"
