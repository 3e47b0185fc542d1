"""Limits on the cost of unpacking a picture, for hostile files.

A decoder runs until its file ends: bounds count what it reads and what it would have to hold. They
count no seconds, so that a file is refused everywhere or nowhere.
"""

from __future__ import annotations

import io
from typing import TYPE_CHECKING, Any, Final

from sapper.vision.errors import Refusal, UnreadablePicture

if TYPE_CHECKING:
    from PIL import Image

MAX_BYTES: Final = 40_000_000
MAX_PIXELS: Final = 36_000_000  # a screen of 8K has 33 million
MIN_SIDE: Final = 24
_READS: Final = 100_000  # calls, of which a decoder in Python makes some for each part of a file
_TIMES: Final = 2  # as many bytes as the file has
_SPARE: Final = 1_000_000  # bytes more, for small files that are read again
_UNPACKED: Final = 210_000_000  # bytes that a decoder may hold
_HELD: Final = {"WEBP": 17, "TIFF": 12}  # bytes for each pixel while a file is unpacked
_HELD_ELSE: Final = 5
_HELD_IN_SCANS: Final = 13  # a JPEG file in several scans is held as coefficients
_SCANS: Final = 100  # of a JPEG file; programs write ten
_SCAN: Final = b"\xff\xda"
_JPEG: Final = b"\xff\xd8"
_EXIF: Final = b"Exif\0\0"
_MOST_EXIF: Final = 20  # parts of what a camera wrote; a program writes one
_SPELT: Final = 4_000_000  # bytes of numbers that are written as text
_TILE: Final = 1 << 20  # pixels of a tile that may be larger than its picture
_TILE_SIDES: Final = (322, 323)  # tags of TIFF
_PARTS: Final = (273, 324)  # … the places of its strips or tiles


class BoundedFile(io.BytesIO):
    """A file in memory that can be read about twice, and not in too many pieces."""

    def __init__(self, data: bytes) -> None:
        super().__init__(data)
        self._reads = _READS
        self._bytes = _TIMES * len(data) + _SPARE

    def read(self, size: int | None = -1, /) -> bytes:
        data = super().read(size)
        self._reads -= 1
        self._bytes -= len(data)
        if min(self._reads, self._bytes) < 0:
            raise _costly("this file is in far too many pieces: save the picture as PNG")
        return data


def check_size(height: int, width: int) -> None:
    """Raise UnreadablePicture for a picture of too many pixels, or too few for a board."""
    if height * width > MAX_PIXELS:
        raise _costly(f"a picture of {width:,} x {height:,} pixels is too large: cut the board out")
    if min(height, width) < MIN_SIDE:
        text = f"there is no board in a picture of {width} x {height} pixels"
        raise UnreadablePicture(Refusal.NO_BOARD, text)


def check_file(data: bytes) -> None:
    """Raise UnreadablePicture for a file that it would cost too much to open."""
    if data.startswith(_JPEG) and data.count(_EXIF) > _MOST_EXIF:
        raise _costly("this JPEG file has far too much EXIF data: save the picture as PNG")


def check_cost(image: Image.Image, data: bytes) -> None:
    """Raise UnreadablePicture if it would cost too much to unpack a file that was opened."""
    scans = data.count(_SCAN) if _is_jpeg(image) else 1
    tags = getattr(image, "tag_v2", {})
    if scans > _SCANS + max(len(tags.get(tag, ())) for tag in _PARTS):
        raise _costly("this JPEG file has far too many scans: save the picture as PNG")
    if any(tile[0] == "ppm_plain" for tile in _tiles(image)) and len(data) > _SPELT:
        raise _costly(f"more than {_SPELT:,} bytes of numbers: save the picture as PNG")
    held = _HELD.get(image.format or "", _HELD_ELSE if scans < 2 else _HELD_IN_SCANS)
    pixels = image.height * image.width
    across, down = (tags.get(tag, 0) for tag in _TILE_SIDES)
    if pixels * held > _UNPACKED or across * down > max(pixels, _TILE):
        text = f"too large for a {image.format} file: cut the board out, or save it as PNG"
        raise _costly(f"{image.width:,} x {image.height:,} pixels are {text}")


def _is_jpeg(image: Image.Image) -> bool:
    """Return whether an image is packed as JPEG, also inside a TIFF file."""
    return image.format in ("JPEG", "MPO") or image.info.get("compression") in ("jpeg", "tiff_jpeg")


def _tiles(image: Image.Image) -> list[Any]:
    """Return how Pillow is going to unpack the parts of a file."""
    return getattr(image, "tile", [])


def _costly(text: str) -> UnreadablePicture:
    return UnreadablePicture(Refusal.TOO_LARGE, text)
