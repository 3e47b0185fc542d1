"""Replays of imported games, our games as files for other programs, and pictures of theirs."""

from __future__ import annotations

import json
from base64 import b64decode
from typing import Literal

from sapper.rules.json_forms import game_to_json
from sapper.web.forms import requests
from sapper.web.forms.fields import GameId
from sapper.web.forms.limits import PICTURE_BYTES
from sapper.web.forms.replays import PictureReading, ReplayFilm
from sapper.web.jobs.table import PICTURE, REPLAY, REPLAY_FILE
from sapper.web.routes.context import Context
from sapper.web.routes.routing import Body, Routes
from sapper.web.routes.transport import Answer, Client

MEDIA_TYPES = {"rawvf": "text/plain", "evf": "application/octet-stream"}

routes = Routes("/api", "replays")


@routes.get("/games/{id}/replay", 404, 504)
async def replay(id: GameId, client: Client, context: Context) -> Answer[ReplayFilm]:
    """Return the replay that a game was imported from, with the way of the mouse."""
    return Answer(await context.ask(client, REPLAY, data=str(context.data), id=id))


@routes.get("/games/{id}/file", 404, 409, 504)
async def file(
    id: GameId, client: Client, context: Context, format: Literal["rawvf", "evf"] = "rawvf"
) -> Answer[None]:
    """Return a finished game as a replay that other programs show."""
    game = await context.store.read(lambda games: game_to_json(games.finished(id).game))
    found = json.loads(await context.ask(client, REPLAY_FILE, game=game, format=format))
    headers = {"Content-Disposition": f'attachment; filename="sapper-{id}.{format}"'}
    return Answer(b64decode(found["file"]), 200, headers, MEDIA_TYPES[format])


pictures = Routes("/api/picture", "pictures")


@pictures.post("", 504, body=Body(PICTURE_BYTES))
async def read_shown(
    request: requests.PictureRequest, client: Client, context: Context
) -> Answer[PictureReading]:
    """Read the position in a picture; corrections of its looks are remembered."""
    looks = str(context.data.with_name("looks.json"))
    legend = {str(each.look): each.meaning for each in request.legend}
    job = {"picture": request.picture, "mines": request.mines, "legend": legend, "looks": looks}
    return Answer(await context.ask(client, PICTURE, **job))
