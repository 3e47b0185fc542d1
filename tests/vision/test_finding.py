"""Where the board lies in a picture: inside other things, cut off, and without endless work."""

from __future__ import annotations

import numpy as np
import pytest
from harness.accepted import PALE, read_or_refuse, same
from harness.skins import SKINS, Skin, draw_board, draw_scene, position, stored
from PIL import Image, ImageDraw

from sapper.rules.view import FLAG, UNOPENED, View
from sapper.vision import UnreadablePicture, read_screenshot
from sapper.vision.errors import Refusal
from sapper.vision.extent import fit
from sapper.vision.finding import find_board
from sapper.vision.grid import Grid
from sapper.vision.lines import find_lines
from sapper.vision.placing import centred
from sapper.vision.understanding import Effort, understand

CLASSIC = SKINS[0]


def test_a_lively_picture_behind_the_board_is_no_part_of_it() -> None:
    """Noise and slopes of colour around a window have no lines."""
    truth = position("intermediate", seed=2)
    window = draw_scene(SKINS[1], truth, seed=3)
    random = np.random.default_rng(4)
    spots = Image.fromarray(random.integers(0, 255, (9, 14, 3), np.uint8))
    behind = np.asarray(spots.resize((window.width + 400, window.height + 200)), np.float32)
    noisy = behind + random.normal(0, 15, behind.shape[:2])[..., None]
    scene = Image.fromarray(np.clip(noisy, 0, 255).astype(np.uint8))
    scene.paste(window, (230, 120))
    reading = read_screenshot(scene)
    assert reading.accepted
    assert same(reading.view, truth)


def test_a_pitch_need_not_be_whole() -> None:
    """Cells of 35.4 pixels are found, not those of twice the size."""
    truth = position("12x8/15", seed=5)
    scene = draw_scene(SKINS[3], truth, 35.4 / SKINS[3].side, seed=5)
    reading = read_screenshot(scene)
    assert reading.accepted
    assert same(reading.view, truth)


def test_a_board_that_is_cut_is_not_accepted() -> None:
    """A picture that ends within cells says so; one that ends in the margin is read."""
    truth = position("12x8/15", seed=6)
    scene = draw_scene(CLASSIC, truth, 2.0, seed=6)
    left, top, right, bottom = (round(side) for side in read_screenshot(scene).grid.box)
    whole = read_screenshot(scene.crop((left - 5, top - 5, right + 5, bottom + 5)))
    assert whole.accepted
    assert same(whole.view, truth)
    cut = ((left + 20, top, right, bottom), (left, top, right, bottom - 22))
    for box in (*cut, (left - 5, top, right - 25, bottom)):  # also with a fifth of a cell
        assert read_or_refuse(_png(scene.crop(box))) is None


def test_page_below_empty_cells_is_no_row_of_them() -> None:
    """The page has the colour of empty cells: a row of it that was put in is left out again."""
    scene = draw_scene(CLASSIC, position("beginner", seed=70), 0.75, seed=0)
    pixels = np.asarray(scene)
    places = [tuple(start + 12 * line for line in range(11)) for start in (76.5, 51.0)]
    with_page = Grid(places[0][:-1], places[1])
    found = understand(pixels, with_page, Effort())
    assert found is not None
    assert (found.marks[-1] == 0).all()
    fitted, cut = fit(pixels, find_lines(pixels), found, Effort())
    assert (fitted.grid.rows, cut) == (9, ())


def test_a_row_of_numbers_that_is_cut_is_seen() -> None:
    """Numbers have steps within cells, too, yet not as many as text has."""
    truth = position("9x9/10", seed=4)
    row = int((truth.array[:4] > 0).sum(axis=1).argmax())
    board = draw_board(PALE, truth)
    assert (truth.array[row] > 0).sum() >= 5
    part = board.crop((0, round((row + 0.55) * PALE.side), board.width, board.height))
    assert (
        read_or_refuse(_png(pasted(part, Image.new("RGB", (400, 330), "#a2bdb9"), (40, 0)))) is None
    )


WHITE = Skin("white", 27, ground="#ffffff", closed="#c8c8c8", light="#e8eef0", shade="#78909c",
             edge=0.08, window="#dddddd", font="DejaVuSans-Bold.ttf")  # fmt: skip


@pytest.mark.parametrize("seed", [1, 2])
def test_the_unopened_part_of_a_board_is_not_taken_for_all_of_it(seed: int) -> None:
    """Where opened cells have no lines, unopened ones beside what was found show more."""
    truth = position("13x13/30", seed=seed, moves=12)
    view = read_or_refuse(_png(draw_scene(WHITE, truth, seed=seed)))
    assert view is None or same(view, truth)


def _png(image: Image.Image) -> bytes:
    return stored(image, jpeg=False)


def _page(width: int, height: int) -> Image.Image:
    """Return a page full of small text, no two lines alike."""
    page = Image.new("RGB", (width, height), "white")
    draw, random = ImageDraw.Draw(page), np.random.default_rng(1)
    words = ["the", "quick", "brown", "fox", "jumps", "over", "seven", "lazy", "dogs", "14"]
    for y in range(4, height, 14):
        draw.text((6, y), " ".join(random.choice(words, width // 22)), fill="#202020")
    return page


@pytest.mark.parametrize("size", [(1920, 1080), (400, 6000)])
def test_a_page_of_text_takes_little_work(size: tuple[int, int]) -> None:
    """Hardly any cell of the grids that text suggests is looked at closely: it is no board."""
    effort = Effort()
    with pytest.raises(UnreadablePicture) as caught:
        find_board(np.asarray(_page(*size)), effort)
    assert caught.value.refusal is Refusal.NO_BOARD
    assert effort.cells <= 1_000


def test_a_board_amid_text_is_found() -> None:
    """Letters have edges, too, but within cells as much as between them."""
    truth = position("beginner", seed=2)
    image = _page(640, 480)
    image.paste(draw_scene(CLASSIC, truth, seed=4), (200, 100))
    reading = read_screenshot(image)
    assert reading.accepted
    assert same(reading.view, truth)


THICK = Skin("thick edge", 18, line="#808080", light="#fff", shade="#808080", edge=0.2,
             font="DejaVuSans-Bold.ttf", frame="#808080", window="#c0c0c0",
             classic=True)  # fmt: skip


def pasted(board: Image.Image, page: Image.Image, place: tuple[int, int]) -> Image.Image:
    """Return a page with a board in a narrow margin on it."""
    margin = Image.new("RGB", (board.width + 8, board.height + 8), "#c0c0c0")
    margin.paste(board, (4, 4))
    page.paste(margin, (place[0] - 4, place[1] - 4))
    return page


def test_flags_between_wide_raised_edges_are_flags() -> None:
    """Hardly any ground is left beside them; compared with a blank cell they are plain."""
    truth = position("12x8/15", seed=1)
    assert (truth.array == FLAG).any()
    reading = read_screenshot(stored(draw_scene(THICK, truth, 1.25, seed=1), jpeg=True))
    assert reading.accepted
    assert same(reading.view, truth)


def test_a_grid_lies_between_cells_and_not_on_their_raised_edges() -> None:
    """A raised edge has three lines; at the one between two cells light meets shade."""
    board = np.asarray(draw_board(THICK, position("9x9/10", seed=5, moves=0), 2.0))
    lines = tuple(float(36 * number) for number in range(10))
    right = Grid(lines, lines)
    for astray in (0, 6, -6):
        moved = tuple(line + astray for line in lines)
        assert centred(board, Grid(lines, moved)).is_near(right, 0.05)


@pytest.mark.parametrize("place", [(60, 41), (75, 30)])
def test_text_beside_a_board_is_no_row_of_it(place: tuple[int, int]) -> None:
    """Letters have lines within cells as much as between them, also where the picture ends."""
    truth = position("7x6/8", seed=3)
    board = draw_board(SKINS[1], truth)
    page = _page(place[0] + board.width + 70, place[1] + board.height + 16)
    reading = read_screenshot(pasted(board, page, place))
    assert same(reading.view, truth)
    assert reading.accepted


def test_flags_vouch_for_unopened_cells_at_the_side() -> None:
    """Unopened cells that are found only in one column are cells if flags have their ground."""
    rows = [[0, 0, 1, FLAG, 2, UNOPENED], [0, 0, 1, 2, 3, UNOPENED], [0, 0, 0, 1, FLAG, UNOPENED],
            [0, 0, 0, 1, 1, 1], [0, 0, 0, 0, 0, 0]]  # fmt: skip
    truth = View.of(rows)
    reading = read_screenshot(draw_scene(SKINS[2], truth, seed=2))
    assert same(reading.view, truth)
    assert reading.accepted


def test_a_crossword_takes_little_work() -> None:
    """Of many cells a sample is looked at first: letters are nothing that a board shows."""
    random = np.random.default_rng(3)
    page = Image.new("RGB", (1000, 640), "white")
    draw = ImageDraw.Draw(page)
    for x, y in ((x, y) for x in range(10, 980, 30) for y in range(10, 620, 30)):
        draw.rectangle([x, y, x + 30, y + 30], outline="black")
        draw.text((x + 9, y + 4), random.choice([*"ABCDEFGHKMNRSTWXZ"]), fill="black", font_size=20)
    effort = Effort()
    with pytest.raises(UnreadablePicture) as caught:
        find_board(np.asarray(page), effort)
    assert caught.value.refusal is Refusal.NO_BOARD
    assert effort.cells == 0


def test_work_on_a_picture_has_an_end() -> None:
    """Too many cells to understand are refused by name before any work is done on them."""
    effort = Effort()
    effort.spend(5_900)
    with pytest.raises(UnreadablePicture) as caught:
        effort.spend(480)
    assert caught.value.refusal is Refusal.NO_BOARD
    assert effort.cells == 5_900
