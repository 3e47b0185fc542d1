"""Reading pictures: a sample of skins, scales and formats, refusals, corrections, bad files."""

from __future__ import annotations

import base64
import io
from pathlib import Path

import numpy as np
import pytest
from harness.accepted import PALE, read_or_refuse, same
from harness.skins import SKINS, Skin, draw_scene, position, stored
from PIL import Image, ImageDraw

from sapper.rules.errors import SapperError
from sapper.rules.view import FLAG, UNOPENED, View
from sapper.vision import UnreadablePicture, read_screenshot
from sapper.vision.errors import Refusal
from sapper.vision.grid import Grid
from sapper.vision.legend import LegendEntry, SavedLegend, read_meaning
from sapper.vision.reading import judge

CLASSIC = SKINS[0]


TILE = base64.b64encode(bytes(12 * 12 * 3)).decode()
BAD_MEANINGS = ("1e999", "NaN", "1.5", "9", "-4", "true", '"3"', "null", "9" * 5000)


def sample(skin: Skin) -> list[bool]:
    """Read a skin at two sizes, as PNG and JPEG; return whether each reading was accepted."""
    number = SKINS.index(skin)
    truth = position("12x8/15", seed=number)
    accepted = []
    for scale, jpeg in ((1.0, False), ((0.75, 1.25, 1.5, 2.0)[number % 4], True)):
        picture = stored(draw_scene(skin, truth, scale, seed=number), jpeg)
        reading = read_screenshot(picture, mines=15)
        assert same(reading.view, truth) or not reading.accepted, skin.name
        accepted.append(reading.accepted)
    return accepted


def test_no_accepted_reading_is_wrong_and_most_are_accepted() -> None:
    """Of every skin two pictures are read: none wrongly, the classic ones without a question."""
    classic = [done for skin in SKINS if skin.classic for done in sample(skin)]
    others = [done for skin in SKINS if not skin.classic for done in sample(skin)]
    assert sum(classic) >= 0.9 * len(classic) - 1
    assert sum(others) >= 0.7 * len(others)


def test_the_grid_lies_where_the_board_is() -> None:
    """A reading has the cells' places in the picture."""
    truth = position("beginner", seed=2)
    image = Image.new("RGB", (640, 480), "#3a6ea5")
    image.paste(draw_scene(CLASSIC, truth, seed=4), (200, 100))
    reading = read_screenshot(image)
    other = read_screenshot(draw_scene(CLASSIC, truth, seed=4))
    (x, y), (x0, y0) = reading.grid.centre((3, 4)), other.grid.centre((3, 4))
    assert (x - x0, y - y0) == pytest.approx((200, 100), abs=1)
    assert reading.view.mines == 10
    assert reading.mines_guessed


def test_correcting_a_look_corrects_all_its_cells(tmp_path: Path) -> None:
    """A correction of one look holds for its cells, and for the next picture of that skin."""
    truth = position("beginner", seed=3)
    picture = stored(draw_scene(CLASSIC, truth), False)
    reading = read_screenshot(picture)
    flags = next(n for n, look in enumerate(reading.looks) if look.meaning == FLAG)
    corrected = reading.corrected({flags: UNOPENED})
    assert {corrected.view[cell] for cell in reading.looks[flags].cells} == {UNOPENED}
    memory = SavedLegend()
    memory.add(corrected.looks[flags])
    memory.save(tmp_path / "looks.json")
    again = read_screenshot(picture, memory=SavedLegend.load(tmp_path / "looks.json"))
    assert same(again.view, corrected.view)
    with pytest.raises(SapperError, match="legend has"):
        reading.corrected({99: 1})
    with pytest.raises(SapperError, match="unopened or flag"):
        read_meaning("bomb")


@pytest.mark.parametrize(
    "damaged",
    [
        "",
        "[]",
        "{}",
        "[" * 100_000,
        '{"looks": ' + "[" * 100_000,
        '{"looks": {"a": 1}}',
        '{"looks": [1]}',
        '{"looks": [{"tile": "", "meaning": 1}]}',
        '{"looks": [{"tile": "é", "meaning": 1}]}',
        *(f'{{"looks": [{{"tile": "{TILE}", "meaning": {meaning}}}]}}' for meaning in BAD_MEANINGS),
    ],
)
def test_a_damaged_memory_is_named(tmp_path: Path, damaged: str) -> None:
    """A file that holds no looks is refused by its name, whatever it holds instead."""
    (file := tmp_path / "looks.json").write_text(damaged)
    with pytest.raises(SapperError, match=r"looks\.json is not a saved legend"):
        SavedLegend.load(file)


def test_a_finished_game_is_refused() -> None:
    """Open mines, or no cell left to open, end a game."""
    truth = position("beginner", seed=3)
    scene = draw_scene(CLASSIC, truth, 2.0)
    grid = read_screenshot(scene).grid
    draw = ImageDraw.Draw(scene)
    for cell in list(truth.unopened)[:3]:
        x, y = grid.centre(cell)
        draw.rectangle([x - 15, y - 15, x + 15, y + 15], fill="#c0c0c0")
        draw.ellipse([x - 8, y - 8, x + 8, y + 8], fill="black")
        draw.line([x - 11, y, x + 11, y], fill="black", width=2)
        draw.line([x, y - 11, x, y + 11], fill="black", width=2)
    with pytest.raises(UnreadablePicture) as caught:
        read_screenshot(scene)
    assert caught.value.refusal is Refusal.FINISHED


def test_covered_cells_are_refused() -> None:
    """A tooltip over the board is named, with its cells."""
    scene = draw_scene(SKINS[2], position("intermediate", seed=3), 1.5)
    x, y = (int(place) for place in read_screenshot(scene).grid.centre((5, 5)))
    draw = ImageDraw.Draw(scene)
    draw.rectangle([x - 10, y - 10, x + 140, y + 50], fill="#ffffe1", outline="black")
    draw.text((x, y), "Click a cell to open it.\nA right click sets a flag.", fill="black")
    with pytest.raises(UnreadablePicture) as caught:
        read_screenshot(scene)
    assert caught.value.refusal is Refusal.COVERED


def test_pictures_without_a_board_are_refused() -> None:
    """Plain colour, noise and lines of text hold no board."""
    noise = np.random.default_rng(1).integers(0, 255, (300, 400, 3), np.uint8)
    page = Image.new("RGB", (500, 400), "white")
    for line in range(20):
        ImageDraw.Draw(page).text((10, 10 + 18 * line), "the quick brown fox " * 3, fill="black")
    for image in (noise, page, Image.new("RGB", (300, 300), "#c0c0c0")):
        with pytest.raises(UnreadablePicture) as caught:
            read_screenshot(image)
        assert caught.value.refusal is Refusal.NO_BOARD


def test_squares_without_a_number_are_no_finished_game() -> None:
    """Where every cell is empty or a flag, there is no board: a finished game has numbers."""
    grid = Grid((0.0, 9.0, 18.0), (0.0, 9.0, 18.0))
    tile = np.zeros((24, 24, 3), np.uint8)
    looks = [LegendEntry(0, ((0, 0), (1, 1)), (tile,), 1.0, sure=True)]
    looks.append(LegendEntry(FLAG, ((0, 1), (1, 0)), (tile,), 1.0, sure=True))
    with pytest.raises(UnreadablePicture) as caught:
        judge(grid, tuple(looks), None)
    assert caught.value.refusal is Refusal.NO_BOARD


def test_a_new_game_is_asked_about() -> None:
    """Where no number is open, nothing shows that the cells are unopened."""
    reading = read_screenshot(draw_scene(CLASSIC, View(9, 9, 10)))
    assert not reading.accepted
    assert reading.view == View(9, 9)
    settled = reading.corrected({0: UNOPENED})
    assert settled.accepted
    assert settled.view.mines == 10


def _bomb() -> bytes:
    """Return a small PNG file whose header promises 60,000 x 60,000 pixels."""
    file = io.BytesIO()
    Image.new("L", (8, 8)).save(file, "PNG")
    data = bytearray(file.getvalue())
    data[16:24] = (60_000).to_bytes(4) * 2
    import zlib

    data[29:33] = zlib.crc32(data[12:29]).to_bytes(4)
    return bytes(data)


def test_bad_files_are_refused() -> None:
    """What is no picture, is cut off, moves or is far too large is named; nothing crashes."""
    whole = stored(draw_scene(CLASSIC, position("beginner", seed=1)), False)
    moving = io.BytesIO()
    frames = [Image.new("RGB", (60, 60), colour) for colour in ("red", "green", "blue")]
    frames[0].save(moving, "GIF", save_all=True, append_images=frames[1:])
    cases = {
        b"": Refusal.NOT_A_PICTURE,
        b"not a picture": Refusal.NOT_A_PICTURE,
        whole[: len(whole) // 2]: Refusal.NOT_A_PICTURE,
        _bomb(): Refusal.TOO_LARGE,
        moving.getvalue(): Refusal.ANIMATION,
    }
    for data, refusal in cases.items():
        with pytest.raises(UnreadablePicture) as caught:
            read_screenshot(data)
        assert caught.value.refusal is refusal
    with pytest.raises(SapperError, match="a picture is"):
        read_screenshot(7)  # type: ignore[arg-type]  # that is the point


UNLINED = Skin("no lines", 30, ground="#e6e6b8", closed="#9393bb", window="#a0a080", edge=0.06,
               light="#bdbdd8", shade="#62627a", frame="#62627a",
               font="DejaVuSans-Bold.ttf")  # fmt: skip
WIDE = Skin("wide edge", 20, line="#808080", light="#fff", shade="#808080", edge=0.19, dots=True,
            frame="#808080", window="#c0c0c0", classic=True)  # fmt: skip


@pytest.mark.parametrize("skin", [PALE, UNLINED, WIDE], ids=lambda skin: skin.name)
def test_a_skin_that_was_once_misread_is_not_accepted_wrongly(skin: Skin) -> None:
    """Pale grounds are told apart, opened cells without lines belong to the board.

    Most are accepted, and none with a wrong cell.
    """
    accepted = 0
    for seed in range(4):
        truth = position("18x14/40", seed=seed, moves=12)
        view = read_or_refuse(stored(draw_scene(skin, truth, seed=seed), jpeg=False))
        assert view is None or same(view, truth), seed
        accepted += view is not None
    assert accepted >= 3


def test_the_page_is_read_while_it_shows_a_hint() -> None:
    """A ring on an unopened cell is a mark, not a mine; clues that are lit stay numbers."""
    reading = read_screenshot(Path(__file__).parents[2] / "docs" / "pictures" / "web-hint.png")
    assert reading.accepted
    assert reading.view[(0, 4)] == UNOPENED
    assert reading.view[(0, 3)] == 1


def test_questions_are_english() -> None:
    """A doubtful look is asked about in a sentence that fits its number of cells."""
    reading = read_screenshot(draw_scene(CLASSIC, position("beginner", seed=3)))
    tile = np.zeros((24, 24, 3), np.uint8)
    cases = {
        (FLAG, 1): "Is A1 a flag?",
        (FLAG, 2): "Are A1 and B1 flags?",
        (8, 1): "Is A1 an 8?",
        (3, 2): "Are A1 and B1 3s?",
        (UNOPENED, 1): "Is A1 unopened?",
        (0, 2): "Are A1 and B1 empty?",
    }
    for (meaning, number), question in cases.items():
        cells = tuple((0, column) for column in range(number))
        look = LegendEntry(meaning, cells, (tile,), confidence=0.5, sure=False)
        rest = tuple((r, c) for r in range(9) for c in range(9) if (r, c) not in cells)
        closed = LegendEntry(UNOPENED, rest, (tile,), confidence=1.0, sure=True)
        assert judge(reading.grid, (look, closed), None).doubts[0].text == question
