"""Reading pictures: a sample of skins, scales and formats, refusals, corrections, bad files."""

from __future__ import annotations

import io
from pathlib import Path

import numpy as np
import pytest
from harness.skins import SKINS, Skin, draw_board, draw_scene, position, stored
from PIL import Image, ImageDraw

from sapper.pictures import UnreadablePicture, read_picture
from sapper.pictures.errors import Refusal
from sapper.pictures.finding import find_board
from sapper.pictures.grid import Grid
from sapper.pictures.legend import Look, Memory, read_meaning
from sapper.pictures.placing import centred
from sapper.pictures.reading import judge
from sapper.pictures.understanding import Effort
from sapper.rules.errors import SapperError
from sapper.rules.view import FLAG, UNOPENED, View

CLASSIC = SKINS[0]


def same(one: View, other: View) -> bool:
    return one.array.shape == other.array.shape and bool((one.array == other.array).all())


def sample(skin: Skin) -> list[bool]:
    """Read a skin at two sizes, as PNG and JPEG; return whether each reading was accepted."""
    number = SKINS.index(skin)
    truth = position("12x8/15", seed=number)
    accepted = []
    for scale, jpeg in ((1.0, False), ((0.75, 1.25, 1.5, 2.0)[number % 4], True)):
        picture = stored(draw_scene(skin, truth, scale, seed=number), jpeg)
        reading = read_picture(picture, mines=15)
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
    """The cells' places in the picture are told."""
    truth = position("beginner", seed=2)
    image = Image.new("RGB", (640, 480), "#3a6ea5")
    image.paste(draw_scene(CLASSIC, truth, seed=4), (200, 100))
    reading = read_picture(image)
    other = read_picture(draw_scene(CLASSIC, truth, seed=4))
    (x, y), (x0, y0) = reading.grid.centre((3, 4)), other.grid.centre((3, 4))
    assert (x - x0, y - y0) == pytest.approx((200, 100), abs=1)
    assert reading.view.mines == 10
    assert reading.mines_guessed


def test_correcting_a_look_corrects_all_its_cells(tmp_path: Path) -> None:
    """What is told of one look holds for its cells, and for the next picture of that skin."""
    truth = position("beginner", seed=3)
    picture = stored(draw_scene(CLASSIC, truth), False)
    reading = read_picture(picture)
    flags = next(n for n, look in enumerate(reading.looks) if look.meaning == FLAG)
    corrected = reading.corrected({flags: UNOPENED})
    assert {corrected.view[cell] for cell in reading.looks[flags].cells} == {UNOPENED}
    memory = Memory()
    memory.add(corrected.looks[flags])
    memory.save(tmp_path / "looks.json")
    again = read_picture(picture, memory=Memory.load(tmp_path / "looks.json"))
    assert same(again.view, corrected.view)
    with pytest.raises(SapperError, match="legend has"):
        reading.corrected({99: 1})
    with pytest.raises(SapperError, match="unopened or flag"):
        read_meaning("bomb")


def test_a_finished_game_is_refused() -> None:
    """Open mines, or no cell left to open, end a game."""
    truth = position("beginner", seed=3)
    scene = draw_scene(CLASSIC, truth, 2.0)
    grid = read_picture(scene).grid
    draw = ImageDraw.Draw(scene)
    for cell in list(truth.unopened)[:3]:
        x, y = grid.centre(cell)
        draw.rectangle([x - 15, y - 15, x + 15, y + 15], fill="#c0c0c0")
        draw.ellipse([x - 8, y - 8, x + 8, y + 8], fill="black")
        draw.line([x - 11, y, x + 11, y], fill="black", width=2)
        draw.line([x, y - 11, x, y + 11], fill="black", width=2)
    with pytest.raises(UnreadablePicture) as caught:
        read_picture(scene)
    assert caught.value.refusal is Refusal.FINISHED


def test_covered_cells_are_refused() -> None:
    """A tooltip over the board is named, with its cells."""
    scene = draw_scene(SKINS[2], position("intermediate", seed=3), 1.5)
    x, y = (int(place) for place in read_picture(scene).grid.centre((5, 5)))
    draw = ImageDraw.Draw(scene)
    draw.rectangle([x - 10, y - 10, x + 140, y + 50], fill="#ffffe1", outline="black")
    draw.text((x, y), "Click a cell to open it.\nA right click sets a flag.", fill="black")
    with pytest.raises(UnreadablePicture) as caught:
        read_picture(scene)
    assert caught.value.refusal is Refusal.COVERED


def test_pictures_without_a_board_are_refused() -> None:
    """Plain colour, noise and lines of text hold no board."""
    noise = np.random.default_rng(1).integers(0, 255, (300, 400, 3), np.uint8)
    page = Image.new("RGB", (500, 400), "white")
    for line in range(20):
        ImageDraw.Draw(page).text((10, 10 + 18 * line), "the quick brown fox " * 3, fill="black")
    for image in (noise, page, Image.new("RGB", (300, 300), "#c0c0c0")):
        with pytest.raises(UnreadablePicture) as caught:
            read_picture(image)
        assert caught.value.refusal is Refusal.NO_BOARD


def test_squares_without_a_number_are_no_finished_game() -> None:
    """Where every cell is empty or a flag, there is no board: a finished game has numbers."""
    grid = Grid((0.0, 9.0, 18.0), (0.0, 9.0, 18.0))
    tile = np.zeros((24, 24, 3), np.uint8)
    looks = [Look(0, ((0, 0), (1, 1)), (tile,), 1.0, sure=True)]
    looks.append(Look(FLAG, ((0, 1), (1, 0)), (tile,), 1.0, sure=True))
    with pytest.raises(UnreadablePicture) as caught:
        judge(grid, tuple(looks), None)
    assert caught.value.refusal is Refusal.NO_BOARD


def test_a_new_game_is_asked_about() -> None:
    """Where no number is open, nothing shows that the cells are unopened."""
    reading = read_picture(draw_scene(CLASSIC, View(9, 9, 10)))
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
            read_picture(data)
        assert caught.value.refusal is refusal
    with pytest.raises(SapperError, match="a picture is"):
        read_picture(7)  # type: ignore[arg-type]  # that is the point


PALE = Skin("pale", 34, ground="#e8f7f5", closed="#cff0ec", gap=0.08, window="#a2bdb9",
            numbers=("#5a5a84", "#2f7f94", "#944040", "#505090", "#803030", "#308080", "#202020",
                     "#606060"), font="DejaVuSans-Bold.ttf")  # fmt: skip
UNLINED = Skin("no lines", 30, ground="#e6e6b8", closed="#9393bb", window="#a0a080", edge=0.06,
               light="#bdbdd8", shade="#62627a", frame="#62627a",
               font="DejaVuSans-Bold.ttf")  # fmt: skip
WIDE = Skin("wide edge", 20, line="#808080", light="#fff", shade="#808080", edge=0.19, dots=True,
            frame="#808080", window="#c0c0c0", classic=True)  # fmt: skip


def read_or_refuse(picture: bytes) -> View | None:
    """Return the view that was accepted, or None if it was asked about or refused."""
    try:
        reading = read_picture(picture)
    except UnreadablePicture:
        return None
    return reading.view if reading.accepted else None


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
    reading = read_picture(scene)
    assert reading.accepted
    assert same(reading.view, truth)


def test_a_pitch_need_not_be_whole() -> None:
    """Cells of 35.4 pixels are found, not those of twice the size."""
    truth = position("12x8/15", seed=5)
    scene = draw_scene(SKINS[3], truth, 35.4 / SKINS[3].side, seed=5)
    reading = read_picture(scene)
    assert reading.accepted
    assert same(reading.view, truth)


def test_a_board_that_is_cut_is_not_accepted() -> None:
    """A picture that ends within cells says so; one that ends in the margin is read."""
    truth = position("12x8/15", seed=6)
    scene = draw_scene(CLASSIC, truth, 2.0, seed=6)
    left, top, right, bottom = (round(side) for side in read_picture(scene).grid.box)
    whole = read_picture(scene.crop((left - 5, top - 5, right + 5, bottom + 5)))
    assert whole.accepted
    assert same(whole.view, truth)
    cut = ((left + 20, top, right, bottom), (left, top, right, bottom - 22))
    for box in (*cut, (left - 5, top, right - 25, bottom)):  # also with a fifth of a cell
        assert read_or_refuse(_png(scene.crop(box))) is None


def test_a_row_of_numbers_that_is_cut_is_seen() -> None:
    """Numbers have steps amid cells, too, yet not as many as text has."""
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
    """Letters have edges, too, but amid cells as much as between them."""
    truth = position("beginner", seed=2)
    image = _page(640, 480)
    image.paste(draw_scene(CLASSIC, truth, seed=4), (200, 100))
    reading = read_picture(image)
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
    reading = read_picture(stored(draw_scene(THICK, truth, 1.25, seed=1), jpeg=True))
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
    """Letters have lines amid cells as much as between them, also where the picture ends."""
    truth = position("7x6/8", seed=3)
    board = draw_board(SKINS[1], truth)
    page = _page(place[0] + board.width + 70, place[1] + board.height + 16)
    reading = read_picture(pasted(board, page, place))
    assert same(reading.view, truth)
    assert reading.accepted


def test_flags_vouch_for_unopened_cells_at_the_side() -> None:
    """Unopened cells that are found only in one column are cells if flags have their ground."""
    rows = [[0, 0, 1, FLAG, 2, UNOPENED], [0, 0, 1, 2, 3, UNOPENED], [0, 0, 0, 1, FLAG, UNOPENED],
            [0, 0, 0, 1, 1, 1], [0, 0, 0, 0, 0, 0]]  # fmt: skip
    truth = View.of(rows)
    reading = read_picture(draw_scene(SKINS[2], truth, seed=2))
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


def test_the_page_is_read_while_it_shows_a_hint() -> None:
    """A ring on an unopened cell is a mark, not a mine; clues that are lit stay numbers."""
    reading = read_picture(Path(__file__).parents[2] / "docs" / "pictures" / "web-hint.png")
    assert reading.accepted
    assert reading.view[(0, 4)] == UNOPENED
    assert reading.view[(0, 3)] == 1


def test_work_on_a_picture_has_an_end() -> None:
    """Too many cells to understand are refused by name before any work is done on them."""
    effort = Effort()
    effort.spend(5_900)
    with pytest.raises(UnreadablePicture) as caught:
        effort.spend(480)
    assert caught.value.refusal is Refusal.NO_BOARD
    assert effort.cells == 5_900


def test_questions_are_english() -> None:
    """A doubtful look is asked about in a sentence that fits its number of cells."""
    reading = read_picture(draw_scene(CLASSIC, position("beginner", seed=3)))
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
        look = Look(meaning, cells, (tile,), confidence=0.5, sure=False)
        rest = tuple((r, c) for r in range(9) for c in range(9) if (r, c) not in cells)
        shut = Look(UNOPENED, rest, (tile,), confidence=1.0, sure=True)
        assert judge(reading.grid, (look, shut), None).doubts[0].text == question
