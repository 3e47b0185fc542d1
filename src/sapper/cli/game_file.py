"""Writing a game into a file, in the form that its name asks for."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Final

from sapper.cli.console import check_place
from sapper.files import replacing
from sapper.replays import write_evf, write_rawvf
from sapper.rules.errors import SapperError
from sapper.rules.game import Game
from sapper.rules.json_forms import game_to_json

_FORMS: Final = ("", ".json", ".rawvf", ".evf")
SAVE_HELP: Final = (
    "Save the game: as JSON, for sapper review, or as a replay for other programs if the name "
    "ends in .rawvf or .evf."
)


def check_save(path: Path) -> None:
    """Before a game, raise SapperError if it cannot be saved there in the form of the name."""
    check_place(path)
    if path.suffix.lower() not in _FORMS:
        raise SapperError(f"cannot save a game as {path}: end its name in .json, .rawvf or .evf")


def save_game(game: Game, path: Path) -> None:
    with replacing(path) as file:
        file.write(_written(game, path.suffix.lower()))


def _written(game: Game, suffix: str) -> bytes:
    if suffix == ".rawvf":
        return write_rawvf(game).encode()
    if suffix == ".evf":
        return write_evf(game)
    # default: a third-party player may use another library's numbers
    return json.dumps(game_to_json(game), default=int).encode() + b"\n"
