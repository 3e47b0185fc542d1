"""Reasons for a guess: the risk, the cells it may open, and a later guess it may settle."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial

import numpy as np

from sapper.engine import STEPS, Analysis, Flags, analyse
from sapper.formatting import at, brief, joined, percent, unanimous
from sapper.knowledge.frontier import Frontier
from sapper.players.least_risk import ASSUMED_DENSITY, EQUAL
from sapper.players.protocol import Move
from sapper.rules.board import Cell
from sapper.rules.errors import InvalidMove
from sapper.rules.view import View, ViewWriter

_LARGEST = 10_000  # cells of the largest board on which the move after the guess is considered


def explain_guess(
    view: View,
    move: Move,
    *,
    density: float = ASSUMED_DENSITY,
    flags: Flags = "ignore",
    steps: float = STEPS,
) -> str:
    """Explain in a few sentences why to open a cell that is not certain.

    For a certain cell, say that instead. The options are those of `analyse`. Raise InvalidMove
    if the cell is open or `move` is not a Move, InvalidPosition if no layout fits the view,
    InvalidBoard if `view` is not a View.

    >>> explain_guess(View.of([[1, -1], [-1, -1]], mines=1), Move((0, 1), False, "a guess"))
    'Its risk is 33.3 %, the least there is. No number there can show a safe cell at once.'
    """
    if not isinstance(move, Move):
        raise InvalidMove(f"a Move is needed, not {brief(move)}")
    Frontier(view).check_unopened(move.cell)
    assess = partial(analyse, density=density, flags=flags, steps=steps)
    analysis = assess(view)
    if move.cell in analysis.mines | analysis.safe:
        return f"It is not a guess. {unanimous(move.cell, move.cell in analysis.mines)}"
    parts = [_compared(analysis, move)]
    if view.board.size <= _LARGEST and analysis.exact and not analysis.safe:
        chances = analysis.number_chances(move.cell)
        parts.append(_promise(chances, _leading_on(view, move.cell, chances, assess)))
    parts += _settled(view, analysis, move.cell)
    if move.chance is not None:
        chance = percent(move.chance)
        about = "about " if chance[0].isdigit() else ""  # not "about under 0.1 %"
        parts.append(f"The game is won from here {about}{chance} of the time.")
    return " ".join(parts)


def _compared(analysis: Analysis, move: Move) -> str:
    """Compare the cell's risk with the least there is."""
    risk, least = float(analysis.risk[move.cell]), float(np.nanmin(analysis.risk))
    about = "" if analysis.exact else "about "
    text = f"Its risk is {about}{percent(risk)}"
    if risk <= least + EQUAL:
        return f"{text}, the least there is."
    best = analysis.best()
    assert best is not None
    if not least:
        return f"{text}; {at(best)} is safe."
    if (better := _better(move, least)) is not None:
        return better
    text = f"{text}. The least is {percent(least)}, at {at(best)}"
    return f"{text}." if move.chance is None else f"{text}, which promises less for the whole game."


def _better(move: Move, least: float) -> str | None:
    """Return the argument for a riskier cell; None if the safest was not compared with it."""
    chosen = next((each for each in move.candidates if each.cell == move.cell), None)
    safest = next((each for each in move.candidates if each.risk <= least + EQUAL), None)
    if chosen is None or safest is None or chosen.chance <= safest.chance + EQUAL:
        return None
    opens = ""
    if chosen.progress > safest.progress + EQUAL:
        opens = "more often shows a safe cell, and "
    return (
        f"{at(chosen.cell)} is riskier than {at(safest.cell)} ({percent(chosen.risk)} against "
        f"{percent(safest.risk)}), but {opens}wins more often."
    )


def _leading_on(
    view: View, cell: Cell, chances: Sequence[float], assess: Callable[[View], Analysis]
) -> Iterator[int]:
    """Yield the numbers that would leave a cell certainly safe."""
    for number, chance in enumerate(chances):
        if chance > 0:
            after = ViewWriter.of(view)
            after.reveal(cell, number)
            if not number or assess(after.view).safe:
                yield number


def _promise(chances: Sequence[float], leading_on: Iterable[int]) -> str:
    """Say how likely the cell is to lead to a safe one."""
    certain = sum(chances[number] for number in leading_on)
    if certain <= 0:
        return "No number there can show a safe cell at once."
    if percent(certain) == percent(chances[0]):
        return f"The chance that it is a 0 and opens up is {percent(certain)}."
    zero = f" ({percent(chances[0])} for a 0)" if chances[0] > 0 else ""
    return f"The chance that its number shows a safe cell is {percent(certain)}{zero}."


def _settled(view: View, analysis: Analysis, cell: Cell) -> Iterator[str]:
    """Name the toss-up that the cell belongs to: no number can ever decide it."""
    ours, theirs = _sides(view, analysis, cell)
    if not _alike(view, analysis, ours, theirs):
        return
    now = "" if analysis.safe else ", so it may as well be now"
    comma = "," if len(ours) > 1 else ""
    yield (
        f"{_named(ours)}{comma} or {_named(theirs)}: a toss-up that no number can settle. "
        f"It has to be guessed sooner or later{now}."
    )


def _named(cells: set[Cell]) -> str:
    return joined(map(at, sorted(cells)))


def _sides(view: View, analysis: Analysis, cell: Cell) -> tuple[set[Cell], set[Cell]]:
    """Return the cells that must be mines with this one, itself included, and without it.

    Either all of the first are mines and none of the second, or the other way round.
    """
    sides: tuple[set[Cell], set[Cell]] = {cell}, set()
    waiting = [(cell, 0)]
    while waiting:
        here, side = waiting.pop()
        for other in _partners(view, analysis, here) - sides[1 - side]:
            sides[1 - side].add(other)
            waiting.append((other, 1 - side))
    return sides


def _alike(view: View, analysis: Analysis, ours: set[Cell], theirs: set[Cell]) -> bool:
    """Return whether every other cell that is or may be opened sees as many of both sides.

    Then a layout with the two sides exchanged always shows the same numbers.
    """
    around = {near for cell in ours | theirs for near in view.board.neighbours(cell)}
    tellers = around - ours - theirs - analysis.mines
    return len(ours) == len(theirs) and all(
        len(ours.intersection(seen)) == len(theirs.intersection(seen))
        for seen in map(view.board.neighbours, tellers)
    )


def _partners(view: View, analysis: Analysis, cell: Cell) -> set[Cell]:
    """Return the cells of which, with this one, a clue needs exactly one more mine."""
    found = set()
    for clue in view.board.neighbours(cell):
        if view.is_opened(clue):
            unsure = _unsure(view, analysis, clue)
            mines = sum(near in analysis.mines for near in view.board.neighbours(clue))
            if len(unsure) == 2 and view[clue] - mines == 1:
                found |= set(unsure) - {cell}
    return found


def _unsure(view: View, analysis: Analysis, cell: Cell) -> list[Cell]:
    known = analysis.mines | analysis.safe
    closed = (near for near in view.board.neighbours(cell) if not view.is_opened(near))
    return [near for near in closed if near not in known]
