"""The drawing in the middle of a cell, in any colours: a number, a flag or a mine.

A tile is a cell scaled to 24 x 24 colours. Its glyph is what differs from the tile's background,
without lines that come in from the border, cut out and scaled to 16 x 16. A small network, trained
on drawn cells by `benchmarks/pictures/picture_training.py`, names it.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache, lru_cache
from pathlib import Path
from typing import Final

import numpy as np
import numpy.typing as npt

from sapper.vision.loading import import_pillow

Floats = npt.NDArray[np.float32]
Bools = npt.NDArray[np.bool_]

TILE: Final = 24  # the side of a tile
SIDE: Final = 16  # the side of a glyph
TINT: Final = 8  # … and of the map of its colours
CLASSES: Final = (*"12345678", "flag", "mine", "question", "other")

_FAINT: Final = 14.0  # a smaller difference of colours is noise
_CENTRE: Final = slice(TILE // 4, TILE - TILE // 4)
_DEPTH: Final = np.minimum.reduce(  # of each pixel below the border
    [*np.indices((TILE, TILE)), *(TILE - 1 - np.indices((TILE, TILE)))]
)
_OUTER: Final = _DEPTH == 1
_BORDER: Final = _DEPTH < 1
_RINGS: Final = (  # where the ground is seen, and where lines and raised edges lie outside it
    ((_DEPTH >= 3) & (_DEPTH <= 5), (_DEPTH >= 1) & (_DEPTH <= 3)),
    (_DEPTH >= 5, (_DEPTH >= 1) & (_DEPTH <= 5)),
)
_NEAR: Final = 14.0  # colours that differ less from the ground belong to it
_PLAIN_RING: Final = 0.75  # the share of a ring that must be ground if the inside is plainer
_CLEARER: Final = 0.08  # how much more of a ring a slope must explain
_STIFF: Final = np.eye(3, dtype=np.float32)  # so that a few pixels determine a plane, too
_SLOPES: Final = np.stack(  # a plane over the tile: its height and its two slopes
    [np.ones((TILE, TILE)), *(np.indices((TILE, TILE)) / (TILE - 1) - 0.5)], axis=-1
).astype(np.float32)
_FROM_MIDDLE: Final = np.indices((TILE, TILE)) - (TILE - 1) / 2
_RADIUS: Final = np.hypot(*_FROM_MIDDLE)
_ANGLE: Final = np.floor(np.arctan2(*_FROM_MIDDLE) / np.pi * 8).astype(int)  # sixteen directions
_WIDEST: Final = 10.5  # the radius of the largest ring
_WEIGHTS: Final = Path(__file__).with_name("glyphs.npz")


@dataclass(frozen=True, slots=True, eq=False)
class Glyph:
    """The background of a tile and its drawing."""

    background: Floats  # its colour
    ink: Floats  # 16 x 16, from 0 to 1; all 0 if the tile is blank
    box: tuple[int, int, int, int]  # top, left, bottom, right in the tile
    colour: Floats  # of the strongest ink
    contrast: float  # of the ink against the background
    spread: float = 0.0  # how much the ink's colours differ: numbers have one, most flags two
    tint: Floats = field(default_factory=lambda: np.zeros((TINT, TINT), np.float32))
    # 8 x 8: where the ink has another colour than most of it

    @property
    def is_blank(self) -> bool:
        return self.contrast == 0.0

    @property
    def is_central(self) -> bool:
        """Whether something is drawn in the middle, where a frame or a line hardly lies."""
        top, left, bottom, right = self.box
        off = max(abs(top + bottom - TILE), abs(left + right - TILE))
        return not self.is_blank and off <= TILE // 4


def largest_channel(values: Floats) -> Floats:
    """Return the largest of three channels: numpy's own maximum along so short an axis is slow."""
    return np.asarray(np.maximum(np.maximum(values[..., 0], values[..., 1]), values[..., 2]))


def find_glyph(tile: Floats) -> Glyph:
    """Return the drawing on a tile of 24 x 24 colours.

    The cells of a board are looked at again each time that a row is added or left out.
    """
    return _found(np.asarray(tile, np.float32).tobytes())


def forget_glyphs() -> None:
    """Give the memory back: another picture has other tiles."""
    _found.cache_clear()


@lru_cache(maxsize=2048)
def _found(colours: bytes) -> Glyph:
    tile = np.frombuffer(colours, np.float32).reshape(TILE, TILE, 3)
    ground, band = _ground(tile)
    background = ground[TILE // 2, TILE // 2]
    distance = _strongest(tile - ground)
    most = float(distance[_CENTRE, _CENTRE].max())
    if most < 2 * _FAINT:
        return _blank(background)
    ink = np.clip((distance - _FAINT) / (most - _FAINT), 0.0, 1.0)
    solid = (ink > 0.35) & ~_BORDER
    solid &= ~_reached(_OUTER & (ink > 0.35), (ink > 0.35) & band)
    core = np.zeros_like(solid)
    core[_CENTRE, _CENTRE] = solid[_CENTRE, _CENTRE]
    own = _reached(core, solid)
    if not own.any():
        return _blank(background)
    kept = np.where(_grown(own), ink, 0.0).astype(np.float32)
    rows, columns = np.flatnonzero(own.any(axis=1)), np.flatnonzero(own.any(axis=0))
    box = int(rows[0]), int(columns[0]), int(rows[-1]) + 1, int(columns[-1]) + 1
    strong = own & (ink > 0.6)
    colour = _median(tile[strong if strong.any() else own])
    contrast = float(np.abs(colour - background).max())
    if contrast < _FAINT:  # a wide raised edge was taken for the ground, and the ground for ink
        return _blank(colour)
    full = tile[own & (ink > 0.75)]
    spread = float(_strongest(full - colour).mean()) / 255 if len(full) else 0.0
    other = _strongest(tile - colour) / 255 * kept
    tint = _scaled(other.astype(np.float32), box, TINT)
    return Glyph(background, _scaled(kept, box, SIDE), box, colour, contrast, spread, tint)


def is_plain(tile: Floats) -> bool:
    """Return whether the middle of a tile has one colour, a quick test."""
    middle = tile[_CENTRE, _CENTRE].reshape(-1, 3)
    return bool(np.ptp(middle, axis=0).max() < _FAINT)


def is_ring(tile: Floats) -> bool:
    """Return whether a tile shows a circle with nothing in it: no flag, mine or number is one."""
    ground = _ground(tile)[0]
    distance = _strongest(tile - ground)
    inside = np.where(_RADIUS < _WIDEST, distance, 0.0)
    if inside.max() < 2 * _FAINT or inside[_RADIUS < TILE / 5].max() > _FAINT:
        return False
    rays = [np.where(angle == _ANGLE, inside, 0.0) for angle in range(-8, 8)]
    radii = [float(_RADIUS.flat[ray.argmax()]) for ray in rays]
    whole = min(ray.max() for ray in rays) > 0.5 * inside.max()
    return bool(whole and np.ptp(radii) < TILE / 8)


def classify(glyphs: list[Glyph]) -> Floats:
    """Return the chance of each class for each glyph."""
    if not glyphs:
        return np.zeros((0, len(CLASSES)), np.float32)
    values = np.stack([features(glyph) for glyph in glyphs])
    for number, (weights, bias) in enumerate(layers := _layers()):
        values = values @ weights + bias
        if number + 1 < len(layers):
            values = np.maximum(values, 0.0)
    chances = np.exp(values - values.max(axis=1, keepdims=True))
    return np.asarray(chances / chances.sum(axis=1, keepdims=True), np.float32)


def features(glyph: Glyph) -> Floats:
    """Return the network's input: the ink, its colours, where its box lies, and their spread."""
    place = np.array([*glyph.box, 4 * TILE * glyph.spread], np.float32) / TILE
    return np.concatenate([glyph.ink.ravel(), 2 * glyph.tint.ravel(), place])


@cache
def _layers() -> list[tuple[Floats, Floats]]:
    with np.load(_WEIGHTS) as stored:
        arrays = {name: stored[name].astype(np.float32) for name in stored.files}
    return [(arrays[f"weights{n}"], arrays[f"bias{n}"]) for n in range(len(arrays) // 2)]


def _blank(background: Floats) -> Glyph:
    empty = np.zeros((SIDE, SIDE), np.float32)
    return Glyph(background, empty, (0, 0, 0, 0), background, 0.0)


def _strongest(differences: Floats) -> Floats:
    return largest_channel(np.abs(differences))


def _ground(tile: Floats) -> tuple[Floats, Bools]:
    """Return the colours that the tile would have with nothing on it, and where its edges lie.

    The ground is seen in a ring inside the border; where a raised edge is so wide that it fills
    that ring, in all that is inside it.
    """
    (ring, band), (inner, wide) = _RINGS
    ground, share = _plane(tile, ring)
    if share < _PLAIN_RING:
        other, more = _plane(tile, inner)
        if more > share:
            return other, wide
    return ground, band


def _plane(tile: Floats, ring: Bools) -> tuple[Floats, float]:
    """Return the commonest colours of a ring, which may change evenly, and their share of it."""
    seen, slopes = tile[ring], _SLOPES[ring]
    first = _commonest(seen)
    flat = _median(seen[_strongest(seen - first) < 2 * _NEAR])
    level = float((_strongest(seen - flat) < _NEAR).mean())
    if level + _CLEARER > 1:  # no slope can explain so much more
        return np.broadcast_to(flat, tile.shape), level
    plane = np.zeros((3, 3), np.float32)
    plane[0] = flat
    for _ in range(3):
        misses = _strongest(seen - slopes @ plane)
        kept = slopes * (misses < 2 * _NEAR)[:, None]
        plane = np.linalg.solve(kept.T @ slopes + _STIFF, kept.T @ seen + _STIFF @ plane)
    share = float((_strongest(seen - slopes @ plane) < _NEAR).mean())
    if share < level + _CLEARER:
        return np.broadcast_to(flat, tile.shape), level
    return np.asarray(_SLOPES @ plane, np.float32), share


def _commonest(colours: Floats) -> Floats:
    bins = (colours / 20).astype(np.int32) @ np.array([1, 32, 1024])
    bins -= bins.min()
    return _median(colours[bins == np.bincount(bins).argmax()])


def _median(colours: Floats) -> Floats:
    ordered, number = np.sort(colours, axis=0), len(colours)
    return np.asarray((ordered[(number - 1) // 2] + ordered[number // 2]) / 2)


def _reached(start: Bools, through: Bools) -> Bools:
    """Return the parts of a mask that hang together with a start inside it."""
    reached = start & through
    while True:
        more = _grown(reached) & through
        if (more == reached).all():
            return reached
        reached = more


def _grown(mask: Bools) -> Bools:
    """Return the mask and the pixels beside it."""
    grown = mask.copy()
    grown[1:] |= mask[:-1]
    grown[:-1] |= mask[1:]
    grown[:, 1:] |= mask[:, :-1]
    grown[:, :-1] |= mask[:, 1:]
    return grown


def _scaled(ink: Floats, box: tuple[int, int, int, int], side: int) -> Floats:
    """Return the box's ink in a square, in proportion, as high or as wide as it goes."""
    top, left, bottom, right = box
    size = max(bottom - top, right - left)
    low, high = (top + bottom - size) / 2, (left + right - size) / 2
    square = low, high, low + size, high + size
    pad = TILE
    padded = np.zeros((3 * TILE, 3 * TILE), np.float32)
    padded[pad:-pad, pad:-pad] = ink
    picture = import_pillow().fromarray(padded)
    place = (square[1] + pad, square[0] + pad, square[3] + pad, square[2] + pad)
    return np.asarray(picture.resize((side, side), resample=2, box=place), np.float32)
