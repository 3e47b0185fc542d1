"""Positions in pictures of other programs."""

from __future__ import annotations

from sapper.web.forms import requests
from sapper.web.forms.limits import PICTURE_BYTES
from sapper.web.forms.pictures import PictureReading
from sapper.web.jobs.table import PICTURE
from sapper.web.routes.context import Context
from sapper.web.routes.routing import Body, Routes
from sapper.web.routes.transport import Answer, Client

routes = Routes("/api/picture", "pictures")


@routes.post("", 504, body=Body(PICTURE_BYTES))
async def read_shown(
    asked: requests.PictureRequest, client: Client, context: Context
) -> Answer[PictureReading]:
    """Read the position in a picture; what is told of its looks is remembered."""
    looks = str(context.data.with_name("looks.json"))
    legend = {str(told.look): told.meaning for told in asked.legend}
    job = {"picture": asked.picture, "mines": asked.mines, "legend": legend, "looks": looks}
    return Answer(await context.ask(client, PICTURE, **job))
