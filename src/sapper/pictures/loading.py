"""From a file, its bytes or a Pillow image to an array of colours, within bounds."""

from __future__ import annotations

import io
import warnings
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import numpy as np
import numpy.typing as npt

from sapper.pictures.errors import Refusal, UnreadablePicture
from sapper.rules.errors import SapperError
from sapper.words import brief

if TYPE_CHECKING:
    from PIL import Image

Pixels = npt.NDArray[np.uint8]
"""Rows of red, green and blue."""

Source = "Image.Image | Pixels | bytes | str | Path"

MAX_BYTES: Final = 40_000_000
MAX_PIXELS: Final = 36_000_000  # a screen of 8K has 33 million
MIN_SIDE: Final = 24
_FORMATS: Final = ("PNG", "JPEG", "WEBP", "BMP", "GIF", "TIFF", "PPM", "MPO")


def load(image: Image.Image | Pixels | bytes | str | Path) -> Pixels:
    """Return the colours of a picture; transparent parts become white.

    Raise UnreadablePicture for what is no picture, is damaged, moves, or is far too large.
    The size is checked before anything is unpacked.
    """
    pillow = import_pillow()
    if isinstance(image, np.ndarray):
        return _checked_array(image)
    if isinstance(image, pillow.Image):
        return _colours(image)
    data = _bytes(image)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of odd metadata and of many pixels: checked below
            return _colours(pillow.open(io.BytesIO(data), formats=_FORMATS))
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


def _colours(image: Image.Image) -> Pixels:
    _check_size(image.height, image.width)
    if getattr(image, "n_frames", 1) > 1 and image.format != "MPO":
        text = f"this file is an animation of {image.n_frames} pictures: save one of them"  # type: ignore[attr-defined]  # it was asked for above
        raise UnreadablePicture(Refusal.ANIMATION, text)
    if image.mode in ("RGBA", "LA", "PA") or "transparency" in image.info:
        pillow = import_pillow()
        layer = image.convert("RGBA")
        white = pillow.new("RGBA", layer.size, "white")
        image = pillow.alpha_composite(white, layer)
    elif image.mode.startswith("I") or image.mode == "F":
        raise UnreadablePicture(Refusal.NOT_A_PICTURE, "this picture is not made of colours")
    return np.asarray(image.convert("RGB"))


def _checked_array(pixels: Pixels) -> Pixels:
    if pixels.ndim != 3 or pixels.shape[2] != 3 or pixels.dtype != np.uint8:
        raise SapperError("an array is a picture if it has rows of red, green and blue in bytes")
    _check_size(*pixels.shape[:2])
    return pixels


def _check_size(height: int, width: int) -> None:
    if height * width > MAX_PIXELS:
        text = f"a picture of {width:,} x {height:,} pixels is too large: cut the board out"
        raise UnreadablePicture(Refusal.TOO_LARGE, text)
    if min(height, width) < MIN_SIDE:
        text = f"there is no board in a picture of {width} x {height} pixels"
        raise UnreadablePicture(Refusal.NO_BOARD, text)
