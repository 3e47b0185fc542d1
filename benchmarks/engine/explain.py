"""Explain every certain cell of expert games, and check each reason with the reference engine.

Each cell is explained when it becomes certain. A reason fails if its clues alone do not force
it, if one of them can be left out, or if there is none. Prints for each technique the reasons, the
milliseconds of processor time of `sapper.explain` and its words, the characters of these, and the
failures. Ctrl-C prints the results so far.

    python benchmarks explain [--games 1000] [--level expert] [--workers 1]
"""

from __future__ import annotations

import argparse
import time
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from functools import partial

from oracles.forcing import fault
from rich.console import Console
from rich.progress import track

from sapper import FirstClick, Game, Level, SapperError, Tier, analyse, explain, make_player
from sapper.players import turns

SEED = 20_262
STATUS = Console(stderr=True)  # progress goes here, the table to standard output


@dataclass
class Tally:
    """The results for the cells of a game: seconds and characters, and what went wrong."""

    explained: dict[Tier, list[tuple[float, int]]] = field(default_factory=dict)
    faults: list[str] = field(default_factory=list)
    positions: int = 0


def measured(level: str, index: int) -> Tally:
    """Explain every cell of a game when it becomes certain."""
    game = Game(Level.parse(level), seed=SEED, index=index, first_click=FirstClick.ZERO)
    tally, known = Tally(), set[tuple[int, int]]()
    for _ in turns(game, make_player("fast")):
        tally.positions += 1
        analysis = analyse(game.view)
        for cell in sorted((analysis.safe | analysis.mines) - known):
            start = time.thread_time()
            try:
                reason = explain(game.view, cell)
                text = str(reason)
            except SapperError as error:
                tally.faults.append(f"game {index}: {error}")
                continue
            cost = time.thread_time() - start, len(text)
            tally.explained.setdefault(reason.tier, []).append(cost)
            wrong = fault(game.view, reason, is_mine=cell in analysis.mines)
            if wrong:
                tally.faults.append(f"game {index}: {wrong}: {reason}")
        known |= analysis.safe | analysis.mines
    return tally


def collected(level: str, games: range, workers: int) -> list[Tally]:
    """Play the games; Ctrl-C keeps what is known by then."""
    tallies = []
    with ProcessPoolExecutor(workers) as pool:
        going = pool.map(partial(measured, level), games, chunksize=2)
        try:
            for tally in track(going, "games", len(games), transient=True, console=STATUS):
                tallies.append(tally)  # noqa: PERF402  # a comprehension would lose them
        except KeyboardInterrupt:
            pool.shutdown(wait=False, cancel_futures=True)
    return tallies


def report(tallies: list[Tally]) -> None:
    print(f"{'':22} {'--- milliseconds ---':>27} {'-- characters --':>20}")
    print(f"{'technique':12} {'reasons':>9} {'median':>8} {'95 %':>9} {'most':>8} ", end="")
    print(f"{'median':>6} {'95 %':>6} {'most':>6}")
    for tier in Tier:
        print(row(str(tier), [cost for tally in tallies for cost in tally.explained.get(tier, ())]))
    every = [cost for tally in tallies for some in tally.explained.values() for cost in some]
    print(row("all", every))
    faults = [wrong for tally in tallies for wrong in tally.faults]
    print(f"failures: {len(faults)} of {len(every) + len(faults)}")
    for wrong in faults[:10]:
        print(f"  {wrong}")


def row(name: str, costs: list[tuple[float, int]]) -> str:
    if not costs:
        return f"{name:12} {0:9,}"
    seconds, lengths = map(sorted, zip(*costs, strict=True))
    median, late, longest = (1000 * value for value in quantiles(seconds))
    times = f"{median:8.2f} {late:9.2f} {longest:8.1f}"
    words = " ".join(f"{value:6.0f}" for value in quantiles(lengths))
    return f"{name:12} {len(costs):9,} {times} {words}"


def quantiles(ordered: list[float]) -> tuple[float, float, float]:
    """Return the median, the 95 % quantile and the largest."""
    return ordered[len(ordered) // 2], ordered[int(0.95 * (len(ordered) - 1))], ordered[-1]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--games", type=int, default=1_000)
    parser.add_argument("--level", default="expert")
    parser.add_argument("--workers", type=int, default=1)
    options = parser.parse_args()
    tallies = collected(options.level, range(options.games), options.workers)
    positions = sum(tally.positions for tally in tallies)
    print(
        f"{options.level}, first click zero, {len(tallies)} games, {positions:,} positions, ",
        end="",
    )
    print(f"seed {SEED}")
    report(tallies)


if __name__ == "__main__":
    main()
