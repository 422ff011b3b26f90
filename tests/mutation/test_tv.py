"""The screen for a television: what it shows, to whom, and how it guesses the time that is left."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any
from unittest.mock import Mock, patch

import pytest
from django.template.loader import render_to_string
from django.utils import timezone
from playwright.sync_api import Page, expect

from accounts.budgets import ProcessorBudget, RateLimited
from accounts.models import Visibility
from mutation import tokens
from mutation.models import MutationSession
from mutation.services.ledgers import ledger_of
from mutation.services.pace import PAUSE, duration_text, length, time_left
from mutation.tv import views
from tests.mutation.sessions import Player, choose_decks, draft_on, in_games, make_session, play_games, put

BEGUN = datetime(2026, 1, 1, 20, tzinfo=UTC)


def at(minutes: float) -> Any:
    return patch.object(timezone, "now", return_value=BEGUN + timedelta(minutes=minutes))


def minutes_left(session: MutationSession, minutes: float, people: Sequence[str] = "ABCD") -> float | None:
    session.refresh_from_db()
    left = time_left(ledger_of(session), people, BEGUN + timedelta(minutes=minutes))
    return None if left is None else left / timedelta(minutes=1)


@pytest.mark.django_db
def test_everybody_sees_what_everybody_may_see() -> None:
    session = make_session()
    ben, stranger = Player(session, "B"), Player(session)
    put(session, {"by": "A", "kind": "pick", "card": ledger_of(session).state.seats[0].hand[0]})
    page = stranger.text("tv/")
    assert "Pick 1 of 16" in page and "Waiting for" in page and "Ben" in page and ">Follow<" in page
    invitation = tokens.invitation(session)
    assert invitation not in page and ">Join<" in ben.text("tv/")
    for card in ledger_of(session).header.cards.values():
        assert f">{card.card.name}<" not in page
    MutationSession.objects.update(visibility=Visibility.PRIVATE)
    assert stranger.look("tv/").status_code == 404
    assert ben.look("tv/").status_code == 200 and ">Follow<" not in ben.text("tv/")


@pytest.mark.django_db
def test_it_shows_games_standings_and_changes_alone() -> None:
    session = in_games()
    play_games(session, "A", "B", "D")
    put(session, {"by": "A", "kind": "ready", "game": 4})
    stranger = Player(session)
    page = stranger.text("tv/")
    assert "Waiting for Ben." in page and "mutates before game 6" in page and "mutates before game 4" not in page
    assert (
        "Round 2 of 6" in page
        and "<span>Ben \N{EN DASH} Dan</span>" in page
        and re.search("About <b>.* min</b> left", page)
    )
    put(session, {"by": "B", "kind": "ready", "game": 4})
    again = {"headers": {"HX-Request": "true"}}
    fresh = stranger.http.get(f"{stranger.base}tv/?again=1", **again)
    assert "in progress" in fresh.content.decode() and "<html" not in fresh.content.decode()
    headers = {"HX-Request": "true", "If-None-Match": fresh.headers["ETag"]}
    with patch.object(views, "tv_context") as drawn:
        assert stranger.http.get(f"{stranger.base}tv/?again=1", headers=headers).status_code == 304
    assert not drawn.called


@pytest.mark.django_db
def test_a_television_keeps_its_screen_when_a_budget_is_spent(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ProcessorBudget, "charged", Mock(side_effect=RateLimited(30)))
    stranger = Player(make_session())
    again = stranger.http.get(f"{stranger.base}tv/?again=1", headers={"HX-Request": "true"})
    assert again.status_code == 429 and "HX-Redirect" not in again.headers
    assert stranger.look("tv/").status_code == 429


@pytest.mark.django_db
@pytest.mark.parametrize(("games", "text"), [([3], "decides game 3."), ([3, 4], "decides games 3, 4.")])
def test_what_the_organiser_decides_is_counted(games: list[int], text: str) -> None:
    for template in ("mutation/_now.html", "mutation/tv/_screen.html"):
        context = {"session": make_session(), "decides": games}
        assert f"The organiser {text}" in " ".join(render_to_string(template, context).split())


@pytest.mark.django_db
def test_the_time_left_follows_the_pace() -> None:
    with at(0):
        session = make_session()
        assert minutes_left(session, 0) == 137 == length("draft") / timedelta(minutes=1)
        draft_on(session, 1)
    with at(14 * 2):
        draft_on(session, 14)  # at 28 minutes: a slow draft so far
    assert minutes_left(session, 28) == pytest.approx(125 + (1.5 + 28) / 17, abs=0.1)
    with at(30):
        draft_on(session, 1)
        choose_decks(session)
    assert minutes_left(session, 30) == 120
    assert minutes_left(session, 35) == 115  # as time goes by
    with at(50):
        play_games(session, "A", "B")
    assert minutes_left(session, 50) == pytest.approx(10 * 10)  # two games in 20 minutes, as usual
    with at(50 + 600):
        play_games(session, "A")  # after a night
    assert minutes_left(session, 650) == pytest.approx(9 * (20 + 20) / 5)
    assert timedelta(hours=10) > PAUSE
    assert minutes_left(session, 650, "") is None  # bots alone
    put(session, {"by": "organiser", "kind": "end", "reason": "late"})
    assert minutes_left(session, 651) is None


@pytest.mark.parametrize(("minutes", "text"), [(1, "5 min"), (58, "1 h"), (64, "1 h 05 min"), (137, "2 h 15 min")])
def test_durations_are_round(minutes: int, text: str) -> None:
    assert duration_text(timedelta(minutes=minutes)) == text


@pytest.mark.django_db(transaction=True)
def test_a_television_follows_by_itself(
    new_page: Callable[..., Page],
    live_server: Any,
    assert_accessible: Callable[[Page], None],
    page_errors: list[str],
) -> None:
    session = in_games()
    page = new_page(viewport={"width": 1920, "height": 1080})
    page.goto(f"{live_server.url}/fr/mutation/{session.token}/tv/")
    expect(page.get_by_text("En attente de Ada, Dan.")).to_be_visible()
    put(session, {"by": "A", "kind": "ready", "game": 1}, {"by": "D", "kind": "ready", "game": 1})
    expect(page.get_by_text("en cours")).to_be_visible(timeout=30_000)
    assert_accessible(page)
    assert page.evaluate("document.documentElement.scrollHeight") <= 1080
    smallest = page.evaluate(
        "Math.min(...[...document.querySelectorAll('.tv *')].map(e => parseFloat(getComputedStyle(e).fontSize)))"
    )
    assert smallest >= 24
    MutationSession.objects.update(visibility=Visibility.PRIVATE)
    expect(page.locator(".tv")).to_have_count(0, timeout=30_000)
    assert all("404" in error for error in page_errors)
    page_errors.clear()
