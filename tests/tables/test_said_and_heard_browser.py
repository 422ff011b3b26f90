"""What is said and heard at the table, in a real browser: phrases beside names, sounds."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import timedelta
from typing import Any
from urllib.parse import urljoin

import pytest
from django.conf import settings
from django.utils import timezone
from playwright.sync_api import Page, Route, expect

from accounts.models import Owner, User
from games.decks.setups import read_arrangement
from tables.models import GameNotice
from tables.services.idempotency import UNKEYED
from tables.services.tables import join, new_game
from tables.tokens import invitation
from tests.browsing import eventually
from tests.cards.factories import browser_of
from tests.conftest import NewPage
from tests.tables.clients import body_of, create, seats_of
from tests.tables.table_players import after, know_decks, said, settings_of, sit_down, take_over
from tests.tables.test_table_browser import BOT, take_decks, to_the_table

pytestmark = pytest.mark.django_db(transaction=True)

# Counts the tones that are played, by their first pitch.
EARS = """() => {
  window.heard = [];
  const start = OscillatorNode.prototype.start;
  OscillatorNode.prototype.start = function (...when) {
    window.heard.push(this.frequency.value);
    return start.apply(this, when);
  };
}"""


def heard(page: Page) -> list[int]:
    return [round(pitch) for pitch in page.evaluate("window.heard")]


@pytest.mark.long
def test_a_phrase_stands_beside_its_name_and_is_read_out(page: Page, new_page: NewPage) -> None:
    made = create(body_of("duel", "constructed", first="A"))
    other = new_page(viewport={"width": 1280, "height": 800}, locale="fr-FR")
    for tab in (page, other):
        know_decks(tab, made["id"])
    take_over(page, made["seats"]["A"]["url"])
    take_over(other, made["seats"]["B"]["url"])
    other.goto(f"/fr/play/{made['id']}/")
    page.get_by_text("Say something").click()
    page.get_by_role("button", name="Good luck").click()
    expect(other.locator('[data-panel="A"] .bubble')).to_have_text("Bonne chance")
    expect(other.locator("#phrase-says")).to_have_text(re.compile("^A .*: Bonne chance$"))
    expect(other.locator("#phrase-says")).to_have_attribute("aria-live", "polite")
    expect(page.locator('[data-panel="A"] .bubble')).to_have_text("Good luck")
    page.get_by_role("button", name="Hello").click()
    expect(page.locator("#phrase-problem")).to_contain_text("Wait a moment")
    expect(other.locator(".bubble")).to_have_count(0)  # after some seconds
    with settings_of(other):
        other.get_by_text("Masquer les messages").click()
    GameNotice.objects.update(at=timezone.now() - timedelta(minutes=1))
    page.get_by_role("button", name="Hello").click()
    expect(page.locator('[data-panel="A"] .bubble')).to_have_text("Hello")
    assert other.locator(".bubble").count() == 0
    other.reload()
    expect(other.locator("[data-mute]")).to_be_checked()
    assert other.locator(".bubble").count() == 0
    with settings_of(other):
        other.locator("[data-mute]").uncheck()
    expect(other.locator('[data-panel="A"] .bubble')).to_have_text("Bonjour")


def test_phrases_are_said_before_there_is_a_board(page: Page, new_page: NewPage) -> None:
    made = create(body_of("duel", "preconstructed", first="A"))
    other = new_page(viewport={"width": 390, "height": 800}, locale="en-GB")
    take_over(other, made["seats"]["B"]["url"])
    held: list[Route] = []
    page.route(re.compile("/stream"), lambda route: held.append(route))
    take_over(page, made["seats"]["A"]["url"])
    expect(page.locator(".choosing")).to_be_visible()
    eventually(lambda: bool(page.evaluate("1") and held), True)  # the page is made, and hears nothing yet
    other.get_by_text("Say something").click()
    other.get_by_role("button", name="Hello").click()
    eventually(lambda: GameNotice.objects.filter(data__kind="phrase").count(), 1)
    held[-1].continue_()
    expect(page.locator("#said .bubble")).to_have_text("B (Guest) Hello")
    before = GameNotice.objects.count()
    expect(page.locator(".choosing")).to_be_visible()
    assert GameNotice.objects.filter(data__kind="phrase").count() == 1
    assert GameNotice.objects.count() == before


@pytest.mark.long
def test_sounds_are_as_loud_as_somebody_likes(page: Page) -> None:
    page.add_init_script(f"({EARS})()")
    sit_down(page, "duel", BOT, seed="7", first="A")
    take_decks(page)

    def play() -> None:
        text, state = said(page)
        action: Any = next(candidate for candidate in state["legal"] if candidate.endswith("upper"))
        page.locator(f'#board [data-card="{action.split()[0]}"]').click()
        page.locator(f'.spot[data-action="{action}"]').click()
        after(page, text)

    volume = page.locator("[data-sounds]")
    assert 0 < int(volume.input_value()) < 50
    with settings_of(page):
        volume.fill("0")
    play()
    assert heard(page) == []
    with settings_of(page):
        volume.fill("50")
    assert heard(page) == [620]  # so that one hears how loud that is
    text, _state = said(page)
    page.locator('[data-key="undo"]').click()
    after(page, text)
    assert heard(page) == [620]
    play()
    assert heard(page) == [620, 620]
    text, _state = said(page)
    page.locator('[data-key="judge"]').click()
    assert after(page, text)["acts"]
    expect(volume).to_have_value("50")
    eventually(lambda: heard(page)[-2:], [523, 784])  # one's turn again
    page.reload()
    expect(volume).to_have_value("50")
    assert heard(page) == []  # nobody has touched the page yet
    with settings_of(page):
        volume.fill("0")
    play_without = len(heard(page))
    page.keyboard.press("p")
    expect(page.locator("#coach-head")).to_have_text("Preview")
    assert len(heard(page)) == play_without


@pytest.mark.long
def test_each_step_of_the_others_turn_sounds_like_what_happens(page: Page) -> None:
    page.add_init_script(f"({EARS})()")
    sit_down(page, "duel", {**BOT, "B": {"kind": "bot", "level": "greedy"}}, seed="11", first="A")
    take_decks(page)
    page.emulate_media(reduced_motion="no-preference")
    page.locator('[data-key="judge"]').click()
    sure = page.locator('[data-key="pass"]')
    sure.wait_for()
    text, _state = said(page)
    sure.click()
    state = after(page, text)
    steps = state["sounds"][state["skipped"] + 1 : state["now"] + 1]
    assert "card" in steps
    expect(page.locator("#table[data-replays]")).to_have_count(0)
    eventually(lambda: heard(page)[-2:], [523, 784])
    assert 1 <= heard(page).count(620) <= steps.count("card")  # what comes together sounds once


@pytest.mark.long
def test_the_end_has_a_sound_of_its_own(page: Page) -> None:
    page.add_init_script(f"({EARS})()")
    made = create(body_of("duel", "constructed", first="A"))
    take_over(page, made["seats"]["A"]["url"])
    to_the_table(page)
    page.keyboard.press("Shift")  # a touch of the page
    seats_of(made)["B"].post("/resign", {})
    expect(page.locator("#coach-head")).to_have_text("You won")
    eventually(lambda: heard(page), [392, 494, 587])


def sign_in(page: Page, name: str) -> Owner:
    """An account, signed in in a browser."""
    owner = Owner.objects.create(user=User.objects.create_user(name))
    client = browser_of(owner)
    session = client.cookies[settings.SESSION_COOKIE_NAME].value
    page.goto("/play/lobby/")
    page.context.add_cookies([{"name": settings.SESSION_COOKIE_NAME, "value": session, "url": urljoin(page.url, "/")}])
    return owner


def test_friends_write_to_each_other(page: Page, new_page: NewPage, assert_accessible: Callable[[Page], None]) -> None:
    """By keyboard, on a phone either way; a line that is being written stays when another one comes."""
    page.set_viewport_size({"width": 390, "height": 844})
    other = new_page(viewport={"width": 844, "height": 390}, locale="fr-FR")
    ada, bo = sign_in(page, "ada"), sign_in(other, "bo")
    asked = {"mode": "duel", "seats": {"A": {"kind": "me"}, "B": {"kind": "open"}}}
    game = new_game(read_arrangement(asked, ada), ada)
    join(game, invitation(game, "B"), bo, UNKEYED)
    for tab, language in ((page, ""), (other, "/fr")):
        know_decks(tab, game.token)
        tab.goto(f"{language}{game.get_absolute_url()}")
    expect(other.locator("#chat")).to_be_hidden()
    page.get_by_role("button", name="Turn on chat").click()
    own, theirs = page.get_by_label("Message", exact=True), other.get_by_label("Message", exact=True)
    expect(theirs).to_be_visible()  # the other page heard of it
    theirs.fill("Presque fini")
    own.focus()
    page.keyboard.type("<b>Hi</b> https://example.org/")
    page.keyboard.press("Enter")
    expect(page.locator(".chat-lines li")).to_have_count(1)
    expect(own).to_be_focused()
    expect(own).to_have_value("")
    lines = other.get_by_role("log", name="Discussion")
    expect(lines.locator(".chat-text")).to_have_text("<b>Hi</b> https://example.org/")
    expect(other.locator(".bubble")).to_contain_text("<b>Hi</b>")
    expect(theirs).to_have_value("Presque fini")
    theirs.press("Enter")
    expect(page.get_by_role("log").locator("li")).to_have_count(2)
    page.get_by_role("button", name="Mute bo").press("Enter")
    expect(page.get_by_role("log").locator("li")).to_have_count(1)
    expect(page.get_by_role("button", name="Unmute bo")).to_be_visible()
    for tab in (page, other):
        assert tab.evaluate("document.documentElement.scrollWidth <= innerWidth")
        assert_accessible(tab)
