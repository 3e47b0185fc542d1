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
from sapper.web.store.sqlite import Entry, Store
from sapper.web.store.stored_game import StoredGame, replay

T = TypeVar("T")

_MOST_TOGETHER = 64
_MOST_WAITING = 512
_MOST_ANALYSED = 200  # positions
_MOST_CELLS = 250_000  # of all games kept in memory
_UNPLAYED_SECONDS = 7 * 24 * 3600  # after which a game without any action is deleted


class Games:
    """What a call works on: the store, and a cache of recent games."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self._games: OrderedDict[str, StoredGame] = OrderedDict()
        self._analysed: OrderedDict[tuple[str, ...], None] = OrderedDict()
        self._cells = 0

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
            stored = self._keep(replay(self.store, entry))
            if entry.unranked is None and _shown(stored) in self._analysed:
                self.help(stored)
        self._games.move_to_end(id)
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

    def __init__(self, work: Callable[[Games], Any]) -> None:
        self._work = work
        self._context = copy_context()  # how the caller's errors write cells
        self._loop = asyncio.get_running_loop()
        self.future: asyncio.Future[Any] = self._loop.create_future()
        self.answer: Any = None
        self.error: Exception | None = None

    def attempt(self, games: Games) -> None:
        games.store.savepoint()
        try:
            self.answer = self._context.run(self._work, games)
            games.store.release()
        except sqlite3.Error:
            raise  # a full disk or an I/O error may have ended the whole transaction
        except Exception as error:
            self.error = error
            games.store.roll_back_to_savepoint()
            if not isinstance(error, SapperError):
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
        self._queue: SimpleQueue[Call | None] = SimpleQueue()
        self._ready: SimpleQueue[Exception | None] = SimpleQueue()
        self._thread = threading.Thread(target=self._serve, args=(path,), name="store")
        self._thread.start()
        if (error := self._ready.get()) is not None:
            self._thread.join()
            raise error

    async def run(self, work: Callable[[Games], T]) -> T:
        """Call a function in the thread; return its answer once its writes are on disk."""
        if self._queue.qsize() >= _MOST_WAITING:
            raise busy()
        call = Call(work)
        self._queue.put(call)
        answer: T = await call.future
        return answer

    def close(self) -> None:
        """Finish waiting calls, then close the store."""
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
        run_together(games, calls)
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
        games.forget_all()
        for call in calls:
            call.error = in_words(error)
