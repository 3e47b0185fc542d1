"""Reports the run: a line for each file that is done, and why something was not tested."""

from __future__ import annotations

from collections import Counter, defaultdict
from typing import Any

import pytest


class Progress:
    """Prints a line for each file once all its tests have ended."""

    def __init__(self, terminal: pytest.TerminalReporter) -> None:
        self._terminal = terminal
        self._left: Counter[str] = Counter()  # tests of each file that have not ended
        self._ended: defaultdict[str, Counter[str]] = defaultdict(Counter)
        self._seconds: defaultdict[str, float] = defaultdict(float)
        self._all = 0

    def expect(self, tests: list[str]) -> None:
        """Take the names of the tests that will run."""
        self._left = Counter(name.partition("::")[0] for name in tests)
        self._all = len(tests)

    def pytest_collection_finish(self, session: pytest.Session) -> None:
        self.expect([item.nodeid for item in session.items])

    @pytest.hookimpl(optionalhook=True)  # only pytest-xdist calls it
    def pytest_xdist_node_collection_finished(self, node: Any, ids: list[str]) -> None:
        if not self._all:  # every worker collects the same tests
            self.expect(ids)

    def pytest_report_teststatus(self, report: pytest.TestReport) -> tuple[str, str, str] | None:
        """Print no dot for a test."""
        outcome = report.outcome if report.when == "call" or report.outcome != "passed" else ""
        name = "error" if outcome == "failed" and report.when != "call" else outcome
        return name, "", name.upper()

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        file = report.nodeid.partition("::")[0]
        self._seconds[file] += report.duration
        if report.when == "call" or report.outcome != "passed":
            self._ended[file][report.outcome] += 1
        if report.failed:
            self._terminal.write_line(f"FAILED {report.nodeid}", red=True)
        if report.when == "teardown":
            self._left[file] -= 1
            if self._left[file] == 0:
                self._print(file)

    def _print(self, file: str) -> None:
        done = 100 * (self._all - self._left.total()) // max(self._all, 1)
        results = ", ".join(f"{count} {name}" for name, count in self._ended[file].items())
        self._terminal.write_line(f"{done:3d} % {file}: {results}, {self._seconds[file]:.1f} s")


@pytest.hookimpl(trylast=True)  # the terminal comes first
def pytest_configure(config: pytest.Config) -> None:
    """Follow the run, unless a worker does the work or every test is to be named."""
    terminal = config.pluginmanager.get_plugin("terminalreporter")
    if terminal is not None and config.get_verbosity() <= 0:
        config.pluginmanager.register(Progress(terminal))


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say in one line each what was not tested, why, and how it can be."""
    reasons = Counter(
        report.longrepr[2].removeprefix("Skipped: ")
        for report in terminalreporter.stats.get("skipped", [])
    )
    for reason, count in sorted(reasons.items()):
        tests = "1 test" if count == 1 else f"{count} tests"
        terminalreporter.write_line(f"NOT TESTED ({tests}): {reason}", yellow=True)
