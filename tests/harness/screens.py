"""Pages of 1920 x 1080 pixels, drawn to be hard to read: text, tables, pictures, checkerboards."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import numpy as np
from PIL import Image, ImageDraw

SIZE: Final = (1920, 1080)
_WORDS: Final = ("the", "quick", "brown", "fox", "opens", "one", "cell", "and", "14", "mines")


def text(size: int, step: int, ground: str = "white", ink: str = "#222") -> Image.Image:
    """Return a page full of lines of text."""
    page, draw, random = _page(ground)
    for y in range(4, SIZE[1], step):
        line = " ".join(random.choice(_WORDS, SIZE[0] // 24))
        draw.text((8 + 20 * int(random.integers(4)), y), line, fill=ink, font_size=size)
    return page


def sheet(wide: int, high: int) -> Image.Image:
    """Return a spreadsheet, nearly half of its cells filled."""
    page, draw, random = _page("white")
    for x in range(0, SIZE[0], wide):
        for y in range(0, SIZE[1], high):
            draw.rectangle([x, y, x + wide, y + high], outline="#ccc")
            if random.random() < 0.4:
                number = str(random.integers(9 if wide < 30 else 99_999))
                draw.text((x + 3, y + 3), number, fill="#222", font_size=11)
    return page


def crossword() -> Image.Image:
    """Return squares with a letter each, some of them black."""
    page, draw, random = _page("white")
    for x in range(30, SIZE[0] - 40, 34):
        for y in range(20, SIZE[1] - 40, 34):
            fill = "black" if random.random() < 0.2 else "white"
            draw.rectangle([x, y, x + 34, y + 34], outline="black", fill=fill)
            letter = random.choice([*"ABCDEFGHIJKLMNO"])
            draw.text((x + 8, y + 3), letter, fill="black", font_size=24)
    return page


def news() -> Image.Image:
    """Return text with pictures in it."""
    page, random = text(14, 20), np.random.default_rng(5)
    for number in range(8):
        spots = Image.fromarray(random.integers(0, 255, (12, 16, 3), np.uint8))
        place = (60 + number % 4 * 460, 80 + number // 4 * 480)
        page.paste(spots.resize((300, 200), Image.Resampling.BICUBIC), place)
    return page


def checks(side: int) -> Image.Image:
    """Return black and white squares."""
    y, x = np.mgrid[: SIZE[1], : SIZE[0]]
    return Image.fromarray(((x // side + y // side) % 2 * 255).astype(np.uint8)).convert("RGB")


def slopes() -> Image.Image:
    """Return colours that change from place to place."""
    spots = np.random.default_rng(2).integers(0, 255, (27, 48, 3), np.uint8)
    return Image.fromarray(spots).resize(SIZE, Image.Resampling.BICUBIC)


def noise() -> Image.Image:
    """Return pixels of random colours."""
    return Image.fromarray(np.random.default_rng(1).integers(0, 255, (*SIZE[::-1], 3), np.uint8))


def _page(ground: str) -> tuple[Image.Image, Any, np.random.Generator]:
    page = Image.new("RGB", SIZE, ground)
    return page, ImageDraw.Draw(page), np.random.default_rng(3)


SCREENS: Final[dict[str, Callable[[], Image.Image]]] = {
    "white": lambda: Image.new("RGB", SIZE, "white"),
    "small text": lambda: text(10, 13),
    "text": lambda: text(15, 22),
    "code editor": lambda: text(14, 18, "#1e1e1e", "#9cdcfe"),
    "spreadsheet": lambda: sheet(90, 22),
    "spreadsheet of squares": lambda: sheet(24, 24),
    "crossword": crossword,
    "news": news,
    "slopes of colour": slopes,
    "noise": noise,
    "checkerboard of 11 pixels": lambda: checks(11),
    "checkerboard of 24 pixels": lambda: checks(24),
}
