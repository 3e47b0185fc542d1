from sapper.advice import Advice, Hint, Strength, advise
from sapper.boards.daily import daily_board
from sapper.boards.generate import NoGuessBoard, TooMuchEffort, generate, generate_many
from sapper.boards.grade import Grade, grade
from sapper.boards.metrics import Metrics, metrics, metrics_many
from sapper.engine import Analysis, Perfect, TooLarge, Tracker, analyse, analyse_many, perfect
from sapper.knowledge import (
    Conclusion,
    Contradiction,
    Explainer,
    KnowledgeBase,
    NotCertain,
    Reason,
    Tier,
    Unexplained,
    explain,
)
from sapper.players import Move, Player, make_player, player_names, turns
from sapper.players.guessing import explain_guess
from sapper.replays import Replay, read_replay, write_evf, write_rawvf
from sapper.reviewing import Review, review, review_to_json
from sapper.rules.board import Board, Cell, Layout, Level
from sapper.rules.board_id import board_id, game_from_id
from sapper.rules.errors import (
    InvalidBoard,
    InvalidMove,
    InvalidNotation,
    InvalidPosition,
    SapperError,
)
from sapper.rules.file_formats import read_mbf, read_mine, read_position, write_mbf, write_mine
from sapper.rules.game import Action, ActionType, Game, Outcome
from sapper.rules.json_forms import (
    game_from_json,
    game_to_json,
    layout_from_json,
    layout_to_json,
    view_from_json,
    view_to_json,
)
from sapper.rules.notation import read_layout, read_view, write_layout, write_view
from sapper.rules.rendering import Picture
from sapper.rules.view import FLAG, UNOPENED, FirstClick, View
from sapper.training import Puzzle, Technique, puzzle
from sapper.vision import LegendEntry, Reading, UnreadablePicture, read_screenshot

__all__ = [
    "FLAG",
    "UNOPENED",
    "Action",
    "ActionType",
    "Advice",
    "Analysis",
    "Board",
    "Cell",
    "Conclusion",
    "Contradiction",
    "Explainer",
    "FirstClick",
    "Game",
    "Grade",
    "Hint",
    "InvalidBoard",
    "InvalidMove",
    "InvalidNotation",
    "InvalidPosition",
    "KnowledgeBase",
    "Layout",
    "LegendEntry",
    "Level",
    "Metrics",
    "Move",
    "NoGuessBoard",
    "NotCertain",
    "Outcome",
    "Perfect",
    "Picture",
    "Player",
    "Puzzle",
    "Reading",
    "Reason",
    "Replay",
    "Review",
    "SapperError",
    "Strength",
    "Technique",
    "Tier",
    "TooLarge",
    "TooMuchEffort",
    "Tracker",
    "Unexplained",
    "UnreadablePicture",
    "View",
    "advise",
    "analyse",
    "analyse_many",
    "board_id",
    "daily_board",
    "explain",
    "explain_guess",
    "game_from_id",
    "game_from_json",
    "game_to_json",
    "generate",
    "generate_many",
    "grade",
    "layout_from_json",
    "layout_to_json",
    "make_player",
    "metrics",
    "metrics_many",
    "perfect",
    "player_names",
    "puzzle",
    "read_layout",
    "read_mbf",
    "read_mine",
    "read_position",
    "read_replay",
    "read_screenshot",
    "read_view",
    "review",
    "review_to_json",
    "turns",
    "view_from_json",
    "view_to_json",
    "write_evf",
    "write_layout",
    "write_mbf",
    "write_mine",
    "write_rawvf",
    "write_view",
]

__version__: str
