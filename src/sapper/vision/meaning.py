"""The meaning of each kind of tile, from its drawing and its ground.

The shape of a number identifies it. Blank tiles on the ground of numbers are opened; on any other
ground they are unopened. A flag-shaped mark on the ground of unopened tiles is a flag.
A ring there, or a question mark, is an unopened tile that a player or an adviser marked.
An opinion is sure only with evidence for it; Sapper asks about the rest.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import IntEnum
from typing import Final

import numpy as np

from sapper.rules.view import FLAG, UNOPENED
from sapper.vision.clustering import TileCluster
from sapper.vision.glyphs import CLASSES, Floats, classify, is_ring

MINE: Final = -3  # an opened mine, which ends the game
UNKNOWN: Final = -4
_FLAG, _MINE, _QUESTION = (CLASSES.index(name) for name in ("flag", "mine", "question"))
_SURE: Final = 0.9  # the chance at which a shape counts as recognised
_LIKELY: Final = 0.6  # the chance at which a shape's ground counts
_MAYBE: Final = 0.2  # the least chance at which the rules may settle a flag
_PLAIN: Final = 0.985  # the chance at which a shape counts despite its colour or ground
_SAME_COLOUR: Final = 48.0
_NOISE: Final = 16.0  # colours that differ less are the same
_CLASSIC: Final = np.array(  # the colours of numbers in the oldest programs and many others
    [
        *([0, 0, 255], [0, 128, 0], [255, 0, 0], [0, 0, 128]),
        *([128, 0, 0], [0, 128, 128], [0, 0, 0], [128, 128, 128]),
    ],
    np.float32,
)
_ALMOST: Final = 0.2  # the chance at which a shape in its classic colour counts
_SAME_GROUND: Final = 8.0  # grounds that differ less are the same, whatever the skin


class Side(IntEnum):
    """The ground of a tile."""

    UNCLEAR = 0
    OPEN = 1
    CLOSED = 2


@dataclass(frozen=True, slots=True)
class Opinion:
    """The likely meaning of a tile (a view's mark, MINE or UNKNOWN) and its certainty."""

    meaning: int
    sure: bool
    confidence: float
    side: Side = Side.UNCLEAR
    chances: Floats | None = None  # of each glyph class, if the tile is not blank
    strange: bool = False  # its ground is unlike that of any other tile


def interpret(kinds: list[TileCluster]) -> list[Opinion]:
    """Return an opinion on each kind of tile."""
    chances = _pooled(kinds, classify([kind.glyph for kind in kinds]))
    numbers = _numbers(kinds, chances)
    opinions = _blanks(kinds, numbers)
    closed = [k for k, o in zip(kinds, opinions, strict=True) if o.side is Side.CLOSED]
    opened = [k for k, o in zip(kinds, opinions, strict=True) if o.side is Side.OPEN]
    for place, kind in enumerate(kinds):
        if not kind.glyph.is_blank:
            side = _side(kind, [*opened, *(n for n in numbers if n is not kind)], closed)
            opinion = _inked(chances[place], side)
            if side is Side.CLOSED and is_ring(kind.tile):
                opinion = Opinion(UNOPENED, True, _SURE, side)
            opinions[place] = replace(opinion, chances=chances[place])
    return _classic(kinds, _coloured(kinds, opinions, chances))


def _numbers(kinds: list[TileCluster], chances: Floats) -> list[TileCluster]:
    """Return the likely numbers whose ground another number shares.

    Otherwise the ground of a flag that looks like a 1 would count as that of opened cells.
    """
    found = [
        (kind, int(chance.argmax()))
        for kind, chance in zip(kinds, chances, strict=True)
        if not kind.glyph.is_blank and chance[:8].max() >= _LIKELY
    ]
    gaps = np.array([[one.ground_distance(other) for other, _ in found] for one, _ in found])
    classes = np.array([number for _, number in found])
    if len(set(classes.tolist())) < 2:
        return [kind for kind, _ in found]
    close = gaps < max(_SAME_GROUND, 0.5 * float(gaps.max()))
    backed = (close & (classes[:, None] != classes)).any(axis=1)
    return [kind for (kind, _), kept in zip(found, backed, strict=True) if kept]


def _pooled(kinds: list[TileCluster], chances: Floats) -> Floats:
    """Let kinds with nearly the same ink in the same colour share their chances.

    A likely shape is not outvoted: a blurred 5 among many 3s stays a 5.
    """
    inked = [place for place, kind in enumerate(kinds) if not kind.glyph.is_blank]
    if not inked:
        return chances
    inks = np.stack([kinds[place].glyph.ink.ravel() for place in inked])
    colours = np.stack([kinds[place].glyph.colour for place in inked])
    weights = np.array([min(len(kinds[place].cells), 10) for place in inked], np.float32)
    pooled = chances.copy()
    for number, place in enumerate(inked):
        gaps = np.abs(inks - inks[number]).mean(axis=1)
        alike = (gaps < 0.09) & (np.abs(colours - colours[number]).max(axis=1) < _SAME_COLOUR)
        logs = np.log(chances[np.array(inked)[alike]] + 1e-6)
        mean = (logs * weights[alike, None]).sum(axis=0) / weights[alike].sum()
        if chances[place].max() < _LIKELY or mean.argmax() == chances[place].argmax():
            pooled[place] = np.exp(mean) / np.exp(mean).sum()
    return pooled


def _blanks(kinds: list[TileCluster], numbers: list[TileCluster]) -> list[Opinion]:
    """Separate opened from unopened blank tiles by their distance from the ground of numbers."""
    unknown = Opinion(UNKNOWN, False, 0.0)
    blank = [place for place, kind in enumerate(kinds) if kind.glyph.is_blank]
    opinions = [unknown] * len(kinds)
    if not numbers:
        for place in blank:
            opinions[place] = Opinion(UNOPENED, False, 0.5, Side.UNCLEAR)
        return opinions
    distances = {p: min(kinds[p].ground_distance(number) for number in numbers) for p in blank}
    typical = _typical([(distances[p], len(kinds[p].cells)) for p in blank])
    for place, distance in distances.items():
        opinions[place] = _blank(distance, typical)
    return opinions


def _typical(distances: list[tuple[float, int]]) -> float:
    """Return the median distance of the tiles that are not on the ground of numbers."""
    far = sorted((distance, cells) for distance, cells in distances if distance > _SAME_GROUND)
    half = sum(cells for _, cells in far) / 2
    for distance, cells in far:
        half -= cells
        if half <= 0:
            return distance
    return 0.0


def _blank(distance: float, typical: float) -> Opinion:
    if distance <= max(0.4 * typical, _SAME_GROUND if not typical else 0.0):
        return Opinion(0, True, 1 - 0.5 * distance / max(typical, 2 * _SAME_GROUND), Side.OPEN)
    if 0.6 * typical < distance < max(2.5 * typical, 60.0):
        return Opinion(UNOPENED, True, min(1.0, distance / typical), Side.CLOSED)
    guess = UNOPENED if distance > 0.5 * typical else 0
    return Opinion(guess, False, 0.5, Side.UNCLEAR, strange=distance > 0.6 * typical)


def _side(kind: TileCluster, opened: list[TileCluster], closed: list[TileCluster]) -> Side:
    near = min((kind.ground_distance(other) for other in opened), default=np.inf)
    far = min((kind.ground_distance(other) for other in closed), default=np.inf)
    if near < 0.6 * far:
        return Side.OPEN
    if far < 0.6 * near and np.isfinite(near):
        return Side.CLOSED
    return Side.UNCLEAR


def _inked(chances: Floats, side: Side) -> Opinion:
    best = int(chances.argmax())
    chance = float(chances[best])
    needed = _PLAIN if side is Side.UNCLEAR else _SURE
    if best < 8 and side is Side.CLOSED and may_be_flag(chances):
        return Opinion(FLAG, False, float(chances[_FLAG]), side)  # the rules may settle it
    if best < 8:
        return Opinion(best + 1, chance >= needed and side is not Side.CLOSED, chance, side)
    if best == _FLAG:
        return Opinion(FLAG, chance >= needed and side is not Side.OPEN, chance, side)
    if best == _QUESTION:
        return Opinion(UNOPENED, chance >= needed and side is not Side.OPEN, chance, side)
    if best == _MINE and side is not Side.CLOSED:
        return Opinion(MINE, chance >= _SURE, chance, side)
    return Opinion(UNKNOWN, False, 0.0, side)


def may_be_flag(chances: Floats) -> bool:
    """Return whether a shape that is not a number is most likely a flag."""
    flag = float(chances[_FLAG])
    return flag >= _MAYBE and flag >= 0.5 * float(chances[8:].sum())


def _coloured(kinds: list[TileCluster], opinions: list[Opinion], chances: Floats) -> list[Opinion]:
    """Make numbers unsure if their colour is unusual for them or closer to another number's."""
    main: dict[int, Floats] = {}
    for kind, opinion in zip(kinds, opinions, strict=True):  # the commonest kinds come first
        if opinion.sure and opinion.meaning > 0:
            main.setdefault(opinion.meaning, kind.glyph.colour)
    kept = []
    for kind, opinion, chance in zip(kinds, opinions, chances, strict=True):
        number = opinion.meaning
        if number > 0 and opinion.sure and chance.max() < _PLAIN:
            own = np.abs(kind.glyph.colour - main[number]).max()
            rest = [np.abs(kind.glyph.colour - c).max() for n, c in main.items() if n != number]
            nearer = min(rest, default=np.inf) < own
            if own > _SAME_COLOUR or (nearer and own > _NOISE):
                opinion = replace(opinion, sure=False)
        kept.append(opinion)
    return kept


def _classic(kinds: list[TileCluster], opinions: list[Opinion]) -> list[Opinion]:
    """Trust likely shapes in their number's classic colour, if two other numbers have theirs."""
    own = [_by_colour(kind) for kind in kinds]
    pairs = list(zip(opinions, own, strict=True))
    if len({o.meaning for o, number in pairs if o.sure and o.meaning == number}) < 2:
        return opinions
    return [_trusted(opinion, number) for opinion, number in pairs]


def _trusted(opinion: Opinion, number: int | None) -> Opinion:
    """Return a sure opinion for the number of that colour, if the shape allows it.

    A tile that is not on the ground of unopened tiles is then not a flag.
    """
    if opinion.sure or number is None or opinion.chances is None or opinion.side is Side.CLOSED:
        return opinion
    chance = float(opinion.chances[number - 1])
    if chance < max(_ALMOST, 0.5 * float(opinion.chances.max())):
        return opinion
    return replace(opinion, meaning=number, sure=True, confidence=chance)


def _by_colour(kind: TileCluster) -> int | None:
    """Return the number whose classic colour a glyph has."""
    if kind.glyph.is_blank:
        return None
    ground = kind.glyph.background
    ink, colours = kind.glyph.colour - ground, _CLASSIC - ground
    parts = np.clip(
        (colours @ ink) / (colours**2).sum(axis=1).clip(1), 0.6, 1.0
    )  # thin ink is pale
    gaps = np.abs(parts[:, None] * colours - ink).max(axis=1)
    return int(gaps.argmin()) + 1 if gaps.min() < _SAME_COLOUR else None
