"""Draws positions in our own skins, as other programs might: colours, bevels, gaps, fonts.

A skin draws one cell; a scene puts the board somewhere in a window. Everything is drawn at four
times its size and reduced, so that every scale is as smooth as a program would draw it; `pixel`
skins are drawn once at their own size and enlarged, as programs with bitmaps do.
"""

from __future__ import annotations

import io
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Final

import numpy as np
from PIL import Image, ImageDraw, ImageFont

from sapper.rules.board import Cell, Level
from sapper.rules.game import Game
from sapper.rules.view import FLAG, FirstClick, View

Colour = tuple[int, int, int]
_FINE: Final = 4  # how much larger a skin is drawn before it is reduced

CLASSIC: Final = (
    "#0000ff",
    "#008000",
    "#ff0000",
    "#000080",
    "#800000",
    "#008080",
    "#000",
    "#808080",
)
BRIGHT: Final = (
    "#1976d2",
    "#388e3c",
    "#d32f2f",
    "#7b1fa2",
    "#ff8f00",
    "#0097a7",
    "#424242",
    "#9e9e9e",
)
NIGHT: Final = (
    "#7cc7ff",
    "#66c266",
    "#ff7788",
    "#ee88ff",
    "#ddaa22",
    "#66cccc",
    "#bbbbbb",
    "#d0d8e0",
)

# the numbers of a classic program, as rows of dots, drawn by us
_DOTS: Final = {
    1: "..##..|.###..|####..|..##..|..##..|..##..|..##..|######",
    2: ".####.|##..##|....##|...##.|..##..|.##...|##....|######",
    3: "#####.|....##|....##|.####.|....##|....##|....##|#####.",
    4: "...##.|..###.|.####.|##.##.|######|...##.|...##.|...##.",
    5: "######|##....|##....|#####.|....##|....##|##..##|.####.",
    6: ".####.|##....|##....|#####.|##..##|##..##|##..##|.####.",
    7: "######|....##|....##|...##.|...##.|..##..|..##..|..##..",
    8: ".####.|##..##|##..##|.####.|##..##|##..##|##..##|.####.",
}


@dataclass(frozen=True)
class Skin:
    """How a program draws cells; `side` is the cell's side in pixels at scale 1."""

    name: str
    side: int = 24
    ground: str = "#c0c0c0"  # of opened cells
    closed: str = "#c0c0c0"
    second: tuple[str, str] | None = None  # the other grounds of a checkerboard
    line: str | None = None  # right of and under opened cells
    light: str | None = None  # a raised edge: upper left
    shade: str | None = None  # and lower right
    edge: float = 0.125  # the width of a raised edge
    gap: float = 0.0  # between cells, in sides
    round: float = 0.0  # the radius of corners
    window: str = "#f0f0f0"  # what is around the board, and in gaps
    numbers: tuple[str, ...] = CLASSIC
    font: str | None = None  # a file of matplotlib's; None is Pillow's own
    size: float = 0.72  # of letters
    dots: bool = False  # numbers as rows of dots
    flag: str = "#ff0000"
    pole: str = "#000000"
    frame: str | None = None  # a line around the board
    classic: bool = False
    grain: float = 0.0


SKINS: Final = [
    Skin("classic", 16, line="#808080", light="#fff", shade="#808080", dots=True, classic=True,
         frame="#808080", window="#c0c0c0"),
    Skin("classic letters", 20, line="#808080", light="#fff", shade="#808080", classic=True,
         font="DejaVuSans-Bold.ttf", frame="#808080", window="#c0c0c0"),
    Skin("classic blue", 24, ground="#dde4f0", closed="#7ba4dc", line="#9aa8c0", light="#c4dcff",
         shade="#3c5c94", classic=True, font="DejaVuSans-Bold.ttf", frame="#3c5c94"),
    Skin("flat", 26, ground="#e8e8e8", closed="#9aa5b1", gap=0.06, numbers=BRIGHT,
         font="DejaVuSans-Bold.ttf", window="#ffffff", size=0.66),
    Skin("dark", 28, ground="#2a2d33", closed="#4b5463", gap=0.06, numbers=NIGHT,
         window="#17181c", flag="#ff5566", pole="#ffffff"),
    Skin("rounded", 32, ground="#efe6d8", closed="#c49a6c", gap=0.1, round=0.2, numbers=BRIGHT,
         font="DejaVuSans.ttf", window="#faf3e8"),
    Skin("checkerboard", 30, ground="#e5c29f", closed="#aad751", second=("#d7b899", "#a2d149"),
         numbers=BRIGHT, font="DejaVuSans-Bold.ttf", flag="#f23607", pole="#f23607",
         window="#4a752c"),
    Skin("night lines", 22, ground="#101418", closed="#26323c", line="#38454f", numbers=NIGHT,
         window="#101418", light="#3c4c5a", shade="#182028", edge=0.08,
         font="DejaVuSansMono-Bold.ttf", flag="#ffb300", pole="#ffb300"),
    Skin("serif", 25, ground="#ffffff", closed="#d0c8b0", line="#b0a890", frame="#b0a890",
         font="DejaVuSerif-Bold.ttf", light="#ece6d4", shade="#a09880", edge=0.08),
    Skin("one colour", 24, ground="#f8f8f8", closed="#b8c4d0", line="#d0d0d0", gap=0.0,
         numbers=("#222222",) * 8, font="DejaVuSans.ttf", frame="#888888", light="#d4dde6",
         shade="#8894a0", edge=0.06),
    Skin("grained", 28, ground="#d8cfc0", closed="#8c7b66", gap=0.04, numbers=BRIGHT,
         font="DejaVuSans-Bold.ttf", window="#5a4e40", grain=3.0),
    Skin("material", 36, ground="#eceff1", closed="#90caf9", gap=0.05, round=0.12,
         numbers=BRIGHT, window="#ffffff", font="DejaVuSans.ttf", line=None, frame=None),
]  # fmt: skip


@cache
def _font(name: str | None, size: int) -> Any:
    if name is None:
        return ImageFont.load_default(size)
    import matplotlib

    path = Path(matplotlib.get_data_path()) / "fonts/ttf" / name
    return ImageFont.truetype(str(path), size)


def draw_cell(skin: Skin, mark: int, dark: bool, side: int) -> Image.Image:
    """Draw one cell; `dark` chooses the second ground of a checkerboard."""
    image = Image.new("RGB", (side, side), skin.window)
    draw = ImageDraw.Draw(image)
    opened = mark >= 0
    ground = skin.ground if opened else skin.closed
    if dark and skin.second:
        ground = skin.second[0 if opened else 1]
    inset = skin.gap * side / 2
    box = [inset, inset, side - 1 - inset, side - 1 - inset]
    if skin.round:
        draw.rounded_rectangle(box, skin.round * side, fill=ground)
    else:
        draw.rectangle(box, fill=ground)
    if opened and skin.line:
        width = max(1, round(side / 18))
        draw.line([(0, side), (0, 0), (side, 0)], fill=skin.line, width=width * 2 - 1)
    if not opened and skin.light and skin.shade:
        _bevel(draw, side, max(1, round(skin.edge * side)), skin.light, skin.shade)
    if mark > 0:
        _number(draw, skin, mark, side)
    elif mark == FLAG:
        _flag(draw, skin, side)
    return image


def _bevel(draw: Any, side: int, width: int, light: str, shade: str) -> None:
    for step in range(width):
        last = side - 1 - step
        draw.line([(step, last), (step, step), (last, step)], fill=light)
        draw.line([(step, last), (last, last), (last, step)], fill=shade)


def _number(draw: Any, skin: Skin, number: int, side: int) -> None:
    colour = skin.numbers[number - 1]
    if skin.dots:
        rows = _DOTS[number].split("|")
        dot = side / 13
        left, top = (side - 6 * dot) / 2 + dot / 2, (side - 8 * dot) / 2 + dot / 2
        for row, line in enumerate(rows):
            for column, sign in enumerate(line):
                if sign == "#":
                    x, y = left + column * dot, top + row * dot
                    draw.rectangle([x, y, x + dot - 1, y + dot - 1], fill=colour)
        return
    font = _font(skin.font, max(6, round(skin.size * side)))
    draw.text((side / 2, side / 2), str(number), fill=colour, font=font, anchor="mm")


def _flag(draw: Any, skin: Skin, side: int) -> None:
    draw.line(_at(side, (0.5, 0.2), (0.5, 0.78)), fill=skin.pole, width=max(1, round(side * 0.07)))
    draw.rectangle(_at(side, (0.32, 0.72), (0.68, 0.8)), fill=skin.pole)
    draw.polygon(_at(side, (0.52, 0.18), (0.22, 0.34), (0.52, 0.5)), fill=skin.flag)


def _at(side: int, *points: tuple[float, float]) -> list[tuple[float, float]]:
    return [(x * side, y * side) for x, y in points]


def draw_board(skin: Skin, view: View, scale: float = 1.0) -> Image.Image:
    """Draw the cells of a position at a scale."""
    side = max(4, round(skin.side * _FINE))
    tiles: dict[tuple[int, bool], Image.Image] = {}
    board = Image.new("RGB", (view.width * side, view.height * side), skin.window)
    for row, column in view.board:
        key = view[row, column], bool((row + column) % 2)
        if key not in tiles:
            tiles[key] = draw_cell(skin, *key, side)
        board.paste(tiles[key], (column * side, row * side))
    size = round(view.width * skin.side * scale), round(view.height * skin.side * scale)
    return board.resize(size, Image.Resampling.BOX if scale == 1 else Image.Resampling.BICUBIC)


def draw_scene(skin: Skin, view: View, scale: float = 1.0, seed: int = 0) -> Image.Image:
    """Draw a position in a window with a title, a counter and a margin."""
    random = np.random.default_rng(seed)
    board = draw_board(skin, view, scale)
    left, right, below = (int(x) for x in random.integers(8, 90, 3))
    head = int(random.integers(30, 110))
    scene = Image.new("RGB", (left + board.width + right, head + board.height + below), skin.window)
    draw = ImageDraw.Draw(scene)
    draw.rectangle([0, 0, scene.width, 22], fill="#35507a")
    draw.text((6, 3), "Minesweeper - game 7", fill="white", font=_font(None, 14))
    if head > 60:
        draw.rectangle([left, 32, left + 44, 56], fill="black")
        draw.text((left + 4, 34), "042", fill="red", font=_font(None, 18))
        middle = left + board.width // 2
        draw.ellipse([middle - 12, 32, middle + 12, 56], fill="#ffde00", outline="black")
    if skin.frame:
        box = [left - 3, head - 3, left + board.width + 2, head + board.height + 2]
        draw.rectangle(box, outline=skin.frame, width=3)
    scene.paste(board, (left, head))
    if skin.grain:
        noise = random.normal(0, skin.grain, (scene.height, scene.width, 1))
        grained = np.asarray(scene, np.float32) + noise
        scene = Image.fromarray(np.clip(grained, 0, 255).astype(np.uint8))
    return scene


def stored(image: Image.Image, jpeg: bool) -> bytes:
    """Return a picture's file: PNG, or JPEG of quality 80."""
    file = io.BytesIO()
    image.save(file, "JPEG" if jpeg else "PNG", **({"quality": 80} if jpeg else {}))
    return file.getvalue()


def position(level: str, seed: int, moves: int = 40) -> View:
    """Return the position of a game in progress with some flags, most of them right."""
    size = Level.parse(level)
    random = np.random.default_rng(seed)
    game = Game(size, seed=seed, first_click=FirstClick.ZERO)
    game.open((size.board.height // 2, size.board.width // 2))
    for _ in range(moves):
        shut = [cell for cell in game.view.unopened if not _mined(game, cell)]
        edge = [cell for cell in shut if _touches(game.view, cell)]
        if len(shut) < max(4, size.mines // 3) or not edge:
            break
        game.open(edge[int(random.integers(len(edge)))])
    mines = [cell for cell in game.view.unopened if _mined(game, cell)]
    for cell in mines:
        if _touches(game.view, cell) and random.random() < 0.5:
            game.flag(cell)
    return game.view


def _mined(game: Game, cell: Cell) -> bool:
    return game.layout is not None and cell in game.layout.mines


def _touches(view: View, cell: Cell) -> bool:
    return any(view[near] >= 0 for near in view.board.neighbours(cell))
