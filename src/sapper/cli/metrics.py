"""sapper metrics: measure how much work a board is, and how a game did it."""

from __future__ import annotations

import json as json_module
from dataclasses import asdict
from typing import Annotated, Any

import typer

from sapper.boards.metrics import GameMetrics, Metrics, game_metrics, metrics
from sapper.cli.board_file import BoardArgument, NumberedLevelOption, read_board_file
from sapper.cli.console import STDIN, ExitCode, JsonOption, with_exit_code
from sapper.formatting import share
from sapper.rules.errors import SapperError
from sapper.rules.game import Game
from sapper.rules.reading import BoardForm

HELP = """\
FILE is whatever sapper new writes (pictures, rows of * and ., ids, JSON, .mbf, CSV, Parquet, lines
of numbers with --level), or played games in JSON. Several boards get a line each, with
--json an object on each line. For a game, the 3BV done, clicks, 3BV/s and IOE (3BV done per click)
are printed too.

\b
Examples:
  sapper new --level expert --seed 4 | sapper metrics
  sapper metrics game.json --seconds 92.4
  sapper metrics --json board.mbf
"""


@with_exit_code
def run(
    file: BoardArgument = STDIN,
    seconds: Annotated[
        float | None,
        typer.Option(metavar="S", help="How long the game took.  [default: as recorded]"),
    ] = None,
    level: NumberedLevelOption = None,
    json: JsonOption = False,
) -> ExitCode:
    boards = read_board_file(file, level)
    tell = _as_line if len(boards) > 1 else _as_text
    for board in boards:
        found = _measured(board, seconds)
        print(json_module.dumps(_as_json(found)) if json else tell(found))
    return ExitCode.DONE


def _measured(thing: BoardForm, seconds: float | None) -> Metrics | GameMetrics:
    if isinstance(thing, Game) and thing.actions:
        return game_metrics(thing, seconds)
    if seconds is not None:
        raise SapperError("a layout takes no time: --seconds is for played games")
    return metrics(thing)


def _as_json(found: Metrics | GameMetrics) -> dict[str, Any]:
    return found.to_json() if isinstance(found, GameMetrics) else asdict(found)


def _as_line(found: Metrics | GameMetrics) -> str:
    return "  ".join(f"{name} {value:>4}" for name, value in _values(found))


def _values(found: Metrics | GameMetrics) -> list[tuple[str, int]]:
    board = found.board if isinstance(found, GameMetrics) else found
    return [
        ("3BV", board.bbbv),
        ("openings", board.openings),
        ("islands", board.islands),
        ("ZiNi", board.zini),
        ("human ZiNi", board.human_zini),
    ]


def _as_text(found: Metrics | GameMetrics) -> str:
    text = [f"{name:<12}{value:>8}" for name, value in _values(found)]
    return "\n".join([*text, *_game_lines(found)] if isinstance(found, GameMetrics) else text)


def _game_lines(found: GameMetrics) -> list[str]:
    done = f"{found.solved_bbbv} of {found.board.bbbv}"
    lines = [f"{'3BV done':<12}{done:>8} ({share(found.solved)})"]
    lines.append(f"{'clicks':<12}{found.clicks:>8}")
    if found.ioe is not None:
        lines.append(f"{'IOE':<12}{found.ioe:>8.3f}")
    if found.seconds is not None:
        lines.append(f"{'seconds':<12}{found.seconds:>8.2f}")
    if found.bbbv_per_second is not None:
        lines.append(f"{'3BV/s':<12}{found.bbbv_per_second:>8.3f}")
    return lines
