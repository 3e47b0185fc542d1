"""The games in memory, and the store that they come from: what a call works on."""

from __future__ import annotations

import sqlite3
from collections import OrderedDict
from contextlib import closing, suppress
from dataclasses import replace
from hashlib import sha256
from pathlib import Path
from typing import Any

from sapper.rules.board_id import board_id
from sapper.rules.game import Outcome
from sapper.rules.notation import mark_rows
from sapper.web.forms.problems import Kind, Problem
from sapper.web.store.entries import Entry
from sapper.web.store.opening import StoreFailed
from sapper.web.store.ranking import why_unranked
from sapper.web.store.sqlite import Store
from sapper.web.store.stored_game import StoredGame, replay

_MOST_REPLAYED = 500  # actions of a game while other calls wait
_MOST_ANALYSED = 200  # positions
_MOST_CELLS = 250_000  # of all games kept in memory
_UNPLAYED_SECONDS = 7 * 24 * 3600  # after which a game without any action is deleted


class NotLoaded(Exception):
    """A game that another call has to load: a long one, or one with its help to be noted."""

    def __init__(self, id: str) -> None:
        super().__init__(id)
        self.id = id


class Games:
    """What a call works on: the store, and a cache of recent games.

    `patient` says whether a game of any length may be replayed within the call, `writes` whether
    the call may write.
    """

    def __init__(self, store: Store) -> None:
        self.store = store
        self._games: OrderedDict[str, StoredGame] = OrderedDict()
        self._analysed: OrderedDict[tuple[str, ...], None] = OrderedDict()
        self._cells = 0
        self.patient = False
        self.writes = True

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

    def finished(self, id: str) -> StoredGame:
        """Return a game that is over; refuse one that is not."""
        stored = self.game(id)
        if stored.game.outcome is Outcome.PLAYING:
            raise Problem(Kind.NOT_ALLOWED, "the game is not over yet", seq=stored.entry.seq)
        return stored

    def take(self, stored: StoredGame) -> None:
        """Keep a game in memory that was replayed elsewhere, unless it has changed since."""
        if self.store.entry(stored.entry.id) == stored.entry:
            self.forget(stored.entry.id)
            self._met_again(stored)

    def _met_again(self, stored: StoredGame) -> StoredGame:
        """Keep a game that was replayed; note whether its position was analysed since."""
        if stored.entry.unranked is None and _shown(stored) in self._analysed:
            if not self.writes:
                raise NotLoaded(stored.entry.id)
            self.help(stored)
        return self._keep(stored)

    def analysed(self, rows: list[str]) -> None:
        """Mark running games with these rows as helped, with any flags.

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
            self.save(stored, helped=True)

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
        stored.entry = replace(stored.entry, unranked=why_unranked(stored.entry))
        self.store.add(stored.entry)
        return self._keep(stored)

    def meet(self, stored: StoredGame) -> None:
        """Remember the board of a game, if its mines are laid; see whether it was known."""
        if stored.game.layout is not None and not self.see(board_id(stored.game.layout)):
            stored.entry = replace(stored.entry, unranked=stored.entry.unranked or "seen")

    def see(self, board: str) -> bool:
        """Remember a board by its mines, wherever it begins; return whether it was new."""
        mines, _, _ = board.partition(".")
        return self.store.remember_board(sha256(mines.encode()).digest()[:16])

    def save(self, stored: StoredGame, **changes: Any) -> None:
        """Store a game as it is now, with some changes of its entry."""
        entry = replace(stored.entry, **changes) if changes else stored.entry
        unranked = why_unranked(entry)
        if unranked != entry.unranked:
            entry = replace(entry, unranked=unranked)
        stored.entry = entry
        self.store.update(entry)

    def forget(self, id: str) -> None:
        stored = self._games.pop(id, None)
        if stored is not None:
            self._cells -= stored.game.board.size

    def forget_all(self) -> None:
        self._games.clear()
        self._cells = 0


def load(path: Path, id: str) -> StoredGame | None:
    """Replay a game as it is on disk; return None if it is not there or damaged."""
    with closing(Store(path, read_only=True)) as store, suppress(StoreFailed, sqlite3.Error):
        entry = store.entry(id)
        return None if entry is None else replay(store, entry)
    return None


def _bare(rows: list[str]) -> tuple[str, ...]:
    return tuple(row.replace("F", "#") for row in rows)


def _shown(stored: StoredGame) -> tuple[str, ...]:
    return _bare(mark_rows(stored.game.view))
