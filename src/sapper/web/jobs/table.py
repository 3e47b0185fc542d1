"""All jobs: where each is, who does it, and how long it may take; what does them is loaded late."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from importlib import import_module
from typing import Any, Literal

from sapper.web.forms.limits import HELP_SECONDS, TRANSFER_SECONDS, WORK_SECONDS

Pool = Literal["help", "work"]


@dataclass(frozen=True)
class Job:
    """A function of a module here, for a person who waits, or for what may take longer (work).

    A job that reads the file of games runs where that is.
    """

    name: str
    function: str
    pool: Pool = "help"
    seconds: float = HELP_SECONDS
    reads_file: bool = False
    streams: bool = False  # the function yields the parts of its answer

    def load(self) -> Callable[..., Any]:
        """Return the function; its module is imported."""
        module, _, function = self.function.partition(":")
        found: Callable[..., Any] = getattr(import_module(f"sapper.web.jobs.{module}"), function)
        return found

    def parts(self, arguments: dict[str, Any]) -> Iterator[Any]:
        """Do the job; yield the parts of its answer."""
        found = self.load()(**arguments)
        yield from found if self.streams else [found]


JOBS: dict[str, Job] = {}
_TRANSFER: dict[str, Any] = {"seconds": TRANSFER_SECONDS, "reads_file": True, "streams": True}


def _job(name: str, function: str, pool: Pool = "help", **options: Any) -> Job:
    seconds = HELP_SECONDS if pool == "help" else WORK_SECONDS
    JOBS[name] = Job(name, function, pool, **{"seconds": seconds, **options})
    return JOBS[name]


OVERLAY = _job("overlay", "positions:overlay")
HINT = _job("hint", "positions:hint")
NUMBERS = _job("numbers", "positions:numbers")
EXPLAIN = _job("explain", "positions:explain")
ANALYSE = _job("analyse", "positions:analyse", streams=True)
ANALYSE_NUMBERS = _job("analyse_numbers", "positions:analyse_numbers", streams=True)
ANALYSE_EXPLAIN = _job("analyse_explain", "positions:analyse_explain", streams=True)
PICTURE = _job("picture", "pictures:read_shown")
BEGIN_AT = _job("begin_at", "boards:begin_at")
NO_GUESS_BOARD = _job("no_guess_board", "boards:no_guess_board")
DAILY_BOARD = _job("daily_board", "boards:board_of_day")
BOARDS = _job("boards", "boards:boards", "work")
WATCH = _job("watch", "watch:watch", "work", streams=True)
ENDING = _job("ending", "review:review_game")
REVIEW = _job("review", "review:review_game", "work")
REPLAY = _job("replay", "replays:show_replay", "work", reads_file=True)
REPLAY_FILE = _job("replay_file", "replays:write_replay", "work")
HISTORY = _job("history", "history:list_games", reads_file=True)
STATISTICS = _job("statistics", "history:sum_up", reads_file=True)
PROGRESS = _job("progress", "history:show_progress", reads_file=True)
NEW_BEST = _job("new_best", "history:find_new_best", reads_file=True)
DAILIES = _job("dailies", "history:show_dailies", reads_file=True)
EXPORT = _job("export", "history:export_history", "work", **_TRANSFER)
IMPORT = _job("import", "importing:import_history", "work", **_TRANSFER)
MISTAKES = _job("mistakes", "training:find_mistakes", "work")
PUZZLE = _job("puzzle", "training:make_puzzle")
JUDGE = _job("judge", "training:judge_answer")
LESSONS = _job("lessons", "training:lessons")
