"""The exact mind; the only importer of the native kernel."""

from __future__ import annotations

from collections.abc import Collection

from sapper import _kernel
from sapper.rules.board import Layout, Level


def seeded_layout(
    level: Level, seed: int, index: int = 0, spared: Collection[int] = frozenset()
) -> Layout:
    """Lay the same mines as `sapper.rules.seeds.seeded_layout`, natively."""
    mask = _kernel.seeded_mask(level.board.size, level.mines, seed, index, sorted(spared))
    return Layout(level.board, mask)
