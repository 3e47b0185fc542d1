"""The store of a program with one thread: a browser's worker has no others."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from sapper.web.store.games import Games
from sapper.web.store.sqlite import Store
from sapper.web.store.thread import Call, run_together

T = TypeVar("T")


class InlineStore:
    """Runs each call at once, in a transaction of its own."""

    def __init__(self, path: Path) -> None:
        self._games = Games(Store(path, journal="TRUNCATE"))  # a log would need shared memory

    async def run(self, work: Callable[[Games], T]) -> T:
        """Call a function; return its answer, or raise its error, once its writes are stored."""
        call = Call(work, patient=True)
        run_together(self._games, [call])
        call.settle()
        answer: T = await call.future
        return answer

    def close(self) -> None:
        self._games.store.close()
