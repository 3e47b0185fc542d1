"""One round of each attack; `make attack` goes on for as long as it is asked to."""

from __future__ import annotations

import pytest
from attack import run
from attack.target import Lost


@pytest.mark.parametrize("name", run.names())
def test_attack_is_held(name: str) -> None:
    """The attack does not get through."""
    run.one_round(name, seed=1)


def test_loss_fails_and_is_named(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The first loss ends the attack with code 1 and prints the seed that repeats it."""

    def lose(name: str, seed: int) -> None:
        raise Lost("two games of one day")

    monkeypatch.setattr(run, "one_round", lose)
    assert run.attack_for(60, 7, ["races", "kills"]) == 1
    printed = capsys.readouterr()
    assert "| races | 1 | 0 | 1 |" in printed.out
    assert "LOST: races, seed 7: two games of one day" in printed.err
