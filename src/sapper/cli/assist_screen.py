"""sapper assist --screen: follow a game on the screen and print safe cells, without a click."""

from __future__ import annotations

import shutil
import subprocess
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Final, NamedTuple

from sapper.advice import Advice, advise
from sapper.cli.paragraphs import wrapped
from sapper.formatting import at, counted, joined
from sapper.rules.board import Cell
from sapper.rules.errors import SapperError
from sapper.vision import Reading, UnreadablePicture, read_screenshot
from sapper.vision.legend import SavedLegend

if TYPE_CHECKING:
    from PIL import Image

PAUSE: Final = 0.7  # seconds between two pictures
_REASONS: Final = 3  # of safe cells, printed at once


class Region(NamedTuple):
    """A part of the screen, in pixels."""

    left: int
    top: int
    right: int
    bottom: int


def read_region(text: str) -> Region:
    """Read LEFT,TOP,WIDTHxHEIGHT, such as 100,80,640x400."""
    try:
        left, top, size = text.split(",")
        width, height = size.lower().split("x")
        region = Region(int(left), int(top), int(left) + int(width), int(top) + int(height))
    except ValueError:
        raise SapperError(
            f"a region is LEFT,TOP,WIDTHxHEIGHT such as 100,80,640x400, not {text!r:.40}"
        ) from None
    if min(region[:2]) < 0 or region.right <= region.left or region.bottom <= region.top:
        raise SapperError(f"the region {text!r:.40} is empty or off the screen")
    return region


def window_region(name: str) -> Region:
    """Return where the window with this name is, from xdotool."""
    if shutil.which("xdotool") is None:
        raise SapperError("--window needs the program xdotool: use --region instead")
    command = ["xdotool", "search", "--onlyvisible", "--name", name, "getwindowgeometry", "--shell"]
    output = subprocess.run(command, capture_output=True, text=True, check=False).stdout
    values = dict(line.split("=", 1) for line in output.splitlines() if "=" in line)
    if not {"X", "Y", "WIDTH", "HEIGHT"} <= values.keys():
        raise SapperError(f"no window has the name {name!r:.40}")
    left, top, width, height = (int(values[key]) for key in ("X", "Y", "WIDTH", "HEIGHT"))
    return Region(max(left, 0), max(top, 0), left + width, top + height)


def grabber(region: Region | None) -> Callable[[], Image.Image]:
    """Return a function that takes a picture of the screen, or of a part of it."""
    try:
        from PIL import ImageGrab
    except ImportError:
        raise SapperError("pictures need Pillow: pip install pillow") from None

    def grab() -> Image.Image:
        try:
            return ImageGrab.grab(bbox=region)
        except (OSError, ValueError) as error:
            raise SapperError(f"no picture of the screen can be taken: {error}") from None

    return grab


def follow(
    grab: Callable[[], Image.Image], mines: int | None, memory: SavedLegend, pause: float = PAUSE
) -> None:
    """Print the safe cells whenever the picture changes, until Ctrl-C."""
    follower = Follower(mines, memory)
    print("Following the game on the screen. Ctrl-C ends it.", flush=True)
    try:
        while True:
            if text := follower.see(grab()):
                print(text, flush=True)
            time.sleep(pause)
    except KeyboardInterrupt:
        print("\nStopped.")


class Follower:
    """The state of a game on the screen so far."""

    def __init__(self, mines: int | None, memory: SavedLegend) -> None:
        self._mines, self._memory = mines, memory
        self._last: Reading | None = None
        self._told = ""

    def see(self, picture: Image.Image) -> str:
        """Return the text for a picture; nothing if it is the text of the last one."""
        text = self._text(picture)
        if text == self._told:
            return ""
        self._told = text
        return text

    def _text(self, picture: Image.Image) -> str:
        try:
            reading = read_screenshot(picture, mines=self._mines, memory=self._memory)
        except UnreadablePicture as error:
            return f"Waiting: {error}."
        if not reading.accepted:
            return "\n".join(["Not sure of this picture:", *map(str, reading.doubts)])
        if changed := self._changed(reading):
            return f"Misread: the number at {joined(map(at, changed))} has changed. Waiting."
        self._last = reading
        return _advice(advise(reading.view))

    def _changed(self, reading: Reading) -> list[Cell]:
        """Return the cells whose number differs from the last picture of the same game."""
        last = self._last
        if last is None or last.view.board != reading.view.board:
            return []
        opened = list(last.view.opened)
        if sum(reading.view[cell] >= 0 for cell in opened) * 2 < len(opened):
            return []  # a new game
        return [cell for cell in opened if reading.view[cell] != last.view[cell]]


def _advice(advice: Advice) -> str:
    if not advice.safe:
        return wrapped(f"Nothing is certain. {_guess(advice)}")
    safe = advice.easiest_first(advice.safe)
    lines = [f"{counted(len(safe), 'safe cell')}: {joined(map(at, safe[:12]))}"]
    lines += [wrapped(advice.proof(cell).text, "  ") for cell in safe[:_REASONS]]
    return "\n".join(lines)


def _guess(advice: Advice) -> str:
    if advice.best is None:
        return advice.reason
    return f"The best guess is {at(advice.best)}. {advice.reason}"
