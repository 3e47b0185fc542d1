"""All routes of the API, in the order in which they are looked for."""

from __future__ import annotations

from sapper.web.routes import (
    analysis,
    boards,
    games,
    help,
    history,
    replays,
    review,
    training,
    watch,
)

_PARTS = (
    *(games.routes, help.routes, analysis.routes, replays.pictures, boards.routes, watch.routes),
    *(review.routes, replays.routes, training.routes, history.routes),
)
ROUTES = [route for part in _PARTS for route in part.listed]
