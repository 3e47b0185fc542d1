"""A finished game's review as the browser wants it: verdicts beside what each action changed."""

from __future__ import annotations

from collections import Counter
from typing import Any

from sapper.review import Review, Verdict, review, summary, told
from sapper.rules.board_id import board_id
from sapper.rules.errors import InvalidMove
from sapper.rules.game import Game, Outcome
from sapper.rules.json_forms import game_from_json
from sapper.web.forms import changed_form, level_form
from sapper.web.insight import Insight
from sapper.web.limits import check_level
from sapper.web.texts import chance_text, share_text

Json = dict[str, Any]

# The words of `sapper.review` that the page knows; flags and the first click have no judgement.
_JUDGEMENTS = {
    "proved safe": "certain",
    "best guess": "best_guess",
    "needless risk": "needless_risk",
    "certain mine": "needless_risk",
    "missed certain cell": "missed_certain",
}


def review_game(game: Json) -> Json:
    """Judge every move of a recorded game."""
    played = game_from_json(game)
    check_level(played.level)
    if played.outcome is Outcome.PLAYING:
        raise InvalidMove("only a finished game can be reviewed")
    found = review(played)
    moves = _moves(played, found)
    counts = Counter(move["judgement"] for move in moves)
    return _game_form(played) | {
        "accuracy": found.accuracy / 100,
        "accuracy_text": share_text(found.accuracy / 100),
        "luck": found.survival,
        "luck_text": share_text(found.survival),
        "summary": summary(found),
        "counts": {name: counts[name] for name in _JUDGEMENTS.values()},
        "moves": moves,
        "puzzles": [move["number"] for move in moves if _is_puzzle(move)],
    }


def _is_puzzle(move: Json) -> bool:
    return move["judgement"] in ("needless_risk", "missed_certain") and bool(move["answers"])


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


def _moves(played: Game, found: Review) -> list[Json]:
    assert played.layout is not None
    again = Game.of(played.layout, played.first_click)
    moves = []
    for verdict in found.verdicts:
        action = verdict.action
        changed = changed_form(again, again.perform(action))
        form = {"number": verdict.number, "action": str(action.verb), "cell": action.cell}
        moves.append(form | {"time": action.time, "changed": changed} | _judged(verdict))
    return moves


def _judged(verdict: Verdict) -> Json:
    risk, least = (verdict.risk, verdict.least_risk) if verdict.opens else (None, None)
    return {
        "judgement": _JUDGEMENTS.get(str(verdict.judgement)),
        "risk": risk,
        "risk_text": _risk(risk),
        "least": least,
        "least_text": _risk(least),
        "best": verdict.better[0] if verdict.better else None,
        "answers": list(verdict.better),
        "reason": _missed(verdict),
        "sentence": _sentence(verdict),
    }


def _sentence(verdict: Verdict) -> str:
    if not verdict.is_mistake:
        return f"{str(verdict.judgement).capitalize()}."
    remark = told(verdict)
    return f"{remark[:1].upper()}{remark[1:]}."


def _missed(verdict: Verdict) -> Json | None:
    """Return why the better cell was certain, where it was."""
    if verdict.view is None or not verdict.better:
        return None
    insight = Insight(verdict.view)
    return insight.reason(verdict.better[0]) if verdict.better[0] in insight.safe else None


def _risk(risk: float | None) -> str | None:
    return None if risk is None else chance_text(risk, certain=risk in (0.0, 1.0))
