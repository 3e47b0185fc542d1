"""Statistics of finished games: win rates, pace, streaks, accuracy."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from statistics import fmean

from sapper.rules.board import Level
from sapper.web.store.sqlite import Entry
from sapper.web.wire.forms import Json, iso, pace_form
from sapper.words import share


def is_won(entry: Entry) -> bool:
    """Return whether a game was won without an undo; with one, it had been lost."""
    return entry.outcome == "won" and entry.undos == 0


def statistics(entries: Sequence[Entry]) -> Json:
    """Sum up finished games, given in the order of their ends."""
    levels: dict[str, list[Entry]] = {}
    for entry in entries:
        levels.setdefault(entry.level, []).append(entry)
    judged = [entry.accuracy for entry in entries if entry.accuracy is not None]
    by_size = sorted(levels.items(), key=lambda item: -len(item[1]))
    return {
        "games": len(entries),
        "won": sum(map(is_won, entries)),
        "levels": [_level_form(level, played) for level, played in by_size],
        "streak": _streak(map(is_won, entries)),
        "accuracy_text": share(fmean(judged)) if judged else None,
        "accuracy": [
            {"id": entry.id, "ended": iso(entry.ended), "accuracy": entry.accuracy}
            for entry in entries
            if entry.accuracy is not None and entry.ended is not None
        ],
    }


def _level_form(level: str, played: list[Entry]) -> Json:
    won = [entry for entry in played if is_won(entry)]
    times = [entry.elapsed for entry in won if entry.elapsed is not None]
    rate = len(won) / len(played)
    return {
        "level": level,
        "level_name": Level.parse(level).name,
        "games": len(played),
        "won": len(won),
        "win_rate": rate,
        "win_rate_text": share(rate),
        "best_time": round(min(times), 3) if times else None,
        "mean_time": round(fmean(times), 3) if times else None,
        "bbbv_per_second": _mean(pace_form(entry)["bbbv_per_second"] for entry in won),
        "ioe": _mean(pace_form(entry)["ioe"] for entry in won),
    }


def _mean(values: Iterable[float | None]) -> float | None:
    known = [value for value in values if value is not None]
    return round(fmean(known), 3) if known else None


def _streak(wins: Iterable[bool]) -> Json:
    current = best = 0
    for won in wins:
        current = current + 1 if won else 0
        best = max(best, current)
    return {"current": current, "best": best}
