from __future__ import annotations

import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path

import pytest

from sapper.arena.chunk import Contest
from sapper.arena.duel import StopWhenDecided, compare
from sapper.arena.match import Match
from sapper.arena.record import DamagedRecord, Record
from sapper.arena.run import Run, RunOptions, play_match
from sapper.rules.board import Level
from sapper.rules.errors import SapperError
from sapper.rules.view import FirstClick

SMALL = Level(4, 4, 3)


def match(*players: str, games: int = 60) -> Match:
    contests = tuple(Contest(name, SMALL, FirstClick.SAFE, seed=9) for name in players)
    return Match(contests, games, interleaved=len(players) == 2)


def test_what_is_counted_is_shown() -> None:
    """A watcher sees the run as it begins, each counted chunk, and the end."""
    seen: list[object] = []

    @contextmanager
    def watch(run: Run) -> Iterator[Callable[[int], None]]:
        seen.append([tally.games for tally in run.tallies])
        yield lambda row: seen.append((row, run.tallies[row].games))
        seen.append("end")

    play_match(match("random", "textbook", games=40), watch=watch)
    assert seen == [[0, 0], (0, 20), (1, 20), (0, 40), (1, 40), "end"]


def test_seconds_come_from_the_clock() -> None:
    """Each chunk is given the time since the one before; without a clock there is no speed."""
    ticks = count()
    run = play_match(match("random"), clock=lambda: float(next(ticks)))
    assert run.seconds == [3.0], "three chunks, a tick each"
    (row,) = run.rows()
    assert (row["games"], row["games_per_second"]) == (60, 20.0)
    (untimed,) = play_match(match("random")).rows()
    assert untimed == row | {"seconds": 0.0, "games_per_second": None}


@pytest.mark.parametrize("threads", [0, 1_025])
def test_threads_have_bounds(threads: int) -> None:
    """A number of threads that no machine can mean is refused before anything is played."""
    with pytest.raises(SapperError, match=f"threads must be from 1 to 1024, not {threads}"):
        RunOptions(threads)


def test_a_record_is_continued_and_salvaged(tmp_path: Path) -> None:
    """What the record has is not played again; damage is refused unless it may be replayed."""
    path = tmp_path / "record"
    whole = play_match(match("random"), RunOptions(record=path))
    played: list[int] = []

    @contextmanager
    def watch(run: Run) -> Iterator[Callable[[int], None]]:
        yield played.append

    def signature(run: Run) -> int:
        return run.tallies[0].signature

    again = play_match(match("random"), RunOptions(record=path), watch=watch)
    assert (signature(again), played) == (signature(whole), [])
    path.write_bytes(path.read_bytes().replace(b'"guesses": ', b'"guesses": 1', 1))
    with pytest.raises(DamagedRecord, match=r"line 2 is damaged or not of this match$"):
        play_match(match("random"), RunOptions(record=path))
    again = play_match(match("random"), RunOptions(record=path, salvage=True), watch=watch)
    assert (signature(again), played) == (signature(whole), [0])


def test_play_stops_when_asked(tmp_path: Path) -> None:
    """A run ends after the chunk that decides it, and a decided record plays nothing more."""
    duel = match("random", "textbook", games=2_000)
    path, stop = tmp_path / "record", StopWhenDecided()
    run = play_match(duel, RunOptions(record=path), stop=stop)
    found = compare(run, stop)
    assert found.sequential
    assert 0 < found.counts.games < 200
    assert found.verdict.startswith("textbook wins more games than random")
    length, stop = path.stat().st_size, StopWhenDecided()
    assert compare(play_match(duel, RunOptions(record=path), stop=stop), stop) == found
    assert path.stat().st_size == length


def test_games_in_no_record_are_saved_after_ctrl_c(tmp_path: Path) -> None:
    """After Ctrl-C the run has what was counted; saved, it continues to the same end."""

    @contextmanager
    def watch(run: Run) -> Iterator[Callable[[int], None]]:
        yield lambda row: signal.raise_signal(signal.SIGINT)

    run = play_match(match("random"), watch=watch)
    assert (run.interrupted, run.tallies[0].games) == (True, 20)
    run.save(tmp_path / "record")
    whole = play_match(match("random"), RunOptions(record=tmp_path / "record"))
    assert not whole.interrupted
    assert whole.tallies[0].signature == play_match(match("random")).tallies[0].signature


def test_what_is_counted_is_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Ctrl-C while a chunk is saved leaves it whole in the record, and counted."""
    usual, written = Record._write, list[bytes]()

    def write(record: Record, data: bytes) -> None:
        written.append(data)
        if len(written) == 3:  # a header and two chunks
            signal.raise_signal(signal.SIGINT)
        usual(record, data)

    monkeypatch.setattr(Record, "_write", write)
    contest = Contest("textbook", Level(4, 4, 3), FirstClick.SAFE, seed=9)
    path = tmp_path / "record"
    run = play_match(Match((contest,), 100), RunOptions(record=path))
    assert (run.interrupted, run.tallies[0].games) == (True, 40)
    assert path.read_bytes() == b"".join(written)
