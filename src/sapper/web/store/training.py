"""The trainer's rows: attempts, and which actions of finished games were mistakes."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from contextlib import suppress
from typing import Annotated, Any, NamedTuple

from pydantic import BaseModel, Field, ValidationError

from sapper.training import PuzzleId, Technique
from sapper.web.store.sqlite import FINISHED, Entry, Store

_SEARCHED = "SELECT 1 FROM mistakes WHERE mistakes.game = game.id AND mistakes.seq = game.seq"


class Mistake(NamedTuple):
    """An action of a finished game, counted from 1, that makes a puzzle."""

    game: str
    number: int

    def __str__(self) -> str:
        return f"mistake-{self.game}-{self.number}"


class StoredAttempt(BaseModel):
    """An attempt as it is kept."""

    technique: Technique
    rating: Annotated[float, Field(ge=0, le=4000)]
    solved: bool
    at: float


class TrainingStore:
    """Reads and writes the trainer's rows of a store."""

    def __init__(self, store: Store) -> None:
        self._store = store

    @property
    def seed(self) -> int:
        """The seed of this file's puzzles."""
        return int(self._store.execute("SELECT seed FROM trainer").fetchone()[0])

    def attempts(self) -> list[StoredAttempt]:
        """Return the attempts that count, the oldest first, without damaged ones."""
        rows = self._store.execute(
            "SELECT technique, rating, solved, at FROM attempt WHERE rated ORDER BY number"
        )
        return list(_sound(rows))

    def next_id(self, technique: Technique) -> PuzzleId:
        """Return the next puzzle of a technique: it stays the same until it is answered."""
        query = "SELECT count(*) FROM attempt WHERE rated AND technique = ?"
        index = self._store.execute(query, [str(technique)]).fetchone()[0]
        return PuzzleId(technique, self.seed, index)

    def solved(self, puzzle: str) -> bool | None:
        """Return whether an answered puzzle was solved; None if it was not answered."""
        query = "SELECT solved FROM attempt WHERE puzzle = ?"
        found = self._store.execute(query, [puzzle]).fetchone()
        return None if found is None else bool(found[0])

    def add(self, puzzle: str, attempt: StoredAttempt, *, rated: bool) -> None:
        """Keep an attempt; a later one replaces it only at a mistake that was not solved."""
        self._store.execute(
            "INSERT INTO attempt (puzzle, technique, rating, solved, rated, at) "
            "VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT (puzzle) DO UPDATE "
            "SET solved = excluded.solved, at = excluded.at WHERE NOT rated AND NOT solved",
            [puzzle, str(attempt.technique), attempt.rating, attempt.solved, rated, attempt.at],
        )

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
        return [Mistake(game, number) for game, numbers in rows for number in json.loads(numbers)]

    def unsolved(self) -> list[Mistake]:
        """Return the mistakes still to train: new ones first, then those tried longest ago."""
        query = "SELECT puzzle, solved, at FROM attempt WHERE NOT rated"
        tried = {puzzle: (solved, at) for puzzle, solved, at in self._store.execute(query)}
        left = [mistake for mistake in self.mistakes() if not tried.get(str(mistake), (0,))[0]]
        return sorted(left, key=lambda mistake: tried.get(str(mistake), (0, 0.0))[1])


def _sound(rows: Iterable[tuple[Any, ...]]) -> Iterator[StoredAttempt]:
    for row in rows:
        with suppress(ValidationError):
            names = StoredAttempt.model_fields
            yield StoredAttempt.model_validate(dict(zip(names, row, strict=True)))
