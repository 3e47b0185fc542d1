"""Make puzzles of every technique, check each, and print the time that one takes.

For every puzzle, what it accepts must be exactly what the kernel's analysis proves. For a guess,
nothing may be certain, and a search to the end of every game must find every accepted cell as
good as the best and every other one worse. For a sample, the slow reference has to agree, and a
solver that shares no code with Sapper's must need the technique.

With a file to keep the results in, a run that was stopped goes on where it was.

    python benchmarks training [--puzzles 200] [--sample 20] [--seed 20262] [--keep FILE]
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import time
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path

from oracles.certain_moves import needed
from rich.console import Console
from rich.progress import track

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


@dataclass(frozen=True, slots=True)
class Trial:
    """One puzzle: what making it took, in seconds, and what is wrong with it."""

    technique: str
    seed: int
    index: int
    sampled: bool
    cpu: float
    wall: float
    faults: list[str]


def trial(technique: Technique, seed: int, index: int, *, sampled: bool) -> Trial:
    """Make a puzzle and check it."""
    cpu, wall = time.process_time(), time.perf_counter()
    made = puzzle(technique, seed, index)
    cpu, wall = time.process_time() - cpu, time.perf_counter() - wall
    wrong = list(faults(made, sampled=sampled))
    return Trial(str(technique), seed, index, sampled, cpu, wall, wrong)


def trials(technique: Technique, seed: int, puzzles: int, sample: int, kept: Path) -> list[Trial]:
    """Try puzzles; those that are kept already are not tried again."""
    known = {(each.index, each.sampled): each for each in _read(kept, technique, seed)}
    found = []
    with kept.open("a", encoding="utf-8") as lines:
        for index in track(range(puzzles), str(technique), transient=True, console=STATUS):
            sampled = index < sample
            if (each := known.get((index, sampled))) is None:
                each = trial(technique, seed, index, sampled=sampled)
                print(json.dumps(asdict(each)), file=lines, flush=True)
            found.append(each)
    return found


def _read(kept: Path, technique: Technique, seed: int) -> Iterator[Trial]:
    if not kept.is_file():
        return
    for line in kept.read_text(encoding="utf-8").splitlines():
        found = Trial(**json.loads(line))
        if (found.technique, found.seed) == (technique, seed):
            yield found


def show(technique: Technique, found: list[Trial]) -> None:
    """Print a row: numbers of puzzles, then milliseconds of the processor and of the clock."""
    cells = [f"{technique:12} {len(found):9,} {sum(each.sampled for each in found):9,}"]
    cells.append(f"{sum(len(each.faults) for each in found):7,}")
    for times in (sorted(each.cpu for each in found), sorted(each.wall for each in found)):
        shown = (times[len(times) // 2], times[int(0.95 * (len(times) - 1))], times[-1])
        cells.append(" ".join(f"{1000 * each:8.1f}" for each in shown))
    print(" | ".join(cells), flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--puzzles", type=int, default=200)
    parser.add_argument("--sample", type=int, default=20)
    parser.add_argument("--seed", type=int, default=20_262)
    parser.add_argument("--keep", type=Path, default=Path(os.devnull), metavar="FILE")
    options = parser.parse_args()
    times = " ".join(f"{head:>8}" for head in ("median", "95 %", "max"))
    print(f"{'':12} {'':9} {'':9} | {'':7} | {'processor, ms':26} | clock, ms")
    print(f"{'technique':12} {'puzzles':>9} {'sampled':>9} | {'faults':>7} | {times} | {times}")
    wrong = []
    for technique in Technique:
        found = trials(technique, options.seed, options.puzzles, options.sample, options.keep)
        show(technique, found)
        wrong += [each for each in found if each.faults]
    for each in wrong[:20]:
        print(f"  {each.technique} {each.seed} {each.index}: {', '.join(each.faults)}")
    sys.exit(bool(wrong))


if __name__ == "__main__":
    main()
