"""Why a picture is refused, by name."""

from __future__ import annotations

from enum import StrEnum
from typing import Any

from sapper.rules.errors import SapperError


class Refusal(StrEnum):
    """The names of the refusals."""

    NOT_A_PICTURE = "not a picture"
    TOO_LARGE = "too large"
    ANIMATION = "animation"
    NO_BOARD = "no board"
    COVERED = "covered"
    FINISHED = "finished"


class UnreadablePicture(SapperError):
    """A picture without a readable position; `refusal` names the kind of reason.

    >>> from sapper import read_screenshot
    >>> try:
    ...     read_screenshot(b"GIF")
    ... except UnreadablePicture as error:
    ...     print(error.refusal)
    not a picture
    """

    def __init__(self, refusal: Refusal, message: str) -> None:
        super().__init__(message)
        self.refusal = refusal

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.refusal, str(self))
