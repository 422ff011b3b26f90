"""An organiser's page: their own acts first and alone; acting for others is folded away, and is asked about."""

from __future__ import annotations

import re
from typing import Any

import pytest

from mutation.models import LedgerLine
from mutation.services.ledgers import ledger_of
from tests.mutation.sessions import Player, in_games, make_session, play_games, put
from tests.mutation.test_session_permissions import guest_cookie, seated

pytestmark = pytest.mark.django_db


def outside_the_fold(page: str) -> str:
    """A page without what the organiser's folds hide."""
    return re.sub(r'<details class="more rule">.*?</details>\s*(?=</article>|</span>)', "", page)


def forms(page: str, action: str) -> list[str]:
    return [form for form in re.findall(r"<form.*?</form>", page) if f'action="/mutation/{action}' in form]


def test_the_organiser_s_own_ready_stands_alone() -> None:
    session = in_games()
    players = seated(session)
    page = players["A"].text()
    ready = [form for form in forms(outside_the_fold(page), session.token) if 'value="ready"' in form]
    assert len(ready) == 1 and 'name="seat" value="A"' in ready[0]
    folded = [form for form in forms(page, session.token) if 'value="ready"' in form]
    assert {letter for form in folded for letter in re.findall(r'name="seat" value="(.)"', form)} == set("ABCD")
    assert not any("data-queues" in form for form in folded if 'name="seat" value="A"' not in form)


def test_ones_own_game_stands_first_also_before_it_can_be_played() -> None:
    session = in_games()
    players = seated(session)
    assert re.findall(r'id="game-(\d+)"', players["B"].text()) == ["2", "1"]
    play_games(session, "B")  # game 2, after which B mutates for game 4 while A plays game 1
    page = players["B"].text()
    assert re.findall(r'id="game-(\d+)"', page)[0] == "4" and page.index('value="ready"') < page.index(
        'id="schedule-head"'
    )


ACTS: dict[str, dict[str, Any]] = {
    "ready": {"kind": "ready", "game": 2, "seat": "B"},
    "withdraw": {"kind": "withdraw", "seat": "B", "reason": "ill"},
}


@pytest.mark.parametrize("act", ACTS)
def test_acting_for_another_is_asked_about(act: str) -> None:
    session = in_games()
    players = seated(session)
    before = LedgerLine.objects.count()
    response = players["A"].send("enter/", **ACTS[act])
    page = response.content.decode()
    assert response.status_code == 200 and "Act for Ben?" in page
    assert LedgerLine.objects.count() == before
    fields = dict(re.findall(r'name="(\w+)" value="([^"]*)"', page))
    assert players["A"].http.post(f"{players['A'].base}enter/", fields).status_code == 302
    line = LedgerLine.objects.last()
    assert line is not None and (line.event["by"], line.event["for"]) == ("organiser", "B")


def test_results_and_tables_of_others_are_asked_about() -> None:
    session = in_games()
    players = seated(session)
    for letter in "BC":
        put(session, {"by": letter, "kind": "ready", "game": 2})
    organiser = players["A"]
    assert "Play online" not in outside_the_fold(organiser.text())
    assert "Game 2 starts online." in organiser.send("table/", game=2).content.decode()
    assert not session.tables.exists()
    assert "Act for Ben?" in organiser.send("enter/", kind="result", game=2, winner="C", seat="B").content.decode()
    put(session, {"by": "B", "kind": "result", "game": 2, "winner": "C"})
    assert "Act for Cleo?" in organiser.send("enter/", kind="confirm", game=2, seat="C").content.decode()
    session.refresh_from_db()
    assert ledger_of(session).state.status(2) == "reported"
    assert organiser.send("enter/", kind="confirm", game=2, seat="C", sure="1").status_code == 302
    session.refresh_from_db()
    assert ledger_of(session).state.status(2) == "confirmed"


def test_one_s_own_acts_are_not_asked_about() -> None:
    session = in_games()
    players = seated(session)
    assert players["A"].send("enter/", kind="ready", game=1, seat="A").status_code == 302
    assert players["D"].send("enter/", kind="ready", game=1, seat="D").status_code == 302
    assert players["A"].send("table/", game=1).status_code == 302


def test_others_are_refused_and_not_asked() -> None:
    session = in_games()
    players = seated(session)
    response = players["C"].send("enter/", kind="ready", game=2, seat="B", sure="1")
    assert response.status_code == 302 and "t your seat" in players["C"].text()


def test_picks_of_an_organiser_without_a_seat_are_asked_about() -> None:
    session = make_session(seats=dict.fromkeys("ABCD", "open"))
    organiser = Player(session)
    organiser.http.cookies["guest"] = guest_cookie(session.owner)
    card = ledger_of(session).state.seats[1].hand[0]
    assert "Act for Ben?" in organiser.send("pick/", seat="B", card=card).content.decode()
    assert not LedgerLine.objects.exists()
    organiser.send("pick/", seat="B", card=card, sure="1")
    assert LedgerLine.objects.get().event["for"] == "B"
