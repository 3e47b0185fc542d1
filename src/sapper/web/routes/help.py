"""Help while playing: hint, overlay of risks, the chance of each number, reasons."""

from __future__ import annotations

from typing import Any

from sapper.rules.json_forms import view_to_json
from sapper.web.forms import requests
from sapper.web.forms.fields import GameId
from sapper.web.forms.help import Hint, Numbers, Overlay, Reason
from sapper.web.forms.validation import Json
from sapper.web.jobs import table
from sapper.web.jobs.table import Job
from sapper.web.routes.context import Context
from sapper.web.routes.routing import Routes
from sapper.web.routes.transport import Answer, Client
from sapper.web.store.games import Games

routes = Routes("/api/games/{id}", "help")


@routes.post("/hint", 404, 409, 504)
async def hint(
    id: GameId,
    client: Client,
    context: Context,
    request: requests.HintRequest = requests.ANSWER,
) -> Answer[Hint]:
    """Help with the next move: the clues to look at, the technique, or the answer and why."""
    return await _helped(context, client, id, table.HINT, strength=str(request.strength))


@routes.post("/overlay", 404, 409, 504)
async def overlay(id: GameId, client: Client, context: Context) -> Answer[Overlay]:
    """Return the risk of every cell, the certain cells, and how safe the best move is."""
    return await _helped(context, client, id, table.OVERLAY)


@routes.post("/numbers", 404, 409, 504)
async def numbers(
    id: GameId, request: requests.CellRequest, client: Client, context: Context
) -> Answer[Numbers]:
    """Return the chance of each number in a cell."""
    return await _helped(context, client, id, table.NUMBERS, cell=request.cell)


@routes.post("/explain", 404, 409, 504)
async def explain(
    id: GameId, request: requests.CellRequest, client: Client, context: Context
) -> Answer[Reason]:
    """Explain why a cell is safe or a mine."""
    return await _helped(context, client, id, table.EXPLAIN, cell=request.cell)


async def _helped(
    context: Context, client: Client, id: str, job: Job, **arguments: Any
) -> Answer[Any]:
    """Ask a worker about the view of a game; the answer says after which action that is."""
    seen = await context.store.write(lambda games: _seen(games, id))
    return Answer(await context.ask(client, job, **seen, **arguments))


def _seen(games: Games, id: str) -> Json:
    stored = games.game(id)
    games.help(stored)
    return {"seq": stored.entry.seq, "position": view_to_json(stored.game.view)}
