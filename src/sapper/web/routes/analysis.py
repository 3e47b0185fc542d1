"""Analysis of any position."""

from __future__ import annotations

import json
from dataclasses import asdict

from sapper.web.forms import requests
from sapper.web.routes.context import Context
from sapper.web.routes.routing import Routes
from sapper.web.routes.transport import Answer, Client, answer

routes = Routes("/api/analyse", "analyse")


@routes.post("", 504)
async def analyse(asked: requests.PositionRequest, client: Client, context: Context) -> Answer:
    """Analyse a position; for an impossible one, return the clues that contradict."""
    return await _analysed(context, client, "analyse", asked)


@routes.post("/numbers", 409, 504)
async def numbers(asked: requests.PositionCellRequest, client: Client, context: Context) -> Answer:
    """Return the chance of each number in a cell."""
    return await _analysed(context, client, "position_numbers", asked)


@routes.post("/explain", 409, 504)
async def explain(asked: requests.PositionCellRequest, client: Client, context: Context) -> Answer:
    """Explain why a cell is safe or a mine."""
    return await _analysed(context, client, "position_explain", asked)


async def _analysed(
    context: Context, client: Client, name: str, asked: requests.PositionRequest
) -> Answer:
    """Ask a worker; a running game in the same position counts as helped from now on."""
    parts = await context.ask_help_in_parts(client, name, asked=asdict(asked))
    rows = json.loads(parts[0])["rows"]
    await context.store.write(lambda games: games.analysed(rows))
    return answer(parts[1])
