"""The one thread that owns the store and the games in memory.

It commits waiting calls together: many clients share one write to disk and get their answers
only after it. A failed call changes nothing.
"""

from __future__ import annotations

import asyncio
import sqlite3
import threading
from abc import ABC, abstractmethod
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, suppress
from contextvars import copy_context
from pathlib import Path
from queue import SimpleQueue
from typing import Any, TypeVar

from sapper.rules.errors import SapperError
from sapper.web.forms.problems import Problem, busy, in_words
from sapper.web.store.games import Games, NotLoaded, load
from sapper.web.store.opening import StoreFailed
from sapper.web.store.sqlite import Store

T = TypeVar("T")

_MOST_TOGETHER = 64
_MOST_WAITING = 512
_EVERY = 50  # commits between checkpoints of SQLite's log


class Call:
    """A function that waits for its turn, and the future for its answer."""

    def __init__(self, work: Callable[[Games], Any], *, writes: bool, patient: bool) -> None:
        self._work = work
        self.writes = writes
        self._patient = patient
        self._context = copy_context()  # the notation of cells in the caller's errors
        self._loop = asyncio.get_running_loop()
        self.future: asyncio.Future[Any] = self._loop.create_future()
        self.answer: Any = None
        self.error: Exception | None = None

    def attempt(self, games: Games) -> None:
        games.store.savepoint()
        games.patient, games.writes = self._patient, self.writes
        try:
            self.answer = self._context.run(self._work, games)
            games.store.release()
        except sqlite3.Error:
            raise  # a full disk or an I/O error may have ended the whole transaction
        except Exception as error:
            self.error = error
            games.store.roll_back_to_savepoint()
            if not isinstance(error, SapperError | NotLoaded):
                games.forget_all()  # memory may be ahead of the rolled-back file

    def tell(self) -> None:
        self._loop.call_soon_threadsafe(self.settle)

    def settle(self) -> None:
        if self.future.done():  # the client has disconnected
            return
        if self.error is not None:
            self.future.set_exception(self.error)
        else:
            self.future.set_result(self.answer)


class StoreRunner(ABC):
    """Owns the store, and calls functions with its games."""

    async def read(self, work: Callable[[Games], T]) -> T:
        """Call a function that writes nothing; return its answer."""
        return await self._run(work, writes=False)

    async def write(self, work: Callable[[Games], T]) -> T:
        """Call a function; return its answer once its writes are on disk."""
        return await self._run(work, writes=True)

    @abstractmethod
    async def _run(self, work: Callable[[Games], T], *, writes: bool) -> T:
        """Call a function; if a game that it needs is not loaded, load the game and call again."""


class StoreThread(StoreRunner):
    """Runs calls one after the other in its own thread."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._loader = ThreadPoolExecutor(1, "loader")
        self._queue: SimpleQueue[Call | None] = SimpleQueue()
        self._ready: SimpleQueue[Exception | None] = SimpleQueue()
        self._thread = threading.Thread(target=self._serve, args=(path,), name="store")
        self._thread.start()
        if (error := self._ready.get()) is not None:
            self._thread.join()
            raise error

    async def _run(self, work: Callable[[Games], T], *, writes: bool) -> T:
        patient = False
        while True:
            try:
                return await self._call(work, writes, patient)
            except NotLoaded as missing:
                await self._load(missing.id)
                patient = True

    async def _load(self, id: str) -> None:
        """Replay a game in another thread and bring it into memory."""
        loop = asyncio.get_running_loop()
        stored = await loop.run_in_executor(self._loader, load, self._path, id)
        if stored is not None:
            await self._call(lambda games: games.take(stored), writes=True, patient=False)

    async def _call(self, work: Callable[[Games], T], writes: bool, patient: bool) -> T:
        if self._queue.qsize() >= _MOST_WAITING:
            raise busy()
        call = Call(work, writes=writes, patient=patient)
        self._queue.put(call)
        answer: T = await call.future
        return answer

    def close(self) -> None:
        """Finish waiting calls, then close the store."""
        self._loader.shutdown()
        self._queue.put(None)
        self._thread.join()

    def _serve(self, path: Path) -> None:
        try:
            games = Games(Store(path))
        except Exception as error:
            self._ready.put(error)
            return
        checkpoints = Checkpoints(path)
        self._ready.put(None)
        while self._together(games):
            checkpoints.count_commit()
        checkpoints.close()
        games.store.close()

    def _together(self, games: Games) -> bool:
        """Run all waiting calls, writes before reads; return whether to continue."""
        waiting = [self._queue.get()]
        while len(waiting) < _MOST_TOGETHER and not self._queue.empty():
            waiting.append(self._queue.get())
        calls = [call for call in waiting if call is not None]
        if games.store.is_in_place:
            run_together(games, [call for call in calls if call.writes])
            run_together(games, [call for call in calls if not call.writes])
        else:
            refuse(games, calls, _moved(games.store))
        for call in calls:
            call.tell()
        return None not in waiting


def run_together(games: Games, calls: list[Call]) -> None:
    """Run calls, all writes or all reads, in one transaction; if it fails, all calls fail."""
    if not calls:
        return
    try:
        with games.store.transaction(writes=calls[0].writes):
            for call in calls:
                call.attempt(games)
    except sqlite3.Error as error:
        refuse(games, calls, in_words(error))


def refuse(games: Games, calls: list[Call], problem: Problem) -> None:
    """Fail calls and forget all games in memory, which may be ahead of the file."""
    games.forget_all()
    for call in calls:
        call.error = problem


def _moved(store: Store) -> StoreFailed:
    return StoreFailed(
        f"the games are no longer in {store.path}: the file was moved, deleted or replaced; "
        "nothing was changed. Put the file back, or restart Sapper"
    )


class Checkpoints:
    """A thread that moves commits from SQLite's log into the file, so that no click waits."""

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
                with suppress(sqlite3.Error):  # the next checkpoint catches up
                    db.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchone()
