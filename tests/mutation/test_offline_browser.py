"""A phone that is offline for a while: what was done waits, arrives once, and is never swallowed."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.conf import settings
from django.http import HttpRequest
from playwright.sync_api import Error, Page, Route, expect

from accounts.models import Owner, User
from mutation.models import LedgerLine, MutationSession
from mutation.services.ledgers import ledger_of, seen
from tests.browsing import eventually
from tests.conftest import NewPage
from tests.mutation.sessions import Player, in_games, make_session, put
from web.refusals import RequestRefused

pytestmark = pytest.mark.django_db(transaction=True)
WAITS = ".queued-one"
AWAY = re.compile("net::ERR|Failed to load resource|htmx:|/events/|/enter/|409|422|429")
KEPT = "() => Object.keys(localStorage).filter((key) => key.startsWith('mutation:'))"


@pytest.fixture(autouse=True)
def may_be_away(new_page: NewPage, page_errors: list[str]) -> Iterator[None]:
    """The browser notes each time that it could not reach anything, or was refused something; all else is wrong."""
    yield
    page_errors[:] = [error for error in page_errors if not AWAY.search(error)]


def sit_down(page: Page, origin: str, player: Player, path: str = "") -> None:
    """Gives a browser what another one has: its seats; and opens the session."""
    cookies = [{"name": name, "value": morsel.value, "url": origin} for name, morsel in player.http.cookies.items()]
    page.context.add_cookies([cookie for cookie in cookies if cookie["name"] != settings.CSRF_COOKIE_NAME])  # type: ignore[misc]
    page.goto(f"{origin}{player.base}{path}")
    expect(page.locator("#queue")).to_be_hidden()


def kinds(session: MutationSession) -> list[tuple[str, str]]:
    """(kind, seat) of all lines, in order."""
    lines = LedgerLine.objects.filter(session=session).order_by("number")
    return [(line.event["kind"], line.event["by"]) for line in lines]


def two_phases() -> tuple[MutationSession, Player]:
    """A session in games; its player has the seats B and D, whose Mutation Phases are open."""
    session = in_games()
    player = Player(session, "B")
    player.join("D")
    return session, player


def be_ready(page: Page, name: str, game: int) -> None:
    page.get_by_role("button", name=f"{name} is ready for game {game}").click()


def test_two_that_waited_arrive_once_in_their_order(
    phone: Page, live_server: Any, assert_accessible: Callable[[Page], None]
) -> None:
    session, player = two_phases()
    sit_down(phone, live_server.url, player)
    begun = kinds(session)
    phone.context.set_offline(True)
    be_ready(phone, "Dan", 1)
    be_ready(phone, "Ben", 2)
    expect(phone.locator(WAITS)).to_have_count(2)
    expect(phone.locator(WAITS).first).to_contain_text("Dan is ready for game 1.")
    expect(phone.locator(WAITS).first.get_by_text("Offline.")).to_be_visible()
    expect(phone.locator(WAITS).first.get_by_text("Save anyway")).to_be_hidden()
    expect(phone.get_by_text("Saved now that")).to_be_hidden()
    assert phone.locator("form.ready[inert]").count() == 2  # nobody does it twice
    assert_accessible(phone)
    assert kinds(session) == begun
    phone.context.set_offline(False)
    expect(phone.get_by_text("Saved now that you're back online")).to_be_visible()
    expect(phone.locator("[data-entered] li")).to_have_text(["Dan is ready for game 1.", "Ben is ready for game 2."])
    assert kinds(session) == [*begun, ("ready", "D"), ("ready", "B")]
    assert phone.evaluate(KEPT) == []
    assert_accessible(phone)
    phone.get_by_role("button", name="OK").click()
    expect(phone.locator("#queue")).to_be_hidden()


def test_what_arrived_without_an_answer_counts_once(page: Page, live_server: Any) -> None:
    session, player = two_phases()
    sit_down(page, live_server.url, player)
    begun = kinds(session)

    def lose(route: Route) -> None:
        route.fetch()  # the site has it
        route.abort()  # and its answer is lost

    page.route(re.compile("/enter/$"), lose)
    be_ready(page, "Dan", 1)
    expect(page.locator("[data-entered] li")).to_have_text(["Dan is ready for game 1."])
    assert kinds(session) == [*begun, ("ready", "D")]


@pytest.mark.long
def test_a_reload_while_offline_keeps_it(page: Page, live_server: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    session, player = two_phases()
    sit_down(page, live_server.url, player)
    begun = kinds(session)
    address = page.url
    page.context.set_offline(True)
    be_ready(page, "Ben", 2)
    expect(page.locator(WAITS)).to_have_count(1)
    with monkeypatch.context() as busy:  # a page whose reload fails is online for a moment, by the tests' own browser
        busy.setattr("mutation.views.check_rate", refuse)
        with pytest.raises(Error):
            page.reload()
        later = page.context.new_page()
        page.close()
        later.context.set_offline(False)
        later.goto(address)
        expect(later.locator(WAITS)).to_contain_text("Ben is ready for game 2.")
        assert kinds(session) == begun
    expect(later.locator("[data-entered] li")).to_have_text(["Ben is ready for game 2."])
    assert kinds(session) == [*begun, ("ready", "B")]


def refuse(_: HttpRequest) -> None:
    raise RequestRefused(429, "too-many-requests", "later")


def test_a_conflict_is_shown_and_decided(
    phone: Page, live_server: Any, assert_accessible: Callable[[Page], None]
) -> None:
    session, player = two_phases()
    put(session, *({"by": seat, "kind": "ready", "game": 2} for seat in "BC"))
    sit_down(phone, live_server.url, player)
    phone.context.set_offline(True)
    phone.locator("#game-2").get_by_role("button", name="Ben", exact=True).click()
    waits = phone.locator(WAITS)
    expect(waits).to_contain_text("Ben reports that Ben has won game 2.")
    put(session, {"by": "C", "kind": "result", "game": 2, "winner": "C"})
    begun = kinds(session)
    phone.context.set_offline(False)
    expect(waits.locator("[data-says]")).to_have_text(re.compile("^The session has moved on."))
    expect(waits.locator("[data-meanwhile]")).to_contain_text("Cleo reports that Cleo has won game 2.")
    assert kinds(session) == begun
    assert_accessible(phone)
    phone.get_by_role("button", name="Save anyway").click()
    expect(waits.locator("[data-says]")).to_have_text("This game is already played, or won't be played.")
    assert kinds(session) == begun
    phone.reload()
    expect(waits).to_contain_text("This game is already played")  # it is kept until somebody decides
    phone.get_by_role("button", name="Discard").click()
    expect(phone.locator("#queue")).to_be_hidden()
    assert phone.evaluate(KEPT) == []
    assert kinds(session) == begun


@pytest.mark.long
def test_what_is_done_again_on_the_state_of_now_goes_in(page: Page, live_server: Any) -> None:
    session, player = two_phases()
    sit_down(page, live_server.url, player)
    page.context.set_offline(True)
    be_ready(page, "Ben", 2)
    be_ready(page, "Dan", 1)
    expect(page.locator(WAITS)).to_have_count(2)
    put(session, {"by": "organiser", "kind": "prices", "prices": prices_of(session)})  # all mutate by these now
    begun = kinds(session)
    page.context.set_offline(False)
    expect(page.locator("[data-says]").first).to_have_text(re.compile("^The session has moved on."))
    expect(page.locator("[data-meanwhile]").first).to_contain_text("The organiser sets the prices.")
    expect(page.locator(WAITS).nth(1).get_by_text("Waiting for your decision")).to_be_visible()
    page.get_by_role("button", name="Save anyway").first.click()
    eventually(lambda: kinds(session), [*begun, ("ready", "B")])
    page.get_by_role("button", name="Save anyway").click()
    eventually(lambda: kinds(session), [*begun, ("ready", "B"), ("ready", "D")])


def prices_of(session: MutationSession) -> dict[str, Any]:
    prices: dict[str, Any] = seen(session, None)["state"]["prices"]
    return prices


@pytest.mark.long
def test_a_plan_is_glued_and_its_phase_closed_without_a_network(page: Page, live_server: Any) -> None:
    session = in_games()
    sit_down(page, live_server.url, Player(session, "B"), "bench/B/")
    page.locator(".element.is-lit", has_text="Attack value").first.click()
    page.locator("#bench-deck a.spot.is-lit").first.click()
    expect(page.locator(".plan-line")).to_have_count(1)
    begun = kinds(session)
    page.context.set_offline(True)
    page.get_by_role("button", name="Cut and glue").and_(page.locator(":visible")).first.click()
    page.get_by_role("button", name="Ready for game 2").click()
    expect(page.locator(WAITS)).to_have_count(2)
    expect(page.locator(WAITS).first).to_contain_text("Ben cuts and glues before game 2: Attack value")
    put(session, {"by": "D", "kind": "ready", "game": 1})  # it concerns nothing of this
    page.context.set_offline(False)
    expect(page.locator("[data-entered] li")).to_have_count(2)
    assert kinds(session) == [*begun, ("ready", "D"), ("mutate", "B"), ("ready", "B")]
    expect(page.locator("#bench-deck .f-patch")).to_have_count(1)


@pytest.mark.long
def test_a_pick_waits_and_its_hand_rests(phone: Page, live_server: Any) -> None:
    session = make_session()
    sit_down(phone, live_server.url, Player(session, "B"))
    phone.context.set_offline(True)
    phone.locator(".pickable").nth(1).click()
    phone.locator(".thumb-bar button").click()
    expect(phone.locator(WAITS)).to_contain_text("Ben picks ")
    expect(phone.locator("form.picking")).to_have_attribute("inert", "")
    session.refresh_from_db()
    card = ledger_of(session).state.seats[1].hand[1]
    phone.context.set_offline(False)
    expect(phone.get_by_role("heading", name="Card picked")).to_be_visible()
    assert [line.event["card"] for line in LedgerLine.objects.all()] == [card]


@pytest.mark.long
def test_a_choice_waits(phone: Page, live_server: Any) -> None:
    session = make_session(way="dealt")
    sit_down(phone, live_server.url, Player(session, "C"))
    phone.context.set_offline(True)
    for place in range(8):
        phone.locator(".pickable").nth(place).click()
    phone.get_by_role("button", name="Choose this deck").click()
    expect(phone.locator(WAITS)).to_contain_text("Cleo chooses a deck.")
    phone.context.set_offline(False)
    expect(phone.get_by_role("heading", name="Deck chosen")).to_be_visible()
    assert kinds(session) == [("deck", "C")]


@pytest.mark.long
def test_who_deletes_everything_leaves_nothing_behind(page: Page, live_server: Any) -> None:
    _session, player = two_phases()
    sit_down(page, live_server.url, player)
    page.context.set_offline(True)
    be_ready(page, "Ben", 2)
    expect(page.locator(WAITS)).to_have_count(1)
    assert len(page.evaluate(KEPT)) == 1
    page.route(re.compile("/events/$"), lambda route: route.abort())
    page.context.set_offline(False)
    page.goto("/me/delete/")
    page.get_by_role("textbox").last.fill("delete")
    page.get_by_role("button", name="Delete everything").click()
    expect(page.get_by_text("Everything you had here is deleted.")).to_be_visible()
    assert page.evaluate(KEPT) == []
    assert Owner.objects.count() == 1


@pytest.mark.long
def test_somebody_elses_is_not_sent(page: Page, live_server: Any) -> None:
    """Of an account that went without signing out."""
    session, player = two_phases()
    sit_down(page, live_server.url, player)
    begun = kinds(session)
    queue = [{"id": "k", "account": "zoe", "seat": "B", "events": [{"kind": "ready", "game": 2}], "expected": 4,
             "known": [], "means": "Secret", "mark": "", "from": ""}]  # fmt: skip
    page.evaluate(
        "([key, kept]) => localStorage.setItem(key, JSON.stringify(kept))", [f"mutation:{session.token}", queue]
    )
    page.reload()
    be_ready(page, "Dan", 1)
    eventually(lambda: kinds(session), [*begun, ("ready", "D")])
    expect(page.get_by_text("Secret")).to_have_count(0)


def test_who_signs_out_leaves_nothing_waiting_in_the_browser(page: Page, live_server: Any) -> None:
    """What waits is not for whoever comes next: it is neither shown nor sent, not even when they sign in again."""
    session = in_games()
    player = Player(session)
    ada = User.objects.create_user("ada")
    player.http.force_login(ada)
    player.join("B")
    sit_down(page, live_server.url, player)
    begun, address = kinds(session), page.url
    page.route(re.compile("/(enter|events)/$"), lambda route: route.abort())
    page.get_by_role("button", name="ready for game 2").click()
    expect(page.locator(WAITS)).to_have_count(1)
    assert page.evaluate(KEPT) == [f"mutation:{session.token}"]
    page.goto(f"{live_server.url}/accounts/logout/")
    page.locator("main").get_by_role("button", name="Sign out").click()
    page.wait_for_url(f"{live_server.url}/")
    assert page.evaluate(KEPT) == []
    page.unroute_all()
    again = Player(session)
    again.http.force_login(ada)
    sit_down(page, live_server.url, again)  # nothing is shown
    assert page.url == address and kinds(session) == begun
