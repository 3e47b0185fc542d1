"""Fields of requests and answers; the named types have the same name in the page."""

from __future__ import annotations

from typing import Annotated, Literal

from sapper.training import Technique
from sapper.web.forms.validation import Day, Documented, Long, Within

Index = Annotated[int, Within(0, below=1_000_000)]
Tier = Annotated[int, Within(1, 6)]
Seed = Annotated[int, Within(0, below=1 << 64)]
LevelText = Annotated[str, Long(40, examples=("expert", "30x16/99"))]
BoardId = Annotated[str, Long(10_000, examples=("30x16x99-safe-42-0",))]
GameId = Annotated[str, Long(pattern="[a-z0-9]{6,32}", examples=("x7k2m9qa4cbd",))]
Key = Annotated[str, Long(pattern="[A-Za-z0-9_.:-]{1,64}")]
DateText = Annotated[str, Day()]
GivenCell = Annotated[list[Index], Long(2, least=2)]
Outcome = Literal["playing", "won", "lost"]
GameKind = Literal["plain", "no_guess", "daily", "board", "again", "imported", "position"]
Unranked = Literal["imported", "chosen", "position", "seen", "undo", "help"]
Training = Technique | Literal["mixed", "mistakes"]
LATEST = 10**10  # seconds since 1970; a time in milliseconds is far above
Time = Annotated[float, Within(0, below=LATEST)]
Count = Annotated[int, Within(0, below=1 << 53)]
Share = Annotated[float, Within(0, 1)]

# Answers.

Cell = Annotated[tuple[int, int], Documented("row, column", "Cell", GivenCell)]
Change = Annotated[
    tuple[int, int, str], Documented("row, column, mark", "Change", tuple[Index, Index, str])
]
ActionType = Annotated[
    str, Documented(None, "ActionType", Literal["open", "flag", "chord", "undo"])
]
ActionForm = Annotated[
    tuple[str, int, int],
    Documented("verb, row, column", "ActionForm", tuple[ActionType, Index, Index]),
]
Result = Annotated[str, Documented(None, "Outcome", Outcome)]
_JUDGEMENTS = Literal[
    "certain", "best_guess", "worse_guess", "missed_safe", "certain_mine", "wrong_flag"
]
Judgement = Annotated[str, Documented(None, "Judgement", _JUDGEMENTS)]
_SEVERITIES = Literal["inaccuracy", "mistake", "blunder"]
Severity = Annotated[str, Documented(None, "Severity", _SEVERITIES)]
MouseEvent = Annotated[
    tuple[int, str, int, int], Documented("milliseconds, what, x, y in pixels", "MouseEvent")
]
