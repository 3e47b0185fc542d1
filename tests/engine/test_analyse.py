from __future__ import annotations

import json
import pickle
import random
import signal
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest
from harness.waiting import cpu_seconds, wait_until

from sapper.batch.seeds import seeded_layout
from sapper.engine import Analysis, analyse, analyse_many, reference
from sapper.rules import seeds
from sapper.rules.board import Board, Cell, Layout, Level
from sapper.rules.errors import InvalidBoard, InvalidMove, InvalidPosition
from sapper.rules.game import Game, Outcome
from sapper.rules.notation import read_view
from sapper.rules.view import View, ViewWriter

HARD = json.loads((Path(__file__).parent.parent / "data" / "hard_positions.json").read_text())


def checkerboard(height: int, width: int, mines: int, seed: int) -> View:
    """Every other cell of every other row open, mines among the rest."""
    board = Board(height, width)
    shown = [cell for cell in board if cell[0] % 2 == cell[1] % 2 == 0]
    hidden = sorted(set(board) - set(shown))
    layout = Layout.of(board, random.Random(seed).sample(hidden, mines))
    writer = ViewWriter(height, width, mines)
    numbers = layout.clues()
    for cell in shown:
        writer.reveal(cell, numbers[board.index(cell)])
    return writer.view


def midgame(index: int, level: str = "expert") -> Game:
    """Play by least risk up to a random moment."""
    game = Game(Level.parse(level), seed=31, index=index)
    game.open((0, 0))
    for _ in range(random.Random(index).randrange(5, 60)):
        if game.outcome is not Outcome.PLAYING:
            break
        best = analyse(game.view).best()
        assert best is not None
        game.open(best)
    return game


def same(first: Analysis, second: Analysis) -> bool:
    return (
        np.array_equal(first.risk, second.risk, equal_nan=True)
        and first.safe == second.safe
        and first.mines == second.mines
        and first.log_layouts == second.log_layouts
    )


@pytest.mark.parametrize("position", HARD, ids=lambda position: str(position["name"]))
def test_hard_positions_are_exact(position: dict[str, object]) -> None:
    """The number of layouts and the risk of some boxes equal the reference's exactly."""
    view = View.of(position["board"], position["mines"])  # type: ignore[arg-type]
    analysis = analyse(view)
    assert analysis.exact
    needs = reference.witnesses(view, set())
    boxes, floating = reference.boxes_of(view, set(), needs)
    (part,) = reference.components(boxes)
    outside = reference.Outside(view, len(floating), 0, None)
    total = outside.weigh(reference.sweep(part, needs))
    assert analysis.layouts == total
    for box in random.Random(1).sample(part, 4):
        mined = outside.weigh(reference.sweep(part, needs, counted=box))
        expected = float(mined / total / len(box.cells))
        assert analysis.risk[box.cells[0]] == pytest.approx(expected, rel=0, abs=1e-12)
        assert (expected == 0) == (box.cells[0] in analysis.safe)
        assert (expected == 1) == (box.cells[0] in analysis.mines)


def test_certain_cells_are_certain_in_the_game_itself() -> None:
    """In 150 midgames on expert, no cell called safe is a mine and none called a mine is safe."""
    for index in range(150):
        game = midgame(index)
        assert game.layout is not None
        if game.outcome is Outcome.PLAYING:
            analysis = analyse(game.view)
            assert not analysis.safe & game.layout.mines
            assert analysis.mines <= game.layout.mines


def test_risks_add_up_to_the_mines() -> None:
    """The risks of all cells add up to the number of mines."""
    for index in range(60):
        game = midgame(index)
        if game.outcome is Outcome.PLAYING:
            assert float(np.nansum(analyse(game.view).risk)) == pytest.approx(99, abs=1e-6)


def test_risks_are_calibrated_in_play() -> None:
    """Over the cells of 150 midgames, as many are mines as the risks say, within four sigma."""
    expected, variance, found = 0.0, 0.0, 0
    for index in range(150):
        game = midgame(index)
        if game.outcome is not Outcome.PLAYING or game.layout is None:
            continue
        best = analyse(game.view).risk
        cell: Cell = divmod(int(np.nanargmin(np.abs(best - 0.4))), 30)
        risk = float(best[cell])
        expected += risk
        variance += risk * (1 - risk)
        found += game.layout.is_mine(cell)
    assert abs(found - expected) < 4 * variance**0.5


def test_hidden_mines_do_not_matter() -> None:
    """Moving mines that the view does not see changes no bit of the answer."""
    for index in range(40):
        game = midgame(index, "intermediate")
        if game.outcome is not Outcome.PLAYING or game.layout is None:
            continue
        analysis = analyse(game.view)
        unseen = sorted(analysis.floating)
        kept = game.layout.mines - analysis.floating
        moved = random.Random(index).sample(unseen, len(game.layout.mines) - len(kept))
        twin = Game.of(Layout.of(game.board, kept | set(moved)))
        for action in game.actions:
            twin.perform(action)
        assert same(analyse(twin.view), analysis)


def test_arrays_and_views_are_one() -> None:
    """Rows of numbers, arrays and views of the same position get the same answer."""
    view = midgame(1).view
    expected = analyse(view)
    assert same(analyse(view.array, mines=99), expected)
    assert same(analyse(view.array.tolist(), mines=99), expected)
    assert same(analyse(view.array.astype(np.int32), mines=np.int64(99)), expected)  # type: ignore[arg-type]


def test_flags_are_opinions_unless_trusted() -> None:
    """A wrong flag changes nothing by default, and is believed when flags are trusted."""
    view = read_view("mines 1\n1 1 1\n# # #")
    plain = analyse(view)
    assert plain.mines == {(1, 1)}
    wrong = read_view("mines 1\n1 1 1\nF # #")
    assert same(analyse(wrong), plain)
    with pytest.raises(InvalidPosition):
        analyse(wrong, flags="trust")
    right = read_view("mines 1\n1 1 1\n# F #")
    assert analyse(right, flags="trust").safe == {(1, 0), (1, 2)}


def test_unknown_total_needs_a_density() -> None:
    """Without a total a density is required; floating cells then have exactly that risk."""
    view = read_view("1 # # #\n# # # #")
    with pytest.raises(InvalidBoard, match="density"):
        analyse(view)
    analysis = analyse(view, density=0.25)
    assert analysis.floating_risk == 0.25
    assert analysis.floating == {(0, 2), (0, 3), (1, 2), (1, 3)}


def test_impossible_positions_name_a_clue() -> None:
    """The error says which clue, or that the total is to blame."""
    with pytest.raises(InvalidPosition) as caught:
        analyse(read_view("mines 3\n3 #\n# ."))
    assert caught.value.cell in {(0, 0), (1, 1)}
    with pytest.raises(InvalidPosition, match="the total is 3") as total:
        analyse(read_view("mines 3\n1 #\n# #"))
    assert total.value.cell is None


def test_number_chances() -> None:
    """The chances of the numbers and the risk add up to 1; an open cell has no chances."""
    view = midgame(2).view
    analysis = analyse(view)
    for cell in list(view.unopened)[::7]:
        total = sum(analysis.number_chances(cell)) + float(analysis.risk[cell])
        assert total == pytest.approx(1, abs=1e-9)
    with pytest.raises(InvalidMove):
        analysis.number_chances((99, 0))
    with pytest.raises(InvalidMove):
        analysis.number_chances((0, 0))


def test_number_chances_say_whether_they_are_exact() -> None:
    """They are a tuple that knows whether it was counted or estimated, pickled or not."""
    counted = analyse(midgame(2).view).number_chances((15, 29))
    assert counted.exact
    assert pickle.loads(pickle.dumps(counted)).exact
    view = checkerboard(13, 13, 45, 1)
    cell = next(iter(view.unopened))
    estimated = analyse(view, seconds=0).number_chances(cell)
    assert not estimated.exact
    assert not pickle.loads(pickle.dumps(estimated)).exact
    assert sum(estimated) == pytest.approx(1 - analyse(view, seconds=0).risk[cell])
    assert analyse(view).number_chances(cell).exact


def test_components_and_floating_cover_the_unopened() -> None:
    """Expected mines of components, floating cells and certain mines add up to the total."""
    analysis = analyse(midgame(3).view)
    inside = set().union(*(part.cells for part in analysis.components))
    assert not inside & analysis.floating
    loose = analysis.mines - inside - analysis.floating
    expected = sum(part.expected_mines for part in analysis.components) + len(loose)
    expected += len(analysis.floating) * analysis.floating_risk if analysis.floating else 0
    assert expected == pytest.approx(99, abs=1e-6)


def test_json_and_repr() -> None:
    """The JSON form is plain data with the same answer; the repr is one readable line."""
    view = read_view("mines 1\n1 1 #\n# # #")
    analysis = analyse(view)
    data = json.loads(json.dumps(analysis.to_json()))
    assert data["risk"][0][0] is None
    assert data["exact"] is True
    assert data["layouts"] == analysis.layouts
    assert {tuple(cell) for cell in data["safe"]} == analysis.safe
    assert repr(analysis).startswith("<Analysis: ")


def test_risk_is_not_copied() -> None:
    """The array shares the analysis's memory, is read-only, and outlives the analysis."""
    analysis = analyse(midgame(4).view)
    risk = analysis.risk
    assert risk is analysis.risk
    assert not risk.flags.writeable
    assert not risk.flags.owndata
    kept = risk.copy()
    del analysis
    assert np.array_equal(risk, kept, equal_nan=True)


def test_all_open_and_all_mines() -> None:
    """A finished board has no risks; a full one is all mines."""
    done = analyse(read_view("mines 0\n. .\n. ."))
    assert done.best() is None
    assert not done.safe | done.mines
    assert done.layouts == 1
    assert analyse(read_view("mines 4\n# #\n# #")).mines == set(Board(2, 2))


def test_many_threads_one_answer() -> None:
    """32 threads at once, and a batch over threads, answer as one caller alone does."""
    views = [midgame(index).view for index in range(48)]
    views += [checkerboard(15, 15, 50, seed) for seed in range(16)]
    alone = [analyse(view) for view in views]
    with ThreadPoolExecutor(32) as pool:
        assert all(map(same, pool.map(analyse, views), alone))
    for threads in (1, 2, 7):
        assert all(map(same, analyse_many(views, threads=threads), alone))


def test_small_budget_never_lies() -> None:
    """With a tiny budget it answers at once, marks estimates, and calls nothing certain wrongly."""
    estimated = 0
    for seed in range(12):
        view = checkerboard(13, 13, 45, seed)
        exact = analyse(view, seconds=60, mebibytes=4096)
        assert exact.exact
        rough = analyse(view, seconds=0.0)
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
    analysis = analyse(checkerboard(60, 60, 800, 1), seconds=0.5)
    assert not analysis.exact
    assert any(not part.exact for part in analysis.components)


def test_same_budget_same_answer() -> None:
    """The budget counts work, not the clock: a loaded machine changes no estimate."""
    view = checkerboard(40, 40, 400, 2)
    first = analyse(view, seconds=0.1)
    assert not first.exact
    with ThreadPoolExecutor(8) as pool:
        again = pool.map(lambda _: analyse(view, seconds=0.1), range(8))
        assert all(same(one, first) for one in again)


def test_a_signal_handler_may_analyse() -> None:
    """An analysis within a signal handler leaves the interrupted one as it was."""
    view, other = checkerboard(19, 19, 110, 1), checkerboard(15, 15, 50, 2)
    expected = analyse(view)
    within: list[Analysis] = []
    usual = signal.signal(signal.SIGVTALRM, lambda *_: within.append(analyse(other)))
    try:
        while not within:
            signal.setitimer(signal.ITIMER_VIRTUAL, 0.05)
            assert same(analyse(view), expected)
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, usual)
    assert same(within[0], analyse(other))


def test_a_signal_handler_cannot_ask_what_it_interrupts() -> None:
    """Within a signal handler, the interrupted analysis refuses further questions and goes on."""
    view = checkerboard(19, 19, 110, 1)
    analysis, expected = analyse(view), analyse(view).number_chances((9, 9))
    refused: list[str] = []

    def ask(*_: object) -> None:
        try:
            analysis.number_chances((0, 1))
        except InvalidMove as error:
            refused.append(str(error))

    usual = signal.signal(signal.SIGVTALRM, ask)
    try:
        while not refused:
            signal.setitimer(signal.ITIMER_VIRTUAL, 0.02)
            assert analysis.number_chances((9, 9)) == expected
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, usual)
    assert refused == ["this is in use: a signal handler interrupted it"]


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
        "from engine.test_analyse import side_by_side\n"
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


def side_by_side(sizes: list[tuple[int, int]], mines: float) -> list[list[int]]:
    """Checkerboards with a share of mines, far enough from each other to be components."""
    tall = max(height for height, _ in sizes)
    rows = [list[int]() for _ in range(tall)]
    for seed, (height, width) in enumerate(sizes):
        part = checkerboard(height, width, round(mines * height * width), seed).array.tolist()
        for row, marks in zip(rows, part + [[-1] * width] * (tall - height), strict=True):
            row += [*marks, -1, -1, -1]
    return rows


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
        "from engine.test_analyse import checkerboard\n"
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


def test_ctrl_c_interrupts_a_long_analysis() -> None:
    """SIGINT ends an analysis that would take minutes, as KeyboardInterrupt, within seconds."""
    code = (
        "from engine.test_analyse import checkerboard\n"
        "from sapper.engine import analyse\n"
        "view = checkerboard(60, 60, 800, 1)\n"
        "print('ready', flush=True)\n"
        "try:\n"
        "    analyse(view, seconds=1e6, mebibytes=100_000)\n"
        "except KeyboardInterrupt:\n"
        "    print('stopped', flush=True)\n"
    )
    tests = Path(__file__).parents[1]
    child = subprocess.Popen(
        [sys.executable, "-c", code], cwd=tests, stdout=subprocess.PIPE, text=True
    )
    assert child.stdout is not None
    assert child.stdout.readline() == "ready\n"
    began = cpu_seconds(child.pid)
    wait_until(lambda: cpu_seconds(child.pid) > began + 0.3, "an analysis at work")
    child.send_signal(signal.SIGINT)
    out, _ = child.communicate(timeout=30)
    assert out == "stopped\n"


@pytest.mark.parametrize("level", ["beginner", "expert", "1x1/0", "1x7/3", "50x40/600"])
def test_native_seeds_are_the_python_ones(level: str) -> None:
    """Kernel and Python lay the same mines for the same seed, index and spared cells."""
    for index in range(20):
        spared = set(
            range(min(index % 4, Level.parse(level).board.size - Level.parse(level).mines))
        )
        twins = [
            lay(Level.parse(level), 77, index, spared)
            for lay in (seeded_layout, seeds.seeded_layout)
        ]
        assert twins[0] == twins[1]
