"""A thread that moves commits from SQLite's log into the file, so that no click waits for it."""

from __future__ import annotations

import sqlite3
import threading
from contextlib import closing, suppress
from pathlib import Path
from queue import SimpleQueue

_EVERY = 50  # commits


class Checkpoints:
    """Has a connection of its own, on which nothing is read or written."""

    def __init__(self, path: Path) -> None:
        self._commits = 0
        self._due: SimpleQueue[bool] = SimpleQueue()
        self._thread = threading.Thread(target=self._serve, args=(path,), name="checkpoints")
        self._thread.start()

    def count_commit(self) -> None:
        self._commits += 1
        if self._commits % _EVERY == 0:
            self._due.put(True)

    def close(self) -> None:
        self._due.put(False)
        self._thread.join()

    def _serve(self, path: Path) -> None:
        with closing(sqlite3.connect(path, isolation_level=None)) as db:
            while self._due.get():
                with suppress(sqlite3.Error):  # nothing depends on it; the next one does it all
                    db.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchone()
