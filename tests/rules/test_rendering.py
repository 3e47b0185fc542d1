from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sapper.formatting import Notation, written_as
from sapper.rules.board import Cell
from sapper.rules.notation import read_view
from sapper.rules.rendering import Picture, Sign, render_text, svg_picture
from sapper.rules.view import View

SVG = "{http://www.w3.org/2000/svg}"


def test_plain_picture() -> None:
    """A view prints as a picture with the names of its columns and rows on the edges."""
    view = read_view("# F 1\n. 2 8")
    assert str(view) == render_text(view) == "    A B C\n1 │ ■ ⚑ 1\n2 │ · 2 8"
    assert render_text(view, ascii_only=True) == "    A B C\n1 | # F 1\n2 | . 2 8"


def test_wide_picture() -> None:
    """Names of several letters run downwards, so that every column keeps its width."""
    assert str(View(1, 28)).splitlines() == [
        "                                                        A A",
        "    A B C D E F G H I J K L M N O P Q R S T U V W X Y Z A B",
        "1 │ ■ ■ ■ ■ ■ ■ ■ ■ ■ ■ ■ ■ ■ ■ ■ ■ ■ ■ ■ ■ ■ ■ ■ ■ ■ ■ ■ ■",
    ]


def test_pictures_for_those_who_prefer_pairs() -> None:
    """Under the notation of pairs the edges are numbered from 0."""
    with written_as(Notation.PAIRS):
        text, svg = str(View(1, 12)), svg_picture(View(2, 3))
    assert text.splitlines() == [
        "                        1 1",
        "    0 1 2 3 4 5 6 7 8 9 0 1",
        "0 │ ■ ■ ■ ■ ■ ■ ■ ■ ■ ■ ■ ■",
    ]
    assert re.findall(r">(\w+)</text>", svg) == ["0", "1", "2", "0", "1"]
    assert re.findall(r">(\w+)</text>", svg_picture(View(2, 3))) == ["A", "B", "C", "1", "2"]


def test_signs() -> None:
    """Signs lie over cells, and brackets around the chosen ones, without moving any column."""
    view = read_view("######\n1F####")
    cells: list[Cell] = [(0, 0), (0, 1), (0, 2), (1, 1), (1, 0), (1, 5)]
    signs = [Sign.SAFE, Sign.MINE, Sign.FATAL, Sign.WRONG_FLAG, Sign.CHOSEN, Sign.CHOSEN]
    overlay = dict(zip(cells, signs, strict=True))
    assert render_text(view, signs=overlay).splitlines()[1:] == [
        "1 │ ✓ ✱ ✘ ■ ■ ■",
        "2 │[1]⚐ ■ ■ ■[■]",
    ]
    assert render_text(view, signs=overlay, ascii_only=True).splitlines()[1:] == [
        "1 | + * X # # #",
        "2 |[1]! # # #[#]",
    ]


def signed(view: View, data: st.DataObject) -> dict[Cell, Sign]:
    cells = st.sampled_from(list(view.board))
    return data.draw(st.dictionaries(cells, st.sampled_from(Sign)))


@given(st.from_type(View), st.data())
def test_colour(view: View, data: st.DataObject) -> None:
    """Colour adds escapes and nothing else, and every line ends as it began."""
    signs = signed(view, data)
    picture = render_text(view, colour=True, signs=signs)
    assert re.sub(r"\x1b\[[0-9;]*m", "", picture) == render_text(view, signs=signs)
    for line in picture.splitlines():
        inks = re.findall(r"\x1b\[([0-9;]*)m", line)
        assert len(inks) % 2 == 0
        assert set(inks[1::2]) == {"0"}


@given(st.from_type(View), st.data())
def test_ascii(view: View, data: st.DataObject) -> None:
    """An ASCII picture has only ASCII, and lines up with the other."""
    signs = signed(view, data)
    picture = render_text(view, ascii_only=True, signs=signs)
    assert picture.isascii()
    wide = render_text(view, signs=signs)
    assert list(map(len, picture.splitlines())) == list(map(len, wide.splitlines()))


@pytest.mark.parametrize(
    ("height", "width", "shown"),
    [
        (2000, 2000, "rows 1-200 of 2000 and columns A-GR of 2000"),
        (1, 4_000_000, "rows 1-1 of 1 and columns A-GR of 4000000"),
        (4_000_000, 1, "rows 1-200 of 4000000 and columns A-A of 1"),
    ],
)
def test_large_boards(height: int, width: int, shown: str) -> None:
    """Only a corner of a very large board is shown, and the picture says so."""
    view = View(height, width, 0)
    assert str(view).splitlines()[-1] == f"({shown} are shown)"
    assert len(str(view)) < 100_000
    assert len(view._repr_svg_()) < 1_000_000
    assert "are shown)" in view._repr_svg_()


@given(st.from_type(View), st.data())
def test_svg(view: View, data: st.DataObject) -> None:
    """The SVG is well-formed, stands alone, and has every number of the view."""
    signs = signed(view, data)
    picture = svg_picture(view, signs=signs)
    root = ElementTree.fromstring(picture)
    assert root.tag == f"{SVG}svg"
    numbers = [text.text for text in root.iterfind(f"{SVG}g/{SVG}g/{SVG}text")]
    assert sorted(map(str, numbers)) == sorted(
        str(view[cell]) for cell in view.opened if view[cell]
    )
    assert "<style" not in picture
    assert " id=" not in picture
    assert "href" not in picture


def test_svg_signs() -> None:
    """Every sign is drawn, each differently; a view shows as SVG in a notebook."""
    view = View(1, 1)
    pictures = {svg_picture(view, signs={(0, 0): sign}) for sign in Sign} | {svg_picture(view)}
    assert len(pictures) == len(Sign) + 1
    assert view._repr_svg_() in pictures


def test_print_is_plain(monkeypatch: pytest.MonkeyPatch) -> None:
    """print(view) has no colours, not even on a terminal."""
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setattr("sys.stdout.isatty", lambda: True, raising=False)
    assert "\x1b[" not in str(View.of([[1, -1], [-1, -1]]))


def test_a_picture_of_what_somebody_thinks() -> None:
    """Signs lie over unopened cells only, in text and SVG alike; notes stand in the SVG."""
    view = read_view("1#\n##")
    thought = Picture(
        view, safe=[(0, 0), (0, 1)], mines=[(1, 0)], chosen=(1, 1), notes={(1, 1): "<5"}
    )
    signs = {(0, 1): Sign.SAFE, (1, 0): Sign.MINE, (1, 1): Sign.CHOSEN}
    assert repr(thought) == str(thought) == render_text(view, signs=signs)
    drawn = thought._repr_svg_()
    assert drawn == svg_picture(view, signs=signs, notes={(1, 1): "<5"})
    assert "<5" in [text.text for text in ElementTree.fromstring(drawn).iter(f"{SVG}text")]
