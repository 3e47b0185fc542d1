r"""Measure how much stronger one player is than another, with a small error.

    python benchmarks advantage deep master --level expert --games 4000 --seed 6000 --keep FILE
    python benchmarks advantage "cmd:node benchmarks/rivals/jsminesweeper.js CHECKOUT" master \
        --level expert --games 4000 --seed 5100 --keep FILE

Only the first player's games are played. Wherever it guesses otherwise than the other would,
both guesses are played out by the other on layouts that fit the view. The mean of what is gained
over a game is the difference of the two win rates (docs/strength.md). So the other must be a player
of the kernel; the first may be any player that opens no certain mine, and begins where the other
would. FILE keeps what is done, a line for each twenty games: the same command goes on after Ctrl-C,
also with more --games.
"""

from __future__ import annotations

import argparse
import json
import math
import time
from collections.abc import Iterator
from pathlib import Path
from statistics import fmean, stdev
from typing import Any

from rich.console import Console
from rich.progress import track

from sapper import Game, Outcome, analyse, make_player
from sapper.batch.games import Series, advantages
from sapper.engine import Candidate, Chooser
from sapper.engine.playouts import play_out
from sapper.formatting import at
from sapper.players.host import HostedPlayer
from sapper.rules.board import Cell, Level
from sapper.rules.view import FirstClick, View

CHUNK = 20
KERNEL = ("fast", "master", "deep")
MEASURED = ("player", "other", "level", "first_click", "seed", "playouts")  # the first line of FILE
PATIENCE = 600.0  # seconds for a move of a program; only one that hangs takes so long
STATUS = Console(stderr=True)  # progress goes here, the results to standard output


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("player")
    parser.add_argument("other")
    parser.add_argument("--level", default="expert")
    parser.add_argument("--first-click", type=FirstClick, default=FirstClick.SAFE)
    parser.add_argument("--games", type=int, default=1_000)
    parser.add_argument("--seed", type=int, default=6_000)
    parser.add_argument("--playouts", type=int, default=64)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--keep", type=Path, required=True)
    options = parser.parse_args()
    left = range(done(options), options.games, CHUNK)
    try:
        for start in track(left, "twenty games each", console=STATUS):
            line = played(options, start)
            with options.keep.open("a") as file:
                file.write(line + "\n")
    except KeyboardInterrupt:
        STATUS.print("stopped: the same command goes on")
    report(options.keep)


def done(options: argparse.Namespace) -> int:
    """Return how many games are in the file; begin it if there is none."""
    measured = {name: getattr(options, name) for name in MEASURED}
    if not options.keep.exists():
        options.keep.write_text(json.dumps(measured) + "\n")
    header, *lines = options.keep.read_text().splitlines()
    if json.loads(header) != measured:
        raise SystemExit(f"{options.keep} has another measurement: {header}")
    return sum(len(json.loads(line)["gained"]) for line in lines)


def played(options: argparse.Namespace, start: int) -> str:
    games = range(start, min(start + CHUNK, options.games))
    before = time.process_time()
    line = of_kernel(options, games) if options.player in KERNEL else of_any(options, games)
    return json.dumps({**line, "seconds": time.process_time() - before})


def of_kernel(options: argparse.Namespace, games: range) -> dict[str, Any]:
    series = Series(
        options.player,
        Level.parse(options.level),
        options.first_click,
        seed=options.seed,
        start=games.start,
        count=len(games),
        threads=options.threads,
    )
    found = advantages(series, options.other, playouts=options.playouts)
    return {
        "gained": found.gained.tolist(),
        "differences": found.differences.tolist(),
        "won": int(found.won.sum()),
    }


def of_any(options: argparse.Namespace, games: range) -> dict[str, Any]:
    """Play the games of a player that the kernel does not have, move by move."""
    gained, differences, won = [], [], 0
    for index in games:
        game = Game(options.level, seed=options.seed, index=index, first_click=options.first_click)
        gains = list(gains_of(game, options))
        gained.append(sum(gains))
        differences.append(len(gains))
        won += game.outcome is Outcome.WON
    return {"gained": gained, "differences": differences, "won": won}


def gains_of(game: Game, options: argparse.Namespace) -> Iterator[float]:
    """Play a game; return what each guess gains where the other would open another cell."""
    index = game.index or 0
    player, chooser = make_player(options.player, index), Chooser(options.other, game.first_click)
    if isinstance(player, HostedPlayer):
        player.move_seconds = PATIENCE
    game.open(chooser.decide(game.view).cells[0])
    while game.outcome is Outcome.PLAYING:
        move = player.move(game.view)
        if move is None:
            raise SystemExit(f"{options.player} stopped in game {index}")
        pair = differing(game.view, move.cell, chooser)
        if pair:
            count, seed = options.playouts, 1_000 * index + len(game.view.opened)
            values = play_out(game.view, pair, count=count, seed=seed, strength=options.other)
            yield float((values[:, 0] - values[:, 1]).mean())
        game.open(move.cell)
    if isinstance(player, HostedPlayer):
        player.close()  # its program goes on with the next game


def differing(view: View, cell: Cell, chooser: Chooser) -> list[Candidate]:
    """Return the guess and what the chooser prefers; nothing if it is certain, or the same."""
    risk = float(analyse(view).risk[cell])
    if risk == 0.0:
        return []
    if risk == 1.0:
        raise SystemExit(f"{at(cell)} is a certain mine: such a player cannot be measured")
    choice = chooser.decide(view)
    if cell in choice.cells[:1]:
        return []
    chance = choice.chance or 0.0  # any number will do, if it is the same for both
    theirs = Candidate(choice.cells[0], choice.risk, 0.0, chance)
    return [Candidate(cell, risk, 0.0, chance), theirs]


def report(keep: Path) -> None:
    lines = [json.loads(line) for line in keep.read_text().splitlines()[1:]]
    gained = [value for line in lines for value in line["gained"]]
    differences = [value for line in lines for value in line["differences"]]
    wins, games = sum(line["won"] for line in lines), len(gained)
    if games < 2:
        return  # no figures yet
    error = stdev(gained) / math.sqrt(games)
    seconds = sum(line["seconds"] for line in lines) / games
    print(
        f"{games:,} games, {wins / games:.2%} won, {fmean(differences):.3f} other guesses a game: "
        f"{100 * fmean(gained):+.3f} points, standard error {100 * error:.3f}, "
        f"{seconds:.3f} s of processor time a game"
    )


if __name__ == "__main__":
    main()
