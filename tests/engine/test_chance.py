"""The chance of winning that the kernel's player `master` gives at any view."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator
from itertools import islice, pairwise
from random import Random

import numpy as np
import pytest
from oracles.naive_knowledge import layouts_fitting

from sapper import FirstClick, Game, Level, TooLarge, View, advise, make_player, perfect, turns
from sapper.batch.games import REASONS, Series, forecast_games
from sapper.engine import Chooser, first_chances
from sapper.rules.board import Cell, Layout
from sapper.rules.view import ViewWriter


def views(level: str, games: int, seed: int) -> list[View]:
    """Return the views before each move of some games of `fast`."""
    found = []
    for index in range(games):
        game = Game(Level.parse(level), seed=seed, index=index, first_click=FirstClick.SAFE)
        before = game.view.copy()
        for _ in turns(game, make_player("fast")):
            found.append(before)
            before = game.view.copy()
    return found


@pytest.mark.parametrize("level", ["4x4/3", "4x4/5", "5x3/4"])
def test_small_boards_are_exact(level: str) -> None:
    """On a small board the chance, and that of each cell, is what perfect play finds."""
    checked = 0
    for view in views(level, games=6, seed=31):
        if not view.opened:
            continue
        advice = advise(view)
        assert advice.chance == pytest.approx(float(perfect(view).value))
        for cell, chance in first_chances(view).items():
            assert advice.chance_of([cell]) == pytest.approx(float(chance)), (view, cell)
            checked += 1
    assert checked > 20


def test_a_late_position_with_safe_cells_is_exact() -> None:
    """Where perfect play can search a larger board, safe cells included, the values agree."""
    checked = 0
    for view in views("9x9/10", games=25, seed=32):
        if not view.opened or sum(1 for _ in view.unopened) > 22:
            continue
        try:
            value = perfect(view, nodes=5_000).value
        except TooLarge:
            continue
        advice = advise(view)
        if advice.analysis.layouts is not None and advice.analysis.layouts <= 400:
            assert advice.chance == pytest.approx(float(value))
            checked += 1
    assert checked > 50


def test_only_certain_moves_left_means_won() -> None:
    """The chance is exactly 1 when one layout is left, and when nothing is left to open."""
    assert advise(View.of([[-1, 1, 0, 0]], mines=1)).chance == 1.0
    assert advise(View.of([[-1, -1, 1, 0]], mines=1)).chance == 1.0


def test_no_cell_is_worth_more_than_the_best() -> None:
    """Safe cells and the best guess keep the chance, mines leave nothing, the rest is between."""
    dice, guesses = Random(33), 0
    for view in dice.sample(views("16x16/40", games=6, seed=33), 60):
        advice = advise(view)
        assert advice.chance is not None
        for cell in dice.sample(sorted(view.unopened), 6):
            chance = advice.chance_of([cell])
            assert chance is not None
            assert 0 <= chance <= advice.chance
            if view.opened and cell in advice.mines:
                assert chance == 0
            if cell in advice.safe:
                assert chance == advice.chance
        if not advice.certain:
            assert advice.best is not None
            assert advice.chance_of([advice.best]) == pytest.approx(advice.chance)
            guesses += 1
    assert guesses


def test_candidates_come_best_first() -> None:
    """Up to five, the choice first; each opens up at most as often as it is safe."""
    compared = 0
    for view in views("16x16/51", games=12, seed=34):
        advice = advise(view)
        if advice.certain or not view.opened:
            continue
        found = advice.candidates
        assert 1 <= len(found) <= 5
        assert found[0].cell == advice.best
        assert found[0].chance == pytest.approx(advice.chance)
        assert all(one.chance >= two.chance for one, two in pairwise(found))
        for candidate in found:
            assert candidate.risk == pytest.approx(advice.risk[candidate.cell])
            assert candidate.progress <= 1 - candidate.risk + 1e-9
            assert candidate.chance <= 1 - candidate.risk + 1e-9
        compared += len(found) > 1
    assert compared > 5


def test_a_toss_up_may_be_settled_at_any_time() -> None:
    """A pair that no number can tell apart costs nothing extra, even while a cell is safe."""
    view = View.of([[-1, 1, 0, 1, -1], [-1, 1, 0, 1, -1]], mines=2)
    advice = advise(view)
    assert advice.chance == pytest.approx(0.25)
    assert all(advice.chance_of([cell]) == pytest.approx(0.25) for cell in view.unopened)


def test_a_chord_is_worth_no_more_than_any_of_its_cells() -> None:
    """Opening several cells at once risks all of them."""
    view = View.of([[1, -1, -1], [-1, -1, -1]], mines=1)
    advice = advise(view)
    both = advice.chance_of([(0, 1), (1, 0)])
    assert both is not None
    for cell in ((0, 1), (1, 0)):
        assert both <= (advice.chance_of([cell]) or 0)
    assert advice.chance_of([(0, 1), (1, 0), (1, 1)]) == 0


@pytest.mark.parametrize(
    ("rows", "cells", "exact"),
    [
        ([[1, -1], [-1, -1]], [(0, 1), (1, 0)], 1 / 3),
        ([[-1, 1, -1, -1], [-1, -1, -1, -1]], [(0, 0), (0, 2), (1, 1), (1, 2)], 1 / 5),
    ],
)
def test_a_chord_is_exact_where_little_is_left(
    rows: list[list[int]], cells: list[Cell], exact: float
) -> None:
    """The one mine must be elsewhere; then the numbers that appear tell where it is."""
    assert advise(View.of(rows, mines=1)).chance_of(cells) == pytest.approx(exact)


@pytest.mark.parametrize("level", ["4x4/3", "5x3/4"])
def test_two_cells_at_once_are_worth_what_their_numbers_leave(level: str) -> None:
    """Over all layouts, in parts by the two numbers, perfect play gives the same value."""
    dice, checked = Random(37), 0
    for view in views(level, games=6, seed=37):
        unsure = advise(view).unsure
        if not view.opened or len(unsure) < 2:
            continue
        pair = tuple(dice.sample(unsure, 2))
        clues = {cell: view[cell] for cell in view.opened}
        fitting = [m for m in layouts_fitting(view.board, clues) if len(m) == view.mines]
        won = sum(
            float(perfect(after).value) * count for after, count in opened(view, pair, fitting)
        )
        assert advise(view).chance_of(pair) == pytest.approx(won / len(fitting))
        checked += 1
    assert checked > 5


def opened(
    view: View, cells: Iterable[Cell], fitting: Iterable[Collection[Cell]]
) -> Iterator[tuple[View, int]]:
    """Yield each view that opening safe cells may lead to, and its number of layouts."""
    cells, found = list(cells), Counter[tuple[int, ...]]()
    for mines in fitting:
        if not set(cells) & set(mines):
            clues = Layout.of(view.board, mines).clues()
            found[tuple(clues[view.board.index(cell)] for cell in cells)] += 1
    for numbers, count in found.items():
        after = ViewWriter.of(view)
        for cell, number in zip(cells, numbers, strict=True):
            after.reveal(cell, number)
        yield after.view, count


def test_where_the_mines_really_are_changes_nothing() -> None:
    """Games on all layouts that fit a view have the same chances at that view."""
    level, compared = Level.parse("4x4/3"), 0
    for view in views("4x4/3", games=4, seed=38):
        clues = {cell: view[cell] for cell in view.opened}
        others = [m for m in layouts_fitting(view.board, clues) if len(m) == level.mines]
        found = set()
        for mines in others[:: max(1, len(others) // 5)]:
            game = Game.of(Layout.of(view.board, mines))
            for cell in view.opened:
                if not game.view.is_opened(cell):
                    game.open(cell)
            advice = advise(game.view)
            each = tuple(advice.chance_of([cell]) for cell in sorted(game.view.unopened))
            found.add((advice.chance, advice.candidates, each))
        assert len(found) == 1
        compared += len(others) > 1
    assert compared > 5


def test_the_same_view_has_the_same_chance_whatever_was_asked_before() -> None:
    """A chooser that saw other games, and a fresh one, give the same numbers.

    The chance asked for alone is that of the decision.
    """
    seen = views("9x9/10", games=4, seed=35)
    old = Chooser("master", FirstClick.SAFE)
    for view in [*seen, *reversed(seen)]:
        decision = old.decide(view)
        assert decision == Chooser("master", FirstClick.SAFE).decide(view)
        assert old.chance(view) == decision.chance


def searched_for_long() -> View:
    """Return a view in which only the longer search of a move reaches the end of the game."""
    game = Game(Level.parse("9x9/20"), seed=41, index=52, first_click=FirstClick.SAFE)
    for _ in islice(turns(game, make_player("master")), 22):
        pass
    return game.view


def test_a_long_search_chooses_the_move_and_leaves_the_chance() -> None:
    """The move is the only perfect one, the first candidate, and keeps the chance asked for alone.

    That chance is judged: it is not the exact one, and its own choice would be another cell.
    """
    view = searched_for_long()
    decision, exact = Chooser("master", FirstClick.SAFE).decide(view), perfect(view)
    assert {decision.cells[0]} == exact.moves
    assert decision.chance == Chooser("master", FirstClick.SAFE).chance(view)
    assert decision.chance != pytest.approx(float(exact.value), abs=0.01)
    found = decision.candidates
    assert found[0].cell == decision.cells[0]
    assert found[0].risk == decision.risk
    assert len({each.cell for each in found}) == len(found) == 5
    assert found[1].chance == found[0].chance == decision.chance
    advice = advise(view)
    assert advice.best == decision.cells[0]
    assert advice.chance_of(decision.cells) == advice.chance == decision.chance


def test_where_nothing_is_known_there_is_no_chance() -> None:
    """Without a mine total, with trusted flags and on huge boards the chance is None."""
    assert advise(View.of([[1, -1, -1]])).chance is None
    assert advise(View.of([[1, -1, -1]])).chance_of([(0, 2)]) is None
    flagged = View.of([[1, -2, -1, -1]], mines=1)
    assert advise(flagged, flags="trust").chance is None
    assert advise(flagged).chance == 1.0
    huge = ViewWriter(200, 200, 4_000)
    huge.reveal((0, 0), 1)
    assert advise(huge.view).chance is None


@pytest.mark.parametrize(("level", "games"), [("beginner", 3_000), ("intermediate", 800)])
def test_forecasts_at_all_moves_come_true(level: str, games: int) -> None:
    """In each twentieth, outcomes lie within 2 points and 4 standard errors of the forecast.

    All moves of a game share its outcome, so the standard error counts games, not moves.
    """
    played, kept = forecast_games(
        Series("master", Level.NAMED[level], FirstClick.SAFE, seed=36, count=games),
        every_move=True,
    )
    assert len(kept.game) == played.moves.sum()
    assert set(kept.reason) >= {REASONS.index("first"), REASONS.index("certain")}
    won = played.won[kept.game]
    place = np.minimum(kept.chance * 20, 19).astype(int)
    for group in range(20):
        inside = place == group
        if inside.mean() < 0.01:
            continue
        misses = (won - kept.chance)[inside]
        by_game = np.bincount(kept.game[inside], weights=misses)
        error = np.sqrt((by_game**2).sum()) / inside.sum()
        assert abs(misses.mean()) < 0.02 + 4 * error
