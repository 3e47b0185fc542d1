"""Many games and boards at once, in the kernel. This room is handed layouts, and infers nothing."""

from sapper.batch.boards import (
    BoardRequest,
    Made,
    Method,
    Solution,
    is_solvable,
    make_boards,
    solve_layout,
)
from sapper.batch.games import Forecasts, Games, Series, forecast_games, play_games
from sapper.batch.labels import Labels, label_games
from sapper.batch.metrics import measure, solved_bbbv
from sapper.batch.running import Boards, Shown
from sapper.batch.seeds import seeded_layout

__all__ = [
    "BoardRequest",
    "Boards",
    "Forecasts",
    "Games",
    "Labels",
    "Made",
    "Method",
    "Series",
    "Shown",
    "Solution",
    "forecast_games",
    "is_solvable",
    "label_games",
    "make_boards",
    "measure",
    "play_games",
    "seeded_layout",
    "solve_layout",
    "solved_bbbv",
]
