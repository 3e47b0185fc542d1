"""Boards for positions, days, no-guess games and bulk requests."""

from __future__ import annotations

import json
from datetime import date
from typing import Any

from sapper.boards.daily import daily_board
from sapper.boards.generate import TooMuchEffort, generate
from sapper.boards.metrics import metrics
from sapper.engine import draw_mines
from sapper.knowledge.tier import Tier
from sapper.rules.board import Cell, Layout, Level
from sapper.rules.board_id import board_id, game_from_id
from sapper.rules.game import Game, Outcome
from sapper.rules.json_forms import layout_to_json, view_to_json
from sapper.rules.resuming import resume
from sapper.rules.view import FirstClick, View
from sapper.web.forms.boards import BoardForm, Boards, MetricsForm
from sapper.web.forms.limits import check_level
from sapper.web.forms.problems import Kind, Problem
from sapper.web.forms.validation import Json
from sapper.web.jobs.positions import read_view

_DRAWN = 20_000  # boards to draw before repairing one
_NONE_FOUND = "no such board was found: use fewer mines or another grade"


def begin_at(position: str | Json, seed: int, board: str | None) -> Json:
    """Return the board of a game from a position; draw one that fits if none is named."""
    view = read_view(position)
    game = resume(fitting(view, seed, board), view)
    if game.outcome is not Outcome.PLAYING:
        raise Problem(Kind.INVALID, "nothing is left to play: every safe cell is open")
    given = json.dumps(view_to_json(view))
    return {"level": str(game.level), "board": board_id(game), "given": given}


def fitting(view: View, seed: int, board: str | None) -> Layout:
    """Return the layout of a board, or draw one that fits a view."""
    if board is None:
        return Layout.of(view.board, draw_mines(view, seed))
    layout = game_from_id(board).layout
    if layout is None:
        raise Problem(Kind.INVALID, "this board has no mines before its first click")
    check_level(layout.level)
    return layout


def no_guess_board(level: str, seed: int, first: list[int], tier: int) -> Json:
    """Make the board of a no-guess game for its first click; return its id.

    If no drawn board is suitable, repair one until it is.
    """
    parsed, where, hardest = Level.parse(level), (first[0], first[1]), Tier(tier)
    try:
        made = generate(parsed, first=where, seed=seed, hardest=hardest, attempts=_DRAWN)
    except TooMuchEffort:
        try:
            made = generate(parsed, first=where, seed=seed, hardest=hardest, method="repair")
        except TooMuchEffort:
            raise Problem(Kind.INVALID, _NONE_FOUND) from None
    return {"board": board_id(made.layout)}


def board_of_day(day: str, level: str) -> Json:
    """Make the board of a day; return its id, its start and the technique that it needs."""
    made = daily_board(date.fromisoformat(day), Level.parse(level))
    return {"board": board_id(made.layout), "start": made.first, "tier": made.hardest}


def boards(**request: Any) -> Boards:
    """Make boards, each with its id, its layout and its metrics."""
    level = check_level(Level.parse(request["level"]))
    rule = FirstClick.ZERO if request["no_guess"] else FirstClick(request["first_click"])
    first = request["first"] and (request["first"][0], request["first"][1])
    if first is None and rule is not FirstClick.NONE:
        first = (level.height // 2, level.width // 2)
    make = _graded if request["no_guess"] else _seeded
    made = [make(level, rule, first, request, index) for index in range(request["count"])]
    return Boards(boards=made)


def _seeded(
    level: Level, rule: FirstClick, first: Cell | None, request: Json, index: int
) -> BoardForm:
    game = Game(level, seed=request["seed"], index=index, first_click=rule)
    if first is not None and rule is not FirstClick.NONE:
        game.pin(first)
    assert game.layout is not None  # drawn at once, or pinned
    return _board_form(game.layout, board_id(game), first)


def _graded(
    level: Level, rule: FirstClick, first: Cell | None, request: Json, index: int
) -> BoardForm:
    assert first is not None  # these boards guarantee a zero
    tier = Tier(request["no_guess"])
    try:
        made = generate(
            level,
            first=first,
            seed=request["seed"],
            index=index,
            hardest=tier,
            grade=tier if request["exactly"] else None,
            first_click=rule,
        )
    except TooMuchEffort:
        raise Problem(Kind.INVALID, _NONE_FOUND) from None
    return _board_form(made.layout, board_id(made), first, request["no_guess"])


def _board_form(
    layout: Layout, name: str, start: Cell | None, tier: int | None = None
) -> BoardForm:
    counted = metrics(layout)
    return BoardForm(
        board=name,
        start=start,
        layout=layout_to_json(layout),
        metrics=MetricsForm(bbbv=counted.bbbv, openings=counted.openings, islands=counted.islands),
        tier=tier,
    )
