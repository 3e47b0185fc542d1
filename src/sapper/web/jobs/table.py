"""The jobs of the worker processes: plain data in, plain data out.

A job about a running game gets its view; the mines stay in the server.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import date
from typing import Any

from sapper import words
from sapper.advice import Advice, Explaining, Strength, advise
from sapper.boards.daily import daily_board
from sapper.boards.generate import TooMuchEffort, generate
from sapper.boards.metrics import metrics
from sapper.engine import draw_mines
from sapper.knowledge.tier import Tier
from sapper.players import player_names, turns
from sapper.players.host import HostedPlayer
from sapper.players.least_risk import ASSUMED_DENSITY
from sapper.players.protocol import PlayerFailed
from sapper.players.registry import player_class
from sapper.rules.board import Cell, Layout, Level
from sapper.rules.board_id import board_id, game_from_id
from sapper.rules.errors import InvalidPosition, SapperError
from sapper.rules.exchange import read_position
from sapper.rules.game import Game, Outcome
from sapper.rules.json_forms import layout_to_json, view_from_json, view_to_json
from sapper.rules.notation import write_view
from sapper.rules.resuming import resume
from sapper.rules.view import FirstClick, View
from sapper.web.forms.limits import CELLS, check_level
from sapper.web.forms.problems import Kind, Problem, in_words
from sapper.web.jobs import insight, training
from sapper.web.jobs.history import (
    export_history,
    list_games,
    show_dailies,
    show_progress,
    sum_up,
    tell_news,
)
from sapper.web.jobs.importing import import_history
from sapper.web.jobs.pictures import read_shown
from sapper.web.jobs.replays import show_replay, write_replay
from sapper.web.jobs.review import review_game
from sapper.web.jobs.worker import DONE, FAILED, PART, end, pack
from sapper.web.store.game_forms import changed_form, level_form
from sapper.words import percent, share

Json = dict[str, Any]
_DRAWN = 20_000  # boards to draw before one is repaired
_NONE_FOUND = "no such board was found: take fewer mines or another grade"


def answers(name: str, arguments: Json, notation: str) -> Iterator[bytes]:
    """Do a job; yield the messages of its answer, the last of which is its result."""
    words.notation.set(words.Notation(notation))
    try:
        if name in _STREAMS:
            yield from (pack(PART, part) for part in _STREAMS[name](**arguments))
            yield end()
        else:
            yield pack(DONE, _JOBS[name](**arguments))
    except Exception as error:
        yield pack(FAILED, in_words(error).to_json())


def _cell(data: list[int]) -> Cell:
    return data[0], data[1]


# Positions.


def overlay(view: Json) -> Json:
    return insight.overlay(advise(view_from_json(view)))


def hint(view: Json, strength: str = Strength.ANSWER) -> Json:
    return insight.hint(advise(view_from_json(view)), Strength(strength))


def numbers(view: Json, cell: list[int]) -> Json:
    return insight.numbers(advise(view_from_json(view)), _cell(cell))


def explain(view: Json, cell: list[int]) -> Json:
    return insight.reason(advise(view_from_json(view)), _cell(cell))


def analyse_position(asked: Json) -> Json:
    """Analyse a position; for an impossible one, return what contradicts."""
    view = _position(asked)
    form = {"view": view_to_json(view), "text": write_view(view)}
    nothing = {"impossible": None, "overlay": None, "hint": None}
    try:
        advice = _advice(view, asked)
        shown = {"overlay": insight.overlay(advice), "hint": insight.hint(advice)}
        return form | nothing | shown
    except InvalidPosition as error:
        problem = in_words(error)
        impossible = {"reason": problem.to_json()["detail"], "clues": problem.extras["clues"]}
        return form | nothing | {"impossible": impossible}


def position_numbers(asked: Json) -> Json:
    return insight.numbers(_advice(_position(asked), asked), _cell(asked["cell"]))


def position_explain(asked: Json) -> Json:
    return insight.reason(_advice(_position(asked), asked), _cell(asked["cell"]))


def _with_view(job: Callable[[Json], Json]) -> Callable[[Json], Iterator[Json]]:
    """Let a job first yield the position, by which the server finds a running game."""

    def parts(asked: Json) -> Iterator[Json]:
        yield view_to_json(_position(asked))
        yield job(asked)

    return parts


def _advice(view: View, asked: Json) -> Advice:
    density = ASSUMED_DENSITY if asked["density"] is None else asked["density"]
    return advise(view, flags=asked["flags"], density=density)


def _read(position: str | Json) -> View:
    view = read_position(position if isinstance(position, str) else json.dumps(position))
    if view.board.size > CELLS:
        raise Problem(Kind.TOO_LARGE, f"a position may have at most {CELLS:,} cells")
    return view


def _position(asked: Json) -> View:
    view = _read(asked["position"])
    if asked["mines"] is None:
        return view
    return View.of(view.array.tolist(), asked["mines"], view.first_click)


# Boards.


def begin_at(position: str | Json, seed: int, board: str | None) -> Json:
    """Find the board of a game from a position; one that fits is drawn if none is named."""
    view = _read(position)
    game = resume(_fitting(view, seed, board), view)
    if game.outcome is not Outcome.PLAYING:
        raise Problem(Kind.INVALID, "nothing is left to play: every safe cell is open")
    given = json.dumps(view_to_json(view))
    return {"level": str(game.level), "board": board_id(game), "given": given}


def _fitting(view: View, seed: int, board: str | None) -> Layout:
    if board is None:
        return Layout.of(view.board, draw_mines(view, seed))
    layout = game_from_id(board).layout
    if layout is None:
        raise Problem(Kind.INVALID, "this board has no mines before its first click")
    check_level(layout.level)
    return layout


def no_guess_board(level: str, seed: int, first: list[int], tier: int) -> Json:
    """Make the board of a no-guess game for its first click; return its id.

    If no drawn board will do, one is repaired until it does.
    """
    parsed, where, hardest = Level.parse(level), _cell(first), Tier(tier)
    try:
        made = generate(parsed, first=where, seed=seed, hardest=hardest, attempts=_DRAWN)
    except TooMuchEffort:
        try:
            made = generate(parsed, first=where, seed=seed, hardest=hardest, method="repair")
        except TooMuchEffort:
            raise Problem(Kind.INVALID, _NONE_FOUND) from None
    return {"board": board_id(made.layout)}


def board_of_day(day: str, level: str) -> Json:
    """Make the board of a day; return its id, its start and the technique that it needs."""
    made = daily_board(date.fromisoformat(day), Level.parse(level))
    return {"board": board_id(made.layout), "start": made.first, "tier": made.hardest}


def boards(asked: Json) -> Json:
    """Make boards, each with its id, its layout and its metrics."""
    level = check_level(Level.parse(asked["level"]))
    rule = FirstClick.ZERO if asked["no_guess"] else FirstClick(asked["first_click"])
    first = asked["first"] and _cell(asked["first"])
    if first is None and rule is not FirstClick.NONE:
        first = (level.height // 2, level.width // 2)
    make = _graded if asked["no_guess"] else _seeded
    made = [make(level, rule, first, asked, index) for index in range(asked["count"])]
    return {"boards": made}


def _seeded(level: Level, rule: FirstClick, first: Cell | None, asked: Json, index: int) -> Json:
    game = Game(level, seed=asked["seed"], index=index, first_click=rule)
    if first is not None and rule is not FirstClick.NONE:
        game.pin(first)
    assert game.layout is not None  # drawn at once, or pinned
    return _board_form(game.layout, board_id(game), first)


def _graded(level: Level, rule: FirstClick, first: Cell | None, asked: Json, index: int) -> Json:
    assert first is not None  # such boards promise a zero
    tier = Tier(asked["no_guess"])
    try:
        made = generate(
            level,
            first=first,
            seed=asked["seed"],
            index=index,
            hardest=tier,
            grade=tier if asked["exactly"] else None,
            first_click=rule,
        )
    except TooMuchEffort:
        raise Problem(Kind.INVALID, _NONE_FOUND) from None
    return _board_form(made.layout, board_id(made), first) | {"tier": asked["no_guess"]}


def _board_form(layout: Layout, name: str, start: Cell | None) -> Json:
    counted = metrics(layout)
    return {
        "board": name,
        "start": start,
        "layout": layout_to_json(layout),
        "metrics": {
            "bbbv": counted.bbbv,
            "openings": counted.openings,
            "islands": counted.islands,
        },
        "tier": None,
    }


# Watching a player.


def watch(player: str, board: str | None, seed: int, position: str | None) -> Iterator[Json]:
    """Let a registered player play a board; yield the game, its moves, and how it ended.

    With a position it plays on from there, on the board or, without one, on a drawn layout.
    """
    if player not in player_names():  # never a module or a program named by a client
        raise Problem(Kind.NOT_FOUND, "there is no such player")
    game = _watched(board, seed, position)
    check_level(game.level)
    shown = changed_form(game, list(game.view.opened))
    start = {"kind": "game", "player": player, "board": board or board_id(game), "given": shown}
    yield start | level_form(game.level) | {"first_click": str(game.first_click)}
    moves = guesses = 0
    with _playing(player, seed) as playing:
        for turn in turns(game, playing):
            moves, guesses = moves + 1, guesses + (not turn.move.certain)
            yield _move_form(game, turn, moves)
    over = game.outcome is not Outcome.PLAYING
    mines = sorted(game.layout.mines) if game.layout is not None else []
    counts = {"moves": moves, "guesses": guesses}
    outcome = {"kind": "end", "outcome": str(game.outcome) if over else "stopped"}
    yield outcome | {"fatal": game.fatal, "mines": mines} | counts


@contextmanager
def _playing(name: str, seed: int) -> Iterator[Explaining]:
    """Lend a player for one game; one of another author gets a process, and no seed of a board."""
    kind = player_class(name)
    foreign = issubclass(kind, HostedPlayer)
    player = kind(0 if foreign else seed)
    try:
        yield Explaining(player, foreign=foreign)
    except PlayerFailed as error:
        raise SapperError(f"player {name!r} failed: {error.kind}: {error}") from error
    finally:
        if isinstance(player, HostedPlayer):
            player.close()


def _watched(board: str | None, seed: int, position: str | None) -> Game:
    if position is not None:
        view = _read(position)
        return resume(_fitting(view, seed, board), view, flags=False)  # a wrong one would stop it
    assert board is not None  # the route names one
    return game_from_id(board)


def _chance_after(game: Game) -> float | None:
    if game.outcome is not Outcome.PLAYING:
        return float(game.outcome is Outcome.WON)
    return advise(game.view).chance


def _move_form(game: Game, turn: Any, number: int) -> Json:
    move = turn.move
    risk = None if move.risk is None else percent(move.risk, certain=move.certain)
    return {
        "kind": "move",
        "number": number,
        "cell": move.cell,
        "certain": move.certain,
        "risk": move.risk,
        "risk_text": risk,
        "chance": move.chance,
        "chance_text": None if move.chance is None else share(move.chance),
        "chance_after": _chance_after(game),
        "reason": move.reason,
        "candidates": [insight.candidate_form(candidate) for candidate in move.candidates],
        "changed": changed_form(game, turn.changed),
    }


_JOBS: dict[str, Callable[..., Json]] = {
    "overlay": overlay,
    "hint": hint,
    "numbers": numbers,
    "explain": explain,
    "begin_at": begin_at,
    "picture": read_shown,
    "no_guess_board": no_guess_board,
    "daily_board": board_of_day,
    "boards": boards,
    "review": review_game,
    "replay": show_replay,
    "replay_file": write_replay,
    "history": list_games,
    "statistics": sum_up,
    "progress": show_progress,
    "news": tell_news,
    "dailies": show_dailies,
    "mistakes": training.find_mistakes,
    "puzzle": training.make_puzzle,
    "judge": training.judge_answer,
    "lessons": training.lessons,
}
_STREAMS: dict[str, Callable[..., Iterator[object]]] = {
    "watch": watch,
    "analyse": _with_view(analyse_position),
    "position_numbers": _with_view(position_numbers),
    "position_explain": _with_view(position_explain),
    "export": export_history,
    "import": import_history,
}
