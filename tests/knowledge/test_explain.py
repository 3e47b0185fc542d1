"""Reasons: each certain cell has one that is valid, minimal and as easy as possible."""

from __future__ import annotations

import json
import random
import re
import time
from contextlib import suppress
from dataclasses import replace
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest
from fuzz.fuzz_reasons import failures
from harness.scale import repeats
from hypothesis import HealthCheck, assume, given, settings
from oracles.brute import Question, questions, solved
from oracles.forcing import fault
from oracles.naive_knowledge import layouts_fitting
from oracles.steps import step_fault

from sapper.engine import analyse
from sapper.formatting import at
from sapper.knowledge import Explainer, NotCertain, Reason, Tier, Unexplained, explain
from sapper.players import make_player, turns
from sapper.rules.board import Cell, Layout, Level
from sapper.rules.errors import InvalidBoard, InvalidMove, InvalidPosition, SapperError
from sapper.rules.game import Game
from sapper.rules.notation import read_view
from sapper.rules.view import FirstClick, View, ViewWriter

HARD = Path(__file__).parent.parent / "data" / "hard_positions.json"
Sentences = set[tuple[frozenset[Cell], int]]


def truth(view: View) -> dict[Cell, bool | None]:
    """Return for each unopened cell whether it is a mine; None if that is not certain."""
    found = solved(Question(view, "ignore", None))
    assume(len(found.layouts))
    return {
        cell: bool(column[0]) if (column == column[0]).all() else None
        for cell, column in zip(found.cells, found.layouts.T, strict=True)
    }


def assert_holds(view: View, reason: Reason) -> None:
    assert not fault(view, reason, is_mine=reason.is_mine), str(reason)
    assert not step_fault(view, reason), str(reason)
    assert {clue for step in reason.steps for clue in step.clues} == set(reason.clues)
    assert_well_worded(view, reason)
    assert reason.cell in reason.cells
    assert not any(view.is_opened(cell) for cell in reason.cells)


def assert_well_worded(view: View, reason: Reason) -> None:
    """Whole sentences that name every clue (of a count many are only counted) and the verdict."""
    many = reason.uses_mine_count and len(reason.clues) > 6
    for clue in [] if many else reason.clues:
        assert re.search(rf"[Tt]he {view[clue]} at {at(clue)}\b", reason.text)
    assert not many or f"{len(reason.clues)} clues together" in reason.text
    verdict = "mines?" if reason.is_mine else "safe"
    assert re.search(rf"\b{at(reason.cell)}\b[^.]* (is|are) [^.]*{verdict}\.$", reason.text)
    for text in reason.sentences:
        assert re.fullmatch(r"([A-Z][^.;]*[^ .;]\. )*[A-Z][^.;]*[^ .;]\.", text), text
    numbered = re.findall(r"(?:^|(?<=\. ))(\d+)\. ", reason.text)
    steps = range(1, len(reason.steps) + 1) if len(reason.steps) > 2 else ()
    assert numbered == list(map(str, steps))


def bounded(first: frozenset[Cell], a: int, second: frozenset[Cell], b: int) -> Sentences:
    """Return the three parts of two sentences if the bounds fix them, as the tiers define it."""
    both = first & second
    low = max(0, a - len(first - second), b - len(second - first))
    high = min(len(both), a, b)
    if low != high:
        return set()
    parts = {(both, low), (first - second, a - low), (second - first, b - low)}
    return {part for part in parts if part[0]}


def naive_tier(view: View, cell: Cell) -> Tier:
    """Find the easiest technique up to a chain by trying all pairs; anything else is CASES."""
    raw: Sentences = set()
    for clue in view.opened:
        cells = frozenset(c for c in view.board.neighbours(clue) if not view.is_opened(c))
        raw |= {(cells, view[clue])} if cells else set()

    def settles(sentences: Sentences) -> bool:
        return any(cell in cells and count in (0, len(cells)) for cells, count in sentences)

    if settles(raw):
        return Tier.ONE_CLUE
    pairs = [(*one, *two) for one, two in combinations(sorted(raw, key=str), 2) if one[0] & two[0]]
    if any(settles(bounded(*p)) for p in pairs if p[0] <= p[2] or p[2] <= p[0]):
        return Tier.SUBSET
    if any(settles(bounded(*pair)) for pair in pairs):
        return Tier.OVERLAP
    while True:
        news = set().union(*(bounded(*o, *t) for o, t in combinations(raw, 2) if o[0] & t[0]))
        if settles(raw | news):
            return Tier.CHAIN
        if news <= raw:
            return Tier.CASES
        raw |= news


@settings(max_examples=400)
@given(questions())
def test_every_certain_cell_has_a_reason_and_no_other_has(question: Question) -> None:
    """A cell is explained if and only if all layouts agree on it; the reason is minimal."""
    view = question.view
    known = truth(view)
    explainer = Explainer(view)
    for cell, is_mine in known.items():
        if is_mine is None:
            with pytest.raises(NotCertain, match="is not certain"):
                explainer.explain(cell)
            continue
        reason = explainer.explain(cell)
        assert reason.is_mine is is_mine
        assert reason.is_minimal
        assert_holds(view, reason)


@pytest.mark.parametrize(
    ("text", "cell"),
    [
        ("# # # # #\n1 # 1 1 #\n# 1 # 2 #\n# # # # 1\n", (2, 0)),
        ("mines 3\n#####\n11###\n##21#\n##21#\n##1#1\n", (4, 1)),
    ],
)
def test_a_fact_that_ends_a_case_has_a_step(text: str, cell: Cell) -> None:
    """A contradiction with cells that two clues show to be safe names the step that shows it."""
    view = read_view(text)
    reason = explain(view, cell)
    assert_holds(view, reason)
    clash = next(step for step in reversed(reason.steps) if step.kind == "clash")
    assert all(said.step is not None for said in clash.said if said.clue is None)


def test_reasons_hold_on_positions_that_no_level_has() -> None:
    """Scattered, flagged and contradictory positions, and small games, are explained truly."""
    assert dict(failures(repeats(400, 100_000), seed=1)) == {}


@settings(max_examples=400)
@given(questions())
def test_the_tier_is_the_lowest(question: Question) -> None:
    """A reason has the easiest technique that proves it, and counts mines only if it must."""
    view = question.view
    uncounted = read_view("\n".join(map(" ".join, _rows(view))))
    anyhow = truth(uncounted)
    for cell, is_mine in truth(view).items():
        if is_mine is None:
            continue
        reason = explain(view, cell)
        assert reason.uses_mine_count is (anyhow[cell] is None)
        expected = Tier.MINE_COUNT if anyhow[cell] is None else naive_tier(view, cell)
        assert reason.tier is expected


def _rows(view: View) -> list[list[str]]:
    return [
        [str(number) if (number := view[r, c]) >= 0 else "#" for c in range(view.width)]
        for r in range(view.height)
    ]


@settings(max_examples=60, suppress_health_check=[HealthCheck.filter_too_much])
@given(questions())
def test_a_view_that_no_layout_fits_is_refused(question: Question) -> None:
    """For any cell, a contradiction anywhere is an InvalidPosition."""
    view = question.view
    assume(not len(solved(Question(view, "ignore", None)).layouts))
    for cell in view.unopened:
        with pytest.raises(InvalidPosition):
            explain(view, cell)


def test_open_cells_and_cells_off_the_board_are_refused() -> None:
    """An open cell needs no reason; a cell off the board has none."""
    view = read_view("1 #\n1 #\n")
    with pytest.raises(InvalidMove, match="is open and shows 1"):
        explain(view, (0, 0))
    with pytest.raises(InvalidBoard):
        explain(view, (0, 2))


@pytest.mark.parametrize("cell", [[0, 3], None, ("a", 1), (0, 3, 1), (0, 1.5), "ab", 7])
def test_a_value_that_is_not_a_cell_is_refused_in_words(cell: object) -> None:
    """A wrong type is the caller's mistake, and is reported as one."""
    with pytest.raises(InvalidMove, match=r"a cell is a tuple \(row, column\)"):
        explain(read_view("1 # # #\n"), cell)  # type: ignore[arg-type]  # this is the test


@pytest.mark.parametrize("view", [None, "1 #", [[1, -1]]])
def test_a_value_that_is_not_a_view_is_refused_in_words(view: object) -> None:
    """A wrong type is the caller's mistake, and is reported as one."""
    with pytest.raises(InvalidBoard, match="a View is needed"):
        explain(view, (0, 1))  # type: ignore[arg-type]  # this is the test


def test_a_sentence_of_which_nothing_is_left_is_still_named() -> None:
    """A clash that uses up all cells of a derived sentence is explained by its original cells."""
    view = read_view("# # 2 # # 2\n1 # # # 4 #\n# 2 1 # # 3\n# # # # # #\n")
    reason = explain(view, (0, 3))
    assert reason.is_mine
    assert reason.tier is Tier.CASES
    assert "But then C2 would be a mine, although step 2 shows it safe." in reason.text
    assert_holds(view, reason)


def random_view(dice: random.Random, shown: ViewWriter) -> View:
    """Open half of the safe cells of a random layout; the stated total may be wrong."""
    board = shown.board
    mines = {cell for cell in board if dice.random() < 0.33}
    for cell in sorted(set(board) - mines):
        if dice.random() < 0.5:
            shown.reveal(cell, sum(near in mines for near in board.neighbours(cell)))
    return shown.view


def test_random_views_have_a_reason_or_an_error_in_words() -> None:
    """No small view raises anything but a SapperError."""
    dice = random.Random(11)
    for _ in range(400):
        view = random_view(
            dice, ViewWriter(dice.randint(1, 5), dice.randint(2, 6), dice.choice([None, 2]))
        )
        for cell in view.unopened:
            with suppress(SapperError):
                assert str(explain(view, cell))


def test_a_view_known_to_fit_is_explained_alike() -> None:
    """Skipping the check of the whole view changes no reason."""
    game = Game(Level.parse("expert"), seed=4, first_click=FirstClick.ZERO)
    game.open((8, 15))
    analysis = analyse(game.view)
    quick = Explainer(game.view, fits=True)
    for cell in analysis.safe | analysis.mines:
        assert quick.explain(cell) == explain(game.view, cell)


def test_a_large_open_board_is_quick() -> None:
    """The work grows with the clues, not with their square: half a second, not ten."""
    game = Game(Level(200, 200, 6000), seed=3, first_click=FirstClick.ZERO)
    for cell in sorted(set(game.board) - _mines(game)):
        if not game.view.is_opened(cell) and sum(cell) % 7:
            game.open(cell)
    started = time.process_time()
    with suppress(NotCertain):
        explain(game.view, next(game.view.unopened))
    assert time.process_time() - started < 4, "with room for a slow machine"


def _mines(game: Game) -> frozenset[Cell]:
    game.open((100, 100))
    assert game.layout is not None
    return game.layout.mines


def test_a_chain_explained_by_cases_says_so() -> None:
    """Where a supposition needs fewer clues than the chain, the reason says so."""
    dice, found = random.Random(3), 0
    for _ in range(300):
        view = random_view(dice, ViewWriter(4, 6))
        for cell in view.unopened:
            with suppress(NotCertain):
                reason = explain(view, cell)
                assert reason.supposes is ("Suppose " in reason.text)
                found += reason.supposes and reason.tier is Tier.CHAIN
    assert found


def test_reasons_of_whole_games_hold() -> None:
    """In expert games every certain cell has a reason that forces it and is minimal."""
    for index in range(repeats(1, 4)):
        game = Game(Level.parse("expert"), seed=4, index=index, first_click=FirstClick.ZERO)
        explained: set[Cell] = set()
        for _ in turns(game, make_player("fast")):
            analysis = analyse(game.view)
            for cell in sorted((analysis.safe | analysis.mines) - explained):
                reason = explain(game.view, cell)
                assert reason.is_mine is (cell in analysis.mines)
                assert_holds(game.view, reason)
            explained |= analysis.safe | analysis.mines


def test_shuffling_the_hidden_mines_changes_nothing() -> None:
    """Reasons come from the view: another layout behind it gives the same words."""
    game = Game(Level.parse("5x5/4"), seed=5, first_click=FirstClick.ZERO)
    game.open((2, 2))
    before = _reasons(game)
    tried = 0
    for mines in layouts_fitting(game.board, {cell: game.view[cell] for cell in game.view.opened}):
        if len(mines) == game.level.mines:
            other = Game.of(Layout.of(game.board, mines))
            other.open((2, 2))
            assert _reasons(other) == before
            tried += 1
    assert tried > 1


def _reasons(game: Game) -> list[str]:
    analysis = analyse(game.view)
    return [str(explain(game.view, cell)) for cell in sorted(analysis.safe | analysis.mines)]


def test_flags_prove_nothing() -> None:
    """A flag, right or wrong, changes no step of a reason."""
    view = read_view("mines 3\n. 1 # # #\n. 1 2 # #\n. . 1 # #\n")
    before = {cell: explain(view, cell) for cell in analyse(view).safe}
    flagged = ViewWriter.of(view)
    for cell in view.unopened:
        flagged.toggle_flag(cell)
    for cell, reason in before.items():
        assert replace(explain(flagged.view, cell), flags=reason.flags) == reason


def test_a_known_mine_with_a_flag_is_called_a_flag() -> None:
    """The words point at the player's flags, but only at those that the steps prove."""
    rows = "#1.1##\n#211##\n##1122\n##2...\n##2232\n##2###\n"
    plain, flagged = read_view(rows), read_view(rows.replace("##1122", "FF1122"))
    text = str(explain(plain, (2, 0)))
    assert text.endswith("Counting B3, the 2 at B2 needs no other mine: A3 is safe.")
    assert str(explain(flagged, (2, 0))) == text.replace("Counting B3", "Counting the flag at B3")


@pytest.mark.parametrize("hard", json.loads(HARD.read_text()), ids=lambda hard: hard["name"])
def test_hard_positions_are_answered(hard: dict[str, Any]) -> None:
    """Where counting explodes there is still an answer: a reason, or Unexplained."""
    view = View.of(hard["board"], hard["mines"])
    explainer = Explainer(view, steps=20_000)
    cells = list(view.unopened)
    for cell in cells[:: max(1, len(cells) // 4)]:
        try:
            assert explainer.explain(cell).cell == cell
        except (NotCertain, Unexplained):
            continue


def test_a_large_board_with_few_clues_is_quick() -> None:
    """Only what is near the cell is looked at; the board's size does not matter."""
    shown = ViewWriter(2000, 2000, 500_000)
    shown.reveal((1000, 1000), 8)
    shown.reveal((1000, 1003), 1)
    view = shown.view
    assert explain(view, (1001, 1001)).tier is Tier.ONE_CLUE
    with pytest.raises(NotCertain):
        explain(view, (0, 0))


def test_long_sentences_count_as_more_work() -> None:
    """On a checkerboard of 1s each round reads thousands of long masks: that is not endless."""
    rows = [[-1 if (row + column) % 2 else 1 for column in range(100)] for row in range(100)]
    before = time.process_time()
    with pytest.raises(Unexplained):
        explain(View.of(rows, 1275), (0, 1))
    assert time.process_time() - before < 2.5
