"""Fit the chance of winning that the kernel's players forecast, and measure how true it is.

    python benchmarks/chance.py fit [--games N] [--threads T]
    python benchmarks/chance.py measure [--games N] [--threads T]

`fit` plays games of the three levels and a few of other boards (seed 101) and prints the
coefficients for kernel/play/win_chance.hpp, in the order of its terms. `measure` plays N games of
each level and first-click rule on fresh boards (seed 4242), compares the forecasts at all moves
with the outcomes, and draws docs/pictures/calibration-moves.svg; then it takes the time of the
chance at all views of 200 expert games.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from sapper import Game, Outcome
from sapper.arena.plots import calibration, calibration_error, plot_calibration
from sapper.batch.games import REASONS, Forecasts, Games, Series, forecast_games
from sapper.engine import Chooser
from sapper.rules.board import Level
from sapper.rules.view import FirstClick

Array = npt.NDArray[np.float64]
RULES = (FirstClick.SAFE, FirstClick.ZERO)
OTHERS = [
    *("6x6/5", "8x8/8", "8x8/13", "9x9/22", "12x12/20", "12x12/30", "16x16/30", "16x16/60"),
    *("20x20/60", "20x20/85", "24x24/110", "30x16/125", "30x30/130", "30x30/190"),
]
OTHER_GAMES, OTHER_WEIGHT = 0.05, 0.02  # against expert's: only to keep the curve sane there
TIMES = {"beginner": 3, "intermediate": 2, "expert": 1}  # easy games are short and seldom lost
KEPT = 8  # one move in so many is enough for a fit: neighbours are much alike
CHUNK = 1_000  # games at a time
ROUNDS = 25
RIDGE = 1e-3
FIT_SEED, MEASURE_SEED, TIME_SEED = 101, 4242, 77
TIMED = 200  # games
PLOT = Path(__file__).parent.parent / "docs" / "pictures" / "calibration-moves.svg"


class Sample(NamedTuple):
    """Terms of the curve, what the result is multiplied by, the outcomes, and their weights."""

    terms: Array
    factor: Array
    won: Array
    weight: Array

    @classmethod
    def of(cls, terms: Array, factor: Array, won: Array, weight: float) -> Sample:
        return cls(terms, factor, won, np.full(len(won), weight / max(len(won), 1)))


def play(
    level: Level, rule: FirstClick, games: int, seed: int, threads: int
) -> Iterator[tuple[Games, Forecasts]]:
    for start in range(0, games, CHUNK):
        count = min(CHUNK, games - start)
        series = Series("master", level, rule, seed, start, count, threads=threads)
        yield forecast_games(series, every_move=True)


def position_terms(doubt: Array) -> Array:
    """Return the terms for a position with safe cells."""
    _, cells, mines, toss_ups, certain, crowding = doubt.T
    safe, share, known = (cells - mines) / 100, mines / cells, np.log1p(certain)
    root = np.sqrt(safe)
    few, many = np.log1p(8 * toss_ups), np.log1p(toss_ups)
    columns = [np.ones_like(safe), root, safe, share, share * root, share * safe, share**2]
    columns += [share**2 * safe, many, many * root, few, few * root, few * share]
    columns += [known, known * root, known * share]
    return crowded(columns, crowding)


def crowded(columns: list[Array], crowding: Array) -> Array:
    """Return terms whose weights change with the crowding of the board."""
    terms = np.column_stack(columns)
    return np.column_stack([terms, terms * crowding[:, None]])


def guess_terms(doubt: Array, score: Array) -> Array:
    """Return the terms for a guess that was judged by looking ahead."""
    _, cells, mines, _, _, crowding = doubt.T
    log_score = np.log(np.clip(score, 1e-6, 1.0))
    safe, share = np.maximum(cells - mines, 0) / 100, mines / cells
    root = np.sqrt(safe)
    columns = [np.ones_like(safe), log_score, log_score * safe, root, safe, share]
    columns += [share * safe, share * root, share**2 * safe]
    return crowded(columns, crowding)


def first_terms(level: Level, rule: FirstClick) -> list[float]:
    """Return the terms before the first click."""
    cells = level.board.size
    share, size = level.mines / cells, np.log(cells / 100)
    edge, zero = (level.width + level.height) / cells, float(rule is FirstClick.ZERO)
    terms = [1.0, share, share**3, size * share, size * share**2, edge * share]
    return [*terms, zero, zero * share]


def curve(sample: Sample, weights: Array) -> Array:
    return np.asarray(1 / (1 + np.exp(-np.clip(sample.terms @ weights, -30, 30))))


def fit(sample: Sample) -> Array:
    """Maximise the likelihood of factor × curve by Fisher's scoring."""
    weights = np.zeros(sample.terms.shape[1])
    scale = len(sample.won) / sample.weight.sum()
    for _ in range(ROUNDS):
        risen = curve(sample, weights)
        chance = np.clip(sample.factor * risen, 1e-9, 1 - 1e-9)
        slope = sample.factor * risen * (1 - risen)
        trust = scale * sample.weight / (chance * (1 - chance))
        bend = (sample.terms * (trust * slope**2)[:, None]).T @ sample.terms
        pull = sample.terms.T @ (trust * slope * (sample.won - chance)) - RIDGE * weights
        weights += np.linalg.solve(bend + RIDGE * np.eye(len(weights)), pull)
    return weights


def joined(samples: list[Sample]) -> Sample:
    return Sample(*(np.concatenate(column) for column in zip(*samples, strict=True)))


def fit_all(games: int, threads: int) -> None:
    found: dict[str, list[Sample]] = {"position": [], "guess": [], "first": []}
    cases = [(level, 1.0, games * TIMES[name]) for name, level in Level.NAMED.items()]
    cases += [(Level.parse(name), OTHER_WEIGHT, int(games * OTHER_GAMES)) for name in OTHERS]
    for level, weight, count in cases:
        for rule in RULES:
            for played, kept in play(level, rule, count, FIT_SEED, threads):
                part = weight * len(played.won) / count
                for name, sample in samples(level, rule, played, kept, part).items():
                    found[name].append(sample)
            print(f"{level} {rule} played", flush=True)
    for name, parts in found.items():
        sample = joined(parts)
        weights = ", ".join(f"{weight:.4f}" for weight in fit(sample))
        print(f"{name}, {len(sample.won)} forecasts: {weights}")


def samples(
    level: Level, rule: FirstClick, played: Games, kept: Forecasts, weight: float
) -> dict[str, Sample]:
    """Return what some games say about each of the three curves."""
    won, doubt = played.won[kept.game].astype(float), kept.doubt.astype(float)
    some = (kept.reason == REASONS.index("certain")) & (doubt[:, 1] > 0)
    some &= (kept.move + kept.game) % KEPT == 0
    position = Sample.of(position_terms(doubt[some]), doubt[some, 0], won[some], weight)
    some = kept.reason == REASONS.index("judged")
    terms = guess_terms(doubt[some], kept.score[some].astype(float))
    guess = Sample.of(terms, np.ones(some.sum()), won[some], weight)
    terms = np.tile(first_terms(level, rule), (len(played.won), 1))
    first = Sample.of(terms, np.ones(len(terms)), played.won.astype(float), weight)
    return {"position": position, "guess": guess, "first": first}


def measure(games: int, threads: int) -> None:
    curves = {}
    for name, level in Level.NAMED.items():
        for rule in RULES:
            parts = [
                np.column_stack([kept.chance, played.won[kept.game], kept.game + CHUNK * chunk])
                for chunk, (played, kept) in enumerate(
                    play(level, rule, games, MEASURE_SEED, threads)
                )
            ]
            rows = np.concatenate(parts)
            print(f"{name} {rule}: {games} games, {report(rows)}", flush=True)
            curves[f"{name}, first click {rule}"] = rows[:, :2]
    with PLOT.open("wb") as file:
        plot_calibration(curves, file, "svg", "moves")
    take_time()


def report(rows: Array) -> str:
    """Describe rows of (forecast, won, game): the mean error and the largest of a large bin."""
    error = 100 * calibration_error(calibration(rows[:, :2]))
    places = np.minimum((rows[:, 0] * 20).astype(int), 19)
    bins = [rows[places == place] for place in range(20)]
    misses = [miss(part) for part in bins if len(part) >= 0.01 * len(rows)]
    largest, spread, centre = max(misses, key=lambda each: abs(each[0]))
    return (
        f"{len(rows)} moves, calibration error {error:.2f} points, largest of a bin "
        f"{100 * largest:+.2f} (standard error {100 * spread:.2f}, at {100 * centre:.0f} %)"
    )


def miss(rows: Array) -> tuple[float, float, float]:
    """Return outcome minus forecast, its standard error, and the mean forecast.

    All moves of a game share its outcome, so the standard error counts games, not moves.
    """
    misses = rows[:, 1] - rows[:, 0]
    by_game = np.bincount(rows[:, 2].astype(int), weights=misses)
    spread = float(np.sqrt((by_game**2).sum()) / len(rows))
    return float(misses.mean()), spread, float(rows[:, 0].mean())


def take_time() -> None:
    chooser, taken = Chooser("master", FirstClick.SAFE), []
    for index in range(TIMED):
        game = Game(Level.NAMED["expert"], seed=TIME_SEED, index=index, first_click=FirstClick.SAFE)
        while game.outcome is Outcome.PLAYING:
            start = time.thread_time()
            chooser.chance(game.view)
            taken.append(time.thread_time() - start)
            game.open(chooser.decide(game.view).cells[0])
    middle, most, nearly, worst = 1_000 * np.quantile(taken, [0.5, 0.99, 0.999, 1])
    print(
        f"time at {len(taken)} views: median {middle:.3f} ms, 99 % {most:.2f}, "
        f"99.9 % {nearly:.2f}, worst {worst:.1f}"
    )


def main() -> None:
    parts = {"fit": fit_all, "measure": measure}
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("part", choices=parts)
    parser.add_argument("--games", type=int, default=6_000)
    parser.add_argument("--threads", type=int, default=1)
    asked = parser.parse_args()
    parts[asked.part](asked.games, asked.threads)


if __name__ == "__main__":
    main()
