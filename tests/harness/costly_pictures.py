"""Small files whose pictures would cost much time or memory to unpack."""

from __future__ import annotations

import io
import struct
import zlib
from collections.abc import Callable
from typing import Any

from PIL import Image

Entry = tuple[int, int, int, int]
"""A tag of TIFF, its type, its count, and its value or place."""

_SIDE = 40
_PLAIN: list[Entry] = [
    (256, 4, 1, _SIDE),
    (257, 4, 1, _SIDE),
    (258, 3, 1, 8),
    (259, 3, 1, 1),
    (262, 3, 1, 1),
    (273, 4, 1, 8),
    (277, 3, 1, 1),
    (278, 4, 1, _SIDE),
    (279, 4, 1, _SIDE * _SIDE),
]


def saved(kind: str, image: Image.Image | None = None, **options: Any) -> bytes:
    """Return the file of an image, by default a small white one."""
    file = io.BytesIO()
    (image or Image.new("RGB", (_SIDE, _SIDE), "white")).save(file, kind, **options)
    return file.getvalue()


def _directory(entries: list[Entry], following: int = 0) -> bytes:
    body = b"".join(struct.pack("<HHLL", *entry) for entry in entries)
    return struct.pack("<H", len(entries)) + body + struct.pack("<L", following)


def _tiff(data: bytes, directories: bytes) -> bytes:
    return b"II*\0" + struct.pack("<L", 8 + len(data)) + data + directories


def _directories() -> bytes:
    """Return a TIFF file of 80,000 directories."""
    size, start = len(_directory(_PLAIN)), 8 + _SIDE * _SIDE
    places = [start + size * number for number in range(1, 80_000)]
    parts = [_directory(_PLAIN, following) for following in [*places, 0]]
    return _tiff(b"\x80" * _SIDE * _SIDE, b"".join(parts))


def _tags() -> bytes:
    """Return a TIFF file of many tags that all have the same megabyte."""
    data = b"\x80" * 1_000_000
    tags = [(40_000 + number, 7, len(data), 8) for number in range(500)]
    return _tiff(data, _directory([*_PLAIN, *tags]))


def _tile() -> bytes:
    """Return a TIFF file of one tile that is much larger than its picture."""
    side = 8_000
    data = zlib.compress(bytes(side * side))
    data += bytes(len(data) % 2)
    other = [(322, 4, 1, side), (323, 4, 1, side), (324, 4, 1, 8), (325, 4, 1, len(data))]
    kept = [entry for entry in _PLAIN if entry[0] not in (259, 273, 278, 279)]
    return _tiff(data, _directory(sorted([*kept, (259, 3, 1, 8), *other])))


def _chunks() -> bytes:
    """Return a PNG file of many empty chunks."""
    whole = saved("PNG")
    chunk = struct.pack(">L4sL", 0, b"abCd", zlib.crc32(b"abCd"))
    return whole[:33] + 50_000 * chunk + whole[33:]


def _comments() -> bytes:
    """Return a GIF file of many comments."""
    whole = saved("GIF")
    start = 13 + 3 * 2 ** ((whole[10] & 7) + 1)
    return whole[:start] + 60_000 * b"\x21\xfe\x01x\0" + whole[start:]


def _scans() -> bytes:
    """Return a JPEG file whose last scan comes again and again."""
    whole = saved("JPEG", progressive=True)
    start = whole.rindex(b"\xff\xda")
    return whole[:start] + 200 * whole[start:-2] + whole[-2:]


def _exif() -> bytes:
    """Return a JPEG file with far too much of what a camera writes."""
    whole, size = saved("JPEG"), 60_000
    part = b"\xff\xe1" + struct.pack(">H", size) + b"Exif\0\0II*\0\x08\0\0\0"
    return whole[:2] + 100 * part.ljust(size + 2, b"\0") + whole[2:]


def _runs() -> bytes:
    """Return a BMP file of many runs of one pixel."""
    pairs = 60_000 * b"\1\2"
    start = 54 + 4 * 256
    head = struct.pack("<2sLHHL", b"BM", start + len(pairs), 0, 0, start)
    about = struct.pack("<LllHHLLllLL", 40, 500, 500, 1, 8, 1, len(pairs), 0, 0, 256, 0)
    return head + about + bytes(4 * 256) + pairs


COSTLY: dict[str, Callable[[], bytes]] = {
    "TIFF of many directories": _directories,
    "TIFF of many tags": _tags,
    "TIFF with a huge tile": _tile,
    "PNG of many chunks": _chunks,
    "GIF of many comments": _comments,
    "JPEG of many scans": _scans,
    "JPEG with much EXIF": _exif,
    "BMP of many runs": _runs,
    "PPM of figures": lambda: b"P3\n1200 1200 255\n" + 4_320_000 * b"1 ",
    "PPM of odd depth": lambda: b"P6\n400 400 254\n" + 480_000 * b"\1",
    "WebP of many pixels": lambda: saved("WEBP", Image.new("L", (5120, 2880)), lossless=True),
}
