"""Compare replays with a peer's reading of them, file by file.

    python benchmarks replays FOLDER

For every replay in a folder: the mines, the mouse events, the 3BV, the outcome and the clicks, as
we read and play them, against ms_toollib's. The peer runs in a separate process, once a file,
because some files make it abort the interpreter. Moves that move nothing are left out, and places
outside of the board are one place, since programs write them differently.
"""

from __future__ import annotations

import json
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from rich.console import Console
from rich.table import Table

from sapper import SapperError, metrics
from sapper.boards.metrics import game_metrics
from sapper.replays import SUFFIXES, Mouse, Replay, read_replay

COMPARED = ("mines", "events", "3BV", "3BV done", "clicks")
PEER_CLASSES = {"avf": "AvfVideo", "rmv": "RmvVideo", "evf": "EvfVideo", "mvf": "MvfVideo"}


def ours(replay: Replay) -> dict[str, Any]:
    """Return what is compared, as we read it."""
    played = game_metrics(replay.game)
    clicks = replay.clicks
    return {
        "mines": sorted(map(list, replay.layout.mines)),
        "events": [[event.time, str(event.mouse), event.x, event.y] for event in replay.events],
        "3BV": metrics(replay.layout).bbbv,
        "3BV done": played.solved_bbbv,
        "clicks": [clicks.left, clicks.right, clicks.both],
    }


def peer(path: Path) -> dict[str, Any]:
    """Return the same as the peer reads it; it may end this process."""
    import ms_toollib

    video = getattr(ms_toollib, PEER_CLASSES[path.suffix[1:].lower()])(str(path))
    video.parse()
    video.analyse()
    video.current_time = 1e6
    mice = [
        (each.time, each.event.unwrap_mouse()) for each in video.events if each.event.is_mouse()
    ]
    return {
        "mines": [
            [row, column]
            for row, cells in enumerate(video.board)
            for column, cell in enumerate(cells)
            if cell == -1
        ],
        "events": [[round(1000 * time), mouse.mouse, mouse.x, mouse.y] for time, mouse in mice],
        "3BV": video.bbbv,
        "3BV done": video.bbbv_solved,
        "clicks": [video.left, video.right, video.double],
    }


def peer_reading(path: Path) -> dict[str, Any] | str:
    """Run the peer in a separate process; return its answer, or how it failed."""
    if path.suffix.lower() == ".rawvf":
        return "no reader"
    command = [sys.executable, str(Path(__file__).resolve()), "--peer", str(path.resolve())]
    with TemporaryDirectory() as folder:  # the peer leaves a log where it aborts
        done = subprocess.run(command, capture_output=True, text=True, cwd=folder, check=False)
    if done.returncode < 0:
        return "aborts"
    return json.loads(done.stdout) if done.returncode == 0 else "refuses"


def plain(events: list[list[Any]], replay: Replay) -> list[list[Any]]:
    """Return events without moves that move nothing; all places off the board are one."""
    board, size = replay.layout.board, replay.cell_size
    most = board.width * size, board.height * size
    kept: list[list[Any]] = []
    for time, mouse, x, y in events:
        inside = 0 <= x < most[0] and 0 <= y < most[1]
        if mouse == Mouse.PREFLAG:  # the peer has the corner of the cell, we have its middle
            x, y = x - x % size, y - y % size
        place = [x, y] if inside else list(most)
        if mouse != Mouse.MOVE or not kept or kept[-1][2:] != place:
            kept.append([time, str(mouse), *place])
    return kept


def row(path: Path) -> tuple[list[str], int]:
    """Return a row of the table, and how many of its figures differ."""
    name, theirs = path.name[:40], peer_reading(path)
    try:
        replay = read_replay(path)
    except SapperError as error:
        where = str(error).split(":")[0]
        return [name, f"refused, {where}", str(theirs)[:10]], int(isinstance(theirs, dict))
    head = [name, f"{replay.format}, {replay.layout.level}, {replay.game.outcome}"]
    if isinstance(theirs, str):
        return [*head, theirs], 0
    mine = ours(replay)
    for side in (mine, theirs):
        side["events"] = plain(side["events"], replay)
    equal = [mine[each] == theirs[each] for each in COMPARED]
    counts = [len(mine["mines"]), len(mine["events"]), *(mine[each] for each in COMPARED[2:])]
    cells = [
        str(count)
        if same
        else f"{count} ≠ {theirs[each] if each != 'events' else len(theirs[each])}"
        for count, same, each in zip(counts, equal, COMPARED, strict=True)
    ]
    return [*head, "reads", *cells], equal.count(False)


def main() -> None:
    if sys.argv[1:2] == ["--peer"]:
        print(json.dumps(peer(Path(sys.argv[2]))))
        return
    if find_spec("ms_toollib") is None:
        sys.exit("ms_toollib is not installed")
    folder = Path(sys.argv[1])
    table = Table(title="Replays against ms_toollib; what differs has both figures")
    for heading in ("file", "replay", "peer", *COMPARED):
        table.add_column(heading)
    paths = sorted(path for path in folder.rglob("*") if path.suffix.lower() in SUFFIXES)
    rows = [row(path) for path in paths]
    for cells, _ in rows:
        table.add_row(*cells)
    Console(width=180).print(table)
    print(f"{len(rows)} files, {sum(wrong for _, wrong in rows)} figures differ")


if __name__ == "__main__":
    main()
