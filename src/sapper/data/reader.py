"""Reading data sets back: batches of arrays, shaped as boards."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import IO, Any

import numpy as np
import numpy.typing as npt

from sapper.batch.labels import Labels
from sapper.data.folder import REQUEST, check_names, read_request, shard_name
from sapper.data.hashes import HASHES, hash_of, read_hashes
from sapper.data.request import BadDataset
from sapper.data.shard import parquet
from sapper.formatting import counted
from sapper.rules.board import Level


class Batch(Labels):
    """Labels whose `view`, `risk` and `certain` are shaped as boards.

    The columns are those of the data card.

    >>> Batch._fields
    ('game', 'move', 'view', 'risk', 'certain', 'exact', 'best', 'won')
    """


def read(path: str | Path, batch_size: int = 1024) -> Iterator[Batch]:
    """Read a data set, or one shard of it, in order.

    Raise BadDataset if there is none, if a shard is missing or not as it was written, or if there
    is one too many. A shard is compared with its hash before the first batch of it.

    >>> next(read("nowhere"))
    Traceback (most recent call last):
        ...
    sapper.data.request.BadDataset: nowhere holds no shard of a data set
    """
    if batch_size < 1:
        raise BadDataset(f"a batch has at least one position, not {batch_size}")
    shards = _shards(Path(path))
    return (batch for shard in shards for batch in _batches(shard, batch_size))


def _shards(path: Path) -> list[Path]:
    """Return the shards of a whole data set, or the one that was requested."""
    if path.is_file():
        return [path]
    if not any(path.glob("shard-*.parquet")):
        raise BadDataset(f"{path} holds no shard of a data set")
    request = read_request(path)
    try:
        number = -(-int(request["positions"]) // int(request["shard_size"]))
    except (KeyError, TypeError, ValueError, ZeroDivisionError):
        raise BadDataset(f"the request of {path} is damaged: make it again") from None
    check_names(path, number)
    shards = [path / shard_name(shard) for shard in range(number)]
    if missing := [shard for shard in shards if not shard.is_file()]:
        text = f"{path} lacks {len(missing):,} of its {counted(number, 'shard')}, first"
        raise BadDataset(f"{text} {missing[0].name}: the command that made it makes them")
    return shards


def _batches(path: Path, batch_size: int) -> Iterator[Batch]:
    with path.open("rb") as file:
        _check_hash(path, file)
        try:
            with parquet().ParquetFile(file, page_checksum_verification=True) as shard:
                level = _level(path, shard)
                for rows in shard.iter_batches(batch_size):
                    yield Batch(*(_array(rows.column(name), level) for name in Batch._fields))
        except (OSError, ValueError, KeyError) as error:  # whatever pyarrow calls damage
            raise BadDataset(f"{path} is not a shard of a data set, or it is damaged") from error


def _check_hash(path: Path, file: IO[bytes]) -> None:
    """Raise BadDataset for a shard that is not as it was written; one that lies alone is read."""
    if not (path.parent / HASHES).exists() and not (path.parent / REQUEST).exists():
        return
    expected = read_hashes(path.parent).get(path.name)
    if hash_of(file) != expected:
        fault = "has no hash" if expected is None else "is not as it was written"
        text = f"{path} {fault}: the command that made the data set makes it again"
        raise BadDataset(text)


def _array(column: Any, level: Level) -> npt.NDArray[Any]:
    if not hasattr(column, "flatten") or column.type.num_fields == 0:
        return np.array(column.to_numpy(zero_copy_only=False))
    cells = column.flatten().to_numpy(zero_copy_only=False)
    return np.array(cells.reshape(len(column), level.height, level.width))


def _level(path: Path, shard: Any) -> Level:
    try:
        return Level.parse(json.loads(shard.schema_arrow.metadata[b"sapper"])["level"])
    except (ValueError, KeyError, TypeError, RecursionError):
        raise BadDataset(f"{path} is not a shard of a data set") from None
