"""What a player may see, and who may write to it."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sapper.rules.errors import InvalidBoard, InvalidMove
from sapper.rules.view import FLAG, UNOPENED, FirstClick, View, ViewWriter


@given(st.from_type(View))
def test_array(view: View) -> None:
    """The array has the mark of every cell."""
    assert view.array.shape == (view.height, view.width)
    assert all(view.array[cell] == view[cell] for cell in view.board)


def test_array_is_a_window() -> None:
    """The array is not a copy: it is read-only, and it follows the view."""
    writer = ViewWriter(2, 3)
    array = writer.view.array
    assert np.shares_memory(array, writer.view.array)
    with pytest.raises(ValueError, match="read-only"):
        array[0, 0] = 1
    writer.reveal((1, 2), 3)
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
    """A copy is equal, remembers the order of opening, and does not follow the original."""
    writer = ViewWriter.of(view)
    for again in (view.copy(), copy.deepcopy(view), pickle.loads(pickle.dumps(view)), writer.view):
        assert again == view
        assert (again.opened, again.flags) == (view.opened, view.flags)
    before, kept = pickle.dumps(view), writer.view.copy()
    for cell in list(writer.view.unopened):
        writer.reveal(cell, 0)
    assert pickle.dumps(view) == before
    assert kept == view


def test_equality() -> None:
    """Size, mine total, rule and marks make a view; the order of opening does not."""
    one, other = ViewWriter(2, 2, 1), ViewWriter(2, 2, 1)
    one.reveal((0, 0), 1)
    one.reveal((1, 1), 1)
    other.reveal((1, 1), 1)
    assert one.view != other.view
    other.reveal((0, 0), 1)
    assert one.view == other.view
    different = [View(2, 2), View(2, 2, 2), View(1, 4, 1), View(2, 2, 1, FirstClick.SAFE)]
    assert all(View(2, 2, 1) != view for view in different)
    assert View(1, 1) != "view"
    with pytest.raises(TypeError):
        hash(one.view)


def test_flags_and_counter() -> None:
    """A flag is set and removed; the counter is mines minus flags and may fall below 0."""
    writer = ViewWriter(1, 3, 1)
    view = writer.view
    writer.toggle_flag((0, 0))
    writer.toggle_flag((0, 1))
    assert (view[0, 0], view.flags, view.mines_left) == (FLAG, {(0, 0), (0, 1)}, -1)
    writer.toggle_flag((0, 0))
    assert (view[0, 0], view.flags, view.mines_left) == (UNOPENED, {(0, 1)}, 0)
    assert View(1, 3).mines_left is None


def test_reveal_takes_the_flag() -> None:
    """A revealed cell loses its flag."""
    writer = ViewWriter(1, 1)
    writer.toggle_flag((0, 0))
    writer.reveal((0, 0), 0)
    assert not writer.view.flags
    assert writer.view.opened == [(0, 0)]


def test_reveal_run() -> None:
    """A run shows the cells that were neither open nor flagged, and returns just those."""
    writer = ViewWriter(1, 4)
    view = writer.view
    writer.reveal((0, 1), 5)
    writer.toggle_flag((0, 2))
    assert writer.reveal_run(0, 0, bytes([1, 2, 3, 4])) == [(0, 0), (0, 3)]
    assert view.array.tolist() == [[1, 5, FLAG, 4]]
    assert view.opened == [(0, 1), (0, 0), (0, 3)]


def test_errors() -> None:
    """What a view cannot show is refused, and the view is unchanged."""
    writer = ViewWriter(2, 2, 1)
    view = writer.view
    writer.reveal((0, 0), 1)
    before = view.copy()
    for clue in (-1, 9):
        with pytest.raises(InvalidMove, match="0 to 8"):
            writer.reveal((1, 1), clue)
    with pytest.raises(InvalidMove, match="open already"):
        writer.reveal((0, 0), 1)
    with pytest.raises(InvalidMove, match="cannot be flagged"):
        writer.toggle_flag((0, 0))
    with pytest.raises(InvalidBoard):
        writer.reveal((2, 0), 1)
    with pytest.raises(InvalidBoard):
        writer.toggle_flag((0, -1))
    assert (view, view.opened, view.flags) == (before, before.opened, before.flags)
    for mines in (-1, 5):
        with pytest.raises(InvalidBoard):
            View(2, 2, mines)
    ragged: list[list[list[int]]] = [[], [[]], [[1], [1, 1]], [[1, 1], [1]]]
    for rows in ragged:
        with pytest.raises(InvalidBoard):
            View.of(rows)


CHANGES: dict[str, Callable[[Any], object]] = {
    "reveal": lambda view: view.reveal((0, 0), 1),
    "flag": lambda view: view.toggle_flag((0, 0)),
    "add a flag": lambda view: view.flags.add((0, 0)),
    "extend opened": lambda view: view.opened.append((0, 0)),
    "add to opened": lambda view: setattr(view, "opened", [*view.opened, (0, 0)]),
    "set an opened cell": lambda view: view.opened.__setitem__(0, (0, 0)),
    "replace the board": lambda view: setattr(view, "board", None),
    "delete the board": lambda view: delattr(view, "board"),
    "mark a cell": lambda view: view.__setitem__((0, 0), 1),
    "write to the array": lambda view: view.array.fill(1),
    "make the array writable": lambda view: view.array.setflags(write=True),
    "write to the array's base": lambda view: _base(view.array).__setitem__(0, 1),
    "a new attribute": lambda view: setattr(view, "reveal", print),
}


def _base(array: Any) -> Any:
    while isinstance(array, np.ndarray):
        array = array.base
    return array


@pytest.mark.parametrize("change", CHANGES.values(), ids=list(CHANGES))
def test_a_view_is_sealed(change: Callable[[Any], object]) -> None:
    """A view alone gives no way to write to it."""
    writer = ViewWriter(2, 2, 1)
    writer.reveal((1, 1), 1)
    before = pickle.dumps(writer.view)
    with pytest.raises((AttributeError, TypeError, ValueError)):
        change(writer.view)
    assert pickle.dumps(writer.view) == before


def test_what_is_read_stays_apart() -> None:
    """Lists and sets made from a view are the reader's own."""
    writer = ViewWriter(2, 2, 1)
    writer.reveal((1, 1), 1)
    writer.toggle_flag((0, 0))
    view = writer.view
    view.opened[:].clear()
    flags: Any = view.flags | {(0, 1)}
    flags.clear()
    assert view.opened == [(1, 1)]
    assert view.flags == {(0, 0)}
