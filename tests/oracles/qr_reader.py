"""Reads a QR code as a camera would, step by step from the standard; corrects nothing."""

from __future__ import annotations

Matrix = list[list[bool]]
# codewords of a block, and its data codewords, at level L by version, in the standard's table
_TABLE = {
    1: [(26, 19)],
    2: [(44, 34)],
    3: [(70, 55)],
    4: [(100, 80)],
    5: [(134, 108)],
    6: [(86, 68)] * 2,
    7: [(98, 78)] * 2,
    8: [(121, 97)] * 2,
    9: [(146, 116)] * 2,
    10: [(86, 68)] * 2 + [(87, 69)] * 2,
}
_ALIGNMENT = {
    1: [],
    2: [6, 18],
    3: [6, 22],
    4: [6, 26],
    5: [6, 30],
    6: [6, 34],
    7: [6, 22, 38],
    8: [6, 24, 42],
    9: [6, 26, 46],
    10: [6, 28, 50],
}
_FINDER = ["1111111", "1000001", "1011101", "1011101", "1011101", "1000001", "1111111"]
# the 15 bits for level L and each mask, from the standard's table
_FORMATS = [0x77C4, 0x72F3, 0x7DAA, 0x789D, 0x662F, 0x6318, 0x6C41, 0x6976]
_VERSIONS = {7: 0x07C94, 8: 0x085BC, 9: 0x09A99, 10: 0x0A4D3}


def read(code: Matrix) -> str:
    """Return the text; fail if any pattern, format, version or check is not as it must be."""
    size = len(code)
    version = (size - 17) // 4
    _check_patterns(code, size)
    _check_version(code, size, version)
    mask = _mask(code, size)
    bits = [
        code[row][column] ^ _is_masked(mask, row, column)
        for row, column in _walk(size, _function_modules(size, version))
    ]
    words = [
        sum(bit << 7 - place for place, bit in enumerate(bits[start : start + 8]))
        for start in range(0, len(bits) - 7, 8)
    ]
    data = b"".join(map(bytes, _blocks(words, _TABLE[version])))
    length_bytes = 1 if version < 10 else 2
    stream = int.from_bytes(data) << 4
    whole = stream.to_bytes(len(data) + 1)  # half a byte on: the mode takes the first half
    assert whole[0] == 0b0100, "the text is not in bytes"
    length = int.from_bytes(whole[1 : 1 + length_bytes])
    return whole[1 + length_bytes : 1 + length_bytes + length].decode()


def _check_patterns(code: Matrix, size: int) -> None:
    for top, left in ((0, 0), (0, size - 7), (size - 7, 0)):
        seen = ["".join(str(int(m)) for m in row[left : left + 7]) for row in code[top : top + 7]]
        assert seen == _FINDER
    for place in range(8, size - 8):
        assert code[6][place] == code[place][6] == (place % 2 == 0)
    assert code[size - 8][8]


def _check_version(code: Matrix, size: int, version: int) -> None:
    if version < 7:
        return
    for other in (False, True):
        bits = 0
        for place in reversed(range(18)):
            row, column = place // 3, size - 11 + place % 3
            bits = bits << 1 | (code[column][row] if other else code[row][column])
        assert bits == _VERSIONS[version]


def _mask(code: Matrix, size: int) -> int:
    """Read the format, most significant bit first, at both of its places."""
    beside = [(8, c) for c in (0, 1, 2, 3, 4, 5, 7, 8)] + [(r, 8) for r in (7, 5, 4, 3, 2, 1, 0)]
    apart = [(size - 1 - n, 8) for n in range(7)] + [(8, size - 8 + n) for n in range(8)]
    read = {int("".join(str(int(code[r][c])) for r, c in places), 2) for places in (beside, apart)}
    (bits,) = read
    return _FORMATS.index(bits)


def _is_masked(mask: int, i: int, j: int) -> bool:
    formulas = [
        (i + j) % 2,
        i % 2,
        j % 3,
        (i + j) % 3,
        (i // 2 + j // 3) % 2,
        (i * j) % 2 + (i * j) % 3,
        ((i * j) % 2 + (i * j) % 3) % 2,
        ((i + j) % 2 + (i * j) % 3) % 2,
    ]
    return formulas[mask] == 0


def _function_modules(size: int, version: int) -> set[tuple[int, int]]:
    taken = {(6, n) for n in range(size)} | {(n, 6) for n in range(size)}
    for rows, columns in (
        (range(9), range(9)),
        (range(9), range(size - 8, size)),
        (range(size - 8, size), range(9)),
    ):
        taken |= {(row, column) for row in rows for column in columns}
    if version >= 7:
        near, far = range(6), range(size - 11, size - 8)
        taken |= {(r, c) for r in near for c in far} | {(r, c) for r in far for c in near}
    places = _ALIGNMENT[version]
    for r in places:
        for c in places:
            if (r, c) not in ((6, 6), (6, size - 7), (size - 7, 6)):
                taken |= {(r + y, c + x) for y in range(-2, 3) for x in range(-2, 3)}
    return taken


def _walk(size: int, taken: set[tuple[int, int]]) -> list[tuple[int, int]]:
    path, up = [], True
    column = size - 1
    while column > 0:
        if column == 6:
            column -= 1
        for row in range(size - 1, -1, -1) if up else range(size):
            path += [(row, c) for c in (column, column - 1) if (row, c) not in taken]
        up = not up
        column -= 2
    return path


def _blocks(words: list[int], table: list[tuple[int, int]]) -> list[list[int]]:
    """Undo the interleaving, check each block, and return the data of all."""
    blocks: list[list[int]] = [[] for _ in table]
    words = words[: sum(total for total, _ in table)]
    place = 0
    for turn in range(max(data for _, data in table)):
        for block, (_, data) in zip(blocks, table, strict=True):
            if turn < data:
                block.append(words[place])
                place += 1
    while place < len(words):
        for block in blocks:
            block.append(words[place])
            place += 1
    for block, (total, data) in zip(blocks, table, strict=True):
        assert len(block) == total
        assert not any(_value(block, power) for power in range(total - data)), "a check failed"
    return [block[:data] for block, (_, data) in zip(blocks, table, strict=True)]


def _value(block: list[int], power: int) -> int:
    """Return the value of the block, as a polynomial, at a power of 2 in the field of 256."""
    powers = [1]
    for _ in range(254):
        double = powers[-1] * 2
        powers.append(double ^ 0x11D if double > 255 else double)
    logarithm = {value: exponent for exponent, value in enumerate(powers)}
    total = 0
    for word in block:
        if total:
            total = powers[(logarithm[total] + power) % 255]
        total ^= word
    return total
