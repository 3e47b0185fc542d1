"""Seeded layouts from the kernel, the same as those of `sapper.rules.seeds`."""

from __future__ import annotations

from collections.abc import Collection

from sapper import _kernel
from sapper.engine.kernel_errors import kernel_errors
from sapper.rules.board import Layout, Level


def seeded_layout(
    level: Level, seed: int, index: int = 0, spared: Collection[int] = frozenset()
) -> Layout:
    """Lay the same mines as `sapper.rules.seeds.seeded_layout`, natively."""
    with kernel_errors("seed, game index and spared places are whole numbers from 0 to 2^64 - 1"):
        mask = _kernel.seeded_mask(level.board.size, level.mines, seed, index, sorted(set(spared)))
    return Layout(level.board, mask)
