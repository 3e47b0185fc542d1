"""The data card: the contents of a data set, and how to make it again."""

from __future__ import annotations

from importlib.metadata import version

from sapper.data.request import Request
from sapper.data.shard import COLUMNS

_TEXT = """\
---
pretty_name: Minesweeper positions with exact risks, {level}
size_categories: [{size}]
configs:
- config_name: default
  data_files: "shard-*.parquet"
---
# Minesweeper positions with exact risks

{positions:,} positions of level {name} ({width} columns, {height} rows, {mines} mines), taken from
games of Sapper's player `{player}` under the first-click rule `{first_click}`. After the first
click one position in {every} moves is taken on average, drawn from the seed; it is the position
before that move. The shards hold {shard_size:,} positions each, the last one the rest.

| column | type | meaning |
|---|---|---|
{columns}

Cells are counted row by row: cell (row, column) is at row * {width} + column, from 0.

Risks come from counting all layouts that agree with the view, each as likely as the others. They
are rounded to 32 bits, but a risk is 0 or 1 only where that is proved. The layout itself is not in
the data; the board id `{board}` followed by the game's number has it.

Positions of one game are next to each other and similar: split by `game`, not by row.

## Made by

    {command}

with Sapper {sapper} and pyarrow {pyarrow}, seed {seed}. The same command with the same versions
gives the same bytes; started again after it was stopped, it continues where it was.
"""


def card(request: Request) -> str:
    """Write the data card; nothing in it changes from run to run."""
    level = request.level
    types = _types(level.board.size)
    return _TEXT.format(
        level=level,
        name=level.name,
        size=_size(request.positions),
        positions=request.positions,
        width=level.width,
        height=level.height,
        mines=level.mines,
        player=request.player,
        first_click=request.first_click,
        every=request.every,
        shard_size=request.shard_size,
        columns="\n".join(
            f"| `{name}` | {types[name]} | {meaning} |" for name, meaning in COLUMNS.items()
        ),
        board=f"{level.width}x{level.height}x{level.mines}-{request.first_click}-{request.seed}-",
        command=command(request),
        sapper=version("sapper"),
        pyarrow=version("pyarrow"),
        seed=request.seed,
    )


def command(request: Request) -> str:
    """Return the command that makes the same data set."""
    return (
        f"sapper dataset OUT --level {request.level.name} --positions {request.positions} "
        f"--seed {request.seed} --player {request.player} --first-click {request.first_click} "
        f"--every {request.every} --shard-size {request.shard_size}"
    )


def _types(cells: int) -> dict[str, str]:
    numbers = {"game": "uint64", "move": "int32", "exact": "bool", "best": "int32", "won": "bool"}
    lists = {"view": "int8", "risk": "float32", "certain": "uint8"}
    return numbers | {name: f"{kind}[{cells}]" for name, kind in lists.items()}


def _size(positions: int) -> str:
    """Name the size as Hugging Face does."""
    sizes = [("1K", 10**3), ("10K", 10**4), ("100K", 10**5), ("1M", 10**6), ("10M", 10**7)]
    before = None
    for name, bound in sizes:
        if positions < bound:
            return f"n<{name}" if before is None else f"{before}<n<{name}"
        before = name
    return "n>10M" if before == "10M" else f"n>{before}"
