"""Advice as JSON: the overlay of risks, hints, reasons, chances of numbers."""

from __future__ import annotations

import math
from typing import Any

from sapper.advice import Advice, Proof, Strength
from sapper.engine import Candidate
from sapper.knowledge import NotCertain, Tier
from sapper.rules.board import Cell
from sapper.rules.errors import InvalidMove
from sapper.rules.view import FLAG
from sapper.web.forms.problems import Kind, Problem
from sapper.words import percent, share, short_percent

Json = dict[str, Any]
_MOST_DIGITS = 400  # of a number of layouts; nobody reads more


def overlay(advice: Advice) -> Json:
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


def hint(advice: Advice, strength: Strength = Strength.ANSWER) -> Json:
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


def reason(advice: Advice, cell: Cell) -> Json:
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


def numbers(advice: Advice, cell: Cell) -> Json:
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
