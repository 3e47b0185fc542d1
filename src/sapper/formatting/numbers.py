"""Texts of counts, lists and chances; a chance is 0 % or 100 % only where that is certain."""

from __future__ import annotations

from collections.abc import Iterable

_TINY = 0.0005  # below this, one decimal would show 0.0 %


def counted(number: int, word: str, plural: str = "") -> str:
    """Write a number with its noun: 1 move, 2 moves.

    >>> counted(1, "move"), counted(2, "guess", "guesses")
    ('1 move', '2 guesses')
    """
    return f"{number} {word if number == 1 else plural or f'{word}s'}"


def mine_count(number: int) -> str:
    """Write a number of mines: no mine, 1 mine, 2 mines.

    >>> mine_count(0), mine_count(2)
    ('no mine', '2 mines')
    """
    return counted(number, "mine") if number else "no mine"


def joined(parts: Iterable[object]) -> str:
    """Join parts as people do: a, b and c.

    >>> joined(["a", "b", "c"])
    'a, b and c'
    """
    *most, last = map(str, parts)
    return f"{', '.join(most)} and {last}" if most else last


def percent(value: float, *, certain: bool = False) -> str:
    """Write a chance with one decimal, such as 12.5 %.

    >>> percent(0.125), percent(0.00001), percent(0.0, certain=True)
    ('12.5 %', 'under 0.1 %', '0 %')
    """
    if certain:
        return "100 %" if value > 0.5 else "0 %"
    if value < _TINY:
        return "under 0.1 %"
    return "over 99.9 %" if value >= 1 - _TINY else f"{100 * value:.1f} %"


def short_percent(value: float, *, certain: bool = False) -> str:
    """Write a chance for a small cell: one decimal below 10, no percent sign.

    >>> short_percent(0.125), short_percent(0.031)
    ('12', '3.1')
    """
    if certain:
        return "100" if value > 0.5 else "0"
    if value < _TINY:
        return "<.1"
    if value < 0.0995:
        return f"{100 * value:.1f}"
    return ">99" if value >= 0.995 else f"{100 * value:.0f}"


def two_digit_percent(value: float) -> str:
    """Write a chance that is not certain in two characters, for a terminal's cell.

    >>> two_digit_percent(0.125), two_digit_percent(0.999)
    ('12', '99')
    """
    whole = round(100 * value)
    return "<1" if whole < 1 else str(min(whole, 99))


def rate(value: float) -> str:
    """Write a measured share with two decimals, such as 39.51 %.

    >>> rate(0.39512)
    '39.51 %'
    """
    return f"{points(value)} %"


def points(value: float, *, decimals: int = 2, signed: bool = False) -> str:
    """Write a share, or the difference of two, in percentage points.

    >>> points(0.137, decimals=1, signed=True)
    '+13.7'
    """
    return f"{100 * value:{'+' if signed else ''}z.{decimals}f}"  # z: no -0.00


def share(value: float) -> str:
    """Write a share of a whole; exactly 0 and exactly 1 count as certain.

    >>> share(0.5), share(1.0)
    ('50.0 %', '100 %')
    """
    return percent(value, certain=value in (0.0, 1.0))
