"""Generated boards, and what this server offers."""

from __future__ import annotations

import json
from dataclasses import asdict
from datetime import date
from functools import cache

from sapper import __version__
from sapper.knowledge.tier import Tier
from sapper.players import player_names
from sapper.rules.board import Level
from sapper.rules.view import FirstClick
from sapper.web.forms import limits, requests
from sapper.web.forms.boards import About, Boards, LevelName, LimitsForm, TierForm
from sapper.web.forms.validation import Json
from sapper.web.jobs.table import BOARDS
from sapper.web.routes.context import Context, new_seed
from sapper.web.routes.routing import Routes
from sapper.web.routes.transport import Answer, Client, answer
from sapper.web.store.games import Games

routes = Routes("/api", "boards")


@routes.post("/boards", 504)
async def make_boards(
    request: requests.BoardsRequest, client: Client, context: Context
) -> Answer[Boards]:
    """Make boards and show their mines; they are for use elsewhere, not for playing here."""
    wish = asdict(request) | {"seed": new_seed() if request.seed is None else request.seed}
    made = await context.ask(client, BOARDS, **wish)
    if request.no_guess is not None:  # others follow from a seed, and no seed that is given counts
        ids = [board["board"] for board in json.loads(made)["boards"]]
        await context.store.write(lambda games: _see(games, ids))
    return Answer(made)


def _see(games: Games, boards: list[str]) -> None:
    for board in boards:
        games.see(board)


@routes.get("/about")
async def about(context: Context) -> Answer[About]:
    """Return the levels, rules, players and limits of this server."""
    context.prepare()  # the page asks this when it loads, and may want help soon
    return answer(About(**offer(), shell=context.version, today=date.today().isoformat()))


@cache
def offer() -> Json:
    """Return what stays the same as long as the server runs."""
    levels = [
        LevelName(
            name=name,
            level=str(level),
            width=level.width,
            height=level.height,
            mines=level.mines,
        )
        for name, level in Level.NAMED.items()
    ]
    return {
        "version": __version__,
        "levels": levels,
        "first_clicks": list(FirstClick),
        "tiers": [TierForm(tier=int(tier), name=str(tier)) for tier in Tier],
        "players": player_names(),
        "limits": LimitsForm(cells=limits.CELLS, analysis_cells=limits.CELLS, bytes=limits.BYTES),
    }
