"""The trainer: the next puzzle, answers to it, and how the player stands."""

from __future__ import annotations

import json
from typing import Annotated, Literal

from sapper.rules.json_forms import game_to_json
from sapper.training import PuzzleId, Technique, mixed
from sapper.web.forms import requests
from sapper.web.forms import training as forms
from sapper.web.forms.problems import Kind, Problem
from sapper.web.forms.validation import Json, Long
from sapper.web.jobs import table
from sapper.web.routes.context import Context
from sapper.web.routes.routing import Routes
from sapper.web.routes.transport import Answer, Client, ClientGone, answer
from sapper.web.store.games import Games
from sapper.web.store.sqlite import DamagedGame
from sapper.web.store.training import (
    Mistake,
    StoredAttempt,
    TrainingStore,
    change_form,
    standing_form,
)

routes = Routes("/api/training", "training")

PuzzleName = Annotated[str, Long(pattern="[a-z0-9-]{1,80}", examples=("subset-7-0",))]


@routes.get("")
async def how_it_stands(context: Context) -> Answer[forms.TrainingStanding]:
    """Return ratings, attempts and streaks, overall and for each technique."""
    return answer(await context.store.read(lambda games: _standing(TrainingStore(games.store))))


def _standing(stored: TrainingStore) -> forms.TrainingStanding:
    mistakes = stored.mistakes()
    left, searched = len(stored.unsolved(mistakes)), stored.unsearched() is None
    known = forms.MistakesLeft(known=len(mistakes), left=left, searched=searched)
    return standing_form(stored.standing(), known)


@routes.get("/techniques", 504)
async def what_is_taught(client: Client, context: Context) -> Answer[forms.Lessons]:
    """Return a lesson for each technique, the easiest first."""
    return Answer(await context.ask(client, table.LESSONS))


@routes.post("/next", 404, 504)
async def next_puzzle(
    client: Client, context: Context, request: requests.NextPuzzle = requests.MIXED
) -> Answer[forms.TrainingPuzzle]:
    """Return the next puzzle: of a technique, mixed, or from the player's own mistakes."""
    if (choice := request.choice) == "mistakes":
        puzzle = str(await _next_mistake(context, client))
    else:
        puzzle = str(await context.store.read(lambda games: _next_id(games, choice)))
    return await _shown(context, client, puzzle)


def _next_id(games: Games, choice: Technique | Literal["mixed"]) -> PuzzleId:
    stored = TrainingStore(games.store)
    if choice == "mixed":
        choice = mixed(stored.seed, stored.standing().overall.attempts)
    return stored.next_id(choice)


async def _next_mistake(context: Context, client: Client) -> Mistake:
    """Return a mistake to train; search games for mistakes until there is one."""
    while True:
        found = await context.store.write(_unsolved_or_unsearched)
        if isinstance(found, Mistake):
            return found
        if found is None:
            raise Problem(Kind.NOT_FOUND, "there is no mistake left to train")
        await _search(context, client, found)


def _unsolved_or_unsearched(games: Games) -> Mistake | Json | None:
    stored = TrainingStore(games.store)
    for mistake in stored.unsolved(stored.mistakes()):
        return mistake
    while (entry := stored.unsearched()) is not None:
        try:
            stored_game = games.game(entry.id)
            game = {"game": game_to_json(stored_game.game), "given": stored_game.given}
            return {"id": entry.id, "seq": entry.seq, "request": game}
        except DamagedGame:  # a damaged game has nothing to teach
            stored.keep_mistakes(entry.id, entry.seq, [])
    return None


async def _search(context: Context, client: Client, found: Json) -> None:
    try:
        numbers = json.loads(await context.ask(client, table.MISTAKES, **found["request"]))
    except Problem as problem:
        if problem.kind is not Kind.TOO_LONG or isinstance(problem, ClientGone):
            raise
        numbers = {"numbers": []}  # a board too large to review
    await context.store.write(
        lambda games: TrainingStore(games.store).keep_mistakes(
            found["id"], found["seq"], numbers["numbers"]
        )
    )


@routes.get("/puzzles/{puzzle}", 404, 409, 504)
async def get_puzzle(
    puzzle: PuzzleName, client: Client, context: Context
) -> Answer[forms.TrainingPuzzle]:
    """Return a puzzle by its id, and whether it was solved before."""
    return await _shown(context, client, puzzle)


async def _shown(context: Context, client: Client, puzzle: str) -> Answer[forms.TrainingPuzzle]:
    source = await context.store.read(
        lambda games: _source(games, puzzle) | {"about": _attempted(games, puzzle)}
    )
    return Answer(await context.ask(client, table.PUZZLE, **source))


def _source(games: Games, puzzle: str) -> Json:
    """Return what a worker needs to make a puzzle; the game, for a mistake, must be over."""
    source: Json = {"puzzle": puzzle, "game": None, "number": None}
    if (mistake := Mistake.read(puzzle)) is None:
        PuzzleId.read(puzzle)
        return source
    stored = games.finished(mistake.game)
    return source | {"game": game_to_json(stored.game), "number": stored.given + mistake.number}


def _attempted(games: Games, puzzle: str) -> Json:
    stored, mistake = TrainingStore(games.store), Mistake.read(puzzle)
    return {
        "game": None if mistake is None else mistake.game,
        "number": None if mistake is None else mistake.number,
        "solved": stored.solved(puzzle),
        "counts": _counts(stored, puzzle),
    }


def _counts(stored: TrainingStore, puzzle: str) -> bool:
    """Return whether an answer changes the rating: only the first one to the next puzzle does."""
    if Mistake.read(puzzle) is not None:
        return False  # a review has shown the answer
    return str(stored.next_id(PuzzleId.read(puzzle).technique)) == puzzle


@routes.post("/puzzles/{puzzle}/answer", 404, 409, 504)
async def answer_puzzle(
    puzzle: PuzzleName, request: requests.TrainingRequest, client: Client, context: Context
) -> Answer[forms.TrainingAnswer]:
    """Judge an answer; the server makes the puzzle again and judges by itself."""
    given = {"cell": request.cell, "action": request.action}
    source = await context.store.read(lambda games: _source(games, puzzle))
    judged = json.loads(await context.ask(client, table.JUDGE, **source, **given))
    kept = await context.store.write(
        lambda games: _record(TrainingStore(games.store), puzzle, judged, context.now())
    )
    return answer(forms.TrainingAnswer(**judged, **kept))


def _record(stored: TrainingStore, puzzle: str, judged: Json, now: float) -> Json:
    """Keep an answer if it is the first that counts, or to a known mistake."""
    counted, before = _counts(stored, puzzle), stored.standing()
    technique, rating = Technique(judged["technique"]), judged["rating"]
    if counted or Mistake.read(puzzle) in stored.mistakes():
        attempt = StoredAttempt(
            puzzle=puzzle, technique=technique, rating=rating, solved=judged["right"], at=now
        )
        stored.add(attempt, rated=counted)
    change = change_form(before, stored.standing(), technique) if counted else None
    return {"counted": counted, "change": change, "standing": _standing(stored)}
