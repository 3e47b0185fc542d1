"""Fit the chance of winning that the kernel's players forecast, and measure how true it is.

    python benchmarks chance fit [--games N] [--threads T] [--keep FOLDER]
    python benchmarks chance measure [--games N] [--threads T] [--keep FOLDER]

`fit` plays games of the three levels and a few of other boards (seed 101) and prints the
coefficients for kernel/play/win_chance.cpp, in the order of its terms. `measure` plays N games of
each level and first-click rule on fresh boards (seed 4242), compares the forecasts at all moves
with the outcomes, prints the table of docs/strength.md and draws
docs/pictures/calibration-moves.svg; then it takes the time of the chance at all views of 200 expert
games. With --keep, games that were played are kept in a folder, and the same command goes on from
there after Ctrl-C; a folder belongs to one build of the kernel.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
from rich.console import Console
from rich.progress import track

from sapper import Game, Outcome
from sapper.arena.plots import calibration, calibration_error, plot_calibration
from sapper.batch.games import REASONS, Forecasts, Games, Series, forecast_games
from sapper.engine import Chooser
from sapper.files import replacing
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
KEPT = 8  # one move in this many is enough for a fit: neighbours are much alike
CHUNK = 1_000  # games at a time
ROUNDS = 25
RIDGE = 1e-3
FIT_SEED, MEASURE_SEED, TIME_SEED = 101, 4242, 77
TIMED = 200  # games
COLUMNS = ["level", "first click", "games", "moves", "mean error"]
COLUMNS += ["largest of a bin", "its standard error"]
STATUS = Console(stderr=True)  # progress goes here, the results to standard output
PLOT = Path(__file__).parents[2] / "docs" / "pictures" / "calibration-moves.svg"


class Sample(NamedTuple):
    """Terms of the curve, what the result is multiplied by, the outcomes, and their weights."""

    terms: Array
    factor: Array
    won: Array
    weight: Array

    @classmethod
    def of(cls, terms: Array, factor: Array, won: Array, weight: float) -> Sample:
        return cls(terms, factor, won, np.full(len(won), weight / max(len(won), 1)))


class Run(NamedTuple):
    """How many games, over how many threads, and where they are kept."""

    games: int
    threads: int
    keep: Path | None


def play(level: Level, rule: FirstClick, seed: int, run: Run) -> Iterator[tuple[Games, Forecasts]]:
    """Play games in chunks, or read those that are kept."""
    chunks = range(0, run.games, CHUNK)
    for start in track(chunks, f"{level} {rule}", transient=True, console=STATUS):
        count = min(CHUNK, run.games - start)
        series = Series("master", level, rule, seed, start, count, threads=run.threads)
        yield (
            forecast_games(series, every_move=True) if run.keep is None else kept(series, run.keep)
        )


def kept(series: Series, folder: Path) -> tuple[Games, Forecasts]:
    """Read the games of a series from a folder; play them first if they are not there."""
    size = str(series.level).replace("/", "-")
    name = f"{size}-{series.first_click}-{series.seed}-{series.start}-{series.count}.npz"
    if not (folder / name).exists():
        games, forecasts = forecast_games(series, every_move=True)
        with replacing(folder / name) as file:
            np.savez(file, **games._asdict(), **forecasts._asdict())
    with np.load(folder / name) as found:
        games = Games(**{field: found[field] for field in Games._fields})
        return games, Forecasts(**{field: found[field] for field in Forecasts._fields})


def position_terms(features: Array) -> Array:
    """Return the terms for a position with safe cells."""
    _, cells, mines, toss_ups, certain, crowding = features.T
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


def guess_terms(features: Array, score: Array) -> Array:
    """Return the terms for a guess that was judged by looking ahead."""
    _, cells, mines, _, _, crowding = features.T
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


def fit_all(run: Run) -> None:
    found: dict[str, list[Sample]] = {"position": [], "guess": [], "first": []}
    cases = [(level, 1.0, run.games * TIMES[name]) for name, level in Level.NAMED.items()]
    cases += [(Level.parse(name), OTHER_WEIGHT, int(run.games * OTHER_GAMES)) for name in OTHERS]
    for level, weight, count in cases:
        for rule in RULES:
            for played, forecasts in play(level, rule, FIT_SEED, run._replace(games=count)):
                part = weight * len(played.won) / count
                for name, sample in samples(level, rule, played, forecasts, part).items():
                    found[name].append(sample)
    for name, parts in found.items():
        sample = joined(parts)
        weights = ", ".join(f"{weight:.4f}" for weight in fit(sample))
        print(f"{name}, {len(sample.won)} forecasts: {weights}")


def samples(
    level: Level, rule: FirstClick, played: Games, found: Forecasts, weight: float
) -> dict[str, Sample]:
    """Return what some games say about each of the three curves."""
    won, features = played.won[found.game].astype(float), found.features.astype(float)
    some = (found.reason == REASONS.index("certain")) & (features[:, 1] > 0)
    some &= (found.move + found.game) % KEPT == 0
    position = Sample.of(position_terms(features[some]), features[some, 0], won[some], weight)
    some = found.reason == REASONS.index("judged")
    terms = guess_terms(features[some], found.score[some].astype(float))
    guess = Sample.of(terms, np.ones(some.sum()), won[some], weight)
    terms = np.tile(first_terms(level, rule), (len(played.won), 1))
    first = Sample.of(terms, np.ones(len(terms)), played.won.astype(float), weight)
    return {"position": position, "guess": guess, "first": first}


def measure(run: Run) -> None:
    curves = {}
    print(f"| {' | '.join(COLUMNS)} |\n{'|---' * len(COLUMNS)}|")
    for name, level in Level.NAMED.items():
        for rule in RULES:
            parts = [
                np.column_stack([found.chance, played.won[found.game], found.game + CHUNK * chunk])
                for chunk, (played, found) in enumerate(play(level, rule, MEASURE_SEED, run))
            ]
            rows = np.concatenate(parts)
            print(f"| {name} | {rule} | {run.games:,} | {report(rows)} |", flush=True)
            curves[f"{name}, first click {rule}"] = rows[:, :2]
    with PLOT.open("wb") as file:
        plot_calibration(curves, file, "svg", "moves")
    take_time()


def report(rows: Array) -> str:
    """Sum up rows of (forecast, won, game): how many, the mean error, the largest of a bin."""
    error = 100 * calibration_error(calibration(rows[:, :2]))
    places = np.minimum((rows[:, 0] * 20).astype(int), 19)
    bins = [rows[places == place] for place in range(20)]
    misses = [miss(part) for part in bins if len(part) >= 0.01 * len(rows)]
    largest, spread = max(misses, key=lambda each: abs(each[0]))
    signed = f"{100 * largest:+.2f}".replace("-", "−")
    return f"{len(rows):,} | {error:.2f} | {signed} | {100 * spread:.2f}"


def miss(rows: Array) -> tuple[float, float]:
    """Return outcome minus forecast, and its standard error.

    All moves of a game share its outcome, so the standard error counts games, not moves.
    """
    misses = rows[:, 1] - rows[:, 0]
    by_game = np.bincount(rows[:, 2].astype(int), weights=misses)
    spread = float(np.sqrt((by_game**2).sum()) / len(rows))
    return float(misses.mean()), spread


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
    parser.add_argument("--keep", type=Path, metavar="FOLDER")
    options = parser.parse_args()
    if options.keep is not None:
        options.keep.mkdir(parents=True, exist_ok=True)
    try:
        parts[options.part](Run(options.games, options.threads, options.keep))
    except KeyboardInterrupt:
        sys.exit(
            "stopped" if options.keep is None else "stopped: the same command goes on from here"
        )


if __name__ == "__main__":
    main()
