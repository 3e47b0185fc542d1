"""Solve Minesweeper in some thirty lines, as docs/protocol.md has it."""

import random
import sys


def near(cell):
    around = [(cell[0] + r, cell[1] + c) for r in (-1, 0, 1) for c in (-1, 0, 1) if r or c]
    return [(r, c) for r, c in around if 0 <= r < height and 0 <= c < width]


def certain():
    mines, safe = set(), set()
    for _ in range(2):  # the second time with all the mines that the first has found
        for cell, number in clues.items():
            hidden = [other for other in near(cell) if other not in clues]
            if len(hidden) == number:
                mines |= set(hidden)
            if len(mines & set(hidden)) == number:
                safe |= set(hidden) - mines
    return safe, mines


for line in sys.stdin:
    match line.split():
        case ["hello", *_]:
            print("hello 1 thirty lines of Python", flush=True)
        case ["new", *numbers, _mines, _rule, seed]:
            (width, height), clues, choice = map(int, numbers), {}, random.Random(int(seed))
        case ["open", *numbers]:
            row, column, clue = map(int, numbers)
            clues[row, column] = clue
        case ["go"]:
            safe, mines = certain()
            cells = [(r, c) for r in range(height) for c in range(width) if (r, c) not in clues]
            row, column = min(safe) if safe else choice.choice([c for c in cells if c not in mines])
            print(f"move {row} {column} {'certain' if safe else 'guess'}", flush=True)
        case ["quit"]:
            break
