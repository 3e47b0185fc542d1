"""A review of a small game with two mistakes, for tests of the page alone."""

from __future__ import annotations

from typing import Any

REASON = {
    "cell": [0, 2],
    "is_mine": False,
    "tier": 1,
    "tier_name": "one clue",
    "clues": [[0, 1]],
    "cells": [[0, 2]],
    "uses_mine_count": False,
    "steps": [],
    "text": "The 1 at B1 already has its mine at A1, so C1 is safe.",
}


def _move(number: int, cell: list[int], mark: str, **facts: Any) -> dict[str, Any]:
    plain = {
        "action": "open",
        "time": float(number),
        "undone": False,
        "judgement": "certain",
        "title": "Proved safe",
        "chance": 0.5,
        "chance_made": 0.5,
        "chance_after": 0.5,
        "loss": 0.0,
        "loss_text": None,
        "severity": None,
        "accuracy": 1.0,
        "risk": 0.0,
        "risk_text": "0 %",
        "least": 0.0,
        "least_text": "0 %",
        "best": None,
        "reason": None,
        "proof": None,
        "answers": [],
        "sentence": "It was certain.",
    }
    return plain | {"number": number, "cell": cell, "changed": [[*cell, mark]]} | facts


REVIEW: dict[str, Any] = {
    "id": "stub",
    "level": "4x3/2",
    "level_name": "4x3/2",
    "width": 4,
    "height": 3,
    "mines": 2,
    "first_click": "none",
    "outcome": "lost",
    "board": "4x3-gBA",
    "mine_cells": [[0, 0], [2, 3]],
    "fatal": [2, 3],
    "accuracy": 0.5,
    "accuracy_text": "50 %",
    "survival": 0.25,
    "survival_text": "25 %",
    "summary": "Two moves took more risk than they had to.",
    "counts": {"certain": 1, "best_guess": 0, "worse_guess": 1, "missed_safe": 1}
    | {"certain_mine": 0, "wrong_flag": 0},
    "severities": {"inaccuracy": 0, "mistake": 1, "blunder": 1},
    "techniques": {"one clue": 1},
    "given": [],
    "moves": [
        _move(1, [0, 1], "1", judgement=None),
        _move(
            2,
            [1, 0],
            "1",
            judgement="missed_safe",
            title="Mistake: missed a safe cell",
            loss=0.06,
            loss_text="6.0",
            severity="mistake",
            risk=0.3,
            risk_text="30 %",
            best=[0, 2],
            reason=REASON,
            proof=REASON,
            answers=[[0, 2]],
            sentence="You took 30 % at A2; C1 was certain.",
        ),
        _move(3, [0, 2], "0"),
        _move(
            4,
            [2, 3],
            "#",
            judgement="worse_guess",
            title="Blunder: worse guess",
            loss=0.2,
            loss_text="20.0",
            severity="blunder",
            risk=0.5,
            risk_text="50 %",
            least=0.2,
            least_text="20 %",
            best=[1, 1],
            answers=[[1, 1]],
            sentence="You took 50 % at D3; the least was 20 %.",
        ),
    ],
    "puzzles": [2, 4],
}
