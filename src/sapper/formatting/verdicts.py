"""Texts of verdicts on cells."""

from __future__ import annotations

from sapper.formatting.cells import at


def verdict(is_mine: bool) -> str:
    """Return the verdict on a certain cell, to follow the words "it is".

    >>> verdict(True), verdict(False)
    ('a mine', 'safe')
    """
    return "a mine" if is_mine else "safe"


def unanimous(cell: tuple[int, int], is_mine: bool) -> str:
    """Say why a cell is certain where no shorter reason is known.

    >>> unanimous((3, 2), is_mine=False)
    'Every layout that fits the position makes C4 safe.'
    """
    return f"Every layout that fits the position makes {at(cell)} {verdict(is_mine)}."
