"""Boards as JSON objects and as rows of tables, with their measures."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator
from dataclasses import asdict

from sapper.boards.grade import grade
from sapper.boards.metrics import metrics
from sapper.knowledge.tier import Tier
from sapper.rules.board import Cell
from sapper.rules.board_id import board_id
from sapper.rules.errors import SapperError
from sapper.rules.game import Game
from sapper.rules.json_forms import Json, layout_to_json
from sapper.signals import deferred


def first_cell(game: Game) -> Cell | None:
    """Return the cell that a board begins at, if it matters."""
    return game.start or game.first


def as_object(game: Game, with_details: bool) -> Json:
    """Return a board as JSON that layout_from_json reads."""
    assert game.layout is not None, "its mines are laid"
    form = layout_to_json(game.layout) | {"id": board_id(game), "first": first_cell(game)}
    if game.seed is None:  # here only boards without guessing have no seed
        form |= {"no_guess": True}
    return form | (details(game) if with_details else {})


def details(game: Game) -> Json:
    """Return the grade from the first cell, if there is one, and the metrics."""
    assert game.layout is not None, "its mines are laid"
    first = first_cell(game)
    found = None if first is None else grade(game.layout, first)
    hardest = None if found is None or found.hardest is None else str(found.hardest)
    return {
        "solvable": None if found is None else found.solvable,
        "grade": hardest,
        "difficulty": None if found is None else found.difficulty,
        "techniques": {
            str(tier): 0 if found is None else found.rounds.get(tier, 0) for tier in Tier
        },
    } | asdict(metrics(game.layout))


def _row(game: Game, with_details: bool) -> Json:
    row, column = first_cell(game) or (None, None)
    level = game.level
    size = {"width": level.width, "height": level.height, "mines": level.mines}
    form: Json = {"id": board_id(game)} | size | {"first_row": row, "first_column": column}
    more = details(game) if with_details else {}
    techniques = more.pop("techniques", {})
    rounds = {f"{name.replace(' ', '_')}_rounds": number for name, number in techniques.items()}
    return form | more | rounds


def rows(games: Iterable[Game], with_details: bool) -> Iterator[Json]:
    """Yield a row of a table for each board."""
    return (_row(game, with_details) for game in games)


def as_csv(rows: Iterable[Json]) -> Iterator[bytes]:
    """Yield a line for each row, the first with the names of the columns above it."""
    for number, row in enumerate(rows):
        text = io.StringIO()
        writer = csv.DictWriter(text, list(row), lineterminator="\n")
        if not number:
            writer.writeheader()
        writer.writerow(row)
        yield text.getvalue().encode()


def as_parquet(rows: Iterable[Json]) -> Iterator[bytes]:
    """Yield a table as one file."""
    try:
        import pyarrow
        import pyarrow.parquet as parquet
    except ImportError:
        raise SapperError("Parquet needs pyarrow: pip install pyarrow") from None
    kept = list(rows)
    with deferred():  # the boards are made: Ctrl-C does not undo that
        sink = pyarrow.BufferOutputStream()
        parquet.write_table(pyarrow.Table.from_pylist(kept), sink)
        yield sink.getvalue().to_pybytes()
