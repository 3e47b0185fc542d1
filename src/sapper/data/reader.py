"""Reading data sets back: batches of arrays, shaped as boards."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from sapper.batch.labels import Labels
from sapper.data.request import BadDataset
from sapper.data.shard import parquet
from sapper.rules.board import Level


class Batch(Labels):
    """Labels whose `view`, `risk` and `certain` are shaped as boards.

    The columns are those of the data card.

    >>> Batch._fields
    ('game', 'move', 'view', 'risk', 'certain', 'exact', 'best', 'won')
    """


def read(path: str | Path, batch_size: int = 1024) -> Iterator[Batch]:
    """Read a data set, or one shard of it, in order; raise BadDataset if there is none.

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
    shards = sorted(path.glob("shard-*.parquet")) if path.is_dir() else [path]
    if not shards or not shards[0].is_file():
        raise BadDataset(f"{path} holds no shard of a data set")
    return shards


def _batches(path: Path, batch_size: int) -> Iterator[Batch]:
    level = _level(path)
    with parquet().ParquetFile(path) as file:
        for rows in file.iter_batches(batch_size):
            yield Batch(*(_array(rows.column(name), level) for name in Batch._fields))


def _array(column: Any, level: Level) -> npt.NDArray[Any]:
    if not hasattr(column, "flatten") or column.type.num_fields == 0:
        return np.array(column.to_numpy(zero_copy_only=False))
    cells = column.flatten().to_numpy(zero_copy_only=False)
    return np.array(cells.reshape(len(column), level.height, level.width))


def _level(path: Path) -> Level:
    try:
        request = parquet().read_schema(path).metadata[b"sapper"]
        return Level.parse(json.loads(request)["level"])
    except (OSError, ValueError, KeyError, TypeError, RecursionError):
        raise BadDataset(f"{path} is not a shard of a data set") from None
