"""Draws random cells, from which the network that reads pictures learns."""

from __future__ import annotations

import io
import math
from pathlib import Path
from typing import Any, Final

import numpy as np
from PIL import Image, ImageDraw, ImageFilter, ImageFont

from sapper.vision.glyphs import TILE, find_glyph

_LETTERS: Final = "0ACDEFHJKLMNOPQRUVWXYacdefhkmnopruvwxy#*+=%&@<>$!"  # none like a number
_FLAGS: Final = "\U0001f6a9\u26f3\U0001f3f4\U0001f3f3\U0001f3c1"
_SEGMENTS: Final = {
    "1": "bc",
    "2": "abged",
    "3": "abgcd",
    "4": "fgbc",
    "5": "afgcd",
    "6": "afgedc",
    "7": "abc",
    "8": "abcdefg",
}
_PLACES: Final = {
    "a": (0, 0, 1, 0),
    "b": (1, 0, 1, 0.5),
    "c": (1, 0.5, 1, 1),
    "d": (0, 1, 1, 1),
    "e": (0, 0.5, 0, 1),
    "f": (0, 0, 0, 0.5),
    "g": (0, 0.5, 1, 0.5),
}


class Artist:
    """Draws random cells of a class; `random` decides everything."""

    def __init__(
        self, fonts: list[Path], random: np.random.Generator, emoji: Path | None = None
    ) -> None:
        self.fonts, self.random, self.emoji = fonts, random, emoji

    def tile(self, kind: int) -> np.ndarray[Any, Any]:
        """Return a cell with a drawing of the class, scaled to a tile."""
        random = self.random
        while True:
            side = int(random.integers(40, 97))
            image = self._cell(side)
            self._draw(ImageDraw.Draw(image), side, kind, image)
            small = int(np.exp(random.uniform(math.log(11), math.log(48))))
            image = image.resize((small, small), Image.Resampling(int(random.choice([1, 2, 3, 4]))))
            if random.random() < 0.35:
                image = _compressed(image, int(random.integers(60, 95)))
            tile = np.asarray(self._reframed(image), np.float32)
            glyph = find_glyph(tile)
            if kind == 11 or glyph.contrast > 35:
                return tile

    def _reframed(self, image: Image.Image) -> Image.Image:
        """Scale to a tile, a little off its place."""
        off = self.random.normal(0, 0.02, 4) * image.width
        box = np.array([0, 0, image.width, image.height]) + off
        box = np.clip(box, 0, image.width)
        return image.resize((TILE, TILE), Image.Resampling.BILINEAR, box=tuple(box))

    def _cell(self, side: int) -> Image.Image:
        random = self.random
        ground = tuple(int(x) for x in random.integers(0, 256, 3))
        if random.random() < 0.5:
            grey = int(random.integers(0, 256))
            ground = (grey, grey, grey)
        self.ground = ground
        image = Image.new("RGB", (side, side), ground)
        if random.random() < 0.25:
            image = self._sloped(side)
        self._frame(ImageDraw.Draw(image), side)
        if random.random() < 0.2:
            noise = random.normal(0, random.uniform(1, 6), (side, side, 1))
            grained = np.asarray(image, np.float32) + noise
            image = Image.fromarray(np.clip(grained, 0, 255).astype(np.uint8))
        return image

    def _sloped(self, side: int) -> Image.Image:
        """Return a ground that changes evenly from one edge to the other."""
        change = np.linspace(-1, 1, side)[:, None, None] * self.random.uniform(5, 40)
        slope = np.array(self.ground) + change * np.ones((1, side, 1))
        if self.random.random() < 0.3:
            slope = slope.swapaxes(0, 1)
        return Image.fromarray(np.clip(slope, 0, 255).astype(np.uint8))

    def _frame(self, draw: Any, side: int) -> None:
        """Draw what lies around a cell: lines, a raised edge, or a gap with round corners."""
        random = self.random
        shade, light = (tuple(int(x) for x in random.integers(0, 256, 3)) for _ in range(2))
        choice = random.random()
        if choice < 0.35:
            width = max(1, int(side * random.uniform(0.02, 0.07)))
            draw.line([(0, side), (0, 0), (side, 0)], fill=shade, width=width * 2)
        elif choice < 0.5:
            width = max(1, int(side * random.uniform(0.02, 0.12)))
            draw.rectangle([0, 0, side - 1, side - 1], outline=shade, width=width)
        elif choice < 0.7:
            for step in range(max(1, int(side * random.uniform(0.04, 0.2)))):
                last = side - 1 - step
                draw.line([(step, last), (last, last), (last, step)], fill=shade)
                draw.line([(step, last), (step, step), (last, step)], fill=light)
        elif choice < 0.85:
            inset, wide = side * random.uniform(0.0, 0.08), side // 6
            box = [inset - wide, inset - wide, side - inset + wide, side - inset + wide]
            radius = wide + side * random.uniform(0.0, 0.45)
            draw.rounded_rectangle(box, radius, outline=shade, width=wide)

    def _colour(self) -> tuple[int, ...]:
        while True:
            colour = tuple(int(x) for x in self.random.integers(0, 256, 3))
            if self.random.random() < 0.2:
                colour = (int(self.random.choice([0, 255])),) * 3
            if max(abs(a - b) for a, b in zip(colour, self.ground, strict=True)) > 50:
                return colour

    def _draw(self, draw: Any, side: int, kind: int, image: Image.Image) -> None:
        random = self.random
        if kind < 8:
            if random.random() < 0.3:
                self._segments(draw, side, str(kind + 1))
            else:
                self._text(draw, side, str(kind + 1))
        elif kind == 8:
            self._flag(draw, side)
        elif kind == 9:
            self._mine(draw, side)
        elif kind == 10:
            self._text(draw, side, "?")
        else:
            self._other(draw, side)
        if random.random() < 0.15:
            image.paste(image.filter(ImageFilter.GaussianBlur(random.uniform(0.5, side / 40))))

    def _dots(self, draw: Any, side: int, text: str) -> None:
        """Draw a letter of a few large dots."""
        random = self.random
        path = self.fonts[int(random.integers(len(self.fonts)))]
        font = ImageFont.truetype(str(path), int(random.integers(9, 16)))
        mask = font.getmask(text, mode="1")
        width, height = mask.size
        dot = side * random.uniform(0.45, 0.72) / max(width, height)
        left, top = (side - dot * width) / 2, (side - dot * height) / 2
        colour = self._colour()
        for place in range(width * height):
            if mask.getpixel((place % width, place // width)):
                x, y = left + dot * (place % width), top + dot * (place // width)
                draw.rectangle([x, y, x + dot, y + dot], fill=colour)

    def _text(self, draw: Any, side: int, text: str) -> None:
        random = self.random
        if random.random() < 0.08:
            self._dots(draw, side, text)
            return
        size = side * random.uniform(0.55, 1.0)
        path = self.fonts[int(random.integers(len(self.fonts)))]
        font = ImageFont.truetype(str(path), max(8, int(size)))
        box = draw.textbbox((0, 0), text, font=font)
        high = (box[3] - box[1]) / side
        if high > 0.8 or high < 0.3:
            font = ImageFont.truetype(str(path), max(8, int(size * 0.62 / max(high, 0.05))))
            box = draw.textbbox((0, 0), text, font=font)
        middle = side / 2 + random.normal(0, 0.04, 2) * side
        place = (middle[0] - (box[0] + box[2]) / 2, middle[1] - (box[1] + box[3]) / 2)
        colour = self._colour()
        bold = int(side * 0.03) if random.random() < 0.3 else 0
        if random.random() < 0.12:
            shadow = tuple(int(c * 0.6) for c in self.ground)
            off = side * random.uniform(0.02, 0.05)
            draw.text((place[0] + off, place[1] + off), text, font=font, fill=shadow)
        draw.text(place, text, font=font, fill=colour, stroke_width=bold, stroke_fill=colour)

    def _segments(self, draw: Any, side: int, digit: str) -> None:
        """Draw straight strokes, as on a calculator or in classic pixel letters."""
        random = self.random
        high, wide = side * random.uniform(0.45, 0.7), side * random.uniform(0.25, 0.5)
        top, left = (side - high) / 2, (side - wide) / 2
        width = int(side * random.uniform(0.07, 0.19))
        colour = self._colour()
        slant = random.uniform(-0.1, 0.1) * side
        bent = random.normal(0, 0.02, 8) * side
        names = _SEGMENTS[digit]
        if digit == "1" and random.random() < 0.8:
            left -= wide / 2
            draw.line([(left + wide, top), (left + wide * 0.6, top + high * 0.25)], colour, width)
            if random.random() < 0.75:
                y = top + high
                draw.line([(left + wide * 0.6, y), (left + wide * 1.4, y)], colour, width)
        for number, name in enumerate(names):
            x0, y0, x1, y1 = _PLACES[name]
            start = left + x0 * wide + slant * (0.5 - y0), top + y0 * high + bent[number]
            end = left + x1 * wide + slant * (0.5 - y1), top + y1 * high + bent[number]
            draw.line([start, end], fill=colour, width=width)
            for x, y in (start, end):
                half = width / 2 - 0.5
                draw.rectangle([x - half, y - half, x + half, y + half], fill=colour)

    def _flag(self, draw: Any, side: int) -> None:
        random = self.random
        if self.emoji is not None and random.random() < 0.2:
            self._emoji(draw, side)
            return
        cloth = self._colour()
        if random.random() < 0.6 and self.ground[0] < 190:
            cloth = (int(random.integers(180, 256)), int(random.integers(0, 60)), 20)
        pole = cloth if random.random() < 0.3 else self._colour()
        left, right = side * random.uniform(0.22, 0.4), side * random.uniform(0.62, 0.8)
        top, low = side * random.uniform(0.15, 0.28), side * random.uniform(0.72, 0.84)
        mirrored = random.random() < 0.4

        def at(x: float) -> float:
            return side - x if mirrored else x

        drop = top + (low - top) * random.uniform(0.4, 0.7)
        shape = int(random.integers(5))
        if shape == 0:
            points = [(left, top), (right, (top + drop) / 2), (left, drop)]
        elif shape == 1:
            points = [(left, top), (right, top), (right, drop), (left, drop)]
        elif shape == 2:
            notch = right - (right - left) * 0.25
            points = [(left, top), (right, top), (notch, (top + drop) / 2), (right, drop)]
            points.append((left, drop))
        elif shape == 3:
            lower = (top + drop) / 2
            points = [(left, top), (right, top + (lower - top) * 0.4), (right, drop), (left, lower)]
        else:
            wave = np.linspace(0, math.pi * 2, 9)
            lift = np.sin(wave) * side * 0.04
            xs = np.linspace(left, right, 9)
            points = [(x, top + d) for x, d in zip(xs, lift, strict=True)]
            points += [(x, drop + d) for x, d in zip(xs[::-1], lift[::-1], strict=True)]
        draw.polygon([(at(x), y) for x, y in points], fill=cloth)
        width = max(1, int(side * random.uniform(0.04, 0.1)))
        draw.line([(at(left), top), (at(left), low)], fill=pole, width=width)
        if random.random() < 0.55:
            half = side * random.uniform(0.08, 0.25)
            height = side * random.uniform(0.03, 0.1)
            draw.rectangle([at(left) - half, low - height, at(left) + half, low], fill=pole)

    def _emoji(self, draw: Any, side: int) -> None:
        """Draw a flag as a letter of a font in colours."""
        font = ImageFont.truetype(str(self.emoji), 109)  # the only size that it has
        sign = str(self.random.choice(list(_FLAGS)))
        flag = Image.new("RGBA", (140, 140))
        ImageDraw.Draw(flag).text((0, 0), sign, font=font, embedded_color=True)
        flag = flag.crop(flag.getbbox())
        scale = side * self.random.uniform(0.45, 0.75) / max(flag.size)
        flag = flag.resize((int(flag.width * scale), int(flag.height * scale)))
        place = (side - flag.width) // 2, (side - flag.height) // 2
        draw._image.paste(flag, place, flag)

    def _mine(self, draw: Any, side: int) -> None:
        random = self.random
        colour = (0, 0, 0) if sum(self.ground) > 200 and random.random() < 0.6 else self._colour()
        radius = side * random.uniform(0.16, 0.32)
        x, y = side / 2 + random.normal(0, 0.02, 2) * side
        draw.ellipse([x - radius, y - radius, x + radius, y + radius], fill=colour)
        if random.random() < 0.8:
            width = max(1, int(side * random.uniform(0.03, 0.09)))
            spikes = int(random.choice([4, 6, 8]))
            reach = radius * random.uniform(1.2, 1.7)
            for number in range(spikes):
                angle = 2 * math.pi * number / spikes
                end = x + reach * math.cos(angle), y + reach * math.sin(angle)
                draw.line([(x, y), end], fill=colour, width=width)
        if random.random() < 0.6:
            shine = radius * random.uniform(0.15, 0.35)
            cx, cy = x - radius * 0.35, y - radius * 0.35
            draw.ellipse([cx - shine, cy - shine, cx + shine, cy + shine], fill=(255, 255, 255))

    def _other(self, draw: Any, side: int) -> None:
        random = self.random
        choice = random.random()
        if choice < 0.45:
            self._text(draw, side, str(random.choice([*_LETTERS])))
        elif choice < 0.55:
            low, high = side * random.uniform(0.15, 0.35), side * random.uniform(0.6, 0.85)
            width = int(side * random.uniform(0.05, 0.15))
            colour = self._colour()
            draw.line([(low, low), (high, high)], fill=colour, width=width)
            draw.line([(high, low), (low, high)], fill=colour, width=width)
        elif choice < 0.75:
            corners = random.uniform(0.15, 0.85, (int(random.integers(3, 7)), 2)) * side
            draw.polygon([tuple(corner) for corner in corners], fill=self._colour())
        elif choice < 0.85:
            low, high = sorted(random.uniform(0.15, 0.85, 2) * side)
            left, right = sorted(random.uniform(0.15, 0.85, 2) * side)
            draw.rectangle([left, low, right, high], fill=self._colour())
        else:
            for _ in range(int(random.integers(2, 6))):
                ends = random.uniform(0.1, 0.9, (2, 2)) * side
                width = int(side * random.uniform(0.03, 0.12)) + 1
                draw.line([tuple(end) for end in ends], fill=self._colour(), width=width)


def _compressed(image: Image.Image, quality: int) -> Image.Image:
    stored = io.BytesIO()
    image.save(stored, "JPEG", quality=quality)
    return Image.open(stored).convert("RGB")
