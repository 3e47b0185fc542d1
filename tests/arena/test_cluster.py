from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import nullcontext
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from sapper.arena import cluster
from sapper.arena.chunk import Contest, Task
from sapper.arena.cluster import NoCluster, play_on_cluster
from sapper.arena.match import Match, Tally, play_here
from sapper.rules.board import Level
from sapper.rules.view import FirstClick

MATCH = Match((Contest("textbook", Level.NAMED["beginner"], FirstClick.SAFE, seed=3),), 400)

# In a separate process: a cluster leaves threads and warnings behind that are not ours.
PROGRAM = """
import json, os, signal, sys
from distributed import LocalCluster
from sapper.arena.cluster import play_on_cluster
from sapper.arena.match import Tally
sys.path.insert(0, {here!r})
from test_cluster import MATCH, figures

def pids(cluster):
    processes = [nanny.process for nanny in cluster.workers.values()]
    return [process.pid for process in processes if process and process.pid]

if __name__ == "__main__":
    with LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster:
        tally, chunks, killed = Tally(MATCH.games), 0, []
        with play_on_cluster(cluster.scheduler_address) as play:
            for chunk in play(next(MATCH.rounds())):
                assert tally.add(chunk), "no chunk comes twice"
                chunks += 1
                if chunks in (1, 5, 9):
                    victim = next(pid for pid in pids(cluster) if pid not in killed)
                    os.kill(victim, signal.SIGKILL)
                    killed.append(victim)
        print(json.dumps([figures(tally), len(killed)]))
"""


def figures(tally: Tally) -> list[object]:
    counts: list[object] = [tally.games, tally.wins, tally.moves, tally.guesses, tally.signature]
    return [*counts, tally.results(), sorted(tally.lost_at.items())]


def test_killing_workers_changes_no_digit(tmp_path: Path) -> None:
    """Workers killed during a run cost time, but every figure is that of one machine."""
    program = tmp_path / "program.py"
    program.write_text(PROGRAM.format(here=str(Path(__file__).parent)))
    done = subprocess.run(
        [sys.executable, str(program)], capture_output=True, timeout=120, check=False
    )
    assert done.returncode == 0, done.stderr.decode()[-2_000:]
    reported, killed = json.loads(done.stdout.splitlines()[-1])
    here = Tally(MATCH.games)
    with play_here(MATCH, 1) as play:
        for chunk in play(next(MATCH.rounds())):
            here.add(chunk)
    assert killed == 3
    assert reported == json.loads(json.dumps(figures(here)))


@pytest.mark.parametrize("address", ["local:0", "local:x", "nowhere", ""])
def test_an_address_that_is_none(address: str) -> None:
    """An invalid address is reported at once."""
    with pytest.raises(NoCluster, match=r"use tcp://HOST:PORT or local:N"):
        play_on_cluster(address).__enter__()


class KilledWorker(Exception):
    """What Dask reports for a task whose workers all died."""


class Fragile:
    """A cluster whose workers die whenever they play the second chunk."""

    def nthreads(self) -> dict[str, int]:
        return {"one": 1}

    def submit(self, work: Callable[[Task], object], task: Task, pure: bool) -> Future[object]:
        future: Future[object] = Future()
        future.key = object()  # type: ignore[attr-defined]  # as Dask's have
        if task.start == 20:
            future.set_exception(KilledWorker())
        else:
            future.set_result(work(task))
        return future


class Completed(list[Any]):
    def __iter__(self) -> Iterator[Any]:
        while self:
            yield self.pop()

    add = list.append


def test_a_chunk_that_kills_every_worker_is_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its games count as lost by the player's fault, and the others are played."""
    monkeypatch.setattr(cluster, "_completed", Completed)
    monkeypatch.setattr(cluster, "_client", lambda address: nullcontext(Fragile()))
    with play_on_cluster("local:1") as play:
        chunks = list(play(next(replace(MATCH, games=60).rounds())))
    lost = {chunk.start: chunk.failures for chunk in chunks}
    assert sorted(lost) == [0, 20, 40]
    assert lost[20]["killed its worker"].count == 20
    assert lost[0] == lost[40] == {}
