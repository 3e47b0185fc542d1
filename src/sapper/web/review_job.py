"""A finished game's review as the browser wants it: judgements beside what each move changed.

`sapper.review.review(game)` is expected to have `accuracy`, `luck`, `summary` and `moves`, one
for each action, with `judgement`, `risk`, `least`, `best`, `answers`, `reason` and `text`.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

from sapper.rules.board_id import board_id
from sapper.rules.errors import InvalidMove
from sapper.rules.game import Game, Outcome
from sapper.rules.json_forms import game_from_json, game_to_json
from sapper.web import borrowed
from sapper.web.forms import changed_form, level_form
from sapper.web.insight import reason_form
from sapper.web.limits import check_level
from sapper.web.texts import chance_text, share_text

Json = dict[str, Any]

JUDGEMENTS = ("certain", "best_guess", "needless_risk", "missed_certain")


def review_game(game: Json) -> Json:
    """Judge every move of a recorded game."""
    played = game_from_json(game)
    check_level(played.level)
    if played.outcome is Outcome.PLAYING:
        raise InvalidMove("only a finished game can be reviewed")
    found = borrowed.borrow("review", "the review of a game")(played)
    moves = _moves(played, found)
    counts = Counter(move["judgement"] for move in moves)
    return _game_form(played) | {
        "accuracy": found.accuracy,
        "accuracy_text": _share(found.accuracy),
        "luck": found.luck,
        "luck_text": _share(found.luck),
        "summary": str(getattr(found, "summary", "")),
        "counts": {name: counts[name] for name in JUDGEMENTS},
        "moves": moves,
        "puzzles": [move["number"] for move in moves if _is_puzzle(move)],
    }


def _is_puzzle(move: Json) -> bool:
    return move["judgement"] in ("needless_risk", "missed_certain") and bool(move["answers"])


def _share(share: float | None) -> str | None:
    return None if share is None else share_text(share)


def _game_form(game: Game) -> Json:
    assert game.layout is not None
    return level_form(game.level) | {
        "id": None,
        "first_click": str(game.first_click),
        "outcome": str(game.outcome),
        "board": board_id(game),
        "mine_cells": sorted(game.layout.mines),
        "fatal": game.fatal,
    }


def _moves(played: Game, found: Any) -> list[Json]:
    again = game_from_json(game_to_json(played) | {"actions": [], "outcome": "playing"})
    moves = []
    for number, action in enumerate(played.actions, 1):
        changed = changed_form(again, again.perform(action))
        form = {"number": number, "action": str(action.verb), "cell": action.cell}
        moves.append(
            form | {"time": action.time, "changed": changed} | _judged(found.moves[number - 1])
        )
    return moves


def _judged(move: Any) -> Json:
    judgement = None if move.judgement is None else str(move.judgement).replace(" ", "_")
    return {
        "judgement": judgement,
        "risk": move.risk,
        "risk_text": _risk(move.risk),
        "least": move.least,
        "least_text": _risk(move.least),
        "best": move.best,
        "answers": sorted(move.answers),
        "reason": None if move.reason is None else reason_form(move.reason),
        "sentence": str(move.text),
    }


def _risk(risk: float | None) -> str | None:
    return None if risk is None else chance_text(risk, certain=risk in (0.0, 1.0))
