"""The errors of the domain: each says what is wrong and where, and changes nothing."""


class SapperError(ValueError):
    """The base of all errors that a user can cause; its text is for that user.

    >>> from sapper import Level
    >>> try:
    ...     Level.parse("9x9/100")
    ... except SapperError as error:
    ...     print(error)
    100 mines do not fit on the 81 cells of 9x9
    """


class InvalidBoard(SapperError):
    """An impossible size, number of mines, seed or layout.

    >>> from sapper import Board
    >>> Board(height=0, width=9)
    Traceback (most recent call last):
    sapper.rules.errors.InvalidBoard: a board needs at least one cell, not 9x0
    """


class InvalidMove(SapperError):
    """An action against the rules; the game is unchanged.

    >>> from sapper import Game, Level
    >>> Game(Level(9, 9, 10)).chord((0, 0))
    Traceback (most recent call last):
    sapper.rules.errors.InvalidMove: cell A1 is not open: only a number can be chorded
    """


class InvalidPosition(SapperError):
    """A view that no layout fits; `cell` is a clue to blame, if one is known.

    >>> from sapper import analyse
    >>> try:
    ...     analyse([[3, -1, -1]], mines=2)
    ... except InvalidPosition as error:
    ...     print(error.cell)
    (0, 0)
    """

    def __init__(self, message: str, cell: tuple[int, int] | None = None) -> None:
        super().__init__(message)
        self.cell = cell


class InvalidNotation(SapperError):
    r"""Text or bytes in the wrong format; `line` and `column`, where known, count from 1.

    `byte` is the place in a file that is not text, counted from 0.

    >>> from sapper import read_view
    >>> try:
    ...     read_view("1 1\n# x")
    ... except InvalidNotation as error:
    ...     print(error.line, error.column)
    2 3
    """

    def __init__(
        self,
        message: str,
        line: int | None = None,
        column: int | None = None,
        byte: int | None = None,
    ) -> None:
        places = [("line", line), ("column", column), ("byte", byte)]
        where = ", ".join(f"{name} {number}" for name, number in places if number is not None)
        super().__init__(f"{where}: {message}" if where else message)
        self.line = line
        self.column = column
        self.byte = byte
