"""A seeded fuzzer of the readers of replays: mutated files are read or refused, never more.

    PYTHONPATH=tests python -m fuzz.fuzz_replays [NUMBER] [SEED] [FOLDER]

Mutates files that our own writers made, and those of a folder. Any of them may raise a
SapperError, and nothing else; none may take longer than ten seconds of the processor.
"""

from __future__ import annotations

import random
import signal
import sys
import time
from collections import Counter
from pathlib import Path

from oracles import replay_files as oracle
from oracles.replay_files import Film

from sapper.replays import SUFFIXES, read_replay
from sapper.rules.board import Level
from sapper.rules.errors import SapperError
from sapper.rules.seeds import seeded_layout

HANG_SECONDS = 10
WRITERS = (
    *(oracle.write_avf, oracle.write_freesweeper, oracle.write_rmv_1, oracle.write_rmv_2),
    *(oracle.write_evf_3, oracle.write_evf_4, oracle.write_mvf_097, oracle.write_mvf_2007),
    *(oracle.write_mvf_old, oracle.write_rawvf),
)
ODD = (
    b"\0",
    b"\xff",
    b"\xff\xff\xff\xff",
    b"\x7f\xff",
    b"\x80",
    b"[",
    b"]",
    b"\r",
    b"\n",
    b"99999",
)


def trial(data: bytes) -> str:
    """Read and play a file; return whether it was read."""
    try:
        replay = read_replay(data)
        assert replay.metrics.clicks == replay.clicks.total
        assert 0 <= replay.clicks.wasted <= replay.clicks.total
    except SapperError:
        return "refused"
    return "read"


def mutated(data: bytes, dice: random.Random) -> bytes:
    """Change, add, drop or repeat some bytes, near the start as often as elsewhere."""
    spoilt = bytearray(data)
    for _ in range(dice.choice([1, 1, 1, 2, 4, 16])):
        if not spoilt:
            break
        place = dice.randrange(min(len(spoilt), 200) if dice.random() < 0.5 else len(spoilt))
        match dice.randrange(6):
            case 0:
                spoilt[place] = dice.randrange(256)
            case 1:
                spoilt[place] ^= 1 << dice.randrange(8)
            case 2:
                spoilt[place:place] = dice.choice(ODD)
            case 3:
                del spoilt[place : place + dice.choice([1, 2, 8, 100])]
            case 4:
                del spoilt[place:]
            case 5:
                spoilt[place:place] = spoilt[place : place + dice.choice([1, 8, 64])] * dice.choice(
                    [1, 3]
                )
    return bytes(spoilt)


def material(folder: Path | None) -> list[bytes]:
    """Return whole files of every format: a short game each, and what the folder has."""
    layout = seeded_layout(Level(8, 8, 10), 5)
    happened = [(0, "lc", 60, 60), (20, "lr", 60, 60)]
    for step in range(12):
        place = 16 * (step % 8) + 5, 16 * (step * 3 % 8) + 5
        code = "lrm"[step % 3]
        happened += [(50 * step + 30, f"{code}c", *place), (50 * step + 40, f"{code}r", *place)]
    shown = Film(layout, happened, marks=True)
    files = [write(shown) for write in WRITERS]
    if folder is not None:
        paths = sorted(path for path in folder.rglob("*") if path.suffix.lower() in SUFFIXES)
        files += [path.read_bytes() for path in paths if path.stat().st_size < 20_000]
    return files


def main() -> None:
    number = int(sys.argv[1]) if len(sys.argv) > 1 else 100_000
    seed = int(sys.argv[2]) if len(sys.argv) > 2 else 1
    files = material(Path(sys.argv[3]) if len(sys.argv) > 3 else None)
    dice, results, slowest = random.Random(seed), Counter[str](), 0.0
    for place in range(number):
        data = mutated(dice.choice(files), dice)
        signal.setitimer(signal.ITIMER_VIRTUAL, HANG_SECONDS)  # its signal ends the process
        begun = time.process_time()
        try:
            results[trial(data)] += 1
        except BaseException:
            Path("build").mkdir(exist_ok=True)
            Path("build/fuzz_replays.bin").write_bytes(data)
            print(f"file {place} of seed {seed} failed; it is build/fuzz_replays.bin")
            raise
        slowest = max(slowest, time.process_time() - begun)
    counts = ", ".join(f"{count:,} {result}" for result, count in sorted(results.items()))
    print(f"{number:,} mutated files: {counts}; the slowest took {slowest:.3f} s")


if __name__ == "__main__":
    main()
