"""JSON forms of games for the browser: no mine is shown before the end."""

from __future__ import annotations

from datetime import UTC, datetime
from functools import cache

from sapper.formatting import share
from sapper.knowledge.tier import Tier
from sapper.rules.board import Cell, Level
from sapper.rules.board_id import board_id
from sapper.rules.errors import SapperError
from sapper.rules.game import Game, Outcome
from sapper.rules.notation import MARKS, mark_rows
from sapper.web.forms.fields import GameKind
from sapper.web.forms.games import Clock, End, GameState, Pace
from sapper.web.forms.history import HistoryGame
from sapper.web.forms.validation import Json
from sapper.web.store.entries import Entry
from sapper.web.store.ranking import unranked_sentence
from sapper.web.store.stored_game import StoredGame


def level_fields(level: Level) -> Json:
    return {
        "level": str(level),
        "level_name": level.name,
        "width": level.width,
        "height": level.height,
        "mines": level.mines,
    }


def changed_form(game: Game, cells: list[Cell]) -> list[tuple[int, int, str]]:
    """Return row, column and mark of each cell."""
    view = game.view
    return [(row, column, MARKS[view[row, column] + 2]) for row, column in cells]


def state_form(stored: StoredGame, now: float) -> GameState:
    """Return everything that a browser needs to draw the game."""
    game, entry = stored.game, stored.entry
    over = game.outcome is not Outcome.PLAYING
    return GameState(
        **level_fields(game.level),
        **standing_fields(stored, now),
        first_click=game.first_click,
        kind=entry.kind,
        tier=entry.tier,
        date=entry.date,
        rows=mark_rows(game.view),
        start=entry.start,
        board=board_id(game) if over else None,  # that of a seeded one gives its mines away
        moves=[(str(action.type), *action.cell) for action in game.kept[stored.given :]],
    )


def standing_fields(stored: StoredGame, now: float) -> Json:
    """Return what every action may change."""
    game, entry = stored.game, stored.entry
    return {
        "id": entry.id,
        "seq": entry.seq,
        "outcome": str(game.outcome),
        "mines_left": game.view.mines_left,
        "safe_left": game.board.size - game.level.mines - len(game.view.opened),
        "clock": _clock_form(entry, now),
        "undos": entry.undos,
        "helped": entry.helped,
        "unranked": unranked_sentence(entry),
        "end": _end_form(stored),
    }


def _clock_form(entry: Entry, now: float) -> Clock:
    if entry.started is None:
        return Clock(running=False, elapsed=0.0)
    until = now if entry.ended is None else entry.ended
    elapsed = max(0.0, until - entry.started)
    return Clock(running=entry.ended is None, elapsed=round(elapsed, 3))


def _end_form(stored: StoredGame) -> End | None:
    """Return what may be shown once the game is over."""
    game = stored.game
    if game.outcome is Outcome.PLAYING or game.layout is None:
        return None
    mines = game.layout.mines
    return End(
        mines=sorted(mines),
        wrong_flags=sorted(game.view.flags - mines),
        fatal=game.fatal,
        clicks=stored.entry.clicks,
        **vars(pace_form(stored.entry)),
    )


def pace_form(entry: Entry) -> Pace:
    """Return the 3BV and the rates, which only a won game has."""

    def per(quantity: float | None) -> float | None:
        if entry.outcome != "won" or entry.bbbv is None or not quantity:
            return None
        return round(entry.bbbv / quantity, 3)

    return Pace(bbbv=entry.bbbv, bbbv_per_second=per(entry.elapsed), ioe=per(entry.clicks))


def history_form(entry: Entry) -> HistoryGame:
    """Return a game's line in the list of games."""
    return HistoryGame(
        id=entry.id,
        created=iso(entry.created),
        ended=None if entry.ended is None else iso(entry.ended),
        level=entry.level,
        level_name=level_name(entry.level),
        name=game_name(entry.level, entry.kind, entry.tier),
        kind=entry.kind,
        tier=entry.tier,
        date=entry.date,
        outcome=entry.outcome,
        elapsed=None if entry.elapsed is None else round(entry.elapsed, 3),
        clicks=entry.clicks,
        undos=entry.undos,
        helped=entry.helped,
        unranked=unranked_sentence(entry),
        accuracy=entry.accuracy,
        accuracy_text=None if entry.accuracy is None else share(entry.accuracy),
        **vars(pace_form(entry)),
    )


def game_name(level: str, kind: GameKind, tier: int | None) -> str:
    """Name what is played: the level, and what is special about the board."""
    special = {
        "plain": "",
        "no_guess": f", no guess up to {Tier(tier or Tier.MINE_COUNT)}",
        "daily": ", daily",
        "board": ", chosen board",
        "again": ", same board",
        "imported": ", imported",
        "position": ", from a position",
    }
    return level_name(level) + special[kind]


@cache
def level_name(level: str) -> str:
    """Return the name of a stored level; damaged text is its own name."""
    try:
        return Level.parse(level).name
    except SapperError:
        return level


def iso(seconds: float) -> str:
    return datetime.fromtimestamp(seconds, UTC).isoformat(timespec="milliseconds")
