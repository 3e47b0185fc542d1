"""The sentences of a review, word for word."""

from __future__ import annotations

from typing import Any

import pytest

from sapper import Action, ActionType, Cell, Level, Outcome, Review
from sapper.advice import Proof
from sapper.reviewing import Judgement, Verdict, describe, points, sentence, summary, title

A8, G3, C4 = (7, 0), (2, 6), (3, 2)
CUT = "That cut your chance of winning from 41.2 % to 27.5 %."


def verdict(
    judgement: Judgement, verb: ActionType = ActionType.OPEN, cell: Cell = A8, **facts: Any
) -> Verdict:
    opens = () if verb is ActionType.FLAG else (cell,)
    return Verdict(7, Action(verb, cell), judgement, **({"opens": opens} | facts))


def costly(judgement: Judgement, verb: ActionType = ActionType.OPEN, **facts: Any) -> Verdict:
    """Return a fault that took a chance of 41.2 % to 27.5 %, with G3 as the better cell."""
    usual: dict[str, Any] = {"risk": 1 / 3, "chance": 0.412, "chance_made": 0.275, "better": (G3,)}
    return verdict(judgement, verb, **(usual | facts))


MISSED = costly(Judgement.MISSED, proof=Proof(G3, False, "the 1 at D5 has its mine"))
WORSE = costly(Judgement.WORSE_GUESS, best_risk=0.2)
MINE = costly(Judgement.CERTAIN_MINE, risk=1.0, proof=Proof(A8, True, "so"), chance_made=0.0)
CHORDED = costly(
    Judgement.CERTAIN_MINE, ActionType.CHORD, risk=1.0, proof=Proof(C4, True, "so"), chance_made=0.0
)

TABLE = [
    (verdict(Judgement.FREE), "First click", "You opened A8. The first click is always safe here."),
    (verdict(Judgement.CERTAIN), "Proved safe", "You opened A8, which was proved safe."),
    (
        verdict(Judgement.CERTAIN, ActionType.CHORD, opens=(G3, C4)),
        "Proved safe",
        "You chorded A8, and all that it opened was proved safe.",
    ),
    (
        verdict(Judgement.BEST_GUESS, risk=1 / 12),
        "Best guess",
        "You opened A8, an 8.3 % risk; there was nothing better.",
    ),
    (
        verdict(Judgement.BEST_GUESS, risk=0.0001),
        "Best guess",
        "You opened A8, a risk of under 0.1 %; there was nothing better.",
    ),
    (
        verdict(Judgement.BEST_GUESS, risk=0.2, exact=False),
        "Best guess",
        "You opened A8, a risk of about 20.0 %; there was nothing better.",
    ),
    (
        WORSE,
        "Blunder: worse guess",
        f"You opened A8, a 33.3 % risk; G3 was only a 20.0 % risk. {CUT}",
    ),
    (
        costly(Judgement.WORSE_GUESS, best_risk=0.2, chance=None),
        "Worse guess",
        "You opened A8, a 33.3 % risk; G3 was only a 20.0 % risk.",
    ),
    (
        costly(Judgement.WORSE_GUESS, best_risk=1 / 3, chance_made=0.402),
        "Worse guess",
        "You opened A8, a 33.3 % risk; G3 had the same risk, but wins more often. "
        "That cut your chance of winning from 41.2 % to 40.2 %.",
    ),
    (
        costly(Judgement.WORSE_GUESS, best_risk=0.8, chance_made=0.402),
        "Worse guess",
        "You opened A8, a 33.3 % risk; G3 was an 80.0 % risk, but wins more often. "
        "That cut your chance of winning from 41.2 % to 40.2 %.",
    ),
    (
        MISSED,
        "Blunder: missed a safe cell",
        f"You opened A8, a 33.3 % risk; G3 was safe. {CUT}",
    ),
    (
        costly(Judgement.MISSED, ActionType.CHORD, chance_made=0.36),
        "Mistake: missed a safe cell",
        "You chorded A8, a 33.3 % risk; G3 was safe. "
        "That cut your chance of winning from 41.2 % to 36.0 %.",
    ),
    (
        costly(Judgement.MISSED, chance_made=0.39, undone=True),
        "Inaccuracy: missed a safe cell, undone",
        "You opened A8, a 33.3 % risk; G3 was safe. "
        "That cut your chance of winning from 41.2 % to 39.0 %.",
    ),
    (
        MINE,
        "Blunder: opened a certain mine",
        "You opened A8, which had to be a mine; G3 was safe. "
        "That cut your chance of winning from 41.2 % to 0 %.",
    ),
    (
        CHORDED,
        "Blunder: opened a certain mine",
        "You chorded A8, but C4 had to be a mine; G3 was safe. "
        "That cut your chance of winning from 41.2 % to 0 %.",
    ),
    (
        verdict(Judgement.CERTAIN_MINE, ActionType.CHORD, risk=1.0),
        "Opened a certain mine",
        "You chorded A8, but the flags around it could not all be right.",
    ),
    (
        verdict(Judgement.WRONG_FLAG, ActionType.FLAG, better=(A8,)),
        "Flagged a safe cell",
        "You flagged A8, which was safe.",
    ),
    (
        verdict(Judgement.PROVED_FLAG, ActionType.FLAG),
        "Proved flag",
        "You flagged A8, which had to be a mine.",
    ),
    (
        verdict(Judgement.UNPROVED_FLAG, ActionType.FLAG),
        "Unproved flag",
        "You flagged A8. It may be a mine, but nothing proved it.",
    ),
    (verdict(Judgement.IDLE, ActionType.FLAG), "Took a flag away", "You took the flag at A8 away."),
    (
        verdict(Judgement.IDLE, ActionType.CHORD, opens=()),
        "Opened nothing",
        "You chorded A8, but nothing opened.",
    ),
    (verdict(Judgement.IDLE, ActionType.UNDO, opens=()), "Undo", "You took the move back."),
]


@pytest.mark.parametrize(("judged", "named", "text"), TABLE)
def test_actions_in_words(judged: Verdict, named: str, text: str) -> None:
    """Every judgement has its title and its sentence."""
    assert (title(judged), sentence(judged)) == (named, text)


def test_every_judgement_is_in_the_table() -> None:
    """No judgement lacks words."""
    assert {judged.judgement for judged, _, _ in TABLE} == set(Judgement)


def test_a_description_ends_with_the_reason() -> None:
    """The reason is a full sentence, whatever its words."""
    assert describe(MISSED) == f"{sentence(MISSED)} The 1 at D5 has its mine."
    assert describe(WORSE) == sentence(WORSE)


def test_a_loss_is_written_in_points() -> None:
    """Points have one decimal; what would be written as 0.0 is not written."""
    assert points(MISSED) == "13.7"
    assert points(costly(Judgement.MISSED, chance_made=0.4119)) == ""
    assert points(verdict(Judgement.PROVED_FLAG, ActionType.FLAG)) == ""


def lost(*verdicts: Verdict) -> Review:
    return Review(Level(9, 9, 10), Outcome.LOST, A8, verdicts)


def test_games_in_words() -> None:
    """The summary says how the game ended, what cost most, the skill and the luck."""
    best = verdict(Judgement.BEST_GUESS, risk=0.25, chance=0.4, chance_made=0.4)
    good = verdict(Judgement.CERTAIN, chance=0.5, chance_made=0.5)
    assert summary(lost(best)) == (
        "Lost at move 7 to the mine at A8. Bad luck: the best move was a 25.0 % risk. "
        "You always chose the best move. Accuracy: 100.0 of 100. "
        "Chance of surviving your guesses: 75.0 %."
    )
    assert summary(lost(good, WORSE, MISSED)) == (
        "Lost at move 7 to the mine at A8. 2 blunders. The costliest was move 7: "
        "you opened A8, a 33.3 % risk; G3 was only a 20.0 % risk. "
        f"{CUT} Accuracy: 71.9 of 100. Chance of surviving your guesses: 44.4 %."
    )
    assert summary(Review(Level(9, 9, 10), Outcome.WON, None, (good,))) == (
        "Won in 1 move. You always chose the best move. Accuracy: 100.0 of 100. "
        "You guessed nothing."
    )
    near = verdict(Judgement.BEST_GUESS, risk=0.25, chance=0.4, chance_made=0.395)
    assert summary(Review(Level(9, 9, 10), Outcome.PLAYING, None, (near, near))) == (
        "Not over after 2 moves. You made no mistake. Accuracy: 98.0 of 100. "
        "Chance of surviving your guesses: 56.2 %."
    )
