"""One shard, with the same bytes wherever it is made."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

from sapper.batch.labels import Labels, label_games
from sapper.data.request import BadDataset, Request

if TYPE_CHECKING:
    import numpy.typing as npt

COLUMNS = {
    "game": "number of the game: the board is game `game` of the seed",
    "move": "clicks of the player before this position",
    "view": "what the player sees: -1 unopened, 0 to 8 opened; row by row",
    "risk": "exact chance that the cell is a mine, 0 where opened; row by row",
    "certain": "1 proved safe, 2 proved a mine, 0 neither or opened; row by row",
    "exact": "whether every risk was counted; otherwise some are estimates",
    "best": "the cell that the player opened next, as row * width + column",
    "won": "whether the player won this game",
}
"""The columns, and what they mean."""


@dataclass(frozen=True)
class Task:
    """Shard `number` of a request."""

    request: Request
    number: int


class Shard(NamedTuple):
    """A finished shard, as the bytes of a Parquet file."""

    number: int
    data: bytes


def parquet() -> Any:
    """Import pyarrow.parquet; raise BadDataset if it is missing."""
    try:
        import pyarrow.parquet
    except ImportError:
        raise BadDataset("data sets need pyarrow: pip install pyarrow") from None
    return pyarrow.parquet


def make_shard(task: Task, stopped: Callable[[], bool] = lambda: False) -> Shard:
    """Play, label and write a shard; raise KeyboardInterrupt once `stopped` returns true."""
    request = task.request
    labels = label_games(
        request.strength,
        request.level,
        request.first_click,
        seed=request.seed,
        start=request.first_game(task.number),
        positions=request.rows(task.number),
        every=request.every,
        stopped=stopped,
    )
    return Shard(task.number, _bytes(labels, task))


def _bytes(labels: Labels, task: Task) -> bytes:
    pq = parquet()
    import pyarrow as pa

    columns = {name: _column(values) for name, values in labels._asdict().items()}
    metadata = {b"sapper": json.dumps(task.request.to_json() | {"shard": task.number}).encode()}
    sink = pa.BufferOutputStream()
    table = pa.table(columns).replace_schema_metadata(metadata)
    packing = {"compression": "zstd", "compression_level": 3, "write_page_checksum": True}
    pq.write_table(table, sink, store_schema=True, **packing)
    return bytes(sink.getvalue().to_pybytes())


def _column(values: npt.NDArray[Any]) -> Any:
    """Make an Arrow column; cells become lists of a fixed length."""
    import pyarrow as pa

    flat = pa.array(values.ravel())
    return flat if values.ndim == 1 else pa.FixedSizeListArray.from_arrays(flat, values.shape[1])
