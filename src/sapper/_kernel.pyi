"""The native half of the engine; only sapper.engine and sapper.batch import it."""

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

Columns = dict[str, NDArray[Any]]

class Impossible(ValueError):
    """No layout agrees with the view; row and column are -1 if the total is to blame."""

    row: int
    column: int

class Analysis:
    @property
    def risk(self) -> NDArray[np.float64]: ...
    @property
    def exact(self) -> bool: ...
    @property
    def log_layouts(self) -> float: ...
    @property
    def floating_risk(self) -> float: ...
    @property
    def components(self) -> list[tuple[list[tuple[int, int]], bool, float]]: ...
    @property
    def safe(self) -> list[tuple[int, int]]: ...
    @property
    def mines(self) -> list[tuple[int, int]]: ...
    @property
    def request(
        self,
    ) -> tuple[NDArray[np.int8], int | None, float | None, str, float, int]: ...
    def value_chances(self, row: int, column: int) -> tuple[tuple[float, ...], float, bool]: ...
    def layout_counts(self) -> tuple[int, int, list[tuple[int, list[int]]]] | None: ...

def analyse(
    view: NDArray[np.signedinteger],
    *,
    mines: int | None = None,
    density: float | None = None,
    flags: str = "ignore",
    steps: float = 2.0,
    bytes: int = 536870912,
) -> Analysis: ...
def analyse_many(
    views: Sequence[NDArray[np.signedinteger]],
    mines: Sequence[int | None],
    densities: Sequence[float | None],
    *,
    flags: str = "ignore",
    threads: int = 1,
    steps: float = 2.0,
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
        steps: float = 2.0,
        bytes: int = 536870912,
    ) -> None: ...
    def open(
        self, cells: Sequence[tuple[int, int, int]]
    ) -> tuple[list[tuple[int, int]], list[tuple[int, int]]]: ...
    def analysis(self) -> Analysis: ...

def seeded_mask(cells: int, mines: int, seed: int, index: int, spared: Sequence[int]) -> bytes: ...

class TooLarge(ValueError):
    """More layouts or positions than the budget of perfect play allows."""

def perfect(
    view: NDArray[np.signedinteger],
    mines: int,
    *,
    first_click: str = "none",
    every_cell: bool = False,
    nodes: int = 50000000,
) -> list[tuple[int, int, int, int]]: ...
def sample_layouts(
    view: NDArray[np.signedinteger], mines: int, *, count: int, seed: int
) -> NDArray[np.uint8]: ...
def play_out(
    view: NDArray[np.signedinteger],
    mines: int,
    guesses: Sequence[tuple[tuple[int, int], float, float]],
    *,
    count: int,
    seed: int,
    strength: str | None = None,
) -> NDArray[np.float64]: ...

class Player:
    def __init__(self, strength: str = "master", first_click: str = "safe") -> None: ...
    def decide(
        self, view: NDArray[np.signedinteger], mines: int
    ) -> tuple[
        list[tuple[int, int]], str, float, float, list[tuple[tuple[int, int], float, float, float]]
    ]: ...
    def chance(self, view: NDArray[np.signedinteger], mines: int) -> float: ...
    def chance_of(
        self, view: NDArray[np.signedinteger], mines: int, cells: Sequence[tuple[int, int]]
    ) -> float: ...

def play_batch(
    height: int,
    width: int,
    mines: int,
    *,
    first_click: str = "safe",
    strength: str = "master",
    seed: int = 0,
    begin: int = 0,
    games: int = 0,
    masks: NDArray[np.uint8] | None = None,
    first: tuple[int, int] | None = None,
    threads: int = 1,
    keep: str = "nothing",
) -> tuple[Columns, Columns]: ...
def find_advantages(
    height: int,
    width: int,
    mines: int,
    *,
    first_click: str = "safe",
    strength: str = "deep",
    other: str = "master",
    seed: int = 0,
    begin: int = 0,
    games: int = 0,
    playouts: int = 64,
    threads: int = 1,
) -> tuple[NDArray[np.float64], NDArray[np.int32], NDArray[np.bool_]]: ...
def measure(mines: NDArray[np.uint8], *, threads: int = 1) -> Columns: ...
def solved_bbbv(mines: NDArray[np.uint8], opened: NDArray[np.uint8]) -> int: ...
def solve_in_rounds(
    mask: NDArray[np.uint8], first: tuple[int, int]
) -> tuple[bool, int, list[int]]: ...
def is_solvable(mask: NDArray[np.uint8], first: tuple[int, int], hardest: int) -> bool: ...
def make_boards(
    height: int,
    width: int,
    mines: int,
    *,
    first: tuple[int, int],
    first_click: str,
    method: str,
    hardest: int,
    grade: int | None,
    seed: int,
    begin: int,
    count: int,
    attempts: int,
    threads: int,
) -> list[tuple[bytes | None, int]]: ...

class Boards:
    def __init__(
        self,
        height: int,
        width: int,
        mines: int,
        *,
        first_click: str,
        flags: bool,
        observation_kind: str,
        autoreset: str,
        most_steps: int,
        rewards: dict[str, float],
        threads: int,
        observation: NDArray[Any],
        mask: NDArray[np.int8],
        reward: NDArray[np.float64],
        terminated: NDArray[np.bool_],
        truncated: NDArray[np.bool_],
        won: NDArray[np.bool_],
        final_observation: NDArray[Any],
        final_mask: NDArray[np.int8],
        final_won: NDArray[np.bool_],
    ) -> None: ...
    def begin(
        self, chosen: NDArray[np.uint8], fresh: NDArray[np.uint8], seeds: NDArray[np.uint64]
    ) -> None: ...
    def begin_on(
        self,
        chosen: NDArray[np.uint8],
        *,
        seed: int,
        game: int,
        first_click: str,
        layout: NDArray[np.uint8] | None = None,
        first: int | None = None,
    ) -> None: ...
    def step(self, actions: NDArray[np.int64]) -> None: ...

def label_games(
    height: int,
    width: int,
    mines: int,
    *,
    first_click: str,
    strength: str,
    seed: int,
    begin: int,
    positions: int,
    every: int,
    stopped: Callable[[], bool],
) -> Columns: ...
