from __future__ import annotations

import json
import pickle
import random
from pathlib import Path

import numpy as np
import pytest
from harness.positions import checkerboard, midgame, same
from harness.scale import repeats

from sapper.engine import analyse, reference
from sapper.rules.board import Board, Cell, Layout
from sapper.rules.errors import InvalidBoard, InvalidMove, InvalidPosition
from sapper.rules.game import Game, Outcome
from sapper.rules.notation import read_view
from sapper.rules.view import View

HARD = json.loads((Path(__file__).parent.parent / "data" / "hard_positions.json").read_text())


@pytest.mark.parametrize("position", HARD, ids=lambda position: str(position["name"]))
def test_hard_positions_are_exact(position: dict[str, object]) -> None:
    """The number of layouts and the risk of some boxes equal the reference's exactly."""
    view = View.of(position["board"], position["mines"])  # type: ignore[arg-type]
    analysis = analyse(view)
    assert analysis.exact
    needs = reference.witnesses(view, set())
    boxes, floating = reference.boxes_of(view, set(), needs)
    (part,) = reference.components(boxes)
    outside = reference.Outside(view, len(floating), 0, None)
    total = outside.weigh(reference.sweep(part, needs))
    assert analysis.layouts == total
    for box in random.Random(1).sample(part, repeats(1, 4)):
        mined = outside.weigh(reference.sweep(part, needs, counted=box))
        expected = float(mined / total / len(box.cells))
        assert analysis.risk[box.cells[0]] == pytest.approx(expected, rel=0, abs=1e-12)
        assert (expected == 0) == (box.cells[0] in analysis.safe)
        assert (expected == 1) == (box.cells[0] in analysis.mines)


def test_certain_cells_are_certain_in_the_game_itself() -> None:
    """In 150 midgames on expert, no cell called safe is a mine and none called a mine is safe."""
    for index in range(150):
        game = midgame(index)
        assert game.layout is not None
        if game.outcome is Outcome.PLAYING:
            analysis = analyse(game.view)
            assert not analysis.safe & game.layout.mines
            assert analysis.mines <= game.layout.mines


def test_risks_add_up_to_the_mines() -> None:
    """The risks of all cells add up to the number of mines."""
    for index in range(60):
        game = midgame(index)
        if game.outcome is Outcome.PLAYING:
            assert float(np.nansum(analyse(game.view).risk)) == pytest.approx(99, abs=1e-6)


def test_risks_are_calibrated_in_play() -> None:
    """Over the cells of 150 midgames, as many are mines as the risks say, within four sigma."""
    expected, variance, found = 0.0, 0.0, 0
    for index in range(150):
        game = midgame(index)
        if game.outcome is not Outcome.PLAYING or game.layout is None:
            continue
        best = analyse(game.view).risk
        cell: Cell = divmod(int(np.nanargmin(np.abs(best - 0.4))), 30)
        risk = float(best[cell])
        expected += risk
        variance += risk * (1 - risk)
        found += game.layout.is_mine(cell)
    assert abs(found - expected) < 4 * variance**0.5


def test_hidden_mines_do_not_matter() -> None:
    """Moving mines that the view does not see changes no bit of the answer."""
    for index in range(40):
        game = midgame(index, "intermediate")
        if game.outcome is not Outcome.PLAYING or game.layout is None:
            continue
        analysis = analyse(game.view)
        unseen = sorted(analysis.floating)
        kept = game.layout.mines - analysis.floating
        moved = random.Random(index).sample(unseen, len(game.layout.mines) - len(kept))
        moved_game = Game.of(Layout.of(game.board, kept | set(moved)))
        for action in game.actions:
            moved_game.perform(action)
        assert same(analyse(moved_game.view), analysis)


def test_arrays_and_views_are_one() -> None:
    """Rows of numbers, arrays and views of the same position get the same answer."""
    view = midgame(1).view
    expected = analyse(view)
    assert same(analyse(view.array, mines=99), expected)
    assert same(analyse(view.array.tolist(), mines=99), expected)
    assert same(analyse(view.array.astype(np.int32), mines=np.int64(99)), expected)  # type: ignore[arg-type]


def test_flags_are_opinions_unless_trusted() -> None:
    """A wrong flag changes nothing by default, and is believed when flags are trusted."""
    view = read_view("mines 1\n1 1 1\n# # #")
    plain = analyse(view)
    assert plain.mines == {(1, 1)}
    wrong = read_view("mines 1\n1 1 1\nF # #")
    assert same(analyse(wrong), plain)
    with pytest.raises(InvalidPosition):
        analyse(wrong, flags="trust")
    right = read_view("mines 1\n1 1 1\n# F #")
    assert analyse(right, flags="trust").safe == {(1, 0), (1, 2)}


def test_unknown_total_needs_a_density() -> None:
    """Without a total a density is required; floating cells then have exactly that risk."""
    view = read_view("1 # # #\n# # # #")
    with pytest.raises(InvalidBoard, match="density"):
        analyse(view)
    analysis = analyse(view, density=0.25)
    assert analysis.floating_risk == 0.25
    assert analysis.floating == {(0, 2), (0, 3), (1, 2), (1, 3)}


def test_impossible_positions_name_a_clue() -> None:
    """The error says which clue, or that the total is to blame."""
    with pytest.raises(InvalidPosition) as caught:
        analyse(read_view("mines 3\n3 #\n# ."))
    assert caught.value.cell in {(0, 0), (1, 1)}
    with pytest.raises(InvalidPosition, match="the total is 3") as total:
        analyse(read_view("mines 3\n1 #\n# #"))
    assert total.value.cell is None


def test_number_chances() -> None:
    """The chances of the numbers and the risk add up to 1; an open cell has no chances."""
    view = midgame(2).view
    analysis = analyse(view)
    for cell in list(view.unopened)[::7]:
        total = sum(analysis.number_chances(cell)) + float(analysis.risk[cell])
        assert total == pytest.approx(1, abs=1e-9)
    with pytest.raises(InvalidMove):
        analysis.number_chances((99, 0))
    with pytest.raises(InvalidMove):
        analysis.number_chances((0, 0))


def test_number_chances_say_whether_they_are_exact() -> None:
    """They are a tuple that knows whether it was counted or estimated, pickled or not."""
    counted = analyse(midgame(2).view).number_chances((15, 29))
    assert counted.exact
    assert pickle.loads(pickle.dumps(counted)).exact
    view = checkerboard(13, 13, 45, 1)
    cell = next(iter(view.unopened))
    estimated = analyse(view, steps=0).number_chances(cell)
    assert not estimated.exact
    assert not pickle.loads(pickle.dumps(estimated)).exact
    assert sum(estimated) == pytest.approx(1 - analyse(view, steps=0).risk[cell])
    assert analyse(view).number_chances(cell).exact


def test_components_and_floating_cover_the_unopened() -> None:
    """Expected mines of components, floating cells and certain mines add up to the total."""
    analysis = analyse(midgame(3).view)
    inside = set().union(*(part.cells for part in analysis.components))
    assert not inside & analysis.floating
    loose = analysis.mines - inside - analysis.floating
    expected = sum(part.expected_mines for part in analysis.components) + len(loose)
    expected += len(analysis.floating) * analysis.floating_risk if analysis.floating else 0
    assert expected == pytest.approx(99, abs=1e-6)


def test_json_and_repr() -> None:
    """The JSON form is plain data with the same answer; the repr is one readable line."""
    view = read_view("mines 1\n1 1 #\n# # #")
    analysis = analyse(view)
    data = json.loads(json.dumps(analysis.to_json()))
    assert data["risk"][0][0] is None
    assert data["exact"] is True
    assert data["layouts"] == analysis.layouts
    assert {tuple(cell) for cell in data["safe"]} == analysis.safe
    assert repr(analysis).startswith("<Analysis: ")


def test_risk_is_not_copied() -> None:
    """The array shares the analysis's memory, is read-only, and outlives the analysis."""
    analysis = analyse(midgame(4).view)
    risk = analysis.risk
    assert risk is analysis.risk
    assert not risk.flags.writeable
    assert not risk.flags.owndata
    kept = risk.copy()
    del analysis
    assert np.array_equal(risk, kept, equal_nan=True)


def test_all_open_and_all_mines() -> None:
    """A finished board has no risks; a full one is all mines."""
    done = analyse(read_view("mines 0\n. .\n. ."))
    assert done.best() is None
    assert not done.safe | done.mines
    assert done.layouts == 1
    assert analyse(read_view("mines 4\n# #\n# #")).mines == set(Board(2, 2))
