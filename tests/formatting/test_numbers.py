"""Counts, lists and chances in words."""

from __future__ import annotations

from sapper.formatting import counted, joined, mine_count, percent, points, share, short_percent
from sapper.formatting.numbers import two_digit_percent


def test_chances() -> None:
    """A chance that is not certain is never written as 0 % or 100 %."""
    chances = (1e-300, 0.0004, 0.0005, 0.123, 0.9994, 0.99999, 1.0)
    few, many = "under 0.1 %", "over 99.9 %"
    assert [*map(percent, chances)] == [few, few, "0.1 %", "12.3 %", "99.9 %", many, many]
    assert [*map(short_percent, chances)] == ["<.1", "<.1", "0.1", "12", ">99", ">99", ">99"]
    assert [*map(two_digit_percent, chances)] == ["<1", "<1", "<1", "12", "99", "99", "99"]


def test_certain_chances() -> None:
    """Certainty, and all or nothing of a whole, is written without decimals."""
    assert [percent(chance, certain=True) for chance in (0.0, 1.0)] == ["0 %", "100 %"]
    assert [short_percent(chance, certain=True) for chance in (0.0, 1.0)] == ["0", "100"]
    assert [*map(share, (0.0, 0.5, 1.0))] == ["0 %", "50.0 %", "100 %"]


def test_counts_and_lists() -> None:
    """One is singular, and the last item of a list follows "and"."""
    assert [counted(number, "move") for number in (0, 1, 2)] == ["0 moves", "1 move", "2 moves"]
    assert counted(2, "guess", "guesses") == "2 guesses"
    assert [*map(mine_count, (0, 1, 2))] == ["no mine", "1 mine", "2 mines"]
    assert [joined("a"), joined("ab"), joined(["a", "b", 3])] == ["a", "a and b", "a, b and 3"]


def test_no_points_have_no_sign() -> None:
    """What rounds to nothing is 0.00, never -0.00."""
    assert [points(value) for value in (-0.00001, -0.0, -0.0001)] == ["0.00", "0.00", "-0.01"]
    assert [points(value, signed=True) for value in (-0.00001, 0.00001)] == ["+0.00", "+0.00"]
