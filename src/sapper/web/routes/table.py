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

_PARTS = (games, help, analysis, pictures, boards, watch, review, replays, training, history)
ROUTES = [route for part in _PARTS for route in part.routes.listed]
