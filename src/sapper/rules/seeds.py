"""Seeded layouts: game i of seed s is always the same board.

The generator is SplitMix64, written out here so that no library's next version
can change a board. A game draws its cells in a random order; its mines are the
first that the first-click rule allows. So boards of one seed and index differ
under other rules or first clicks only where they have to, and every layout of
the allowed cells is equally likely.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from sapper.formatting import brief
from sapper.rules.arguments import whole
from sapper.rules.board import Cell, Layout, Level
from sapper.rules.errors import InvalidBoard
from sapper.rules.first_click import CORNER, check_room, mine_free_cells
from sapper.rules.view import FirstClick

_WORD = (1 << 64) - 1
_STEP = 0x9E3779B97F4A7C15


def _mix(word: int) -> int:
    word = ((word ^ (word >> 30)) * 0xBF58476D1CE4E5B9) & _WORD
    word = ((word ^ (word >> 27)) * 0x94D049BB133111EB) & _WORD
    return word ^ (word >> 31)


def check_seed(seed: int, index: int) -> tuple[int, int]:
    """Return a seed and the index of a game as ints; raise InvalidBoard if they are none."""
    return _word("seed", seed), _word("game index", index)


def _word(name: str, number: int) -> int:
    if not 0 <= (word := whole(name, number)) <= _WORD:
        raise InvalidBoard(f"a {name} is a whole number from 0 to 2^64 - 1, not {brief(number)}")
    return word


def words(seed: int, index: int) -> Iterator[int]:
    """Yield an endless series of 64-bit words for game `index` of `seed`."""
    seed, index = check_seed(seed, index)
    state = _mix((_mix((seed + _STEP) & _WORD) + index) & _WORD)
    while True:
        state = (state + _STEP) & _WORD
        yield _mix(state)


def below(bound: int, source: Iterator[int]) -> int:
    """Draw a number from 0 to bound - 1, each equally likely."""
    unfair = (1 << 64) % bound
    while True:
        product = next(source) * bound
        if product & _WORD >= unfair:
            return product >> 64


def shuffled(count: int, source: Iterator[int]) -> Iterator[int]:
    """Yield 0 … count - 1 in random order; the work grows only with the values taken."""
    moved: dict[int, int] = {}
    for place in range(count):
        other = place + below(count - place, source)
        chosen = moved.get(other, other)
        moved[other] = moved.pop(place, place)
        yield chosen


def seeded_layout(
    level: Level,
    seed: int,
    index: int = 0,
    rule: FirstClick = FirstClick.NONE,
    first: Cell = CORNER,
) -> Layout:
    """Lay the mines of game `index` of `seed`, uniformly over the cells that the rule allows.

    Raise InvalidBoard if they have no room beside the first click.
    """
    board = level.board
    check_room(level, rule, first)
    free = set(map(board.index, mine_free_cells(board, rule, first)))
    order = shuffled(board.size, words(seed, index))
    mask = bytearray(board.size)
    for place in islice((place for place in order if place not in free), level.mines):
        mask[place] = 1
    return Layout(board, bytes(mask))
