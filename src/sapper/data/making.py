"""Making shards: on threads here or on a Dask cluster, with the same bytes either way."""

from __future__ import annotations

import threading
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, ThreadPoolExecutor, wait
from contextlib import contextmanager
from itertools import islice

from sapper.arena.cluster import work_on_cluster
from sapper.data.shard import Shard, Task, make_shard

Make = Callable[[Iterable[Task]], Generator[Shard, None, None]]


@contextmanager
def make_on_cluster(address: str) -> Iterator[Make]:
    """Make shards on a cluster, which sends them here to be written."""
    with work_on_cluster(address, make_shard) as make:
        yield make


@contextmanager
def make_here(threads: int) -> Iterator[Make]:
    """Make shards on threads of this process; leaving early stops unfinished shards."""
    stop = threading.Event()
    with ThreadPoolExecutor(threads) as pool:
        try:
            yield lambda tasks: _make(pool, iter(tasks), threads, stop)
        finally:
            stop.set()


def _make(
    pool: ThreadPoolExecutor, waiting: Iterator[Task], room: int, stop: threading.Event
) -> Generator[Shard, None, None]:
    """Yield shards in order of completion; at most one per thread is begun at a time."""
    going = {pool.submit(make_shard, task, stop.is_set) for task in islice(waiting, room)}
    while going:
        done, going = wait(going, return_when=FIRST_COMPLETED)
        more = islice(waiting, len(done))
        going |= {pool.submit(make_shard, task, stop.is_set) for task in more}
        for future in done:
            yield future.result()
