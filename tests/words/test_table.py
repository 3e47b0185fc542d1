"""A table of what every function of `sapper.words` writes."""

from __future__ import annotations

from inspect import isfunction
from pathlib import Path

import pytest

from sapper import words

TABLE: list[tuple[str, str]] = [
    (words.at((3, 2)), "C4"),
    (words.at((15, 29)), "AD16"),
    (words.column_label(29), "AD"),
    (words.row_label(15), "16"),
    (words.listed([]), "none"),
    (words.listed([(3, 2)]), "C4"),
    (words.listed([(3, 2), (0, 9)]), "J1 C4"),
    (words.listed([(3, column) for column in range(20) if column != 8]), "row 4: A-H, J-T"),
    (words.cell_set([(3, 2), (0, 9)]), "{J1, C4}"),
    (words.clue_at(3, (3, 2)), "the 3 at C4"),
    (str(words.read_cell("C4")), "(3, 2)"),
    (words.understood("C4", (3, 2)), ""),
    (words.understood("3,2", (3, 2)), "Understood: C4 (row 3, column 2 from 0)."),
    (words.counted(0, "mine"), "0 mines"),
    (words.counted(1, "mine"), "1 mine"),
    (words.counted(2, "mine"), "2 mines"),
    (words.counted(2, "guess", "guesses"), "2 guesses"),
    (words.mine_count(0), "no mine"),
    (words.mine_count(1), "1 mine"),
    (words.mine_count(2), "2 mines"),
    (words.joined(["A1"]), "A1"),
    (words.joined(["A1", "B1", "C1"]), "A1, B1 and C1"),
    (words.percent(0.729), "72.9 %"),
    (words.percent(0.0001), "under 0.1 %"),
    (words.percent(0.0, certain=True), "0 %"),
    (words.short_percent(0.031), "3.1"),
    (words.short_percent(0.729), "73"),
    (words.two_digit_percent(0.001), "<1"),
    (words.two_digit_percent(0.729), "73"),
    (words.two_digit_percent(0.9999), "99"),
    (words.rate(0.39514), "39.51 %"),
    (words.points(0.01236), "1.24"),
    (words.points(0.01236, decimals=1), "1.2"),
    (words.points(0.01236, signed=True), "+1.24"),
    (words.points(-0.01236, signed=True), "-1.24"),
    (words.share(0.5), "50.0 %"),
    (words.share(1.0), "100 %"),
    (words.verdict(True), "a mine"),
    (words.verdict(False), "safe"),
    (words.unanimous((0, 1), True), "Every layout that fits the position makes B1 a mine."),
    (words.unanimous((0, 1), False), "Every layout that fits the position makes B1 safe."),
    (words.sentence("it is open"), "It is open."),
    (words.sentence("C4 is safe."), "C4 is safe."),
    (words.brief(["a" * 9] * 99, 20), "['aaaaaaaaa', 'aaaaa"),
    (words.brief(10**5_000), "a value of type int"),
    (words.one_line("two\nlines\x1b[31m"), r"two lines\x1b[31m"),
]


with words.written_as(words.Notation.PAIRS):
    TABLE += [(words.at((3, 2)), "(3,2)"), (words.listed([(3, 2), (0, 9)]), "(0,9) (3,2)")]


@pytest.mark.parametrize(("written", "expected"), TABLE)
def test_every_line_of_the_table(written: str, expected: str) -> None:
    """Each call writes exactly the words beside it."""
    assert written == expected


def test_the_table_is_whole() -> None:
    """No function of words is missing from the table."""
    source = Path(__file__).read_text(encoding="utf-8")
    functions = [name for name in words.__all__ if isfunction(getattr(words, name))]
    assert [name for name in functions if f"words.{name}(" not in source] == []


@pytest.mark.parametrize(
    "sign", "\0\x1b\x7f\x9b\u00ad\u115f\u200b\u202e\u2800\u3164\ufeff\udcff\u0301"
)
def test_a_sign_that_cannot_be_seen_is_escaped(sign: str) -> None:
    """Controls, blanks, marks of direction and accents on nothing are named, not shown."""
    escaped = sign.encode("unicode_escape").decode()
    assert words.one_line(f"'{sign}' is not a cell") == f"'{escaped}' is not a cell"
    assert escaped in words.brief(sign)


def test_what_can_be_seen_stays() -> None:
    """Letters of all scripts, accents on them, and symbols are quoted as they are."""
    for text in (
        "na\u00efve",
        "nai\u0308ve",
        "目隠し",
        "\u0939\u093f\u0928\u094d\u0926\u0940",
        "☀\ufe0f ⚑",
    ):
        assert words.one_line(text) == text
