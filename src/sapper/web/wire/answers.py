"""The forms of answers, for the OpenAPI document."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field
from typing_extensions import TypeAliasType

from sapper.rules.view import FirstClick
from sapper.training import Technique
from sapper.web.store.sqlite import GameKind
from sapper.web.wire.fields import ActionForm, Cell, Change, Judgement, Outcome, Severity, Verb


class ProblemForm(BaseModel):
    """An error, in the form of RFC 9457, with one sentence to show."""

    model_config = ConfigDict(extra="allow")
    type: str
    kind: str
    title: str
    status: int
    detail: str


# Games.


class Clock(BaseModel):
    """Seconds since the first action of the player."""

    running: bool
    elapsed: float


class Pace(BaseModel):
    """The 3BV of a board, and how fast and how efficiently a won game cleared it."""

    bbbv: int | None
    bbbv_per_second: float | None
    ioe: float | None


class Skill(BaseModel):
    """How well a game was played, and the chance of surviving its guesses."""

    accuracy: float | None
    accuracy_text: str | None
    survival: float | None
    survival_text: str | None


class End(Pace):
    """What is shown once a game is over."""

    mines: list[Cell]
    wrong_flags: list[Cell]
    fatal: Cell | None
    clicks: int


class Standing(BaseModel):
    """What every action may change."""

    id: str
    seq: int
    outcome: Outcome
    mines_left: int
    safe_left: int
    clock: Clock
    undos: int
    helped: bool
    unranked: str | None
    end: End | None


class LevelForm(BaseModel):
    level: str
    level_name: str
    width: int
    height: int
    mines: int


class GameState(Standing, LevelForm):
    """A game as the browser draws it."""

    first_click: FirstClick
    kind: GameKind
    tier: int | None
    date: str | None
    rows: list[str]
    start: Cell | None
    board: str | None
    moves: list[ActionForm]


class ActionAnswer(Standing):
    """What an action changed."""

    repeated: bool
    changed: list[Change]
    state: GameState | None


class Ending(Pace, Skill):
    """How a game ended, in a sentence and in figures."""

    outcome: Outcome
    sentence: str
    cell: Cell | None
    risk: float | None
    risk_text: str | None
    least: float | None
    least_text: str | None
    certain: Cell | None
    best: Cell | None
    clues: list[Cell]
    elapsed: float
    news: str | None


# Help and analysis.


class Risk(BaseModel):
    cell: Cell
    risk: float
    risk_text: str


class Candidate(Risk):
    """A cell that was considered for a guess: its chance to show a safe cell, and to win."""

    progress: float
    progress_text: str
    chance: float
    chance_text: str


class Sentence(BaseModel):
    """So many mines in some cells; `clue` is null unless a clue says so."""

    clue: Cell | None
    cells: list[Cell]
    mines: int


class Group(BaseModel):
    """Cells and how many of them are mines."""

    cells: list[Cell]
    mines: int


class Step(BaseModel):
    """One step of a reason, in words and as data; `uses` are the numbers of earlier steps."""

    text: str
    clues: list[Cell]
    cells: list[Cell]
    kind: str | None
    said: list[Sentence]
    follows: Group | None
    uses: list[int]


class Advised(BaseModel):
    """A move in numbers and words, and the moves that were considered too."""

    certain: bool
    risk: float | None
    risk_text: str | None
    reason: str
    chance: float | None
    chance_text: str | None
    candidates: list[Candidate]


class Explained(BaseModel):
    """What a proof rests on, and the easiest technique that finds it."""

    seq: int | None = None
    clues: list[Cell]
    cells: list[Cell]
    steps: list[Step]
    tier: int | None
    tier_name: str | None
    uses_mine_count: bool


class Hint(Advised, Explained):
    """Help with the next move; only the answer has the move itself."""

    strength: Literal["nudge", "technique", "answer"]
    cell: Cell | None


class Best(Risk):
    certain: bool


class Overlay(BaseModel):
    """The risk of every cell; null where a cell is open."""

    seq: int | None = None
    risk: list[list[float | None]]
    texts: list[list[str | None]]
    safe: list[Cell]
    mines: list[Cell]
    exact: bool
    best: Best | None
    safety: float | None
    safety_text: str | None
    chance: float | None
    chance_text: str | None
    layouts: str | None
    log10_layouts: float


class Numbers(Risk):
    """The chance that a cell shows 0, 1 … 8."""

    seq: int | None = None
    certain: bool
    numbers: list[float]
    texts: list[str]


class Reason(Explained):
    """Why a cell is safe or a mine."""

    cell: Cell
    is_mine: bool
    text: str


class Impossible(BaseModel):
    reason: str
    clues: list[Cell]


class View(BaseModel):
    """What is seen of a board: a position."""

    sapper: Literal["view"]
    version: int
    width: int
    height: int
    mines: int | None
    first_click: FirstClick
    rows: list[str]


class Analysis(BaseModel):
    """What is known about a position, or why no layout fits it."""

    view: View
    text: str
    impossible: Impossible | None
    overlay: Overlay | None
    hint: Hint | None


# Boards.


class MetricsForm(BaseModel):
    bbbv: int
    openings: int
    islands: int


class BoardForm(BaseModel):
    board: str
    start: Cell | None
    layout: dict[str, Any]
    metrics: MetricsForm | None
    tier: int | None


class Boards(BaseModel):
    boards: list[BoardForm]


# Watching a player: the lines of a stream.


class WatchedGame(LevelForm):
    """The first line."""

    kind: Literal["game"]
    player: str
    board: str
    first_click: FirstClick
    given: list[Change]


class WatchedMove(Advised):
    kind: Literal["move"]
    chance_after: float | None
    number: int
    cell: Cell
    changed: list[Change]


class WatchedEnd(BaseModel):
    """The last line, unless there was a problem."""

    kind: Literal["end"]
    outcome: Literal["won", "lost", "stopped"]
    fatal: Cell | None
    mines: list[Cell]
    moves: int
    guesses: int


class WatchedProblem(BaseModel):
    """The last line if the game could not go on."""

    kind: Literal["problem"]
    problem: ProblemForm


WatchLine = TypeAliasType("WatchLine", WatchedGame | WatchedMove | WatchedEnd | WatchedProblem)


# Review and history.


class ReviewedMove(BaseModel):
    number: int
    action: Verb
    cell: Cell
    time: float | None
    changed: list[Change]
    undone: bool
    judgement: Judgement | None
    title: str
    risk: float | None
    risk_text: str | None
    least: float | None
    least_text: str | None
    chance: float | None
    chance_made: float | None
    chance_after: float | None
    loss: float | None
    loss_text: str | None
    severity: Severity | None
    accuracy: float | None
    best: Cell | None
    reason: Reason | None
    proof: Reason | None
    answers: list[Cell]
    sentence: str


class Review(LevelForm, Skill):
    """Each move, judged by the chance of winning that it gave away."""

    id: str | None
    first_click: FirstClick
    outcome: Outcome
    board: str
    mine_cells: list[Cell]
    fatal: Cell | None
    summary: str
    counts: dict[Judgement, int]
    severities: dict[Severity, int]
    techniques: dict[str, int]
    given: list[Change]
    moves: list[ReviewedMove]
    puzzles: list[int]


class HistoryGame(Pace):
    id: str
    created: str
    ended: str | None
    level: str
    level_name: str
    name: str
    kind: GameKind
    tier: int | None
    date: str | None
    outcome: Outcome
    elapsed: float | None
    clicks: int
    undos: int
    helped: bool
    unranked: str | None
    accuracy: float | None
    accuracy_text: str | None


class History(BaseModel):
    games: list[HistoryGame]
    next: str | None
    total: int


class Deleted(BaseModel):
    deleted: int


class LevelStatistics(BaseModel):
    """The ranked games of a level that are alike."""

    level: str
    kind: GameKind
    tier: int | None
    level_name: str
    name: str
    games: int
    won: int
    win_rate: float
    win_rate_text: str
    interval: tuple[float, float]
    interval_text: str
    best_time: float | None
    mean_time: float | None
    bbbv_per_second: float | None
    ioe: float | None


class Streak(BaseModel):
    current: int
    best: int


class AccuracyPoint(BaseModel):
    id: str
    ended: str
    accuracy: float


class Accuracy(BaseModel):
    accuracy_text: str | None
    accuracy: list[AccuracyPoint]


class Statistics(Accuracy):
    games: int
    ranked: int
    won: int
    levels: list[LevelStatistics]
    streak: Streak


class Win(BaseModel):
    id: str
    ended: str
    elapsed: float
    bbbv_per_second: float | None
    ioe: float | None


class Mistakes(BaseModel):
    """How often a technique was missed; tier 0 is a guess that was not the best."""

    tier: int
    name: str
    count: int


class Progress(Accuracy):
    """How the ranked games of a row went, and the mistakes in all its games."""

    row: LevelStatistics | None
    best_times: list[Win]
    best_paces: list[Win]
    trend: list[Win]
    mistakes: list[Mistakes]


class Dailies(BaseModel):
    """The first attempt at each daily board, and the days in a row with a ranked win."""

    today: str
    streak: Streak
    results: list[HistoryGame]


class Export(BaseModel):
    sapper: Literal["history"]
    version: int
    games: list[dict[str, Any]]


class Import(BaseModel):
    imported: int
    already: int
    ids: list[str]


# Training.


class PuzzleForm(BaseModel):
    id: str
    technique: Technique
    rating: int
    exact: bool


class TrainingPuzzle(PuzzleForm):
    """A position to find a move in; `game` and `number` tell the mistake that it comes from."""

    view: View
    game: str | None
    number: int | None
    solved: bool | None
    counts: bool


class RightAnswer(BaseModel):
    action: Literal["open", "flag"]
    cell: Cell
    text: str
    reason: Reason | None


class LessonForm(BaseModel):
    """A technique in words, and an example: its picture as SVG and its reason."""

    technique: Technique
    idea: str
    look: str
    caption: str
    picture: str
    text: str
    steps: list[str]


class Lessons(BaseModel):
    lessons: list[LessonForm]


class ScoreForm(BaseModel):
    rating: int
    deviation: int
    sure: bool
    attempts: int
    right: int
    streak: Streak


class TechniqueScore(ScoreForm):
    technique: Technique


class MistakesLeft(BaseModel):
    known: int
    left: int
    searched: bool


class TrainingStanding(BaseModel):
    """Ratings and streaks, and how many own mistakes are left to train."""

    overall: ScoreForm
    techniques: list[TechniqueScore]
    mistakes: MistakesLeft


class RatingChange(BaseModel):
    overall: int
    technique: int


class TrainingAnswer(PuzzleForm):
    """An answer judged, with all that would have been right, the easiest first.

    `why` and `reason` are about the cell that was answered; only a certain one has a reason.
    """

    right: bool
    why: str | None
    reason: Reason | None
    answers: list[RightAnswer]
    candidates: list[Candidate]
    counted: bool
    change: RatingChange | None
    standing: TrainingStanding


# About.


class LevelName(BaseModel):
    name: str
    level: str
    width: int
    height: int
    mines: int


class TierForm(BaseModel):
    tier: int
    name: str


class LimitsForm(BaseModel):
    cells: int
    analysis_cells: int
    bytes: int


class About(BaseModel):
    """What this server offers."""

    version: str
    shell: str = Field(description="A hash of the page and its files.")
    levels: list[LevelName]
    first_clicks: list[FirstClick]
    tiers: list[TierForm]
    players: list[str]
    limits: LimitsForm
    today: str
