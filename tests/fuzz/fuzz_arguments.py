"""A seeded fuzzer of the library's public calls, each with one wrong argument.

    PYTHONPATH=tests python -m fuzz.fuzz_arguments CALLS [FIRST_SEED]
    PYTHONPATH=tests python -m fuzz.fuzz_arguments case SEED

A whole number may come as any integer of numpy: the answer is the same. Anything else ends in an
answer or in a SapperError of a few lines, within seconds of processor time.
"""

from __future__ import annotations

import datetime
import sys
import time
import traceback
from collections.abc import Callable, Iterator
from itertools import islice
from typing import Any

import numpy as np
from fuzz.material import ODD_THINGS, Dice

import sapper
from sapper import Board, Game, Layout, Level, View
from sapper.knowledge.classic import Minesweeper, MinesweeperAI

MOST_SECONDS = 2.0  # of the processor
MOST_LETTERS = 500  # of a message
INTEGERS: list[Any] = [
    np.int8,
    np.int16,
    np.int32,
    np.int64,
    np.uint8,
    np.uint16,
    np.uint32,
    np.uint64,
]


def _nested(depth: int) -> list[Any]:
    value: list[Any] = []
    for _ in range(depth):
        value = [value]
    return value


MORE_ODD_THINGS: list[Any] = [
    *(10**5000, -(10**5000), _nested(3000), "x" * 200_000, b"\xff" * 1000, np.zeros((3, 3))),
    *((np.uint8(255), np.uint8(255)), (1.5, 2), (10**5000, 0), (0,), (0, 1, 2), "A1", slice(3)),
    *(np.uint64(2**64 - 1), np.int8(-128), float("inf"), range(3), iter([]), {1: 2}, print),
]

ROWS = [[1, -1, -1], [1, -1, -1], [0, 1, -1]]
LAYOUT = "..*\n...\n*..\n"


def _view() -> View:
    return View.of(ROWS, mines=2)


def _layout() -> Layout:
    return sapper.read_layout(LAYOUT)


def _begun() -> Game:
    game = Game.of(_layout())
    game.open((0, 0))
    return game


def _played(*ways: str) -> Callable[..., Any]:
    """Return a function that does something with a cell of a game, and gives the record."""

    def play(cell: Any, time: Any = None) -> Any:
        game = _begun()
        for way in ways:
            getattr(game, way)(cell, time=time)
        return sapper.game_to_json(game)

    return play


def _generated(level: Any, **options: Any) -> Any:
    return sapper.board_id(sapper.generate(level, **options))


def _many(level: Any, **options: Any) -> Any:
    boards = sapper.generate_many(level, **options)
    return [sapper.board_id(board) for board in islice(boards, 2)]


def _seeded(level: Any, **options: Any) -> Any:
    game = Game(level, **options)
    game.open((3, 3))
    return sapper.game_to_json(game)


def _observed(clues: Any) -> Any:
    return list(map(str, sapper.KnowledgeBase(Board(2, 3)).observe(clues)))


def _taught(cell: Any, count: Any) -> Any:
    ai = MinesweeperAI(2, 3)
    ai.add_knowledge(cell, count)
    return sorted(ai.safes)


# each call with arguments that are right
CALLS: list[tuple[Callable[..., Any], dict[str, Any]]] = [
    (Board, {"height": 9, "width": 7}),
    (lambda cell: Board(9, 7).index(cell), {"cell": (3, 4)}),
    (lambda cell: Board(9, 7).neighbours(cell), {"cell": (3, 4)}),
    (lambda cell: cell in Board(9, 7), {"cell": (3, 4)}),
    (lambda place: Board(9, 7).cell(place), {"place": 30}),
    (Level, {"width": 9, "height": 7, "mines": 10}),
    (Level.of, {"level": "beginner"}),
    (Level.parse, {"text": "9x9/10"}),
    (Layout.of, {"board": Board(3, 3), "mines": [(0, 2)]}),
    (lambda cell: _layout().is_mine(cell), {"cell": (0, 2)}),
    (lambda **given: repr(View(**given)), {"height": 9, "width": 7, "mines": 10}),
    (lambda **given: str(View.of(**given)), {"rows": ROWS, "mines": 2, "first_click": "safe"}),
    (lambda cell: _view()[cell], {"cell": (0, 1)}),
    (lambda cell: _view().is_opened(cell), {"cell": (0, 1)}),
    (_seeded, {"level": "expert", "seed": 5, "index": 3, "first_click": "zero"}),
    (_played("open"), {"cell": (2, 2), "time": 1.5}),
    (_played("flag"), {"cell": (0, 2), "time": 2}),
    (_played("chord"), {"cell": (0, 0), "time": None}),
    (_played("open", "undo"), {"cell": (0, 2), "time": 2}),
    (lambda layout: repr(Game.of(layout)), {"layout": _layout()}),
    (lambda view, **more: sapper.analyse(view, **more).to_json(), {"view": _view(), "mines": 2}),
    (lambda view, **more: sapper.perfect(view, **more).value, {"view": _view(), "mines": 2}),
    (lambda view: str(sapper.advise(view).reason), {"view": _view()}),
    (lambda view, cell: str(sapper.explain(view, cell)), {"view": _view(), "cell": (0, 1)}),
    (_observed, {"clues": {(0, 0): 1}}),
    (lambda number: _observed({(0, 0): number}), {"number": 1}),
    (_taught, {"cell": (0, 0), "count": 1}),
    (lambda cell: Minesweeper(3, 3, 2, seed=1).is_mine(cell), {"cell": (2, 2)}),
    (lambda cell: Minesweeper(3, 3, 2, seed=1).nearby_mines(cell), {"cell": (2, 2)}),
    (_generated, {"level": "9x9/10", "first": (4, 4), "seed": 3, "index": 2, "attempts": 500}),
    (_generated, {"level": "9x9/10", "method": "repair", "hardest": 2, "first_click": "zero"}),
    (_many, {"level": "9x9/10", "count": 2, "threads": 2, "seed": 3, "index": 2}),
    (lambda layout, first: str(sapper.grade(layout, first)),
     {"layout": _layout(), "first": (0, 0)}),
    (lambda layout: str(sapper.metrics(layout)), {"layout": _layout()}),
    (lambda **given: repr(sapper.puzzle(**given)), {"technique": "subset", "seed": 3, "index": 1}),
    (lambda day, level: sapper.board_id(sapper.daily_board(day, level)),
     {"day": datetime.date(2026, 1, 2), "level": "beginner"}),
    (lambda name, seed: type(sapper.make_player(name, seed)), {"name": "random", "seed": 3}),
    (lambda game: str(sapper.review(game).accuracy), {"game": _begun()}),
    (lambda board: sapper.board_id(board), {"board": _layout()}),
    (lambda text: repr(sapper.game_from_id(text)), {"text": "9x9x10-safe-42-0"}),
    *((lambda text, read=read: repr(read(text)), {"text": LAYOUT})
      for read in (sapper.read_layout, sapper.read_view, sapper.read_position)),
    *((lambda game, write=write: write(game), {"game": _begun()})
      for write in (sapper.write_rawvf, sapper.write_evf, sapper.game_to_json)),
    (lambda view: sapper.write_view(view), {"view": _view()}),
    (lambda data: repr(sapper.view_from_json(data)), {"data": sapper.view_to_json(_view())}),
    (lambda data: repr(sapper.game_from_json(data)), {"data": sapper.game_to_json(_begun())}),
]  # fmt: skip


def numbers(value: Any, dice: Dice) -> Any:
    """Return a value with integers of numpy in place of its whole numbers, or None without any."""
    if isinstance(value, int) and not isinstance(value, bool):
        fitting = [kind for kind in INTEGERS if np.iinfo(kind).min <= value <= np.iinfo(kind).max]
        return dice.choice(fitting)(value)
    if isinstance(value, tuple) and value and all(isinstance(part, int) for part in value):
        return tuple(numbers(part, dice) for part in value)
    return None


def attempt(seed: int) -> str:
    """Make one call; return how it ended. Raise AssertionError, or what it raised, if wrongly."""
    dice = Dice(seed)
    place = dice.randrange(len(CALLS))
    call, right = CALLS[place]
    name = dice.choice(list(right))
    same = numbers(right[name], dice) if dice.random() < 0.4 else None
    wrong = dice.choice(ODD_THINGS + MORE_ODD_THINGS) if same is None else same
    begun = time.process_time()
    refusal, answer = "", None
    try:
        answer = call(**right | {name: wrong})
    except sapper.SapperError as error:
        refusal = str(error)
    seconds = time.process_time() - begun
    what = f"call {place}, {name} of type {type(wrong).__name__}"
    if same is not None:
        assert not refusal, f"{what} is refused: {refusal}"
        assert _equal(answer, call(**right)), f"{what} gives another answer"
    assert len(refusal) <= MOST_LETTERS, f"{what}: a message of {len(refusal)} letters"
    assert seconds < MOST_SECONDS, f"{what}: {seconds:.1f} s"
    return "refused" if refusal else "answered"


def _equal(one: Any, other: Any) -> bool:
    return repr(one) == repr(other) and type(one) is type(other)


def failures(calls: int, seed: int) -> Iterator[tuple[int, str]]:
    """Yield the seeds of calls that ended wrongly, and how."""
    for case in range(seed, seed + calls):
        try:
            attempt(case)
        except Exception:  # any exception is a finding
            yield case, traceback.format_exc(limit=-2)


def main(words: list[str]) -> int:
    if words[:1] == ["case"]:
        print(attempt(int(words[1])))
        return 0
    calls, seed = int(words[0]) if words else 30_000, int(words[1]) if words[1:] else 1
    found = 0
    for case, how in failures(calls, seed):
        found += 1
        print(f"case {case}: {how}", file=sys.stderr)
    print(f"fuzz_arguments: {calls} calls from seed {seed}, {found} ended wrongly")
    return min(found, 1)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
