"""A review in English: a title and a sentence for each action, and a few sentences for the game."""

from __future__ import annotations

from sapper import formatting
from sapper.formatting import at, counted, joined, percent, share
from sapper.reviewing.verdict import Judgement, Review, Severity, Verdict
from sapper.rules.game import ActionType, Outcome

_TITLES = {
    Judgement.FREE: "first click",
    Judgement.CERTAIN: "proved safe",
    Judgement.BEST_GUESS: "best guess",
    Judgement.WORSE_GUESS: "worse guess",
    Judgement.MISSED: "missed a safe cell",
    Judgement.CERTAIN_MINE: "opened a certain mine",
    Judgement.PROVED_FLAG: "proved flag",
    Judgement.UNPROVED_FLAG: "unproved flag",
    Judgement.WRONG_FLAG: "flagged a safe cell",
}
_IDLE = {
    ActionType.FLAG: "took a flag away",
    ActionType.CHORD: "opened nothing",
    ActionType.UNDO: "undo",
}
_VERBS = {ActionType.OPEN: "opened", ActionType.CHORD: "chorded", ActionType.FLAG: "flagged"}
_PLURALS = {
    Severity.BLUNDER: "blunders",
    Severity.MISTAKE: "mistakes",
    Severity.INACCURACY: "inaccuracies",
}
_SAID = 0.0005  # a smaller loss would be written as 0.0 points


def title(verdict: Verdict) -> str:
    """Name an action in a few words: "Blunder: missed a safe cell"."""
    idle = verdict.judgement is Judgement.IDLE
    name = _IDLE[verdict.action.type] if idle else _TITLES[verdict.judgement]
    name = name if verdict.severity is None else f"{verdict.severity}: {name}"
    return name[0].upper() + name[1:] + (", undone" if verdict.undone else "")


def describe(verdict: Verdict) -> str:
    """Describe an action: the better one, its cost, and the reason."""
    reason = verdict.reason and f" {formatting.sentence(verdict.reason)}"
    return f"{sentence(verdict)}{reason}"


def sentence(verdict: Verdict) -> str:
    """Describe an action in a sentence: its risk, the better one, and its cost."""
    return f"{_what(verdict)} {_cost(verdict)}".rstrip()


def _what(verdict: Verdict) -> str:
    if verdict.action.type is ActionType.UNDO:
        return "You took the move back."
    cell, better = at(verdict.action.cell), _better(verdict)
    did = f"You {_VERBS[verdict.action.type]} {cell}"
    match verdict.judgement:
        case Judgement.FREE:
            return f"{did}. The first click is always safe here."
        case Judgement.CERTAIN:
            what = "which was" if len(verdict.opens) == 1 else "and all that it opened was"
            return f"{did}, {what} proved safe."
        case Judgement.BEST_GUESS:
            return f"{did}, {_risk_taken(verdict)}; there was nothing better."
        case Judgement.WORSE_GUESS | Judgement.MISSED:
            return f"{did}, {_risk_taken(verdict)}{better}."
        case Judgement.CERTAIN_MINE:
            return f"{did}, {_doom(verdict)}{better}."
        case Judgement.WRONG_FLAG:
            return f"{did}, which was safe."
        case Judgement.PROVED_FLAG:
            return f"{did}, which had to be a mine."
        case Judgement.UNPROVED_FLAG:
            return f"{did}. It may be a mine, but nothing proved it."
        case Judgement.IDLE:
            flag = verdict.action.type is ActionType.FLAG
            return f"You took the flag at {cell} away." if flag else f"{did}, but nothing opened."


def _cost(verdict: Verdict) -> str:
    """Return the effect of a move on the chance of winning, if it lost any."""
    if verdict.chance is None or verdict.chance_made is None or not points(verdict):
        return ""
    before, made = share(verdict.chance), share(verdict.chance_made)
    return f"That cut your chance of winning from {before} to {made}."


def points(verdict: Verdict) -> str:
    """Write a move's loss in points of the chance of winning; nothing if there is none."""
    loss = verdict.loss or 0.0
    return formatting.points(loss, decimals=1) if loss >= _SAID else ""


def summary(review: Review) -> str:
    """Summarise a game: its end, the costliest moves, skill and luck."""
    return " ".join(summed_up(review))


def summed_up(review: Review) -> list[str]:
    """Return the parts of the summary, one for each line."""
    return [_ending(review), *_faults(review), _skill(review), _luck(review)]


def _ending(review: Review) -> str:
    moves = len(review.verdicts)  # flags too: the list of moves counts them
    if review.outcome is Outcome.PLAYING:
        return f"Not over after {counted(moves, 'move')}."
    if review.outcome is Outcome.WON:
        return f"Won in {counted(moves, 'move')}."
    last = review.moves[-1]
    mine = "" if review.fatal is None else f" to the mine at {at(review.fatal)}"
    unlucky = last.judgement is Judgement.BEST_GUESS
    why = f" Bad luck: the best move was {_risk_taken(last)}." if unlucky else ""
    return f"Lost at move {last.number}{mine}.{why}"


def _faults(review: Review) -> list[str]:
    worst = review.costliest
    if worst is None:
        best = "You always chose the best move."
        return [best if review.accuracy == 100 else "You made no mistake."]
    found = [
        counted(review.severities[each], each, plural)
        for each, plural in _PLURALS.items()
        if review.severities[each]
    ]
    text = f"{joined(found)}." if found else "Nothing cost you much."
    return [text, f"The costliest was move {worst.number}: {_lower(describe(worst))}"]


def _skill(review: Review) -> str:
    return f"Accuracy: {review.accuracy:.1f} of 100."


def _luck(review: Review) -> str:
    if review.survival is None:
        return "You guessed nothing."
    return f"Chance of surviving your guesses: {share(review.survival)}."


def _better(verdict: Verdict) -> str:
    if not verdict.better:
        return ""
    best, risk = at(verdict.better[0]), percent(verdict.best_risk)
    if verdict.best_risk == 0:
        return f"; {best} was safe"
    if risk == percent(verdict.risk):
        return f"; {best} had the same risk, but wins more often"
    if verdict.best_risk > verdict.risk:
        return f"; {best} was {_risk(risk)}, but wins more often"
    return f"; {best} was only {_risk(risk)}"


def _doom(verdict: Verdict) -> str:
    if verdict.mine is None:
        return "but the flags around it could not all be right"
    if verdict.mine == verdict.action.cell:
        return "which had to be a mine"
    return f"but {at(verdict.mine)} had to be a mine"


def _risk_taken(verdict: Verdict) -> str:
    risk = percent(verdict.risk)
    return _risk(risk if verdict.exact else f"about {risk}")


def _risk(risk: str) -> str:
    """Write a risk as a noun: a 33.3 % risk, an 8.3 % risk, a risk of about 20.0 %."""
    if not risk[0].isdigit():
        return f"a risk of {risk}"
    return f"{'an' if risk.startswith(('8', '11.', '18.')) else 'a'} {risk} risk"


def _lower(text: str) -> str:
    return text[0].lower() + text[1:]
