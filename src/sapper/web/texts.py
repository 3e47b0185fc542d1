"""Chances as people read them: never 0 or 100 per cent unless it is certain."""

from __future__ import annotations

_TINY = 0.0005  # what one decimal would round to 0.0 %


def chance_text(chance: float, *, certain: bool = False) -> str:
    """Write a chance with one decimal, such as 12.5 %."""
    if certain:
        return "100 %" if chance > 0.5 else "0 %"
    if chance < _TINY:
        return "< 0.1 %"
    return "> 99.9 %" if chance >= 1 - _TINY else f"{100 * chance:.1f} %"


def short_text(chance: float, *, certain: bool = False) -> str:
    """Write a chance for a small cell: one decimal below 10, no sign."""
    if certain:
        return "100" if chance > 0.5 else "0"
    if chance < _TINY:
        return "<.1"
    if chance < 0.0995:
        return f"{100 * chance:.1f}"
    return ">99" if chance >= 0.995 else f"{100 * chance:.0f}"


def share_text(share: float) -> str:
    """Write how much of a whole something is; all and nothing are what they are."""
    return chance_text(share, certain=share in (0.0, 1.0))


def place(cell: tuple[int, int]) -> str:
    return f"row {cell[0]}, column {cell[1]}"
