"""How hard a board is: which techniques clear it without guessing, and how often each is needed."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from sapper.boards.generate import NoGuessBoard
from sapper.boards.metrics import layout_of
from sapper.engine import TooLarge
from sapper.formatting import at
from sapper.knowledge.frontier import check_cell
from sapper.knowledge.tier import Tier
from sapper.players.logical import Logic
from sapper.rules.board import Cell, Layout
from sapper.rules.errors import InvalidMove
from sapper.rules.game import Game, Outcome

MOST_CELLS: Final = 40_000  # seconds for the rounds of such a board


@dataclass(frozen=True)
class Grade:
    r"""The difficulty of a board: the techniques that clear it from its first cell.

    `rounds` and `cells` give for each technique how often it was the easiest one that proved
    anything, and how many cells it proved. `hardest` is None if the first cell clears the board
    or if nothing follows from it. `solved` is the share of the safe cells that are opened
    without a guess: 1 for a solvable board.

    >>> from sapper import read_layout
    >>> found = grade(read_layout("*...\n....\n...."), first=(0, 1))
    >>> found.solvable, str(found.hardest), found.difficulty
    (True, 'mine count', 6.25)
    """

    solvable: bool
    solved: float
    rounds: dict[Tier, int] = field(default_factory=dict)
    cells: dict[Tier, int] = field(default_factory=dict)

    @property
    def hardest(self) -> Tier | None:
        return max(self.rounds, default=None)

    @property
    def difficulty(self) -> float:
        """A number that orders boards: the hardest technique first, then how often it is needed.

        Solvable boards lie from 0 to 7: the tier, plus a fraction that grows with the rounds of
        that tier (n rounds: n/(n+3)); a round of the tier below counts a tenth, and so on.
        Boards that need luck lie from 7 to 8: the less logic opens, the higher.
        """
        if not self.solvable:
            return 8 - self.solved
        if self.hardest is None:
            return 0.0
        needed = sum(n * 0.1 ** (self.hardest - tier) for tier, n in self.rounds.items())
        return self.hardest + needed / (needed + 3)


def grade(board: Layout | Game | NoGuessBoard, first: Cell | None = None) -> Grade:
    """Grade a board: clear it from a first cell by certain moves, and return the techniques.

    A game, or a board made to need no guess, knows its first cell; for a layout, give one.
    Raise InvalidMove if the first cell is missing or a mine, InvalidBoard for a game whose
    mines are not laid yet and for anything that is not a board, TooLarge for one of more than
    40,000 cells.

    >>> from sapper import Level, generate
    >>> str(grade(generate(Level(9, 9, 10), seed=1)).hardest)
    'subset'
    """
    layout = layout_of(board)
    if layout.board.size > MOST_CELLS:
        size = f"{layout.board.width}x{layout.board.height}"
        raise TooLarge(f"{size} has more than the {MOST_CELLS:,} cells that can be graded")
    return _graded(layout, _first(board) if first is None else first)


def _first(board: Layout | Game | NoGuessBoard) -> Cell:
    if isinstance(board, NoGuessBoard):
        return board.first
    first = None if isinstance(board, Layout) else board.start or board.first
    if first is None:
        raise InvalidMove("the board has no first cell: name one")
    return first


def _graded(layout: Layout, first: Cell) -> Grade:
    check_cell(first)
    if layout.is_mine(first):
        raise InvalidMove(f"{at(first)} is a mine: a board is graded from a safe cell")
    game = Game.of(layout)
    game.open(first)
    logic = Logic(game.view)
    rounds: dict[Tier, int] = {}
    cells: dict[Tier, int] = {}
    while game.outcome is Outcome.PLAYING and (proved := logic.round()) is not None:
        rounds[proved.tier] = rounds.get(proved.tier, 0) + 1
        cells[proved.tier] = cells.get(proved.tier, 0) + len(proved.safe) + len(proved.mines)
        for cell in proved.safe:
            if not game.view.is_opened(cell):
                game.open(cell)
    safe = game.board.size - game.level.mines
    solved = len(game.view.opened) / safe if safe else 1.0
    return Grade(game.outcome is Outcome.WON, solved, rounds, cells)
