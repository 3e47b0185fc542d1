"""The one thread that owns the store and the games in memory.

Deeds that wait together are committed together: many clients share one write to disk, and
each is answered only after it. A deed that fails leaves no trace.
"""

from __future__ import annotations

import asyncio
import sqlite3
import threading
from collections import OrderedDict
from collections.abc import Callable
from pathlib import Path
from queue import SimpleQueue
from typing import Any, TypeVar

from sapper.rules.errors import SapperError
from sapper.web.problems import Kind, Problem, busy
from sapper.web.store.sqlite import Entry, Store
from sapper.web.store.stored_game import Record

T = TypeVar("T")

_MOST_TOGETHER = 64
_MOST_WAITING = 512
_MOST_CELLS = 250_000  # of all games kept in memory


class Desk:
    """What a deed works on: the store, and the games that were used lately."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self._games: OrderedDict[str, Record] = OrderedDict()
        self._cells = 0

    def game(self, id: str) -> Record:
        """Return a game: from memory where that is up to date, else played again from the store.

        It is not where another server uses the same file.
        """
        entry = self.store.entry(id)
        record = self._games.get(id)
        if entry is None:
            self.forget(id)
            raise Problem(Kind.NOT_FOUND, "there is no such game")
        if record is None or record.entry != entry:
            self.forget(id)
            record = self._keep(Record(entry, self.store.events(id)))
        self._games.move_to_end(id)
        return record

    def _keep(self, record: Record) -> Record:
        self._games[record.entry.id] = record
        self._cells += record.game.board.size
        while self._cells > _MOST_CELLS and len(self._games) > 1:
            self.forget(next(iter(self._games)))
        return record

    def add(self, entry: Entry) -> Record:
        """Keep a new game."""
        record = Record(entry, [])
        record.refresh(entry.created)
        self.store.add(record.entry)
        return self._keep(record)

    def save(self, record: Record) -> None:
        self.store.update(record.entry)

    def forget(self, id: str) -> None:
        record = self._games.pop(id, None)
        if record is not None:
            self._cells -= record.game.board.size

    def forget_all(self) -> None:
        self._games.clear()
        self._cells = 0


class _Deed:
    """A callable that waits for its turn, and where its answer goes."""

    def __init__(self, work: Callable[[Desk], Any]) -> None:
        self._work = work
        self._loop = asyncio.get_running_loop()
        self.future: asyncio.Future[Any] = self._loop.create_future()
        self.answer: Any = None
        self.error: Exception | None = None

    def attempt(self, desk: Desk) -> None:
        desk.store.mark()
        try:
            self.answer = self._work(desk)
            desk.store.keep()
        except Exception as error:
            self.error = error
            desk.store.drop()
            if not isinstance(error, SapperError):
                desk.forget_all()  # memory may be ahead of what was taken back

    def tell(self) -> None:
        self._loop.call_soon_threadsafe(self._settle)

    def _settle(self) -> None:
        if self.future.done():  # whoever asked has gone
            return
        if self.error is not None:
            self.future.set_exception(self.error)
        else:
            self.future.set_result(self.answer)


class Scribe:
    """Runs deeds one after the other in a thread of its own."""

    def __init__(self, path: Path) -> None:
        self._queue: SimpleQueue[_Deed | None] = SimpleQueue()
        self._ready: SimpleQueue[Exception | None] = SimpleQueue()
        self._thread = threading.Thread(target=self._serve, args=(path,), name="scribe")
        self._thread.start()
        if (error := self._ready.get()) is not None:
            self._thread.join()
            raise error

    async def do(self, work: Callable[[Desk], T]) -> T:
        """Run a deed and return its answer once it is safely on disk."""
        if self._queue.qsize() >= _MOST_WAITING:
            raise busy()
        deed = _Deed(work)
        self._queue.put(deed)
        answer: T = await deed.future
        return answer

    def close(self) -> None:
        """Finish what waits, then close the store."""
        self._queue.put(None)
        self._thread.join()

    def _serve(self, path: Path) -> None:
        try:
            desk = Desk(Store(path))
        except Exception as error:
            self._ready.put(error)
            return
        self._ready.put(None)
        while self._together(desk):
            pass
        desk.store.close()

    def _together(self, desk: Desk) -> bool:
        """Run all deeds that wait in one transaction; return whether to go on."""
        waiting = [self._queue.get()]
        while len(waiting) < _MOST_TOGETHER and not self._queue.empty():
            waiting.append(self._queue.get())
        deeds = [deed for deed in waiting if deed is not None]
        try:
            self._commit(desk, deeds)
        except sqlite3.Error as error:
            desk.store.roll_back()
            desk.forget_all()
            for deed in deeds:
                deed.error = _unwritten(error)
        for deed in deeds:
            deed.tell()
        return None not in waiting

    def _commit(self, desk: Desk, deeds: list[_Deed]) -> None:
        if deeds:
            desk.store.begin()
            for deed in deeds:
                deed.attempt(desk)
            desk.store.commit()


def _unwritten(error: sqlite3.Error) -> Problem:
    return Problem(Kind.BUSY, f"the games cannot be written down just now: {error}")
