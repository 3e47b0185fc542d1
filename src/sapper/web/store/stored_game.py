"""A game with its numbered actions, its clock and undo; replayed from the store."""

from __future__ import annotations

from dataclasses import replace
from itertools import zip_longest
from typing import Any, cast

from sapper.boards.metrics import metrics
from sapper.rules.board import Cell
from sapper.rules.board_id import board_id, game_from_id
from sapper.rules.errors import InvalidMove, InvalidPosition, SapperError
from sapper.rules.file_formats import read_position
from sapper.rules.game import Action, ActionType, Game, Outcome
from sapper.rules.resuming import resume
from sapper.rules.view import FirstClick
from sapper.web.forms import fields
from sapper.web.store.entries import Entry, Event
from sapper.web.store.sqlite import DamagedGame, Store

MOST_EVENTS = 20_000


def begin(entry: Entry) -> Game:
    """Start the game that an entry describes; open what is given, if anything is."""
    game = game_from_id(entry.board)
    if entry.given is not None:
        if game.layout is None:
            raise InvalidPosition("a game from a position needs its layout")
        return resume(game.layout, read_position(entry.given))
    rule = FirstClick(entry.first_click)
    if game.seed is None and rule is not game.first_click:
        assert game.layout is not None
        game = Game.of(game.layout, rule)
    if entry.start is not None:
        game.pin(entry.start)
        game.open(entry.start, 0.0)
    return game


class StoredGame:
    """A game in progress; `entry` and `events` are what the store holds.

    The first `given` actions of the game are not the player's: they opened what was given.
    """

    def __init__(self, entry: Entry, events: list[Event]) -> None:
        self.entry = entry
        self.events = events
        self.keys = {event.key: event.seq for event in events if event.key is not None}
        self.game = self._replayed()

    def _replayed(self) -> Game:
        game = begin(self.entry)
        self.given = len(game.actions)
        for event, following in zip_longest(self.events, self.events[1:]):
            if event.verb == ActionType.UNDO:
                continue
            if following is not None and following.verb == ActionType.UNDO:
                game.note_undone(self._action(event), self._time(following))
            else:
                game.perform(self._action(event))
        return game

    def _action(self, event: Event) -> Action:
        assert event.row is not None
        assert event.column is not None
        return Action(ActionType(event.verb), (event.row, event.column), self._time(event))

    def _time(self, event: Event) -> float:
        started = event.at if self.entry.started is None else self.entry.started
        return round(event.at - started, 3)

    def next_event(self, verb: str, cell: Cell | None, at: float, key: str | None) -> Event:
        """Make a numbered event; its time is never before that of the previous one.

        If the clock was set back, the game goes on without a valid time.
        """
        if len(self.events) >= MOST_EVENTS:
            raise InvalidMove(f"a game has at most {MOST_EVENTS:,} actions")
        latest = max(at, self.events[-1].at) if self.events else at
        if latest > at:
            self.entry = replace(self.entry, timed=False)
        row, column = (None, None) if cell is None else cell
        return Event(self.entry.seq + 1, verb, row, column, latest, key)

    def act(self, event: Event) -> list[Cell]:
        """Apply an event and bring the entry up to date; return the changed cells."""
        if event.verb == ActionType.UNDO:
            changed = self.game.undo(time=self._time(event))
        else:
            changed = self.game.perform(self._action(event))
        self.events.append(event)
        if event.key is not None:
            self.keys[event.key] = event.seq
        self.refresh(event.at, **self._counts(event))
        return changed

    def _counts(self, event: Event) -> dict[str, Any]:
        """Return the fields of the entry that each event changes."""
        entry, undone = self.entry, event.verb == ActionType.UNDO
        return {
            "seq": event.seq,
            "clicks": entry.clicks + (not undone),
            "undos": entry.undos + undone,
            "started": event.at if entry.started is None else entry.started,
        }

    def refresh(self, at: float, **counts: Any) -> None:
        """Update the outcome, the end time and other fields of the entry."""
        outcome = self.game.outcome
        over = outcome is not Outcome.PLAYING
        bbbv = count_bbbv(self.game) if over and self.entry.bbbv is None else self.entry.bbbv
        self.entry = replace(
            self.entry,
            outcome=cast("fields.Outcome", str(outcome)),
            ended=at if over else None,
            bbbv=bbbv,
            **counts,
        )

    def lay(self, board: str) -> None:
        """Use the board that was generated for the first click."""
        self.entry = replace(self.entry, board=board)
        self.game = self._replayed()

    def again(self, id: str, created: float) -> Entry:
        """Return a new game on the same board, with its start if that was promised."""
        game, old = self.game, self.entry
        if game.outcome is Outcome.PLAYING:
            raise InvalidMove("the game is not over: a second one would show its mines")
        clicked = game.first if game.first_click is not FirstClick.NONE else None
        row, column = game.start or clicked or (None, None)
        return replace(
            Entry(id, created, "again", old.level, board_id(game), old.first_click, row, column),
            unranked="seen",
            tier=old.tier,
            date=old.date,
            given=old.given,
        )

    @property
    def awaits_board(self) -> bool:
        """Whether the board is not generated until the first click."""
        return self.entry.kind == "no_guess" and self.game.layout is None


def replay(store: Store, entry: Entry) -> StoredGame:
    """Replay a game of the store; raise DamagedGame if its actions are damaged."""
    try:
        return StoredGame(entry, store.events(entry.id))
    except (SapperError, ValueError, TypeError, LookupError, AssertionError) as error:
        raise DamagedGame(entry.id, store.path) from error


def count_bbbv(game: Game) -> int | None:
    """Return the 3BV of the board, or None if its mines are not laid yet."""
    return None if game.layout is None else metrics(game.layout).bbbv
