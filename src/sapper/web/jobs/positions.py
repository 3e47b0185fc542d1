"""Positions and advice as JSON: the overlay of risks, hints, reasons, chances of numbers."""

from __future__ import annotations

import json
import math
from collections.abc import Iterator
from typing import Any

from sapper.advice import Advice, Proof, Strength, advise
from sapper.engine import Candidate, Flags
from sapper.knowledge import NotCertain, Tier
from sapper.players.least_risk import ASSUMED_DENSITY
from sapper.rules.board import Cell
from sapper.rules.errors import InvalidMove, InvalidPosition
from sapper.rules.exchange import read_position
from sapper.rules.json_forms import view_to_json
from sapper.rules.notation import write_view
from sapper.rules.view import FLAG, View
from sapper.web.forms.limits import CELLS
from sapper.web.forms.problems import Kind, Problem, in_words
from sapper.words import percent, share, short_percent

Json = dict[str, Any]
_MOST_DIGITS = 400  # of a number of layouts; nobody reads more


# The jobs. Those about any position first yield it, by which the server finds a running game.


def overlay(position: Json, seq: int) -> Json:
    return {"seq": seq} | overlay_form(_advice(position))


def hint(position: Json, seq: int, strength: str) -> Json:
    return {"seq": seq} | hint_form(_advice(position), Strength(strength))


def numbers(position: Json, seq: int, cell: list[int]) -> Json:
    return {"seq": seq} | numbers_form(_advice(position), (cell[0], cell[1]))


def explain(position: Json, seq: int, cell: list[int]) -> Json:
    return {"seq": seq} | certain_reason(_advice(position), (cell[0], cell[1]))


def analyse(**asked: Any) -> Iterator[Json]:
    """Yield a position, and what is known about it or contradicts in it."""
    view = read_view(asked["position"], asked["mines"])
    yield view_to_json(view)
    form: Json = {"view": view_to_json(view), "text": write_view(view)}
    form |= {"impossible": None, "overlay": None, "hint": None}
    try:
        advice = _advice(**asked)
        yield form | {"overlay": overlay_form(advice), "hint": hint_form(advice)}
    except InvalidPosition as error:
        problem = in_words(error)
        impossible = {"reason": problem.to_json()["detail"], "clues": problem.extras["clues"]}
        yield form | {"impossible": impossible}


def analyse_numbers(cell: list[int], **asked: Any) -> Iterator[Json]:
    """Yield a position and the chance of each number in a cell."""
    yield view_to_json(read_view(asked["position"], asked["mines"]))
    yield numbers_form(_advice(**asked), (cell[0], cell[1]))


def analyse_explain(cell: list[int], **asked: Any) -> Iterator[Json]:
    """Yield a position and why a cell is safe or a mine."""
    yield view_to_json(read_view(asked["position"], asked["mines"]))
    yield certain_reason(_advice(**asked), (cell[0], cell[1]))


def read_view(position: str | Json, mines: int | None = None) -> View:
    """Read a position in any form; `mines` replaces its total."""
    view = read_position(position if isinstance(position, str) else json.dumps(position))
    if view.board.size > CELLS:
        raise Problem(Kind.TOO_LARGE, f"a position may have at most {CELLS:,} cells")
    return view if mines is None else View.of(view.array.tolist(), mines, view.first_click)


def _advice(
    position: str | Json,
    mines: int | None = None,
    density: float | None = None,
    flags: Flags = "ignore",
) -> Advice:
    assumed = ASSUMED_DENSITY if density is None else density
    return advise(read_view(position, mines), flags=flags, density=assumed)


# Their parts.


def overlay_form(advice: Advice) -> Json:
    """Return risks of all cells with their texts, the certain cells, and the best move."""
    analysis = advice.analysis
    return {
        "risk": [[None if risk != risk else risk for risk in row] for row in advice.risk.tolist()],
        "texts": _texts(advice),
        "safe": sorted(advice.safe),
        "mines": sorted(advice.mines),
        "exact": analysis.exact,
        "layouts": _layouts(analysis.layouts),
        "log10_layouts": analysis.log_layouts / math.log(10),
        "chance": advice.chance,
        "chance_text": _chance_text(advice),
    } | _evaluation(advice)


def _texts(advice: Advice) -> list[list[str | None]]:
    risks = advice.risk.tolist()
    texts = [[None if risk != risk else short_percent(risk) for risk in row] for row in risks]
    for cell in advice.safe | advice.mines:
        texts[cell[0]][cell[1]] = short_percent(advice.risk[cell], certain=True)
    return texts


def _layouts(number: int | None) -> str | None:
    return None if number is None or number.bit_length() > _MOST_DIGITS * 3 else str(number)


def _evaluation(advice: Advice) -> Json:
    if advice.best is None:
        return {"best": None, "safety": None, "safety_text": None}
    best = _move_form(advice, advice.best)
    safety = 1 - best["risk"]
    safety_text = percent(safety, certain=advice.certain)
    return {"best": best, "safety": safety, "safety_text": safety_text}


def _move_form(advice: Advice, best: Cell) -> Json:
    form = {"cell": best, "certain": advice.certain}
    return form | (
        {"risk": 0.0, "risk_text": percent(0, certain=True)}
        if advice.certain
        else risk_form(advice, best)
    )


def risk_form(advice: Advice, cell: Cell) -> Json:
    risk = float(advice.risk[cell])
    return {"risk": risk, "risk_text": percent(risk, certain=advice.is_certain(cell))}


def candidate_form(candidate: Candidate) -> Json:
    chances = ("risk", "progress", "chance")
    texts = {f"{name}_text": share(getattr(candidate, name)) for name in chances}
    return candidate._asdict() | texts


def hint_form(advice: Advice, strength: Strength = Strength.ANSWER) -> Json:
    """Return help of some strength; only the answer has the best move and the best candidates."""
    given = advice.hint(strength)
    form = {
        "strength": str(given.strength),
        "certain": advice.certain,
        "reason": given.text,
        "tier": given.tier,
        "tier_name": None if given.tier is None else str(given.tier),
        "clues": given.clues,
        "cells": given.cells,
        "steps": [step.to_json() for step in given.steps],
        "uses_mine_count": given.tier is Tier.MINE_COUNT,
    }
    if given.cell is None:
        return _NO_MOVE | form
    if advice.view[given.cell] == FLAG:
        form["reason"] = f"{given.text} Its flag is wrong."
    return _move_form(advice, given.cell) | _chances(advice) | form


def _chances(advice: Advice) -> Json:
    return {
        "chance": advice.chance,
        "chance_text": _chance_text(advice),
        "candidates": [candidate_form(candidate) for candidate in advice.candidates],
    }


def _chance_text(advice: Advice) -> str | None:
    return None if advice.chance is None else share(advice.chance)


def certain_reason(advice: Advice, cell: Cell) -> Json:
    """Return why a cell is safe or a mine; raise a Problem if it is not certain."""
    try:
        return reason_form(advice.proof(cell))
    except (NotCertain, InvalidMove) as error:
        raise Problem(Kind.NOT_CERTAIN, str(error), cell=list(cell)) from None


def reason_form(proof: Proof) -> Json:
    reason = proof.reason
    return {
        "cell": proof.cell,
        "is_mine": proof.is_mine,
        "tier": None if reason is None else int(reason.tier),
        "tier_name": None if reason is None else str(reason.tier),
        "clues": list(proof.clues),
        "cells": list(proof.cells),
        "uses_mine_count": reason is not None and reason.uses_mine_count,
        "steps": [step.to_json() for step in proof.steps],
        "text": proof.text,
    }


def numbers_form(advice: Advice, cell: Cell) -> Json:
    """Return the chance that a cell shows 0, 1 … 8."""
    advice.view.board.index(cell)
    chances = advice.analysis.number_chances(cell)
    texts = [
        percent(chance, certain=chance == 0.0 or (chance == 1.0 and cell in advice.safe))
        for chance in chances
    ]
    shown = {"cell": cell, "numbers": list(chances), "texts": texts}
    return shown | {"certain": advice.is_certain(cell)} | risk_form(advice, cell)


_NO_MOVE: Json = {
    "cell": None,
    "risk": None,
    "risk_text": None,
    "chance": None,
    "chance_text": None,
    "candidates": [],
}
