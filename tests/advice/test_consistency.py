"""Library, commands, page and review name the same best move, in the same words."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING, Any

import pytest
import typer
from harness.scale import repeats
from typer.testing import CliRunner

import sapper.web.jobs.positions
from sapper import (
    FLAG,
    Action,
    ActionType,
    Advice,
    Cell,
    FirstClick,
    Game,
    Level,
    Strength,
    Tier,
    View,
    advise,
    make_player,
    turns,
    view_from_json,
    view_to_json,
)
from sapper.advice import ExplainedPlayer
from sapper.cli import app
from sapper.cli.assist_dialogue import Dialogue
from sapper.cli.assist_session import Session
from sapper.formatting import at, one_line
from sapper.reviewing import Judgement
from sapper.reviewing.judge import Judge

if TYPE_CHECKING:
    from httpx import Client

jobs: Any = sapper.web.jobs.positions
LEVELS = {"9x9/10": 10, "8x8/16": 36, "16x16/40": 1, "30x16/99": 1, "4x4/4": 50}
POSITIONS = repeats(80, 300)
OPTIONS = {"mines": None, "density": None, "flags": "ignore"}


def seeded_views() -> Iterator[View]:
    """Yield views of games that `master` plays: first clicks, midgames, endgames."""
    for level, games in LEVELS.items():
        for index in range(games):
            rule = list(FirstClick)[index % 3]
            game = Game(Level.parse(level), seed=19, index=index, first_click=rule)
            seen = [game.view.copy(), *(game.view.copy() for _ in turns(game, _master(index)))]
            yield from (view for view in seen[:-1][:: 1 + len(seen) // 8])
            yield seen[-2]  # the last decision


def _master(seed: int) -> Any:
    return make_player("master", seed)


def changed(view: View, mines: int | None, flags: set[Cell]) -> View:
    """Return the view with another mine total and with flags."""
    rows = view.array.tolist()
    for row, column in flags:
        rows[row][column] = FLAG
    return View.of(rows, mines, view.first_click)


@cache
def positions() -> list[View]:
    """Return positions: every fifth without a mine total, every third with some flags."""
    dice, views = random.Random(4), []
    for number, view in enumerate(seeded_views()):
        shut = list(view.unopened)
        flags = set(dice.sample(shut, min(3, len(shut) - 1))) if number % 3 == 0 else set()
        views.append(changed(view, None if number % 5 == 0 else view.mines, flags))
    return dice.sample(views, POSITIONS)


@cache
def advised() -> list[tuple[View, Advice]]:
    return [(view, advise(view)) for view in positions()]


@pytest.fixture(autouse=True)
def made_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the runner build the commands once: that takes longer than running them."""
    monkeypatch.setattr("typer.testing._get_command", cache(typer.main.get_command))


def command(name: str, view: View, *arguments: str) -> Any:
    typed = json.dumps(view_to_json(view))
    return json.loads(CliRunner().invoke(app, [name, *arguments, "--json"], input=typed).stdout)


def test_the_positions_are_mixed() -> None:
    """Techniques, guesses with and without a total, flags and first clicks are among them."""
    proofs = [advice.proof(advice.best) for _, advice in advised() if advice.best in advice.safe]
    tiers = {proof.reason.tier for proof in proofs if proof.reason is not None}
    assert tiers >= {Tier.SUBSET, Tier.OVERLAP, Tier.CHAIN, Tier.MINE_COUNT}
    guesses = [advice for _, advice in advised() if not advice.certain]
    assert sum(advice.view.mines is None for advice in guesses) > POSITIONS // 30
    assert sum(advice.chance is not None for advice in guesses) > POSITIONS // 10
    assert sum(bool(view.flags) for view, _ in advised()) > POSITIONS // 4
    assert sum(not view.opened for view, _ in advised()) > POSITIONS // 15


def test_the_order_of_opening_plays_no_part() -> None:
    """A view that went through JSON, which forgets the order, gets the same advice."""
    for view, advice in advised():
        reread = advise(view_from_json(view_to_json(view)))
        assert (reread.best, reread.certain, reread.reason) == (
            advice.best,
            advice.certain,
            advice.reason,
        )


def test_commands_say_what_the_library_says() -> None:
    """`sapper solve` has the same best move and reasons; `sapper why` has those of one cell."""
    for view, advice in advised():
        output = command("solve", view)
        best = output["best"]
        assert (tuple(best["cell"]), best["certain"]) == (advice.best, advice.certain)
        assert best["reason"] == advice.reason
        for entry in output["reasons"]:
            proof = advice.proof(tuple(entry["cell"]))
            assert (entry["mine"], entry["reason"]) == (proof.is_mine, proof.text)
        why = command("why", view, "-", f"{best['cell'][0]},{best['cell'][1]}")
        guess = f"{at(best['cell'])} is not certain. {advice.reason}"
        assert why["certain"] == advice.certain
        assert why["text"] == (advice.reason if advice.certain else guess)


def test_the_assistant_says_what_the_library_says() -> None:
    """The next cell of `sapper assist` and its words; it knows no flags and no promise."""
    for view, advice in advised():
        if view.flags or not view.opened:
            continue
        session = Session(view.board, view.mines)
        session.record({cell: view[cell] for cell in view.opened})
        assert session.next_cell is not None
        assert session.next_cell == advice.best
        talk = Dialogue(session)
        guess = "" if advice.certain else ", a guess"
        answer = f"Open {at(session.next_cell)}{guess}. {advice.reason}"
        assert f" {answer}" in one_line(talk.open().text)
        nudge, technique, last = (one_line(talk.say("hint").text) for _ in Strength)
        assert nudge == advice.hint(Strength.NUDGE).text
        assert technique == advice.hint(Strength.TECHNIQUE).text
        assert last == answer if advice.certain else last.startswith(answer)


def test_the_page_says_what_the_library_says() -> None:
    """Hint, overlay, analysis and reason of the server name the same move in the same words."""
    for view, advice in advised():
        form = view_to_json(view)
        hint = jobs.hint(form, 0, Strength.ANSWER)
        best = jobs.overlay(form, 0).best
        _, both = jobs.analyse(**OPTIONS, position=form)
        assert (replace(both.hint, seq=0), both.overlay.best) == (hint, best)
        assert (hint.cell, hint.certain) == (advice.best, advice.certain)
        assert (best.cell, best.certain) == (advice.best, advice.certain)
        wrong = " Its flag is wrong." if hint.cell in view.flags else ""
        assert hint.reason == advice.reason + wrong
        for cell in [hint.cell] * advice.certain + sorted(advice.mines)[:1]:
            answer, proof = jobs.explain(form, 0, cell), advice.proof(cell)
            assert answer.text == proof.text
            assert [step.text for step in answer.steps] == [step.text for step in proof.steps]


def test_hints_of_all_strengths_are_the_librarys() -> None:
    """The server's hints have the library's words and clues; only the answer is an answer."""
    for view, advice in advised():
        assert advice.best is not None
        for strength in Strength:
            given, form = advice.hint(strength), jobs.hint(view_to_json(view), 0, strength)
            assert form.reason.removesuffix(" Its flag is wrong.") == given.text
            assert (form.strength, form.clues) == (strength, list(given.clues))
            assert [step.text for step in form.steps] == [step.text for step in given.steps]
            if strength is not Strength.ANSWER:
                revealed = re.search(rf"\b{at(advice.best)}\b|\bsafe\b|\ba mine\b", given.text)
                assert revealed is None or not view.opened, "the rules promise the first click"
                assert (given.cell, given.cells, given.steps) == (None, (), ())
                assert form.cell is form.risk is form.chance is None
        answer = advice.hint()
        assert answer.text == advice.reason
        assert answer.cell == advice.best
        clues = {clue for step in answer.steps for clue in step.clues}
        assert clues == set(answer.clues) == set(advice.hint(Strength.NUDGE).clues)


def test_over_http_the_same_is_said(client: Client) -> None:
    """The answers of the server itself, not only of its jobs, have the adviser's sentences."""
    for view, advice in advised():
        body = OPTIONS | {"position": view_to_json(view)}
        hint = client.post("/api/analyse", json=body).json()["hint"]
        assert hint["reason"].removesuffix(" Its flag is wrong.") == advice.reason
        assert " ".join(step["text"] for step in hint["steps"]) == unnumbered(advice.reason)


def unnumbered(text: str) -> str:
    return re.sub(r"(^|(?<=\. ))\d+\. ", "", text)


def test_the_review_says_what_the_library_says() -> None:
    """The better cell after a fault is the best move, flags or not, and its reason the same."""
    judged = 0
    for view, advice in advised():
        if view.mines is None or not view.opened:
            continue
        shut = [cell for cell in view.unopened if cell not in view.flags]
        risk = {cell: float(advice.risk[cell]) for cell in shut}
        worst = max(risk, key=lambda cell: risk[cell])
        verdict = Judge(view).verdict(1, Action(ActionType.OPEN, worst))
        if verdict.is_fault:
            judged += 1
            assert verdict.better[0] == advice.best
        if verdict.judgement is Judgement.MISSED:
            assert verdict.reason == advice.reason
    assert judged > 50


def test_who_watches_hears_the_same() -> None:
    """A player that is watched is explained in the adviser's words, whatever it says itself."""
    for view, advice in advised():
        if not view.opened:
            continue
        move = ExplainedPlayer(_master(0)).move(view)
        if move is None:  # flags stand on all that it would open
            continue
        if move.certain:
            assert move.reason == advice.proof(move.cell).text
        elif move.cell == advice.best:
            assert move.reason == advice.reason


def test_trusted_flags_are_trusted_alike() -> None:
    """With flags trusted, command, page and library still agree."""
    for view, known in advised():
        if view.flags or not known.mines:
            continue
        flagged = changed(view, view.mines, set(sorted(known.mines)[:2]))
        advice = advise(flagged, flags="trust")
        best = command("solve", flagged, "--flags", "trust")["best"]
        request = OPTIONS | {"position": view_to_json(flagged), "flags": "trust"}
        _, analysed = jobs.analyse(**request)
        hint = analysed.hint
        if advice.best is None:
            assert best is hint.cell is None
            continue
        assert (tuple(best["cell"]), best["reason"]) == (advice.best, advice.reason)
        assert (hint.cell, hint.certain) == (advice.best, advice.certain)
        assert advice.reason in hint.reason
