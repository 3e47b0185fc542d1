"""The forms of requests, for validation and for the OpenAPI document."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from sapper.rules.view import FirstClick
from sapper.training import Technique
from sapper.web.store.sqlite import Count, GameKind, Share, Time
from sapper.web.store.training import StoredAttempt
from sapper.web.wire.fields import BoardId, Cell, DateText, Index, Key, LevelText, Seed, Tier

PositionText = Annotated[str, Field(max_length=500_000)] | dict[str, Any]


class Request(BaseModel):
    """A body; an unknown field is an error."""

    model_config = ConfigDict(extra="forbid", strict=True)


class NewGame(Request):
    """A game of a level, of a day, of a board id, on a layout, or from a position."""

    level: LevelText | None = None
    first_click: Annotated[FirstClick, Field(strict=False)] = FirstClick.SAFE
    seed: Seed | None = None
    no_guess: Tier | None = None
    daily: DateText | None = None
    board: BoardId | None = None
    layout: Annotated[str, Field(max_length=200_000)] | dict[str, Any] | None = None
    position: PositionText | None = None
    game: Annotated[str, Field(pattern="^[a-z0-9]{6,32}$")] | None = None


class ActionRequest(Request):
    """What the player does; `expected` is the number of the last action that the client knows."""

    action: Literal["open", "flag", "chord", "undo"]
    row: Index | None = None
    column: Index | None = None
    expected: Annotated[int, Field(ge=0)] | None = None
    key: Key | None = None


class PositionRequest(Request):
    """A position: text in any notation, or a view as JSON."""

    position: PositionText
    mines: Annotated[int, Field(ge=0, le=4_000_000)] | None = None
    density: Annotated[float, Field(gt=0, lt=1, strict=False)] | None = None
    flags: Literal["ignore", "trust"] = "ignore"


class PositionCellRequest(PositionRequest):
    cell: Cell


class BoardsRequest(Request):
    """How many boards of which kind."""

    level: LevelText
    first_click: Annotated[FirstClick, Field(strict=False)] = FirstClick.SAFE
    first: Cell | None = None
    seed: Seed | None = None
    count: Annotated[int, Field(ge=1, le=100)] = 1
    no_guess: Tier | None = None
    exactly: bool = False


class DeleteRequest(Request):
    """The games to delete."""

    ids: Annotated[list[Annotated[str, Field(max_length=32)]], Field(min_length=1, max_length=500)]


class ReviewRequest(Request):
    game: dict[str, Any]


class TrainingRequest(Request):
    """An answer to a puzzle; `give_up` has no cell."""

    action: Literal["open", "flag", "give_up"]
    row: Index | None = None
    column: Index | None = None


class ImportedAttempt(StoredAttempt):
    """An attempt of the trainer in an export."""

    model_config = ConfigDict(strict=True)
    technique: Annotated[Technique, Field(strict=False)]


class ImportedGame(BaseModel):
    """A game of an export; for a recorded game alone only `game` is given."""

    model_config = ConfigDict(strict=True)
    game: dict[str, Any]
    id: Annotated[str, Field(pattern="^[a-z0-9]{6,32}$")] | None = None
    kind: GameKind = "imported"
    tier: Tier | None = None
    date: DateText | None = None
    start: Cell | None = None
    given: Annotated[str, Field(max_length=500_000)] | None = None
    created: Time | None = None
    started: Time | None = None
    ended: Time | None = None
    undos: Count = 0
    helped: bool = False
    clicks: Count | None = None
    accuracy: Share | None = None
    timed: bool = True
