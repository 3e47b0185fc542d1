"""Guesses played out: unbiased, on the same layouts, and bad questions refused."""

from __future__ import annotations

import numpy as np
import pytest

from sapper import InvalidBoard, InvalidPosition, read_view
from sapper.engine import Candidate, TooLarge, analyse, first_chances
from sapper.engine.playouts import play_out
from sapper.rules.errors import SapperError
from sapper.rules.view import View

POSITIONS = [
    "mines 3\n# 1 # # #\n# 2 # # 1\n# # # # #\n",
    "mines 4\n# # # #\n# 2 # #\n# # 1 #\n",
]


def _guess(view: View, cell: tuple[int, int], chance: float = 0.5) -> Candidate:
    return Candidate(cell, float(analyse(view).risk[cell]), 0.0, chance)


@pytest.mark.parametrize("chance", [0.0, 0.5])
@pytest.mark.parametrize("text", POSITIONS)
def test_the_mean_is_the_chance_of_winning(text: str, chance: float) -> None:
    """Where perfect play takes over, it agrees with the exact value of every guess.

    The forecast that luck is measured by changes no mean. Off by four standard errors would
    happen once in 16,000 guesses.
    """
    view = read_view(text)
    risk = analyse(view).risk
    exact = {cell: value for cell, value in first_chances(view).items() if risk[cell] < 1}
    guesses = [_guess(view, cell, chance) for cell in exact]
    values = play_out(view, guesses, count=2_000, seed=5)
    errors = values.std(axis=0) / np.sqrt(len(values)) + 1e-9
    expected = [float(value) for value in exact.values()]
    assert (abs(values.mean(axis=0) - expected) < 4 * errors).all()


def test_all_guesses_meet_the_same_layouts() -> None:
    """The same guess twice has the same values, and another seed has others."""
    view = read_view(POSITIONS[0])
    guess = _guess(view, (0, 0), 0.0)
    values = play_out(view, [guess, guess], count=50, seed=1)
    assert values.shape == (50, 2)
    assert (values[:, 0] == values[:, 1]).all()
    assert (values[:, :1] != play_out(view, [guess], count=50, seed=2)).any()


def test_the_player_that_goes_on_can_be_chosen() -> None:
    """On the same layouts, some games go otherwise with `master` to go on than with `fast`."""
    view = View.of([[1, *[-1] * 8], *[[-1] * 9] * 8], mines=16)
    guess = _guess(view, (0, 8))
    fast, again, master = (
        play_out(view, [guess], count=100, seed=1, strength=name)
        for name in ("fast", "fast", "master")
    )
    assert (fast == again).all()
    assert (fast != master).any()


def test_bad_questions_are_refused() -> None:
    """An open cell, a cell off the board, no guess, an impossible view and too much work."""
    view = read_view(POSITIONS[0])
    guess = _guess(view, (0, 0))
    with pytest.raises(SapperError, match="open cell"):
        play_out(view, [guess._replace(cell=(0, 1))], count=1, seed=0)
    with pytest.raises(SapperError, match="board"):
        play_out(view, [guess._replace(cell=(9, 9))], count=1, seed=0)
    with pytest.raises(SapperError, match="no guess"):
        play_out(view, [], count=1, seed=0)
    with pytest.raises(SapperError, match="risk"):
        play_out(view, [guess._replace(risk=1.0)], count=1, seed=0)
    with pytest.raises(SapperError, match="1000000"):
        play_out(view, [guess, guess], count=600_000, seed=0)
    with pytest.raises(SapperError, match="no strength 'weak'"):
        play_out(view, [guess], count=1, seed=0, strength="weak")
    with pytest.raises(InvalidBoard, match="mine total"):
        play_out(View(3, 5), [guess], count=1, seed=0)
    with pytest.raises(InvalidPosition):
        play_out(read_view("mines 1\n# #\n# 3\n"), [guess], count=1, seed=0)
    with pytest.raises(TooLarge):
        play_out(View(40, 40, 200), [guess], count=1, seed=0)
