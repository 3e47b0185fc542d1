"""sapper review: show the risk of each move of a game, and better moves."""

from __future__ import annotations

import contextlib
import json as json_module
from datetime import datetime
from pathlib import Path
from typing import Annotated

import typer

from sapper.cli.board_file import (
    BoardArgument,
    NumberedLevelOption,
    WhichOption,
    boards_in,
    chosen,
)
from sapper.cli.console import (
    STDIN,
    AsciiOption,
    ExitCode,
    JsonOption,
    only_ascii,
    read_bytes,
    terminal_columns,
    wants_colour,
    with_exit_code,
)
from sapper.cli.game_file import SAVE_HELP, check_save, save_game
from sapper.cli.paragraphs import wrapped
from sapper.cli.review_folder import print_csv, print_summary, rows
from sapper.cli.review_replay import replay_to_json, statistics
from sapper.cli.tables import print_table
from sapper.formatting import at, counted, share
from sapper.replays import SUFFIXES, Replay, is_replay, read_replay
from sapper.reviewing import (
    Judgement,
    Review,
    Verdict,
    points,
    review,
    review_to_json,
    summed_up,
    title,
)
from sapper.rules.board import Layout
from sapper.rules.errors import SapperError
from sapper.rules.game import Game
from sapper.rules.json_forms import Json, game_from_json
from sapper.rules.reading import history_records
from sapper.rules.rendering import Sign, render_text

HELP = """\
FILE is a game in JSON, as sapper watch --save writes it, or a history, as Export on the web
page's History writes it; --game says which of its games. It may be a replay of another program:
AVF (Arbiter, Freesweeper), RMV (Viennasweeper), EVF (Metasweeper), MVF (Clone) or RAWVF. A folder
gives the figures of all replays in it. Boards are read too, but nothing was
played on them yet. Each opening is judged by what could be
known before it: proved safe, best guess, worse guess, missed safe cell, or certain mine. Its loss
is the chance of winning that it gave away, in points; accuracy is 100 if no move lost anything.
The table lists guesses and faults; the costliest fault is drawn with the cell that was played in
[brackets].

\b
Examples:
  sapper watch --player textbook --seed 3 --save game.json; sapper review game.json
  sapper review --json game.json
  sapper review sapper-history.json --game 3
  sapper review game.avf
  sapper review replays --csv > replays.csv
  sapper review game.json --save game.rawvf
"""

_COLUMNS = 80  # of the chart if the output is not a terminal
_HEADINGS = ("move", "cell", "risk", "loss", "verdict", "better")
_LISTED = 8  # games of a history that are listed to choose from
_BARS = " ▁▂▃▄▅▆▇█"
_COUNTED = {  # where a judgement is no noun, or its plural has no s
    Judgement.FREE: ("first click",),
    Judgement.CERTAIN: ("proved safe", "proved safe"),
    Judgement.BEST_GUESS: ("best guess", "best guesses"),
    Judgement.WORSE_GUESS: ("worse guess", "worse guesses"),
    Judgement.IDLE: ("without effect", "without effect"),
}
_ASCII_BARS = " .:-=+*#@"


@with_exit_code
def run(
    file: BoardArgument = STDIN,
    game: WhichOption = None,
    level: NumberedLevelOption = None,
    save: Annotated[Path | None, typer.Option(metavar="FILE", help=SAVE_HELP)] = None,
    csv: Annotated[
        bool, typer.Option("--csv", help="Print a line for each replay of a folder.")
    ] = False,
    json: JsonOption = False,
    ascii: AsciiOption = False,
) -> ExitCode:
    if file.is_dir():
        _review_folder(file, csv, json or save is not None, only_ascii(ascii))
        return ExitCode.DONE
    if csv:
        raise SapperError("--csv is for a folder of replays")
    if save is not None:
        check_save(save)
    data = read_bytes(file)
    named = file.suffix.lower() in SUFFIXES  # so that an error names it as a replay
    replay = read_replay(data) if named or is_replay(data) else None
    played = _game(data, file, game, level) if replay is None else replay.game
    if save is not None:
        save_game(played, save)
    judged = review(played) if replay is None or replay.unjudged is None else None
    if json:
        print(json_module.dumps(_to_json(judged, replay)))
    else:
        _tell(judged, replay, only_ascii(ascii))
    return ExitCode.DONE


def _review_folder(folder: Path, csv: bool, other: bool, ascii_only: bool) -> None:
    if other:
        raise SapperError("--json and --save are for one game, not for a folder")
    if csv:
        print_csv(rows(folder))
    else:
        print_summary(rows(folder), ascii_only)


def _to_json(judged: Review | None, replay: Replay | None) -> Json:
    about = {} if replay is None else {"replay": replay_to_json(replay)}
    return about if judged is None else review_to_json(judged) | about


def _tell(judged: Review | None, replay: Replay | None, ascii_only: bool) -> None:
    if replay is not None:
        for line in statistics(replay):
            print(wrapped(line))
        print(*([f"{replay.unjudged} Its moves are not judged."] if replay.unjudged else []))
    if judged is not None:
        _print(judged, ascii_only)
        if not judged.verdicts:
            print("Nothing was played on this board yet.")


def _game(data: bytes, file: Path, number: int | None, level: str | None) -> Game:
    records = history_records(data)
    if records is not None:
        return game_from_json(_chosen(records, number).get("game"))
    board = chosen(boards_in(data, file, level), number)
    return Game.of(board) if isinstance(board, Layout) else board


def _chosen(records: list[Json], number: int | None) -> Json:
    if not records:
        raise SapperError("this history has no game in it")
    if number is None and len(records) > 1:
        last = list(enumerate(records, 1))[-_LISTED:]
        listed = "; ".join(f"{place} {_named(record)}" for place, record in last)
        earlier = "" if len(last) == len(records) else f"1 to {len(records) - _LISTED} are older; "
        raise SapperError(f"choose one of {len(records)} games with --game N: {earlier}{listed}")
    if number is not None and not 1 <= number <= len(records):
        raise SapperError(f"--game must be from 1 to {len(records)} here, not {number}")
    return records[(number or 1) - 1]


def _named(record: Json) -> str:
    """Name a game of a history by its level, outcome and day, as far as they are known."""
    game, ended = record.get("game"), record.get("ended")
    words = [game.get("level"), game.get("outcome")] if isinstance(game, dict) else []
    with contextlib.suppress(TypeError, ValueError, OverflowError, OSError):
        words.append(datetime.fromtimestamp(ended).strftime("%Y-%m-%d %H:%M"))  # type: ignore[arg-type]  # or TypeError
    return ", ".join(str(word)[:20] for word in words if word is not None)


def _print(judged: Review, ascii_only: bool) -> None:
    columns = terminal_columns() or _COLUMNS
    noteworthy = [each for each in judged.verdicts if each.is_guess or each.is_fault]
    if noteworthy:
        table = [dict(zip(_HEADINGS, _row(each), strict=True)) for each in noteworthy]
        print_table(table, left=("verdict", "better"), folds="verdict", ascii_only=ascii_only)
        print(f"\n{_chart(judged, columns, ascii_only)}\n")
    if judged.costliest is not None:
        print(_picture(judged.costliest, ascii_only), end="\n\n")
    for line in [*_counts(judged), *summed_up(judged)]:
        print(wrapped(line))


def _row(verdict: Verdict) -> list[str]:
    risk = share(verdict.risk) if verdict.opens else ""
    where = [str(verdict.number), at(verdict.action.cell)]
    return [*where, risk, points(verdict), title(verdict), _better(verdict)]


def _better(verdict: Verdict) -> str:
    if not verdict.better:
        return ""
    best = "safe" if verdict.best_risk == 0 else share(verdict.best_risk)
    return f"{at(verdict.better[0])}, {best}"


def _chart(judged: Review, columns: int, ascii_only: bool) -> str:
    """Draw the risk taken at each move above the least available, from left to right."""
    bars = _ASCII_BARS if ascii_only else _BARS
    series = {"risk taken": judged.risks, "least risk": judged.least_risks}
    room = max(1, columns - 13)
    return "\n".join(f"{name}  {_bars(values, room, bars)}" for name, values in series.items())


def _bars(values: list[float], room: int, bars: str) -> str:
    """Draw one bar per move, or the highest of several moves if there are too many."""
    share = -(-len(values) // room)
    highest = [max(values[start : start + share]) for start in range(0, len(values), share)]
    return "".join(bars[_height(value, len(bars) - 1)] for value in highest)


def _height(risk: float, most: int) -> int:
    """Return 0 only for no risk at all."""
    return min(most, int(risk * most) + 1) if risk > 0 else 0


def _picture(fault: Verdict, ascii_only: bool) -> str:
    assert fault.view is not None  # every fault has it
    signs = dict.fromkeys(fault.better, Sign.SAFE) if fault.best_risk == 0 else {}
    signs |= {fault.action.cell: Sign.CHOSEN}
    drawn = render_text(fault.view, colour=wants_colour(), ascii_only=ascii_only, signs=signs)
    return f"The costliest fault, before move {fault.number}:\n{drawn}"


def _counts(judged: Review) -> list[str]:
    """Return the numbers of moves by judgement; nothing if there was none."""
    found = ", ".join(
        counted(judged.counts[each], *_COUNTED.get(each, (each,)))
        for each in Judgement
        if judged.counts[each]
    )
    return [f"{counted(len(judged.verdicts), 'move')}: {found}."] if found else []
