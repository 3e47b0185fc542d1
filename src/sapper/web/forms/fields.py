"""Fields of requests, with what is allowed in them."""

from __future__ import annotations

from typing import Annotated, Literal

from sapper.training import Technique
from sapper.web.forms.validation import Day, Long, Within

Index = Annotated[int, Within(0, below=1_000_000)]
Tier = Annotated[int, Within(1, 6)]
Seed = Annotated[int, Within(0, below=1 << 64)]
LevelText = Annotated[str, Long(40, examples=("expert", "30x16/99"))]
BoardId = Annotated[str, Long(10_000, examples=("30x16x99-safe-42-0",))]
GameId = Annotated[str, Long(pattern="[a-z0-9]{6,32}", examples=("x7k2m9qa4cbd",))]
Key = Annotated[str, Long(pattern="[A-Za-z0-9_.:-]{1,64}")]
DateText = Annotated[str, Day()]
Cell = Annotated[list[Index], Long(2, least=2)]
Outcome = Literal["playing", "won", "lost"]
GameKind = Literal["plain", "no_guess", "daily", "board", "again", "imported", "position"]
Unranked = Literal["imported", "chosen", "position", "seen", "undo", "help"]
Training = Technique | Literal["mixed", "mistakes"]
LATEST = 10**10  # seconds since 1970; a time in milliseconds is far above
Time = Annotated[float, Within(0, below=LATEST)]
Count = Annotated[int, Within(0, below=1 << 53)]
Share = Annotated[float, Within(0, 1)]
