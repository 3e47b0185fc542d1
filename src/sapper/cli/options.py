"""Options that several commands have, and the checks of their values."""

from __future__ import annotations

import secrets
from pathlib import Path
from typing import Annotated, Final

import typer

from sapper.arena.fairness import read_secret
from sapper.arena.record import recorded_secret
from sapper.arena.run import MOST_THREADS
from sapper.cli import completion
from sapper.cli.console import SEED_HELP, read_text
from sapper.rules.errors import SapperError
from sapper.rules.seeds import check_seed
from sapper.rules.view import FirstClick

DEFAULT_PLAYER: Final = "master"
DEFAULT_GAMES: Final = 1_000
PLAYERS_HELP: Final = (
    "master, fast, deep, least-risk, logical, textbook, cautious, random, your own MODULE:CLASS, "
    "or a program as 'cmd:PROGRAM ARGUMENTS'"
)
FIRST_CLICK_HELP: Final = "Guarantee for the first click."
_MOST_GAMES: Final = 1_000_000_000

PlayerOption = Annotated[
    str,
    typer.Option(metavar="NAME", help=f"{PLAYERS_HELP}.", autocompletion=completion.players),
]
FirstClickOption = Annotated[FirstClick, typer.Option(help=FIRST_CLICK_HELP)]
GamesOption = Annotated[
    int | None, typer.Option(metavar="N", help=f"Number of games.  [default: {DEFAULT_GAMES}]")
]
SeedOption = Annotated[int, typer.Option(metavar="N", help=SEED_HELP)]
ThreadsOption = Annotated[
    int, typer.Option(metavar="N", help="Games to play in parallel on this machine.")
]
MoveSecondsOption = Annotated[
    float | None,
    typer.Option(
        metavar="S", help="Time limit per move for players in other processes.  [default: 10]"
    ),
]
ResumeOption = Annotated[
    Path | None,
    typer.Option(
        metavar="FILE",
        help="Save finished games here, and continue from here, even with more --games.",
    ),
]
SalvageOption = Annotated[
    bool, typer.Option("--salvage", help="Play damaged parts of the --resume file again.")
]
ClusterOption = Annotated[
    str | None,
    typer.Option(metavar="ADDRESS", help="Play on a Dask cluster: tcp://HOST:PORT or local:N."),
]
SecretOption = Annotated[
    Path | None,
    typer.Option(
        metavar="FILE",
        help="Repeat the run whose secret is in this file.  [default: a new secret]",
    ),
]
SealedOption = Annotated[
    bool,
    typer.Option(
        "--sealed",
        help="Draw the boards from a secret; print its hash first, and the secret at the end.",
    ),
]
LogOption = Annotated[
    Path | None, typer.Option(metavar="FILE", help="Log the protocol messages to this file.")
]


def check_threads(threads: int) -> None:
    if not 1 <= threads <= MOST_THREADS:
        raise SapperError(f"--threads must be from 1 to {MOST_THREADS}, not {threads}")


def check_counts(games: int | None, seed: int, move_seconds: float | None) -> None:
    count = DEFAULT_GAMES if games is None else games
    if not 1 <= count <= _MOST_GAMES:
        raise SapperError(f"--games must be from 1 to {_MOST_GAMES}, not {count}")
    check_seed(seed, count)
    if move_seconds is not None and not 0 < move_seconds <= 86_400:
        raise SapperError(f"--move-seconds must be above 0 and at most 86400, not {move_seconds}")


def chosen_secret(given: Path | None, record: Path | None = None) -> str:
    """Return the secret of the given file, else of the record to resume, else a new one."""
    if given is not None:
        return read_secret(read_text(given), given)
    return (record and recorded_secret(record)) or secrets.token_hex(32)


def refuse_secret(given: Path | None) -> None:
    if given is not None:
        raise SapperError("--secret is for third-party players or --sealed: leave it out")
