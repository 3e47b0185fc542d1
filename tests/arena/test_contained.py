"""A misbehaving player class loses only its own game; the next game is unaffected."""

from __future__ import annotations

from dataclasses import replace

import pytest
from harness.hostile_player import NUMBERS, SECRET, SEED

from sapper.arena.chunk import ChunkResult, Contest, Task, play_chunk
from sapper.arena.match import Match, play_here
from sapper.rules.board import Level
from sapper.rules.view import FirstClick

HOSTILE = Contest(
    "harness.hostile_player:Hostile", Level.NAMED["beginner"], FirstClick.SAFE, SEED, secret=SECRET
)


def play(attack: str) -> ChunkResult:
    return play_chunk(Task(HOSTILE, 0, NUMBERS[attack], 1))


@pytest.mark.parametrize(
    ("attack", "reason", "example"),
    [
        ("leave_politely", "raised SystemExit", "0"),
        ("leave_at_once", "crashed", "ended with exit code 0"),
        ("interrupt", "crashed", "ended by signal 2: KeyboardInterrupt"),
        ("raise_nothing_else", "raised KeyError", ""),
        ("raise_odd", "raised Odd", "odd"),
        ("raise_unreadable", "raised an unreadable error", "its text raises an error too"),
        ("raise_long", "raised ValueError", r"x\x1b[2J x\x1b[2J"),
        ("huge_cell", "raised ValueError", "4300 digits"),
        ("large_cell", "illegal move", "cell (100000000,-3) is off the board"),
        ("nan_cell", "raised TypeError", "interpreted as an integer"),
        ("hostile_cell", "crashed", "KeyboardInterrupt"),
        ("nan_risk", "nonsense", "risk nan"),
        ("no_move", "not a move", "returns a sapper.Move, or None to stop, not"),
        ("half_a_line", "crashed", "ended with exit code 0"),
    ],
)
def test_an_attack_costs_its_game_and_nothing_else(attack: str, reason: str, example: str) -> None:
    """The game is lost with a reason fit for a terminal, and the next game is played."""
    attacked = play(attack)
    assert not attacked.won.any()
    [(kind, failure)] = attacked.failures.items()
    assert (kind, failure.count) == (reason, 1)
    assert example in failure.example
    assert failure.example.isprintable()
    assert len(failure.example) <= 160
    assert (play("honest").failures, play("honest").moves) == ({}, 1)


@pytest.mark.parametrize("oddity", ["chatter", "long_reason", "own_move", "honest"])
def test_harmless_oddities_cost_nothing(oddity: str) -> None:
    """Printing, a huge reason, a move of its own type and a bad `close` are not faults."""
    assert (play(oddity).failures, play(oddity).moves) == ({}, 1)


def test_an_answer_too_many_costs_a_game() -> None:
    """An unrequested line ends the program and loses the game in which it is found."""
    lost = [play("speak_out_of_turn"), play("honest")]
    assert sum(sum(f.count for f in chunk.failures.values()) for chunk in lost) == 1
    assert (play("honest").failures, play("honest").moves) == ({}, 1)


def test_attributes_of_a_class_are_not_believed() -> None:
    """A class can choose neither the size of its chunks nor to be played by the kernel."""
    assert Match((HOSTILE,), 12).chunk_sizes == [5]
    assert play("honest").moves == 1, "the kernel would have played on"


def test_a_dead_worker_costs_only_the_games_of_its_player() -> None:
    """A player that kills its worker loses its games; the others are played to the end."""
    killer = replace(HOSTILE, player="harness.hostile_player:Killer")
    textbook = replace(HOSTILE, player="textbook")
    match = Match((killer, textbook), 5, interleaved=True)
    with play_here(match, workers=2) as play:
        chunks = sorted(play(next(match.rounds())), key=lambda chunk: chunk.row)
    assert [chunk.count for chunk in chunks] == [5, 5]
    assert chunks[0].failures["killed its worker"].count == 5
    alone = play_chunk(Task(textbook, 1, 0, 5))
    assert (chunks[1].signature, chunks[1].failures) == (alone.signature, {})
