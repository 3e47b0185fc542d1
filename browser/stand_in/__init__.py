"""A stand-in for the little of numpy that the page's engine uses, where numpy itself is too much.

Arrays are dense and in C order; a part of an array is a copy. The tests compare it with numpy.
"""

from __future__ import annotations

import math
import operator
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import product, repeat
from math import inf, nan, prod
from typing import Any

newaxis = None
Cells = tuple[slice, slice]


class dtype:  # noqa: N801 - the names here are numpy's
    """The type of an array's items, by the letter that `memoryview` has for it."""

    isnative = True

    def __init__(self, letter: str) -> None:
        self.letter = letter
        self.kind = "b" if letter == "?" else "f" if letter in "df" else "iu"[letter.isupper()]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, dtype) and self.letter == other.letter

    def __hash__(self) -> int:
        return hash(self.letter)


bool_, int8, uint8, int32, int64, uint64, float32, float64 = map(dtype, "?bBiqQfd")
_PLAIN = {bool: bool_, int: int64, float: float64}
_LETTERS = {"l": "q", "L": "Q", "c": "B"}


class _Flags:
    aligned = True


class ndarray:  # noqa: N801
    """Numbers in rows; `flat` is a memoryview of all of them."""

    flags = _Flags()
    __hash__ = None  # type: ignore[assignment]  # as numpy's

    def __init__(self, flat: memoryview, shape: tuple[int, ...]) -> None:
        self.flat = flat
        self.shape = shape
        self.dtype = dtype(flat.format)

    @property
    def ndim(self) -> int:
        return len(self.shape)

    @property
    def size(self) -> int:
        return prod(self.shape)

    def __buffer__(self, flags: int) -> memoryview:
        return _shaped(self.flat, self.shape)

    def __len__(self) -> int:
        return self.shape[0]

    def __iter__(self) -> Iterator[Any]:
        return (self[place] for place in range(len(self)))

    # Parts.

    def _place(self, cell: tuple[int, ...]) -> int:
        at = 0
        for place, length in zip(cell, self.shape, strict=True):
            if not -length <= place < length:
                raise IndexError(f"index {place} is out of bounds for size {length}")
            at = at * length + place % length
        return at

    def _places(self, part: Cells) -> tuple[list[int], tuple[int, int]]:
        rows, columns = (range(length)[cut] for cut, length in zip(part, self.shape, strict=True))
        width = self.shape[1]
        return [row * width + column for row in rows for column in columns], (
            len(rows),
            len(columns),
        )

    def __getitem__(self, part: Any) -> Any:
        if part is newaxis:
            return ndarray(self.flat, (1, *self.shape))
        if isinstance(part, tuple) and isinstance(part[0], slice):
            places, shape = self._places(part)
            return _made((self.flat[place] for place in places), self.dtype, shape)
        if isinstance(part, tuple):
            return self.flat[self._place(part)]
        if self.ndim == 1:
            return self.flat[part]
        step = prod(self.shape[1:])
        at = range(len(self))[part] * step
        return ndarray(self.flat[at : at + step], self.shape[1:])

    def __setitem__(self, part: Any, value: Any) -> None:
        if isinstance(part, ndarray):
            places = [place for place, chosen in enumerate(part.flat) if chosen]
        elif isinstance(part[0], slice):
            places, _ = self._places(part)
        else:
            places = [self._place(part)]
        values = value.flat if isinstance(value, ndarray) else repeat(value)
        for place, one in zip(places, values, strict=False):
            self.flat[place] = one

    # Forms.

    def tolist(self) -> Any:
        return _shaped(self.flat, self.shape).tolist() if self.size else []

    def tobytes(self) -> bytes:
        return self.flat.tobytes()

    def ravel(self) -> ndarray:
        return ndarray(self.flat, (self.size,))

    def reshape(self, *shape: int) -> ndarray:
        return ndarray(self.flat, shape)

    def astype(self, kind: Any) -> ndarray:
        to = _PLAIN.get(kind, kind)
        change = bool if to == bool_ else float if to.kind == "f" else int
        return _made(map(change, self.flat), to, self.shape)

    def copy(self) -> ndarray:
        return _made(self.flat, self.dtype, self.shape)

    # All items.

    def any(self) -> bool:
        return any(self.flat)

    def all(self) -> bool:
        return all(self.flat)

    def sum(self) -> Any:
        return sum(self.flat)

    def min(self) -> Any:
        return nan if any(map(math.isnan, self.flat)) else min(self.flat)

    def argmax(self) -> int:
        return argmax(self)

    # Item by item.

    def _each(self, other: Any, work: Callable[[Any, Any], Any], kind: dtype) -> ndarray:
        if isinstance(other, ndarray) and other.shape != self.shape:
            raise ValueError("operands could not be broadcast together")
        values = other.flat if isinstance(other, ndarray) else repeat(other)
        if kind.kind in "iu":  # sums wrap round
            work = _wrapped(work, kind)
        return _made(map(work, self.flat, values), kind, self.shape)

    def __eq__(self, other: object) -> ndarray:  # type: ignore[override]  # as numpy's
        return self._each(other, operator.eq, bool_)

    def __ne__(self, other: object) -> ndarray:  # type: ignore[override]  # as numpy's
        return self._each(other, operator.ne, bool_)

    def __lt__(self, other: Any) -> ndarray:
        return self._each(other, operator.lt, bool_)

    def __le__(self, other: Any) -> ndarray:
        return self._each(other, operator.le, bool_)

    def __gt__(self, other: Any) -> ndarray:
        return self._each(other, operator.gt, bool_)

    def __ge__(self, other: Any) -> ndarray:
        return self._each(other, operator.ge, bool_)

    def __and__(self, other: ndarray) -> ndarray:
        return self._each(other, operator.and_, self.dtype)

    def __or__(self, other: ndarray) -> ndarray:
        return self._each(other, operator.or_, self.dtype)

    def __invert__(self) -> ndarray:
        return _made(map(operator.not_, self.flat), bool_, self.shape)

    def __add__(self, other: Any) -> ndarray:
        return self._each(other, operator.add, self.dtype)

    def __sub__(self, other: Any) -> ndarray:
        return self._each(other, operator.sub, self.dtype)


def _wrapped(work: Callable[[Any, Any], Any], kind: dtype) -> Callable[[Any, Any], Any]:
    bits = 8 * _lettered(bytearray(8), kind.letter).itemsize
    offset = 1 << (bits - 1) if kind.kind == "i" else 0
    return lambda one, other: (work(one, other) + offset) % (1 << bits) - offset


def _shaped(flat: memoryview, shape: tuple[int, ...]) -> memoryview:
    return _lettered(flat, flat.format, shape)


def _lettered(data: Any, letter: Any, shape: tuple[int, ...] | None = None) -> memoryview:
    """Return the bytes of data as numbers of a letter."""
    plain = memoryview(data).cast("B")
    return plain.cast(letter) if shape is None else plain.cast(letter, shape)


def _made(values: Iterable[Any], kind: dtype, shape: tuple[int, ...]) -> ndarray:
    made = zeros(shape, kind)
    for place, value in enumerate(values):
        made.flat[place] = value
    return made


def zeros(shape: int | tuple[int, ...], dtype: Any = float64) -> ndarray:
    kind = _PLAIN.get(dtype, dtype)
    whole = (shape,) if isinstance(shape, int) else shape
    size = _lettered(bytearray(8), kind.letter).itemsize
    return ndarray(_lettered(bytearray(prod(whole) * size), kind.letter), whole)


def zeros_like(like: ndarray) -> ndarray:
    return zeros(like.shape, like.dtype)


def asarray(data: Any) -> ndarray:
    """Return an array; a buffer is not copied."""
    if isinstance(data, ndarray):
        return data
    if isinstance(data, Sequence) and not isinstance(data, bytes | bytearray | memoryview):
        return _from_rows(data)
    view = memoryview(data)
    letter = _LETTERS.get(view.format.strip("@=<"), view.format.strip("@=<"))
    return ndarray(_lettered(view, letter), view.shape or ())


def _from_rows(rows: Sequence[Any]) -> ndarray:
    """Return an array of numbers in lists of lists."""
    shape, flat = [len(rows)], list(rows)
    while flat and isinstance(flat[0], Sequence | ndarray) and not isinstance(flat[0], str):
        if len({len(row) for row in flat}) > 1:
            raise ValueError("the rows have different lengths")
        shape.append(len(flat[0]))
        flat = [item for row in flat for item in row]
    kinds = {type(item) for item in flat}
    if not kinds <= {bool, int, float}:
        raise TypeError("an array is made of numbers")
    kind = bool_ if kinds == {bool} else float64 if float in kinds or not kinds else int64
    return _made(flat, kind, tuple(shape))


def array(data: Any) -> ndarray:
    return asarray(data).copy()


copy = array


def ascontiguousarray(data: ndarray, dtype: Any) -> ndarray:
    return data if data.dtype == dtype else data.astype(dtype)


def frombuffer(data: Any, dtype: Any) -> ndarray:
    flat = _lettered(data, dtype.letter)
    return ndarray(flat, (len(flat),))


def where(chosen: ndarray, then: Any, otherwise: Any) -> ndarray:
    yes, no = (
        part.flat if isinstance(part, ndarray) else repeat(part) for part in (then, otherwise)
    )
    parts = [part for part in (then, otherwise) if isinstance(part, ndarray)]
    kind = parts[0].dtype if parts else asarray([then, otherwise]).dtype
    values = (one if choice else other for choice, one, other in zip(chosen.flat, yes, no))  # noqa: B905 - repeat has no end
    return _made(values, kind, chosen.shape)


def isnan(data: ndarray) -> ndarray:
    return _made(map(math.isnan, data.flat), bool_, data.shape)


def isfinite(data: ndarray) -> ndarray:
    return _made(map(math.isfinite, data.flat), bool_, data.shape)


def nanmin(data: ndarray) -> float:
    return min((value for value in data.flat if value == value), default=nan)


def nanargmin(data: ndarray) -> int:
    return min((value, place) for place, value in enumerate(data.flat) if value == value)[1]


def argmax(data: ndarray) -> int:
    return max(range(data.size), key=data.flat.__getitem__)


def nonzero(data: ndarray) -> tuple[ndarray, ...]:
    cells = [cell for cell in product(*map(range, data.shape)) if data.flat[data._place(cell)]]
    columns = zip(*cells, strict=True) if cells else [()] * data.ndim
    return tuple(_made(column, int64, (len(cells),)) for column in columns)


def flatnonzero(data: ndarray) -> ndarray:
    return nonzero(data.ravel())[0]


def pad(data: ndarray, width: int) -> ndarray:
    """Return a table with a border of zeros."""
    height, breadth = data.shape
    padded = zeros((height + 2 * width, breadth + 2 * width), data.dtype)
    padded[width : width + height, width : width + breadth] = data
    return padded


def packbits(bits: ndarray) -> ndarray:
    whole = bits.tobytes().ljust(-(-bits.size // 8) * 8, b"\0")
    parts = (whole[at : at + 8] for at in range(0, len(whole), 8))
    packed = bytes(
        sum(bool(bit) << (7 - place) for place, bit in enumerate(part)) for part in parts
    )
    return frombuffer(packed, uint8)


def unpackbits(data: ndarray, count: int) -> ndarray:
    bits = (byte >> (7 - place) & 1 for byte in data.flat for place in range(8))
    return frombuffer(bytes(bits)[:count], uint8)


def minimum(data: ndarray, most: int) -> ndarray:
    return _made((min(value, most) for value in data.flat), data.dtype, data.shape)


__all__ = ["inf", "nan", "ndarray"]
