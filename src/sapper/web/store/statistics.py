"""Statistics of ranked games (pace, bests, streaks, accuracy), and the calendar of daily boards.

Games of a level that are alike (drawn, without a guess up to some technique, daily) share a row.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import date, timedelta
from statistics import fmean
from typing import NamedTuple

from sapper.arena.statistics import rate_interval
from sapper.formatting import share
from sapper.knowledge.tier import Tier
from sapper.web.forms import history as forms
from sapper.web.forms.fields import GameKind
from sapper.web.forms.validation import Json
from sapper.web.store.entries import Entry
from sapper.web.store.game_forms import game_name, history_form, iso, level_name, pace_form
from sapper.web.store.ranking import is_counted, is_won

_LISTED = 10  # in a list of bests
_DRAWN = 200  # in a trend


class Row(NamedTuple):
    """Which games are counted together."""

    level: str
    kind: GameKind
    tier: int | None  # of no-guess games alone

    @classmethod
    def of(cls, entry: Entry) -> Row:
        return cls(entry.level, entry.kind, entry.tier if entry.kind == "no_guess" else None)


def statistics(finished: Sequence[Entry]) -> forms.Statistics:
    """Sum up games that are finished, or were until a move was taken back; the oldest first."""
    counted = [entry for entry in finished if is_counted(entry)]
    rows: dict[Row, list[Entry]] = {}
    for entry in counted:
        rows.setdefault(Row.of(entry), []).append(entry)
    by_size = sorted(rows.items(), key=lambda item: -len(item[1]))
    return forms.Statistics(
        games=len(finished),
        ranked=len(counted),
        won=sum(map(is_won, counted)),
        levels=[_row_form(row, played) for row, played in by_size],
        streak=_streak(map(is_won, counted)),
        **_accuracy_fields(counted),
    )


def progress(row: Row, counted: Sequence[Entry], mistakes: dict[int, int]) -> forms.Progress:
    """Tell how the games of a row went, given in the order of their ends."""
    timed = [entry for entry in counted if is_won(entry) and entry.elapsed is not None]
    times = sorted(timed, key=lambda entry: entry.elapsed or 0.0)
    paces = sorted(timed, key=lambda entry: -(_pace(entry) or 0.0))
    return forms.Progress(
        row=_row_form(row, counted) if counted else None,
        best_times=list(map(_win_form, times[:_LISTED])),
        best_paces=list(map(_win_form, paces[:_LISTED])),
        trend=list(map(_win_form, timed[-_DRAWN:])),
        mistakes=[
            forms.Mistakes(tier=tier, name=str(Tier(tier)) if tier else "guess", count=count)
            for tier, count in sorted(mistakes.items())
        ],
        **_accuracy_fields(counted),
    )


def new_best(entry: Entry, earlier: Sequence[Entry]) -> str | None:
    """Say what is new about a game: a first win or a new best among those of its row."""
    if not is_won(entry):
        return None
    wins = [other for other in earlier if is_won(other)]
    if not wins:
        return f"Your first ranked win: {game_name(*Row.of(entry))}."
    times = [other.elapsed for other in wins if other.elapsed is not None]
    paces = [pace for other in wins if (pace := _pace(other)) is not None]
    bests = []
    if times and entry.elapsed is not None and entry.elapsed < min(times):
        bests.append(f"A new best time: {min(times) - entry.elapsed:.1f} s faster than before.")
    if paces and (pace := _pace(entry)) is not None and pace > max(paces):
        bests.append(f"A new best 3BV/s: {pace:.2f} instead of {max(paces):.2f}.")
    return " ".join(bests) or None


def _row_form(row: Row, played: Sequence[Entry]) -> forms.LevelStatistics:
    won = [entry for entry in played if is_won(entry)]
    times = [entry.elapsed for entry in won if entry.elapsed is not None]
    rate, interval = len(won) / len(played), rate_interval(len(won), len(played))
    return forms.LevelStatistics(
        **row._asdict(),
        level_name=level_name(row.level),
        name=game_name(*row),
        games=len(played),
        won=len(won),
        win_rate=rate,
        win_rate_text=share(rate),
        interval=interval,
        interval_text=" to ".join(map(share, interval)),
        best_time=round(min(times), 3) if times else None,
        mean_time=round(fmean(times), 3) if times else None,
        bbbv_per_second=_mean(map(_pace, won)),
        ioe=_mean(pace_form(entry).ioe for entry in won),
    )


def _win_form(entry: Entry) -> forms.Win:
    assert entry.ended is not None
    pace = pace_form(entry)
    return forms.Win(
        id=entry.id,
        ended=iso(entry.ended),
        elapsed=round(entry.elapsed or 0.0, 3),
        bbbv_per_second=pace.bbbv_per_second,
        ioe=pace.ioe,
    )


def _accuracy_fields(counted: Sequence[Entry]) -> Json:
    ranked = [entry for entry in counted if entry.unranked is None]
    judged = [entry.accuracy for entry in ranked if entry.accuracy is not None]
    return {
        "accuracy_text": share(fmean(judged)) if judged else None,
        "accuracy": [
            forms.AccuracyPoint(id=entry.id, ended=iso(entry.ended), accuracy=entry.accuracy)
            for entry in ranked
            if entry.accuracy is not None and entry.ended is not None
        ],
    }


def _pace(entry: Entry) -> float | None:
    return pace_form(entry).bbbv_per_second


def _mean(values: Iterable[float | None]) -> float | None:
    known = [value for value in values if value is not None]
    return round(fmean(known), 3) if known else None


def _streak(wins: Iterable[bool]) -> forms.Streak:
    current = best = 0
    for won in wins:
        current = current + 1 if won else 0
        best = max(best, current)
    return forms.Streak(current=current, best=best)


def calendar(entries: Iterable[Entry], today: date) -> forms.Dailies:
    """List the first attempts at daily boards, given all in the order of their starts."""
    first: dict[tuple[str | None, str], Entry] = {}
    for entry in entries:
        first.setdefault((entry.date, entry.level), entry)
    won = {date.fromisoformat(entry.date) for entry in first.values() if entry.date and _won(entry)}
    return forms.Dailies(
        today=today.isoformat(),
        streak=forms.Streak(current=_run(won, _latest(won, today)), best=_best(won)),
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
