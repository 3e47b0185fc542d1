"""Sapper's games as replays: what is written is the same game when it is read again."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest
from harness.playing import play

from sapper import Game, InvalidNotation, Level, read_layout, read_replay, write_evf, write_rawvf
from sapper.replays import Replay

Reread = Callable[[Game], Replay]


def through_rawvf(game: Game) -> Replay:
    return read_replay(write_rawvf(game, player="Ada").encode())


def through_evf(game: Game) -> Replay:
    return read_replay(write_evf(game, player="Ada"))


both = pytest.mark.parametrize("reread", [through_rawvf, through_evf])


@both
def test_a_game_survives(reread: Reread) -> None:
    """Actions, layout and outcome are the same; without a clock an action takes a second."""
    for index in range(4):
        game = play("textbook", Level.NAMED["beginner"], index)
        replay = reread(game)
        assert (replay.player, replay.program.split()[0]) == ("Ada", "Sapper")
        assert replay.layout == game.layout
        timed = [replace(act, time=float(place)) for place, act in enumerate(game.actions)]
        assert replay.game.actions == timed
        assert replay.game.outcome is game.outcome


@both
def test_flags_chords_times_and_undo(reread: Reread) -> None:
    """Times count from the first action; what was undone is left out; pauses may be long."""
    game = Game.of(read_layout("..*..*"))
    game.flag((0, 2), 10.0)
    game.open((0, 3), 10.25)
    game.open((0, 5), 11.0)
    game.undo(time=12.0)
    game.chord((0, 3), 300.5)
    kept = [replace(action, time=action.time - 10) for action in game.kept if action.time]
    replay = reread(game)
    assert replay.game.actions == kept
    assert list(replay.game.view.opened) == list(game.view.opened)


@both
def test_what_cannot_be_written_is_refused(reread: Reread) -> None:
    """A game without actions, or one that lasts forever, is no replay."""
    with pytest.raises(InvalidNotation, match="nothing was played"):
        reread(Game("beginner"))
    game = Game("beginner")
    game.open((4, 4), 1e300)
    with pytest.raises(InvalidNotation, match="seconds"):
        reread(game)


def test_evf_has_room_for_boards_of_255_cells() -> None:
    """A larger board is refused by EVF and written by RAWVF."""
    game = Game(Level(256, 2, 1))
    game.open((0, 0))
    with pytest.raises(InvalidNotation, match="255x255"):
        write_evf(game)
    assert through_rawvf(game).game.view == game.view
