"""Players that write to their view win nothing by it, and the arena reports what they did."""

from __future__ import annotations

import ctypes
import gc
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest

from sapper.arena.chunk import ChunkResult, Contest, Task, play_chunk
from sapper.players import Move
from sapper.players.protocol import turns
from sapper.rules.board import Level
from sapper.rules.game import Game, Outcome
from sapper.rules.view import FirstClick, View, ViewWriter

GAMES = 40
EXPERT = Level.NAMED["expert"]


def shut(view: Any) -> list[tuple[int, int]]:
    return list(view.unopened)[: view.board.size - view.mines - len(view.opened)]


def reveal(view: Any) -> None:
    for cell in shut(view):
        view.reveal(cell, 0)


def reveal_by_the_writer(view: Any) -> None:
    """Make a writer of the view: it writes to another view."""
    writer = ViewWriter.of(view)
    for cell in shut(view):
        writer.reveal(cell, 0)


def flag(view: Any) -> None:
    for cell in view.unopened:
        view.toggle_flag(cell)


def add_flags(view: Any) -> None:
    view.flags.update(view.unopened)


def extend_opened(view: Any) -> None:
    view.opened.extend(shut(view))


def replace_opened(view: Any) -> None:
    view.opened = [*view.opened, *shut(view)]


def replace_board(view: Any) -> None:
    view.board = type(view.board)(1, 1)


def write_array(view: Any) -> None:
    view.array[:] = 0


def unlock_array(view: Any) -> None:
    view.array.flags.writeable = True


def write_base(view: Any) -> None:
    base = view.array
    while isinstance(base, np.ndarray):
        base = base.base
    base[0] = 0


def subclass(view: Any) -> None:
    """Write with the methods of a subclass."""

    class Mine(View):
        def reveal(self) -> None:
            self.opened = self.opened[:] * 2  # type: ignore[assignment]

    Mine.reveal(view)


def change_class(view: Any) -> None:
    view.__class__ = type("Mine", (View,), {"__slots__": ()})
    view.opened = []


# These go behind the class's back. They deceive the player itself, not the game.


def private_parts(view: Any) -> None:
    for cell in shut(view):
        view._cells.append(cell)
    for index in range(view.board.size):
        view._marks[index] = 0
    view._flags.clear()


def close_again(view: Any) -> None:
    """Close what is open, so as to open it twice."""
    for index in range(view.board.size):
        view._marks[index] = -1


def replaced_parts(view: Any) -> None:
    object.__setattr__(view, "opened", list(view.board)[: view.board.size - view.mines])
    object.__setattr__(view, "_marks", view._marks[:5])
    object.__setattr__(view, "board", None)


def shrunk_marks(view: Any) -> None:
    view._marks.pop()


def everything_in_memory(view: Any) -> None:
    address, size = view._marks.buffer_info()
    ctypes.memset(address, 0, size)


OPENLY = [
    *(reveal, flag, add_flags, extend_opened, replace_opened, replace_board, write_array),
    *(unlock_array, write_base, subclass, change_class),
]
BEHIND = [private_parts, close_again, replaced_parts, shrunk_marks, everything_in_memory]
HARMLESS = [reveal_by_the_writer]


class Cheat:
    """Opens a corner, cheats, and goes on opening cells row by row."""

    trick: Callable[[Any], None]

    def __init__(self, seed: int) -> None:
        self._cells: Iterator[tuple[int, int]] | None = None

    def move(self, view: Any) -> Move:
        if self._cells is None:
            self._cells = iter([*View(view.height, view.width).board])
        elif view.opened:
            type(self).trick(view)
        return Move(next(self._cells), False, "let us see")


def played(trick: Callable[[Any], None], monkeypatch: pytest.MonkeyPatch) -> ChunkResult:
    monkeypatch.setattr(Cheat, "trick", staticmethod(trick), raising=False)
    contest = Contest(f"{__name__}:Cheat", EXPERT, FirstClick.SAFE, seed=5)
    monkeypatch.setattr("sapper.arena.chunk.player_class", lambda name: Cheat)
    return play_chunk(Task(contest, 0, 0, GAMES))


@pytest.mark.parametrize("trick", OPENLY, ids=lambda trick: trick.__name__)
def test_a_cheat_costs_its_game_and_is_reported(
    trick: Callable[[Any], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each attempt to write to the view is an error that loses the game and is counted."""
    chunk = played(trick, monkeypatch)
    assert not chunk.won.any()
    assert sum(failures.count for failures in chunk.failures.values()) >= GAMES // 2


@pytest.mark.parametrize("trick", [*BEHIND, *HARMLESS], ids=lambda trick: trick.__name__)
def test_the_game_never_asks_the_view(
    trick: Callable[[Any], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Tampering with a view's internals wins nothing: the game keeps its own count."""
    assert not played(trick, monkeypatch).won.any()


def test_a_kept_view_follows_the_game_and_cannot_lead_it() -> None:
    """A view kept from the first move on shows the game, and no change made later reaches it."""
    kept: list[View] = []

    class Keeper:
        def __init__(self, seed: int) -> None: ...

        def move(self, view: View) -> Move | None:
            kept.append(view)
            return Move((0, 0), False, "one move") if not view.opened else None

    game = Game(EXPERT, seed=5)
    assert [turn.move.cell for turn in turns(game, Keeper(0))] == [(0, 0)]
    assert kept[0] is game.view
    for trick in OPENLY:
        with pytest.raises((AttributeError, TypeError, ValueError)):
            trick(kept[0])
    for hidden in BEHIND[:2]:
        hidden(kept[0])
    assert game.outcome is Outcome.PLAYING
    assert game.open((0, 5))


def test_a_view_leads_to_no_game() -> None:
    """No chain of references leads from a view to its game or its layout."""
    game = Game(EXPERT, seed=5)
    game.open((0, 0))
    seen: dict[int, object] = {}
    waiting: list[object] = [game.view]
    while waiting:
        thing = waiting.pop()
        if id(thing) in seen or isinstance(thing, type):
            continue
        seen[id(thing)] = thing
        waiting += gc.get_referents(thing)
    assert not {id(game), id(game.layout), id(game._seen)} & seen.keys()
    assert len(seen) > 10
