"""Verdicts on cells in words."""

from __future__ import annotations


def verdict(is_mine: bool) -> str:
    """Write what a certain cell is, to follow the words "it is"."""
    return "a mine" if is_mine else "safe"


def unanimous(is_mine: bool) -> str:
    """Say why a cell is certain where no shorter reason is known."""
    return f"every layout that fits the position makes it {verdict(is_mine)}"
