"""Exact risks: everything that can be known about a view."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from typing import Any, NamedTuple, Self

import numpy as np
import numpy.typing as npt

from sapper import _kernel
from sapper.engine import validation
from sapper.engine.counting import join_layouts
from sapper.engine.kernel_errors import kernel_errors
from sapper.formatting import counted
from sapper.rules.board import Cell
from sapper.rules.errors import InvalidMove


class Component(NamedTuple):
    """Cells tied together by shared clues; without `exact`, their risks are estimates."""

    cells: frozenset[Cell]
    expected_mines: float
    exact: bool


class NumberChances(tuple[float, ...]):
    """The chances that a cell shows 0, 1 … 8; without `exact`, they are estimates."""

    exact: bool

    def __new__(cls, chances: Iterable[float], exact: bool = True) -> Self:
        made = super().__new__(cls, chances)
        made.exact = exact
        return made


class Analysis:
    """The exact counts for a view: risks, certain cells and the number of layouts.

    `risk` is a 2-D array with NaN where a cell is open. `safe` and `mines` are the
    certain cells: proved, whether or not everything else is exact. An analysis can be copied;
    one that is pickled is computed anew when it is read back.

    >>> analysis = analyse([[1, -1, -1], [1, -1, -1]], mines=1)
    >>> analysis
    <Analysis: 2 safe, 0 mines, exact, least risk 0 at (0, 2)>
    >>> analysis.risk.tolist(), analysis.layouts
    ([[nan, 0.5, 0.0], [nan, 0.5, 0.0]], 2)
    """

    def __init__(self, native: _kernel.Analysis) -> None:
        self._native = native

    def __reduce__(self) -> tuple[Any, ...]:
        return _repeated, self._native.request

    def __deepcopy__(self, memo: object) -> Analysis:
        return Analysis(self._native)  # the kernel's is constant

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
        """Whether everything is exact; if not, `components` shows which part is estimated."""
        return self._native.exact

    @property
    def log_layouts(self) -> float:
        """The natural logarithm of the number of layouts (with a density: of any mine total)."""
        return self._native.log_layouts

    @cached_property
    def layouts(self) -> int | None:
        """The number of layouts, or None if it is not known exactly or too long to print."""
        counts = self._native.layout_counts()
        if counts is None:
            return None
        settled, floating, components = counts
        total = self._native.request[1]
        left = None if total is None else total - settled
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

    def number_chances(self, cell: Cell) -> NumberChances:
        """Return the chance that the cell shows 0, 1 … 8; these and its risk sum to 1."""
        with kernel_errors("a cell is a pair of whole numbers: row, column", InvalidMove):
            values, _, exact = self._native.value_chances(*cell)
        return NumberChances(values, exact)

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
        mines = counted(len(self.mines), "mine")
        return f"<Analysis: {len(self.safe)} safe, {mines}, {kind}{least}>"


def analyse(
    position: validation.Position,
    *,
    mines: int | None = None,
    density: float | None = None,
    flags: validation.Flags = "ignore",
    steps: float = validation.STEPS,
    mebibytes: int = validation.MEBIBYTES,
) -> Analysis:
    """Count all layouts that fit a view; return risks and certain cells.

    A view knows its mine total; rows of numbers need `mines`. Where the total is unknown,
    `density` is the chance of a mine before anything is seen. Flags prove nothing unless
    `flags` is "trust". What needs more than `steps` or `mebibytes` is estimated and
    marked so; certain cells are always proved. Raise InvalidPosition, which names
    a clue, when no layout fits.

    >>> sorted(analyse([[1, -1, -1], [1, -1, -1]], mines=1).safe)
    [(0, 2), (1, 2)]
    >>> float(analyse([[1, -1, -1]], density=0.2).risk[0, 2])
    0.2
    """
    marks, total = validation.marks_of(position), validation.total_of(position, mines)
    with kernel_errors(validation.EXPECTED):
        native = _kernel.analyse(
            marks,
            mines=total,
            density=validation.density_for(total, density),
            flags=flags,
            steps=steps,
            bytes=validation.bytes_of(mebibytes),
        )
    return Analysis(native)


def _repeated(
    marks: npt.NDArray[np.int8],
    mines: int | None,
    density: float | None,
    flags: str,
    steps: float,
    budget: int,
) -> Analysis:
    """Repeat the analysis of an unpickled one."""
    return Analysis(
        _kernel.analyse(marks, mines=mines, density=density, flags=flags, steps=steps, bytes=budget)
    )


def analyse_many(
    positions: Iterable[validation.Position],
    *,
    mines: int | None = None,
    density: float | None = None,
    flags: validation.Flags = "ignore",
    threads: int = 1,
    steps: float = validation.STEPS,
    mebibytes: int = validation.MEBIBYTES,
) -> list[Analysis]:
    """Analyse many positions over threads, each as `analyse` does.

    >>> [analysis.best() for analysis in analyse_many([[[1, -1]], [[-1, 1, -1, -1]]], mines=1)]
    [(0, 1), (0, 3)]
    """
    requests = list(positions)
    marks = [validation.marks_of(position) for position in requests]
    totals = [validation.total_of(position, mines) for position in requests]
    with kernel_errors(validation.EXPECTED):
        densities = [validation.density_for(total, density) for total in totals]
        natives = _kernel.analyse_many(
            marks,
            totals,
            densities,
            flags=flags,
            threads=threads,
            steps=steps,
            bytes=validation.bytes_of(mebibytes),
        )
    return [Analysis(native) for native in natives]
