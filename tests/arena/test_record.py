from __future__ import annotations

import json
import os
import tracemalloc
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from harness.programs import program
from harness.scale import repeats

from sapper.arena.chunk import Contest, play_chunk
from sapper.arena.match import Match, Tally
from sapper.arena.record import BadRecord, Record, _checked, _line, recorded_secret
from sapper.rules.board import Level
from sapper.rules.errors import SapperError
from sapper.rules.seeds import seeded_layout
from sapper.rules.view import FirstClick

CONTEST = Contest("random", Level(4, 4, 3), FirstClick.SAFE, seed=9)
MATCH = Match((CONTEST,), 50)


def written(path: Path, chunks: int) -> bytes:
    with Record(path, MATCH) as record:
        for task in next(MATCH.rounds())[:chunks]:
            record.append(play_chunk(task), 0.25)
    return path.read_bytes()


def test_chunks_come_back_as_they_were(tmp_path: Path) -> None:
    """Appended chunks are read back, with their seconds."""
    written(tmp_path / "r", 3)
    with Record(tmp_path / "r", MATCH) as record:
        tally = Tally(50)
        for chunk, seconds in record.chunks:
            tally.add(chunk)
            assert seconds == 0.25
    whole = Tally(50)
    for task in next(MATCH.rounds()):
        whole.add(play_chunk(task))
    assert tally.results() == whole.results()
    assert (tally.signature, tally.moves, tally.guesses) == (
        whole.signature,
        whole.moves,
        whole.guesses,
    )
    assert tally.lost_at == whole.lost_at


def test_a_file_cut_anywhere_can_be_continued(tmp_path: Path) -> None:
    """Wherever a crash cut the file, complete lines count, and new ones can be appended."""
    path = tmp_path / "r"
    data = written(path, 2)
    for length in range(0, len(data), repeats(5, 1)):
        path.write_bytes(data[:length])
        with Record(path, MATCH) as record:
            assert len(record.chunks) == max(0, data[:length].count(b"\n") - 1)
        whole = data[:length].rfind(b"\n") + 1
        assert path.read_bytes() == (data[:whole] or data[: data.index(b"\n") + 1])


def test_another_match_is_refused(tmp_path: Path) -> None:
    """A record of other games, or of more, is named as such and left as it was."""
    path = tmp_path / "r"
    data = written(path, 1)
    with pytest.raises(BadRecord, match="holds another match: its games are 50, not 40"):
        Record(path, Match((CONTEST,), 40))
    other = Contest("textbook", Level(4, 4, 3), FirstClick.SAFE, seed=9)
    for games in (50, 60):  # more games would be no obstacle
        with pytest.raises(BadRecord, match=r"another match: its player is random, not textbook$"):
            Record(path, Match((other,), games))
    larger = Contest("random", Level(5, 4, 3), FirstClick.ZERO, seed=8, first=(1, 2))
    parts = ("level is 4x4/3, not 5x4/3", "first click is safe, not zero", "seed is 9, not 8")
    with pytest.raises(BadRecord, match="; its ".join(parts) + "; its first cell is none, not"):
        Record(path, Match((larger,), 50))
    with pytest.raises(
        BadRecord, match="its player is random, not random and textbook; its contest"
    ):
        Record(path, Match((CONTEST, other), 50))
    assert path.read_bytes() == data


@pytest.mark.parametrize("text", ["hello", "hello\nworld\n", '{"a": 1}\n', "[]\n"])
def test_a_file_of_something_else_is_left_alone(tmp_path: Path, text: str) -> None:
    """Nothing is ever written to a file that is not a record."""
    path = tmp_path / "r"
    path.write_text(text)
    with pytest.raises(BadRecord, match="is not a record of a match"):
        Record(path, MATCH)
    assert path.read_text() == text


def test_what_is_not_a_file_is_refused(tmp_path: Path) -> None:
    """A pipe, a device and a folder are refused with a message."""
    os.mkfifo(tmp_path / "pipe")
    for path in (tmp_path / "pipe", Path("/dev/null"), tmp_path):
        with pytest.raises(BadRecord, match="is not a file, so it cannot hold a match"):
            Record(path, MATCH)
        assert recorded_secret(path) is None


def test_a_bad_line_is_named(tmp_path: Path) -> None:
    """A line that is not a chunk is an error with its number, except for a torn last line."""
    path = tmp_path / "r"
    data = written(path, 2).splitlines(keepends=True)
    path.write_bytes(data[0] + data[1].replace(b'"count": 20', b'"count": 19') + data[2])
    with pytest.raises(BadRecord, match="line 2"):
        Record(path, MATCH)


def test_one_run_at_a_time(tmp_path: Path) -> None:
    """Two runs cannot write the same record."""
    with Record(tmp_path / "r", MATCH), pytest.raises(BadRecord, match="in use"):
        Record(tmp_path / "r", MATCH)


def checked(data: dict[str, Any], path: Path) -> bytes:
    """Write a chunk with a right checksum, as somebody who knows the format can."""
    header = json.loads(path.read_bytes().splitlines()[0])
    data.pop("check", None)
    return _line(_checked(data, header["check"]))


def test_every_edit_is_refused_with_its_line(tmp_path: Path) -> None:
    """A changed digit anywhere in a chunk is noticed, and the file is left as it was."""
    path = tmp_path / "r"
    data = written(path, 2)
    start = data.index(b"\n") + 1
    stop = data.index(b"\n", start)
    for place in range(start, stop):
        if not data[place : place + 1].isalnum():
            continue
        edited = bytearray(data)
        edited[place] = ord("1") if edited[place] != ord("1") else ord("2")
        path.write_bytes(edited)
        with pytest.raises(BadRecord, match="line 2 is damaged"):
            Record(path, MATCH)
        assert path.read_bytes() == edited


@pytest.mark.parametrize("games", [55, 60, 130])
def test_more_games_than_before(tmp_path: Path, games: int) -> None:
    """A record may go on to more games: its whole chunks count, the rest is played as at once."""
    path, longer = tmp_path / "r", Match((CONTEST,), games)
    written(path, 3)  # 20, 20 and 10 games
    with Record(path, longer) as record:
        assert [chunk.count for chunk, _ in record.chunks] == [20, 20]
        done = {(chunk.row, chunk.start) for chunk, _ in record.chunks}
        for task in next(longer.rounds(done)):
            record.append(play_chunk(task), 0.5)
    with Record(path, longer) as again:
        tally, at_once = Tally(games), Tally(games)
        for chunk, _ in again.chunks:
            tally.add(chunk)
        for task in next(longer.rounds()):
            at_once.add(play_chunk(task))
    assert tally.results() == at_once.results()
    assert tally.signature == at_once.signature
    with pytest.raises(BadRecord, match="holds another match"):
        Record(path, MATCH)


def test_more_boards_than_before(tmp_path: Path) -> None:
    """Given boards may be continued by more of them, but not by others."""
    path = tmp_path / "r"
    boards = [seeded_layout(CONTEST.level, 1, index) for index in range(60)]
    Record(path, Match((CONTEST,), 40, tuple(boards[:40]))).__exit__()
    Record(path, Match((CONTEST,), 60, tuple(boards))).__exit__()
    with pytest.raises(BadRecord, match="boards"):
        Record(path, Match((CONTEST,), 60, tuple(reversed(boards))))


def test_an_edited_header_is_refused(tmp_path: Path) -> None:
    """A header of other games, of however many, is refused before anything is made for them."""
    path = tmp_path / "r"
    data = written(path, 1)
    path.write_bytes(data.replace(b'"games": 50', b'"games": 1000000000000000000'))
    with pytest.raises(BadRecord, match="its games are 1000000000000000000, not 50"):
        Record(path, MATCH)
    path.write_bytes(data.replace(b'"check": "', b'"check": "0', 1))
    with pytest.raises(BadRecord, match="line 1 is damaged"):
        Record(path, MATCH)


def test_lines_of_another_record_are_refused(tmp_path: Path) -> None:
    """A chunk fits only the record that it was written to, even where all numbers agree."""
    other = Match((replace(CONTEST, seed=10),), 50)
    with Record(tmp_path / "other", other) as record:
        record.append(play_chunk(next(other.rounds())[0]), 0.25)
    foreign = (tmp_path / "other").read_bytes().splitlines(keepends=True)[1]
    header = written(tmp_path / "r", 1).splitlines(keepends=True)[0]
    (tmp_path / "r").write_bytes(header + foreign)
    with pytest.raises(BadRecord, match="line 2"):
        Record(tmp_path / "r", MATCH)


@pytest.mark.parametrize(
    "change",
    [
        {"count": 10**15},
        {"count": 10**15, "start": 0, "won": ""},
        {"start": 10**18},
        {"start": 60, "count": 0, "won": "", "lost_at": []},
        {"row": 7},
        {"row": -1},
        {"row": True},
        {"won": "ff" * 1000},
        {"won": ""},
        {"lost_at": [[1, 10**9]]},
        {"lost_at": None},
        {"moves": -1},
        {"moves": 1.5},
        {"moves": 10**30},
        {"false_certain": "0"},
        {"failures": {"x": {}}},
        {"failures": []},
        {"signature": "?"},
        {"seconds": float("nan")},
        {"seconds": None},
    ],
    ids=str,
)
def test_a_forged_chunk_is_refused_without_allocating(
    tmp_path: Path, change: dict[str, Any]
) -> None:
    """Even with a right checksum, a line that is not a chunk of the match is refused."""
    path = tmp_path / "r"
    data = written(path, 1).splitlines(keepends=True)
    path.write_bytes(data[0] + checked(json.loads(data[1]) | change, path))
    tracemalloc.start()
    try:
        with pytest.raises(BadRecord, match="line 2"):
            Record(path, MATCH)
        assert tracemalloc.get_traced_memory()[1] < 50_000_000
    finally:
        tracemalloc.stop()


def test_a_line_without_end_is_refused(tmp_path: Path) -> None:
    """A huge file without lines is refused after its first few megabytes."""
    path = tmp_path / "r"
    with path.open("wb") as file:
        file.truncate(1 << 33)  # sparse: it takes no room on disk
    with pytest.raises(BadRecord, match="is not a record"):
        Record(path, MATCH)


def test_salvage_keeps_what_is_whole(tmp_path: Path) -> None:
    """If asked to, a record drops its damaged lines, keeps the others and goes on."""
    path = tmp_path / "r"
    data = written(path, 3).splitlines(keepends=True)
    path.write_bytes(data[0] + data[1].replace(b'"moves": ', b'"moves": 9') + b"\xff\n" + data[2])
    with Record(path, MATCH, salvage=True) as record:
        assert [chunk.start for chunk, _ in record.chunks] == [20]
        record.append(play_chunk(next(MATCH.rounds())[0]), 0.25)
    assert path.read_bytes() == data[0] + data[2] + data[1]
    with Record(path, MATCH) as record:
        assert len(record.chunks) == 2


CORNER = """
from sapper.players.random import RandomPlayer
class Mine(RandomPlayer):
    pass
"""


def test_changed_code_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A match is not continued by a class or a program whose file has changed."""
    monkeypatch.syspath_prepend(tmp_path)
    (module := tmp_path / "changing.py").write_text(CORNER)
    (script := tmp_path / "solver.py").write_text("print('one')")
    for player, file in (("changing:Mine", module), (program("python3", script), script)):
        match = Match((replace(CONTEST, player=player),), 50)
        path = tmp_path / f"of {file.name}"
        Record(path, match).__exit__()
        Record(path, match).__exit__()
        file.write_text(file.read_text() + "# better now\n")
        with pytest.raises(BadRecord, match="its players had other code"):
            Record(path, match)


def test_changed_moves_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A match is not continued by a version of Sapper whose player makes other moves."""
    written(tmp_path / "r", 1)
    monkeypatch.setattr("sapper.arena.record._moves", lambda player: "0" * 16)
    with pytest.raises(BadRecord, match="its players had other code"):
        Record(tmp_path / "r", MATCH)


def test_the_secret_comes_back(tmp_path: Path) -> None:
    """The secret can be read from a record by its owner alone; other files have none."""
    contest = replace(CONTEST, secret="5e" * 32, sealed=True)
    Record(tmp_path / "r", Match((CONTEST, contest), 50)).__exit__()
    assert (tmp_path / "r").stat().st_mode & 0o777 == 0o600
    assert recorded_secret(tmp_path / "r") == contest.secret
    assert recorded_secret(tmp_path / "none") is None
    for text in ("", "hello\n", '{"contests": 3}\n', "[" * 100_000 + "\n"):
        (tmp_path / "r").write_text(text)
        assert recorded_secret(tmp_path / "r") is None
    (tmp_path / "r").write_text('{"contests": [{"secret": "abc"}]}\n')
    with pytest.raises(SapperError, match="64 hexadecimal digits"):
        recorded_secret(tmp_path / "r")
