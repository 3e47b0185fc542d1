"""Draw the icons of the installed page as PNG, with the shapes of its icon.svg: needs Pillow."""

from __future__ import annotations

from PIL import Image, ImageDraw

from sapper.web.carriers.assets import STATIC

GROUND, INK = "#0a6577", "#fff"
FINE = 4  # drawn this many times larger, then made smaller, which smooths the edges


def icon(size: int, part: float = 1.0, radius: float = 7.0) -> Image.Image:
    """Draw the flag over `part` of a square whose corners are round; lengths are 32nds of it."""
    unit = size * FINE / 32
    image = Image.new("RGBA", (size * FINE, size * FINE))
    draw = ImageDraw.Draw(image)
    draw.rounded_rectangle((0, 0, size * FINE - 1, size * FINE - 1), radius * unit, GROUND)

    def at(x: float, y: float) -> tuple[float, float]:
        return (16 + (x - 16) * part) * unit, (16 + (y - 16) * part) * unit

    def bar(start: tuple[float, float], end: tuple[float, float], width: float) -> None:
        half = width / 2
        box = (*at(start[0] - half, start[1] - half), *at(end[0] + half, end[1] + half))
        draw.rounded_rectangle(box, half * part * unit, INK)

    bar((12, 6), (12, 26), 2.6)
    bar((8, 26), (17, 26), 3)
    draw.polygon([at(12, 7), at(25, 12), at(12, 18)], INK)
    return image.resize((size, size), Image.Resampling.LANCZOS)


def main() -> None:
    icons = {
        "icon-180": icon(180, radius=0),  # the system makes its corners round
        "icon-192": icon(192),
        "icon-512": icon(512),
        "icon-maskable": icon(512, part=0.75, radius=0),
    }
    for name, image in icons.items():
        image.quantize(64).save(STATIC / f"{name}.png", optimize=True)


if __name__ == "__main__":
    main()
