"""The metrics of a board, written for reading: sets of cells, everything recounted each time."""

from __future__ import annotations

from sapper.rules.board import Cell, Layout


class NaiveBoard:
    """A layout taken apart into openings, lone numbers and islands."""

    def __init__(self, layout: Layout) -> None:
        self.board = layout.board
        self.mines = layout.mines
        self.safe = {cell for cell in self.board if cell not in self.mines}
        zeros = {cell for cell in self.safe if not self.mines_around(cell)}
        self.openings = [area | self.rim(area) for area in self.areas(zeros)]
        self.zeros = zeros
        self.lone = self.safe.difference(*self.openings)
        self.islands = self.areas(self.lone)
        self.bbbv = len(self.openings) + len(self.lone)

    def block(self, cell: Cell) -> set[Cell]:
        return {cell, *self.board.neighbours(cell)}

    def mines_around(self, cell: Cell) -> set[Cell]:
        return set(self.board.neighbours(cell)) & self.mines

    def rim(self, area: set[Cell]) -> set[Cell]:
        return {near for cell in area for near in self.block(cell)} - area

    def areas(self, cells: set[Cell]) -> list[set[Cell]]:
        """Split cells into areas that hang together, corners included."""
        areas: list[set[Cell]] = []
        left = set(cells)
        while left:
            area: set[Cell] = set()
            edge = {min(left)}
            while edge:
                area |= edge
                edge = self.rim(edge) & left - area
            areas.append(area)
            left -= area
        return areas

    def solved_bbbv(self, opened: set[Cell]) -> int:
        return len(self.lone & opened) + sum(opening <= opened for opening in self.openings)


class NaiveZini:
    """One run of ZiNi; `human` clicks all openings first and chords open cells only."""

    def __init__(self, board: NaiveBoard, human: bool) -> None:
        self.board = board
        self.human = human
        self.opened: set[Cell] = set()
        self.flags: set[Cell] = set()
        self.clicks = 0

    def run(self) -> int:
        if self.human:
            for opening in self.board.openings:
                self.click(min(opening & self.board.zeros))
        while closed := self.board.safe - self.opened:
            able = self.opened if self.human else self.board.safe
            best = min(
                able, key=lambda cell: (-self.premium(cell), *self.place(cell)), default=None
            )
            if best is not None and self.premium(best) >= 0:
                self.chord(best)
            else:
                self.click(min(closed & (self.board.zeros | self.board.lone), key=self.place))
        return self.clicks

    @staticmethod
    def place(cell: Cell) -> Cell:
        """Order cells column by column."""
        return cell[1], cell[0]

    def premium(self, cell: Cell) -> int:
        board = self.board
        lone = len(board.block(cell) & board.lone - self.opened)
        touched = [opening for opening in board.openings if cell in opening]
        shut = sum(not opening & board.zeros <= self.opened for opening in touched)
        unflagged = len(board.mines_around(cell) - self.flags)
        return lone + shut - unflagged - (cell not in self.opened) - 1

    def chord(self, cell: Cell) -> None:
        if cell not in self.opened:
            self.click(cell)
        unflagged = self.board.mines_around(cell) - self.flags
        self.flags |= unflagged
        self.clicks += len(unflagged) + 1
        for near in self.board.block(cell) & self.board.safe:
            self.reveal(near)

    def click(self, cell: Cell) -> None:
        self.clicks += 1
        self.reveal(cell)

    def reveal(self, cell: Cell) -> None:
        self.opened.add(cell)
        if cell in self.board.zeros:
            self.opened |= next(opening for opening in self.board.openings if cell in opening)


def naive_metrics(layout: Layout) -> dict[str, int]:
    board = NaiveBoard(layout)
    return {
        "bbbv": board.bbbv,
        "openings": len(board.openings),
        "islands": len(board.islands),
        "zini": NaiveZini(board, human=False).run(),
        "human_zini": NaiveZini(board, human=True).run(),
    }
