"""The board of a day: the same forever, opens an area, needs no guess."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Any

import pytest

from sapper import InvalidBoard, Level, Outcome, Tier, analyse, board_id, daily_board

PINNED = {
    (date(2026, 11, 16), "beginner"): "9x9-AAyAAAIQAAChiAA",
    (date(2026, 11, 21), "intermediate"): "16x16-NACEAZAAAAQOAAABQoCACAAEgAg6gAARogKgEEEFACA",
    (
        date(2027, 1, 3),
        "expert",
    ): "30x16-cUsIgQCCKSpYAAFECQBEJwAwhIE0AAgBgAEBQxQwhAAACESBAAgAgIBiGVINgAEAAACKgC-AHAEESIEi",
}


@pytest.mark.parametrize(("day", "level"), PINNED, ids=str)
def test_a_board_stays_the_same_for_ever(day: date, level: str) -> None:
    """The boards of some days are those that they were when the daily board was made."""
    assert board_id(daily_board(day, Level.parse(level)).layout) == PINNED[day, level]


@pytest.mark.parametrize("level", list(Level.NAMED))
def test_thirty_days_need_no_guess(level: str) -> None:
    """For 30 days, certain moves alone clear the board from its start, which opens an area.

    What is certain is asked of the engine, which sees only the view.
    """
    for day in (date(2026, 11, 16) + timedelta(days=n) for n in range(30)):
        made = daily_board(day, Level.parse(level))
        game = made.game()
        assert len(game.open(made.first)) > 1, day
        while game.outcome is Outcome.PLAYING:
            certain = analyse(game.view).safe
            assert certain, f"the board of {day} needs a guess"
            for cell in certain:
                if not game.view.is_opened(cell):
                    game.open(cell)
        assert game.outcome is Outcome.WON


def test_the_week_gets_harder() -> None:
    """From Monday to Saturday each day needs the next technique; Sunday needs the hardest."""
    monday = date(2026, 11, 16)
    week = [daily_board(monday + timedelta(days=n), Level(9, 9, 10)).hardest for n in range(7)]
    assert week == [*Tier, Tier.MINE_COUNT]


def test_boards_differ_by_day_and_size() -> None:
    """No two days and no two sizes share a board."""
    days = [date(2026, 1, 1) + timedelta(days=n) for n in range(10)]
    boards = {daily_board(day, level).layout for day in days for level in Level.NAMED.values()}
    assert len(boards) == 30


def test_other_sizes_are_refused() -> None:
    """There are three sizes; another one is an error that names them."""
    with pytest.raises(InvalidBoard, match="beginner, intermediate, expert, not 8x8/10"):
        daily_board(date(2026, 1, 1), Level(8, 8, 10))


def test_a_day_that_is_not_a_date() -> None:
    """A date written as text is refused with a message."""
    day: Any = "2026-11-16"
    with pytest.raises(InvalidBoard, match=r"a day is a datetime\.date, not '2026-11-16'"):
        daily_board(day, Level.parse("beginner"))
