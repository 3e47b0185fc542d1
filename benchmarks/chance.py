"""Fit the chance of winning that the kernel's players forecast, and measure how true it is.

    python benchmarks/chance.py fit [--games N] [--threads T]
    python benchmarks/chance.py measure [--games N] [--threads T]

`fit` plays games of the three levels and of other boards (seed 1) and prints the coefficients
for kernel/play/win_chance.hpp, in the order of its terms. `measure` plays N games of each level
and first-click rule on other boards (seed 2028), compares the forecasts at all moves with the
outcomes, and draws docs/pictures/calibration-moves.svg.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from sapper.arena.plots import calibration, calibration_error, plot_calibration
from sapper.batch.games import REASONS, Forecasts, Games, Series, forecast_games
from sapper.rules.board import Level
from sapper.rules.view import FirstClick

Array = npt.NDArray[np.float64]
RULES = (FirstClick.SAFE, FirstClick.ZERO)
OTHERS = [
    *("6x6/5", "8x8/8", "8x8/13", "9x9/22", "12x12/20", "12x12/30", "16x16/30", "16x16/60"),
    *("20x20/60", "20x20/85", "24x24/110", "30x16/125", "30x30/130", "30x30/190"),
]
OTHER_SHARE = 0.1  # of the games, and of the weight, of a level
TIMES = {"beginner": 10, "intermediate": 3, "expert": 1}  # easy games are short and seldom lost
KEPT = 8  # one move in so many is enough for a fit: neighbours are much alike
CHUNK = 1_000  # games at a time
ROUNDS = 40
RIDGE = 1e-3
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
    _, cells, mines, toss_ups, certain = doubt.T
    safe, share, known = (cells - mines) / 100, mines / cells, np.log1p(certain)
    root = np.sqrt(safe)
    few, many = np.log1p(8 * toss_ups), np.log1p(toss_ups)
    columns = [np.ones_like(safe), root, safe, share, share * root, share * safe, share**2]
    columns += [share**2 * safe, many, many * root, few, few * root, few * share]
    columns += [known, known * root, known * share]
    return np.column_stack(columns)


def guess_terms(doubt: Array, score: Array) -> Array:
    """Return the terms for a guess that was judged by looking ahead."""
    _, cells, mines, *_ = doubt.T
    log_score = np.log(np.clip(score, 1e-6, 1.0))
    safe, share = np.maximum(cells - mines, 0) / 100, mines / cells
    root = np.sqrt(safe)
    columns = [np.ones_like(safe), log_score, log_score * safe, root, safe, share]
    columns += [share * safe, share * root, share**2 * safe]
    return np.column_stack(columns)


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
    positions, guesses, firsts = [], [], []
    cases = [(level, 1.0, games * TIMES[name]) for name, level in Level.NAMED.items()]
    cases += [(Level.parse(name), OTHER_SHARE, int(games * OTHER_SHARE)) for name in OTHERS]
    for level, weight, count in cases:
        for rule in RULES:
            for played, kept in play(level, rule, count, 1, threads):
                won, reason = played.won[kept.game].astype(float), kept.reason
                doubt = kept.doubt.astype(float)
                some = (reason == REASONS.index("certain")) & (doubt[:, 1] > 0)
                some &= (kept.move + kept.game) % KEPT == 0
                part = weight * len(played.won) / count
                positions.append(
                    Sample.of(position_terms(doubt[some]), doubt[some, 0], won[some], part)
                )
                some = reason == REASONS.index("judged")
                terms = guess_terms(doubt[some], kept.score[some].astype(float))
                guesses.append(Sample.of(terms, np.ones(some.sum()), won[some], part))
                first = np.tile(first_terms(level, rule), (len(played.won), 1))
                won = played.won.astype(float)
                firsts.append(Sample.of(first, np.ones(len(first)), won, part * weight))
            print(f"{level} {rule} played", flush=True)
    for name, samples in (("position", positions), ("guess", guesses), ("first", firsts)):
        sample = joined(samples)
        weights = ", ".join(f"{weight:.4f}" for weight in fit(sample))
        print(f"{name}, {len(sample.won)} forecasts: {weights}")


def measure(games: int, threads: int) -> None:
    curves = {}
    for name, level in Level.NAMED.items():
        for rule in RULES:
            pairs = np.concatenate(
                [
                    np.column_stack([kept.chance, played.won[kept.game]])
                    for played, kept in play(level, rule, games, 2_028, threads)
                ]
            )
            groups = calibration(pairs)
            large = [group for group in groups if group.games >= 0.01 * len(pairs)]
            worst = max(abs(group.won / group.games - group.predicted) for group in large)
            error = calibration_error(groups)
            print(
                f"{name} {rule}: {games} games, {len(pairs)} moves, calibration error "
                f"{100 * error:.2f} points, largest of a bin {100 * worst:.2f}",
                flush=True,
            )
            curves[f"{name}, first click {rule}"] = pairs
    with PLOT.open("wb") as file:
        plot_calibration(curves, file, "svg")


def main() -> None:
    parts = {"fit": fit_all, "measure": measure}
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("part", choices=parts)
    parser.add_argument("--games", type=int, default=20_000)
    parser.add_argument("--threads", type=int, default=1)
    asked = parser.parse_args()
    parts[asked.part](asked.games, asked.threads)


if __name__ == "__main__":
    main()
