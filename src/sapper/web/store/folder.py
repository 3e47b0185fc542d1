"""Where a user's data lives on each kind of system."""

from __future__ import annotations

import os
import sys
from pathlib import Path


def games_file() -> Path:
    """Return where games are kept unless somebody asks otherwise."""
    return _data_folder() / "sapper" / "games.sqlite"


def _data_folder() -> Path:
    if told := os.environ.get("XDG_DATA_HOME"):
        return Path(told)
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Application Support"
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local")
    return Path.home() / ".local" / "share"
