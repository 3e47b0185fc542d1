"""Engine = reference = brute force, on 3,000 random small positions; 20,000 in the long run."""

from __future__ import annotations

import math

import pytest
from harness.scale import repeats
from hypothesis import given, seed, settings
from oracles.brute import Question, Truth, questions, solved

from sapper.engine import Analysis, analyse, reference
from sapper.rules.errors import InvalidPosition

PARTS = 10
EXAMPLES = repeats(300, 2_000)


def check_risks(question: Question, truth: Truth, analysis: Analysis) -> None:
    exact = reference.analyse(
        question.view, question.density, trust_flags=question.flags == "trust"
    )
    assert exact.risk.keys() == set(truth.cells)
    for cell in truth.cells:
        risk = truth.risk(cell)
        assert exact.risk[cell] == risk
        assert analysis.risk[cell] == pytest.approx(float(risk), rel=0, abs=1e-12)
    assert analysis.safe == exact.safe
    assert analysis.mines == exact.mines
    assert exact.layouts == truth.total


def check_counts(question: Question, truth: Truth, analysis: Analysis) -> None:
    assert analysis.exact
    assert analysis.layouts == len(truth.layouts)
    if question.density is None:
        assert analysis.log_layouts == pytest.approx(math.log(len(truth.layouts)), abs=1e-9)
    view = question.view
    trusted = view.flags if question.flags == "trust" else set()
    unseen = {
        cell
        for cell in truth.cells
        if cell not in trusted and not any(map(view.is_opened, view.board.neighbours(cell)))
    }
    if unseen and analysis.floating_risk < 1:
        assert analysis.floating == unseen


def check_numbers(question: Question, truth: Truth, analysis: Analysis) -> None:
    """Check the chance of each number in the last unopened cell."""
    view, cell = question.view, truth.cells[-1]
    if question.flags == "trust" and cell in view.flags:
        return
    near = [truth.cells.index(c) for c in view.board.neighbours(cell) if not view.is_opened(c)]
    shown = truth.layouts[:, near].sum(axis=1)
    safe = ~truth.layouts[:, -1]
    total = truth.total
    chances = [float(truth.weigh(safe & (shown == number)) / total) for number in range(9)]
    assert analysis.number_chances(cell) == pytest.approx(chances, rel=0, abs=1e-12)


@pytest.mark.parametrize("part", range(PARTS))
def test_engine_is_reference_is_brute_force(part: int) -> None:
    """Risks equal to 1e-12, certain cells and counts identical, impossible ones refused."""
    seen = {"exact": 0, "impossible": 0}

    @seed(part)
    @settings(max_examples=EXAMPLES, derandomize=False, database=None)
    @given(questions())
    def compare(question: Question) -> None:
        truth = solved(question)
        density = None if question.density is None else float(question.density)
        if not len(truth.layouts):
            seen["impossible"] += 1
            with pytest.raises(InvalidPosition):
                analyse(question.view, flags=question.flags, density=density)
            trust = question.flags == "trust"
            with pytest.raises(InvalidPosition):
                reference.analyse(question.view, question.density, trust_flags=trust)
            return
        if not truth.cells:
            return
        seen["exact"] += 1
        analysis = analyse(question.view, flags=question.flags, density=density)
        check_risks(question, truth, analysis)
        check_counts(question, truth, analysis)
        check_numbers(question, truth, analysis)

    compare()
    assert seen["exact"] > EXAMPLES / 2
    assert seen["impossible"] > EXAMPLES / 100
