"""How well `sapper.read_picture` reads: skins of our own, scales, PNG and JPEG.

    python benchmarks/pictures.py [--boards N] [--skin NAME]

For each skin it draws games in progress at five scales, stores them as PNG and as JPEG of quality
80, and counts the readings that were accepted without a question, those that asked or refused,
and the accepted ones with a wrong cell, of which there must be none.
"""

from __future__ import annotations

import argparse
import io
import sys
import time
from collections import Counter
from pathlib import Path
from typing import Final

import numpy as np
from PIL import Image

from sapper.pictures import read_picture
from sapper.rules.errors import SapperError
from sapper.rules.view import View

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

from harness.skins import SKINS, Skin, draw_scene, position, stored

SCALES: Final = (0.75, 1.0, 1.25, 1.5, 2.0)
LEVELS: Final = ("beginner", "intermediate", "expert", "12x8/15")


def judged(picture: bytes, truth: View) -> str:
    """Return accepted, asked, refused or WRONG."""
    try:
        reading = read_picture(picture)
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


def full_screen() -> float:
    """Return the seconds for a picture of 1920 x 1080 with an expert board somewhere in it."""
    random = np.random.default_rng(5)
    noise = random.integers(0, 255, (27, 48, 3), np.uint8)
    screen = Image.fromarray(noise).resize((1920, 1080), Image.Resampling.BICUBIC)
    screen.paste(draw_scene(SKINS[0], position("expert", 3)), (431, 307))
    file = io.BytesIO()
    screen.save(file, "PNG")
    times = []
    for _ in range(5):
        start = time.perf_counter()
        read_picture(file.getvalue())
        times.append(time.perf_counter() - start)
    return min(times)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--boards", type=int, default=4)
    parser.add_argument("--skin", help="only this one, with the cases that were not accepted")
    arguments = parser.parse_args()
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
    print(f"\n1920 x 1080: {full_screen():.2f} s")


if __name__ == "__main__":
    main()
