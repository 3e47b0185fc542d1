"""Read the position in a picture; Pillow is loaded when the first one comes."""

from __future__ import annotations

import base64
import sys
from pathlib import Path

from sapper.rules.notation import write_view
from sapper.web.forms.limits import CELLS
from sapper.web.forms.problems import Kind, Problem
from sapper.web.forms.replays import PictureReading

_NOT_HERE = (
    "pictures cannot be read on this site: that needs numpy and Pillow, "
    "which a visitor would have to download; `sapper play` reads them"
)


def read_shown(
    picture: str, mines: int | None, legend: dict[str, int], looks: str
) -> PictureReading:
    """Return the position, the legend and the doubts; remember the corrections of the legend."""
    if sys.platform == "emscripten":
        raise Problem(Kind.UNSUPPORTED, _NOT_HERE)
    from sapper.vision import read_screenshot
    from sapper.vision.legend import SavedLegend

    memory = SavedLegend.load(Path(looks))
    reading = read_screenshot(_decoded(picture), mines=mines, memory=memory)
    if reading.view.board.size > CELLS:
        raise Problem(Kind.TOO_LARGE, f"this board has more than {CELLS:,} cells")
    if legend:
        reading = reading.corrected({int(look): meaning for look, meaning in legend.items()})
        for look in legend:
            memory.add(reading.looks[int(look)])
        memory.save(Path(looks))
    form = reading.to_json()
    kept = ("view", "accepted", "mines_guessed", "looks", "doubts")
    parts = {name: form[name] for name in kept}
    return PictureReading(text=write_view(reading.view), **parts)


def _decoded(picture: str) -> bytes:
    try:
        return base64.b64decode(picture, validate=True)
    except ValueError:  # also of letters that are not ASCII
        raise Problem(Kind.INVALID, "the picture is not written in base 64") from None
