"""Review of a stored game, or of one that is posted."""

from __future__ import annotations

import json

from fastapi import APIRouter, Request, Response

from sapper.rules.game import Outcome
from sapper.rules.json_forms import game_to_json
from sapper.web.context import Shared, answer, problems
from sapper.web.problems import Kind, Problem
from sapper.web.routes.games import GameId, remember_accuracy
from sapper.web.store.thread import Desk
from sapper.web.wire import answers, requests
from sapper.web.wire.forms import Json

router = APIRouter(prefix="/api", tags=["review"])


@router.get(
    "/games/{id}/review", response_model=answers.ReviewAnswer, responses=problems(404, 409, 504)
)
async def review_stored(id: GameId, request: Request, context: Shared) -> Response:
    """Judge every move of a finished game."""
    game = await context.scribe.do(lambda desk: _finished(desk, id))
    found = json.loads(await context.ask_work(request, "review", game=game)) | {"id": id}
    await remember_accuracy(context, id, found["accuracy"])
    return answer(found)


def _finished(desk: Desk, id: str) -> Json:
    record = desk.game(id)
    if record.game.outcome is Outcome.PLAYING:
        message = "only a finished game can be reviewed"
        raise Problem(Kind.NOT_ALLOWED, message, seq=record.entry.seq)
    return game_to_json(record.game)


@router.post("/review", response_model=answers.ReviewAnswer, responses=problems(409, 504))
async def review_posted(
    asked: requests.ReviewRequest, request: Request, context: Shared
) -> Response:
    """Judge every move of a game that is not kept here."""
    return answer(await context.ask_work(request, "review", game=asked.game))
