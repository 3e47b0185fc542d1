"""Compare the metrics of boards with a peer's, board by board.

    python benchmarks metrics [BOARDS]

3BV, openings, islands and both ZiNi of seeded boards of each level, ours (on one thread) against
ms_toollib's cal_bbbv, cal_op, Board.isl, cal_zini and cal_hzini. All must be equal; it fails
where one is not.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable

import ms_toollib
import numpy as np
from rich.console import Console
from rich.table import Table

from sapper.boards.metrics import metrics_many
from sapper.rules.board import Layout, Level
from sapper.rules.seeds import seeded_layout

SEED = 20_263
BOARDS = 10_000
PEER: dict[str, Callable[..., int]] = {
    "bbbv": ms_toollib.cal_bbbv,
    "openings": ms_toollib.cal_op,
    "islands": lambda board: int(ms_toollib.Board(board).isl),
    "zini": ms_toollib.cal_zini,
    "human_zini": ms_toollib.cal_hzini,
}


def peer_board(layout: Layout) -> list[list[int]]:
    """Return rows of clues with -1 for a mine."""
    clues = np.frombuffer(layout.clues(), dtype=np.uint8).astype(int)
    rows = np.where(layout.array == 1, -1, clues.reshape(layout.array.shape))
    return rows.tolist()  # type: ignore[no-any-return]  # what numpy's stub says


def compare(level: Level, count: int) -> list[str]:
    """Return a row of the table; stop the program where a board is measured differently."""
    layouts = [seeded_layout(level, SEED, index) for index in range(count)]
    boards = [peer_board(layout) for layout in layouts]
    start = time.process_time()
    ours = metrics_many(np.stack([layout.array for layout in layouts]))
    ours_took = time.process_time() - start
    start = time.process_time()
    theirs = {name: [call(board) for board in boards] for name, call in PEER.items()}
    theirs_took = time.process_time() - start
    for name in PEER:
        equal = int((ours[name] == np.array(theirs[name])).sum())
        if equal < count:
            sys.exit(f"{level.name}: {name} is equal on {equal:,} of {count:,} boards only")
    return [
        level.name,
        f"{count:,}",
        *(f"{ours[name].mean():.2f}" for name in PEER),
        f"{1e6 * ours_took / count:.1f}",
        f"{1e6 * theirs_took / count:.1f}",
        f"{theirs_took / ours_took:.1f}",
    ]


def main() -> None:
    count = int(sys.argv[1]) if len(sys.argv) > 1 else BOARDS
    table = Table(title=f"Metrics equal to ms_toollib's on every board (means; seed {SEED})")
    means = ("3BV", "openings", "islands", "ZiNi", "human ZiNi")
    for heading in ("level", "equal", *means, "µs a board", "µs, peer", "times faster"):
        table.add_column(heading, justify="right")
    for level in Level.NAMED.values():
        table.add_row(*compare(level, count))
    Console(width=120).print(table)


if __name__ == "__main__":
    main()
