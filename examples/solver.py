"""Solve Minesweeper in thirty lines, as docs/protocol.md has it."""

import sys


def hidden(cell):
    near = [(cell[0] + r, cell[1] + c) for r in (-1, 0, 1) for c in (-1, 0, 1)]
    return {(r, c) for r, c in near if 0 <= r < height and 0 <= c < width} - clues.keys()


def choose():
    """Open a neighbour of a clue whose mines are all known, else some cell that is not known."""
    around = [(hidden(cell), number) for cell, number in clues.items()]
    mines = set().union(*(cells for cells, number in around if len(cells) == number))
    safe = set().union(*(cells - mines for cells, number in around if len(cells & mines) == number))
    board = {(row, column) for row in range(height) for column in range(width)}
    return (*min(safe or board - clues.keys() - mines), "certain" if safe else "guess")


for line in sys.stdin:
    match line.split():
        case ["hello", *_]:
            print("hello 1 thirty lines of Python", flush=True)
        case ["new", across, down, *_]:
            width, height, clues = int(across), int(down), {}
        case ["open", *numbers]:
            row, column, number = map(int, numbers)
            clues[row, column] = number
        case ["go"]:
            print("move", *choose(), flush=True)
