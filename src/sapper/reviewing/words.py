"""A review in English: one sentence per mistake, and a few for the game."""

from __future__ import annotations

from sapper.reviewing.verdict import Judgement, Review, Verdict
from sapper.rules.game import Outcome, Verb
from sapper.words import at, counted, percent, share


def describe(verdict: Verdict) -> str:
    """Say what was done, what it risked, and what was better, without a full stop."""
    actions = {Verb.OPEN: "at", Verb.CHORD: "by the chord at", Verb.FLAG: "with the flag at"}
    where = f"{actions[verdict.action.verb]} {at(verdict.action.cell)}"
    if verdict.judgement is Judgement.WRONG_FLAG:
        return f"you were wrong {where}; {remark(verdict)}"
    if verdict.judgement is Judgement.BLUNDER:
        return f"you were sure to lose {where}; {remark(verdict)}"
    return f"you took {_risk(verdict)} {where}; {remark(verdict)}"


def remark(verdict: Verdict) -> str:
    """Say what was better than a mistake, or why it was one."""
    best = at(verdict.better[0]) if verdict.better else ""
    reason = verdict.reason.removesuffix(".")
    match verdict.judgement:
        case Judgement.MISSED | Judgement.WRONG_FLAG:
            return f"{best} was certainly safe. {reason}"
        case Judgement.NEEDLESS_RISK:
            return f"{best} was the best guess. {reason}"
        case Judgement.BLUNDER:
            return reason
        case _:
            return "there was nothing better"


def summary(review: Review) -> str:
    """Say how the game ended, what cost most, and how much was skill and how much luck."""
    return " ".join([_ending(review), _mistakes(review), _balance(review)])


def _ending(review: Review) -> str:
    moves = len(review.verdicts)  # flags too: the list of moves counts them
    if review.outcome is Outcome.PLAYING:
        return f"Not over after {counted(moves, 'move')}."
    if review.outcome is Outcome.WON:
        return f"Won in {counted(moves, 'move')}."
    last = review.moves[-1]
    fatal = "" if review.fatal is None else f" by the mine at {at(review.fatal)}"
    return f"Lost at move {last.number}{fatal}, {_fault(last)}."


def _fault(last: Verdict) -> str:
    if last.is_mistake:
        return f"a {last.judgement}"
    return f"a risk of {_risk(last)}, and no guess was better: bad luck"


def _mistakes(review: Review) -> str:
    worst = review.costliest
    if worst is None:
        return "No mistakes: there was nothing better at any move."
    count = len(review.mistakes)
    which = "One mistake" if count == 1 else f"{count} mistakes; the costliest"
    return f"{which}: {describe(worst)}."


def _balance(review: Review) -> str:
    if review.luck is None:
        return f"{_skill(review)}Nothing was left to chance."
    return (
        f"Accuracy {review.accuracy:.1f} of 100. Guesses like these are survived "
        f"{share(review.luck)} of the time, the best ones {share(review.best_survival)}."
    )


def _skill(review: Review) -> str:
    return f"Accuracy {review.accuracy:.1f} of 100. " if review.accuracy < 100 else ""


def _risk(verdict: Verdict) -> str:
    return ("" if verdict.exact else "about ") + percent(verdict.risk)
