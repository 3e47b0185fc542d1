"""A seeded fuzzer of reasons, advice, hints and reviews on positions that no level has.

    PYTHONPATH=tests python -m fuzz.fuzz_reasons CELLS [FIRST_SEED]
    PYTHONPATH=tests python -m fuzz.fuzz_reasons case SEED

The positions are scattered, partly opened, flagged or contradictory. Every reason of a certain
cell is checked by two oracles: what it names forces the cell, and each of its steps follows.
"""

from __future__ import annotations

import random
import sys
import traceback
from collections.abc import Iterator

from oracles.forcing import fault
from oracles.steps import step_fault

from sapper import Explainer, SapperError, Strength, View, advise, analyse, review
from sapper.reviewing import describe, summary
from sapper.rules.board import Layout, Level
from sapper.rules.game import Game
from sapper.rules.seeds import seeded_layout
from sapper.rules.view import ViewWriter

Dice = random.Random


def scattered(dice: Dice) -> View:
    """Open some safe cells of a random board, anywhere, and perhaps flag others."""
    height, width = dice.randint(1, 7), dice.randint(2, 8)
    mines = dice.randint(0, height * width // 2)
    level = Level(width, height, mines)
    layout = seeded_layout(level, dice.getrandbits(64))
    total = mines if dice.random() < 0.6 else None
    return _shown(layout, dice, total)


def _shown(layout: Layout, dice: Dice, total: int | None) -> View:
    writer = ViewWriter(layout.board.height, layout.board.width, total)
    clues, share, lie = layout.clues(), dice.uniform(0.1, 0.8), dice.random() < 0.1
    for place, cell in enumerate(layout.board):
        if not layout.is_mine(cell) and dice.random() < share:
            wrong = lie and dice.random() < 0.1
            writer.reveal(cell, dice.randrange(9) if wrong else clues[place])
        elif dice.random() < 0.05:
            writer.toggle_flag(cell)
    return writer.view


def natural(dice: Dice) -> Game:
    """Play a small game for a while, opening safe cells at random."""
    height, width = dice.randint(4, 8), dice.randint(4, 9)
    level = Level(width, height, height * width // dice.randint(3, 6))
    game = Game(level, seed=dice.getrandbits(64))
    for _ in range(dice.randint(1, 12)):
        shut = list(game.view.unopened)
        cell = dice.choice(shut)
        if game.layout is None or not game.layout.is_mine(cell):
            game.open(cell)
        if len(shut) <= level.mines + 1:
            break
    return game


def attempt(seed: int) -> int:
    """Ask everything about one position; return how many certain cells were explained.

    Raise AssertionError, or what was raised, if something is untrue or fails.
    """
    dice = Dice(seed)
    if dice.random() < 0.3:
        game = natural(dice)
        judged = review(game)
        assert summary(judged)
        assert all(describe(verdict) for verdict in judged.verdicts)
        return explained(game.view)
    view = scattered(dice)
    try:
        return explained(view)
    except SapperError:  # a lie that no layout fits
        return 0


def explained(view: View) -> int:
    """Check the reasons of all certain cells of a view, and its advice and hints."""
    analysis, explainer = analyse(view), Explainer(view)
    advice = advise(view)
    for strength in Strength:
        assert advice.hint(strength).text
    for cell in sorted(analysis.safe | analysis.mines):
        reason = explainer.explain(cell)
        is_mine = cell in analysis.mines
        assert reason.text
        wrong = fault(view, reason, is_mine=is_mine) if reason.is_minimal else ""
        wrong = wrong or step_fault(view, reason)
        assert not wrong, f"{cell}: {wrong}: {reason}"
        assert advice.proof(cell).is_mine is is_mine
    return len(analysis.safe | analysis.mines)


def failures(cells: int, seed: int) -> Iterator[tuple[int, str]]:
    """Yield the seeds of positions that went wrong, and how, until so many cells are explained."""
    while cells > 0:
        try:
            cells -= max(attempt(seed), 1)
        except Exception:  # any exception is a finding
            cells -= 1
            yield seed, traceback.format_exc(limit=-3)
        seed += 1


def main(words: list[str]) -> int:
    if words[:1] == ["case"]:
        print(attempt(int(words[1])))
        return 0
    cells, seed = int(words[0]) if words else 1_000_000, int(words[1]) if words[1:] else 1
    found = 0
    for case, how in failures(cells, seed):
        found += 1
        print(f"case {case}: {how}", file=sys.stderr, flush=True)
    print(f"fuzz_reasons: {cells} cells from seed {seed}, {found} went wrong")
    return min(found, 1)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
