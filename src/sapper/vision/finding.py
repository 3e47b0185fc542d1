"""The board in a picture: of several grids, the one whose cells make sense."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Final, NamedTuple

from sapper.vision.clustering import TileCluster
from sapper.vision.errors import Refusal, UnreadablePicture
from sapper.vision.extent import fit
from sapper.vision.glyphs import forget_glyphs
from sapper.vision.grid import Grid
from sapper.vision.lines import Lines, find_lines
from sapper.vision.loading import Pixels
from sapper.vision.meaning import Opinion
from sapper.vision.placing import centred
from sapper.vision.searching import find_grids
from sapper.vision.understanding import Effort, Found, may_be_board, understand

_ENOUGH: Final = 0.9  # so much understood that faint lines are not tried
_PLAUSIBLE: Final = 0.5  # … that they are believed
_TRIED: Final = 5  # grids
_CLEAR: Final = 0.95  # so much understood that no other grid is tried
_SAME: Final = 0.03  # how far grids may be apart, in pitches, that are tried once
_LEAST: Final = -0.5  # less understood is no board


class Board(NamedTuple):
    """A found board: the grid, its kinds of cells, and the sides on which it may go on."""

    grid: Grid
    kinds: list[TileCluster]
    opinions: list[Opinion]
    cut: tuple[str, ...]


def find_board(pixels: Pixels, effort: Effort | None = None) -> Board:
    """Return the grid of the board, the kinds of its cells, and opinions on these.

    `effort` counts what it takes; too much raises UnreadablePicture, as does a lack of a board.
    """
    effort = Effort() if effort is None else effort
    forget_glyphs()
    lines = find_lines(pixels)
    tried: list[Grid] = []
    best = _best(pixels, lines, tried, effort)
    if best is None or best.understood < _ENOUGH:
        del lines  # as large as the picture: only one is held at a time
        lines = find_lines(pixels, faint=True)
        other = _best(pixels, lines, tried, effort)
        if other and other.understood > _PLAUSIBLE and (best is None or other.worth > best.worth):
            best = other
        elif best and best.understood >= _LEAST:
            del lines
            lines = find_lines(pixels)
    if best is None or best.understood < _LEAST:
        text = "no board was found in this picture"
        raise UnreadablePicture(Refusal.NO_BOARD, text)
    found, cut = fit(pixels, lines, best, effort)
    return Board(found.grid, found.kinds, found.opinions, cut)


def _best(pixels: Pixels, lines: Lines, tried: list[Grid], effort: Effort) -> Found | None:
    """Return the grid that is worth most, of those that lines suggest and were not yet tried."""
    best: Found | None = None
    for grid in islice(_likely(pixels, lines, tried), _TRIED):
        if best and best.understood > _CLEAR:
            break
        found = understand(pixels, grid, effort)
        if found and (best is None or found.worth > best.worth):
            best = found
    return best


def _likely(pixels: Pixels, lines: Lines, tried: list[Grid]) -> Iterator[Grid]:
    """Yield the grids that lines suggest and that may be boards, each place once."""
    for _, suggested in find_grids(lines):
        for grid in (centred(pixels, suggested), suggested):
            if not any(grid.is_near(other, _SAME) for other in tried):
                tried.append(grid)
                if may_be_board(pixels, grid):
                    yield grid
