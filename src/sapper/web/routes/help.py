"""Help while playing: hint, overlay of risks, the chance of each number, reasons."""

from __future__ import annotations

from typing import Any

from sapper.rules.json_forms import view_to_json
from sapper.web.forms import requests
from sapper.web.forms.fields import GameId
from sapper.web.routes.context import Context
from sapper.web.routes.routing import Routes
from sapper.web.routes.transport import Answer, Client, answer
from sapper.web.store.game_forms import Json
from sapper.web.store.games import Games

routes = Routes("/api/games/{id}", "help")


@routes.post("/hint", 404, 409, 504)
async def hint(
    id: GameId,
    client: Client,
    context: Context,
    asked: requests.HintRequest = requests.ANSWER,
) -> Answer:
    """Help with the next move: the clues to look at, the technique, or the answer and why."""
    return await _helped(context, client, id, "hint", strength=str(asked.strength))


@routes.post("/overlay", 404, 409, 504)
async def overlay(id: GameId, client: Client, context: Context) -> Answer:
    """Return the risk of every cell, the certain cells, and how safe the best move is."""
    return await _helped(context, client, id, "overlay")


@routes.post("/numbers", 404, 409, 504)
async def numbers(
    id: GameId, asked: requests.CellRequest, client: Client, context: Context
) -> Answer:
    """Return the chance of each number in a cell."""
    return await _helped(context, client, id, "numbers", cell=asked.cell)


@routes.post("/explain", 404, 409, 504)
async def explain(
    id: GameId, asked: requests.CellRequest, client: Client, context: Context
) -> Answer:
    """Explain why a cell is safe or a mine."""
    return await _helped(context, client, id, "explain", cell=asked.cell)


async def _helped(context: Context, client: Client, id: str, name: str, **arguments: Any) -> Answer:
    """Ask a worker about the view, and add the number of the game's last action."""
    seq, view = await context.store.write(lambda games: _seen(games, id))
    found = await context.ask_help(client, name, view=view, **arguments)
    return answer(b'{"seq":%d,' % seq + found[1:])


def _seen(games: Games, id: str) -> tuple[int, Json]:
    stored = games.game(id)
    games.help(stored)
    return stored.entry.seq, view_to_json(stored.game.view)
