"""Replays for the page: what the mouse of another program did, and our games as files."""

from __future__ import annotations

from base64 import b64encode
from contextlib import closing
from pathlib import Path

from sapper.replays import Replay, read_replay, write_evf, write_rawvf
from sapper.rules.game import Game
from sapper.web.forms.problems import Kind, Problem
from sapper.web.forms.replays import ReplayFilm, ReplayStep
from sapper.web.forms.validation import Json
from sapper.web.jobs.importing import recorded_game
from sapper.web.store.game_forms import changed_form, level_fields
from sapper.web.store.sqlite import Store


def show_replay(data: str, id: str) -> ReplayFilm:
    """Return the replay that a game was imported from: its figures, its steps, its mouse."""
    with closing(Store(Path(data), read_only=True)) as store:
        file = store.replay_file(id)
    if file is None:
        raise Problem(Kind.NOT_FOUND, "this game was not imported from a replay")
    replay = read_replay(file)
    game, figures, clicks = replay.game, replay.metrics, replay.clicks
    return ReplayFilm(
        **level_fields(game.level),
        id=id,
        format=replay.format,
        program=replay.program,
        player=replay.player,
        mode=replay.mode,
        unjudged=replay.unjudged,
        outcome=str(game.outcome),
        mine_cells=sorted(replay.layout.mines),
        fatal=game.fatal,
        seconds=figures.seconds,
        bbbv=figures.board.bbbv,
        solved_bbbv=figures.solved_bbbv,
        bbbv_per_second=figures.bbbv_per_second,
        ioe=figures.ioe,
        left_clicks=clicks.left,
        right_clicks=clicks.right,
        both_clicks=clicks.both,
        wasted_clicks=clicks.wasted,
        cell_size=replay.cell_size,
        steps=_steps(replay),
        mouse=[(event.time, str(event.mouse), event.x, event.y) for event in replay.events],
    )


def _steps(replay: Replay) -> list[ReplayStep]:
    """Return what each action changed."""
    again = Game.of(replay.layout, replay.game.first_click)
    return [
        ReplayStep(time=action.time or 0.0, changed=changed_form(again, again.perform(action)))
        for action in replay.game.actions
    ]


def write_replay(game: Json, format: str) -> Json:
    """Return a finished game as a file for other programs."""
    played = recorded_game(game)
    data = write_evf(played) if format == "evf" else write_rawvf(played).encode()
    return {"file": b64encode(data).decode()}
