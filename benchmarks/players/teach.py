"""Ask what the score of a guess could learn from playouts.

    python benchmarks teach collect FILE [--games N] [--seed S]
    python benchmarks teach fit FILE...

`collect` plays expert games of `master`. At each guess that it judges, once a tenth of the board is
open, the best candidates, up to five, are played out on the same layouts. FILE gets a line for each
game; the same command goes on after Ctrl-C. `fit` learns from the games with an even number how
much more a candidate wins than the one with the best score, by a ridge regression on the
differences of their features. For the other games it prints how far the score alone and the fitted
evaluation are from the playouts, and what choosing by the latter would gain.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
from rich.console import Console
from rich.progress import track

from sapper import Game, Outcome, analyse
from sapper.engine import Analysis, Candidate, Chooser
from sapper.engine.playouts import play_out
from sapper.rules.view import FirstClick, View

Array = npt.NDArray[np.float64]
LAYOUTS = 48
LEAST_OPENED = 0.1
WITHIN = 0.87  # of the best candidate's chance of winning
RIDGE = 10.0
FEATURES = [
    "score",
    "log score",
    "risk",
    "certain cells",
    "zero",
    "entropy",
    "floating",
    "open side",
]
STATUS = Console(stderr=True)  # progress goes here, the results to standard output


class Guess(NamedTuple):
    """The candidates of a guess, each less the first: features, and what they won in playouts."""

    game: int
    features: Array
    gains: Array


def features(view: View, analysis: Analysis, candidate: Candidate) -> list[float]:
    """Return what is known about a candidate, in the order of FEATURES."""
    numbers = np.array(analysis.number_chances(candidate.cell))
    shown = numbers[numbers > 0] / numbers.sum()
    around = view.board.neighbours(candidate.cell)
    return [
        candidate.chance,
        float(np.log(candidate.chance)),
        candidate.risk,
        candidate.progress,
        float(numbers[0]),
        float(-(shown * np.log(shown)).sum()),
        float(not any(view.is_opened(cell) for cell in around)),
        1 - len(around) / 8,
    ]


def judged(game: Game) -> Iterator[dict[str, Any]]:
    """Let `master` play a game; before each judged guess, play its candidates out."""
    chooser = Chooser("master", game.first_click)
    while game.outcome is Outcome.PLAYING:
        decision = chooser.decide(game.view)
        least = WITHIN * max((each.chance for each in decision.candidates), default=1.0)
        close = [each for each in decision.candidates if each.chance >= least]
        opened = len(game.view.opened) / game.board.size
        if decision.kind == "judged" and len(close) > 1 and opened >= LEAST_OPENED:
            yield taught(game.view, close, game.index or 0)
        for cell in decision.cells:
            if not game.view.is_opened(cell):
                game.open(cell)


def taught(view: View, candidates: list[Candidate], seed: int) -> dict[str, Any]:
    analysis = analyse(view)
    values = play_out(view, candidates, count=LAYOUTS, seed=seed)
    return {
        "features": [features(view, analysis, each) for each in candidates],
        "values": values.mean(axis=0).tolist(),
    }


def collect(file: Path, games: int, seed: int) -> None:
    done = len(file.read_text().splitlines()) if file.exists() else 0
    for index in track(range(done, games), "games", console=STATUS):
        game = Game("expert", seed=seed, index=index, first_click=FirstClick.SAFE)
        line = json.dumps(list(judged(game)))
        with file.open("a") as kept:
            kept.write(line + "\n")


def guesses_of(files: list[Path]) -> Iterator[Guess]:
    lines = (line for file in files for line in file.read_text().splitlines())
    for game, line in enumerate(lines):
        for guess in json.loads(line):
            known, values = np.array(guess["features"]), np.array(guess["values"])
            yield Guess(game, known[1:] - known[0], values[1:] - values[0])


def fit(files: list[Path]) -> None:
    guesses = list(guesses_of(files))
    lesson = [guess for guess in guesses if guess.game % 2 == 0]
    unseen = [guess for guess in guesses if guess.game % 2]
    if not lesson or not unseen:
        raise SystemExit("there are no guesses to learn from: collect more games")
    weights = ridge(lesson)
    for name, weight in zip(FEATURES, weights, strict=True):
        print(f"{name:>16} {weight:+.4f}")
    print(
        f"learned from {len(lesson):,} guesses, {len(unseen):,} others, off by (points, squared):"
    )
    alone = np.eye(len(FEATURES))[0]
    for name, used in (("no difference", 0 * alone), ("score alone", alone), ("fitted", weights)):
        print(f"{name:>16} {error(unseen, used):.3f}")
    games = 1 + max(guess.game for guess in guesses)
    changed, gain, off = gained(unseen, weights, games // 2)
    print(f"choosing by the fitted one: {changed:.3f} other guesses a game,", end=" ")
    print(f"{gain:+.3f} points, standard error {off:.3f}")


def ridge(guesses: list[Guess]) -> Array:
    """Return the weights; those of features on a large scale are not favoured."""
    known = np.concatenate([guess.features for guess in guesses])
    gains = np.concatenate([guess.gains for guess in guesses])
    scale = np.maximum(known.std(axis=0), 1e-9)
    scaled = known / scale
    normal = scaled.T @ scaled + RIDGE * np.eye(len(scale))
    solved: Array = np.linalg.solve(normal, scaled.T @ gains) / scale
    return solved


def error(guesses: list[Guess], weights: Array) -> float:
    offs = np.concatenate([guess.features @ weights - guess.gains for guess in guesses])
    return float(((100 * offs) ** 2).mean())


def gained(guesses: list[Guess], weights: Array, games: int) -> tuple[float, float, float]:
    """Return other guesses a game, and what they gain, in points, with its standard error."""
    changed, gain = 0, dict[int, float]()
    for guess in guesses:
        best = int(np.argmax(guess.features @ weights))
        if guess.features[best] @ weights > 0:
            changed += 1
            gain[guess.game] = gain.get(guess.game, 0.0) + 100 * guess.gains[best]
    each = np.array([*gain.values(), *[0.0] * (games - len(gain))])
    return changed / games, float(each.mean()), float(each.std() / np.sqrt(games))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    tasks = parser.add_subparsers(dest="task", required=True)
    collecting = tasks.add_parser("collect")
    collecting.add_argument("file", type=Path)
    collecting.add_argument("--games", type=int, default=1_000)
    collecting.add_argument("--seed", type=int, default=900)
    tasks.add_parser("fit").add_argument("files", type=Path, nargs="+")
    options = parser.parse_args()
    if options.task == "fit":
        return fit(options.files)
    try:
        collect(options.file, options.games, options.seed)
    except KeyboardInterrupt:
        STATUS.print("stopped; the same command goes on from here")


if __name__ == "__main__":
    main()
