"""The common parts of all replay formats: mines, the mouse with its times, and the mode."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from sapper.boards.metrics import GameMetrics, game_metrics
from sapper.rules.board import Cell, Layout
from sapper.rules.game import Game

if TYPE_CHECKING:
    from sapper.replays.mouse import Clicks, Played

MOST_EVENTS = 500_000
"""The longest replays that we know have 60,000."""

UPK = "UPK"
CLASSIC = "classic"
MODES = (
    CLASSIC,
    UPK,
    "cheat",
    "density",
    "win7",
    "competitive solvable",
    "strong solvable",
    "weak solvable",
    "to be solvable",
    "strong guessable",
    "weak guessable",
    "chording recursive",
    "flag recursive",
    "chording flag recursive",
    "solvable chording recursive",
    "solvable flag recursive",
    "solvable chording flag recursive",
)
"""The modes in the order in which EVF and RMV number them."""

_KNOWN_BEFOREHAND = {UPK.lower(), "cheat", "lucky"}
_ORDINARY = {CLASSIC, "density", "win7", "competitive solvable"}


class Mouse(StrEnum):
    """The events of the mouse, by the letters of RAWVF and EVF."""

    MOVE = "mv"
    LEFT_DOWN = "lc"
    LEFT_UP = "lr"
    RIGHT_DOWN = "rc"
    RIGHT_UP = "rr"
    MIDDLE_DOWN = "mc"
    MIDDLE_UP = "mr"
    SHIFT_DOWN = "sc"  # the left button, with the Shift key held
    PREFLAG = "pf"  # a flag from before the recording
    BOTH_DOWN = "cc"  # the button that completes the two
    LEFT = "l"  # pressed or released, whichever is possible
    RIGHT = "r"
    MIDDLE = "m"


class Event(NamedTuple):
    """Something that the mouse did: when, in milliseconds, and where, in pixels of the board."""

    time: int
    mouse: Mouse
    x: int
    y: int


@dataclass(frozen=True)
class Replay:
    r"""A game that another program recorded.

    >>> from sapper import read_replay
    >>> replay = read_replay(b"Width: 2\nHeight: 1\nBoard:\n0*\n0.0 lc (3 3)\n0.1 lr (3 3)")
    >>> replay.format, replay.mode, replay.game.outcome, replay.clicks.left
    ('RAWVF', 'classic', <Outcome.WON: 'won'>, 1)
    """

    format: str
    program: str
    player: str
    mode: str
    layout: Layout
    events: tuple[Event, ...]
    question_marks: bool = False
    cell_size: int = 16
    broken_off: bool = False  # the player gave up, or the program ended the game

    @cached_property
    def _played(self) -> Played:
        from sapper.replays.mouse import played

        return played(self)

    @property
    def game(self) -> Game:
        """The game that the mouse played, with its times."""
        return self._played.game

    @property
    def clicks(self) -> Clicks:
        """How often each button was used, and how often in vain."""
        return self._played.clicks

    @property
    def metrics(self) -> GameMetrics:
        """The figures of the game; wasted clicks count as clicks, as in the programs' rankings."""
        return replace(game_metrics(self.game), clicks=self.clicks.total)

    def cell(self, event: Event) -> Cell | None:
        """Return the cell under the mouse; None outside of the board."""
        cell = event.y // self.cell_size, event.x // self.cell_size
        return cell if cell in self.layout.board else None

    @property
    def unjudged(self) -> str | None:
        """Why the moves of this mode say nothing about the player; None if they do."""
        mode = self.mode.lower()
        if mode in _KNOWN_BEFOREHAND:
            return f"This is a game in the mode {self.mode}: its board could be known beforehand."
        if mode not in _ORDINARY:
            return f"This is a game in the mode {self.mode}, whose rules are not the usual ones."
        return None


def mode_name(number: int) -> str:
    """Name a mode by the number that EVF and RMV give it."""
    return MODES[number] if number < len(MODES) else f"number {number}"
