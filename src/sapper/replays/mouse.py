"""From the mouse to the game: the meaning of buttons in the programs that recorded them.

A cell opens when the left button is released over it. A flag is put when the right button is
pressed. Both buttons together, or the middle one, chord at the first release; the other button's
release then means nothing.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from sapper.replays.replay import Mouse
from sapper.rules.errors import InvalidNotation
from sapper.rules.game import Game, Outcome
from sapper.rules.view import FLAG, UNOPENED, FirstClick

if TYPE_CHECKING:
    from sapper.replays.replay import Event, Replay
    from sapper.rules.board import Cell

MOST_ACTIONS = 50_000
"""No one clicks so often in one game; a file that does is not worth the time."""


@dataclass(slots=True)
class Clicks:
    """Clicks by their button; a chord is one click of both. Wasted ones changed nothing."""

    left: int = 0
    right: int = 0
    both: int = 0
    wasted: int = 0

    @property
    def total(self) -> int:
        return self.left + self.right + self.both


class Played(NamedTuple):
    """The game that a replay shows, and the clicks that it took."""

    game: Game
    clicks: Clicks


def played(replay: Replay) -> Played:
    """Play a replay again, by the rules of the programs that write them."""
    hand = Hand(replay)
    for event in replay.events:
        if hand.game.outcome is not Outcome.PLAYING:
            break
        hand.follow(event)
    return Played(hand.game, hand.clicks)


class Hand:
    """The buttons of a mouse over a game."""

    def __init__(self, replay: Replay) -> None:
        self.replay = replay
        self.game = Game.of(replay.layout, FirstClick.SAFE)
        self.clicks = Clicks()
        self._left = self._right = self._middle = False
        self._shift = False  # the left button is held with Shift
        self._spent = False  # a chord was made: the left button's release means nothing
        self._idle = False  # the right button was pressed where no flag can be
        self._questions: set[Cell] = set()
        self._time = 0.0

    def follow(self, event: Event) -> None:
        """Repeat the mouse's events; its time never goes back."""
        self._time = max(self._time, event.time / 1000)
        cell, time = self.replay.cell(event), self._time
        match event.mouse:
            case Mouse.MOVE:
                pass
            case Mouse.LEFT_DOWN | Mouse.SHIFT_DOWN:
                self._press_left(event.mouse is Mouse.SHIFT_DOWN)
            case Mouse.LEFT_UP:
                self._release_left(cell, time)
            case Mouse.RIGHT_DOWN:
                self._press_right(cell, time)
            case Mouse.RIGHT_UP:
                self._release_right(cell, time)
            case Mouse.MIDDLE_DOWN:
                self._middle = True
            case Mouse.MIDDLE_UP:
                self._release_middle(cell, time)
            case Mouse.PREFLAG:
                self.clicks.right += 1
                self._flag(cell, time)
            case Mouse.BOTH_DOWN:
                self._press_left(False)
                self._press_right(cell, time)
            case _:
                self._toggle(event.mouse, cell, time)

    def _toggle(self, mouse: Mouse, cell: Cell | None, time: float) -> None:
        """Press or release a button, whichever is possible."""
        if mouse is Mouse.LEFT:
            self._release_left(cell, time) if self._left else self._press_left(False)
        elif mouse is Mouse.RIGHT:
            (self._release_right if self._right else self._press_right)(cell, time)
        elif self._middle:
            self._release_middle(cell, time)
        else:
            self._middle = True

    def _press_left(self, shift: bool) -> None:
        self._left, self._shift = True, shift

    def _press_right(self, cell: Cell | None, time: float) -> None:
        if self._right:
            return
        self._right, self._idle = True, False
        if not self._left:
            self.clicks.right += 1
            self._idle = not self._flag(cell, time)

    def _release_left(self, cell: Cell | None, time: float) -> None:
        if not self._left:
            return
        spent, self._left, self._spent = self._spent, False, False
        if self._right or self._shift:
            self._chord_with_both(cell, time)
        elif not spent:
            self.clicks.left += 1
            self._open(cell, time)

    def _release_right(self, cell: Cell | None, time: float) -> None:
        if not self._right:
            return
        self._right = False
        if self._left:
            self._spent = True
            self._chord_with_both(cell, time)
        self._idle = False

    def _release_middle(self, cell: Cell | None, time: float) -> None:
        self._middle = False
        self._chord(cell, time)

    def _open(self, cell: Cell | None, time: float) -> None:
        if cell is None or self.game.view[cell] != UNOPENED:
            self.clicks.wasted += 1
            return
        self._check_length()
        if not self.game.view.opened and self.replay.layout.is_mine(cell):
            self._promise_nothing()
        self.game.open(cell, time)

    def _promise_nothing(self) -> None:
        """Begin again as a game whose first click may be a mine; flags stay."""
        flags = self.game.actions
        self.game = Game.of(self.replay.layout, FirstClick.NONE)
        for action in flags:
            self.game.perform(action)

    def _flag(self, cell: Cell | None, time: float) -> bool:
        """Put or take away a flag or a question mark; return whether the cell can have one."""
        if cell is None or self.game.view[cell] not in (UNOPENED, FLAG):
            self.clicks.wasted += 1
            return False
        if cell in self._questions:
            self._questions.remove(cell)
            return True
        self._check_length()
        if self.game.view[cell] == FLAG and self.replay.question_marks:
            self._questions.add(cell)
        self.game.flag(cell, time)
        return True

    def _chord_with_both(self, cell: Cell | None, time: float) -> None:
        """Chord; a right press that could not flag was the beginning of this click."""
        if self._idle:
            self._idle = False
            self.clicks.right -= 1
            self.clicks.wasted -= 1
        self._chord(cell, time)

    def _chord(self, cell: Cell | None, time: float) -> None:
        if cell is None:
            return
        self.clicks.both += 1
        view = self.game.view
        around = self.replay.layout.board.neighbours(cell)
        flags = sum(neighbour in view.flags for neighbour in around)
        if view[cell] != flags or all(view[near] != UNOPENED for near in around):
            self.clicks.wasted += 1
            return
        self._check_length()
        self.game.chord(cell, time)

    def _check_length(self) -> None:
        if len(self.game.actions) >= MOST_ACTIONS:
            raise InvalidNotation(f"this replay has more than {MOST_ACTIONS:,} actions")
