"""Measure the overhead of running a third-party player in a separate process.

    python benchmarks foreign [--games 100]

A class plays the same expert games twice: in this process, and as `module:Class`. What is
printed is CPU time, with that of the processes that were started.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
from pathlib import Path
from typing import NamedTuple

from sapper import FirstClick, Game, Level
from sapper.arena.chunk import Contest, Task, play_chunk
from sapper.players.host import HostedPlayer, close_programs
from sapper.players.protocol import turns
from sapper.players.registry import player_class
from sapper.players.textbook import TextbookPlayer

EXPERT, SEED = Level.NAMED["expert"], 3
STARTS = 10
CLASS = """
from sapper.players.textbook import TextbookPlayer

class Copy(TextbookPlayer):
    pass

class Idle:
    def __init__(self, seed): pass
    def move(self, view): return None
"""


class Cost(NamedTuple):
    """CPU seconds of some games, and their moves."""

    seconds: float
    moves: int


def cpu_seconds() -> float:
    return sum(os.times()[:4])


def within(games: int) -> Cost:
    """Play the games in this process."""
    begun, moves = cpu_seconds(), 0
    for index in range(games):
        game = Game(EXPERT, seed=SEED, index=index)
        moves += sum(1 for _ in turns(game, TextbookPlayer(0)))
    return Cost(cpu_seconds() - begun, moves)


def contained(games: int) -> Cost:
    """Play the games as `module:Class`, with the start of its process."""
    begun = cpu_seconds()
    contest = Contest("foreign_player:Copy", EXPERT, FirstClick.SAFE, SEED)
    moves = play_chunk(Task(contest, 0, 0, games)).moves
    close_programs()
    return Cost(cpu_seconds() - begun, moves)


def start() -> float:
    """Return the CPU seconds that one process takes to start, greet and end."""
    begun = cpu_seconds()
    kind = player_class("foreign_player:Idle")
    assert issubclass(kind, HostedPlayer)
    for _ in range(STARTS):
        kind.check()
        close_programs()
    return (cpu_seconds() - begun) / STARTS


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=100)
    games = parser.parse_args().games
    with tempfile.TemporaryDirectory() as folder:
        Path(folder, "foreign_player.py").write_text(CLASS)
        sys.path.insert(0, folder)
        within(1)
        here, there, once = within(games), contained(games), start()
    assert here.moves == there.moves
    more = there.seconds - once - here.seconds
    print(f"{games} expert games of textbook, {here.moves:,} moves, in CPU seconds:")
    print(f"in this process             {here.seconds:8.3f}")
    print(f"in a separate process       {there.seconds:8.3f}")
    print(f"  its start                 {once:8.3f}")
    print(f"  more for each game        {more / games:8.4f}")
    print(f"  more for each move        {more / here.moves:8.6f}")


if __name__ == "__main__":
    main()
