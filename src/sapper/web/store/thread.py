"""The one thread that owns the store and the games in memory.

Waiting calls are committed together: many clients share one write to disk, and each is
answered only after it. A call that fails leaves no trace.
"""

from __future__ import annotations

import asyncio
import sqlite3
import threading
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, suppress
from contextvars import copy_context
from hashlib import sha256
from pathlib import Path
from queue import SimpleQueue
from typing import Any, TypeVar

from sapper.rules.board_id import board_id
from sapper.rules.errors import SapperError
from sapper.rules.game import Outcome
from sapper.rules.notation import mark_rows
from sapper.web.problems import Kind, Problem, busy, in_words
from sapper.web.store.checkpoints import Checkpoints
from sapper.web.store.ranking import why_unranked
from sapper.web.store.sqlite import Entry, Store, StoreFailed
from sapper.web.store.stored_game import StoredGame, replay

T = TypeVar("T")

_MOST_TOGETHER = 64
_MOST_WAITING = 512
_MOST_REPLAYED = 500  # actions of a game while other calls wait
_MOST_ANALYSED = 200  # positions
_MOST_CELLS = 250_000  # of all games kept in memory
_UNPLAYED_SECONDS = 7 * 24 * 3600  # after which a game without any action is deleted


class NotLoaded(Exception):
    """A game of so many actions that other calls do not wait for its replay."""

    def __init__(self, id: str) -> None:
        super().__init__(id)
        self.id = id


class Games:
    """What a call works on: the store, and a cache of recent games.

    `patient` says whether a game of any length may be replayed within the call.
    """

    def __init__(self, store: Store) -> None:
        self.store = store
        self._games: OrderedDict[str, StoredGame] = OrderedDict()
        self._analysed: OrderedDict[tuple[str, ...], None] = OrderedDict()
        self._cells = 0
        self.patient = False

    def game(self, id: str) -> StoredGame:
        """Return a game: from memory if that is up to date, else replayed from the store.

        Memory is out of date if another server uses the same file.
        """
        entry = self.store.entry(id)
        stored = self._games.get(id)
        if entry is None:
            self.forget(id)
            raise Problem(Kind.NOT_FOUND, "there is no such game")
        if stored is None or stored.entry != entry:
            self.forget(id)
            if entry.seq > _MOST_REPLAYED and not self.patient:
                raise NotLoaded(id)
            stored = self._met_again(replay(self.store, entry))
        self._games.move_to_end(id)
        return stored

    def take(self, stored: StoredGame) -> None:
        """Keep a game in memory that was replayed elsewhere, unless it has changed meanwhile."""
        if self.store.entry(stored.entry.id) == stored.entry:
            self.forget(stored.entry.id)
            self._met_again(stored)

    def _met_again(self, stored: StoredGame) -> StoredGame:
        """Keep a game that was replayed; note whether its position was analysed meanwhile."""
        self._keep(stored)
        if stored.entry.unranked is None and _shown(stored) in self._analysed:
            self.help(stored)
        return stored

    def analysed(self, rows: list[str]) -> None:
        """Mark running games as helped that show these rows, whatever their flags.

        The rows are kept for games that are not in memory now. Nothing open is no position.
        """
        bare = _bare(rows)
        if not any(row.strip("#") for row in bare):
            return
        self._analysed[bare] = None
        if len(self._analysed) > _MOST_ANALYSED:
            self._analysed.popitem(last=False)
        for stored in list(self._games.values()):
            playing = stored.game.outcome is Outcome.PLAYING
            if playing and stored.game.board.height == len(rows) and _shown(stored) == bare:
                self.help(stored)

    def help(self, stored: StoredGame) -> None:
        """Note that a game was helped; after its end that changes nothing."""
        if stored.game.outcome is Outcome.PLAYING and not stored.entry.helped:
            stored.entry.helped = True
            self.save(stored)

    def _keep(self, stored: StoredGame) -> StoredGame:
        self._games[stored.entry.id] = stored
        self._cells += stored.game.board.size
        while self._cells > _MOST_CELLS and len(self._games) > 1:
            self.forget(next(iter(self._games)))
        return stored

    def add(self, entry: Entry) -> StoredGame:
        """Keep a new game; delete old ones that were never played."""
        self.store.delete_unplayed(entry.created - _UNPLAYED_SECONDS)
        stored = StoredGame(entry, [])
        stored.refresh(entry.created)
        self.meet(stored)
        stored.entry.unranked = why_unranked(stored.entry)
        self.store.add(stored.entry)
        return self._keep(stored)

    def meet(self, stored: StoredGame) -> None:
        """Remember the board of a game, if its mines are laid; see whether it was known."""
        if stored.game.layout is not None and not self.see(board_id(stored.game.layout)):
            stored.entry.unranked = stored.entry.unranked or "seen"

    def see(self, board: str) -> bool:
        """Remember a board by its mines, wherever it begins; return whether it was new."""
        mines, _, _ = board.partition(".")
        return self.store.remember_board(sha256(mines.encode()).digest()[:16])

    def save(self, stored: StoredGame) -> None:
        stored.entry.unranked = why_unranked(stored.entry)
        self.store.update(stored.entry)

    def forget(self, id: str) -> None:
        stored = self._games.pop(id, None)
        if stored is not None:
            self._cells -= stored.game.board.size

    def forget_all(self) -> None:
        self._games.clear()
        self._cells = 0


def _bare(rows: list[str]) -> tuple[str, ...]:
    return tuple(row.replace("F", "#") for row in rows)


def _shown(stored: StoredGame) -> tuple[str, ...]:
    return _bare(mark_rows(stored.game.view))


class Call:
    """A function that waits for its turn, and the future for its answer."""

    def __init__(self, work: Callable[[Games], Any], *, patient: bool) -> None:
        self._work = work
        self._patient = patient
        self._context = copy_context()  # how the caller's errors write cells
        self._loop = asyncio.get_running_loop()
        self.future: asyncio.Future[Any] = self._loop.create_future()
        self.answer: Any = None
        self.error: Exception | None = None

    def attempt(self, games: Games) -> None:
        games.store.savepoint()
        games.patient = self._patient
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
        if self.future.done():  # the client has gone
            return
        if self.error is not None:
            self.future.set_exception(self.error)
        else:
            self.future.set_result(self.answer)


class StoreThread:
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

    async def run(self, work: Callable[[Games], T]) -> T:
        """Call a function in the thread; return its answer once its writes are on disk.

        A long game that it needs is replayed by another thread before it is called again.
        """
        try:
            return await self._call(work)
        except NotLoaded as missing:
            loading = asyncio.get_running_loop().run_in_executor(
                self._loader, _load, self._path, missing.id
            )
            if (stored := await loading) is not None:
                await self._call(lambda games: games.take(stored))
            return await self._call(work, patient=True)

    async def _call(self, work: Callable[[Games], T], *, patient: bool = False) -> T:
        if self._queue.qsize() >= _MOST_WAITING:
            raise busy()
        call = Call(work, patient=patient)
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
        """Run all waiting calls in one transaction; return whether to go on."""
        waiting = [self._queue.get()]
        while len(waiting) < _MOST_TOGETHER and not self._queue.empty():
            waiting.append(self._queue.get())
        calls = [call for call in waiting if call is not None]
        if games.store.is_in_place:
            run_together(games, calls)
        else:
            refuse(games, calls, _moved(games.store))
        for call in calls:
            call.tell()
        return None not in waiting


def run_together(games: Games, calls: list[Call]) -> None:
    """Run calls in one transaction; if it fails, so do they all."""
    if not calls:
        return
    try:
        games.store.begin()
        for call in calls:
            call.attempt(games)
        games.store.commit()
    except sqlite3.Error as error:
        games.store.roll_back()
        refuse(games, calls, in_words(error))


def refuse(games: Games, calls: list[Call], problem: Problem) -> None:
    """Let calls fail; memory may be ahead of the file."""
    games.forget_all()
    for call in calls:
        call.error = problem


def _moved(store: Store) -> StoreFailed:
    return StoreFailed(
        f"the games are no longer in {store.path}: the file was moved, deleted or replaced; "
        "nothing was changed. Put it back, or start Sapper again"
    )


def _load(path: Path, id: str) -> StoredGame | None:
    """Replay a game as it is on disk; return None if it is not there or damaged."""
    with closing(Store(path, read_only=True)) as store, suppress(StoreFailed, sqlite3.Error):
        entry = store.entry(id)
        return None if entry is None else replay(store, entry)
    return None
