from __future__ import annotations

import io
import random
from pathlib import Path
from typing import Any

import pytest
from matplotlib.axes import Axes

from sapper.arena import plots

ROW = {
    "player": "a $strange_name",
    "level": "expert",
    "first_click": "safe",
    "rate": 0.4,
    "low": 0.38,
    "high": 0.42,
    "games_per_second": 100.0,
}


def drawn(form: str, rows: list[dict[str, object]]) -> bytes:
    file = io.BytesIO()
    plots.plot_speed(rows, file, form)
    return file.getvalue()


def test_win_rate_against_speed() -> None:
    """The picture is SVG or PNG, the same for the same data, with others marked as theirs."""
    assert drawn("png", [ROW]).startswith(b"\x89PNG")
    svg = drawn("svg", [ROW, ROW | {"level": "beginner", "games_per_second": None}])
    assert svg == drawn("svg", [ROW, ROW | {"level": "beginner", "games_per_second": None}])
    assert b"Hill, Java (theirs)" in svg
    assert b"strange_name" in svg


def test_published_figures() -> None:
    """Published figures are fractions, by level and rule; unknown levels have none."""
    best = max(plots.published("expert", "safe"), key=lambda other: other.rate)
    assert (best.player, best.speed) == ("Hill, Java", 45)
    assert best.rate == pytest.approx(0.41132)
    assert plots.published("7x7/3", "safe") == []
    assert {other.speed for other in plots.published("beginner", "safe")} == {None}


def test_a_speed_on_expert_is_not_drawn_for_another_level(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Below expert the win rate of another player is a line: its speed there is not known."""
    drawn_at = list[object]()
    usual = Axes.plot

    def plot(self: Axes, x: Any, *rest: Any, **options: Any) -> Any:
        drawn_at.append(x)
        return usual(self, x, *rest, **options)

    monkeypatch.setattr(Axes, "plot", plot)
    svg = drawn("svg", [ROW | {"level": "beginner"}])
    assert drawn_at == []
    assert svg.count(b"(theirs)") == 3
    drawn("svg", [ROW])
    assert 45 in drawn_at


def test_survival() -> None:
    """The share of games not lost falls at the moves where games were lost."""
    assert plots.survival(10, {1: 2, 3: 3}).tolist() == pytest.approx([1, 0.8, 0.8, 0.5])
    assert plots.survival(10, {}).tolist() == [1]
    file = io.BytesIO()
    plots.plot_survival({"one": (10, {1: 2, 3: 3})}, file, "svg")
    assert b"games not lost" in file.getvalue()


def test_calibration() -> None:
    """Accurate forecasts have no calibration error; inflated ones are off by the excess."""
    chance = random.Random(1)
    truths = [chance.random() for _ in range(20_000)]
    fair = [(truth, chance.random() < truth) for truth in truths]
    assert plots.calibration_error(plots.calibration(fair)) < 0.015
    boast = [(1.0, False), (1.0, True)]
    assert plots.calibration_error(plots.calibration(boast)) == 0.5
    assert plots.calibration_error(plots.calibration([])) == 0
    file = io.BytesIO()
    plots.plot_calibration({"one": fair, "two": boast}, file, "svg")
    assert b"predicted chance of winning" in file.getvalue()


def test_what_cannot_be_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    """Another format, or no matplotlib, is reported in one line."""
    with pytest.raises(plots.NoPlot, match=r"must end in \.svg or \.png"):
        plots.check_plot(Path("rates.pdf"))
    monkeypatch.setattr(plots, "find_spec", lambda name: None)
    with pytest.raises(plots.NoPlot, match=r"pip install matplotlib"):
        plots.check_plot(Path("rates.svg"))
