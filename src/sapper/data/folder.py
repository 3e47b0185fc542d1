"""A data set on disk: shards that are complete or absent, the request, and the data card."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from sapper.data.card import card
from sapper.data.hashes import Hashes
from sapper.data.request import FORMAT, BadDataset, Request
from sapper.data.shard import Shard, Task, parquet
from sapper.files import replacing
from sapper.formatting import brief, counted

# names that begin with _ are skipped by libraries that read the whole folder as one table
REQUEST: Final = "_request.json"
CARD: Final = "_README.md"


def shard_name(number: int) -> str:
    return f"shard-{number:05}.parquet"


class Folder:
    """The folder of one request; its shards may arrive in any order."""

    def __init__(self, path: Path, request: Request) -> None:
        """Begin the folder or continue it; raise BadDataset if it holds another data set."""
        parquet()
        self.path, self.request = path, request
        expected = request.to_json()
        if (path / REQUEST).exists():
            _check(path, expected)
            check_names(path, request.shards)
        elif path.exists() and (not path.is_dir() or any(path.iterdir())):
            raise BadDataset(f"{path} already exists and is not a data set")
        path.mkdir(parents=True, exist_ok=True)
        with replacing(path / CARD) as file:
            file.write(card(request).encode())
        with replacing(path / REQUEST) as file:
            file.write(json.dumps(expected, indent=2).encode() + b"\n")
        self._hashes = Hashes(path, request.shards)

    def missing(self) -> Iterator[Task]:
        """Yield the shards that are still to be made, also those that are not as they were."""
        for number in range(self.request.shards):
            if not self._hashes.is_right(self.path / shard_name(number)):
                yield Task(self.request, number)

    def keep(self, shard: Shard) -> None:
        """Write a shard; once this returns, it survives a crash."""
        name = shard_name(shard.number)
        self._hashes.add(name, shard.data)
        with replacing(self.path / name) as file:
            file.write(shard.data)


def _check(path: Path, expected: dict[str, Any]) -> None:
    found = read_request(path)
    for name, value in expected.items():
        if found.get(name) != value:
            difference = f"its {name} is {brief(found.get(name), 100)}, not {brief(value, 100)}"
            raise BadDataset(f"{path} holds another data set: {difference}")


def check_names(path: Path, shards: int) -> None:
    """Raise BadDataset if a folder has a shard of another data set."""
    own = {shard_name(number) for number in range(shards)}
    for other in sorted(path.glob("shard-*.parquet")):
        if other.name not in own:
            raise BadDataset(f"{other} is none of the {counted(shards, 'shard')}: remove it")


def read_request(path: Path) -> dict[str, Any]:
    """Read the request that a folder was made for; raise BadDataset if it is not a data set."""
    try:
        found = dict(json.loads((path / REQUEST).read_bytes()))
        kind = found["format"]
    except (OSError, ValueError, KeyError, TypeError, RecursionError):
        raise BadDataset(f"{path} is not a data set") from None
    if kind != FORMAT:
        text = f"{path} is {brief(kind)}, not {brief(FORMAT)}: make it again in a new folder"
        raise BadDataset(text)
    return found
