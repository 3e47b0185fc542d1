"""Make puzzles of every technique, check each, and print the processor time that one takes.

For every puzzle, what it accepts must be exactly what the kernel's analysis proves. For a guess,
nothing may be certain, and a search to the end of every game must find every accepted cell as
good as the best and every other one worse. For a sample, the slow reference has to agree, and a
solver that shares no code with Sapper's must need the technique.

    python benchmarks/training.py [--puzzles 200] [--sample 20] [--seed 20262]
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterator
from pathlib import Path

from rich.console import Console
from rich.progress import track

sys.path.append(str(Path(__file__).parent.parent / "tests"))
from oracles.certain_moves import needed

from sapper import Puzzle, Technique, analyse, puzzle
from sapper.engine import reference
from sapper.engine.perfect import first_chances
from sapper.reviewing import TOLERANCE
from sapper.rules.board import Cell

STATUS = Console(stderr=True)  # progress goes here, the table to standard output


def faults(made: Puzzle, *, sampled: bool) -> Iterator[str]:
    """Name what is wrong with a puzzle."""
    found = analyse(made.view)
    if not found.exact:
        yield "its analysis is not exact"
    yield from _differences(made, found.safe, found.mines, "the kernel")
    if made.technique is Technique.BEST_GUESS:
        chances = first_chances(made.view)
        enough = (1 - TOLERANCE) * float(max(chances.values()))
        if made.opens != {cell for cell, chance in chances.items() if float(chance) >= enough}:
            yield "the search finds other guesses as good"
    if sampled:
        exact = reference.analyse(made.view)
        yield from _differences(made, exact.safe, exact.mines, "the reference")
        if needed(made.view) != (made.technique.tier or 0):
            yield "it needs another technique"


def _differences(
    made: Puzzle, safe: frozenset[Cell] | set[Cell], mines: frozenset[Cell] | set[Cell], who: str
) -> Iterator[str]:
    """Compare what is accepted with what is certain; the flags given must be mines."""
    guess = made.technique is Technique.BEST_GUESS
    if bool(safe) == guess or (not guess and made.opens != safe):
        yield f"{who} proves other safe cells"
    if made.flags | made.view.flags != mines or (guess and made.flags):
        yield f"{who} proves other mines"
    if not made.taught or not made.opens.issuperset(made.taught) or made.opens & mines:
        yield f"{who} does not prove what is taught"


def measure(technique: Technique, seed: int, puzzles: int, sample: int) -> list[str]:
    """Make and check puzzles; print a row, and return what is wrong."""
    seconds, wrong = [], []
    for index in track(range(puzzles), str(technique), transient=True, console=STATUS):
        start = time.process_time()
        made = puzzle(technique, seed, index)
        seconds.append(time.process_time() - start)
        name = f"{technique} {seed} {index}"
        wrong += [f"{name}: {fault}" for fault in faults(made, sampled=index < sample)]
    seconds.sort()
    shown = (seconds[len(seconds) // 2], seconds[int(0.95 * (len(seconds) - 1))], seconds[-1])
    median, late, longest = (1000 * each for each in shown)
    print(
        f"{technique:12} {puzzles:9,} {min(sample, puzzles):9,} {len(wrong):7,} "
        f"{median:10.1f} {late:8.1f} {longest:8.1f}",
        flush=True,
    )
    return wrong


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--puzzles", type=int, default=200)
    parser.add_argument("--sample", type=int, default=20)
    parser.add_argument("--seed", type=int, default=20_262)
    options = parser.parse_args()
    heads = f"{'puzzles':>9} {'sampled':>9} {'faults':>7} {'median ms':>10} {'95 % ms':>8}"
    print(f"{'technique':12} {heads} {'max ms':>8}")
    wrong = []
    for technique in Technique:
        wrong += measure(technique, options.seed, options.puzzles, options.sample)
    for fault in wrong[:20]:
        print(f"  {fault}")
    sys.exit(bool(wrong))


if __name__ == "__main__":
    main()
