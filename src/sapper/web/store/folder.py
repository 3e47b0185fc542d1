"""The folder for a user's data on each operating system."""

from __future__ import annotations

import os
import sys
from pathlib import Path


def games_file() -> Path:
    """Return the file that keeps games by default."""
    return _data_folder() / "sapper" / "games.sqlite"


def looks_file() -> Path:
    """Return the file that keeps what was told about the looks in pictures."""
    return _data_folder() / "sapper" / "looks.json"


def _data_folder() -> Path:
    if folder := os.environ.get("XDG_DATA_HOME"):
        return Path(folder)
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Application Support"
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local")
    return Path.home() / ".local" / "share"
