"""Invalid positions are refused with a message; valid ones get the same answer in any form.

`make fuzz` tries much more of this under ASan and UBSan.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from sapper.batch.seeds import seeded_layout
from sapper.engine import Analysis, Tracker, analyse, analyse_many
from sapper.rules.board import Level
from sapper.rules.errors import InvalidBoard, InvalidMove, InvalidPosition, SapperError
from sapper.rules.view import View, ViewWriter

MINES = 3
MARKS = np.array([[-1, -1, -1, -1], [-1, 2, 1, -1], [-1, -2, -1, -1]], dtype=np.int8)
NAN, INF = float("nan"), float("inf")
NO_NUMBERS = ["1", b"1", None, [1], (), {}, object(), 1j]
HUGE = [2**63, 2**64, 10**30, pytest.param(10**5000, id="endless")]


def same(first: Analysis, second: Analysis) -> bool:
    risks = np.array_equal(first.risk, second.risk, equal_nan=True)
    return risks and first.safe == second.safe and first.mines == second.mines


@pytest.mark.parametrize(
    "rows",
    [
        [[-1, -1], [-1]],
        [[-1], -1],
        [[[-1]], [[-1], [-1]]],
        [[-1, [1]]],
    ],
)
def test_ragged_rows_are_refused(rows: Any) -> None:
    """Rows of different lengths are not a position."""
    with pytest.raises(InvalidBoard):
        analyse(rows, mines=1)


@pytest.mark.parametrize(
    "position",
    [
        *(None, 5, -1, 1.5, NAN, "###", b"###", object(), {}, {0: [1]}, set(), [], [[]], [None]),
        *(np.int8(-1), np.array(-1), np.full(9, -1), np.full((2, 2, 2), -1), iter([[-1]])),
        *(np.empty((0, 4), np.int8), np.empty((4, 0), np.int8), np.empty((0, 0), np.int8)),
        [[10**30]],
        [[NAN, -1]],
    ],
)
def test_what_is_not_rows_of_cells_is_refused(position: Any) -> None:
    """Scalars, lines, cubes, empty arrays and strange objects are not a position."""
    with pytest.raises(InvalidBoard):
        analyse(position, mines=1)
    with pytest.raises(InvalidBoard):
        analyse_many([MARKS, position], mines=MINES)


@pytest.mark.parametrize(
    "dtype", [bool, "f2", "f4", "f8", "c16", object, "U2", "S2", "m8[s]", "V8"]
)
def test_other_dtypes_than_integers_are_refused(dtype: str) -> None:
    """Booleans, floats, text and objects are not marks, even if they look like integers."""
    with pytest.raises(InvalidBoard):
        analyse(np.zeros((3, 3), dtype=dtype), mines=0)


@pytest.mark.parametrize("dtype", ["i1", "i2", "i4", "i8", ">i2", ">i4", ">i8", "<i8"])
def test_every_signed_dtype_gives_one_answer(dtype: str) -> None:
    """Width and byte order of the integers do not matter."""
    assert same(analyse(MARKS.astype(dtype), mines=MINES), analyse(MARKS, mines=MINES))


@pytest.mark.parametrize("dtype", ["u1", "u2", "u4", "u8", ">u2", ">u8"])
def test_unsigned_numbers_never_wrap_round(dtype: str) -> None:
    """Opened cells may be unsigned; a wrapped -1 is a number that no cell has."""
    assert np.isnan(analyse(np.zeros((2, 2), dtype), mines=0).risk).all()
    with pytest.raises(InvalidBoard, match="neither"):
        analyse(MARKS.astype(dtype), mines=MINES)


@pytest.mark.parametrize(
    "value", [-3, 9, 127, 128, -128, 254, 255, 256, 2**31, 2**63 - 1, -(2**63)]
)
def test_numbers_that_no_cell_shows_are_refused_by_place(value: int) -> None:
    """A value out of range is named with its place, and never cut to eight bits."""
    marks = MARKS.astype(np.int64)
    marks[2, 3] = value
    with pytest.raises(InvalidBoard, match=rf"{value} at D3"):
        analyse(marks, mines=MINES)


def dressed() -> dict[str, Any]:
    """Return the same marks, each time stored in another way."""
    wide = np.zeros((6, 12), dtype=np.int32)
    wide[::2, ::3] = MARKS
    record = np.zeros(MARKS.shape, dtype=[("pad", "i1"), ("mark", "i8")])
    record["mark"] = MARKS
    frozen = MARKS.copy()
    frozen.flags.writeable = False
    return {
        "lists": MARKS.tolist(),
        "tuples": tuple(map(tuple, MARKS.tolist())),
        "read-only": frozen,
        "fortran": np.asfortranarray(MARKS),
        "strided": wide[::2, ::3],
        "rows backwards": MARKS[::-1].copy()[::-1],
        "all backwards": MARKS[::-1, ::-1].copy()[::-1, ::-1],
        "transposed": MARKS.T.copy().T,
        "misaligned": record["mark"],
        "memoryview": MARKS.data,
        "subclass": MARKS.view(np.recarray),
    }


@pytest.mark.parametrize("dress", dressed())
def test_storage_does_not_matter(dress: str) -> None:
    """Read-only, strided, backward and misaligned arrays give the answer of a plain one."""
    position, plain = dressed()[dress], analyse(MARKS, mines=MINES)
    assert same(analyse(position, mines=MINES), plain)
    assert same(analyse_many([position], mines=MINES)[0], plain)


def test_a_row_broadcast_over_a_board_is_read_as_it_looks() -> None:
    """Strides of 0 are strides like any other."""
    row = np.array([[-1, 0, -1]])
    wide = np.broadcast_to(row, (3, 3))
    assert same(analyse(wide, mines=0), analyse(wide.copy(), mines=0))


@pytest.mark.parametrize(
    "shape", [(2001, 2000), (4_000_001, 1), (1, 2**40), (2**62, 1), (2**31, 2)]
)
def test_huge_sizes_are_refused_at_once(shape: tuple[int, int]) -> None:
    """More cells than any board has are refused without looking at them."""
    with pytest.raises(InvalidBoard, match="4,000,000"):
        analyse(np.broadcast_to(np.int8(-1), shape), mines=1)


@pytest.mark.parametrize("mines", [np.int8(3), np.uint8(3), np.int64(3), np.uint64(3), np.array(3)])
def test_mines_may_be_a_numpy_integer(mines: Any) -> None:
    """What counts as a whole number in Python counts as a mine total."""
    analysis = analyse(MARKS, mines=mines)
    assert same(analysis, analyse(MARKS, mines=3))
    assert isinstance(analysis.layouts, int)


@pytest.mark.parametrize(
    "mines",
    [True, np.bool_(True), 3.0, np.float64(3), NAN, -1, -(10**30), *HUGE, *NO_NUMBERS],
)
def test_other_mine_totals_are_refused(mines: Any) -> None:
    """Floats, booleans, negative and infinite numbers are not a mine total."""
    with pytest.raises(InvalidBoard):
        analyse(MARKS, mines=mines)
    with pytest.raises(InvalidBoard):
        analyse_many([MARKS], mines=mines)


@pytest.mark.parametrize("mines", [0, 1, 11, 12, 13, 4_000_000])
def test_totals_that_do_not_fit_are_impossible(mines: int) -> None:
    """A total that the clues or the cells forbid is an impossible position, not a bad call."""
    with pytest.raises(InvalidPosition):
        analyse(MARKS, mines=mines)


@pytest.mark.parametrize(
    "density", [0, 1, 0.0, 1.0, -0.5, 1.5, NAN, INF, -INF, True, *HUGE, *NO_NUMBERS]
)
def test_a_density_lies_between_0_and_1(density: Any) -> None:
    """With an unknown total the density must be a number strictly between 0 and 1."""
    with pytest.raises(InvalidBoard):
        analyse(MARKS, density=density)
    with pytest.raises(InvalidBoard):
        Tracker(View(3, 4), density=density)


@pytest.mark.parametrize("density", [5e-324, 1e-300, 1e-9, np.float32(0.5), 1 - 2**-53])
def test_extreme_densities_leave_risks_between_0_and_1(density: float) -> None:
    """However small or large the density, what is not certain does not become 0 or 1."""
    analysis = analyse(MARKS, density=density)
    risks = {cell: analysis.risk[cell] for cell in np.ndindex(MARKS.shape) if MARKS[cell] < 0}
    assert all(0 <= risk <= 1 for risk in risks.values())
    assert {cell for cell, risk in risks.items() if risk == 0} == analysis.safe
    assert {cell for cell, risk in risks.items() if risk == 1} == analysis.mines


@pytest.mark.parametrize("steps", [-1, -1e-300, NAN, -INF, 10**400, *NO_NUMBERS])
def test_bad_steps_are_refused(steps: Any) -> None:
    """A number of steps is 0 or more."""
    with pytest.raises(InvalidBoard):
        analyse(MARKS, mines=MINES, steps=steps)
    with pytest.raises(InvalidBoard):
        analyse_many([MARKS], mines=MINES, steps=steps)
    with pytest.raises(InvalidBoard):
        Tracker(View(3, 4, MINES), steps=steps)


@pytest.mark.parametrize("mebibytes", [-1, -(10**30), 1.5, NAN, INF, *NO_NUMBERS])
def test_bad_mebibytes_are_refused(mebibytes: Any) -> None:
    """A memory limit is a whole number, 0 or more."""
    with pytest.raises(InvalidBoard):
        analyse(MARKS, mines=MINES, mebibytes=mebibytes)
    with pytest.raises(InvalidBoard):
        Tracker(View(3, 4, MINES), mebibytes=mebibytes)


@pytest.mark.parametrize(
    "limit", [{"steps": INF}, {"mebibytes": 10**30}, {"mebibytes": np.int64(2**60)}]
)
def test_limits_without_end_are_no_limits(limit: Any) -> None:
    """An infinite limit does not wrap round to a small one."""
    assert analyse(MARKS, mines=MINES, **limit).exact


@pytest.mark.parametrize("limit", [{"steps": 0}, {"mebibytes": 0}, {"steps": 0, "mebibytes": 0}])
def test_limits_of_nothing_still_give_an_answer(limit: Any) -> None:
    """Without time or memory the answer may be an estimate, but certain cells are proved."""
    little, full = analyse(MARKS, mines=MINES, **limit), analyse(MARKS, mines=MINES)
    assert little.safe <= full.safe
    assert little.mines <= full.mines


@pytest.mark.parametrize("threads", [0, -1, 1025, 1.5, *HUGE, *NO_NUMBERS])
def test_bad_threads_are_refused(threads: Any) -> None:
    """A number of threads is 1 to 1024."""
    with pytest.raises(InvalidBoard):
        analyse_many([MARKS], mines=MINES, threads=threads)


@pytest.mark.parametrize("flags", ["", "Trust", "trust ", b"trust", None, 1, "\ud800"])
def test_other_words_for_flags_are_refused(flags: Any) -> None:
    """Flags are trusted or ignored, nothing else."""
    with pytest.raises(InvalidBoard):
        analyse(MARKS, mines=MINES, flags=flags)


@pytest.mark.parametrize(
    "cell",
    [
        *((-1, 0), (0, 4), (3, 0), (1, 1), (10**30, 0)),
        *((0,), (0, 0, 0), (0.0, 0), (NAN, 0), ("a", "b"), "ab", 5, None),
    ],
)
def test_number_chances_of_no_unopened_cell_are_refused(cell: Any) -> None:
    """Cells off the board, opened cells and invalid cells have no chances."""
    with pytest.raises(InvalidMove):
        analyse(MARKS, mines=MINES).number_chances(cell)


@pytest.mark.parametrize("view", [None, 5, "###", MARKS, MARKS.tolist()])
def test_a_tracker_follows_views_only(view: Any) -> None:
    """An array cannot tell what is new, so a tracker refuses it."""
    with pytest.raises(InvalidBoard):
        Tracker(view)


def test_a_tracker_survives_an_impossible_clue() -> None:
    """A refused opening leaves the tracker as it was, and it refuses it again."""
    shown = ViewWriter(3, 3, 1)
    tracker = Tracker(shown.view)
    shown.reveal((1, 1), 8)
    for _ in range(2):
        with pytest.raises(InvalidPosition):
            tracker.update()
    assert same(tracker.analysis(), analyse(View(3, 3, 1)))


@pytest.mark.parametrize(
    ("seed", "index", "spared"),
    [
        *((-1, 0, ()), (2**64, 0, ()), (1.5, 0, ()), ("1", 0, ()), (None, 0, ())),
        *((0, -1, ()), (0, 2**64, ())),
        *(
            (0, 0, [81]),
            (0, 0, [-1]),
            (0, 0, range(72)),
            (0, 0, ["a"]),
            (0, 0, [10**30]),
            (0, 0, 5),
        ),
    ],
)
def test_bad_seeds_and_spared_cells_are_refused(seed: Any, index: Any, spared: Any) -> None:
    """A seed is 0 to 2^64 - 1, and the mines must fit beside the spared cells."""
    with pytest.raises(InvalidBoard):
        seeded_layout(Level(9, 9, 10), seed, index, spared)


def test_a_batch_with_one_bad_position_is_refused_as_a_whole() -> None:
    """A bad position in a batch gives the same error as on its own."""
    bad = np.full((3, 3), 8)
    with pytest.raises(InvalidPosition) as alone:
        analyse(bad, mines=1)
    with pytest.raises(SapperError) as batch:
        analyse_many([np.full((3, 3), -1), bad], mines=1, threads=2)
    assert str(batch.value) == str(alone.value)
