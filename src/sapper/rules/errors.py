"""The errors of the domain: each says what was wrong and where, and leaves nothing half-done."""


class SapperError(ValueError):
    """Something that the user did wrong; its text can be shown to that user."""


class InvalidBoard(SapperError):
    """A size, a number of mines, a seed or a layout that no game can have."""


class InvalidMove(SapperError):
    """An action that the game does not allow; the game is unchanged."""


class InvalidPosition(SapperError):
    """A view that no layout of mines can explain; `cell` is a clue to blame, if one is known."""

    def __init__(self, message: str, cell: tuple[int, int] | None = None) -> None:
        super().__init__(message)
        self.cell = cell


class InvalidNotation(SapperError):
    """Text in the wrong format; `line` and `column`, where known, count from 1."""

    def __init__(self, message: str, line: int | None = None, column: int | None = None) -> None:
        places = [("line", line), ("column", column)]
        where = ", ".join(f"{name} {number}" for name, number in places if number is not None)
        super().__init__(f"{where}: {message}" if where else message)
        self.line = line
        self.column = column
