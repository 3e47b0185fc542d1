from __future__ import annotations

from pathlib import Path

import pytest

from sapper.arena.chunk import Contest, play_chunk
from sapper.arena.match import Match, Tally
from sapper.arena.record import BadRecord, Record
from sapper.rules.board import Level
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


def test_a_file_cut_anywhere_can_be_gone_on_with(tmp_path: Path) -> None:
    """Wherever a crash cut the file, complete lines count, and new ones can be appended."""
    path = tmp_path / "r"
    data = written(path, 2)
    for length in range(len(data)):
        path.write_bytes(data[:length])
        with Record(path, MATCH) as record:
            assert len(record.chunks) == max(0, data[:length].count(b"\n") - 1)
        whole = data[:length].rfind(b"\n") + 1
        assert path.read_bytes() == (data[:whole] or data[: data.index(b"\n") + 1])


def test_another_match_is_refused(tmp_path: Path) -> None:
    """A record of other games is named as such and left as it was."""
    path = tmp_path / "r"
    data = written(path, 1)
    with pytest.raises(BadRecord, match="holds another match: its games are 50, not 60"):
        Record(path, Match((CONTEST,), 60))
    other = Contest("textbook", Level(4, 4, 3), FirstClick.SAFE, seed=9)
    with pytest.raises(BadRecord, match="contests"):
        Record(path, Match((other,), 50))
    assert path.read_bytes() == data


@pytest.mark.parametrize("text", ["hello", "hello\nworld\n", '{"a": 1}\n', "[]\n"])
def test_a_file_of_something_else_is_left_alone(tmp_path: Path, text: str) -> None:
    """Nothing is ever written to a file that is not a record."""
    path = tmp_path / "r"
    path.write_text(text)
    with pytest.raises(BadRecord, match="is not a record of a match"):
        Record(path, MATCH)
    assert path.read_text() == text


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
