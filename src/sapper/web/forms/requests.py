"""The forms of requests, and of games and attempts in an import."""

from __future__ import annotations

from dataclasses import field
from typing import Annotated, Any, Literal

from sapper.advice import Strength
from sapper.rules.view import FirstClick
from sapper.web.forms.fields import (
    BoardId,
    Count,
    DateText,
    GameId,
    GameKind,
    GivenCell,
    Index,
    Key,
    LevelText,
    Seed,
    Share,
    Tier,
    Time,
    Training,
)
from sapper.web.forms.problems import Kind, Problem
from sapper.web.forms.validation import Closed, Form, Long, Within

PositionText = Annotated[str, Long(500_000)] | dict[str, Any]


class NewGame(Closed):
    """A game of a level, of a day, of a board id, on a layout, or from a position."""

    level: LevelText | None = None
    first_click: FirstClick = FirstClick.SAFE
    seed: Seed | None = None
    no_guess: Tier | None = None
    daily: DateText | None = None
    board: BoardId | None = None
    layout: Annotated[str, Long(200_000)] | dict[str, Any] | None = None
    position: PositionText | None = None
    game: GameId | None = None


class CellAction(Closed):
    """What the player does, and in which cell if it is in one."""

    action: str
    row: Index | None = None
    column: Index | None = None

    @property
    def cell(self) -> tuple[int, int] | None:
        """The cell; raise a Problem if one is needed and not given."""
        if self.action in ("undo", "give_up"):
            return None
        if self.row is None or self.column is None:
            what = "give the row and the column of the cell"
            raise Problem(Kind.INVALID, what, where="body.row")
        return self.row, self.column


class ActionRequest(CellAction):
    """What the player does; `expected` is the number of the last action that the client knows."""

    action: Literal["open", "flag", "chord", "undo"]
    expected: Annotated[int, Within(0)] | None = None
    key: Key | None = None


class HintRequest(Closed):
    """How much help is wanted."""

    strength: Strength = Strength.ANSWER


ANSWER = HintRequest()


class CellRequest(Closed):
    """A cell of a game."""

    cell: GivenCell


class PositionRequest(Closed):
    """A position: text in any notation, or a view as JSON."""

    position: PositionText
    mines: Annotated[int, Within(0, 4_000_000)] | None = None
    density: Annotated[float, Within(0, below=1, above=True)] | None = None
    flags: Literal["ignore", "trust"] = "ignore"


class PositionCellRequest(PositionRequest, CellRequest):
    """A position and a cell of it."""


class ToldLook(Closed):
    """What a look of a picture means: 0 to 8, -1 for unopened, -2 for a flag."""

    look: Annotated[int, Within(0, 1_000)]
    meaning: Annotated[int, Within(-2, 8)]


class PictureRequest(Closed):
    """A picture in base 64, with corrections of its looks."""

    picture: Annotated[str, Long(16_000_000)]
    mines: Annotated[int, Within(0, 4_000_000)] | None = None
    legend: Annotated[list[ToldLook], Long(100)] = field(default_factory=list)


class BoardsRequest(Closed):
    """How many boards of which kind."""

    level: LevelText
    first_click: FirstClick = FirstClick.SAFE
    first: GivenCell | None = None
    seed: Seed | None = None
    count: Annotated[int, Within(1, 100)] = 1
    no_guess: Tier | None = None
    exactly: bool = False


class DeleteRequest(Closed):
    """The games to delete."""

    ids: Annotated[list[Annotated[str, Long(32)]], Long(500, least=1)]


class ReviewRequest(Closed):
    """A recorded game."""

    game: dict[str, Any]


class WatchRequest(Closed):
    """Who is to play, and where: a board, a game of a level, or on from a position."""

    player: Annotated[str, Long(60)] = "master"
    board: BoardId | None = None
    level: LevelText = "expert"
    first_click: FirstClick = FirstClick.SAFE
    seed: Seed | None = None
    position: Annotated[str, Long(50_000)] | None = None


EXPERT = WatchRequest()


class NextPuzzle(Closed):
    """What is to be trained."""

    choice: Training = "mixed"


MIXED = NextPuzzle()


class TrainingRequest(CellAction):
    """An answer to a puzzle; `give_up` has no cell."""

    action: Literal["open", "flag", "give_up"]


class ImportedGame(Form):
    """A game of an export; for a recorded game alone only `game` is given."""

    game: dict[str, Any]
    id: GameId | None = None
    kind: GameKind = "imported"
    tier: Tier | None = None
    date: DateText | None = None
    start: GivenCell | None = None
    given: Annotated[str, Long(500_000)] | None = None
    created: Time | None = None
    started: Time | None = None
    ended: Time | None = None
    undos: Count = 0
    helped: bool = False
    clicks: Count | None = None
    accuracy: Share | None = None
    timed: bool = True
