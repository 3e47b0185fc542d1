"""Pictures of results: win rate against speed, survival, calibration; SVG or PNG.

matplotlib comes with `sapper[plot]` and is loaded only when something is drawn.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from importlib.resources import files
from importlib.util import find_spec
from pathlib import Path
from typing import IO, Any, Final, NamedTuple

import numpy as np
import numpy.typing as npt

from sapper.arena.statistics import rate_interval
from sapper.formatting import points
from sapper.rules.errors import SapperError

_FORMS: Final = ("svg", "png")
_OURS, _THEIRS = "#0b6e4f", "#8a8a8a"


class NoPlot(SapperError):
    """A picture that cannot be drawn: an unknown format, or no matplotlib."""


class Published(NamedTuple):
    """A figure of another player, as published; rates are fractions."""

    player: str
    rate: float
    speed: float | None  # games per second; known on expert alone


def published(level: str, first_click: str) -> list[Published]:
    """Return published figures of other players for a level and a first-click rule."""
    data = json.loads(files("sapper.arena").joinpath("published.json").read_text())
    key = f"{level} {first_click}"
    return [
        Published(
            entry["player"],
            entry["rates"][key] / 100,
            entry["speed"] if level == "expert" else None,
        )
        for entry in data["players"]
        if key in entry["rates"]
    ]


def check_plot(path: Path) -> None:
    """Raise NoPlot if this file could not be drawn."""
    if path.suffix.removeprefix(".").lower() not in _FORMS:
        raise NoPlot(f"cannot draw {path}: its name must end in .svg or .png")
    if find_spec("matplotlib") is None:
        raise NoPlot("plots need matplotlib: pip install matplotlib")


def plot_speed(rows: Sequence[Mapping[str, Any]], file: IO[bytes], form: str) -> None:
    """Draw win rate against games per second, one panel per level and rule, others in grey.

    Where the speed of another player is not known, its win rate is a line across the panel.
    A row has player, level, first_click, rate, low, high and games_per_second.
    """
    panels = list(dict.fromkeys((row["level"], row["first_click"]) for row in rows))
    figure, axes = _figure(len(panels))
    for axis, (level, rule) in zip(axes, panels, strict=True):
        for row in rows:
            if (row["level"], row["first_click"]) == (level, rule):
                _ours(axis, row)
        others = published(level, rule)
        for place, other in enumerate(others):
            _theirs(axis, other, place / len(others))
        axis.set(xscale="log", xlabel="games per second", ylabel="win rate, %")
        axis.set_title(f"{level}, first click {rule}")
        axis.margins(0.25, 0.15)
        axis.grid(alpha=0.3)
    _save(figure, file, form)


def _ours(axis: Any, row: Mapping[str, Any]) -> None:
    rate, speed = 100 * row["rate"], row["games_per_second"] or 1.0
    spread = [[rate - 100 * row["low"]], [100 * row["high"] - rate]]
    axis.errorbar(speed, rate, yerr=spread, fmt="o", capsize=3, color=_OURS)
    _label(axis, row["player"], speed, rate, _OURS)


def _theirs(axis: Any, other: Published, place: float) -> None:
    """Draw another player; where lines may lie close together, `place` keeps names apart."""
    rate, name = 100 * other.rate, f"{other.player} (theirs)"
    if other.speed is None:
        axis.axhline(rate, linestyle=":", color=_THEIRS)
        _label(axis, name, place, rate, _THEIRS, across=True)
    else:
        axis.plot(other.speed, rate, "x", color=_THEIRS)
        _label(axis, name, other.speed, rate, _THEIRS)


def _label(axis: Any, text: str, x: float, y: float, colour: str, *, across: bool = False) -> None:
    """Write beside a point; `across`, x is a share of the panel's width."""
    axis.annotate(
        _plain(text),
        (x, y),
        xycoords=axis.get_yaxis_transform() if across else "data",
        xytext=(5, 4),
        textcoords="offset points",
        fontsize=8,
        color=colour,
    )


def _plain(text: str) -> str:
    """Escape dollar signs, which mean mathematics to matplotlib."""
    return text.replace("$", r"\$")


def plot_survival(
    curves: Mapping[str, tuple[int, Mapping[int, int]]], file: IO[bytes], form: str
) -> None:
    """Draw the share of games not lost after each move.

    Each curve has a name, its number of games, and how many were lost at which move.
    """
    figure, (axis,) = _figure(1)
    for name, (games, lost_at) in curves.items():
        shares = survival(games, lost_at)
        axis.step(range(len(shares)), 100 * shares, where="post", label=_plain(name))
    axis.set(xlabel="move number", ylabel="games not lost, %", ylim=(0, 101))
    axis.grid(alpha=0.3)
    axis.legend(fontsize=8)
    _save(figure, file, form)


def survival(games: int, lost_at: Mapping[int, int]) -> npt.NDArray[np.float64]:
    """Return the share of games not lost after move 0, 1, … up to the last loss."""
    losses = np.zeros(max(lost_at, default=0) + 1)
    for move, times in lost_at.items():
        losses[move] = times
    return 1 - np.cumsum(losses) / games


class Bin(NamedTuple):
    """A group of similar predictions: their mean, and how many of the games were won."""

    predicted: float
    won: int
    games: int


def calibration(pairs: npt.ArrayLike, bins: int = 20) -> list[Bin]:
    """Group rows of (predicted chance, won) by prediction into bins of equal width."""
    data = np.asarray(pairs, dtype=np.float64).reshape(-1, 2)
    places = np.minimum((data[:, 0] * bins).astype(int), bins - 1)
    groups = [data[places == place] for place in range(bins)]
    return [Bin(float(g[:, 0].mean()), int(g[:, 1].sum()), len(g)) for g in groups if len(g)]


def calibration_error(groups: Sequence[Bin]) -> float:
    """Return the expected calibration error: the mean distance of outcome from prediction."""
    total = sum(group.games for group in groups)
    return sum(abs(g.won - g.predicted * g.games) for g in groups) / total if total else 0.0


def plot_calibration(
    curves: Mapping[str, npt.ArrayLike], file: IO[bytes], form: str, made_at: str = "guesses"
) -> None:
    """Draw how often games were won against the predicted chance, one panel per name.

    The panels say that the predictions were made at guesses, or what `where` says.
    """
    figure, axes = _figure(len(curves))
    for axis, (name, pairs) in zip(axes, curves.items(), strict=True):
        _draw_calibration(axis, name, calibration(pairs), made_at)
    _save(figure, file, form)


def _draw_calibration(axis: Any, name: str, groups: Sequence[Bin], made_at: str) -> None:
    axis.plot([0, 100], [0, 100], "--", color=_THEIRS)
    for group in groups:
        low, high = rate_interval(group.won, group.games)
        rate = group.won / group.games
        spread = [[100 * (rate - low)], [100 * (high - rate)]]
        axis.errorbar(100 * group.predicted, 100 * rate, spread, fmt="o", capsize=2, color=_OURS)
    axis.set(xlabel="predicted chance of winning, %", ylabel="games won, %")
    error = points(calibration_error(groups))
    count = f"{sum(g.games for g in groups):,} {made_at}"
    axis.set_title(f"{_plain(name)}\n{count}, calibration error {error} points", fontsize=10)
    axis.grid(alpha=0.3)


def _figure(panels: int) -> tuple[Any, list[Any]]:
    if find_spec("matplotlib") is None:
        raise NoPlot("plots need matplotlib: pip install matplotlib")
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    across = min(panels, 3)
    down = -(-panels // across)
    figure = Figure(figsize=(6.4 * across, 4.4 * down), layout="constrained")
    FigureCanvasAgg(figure)
    axes = [figure.add_subplot(down, across, place + 1) for place in range(panels)]
    return figure, axes


def _save(figure: Any, file: IO[bytes], form: str) -> None:
    from matplotlib import rc_context

    # the same data give the same file
    with rc_context({"svg.hashsalt": "sapper"}):
        metadata = {"Date": None} if form == "svg" else None
        figure.savefig(file, format=form, dpi=150, metadata=metadata)
