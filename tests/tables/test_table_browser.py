"""The table in a real browser: whole games by touch and by keys, two seats at one screen, two people, reloads."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from functools import partial

import pytest
from playwright.sync_api import Locator, Page, expect

from tables.models import LiveGame
from tests.browsing import come_to_rest, eventually, fits
from tests.conftest import NewPage
from tests.tables.clients import body_of, create
from tests.tables.table_players import after, end_turn, lay_by_keys, said, settings_of, sit_down, take_over

pytestmark = pytest.mark.django_db(transaction=True)


def take_decks(page: Page) -> None:
    page.locator("button[name=action]").first.click()
    to_the_table(page)


def to_the_table(page: Page) -> None:
    """The decks are seen, and put away."""
    expect(page.locator("#board")).to_have_attribute("tabindex", "-1")
    page.get_by_role("button", name=re.compile("Start playing|À la table")).click()
    expect(page.locator("#decks")).to_be_hidden()


BOT = {"A": {"kind": "me"}, "B": {"kind": "bot", "level": "random"}}


def play_whole_game(page: Page, play: Callable[[str], None], end: Callable[[], None]) -> None:
    for _ in range(200):
        text, state = said(page)
        if state["view"] == "over":
            return
        assert state["acts"]
        legal, laid = state["legal"], state["line"].count(";") + bool(state["line"])
        if legal and laid < 3:
            play(next((action for action in legal if "at" not in action.split()), legal[0]))
        else:
            end()
        after(page, text)
    raise AssertionError("the game does not end")


@pytest.mark.long
def test_a_whole_duel_on_a_phone_by_touch(phone: Page) -> None:
    game = sit_down(phone, "duel", BOT, seed="5", first="A")
    take_decks(phone)

    def play(action: str) -> None:
        phone.locator(f'#board [data-card="{action.split()[0]}"]').tap()
        phone.locator(f'.spot[data-action="{action}"]').tap(force=True)  # Creatures on the line may cover its middle

    play_whole_game(phone, play, lambda: end_turn(phone, Locator.tap))
    game.refresh_from_db()
    assert game.status == "over"
    expect(phone.locator("#coach-head")).to_contain_text("You ")
    phone.get_by_role("button", name="Rematch").tap()
    phone.wait_for_url(re.compile(f"/play/(?!{game.token})"))


@pytest.mark.long
def test_a_whole_duel_by_keys(page: Page) -> None:
    game = sit_down(page, "duel", BOT, seed="6", first="A")
    take_decks(page)

    def end() -> None:
        if not said(page)[1]["line"]:
            end_turn(page)
            return
        page.evaluate("document.activeElement.blur()")
        page.keyboard.press("Enter")

    play_whole_game(page, partial(lay_by_keys, page), end)
    game.refresh_from_db()
    assert game.status == "over"


@pytest.mark.long
def test_nothing_counts_before_the_turn_is_ended(page: Page) -> None:
    """A plan is laid down, looked at, taken back, kept over a reload, and committed once."""
    game = sit_down(page, "duel", BOT, seed="7", first="A")
    take_decks(page)
    game.refresh_from_db()
    begun = game.version
    text, state = said(page)
    action = next(candidate for candidate in state["legal"] if candidate.endswith("upper"))
    page.locator(f'#board [data-card="{action.split()[0]}"]').click()
    page.locator(f'.spot[data-action="{action}"]').click()
    assert after(page, text)["line"] == action
    expect(page.locator('[data-zone="row-A-upper"] .fig')).to_have_count(1)
    text, _state = said(page)
    page.keyboard.press("p")
    assert after(page, text)["view"] == "preview"
    expect(page.locator("#coach-head")).to_have_text("Preview")
    page.reload()
    expect(page.locator('[data-zone="row-A-upper"] .fig')).to_have_count(1)
    text, state = said(page)
    assert (state["line"], state["view"]) == (action, "preview")
    page.keyboard.press("Escape")
    text = json.dumps(after(page, text))
    text, _state = said(page)
    page.keyboard.press("Backspace")
    assert after(page, text)["line"] == ""
    expect(page.locator('[data-zone="row-A-upper"] .fig')).to_have_count(0)
    game.refresh_from_db()
    assert game.version == begun
    text, _state = said(page)
    page.locator('[data-key="judge"]').dblclick()
    page.locator('[data-key="pass"]').dblclick()
    assert after(page, text)["acts"]
    game.refresh_from_db()
    assert [entry.action for entry in game.log.filter(seat="A", kind="action").order_by("version")][1:] == [
        "mana",
        "assault",
        "end-turn",
    ]


def test_a_card_that_may_not_be_played_says_why(page: Page) -> None:
    sit_down(page, "duel", BOT, seed="8", first="A")
    take_decks(page)
    page.locator('[data-zone="hand-A"] > .fig').last.click()
    expect(page.locator("#peek .peek-why")).to_contain_text("Not available")
    expect(page.locator("#peek .peek-why a")).to_have_text("2.2")
    page.keyboard.press("Escape")
    page.locator('[data-zone="hand-B"] > .fig').last.click()
    expect(page.locator("#peek")).to_be_hidden()


@pytest.mark.smoke
def test_what_the_other_does_comes_by_itself(page: Page, new_page: NewPage) -> None:
    """Two people: the turn of one is played on the other's board, whose title calls them."""
    seats = {"A": {"kind": "me"}, "B": {"kind": "open"}}
    made = create({**body_of("duel", "preconstructed", first="A"), "seats": seats})
    other = new_page(viewport={"width": 1280, "height": 800}, locale="en-GB")
    page.emulate_media(reduced_motion="reduce")
    take_over(page, made["seats"]["A"]["url"])
    expect(page.locator(".invitation input")).to_have_value(re.compile("/join/"))
    other.goto(made["seats"]["B"]["url"])
    other.get_by_role("button").get_by_text("Take the seat").click()
    for _ in range(2):
        for tab in (page, other):
            button = tab.locator("button[name=action]").first
            if LiveGame.objects.get().status == "draft":
                expect(tab.locator("#coach-head")).to_be_visible()
                if LiveGame.objects.get().to_act == ("A" if tab is page else "B"):
                    before = LiveGame.objects.get().version
                    button.click()
                    eventually(lambda before=before: LiveGame.objects.get().version > before, True)  # type: ignore[misc]
    for tab in (page, other):
        to_the_table(tab)
    expect(page).to_have_title(re.compile("^Your turn · "))
    expect(other).to_have_title(re.compile("^Clash of Decks · "))
    end_turn(page)
    expect(other).to_have_title(re.compile("^Your turn · "))
    expect(other.locator("#coach-head")).to_have_text("Your turn")
    expect(other.locator("#table-says")).to_contain_text("Your turn")
    expect(page).to_have_title(re.compile("^Clash of Decks · "))


def test_two_at_one_screen_have_a_curtain_between_them(page: Page) -> None:
    game = sit_down(page, "duel", {"A": {"kind": "me"}, "B": {"kind": "me"}}, "constructed", first="A")
    page.goto(f"/play/{game.token}/")
    expect(page.locator("#coach-head")).to_have_text("Pass the device to A")
    expect(page.locator(".token.unseen")).to_have_count(16)
    page.get_by_role("link", name="I am A").click()
    expect(page.locator('[data-zone="hand-A"] .token.unseen')).to_have_count(0)
    expect(page.locator('[data-zone="hand-B"] .token.unseen')).to_have_count(8)
    end_turn(page)
    expect(page.locator("#coach-head")).to_have_text("Pass the device to B")
    expect(page.locator('[data-zone="hand-A"] .token.unseen')).to_have_count(8)
    page.get_by_role("link", name="I am B").click()
    expect(page.locator('[data-zone="hand-B"] .token.unseen')).to_have_count(0)
    expect(page.locator('[data-zone="hand-A"] .token.unseen')).to_have_count(8)


@pytest.mark.parametrize("width", [360, pytest.param(1280, marks=pytest.mark.long)])
def test_draft_terms_and_table_are_for_everybody(
    page: Page, assert_accessible: Callable[[Page], None], width: int
) -> None:
    """Nothing that keeps people out, and nothing to scroll sideways; on a desk the whole turn is in sight."""
    page.set_viewport_size({"width": width, "height": 800})
    game = sit_down(page, "duel", BOT, "draft", seed="9", first="A", champions=True)
    page.goto(f"/play/{game.token}/")
    assert_accessible(page)
    assert fits(page)
    card, take = page.locator("#choose [type=radio]"), page.locator(".thumb-bar button")
    for number in range(8):
        expect(page.locator(".own-picks .card")).to_have_count(number)
        expect(take).to_be_disabled()
        card.first.check()
        expect(take).to_have_text(f"Take {card.first.get_attribute('aria-label')}")
        expect(take).to_be_in_viewport(ratio=1)
        if number == 0:
            assert_accessible(page)
            page.evaluate("htmx.ajax('GET', location.href, {target: '#side', swap: 'outerHTML settle:0ms'})")
            expect(page.locator("#choose.htmx-added")).to_have_count(0)
            expect(card.first).to_be_checked()
        take.click()
        come_to_rest(page)
    expect(page.get_by_role("heading", name="Your Champion")).to_be_visible()
    expect(page.locator(".own-picks .card")).to_have_count(8)
    assert_accessible(page)
    assert fits(page)
    card.first.focus()
    page.keyboard.press("ArrowRight")  # chooses the next one
    expect(take).to_have_text(f"Choose {card.nth(1).get_attribute('aria-label')}")
    page.keyboard.press("Enter")  # whose page has shown the decks
    expect(page.locator("#board")).to_have_attribute("tabindex", "-1")
    assert_accessible(page)
    assert fits(page)
    page.locator('[data-key="preview"]').click()
    expect(page.locator("#coach-head")).to_have_text("Preview")
    assert_accessible(page)
    if width > 1000:
        for part in ('[data-zone="hand-A"]', '[data-zone="hand-B"]', '[data-key="judge"]'):
            box = page.locator(part).bounding_box()
            assert box is not None and box["y"] + box["height"] <= 800, part


@pytest.mark.long
def test_the_others_turn_is_played_step_by_step_and_can_be_stopped(page: Page) -> None:
    sit_down(page, "duel", BOT, seed="11", first="A")
    take_decks(page)
    page.emulate_media(reduced_motion="no-preference")
    with settings_of(page) as settings:
        settings.locator("[data-pace]").select_option("slow")
    page.locator('[data-key="judge"]').click()
    sure = page.locator('[data-key="pass"]')
    sure.wait_for()
    text, _state = said(page)
    sure.click()
    state = after(page, text)
    expect(page.locator("#table[data-replays]")).to_be_attached()
    expect(page.locator("#board [data-card]")).to_have_count(0)
    page.mouse.wheel(0, 1)
    expect(page.locator("#table[data-replays]")).to_have_count(0)
    expect(page.locator("[data-step-now]")).to_have_text(str(state["now"]))
    expect(page.locator("#board [data-card]").first).to_be_visible()
    page.reload()
    expect(page.locator("[data-pace]")).to_have_value("slow")


@pytest.mark.long
def test_where_streams_are_blocked_the_page_asks(page: Page, new_page: NewPage) -> None:
    seats = {"A": {"kind": "me"}, "B": {"kind": "me"}}
    made = create({**body_of("duel", "constructed", first="A"), "seats": seats})
    page.route(re.compile("/stream"), lambda route: route.fulfill(status=204))
    page.emulate_media(reduced_motion="reduce")
    take_over(page, made["seats"]["B"]["url"])
    to_the_table(page)
    expect(page.locator("#coach-head")).to_contain_text("to play")
    other = new_page(viewport={"width": 1280, "height": 800}, locale="en-GB")
    take_over(other, made["seats"]["A"]["url"])
    to_the_table(other)
    end_turn(other)
    expect(page).to_have_title(re.compile("^Your turn · "))


def test_a_stream_that_was_away_is_opened_again(page: Page, page_errors: list[str]) -> None:
    """A page that has asked for a minute, and was answered, need not ask for as long as it stays open."""
    game = sit_down(page, "duel", BOT, seed="12", first="A")
    take_decks(page)
    page.route(re.compile("/stream"), lambda route: route.fulfill(status=503))
    page.clock.install()
    requested: list[str] = []
    page.on("request", lambda request: requested.append(request.url.partition("?")[0].rpartition("/")[2]))

    def count(what: str) -> int:
        page.evaluate("0")  # which hears of what was asked meanwhile
        return requested.count(what)

    page.reload()
    expect(page.locator("#table")).to_be_attached()
    eventually(lambda: count("stream"), 1)
    page.unroute(re.compile("/stream"))
    for number in range(1, 13):
        page.clock.run_for(5000)
        eventually(lambda: count(game.token), number)
    eventually(lambda: count("stream"), 2)
    page.clock.run_for(30_000)
    expect(page.locator("[data-lost]")).to_be_hidden()
    assert count(game.token) == 12
    page_errors.clear()  # the browser notes that it could not reach the stream


def test_the_table_says_when_it_is_not_connected(page: Page, page_errors: list[str]) -> None:
    sit_down(page, "duel", BOT, seed="12", first="A")
    take_decks(page)
    expect(page.locator("[data-lost]")).to_be_hidden()
    page.context.set_offline(True)
    expect(page.locator("[data-lost]")).to_be_visible()
    page.context.set_offline(False)
    expect(page.locator("[data-lost]")).to_be_hidden()
    page_errors.clear()  # the browser notes that it could not reach the stream
