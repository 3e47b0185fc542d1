"""Guesses that no other can beat, and cells that are better opened before the guess."""

from __future__ import annotations

import pytest

from sapper.engine import Analysis, Chooser, Strength, analyse, perfect
from sapper.rules.board import Board, Cell, Level
from sapper.rules.game import Game, Outcome
from sapper.rules.view import FirstClick, View, ViewWriter

PAIR = [  # G1 and G2, fenced in by F3 and G3
    "......*",
    ".....o.",
    "....***",
    ".....oo",
    ".*..*oo",
]
CHAIN = [  # F1, F2, F4 and F5, linked by the clues beside them
    ".....*o",
    "..*...o",
    "....*oo",
    ".....*o",
    ".*....o",
]


def shown(rows: list[str]) -> View:
    """Open the cells marked o; mines are marked *."""
    board = Board(len(rows), len(rows[0]))
    mines = {cell for cell in board if rows[cell[0]][cell[1]] == "*"}
    writer = ViewWriter(board.height, board.width, len(mines), FirstClick.SAFE)
    for cell in board:
        if rows[cell[0]][cell[1]] == "o":
            writer.reveal(cell, sum(near in mines for near in board.neighbours(cell)))
    return writer.view


@pytest.mark.parametrize("strength", ["fast", "master"])
@pytest.mark.parametrize(
    ("rows", "toss_up"),
    [(PAIR, {(0, 6), (1, 6)}), (CHAIN, {(0, 5), (1, 5), (3, 5), (4, 5)})],
    ids=["pair", "chain"],
)
def test_a_toss_up_that_is_a_cells_whole_risk_comes_first(
    strength: Strength, rows: list[str], toss_up: set[Cell]
) -> None:
    """Such a cell is opened although others are far safer, and perfect play allows nothing else."""
    view = shown(rows)
    decision = Chooser(strength, FirstClick.SAFE).decide(view)
    least = min(float(risk) for risk in analyse(view).risk[view.array < 0])
    assert decision.cells[0] in toss_up
    assert decision.risk > 2 * least
    assert perfect(view).moves == toss_up


def test_a_toss_up_lowers_the_chance_of_winning() -> None:
    """The chance at a free guess is near the exact one, although the guess costs nothing."""
    for rows in (PAIR, CHAIN):
        view = shown(rows)
        chance = Chooser("fast", FirstClick.SAFE).decide(view).chance
        assert chance == pytest.approx(float(perfect(view).value), abs=0.1)


def implied(view: View, analysis: Analysis, cell: Cell) -> frozenset[Cell]:
    """Find the cells that are safe whatever number the cell shows."""
    found = frozenset(view.unopened)
    for number, chance in enumerate(analysis.number_chances(cell)):
        if chance > 0:
            after = ViewWriter.of(view)
            after.reveal(cell, number)
            found &= analyse(after.view).safe
    return found


def test_no_safer_cell_follows_from_a_guess() -> None:
    """Of 150 games, none has a guess after which a cell that was safer before is surely safe."""
    guesses = 0
    for index in range(150):
        game = Game(Level.parse("12x12/32"), seed=81, index=index)
        chooser = Chooser("fast", FirstClick.SAFE)
        while game.outcome is Outcome.PLAYING:
            decision = chooser.decide(game.view)
            if decision.kind == "judged":
                guesses += 1
                analysis = analyse(game.view)
                sure = implied(game.view, analysis, decision.cells[0])
                assert all(analysis.risk[cell] >= decision.risk - 1e-9 for cell in sure), index
            for cell in decision.cells:
                if game.outcome is Outcome.PLAYING and not game.view.is_opened(cell):
                    game.open(cell)
    assert guesses > 300
