"""The daily board: drawn from the date alone, the same for everyone, no guessing."""

from __future__ import annotations

from datetime import date
from hashlib import sha256

from sapper.boards.generate import NoGuessBoard, generate
from sapper.formatting import brief
from sapper.knowledge.tier import Tier
from sapper.rules.board import Level
from sapper.rules.errors import InvalidBoard


def daily_board(day: date, level: Level | str) -> NoGuessBoard:
    """Return the board of a day in one of the three named sizes.

    It begins in the middle with an area. On Monday it needs one clue at a time; each day until
    Saturday it needs the next technique, and on Sunday again the hardest.

    >>> board = daily_board(date(2026, 11, 17), Level.parse("expert"))
    >>> board.first, str(board.hardest)
    ((8, 15), 'subset')
    """
    if not isinstance(day, date):
        raise InvalidBoard(f"a day is a datetime.date, not {brief(day)}")
    level = Level.of(level)
    if level not in Level.NAMED.values():
        raise InvalidBoard(f"the daily board has the sizes {', '.join(Level.NAMED)}, not {level}")
    digest = sha256(f"sapper daily {day.isoformat()} {level}".encode()).digest()
    return generate(
        level,
        first=(level.height // 2, level.width // 2),
        seed=int.from_bytes(digest[:8], "big"),
        grade=Tier(min(day.isoweekday(), Tier.MINE_COUNT)),
    )
