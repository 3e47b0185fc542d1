"""The native half of the exact engine; only sapper.engine imports it."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

class Impossible(ValueError):
    """No layout agrees with the view; row and column are -1 when the total is to blame."""

    row: int
    column: int

class Analysis:
    @property
    def risk(self) -> NDArray[np.float64]: ...
    @property
    def certainty(self) -> NDArray[np.uint8]: ...
    @property
    def exact(self) -> bool: ...
    @property
    def log_layouts(self) -> float: ...
    @property
    def floating(self) -> int: ...
    @property
    def floating_risk(self) -> float: ...
    @property
    def settled_mines(self) -> int: ...
    @property
    def components(self) -> list[tuple[list[tuple[int, int]], bool, float]]: ...
    @property
    def safe(self) -> list[tuple[int, int]]: ...
    @property
    def mines(self) -> list[tuple[int, int]]: ...
    def value_chances(self, row: int, column: int) -> tuple[tuple[float, ...], float, bool]: ...
    def layout_counts(self) -> tuple[int, int, list[tuple[int, list[int]]]] | None: ...

def analyse(
    view: NDArray[np.signedinteger],
    *,
    mines: int | None = None,
    density: float | None = None,
    flags: str = "trust",
    seconds: float = 2.0,
    bytes: int = 536870912,
) -> Analysis: ...
def analyse_many(
    views: Sequence[NDArray[np.signedinteger]],
    mines: Sequence[int | None],
    densities: Sequence[float | None],
    *,
    flags: str = "trust",
    threads: int = 1,
    seconds: float = 2.0,
    bytes: int = 536870912,
) -> list[Analysis]: ...

class Tracker:
    def __init__(
        self,
        height: int,
        width: int,
        *,
        mines: int | None = None,
        density: float | None = None,
        seconds: float = 2.0,
        bytes: int = 536870912,
    ) -> None: ...
    def open(
        self, cells: Sequence[tuple[int, int, int]]
    ) -> tuple[list[tuple[int, int]], list[tuple[int, int]]]: ...
    def analysis(self) -> Analysis: ...
    @property
    def safe(self) -> list[tuple[int, int]]: ...
    @property
    def mines(self) -> list[tuple[int, int]]: ...

def seeded_mask(cells: int, mines: int, seed: int, index: int, spared: Sequence[int]) -> bytes: ...
