"""Statistics, progress, new bests and the list of games: what honest games add up to."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, timedelta
from typing import TYPE_CHECKING, Any

import pytest
from web.honest import lose, start, win

from sapper.arena.statistics import rate_interval
from sapper.web.forms.history import Streak
from sapper.web.store.entries import Entry
from sapper.web.store.statistics import calendar, new_best, statistics

if TYPE_CHECKING:
    from httpx import Client

Json = dict[str, Any]
DAY = "2025-02-03"


@pytest.fixture
def played(client: Client) -> dict[str, str]:
    """Play two wins and a loss up to cases, a win up to subset, and a daily; return their ids."""
    cases = {"no_guess": 5}
    return {
        "won": win(client, start(client, **cases))["id"],
        "lost": lose(client, start(client, **cases))["id"],
        "again": win(client, start(client, **cases))["id"],
        "easy": win(client, start(client, no_guess=2))["id"],
        "daily": win(client, client.post("/api/games", json={"daily": DAY}).json())["id"],
    }


def test_each_kind_has_a_row_of_its_own(client: Client, played: dict[str, str]) -> None:
    """No-guess games are counted by grade, dailies apart; each has its interval."""
    reply = client.get("/api/statistics").json()
    rows = {row["name"]: row for row in reply["levels"]}
    assert {name: (row["games"], row["won"]) for name, row in rows.items()} == {
        "beginner, no guess up to cases": (3, 2),
        "beginner, no guess up to subset": (1, 1),
        "beginner, daily": (1, 1),
    }
    cases = rows["beginner, no guess up to cases"]
    assert cases["interval"] == list(rate_interval(2, 3))
    assert cases["interval_text"] == "9.4 % to 99.2 %"
    assert reply["streak"] == {"current": 3, "best": 3}


def test_the_progress_of_a_row(client: Client, played: dict[str, str]) -> None:
    """A row has its bests, its trend and the mistakes of its games by technique."""
    for id in played.values():
        client.post(f"/api/games/{id}/ending")
    query: Json = {"level": "beginner", "kind": "no_guess", "tier": 5}
    reply = client.get("/api/progress", params=query).json()
    assert reply["row"]["games"] == 3
    assert {win["id"] for win in reply["best_times"]} == {played["won"], played["again"]}
    assert [win["id"] for win in reply["trend"]] == [played["won"], played["again"]]
    times = [win["elapsed"] for win in reply["best_times"]]
    assert times == sorted(times)
    paces = [win["bbbv_per_second"] for win in reply["best_paces"]]
    assert paces == sorted(paces, reverse=True)
    assert reply["row"]["best_time"] == times[0]
    assert sum(each["count"] for each in reply["mistakes"]) == 1  # the certain mine
    assert len(reply["accuracy"]) == 3
    nothing = client.get("/api/progress", params={"level": "expert"}).json()
    assert (nothing["row"], nothing["best_times"], nothing["mistakes"]) == (None, [], [])
    assert client.get("/api/progress", params={"kind": "board"}).status_code == 422
    assert client.get("/api/progress", params={"level": "huge"}).status_code == 422


def test_news_of_a_game(client: Client, played: dict[str, str]) -> None:
    """The end of a game announces a first win; a game that does not count has no new best."""
    ending = client.post(f"/api/games/{played['easy']}/ending").json()
    assert ending["new_best"] == "Your first ranked win: beginner, no guess up to subset."
    assert client.post(f"/api/games/{played['lost']}/ending").json()["new_best"] is None
    again = client.post(f"/api/games/{played['easy']}/again").json()
    won = win(client, again)
    assert client.post(f"/api/games/{won['id']}/ending").json()["new_best"] is None


def entry(id: str, seconds: float, bbbv: int = 10, **more: Any) -> Entry:
    made = Entry(id, 0.0, "plain", "9x9/10", "", "zero", seq=1, outcome="won", bbbv=bbbv)
    return replace(made, **{"started": 0.0, "ended": seconds, **more})


def test_new_bests_are_told() -> None:
    """A better time and a better 3BV/s are announced, each alone and both; equal ones are not."""
    before = [entry("a", 10.0), entry("b", 20.0, 30), entry("c", 1.0, outcome="lost")]
    assert new_best(entry("d", 9.0), before) == "A new best time: 1.0 s faster than before."
    assert new_best(entry("d", 10.0), before) is None
    assert new_best(entry("d", 15.0, 30), before) == "A new best 3BV/s: 2.00 instead of 1.50."
    both = new_best(entry("d", 9.0, 27), before)
    assert both == (
        "A new best time: 1.0 s faster than before. A new best 3BV/s: 3.00 instead of 1.50."
    )
    assert new_best(entry("d", 1.0, unranked="help"), before) is None
    assert new_best(entry("d", 1.0, outcome="lost"), before) is None


def test_unranked_games_change_no_figure() -> None:
    """A row is the same with and without faster games that do not count."""
    honest = [entry("a", 10.0, accuracy=0.5), entry("b", 20.0, outcome="lost")]
    reasons = ("help", "seen", "chosen", "imported")
    forged = [entry(why, 0.1, accuracy=1.0, unranked=why) for why in reasons]
    reply, clean = statistics([*honest, *forged]), statistics(honest)
    assert replace(reply, games=2) == clean
    assert reply.games == 6


def test_an_undone_game_is_the_loss_that_it_was() -> None:
    """A win after an undo lowers the win rate and ends the streak as a loss does."""
    wins, undone = [entry("a", 10.0), entry("b", 9.0)], entry("c", 0.1, unranked="undo")
    reply = statistics([*wins, undone])
    lost = statistics([*wins, entry("c", 0.1, outcome="lost")])
    assert reply == lost
    assert reply.streak == Streak(current=0, best=2)


def test_games_are_filtered(client: Client, played: dict[str, str]) -> None:
    """The list can be filtered by kind, level, result, rank and date, and by several at once."""

    def ids(**query: Any) -> set[str]:
        reply = client.get("/api/history", params=query).json()
        assert reply["total"] == len(reply["games"])
        return {game["id"] for game in reply["games"]} & set(played.values())

    today, day = date.today(), timedelta(days=1)
    everything = set(played.values())
    assert ids(kind="daily") == {played["daily"]}
    assert ids(level="beginner") == ids(level="9x9/10") == ids(ranked=True) == everything
    assert ids(ranked=False) == ids(level="expert") == ids(kind="plain") == set()
    assert ids(outcome="lost", kind="no_guess") == {played["lost"]}
    assert ids(since=str(today - day), until=str(today + day)) == everything
    assert ids(until=str(today - day)) == ids(since=str(today + day)) == set()
    for wrong in ({"kind": "stolen"}, {"since": "yesterday"}, {"until": "9999-12-31"}):
        assert client.get("/api/history", params=wrong).status_code == 422


def test_many_games_are_deleted_at_once(client: Client) -> None:
    """Chosen games go, with all that is counted of them; an unknown one is not counted."""
    kept, *gone = (lose(client, start(client))["id"] for _ in range(3))
    client.post(f"/api/games/{gone[0]}/review")
    before = client.get("/api/statistics").json()["games"]
    reply = client.post("/api/history/delete", json={"ids": [*gone, "notthere"]}).json()
    assert reply == {"deleted": 2}
    assert client.get("/api/statistics").json()["games"] == before - 2
    assert client.get(f"/api/games/{gone[0]}").status_code == 404
    assert client.get(f"/api/games/{kept}").status_code == 200
    assert client.post("/api/history/delete", json={"ids": []}).status_code == 422


def test_the_calendar_of_the_server(client: Client, played: dict[str, str]) -> None:
    """The first attempt at each day's board is listed; a day that was played later is no streak."""
    reply = client.get("/api/daily").json()
    assert reply["today"] == date.today().isoformat()
    assert [(game["date"], game["outcome"]) for game in reply["results"]] == [(DAY, "won")]
    assert reply["streak"] == {"current": 0, "best": 0}


def daily(day: date, **more: Any) -> Entry:
    noon = timedelta(hours=12).total_seconds()
    created = (day - date(1970, 1, 1)).total_seconds() + noon
    day_of = {"kind": "daily", "date": str(day), "created": created}
    return entry(str(day), 9.0, 10, **day_of | more)


def test_the_streak_of_days() -> None:
    """A streak is ranked wins on the day itself; today may still come, and a gap ends it."""
    day, days = timedelta(days=1), date(2026, 3, 10)
    wins = [daily(days - n * day) for n in (6, 5, 4, 2, 1)]
    assert calendar(wins, days).streak == Streak(current=2, best=3)
    assert calendar([*wins, daily(days)], days).streak == Streak(current=3, best=3)
    assert calendar(wins, days + day).streak.current == 0
    for fault in ({"unranked": "help"}, {"outcome": "lost"}, {"created": 0.0}):
        spoilt = [*wins[:-1], daily(days - day, **fault)]
        assert calendar(spoilt, days).streak == Streak(current=0, best=3)


def test_only_the_first_attempt_is_in_the_calendar() -> None:
    """A second attempt at a day's board, however good, is not its result."""
    first = daily(date(2026, 3, 10), outcome="lost")
    second = daily(date(2026, 3, 10), unranked="seen")
    reply = calendar([first, second], date(2026, 3, 10))
    assert [game.outcome for game in reply.results] == ["lost"]
    assert reply.streak == Streak(current=0, best=0)
