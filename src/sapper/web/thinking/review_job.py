"""The review of a finished game as JSON: verdicts, and the cells that each action changed."""

from __future__ import annotations

from collections import Counter
from typing import Any

from sapper.advice import advise
from sapper.reviewing import Judgement, Review, Verdict, review, summary
from sapper.rules.board_id import board_id
from sapper.rules.errors import InvalidMove
from sapper.rules.game import Game, Outcome, Verb
from sapper.web.thinking.history_job import recorded_game
from sapper.web.thinking.insight import reason_form
from sapper.web.wire.forms import changed_form, level_form
from sapper.words import at, percent, share

Json = dict[str, Any]

# The judgements that the page marks; the first click and other flags have none.
_JUDGEMENTS = {
    Judgement.CERTAIN: "certain",
    Judgement.BEST_GUESS: "best_guess",
    Judgement.NEEDLESS_RISK: "needless_risk",
    Judgement.MISSED: "missed_certain",
    Judgement.BLUNDER: "certain_mine",
    Judgement.WRONG_FLAG: "wrong_flag",
}
_PUZZLES = ("needless_risk", "missed_certain", "certain_mine")
_ACTIONS = {Verb.OPEN: "at", Verb.CHORD: "by the chord at", Verb.FLAG: "with the flag at"}


def review_game(game: Json) -> Json:
    """Judge every move of a recorded game."""
    played = recorded_game(game)
    if played.outcome is Outcome.PLAYING:
        raise InvalidMove("only a finished game can be reviewed")
    found = review(played)
    moves = _moves(played, found)
    counts = Counter(move["judgement"] for move in moves)
    return _game_form(played) | {
        "accuracy": found.accuracy / 100,
        "accuracy_text": share(found.accuracy / 100),
        "luck": found.luck,
        "luck_text": None if found.luck is None else share(found.luck),
        "summary": summary(found),
        "counts": {name: counts[name] for name in _JUDGEMENTS.values()},
        "moves": moves,
        "puzzles": [move["number"] for move in moves if _is_puzzle(move)],
    }


def _is_puzzle(move: Json) -> bool:
    return move["judgement"] in _PUZZLES and bool(move["answers"])


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
    reason, proof = _proofs(verdict)
    return {
        "judgement": _JUDGEMENTS.get(verdict.judgement),
        "risk": risk,
        "risk_text": _risk(risk),
        "least": least,
        "least_text": _risk(least),
        "best": verdict.better[0] if verdict.better else None,
        "answers": list(verdict.better),
        "reason": reason,
        "proof": proof,
        "sentence": _sentence(verdict, reason),
    }


def _sentence(verdict: Verdict, reason: Json | None) -> str:
    """Describe what an action risked or was; the reason is a field of its own."""
    where = f"{_ACTIONS[verdict.action.verb]} {at(verdict.action.cell)}"
    taken = f"You took {percent(verdict.risk)} {where}"
    better = at(verdict.better[0]) if verdict.better else ""
    match verdict.judgement:
        case Judgement.CERTAIN:
            return f"What you opened {where} was proved safe."
        case Judgement.BEST_GUESS:
            return f"{taken}; there was nothing better."
        case Judgement.NEEDLESS_RISK:
            return f"{taken}; the best guess was {better}, with {percent(verdict.best_risk)}."
        case Judgement.MISSED:
            return f"{taken}; {better} was certainly safe."
        case Judgement.BLUNDER:
            if reason is None or not reason["is_mine"]:
                return f"You were sure to lose {where}. {verdict.reason}"
            mine = reason["cell"]
            how = "" if mine == verdict.action.cell else f" (opened {where})"
            return f"{at(mine)}{how} had to be a mine."
        case Judgement.WRONG_FLAG:
            return f"You were wrong {where}: it was certainly safe."
        case Judgement.IDLE if verdict.action.verb is Verb.FLAG:
            return "You took the flag away."
        case _:
            return _PLAIN[verdict.judgement]


_PLAIN = {
    Judgement.FREE: "The first click is always safe here.",
    Judgement.PROVED_FLAG: "It was proved to be a mine.",
    Judgement.UNPROVED_FLAG: "Perhaps right, but nothing proved it.",
    Judgement.IDLE: "It opened nothing.",
}


def _proofs(verdict: Verdict) -> tuple[Json | None, Json | None]:
    """Return why the move was a mistake, and why the better cell was certain, if it was.

    The first is the proof of an opened mine, or else the same as the second.
    """
    if verdict.view is None or not verdict.better:
        return None, None
    advice, better = advise(verdict.view), verdict.better[0]
    proof = reason_form(advice.proof(better)) if better in advice.safe else None
    for mine in advice.easiest_first(advice.mines.intersection(verdict.opens)):
        return reason_form(advice.proof(mine)), proof
    return proof, proof


def _risk(risk: float | None) -> str | None:
    return None if risk is None else percent(risk, certain=risk in (0.0, 1.0))
