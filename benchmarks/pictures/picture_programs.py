"""Real programs on a virtual screen, read by `sapper.read_screenshot`.

    python benchmarks picture_programs           # a table of all programs that are installed
    python benchmarks picture_programs --win     # play a no-guess game of sgt-puzzles to its win

Needs Xvfb, xdotool and programs of Debian: sgt-puzzles, xdemineur, gnome-mines, kmines, xbomb
(`apt-get install xvfb xdotool dbus sgt-puzzles xdemineur gnome-mines kmines xbomb`). A program is
started and clicked at: the cells that the engine proves safe in what was read, or else its best
guess. Each accepted picture is checked against the last one of the same game: an opened cell
never changes its number. The pictures are kept with `--keep FOLDER`, so that a person can compare
them with the readings.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from PIL import Image, ImageGrab

from sapper.advice import advise
from sapper.rules.board import Cell
from sapper.rules.errors import SapperError
from sapper.rules.notation import write_view
from sapper.vision import Reading, UnreadablePicture, read_screenshot

DISPLAY: Final = ":87"
SETTLE: Final = 0.7  # seconds that a program gets to draw
PATIENCE: Final = 60.0  # seconds in which a program must show its window
CHANGED: Final = "numbers changed"


@dataclass(frozen=True)
class Program:
    """How a program is started, and where it is clicked before its board shows."""

    name: str
    command: tuple[str, ...]
    prepare: tuple[tuple[int, int], ...] = ()
    start: float = 6.0  # seconds until its window is complete, once something shows
    rest: tuple[int, int] = (1270, 890)  # where the pointer waits


PROGRAMS: Final = [
    Program("sgt-puzzles mines", ("sgt-mines",)),
    Program("xdemineur", ("xdemineur",)),
    Program("gnome-mines", ("dbus-run-session", "gnome-mines"), ((200, 165),), 10.0, (560, 235)),
    Program("kmines", ("dbus-run-session", "kmines"), (), 14.0),
    Program("xbomb", ("xbomb",)),
]


@contextmanager
def screen() -> Iterator[None]:
    """Run a virtual screen for the programs that are started inside."""
    server = subprocess.Popen(
        ["Xvfb", DISPLAY, "-screen", "0", "1280x900x24"], stderr=subprocess.DEVNULL
    )
    os.environ["DISPLAY"] = DISPLAY
    time.sleep(2)
    try:
        yield
    finally:
        server.terminate()
        server.wait()


@contextmanager
def running(program: Program) -> Iterator[None]:
    """Run a program until the block is left."""
    environment = os.environ | {
        "QT_QPA_PLATFORM": "xcb",
        "PATH": os.environ["PATH"] + ":/usr/games",
    }
    process = subprocess.Popen(
        program.command,
        env=environment,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    try:
        wait_for_window(program)
        for place in program.prepare:
            click(program, *place)
        yield
    finally:
        os.killpg(process.pid, 15)
        process.wait()


def wait_for_window(program: Program) -> None:
    """Wait until the screen, empty at first, shows something."""
    end = time.monotonic() + PATIENCE
    while picture().convert("L").getextrema() == (0, 0) and time.monotonic() < end:
        time.sleep(0.5)
    time.sleep(program.start)


def click(program: Program, x: float, y: float) -> None:
    """Click there, then take the pointer away from the board."""
    move = ["xdotool", "mousemove", str(round(x)), str(round(y)), "click", "1"]
    subprocess.run([*move, "mousemove", *map(str, program.rest)], check=True)
    time.sleep(SETTLE)


def picture() -> Image.Image:
    return ImageGrab.grab(xdisplay=DISPLAY)


def chosen(reading: Reading) -> list[Cell]:
    """Return the cells to open next: all that are safe, or the best guess."""
    try:
        advice = advise(reading.view)
    except SapperError:  # what was asked about may be misread
        return []
    safe = sorted(advice.safe)
    return safe or ([] if advice.best is None else [advice.best])


def middle(reading: Reading) -> list[Cell]:
    return [(reading.view.height // 2, reading.view.width // 2)]


def changed(before: Reading | None, now: Reading) -> int:
    """Return how many opened cells have another number than in the picture before.

    A board of another size cannot be the same game: all its cells count.
    """
    if before is None:
        return 0
    opened = before.view.array >= 0
    if before.view.array.shape != now.view.array.shape:
        return int(opened.sum())
    return int((before.view.array[opened] != now.view.array[opened]).sum())


def survey(program: Program, pictures: int, keep: Path | None) -> Counter[str]:
    """Read a program's board again and again while it is played."""
    counts: Counter[str] = Counter({CHANGED: 0})
    before = None
    for number in range(pictures):
        taken = picture()
        try:
            reading = read_screenshot(taken)
        except UnreadablePicture as error:
            counts[str(error.refusal)] += 1
            _keep(keep, program, number, taken, str(error))
            break
        fresh = not reading.view.opened
        counts["new game" if fresh else "accepted" if reading.accepted else "asked"] += 1
        report = "\n".join([write_view(reading.view), *map(str, reading.doubts)])
        _keep(keep, program, number, taken, report)
        if reading.accepted:
            counts[CHANGED] += changed(before, reading)
            before = reading
        for cell in middle(reading) if fresh else chosen(reading)[:3]:
            click(program, *reading.grid.centre(cell))
    return counts


def _keep(
    folder: Path | None, program: Program, number: int, taken: Image.Image, report: str
) -> None:
    if folder is not None:
        folder.mkdir(parents=True, exist_ok=True)
        name = f"{program.name.replace(' ', '-')}-{number:02}"
        taken.save(folder / f"{name}.png")
        (folder / f"{name}.txt").write_text(report + "\n")


def play_to_win() -> bool:
    """Play sgt-puzzles' mines, which never needs a guess, from pictures alone."""
    with running(PROGRAMS[0]):
        for number in range(60):
            try:
                reading = read_screenshot(picture())
            except UnreadablePicture as error:
                print(f"picture {number}: {error}")
                return "every cell" in str(error) or "only its" in str(error)
            opened, guess = len(reading.view.opened), not reading.view.opened
            cells = middle(reading) if guess else sorted(advise(reading.view).safe)
            print(f"picture {number}: {opened} cells open, {len(cells)} to open")
            if not guess and not (reading.accepted and cells):
                print("\n".join(map(str, reading.doubts)) or "nothing is safe")
                return False
            for cell in cells:
                click(PROGRAMS[0], *reading.grid.centre(cell))
    return False


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--win", action="store_true")
    parser.add_argument("--pictures", type=int, default=12)
    parser.add_argument("--games", type=int, default=2, help="of each program")
    parser.add_argument("--keep", type=Path)
    parser.add_argument("--program", help="only this one")
    arguments = parser.parse_args()
    with screen():
        if arguments.win:
            print("won" if play_to_win() else "not won")
            return
        print("| program | pictures and what became of them |\n|---|---|")
        for program in PROGRAMS:
            if arguments.program not in (None, program.name):
                continue
            path = os.environ["PATH"] + ":/usr/games"
            if not shutil.which(program.command[-1], path=path):
                print(f"| {program.name} | not installed |")
                continue
            counts: Counter[str] = Counter()
            for game in range(arguments.games):
                keep = arguments.keep and arguments.keep / f"game-{game}"
                with running(program):
                    counts.update(survey(program, arguments.pictures, keep))
            summary = ", ".join(f"{number} {what}" for what, number in sorted(counts.items()))
            print(f"| {program.name} | {summary} |", flush=True)


if __name__ == "__main__":
    main()
