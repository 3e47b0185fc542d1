"""Every theme and palette is legible: WCAG contrast of the colours in the style sheet."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

TOKENS = Path(__file__).parents[2] / "src" / "sapper" / "web" / "static" / "tokens.css"
TEXTS = [
    *(("open", f"n{number}") for number in range(1, 9)),
    ("open", "ink-soft"),  # a dimmed number
    *((ground, ink) for ground in ("page", "surface", "sunken") for ink in ("ink", "ink-soft")),
    *(("surface", ink) for ink in ("accent", "bad", "good")),
    ("accent", "accent-ink"),
    ("accent-soft", "ink"),
    ("bad-soft", "bad"),
    *((tint, "overlay-ink") for tint in ("risk-low", "risk-mid", "risk-high")),
    *(("surface", f"mark-{mark}") for mark in ("certain", "guess", "needless", "missed")),
]
MARKS = [
    ("closed", "flag"),
    ("closed", "question"),
    ("open", "mine"),
    ("risk-low", "safe-mark"),
    ("risk-high", "mine-mark"),
    ("glow", "glow-ring"),
    ("surface", "line-strong"),
    ("open", "focus"),
    ("open", "accent"),
]


def _colours(shade: int, *selectors: str) -> dict[str, str]:
    """Read the light (0) or dark (1) colours, later blocks over earlier ones."""
    text = TOKENS.read_text()
    colours: dict[str, str] = {}
    for selector in selectors:
        block = re.search(rf"^{re.escape(selector)} \{{(.*?)^\}}", text, re.DOTALL | re.MULTILINE)
        assert block is not None, selector
        pairs = re.findall(r"--([\w-]+): light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\);", block[1])
        colours |= {name: shades[shade] for name, *shades in pairs}
    return colours


def _luminance(colour: str) -> float:
    parts = [int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    linear = [
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    ]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def _contrast(one: str, other: str) -> float:
    dark, light = sorted([_luminance(one), _luminance(other)])
    return (light + 0.05) / (dark + 0.05)


_WONG = ':root[data-palette="wong"]'
_HIGH = ':root[data-contrast="more"]'
_HIGH_WONG = f'{_HIGH}[data-palette="wong"]'


@pytest.mark.parametrize("shade", [0, 1], ids=["light", "dark"])
@pytest.mark.parametrize(
    "blocks",
    [(":root",), (":root", _WONG), (":root", _HIGH), (":root", _WONG, _HIGH, _HIGH_WONG)],
    ids=["classic", "wong", "high", "high-wong"],
)
def test_contrast(shade: int, blocks: tuple[str, ...]) -> None:
    """Text stands out by 4.5:1, marks by 3:1."""
    colours = _colours(shade, *blocks)
    short = [
        (ground, ink, round(_contrast(colours[ground], colours[ink]), 2))
        for pairs, least in ((TEXTS, 4.5), (MARKS, 3.0))
        for ground, ink in pairs
        if _contrast(colours[ground], colours[ink]) < least
    ]
    assert short == []


@pytest.mark.parametrize("shade", [0, 1], ids=["light", "dark"])
@pytest.mark.parametrize(
    "blocks", [(":root", _HIGH), (":root", _WONG, _HIGH, _HIGH_WONG)], ids=["classic", "wong"]
)
def test_high_contrast_tells_cells_apart(shade: int, blocks: tuple[str, ...]) -> None:
    """In high contrast, tiles of every tint stand out from opened cells by 3:1."""
    colours = _colours(shade, *blocks)
    tiles = ("closed", "closed-hover", "closed-press", "risk-low", "risk-mid", "risk-high")
    low = {tile: _contrast(colours["open"], colours[tile]) for tile in tiles}
    assert {tile: ratio for tile, ratio in low.items() if ratio < 3} == {}
