"""Analyses beside and within each other: threads, signal handlers and Ctrl-C."""

from __future__ import annotations

import signal
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from harness.positions import checkerboard, midgame, same
from harness.waiting import cpu_seconds, wait_until

from sapper.engine import Analysis, analyse, analyse_many
from sapper.rules.errors import InvalidMove


def test_many_threads_one_answer() -> None:
    """32 threads at once, and a batch over threads, answer as one caller alone does."""
    views = [midgame(index).view for index in range(48)]
    views += [checkerboard(15, 15, 50, seed) for seed in range(16)]
    alone = [analyse(view) for view in views]
    with ThreadPoolExecutor(32) as pool:
        assert all(map(same, pool.map(analyse, views), alone))
    for threads in (1, 2, 7):
        assert all(map(same, analyse_many(views, threads=threads), alone))


def test_a_signal_handler_may_analyse() -> None:
    """An analysis within a signal handler leaves the interrupted one as it was."""
    view, other = checkerboard(19, 19, 110, 1), checkerboard(15, 15, 50, 2)
    expected = analyse(view)
    within: list[Analysis] = []
    usual = signal.signal(signal.SIGVTALRM, lambda *_: within.append(analyse(other)))
    try:
        while not within:
            signal.setitimer(signal.ITIMER_VIRTUAL, 0.05)
            assert same(analyse(view), expected)
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, usual)
    assert same(within[0], analyse(other))


def test_a_signal_handler_cannot_ask_what_it_interrupts() -> None:
    """Within a signal handler, the interrupted analysis refuses further questions and goes on."""
    view = checkerboard(19, 19, 110, 1)
    analysis, expected = analyse(view), analyse(view).number_chances((9, 9))
    refused: list[str] = []

    def ask(*_: object) -> None:
        try:
            analysis.number_chances((0, 1))
        except InvalidMove as error:
            refused.append(str(error))

    usual = signal.signal(signal.SIGVTALRM, ask)
    try:
        while not refused:
            signal.setitimer(signal.ITIMER_VIRTUAL, 0.02)
            assert analysis.number_chances((9, 9)) == expected
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, usual)
    assert refused == ["this is in use: a signal handler interrupted it"]


def test_ctrl_c_interrupts_a_long_analysis() -> None:
    """SIGINT ends an analysis that would take minutes, as KeyboardInterrupt, within seconds."""
    code = (
        "from harness.positions import checkerboard\n"
        "from sapper.engine import analyse\n"
        "view = checkerboard(60, 60, 800, 1)\n"
        "print('ready', flush=True)\n"
        "try:\n"
        "    analyse(view, steps=1.5e+14, mebibytes=100_000)\n"
        "except KeyboardInterrupt:\n"
        "    print('stopped', flush=True)\n"
    )
    tests = Path(__file__).parents[1]
    child = subprocess.Popen(
        [sys.executable, "-c", code], cwd=tests, stdout=subprocess.PIPE, text=True
    )
    assert child.stdout is not None
    assert child.stdout.readline() == "ready\n"
    began = cpu_seconds(child.pid)
    wait_until(lambda: cpu_seconds(child.pid) > began + 0.3, "an analysis at work")
    child.send_signal(signal.SIGINT)
    out, _ = child.communicate(timeout=30)
    assert out == "stopped\n"
