from __future__ import annotations

import signal
import threading

import pytest

from sapper import signals


def test_signals_are_raised_and_recorded() -> None:
    """Each ending signal is a KeyboardInterrupt; afterwards the usual handlers are back."""
    before = signal.getsignal(signal.SIGTERM)
    with pytest.raises(KeyboardInterrupt), signals.raised() as came:
        signal.raise_signal(signal.SIGTERM)
    assert came == [signal.SIGTERM]
    assert signal.getsignal(signal.SIGTERM) is before


def test_deferred_signals_come_at_the_end() -> None:
    """What is held back comes once all is done, and also where that fails."""
    steps = []

    def work(fails: bool) -> None:
        with signals.deferred():
            signal.raise_signal(signal.SIGTERM)
            signal.raise_signal(signal.SIGINT)
            steps.append("done")
            if fails:
                raise ValueError
        steps.append("never")

    for fails in (False, True):
        with pytest.raises(KeyboardInterrupt), signals.raised() as came:
            work(fails)
        assert came == [signal.SIGTERM]
    assert steps == ["done", "done"]


@pytest.mark.skipif(not hasattr(signal, "SIGHUP"), reason="this system has no SIGHUP")
def test_what_is_ignored_stays_ignored() -> None:
    """Under nohup, SIGHUP neither ends a command nor is held back."""
    before = signal.signal(signal.SIGHUP, signal.SIG_IGN)
    try:
        with signals.raised() as came, signals.deferred():
            signal.raise_signal(signal.SIGHUP)
    finally:
        signal.signal(signal.SIGHUP, before)
    assert came == []


def test_other_threads_hold_nothing_back() -> None:
    """Python handles signals in the main thread: in another one, both do nothing."""
    seen = []

    def look() -> None:
        before = signal.getsignal(signal.SIGTERM)
        with signals.raised(), signals.deferred():
            seen.append(signal.getsignal(signal.SIGTERM) is before)

    thread = threading.Thread(target=look)
    thread.start()
    thread.join()
    assert seen == [True]
