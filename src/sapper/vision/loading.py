"""From a file, its bytes or a Pillow image to an array of colours, within bounds."""

from __future__ import annotations

import warnings
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import numpy as np
import numpy.typing as npt

from sapper.formatting import brief
from sapper.rules.errors import SapperError
from sapper.vision.bounds import MAX_BYTES, BoundedFile, check_cost, check_file, check_size
from sapper.vision.errors import Refusal, UnreadablePicture

if TYPE_CHECKING:
    from PIL import Image

Pixels = npt.NDArray[np.uint8]
"""Rows of red, green and blue."""

Source = "Image.Image | Pixels | bytes | str | Path"

MAX_WHOLE: Final = 11_100_000  # pixels: a wide screen of 5K has as many; larger pictures are halved
_STRIP: Final = 256  # rows that are converted together: an even number
_FORMATS: Final = ("PNG", "JPEG", "WEBP", "BMP", "GIF", "TIFF", "PPM", "MPO")


def load(image: Image.Image | Pixels | bytes | str | Path) -> tuple[Pixels, int]:
    """Return the colours of a picture, and how many of its pixels each stands for in a row.

    Transparent parts become white. Raise UnreadablePicture for what is no picture, is damaged,
    moves, or is far too large. The size is checked before anything is unpacked.
    """
    pillow = import_pillow()
    if isinstance(image, np.ndarray):
        _check_array(image)
        small = image.shape[0] * image.shape[1] <= MAX_WHOLE
        return (image, 1) if small else _colours(pillow.fromarray(image))
    if isinstance(image, pillow.Image):
        return _colours(image)
    data = _bytes(image)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of odd metadata and of many pixels: checked below
            check_file(data)
            return _unpacked(pillow.open(BoundedFile(data), formats=_FORMATS), data)
    except SapperError:
        raise
    except pillow.DecompressionBombError as error:
        text = "this picture has far too many pixels: cut the board out"
        raise UnreadablePicture(Refusal.TOO_LARGE, text) from error
    except Exception as error:  # a decoder may raise anything on a damaged file
        text = "this file is not a picture, or it is damaged"
        raise UnreadablePicture(Refusal.NOT_A_PICTURE, text) from error


def import_pillow() -> Any:
    """Return the module PIL.Image, or say how to get it."""
    try:
        from PIL import Image
    except ImportError:
        raise SapperError("pictures need Pillow: pip install pillow") from None
    return Image


def _bytes(image: object) -> bytes:
    if isinstance(image, bytes | bytearray | memoryview):
        data = bytes(image)
    elif isinstance(image, str | Path):
        with Path(image).open("rb") as file:
            data = file.read(MAX_BYTES + 1)
    else:
        raise SapperError(f"a picture is a file, its bytes or an image, not {brief(image)}")
    if len(data) > MAX_BYTES:
        text = f"this picture has more than {MAX_BYTES:,} bytes"
        raise UnreadablePicture(Refusal.TOO_LARGE, text)
    return data


def _unpacked(image: Image.Image, data: bytes) -> tuple[Pixels, int]:
    """Return the colours of an opened file, after a check of their cost."""
    check_size(image.height, image.width)
    if image.format != "MPO" and getattr(image, "is_animated", False):
        text = "this file is an animation of several pictures: save one of them"
        raise UnreadablePicture(Refusal.ANIMATION, text)
    check_cost(image, data)
    return _colours(image)


def _colours(image: Image.Image) -> tuple[Pixels, int]:
    """Return the colours of an image, converted strip by strip; a large one is halved."""
    check_size(image.height, image.width)
    if image.mode.startswith("I") or image.mode == "F":
        raise UnreadablePicture(Refusal.NOT_A_PICTURE, "this picture is not made of colours")
    times = 1 if image.height * image.width <= MAX_WHOLE else 2
    pixels = np.empty((-(-image.height // times), -(-image.width // times), 3), np.uint8)
    for top in range(0, image.height, _STRIP):
        part = image.crop((0, top, image.width, min(top + _STRIP, image.height)))
        colours = _on_white(part).convert("RGB").reduce(times)
        pixels[top // times : (top + _STRIP) // times] = np.asarray(colours)
    return pixels, times


def _on_white(image: Image.Image) -> Image.Image:
    """Return an image on a white background."""
    if image.mode not in ("RGBA", "LA", "PA") and "transparency" not in image.info:
        return image
    layer = image.convert("RGBA")
    white = import_pillow().new("RGBA", layer.size, "white")
    return import_pillow().alpha_composite(white, layer)  # type: ignore[no-any-return]  # Pillow is typed as Any


def _check_array(pixels: Pixels) -> None:
    if pixels.ndim != 3 or pixels.shape[2] != 3 or pixels.dtype != np.uint8:
        raise SapperError("an array is a picture if it has rows of red, green and blue in bytes")
    check_size(*pixels.shape[:2])
