"""What requests and answers are made of."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

Index = Annotated[int, Field(ge=0, lt=1_000_000)]
Cell = Annotated[list[Index], Field(min_length=2, max_length=2, description="row, column")]
Change = Annotated[
    list[int | str], Field(min_length=3, max_length=3, description="row, column, mark")
]
ActionForm = Annotated[
    list[int | str], Field(min_length=3, max_length=3, description="verb, row, column")
]
Tier = Annotated[int, Field(ge=1, le=6)]
Seed = Annotated[int, Field(ge=0, lt=1 << 64)]
LevelText = Annotated[str, Field(max_length=40, examples=["expert", "30x16/99"])]
BoardId = Annotated[str, Field(max_length=10_000, examples=["30x16x99-safe-42-0"])]
Key = Annotated[str, Field(pattern=r"^[A-Za-z0-9_.:-]{1,64}$")]
DateText = Annotated[str, Field(pattern=r"^[0-9]{4}-[0-9]{2}-[0-9]{2}$")]
Outcome = Literal["playing", "won", "lost"]
