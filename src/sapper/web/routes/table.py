"""All routes of the API, in the order in which they are looked for."""

from __future__ import annotations

from sapper.web.routes import (
    analysis,
    boards,
    games,
    help,
    history,
    pictures,
    replays,
    review,
    training,
    watch,
)
from sapper.web.routes.context import Context
from sapper.web.routes.routing import find
from sapper.web.routes.transport import Answer, Call, Stream

_PARTS = (games, help, analysis, pictures, boards, watch, review, replays, training, history)
ROUTES = [route for part in _PARTS for route in part.routes.listed]


async def answer_call(context: Context, call: Call) -> Answer | Stream:
    """Call the function of a route; every error that is not a bug is a SapperError."""
    route = find(ROUTES, call.method, call.path)
    return await route.function(**route.arguments(context, call))
