"""The legend of a picture: each look with its meaning, and the saved corrections."""

from __future__ import annotations

import base64
import json
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from sapper.files import replacing
from sapper.formatting import brief
from sapper.rules.board import Cell
from sapper.rules.errors import SapperError
from sapper.rules.view import FLAG, UNOPENED
from sapper.vision.clustering import TileCluster
from sapper.vision.glyphs import TILE
from sapper.vision.grid import Grid
from sapper.vision.meaning import MINE, UNKNOWN, Opinion

_NAMES: Final = {FLAG: "flag", UNOPENED: "unopened", MINE: "mine", UNKNOWN: "unknown"}
_SMALL: Final = TILE // 2
_SAME: Final = 16.0  # the mean of the largest twentieth of differences
_MOST: Final = 2_000  # looks in a memory


def meaning_name(meaning: int) -> str:
    """Return the word for a meaning: a number as it is, "empty" for 0.

    >>> [meaning_name(meaning) for meaning in (3, 0, -1, -2)]
    ['3', 'empty', 'unopened', 'flag']
    """
    return _NAMES.get(meaning) or ("empty" if meaning == 0 else str(meaning))


def read_meaning(text: str) -> int:
    """Return the meaning that a word or a sign of Sapper's notation has."""
    words = {"flag": FLAG, "f": FLAG, "unopened": UNOPENED, "#": UNOPENED, "empty": 0, ".": 0}
    words |= {str(number): number for number in range(9)}
    if (meaning := words.get(text.strip().lower())) is None:
        raise SapperError(f"a look means 0 to 8, empty, unopened or flag, not {brief(text)}")
    return meaning


@dataclass(frozen=True, slots=True, eq=False)
class LegendEntry:
    """One entry of a screenshot's legend: a kind of cell, its meaning, its cells and a sample.

    >>> tile = np.zeros((24, 24, 3), np.uint8)
    >>> LegendEntry(3, ((0, 0), (4, 7)), (tile,), confidence=0.99, sure=True).name
    '3'
    """

    meaning: int  # as in a view: 0 to 8, UNOPENED or FLAG; less if it is unknown
    cells: tuple[Cell, ...]
    tiles: tuple[npt.NDArray[np.uint8], ...]  # 24 x 24 colours; what differs a little follows
    confidence: float
    sure: bool
    blank: bool = False  # nothing is drawn on it
    corrected: bool = False  # a person gave its meaning

    @property
    def tile(self) -> npt.NDArray[np.uint8]:
        """The commonest of its small pictures."""
        return self.tiles[0]

    @property
    def name(self) -> str:
        """The meaning in a word."""
        return meaning_name(self.meaning)

    def to_json(self) -> dict[str, Any]:
        return {
            "meaning": self.meaning,
            "name": self.name,
            "cells": self.cells,
            "sure": self.sure,
            "corrected": self.corrected,
            "confidence": round(self.confidence, 3),
            "tile": base64.b64encode(self.tile.tobytes()).decode(),
        }


@dataclass(slots=True)
class SavedLegend:
    """Looks that a person corrected, by their small pictures."""

    tiles: list[npt.NDArray[np.uint8]] = field(default_factory=list)
    meanings: list[int] = field(default_factory=list)

    def add(self, look: LegendEntry) -> None:
        """Save the meaning of a look, replacing earlier corrections of such tiles."""
        for tile in look.tiles:
            small = _small(tile)
            for place in reversed(range(len(self.tiles))):
                if _difference(small, self.tiles[place]) < 1.0:
                    del self.tiles[place], self.meanings[place]
            self.tiles.append(small.astype(np.uint8))
            self.meanings.append(look.meaning)
        del self.tiles[:-_MOST], self.meanings[:-_MOST]

    def recall(self, tile: npt.NDArray[Any]) -> int | None:
        """Return the meaning of a tile if a similar one is remembered."""
        small = _small(tile)
        gaps = [_difference(small, other) for other in self.tiles]
        best = int(np.argmin(gaps)) if gaps else 0
        return self.meanings[best] if gaps and gaps[best] < _SAME else None

    def save(self, file: Path) -> None:
        """Write the memory to a file, completely or not at all."""
        looks = [
            {"tile": base64.b64encode(tile.tobytes()).decode(), "meaning": meaning}
            for tile, meaning in zip(self.tiles, self.meanings, strict=True)
        ]
        file.parent.mkdir(parents=True, exist_ok=True)
        with replacing(file) as target:
            target.write(json.dumps({"looks": looks}).encode())

    @classmethod
    def load(cls, file: Path) -> SavedLegend:
        """Read a memory, empty if there is no file; raise SapperError if it is damaged."""
        try:
            data = file.read_bytes()
        except (FileNotFoundError, NotADirectoryError):
            return cls()
        try:
            looks = json.loads(data)["looks"][:_MOST]
            return cls([_read_tile(look["tile"]) for look in looks], [*map(_meaning, looks)])
        except (ValueError, KeyError, TypeError, OverflowError, RecursionError):
            raise SapperError(f"{file} is not a saved legend: delete it") from None


def _read_tile(text: str) -> npt.NDArray[np.uint8]:
    data = np.frombuffer(base64.b64decode(text, validate=True), np.uint8)
    return data.reshape(_SMALL, _SMALL, 3)


def _meaning(look: dict[str, Any]) -> int:
    """Return the meaning of a look in a file; raise ValueError if no cell can have it."""
    meaning = look["meaning"]
    if type(meaning) is not int or not FLAG <= meaning <= 8:
        raise ValueError
    return meaning


def _small(tile: npt.NDArray[Any]) -> npt.NDArray[Any]:
    return np.asarray(tile.reshape(_SMALL, 2, _SMALL, 2, 3).mean(axis=(1, 3)).round())


def _difference(one: npt.NDArray[Any], other: npt.NDArray[Any]) -> float:
    gaps = np.abs(one.astype(np.float32) - other).max(axis=2).ravel()
    return float(np.sort(gaps)[-len(gaps) // 20 :].mean())


def make_looks(
    grid: Grid, kinds: list[TileCluster], opinions: list[Opinion], memory: SavedLegend | None
) -> tuple[LegendEntry, ...]:
    """Return the legend: kinds that mean the same and differ little are one look."""
    joined: list[tuple[TileCluster, LegendEntry]] = []
    for kind, opinion in zip(kinds, opinions, strict=True):
        look = _look(grid, kind, opinion, memory)
        for place, (other, known) in enumerate(joined):
            if _joins(kind, look, other, known):
                joined[place] = other, _joined(known, look)
                break
        else:
            joined.append((kind, look))
    return tuple(look for _, look in joined)


def _look(
    grid: Grid, kind: TileCluster, opinion: Opinion, memory: SavedLegend | None
) -> LegendEntry:
    cells = tuple(divmod(int(cell), grid.columns) for cell in kind.cells)
    tile = np.clip(kind.tile.round(), 0, 255).astype(np.uint8)
    saved = memory.recall(tile) if memory else None
    meaning = opinion.meaning if saved is None else saved
    sure = opinion.sure or saved is not None
    confidence = opinion.confidence if saved is None else 1.0
    return LegendEntry(
        meaning, cells, (tile,), confidence, sure, kind.glyph.is_blank, saved is not None
    )


def _joins(kind: TileCluster, look: LegendEntry, other: TileCluster, known: LegendEntry) -> bool:
    same = (look.meaning, look.sure, look.blank, look.corrected)
    if same != (known.meaning, known.sure, known.blank, known.corrected):
        return False
    colour = float(np.abs(kind.glyph.colour - other.glyph.colour).max())
    limit = 30.0 if look.meaning > UNKNOWN else 8.0
    return kind.ground_distance(other) < limit and colour < 2 * limit


def _joined(one: LegendEntry, other: LegendEntry) -> LegendEntry:
    cells = tuple(sorted((*one.cells, *other.cells)))
    tiles = (*one.tiles, *other.tiles)
    return replace(one, cells=cells, tiles=tiles, confidence=min(one.confidence, other.confidence))
