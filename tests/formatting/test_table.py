"""A table of what every function of `sapper.formatting` writes."""

from __future__ import annotations

from inspect import isfunction
from pathlib import Path

import pytest

from sapper import formatting

TABLE: list[tuple[str, str]] = [
    (formatting.at((3, 2)), "C4"),
    (formatting.at((15, 29)), "AD16"),
    (formatting.column_label(29), "AD"),
    (formatting.row_label(15), "16"),
    (formatting.listed([]), "none"),
    (formatting.listed([(3, 2)]), "C4"),
    (formatting.listed([(3, 2), (0, 9)]), "J1 C4"),
    (formatting.listed([(3, column) for column in range(20) if column != 8]), "row 4: A-H, J-T"),
    (formatting.cell_set([(3, 2), (0, 9)]), "{J1, C4}"),
    (formatting.clue_at(3, (3, 2)), "the 3 at C4"),
    (str(formatting.read_cell("C4")), "(3, 2)"),
    (formatting.understood("C4", (3, 2)), ""),
    (formatting.understood("3,2", (3, 2)), "Understood: C4 (row 3, column 2 from 0)."),
    (formatting.counted(0, "mine"), "0 mines"),
    (formatting.counted(1, "mine"), "1 mine"),
    (formatting.counted(2, "mine"), "2 mines"),
    (formatting.counted(2, "guess", "guesses"), "2 guesses"),
    (formatting.mine_count(0), "no mine"),
    (formatting.mine_count(1), "1 mine"),
    (formatting.mine_count(2), "2 mines"),
    (formatting.joined(["A1"]), "A1"),
    (formatting.joined(["A1", "B1", "C1"]), "A1, B1 and C1"),
    (formatting.percent(0.729), "72.9 %"),
    (formatting.percent(0.0001), "under 0.1 %"),
    (formatting.percent(0.0, certain=True), "0 %"),
    (formatting.short_percent(0.031), "3.1"),
    (formatting.short_percent(0.729), "73"),
    (formatting.two_digit_percent(0.001), "<1"),
    (formatting.two_digit_percent(0.729), "73"),
    (formatting.two_digit_percent(0.9999), "99"),
    (formatting.rate(0.39514), "39.51 %"),
    (formatting.points(0.01236), "1.24"),
    (formatting.points(0.01236, decimals=1), "1.2"),
    (formatting.points(0.01236, signed=True), "+1.24"),
    (formatting.points(-0.01236, signed=True), "-1.24"),
    (formatting.share(0.5), "50.0 %"),
    (formatting.share(1.0), "100 %"),
    (formatting.verdict(True), "a mine"),
    (formatting.verdict(False), "safe"),
    (formatting.unanimous((0, 1), True), "Every layout that fits the position makes B1 a mine."),
    (formatting.unanimous((0, 1), False), "Every layout that fits the position makes B1 safe."),
    (formatting.sentence("it is open"), "It is open."),
    (formatting.sentence("C4 is safe."), "C4 is safe."),
    (formatting.brief(["a" * 9] * 99, 20), "['aaaaaaaaa', 'aaaaa"),
    (formatting.brief(10**5_000), "a value of type int"),
    (formatting.one_line("two\nlines\x1b[31m"), r"two lines\x1b[31m"),
]


with formatting.written_as(formatting.Notation.PAIRS):
    TABLE += [
        (formatting.at((3, 2)), "(3,2)"),
        (formatting.listed([(3, 2), (0, 9)]), "(0,9) (3,2)"),
    ]


@pytest.mark.parametrize(("written", "expected"), TABLE)
def test_every_line_of_the_table(written: str, expected: str) -> None:
    """Each call writes exactly the words beside it."""
    assert written == expected


def test_the_table_is_whole() -> None:
    """No function of formatting is missing from the table."""
    source = Path(__file__).read_text(encoding="utf-8")
    functions = [name for name in formatting.__all__ if isfunction(getattr(formatting, name))]
    assert [name for name in functions if f"formatting.{name}(" not in source] == []


@pytest.mark.parametrize(
    "sign", "\0\x1b\x7f\x9b\u00ad\u115f\u200b\u202e\u2800\u3164\ufeff\udcff\u0301"
)
def test_a_sign_that_cannot_be_seen_is_escaped(sign: str) -> None:
    """Controls, blanks, marks of direction and accents on nothing are named, not shown."""
    escaped = sign.encode("unicode_escape").decode()
    assert formatting.one_line(f"'{sign}' is not a cell") == f"'{escaped}' is not a cell"
    assert escaped in formatting.brief(sign)


def test_what_can_be_seen_stays() -> None:
    """Letters of all scripts, accents on them, and symbols are quoted as they are."""
    for text in (
        "na\u00efve",
        "nai\u0308ve",
        "目隠し",
        "\u0939\u093f\u0928\u094d\u0926\u0940",
        "☀\ufe0f ⚑",
    ):
        assert formatting.one_line(text) == text
