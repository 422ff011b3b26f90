"""One seat in two tabs, double clicks, reloads, answers that get lost, a device without a network: nothing is lost,
doubled or out of order, and the table says when it is not connected."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from tables.models import LiveGame
from tests.browsing import Held, eventually
from tests.tables.clients import Seat, body_of, create
from tests.tables.table_players import BOT, Mouse, after, end_turn, said, sit_down, take_over, to_the_table

pytestmark = pytest.mark.django_db(transaction=True)

TWO = {"A": {"kind": "me"}, "B": BOT}
ACT = re.compile("/act/$")
END = '[data-key="judge"]'
NOTE = "#side .note.bad"
UNSENT = "[data-lost] [data-unsent]"
GONE_ON = "The game has moved on. Nothing was changed."


@pytest.fixture
def game(page: Page) -> LiveGame:
    """A Duel against a bot in which it is the turn of the page's seat."""
    game = sit_down(page, "duel", TWO, seed="7", first="A")
    Mouse(page, 1).choose()
    game.refresh_from_db()
    return game


def second_tab(page: Page) -> Page:
    """The same table in another tab of the same browser."""
    tab = page.context.new_page()
    tab.emulate_media(reduced_motion="reduce")
    tab.goto(page.url)
    expect(tab.locator("#board")).to_have_attribute("tabindex", "-1")
    return tab


def lay(page: Page, place: int = 0) -> str:
    """Lays down one of the plays that the page offers."""
    text, state = said(page)
    action: str = [candidate for candidate in state["legal"] if candidate.endswith(("upper", "lower"))][place]
    page.locator(f'#board [data-card="{action.split()[0]}"]').click()
    page.locator(f'.spot[data-action="{action}"]').click()
    assert after(page, text)["line"].split(";")[-1] == action
    return action


def done(game: LiveGame, since: int) -> list[Any]:
    """The plays and the ends of turns of the page's seat in the log after a version."""
    log = game.log.filter(seat="A", kind="action", version__gt=since).order_by("version")
    return [action for action in log.values_list("action", flat=True) if " " in action or action == "end-turn"]


def turn(*plays: str) -> list[str]:
    return [*plays, "end-turn"]


def pass_on(seat: Seat) -> None:
    """Another client's turn in which nothing is played."""
    while (look := seat.look())["waiting_for"] == [seat.seat_name]:
        seat.act(look["version"], look["view"]["actions"][-1])


def against_a_client(page: Page) -> tuple[LiveGame, Seat]:
    """A Duel in which the page has had its first turn, and the seat of another client is to have the next."""
    made = create({**body_of("duel", "constructed", first="A"), "seats": {letter: {"kind": "me"} for letter in "AB"}})
    game = LiveGame.objects.get(token=made["id"])
    other = Seat(made["id"], made["seats"]["B"]["token"], "B")
    page.emulate_media(reduced_motion="reduce")
    take_over(page, made["seats"]["A"]["url"])
    to_the_table(page)
    played = lay(page)
    page.locator(END).click()
    eventually(lambda: done(game, 0), turn(played))
    expect(page).to_have_title(re.compile("^Clash of Decks · "))
    return game, other


def together(game: LiveGame, *pages: Page) -> None:
    """Waits until the bot has moved too, and all pages show the log's last version."""

    def behind() -> list[int]:
        game.refresh_from_db()
        return [game.version - said(page)[1]["version"] for page in pages] if game.to_act == "A" else [-1]

    eventually(behind, [0] * len(pages))


@pytest.mark.long
def test_what_one_tab_does_the_other_shows(page: Page, game: LiveGame) -> None:
    """A double click ends one turn; the other tab goes along, its title too, and may end the next."""
    tab = second_tab(page)
    for here, there in ((page, tab), (tab, page)):
        begun = game.version
        played = lay(here)
        here.locator(END).dblclick()
        eventually(lambda begun=begun: done(game, begun), turn(played))  # type: ignore[misc]
        together(game, here, there)
        expect(there).to_have_title(re.compile("^Your turn · "))
        assert done(game, begun) == turn(played)
        assert said(there)[1]["line"] == said(here)[1]["line"] == ""


@pytest.mark.long
def test_a_plan_does_not_outlive_its_turn(page: Page, game: LiveGame) -> None:
    """What was laid down in the other tab names cards by their places: in the next turn those are other cards."""
    tab, begun = second_tab(page), game.version
    lay(tab, -1)
    address = tab.url
    played = lay(page)
    page.locator(END).click()
    eventually(lambda: done(game, begun), turn(played))
    together(game, page, tab)
    assert said(tab)[1]["line"] == ""
    expect(tab.locator(NOTE)).to_contain_text("was cleared")
    tab.goto(address)  # as a tab that was asleep, and is drawn again
    assert said(tab)[1]["line"] == ""
    expect(tab.locator(NOTE)).to_contain_text("was cleared")
    now = game.version
    end_turn(tab)
    eventually(lambda: done(game, now), turn())


@pytest.mark.long
def test_of_two_tabs_that_end_the_turn_at_once_one_does(page: Page, game: LiveGame) -> None:
    tab, begun = second_tab(page), game.version
    played, _late = lay(tab), lay(page, -1)
    held = Held(page, ACT.pattern)
    with held.asked():
        page.locator(END).click()
    tab.locator(END).click()
    eventually(lambda: done(game, begun), turn(played))
    together(game, tab)
    held.let_go()
    expect(page.locator(NOTE)).to_have_text(GONE_ON)
    together(game, page, tab)
    assert said(page)[1]["line"] == ""
    assert done(game, begun) == turn(played)


@pytest.mark.long
def test_a_reload_before_the_server_hears_of_it_keeps_the_plan(page: Page, game: LiveGame) -> None:
    begun, played = game.version, lay(page)
    held = Held(page, ACT.pattern)
    with held.asked():
        page.locator(END).click()
    page.reload()
    assert said(page)[1]["line"] == played
    assert done(game, begun) == []
    page.unroute(held.address)
    page.locator(END).click()
    eventually(lambda: done(game, begun), turn(played))


@pytest.mark.long
def test_a_reload_after_the_server_has_done_it_shows_what_happened(page: Page, game: LiveGame) -> None:
    begun, played = game.version, lay(page)
    page.route(ACT, lambda route: route.fetch() and None)  # done, and never answered
    with page.expect_request(ACT):
        page.locator(END).click()
    eventually(lambda: done(game, begun), turn(played))
    page.reload()
    together(game, page)
    assert said(page)[1]["line"] == ""
    assert done(game, begun) == turn(played)


def test_an_answer_that_gets_lost_is_not_done_twice(page: Page, game: LiveGame, page_errors: list[str]) -> None:
    """Without a stream too, where nothing but the next press tells that it had been done."""
    page.route(re.compile(r"/(stream\?|api/v1/games/[^/]*$)"), lambda route: route.fulfill(status=204))
    page.reload()
    begun, played = game.version, lay(page)

    def lose(route: Route) -> None:
        route.fetch()
        route.abort()

    page.route(ACT, lose)
    page.locator(END).click()
    expect(page.locator(UNSENT)).to_be_visible()
    expect(page.locator(UNSENT)).to_have_text("That didn't go through. Try again: nothing is done twice.")
    assert done(game, begun) == turn(played)
    page.unroute(ACT)
    page.locator(END).click()
    expect(page.locator(NOTE)).to_have_text(GONE_ON)
    together(game, page)
    assert done(game, begun) == turn(played)
    page_errors.clear()  # the browser notes the answer that it did not get


@pytest.mark.long
@pytest.mark.parametrize("status", [502, 503])
def test_a_proxy_without_a_server_does_not_take_the_table_away(page: Page, page_errors: list[str], status: int) -> None:
    """The stream tells of the other's turn, and nobody gives it: the table stays, says so and asks again."""
    game, other = against_a_client(page)
    address, methods = re.compile(rf"/play/{game.token}/(act/)?(\?|$)"), list[str]()

    def refuse(route: Route) -> None:
        methods.append(route.request.method)
        route.fulfill(status=status, content_type="text/html", body="<html><h1>Bad Gateway</h1></html>")

    page.route(address, refuse)
    pass_on(other)
    expect(page.locator("[data-lost]")).to_be_visible()
    expect(page.locator("#board")).to_be_visible()
    with page.expect_request(address):  # by itself
        pass
    expect(page.locator("[data-lost]")).to_be_visible()
    page.unroute(address)
    expect(page).to_have_title(re.compile("^Your turn · "))
    expect(page.locator("[data-lost]")).to_be_hidden()
    together(game, page)
    begun, played = game.version, lay(page)
    page.route(address, refuse)
    page.locator(END).click()
    expect(page.locator(UNSENT)).to_be_visible()
    assert "POST" in methods and done(game, begun) == []
    page.unroute(address)
    page.locator(END).click()
    eventually(lambda: done(game, begun), turn(played))
    page_errors.clear()  # the browser notes each of those answers


def test_offline_and_back(page: Page, page_errors: list[str]) -> None:
    """The other plays while the network is away: it is there when the network is back. What is pressed meanwhile is
    not done, and said not to be; it can be pressed again."""
    game, other = against_a_client(page)
    page.context.set_offline(True)
    expect(page.locator("[data-lost]")).to_be_visible()
    pass_on(other)
    page.context.set_offline(False)
    expect(page).to_have_title(re.compile("^Your turn · "))
    expect(page.locator("[data-lost]")).to_be_hidden()
    together(game, page)
    begun, played = game.version, lay(page)
    page.context.set_offline(True)
    page.locator(END).click()
    expect(page.locator(UNSENT)).to_be_visible()
    assert json.loads(page.locator("#table-data").text_content() or "")["line"] == played
    assert done(game, begun) == []
    expect(page.locator("[data-lost]")).to_have_count(1)  # one message, which says who tries what
    page.context.set_offline(False)
    expect(page.locator("[data-lost] [data-away]")).to_be_hidden()
    expect(page.locator(UNSENT)).to_be_visible()
    page.locator(END).click()
    eventually(lambda: done(game, begun), turn(played))
    expect(page.locator("[data-lost]")).to_be_hidden()
    page_errors.clear()  # the browser notes that it could not reach anything
