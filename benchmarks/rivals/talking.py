"""What the adapters written in Python share: docs/protocol.md, and certain cells that wait."""

from __future__ import annotations

import sys
from collections.abc import Callable

Cell = tuple[int, int]
# What is open, with its numbers, the width, the height and the mines in; cells to open out, all
# certain or a single guess, with the chance that it is a mine.
Solve = Callable[[dict[Cell, int], int, int, int], tuple[list[Cell], float]]


def least_risk(risks: dict[Cell, float]) -> tuple[list[Cell], float]:
    """Choose by risk alone, as the authors of libraries that only count do."""
    least = min(risks.values())
    safest = sorted(cell for cell, risk in risks.items() if risk == least)
    return (safest, 0.0) if least <= 0 else (safest[:1], least)


def talk(name: str, solve: Solve) -> None:
    """Answer the host until the end of the input."""
    clues: dict[Cell, int] = {}
    waiting: list[Cell] = []
    width = height = mines = 0
    for line in sys.stdin:
        match line.split():
            case ["hello", *_]:
                print(f"hello 1 {name}", flush=True)
            case ["new", across, down, total, *_]:
                width, height, mines = int(across), int(down), int(total)
                clues, waiting = {}, [(0, 0)]
                risk = 0.0
            case ["open", *numbers]:
                row, column, number = map(int, numbers)
                clues[row, column] = number
            case ["go"]:
                waiting = [cell for cell in waiting if cell not in clues]
                if not waiting:
                    waiting, risk = solve(clues, width, height, mines)
                row, column = waiting.pop(0)
                certain = "certain" if risk <= 0 else "guess"
                print(f"move {row} {column} {certain} risk {risk}", flush=True)
