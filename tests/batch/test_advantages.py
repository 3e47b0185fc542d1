"""What one kernel player gains over another, guess by guess."""

import numpy as np
import pytest

from sapper.batch.games import Series, advantages, play_games
from sapper.rules.board import Level
from sapper.rules.errors import SapperError
from sapper.rules.view import FirstClick

LEVEL = Level.parse("9x9/16")


def series(strength: str, count: int, threads: int = 1) -> Series:
    return Series(strength, LEVEL, FirstClick.SAFE, seed=3, count=count, threads=threads)


def test_nobody_gains_over_himself() -> None:
    """A player never differs from itself."""
    found = advantages(series("fast", 20), "fast", playouts=2)
    assert not found.differences.any()
    assert not found.gained.any()


def test_the_games_are_those_of_the_first_player() -> None:
    """Looking at the guesses changes no game, and any number of threads finds the same."""
    one, two = (advantages(series("fast", 40, threads), "master", playouts=4) for threads in (1, 2))
    assert one.won.tolist() == play_games(series("fast", 40)).won.tolist()
    assert one.gained.tolist() == two.gained.tolist()
    assert one.differences.tolist() == two.differences.tolist()
    assert one.differences.any()


def test_the_mean_is_the_difference_of_win_rates() -> None:
    """It agrees with the difference that is counted over many games, and is more precise."""
    count = 1_500
    found = advantages(series("fast", count), "master", playouts=8)
    fast, master = (play_games(series(name, count)).won for name in ("fast", "master"))
    plain = fast.astype(float) - master
    assert np.std(found.gained) < 0.6 * np.std(plain)
    error = np.hypot(np.std(found.gained), np.std(plain)) / np.sqrt(count)
    assert abs(found.gained.mean() - plain.mean()) < 3 * error


def test_playouts_are_needed() -> None:
    """A number of playouts that makes no sense is refused."""
    with pytest.raises(SapperError, match="playouts"):
        advantages(series("fast", 1), "master", playouts=0)
