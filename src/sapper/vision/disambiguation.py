"""Numbers and flags whose shape is not quite clear, settled by the rules of the game.

A blank tile beside a zero is open; one that as a zero would break a rule is not.
A number is settled if its shape allows a few, and the mines of the board only one of them.
A flag is settled if its ground is that of unopened cells, where no number is, its shape that of
a flag rather than of another mark, and the rules refuse every number that its shape allows.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

import numpy as np

from sapper.rules.view import FLAG, UNOPENED
from sapper.vision import checking
from sapper.vision.clustering import TileCluster
from sapper.vision.glyphs import CLASSES, Floats
from sapper.vision.meaning import UNKNOWN, Opinion, Side, may_be_flag

_POSSIBLE: Final = 0.004  # the chance at which a meaning must be refused by the rules
_LIKELY: Final = 0.5  # the chance that the settled meaning must have
_FLAG_CLASS: Final = CLASSES.index("flag")
_SAME_COLOUR: Final = 60.0
_MOST_GROUPS: Final = 16  # unclear numbers that the engine checks
_MOST_BLANK: Final = 6  # kinds of blank tiles that are tried as zeros
_LEAST_ZEROS: Final = 6  # cells that an opened area must have to be recognised by the rules alone


def settle(
    kinds: list[TileCluster], opinions: list[Opinion], shape: tuple[int, int]
) -> list[Opinion]:
    """Return the opinions, sure where only one meaning fits the rules."""
    settled = _doubted(kinds, _opened_areas(kinds, opinions, shape), shape)
    for place, opinion in enumerate(settled):
        if not opinion.sure and kinds[place].glyph.is_blank:
            settled[place] = _settled_blank(_marks(kinds, settled, shape), kinds[place], opinion)
    for group in _groups(kinds, opinions)[:_MOST_GROUPS]:
        marks = _marks(kinds, settled, shape)
        if not (marks > 0).any():  # nothing that the rules could refer to
            break
        cells = np.zeros(shape, bool)
        for place in group:
            cells.ravel()[kinds[place].cells] = True
        if _is_settled(marks, cells, [opinions[place] for place in group]):
            for place in group:
                settled[place] = replace(settled[place], sure=True)
    return _proved(kinds, _apart(kinds, settled), shape)


def _proved(
    kinds: list[TileCluster], opinions: list[Opinion], shape: tuple[int, int]
) -> list[Opinion]:
    """Doubt each kind of unopened blank tiles that could as well be zeros, by itself.

    Together with other kinds nothing would be seen of that: what proves these would count for it.
    """
    marks = _marks(kinds, opinions, shape)
    kept = list(opinions)
    for place, (kind, opinion) in enumerate(zip(kinds, opinions, strict=True)):
        if opinion.sure and opinion.meaning == UNOPENED and kind.glyph.is_blank:
            cells = np.zeros(shape, bool)
            cells.ravel()[kind.cells] = True
            if not checking.cannot_be_zero(marks, cells):
                kept[place] = replace(opinion, sure=False)
    return kept


def _apart(kinds: list[TileCluster], opinions: list[Opinion]) -> list[Opinion]:
    """Doubt unopened blank tiles whose colour is rather that of numbers than of the others."""
    pairs = list(zip(kinds, opinions, strict=True))
    numbers = [kind for kind, opinion in pairs if opinion.sure and opinion.meaning > 0]
    closed = [
        kind.glyph.background
        for kind, opinion in pairs
        if opinion.sure and opinion.meaning == UNOPENED and kind.glyph.is_blank
    ]
    kept = []
    for kind, opinion in pairs:
        if opinion.sure and opinion.meaning == UNOPENED and kind.glyph.is_blank:
            near = min((kind.ground_distance(number) for number in numbers), default=np.inf)
            if any(np.abs(kind.glyph.background - other).max() > near for other in closed):
                opinion = replace(opinion, sure=False)
        kept.append(opinion)
    return kept


def _opened_areas(
    kinds: list[TileCluster], opinions: list[Opinion], shape: tuple[int, int]
) -> list[Opinion]:
    """Tell opened from unopened blank tiles apart by the rules alone, where grounds do not.

    Each choice of the kinds that are zeros is tried; only one may keep the rules.
    """
    blank = [place for place, kind in enumerate(kinds) if kind.glyph.is_blank]
    if not 2 <= len(blank) <= _MOST_BLANK or _grounds_tell(kinds, opinions, shape):
        return opinions
    found = []
    for choice in range(1, 2 ** len(blank) - 1):
        zeros = {place for number, place in enumerate(blank) if choice >> number & 1}
        tried = list(opinions)
        for place in blank:
            meaning, side = (0, Side.OPEN) if place in zeros else (UNOPENED, Side.CLOSED)
            tried[place] = replace(opinions[place], meaning=meaning, side=side, sure=True)
        enough = sum(len(kinds[place].cells) for place in zeros) >= _LEAST_ZEROS
        if enough and _keeps_rules(_marks(kinds, tried, shape)):
            found.append(tried)
    return found[0] if len(found) == 1 else opinions


def _grounds_tell(
    kinds: list[TileCluster], opinions: list[Opinion], shape: tuple[int, int]
) -> bool:
    """Return whether the grounds tell blank tiles apart, and the rules do not object."""
    marks = _marks(kinds, opinions, shape)
    for kind, opinion in zip(kinds, opinions, strict=True):
        if kind.glyph.is_blank and opinion.sure and opinion.meaning == UNOPENED:
            cells = np.zeros(shape, bool)
            cells.ravel()[kind.cells] = True
            if not checking.cannot_be_zero(marks, cells):
                return False
    return any(o.sure for k, o in zip(kinds, opinions, strict=True) if k.glyph.is_blank)


def _keeps_rules(marks: checking.Marks) -> bool:
    closed = marks == UNOPENED
    if checking.wrong_zeros(marks) or not (marks > 0).any():
        return False
    return checking.cannot_be_zero(marks, closed) and checking.misfit(marks) is None


def _doubted(
    kinds: list[TileCluster], opinions: list[Opinion], shape: tuple[int, int]
) -> list[Opinion]:
    """Doubt the rarer of two kinds of blank tiles if one is a zero beside the other, unopened."""
    kept = list(opinions)
    for place in reversed(range(len(kinds))):  # the rarest first
        opinion = kept[place]
        if not (opinion.sure and kinds[place].glyph.is_blank):
            continue
        marks = _marks(kinds, kept, shape)
        cells = np.zeros(shape, bool)
        cells.ravel()[kinds[place].cells] = True
        wrong = np.zeros(shape, bool)
        wrong[tuple(np.array(checking.wrong_zeros(marks), int).reshape(-1, 2).T)] = True
        if (wrong & (cells | checking.near(cells & (marks == UNOPENED)))).any():
            kept[place] = replace(opinion, sure=False, side=Side.UNCLEAR)
    return kept


def _settled_blank(marks: checking.Marks, kind: TileCluster, opinion: Opinion) -> Opinion:
    """Settle a blank tile beside a zero, which is open, or one that cannot be a zero."""
    cells = np.zeros(marks.shape, bool)
    cells.ravel()[kind.cells] = True
    opened = bool((checking.near(marks == 0) & cells).any())
    closed = checking.cannot_be_zero(marks, cells)
    if opinion.strange or opened == closed:
        return opinion
    meaning, side = (0, Side.OPEN) if opened else (UNOPENED, Side.CLOSED)
    return replace(opinion, meaning=meaning, side=side, sure=True, confidence=0.9)


def _groups(kinds: list[TileCluster], opinions: list[Opinion]) -> list[list[int]]:
    """Return the unsure numbers and flags, those of one meaning, colour and side together."""
    groups: list[list[int]] = []
    for place, opinion in enumerate(opinions):
        if opinion.sure or opinion.chances is None or opinion.meaning in (0, UNKNOWN):
            continue
        for group in groups:
            first = opinions[group[0]]
            gap = np.abs(kinds[place].glyph.colour - kinds[group[0]].glyph.colour).max()
            same = first.meaning == opinion.meaning and first.side is opinion.side
            if same and gap < _SAME_COLOUR:
                group.append(place)
                break
        else:
            groups.append([place])
    return groups


def _marks(
    kinds: list[TileCluster], opinions: list[Opinion], shape: tuple[int, int]
) -> checking.Marks:
    marks = np.full(shape, UNKNOWN, np.int8)
    for kind, opinion in zip(kinds, opinions, strict=True):
        if opinion.sure:
            marks.ravel()[kind.cells] = opinion.meaning
    return marks


def _is_settled(marks: checking.Marks, cells: checking.Bools, group: list[Opinion]) -> bool:
    known = [opinion.chances for opinion in group if opinion.chances is not None]
    chances: Floats = np.mean(known, axis=0)
    meaning, side = group[0].meaning, group[0].side
    beside_zero = bool((checking.near(marks == 0) & cells).any())
    if meaning > 0:
        flag_out = side is Side.OPEN or beside_zero or chances[_FLAG_CLASS] < _POSSIBLE
        likely = chances[meaning - 1] >= _LIKELY * chances.max()
        number = float(chances[:8].sum()) >= _LIKELY
        opened = side is not Side.CLOSED or beside_zero  # a zero has no unopened neighbour
        if not (flag_out and likely and number and opened):
            return False
        return not _other_fits(marks, cells, chances, meaning) and _fits(marks, cells, meaning)
    if meaning == FLAG:
        alone = may_be_flag(chances) and side is Side.CLOSED and not beside_zero
        return alone and not _other_fits(marks, cells, chances, FLAG)
    return False


def _other_fits(
    marks: checking.Marks, cells: checking.Bools, chances: Floats, meaning: int
) -> bool:
    """Return whether the cells may show another number that their shape allows."""
    possible = [n + 1 for n in np.argsort(-chances[:8]) if chances[n] >= _POSSIBLE]
    return any(_fits(marks, cells, number) for number in possible if number != meaning)


def _fits(marks: checking.Marks, cells: checking.Bools, number: int) -> bool:
    tried = np.where(cells, number, marks).astype(np.int8)
    return checking.misfit(tried) is None
