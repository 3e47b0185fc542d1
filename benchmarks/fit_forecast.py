"""Fit the chance of winning that a player forecasts when it guesses.

    python benchmarks/fit_forecast.py [--games N]

Plays N games of each level with each first-click rule (seed 1), takes every guess that was
judged by looking ahead, and fits the outcome of its game by logistic regression. Prints the
coefficients for kernel/play/win_chance.hpp, in the order of its terms, and how well they do on
other boards (seed 2).
"""

from __future__ import annotations

import argparse

import numpy as np
import numpy.typing as npt

from sapper.arena.plots import calibration, calibration_error
from sapper.batch.games import Series, forecast_games
from sapper.rules.board import Level
from sapper.rules.view import FirstClick

Array = npt.NDArray[np.float64]
ROUNDS = 40
RIDGE = 1e-3


def guesses(level: Level, rule: FirstClick, seed: int, games: int) -> tuple[Array, Array]:
    """Return the terms of each judged guess, and whether its game was won."""
    played, kept = forecast_games(Series("master", level, rule, seed=seed, count=games))
    won = played.won[kept.game][kept.judged].astype(float)
    log_score = np.log(np.clip(kept.score[kept.judged].astype(float), 1e-6, 1.0))
    unknowns = kept.unknowns[kept.judged].astype(float)
    mines = kept.mines[kept.judged].astype(float)
    return terms(log_score, np.maximum(unknowns - mines, 0) / 100, mines / unknowns), won


def terms(log_score: Array, safe: Array, share: Array) -> Array:
    """Spread the three inputs into the terms of the curve."""
    root = np.sqrt(safe)
    return np.column_stack(
        [
            np.ones_like(safe),
            log_score,
            log_score * safe,
            root,
            safe,
            share,
            share * safe,
            share * root,
            share**2 * safe,
        ]
    )


def curve(inputs: Array, weights: Array) -> Array:
    return np.asarray(1 / (1 + np.exp(-np.clip(inputs @ weights, -30, 30))))


def fit(inputs: Array, won: Array) -> Array:
    """Maximise the likelihood by Newton's method."""
    weights = np.zeros(inputs.shape[1])
    for _ in range(ROUNDS):
        chance = curve(inputs, weights)
        bend = (inputs * (chance * (1 - chance))[:, None]).T @ inputs
        slope = inputs.T @ (won - chance) - RIDGE * weights
        weights += np.linalg.solve(bend + RIDGE * np.eye(len(weights)), slope)
    return weights


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--games", type=int, default=20_000)
    games = parser.parse_args().games
    rules = (FirstClick.SAFE, FirstClick.ZERO)
    cases = [(name, level, rule) for name, level in Level.NAMED.items() for rule in rules]
    data = [guesses(level, rule, 1, games) for _, level, rule in cases]
    inputs, won = (np.concatenate(column) for column in zip(*data, strict=True))
    weights = fit(inputs, won)
    print(f"{len(won)} guesses: " + ", ".join(f"{weight:.4f}" for weight in weights))
    for name, level, rule in cases:
        inputs, won = guesses(level, rule, 2, games)
        error = calibration_error(calibration(np.column_stack([curve(inputs, weights), won])))
        print(f"{name} {rule}: {len(won)} guesses, calibration error {100 * error:.2f} points")


if __name__ == "__main__":
    main()
