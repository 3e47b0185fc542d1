"""Endless puzzles: number i of a seed and a technique is always the same.

Seeded boards are played by certain moves, in rounds of the easiest technique, as
`sapper.knowledge.tier` defines them; a puzzle is a position in which the technique is needed.
The kernel first finds the boards that have one. The mines serve only to play the board.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Self

from sapper.batch.boards import solve_layout
from sapper.batch.seeds import seeded_layout
from sapper.formatting import brief
from sapper.knowledge.tier import Tier
from sapper.players.logical import Logic
from sapper.rules.board import Cell, Layout, Level
from sapper.rules.errors import InvalidNotation
from sapper.rules.first_click import mine_free_cells
from sapper.rules.game import Game, Outcome
from sapper.rules.seeds import below, check_seed, words
from sapper.rules.view import FirstClick, View
from sapper.training.puzzle import Puzzle, pose
from sapper.training.technique import Technique

# Small boards, as dense as it takes for the technique to be needed often.
_LEVELS = {
    Technique.ONE_CLUE: Level(9, 9, 10),
    Technique.SUBSET: Level(9, 9, 12),
    Technique.OVERLAP: Level(9, 9, 17),
    Technique.CHAIN: Level(10, 10, 24),
    Technique.CASES: Level(10, 10, 24),
    Technique.MINE_COUNT: Level(8, 8, 12),
    Technique.BEST_GUESS: Level(9, 9, 15),
}


@dataclass(frozen=True, slots=True)
class PuzzleId:
    """The origin of a puzzle, written as technique, seed and index: "mine-count-7-0".

    >>> PuzzleId.read("mine-count-7-0").puzzle().technique
    <Technique.MINE_COUNT: 'mine count'>
    """

    technique: Technique
    seed: int
    index: int

    def __str__(self) -> str:
        return f"{self.technique.replace(' ', '-')}-{self.seed}-{self.index}"

    @classmethod
    def read(cls, text: str) -> Self:
        """Read an id; raise InvalidNotation if it is not one."""
        name, *numbers = text.rsplit("-", 2)
        try:
            technique = Technique(name.replace("-", " "))
            seed, index = map(int, numbers)
            check_seed(seed, index)
            if str(found := cls(technique, seed, index)) != text:  # one name for one puzzle
                raise ValueError
        except ValueError:
            raise InvalidNotation(f"{brief(text, 80)} is not the id of a puzzle") from None
        return found

    def puzzle(self) -> Puzzle:
        return puzzle(self.technique, self.seed, self.index)


def puzzle(technique: Technique | str, seed: int = 0, index: int = 0) -> Puzzle:
    """Return puzzle `index` of a seed for a technique, given by its name.

    >>> made = puzzle("overlap", seed=3)
    >>> str(made.technique), made.taught[0] in made.opens
    ('overlap', True)
    """
    chosen = _technique(technique)
    seed, index = check_seed(seed, index)
    draws = words(next(words(seed, list(Technique).index(chosen))), index)
    while True:
        found = _position(chosen, draws)
        made = None if found is None else pose(found, estimates=False)
        if made is not None and made.technique is chosen and _can_fail(made):
            return made


def mixed(seed: int, index: int) -> Technique:
    """Return the technique of puzzle `index` of a seed where all techniques are mixed."""
    return list(Technique)[below(len(Technique), words(seed, index))]


def _technique(name: Technique | str) -> Technique:
    try:
        return Technique(name)
    except (ValueError, RecursionError):
        raise InvalidNotation(
            f"{brief(name)} is not a technique: use {', '.join(Technique)}"
        ) from None


def _can_fail(made: Puzzle) -> bool:
    """Return whether there is a wrong cell to open."""
    return not made.opens.issuperset(set(made.view.unopened) - made.view.flags)


def _position(chosen: Technique, draws: Iterator[int]) -> View | None:
    """Draw a board; return a position of its solution where the technique is needed, if any."""
    level = _LEVELS[chosen]
    first = level.board.cell(below(level.board.size, draws))
    free = map(level.board.index, mine_free_cells(level.board, FirstClick.ZERO, first))
    layout = seeded_layout(level, next(draws), spared=list(free))
    solution = solve_layout(layout, first)
    tier = chosen.tier
    if solution.solved if tier is None else not solution.rounds[tier - 1]:
        return None
    found = list(_positions(layout, first, tier))
    return found[below(len(found), draws)] if found else None


def _positions(layout: Layout, first: Cell, tier: Tier | None) -> Iterator[View]:
    """Play a board by certain moves; yield the views in which a tier finds a safe cell.

    Without a tier, yield the view in which no technique leads on.
    """
    game = Game.of(layout)
    game.open(first)
    logic = Logic(game.view)
    while game.outcome is Outcome.PLAYING:
        proved = logic.round()
        if proved is None:
            if tier is None:
                yield game.view
            return
        if proved.tier is tier and proved.safe:
            yield game.view.copy()
        for cell in proved.safe:
            if not game.view.is_opened(cell):
                game.open(cell)
