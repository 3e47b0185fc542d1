"""Runs the tests in a random order, so that a test that leans on another one fails soon.

The files are shuffled, and the tests within each file. The seed is printed; `--order SEED`
repeats an order.
"""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

_SEED = pytest.StashKey[int]()


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the option that repeats an order."""
    parser.addoption("--order", type=int, metavar="SEED", help="run the tests in this order")


def pytest_configure(config: pytest.Config) -> None:
    """Choose the seed; a worker of pytest-xdist takes the one of the whole run."""
    sent: dict[str, Any] = getattr(config, "workerinput", {})
    chosen = config.getoption("order")
    drawn = random.SystemRandom().randrange(10**6) if chosen is None else chosen
    config.stash[_SEED] = sent.get("order", drawn)


@pytest.hookimpl(optionalhook=True)  # only pytest-xdist calls it
def pytest_configure_node(node: Any) -> None:  # xdist brings no types
    """Send the seed to a worker."""
    node.workerinput["order"] = node.config.stash[_SEED]


def pytest_sessionstart(session: pytest.Session) -> None:
    """Print the seed."""
    terminal = session.config.pluginmanager.get_plugin("terminalreporter")
    if terminal is not None:
        terminal.write_line(f"Order of the tests: --order {session.config.stash[_SEED]}")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Shuffle the files, and the tests of each."""
    draw = random.Random(config.stash[_SEED])
    files: dict[Path, list[pytest.Item]] = {}
    for item in items:
        files.setdefault(item.path, []).append(item)
    groups = list(files.values())
    draw.shuffle(groups)
    for group in groups:
        draw.shuffle(group)
    items[:] = [item for group in groups for item in group]
