"""Removal of unneeded items, by halves."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

T = TypeVar("T")


def minimal(items: Sequence[T], suffice: Callable[[list[T]], bool]) -> list[T]:
    """Return items that suffice and of which none can be left out; try the last ones first.

    A list that suffices must still suffice when items are added.
    """
    kept = list(items)
    blocks = [kept] if kept else []
    while blocks:
        block = blocks.pop()
        without = [item for item in kept if item not in block]
        if suffice(without):
            kept = without
        elif len(block) > 1:
            middle = len(block) // 2
            blocks += [block[:middle], block[middle:]]
    return kept
