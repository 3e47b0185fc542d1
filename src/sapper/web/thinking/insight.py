"""Advice as JSON: the overlay of risks, hints, reasons, chances of numbers."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from sapper.advice import Advice, Proof
from sapper.engine import Candidate
from sapper.knowledge import NotCertain
from sapper.rules.board import Cell
from sapper.rules.errors import InvalidMove
from sapper.rules.view import FLAG
from sapper.web.problems import Kind, Problem
from sapper.words import percent, short_percent

Json = dict[str, Any]
_MOST_DIGITS = 400  # of a number of layouts; nobody reads more


def overlay(advice: Advice) -> Json:
    """Return risks of all cells with their texts, the certain cells, and the best move."""
    analysis, risk = advice.analysis, advice.risk
    return {
        "risk": np.where(np.isnan(risk), None, risk).tolist(),  # type: ignore[call-overload]  # its stub knows no objects
        "texts": _texts(advice),
        "safe": sorted(advice.safe),
        "mines": sorted(advice.mines),
        "exact": analysis.exact,
        "layouts": _layouts(analysis.layouts),
        "log10_layouts": analysis.log_layouts / math.log(10),
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
    return form | ({"risk": 0.0, "risk_text": "0 %"} if advice.certain else risk_form(advice, best))


def risk_form(advice: Advice, cell: Cell) -> Json:
    risk = float(advice.risk[cell])
    return {"risk": risk, "risk_text": percent(risk, certain=advice.is_certain(cell))}


def candidate_form(candidate: Candidate) -> Json:
    chances = ("risk", "progress", "chance")
    texts = {f"{name}_text": percent(getattr(candidate, name)) for name in chances}
    return candidate._asdict() | texts


def hint(advice: Advice) -> Json:
    """Return the best move with its reason, and the cells to highlight."""
    form = _NO_HINT if advice.best is None else _move_form(advice, advice.best)
    chances = {
        "chance": advice.chance,
        "chance_text": None if advice.chance is None else percent(advice.chance),
        "candidates": [candidate_form(candidate) for candidate in advice.candidates],
    }
    return form | chances | _why(advice)


def _why(advice: Advice) -> Json:
    if advice.best is None or not advice.certain:
        return _UNEXPLAINED | {"reason": advice.reason}
    form = reason_form(advice.proof(advice.best))
    wrong = "; its flag is wrong" if advice.view[advice.best] == FLAG else ""
    return {"reason": form["text"] + wrong} | {name: form[name] for name in _UNEXPLAINED}


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
        "text": str(proof),
    }


def numbers(advice: Advice, cell: Cell) -> Json:
    """Return the chance that a cell shows 0, 1 … 8."""
    advice.view.board.index(cell)
    chances = advice.analysis.number_chances(cell)
    texts = [
        percent(chance, certain=chance == 0.0 or (chance == 1.0 and cell in advice.safe))
        for chance in chances
    ]
    return {"cell": cell, "numbers": list(chances), "texts": texts} | risk_form(advice, cell)


_UNEXPLAINED: Json = {
    "clues": [],
    "cells": [],
    "tier": None,
    "tier_name": None,
    "uses_mine_count": False,
}
_NO_HINT: Json = {"cell": None, "certain": False, "risk": None, "risk_text": None}
