"""The signals that ask a program to end: raised as KeyboardInterrupt, or held back for a moment."""

from __future__ import annotations

import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Final

_ENDING: Final = [signal.SIGINT, signal.SIGTERM]
if sys.platform != "win32":
    _ENDING.append(signal.SIGHUP)


@contextmanager
def raised() -> Iterator[list[int]]:
    """Raise KeyboardInterrupt in the main thread for each ending signal; yield those that came.

    A signal that is ignored, as SIGHUP is under nohup, stays ignored.
    """
    came: list[int] = []

    def interrupt(number: int, frame: FrameType | None) -> None:
        came.append(number)
        raise KeyboardInterrupt

    with _handled(interrupt):
        yield came


@contextmanager
def deferred() -> Iterator[None]:
    """Hold back ending signals while something must become whole; they come at its end."""
    came: list[int] = []
    try:
        with _handled(lambda number, frame: came.append(number)):
            yield
    finally:
        for number in came[:1]:
            signal.raise_signal(number)


@contextmanager
def _handled(handler: signal._HANDLER) -> Iterator[None]:
    """Set a handler for the ending signals that are not ignored; Python runs it in one thread."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = {number: signal.getsignal(number) for number in _ENDING}
    try:
        for number, usual in before.items():
            if usual not in (None, signal.SIG_IGN):
                signal.signal(number, handler)
        yield
    finally:
        for number in reversed(_ENDING):
            if before[number] is not None:
                signal.signal(number, before[number])
