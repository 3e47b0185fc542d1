"""Limits: the size and pace of bodies, the size of boards, the time of a job, requests at once."""

from __future__ import annotations

from sapper.rules.board import Board, Level
from sapper.web.forms.problems import Kind, Problem

BYTES = 1 << 20
PICTURE_BYTES = 16 << 20  # of a body with a picture
IMPORT_BYTES = 1 << 30  # of an import, which goes to a file and not into memory
PENDING_BYTES = 64 << 20  # of all bodies that are being received
CELLS = 40_000  # of a board to play or analyse
PACE_BYTES = 1 << 16  # of an import, in each BODY_SECONDS
PIECES = 256  # of a body, and one more for each PIECE_BYTES of it
PIECE_BYTES = 512
CONNECTIONS = 400  # with as many that the system accepts ahead, they fit in 1,024 descriptors
IN_FLIGHT = 400  # requests being answered at the same time
IMPORTS = 4  # at the same time

HELP_SECONDS = 10.0  # for an answer that a person waits for
WORK_SECONDS = 60.0  # for a whole game, a review, many boards
HEADER_SECONDS = 10.0  # for a request without its body
BODY_SECONDS = 10.0  # for a body, or for the next part of an import
LINGER_SECONDS = 3.0  # for a client to read why its request was refused
SEND_SECONDS = 60.0  # for a client to take the next part of an answer
TRANSFER_SECONDS = 3600.0  # for an export or an import


def check_level(level: Level) -> Level:
    """Raise a Problem if the board is too large to play here."""
    if level.board.size > CELLS:
        raise Problem(Kind.TOO_LARGE, f"{level} has more than {CELLS:,} cells")
    return level


def check_board_id(board: str) -> None:
    """Raise a Problem if the id is of a board that is too large, before building it."""
    width, _, rest = board.partition("x")
    height = rest.partition("x")[0].partition("-")[0]
    if width.isdecimal() and height.isdecimal() and len(width) < 8 and len(height) < 8:
        check_level(Level(Board(int(height), int(width)).width, int(height), 0))
