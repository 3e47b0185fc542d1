"""Positions and games to ask about, natively and in the browser, and how answers are compared."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from random import Random
from typing import Any

from sapper import Game, Level
from sapper.rules.game import Outcome
from sapper.rules.json_forms import game_to_json, view_to_json

Json = dict[str, Any]
LEVELS = ("9x9/10", "8x8/15", "16x16/40", "30x16/99")


def positions(seeds: Iterable[int]) -> list[Json]:
    """Return requests about positions of games in which safe cells were opened at random."""
    found = []
    for seed in seeds:
        rng = Random(seed)
        game = Game(Level.parse(LEVELS[seed % len(LEVELS)]), seed=seed)
        game.open((game.board.height // 2, game.board.width // 2))
        for cell in _safe(game, rng, rng.randrange(1, 40)):
            game.open(cell)
        found.append({"position": view_to_json(game.view)})
    return found


def games(count: int) -> list[Json]:
    """Return requests about small games that were played at random to their ends."""
    played = []
    for seed in range(count):
        game = Game(Level.parse("6x6/6"), seed=seed)
        cells = list(game.board)
        Random(seed).shuffle(cells)
        for cell in cells:
            if game.outcome is Outcome.PLAYING and game.view[cell] < 0:
                game.open(cell)
        played.append({"game": game_to_json(game)})
    return played


def _safe(game: Game, rng: Random, most: int) -> Iterator[Any]:
    """Yield unopened safe cells, as long as the game goes on."""
    assert game.layout is not None
    cells = [cell for cell in game.board if not game.layout.is_mine(cell)]
    rng.shuffle(cells)
    for cell in cells[:most]:
        if game.outcome is Outcome.PLAYING and game.view[cell] < 0:
            yield cell


def differences(one: Any, other: Any, where: str = "") -> Iterator[str]:
    """Yield where two answers differ; chances may differ in the last digits of a double."""
    if isinstance(one, dict) and isinstance(other, dict) and one.keys() == other.keys():
        for name in one:
            yield from differences(one[name], other[name], f"{where}.{name}")
    elif isinstance(one, list) and isinstance(other, list) and len(one) == len(other):
        for place, (left, right) in enumerate(zip(one, other, strict=True)):
            yield from differences(left, right, f"{where}.{place}")
    elif isinstance(one, float) and isinstance(other, int | float):
        if not math.isclose(one, other, rel_tol=1e-12, abs_tol=1e-12):
            yield f"{where}: {one} and {other}"
    elif one != other:
        yield f"{where}: {one} and {other}"
