"""What an analysis may take: work and memory stay within the budget, and estimates are marked."""

from __future__ import annotations

import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest
from harness.positions import checkerboard, same

from sapper.engine import analyse
from sapper.rules.errors import InvalidPosition
from sapper.rules.view import UNOPENED, View


def test_small_budget_never_lies() -> None:
    """With a tiny budget it answers at once, marks estimates, and calls nothing certain wrongly."""
    estimated = 0
    for seed in range(12):
        view = checkerboard(13, 13, 45, seed)
        exact = analyse(view, steps=9e09, mebibytes=4096)
        assert exact.exact
        rough = analyse(view, steps=0)
        estimated += not rough.exact
        assert rough.safe <= exact.safe
        assert rough.mines <= exact.mines
        unsure = ~np.isnan(rough.risk)
        assert ((rough.risk[unsure] >= 0) & (rough.risk[unsure] <= 1)).all()
        certain = {cell for cell in view.unopened if rough.risk[cell] in (0.0, 1.0)}
        assert certain == rough.safe | rough.mines
    assert estimated


def test_huge_grids_end_within_the_budget() -> None:
    """A grid far too wide to count is marked as not exact, in part, and ends."""
    analysis = analyse(checkerboard(60, 60, 800, 1), steps=7.5e07)
    assert not analysis.exact
    assert any(not part.exact for part in analysis.components)


def test_same_budget_same_answer() -> None:
    """The budget counts work, not the clock: a loaded machine changes no estimate."""
    view = checkerboard(40, 40, 400, 2)
    first = analyse(view, steps=1.5e07)
    assert not first.exact
    with ThreadPoolExecutor(8) as pool:
        again = pool.map(lambda _: analyse(view, steps=1.5e07), range(8))
        assert all(same(one, first) for one in again)


@pytest.mark.parametrize(
    ("mebibytes", "mines", "sizes"),
    [
        (64, 0.3173, [(19, 18), (17, 22), (17, 25), (15, 18), (16, 18), (11, 25)]),
        (128, 0.2879, [(17, 15), (11, 18), (15, 14), (9, 16), (13, 11), (19, 23), (15, 17)]),
        (64, 0.3017, [(15, 10), (16, 16), (15, 22), (19, 14), (14, 20), (10, 23)]),
    ],
)
def test_wide_components_share_the_budget(
    mebibytes: int, mines: float, sizes: list[tuple[int, int]]
) -> None:
    """Several wide components in one position take no more memory together than one may."""
    code = (
        "import re\n"
        "from pathlib import Path\n"
        "from harness.positions import side_by_side\n"
        "from sapper.engine import analyse\n"
        "status = Path('/proc/self/status').read_text\n"
        "peak = lambda: int(re.search(r'VmHWM:\\s+(\\d+) kB', status())[1])\n"
        f"position = side_by_side({sizes}, {mines})\n"
        "before = peak()\n"
        f"analyse(position, density=0.2, mebibytes={mebibytes})\n"
        "print(peak() - before)\n"
    )
    tests = Path(__file__).parents[1]
    out = subprocess.run(
        [sys.executable, "-c", code], cwd=tests, stdout=subprocess.PIPE, text=True, check=True
    ).stdout
    assert mebibytes / 4 < int(out) / 1024 < mebibytes


@pytest.mark.parametrize(
    ("mebibytes", "height", "width", "mines", "cells"),
    [
        (192, 19, 19, 130, [(9, 9), (0, 1), (17, 17)]),
        (64, 30, 16, 90, [(0, 1), (0, 11), *((1, column) for column in range(16))]),
    ],
)
def test_memory_stays_within_the_budget(
    mebibytes: int, height: int, width: int, mines: int, cells: list[tuple[int, int]]
) -> None:
    """An analysis with its chances of numbers takes no more than it may, at a wide position."""
    code = (
        "import re\n"
        "from pathlib import Path\n"
        "from harness.positions import checkerboard\n"
        "from sapper.engine import analyse\n"
        "status = Path('/proc/self/status').read_text\n"
        "peak = lambda: int(re.search(r'VmHWM:\\s+(\\d+) kB', status())[1])\n"
        f"view = checkerboard({height}, {width}, {mines}, 1)\n"
        "before = peak()\n"
        f"analysis = analyse(view, mebibytes={mebibytes})\n"
        f"for cell in {cells}:\n"
        "    analysis.number_chances(cell)\n"
        "print(peak() - before)\n"
    )
    tests = Path(__file__).parents[1]
    out = subprocess.run(
        [sys.executable, "-c", code], cwd=tests, stdout=subprocess.PIPE, text=True, check=True
    ).stdout
    assert mebibytes / 3 < int(out) / 1024 < mebibytes


def repeated_clue(clue: int, step: int) -> View:
    """Return 100x100 cells of which every second is open, or one in every square of four."""
    rows, columns = np.indices((100, 100))
    opened = (rows + columns) % 2 == 0 if step == 1 else (rows % 2 == 0) & (columns % 2 == 0)
    return View.of(np.where(opened, clue, UNOPENED).tolist())


def test_the_order_of_cells_is_charged_to_the_budget() -> None:
    """Where most of the work is to choose an order, an estimate takes no longer than elsewhere."""

    def seconds(view: View) -> float:
        before = time.process_time()
        assert not analyse(view, density=0.2, steps=3.75e07).exact
        return time.process_time() - before

    orders, sweeps = repeated_clue(1, step=1), repeated_clue(1, step=2)
    assert min(seconds(orders) / seconds(sweeps) for _ in range(3)) < 2.2


def contradictory(side: int) -> View:
    """Return a checkerboard of 2s with a few other clues that cannot all be true."""
    dice = np.random.default_rng(1)
    rows = np.full((side, side), UNOPENED, np.int64)
    clues = dice.choice([2, 3, 1], rows.shape, p=[0.98, 0.01, 0.01])
    inner = (np.indices(rows.shape).sum(axis=0) % 2 == 0)[1:-1, 1:-1]
    rows[1:-1, 1:-1][inner] = clues[1:-1, 1:-1][inner]
    return View.of(rows.tolist())


def test_a_contradiction_in_a_wide_component_is_named_in_time() -> None:
    """The clue to blame is looked for near where windows saw that no layout fits."""
    view = contradictory(250)
    before = time.process_time()
    with pytest.raises(InvalidPosition) as caught:
        analyse(view, density=0.2, steps=7.5e07)
    assert time.process_time() - before < 1
    assert caught.value.cell is not None
    row, column = caught.value.cell
    top, left = max(0, row - 20), max(0, column - 20)
    part = view.array[top : row + 21, left : column + 21].copy()
    part[[0, -1]] = UNOPENED  # clues that also see cells beyond
    part[:, [0, -1]] = UNOPENED
    with pytest.raises(InvalidPosition):
        analyse(part, density=0.2, steps=7.5e07)
