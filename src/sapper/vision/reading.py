"""From a picture to a Reading: the position, its legend, and its doubts."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from sapper.engine import analyse
from sapper.formatting import at, counted, joined
from sapper.rules.errors import InvalidPosition, SapperError
from sapper.rules.view import FLAG, UNOPENED, View
from sapper.vision import checking
from sapper.vision.errors import Refusal, UnreadablePicture
from sapper.vision.finding import find_board
from sapper.vision.grid import Grid
from sapper.vision.legend import LegendEntry, SavedLegend, make_looks, meaning_name
from sapper.vision.loading import Pixels, load
from sapper.vision.meaning import MINE, UNKNOWN

if TYPE_CHECKING:
    import numpy.typing as npt
    from PIL import Image

# the mine totals that programs give boards of these sizes: height, width
_STANDARD: Final = {
    (8, 8): 10,
    (9, 9): 10,
    (16, 16): 40,
    (16, 30): 99,
    (30, 16): 99,
    (8, 10): 10,
    (14, 18): 40,
    (20, 24): 99,
}
_CUT: Final = "The board seems to go on beyond the {} edge of what was found: show all of it."
_MOST_NAMED: Final = 6  # cells in a message


@dataclass(frozen=True, slots=True)
class Doubt:
    """A question about the picture, as a sentence; `look` is the number of the look in doubt."""

    text: str
    look: int | None = None

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True, slots=True, eq=False)
class Reading:
    """The position read from a screenshot, with its legend and open questions.

    `view` is the position and `grid` its place in the picture. `looks` is the legend: each kind
    of cell that was found, with its meaning. `confidence` has a number from 0 to 1 for each
    cell. If `doubts` is not empty, the view is a guess and must not be trusted before these
    are settled. `mines_guessed` is true if the mine total is the usual one of this size.

    >>> from PIL import Image, ImageDraw
    >>> image = Image.new("RGB", (300, 300), "white")
    >>> for x, y in ((x, y) for x in range(30, 270, 30) for y in range(30, 270, 30)):
    ...     ImageDraw.Draw(image).rectangle([x, y, x + 26, y + 26], fill="#8090a0")
    >>> reading = read_screenshot(image)
    >>> reading.view, reading.accepted, str(reading.doubts[-1])
    (<View 8x8/?, 0 opened>, False, 'No number is open: is this a new game?')
    >>> reading.corrected({0: UNOPENED}).view
    <View 8x8/10, 0 opened>
    """

    view: View
    grid: Grid
    looks: tuple[LegendEntry, ...]
    doubts: tuple[Doubt, ...]
    confidence: npt.NDArray[np.float32]
    mines_guessed: bool
    cut: tuple[str, ...] = ()  # the sides on which the board seems to go on

    @property
    def accepted(self) -> bool:
        """Whether there is nothing to ask."""
        return not self.doubts

    def corrected(self, meanings: Mapping[int, int] = {}, *, mines: int | None = None) -> Reading:
        """Return the reading with other meanings of looks, by their numbers in the legend.

        A meaning is a number from 0 to 8, UNOPENED or FLAG; it holds for all cells of the look.
        """
        looks = list(self.looks)
        for number, meaning in meanings.items():
            if not 0 <= number < len(looks):
                raise SapperError(f"the legend has {counted(len(looks), 'look')}, no {number + 1}")
            if not FLAG <= meaning <= 8:
                raise SapperError(f"a look means a number, unopened or a flag, not {meaning}")
            looks[number] = replace(looks[number], meaning=meaning, sure=True, corrected=True)
        total = self.view.mines if mines is None and not self.mines_guessed else mines
        return judge(self.grid, tuple(looks), total, self.cut)

    def to_json(self) -> dict[str, Any]:
        """Return all of it as plain data."""
        from sapper.rules.json_forms import view_to_json

        left, top, right, bottom = (round(side, 1) for side in self.grid.box)
        return {
            "view": view_to_json(self.view),
            "accepted": self.accepted,
            "mines_guessed": self.mines_guessed,
            "box": {"left": left, "top": top, "right": right, "bottom": bottom},
            "looks": [look.to_json() for look in self.looks],
            "doubts": [{"text": doubt.text, "look": doubt.look} for doubt in self.doubts],
            "confidence": [[round(float(c), 3) for c in row] for row in self.confidence],
        }


def read_screenshot(
    image: Image.Image | Pixels | bytes | str | Path,
    *,
    mines: int | None = None,
    memory: SavedLegend | None = None,
) -> Reading:
    """Read the position in a picture of a board: a file, its bytes, an image or its colours.

    Nothing has to be known of the program, its size or its place on the screen. `mines` is the
    mine total; without it the usual one of the size is guessed. `memory` has the meanings
    saved for looks of earlier pictures. Raise UnreadablePicture, which names the reason,
    for a picture without a board, a finished game or covered cells.

    >>> read_screenshot(b"no picture at all")
    Traceback (most recent call last):
    sapper.vision.errors.UnreadablePicture: this file is not a picture, or it is damaged
    """
    pixels, times = load(image)
    found = find_board(pixels)
    looks = make_looks(found.grid, found.kinds, found.opinions, memory)
    return judge(found.grid.enlarged(times), looks, mines, found.cut)


def judge(
    grid: Grid, looks: tuple[LegendEntry, ...], mines: int | None, cut: tuple[str, ...] = ()
) -> Reading:
    """Return the reading that a legend gives, checked by the rules of the game."""
    marks = np.full((grid.rows, grid.columns), UNKNOWN, np.int8)
    confidence = np.zeros(marks.shape, np.float32)
    for look in looks:
        rows, columns = zip(*look.cells, strict=True)
        marks[rows, columns] = look.meaning
        confidence[rows, columns] = look.confidence
    _refuse(looks, marks)
    doubts = (*_doubts(looks, marks), *(Doubt(_CUT.format(side)) for side in cut))
    shown = np.where(marks < FLAG, UNOPENED, marks)
    total, guessed = _total(shown, mines, trusted=not doubts)
    view = View.of(shown.tolist(), total)
    return Reading(view, grid, looks, doubts, confidence, guessed, cut)


def _refuse(looks: tuple[LegendEntry, ...], marks: checking.Marks) -> None:
    mined = [cell for look in looks if look.meaning == MINE and look.sure for cell in look.cells]
    if mined:
        text = f"this game is over: a mine lies open at {_named(mined)}"
        raise UnreadablePicture(Refusal.FINISHED, text)
    covered = _covered(looks, marks)
    if covered.any():
        cells = [(int(row), int(column)) for row, column in np.argwhere(covered)]
        text = f"something covers {_named(cells)}: a pointer, a tooltip or a moving part"
        raise UnreadablePicture(Refusal.COVERED, text)
    if ((marks == 0) | (marks == FLAG)).all():  # a finished game has numbers
        raise UnreadablePicture(Refusal.NO_BOARD, "no board was found in this picture")
    if (marks >= 0).any() and not ((marks == UNOPENED) | (marks <= MINE)).any():
        text = "this game is over: every cell is open or has a flag"
        raise UnreadablePicture(Refusal.FINISHED, text)


def _covered(looks: tuple[LegendEntry, ...], marks: checking.Marks) -> checking.Bools:
    """Return the cells of rare unknown looks beside each other; two of one look may be flags."""
    strange = np.full(marks.shape, -1)
    for number, look in enumerate(looks):
        if look.meaning in (UNKNOWN, MINE) and len(look.cells) <= 2 and not look.corrected:
            strange[tuple(zip(*look.cells, strict=True))] = number
    covered = np.zeros(marks.shape, bool)
    for number in np.unique(strange[strange >= 0]):
        others = (strange >= 0) & (strange != number)
        covered |= (strange == number) & checking.near(others)
    return covered


def _doubts(looks: tuple[LegendEntry, ...], marks: checking.Marks) -> list[Doubt]:
    doubts = []
    for number, look in enumerate(looks):
        if not look.sure:
            doubts.append(Doubt(_question(look), number))
        elif look.meaning == UNOPENED and look.blank and not look.corrected:
            tested = np.zeros(marks.shape, bool)
            tested[tuple(zip(*look.cells, strict=True))] = True
            if not checking.cannot_be_zero(marks, tested):
                text = f"Nothing shows that {_named(look.cells)} are unopened rather than empty."
                doubts.append(Doubt(text, number))
    if not (marks >= 0).any() and not any(look.corrected for look in looks):
        doubts.append(Doubt("No number is open: is this a new game?"))
    if zeros := checking.wrong_zeros(marks):
        text = f"A zero has an unopened neighbour, which the rules exclude: {_named(zeros)}."
        doubts.append(Doubt(text))
    elif (clue := checking.misfit(marks)) is not None:
        text = f"No mines fit the numbers that were read around {at(clue)}."
        doubts.append(Doubt(text))
    return doubts


def _question(look: LegendEntry) -> str:
    where = _named(look.cells)
    if look.meaning in (UNKNOWN, MINE):
        return f"What is shown at {where}?"
    return f"{'Is' if len(look.cells) == 1 else 'Are'} {where} {_guess(look)}?"


def _guess(look: LegendEntry) -> str:
    """Return the apparent meaning of a look: a flag, flags, an 8, 8s, unopened or empty."""
    name, several = meaning_name(look.meaning), len(look.cells) > 1
    if look.meaning in (UNOPENED, 0):
        return name
    if several:
        return f"{name}s"
    return f"an {name}" if look.meaning == 8 else f"a {name}"


def _named(cells: list[tuple[int, int]] | tuple[tuple[int, int], ...]) -> str:
    shown = [at(cell) for cell in cells[:_MOST_NAMED]]
    more = len(cells) - len(shown)
    return joined([*shown, f"{more} more"]) if more else joined(shown)


def _total(marks: checking.Marks, mines: int | None, trusted: bool) -> tuple[int | None, bool]:
    """Return the mine total and whether it is a guess from the board's size."""
    height, width = marks.shape
    guessed = mines is None
    total = _STANDARD.get((height, width)) if mines is None else mines
    if total is None or not trusted:
        return (None if guessed else total), False
    closed = int((marks < 0).sum())
    if guessed and closed <= total and (marks >= 0).any():
        if closed < total:
            return None, False
        text = f"this game is over: only its {counted(total, 'mine')} are left unopened"
        raise UnreadablePicture(Refusal.FINISHED, text)
    return (total, guessed) if _fits(marks, total, guessed) else (None, False)


def _fits(marks: checking.Marks, total: int, guessed: bool) -> bool:
    try:
        analyse(marks, mines=total, steps=45e6)
    except InvalidPosition:
        if not guessed:
            raise
        return False
    return True
