"""The moves of every registered player on fixed boards, one hash per level and first-click rule.

`make signatures` writes them:

    PYTHONPATH=tests python -m harness.signatures
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path

from sapper.arena.chunk import Contest, Task, play_chunk
from sapper.players.registry import player_names
from sapper.rules.board import Level
from sapper.rules.view import FirstClick

FILE = Path(__file__).parents[1] / "data" / "signatures.json"
SEED = 1_234


@dataclass(frozen=True)
class Pin:
    """The hash of a player's moves over a number of games."""

    player: str
    level: str
    first_click: str
    games: int
    signature: str

    @property
    def name(self) -> str:
        return f"{self.player}, {self.level}, first click {self.first_click}"


def pinned() -> list[Pin]:
    """Read the signatures that play has to keep."""
    return [Pin(**entry) for entry in json.loads(FILE.read_text(encoding="utf-8"))]


def signature(player: str, level: str, first_click: str, games: int) -> str:
    """Play games 0, 1, … of the seed and hash their moves."""
    contest = Contest(player, Level.NAMED[level], FirstClick(first_click), SEED)
    return f"{play_chunk(Task(contest, row=0, start=0, count=games)).signature:016x}"


def played() -> Iterator[Pin]:
    """Play every registered player at every level under every rule."""
    for player in player_names():
        for level in Level.NAMED:
            for rule in FirstClick:
                games = _games(player, level)
                yield Pin(player, level, rule, games, signature(player, level, rule, games))


def _games(player: str, level: str) -> int:
    if player == "deep":  # it plays its guesses out, which takes time
        return {"beginner": 30, "intermediate": 15}.get(level, 4)
    return 200 if player in ("fast", "master") else 40


def main() -> None:
    before = {pin.name: pin for pin in pinned()} if FILE.exists() else {}
    after = list(played())
    lines = ",\n".join(json.dumps(asdict(pin)) for pin in after)
    FILE.write_text(f"[\n{lines}\n]\n", encoding="utf-8")
    changed = [pin.name for pin in after if before.get(pin.name) != pin]
    print("\n".join(changed) or "no signature changed")


if __name__ == "__main__":
    main()
