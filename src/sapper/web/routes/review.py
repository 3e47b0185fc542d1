"""After a game: how it ended, and a review of each move."""

from __future__ import annotations

import json
from collections import Counter

from sapper.rules.json_forms import game_to_json
from sapper.web.forms import requests
from sapper.web.forms.fields import GameId
from sapper.web.forms.problems import Kind, Problem
from sapper.web.forms.review import Ending, Review
from sapper.web.forms.validation import Json
from sapper.web.jobs.table import ENDING, NEW_BEST, REVIEW
from sapper.web.routes.context import Context
from sapper.web.routes.routing import Routes
from sapper.web.routes.transport import Answer, Client, answer
from sapper.web.store.game_forms import pace_form
from sapper.web.store.games import Games
from sapper.web.store.stored_game import StoredGame

_FIGURES = ("risk", "risk_text", "least", "least_text")

routes = Routes("/api", "review")


@routes.post("/games/{id}/ending", 404, 409, 504)
async def ending(id: GameId, client: Client, context: Context) -> Answer[Ending]:
    """Describe in a sentence how a finished game ended, with its figures; keep its accuracy."""
    played, figures = await context.store.read(lambda games: _played(games, id))
    found = json.loads(await context.ask(client, ENDING, **played))
    await _save(context, id, found)
    new_best = json.loads(await context.ask(client, NEW_BEST, data=str(context.data), id=id))
    kept = ("accuracy", "accuracy_text", "survival", "survival_text", "outcome")
    skill = {name: found[name] for name in kept}
    return answer(Ending(**figures, **skill, **_last(found), new_best=new_best))


def _last(found: Json) -> Json:
    """Describe the action that lost: for a chord all that it opened, not the fatal cell alone."""
    if found["fatal"] is None:
        won: Json = {"clues": [], "sentence": "You won."}
        return won | dict.fromkeys((*_FIGURES, "best", "cell", "certain"))
    last = found["moves"][-1]
    figures = {name: last[name] for name in (*_FIGURES, "best", "sentence")}
    certain = last["best"] if last["least"] == 0 else None
    clues = [] if last["proof"] is None else last["proof"]["clues"]
    return figures | {"cell": found["fatal"], "certain": certain, "clues": clues}


def _judged(games: Games, id: str) -> StoredGame:
    """Return a game that is over and can be judged."""
    stored = games.finished(id)
    if why := games.store.unjudged(id):
        raise Problem(Kind.NOT_ALLOWED, f"{why} Its moves are not judged.", seq=stored.entry.seq)
    return stored


def _played(games: Games, id: str) -> tuple[Json, Json]:
    """Return a finished game and the figures of its end."""
    stored = _judged(games, id)
    elapsed = round(stored.entry.elapsed or 0.0, 3)
    return _recorded(stored), vars(pace_form(stored.entry)) | {"elapsed": elapsed}


def _recorded(stored: StoredGame) -> Json:
    return {"game": game_to_json(stored.game), "given": stored.given}


async def _save(context: Context, id: str, found: Json) -> None:
    """Keep a game's accuracy and mistakes for the history."""
    accuracy, missed = found["accuracy"], _missed(found)

    def save(games: Games) -> None:
        stored = games.game(id)
        if stored.entry.accuracy != accuracy:
            games.save(stored, accuracy=accuracy)
        games.store.save_missed(id, missed)

    await context.store.write(save)


def _missed(found: Json) -> Counter[int]:
    """Count the mistakes by the technique that was missed; 0 stands for guesses."""
    counts: Counter[int] = Counter()
    for move in found["moves"]:
        if move["judgement"] == "worse_guess":
            counts[0] += 1
        elif move["judgement"] in ("missed_safe", "certain_mine") and move["reason"] is not None:
            counts[move["reason"]["tier"]] += 1
    return counts


@routes.post("/games/{id}/review", 404, 409, 504)
async def review_stored(id: GameId, client: Client, context: Context) -> Answer[Review]:
    """Judge every move of a finished game; keep its accuracy and its mistakes."""
    played = await context.store.read(
        lambda games: _recorded(_judged(games, id)) | {"replay": games.store.has_replay(id)}
    )
    found = await context.ask(client, REVIEW, id=id, **played)
    await _save(context, id, json.loads(found))
    return Answer(found)


@routes.post("/review", 409, 504)
async def review_posted(
    request: requests.ReviewRequest, client: Client, context: Context
) -> Answer[Review]:
    """Judge every move of a game that is not in the store."""
    return Answer(await context.ask(client, REVIEW, game=request.game))
