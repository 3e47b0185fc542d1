"""Positions and advice as JSON: the overlay of risks, hints, reasons, chances of numbers."""

from __future__ import annotations

import json
import math
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from sapper import engine
from sapper.advice import Advice, Proof, Strength, advise
from sapper.engine import Flags
from sapper.formatting import percent, share, short_percent
from sapper.knowledge import NotCertain, Tier
from sapper.players.least_risk import ASSUMED_DENSITY
from sapper.rules.board import Cell
from sapper.rules.errors import InvalidMove, InvalidPosition
from sapper.rules.file_formats import read_position
from sapper.rules.json_forms import view_to_json
from sapper.rules.notation import write_view
from sapper.rules.view import FLAG, View
from sapper.web.forms import help as forms
from sapper.web.forms.limits import CELLS
from sapper.web.forms.problems import Kind, Problem, in_words
from sapper.web.forms.validation import Json

_MOST_DIGITS = 400  # of a number of layouts; more are unreadable


# The jobs. Those about any position first yield it, by which the server finds a running game.


def overlay(position: Json, seq: int) -> forms.Overlay:
    return overlay_form(_advice(position), seq)


def hint(position: Json, seq: int, strength: str) -> forms.Hint:
    return hint_form(_advice(position), seq, Strength(strength))


def numbers(position: Json, seq: int, cell: list[int]) -> forms.Numbers:
    return numbers_form(_advice(position), cell, seq)


def explain(position: Json, seq: int, cell: list[int]) -> forms.Reason:
    return certain_reason(_advice(position), cell, seq)


def analyse(**request: Any) -> Iterator[Json | forms.Analysis]:
    """Yield a position, and what is known about it or contradicts in it."""
    view = read_view(request["position"], request["mines"])
    yield view_to_json(view)
    text, known = write_view(view), {"impossible": None, "overlay": None, "hint": None}
    form = forms.Analysis(view=view_form(view), text=text, **known)
    try:
        advice = _advice(**request)
        yield replace(form, overlay=overlay_form(advice), hint=hint_form(advice))
    except InvalidPosition as error:
        problem = in_words(error)
        clues = problem.extras["clues"]
        yield replace(form, impossible=forms.Impossible(reason=problem.sentence, clues=clues))


def analyse_numbers(cell: list[int], **request: Any) -> Iterator[Json | forms.Numbers]:
    """Yield a position and the chance of each number in a cell."""
    yield view_to_json(read_view(request["position"], request["mines"]))
    yield numbers_form(_advice(**request), cell)


def analyse_explain(cell: list[int], **request: Any) -> Iterator[Json | forms.Reason]:
    """Yield a position and why a cell is safe or a mine."""
    yield view_to_json(read_view(request["position"], request["mines"]))
    yield certain_reason(_advice(**request), cell)


def view_form(view: View) -> forms.View:
    return forms.View(**view_to_json(view))


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


def overlay_form(advice: Advice, seq: int | None = None) -> forms.Overlay:
    """Return risks of all cells with their texts, the certain cells, and the best move."""
    analysis = advice.analysis
    best = None if advice.best is None else forms.Best(**_move_fields(advice, advice.best))
    safety = None if best is None else 1 - best.risk
    return forms.Overlay(
        seq=seq,
        risk=[[None if risk != risk else risk for risk in row] for row in advice.risk.tolist()],
        texts=_texts(advice),
        safe=sorted(advice.safe),
        mines=sorted(advice.mines),
        exact=analysis.exact,
        best=best,
        safety=safety,
        safety_text=None if safety is None else percent(safety, certain=advice.certain),
        chance=advice.chance,
        chance_text=_chance_text(advice),
        layouts=_layouts(analysis.layouts),
        log10_layouts=analysis.log_layouts / math.log(10),
    )


def _texts(advice: Advice) -> list[list[str | None]]:
    risks = advice.risk.tolist()
    texts = [[None if risk != risk else short_percent(risk) for risk in row] for row in risks]
    for cell in advice.safe | advice.mines:
        texts[cell[0]][cell[1]] = short_percent(advice.risk[cell], certain=True)
    return texts


def _layouts(number: int | None) -> str | None:
    return None if number is None or number.bit_length() > _MOST_DIGITS * 3 else str(number)


def _move_fields(advice: Advice, best: Cell) -> Json:
    if not advice.certain:
        return {"certain": False} | _risk_fields(advice, best)
    return {"cell": best, "certain": True, "risk": 0.0, "risk_text": percent(0, certain=True)}


def _risk_fields(advice: Advice, cell: Cell) -> Json:
    risk = float(advice.risk[cell])
    text = percent(risk, certain=advice.is_certain(cell))
    return {"cell": cell, "risk": risk, "risk_text": text}


def candidate_form(candidate: engine.Candidate) -> forms.Candidate:
    chances = ("risk", "progress", "chance")
    texts: Json = {f"{name}_text": share(getattr(candidate, name)) for name in chances}
    return forms.Candidate(**candidate._asdict(), **texts)


def hint_form(
    advice: Advice, seq: int | None = None, strength: Strength = Strength.ANSWER
) -> forms.Hint:
    """Return help of some strength; only the answer has the best move and the best candidates."""
    given = advice.hint(strength)
    wrong = given.cell is not None and advice.view[given.cell] == FLAG
    return forms.Hint(
        seq=seq,
        strength=given.strength,
        reason=f"{given.text} Its flag is wrong." if wrong else given.text,
        tier=given.tier,
        tier_name=None if given.tier is None else str(given.tier),
        clues=list(given.clues),
        cells=list(given.cells),
        steps=[forms.Step(**step.to_json()) for step in given.steps],
        uses_mine_count=given.tier is Tier.MINE_COUNT,
        **_answer_fields(advice, given.cell),
    )


def _answer_fields(advice: Advice, best: Cell | None) -> Json:
    if best is None:
        return _NO_MOVE | {"certain": advice.certain}
    candidates = [candidate_form(candidate) for candidate in advice.candidates]
    chances = {"chance": advice.chance, "chance_text": _chance_text(advice)}
    return _move_fields(advice, best) | chances | {"candidates": candidates}


def _chance_text(advice: Advice) -> str | None:
    return None if advice.chance is None else share(advice.chance)


def certain_reason(advice: Advice, cell: Sequence[int], seq: int | None = None) -> forms.Reason:
    """Return why a cell is safe or a mine; raise a Problem if it is not certain."""
    try:
        return reason_form(advice.proof((cell[0], cell[1])), seq)
    except (NotCertain, InvalidMove) as error:
        raise Problem(Kind.NOT_CERTAIN, str(error), cell=list(cell)) from None


def reason_form(proof: Proof, seq: int | None = None) -> forms.Reason:
    reason = proof.reason
    return forms.Reason(
        seq=seq,
        cell=proof.cell,
        is_mine=proof.is_mine,
        tier=None if reason is None else int(reason.tier),
        tier_name=None if reason is None else str(reason.tier),
        clues=list(proof.clues),
        cells=list(proof.cells),
        uses_mine_count=reason is not None and reason.uses_mine_count,
        steps=[forms.Step(**step.to_json()) for step in proof.steps],
        text=proof.text,
    )


def numbers_form(advice: Advice, place: Sequence[int], seq: int | None = None) -> forms.Numbers:
    """Return the chance that a cell shows 0, 1 … 8."""
    cell = place[0], place[1]
    advice.view.board.index(cell)
    chances = advice.analysis.number_chances(cell)
    texts = [
        percent(chance, certain=chance == 0.0 or (chance == 1.0 and cell in advice.safe))
        for chance in chances
    ]
    certain, risk = advice.is_certain(cell), _risk_fields(advice, cell)
    return forms.Numbers(seq=seq, numbers=list(chances), texts=texts, certain=certain, **risk)


_NO_MOVE: Json = {
    "cell": None,
    "risk": None,
    "risk_text": None,
    "chance": None,
    "chance_text": None,
    "candidates": [],
}
