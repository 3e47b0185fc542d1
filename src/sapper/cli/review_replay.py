"""The part of sapper review about a replay itself, beside the judgement of its moves."""

from __future__ import annotations

from sapper.cli.console import one_line
from sapper.formatting import counted
from sapper.replays import Replay
from sapper.rules.json_forms import Json


def statistics(replay: Replay) -> list[str]:
    """Return the lines that stand above a review: whose game it is, and its figures."""
    names = [one_line(text) for text in (replay.player, replay.program) if text.strip()]
    level, outcome = replay.game.level.name, replay.game.outcome
    about = [", ".join([replay.format, *names, level, f"mode {one_line(replay.mode)}"])]
    return [f"{about[0]}: {outcome}.", _figures(replay)]


def _figures(replay: Replay) -> str:
    figures, clicks = replay.metrics, replay.clicks
    kinds = f"{clicks.left} left, {clicks.right} right, {clicks.both} both"
    parts = [
        None if figures.seconds is None else f"{figures.seconds:.3f} s",
        f"3BV {figures.solved_bbbv} of {figures.board.bbbv}",
        None if figures.bbbv_per_second is None else f"3BV/s {figures.bbbv_per_second:.3f}",
        f"{counted(clicks.total, 'click')} ({kinds}), {clicks.wasted} of them wasted",
        None if figures.ioe is None else f"IOE {figures.ioe:.3f}",
    ]
    return ", ".join(part for part in parts if part is not None) + "."


def replay_to_json(replay: Replay) -> Json:
    """Return the data of a replay, without its mines and its mouse."""
    clicks = replay.clicks
    return {
        "format": replay.format,
        "program": replay.program,
        "player": replay.player,
        "mode": replay.mode,
        "level": str(replay.game.level),
        "outcome": str(replay.game.outcome),
        "unjudged": replay.unjudged,
        "left_clicks": clicks.left,
        "right_clicks": clicks.right,
        "both_clicks": clicks.both,
        "wasted_clicks": clicks.wasted,
        "metrics": replay.metrics.to_json(),
    }
