"""The longest contents that the page can have to show: names, counts, times and percentages."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Page, Route

Json = dict[str, Any]
TODAY = date.today().isoformat()
TECHNIQUES = ["one clue", "subset", "overlap", "chain", "cases", "mine count", "best guess"]
STREAK = {"current": 88_888, "best": 99_999}
LEVEL: Json = {
    "level": "100x100/2000",
    "kind": "no_guess",
    "tier": 6,
    "level_name": "100x100/2000",
    "name": "100x100/2000, no guess up to mine count",
}
FIGURES: Json = {"bbbv": 9_999, "bbbv_per_second": 10.99, "ioe": 0.99}
ROW: Json = LEVEL | {
    **FIGURES,
    **{"games": 99_999, "won": 99_999, "best_time": 59_999.9, "mean_time": 59_999.9},
    **{"win_rate": 1, "win_rate_text": "100 %"},
    **{"interval": [0.999, 1], "interval_text": "95 %: 99.96 % to 100 %"},
}
ACCURACY: Json = {
    "accuracy_text": "100 %",
    "accuracy": [{"id": str(n), "ended": f"{TODAY}T22:22:22", "accuracy": 1} for n in range(500)],
}


def game(outcome: str, level: Json = LEVEL) -> Json:
    """Return a game of the list, with the longest reason why it is unranked."""
    return level | {
        **FIGURES,
        **{"id": "w" * 12, "created": f"{TODAY}T22:22:22", "ended": f"{TODAY}T22:22:22"},
        **{"date": None, "outcome": outcome, "elapsed": 59_999.9, "clicks": 99_999, "undos": 99},
        **{"helped": True, "accuracy": 1, "accuracy_text": "100 %"},
        "unranked": "Unranked: this board was known before its first game began.",
    }


def _daily(name: str) -> Json:
    level = {"level": name, "level_name": name, "kind": "daily", "tier": None, "name": name}
    return game("won", level) | {"date": TODAY}


def _win(number: int) -> Json:
    return {"id": str(number), "ended": f"{TODAY}T22:22:22", "elapsed": 59_999.9} | FIGURES


_SCORE = {"rating": 3_000, "deviation": 350, "sure": False, "attempts": 99_999, "right": 99_999}
STANDING: Json = {
    "overall": _SCORE | {"streak": STREAK},
    "techniques": [_SCORE | {"streak": STREAK, "technique": name} for name in TECHNIQUES],
    "mistakes": {"known": 99_999, "left": 99_999, "searched": True},
}
ANSWERS: dict[str, Json] = {
    "**/api/statistics": ACCURACY
    | {"games": 99_999, "ranked": 99_999, "won": 99_999, "levels": [ROW] * 8, "streak": STREAK},
    "**/api/history*": {
        "games": [game(outcome) for outcome in ("won", "lost", "playing")] * 10,
        "next": "more",
        "total": 99_999,
    },
    "**/api/progress?*": ACCURACY
    | {
        "row": ROW,
        "best_times": [_win(number) for number in range(5)],
        "best_paces": [_win(number) for number in range(5)],
        "trend": [_win(number) for number in range(100)],
        "mistakes": [
            {"tier": tier, "name": name, "count": 9_999} for tier, name in enumerate(TECHNIQUES)
        ],
    },
    "**/api/daily": {
        "today": TODAY,
        "streak": STREAK,
        "results": [_daily(name) for name in ("beginner", "intermediate", "expert")],
    },
    "**/api/training": STANDING,
}


def show_the_worst(page: Page) -> None:
    """Let the page show the longest contents instead of what its server has."""
    for path, answer in ANSWERS.items():
        page.route(path, _answered(answer))


def _answered(answer: Json) -> Callable[[Route], None]:
    return lambda route: route.fulfill(json=answer)
