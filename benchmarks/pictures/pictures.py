"""How well `sapper.read_screenshot` reads: our own skins, scales, PNG and JPEG.

    python benchmarks pictures [--boards N] [--skin NAME] [--screens]

For each skin it draws games in progress at five scales, stores them as PNG and as JPEG of quality
80, and counts the readings that were accepted without a question, those that asked or refused,
and the accepted ones with a wrong cell, of which there must be none. Then it measures how long
large pages take, without and with a board.
"""

from __future__ import annotations

import argparse
import time
from collections import Counter
from typing import Final

import numpy as np
from harness.screens import SCREENS
from harness.skins import SKINS, Skin, draw_scene, position, stored

from sapper.rules.errors import SapperError
from sapper.rules.view import View
from sapper.vision import read_screenshot

SCALES: Final = (0.75, 1.0, 1.25, 1.5, 2.0)
LEVELS: Final = ("beginner", "intermediate", "expert", "12x8/15")


def judged(picture: bytes, truth: View) -> str:
    """Return accepted, asked, refused or WRONG."""
    try:
        reading = read_screenshot(picture)
    except SapperError:
        return "refused"
    if not reading.accepted:
        return "asked"
    same = reading.view.array.shape == truth.array.shape
    return "accepted" if same and (reading.view.array == truth.array).all() else "WRONG"


def measure(skin: Skin, boards: int) -> tuple[Counter[str], list[str]]:
    """Read all pictures of a skin."""
    counts: Counter[str] = Counter()
    failed = []
    for number in range(boards):
        level = LEVELS[number % len(LEVELS)]
        truth = position(level, seed=number)
        for scale in SCALES:
            scene = draw_scene(skin, truth, scale, seed=number)
            for jpeg in (False, True):
                verdict = judged(stored(scene, jpeg), truth)
                counts[verdict] += 1
                if verdict != "accepted":
                    kind = "JPEG" if jpeg else "PNG"
                    failed.append(f"{verdict} {level}#{number} x{scale} {kind}")
    return counts, failed


def screens() -> None:
    """Print the processor time for pages of 1920 x 1080, without and with an expert board."""
    truth = position("expert", 3)
    board = draw_scene(SKINS[0], truth, 1.5)
    seconds = []
    print("\n| page of 1920 x 1080 | seconds without a board | with one | the board was |")
    print("|---|---:|---:|---|")
    for name, draw in SCREENS.items():
        page = draw()
        without, _ = timed(stored(page, jpeg=False), truth)
        page.paste(board, (431, 207))
        with_board, verdict = timed(stored(page, jpeg=False), truth)
        seconds += [without, with_board]
        print(f"| {name} | {without:.2f} | {with_board:.2f} | {verdict} |", flush=True)
    print(f"\nmedian {np.median(seconds):.2f} s, worst {max(seconds):.2f} s; ", end="")
    print(f"a loop of 20 million steps in Python took {10 * loop():.1f} s")


def timed(picture: bytes, truth: View) -> tuple[float, str]:
    """Return the processor time of the quicker of two readings, and what became of it."""
    times = []
    for _ in range(2):
        start = time.process_time()
        verdict = judged(picture, truth)
        times.append(time.process_time() - start)
    return min(times), verdict


def loop() -> float:
    """Return the processor time of two million steps in Python, to compare machines by."""
    start, total = time.process_time(), 0
    for number in range(2_000_000):
        total += number * number
    return time.process_time() - start


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--boards", type=int, default=4)
    parser.add_argument("--skin", help="only this one, with the cases that were not accepted")
    parser.add_argument("--screens", action="store_true", help="only the times of large pages")
    arguments = parser.parse_args()
    if arguments.screens:
        screens()
        return
    print("| skin | pictures | accepted | asked | refused | accepted, wrong |")
    print("|---|---:|---:|---:|---:|---:|")
    for skin in SKINS:
        if arguments.skin in (None, skin.name):
            counts, failed = measure(skin, arguments.boards)
            share = counts["accepted"] / counts.total()
            print(
                f"| {skin.name} | {counts.total()} | {share:.0%} | {counts['asked']} "
                f"| {counts['refused']} | {counts['WRONG']} |",
                flush=True,
            )
            if arguments.skin:
                print("\n".join(failed))
    screens()


if __name__ == "__main__":
    main()
