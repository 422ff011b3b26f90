"""The bench: who may stand at it, the plan that is tried out and undone, gluing, conflicts, points, prices."""

from __future__ import annotations

import html
import re
from decimal import Decimal
from itertools import combinations
from typing import Any

import pytest
from django.contrib.auth import get_user_model

from cards.decks.mutations import written
from engine.decks.sessions.offers import MutationOffer, bench
from mutation.bench.pages import BenchPage
from mutation.bench.plans import lay_out, read_plan, sheet_of
from mutation.faces import SessionFaces
from mutation.models import MutationSession
from mutation.services.ledgers import ledger_of
from tests.mutation.sessions import Player, in_games, make_session, put

pytestmark = pytest.mark.django_db


def offers(session: MutationSession, letter: str = "B", code: str | None = None) -> list[MutationOffer]:
    """What a seat can do now, the dearest first; or what has a code against it."""
    matching = [offer for offer in bench(ledger_of(session).state, letter).offers if offer.code == code]
    return sorted(matching, key=lambda offer: offer.price or Decimal(0), reverse=True)


def as_text(session: MutationSession, *wanted: MutationOffer, letter: str = "B") -> str:
    """A plan of offers, as the address has it."""
    ledger = ledger_of(session)
    page = BenchPage(session, lay_out(ledger, letter, ()), SessionFaces(session, ledger.header, "en"), None)
    return written(list(page.requests(wanted)))


def glue(player: Player, plan: str, letter: str = "B", **more: Any) -> Any:
    session = player.session
    assert session is not None
    session.refresh_from_db()
    game = ledger_of(session).state.open_game("ABCD".index(letter))
    return player.send(f"bench/{letter}/glue/", **{"plan": plan, "game": game, "key": "", **more})


def said(player: Player, response: Any) -> str:
    """The page that an answer leads to, as one reads it."""
    page = player.http.get(response["Location"]).content.decode()
    return " ".join(html.unescape(re.sub(r"<[^>]+>", " ", page)).split())


def follow(player: Player, page: str, pattern: str) -> str:
    """The page behind the first link whose tag matches."""
    link = re.search(pattern, page, re.S)
    assert link is not None, pattern
    return player.http.get(html.unescape(link[1])).content.decode()


def test_only_its_player_and_the_organiser_stand_at_a_bench() -> None:
    session = in_games()
    ben, cleo, nobody = Player(session, "B"), Player(session, "C"), Player(session)
    plan = as_text(session, offers(session)[0])
    assert ben.look("bench/B/").status_code == 200
    for stranger in (cleo, nobody):
        assert stranger.look("bench/B/").status_code == 404
        assert glue(stranger, plan).status_code == 404
    assert ben.look("bench/E/").status_code == ben.look("bench/BC/").status_code == 404
    assert sheet_of(ledger_of(session), "B").laboratory[0].cut == ()
    session.refresh_from_db()
    assert session.version == 4


def test_before_all_decks_are_chosen_there_is_no_bench() -> None:
    session = make_session()
    ben = Player(session, "B")
    assert ben.look("bench/B/")["Location"].startswith(session.get_absolute_url())


def test_links_alone_cut_plan_undo_and_glue() -> None:
    """What a browser without scripts does: every step is a link or a form of the page before."""
    session = in_games()
    ben = Player(session, "B")
    page = ben.look("bench/B/").content.decode()
    cutting = follow(ben, page, r'<a class="element is-lit"[^>]*href="([^"]+)"')
    assert "is-chosen" in cutting and "onto " in cutting
    planned = follow(ben, cutting, r'<a class="target" href="([^"]+)"')
    assert "Cut and glue" in planned and "f-patch" in planned
    session.refresh_from_db()
    assert session.version == 4  # a plan is nothing yet
    undone = follow(ben, planned, r'<a class="undo" href="([^"]+)"')
    assert "Cut and glue" not in undone and "f-patch" not in undone
    fields = dict(re.findall(r'<input type="hidden" name="(plan|game|seen|key)" value="([^"]*)"', planned))
    response = ben.http.post(f"{ben.base}bench/B/glue/", {name: html.unescape(text) for name, text in fields.items()})
    assert "Cut and glued" in said(ben, response)
    session.refresh_from_db()
    assert session.version == 5
    again = ben.http.post(f"{ben.base}bench/B/glue/", {name: html.unescape(text) for name, text in fields.items()})
    assert "Cut and glued" in said(ben, again)  # the same key: it counts once
    printing = ben.text("bench/B/")
    assert "Print patches of round 1" in printing and '<input type="hidden" name="round" value="1">' in printing
    session.refresh_from_db()
    assert session.version == 5


def test_points_left_are_those_after_the_plan_and_nothing_goes_beyond() -> None:
    session = in_games()
    ben = Player(session, "B")
    dearest = offers(session)[0]
    assert dearest.price is not None
    plan = as_text(session, dearest)
    left = Decimal("2.5") - dearest.price
    laid = lay_out(ledger_of(session), "B", read_plan(plan))
    assert laid.planned.state.points_left(1) == left and laid.is_sound
    assert f"Points left: <b>{left.normalize():f}</b>" in ben.text("bench/B/", plan=plan)
    others = [offer for offer in offers(session) if offer.source != dearest.source and offer.card != dearest.card]
    other = next(offer for offer in others if offer.price is not None and offer.price > left)
    both = as_text(session, dearest, other)
    page = ben.text("bench/B/", plan=both)
    assert "Not enough points left" in page and ">Cut and glue<" not in page
    response = glue(ben, both)
    assert "Mutation 2: Not enough points" in said(ben, response) and "plan=" in response["Location"]
    session.refresh_from_db()
    assert session.version == 4  # all or nothing


def test_what_came_in_between_is_shown_and_the_plan_stays() -> None:
    session = in_games()
    ben = Player(session, "B")
    first, second = next(
        (first, second)
        for first, second in combinations(offers(session), 2)
        if (first.source, first.element) == (second.source, second.element)
    )
    seen = session.version
    put(session, first.to_event("B", 2))
    response = glue(ben, as_text(session, second), seen=seen)
    page = said(ben, response)
    assert "The session has moved on" in page and "Meanwhile, entry 5: Ben cuts" in page
    assert "That element has already been cut out" in page  # the plan, as it is now
    session.refresh_from_db()
    assert session.version == 5


def test_others_disturb_nobody() -> None:
    session = in_games()
    ben = Player(session, "B")
    seen = session.version
    put(session, offers(session, "C")[0].to_event("C", 2))
    assert "Cut and glued" in said(ben, glue(ben, as_text(session, offers(session)[0]), seen=seen))
    session.refresh_from_db()
    assert session.version == 6


def test_a_closed_phase_says_so_and_takes_nothing() -> None:
    session = in_games()
    ben = Player(session, "B")
    plan = as_text(session, offers(session)[0])
    put(session, {"by": "B", "kind": "ready", "game": 2})
    page = ben.text("bench/B/", plan=plan)
    assert "Mutation Phase is closed" in page and "is-lit" not in page and "Ready for game" not in page
    assert "Mutation Phase is closed" in said(ben, glue(ben, plan, game=2))


@pytest.mark.parametrize("plan", ["x", "9.av.1", "1.av.9", "1.nonsense.1", "1.rage.1.rage,rage", ";;;", "1.av.1;" * 90])
def test_a_plan_that_is_typed_wrongly_breaks_nothing(plan: str) -> None:
    session = in_games()
    ben = Player(session, "B")
    assert ben.look("bench/B/", plan=plan, cut="1.<b>", sets="x").status_code == 200
    assert glue(ben, plan, game="x").status_code == 302
    session.refresh_from_db()
    assert session.version == 4


def test_sets_are_sorted_by_gain_and_one_click_puts_them_on_the_plan() -> None:
    session = in_games()
    ben = Player(session, "B")
    page = ben.look("bench/B/", sets="1").content.decode()
    gains = [float(text.replace("\N{MINUS SIGN}", "-")) for text in re.findall(r'<span class="gain">([^<]+)<', page)]
    assert len(gains) == 20 and gains == sorted(gains, reverse=True) and gains[0] > 0
    assert "by estimated gain" in page and "checked" in page
    planned = follow(ben, page, r'<ol class="sets">.*?<a class="target" href="([^"]+)"')
    assert "Cut and glue" in planned
    assert "Dies ist" not in planned and "gain estim" in ben.http.get(f"/fr{ben.base}bench/B/?sets=1").content.decode()


def test_the_organiser_sets_prices_until_something_was_done_by_them() -> None:
    session = in_games()
    ben = Player(session, "B")
    assert "These prices are ours" in ben.text("prices/") and "Save prices" not in ben.text("prices/")
    assert ben.send("prices/", source="ours").status_code == 404
    ada = Player(session)
    ada.http.force_login(_account(session))
    page = ada.look("prices/").content.decode()
    fields = {
        html.unescape(name): html.unescape(value)
        for name, value in re.findall(r'<input type="text" name="([^"]+)"(?: value="([^"]*)")?', page)
    }
    assert fields["abilities rage"] == "2"
    assert ada.send("prices/", **{**fields, "source": "Our club", "abilities rage": "0.251"}).status_code == 422
    response = ada.send("prices/", **{**fields, "source": "Our club", "abilities rage": "0.25"})
    assert response.status_code == 302
    session.refresh_from_db()
    prices = ledger_of(session).state.prices
    assert (prices.source, prices.abilities["rage"], prices.values["av+1"]) == ("Our club", Decimal("0.25"), 1)
    assert "Source: Our club" in ben.text("prices/")
    put(session, offers(session)[0].to_event("B", 2))
    assert "Save prices" not in ada.text("prices/")
    assert ada.send("prices/", **{**fields, "source": "Later"}).status_code == 200
    session.refresh_from_db()
    assert ledger_of(session).state.prices.source == "Our club"


def _account(session: MutationSession) -> Any:
    """An account that the session's organiser has."""
    user = get_user_model().objects.create_user("ada", password="long enough for this")
    assert session.owner is not None
    session.owner.user = user
    session.owner.save()
    return user
