"""The result of a review: a verdict on every action, and figures for the whole game."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from math import prod

from sapper.rules.board import Cell, Level
from sapper.rules.game import Action, Outcome
from sapper.rules.view import View


class Judgement(StrEnum):
    """How good an action was, given what could be known before it."""

    FREE = "free"  # the first click, which the rules make safe
    CERTAIN = "proved safe"
    BEST_GUESS = "best guess"  # nothing was certain, and no guess was better
    NEEDLESS_RISK = "needless risk"  # a guess with more risk than the best one
    MISSED = "missed certain cell"  # a guess although some cell was proved safe
    BLUNDER = "certain mine"  # opened although it had to be a mine
    PROVED_FLAG = "proved flag"
    UNPROVED_FLAG = "unproved flag"  # perhaps right, but nothing proved it
    WRONG_FLAG = "wrong flag"  # on a cell that was proved safe
    IDLE = "idle"  # a flag taken away, a chord that opens nothing


GUESSES = frozenset({Judgement.BEST_GUESS, Judgement.NEEDLESS_RISK, Judgement.MISSED})
MISTAKES = frozenset(
    {Judgement.NEEDLESS_RISK, Judgement.MISSED, Judgement.BLUNDER, Judgement.WRONG_FLAG}
)


@dataclass(frozen=True, slots=True)
class Verdict:
    """An action judged; `number` counts the game's actions from 1.

    `opens` are the cells that it opens itself, before zeros spread; empty for flags. `risk` is
    the chance that one of them is a mine, `least_risk` the least risk of any cell, `best_risk`
    that of the best choice: the risk taken, unless the move was a mistake. A mistake has
    `better` cells, the one to show first, a `reason`, and the `view` before it.
    """

    number: int
    action: Action
    judgement: Judgement
    opens: tuple[Cell, ...] = ()
    risk: float = 0.0
    least_risk: float = 0.0
    best_risk: float = 0.0
    exact: bool = True
    better: tuple[Cell, ...] = ()
    reason: str = ""
    view: View | None = None

    @property
    def is_mistake(self) -> bool:
        return self.judgement in MISTAKES

    @property
    def is_guess(self) -> bool:
        return self.judgement in GUESSES

    @property
    def excess(self) -> float:
        """The risk taken beyond that of the best choice."""
        return self.risk - self.best_risk

    @property
    def kept(self) -> float:
        """This move's chance to survive as a share of the best choice's, 0 to 1."""
        return (1 - self.risk) / (1 - self.best_risk)


@dataclass(frozen=True)
class Review:
    """A game judged: skill in `accuracy`, chance in `luck`, the moves in `verdicts`.

    `fatal` is the mine that ended the game, if one did.

    >>> from sapper import Game, read_layout, review
    >>> game = Game.of(read_layout("*..."))
    >>> _ = game.open((0, 1)), game.open((0, 0))
    >>> result = review(game)
    >>> result.accuracy, result.luck, result.costliest.better
    (50.0, 0.375, ((0, 3),))
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
    def mistakes(self) -> tuple[Verdict, ...]:
        return tuple(verdict for verdict in self.verdicts if verdict.is_mistake)

    @cached_property
    def counts(self) -> Counter[Judgement]:
        return Counter(verdict.judgement for verdict in self.verdicts)

    @property
    def accuracy(self) -> float:
        """How much of the best choices' chance to survive was kept, 0 to 100; free of luck."""
        return 100 * prod(move.kept for move in self.moves)

    @property
    def survival(self) -> float:
        """The chance to survive all the risks taken."""
        return prod(1 - move.risk for move in self.moves)

    @property
    def luck(self) -> float | None:
        """The chance to survive the guesses; None if nothing was guessed.

        Opening a certain mine is not a guess, so it does not count here.
        """
        guesses = [1 - move.risk for move in self.moves if move.is_guess]
        return prod(guesses) if guesses else None

    @property
    def best_survival(self) -> float:
        """The chance to survive the best choice at every move: `survival` over accuracy."""
        return prod(1 - move.best_risk for move in self.moves)

    @property
    def risks(self) -> list[float]:
        """The risk taken by each move, for a chart."""
        return [move.risk for move in self.moves]

    @property
    def least_risks(self) -> list[float]:
        """The least risk available at each move, for a chart."""
        return [move.least_risk for move in self.moves]

    @property
    def costliest(self) -> Verdict | None:
        """The mistake with the most needless risk, the first of equals; None without mistakes."""
        return max(self.mistakes, key=lambda verdict: verdict.excess, default=None)
