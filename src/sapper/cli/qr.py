"""QR codes (ISO/IEC 18004): text as bytes, versions 1 to 10, error correction level L."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import groupby, product, zip_longest

Matrix = list[list[bool]]  # rows of modules; True is dark

# by version: codewords for correction in each block, then the codewords for data of each block
_BLOCKS = [
    (7, [19]),
    (10, [34]),
    (15, [55]),
    (20, [80]),
    (26, [108]),
    (18, [68, 68]),
    (20, [78, 78]),
    (24, [97, 97]),
    (30, [116, 116]),
    (18, [68, 68, 69, 69]),
]
_MASKS: list[Callable[[int, int], int]] = [
    lambda r, c: (r + c) % 2,
    lambda r, c: r % 2,
    lambda r, c: c % 3,
    lambda r, c: (r + c) % 3,
    lambda r, c: (r // 2 + c // 3) % 2,
    lambda r, c: r * c % 2 + r * c % 3,
    lambda r, c: (r * c % 2 + r * c % 3) % 2,
    lambda r, c: ((r + c) % 2 + r * c % 3) % 2,
]
_LIKE_FINDER = [True, False, True, True, True, False, True]


def qr_code(text: str) -> Matrix | None:
    """Return the modules of a QR code, without its margin; None if the text is too long."""
    data = text.encode()
    for version, (correction, sizes) in enumerate(_BLOCKS, 1):
        if len(data) + (2 if version < 10 else 3) <= sum(sizes):
            codewords = _codewords(data, version, correction, sizes)
            codes = [_Code(version, codewords, mask).modules for mask in range(len(_MASKS))]
            return min(codes, key=_penalty)
    return None


def _codewords(data: bytes, version: int, correction: int, sizes: list[int]) -> list[int]:
    """Frame the data, cut it into blocks, add their corrections, and interleave all."""
    length = 8 if version < 10 else 16
    bits = f"0100{len(data):0{length}b}" + "".join(f"{byte:08b}" for byte in data) + "0000"
    framed = [int(bits[place : place + 8].ljust(8, "0"), 2) for place in range(0, len(bits), 8)]
    fillers = [0xEC, 0x11] * sum(sizes)
    framed = (framed + fillers)[: sum(sizes)]
    blocks = []
    for size in sizes:
        blocks.append(framed[:size])
        framed = framed[size:]
    checks = [_remainder(block, correction) for block in blocks]
    return [*_interleaved(blocks), *_interleaved(checks)]


def _interleaved(blocks: Iterable[list[int]]) -> Iterator[int]:
    for row in zip_longest(*blocks):
        yield from (codeword for codeword in row if codeword is not None)


def _product(a: int, b: int) -> int:
    """Multiply in the field of 256 elements that the standard uses."""
    result = 0
    while b:
        if b & 1:
            result ^= a
        a = a << 1 ^ (0x11D if a & 0x80 else 0)
        b >>= 1
    return result


def _remainder(block: list[int], count: int) -> list[int]:
    """Return the Reed-Solomon codewords of a block."""
    generator, root = [1], 1
    for _ in range(count):
        shifted = [*generator, 0]
        for place, factor in enumerate(generator, 1):
            shifted[place] ^= _product(factor, root)
        generator, root = shifted, _product(root, 2)
    rest = block + [0] * count
    for place in range(len(block)):
        lead = rest[place]
        for offset, factor in enumerate(generator):
            rest[place + offset] ^= _product(factor, lead)
    return rest[-count:]


def _checked(value: int, generator: int, bits: int) -> int:
    """Append the remainder, of `bits` bits, of the division by a polynomial over bits."""
    rest = value << bits
    while rest.bit_length() > bits:
        rest ^= generator << rest.bit_length() - generator.bit_length()
    return value << bits | rest


class _Code:
    """The square of one version with one mask."""

    def __init__(self, version: int, codewords: list[int], mask: int) -> None:
        self.size = 17 + 4 * version
        self.modules: Matrix = [[False] * self.size for _ in range(self.size)]
        self._fixed: Matrix = [[False] * self.size for _ in range(self.size)]
        self._patterns(version)
        self._format(mask)
        self._data(codewords, _MASKS[mask])

    def _set(self, row: int, column: int, dark: bool) -> None:
        self.modules[row][column] = dark
        self._fixed[row][column] = True

    def _patterns(self, version: int) -> None:
        for place in range(self.size):
            self._set(6, place, place % 2 == 0)
            self._set(place, 6, place % 2 == 0)
        far = self.size - 7
        for row, column in ((0, 0), (0, far), (far, 0)):
            self._squares(row + 3, column + 3, reach=4, light=(2, 4))
        ends = _alignments(version)
        corners = [(6, 6), (6, ends[-1]), (ends[-1], 6)]
        for middle in product(ends, ends):
            if middle not in corners:
                self._squares(*middle, reach=2, light=(1,))
        if version >= 7:
            bits = _checked(version, 0x1F25, 12)
            for place in range(18):
                dark, (row, column) = bool(bits >> place & 1), divmod(place, 3)
                self._set(row, self.size - 11 + column, dark)
                self._set(self.size - 11 + column, row, dark)

    def _squares(self, row: int, column: int, reach: int, light: tuple[int, ...]) -> None:
        """Draw squares around a module, those at the given distances light; cut at the edge."""
        for down in range(-reach, reach + 1):
            for right in range(-reach, reach + 1):
                if 0 <= row + down < self.size and 0 <= column + right < self.size:
                    far = max(abs(down), abs(right))
                    self._set(row + down, column + right, far not in light)

    def _format(self, mask: int) -> None:
        bits = _checked(0b01 << 3 | mask, 0x537, 10) ^ 0x5412
        near = [0, 1, 2, 3, 4, 5, 7, 8]  # row and column 6 have the timing pattern
        far = range(self.size - 8, self.size)
        down = [*((row, 8) for row in near), *((8, column) for column in near[-2::-1])]
        across = [*((8, column) for column in reversed(far)), *((row, 8) for row in far[1:])]
        for place in range(15):
            for row, column in (down[place], across[place]):
                self._set(row, column, bool(bits >> place & 1))
        self._set(self.size - 8, 8, True)

    def _data(self, codewords: list[int], mask: Callable[[int, int], int]) -> None:
        bits = "".join(f"{codeword:08b}" for codeword in codewords)
        for place, (row, column) in enumerate(self._path()):
            dark = bits[place : place + 1] == "1"  # what is left over is light
            self.modules[row][column] = dark != (mask(row, column) == 0)

    def _path(self) -> Iterator[tuple[int, int]]:
        """Yield the modules for data: two columns at a time, up and down, from the right."""
        upwards = True
        for right in [*range(self.size - 1, 6, -2), 5, 3, 1]:
            for step in range(self.size):
                row = self.size - 1 - step if upwards else step
                yield from (
                    (row, column) for column in (right, right - 1) if not self._fixed[row][column]
                )
            upwards = not upwards


def _alignments(version: int) -> list[int]:
    """Return the rows, and columns, of the middles of alignment patterns."""
    last = 10 + 4 * version
    if version == 1:
        return [6]
    return [6, last] if version < 7 else [6, (6 + last) // 2, last]


def _penalty(modules: Matrix) -> int:
    """Return how hard a code is to read, as the standard counts it."""
    lines = modules + [list(column) for column in zip(*modules, strict=True)]
    size = len(modules)
    runs = sum(
        length - 2 for line in lines for _, same in groupby(line) if (length := len([*same])) > 4
    )
    blocks = sum(
        len({*modules[row][column : column + 2], *modules[row + 1][column : column + 2]}) == 1
        for row in range(size - 1)
        for column in range(size - 1)
    )
    alike = sum(map(_finders, lines))
    dark = sum(map(sum, modules))
    return runs + 3 * blocks + 40 * alike + 10 * int(abs(dark * 20 / size**2 - 10))


def _finders(line: list[bool]) -> int:
    """Count what looks like a finder pattern with four light modules beside it."""
    found = 0
    for place in range(len(line) - 10):
        part = line[place : place + 11]
        found += part[:7] == _LIKE_FINDER and not any(part[7:])
        found += part[4:] == _LIKE_FINDER and not any(part[:4])
    return found


def drawn(modules: Matrix, margin: int = 4) -> list[str]:
    """Draw a code in lines of characters that are two modules high; blank ones are light."""
    width = len(modules) + 2 * margin
    blank = [[False] * width for _ in range(margin)]
    rows = [*blank, *([False] * margin + row + [False] * margin for row in modules), *blank]
    if len(rows) % 2:
        rows.append([False] * width)
    shapes = {(False, False): " ", (True, False): "▀", (False, True): "▄", (True, True): "█"}
    return [
        "".join(shapes[pair] for pair in zip(upper, lower, strict=True))
        for upper, lower in zip(rows[::2], rows[1::2], strict=True)
    ]
