"""The form of an error."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict


class ProblemForm(BaseModel):
    """An error, in the form of RFC 9457, with one sentence to show."""

    model_config = ConfigDict(extra="allow")
    type: str
    kind: str
    title: str
    status: int
    detail: str
