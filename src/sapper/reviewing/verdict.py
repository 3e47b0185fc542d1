"""The result of a review: a verdict on every action, and figures for the whole game."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from math import exp, prod
from statistics import fmean

from sapper.advice import Proof
from sapper.rules.board import Cell, Level
from sapper.rules.game import Action, Outcome
from sapper.rules.view import View

_FALL = 4.0
"""How fast a move's accuracy falls with its loss: by half for every 17 points."""

_COUNTED = 10
"""The moves that make a game's accuracy: more would be mostly routine, and hide a slip."""


class Judgement(StrEnum):
    """The judgement of an action, from the knowledge before it."""

    FREE = "free"  # the first click, which the rules make safe
    CERTAIN = "proved safe"
    BEST_GUESS = "best guess"  # nothing was certain, and no guess was better
    WORSE_GUESS = "worse guess"  # nothing was certain, but another guess wins more often
    MISSED = "missed safe cell"  # a guess although some cell was proved safe
    CERTAIN_MINE = "certain mine"  # opened although it had to be a mine
    PROVED_FLAG = "proved flag"
    UNPROVED_FLAG = "unproved flag"  # perhaps right, but nothing proved it
    WRONG_FLAG = "wrong flag"  # on a cell that was proved safe
    IDLE = "idle"  # a flag taken away, a chord that opens nothing, an undo


GUESSES = frozenset({Judgement.BEST_GUESS, Judgement.WORSE_GUESS, Judgement.MISSED})
FAULTS = frozenset(
    {Judgement.WORSE_GUESS, Judgement.MISSED, Judgement.CERTAIN_MINE, Judgement.WRONG_FLAG}
)


class Severity(StrEnum):
    """How much of the chance of winning a move gave away."""

    INACCURACY = "inaccuracy"
    MISTAKE = "mistake"
    BLUNDER = "blunder"


LEAST_LOSS = {Severity.BLUNDER: 0.10, Severity.MISTAKE: 0.05, Severity.INACCURACY: 0.02}
"""The least loss of each severity, the worst first."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """An action judged; `number` counts the game's actions from 1.

    `opens` are the cells that it opens itself, before zeros spread; empty for flags. `risk` is
    the chance that one of them is a mine, `least_risk` the least risk of any cell, `best_risk`
    that of the best move: the risk taken, unless there was a better one. `chance` is the
    chance of winning with the best move, `chance_made` with this one, `chance_after` once it
    is done; each is None where it is unknown.
    A fault has the `better` cells, the one to show first, and the `view` before it; `proof` is
    that of the certain mine, or else of the better cell if it was safe.
    """

    number: int
    action: Action
    judgement: Judgement
    opens: tuple[Cell, ...] = ()
    risk: float = 0.0
    least_risk: float = 0.0
    best_risk: float = 0.0
    exact: bool = True
    chance: float | None = None
    chance_made: float | None = None
    chance_after: float | None = None
    undone: bool = False
    better: tuple[Cell, ...] = ()
    proof: Proof | None = None
    view: View | None = None

    @property
    def is_fault(self) -> bool:
        return self.judgement in FAULTS

    @property
    def reason(self) -> str:
        """Why the move was a fault, where that can be proved."""
        return "" if self.proof is None else self.proof.text

    @property
    def mine(self) -> Cell | None:
        """The certain mine that was opened."""
        return self.proof.cell if self.proof is not None and self.proof.is_mine else None

    @property
    def is_guess(self) -> bool:
        return self.judgement in GUESSES

    @property
    def loss(self) -> float | None:
        """The chance of winning that the move gave away; None for a flag."""
        if self.chance is None or self.chance_made is None:
            return None
        return max(0.0, self.chance - self.chance_made)

    @property
    def severity(self) -> Severity | None:
        loss = self.loss or 0.0
        return next((each for each, least in LEAST_LOSS.items() if loss >= least), None)

    @property
    def accuracy(self) -> float | None:
        """The accuracy of this move, 0 to 100: the more it lost, the less."""
        return None if self.loss is None else 100 * exp(-_FALL * self.loss)


@dataclass(frozen=True)
class Review:
    """A game judged: skill in `accuracy`, luck in `survival`, the actions in `verdicts`.

    `fatal` is the mine that ended the game, if one did.

    >>> from sapper import Game, read_layout, review
    >>> game = Game.of(read_layout("*..."))
    >>> _ = game.open((0, 1)), game.open((0, 0))
    >>> result = review(game)
    >>> round(result.accuracy, 1), result.survival, result.costliest.better
    (56.8, 0.375, ((0, 3),))
    """

    level: Level
    outcome: Outcome
    fatal: Cell | None
    verdicts: tuple[Verdict, ...]

    @cached_property
    def moves(self) -> tuple[Verdict, ...]:
        """The verdicts on the actions that opened cells."""
        return tuple(verdict for verdict in self.verdicts if verdict.opens)

    @cached_property
    def faults(self) -> tuple[Verdict, ...]:
        return tuple(verdict for verdict in self.verdicts if verdict.is_fault)

    @cached_property
    def counts(self) -> Counter[Judgement]:
        return Counter(verdict.judgement for verdict in self.verdicts)

    @cached_property
    def severities(self) -> Counter[Severity]:
        return Counter(move.severity for move in self.moves if move.severity is not None)

    @property
    def accuracy(self) -> float:
        """How well the game was played, 0 to 100: 100 if no move gave anything away.

        It is the mean accuracy of the ten moves that gave most away, undone ones too, or of
        all if there are fewer. A free first click does not count.
        """
        judged = (move for move in self.moves if move.judgement is not Judgement.FREE)
        worst = sorted(move.accuracy for move in judged if move.accuracy is not None)[:_COUNTED]
        return fmean(worst) if worst else 100.0

    @property
    def survival(self) -> float | None:
        """The chance of surviving all the guesses; None if nothing was guessed.

        Opening a certain mine is not a guess, so it does not count here.
        """
        guesses = [1 - move.risk for move in self.moves if move.is_guess]
        return prod(guesses) if guesses else None

    @property
    def risks(self) -> list[float]:
        """The risk taken by each move, for a chart."""
        return [move.risk for move in self.moves]

    @property
    def least_risks(self) -> list[float]:
        """The least risk available at each move, for a chart."""
        return [move.least_risk for move in self.moves]

    @property
    def chances(self) -> list[float | None]:
        """The chance of winning after each action, for a chart."""
        return [verdict.chance_after for verdict in self.verdicts]

    @property
    def costliest(self) -> Verdict | None:
        """The fault with the greatest loss, the first of equals; None without faults."""
        return max(self.faults, key=lambda verdict: verdict.loss or 0.0, default=None)
