"""Answers about all games: the list, statistics, export and import."""

from __future__ import annotations

from typing import Any, Literal

from sapper.web.forms.fields import GameKind, Result
from sapper.web.forms.games import Pace
from sapper.web.forms.validation import Form


class HistoryGame(Pace):
    id: str
    created: str
    ended: str | None
    level: str
    level_name: str
    name: str
    kind: GameKind
    tier: int | None
    date: str | None
    outcome: Result
    elapsed: float | None
    clicks: int
    undos: int
    helped: bool
    unranked: str | None
    accuracy: float | None
    accuracy_text: str | None


class History(Form):
    games: list[HistoryGame]
    next: str | None
    total: int
    damaged: int


class Deleted(Form):
    deleted: int


class LevelStatistics(Form):
    """The ranked games of a level that are alike."""

    level: str
    kind: GameKind
    tier: int | None
    level_name: str
    name: str
    games: int
    won: int
    win_rate: float
    win_rate_text: str
    interval: tuple[float, float]
    interval_text: str
    best_time: float | None
    mean_time: float | None
    bbbv_per_second: float | None
    ioe: float | None


class Streak(Form):
    current: int
    best: int


class AccuracyPoint(Form):
    id: str
    ended: str
    accuracy: float


class Accuracy(Form):
    accuracy_text: str | None
    accuracy: list[AccuracyPoint]


class Statistics(Accuracy):
    games: int
    ranked: int
    won: int
    levels: list[LevelStatistics]
    streak: Streak


class Win(Form):
    id: str
    ended: str
    elapsed: float
    bbbv_per_second: float | None
    ioe: float | None


class Mistakes(Form):
    """How often a technique was missed; tier 0 is a guess that was not the best."""

    tier: int
    name: str
    count: int


class Progress(Accuracy):
    """How the ranked games of a row went, and the mistakes in all its games."""

    row: LevelStatistics | None
    best_times: list[Win]
    best_paces: list[Win]
    trend: list[Win]
    mistakes: list[Mistakes]


class Dailies(Form):
    """The first attempt at each daily board, and the days in a row with a ranked win."""

    today: str
    streak: Streak
    results: list[HistoryGame]


class Export(Form):
    sapper: Literal["history"]
    version: int
    games: list[dict[str, Any]]
    attempts: list[dict[str, Any]]


class Import(Form):
    imported: int
    already: int
    ids: list[str]
    replays: list[str]
    attempts: int
