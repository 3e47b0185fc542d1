"""Generated boards, and what this server offers."""

from __future__ import annotations

import json
from datetime import date
from functools import cache

from fastapi import APIRouter, BackgroundTasks, Request, Response

from sapper import __version__
from sapper.knowledge.tier import Tier
from sapper.players import player_names
from sapper.rules.board import Level
from sapper.rules.view import FirstClick
from sapper.web import limits
from sapper.web.context import Shared, answer, new_seed, problems
from sapper.web.shell import shell
from sapper.web.store.thread import Games
from sapper.web.wire import requests
from sapper.web.wire.answer_forms import boards as answers
from sapper.web.wire.forms import Json

router = APIRouter(prefix="/api", tags=["boards"])


@router.post("/boards", response_model=answers.Boards, responses=problems(504))
async def make_boards(asked: requests.BoardsRequest, request: Request, context: Shared) -> Response:
    """Make boards and show their mines; they are for use elsewhere, not for playing here."""
    if asked.seed is None:
        asked.seed = new_seed()
    made = await context.ask_work(request, "boards", asked=asked.model_dump(mode="json"))
    if asked.no_guess is not None:  # others follow from a seed, and no seed that is given counts
        shown = [board["board"] for board in json.loads(made)["boards"]]
        await context.store.run(lambda games: _see(games, shown))
    return answer(made)


def _see(games: Games, boards: list[str]) -> None:
    for board in boards:
        games.see(board)


@router.get("/about", response_model=answers.About, responses=problems())
async def about(context: Shared, later: BackgroundTasks) -> Response:
    """Return the levels, rules, players and limits of this server."""
    # the page asks this when it loads, and may want help soon
    later.add_task(context.help.warm_up)
    return answer(_offer() | {"today": date.today().isoformat()})


@cache
def _offer() -> Json:
    levels = [
        {"name": name, "level": str(level), "width": level.width}
        | {"height": level.height, "mines": level.mines}
        for name, level in Level.NAMED.items()
    ]
    return {
        "version": __version__,
        "shell": shell().version,
        "levels": levels,
        "first_clicks": list(FirstClick),
        "tiers": [{"tier": int(tier), "name": str(tier)} for tier in Tier],
        "players": player_names(),
        "limits": {"cells": limits.CELLS, "analysis_cells": limits.CELLS, "bytes": limits.BYTES},
    }
