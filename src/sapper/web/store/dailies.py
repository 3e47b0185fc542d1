"""The calendar of daily boards: the first attempt at each, and how many days in a row were won."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date, timedelta

from sapper.web.forms.history import Dailies, Streak
from sapper.web.store.entries import Entry
from sapper.web.store.game_forms import history_form
from sapper.web.store.ranking import is_won


def calendar(entries: Iterable[Entry], today: date) -> Dailies:
    """List the first attempts at daily boards, given all in the order of their starts."""
    first: dict[tuple[str | None, str], Entry] = {}
    for entry in entries:
        first.setdefault((entry.date, entry.level), entry)
    won = {date.fromisoformat(entry.date) for entry in first.values() if entry.date and _won(entry)}
    return Dailies(
        today=today.isoformat(),
        streak=Streak(current=_run(won, _latest(won, today)), best=_best(won)),
        results=[history_form(entry) for entry in first.values()],
    )


def _won(entry: Entry) -> bool:
    """Whether a ranked attempt was won that began on the day itself."""
    on_its_day = date.fromtimestamp(entry.created).isoformat() == entry.date
    return is_won(entry) and on_its_day


def _latest(won: set[date], today: date) -> date:
    """Return the day on which a running streak ends: today may still be won."""
    return today if today in won else today - timedelta(days=1)


def _run(won: set[date], last: date) -> int:
    """Count the days in a row that end with a day."""
    days = 0
    while last - timedelta(days=days) in won:
        days += 1
    return days


def _best(won: set[date]) -> int:
    ends = (day for day in won if day + timedelta(days=1) not in won)
    return max((_run(won, day) for day in ends), default=0)
