"""Train the small network that tells numbers, flags and mines apart in pictures.

    python benchmarks/picture_training.py FONT_FOLDER

Every sample is a cell that this program draws: a font or strokes of its own, colours, borders,
shadows, a size from 10 to 48 pixels, scaled and stored as JPEG at random. Fonts whose name begins
with DejaVu are left out, so that the skins of the tests show letters that the network never saw.
It writes `src/sapper/pictures/glyphs.npz` and prints how often it is right on fonts held back.
"""

from __future__ import annotations

import argparse
import io
import math
import os
from itertools import pairwise
from pathlib import Path
from typing import Any, Final

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # small matrices: more threads only wait

import numpy as np
from PIL import Image, ImageDraw, ImageFilter, ImageFont

from sapper.pictures.glyphs import CLASSES, TILE, features, find_glyph

_WEIGHTS: Final = Path(__file__).parents[1] / "src/sapper/pictures/glyphs.npz"
_LEFT_OUT: Final = ("DejaVu", "DSEG14", "D0500", "StandardSymbols", "Humor")
_HIDDEN: Final = (96, 48)
_LETTERS: Final = "0ACDEFHJKLMNOPQRUVWXYacdefhkmnopruvwxy#*+=%&@<>$"  # none like a number
_KINDS: Final = [*range(8)] * 3 + [8] * 6 + [9] * 4 + [10] * 3 + [11] * 9
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

    def __init__(self, fonts: list[Path], random: np.random.Generator) -> None:
        self.fonts, self.random = fonts, random

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
        draw = ImageDraw.Draw(image)
        if random.random() < 0.6:
            shade = tuple(int(x) for x in random.integers(0, 256, 3))
            width = max(1, int(side * random.uniform(0.02, 0.07)))
            draw.line([(0, side), (0, 0), (side, 0)], fill=shade, width=width * 2)
        if random.random() < 0.3:
            shade = tuple(int(x) for x in random.integers(0, 256, 3))
            width = max(1, int(side * random.uniform(0.02, 0.12)))
            draw.rectangle([0, 0, side - 1, side - 1], outline=shade, width=width)
        if random.random() < 0.2:
            noise = random.normal(0, random.uniform(1, 6), (side, side, 1))
            grained = np.asarray(image, np.float32) + noise
            image = Image.fromarray(np.clip(grained, 0, 255).astype(np.uint8))
        return image

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

    def _text(self, draw: Any, side: int, text: str) -> None:
        random = self.random
        size = side * random.uniform(0.55, 1.0)
        path = self.fonts[int(random.integers(len(self.fonts)))]
        font = ImageFont.truetype(str(path), max(8, int(size)))
        box = draw.textbbox((0, 0), text, font=font)
        high = (box[3] - box[1]) / side
        if high > 0.8 or high < 0.3:
            font = ImageFont.truetype(str(path), max(8, int(size * 0.62 / max(high, 0.05))))
            box = draw.textbbox((0, 0), text, font=font)
        middle = side / 2 + random.normal(0, 0.03, 2) * side
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
        shape = int(random.integers(4))
        if shape == 0:
            points = [(left, top), (right, (top + drop) / 2), (left, drop)]
        elif shape == 1:
            points = [(left, top), (right, top), (right, drop), (left, drop)]
        elif shape == 2:
            notch = right - (right - left) * 0.25
            points = [(left, top), (right, top), (notch, (top + drop) / 2), (right, drop)]
            points.append((left, drop))
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


def samples(artist: Artist, number: int) -> tuple[np.ndarray[Any, Any], np.ndarray[Any, Any]]:
    """Return features and classes of drawn cells."""
    kinds = artist.random.choice(_KINDS, number)
    drawn = [features(find_glyph(artist.tile(int(kind)))) for kind in kinds]
    return np.stack(drawn), kinds


def usable_fonts(folder: Path) -> list[Path]:
    """Return the fonts that draw eight different numbers, none of which another draws alike."""
    seen: dict[tuple[bytes, ...], Path] = {}
    for path in sorted([*folder.rglob("*.ttf"), *folder.rglob("*.otf")]):
        try:
            font = ImageFont.truetype(str(path), 24)
            drawn = tuple(bytes(font.getmask(sign)) for sign in "12345678?")
        except OSError:
            continue
        if len(set(drawn)) == 9 and not path.name.startswith(_LEFT_OUT):
            seen.setdefault(drawn, path)
    return list(seen.values())


class Network:
    """Layers with rectified sums between them, trained by Adam."""

    def __init__(self, sizes: list[int], random: np.random.Generator) -> None:
        self.weights = [
            random.normal(0, math.sqrt(2 / a), (a, b)).astype(np.float32)
            for a, b in pairwise(sizes)
        ]
        self.bias = [np.zeros(size, np.float32) for size in sizes[1:]]
        self.moments = [(np.zeros_like(p), np.zeros_like(p)) for p in self.parameters]
        self.steps = 0

    @property
    def parameters(self) -> list[np.ndarray[Any, Any]]:
        return [*self.weights, *self.bias]

    def run(self, values: np.ndarray[Any, Any]) -> list[np.ndarray[Any, Any]]:
        """Return the values of all layers; the last are scores."""
        kept = [values]
        for number, (weights, bias) in enumerate(zip(self.weights, self.bias, strict=True)):
            values = values @ weights + bias
            if number + 1 < len(self.weights):
                values = np.maximum(values, 0)
            kept.append(values)
        return kept

    def learn(self, values: np.ndarray[Any, Any], kinds: np.ndarray[Any, Any], rate: float) -> None:
        """Make one step of Adam on these samples."""
        kept = self.run(values)
        scores = kept[-1] - kept[-1].max(axis=1, keepdims=True)
        chances = np.exp(scores) / np.exp(scores).sum(axis=1, keepdims=True)
        wanted = np.full_like(chances, 0.01 / len(CLASSES))
        wanted[np.arange(len(kinds)), kinds] += 0.99
        error = (chances - wanted) / len(kinds)
        slopes_w, slopes_b = [], []
        for number in reversed(range(len(self.weights))):
            slopes_w.append(kept[number].T @ error + 1e-5 * self.weights[number])
            slopes_b.append(error.sum(axis=0))
            error = (error @ self.weights[number].T) * (kept[number] > 0)
        self._step([*slopes_w[::-1], *slopes_b[::-1]], rate)

    def _step(self, slopes: list[np.ndarray[Any, Any]], rate: float) -> None:
        self.steps += 1
        for values, slope, (mean, square) in zip(
            self.parameters, slopes, self.moments, strict=True
        ):
            mean += 0.1 * (slope - mean)
            square += 0.001 * (slope * slope - square)
            first, second = mean / (1 - 0.9**self.steps), square / (1 - 0.999**self.steps)
            values -= rate * first / (np.sqrt(second) + 1e-8)


def train(
    network: Network, data: np.ndarray[Any, Any], kinds: np.ndarray[Any, Any], epochs: int
) -> None:
    random = np.random.default_rng(1)
    for epoch in range(epochs):
        order = random.permutation(len(data))
        rate = 2e-3 * 0.5 * (1 + math.cos(math.pi * epoch / epochs)) + 1e-5
        for start in range(0, len(data), 256):
            part = order[start : start + 256]
            network.learn(data[part], kinds[part], rate)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("fonts", type=Path)
    parser.add_argument("--samples", type=int, default=40_000)
    parser.add_argument("--epochs", type=int, default=30)
    parser.add_argument("--seed", type=int, default=7)
    arguments = parser.parse_args()
    random = np.random.default_rng(arguments.seed)
    fonts = usable_fonts(arguments.fonts)
    held_back, used = fonts[::10], [path for n, path in enumerate(fonts) if n % 10]
    data, kinds = samples(Artist(used, random), arguments.samples)
    network = Network([data.shape[1], *_HIDDEN, len(CLASSES)], random)
    train(network, data, kinds, arguments.epochs)
    fresh, truth = samples(Artist(held_back, random), 3_000)
    scores = network.run(fresh)[-1]
    chances = np.exp(scores) / np.exp(scores).sum(axis=1, keepdims=True)
    right, sure = chances.argmax(axis=1) == truth, chances.max(axis=1) > 0.9
    print(f"{len(used)} fonts, {len(held_back)} held back: right on {right.mean():.2%}")
    print(f"sure of {sure.mean():.2%}, and right on {right[sure].mean():.2%} of these")
    stored = {f"weights{n}": w.astype(np.float16) for n, w in enumerate(network.weights)}
    stored |= {f"bias{n}": b.astype(np.float16) for n, b in enumerate(network.bias)}
    np.savez_compressed(_WEIGHTS, **stored)  # type: ignore[arg-type]  # its stub misses them
    print(f"{_WEIGHTS.name}: {_WEIGHTS.stat().st_size:,} bytes")


if __name__ == "__main__":
    main()
