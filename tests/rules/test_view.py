from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sapper.rules.errors import InvalidBoard, InvalidMove
from sapper.rules.view import FLAG, UNOPENED, FirstClick, View


@given(st.from_type(View))
def test_array(view: View) -> None:
    """The array has the mark of every cell."""
    assert view.array.shape == (view.height, view.width)
    assert all(view.array[cell] == view[cell] for cell in view.board)


def test_array_is_a_window() -> None:
    """The array is no copy: it cannot be written, and it follows the view."""
    view = View(2, 3)
    array = view.array
    assert np.shares_memory(array, view.array)
    with pytest.raises(ValueError, match="read-only"):
        array[0, 0] = 1
    view.reveal((1, 2), 3)
    assert array[1, 2] == 3


@given(st.from_type(View))
def test_parts(view: View) -> None:
    """Opened, unopened and flags agree with the marks."""
    assert {cell for cell in view.board if view[cell] >= 0} == set(view.opened)
    assert [cell for cell in view.board if view[cell] < 0] == list(view.unopened)
    assert {cell for cell in view.board if view[cell] == FLAG} == view.flags
    assert all(view.is_opened(cell) == (view[cell] >= 0) for cell in view.board)


@given(st.from_type(View))
def test_copy(view: View) -> None:
    """A copy is equal, and changing it leaves the original as it was."""
    twin = view.copy()
    assert twin == view
    assert (twin.opened, twin.flags) == (view.opened, view.flags)
    before = view.array.tolist(), list(view.opened), set(view.flags)
    for cell in list(twin.unopened):
        twin.reveal(cell, 0)
    assert (view.array.tolist(), view.opened, view.flags) == before


def test_equality() -> None:
    """Size, mine total, rule and marks make a view; the order of opening does not."""
    one, other = View(2, 2, 1), View(2, 2, 1)
    one.reveal((0, 0), 1)
    one.reveal((1, 1), 1)
    other.reveal((1, 1), 1)
    assert one != other
    other.reveal((0, 0), 1)
    assert one == other
    different = [View(2, 2), View(2, 2, 2), View(1, 4, 1), View(2, 2, 1, FirstClick.SAFE)]
    assert all(View(2, 2, 1) != view for view in different)
    assert View(1, 1) != "view"
    with pytest.raises(TypeError):
        hash(one)


def test_flags_and_counter() -> None:
    """A flag comes and goes; the counter is mines less flags and may fall below 0."""
    view = View(1, 3, 1)
    view.toggle_flag((0, 0))
    view.toggle_flag((0, 1))
    assert (view[0, 0], view.flags, view.mines_left) == (FLAG, {(0, 0), (0, 1)}, -1)
    view.toggle_flag((0, 0))
    assert (view[0, 0], view.flags, view.mines_left) == (UNOPENED, {(0, 1)}, 0)
    assert View(1, 3).mines_left is None


def test_reveal_takes_the_flag() -> None:
    """A revealed cell has no flag any more."""
    view = View(1, 1)
    view.toggle_flag((0, 0))
    view.reveal((0, 0), 0)
    assert (view.flags, view.opened) == (set(), [(0, 0)])


def test_reveal_run() -> None:
    """A run shows what was neither open nor flagged, and returns just that."""
    view = View(1, 4)
    view.reveal((0, 1), 5)
    view.toggle_flag((0, 2))
    assert view.reveal_run(0, 0, bytes([1, 2, 3, 4])) == [(0, 0), (0, 3)]
    assert view.array.tolist() == [[1, 5, FLAG, 4]]
    assert view.opened == [(0, 1), (0, 0), (0, 3)]


def test_errors() -> None:
    """What a view cannot show is refused, and the view is unchanged."""
    view = View(2, 2, 1)
    view.reveal((0, 0), 1)
    before = view.copy()
    for clue in (-1, 9):
        with pytest.raises(InvalidMove, match="0 to 8"):
            view.reveal((1, 1), clue)
    with pytest.raises(InvalidMove, match="open already"):
        view.reveal((0, 0), 1)
    with pytest.raises(InvalidMove, match="no flag"):
        view.toggle_flag((0, 0))
    with pytest.raises(InvalidBoard):
        view.reveal((2, 0), 1)
    with pytest.raises(InvalidBoard):
        view.toggle_flag((0, -1))
    assert (view, view.opened, view.flags) == (before, before.opened, before.flags)
    for mines in (-1, 5):
        with pytest.raises(InvalidBoard):
            View(2, 2, mines)
