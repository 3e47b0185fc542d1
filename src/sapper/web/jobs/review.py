"""The review of a finished game as JSON: verdicts, and the cells that each action changed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection

from sapper.advice import advise
from sapper.formatting import share
from sapper.reviewing import (
    Judgement,
    Severity,
    Verdict,
    points,
    review,
    sentence,
    summary,
    title,
)
from sapper.rules.board_id import board_id
from sapper.rules.errors import InvalidMove
from sapper.rules.game import Game, Outcome
from sapper.training import mistakes
from sapper.web.forms.help import Reason
from sapper.web.forms.review import Review, ReviewedMove
from sapper.web.forms.validation import Json
from sapper.web.jobs.importing import recorded_game
from sapper.web.jobs.positions import reason_form
from sapper.web.store.game_forms import changed_form, level_fields

# The judgements that the page marks; the first click and other flags have none.
_JUDGEMENTS = {
    Judgement.CERTAIN: "certain",
    Judgement.BEST_GUESS: "best_guess",
    Judgement.WORSE_GUESS: "worse_guess",
    Judgement.MISSED: "missed_safe",
    Judgement.CERTAIN_MINE: "certain_mine",
    Judgement.WRONG_FLAG: "wrong_flag",
}
_PUZZLES = ("worse_guess", "missed_safe", "certain_mine")


def review_game(game: Json, given: int = 0, id: str | None = None, replay: bool = False) -> Review:
    """Judge every move of a recorded game; its first `given` actions were not the player's."""
    played = recorded_game(game)
    if played.outcome is Outcome.PLAYING:
        raise InvalidMove("only a finished game can be reviewed")
    found = review(played, given)
    again = _beginning(played, given)
    opened_before = changed_form(again, [*again.view.opened, *again.view.flags])
    moves = [_move_form(again, verdict) for verdict in found.verdicts]
    counts = Counter(move.judgement for move in moves)
    trained = mistakes(found)
    assert played.layout is not None
    return Review(
        **level_fields(played.level),
        id=id,
        replay=replay,
        first_click=played.first_click,
        outcome=str(played.outcome),
        board=board_id(played),
        mine_cells=sorted(played.layout.mines),
        fatal=played.fatal,
        accuracy=found.accuracy / 100,
        accuracy_text=share(found.accuracy / 100),
        survival=found.survival,
        survival_text=_text(found.survival),
        summary=summary(found),
        counts={name: counts[name] for name in _JUDGEMENTS.values()},
        severities={severity: found.severities[severity] for severity in Severity},
        techniques=_techniques(moves),
        given=opened_before,
        moves=moves,
        puzzles=[move.number for move in moves if _is_puzzle(move, trained)],
    )


def _is_puzzle(move: ReviewedMove, trained: Collection[int]) -> bool:
    """Return whether a move is a puzzle, here and in the trainer."""
    return move.judgement in _PUZZLES and bool(move.answers) and move.number in trained


def _techniques(moves: list[ReviewedMove]) -> dict[str, int]:
    """Count the faults by the technique that shows them, the most frequent first."""
    names = [move.reason.tier_name for move in moves if move.reason is not None]
    return dict(Counter(name for name in names if name is not None).most_common())


def _beginning(played: Game, given: int) -> Game:
    """Return the game as the player found it."""
    assert played.layout is not None
    game = Game.of(played.layout, played.first_click)
    for action in played.actions[:given]:
        game.perform(action)
    return game


def _move_form(again: Game, verdict: Verdict) -> ReviewedMove:
    """Return a move with what it changed; it is made in the replayed game."""
    action = verdict.action
    changed = changed_form(again, again.perform(action))
    risk, least = (verdict.risk, verdict.least_risk) if verdict.opens else (None, None)
    reason, proof = _proofs(verdict)
    return ReviewedMove(
        number=verdict.number,
        action=str(action.type),
        cell=action.cell,
        time=action.time,
        changed=changed,
        undone=verdict.undone,
        judgement=_JUDGEMENTS.get(verdict.judgement),
        title=title(verdict),
        risk=risk,
        risk_text=_text(risk),
        least=least,
        least_text=_text(least),
        chance=verdict.chance,
        chance_made=verdict.chance_made,
        chance_after=verdict.chance_after,
        loss=verdict.loss,
        loss_text=points(verdict) or None,
        severity=verdict.severity,
        accuracy=None if verdict.accuracy is None else verdict.accuracy / 100,
        best=verdict.better[0] if verdict.better else None,
        reason=reason,
        proof=proof,
        answers=list(verdict.better),
        sentence=sentence(verdict),
    )


def _proofs(verdict: Verdict) -> tuple[Reason | None, Reason | None]:
    """Return why the move was a fault, and why the better cell was certain, if it was."""
    if verdict.proof is None:
        return None, None
    reason = reason_form(verdict.proof)
    if verdict.mine is None:
        return reason, reason
    if verdict.best_risk > 0 or not verdict.better or verdict.view is None:
        return reason, None
    return reason, reason_form(advise(verdict.view).proof(verdict.better[0]))


def _text(risk: float | None) -> str | None:
    return None if risk is None else share(risk)
