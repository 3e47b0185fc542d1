"""The same work on a Dask cluster: a lost worker costs time and changes no result."""

from __future__ import annotations

import logging
import re
import warnings
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import ExitStack, contextmanager
from itertools import islice
from typing import Any, Final, NoReturn, TypeVar

from sapper.arena.chunk import KILLED, ChunkResult, Task, lost_chunk, play_chunk
from sapper.arena.match import Play
from sapper.arena.workers import starting_processes
from sapper.rules.errors import SapperError

_Task = TypeVar("_Task")
_Result = TypeVar("_Result")

# How often a chunk is sent until it counts as failed. Each time Dask itself tries it on
# several workers, so a chunk that fails this often kills every worker that plays it.
_ATTEMPTS: Final = 10
_CONNECT_SECONDS: Final = 10


class NoCluster(SapperError):
    """The cluster does not exist, or Dask is not installed."""


@contextmanager
def play_on_cluster(address: str) -> Iterator[Play]:
    """Play on the cluster at tcp://…, or start one here with N processes for local:N.

    Each chunk is returned once, in order of completion.
    """
    with work_on_cluster(address, play_chunk, _lost) as play:
        yield play


@contextmanager
def work_on_cluster(
    address: str,
    work: Callable[[_Task], _Result],
    give_up: Callable[[_Task, Exception], _Result] | None = None,
) -> Iterator[Callable[[Iterable[_Task]], Generator[_Result, None, None]]]:
    """Do any work on a cluster; its result must depend on its task alone.

    `give_up` returns the result of a task that failed again and again, or raises SapperError.
    """
    with _client(address) as client:
        yield lambda tasks: _work(client, work, iter(tasks), give_up or _refuse)


def _lost(task: Task, error: Exception) -> ChunkResult:
    """Count the games of a chunk as lost if every worker that played it died."""
    if type(error).__name__ != "KilledWorker":
        _refuse(task, error)
    return lost_chunk(task, KILLED, "every worker that played it died")


def _refuse(task: object, error: Exception) -> NoReturn:
    kind = type(error).__name__
    raise SapperError(f"a chunk failed {_ATTEMPTS} times: {kind}: {error}") from error


def _work(
    client: Any,
    work: Callable[[_Task], _Result],
    waiting: Iterator[_Task],
    give_up: Callable[[_Task, Exception], _Result],
) -> Generator[_Result, None, None]:
    room = 4 * max(1, sum(client.nthreads().values()))  # enough to keep every worker busy
    tried: dict[Any, tuple[_Task, int]] = {}

    def send(task: _Task, attempt: int = 1) -> Any:
        # pure=False: a new key each time, so that a failure is never served from memory
        future = client.submit(work, task, pure=False)
        tried[future.key] = task, attempt
        return future

    going = _completed([send(task) for task in islice(waiting, room)])
    for future in going:
        task, attempt = tried.pop(future.key)
        try:
            result = future.result()
        except SapperError:
            raise  # the task itself is at fault, everywhere
        except Exception as error:
            if attempt < _ATTEMPTS:
                going.add(send(task, attempt + 1))
                continue
            result = give_up(task, error)
        for fresh in islice(waiting, 1):
            going.add(send(fresh))
        yield result


def _completed(futures: list[Any]) -> Any:
    from distributed import as_completed

    return as_completed(futures)  # type: ignore[no-untyped-call]  # theirs


@contextmanager
def _client(address: str) -> Iterator[Any]:
    try:
        from distributed import Client, LocalCluster
    except ImportError:
        raise NoCluster("a cluster needs Dask: pip install 'dask[distributed]'") from None
    # a lost worker is handled here and need not worry the user
    logging.getLogger("distributed").setLevel(logging.CRITICAL)
    warnings.filterwarnings("ignore", r"\s*Port \d+ is already in use")  # it takes another
    with ExitStack() as stack:
        if local := re.fullmatch(r"local:([1-9]\d{0,3})", address):
            count = int(local[1])
            with starting_processes():
                cluster = LocalCluster(  # type: ignore[no-untyped-call]
                    n_workers=count,
                    threads_per_worker=1,
                    dashboard_address=None,
                    silence_logs=logging.CRITICAL,
                )
            address = stack.enter_context(cluster).scheduler_address
        elif not re.fullmatch(r"(tcp|tls|ws|wss|ucx)://.+", address):
            raise NoCluster(f"{address!r} is not a cluster: use tcp://HOST:PORT or local:N")
        try:
            client = Client(address, timeout=_CONNECT_SECONDS)  # type: ignore[no-untyped-call]
        except (OSError, ValueError, TimeoutError) as error:
            raise NoCluster(f"cannot reach the cluster {address}: {error}") from error
        yield stack.enter_context(client)
