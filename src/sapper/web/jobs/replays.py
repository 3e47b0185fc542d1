"""Replays for the page: what the mouse of another program did, and our games as files."""

from __future__ import annotations

from base64 import b64encode
from contextlib import closing
from pathlib import Path
from typing import Any

from sapper.replays import Replay, read_replay, write_evf, write_rawvf
from sapper.rules.game import Game
from sapper.web.forms.problems import Kind, Problem
from sapper.web.jobs.importing import recorded_game
from sapper.web.store.game_forms import changed_form, level_form
from sapper.web.store.sqlite import Store

Json = dict[str, Any]


def show_replay(data: str, id: str) -> Json:
    """Return the replay that a game was imported from: its figures, its steps, its mouse."""
    with closing(Store(Path(data), read_only=True)) as store:
        file = store.replay_file(id)
    if file is None:
        raise Problem(Kind.NOT_FOUND, "this game was not imported from a replay")
    replay = read_replay(file)
    return {"id": id} | _about(replay) | _figures(replay) | _film(replay)


def _about(replay: Replay) -> Json:
    game = replay.game
    return level_form(game.level) | {
        "format": replay.format,
        "program": replay.program,
        "player": replay.player,
        "mode": replay.mode,
        "unjudged": replay.unjudged,
        "outcome": str(game.outcome),
        "mine_cells": sorted(replay.layout.mines),
        "fatal": game.fatal,
    }


def _figures(replay: Replay) -> Json:
    figures, clicks = replay.metrics, replay.clicks
    return {
        "seconds": figures.seconds,
        "bbbv": figures.board.bbbv,
        "solved_bbbv": figures.solved_bbbv,
        "bbbv_per_second": figures.bbbv_per_second,
        "ioe": figures.ioe,
        "left_clicks": clicks.left,
        "right_clicks": clicks.right,
        "both_clicks": clicks.both,
        "wasted_clicks": clicks.wasted,
    }


def _film(replay: Replay) -> Json:
    """Return the mouse, in pixels of the board, and what each action changed."""
    again = Game.of(replay.layout, replay.game.first_click)
    steps = []
    for action in replay.game.actions:
        changed = changed_form(again, again.perform(action))
        steps.append({"time": action.time, "changed": changed})
    mouse = [(event.time, str(event.mouse), event.x, event.y) for event in replay.events]
    return {"cell_size": replay.cell_size, "steps": steps, "mouse": mouse}


def write_replay(game: Json, format: str) -> Json:
    """Return a finished game as a file for other programs."""
    played = recorded_game(game)
    data = write_evf(played) if format == "evf" else write_rawvf(played).encode()
    return {"file": b64encode(data).decode()}
