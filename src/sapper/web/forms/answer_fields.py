"""Fields of answers; the named types have the same name in the page."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field
from typing_extensions import TypeAliasType

from sapper.web.forms import fields
from sapper.web.forms.fields import Index

Cell = TypeAliasType("Cell", Annotated[fields.Cell, Field(description="row, column")])
Change = TypeAliasType(
    "Change", Annotated[tuple[Index, Index, str], Field(description="row, column, mark")]
)
Verb = TypeAliasType("Verb", Literal["open", "flag", "chord", "undo"])
ActionForm = TypeAliasType(
    "ActionForm", Annotated[tuple[Verb, Index, Index], Field(description="verb, row, column")]
)
Outcome = TypeAliasType("Outcome", fields.Outcome)
Judgement = TypeAliasType(
    "Judgement",
    Literal["certain", "best_guess", "worse_guess", "missed_safe", "certain_mine", "wrong_flag"],
)
Severity = TypeAliasType("Severity", Literal["inaccuracy", "mistake", "blunder"])
