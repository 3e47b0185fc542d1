"""Measure the exact engine, and a peer in the same run if one is installed.

    python benchmarks engine [latency] [hard] [growth] [threads] [memory]

Latency: risks of all cells on realistic expert positions, ours against ms_toollib's
fastest correct calls (mark_board, then cal_probability_enum) and its main call
(cal_probability_onboard). Growth: cost per opened cell, following games of certain
moves on two sizes of board. Threads: 32 callers at once against one. Memory: the peak
of analysing a 2000x2000 view.
"""

from __future__ import annotations

import argparse
import json
import random
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
from rich.console import Console
from rich.progress import track

from sapper import _kernel
from sapper.engine import Tracker, analyse
from sapper.rules.board import Board, Layout, Level
from sapper.rules.game import Game, Outcome
from sapper.rules.view import FirstClick, View, ViewWriter

SEED = 20_262
STATUS = Console(stderr=True)
HARD = Path(__file__).parents[2] / "tests" / "data" / "hard_positions.json"


def expert_positions(count: int) -> list[View]:
    """Collect views from games played by least risk, where no certain move is left."""
    found: list[View] = []
    for index in range(count):
        game = Game(Level.NAMED["expert"], seed=SEED, index=index)
        game.open((0, 0))
        stops: list[View] = []
        while game.outcome is Outcome.PLAYING:
            analysis = analyse(game.view)
            if not analysis.safe:
                stops.append(game.view.copy())
            best = analysis.best()
            assert best is not None
            game.open(best)
        if len(stops) > 1:
            found.append(random.Random(index).choice(stops[1:]))
    return found


def milliseconds(task: Callable[[], object], repeats: int = 5) -> float:
    """Return the best of some runs: what the work costs, not what the neighbours do."""
    best = float("inf")
    for _ in range(repeats):
        start = time.perf_counter()
        task()
        best = min(best, time.perf_counter() - start)
    return best * 1_000


def summary(times: Iterable[float]) -> tuple[float, float, float]:
    ordered = sorted(times)
    return statistics.median(ordered), ordered[int(0.95 * len(ordered))], ordered[-1]


def latency() -> None:
    import ms_toollib  # the peer; only needed here

    views = expert_positions(500)
    boards = [np.where(view.array < 0, 10, view.array).tolist() for view in views]
    mines = Level.NAMED["expert"].mines
    calls: dict[str, Callable[[int], object]] = {
        "sapper.analyse": lambda i: analyse(views[i]),
        "sapper kernel alone": lambda i: _kernel.analyse(views[i].array, mines=mines),
        "ms_toollib enum": lambda i: ms_toollib.cal_probability_enum(
            ms_toollib.mark_board(boards[i]), mines
        ),
        "ms_toollib onboard": lambda i: ms_toollib.cal_probability_onboard(boards[i], mines),
    }
    times: dict[str, list[float]] = {name: [] for name in calls}
    for place in track(range(len(views)), "latency", transient=True, console=STATUS):
        for name, call in calls.items():
            times[name].append(milliseconds(lambda: call(place)))  # noqa: B023  # called at once
    print(f"latency, {len(views)} expert positions, ms: median / 95 % / max (and ratio to ours)")
    ours = summary(times["sapper.analyse"])
    for name, values in times.items():
        figures = summary(values)
        ratios = " / ".join(f"{a / b:.1f}" for a, b in zip(figures, ours, strict=True))
        print(f"  {name:20} {figures[0]:.4f} / {figures[1]:.4f} / {figures[2]:.4f}   ({ratios})")


def grid(height: int, width: int, density: float, rows: set[int] | None = None) -> View:
    """Open every other cell of every other row, or whole rows, of a random layout."""
    choice = random.Random(f"{height} {width} {density}")
    board = Board(height, width)
    opened = [c for c in board if (c[0] in rows if rows else c[0] % 2 == c[1] % 2 == 0)]
    hidden = sorted(set(board) - set(opened))
    layout = Layout.of(board, choice.sample(hidden, int(density * len(hidden))))
    numbers, shown = layout.clues(), ViewWriter(height, width, sum(layout.mask))
    for cell in opened:
        shown.reveal(cell, numbers[board.index(cell)])
    return shown.view


def hard() -> None:
    print("hard positions: ms of one core, and whether exact")
    cases = {p["name"]: View.of(p["board"], p["mines"]) for p in json.loads(HARD.read_text())}
    for height, width in ((21, 21), (16, 30), (5, 41)):
        for density in (0.2, 0.35, 0.5):
            name = f"every other cell open, {width}x{height}, {density:.0%} mines"
            cases[name] = grid(height, width, density)
    cases["three open rows, 100x100"] = grid(100, 100, 0.2, {48, 50, 52})
    cases["every other cell open, 100x100"] = grid(100, 100, 0.35)
    for name, view in cases.items():
        start = time.process_time()
        analysis = analyse(view)
        spent = (time.process_time() - start) * 1_000
        print(f"  {name:45} {spent:8.1f}  {'exact' if analysis.exact else 'not exact'}")


def cost_per_cell(width: int, mines: int, most: int) -> tuple[float, int]:
    """Follow games of certain moves; return microseconds per opened cell, and the cells."""
    spent, opened, index = 0.0, 0, 0
    while opened < most:
        game = Game(Level(width, width, mines), seed=SEED, index=index, first_click=FirstClick.ZERO)
        index += 1
        game.open((width // 2, width // 2))
        tracker, waiting = Tracker(game.view), [(width // 2, width // 2)]
        while waiting and opened < most:
            start, before = time.process_time(), tracker.read
            waiting = tracker.update().safe
            spent += time.process_time() - start
            opened += tracker.read - before
            for cell in waiting:
                if not game.view.is_opened(cell):
                    game.open(cell)
    return spent / opened * 1e6, opened


def growth() -> None:
    print("following games of certain moves, microseconds per opened cell, through Python")
    small, small_cells = cost_per_cell(100, 1_500, 600_000)
    large, large_cells = cost_per_cell(1_000, 150_000, 600_000)
    print(f"  100x100/1500       {small:.2f}  (n = {small_cells} cells)")
    print(f"  1000x1000/150000   {large:.2f}  (n = {large_cells} cells)")
    print(f"  ratio              {large / small:.2f}")


def threads() -> None:
    views = [grid(15, 15, 0.4 + place / 5_000) for place in range(256)] * 4
    alone = [analyse(view).risk for view in views]
    start = time.perf_counter()
    for view in views:
        analyse(view)
    one = time.perf_counter() - start
    with ThreadPoolExecutor(32) as pool:
        start = time.perf_counter()
        answers = list(pool.map(lambda view: analyse(view).risk, views))
        many = time.perf_counter() - start
    same = all(np.array_equal(a, b, equal_nan=True) for a, b in zip(alone, answers, strict=True))
    print(f"threads: 1,024 wide positions, one caller {one:.2f} s, 32 at once {many:.2f} s")
    print(f"  {one / many:.2f} times as fast on the cores of this machine, same answers: {same}")


def memory() -> None:
    code = (
        "import sys; sys.argv[1:] = ['peak']; import runpy; runpy.run_path(%r, run_name='__main__')"
    )
    subprocess.run([sys.executable, "-c", code % str(Path(__file__))], check=True)


def peak() -> None:
    board = Board(2_000, 2_000)
    choice = np.random.default_rng(SEED)
    mask = (choice.random(board.size) < 0.2).astype(np.uint8)
    layout = Layout(board, mask.tobytes())
    shown = (choice.random(board.size) < 0.5) & (mask == 0)
    numbers = np.frombuffer(layout.clues(), dtype=np.uint8).astype(np.int8)
    marks = np.where(shown, numbers, -1).reshape(2_000, 2_000)
    start = time.perf_counter()
    analysis = analyse(marks, mines=int(mask.sum()))
    spent = time.perf_counter() - start
    status = Path("/proc/self/status").read_text().split()
    used = int(status[status.index("VmHWM:") + 1]) / 1024  # the peak of this program alone
    inexact = sum(not part.exact for part in analysis.components)
    print(f"memory: 2000x2000, half of the safe cells open: {spent:.1f} s, peak {used:.0f} MiB,")
    print(f"  {inexact} of {len(analysis.components)} components not exact")


def main() -> None:
    parts = {"latency": latency, "hard": hard, "growth": growth, "threads": threads}
    parts |= {"memory": memory, "peak": peak}
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    usual = ["latency", "hard", "growth", "threads", "memory"]
    parser.add_argument("parts", nargs="*", choices=[*parts, []], default=usual)
    for part in parser.parse_args().parts:
        parts[part]()


if __name__ == "__main__":
    main()
