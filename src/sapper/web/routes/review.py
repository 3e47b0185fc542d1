"""Review of a stored game, or of one that is posted."""

from __future__ import annotations

import json

from fastapi import APIRouter, Request, Response

from sapper.rules.json_forms import game_to_json
from sapper.web.context import Shared, answer, problems
from sapper.web.routes.games import GameId, finished, remember_accuracy
from sapper.web.wire import answers, requests

router = APIRouter(prefix="/api", tags=["review"])


@router.get("/games/{id}/review", response_model=answers.Review, responses=problems(404, 409, 504))
async def review_stored(id: GameId, request: Request, context: Shared) -> Response:
    """Judge every move of a finished game."""
    game = await context.store.run(lambda games: game_to_json(finished(games, id).game))
    found = json.loads(await context.ask_work(request, "review", game=game)) | {"id": id}
    await remember_accuracy(context, id, found["accuracy"])
    return answer(found)


@router.post("/review", response_model=answers.Review, responses=problems(409, 504))
async def review_posted(
    asked: requests.ReviewRequest, request: Request, context: Shared
) -> Response:
    """Judge every move of a game that is not kept here."""
    return answer(await context.ask_work(request, "review", game=asked.game))
