"""Seeded layouts from the kernel, the same as those of `sapper.rules.seeds`."""

from __future__ import annotations

from collections.abc import Collection

from sapper import _kernel
from sapper.rules.board import Layout, Level
from sapper.rules.errors import InvalidBoard


def seeded_layout(
    level: Level, seed: int, index: int = 0, spared: Collection[int] = frozenset()
) -> Layout:
    """Lay the same mines as `sapper.rules.seeds.seeded_layout`, natively."""
    try:
        mask = _kernel.seeded_mask(level.board.size, level.mines, seed, index, sorted(set(spared)))
    except TypeError:
        raise InvalidBoard(
            "a seed and a game index are whole numbers from 0 to 2^64 - 1, spared cells places"
        ) from None
    except ValueError as error:
        raise InvalidBoard(str(error)) from None
    return Layout(level.board, mask)
