"""One game: open, flag, chord, how it ends, and undo.

Only the game knows the mines. Everyone else is given `game.view`, which the game
writes to and never reads. Every action returns the cells that it changed; one that
the rules forbid raises an error and changes nothing.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import NoReturn

from sapper.formatting import at, brief, clue_at, counted
from sapper.rules.arguments import as_cell, as_time, need
from sapper.rules.board import Board, Cell, Layout, Level
from sapper.rules.errors import InvalidMove
from sapper.rules.first_click import check_room, mine_free_cells
from sapper.rules.seeds import check_seed, seeded_layout
from sapper.rules.view import FLAG, UNOPENED, FirstClick, View, ViewWriter, as_first_click


class Outcome(StrEnum):
    """The state of a game: playing, won or lost.

    >>> game = Game.of(Layout.of(Board(1, 2), [(0, 1)]))
    >>> _ = game.open((0, 1))
    >>> game.outcome is Outcome.LOST, str(game.outcome)
    (True, 'lost')
    """

    PLAYING = "playing"
    WON = "won"
    LOST = "lost"


class ActionType(StrEnum):
    """The type of an action: open, flag, chord or undo.

    >>> ActionType("open") is ActionType.OPEN, [str(verb) for verb in ActionType]
    (True, ['open', 'flag', 'chord', 'undo'])
    """

    OPEN = "open"
    FLAG = "flag"
    CHORD = "chord"
    UNDO = "undo"  # its cell is that of the action before it

    @classmethod
    def _missing_(cls, value: object) -> NoReturn:
        raise InvalidMove(f"{brief(value)} is not an action: use {', '.join(cls)}")


@dataclass(frozen=True, slots=True)
class Action:
    """One action of a player: its type, its cell, and its time in seconds if a clock ran.

    >>> game = Game(Level(9, 9, 10))
    >>> game.perform(Action(ActionType.FLAG, (0, 0), time=1.5))
    [(0, 0)]
    """

    type: ActionType
    cell: Cell
    time: float | None = None


class Game:
    """A game of a level; opening the first cell lays the mines, which follow from the seed.

    >>> game = Game("beginner", seed=7)
    >>> len(game.open((4, 4)))
    44
    >>> game
    <Game 9x9/10, playing, 44 opened>
    """

    def __init__(
        self,
        level: Level | str,
        *,
        seed: int = 0,
        index: int = 0,
        first_click: FirstClick = FirstClick.SAFE,
    ) -> None:
        self.first_click = as_first_click(first_click)
        self.level = Level.of(level)
        check_room(self.level, self.first_click)
        # checked now, not only when the first click draws from them
        self.seed: int | None
        self.index: int | None
        self.seed, self.index = check_seed(seed, index)
        self._begin()
        if self.first_click is FirstClick.NONE:
            self._lay(seeded_layout(self.level, self.seed, self.index))

    @classmethod
    def of(cls, layout: Layout, first_click: FirstClick = FirstClick.NONE) -> Game:
        """Start a game on a known layout, which must keep the promise of `first_click`."""
        need(layout, Layout)
        game = cls.__new__(cls)
        game.first_click = as_first_click(first_click)
        game.level = layout.level
        game.seed = game.index = None
        game._begin()
        game._lay(layout)
        return game

    def __repr__(self) -> str:
        return f"<Game {self.level}, {self.outcome}, {len(self.view.opened)} opened>"

    def _begin(self) -> None:
        level = self.level
        self._seen = ViewWriter(level.height, level.width, level.mines, self.first_click)
        self._safe_left = self._safe_cells = level.board.size - level.mines
        self.layout: Layout | None = None
        self.fatal: Cell | None = None
        self.start: Cell | None = None  # where a pinned board begins
        self.actions: list[Action] = []
        self._changed: list[Cell] = []  # by the last action

    def _lay(self, layout: Layout) -> None:
        import numpy as np  # here, so that a class behind the line protocol loads without it

        self.layout = layout
        self._clues = layout.clues()
        clues = np.frombuffer(self._clues, dtype=np.uint8)
        self._zeros = bytearray(((clues == 0) & (layout.array.ravel() == 0)).tobytes())
        for cell in self._seen.flags:
            self._zeros[self.board.index(cell)] = 0

    @property
    def board(self) -> Board:
        return self._seen.board

    @property
    def view(self) -> View:
        """The player's view, which cannot be changed from outside."""
        return self._seen.view

    @property
    def outcome(self) -> Outcome:
        if self.fatal is not None:
            return Outcome.LOST
        return Outcome.PLAYING if self._safe_left else Outcome.WON

    @property
    def first(self) -> Cell | None:
        """The first cell that was opened."""
        opening = (action.cell for action in self.kept if action.type is ActionType.OPEN)
        return next(opening, None)

    @property
    def kept(self) -> list[Action]:
        """The actions that were not undone; `actions` has all of them, undo included."""
        kept: list[Action] = []
        for action in self.actions:
            if action.type is ActionType.UNDO:
                kept.pop()
            else:
                kept.append(action)
        return kept

    def pin(self, first: Cell) -> None:
        """Lay the mines as if `first` were the first cell opened, and remember it as the start."""
        first = as_cell(first)
        self.board.index(first)
        if self.layout is None:
            self._first_open(first)
        self.start = first

    def open(self, cell: Cell, time: float | None = None) -> list[Cell]:
        """Open a cell; a 0 opens its connected area. Opening a mine loses the game."""
        self._check_playing()
        cell, time = as_cell(cell), as_time(time)
        if (mark := self._seen[cell]) != UNOPENED:
            state = "flagged" if mark == FLAG else "open already"
            raise InvalidMove(f"cell {at(cell)} is {state}")
        if self._safe_left == self._safe_cells:
            self._first_open(cell)
        return self._done(ActionType.OPEN, cell, time, self._open(cell))

    def flag(self, cell: Cell, time: float | None = None) -> list[Cell]:
        """Put a flag on an unopened cell, or take it away."""
        self._check_playing()
        cell, time = as_cell(cell), as_time(time)
        self._seen.toggle_flag(cell)
        if self.layout is not None:
            index = self.board.index(cell)
            kept_shut = self._clues[index] or self.layout.mask[index] or cell in self._seen.flags
            self._zeros[index] = not kept_shut
        return self._done(ActionType.FLAG, cell, time, [cell])

    def chord(self, cell: Cell, time: float | None = None) -> list[Cell]:
        """Open all unflagged neighbours of a number that has as many flags around it."""
        self._check_playing()
        cell, time = as_cell(cell), as_time(time)
        clue = self._seen[cell]
        if clue < 0:
            raise InvalidMove(f"cell {at(cell)} is not open: only a number can be chorded")
        around = self.board.neighbours(cell)
        flags = sum(neighbour in self._seen.flags for neighbour in around)
        if flags != clue:
            raise InvalidMove(f"{clue_at(clue, cell)} has {counted(flags, 'flag')} around it")
        return self._done(ActionType.CHORD, cell, time, self._chord(around))

    def undo(self, cell: Cell | None = None, time: float | None = None) -> list[Cell]:
        """Take back the action that lost the game; `cell`, if given, must be that of the action.

        Both actions stay in the record. Cells that a chord opened are closed again, in a new view.
        """
        if self.outcome is not Outcome.LOST:
            raise InvalidMove("only the action that lost a game can be undone")
        last, time = self.actions[-1].cell, as_time(time)
        if cell is not None and (named := as_cell(cell)) != last:
            raise InvalidMove(f"the action that lost was at {at(last)}, not at {at(named)}")
        self.fatal = None
        self._shut([each for each in self._changed if self._seen[each] >= 0])
        return self._done(ActionType.UNDO, last, time, self._changed)

    def note_undone(self, lost: Action, time: float | None = None) -> None:
        """Keep in the record an action that lost and was undone, without doing it again."""
        self.actions += [lost, Action(ActionType.UNDO, lost.cell, time)]

    def perform(self, action: Action) -> list[Cell]:
        """Perform a recorded action."""
        need(action, Action)
        act = {
            ActionType.OPEN: self.open,
            ActionType.FLAG: self.flag,
            ActionType.CHORD: self.chord,
            ActionType.UNDO: self.undo,
        }[ActionType(action.type)]
        return act(action.cell, action.time)

    def _done(
        self, verb: ActionType, cell: Cell, time: float | None, changed: list[Cell]
    ) -> list[Cell]:
        self.actions.append(Action(verb, cell, time))
        self._changed = changed
        return changed

    def _shut(self, cells: list[Cell]) -> None:
        """Close opened cells in a new view: the old one only grows."""
        if not cells:
            return
        self._seen = self._seen.without(cells)
        self._safe_left += len(cells)
        for index in map(self.board.index, cells):
            self._zeros[index] = self._clues[index] == 0

    def _chord(self, around: list[Cell]) -> list[Cell]:
        changed: list[Cell] = []
        for neighbour in around:
            if self._seen[neighbour] == UNOPENED:
                changed += self._open(neighbour)
        return changed

    def _check_playing(self) -> None:
        if self.outcome is not Outcome.PLAYING:
            raise InvalidMove(f"the game is over: it was {self.outcome}")

    def _first_open(self, cell: Cell) -> None:
        """Lay the mines, or check that the given layout keeps the first-click rule."""
        if self.layout is None:
            assert self.seed is not None
            assert self.index is not None
            self._lay(seeded_layout(self.level, self.seed, self.index, self.first_click, cell))
        elif any(map(self.layout.is_mine, mine_free_cells(self.board, self.first_click, cell))):
            raise InvalidMove(
                f"this layout breaks its first-click rule '{self.first_click}' at {at(cell)}"
            )

    def _open(self, cell: Cell) -> list[Cell]:
        assert self.layout is not None
        index = self.board.index(cell)
        if self.layout.mask[index]:
            self.fatal = self.fatal or cell
            return [cell]
        if self._clues[index]:
            self._seen.reveal(cell, self._clues[index])
            self._safe_left -= 1
            return [cell]
        return self._open_area(index)

    def _open_area(self, index: int) -> list[Cell]:
        """Open the area of zeros around a zero, and its rim.

        Runs of zeros within a row are opened at once, so that the largest board opens
        quickly and nothing recurses.
        """
        changed: list[Cell] = []
        runs = [self._take_run(index)]
        while runs:
            row, start, stop = runs.pop()
            left, right = max(start - 1, 0), min(stop + 1, self.board.width)
            for near in range(max(row - 1, 0), min(row + 2, self.board.height)):
                base = near * self.board.width
                changed += self._seen.reveal_run(
                    near, left, self._clues[base + left : base + right]
                )
                runs += self._take_runs(near, left, right)
        self._safe_left -= len(changed)
        return changed

    def _take_runs(self, row: int, left: int, right: int) -> list[tuple[int, int, int]]:
        runs = []
        base = row * self.board.width
        while (index := self._zeros.find(1, base + left, base + right)) >= 0:
            runs.append(self._take_run(index))
        return runs

    def _take_run(self, index: int) -> tuple[int, int, int]:
        """Remove the run of zeros through a cell; return its row, first column and end column."""
        row = index // self.board.width
        base, end = row * self.board.width, (row + 1) * self.board.width
        before = self._zeros.rfind(0, base, index)
        after = self._zeros.find(0, index, end)
        start = base if before < 0 else before + 1
        stop = end if after < 0 else after
        self._zeros[start:stop] = bytes(stop - start)
        return row, start - base, stop - base
