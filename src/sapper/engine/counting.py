"""Counting layouts with whole numbers, where doubles would round."""

from __future__ import annotations

from math import comb

Counts = tuple[int, list[int]]  # least mines of a component; its layouts by mines used

# Beyond these the number would have thousands of digits, which Python refuses to print.
_MOST_FLOATING = 20_000
_MOST_BITS = 14_000


def join_layouts(components: list[Counts], floating: int, mines_left: int | None) -> int | None:
    """Multiply independent components and spread the mines left over the floating cells.

    `mines_left` is None if the total is unknown: then every number of mines counts.
    Return None if the result would be too long to print.
    """
    if floating > _MOST_FLOATING:
        return None
    least, ways = 0, [1]
    for first, more in components:
        least, ways = least + first, _times(ways, more)
    if mines_left is None:
        total = sum(ways) << floating
    else:
        rest = mines_left - least
        total = sum(n * comb(floating, rest - k) for k, n in enumerate(ways) if rest >= k)
    return total if total.bit_length() <= _MOST_BITS else None


def _times(first: list[int], second: list[int]) -> list[int]:
    product = [0] * (len(first) + len(second) - 1)
    for i, a in enumerate(first):
        for j, b in enumerate(second):
            product[i + j] += a * b
    return product
