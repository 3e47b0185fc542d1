"""After a game: how it ended, and a review of each move."""

from __future__ import annotations

import json

from fastapi import APIRouter, Request, Response

from sapper.rules.game import Game, Outcome, Verb
from sapper.rules.json_forms import game_to_json, view_to_json
from sapper.web.context import Context, Shared, answer, problems
from sapper.web.problems import Kind, Problem
from sapper.web.routes.games import GameId
from sapper.web.store.stored_game import StoredGame
from sapper.web.store.thread import Games
from sapper.web.wire import answers, requests
from sapper.web.wire.forms import Json, pace_form

router = APIRouter(prefix="/api", tags=["review"])


@router.get("/games/{id}/ending", response_model=answers.Ending, responses=problems(404, 409, 504))
async def ending(id: GameId, request: Request, context: Shared) -> Response:
    """Describe in a sentence how a finished game ended, with its figures."""
    played = await context.store.run(lambda games: _played(games, id))
    form: Json = played["figures"] | _WON
    if played["fatal"] is not None:
        asked = {"view": played["before"], "cell": played["fatal"]}
        form |= json.loads(await context.ask_help(request, "ending", **asked))
    found = json.loads(await context.ask_help(request, "review", game=played["game"]))
    kept = ("accuracy", "accuracy_text", "luck", "luck_text")
    form |= {name: found[name] for name in kept} | _chord_risk(played, found["moves"])
    await _save_accuracy(context, id, found["accuracy"])
    return answer(form)


def _chord_risk(played: Json, moves: list[Json]) -> Json:
    """Return the risk of a whole chord that lost: the fatal cell is one of several."""
    if played["fatal"] is None or moves[-1]["action"] != str(Verb.CHORD):
        return {}
    return {name: moves[-1][name] for name in ("sentence", "risk", "risk_text")}


_FATAL = ("cell", "risk", "risk_text", "least", "least_text", "certain")
_WON: Json = dict.fromkeys(_FATAL) | {"sentence": "You won."}


def _finished(games: Games, id: str) -> StoredGame:
    """Return a game that is over; refuse one that is not."""
    stored = games.game(id)
    if stored.game.outcome is Outcome.PLAYING:
        raise Problem(Kind.NOT_ALLOWED, "the game is not over yet", seq=stored.entry.seq)
    return stored


def _played(games: Games, id: str) -> Json:
    stored = _finished(games, id)
    game, pace = stored.game, pace_form(stored.entry)
    del pace["clicks"]
    elapsed = round(stored.entry.elapsed or 0.0, 3)
    return {
        "figures": pace | {"outcome": str(game.outcome), "elapsed": elapsed},
        "fatal": game.fatal,
        "before": None if game.fatal is None else view_to_json(_before_last(game).view),
        "game": game_to_json(game),
    }


def _before_last(game: Game) -> Game:
    """Replay a game without its last action."""
    assert game.layout is not None
    earlier = Game.of(game.layout, game.first_click)
    for action in game.actions[:-1]:
        earlier.perform(action)
    return earlier


async def _save_accuracy(context: Context, id: str, accuracy: float | None) -> None:
    """Keep a game's accuracy for the history."""

    def save(games: Games) -> None:
        stored = games.game(id)
        if stored.entry.accuracy != accuracy:
            stored.entry.accuracy = accuracy
            games.save(stored)

    await context.store.run(save)


@router.get("/games/{id}/review", response_model=answers.Review, responses=problems(404, 409, 504))
async def review_stored(id: GameId, request: Request, context: Shared) -> Response:
    """Judge every move of a finished game."""
    game = await context.store.run(lambda games: game_to_json(_finished(games, id).game))
    found = json.loads(await context.ask_work(request, "review", game=game)) | {"id": id}
    await _save_accuracy(context, id, found["accuracy"])
    return answer(found)


@router.post("/review", response_model=answers.Review, responses=problems(409, 504))
async def review_posted(
    asked: requests.ReviewRequest, request: Request, context: Shared
) -> Response:
    """Judge every move of a game that is not in the store."""
    return answer(await context.ask_work(request, "review", game=asked.game))
