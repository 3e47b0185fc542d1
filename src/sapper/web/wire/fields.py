"""Fields of requests and answers; the named types have the same name in the page."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field
from typing_extensions import TypeAliasType

from sapper.training import Technique

Index = Annotated[int, Field(ge=0, lt=1_000_000)]
Tier = Annotated[int, Field(ge=1, le=6)]
Seed = Annotated[int, Field(ge=0, lt=1 << 64)]
LevelText = Annotated[str, Field(max_length=40, examples=["expert", "30x16/99"])]
BoardId = Annotated[str, Field(max_length=10_000, examples=["30x16x99-safe-42-0"])]
Key = Annotated[str, Field(pattern=r"^[A-Za-z0-9_.:-]{1,64}$")]
DateText = Annotated[str, Field(pattern=r"^[0-9]{4}-[0-9]{2}-[0-9]{2}$")]

Cell = TypeAliasType(
    "Cell", Annotated[list[Index], Field(min_length=2, max_length=2, description="row, column")]
)
Change = TypeAliasType(
    "Change", Annotated[tuple[Index, Index, str], Field(description="row, column, mark")]
)
Verb = TypeAliasType("Verb", Literal["open", "flag", "chord", "undo"])
ActionForm = TypeAliasType(
    "ActionForm", Annotated[tuple[Verb, Index, Index], Field(description="verb, row, column")]
)
Outcome = TypeAliasType("Outcome", Literal["playing", "won", "lost"])
Judgement = TypeAliasType(
    "Judgement",
    Literal["certain", "best_guess", "worse_guess", "missed_safe", "certain_mine", "wrong_flag"],
)
Severity = TypeAliasType("Severity", Literal["inaccuracy", "mistake", "blunder"])
Training = TypeAliasType("Training", Technique | Literal["mixed", "mistakes"])
