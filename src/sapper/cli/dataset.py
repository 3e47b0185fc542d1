"""sapper dataset: write millions of positions with exact labels."""

from __future__ import annotations

import time
from contextlib import AbstractContextManager, closing
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn

from sapper.cli import completion
from sapper.cli.console import ExitCode, LevelOption, print_error, read_level, with_exit_code
from sapper.cli.options import (
    DEFAULT_PLAYER,
    ClusterOption,
    FirstClickOption,
    SeedOption,
    check_threads,
)
from sapper.data.folder import Folder, shard_name
from sapper.data.making import Make, make_here, make_on_cluster
from sapper.data.request import Request
from sapper.formatting import counted
from sapper.rules.errors import SapperError
from sapper.rules.view import FirstClick

HELP = """\
OUT is a folder of Parquet shards. Each position has the risk of every cell, the cells that are
certain, the player's move and how its game ended. Shard i has the same bytes on any number of
threads or workers. Ctrl-C or a crash loses only unfinished shards: the same command continues
from there, and makes again what is damaged. OUT/_README.md says what is in it and how it was
made; sapper.data.read(OUT) reads it.

\b
Examples:
  sapper dataset positions --level expert --positions 1000000 --seed 1 --threads 2
  sapper dataset small --level 6x6/6 --positions 20000 --player fast --first-click zero
  sapper dataset big --positions 50000000 --cluster tcp://10.0.0.5:8786
"""


@with_exit_code
def run(
    out: Annotated[Path, typer.Argument(metavar="OUT", help="A new folder, or one to continue.")],
    level: LevelOption = None,
    positions: Annotated[int, typer.Option(metavar="N", help="How many.")] = 100_000,
    seed: SeedOption = 1,
    player: Annotated[
        str,
        typer.Option(
            metavar="NAME",
            help="Who plays: fast, master or deep.",
            autocompletion=completion.kernel_players,
        ),
    ] = DEFAULT_PLAYER,
    first_click: FirstClickOption = FirstClick.SAFE,
    every: Annotated[
        int, typer.Option(metavar="N", help="Take one position in N moves, on average.")
    ] = 8,
    shard_size: Annotated[
        int | None,
        typer.Option(metavar="N", help="Positions in a shard.  [default: 10000 for expert]"),
    ] = None,
    threads: Annotated[int, typer.Option(metavar="N", help="How many shards at once, here.")] = 1,
    cluster: ClusterOption = None,
) -> ExitCode:
    check_threads(threads)
    if shard_size == 0:
        raise SapperError("--shard-size must be at least 1, not 0")
    request = Request(
        read_level(level), first_click, player, positions, seed, every, shard_size or 0
    )
    request.strength  # noqa: B018  # refuses an unsuitable player before anything is written
    folder = Folder(out, request)
    making = make_here(threads) if cluster is None else make_on_cluster(cluster)
    return _carry_out(folder, making)


def _carry_out(folder: Folder, making: AbstractContextManager[Make]) -> ExitCode:
    tasks = list(folder.missing())
    before, made = time.perf_counter(), 0
    try:
        with _bar() as bar, making as make, closing(make(tasks)) as shards:
            request = folder.request
            there = request.positions - sum(request.rows(task.number) for task in tasks)
            line = bar.add_task("positions", total=request.positions, completed=there)
            for shard in shards:
                folder.keep(shard)
                made += request.rows(shard.number)
                bar.update(line, advance=request.rows(shard.number))
    except KeyboardInterrupt:
        print_error("interrupted: finished shards are kept; the same command continues from there")
        return ExitCode.INTERRUPTED
    _report(folder, made, time.perf_counter() - before)
    return ExitCode.DONE


def _bar() -> Progress:
    console = Console(stderr=True)
    columns = ("{task.description}", BarColumn(30), MofNCompleteColumn(), TimeRemainingColumn())
    return Progress(*columns, console=console, transient=True, disable=not console.is_terminal)


def _report(folder: Folder, made: int, seconds: float) -> None:
    request = folder.request
    shards = [folder.path / shard_name(number) for number in range(request.shards)]
    size = sum(path.stat().st_size for path in shards) / 1e6
    positions = f"{request.positions:,} position{'s' if request.positions > 1 else ''}"
    print(f"{folder.path}: {positions}, {counted(len(shards), 'shard')}, {size:,.1f} MB")
    if made:
        print(f"{made:,} made in {seconds:.1f} s, {made / seconds:,.0f} per second")
