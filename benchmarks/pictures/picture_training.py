"""Train the small network that tells numbers, flags and mines apart in pictures.

    python benchmarks picture_training FONT_FOLDER

Every sample is a cell that this program draws: its font or strokes, colours, borders,
shadows, a size from 10 to 48 pixels, scaled and stored as JPEG at random. Fonts whose name begins
with DejaVu are left out, so that the skins of the tests show letters that the network never saw.
It writes `src/sapper/vision/glyphs.npz` and prints how often it is right on fonts held back.
"""

from __future__ import annotations

import argparse
import math
import os
from itertools import pairwise
from pathlib import Path
from typing import Any, Final

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # small matrices: more threads only wait

import numpy as np
from harness.random_cells import Artist
from PIL import ImageFont

from sapper.vision.glyphs import CLASSES, features, find_glyph

_WEIGHTS: Final = Path(__file__).parents[2] / "src/sapper/vision/glyphs.npz"
_LEFT_OUT: Final = ("DejaVu", "DSEG14", "D0500", "StandardSymbols", "Humor")
_HIDDEN: Final = (128, 64)
_KINDS: Final = [*range(8)] * 3 + [8] * 6 + [9] * 4 + [10] * 3 + [11] * 9


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
        target = np.full_like(chances, 0.01 / len(CLASSES))
        target[np.arange(len(kinds)), kinds] += 0.99
        error = (chances - target) / len(kinds)
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
    emoji = next(arguments.fonts.rglob("*ColorEmoji.ttf"), None)
    held_back, used = fonts[::10], [path for n, path in enumerate(fonts) if n % 10]
    data, kinds = samples(Artist(used, random, emoji), arguments.samples)
    network = Network([data.shape[1], *_HIDDEN, len(CLASSES)], random)
    train(network, data, kinds, arguments.epochs)
    fresh, truth = samples(Artist(held_back, random, emoji), 3_000)
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
