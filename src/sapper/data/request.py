"""A data-set request. Shard i depends only on the request and i."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from importlib.metadata import version
from typing import Any, Final

from sapper.arena.chunk import strength_of
from sapper.formatting import brief
from sapper.players.registry import player_class
from sapper.rules.board import Level
from sapper.rules.errors import SapperError
from sapper.rules.first_click import check_room
from sapper.rules.seeds import check_seed
from sapper.rules.view import FirstClick

FORMAT: Final = "sapper dataset 2"
_GAMES_PER_SHARD: Final = 1 << 32  # shard i plays games from i times this on
_SHARD_CELLS: Final = 4_800_000  # cells of all positions in a shard: 10,000 expert boards
_MOST_SHARDS: Final = 1 << 20


class BadDataset(SapperError):
    """A data set that cannot be made, continued or read.

    >>> Request(Level(9, 9, 10), FirstClick.SAFE, "fast", positions=0, seed=1)
    Traceback (most recent call last):
        ...
    sapper.data.request.BadDataset: positions must be at least 1, not 0
    """


@dataclass(frozen=True)
class Request:
    """Positions from games of one player on one level, one in `every` moves on average.

    >>> Request(Level(9, 9, 10), FirstClick.SAFE, "fast", positions=120_000, seed=1).shards
    3
    """

    level: Level
    first_click: FirstClick
    player: str
    positions: int
    seed: int
    every: int = 8
    shard_size: int = 0  # positions in every shard but the last; 0 asks for the usual number

    def __post_init__(self) -> None:
        if self.shard_size == 0:
            usual = min(max(_SHARD_CELLS // self.level.board.size, 1), 50_000)
            object.__setattr__(self, "shard_size", usual)
        object.__setattr__(self, "seed", check_seed(self.seed, 0)[0])
        check_room(self.level, self.first_click)
        for name in ("positions", "every", "shard_size"):
            if not 1 <= getattr(self, name) < 1 << 40:
                words = name.replace("_", " ")
                raise BadDataset(f"{words} must be at least 1, not {getattr(self, name)}")
        if self.shards > _MOST_SHARDS:
            raise BadDataset(f"{self.positions:,} positions of {self.level} are too many")

    @property
    def strength(self) -> str:
        """The kernel's name for the player; raise BadDataset if it is not a kernel player."""
        strength = strength_of(player_class(self.player))
        if strength is None:
            raise BadDataset(
                f"{brief(self.player)} cannot make data sets: use fast, master or deep"
            )
        return strength

    @property
    def shards(self) -> int:
        return -(-self.positions // self.shard_size)

    def rows(self, shard: int) -> int:
        return min(self.shard_size, self.positions - shard * self.shard_size)

    def first_game(self, shard: int) -> int:
        return shard * _GAMES_PER_SHARD

    def to_json(self) -> dict[str, Any]:
        """Return the request, and the versions on which the bytes of its shards depend."""
        fields = asdict(self) | {"level": str(self.level), "first_click": str(self.first_click)}
        versions = {name: version(name) for name in ("sapper", "pyarrow")}
        return {"format": FORMAT, **fields, "versions": versions}
