"""Check that each step of a reason follows from the clues and the earlier steps that it names."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from itertools import product
from typing import TYPE_CHECKING

from sapper.rules.board import Cell
from sapper.rules.view import View

if TYPE_CHECKING:
    from sapper.knowledge import Reason, Step
    from sapper.knowledge.steps import Constraint


def step_fault(view: View, reason: Reason) -> str:
    """Name what is wrong with the steps of a reason; nothing if each follows."""
    ended: set[int] = set()  # steps of a case that has been closed
    open_cases: list[int] = []
    for number, step in enumerate(reason.steps):
        if step.kind == "suppose also":
            open_cases.append(number)
        elif step.kind == "suppose instead":
            ended |= set(range(open_cases.pop(), number))
        before = {n: reason.steps[n] for n in step.uses if n < number and n not in ended}
        if len(before) < len(step.uses):
            return f"step {number} uses a step that does not hold there"
        if wrong := _fault(view, step, before):
            return f"step {number} {wrong}"
    last = reason.steps[-1].follows
    if last is None or reason.cell not in last.cells or bool(last.mines) is not reason.is_mine:
        return "the last step does not say what the cell is"
    return ""


def _fault(view: View, step: Step, before: Mapping[int, Step]) -> str:
    if step.kind.startswith("suppose") or step.kind in ("layouts", "count"):
        return ""
    known = dict(_settled(before.values()))
    for said in step.said:
        if not _is_said(view, said, before):
            return f"misquotes {said}"
        if any(not known.get(cell) for cell in said.known):
            return "takes a cell for a mine that no step has shown to be one"
        if any(known.get(cell) is not False for cell in said.safe):
            return "takes a cell for safe that no step has shown to be so"
    if step.kind == "clash":
        return "is no contradiction" if any(_counts(step.said, ())) else ""
    assert step.follows is not None
    found = list(_counts(step.said, step.follows.cells))
    return "" if set(found) == {step.follows.mines} else "does not follow"


def _settled(steps: Collection[Step]) -> Iterator[tuple[Cell, bool]]:
    """Yield the cells that steps show or suppose to be safe (False) or mines (True)."""
    for step in steps:
        said = step.said[0] if step.kind.startswith("suppose") else step.follows
        if said is not None and said.mines in (0, len(said.cells)):
            yield from ((cell, said.mines > 0) for cell in said.cells)


def _is_said(view: View, said: Constraint, before: Mapping[int, Step]) -> bool:
    """Return whether a clue, or an earlier step, says this of these cells."""
    cells, mines = {*said.cells, *said.known, *said.safe}, said.mines + len(said.known)
    if said.clue is None:
        step = before.get(-1 if said.step is None else said.step)
        claim = None if step is None else step.follows
        return claim is not None and (set(claim.cells), claim.mines) == (cells, mines)
    around = {cell for cell in view.board.neighbours(said.clue.cell) if view[cell] < 0}
    return said.clue.number == view[said.clue.cell] == mines and cells == around


def _counts(sentences: Collection[Constraint], counted: Collection[Cell]) -> Iterator[int]:
    """Yield how many of some cells can be mines if the sentences are true."""
    every = {cell for said in sentences for cell in said.cells}
    groups = [*(set(said.cells) for said in sentences), set(counted)]
    sizes = Counter(tuple(cell in group for group in groups) for cell in every)
    for mines in product(*(range(size + 1) for size in sizes.values())):
        sums = [
            sum(count for kind, count in zip(sizes, mines, strict=True) if kind[place])
            for place in range(len(groups))
        ]
        if all(total == said.mines for total, said in zip(sums, sentences, strict=False)):
            yield sums[-1]
