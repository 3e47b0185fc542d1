"""Board ids: one short word, safe in a URL, that reproduces a board.

Seeded: `30x16x99-safe-42-0` is the game of that level, first-click rule, seed and
index, still to be started; `30x16x99-safe-42-0-3-3` is the layout it has after
a first click at row 3, column 3. Explicit: `30x16-…` spells out the mines, eight cells
per byte, in base64url without padding; `30x16-….3.3` also says where the board begins.
"""

from __future__ import annotations

import re
from base64 import urlsafe_b64decode, urlsafe_b64encode
from typing import Protocol, runtime_checkable

import numpy as np

from sapper.formatting import at, brief
from sapper.rules.arguments import need, need_text
from sapper.rules.board import Board, Layout, Level
from sapper.rules.errors import InvalidNotation
from sapper.rules.game import Game
from sapper.rules.view import FirstClick

_SIZE = r"(?P<width>[0-9]{1,7})x(?P<height>[0-9]{1,7})"
_SEEDED = re.compile(
    rf"{_SIZE}x(?P<mines>[0-9]{{1,7}})-(?P<rule>[a-z]+)-(?P<seed>[0-9]{{1,20}})"
    r"-(?P<index>[0-9]{1,20})(?:-(?P<row>[0-9]{1,7})-(?P<column>[0-9]{1,7}))?"
)
_EXPLICIT = re.compile(
    rf"{_SIZE}-(?P<mask>[A-Za-z0-9_-]+)(?:\.(?P<row>[0-9]{{1,7}})\.(?P<column>[0-9]{{1,7}}))?"
)


@runtime_checkable
class HasGame(Protocol):
    """A board with a start cell, such as `generate` makes."""

    def game(self) -> Game:
        """Return a new game on this board, pinned to its first cell."""
        ...


def board_id(board: Game | Layout | HasGame) -> str:
    """Name the board: a seeded game by its seed, any other by its mines and start cell.

    Once its first click has laid the mines, a game's id is pinned to that click.

    >>> game = Game(Level.parse("beginner"), seed=7)
    >>> board_id(game)
    '9x9x10-safe-7-0'
    >>> _ = game.open((4, 4))
    >>> board_id(game)
    '9x9x10-safe-7-0-4-4'
    """
    if isinstance(board, HasGame):
        board = board.game()
    need(board, Game, Layout)
    if isinstance(board, Game):
        if board.seed is not None:
            return _seeded_id(board)
        assert board.layout is not None, "a game without a seed has a layout from the start"
        begins = "" if board.start is None else f".{board.start[0]}.{board.start[1]}"
        return board_id(board.layout) + begins
    return f"{board.board.width}x{board.board.height}-{_pack(board)}"


def _seeded_id(game: Game) -> str:
    level = game.level
    name = f"{level.width}x{level.height}x{level.mines}-{game.first_click}-{game.seed}-{game.index}"
    first = game.first or game.start
    # without a first-click rule the click does not matter
    if first is None or game.first_click is FirstClick.NONE:
        return name
    return f"{name}-{first[0]}-{first[1]}"


def game_from_id(text: str) -> Game:
    """Start the game that an id names; a pinned or explicit id also fixes its layout.

    A pinned game begins at its `start`, whose click laid the mines. An explicit one has the
    rule `none`.

    >>> game = game_from_id("9x9x10-safe-7-0-4-4")
    >>> game.seed, game.start
    (7, (4, 4))
    """
    need_text(text)
    if seeded := _SEEDED.fullmatch(text):
        return _seeded_game(seeded)
    if explicit := _EXPLICIT.fullmatch(text):
        board = Board(int(explicit["height"]), int(explicit["width"]))
        game = Game.of(_unpack(board, explicit["mask"]))
        if explicit["row"] is not None:
            start = int(explicit["row"]), int(explicit["column"])
            if game.layout is not None and game.layout.is_mine(start):
                raise InvalidNotation(f"a board cannot begin at {at(start)}: it is a mine")
            game.pin(start)
        return game
    raise InvalidNotation(
        f"{brief(text, 60)} is not a board id: use 30x16x99-safe-42-0, 30x16x99-safe-42-0-3-3 "
        "or 30x16-MINES, with .ROW.COLUMN if it begins at a given cell"
    )


def _seeded_game(match: re.Match[str]) -> Game:
    rule = match["rule"]
    if rule not in set(FirstClick):
        message = f"{brief(rule, 60)} is not a first-click rule: use {', '.join(FirstClick)}"
        raise InvalidNotation(message, column=match.start("rule") + 1)
    level = Level(int(match["width"]), int(match["height"]), int(match["mines"]))
    game = Game(
        level, seed=int(match["seed"]), index=int(match["index"]), first_click=FirstClick(rule)
    )
    if match["row"] is None:
        return game
    game.pin((int(match["row"]), int(match["column"])))
    return game


def _pack(layout: Layout) -> str:
    bits = np.packbits(np.frombuffer(layout.mask, dtype=np.uint8)).tobytes()
    return urlsafe_b64encode(bits).rstrip(b"=").decode()


def _unpack(board: Board, text: str) -> Layout:
    """Undo _pack; refuse other forms, so that a board has only one id."""
    length = (board.size + 7) // 8
    letters = (length * 8 + 5) // 6
    if len(text) != letters:
        raise InvalidNotation(
            f"the mines of {board.width}x{board.height} take {letters} letters, not {len(text)}"
        )
    bits = np.frombuffer(urlsafe_b64decode(text + "=" * (-letters % 4)), dtype=np.uint8)
    layout = Layout(board, np.unpackbits(bits, count=board.size).tobytes())
    if _pack(layout) != text:
        raise InvalidNotation("the last letters of this board id mark cells that do not exist")
    return layout
