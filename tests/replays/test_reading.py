"""Every format: what was written is read, and what is broken is refused where it broke."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path

import pytest
from fuzz.fuzz_replays import mutated, trial
from oracles import replay_files as oracle
from oracles.replay_files import Film, Happened

from sapper import InvalidNotation, Level, SapperError, read_replay, write_mbf
from sapper.replays import Mouse, Replay, is_replay
from sapper.rules.seeds import seeded_layout

BEGINNER = Level(8, 8, 10)
FIFTH = 131  # where the fifth event of the AVF file below begins
Writer = Callable[[Film], bytes]

FORMATS: dict[str, Writer] = {
    "AVF": oracle.write_avf,
    "AVF of Freesweeper": oracle.write_freesweeper,
    "RMV 1": oracle.write_rmv_1,
    "RMV 2": oracle.write_rmv_2,
    "EVF 3": oracle.write_evf_3,
    "EVF 4": oracle.write_evf_4,
    "MVF": oracle.write_mvf_097,
    "MVF of 2007": oracle.write_mvf_2007,
    "MVF of 0.96": oracle.write_mvf_old,
    "RAWVF": oracle.write_rawvf,
}
every_format = pytest.mark.parametrize("format", FORMATS)


def wandering_mouse(seed: int, clicks: int = 30) -> list[Happened]:
    """Return clicks with moves between them; the first is a press on the board."""
    dice = random.Random(seed)
    time, x, y = 0, 60, 60
    happened: list[Happened] = []
    for _ in range(clicks):
        button = dice.choice("lllrm") if happened else "l"
        happened.append((time, f"{button}c", x, y))
        time += dice.choice([0, 10, 130]) if len(happened) > 1 else 0
        happened.append((time, f"{button}r", x, y))
        time += dice.choice([10, 240, 1500])
        x, y = dice.randrange(128), dice.randrange(128)
        happened.append((time, "mv", x, y))
        step = (min(x + 3, 127), max(y - 4, 0))
        if step != (x, y):
            time, x, y = time + 10, *step
            happened.append((time, "mv", x, y))
    return happened


def film(seed: int = 1, **more: object) -> Film:
    return Film(seeded_layout(BEGINNER, seed), wandering_mouse(seed), **more)  # type: ignore[arg-type]  # by name


def happened(replay: Replay) -> list[Happened]:
    return [(event.time, str(event.mouse), event.x, event.y) for event in replay.events]


@every_format
@pytest.mark.parametrize("marks", [False, True])
def test_what_was_written_is_read(format: str, marks: bool) -> None:
    """Mines, mouse, times, names and question marks come back as they were written."""
    for seed in range(3):
        shown = film(seed, marks=marks, player="Ada 王" if "EVF" in format else "Ada")
        replay = read_replay(FORMATS[format](shown))
        assert replay.format == format.split(" of ")[0]
        assert replay.layout == shown.layout
        assert happened(replay) == shown.happened
        assert (replay.player, replay.question_marks) == (shown.player, marks)
        assert replay.cell_size == 16
        assert replay.unjudged is None


@every_format
def test_all_formats_give_the_same_game(format: str) -> None:
    """The same mouse plays the same game, whichever program recorded it."""
    shown = film(7)
    games = [read_replay(write(shown)).game for write in (FORMATS[format], oracle.write_evf_3)]
    assert games[0].actions == games[1].actions
    assert len(games[0].actions) > 3


@every_format
def test_a_cut_file_is_refused_where_it_ends(format: str) -> None:
    """A file that ends too early is refused, a binary one with the byte."""
    data = FORMATS[format](film())
    needed = {"RAWVF": b"Events:", "AVF": b"RealTime", "AVF of Freesweeper": b"RealTime"}
    whole = data.index(needed[format]) if format in needed else len(data)
    for cut in sorted({*range(7, whole, max(1, whole // 60)), *range(7, 40)}):
        with pytest.raises(InvalidNotation) as refused:
            read_replay(data[:cut]).game.outcome  # noqa: B018  # playing it is the attempt
        known = refused.value.byte if refused.value.line is None else refused.value.line
        assert known is not None or format == "RAWVF", (cut, str(refused.value))
        assert (refused.value.byte or 0) <= cut


@every_format
def test_a_mutated_file_never_does_harm(format: str) -> None:
    """A file with wrong bytes is read or refused by name; both happen, and nothing else does."""
    dice = random.Random(20_265)
    data = FORMATS[format](film(3))
    assert {trial(mutated(data, dice)) for _ in range(40)} == {"read", "refused"}


def test_preflags_and_the_cell_size_of_rmv() -> None:
    """Flags from before the clock are events at time 0; cells may have any size."""
    shown = film(2, preflags=[(0, 3), (5, 1)])
    for write in (oracle.write_rmv_1, oracle.write_rmv_2):
        events = read_replay(write(shown)).events
        assert [(event.time, event.mouse) for event in events[:2]] == [(0, Mouse.PREFLAG)] * 2
        assert [(event.y // 16, event.x // 16) for event in events[:2]] == [(0, 3), (5, 1)]
    assert read_replay(oracle.write_rmv_2(shown, cell_size=24)).cell_size == 24


@pytest.mark.parametrize(
    ("mode", "name"), [(1, "UPK"), (2, "cheat"), (10, "weak guessable"), (99, "number 99")]
)
def test_a_mode_that_says_nothing_about_moves_is_named(mode: int, name: str) -> None:
    """A board that was known, and rules that are not the usual ones, are named."""
    replay = read_replay(oracle.write_evf_4(film(mode=mode)))
    assert replay.mode == name
    assert name in str(replay.unjudged)
    assert ("beforehand" in str(replay.unjudged)) is (mode < 3)


@pytest.mark.parametrize(
    ("spoil", "said"),
    [
        (lambda data: data[:5] + b"\x07" + data[6:], "not a replay"),
        (lambda data: data[:10] + b"\x50\x50" + data[12:], "byte 10: .*off the board"),
        (lambda data: data[:12] + data[10:12] + data[14:], "byte 12: .*twice"),
        (lambda data: data.replace(b"[3|", b"(3|"), "brackets"),
        (lambda data: data[:FIFTH] + b"\x06" + data[FIFTH + 1 :], f"byte {FIFTH}: .*6 is not a"),
        (lambda data: data.replace(b"cs=", b"cs:"), "signature"),
    ],
)
def test_a_broken_avf_is_refused_by_what_is_wrong(spoil: Writer, said: str) -> None:
    """The message names the fault and, where there is one, its byte."""
    data = spoil(oracle.write_avf(film()))  # type: ignore[arg-type]  # bytes in, bytes out
    with pytest.raises(SapperError, match=said):
        read_replay(data).game.outcome  # noqa: B018  # playing it is the attempt


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("Board:\n", "at least one cell"),
        ("Width: 2\nHeight: 2\nBoard:\n0*\n", "line|row"),
        ("Width: 2\nHeight: 1\nMines: 2\nBoard:\n0*\n", "head says 2"),
        ("Width: 99999999\nHeight: 1\nBoard:\n0*\n", "width"),
        ("Width: 2\nHeight: 1\nBoard:\n0*\n1.0 zz (1 1)", "line 5: .*not an event"),
        ("Width: 2\nHeight: 1\nBoard:\n0*\n1.0 lc 1 1", "line 5: .*place"),
        ("Level: Marathon\nWidth: 2\nHeight: 1\nBoard:\n0*\n", "marathon"),
    ],
)
def test_a_broken_rawvf_is_refused_by_its_line(text: str, said: str) -> None:
    """The message names the line where there is one."""
    with pytest.raises(InvalidNotation, match=said):
        read_replay(text.encode())


def test_what_is_no_replay_is_refused(tmp_path: Path) -> None:
    """Other files, boards in MBF among them, are no replays; a huge one is not read."""
    for data in (b"", b"hello", b"*rmv", bytes(20), write_mbf(film().layout)):
        with pytest.raises(InvalidNotation):
            read_replay(data)
    assert not is_replay(write_mbf(film().layout))
    with pytest.raises(SapperError, match="is needed"):
        read_replay(5)  # type: ignore[arg-type]  # that is the mistake
    huge = tmp_path / "huge.avf"
    with huge.open("wb") as file:
        file.truncate(10**12)
    with pytest.raises(InvalidNotation, match="at most"):
        read_replay(huge)
