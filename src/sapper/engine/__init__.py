"""The exact mind: every risk by counting, never by rounding; the only importer of the kernel.

`sapper.engine.reference` is the same method, written for reading.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from functools import cached_property
from operator import index
from typing import Any, Literal, NamedTuple

import numpy as np
import numpy.typing as npt

from sapper import _kernel
from sapper.engine.counting import join_layouts
from sapper.rules.board import MAX_CELLS, Cell, Layout, Level
from sapper.rules.errors import InvalidBoard, InvalidMove, InvalidPosition, SapperError
from sapper.rules.view import View

Flags = Literal["trust", "ignore"]
Position = View | npt.ArrayLike
"""A view, or rows of whole numbers: −1 unopened, −2 flag, 0–8 opened."""

SECONDS = 2.0
MEBIBYTES = 512


class Component(NamedTuple):
    """Cells tied together by shared clues; without `exact`, their risks are estimates."""

    cells: frozenset[Cell]
    expected_mines: float
    exact: bool


class Analysis:
    """What can be known about a view.

    `risk` is a 2-D array with NaN where a cell is open. `safe` and `mines` are the
    certain cells: proved, whether or not everything else is exact.
    """

    def __init__(self, native: _kernel.Analysis, mines: int | None) -> None:
        self._native = native
        self._total = mines

    @cached_property
    def risk(self) -> npt.NDArray[np.float64]:
        return self._native.risk

    @cached_property
    def safe(self) -> frozenset[Cell]:
        return frozenset(self._native.safe)

    @cached_property
    def mines(self) -> frozenset[Cell]:
        return frozenset(self._native.mines)

    @property
    def exact(self) -> bool:
        """Whether all of it is exact; where not, `components` tells which part is estimated."""
        return self._native.exact

    @property
    def log_layouts(self) -> float:
        """The natural logarithm of the number (with a density: of all layouts of any total)."""
        return self._native.log_layouts

    @cached_property
    def layouts(self) -> int | None:
        """The number of layouts, or None where it is not known exactly or is astronomic."""
        try:
            counts = self._native.layout_counts()
        except _kernel.Impossible as error:  # proved only now, where the clock came first before
            raise _in_words(error) from None
        if counts is None:
            return None
        settled, floating, components = counts
        left = None if self._total is None else self._total - settled
        return join_layouts(components, floating, left)

    @cached_property
    def components(self) -> list[Component]:
        return [
            Component(frozenset(cells), mines, exact)
            for cells, exact, mines in self._native.components
        ]

    @cached_property
    def floating(self) -> frozenset[Cell]:
        """The unopened cells that no clue sees; all have the same risk."""
        opened = np.pad(np.isnan(self.risk), 1)
        height, width = self.risk.shape
        seen = np.zeros((height, width), dtype=bool)
        for row in range(3):
            for column in range(3):
                seen |= opened[row : row + height, column : column + width]
        rows, columns = np.nonzero(~seen & (self.risk == self.floating_risk))
        return frozenset(zip(rows.tolist(), columns.tolist(), strict=True))

    @property
    def floating_risk(self) -> float:
        return self._native.floating_risk

    def best(self) -> Cell | None:
        """Return the cell of least risk, the first of equals; None when all are open."""
        if np.isnan(self.risk).all():
            return None
        row, column = divmod(int(np.nanargmin(self.risk)), self.risk.shape[1])
        return row, column

    def number_chances(self, cell: Cell) -> tuple[float, ...]:
        """Return the chance that the cell shows 0, 1 … 8; the rest to 1 is its risk."""
        try:
            values, _, _ = self._native.value_chances(*cell)
        except TypeError:
            raise InvalidMove("a cell is a pair of whole numbers: row, column") from None
        except ValueError as error:
            raise InvalidMove(str(error)) from None
        return values

    def to_json(self) -> dict[str, Any]:
        """Return all of it as plain data; opened cells have the risk None."""
        risk = [[None if value != value else value for value in row] for row in self.risk.tolist()]
        floating_risk = self.floating_risk if self.floating else None
        return {
            "risk": risk,
            "safe": sorted(self.safe),
            "mines": sorted(self.mines),
            "exact": self.exact,
            "layouts": self.layouts,
            "log_layouts": self.log_layouts,
            "floating": {"cells": sorted(self.floating), "risk": floating_risk},
            "components": [
                {"cells": sorted(part.cells), "mines": part.expected_mines, "exact": part.exact}
                for part in self.components
            ],
        }

    def __repr__(self) -> str:
        kind = "exact" if self.exact else "partly estimated"
        best = self.best()
        least = "" if best is None else f", least risk {self.risk[best]:.4g} at {best}"
        return f"<Analysis: {len(self.safe)} safe, {len(self.mines)} mines, {kind}{least}>"


def analyse(
    position: Position,
    *,
    mines: int | None = None,
    density: float | None = None,
    flags: Flags = "ignore",
    seconds: float = SECONDS,
    mebibytes: int = MEBIBYTES,
) -> Analysis:
    """Return the risk of every unopened cell, the certain cells, and what else can be counted.

    A view knows its mine total; rows of numbers need `mines`. Where the total is unknown,
    `density` is the chance of a mine before anything is seen. Flags prove nothing unless
    they are to be trusted. What needs more than `seconds` or `mebibytes` is estimated,
    and says so; certain cells are proved in any case. Raise InvalidPosition, which names
    a clue, when no layout fits.
    """
    marks, total = _marks(position), _total(position, mines)
    try:
        native = _kernel.analyse(
            marks,
            mines=total,
            density=_density(total, density),
            flags=flags,
            seconds=seconds,
            bytes=_bytes(mebibytes),
        )
    except (ValueError, TypeError, OverflowError) as error:
        raise _in_words(error) from None
    return Analysis(native, total)


def analyse_many(
    positions: Iterable[Position],
    *,
    mines: int | None = None,
    density: float | None = None,
    flags: Flags = "ignore",
    threads: int = 1,
    seconds: float = SECONDS,
    mebibytes: int = MEBIBYTES,
) -> list[Analysis]:
    """Analyse many positions over threads; each answer is the one that `analyse` gives."""
    asked = list(positions)
    totals = [_total(position, mines) for position in asked]
    try:
        natives = _kernel.analyse_many(
            [_marks(position) for position in asked],
            totals,
            [_density(total, density) for total in totals],
            flags=flags,
            threads=threads,
            seconds=seconds,
            bytes=_bytes(mebibytes),
        )
    except (ValueError, TypeError, OverflowError) as error:
        raise _in_words(error) from None
    return [Analysis(*answer) for answer in zip(natives, totals, strict=True)]


class News(NamedTuple):
    """Unopened cells that became certain."""

    safe: list[Cell]
    mines: list[Cell]


class Tracker:
    """Follows a view as it grows; what was opened touches only the components near it.

    The certain cells after `update` are those of `analyse`, at a cost per opened cell
    that does not depend on the size of the board. Flags prove nothing.
    """

    def __init__(
        self,
        view: View,
        *,
        density: float | None = None,
        seconds: float = SECONDS,
        mebibytes: int = MEBIBYTES,
    ) -> None:
        if not isinstance(view, View):
            raise InvalidBoard("a tracker follows a View")
        self.view = view
        self.read = 0  # how many of the opened cells have been taken in
        try:
            self._native = _kernel.Tracker(
                view.height,
                view.width,
                mines=view.mines,
                density=_density(view.mines, density),
                seconds=seconds,
                bytes=_bytes(mebibytes),
            )
        except (ValueError, TypeError, OverflowError) as error:
            raise _in_words(error) from None

    def update(self) -> News:
        """Take in what was opened since the last time; return what became certain.

        Raise InvalidPosition, and take in nothing, when no layout fits.
        """
        view = self.view
        fresh = view.opened[self.read :]
        try:
            safe, mines = self._native.open([(*cell, view[cell]) for cell in fresh])
        except (ValueError, TypeError) as error:
            raise _in_words(error) from None
        self.read += len(fresh)
        return News(safe, mines)

    def analysis(self) -> Analysis:
        """Return the whole analysis, as from scratch."""
        return Analysis(self._native.analysis(), self.view.mines)


def _marks(position: Position) -> npt.NDArray[np.signedinteger[Any]]:
    if isinstance(position, View):
        return position.array
    try:
        marks = np.asarray(position)
    except (ValueError, TypeError):
        raise InvalidBoard("the rows of a position must be of one length") from None
    if marks.ndim != 2 or marks.dtype.kind not in "iu":
        raise InvalidBoard("a position is rows of whole numbers: -1 unopened, -2 flag, 0-8 opened")
    if marks.dtype.kind == "u":  # none so large may wrap round to a mark
        return np.minimum(marks.astype(np.uint64), np.uint64(2**63 - 1)).astype(np.int64)
    if marks.dtype.isnative and marks.flags.aligned:
        return marks
    return marks.astype(marks.dtype.newbyteorder("="))


def _total(position: Position, mines: int | None) -> int | None:
    if isinstance(position, View) and mines is None:
        return position.mines
    if mines is None:
        return None
    kind = type(mines).__name__
    try:
        total = index(mines)
    except TypeError:
        raise InvalidBoard(f"a mine total is a whole number, not of type {kind}") from None
    if isinstance(mines, bool) or not 0 <= total <= MAX_CELLS:
        raise InvalidBoard(f"a mine total is a whole number from 0 to {MAX_CELLS:,}")
    return total


def _density(total: int | None, density: float | None) -> float | None:
    """Return the density that an unknown total needs; a known one makes it needless."""
    if total is not None:
        return None
    if density is None:
        raise InvalidBoard("the mine total is unknown: give it, or a density between 0 and 1")
    return density


def _bytes(mebibytes: int) -> int:
    return min(index(mebibytes), 1 << 40) << 20  # more would not fit the kernel's number


def _in_words(error: Exception) -> SapperError:
    if isinstance(error, _kernel.Impossible):
        cell = (error.row, error.column) if error.row >= 0 else None
        return InvalidPosition(str(error), cell)
    if isinstance(error, ValueError):
        return InvalidBoard(str(error))
    return InvalidBoard(
        "seconds and density are numbers; mines, mebibytes and threads whole numbers, none "
        "without end; flags are 'trust' or 'ignore'"
    )


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
