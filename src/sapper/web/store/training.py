"""The trainer's rows: attempts, and which actions of finished games were mistakes; standings."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import asdict, astuple, dataclass, fields
from typing import Annotated, Any, NamedTuple, Self

from sapper.rules.errors import SapperError
from sapper.training import Attempt, PuzzleId, Score, Standing, Technique, standing
from sapper.web.forms import training as forms
from sapper.web.forms.fields import Time
from sapper.web.forms.history import Streak
from sapper.web.forms.validation import InvalidData, Json, Long, Within, read
from sapper.web.store.entries import FINISHED, Entry, with_truths
from sapper.web.store.sqlite import Store

_SEEDS = 1 << 53  # those that fit into a JavaScript number
_MISTAKE = re.compile(r"mistake-([a-z0-9]{6,32})-([1-9][0-9]{0,5})")
_SEARCHED = "SELECT 1 FROM mistakes WHERE mistakes.game = game.id AND mistakes.seq = game.seq"


class Mistake(NamedTuple):
    """An action of a finished game, counted from 1, that makes a puzzle."""

    game: str
    number: int

    def __str__(self) -> str:
        return f"mistake-{self.game}-{self.number}"

    @classmethod
    def read(cls, puzzle: str) -> Self | None:
        """Read the id of a puzzle; None if it is not that of a mistake."""
        found = _MISTAKE.fullmatch(puzzle)
        return None if found is None else cls(found[1], int(found[2]))


@dataclass(frozen=True, kw_only=True)
class StoredAttempt:
    """An attempt as it is kept, and as it is exported."""

    puzzle: Annotated[str, Long(80)]
    technique: Technique
    rating: Annotated[float, Within(0, 4000)]
    solved: bool
    at: Time

    def __post_init__(self) -> None:
        mistake = Mistake.read(self.puzzle) is not None
        if not mistake and PuzzleId.read(self.puzzle).technique is not self.technique:
            raise InvalidData(f"{self.puzzle} does not train {self.technique}")

    @property
    def attempt(self) -> Attempt:
        return Attempt(self.technique, self.rating, self.solved, self.at)


_COLUMNS = tuple(field.name for field in fields(StoredAttempt))
_ATTEMPT = ", ".join(_COLUMNS)


class TrainingStore:
    """Reads and writes the trainer's rows of a store."""

    def __init__(self, store: Store) -> None:
        self._store = store

    @property
    def seed(self) -> int:
        """The seed of this file's puzzles."""
        return self._trainer()[0]

    def _trainer(self) -> tuple[int, int, str]:
        """Return the seed, the number of the last attempt in the standing, and the standing.

        Where they are lost, the seed is 0, and the standing is counted again.
        """
        found = self._store.execute("SELECT seed, scored, standing FROM trainer").fetchone()
        seed, scored, kept = found or (None, None, None)
        if not isinstance(seed, int) or not 0 <= seed < _SEEDS or not isinstance(scored, int):
            return 0, 0, ""
        return seed, scored, kept if isinstance(kept, str) else ""

    def attempts(self) -> Iterator[StoredAttempt]:
        """Yield all attempts, the oldest first, without damaged ones."""
        return _sound(self._store.execute(f"SELECT {_ATTEMPT} FROM attempt ORDER BY number"))

    def standing(self) -> Standing:
        """Return how the player stands; only attempts since it was kept are counted anew."""
        known, scored = self._scored()
        rows = self._store.execute(
            f"SELECT {_ATTEMPT} FROM attempt WHERE rated AND number > ? ORDER BY number", [scored]
        )
        return standing((each.attempt for each in _sound(rows)), known)

    def _keep_standing(self) -> None:
        seed, found = self.seed, json.dumps(asdict(self.standing()))
        last = self._store.execute("SELECT max(number) FROM attempt").fetchone()[0]
        self._store.execute("DELETE FROM trainer")
        self._store.execute("INSERT INTO trainer VALUES (?, ?, ?)", [seed, last, found])

    def _scored(self) -> tuple[Standing, int]:
        """Return the standing that is kept, and the number of its last attempt."""
        _, scored, kept = self._trainer()
        with suppress(InvalidData, ValueError, RecursionError):
            known = read(Standing, json.loads(kept))
            if known.techniques.keys() == set(Technique) and known.overall.attempts:
                return known, scored
        return Standing(), 0  # none, or damaged

    def next_id(self, technique: Technique) -> PuzzleId:
        """Return the next puzzle of a technique: it stays the same until it is answered.

        One that was answered elsewhere, and came with an import, is left out.
        """
        query = "SELECT count(*) FROM attempt WHERE rated AND technique = ?"
        index = self._store.execute(query, [str(technique)]).fetchone()[0]
        while self.solved(str(found := PuzzleId(technique, self.seed, index))) is not None:
            index += 1
        return found

    def solved(self, puzzle: str) -> bool | None:
        """Return whether an answered puzzle was solved; None if it was not answered."""
        query = "SELECT solved FROM attempt WHERE puzzle = ?"
        found = self._store.execute(query, [puzzle]).fetchone()
        return None if found is None else bool(found[0])

    def add_elsewhere(self, attempt: StoredAttempt) -> bool:
        """Keep an attempt that was made elsewhere, which is never rated, if it is new here."""
        if self.solved(attempt.puzzle) is not None:
            return False
        self.add(attempt, rated=False)
        return True

    def add(self, attempt: StoredAttempt, *, rated: bool) -> None:
        """Keep an attempt; a later one replaces it only at a mistake that was not solved."""
        self._store.execute(
            f"INSERT INTO attempt ({_ATTEMPT}, rated) "
            "VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT (puzzle) DO UPDATE "
            "SET solved = excluded.solved, at = excluded.at WHERE NOT rated AND NOT solved",
            [*astuple(attempt), rated],
        )
        if rated:
            self._keep_standing()

    # Mistakes.

    def unsearched(self) -> Entry | None:
        """Return the latest finished game whose mistakes are not known."""
        where = f"{FINISHED} AND NOT EXISTS ({_SEARCHED})"
        return next(self._store.entries(where, (), "ended DESC, id", 1), None)

    def keep_mistakes(self, game: str, seq: int, numbers: list[int]) -> None:
        self._store.execute(
            "INSERT OR REPLACE INTO mistakes VALUES (?, ?, ?)", [game, seq, json.dumps(numbers)]
        )

    def mistakes(self) -> list[Mistake]:
        """Return the known mistakes, those of the latest games first."""
        rows = self._store.execute(
            "SELECT mistakes.game, numbers FROM mistakes JOIN game ON game.id = mistakes.game "
            "WHERE game.seq = mistakes.seq ORDER BY game.ended DESC, game.id"
        )
        return [mistake for game, numbers in rows for mistake in _mistakes_in(game, numbers)]

    def unsolved(self, mistakes: list[Mistake]) -> list[Mistake]:
        """Return the mistakes still to train: new ones first, then those tried longest ago."""
        known = "typeof(solved) = 'integer' AND typeof(at) IN ('integer', 'real')"
        query = f"SELECT puzzle, solved, at FROM attempt WHERE NOT rated AND {known}"
        tried = {puzzle: (solved, at) for puzzle, solved, at in self._store.execute(query)}
        left = [mistake for mistake in mistakes if not tried.get(str(mistake), (0,))[0]]
        return sorted(left, key=lambda mistake: tried.get(str(mistake), (0, 0.0))[1])


def _mistakes_in(game: str, numbers: Any) -> Iterator[Mistake]:
    """Yield the mistakes of a game, without those of a damaged row."""
    with suppress(ValueError, TypeError, RecursionError, InvalidData):
        for number in read(list[Annotated[int, Within(1, 999_999)]], json.loads(numbers)):
            yield Mistake(game, number)


def _sound(rows: Iterable[tuple[Any, ...]]) -> Iterator[StoredAttempt]:
    for row in rows:
        with suppress(SapperError):
            named = dict(zip(_COLUMNS, row, strict=True))
            yield read(StoredAttempt, with_truths(StoredAttempt, named))


_SURE = 110.0  # the deviation from which on a rating is no more than a first estimate


def standing_form(found: Standing, mistakes: forms.MistakesLeft) -> forms.TrainingStanding:
    """Return the ratings and streaks, overall and for each technique."""
    scores = found.techniques.items()
    return forms.TrainingStanding(
        overall=forms.ScoreForm(**_score_fields(found.overall)),
        techniques=[
            forms.TechniqueScore(technique=each, **_score_fields(it)) for each, it in scores
        ],
        mistakes=mistakes,
    )


def _score_fields(score: Score) -> Json:
    value, deviation, _ = score.rating
    return {
        "rating": round(value),
        "deviation": round(deviation),
        "sure": deviation < _SURE,
        "attempts": score.attempts,
        "right": score.right,
        "streak": Streak(current=score.streak, best=score.best_streak),
    }


def change_form(before: Standing, after: Standing, trained: Technique) -> forms.RatingChange:
    """Return by how many points an answer changed the ratings."""
    return forms.RatingChange(
        overall=_gain(before.overall, after.overall),
        technique=_gain(before.techniques[trained], after.techniques[trained]),
    )


def _gain(before: Score, after: Score) -> int:
    return round(after.rating.value) - round(before.rating.value)
