"""A seeded fuzzer of what Python can pass to the kernel and to the readers of notation.

    PYTHONPATH=tests python -m fuzz.fuzz_python SECONDS [FIRST_SEED]
    PYTHONPATH=tests python -m fuzz.fuzz_python case SEED

`make fuzz` runs it on a kernel built with ASan and UBSan. Any input may raise a SapperError,
or a TypeError where no iterable of positions was given, and nothing else.
"""

from __future__ import annotations

import faulthandler
import json
import secrets
import signal
import sys
import time
import traceback
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import numpy as np
from fuzz import board_trials
from fuzz.material import ODD_THINGS, Dice, options, played_game, position

from sapper.batch.games import Series, forecast_games, play_games
from sapper.batch.seeds import seeded_layout
from sapper.engine import Analysis, Chooser, Tracker, analyse, analyse_many, perfect
from sapper.rules.board import Layout, Level
from sapper.rules.board_id import board_id, game_from_id
from sapper.rules.errors import SapperError
from sapper.rules.file_formats import read_mbf, read_mine, read_position, write_mbf, write_mine
from sapper.rules.game import Game
from sapper.rules.json_forms import (
    game_from_json,
    game_to_json,
    layout_from_json,
    layout_to_json,
    view_from_json,
    view_to_json,
)
from sapper.rules.notation import read_layout, read_view, write_layout, write_view
from sapper.rules.view import FirstClick, ViewWriter

HANG_SECONDS = 120  # of the processor: a loaded machine is not a hang
CURRENT = Path("build/fuzz_python.seed")
TEXT_SIGNS = '#F.012345678*;xX/?H \t\n\r{}[]",:-\ufeff\x00\x85\u2028é٣mines safe zero none'


# --- the engine ------------------------------------------------------------------------------


def question(analysis: Analysis, dice: Dice) -> None:
    """Ask an analysis everything; its answers must be consistent."""
    risk = analysis.risk
    assert not risk.flags.writeable or risk.flags.owndata
    known = risk[~np.isnan(risk)]
    assert ((known >= 0) & (known <= 1)).all()
    assert len(analysis.safe) == (known == 0).sum()
    assert len(analysis.mines) == (known == 1).sum()
    json.dumps(analysis.to_json())
    repr(analysis)
    cell: Any = analysis.best() or (-1, 0)
    if dice.random() < 0.3:
        off = dice.randrange(-1, risk.shape[0] + 1), dice.randrange(-1, risk.shape[1] + 1)
        cell = dice.choice([off, dice.choice(ODD_THINGS), (dice.choice(ODD_THINGS), 0)])
    assert -1e-9 < sum(analysis.number_chances(cell)) < 1 + 1e-9


def try_analyse(dice: Dice) -> None:
    names = "mines", "density", "flags", "steps", "mebibytes"
    question(analyse(position(dice), **options(dice, *names)), dice)


def try_analyse_many(dice: Dice) -> None:
    names = "mines", "density", "flags", "steps", "mebibytes", "threads"
    positions = [position(dice) for _ in range(dice.randint(0, 4))]
    for analysis in analyse_many(positions, **options(dice, *names)):
        question(analysis, dice)


def lie(shown: ViewWriter, dice: Dice) -> None:
    """Show a number that may be false; raise SapperError if the cell is open."""
    board = shown.board
    shown.reveal((dice.randrange(board.height), dice.randrange(board.width)), dice.randrange(9))


def try_tracker(dice: Dice) -> None:
    shown = ViewWriter.of(played_game(dice).view)
    view: Any = shown.view if dice.random() < 0.9 else position(dice)
    tracker = Tracker(view, **options(dice, "density", "steps", "mebibytes"))
    tracker.update()
    if dice.random() < 0.5:
        lie(shown, dice)
        with suppress(SapperError):
            tracker.update()
    question(tracker.analysis(), dice)


def try_seeded_layout(dice: Dice) -> None:
    level = Level(9, 9, dice.randint(0, 81))
    seed, game = (dice.choice([dice.getrandbits(64), dice.choice(ODD_THINGS)]) for _ in range(2))
    spared = dice.choice([(), [0, 0, 5], range(81), [81], [-1], [dice.choice(ODD_THINGS[:40])]])
    assert sum(seeded_layout(level, seed, game, spared).mask) == level.mines


# --- the players -----------------------------------------------------------------------------


def try_perfect(dice: Dice) -> None:
    chosen: dict[str, Any] = {"nodes": dice.choice([0, 1, 1_000, 100_000])}
    if dice.random() < 0.2:
        chosen[dice.choice(["nodes", "mines"])] = dice.choice(ODD_THINGS)
    answer = perfect(position(dice), **chosen)
    assert 0 <= answer.value <= 1


def try_decide(dice: Dice) -> None:
    shown = ViewWriter.of(played_game(dice).view)
    view = shown.view
    if dice.random() < 0.3:
        lie(shown, dice)
    chooser = Chooser(dice.choice(["fast", "master"]), dice.choice(list(FirstClick)))
    for cell in chooser.decide(view).cells:
        assert not view.is_opened(cell)


def try_play_games(dice: Dice) -> None:
    width, height = dice.randint(1, 12), dice.randint(1, 12)
    level = Level(width, height, dice.randint(0, width * height))
    chosen: dict[str, Any] = {"seed": dice.getrandbits(64), "count": dice.randint(0, 6)}
    if dice.random() < 0.5:
        chosen["first"] = dice.randint(-1, height), dice.randint(-1, width)
    if dice.random() < 0.2:
        chosen[dice.choice(["seed", "start", "count", "first", "threads"])] = dice.choice(
            ODD_THINGS[:12]
        )
    if dice.random() < 0.3:
        chosen["layouts"] = [seeded_layout(level, seed) for seed in range(dice.randint(0, 3))]
    series = Series("fast", level, dice.choice(list(FirstClick)), **chosen)
    play_games(series)
    forecast_games(series, every_move=dice.choice([False, True]))


# --- the readers -----------------------------------------------------------------------------


def mutated(dice: Dice, text: str) -> str:
    for _ in range(dice.choice([0, 1, 1, 2, 5])):
        start = dice.randint(0, len(text))
        end = min(len(text), start + dice.choice([0, 0, 1, 1, 5, 100]))
        piece = dice.choice(
            [
                *("", dice.choice(TEXT_SIGNS), text[start:end] * 3, "9" * 5000, "[" * 5000),
                *("null", "1e999", "NaN", "-1", "true", "99999999999999999999"),
                chr(dice.choice([0, 10, 0xD800, 0x10FFFF, dice.randrange(0x110000)])),
            ]
        )
        text = text[:start] + piece + text[end:]
    return text


def noise(dice: Dice) -> str:
    return "".join(dice.choices(TEXT_SIGNS, k=dice.randint(0, 60)))


def game_layout(game: Game) -> Layout:
    return game.layout or seeded_layout(game.level, 1)


def text_of(dice: Dice) -> str:
    game = played_game(dice)
    view = game.view
    forms: list[Callable[[], str]] = [
        lambda: write_view(view),
        lambda: write_layout(game_layout(game)),
        lambda: write_mine(view),
        lambda: board_id(game if dice.random() < 0.5 else game_layout(game)),
        lambda: json.dumps(view_to_json(view)),
        lambda: json.dumps(layout_to_json(game_layout(game))),
        lambda: json.dumps(game_to_json(game)),
        lambda: noise(dice),
    ]
    return mutated(dice, dice.choice(forms)())


def try_text(dice: Dice) -> None:
    text = text_of(dice)
    for reader in (read_view, read_layout, read_mine, read_position, game_from_id, Level.parse):
        refused(reader, text)


def try_mbf(dice: Dice) -> None:
    data = bytearray(write_mbf(game_layout(played_game(dice))))
    for _ in range(dice.randint(0, 3)):
        data[dice.randrange(len(data))] = dice.randrange(256)
    if dice.random() < 0.3:
        data = data[: dice.randint(0, len(data))] + dice.randbytes(dice.randint(0, 3))
    refused(read_mbf, bytes(data) if dice.random() < 0.9 else dice.randbytes(dice.randint(0, 40)))


def spoil(dice: Dice, data: Any) -> Any:
    """Replace, drop or add something somewhere inside plain data."""
    if not isinstance(data, dict | list) or not data or dice.random() < 0.2:
        return dice.choice(ODD_THINGS)
    spoiled: Any = data.copy()
    key = dice.choice(list(spoiled)) if isinstance(spoiled, dict) else dice.randrange(len(spoiled))
    kind = dice.random()
    if kind < 0.2:
        del spoiled[key]
    else:
        spoiled[key] = spoil(dice, spoiled[key])
    return spoiled


def try_json(dice: Dice) -> None:
    game = played_game(dice)
    forms = [game_to_json(game), view_to_json(game.view), layout_to_json(game_layout(game))]
    data: Any = dice.choice(forms)
    for _ in range(dice.randint(0, 2)):
        data = spoil(dice, data)
    for reader in (view_from_json, layout_from_json, game_from_json):
        refused(reader, data)


def refused(reader: Callable[[Any], object], data: Any) -> None:
    """Read the data; a SapperError is as good as an answer."""
    try:
        reader(data)
    except SapperError as error:
        str(error)


# --- running ---------------------------------------------------------------------------------

TRIALS: dict[Callable[[Dice], None], float] = {
    try_analyse: 4,
    try_analyse_many: 1,
    try_tracker: 2,
    try_seeded_layout: 1,
    try_perfect: 1,
    try_decide: 2,
    try_play_games: 1,
    try_text: 3,
    try_mbf: 1,
    try_json: 3,
    **board_trials.TRIALS,
}


def run_case(seed: int) -> str:
    """Run one case; return what was tried and how it ended."""
    dice = Dice(seed)
    CURRENT.write_text(f"{seed}\n")  # a sanitizer ends the process without naming the case
    trial = dice.choices(list(TRIALS), list(TRIALS.values()))[0]
    signal.setitimer(signal.ITIMER_PROF, HANG_SECONDS)
    try:
        trial(dice)
    except SapperError as error:
        str(error)
        return f"{trial.__name__[4:]} refused"
    return f"{trial.__name__[4:]}"


def run_for(seconds: float, seed: int) -> int:
    start, first, ends = time.monotonic(), seed, Counter[str]()
    CURRENT.parent.mkdir(exist_ok=True)
    print(
        f"fuzz_python: seeds from {seed} for {seconds:.0f} s; {CURRENT} holds the current one",
        flush=True,
    )
    while time.monotonic() - start < seconds:
        try:
            ends[run_case(seed)] += 1
        except Exception:  # any exception is a finding
            traceback.print_exc()
            print(
                f"again with: PYTHONPATH=tests python -m fuzz.fuzz_python case {seed}",
                file=sys.stderr,
            )
            return 1
        seed += 1
    gone = time.monotonic() - start
    summary = ", ".join(f"{count} {end}" for end, count in sorted(ends.items()))
    print(f"fuzz_python: {seed - first} cases in {gone:.0f} s, clean ({summary})")
    return 0


def main(words: list[str]) -> int:
    faulthandler.register(signal.SIGPROF, chain=True)  # the default handler ends the process
    if words[:1] == ["case"]:
        print(run_case(int(words[1])))
        return 0
    seconds = float(words[0]) if words else 60.0
    return run_for(seconds, int(words[1]) if words[1:] else secrets.randbits(32))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
