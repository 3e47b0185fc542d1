"""Explain every certain cell of expert games, and check each reason with the reference engine.

Each cell is explained when it becomes certain. A reason fails if its clues alone do not force
it, if one of them can be left out, or if there is none. Prints the reasons for each technique,
the failures, and the milliseconds of `sapper.explain`.

    python benchmarks/explain.py [--games 1000] [--level expert] [--workers 1]
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

from rich.console import Console
from rich.progress import track

sys.path.append(str(Path(__file__).parent.parent / "tests"))
from oracles.forcing import fault

from sapper import FirstClick, Game, Level, SapperError, Tier, analyse, explain, make_player
from sapper.players import turns

SEED = 20_262
STATUS = Console(stderr=True)  # progress goes here, the table to standard output


@dataclass
class Tally:
    """The results for the cells of a game: seconds by technique, and what went wrong."""

    seconds: dict[Tier, list[float]] = field(default_factory=dict)
    faults: list[str] = field(default_factory=list)


def measured(level: str, index: int) -> Tally:
    """Explain every cell of a game when it becomes certain."""
    game = Game(Level.parse(level), seed=SEED, index=index, first_click=FirstClick.ZERO)
    tally, known = Tally(), set[tuple[int, int]]()
    for _ in turns(game, make_player("fast")):
        analysis = analyse(game.view)
        for cell in sorted((analysis.safe | analysis.mines) - known):
            start = time.perf_counter()
            try:
                reason = explain(game.view, cell)
            except SapperError as error:
                tally.faults.append(f"game {index}: {error}")
                continue
            tally.seconds.setdefault(reason.tier, []).append(time.perf_counter() - start)
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
    every = sorted(s for tally in tallies for some in tally.seconds.values() for s in some)
    counts = Counter(dict.fromkeys(Tier, 0))
    print(f"{'technique':12} {'reasons':>9} {'median ms':>10} {'95 % ms':>9} {'max ms':>9}")
    for tier in Tier:
        times = sorted(s for tally in tallies for s in tally.seconds.get(tier, ()))
        counts[tier] = len(times)
        print(row(str(tier), times))
    print(row("all", every))
    faults = [wrong for tally in tallies for wrong in tally.faults]
    print(f"failures: {len(faults)} of {len(every) + len(faults)}")
    for wrong in faults[:10]:
        print(f"  {wrong}")


def row(name: str, times: list[float]) -> str:
    if not times:
        return f"{name:12} {0:9,}"
    shown = (times[len(times) // 2], times[int(0.95 * (len(times) - 1))], times[-1])
    median, late, longest = (1000 * seconds for seconds in shown)
    return f"{name:12} {len(times):9,} {median:10.2f} {late:9.2f} {longest:9.1f}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--games", type=int, default=1_000)
    parser.add_argument("--level", default="expert")
    parser.add_argument("--workers", type=int, default=1)
    options = parser.parse_args()
    tallies = collected(options.level, range(options.games), options.workers)
    print(f"{options.level}, first click zero, {len(tallies)} games, seed {SEED}")
    report(tallies)


if __name__ == "__main__":
    main()
