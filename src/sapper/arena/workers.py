"""Worker processes that play chunks; one that dies costs only the chunk that killed it."""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
import threading
from collections.abc import Generator, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import ExitStack, contextmanager
from itertools import islice
from multiprocessing import resource_tracker
from multiprocessing.synchronize import Barrier

from sapper.arena.chunk import KILLED, ChunkResult, Task, lost_chunk, play_chunk
from sapper.signals import deferred


class Workers:
    """A number of processes, up and ready; to be used in a `with` statement."""

    def __init__(self, count: int) -> None:
        self._count = count
        self._pool = _pool(count)

    def __enter__(self) -> Workers:
        return self

    def __exit__(self, kind: object, *error: object) -> None:
        if kind is None:
            self._pool.shutdown()
        else:
            _end(self._pool)

    def play(self, tasks: Iterable[Task]) -> Generator[ChunkResult, None, None]:
        """Yield the results of tasks as they come."""
        waiting, going = iter(tasks), dict[Future[ChunkResult], Task]()
        while True:
            for task in islice(waiting, 2 * self._count - len(going)):
                going[self._submit(task)] = task
            if not going:
                return
            # after Ctrl-C only the pool may cancel its futures: other cancels would kill its thread
            done, _ = wait(going, return_when=FIRST_COMPLETED)
            if any(isinstance(future.exception(), BrokenProcessPool) for future in done):
                done, _ = wait(going)  # all of them end now; what is tried again then is alone
            finished = [(future, going.pop(future)) for future in done]
            yield from (self._result(future, task) for future, task in finished)

    def _submit(self, task: Task) -> Future[ChunkResult]:
        try:
            return self._pool.submit(play_chunk, task)
        except BrokenProcessPool:
            self._pool.shutdown()
            self._pool = _pool(self._count)
            return self._pool.submit(play_chunk, task)

    def _result(self, future: Future[ChunkResult], task: Task) -> ChunkResult:
        """Return a result; a task whose worker died is tried once more, alone, to be sure."""
        try:
            return future.result()
        except BrokenProcessPool:
            try:
                return self._submit(task).result()
            except BrokenProcessPool:
                return lost_chunk(task, KILLED, "the process that played it died")


def _pool(count: int) -> ProcessPoolExecutor:
    context = multiprocessing.get_context("spawn")  # a fork would copy our threads' locks
    with ExitStack() as if_interrupted:
        with starting_processes():
            barrier = context.Barrier(count)
            pool = ProcessPoolExecutor(
                count, context, initializer=_begin_worker, initargs=(barrier,)
            )
            # left to itself, the pool's thread would still be at work when Python ends
            if_interrupted.callback(_end, pool)
            wait([pool.submit(int) for _ in range(count)])
        if_interrupted.pop_all()
    return pool


def _end(pool: ProcessPoolExecutor) -> None:
    """End a pool with its processes, busy or not."""
    processes = getattr(pool, "_processes", None) or {}  # public from 3.14 on
    for process in list(processes.values()):
        process.terminate()
    pool.shutdown(cancel_futures=True)


@contextmanager
def starting_processes() -> Iterator[None]:
    """Hold back Ctrl-C while starting processes; they inherit the mask and leave it to us."""
    if sys.platform != "win32" and threading.current_thread() is threading.main_thread():
        resource_tracker.ensure_running()  # now: its start would lift the mask
    with deferred(), _interrupts_masked():  # deferred: other threads do not have the mask
        yield


@contextmanager
def _interrupts_masked() -> Iterator[None]:
    """Mask Ctrl-C for the main thread and for processes that it starts, where there are masks."""
    if sys.platform == "win32" or threading.current_thread() is not threading.main_thread():
        yield
        return
    mask = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, mask)


def _begin_worker(ready: Barrier) -> None:
    """Leave Ctrl-C to the parent, and end with it.

    SIGTERM ends this process at once, whatever it is doing; its programs end with it.
    """

    def end_with_parent() -> None:
        parent = multiprocessing.parent_process()
        if parent is not None:
            parent.join()
            os._exit(1)

    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if sys.platform != "win32":
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
    threading.Thread(target=end_with_parent, daemon=True).start()
    ready.wait(60)
