"""The store of a program with one thread: a browser's worker has no others."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from sapper.web.store.games import Games, NotLoaded
from sapper.web.store.sqlite import Store
from sapper.web.store.thread import Call, StoreRunner, run_together

T = TypeVar("T")


class InlineStore(StoreRunner):
    """Runs each call at once, in a separate transaction."""

    def __init__(self, path: Path) -> None:
        self._games = Games(Store(path, journal="TRUNCATE"))  # a log would need shared memory

    async def _run(self, work: Callable[[Games], T], *, writes: bool) -> T:
        try:
            return await self._call(work, writes)
        except NotLoaded as missing:
            id = missing.id
            await self._call(lambda games: games.game(id), writes=True)
            return await self._call(work, writes)

    async def _call(self, work: Callable[[Games], T], writes: bool) -> T:
        call = Call(work, writes=writes, patient=True)
        run_together(self._games, [call])
        call.settle()
        answer: T = await call.future
        return answer

    def close(self) -> None:
        self._games.store.close()
