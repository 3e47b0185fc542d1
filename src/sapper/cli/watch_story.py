"""How a watched game is reported: as frames for people, as JSON for programs."""

from __future__ import annotations

import json
from collections.abc import Collection
from dataclasses import dataclass, field
from typing import Any, Protocol

from sapper.cli.console import one_line
from sapper.cli.paragraphs import line_of, wrapped
from sapper.cli.screen import Frame, Output
from sapper.formatting import at, counted, sentence
from sapper.knowledge import Stage
from sapper.players.protocol import Turn
from sapper.rules.board import Cell
from sapper.rules.board_id import board_id
from sapper.rules.game import Game, Outcome
from sapper.rules.rendering import Sign, render_text
from sapper.rules.view import UNOPENED, ViewWriter


@dataclass
class Progress:
    """The state of a watched game."""

    game: Game
    player: str
    seed: int
    secret: str | None = None  # of a third-party player's seed
    moves: int = 0
    guesses: int = 0
    known_mines: Collection[Cell] = field(default_factory=frozenset)

    def count(self, turn: Turn) -> None:
        self.moves += 1
        self.guesses += not turn.move.certain

    @property
    def outcome(self) -> str:
        return "stopped" if self.game.outcome is Outcome.PLAYING else str(self.game.outcome)


class Story(Protocol):
    """Reports a game as it is played."""

    def stage(self, stage: Stage, text: str) -> None:
        """Report the events of one of the five stages of the knowledge base."""

    def turn(self, progress: Progress, turn: Turn) -> None: ...

    def end(self, progress: Progress) -> None: ...


class JsonStory:
    """One JSON object per line."""

    def stage(self, stage: Stage, text: str) -> None:
        _print({"stage": _number(stage), "name": str(stage), "text": text})

    def turn(self, progress: Progress, turn: Turn) -> None:
        view = progress.game.view
        changed = [
            {"cell": _plain(cell), "clue": view[cell] if view.is_opened(cell) else None}
            for cell in turn.changed
        ]
        move = {"move": progress.moves, "cell": _plain(turn.move.cell)}
        why = {"certain": bool(turn.move.certain), "reason": str(turn.move.reason)}
        # getattr: a third-party player may have its own class of moves
        risk = getattr(turn.move, "risk", None)
        chance = getattr(turn.move, "chance", None)
        known = {
            "risk": None if risk is None else float(risk),
            "chance": None if chance is None else float(chance),
            "candidates": [
                candidate._asdict() | {"cell": _plain(candidate.cell)}
                for candidate in getattr(turn.move, "candidates", ())
            ],
        }
        _print(move | why | known | {"changed": changed})

    def end(self, progress: Progress) -> None:
        game = progress.game
        counts = {"moves": progress.moves, "guesses": progress.guesses}
        fatal = {"fatal": game.fatal and _plain(game.fatal)}
        origin = {"player": progress.player, "seed": progress.seed, "board": board_id(game)}
        secret = {"secret": progress.secret} if progress.secret else {}
        _print({"outcome": progress.outcome} | fatal | counts | origin | secret)


def _print(data: dict[str, Any]) -> None:
    print(json.dumps(data), flush=True)


def _plain(cell: Cell) -> list[int]:
    # a third-party player may use another library's numbers
    return [int(cell[0]), int(cell[1])]


class FrameStory:
    """A picture and its lines for every move; `brief` is one line for each stage before it."""

    def __init__(
        self, output: Output, *, colour: bool, ascii_only: bool, brief: bool = False
    ) -> None:
        self._output = output
        self._colour = colour
        self._ascii_only = ascii_only
        self._brief = brief
        self._kept: dict[Stage, list[str]] = {}
        self._move = "No move was made."
        self._focus: Cell = (0, 0)

    def stage(self, stage: Stage, text: str) -> None:
        if self._brief:
            self._kept.setdefault(stage, []).append(text)
        else:
            print(wrapped(f"{_number(stage)} {stage}: {text}", "  "))

    def turn(self, progress: Progress, turn: Turn) -> None:
        self._tell_stages()
        self._focus = turn.move.cell
        self._move = _describe(progress.moves, turn)
        if progress.game.outcome is Outcome.PLAYING:  # else the end is shown at once
            signs = {self._focus: Sign.CHOSEN}
            self._show(progress, signs, [self._move, _counters(progress)])

    def _tell_stages(self) -> None:
        for stage, texts in self._kept.items():
            more = f" (and {len(texts) - 1:,} more)" if len(texts) > 1 else ""
            print(line_of(f"  {_number(stage)} {stage}: {texts[-1]}", more))
        self._kept.clear()

    def end(self, progress: Progress) -> None:
        self._tell_stages()
        signs = _last_signs(progress)
        name = f"board id: {board_id(progress.game)}"
        # no more lines than this: with them, expert fits a terminal of 24 lines
        self._show(progress, signs, [self._move, _verdict(progress), name])

    def _show(self, progress: Progress, signs: dict[Cell, Sign], notes: list[str]) -> None:
        shown = ViewWriter.of(progress.game.view)
        for cell in progress.known_mines:
            if cell in shown.board and shown[cell] == UNOPENED:
                shown.toggle_flag(cell)
        picture = render_text(
            shown.view, colour=self._colour, ascii_only=self._ascii_only, signs=signs
        )
        self._output.show(Frame(_title(progress), picture, self._focus, notes))


def _number(stage: Stage) -> int:
    return list(Stage).index(stage) + 1


def _title(progress: Progress) -> str:
    game = progress.game
    name, size = game.level.name, str(game.level)
    level = size if name == size else f"{name} ({size})"
    seeded = game.seed == progress.seed
    board = f"seed {game.seed}, game {game.index}" if seeded else "a given board"
    return f"{progress.player} plays {level}, first click {game.first_click}, {board}"


def _describe(number: int, turn: Turn) -> str:
    cell = at(turn.move.cell)
    kind = "certain" if turn.move.certain else "a guess"
    return f"Move {number} opens {cell}, {kind}. {sentence(one_line(str(turn.move.reason)))}"


def _counters(progress: Progress) -> str:
    game = progress.game
    mines = game.level.mines - len(progress.known_mines)
    return f"Mines left {mines}, safe cells left {_left(game)}, guesses {progress.guesses}"


def _left(game: Game) -> int:
    return game.board.size - game.level.mines - len(game.view.opened)


def _verdict(progress: Progress) -> str:
    game = progress.game
    guesses = counted(progress.guesses, "guess", "guesses")
    length = f"after {counted(progress.moves, 'move')} with {guesses}"
    if game.outcome is Outcome.WON:
        return f"WON {length}"
    word = "LOST" if game.outcome is Outcome.LOST else "STOPPED by the player"
    return f"{word} {length}, {counted(_left(game), 'safe cell')} left"


def _last_signs(progress: Progress) -> dict[Cell, Sign]:
    """Show all mines after a lost game; a flag on a mine stays a flag."""
    game, layout = progress.game, progress.game.layout
    if game.fatal is None or layout is None:
        return {}
    mines = layout.mines - set(progress.known_mines)
    wrong = set(progress.known_mines) - layout.mines
    signs = dict.fromkeys(mines, Sign.MINE) | dict.fromkeys(wrong, Sign.WRONG_FLAG)
    return signs | {game.fatal: Sign.FATAL}
