"""A draft on a desk and a phone, one phone that goes round, and two whole sessions against bots, in a browser."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from mutation.models import LedgerLine, MutationSession
from mutation.services.ledgers import ledger_of
from tables.models import LiveGame
from tables.services import bots as play_bots
from tests.browsing import come_to_rest
from tests.mutation.sessions import put

pytestmark = pytest.mark.django_db(transaction=True)
SESSION = re.compile(r"/mutation/[\w-]{12}/$")


def begin(page: Page, **seats: str) -> MutationSession:
    """Fills in the form and presses Begin."""
    page.goto("/mutation/new/")
    for letter, name in zip("ABCD", ("Ada", "Ben", "Cleo", "Dan"), strict=True):
        page.get_by_label(f"Name of player {letter}").fill(name)
        page.get_by_label(f"Player at {letter}").select_option(seats.get(letter, "greedy"))
    page.get_by_role("button", name="Start", exact=True).click()
    page.wait_for_url(SESSION)
    return MutationSession.objects.get()


def keep(page: Page, place: int = 0) -> None:
    """Taps a card and keeps it."""
    expect(page.get_by_role("button", name="Keep card", exact=True)).to_be_disabled()
    card = page.locator(".pickable input").nth(place)
    card.check()
    press(page, f"Keep {card.get_attribute('aria-label')}")


def press(page: Page, name: str, within: Locator | None = None) -> None:
    """Presses a button that enters something, and waits for the page that it leads to."""
    with page.expect_navigation():
        (within or page).get_by_role("button", name=name, exact=True).click()
    page.wait_for_load_state()


def fits(page: Page) -> None:
    assert page.viewport_size is not None
    assert page.evaluate("document.documentElement.scrollWidth") <= page.viewport_size["width"]


@pytest.mark.long
def test_two_devices_draft_and_see_each_other(
    page: Page, phone: Page, assert_accessible: Callable[[Page], None]
) -> None:
    session = begin(page, A="me", B="open")
    assert_accessible(page)
    link = page.get_by_label("Link to the free seats").input_value()
    phone.goto(link)
    assert_accessible(phone)
    phone.get_by_role("button", name="Take Ben's seat").click()
    phone.wait_for_url(SESSION)
    expect(phone.get_by_role("heading", name="Hand of Ben")).to_be_visible()
    assert_accessible(phone)
    fits(phone)
    keep(page)
    expect(page.get_by_role("heading", name="Card picked")).to_be_visible()
    expect(page.get_by_text("Waiting for Ben.")).to_be_visible()
    keep(phone, 2)
    expect(phone.get_by_text("Pick 2 of 16")).to_be_visible()
    expect(page.get_by_text("Pick 2 of 16")).to_be_visible(timeout=30_000)  # without a press: the page renews itself
    assert LedgerLine.objects.filter(entered_by="seat").count() == 2
    session.refresh_from_db()
    hand = ledger_of(session).state.seats[1].hand
    assert phone.locator(".pickable input").evaluate_all("all => all.map(one => one.value)") == list(hand)


@pytest.mark.long
def test_one_phone_goes_round(phone: Page, assert_accessible: Callable[[Page], None]) -> None:
    session = begin(phone, A="me", B="me")
    expect(phone.get_by_role("heading", name="Pass the phone")).to_be_visible()
    assert phone.locator(".pickable").count() == 0
    assert_accessible(phone)
    fits(phone)
    phone.get_by_role("link", name="I'm Ben").click()
    expect(phone.get_by_role("heading", name="Hand of Ben")).to_be_visible()
    keep(phone)
    expect(phone.get_by_role("link", name="I'm Ben")).to_have_count(0)
    phone.get_by_role("link", name="I'm Ada").click()
    keep(phone)
    expect(phone.get_by_text("Pick 2 of 16")).to_be_visible()
    session.refresh_from_db()
    assert session.version >= 4


@pytest.mark.long
def test_the_choice_counts_and_a_game_leads_to_its_table(
    phone: Page, assert_accessible: Callable[[Page], None]
) -> None:
    session = begin(phone, A="me")
    while session.phase == "draft":
        put(session, {"by": "A", "kind": "pick", "card": ledger_of(session).state.seats[0].hand[0]})
        phone.reload()  # the bots go on when somebody looks
        session.refresh_from_db()
    choose = phone.get_by_role("button", name="Choose this deck")
    expect(choose).to_be_disabled()
    for place in range(8):
        phone.locator(".pickable").nth(place).click()
    expect(phone.locator("[data-chosen]")).to_have_text("8")
    assert_accessible(phone)
    fits(phone)
    choose.click()
    expect(phone.get_by_role("heading", name="Next games")).to_be_visible()
    assert_accessible(phone)
    fits(phone)
    phone.get_by_role("button", name="Ada is ready for game 1").click()
    phone.get_by_role("button", name="Play online").click()
    phone.wait_for_url(re.compile(r"/play/[\w-]{12}/$"))
    game = LiveGame.objects.filter(session_table__number=1).get()
    assert game.get_absolute_url() in phone.url
    for page in ("decks/", "ledger/"):
        phone.goto(session.get_absolute_url() + page)
        assert_accessible(phone)
        fits(phone)


@pytest.mark.smoke
def test_without_scripts(new_page: Callable[..., Page]) -> None:
    plain = new_page(viewport={"width": 390, "height": 844}, java_script_enabled=False, locale="fr-FR")
    plain.goto("/fr/mutation/new/?way=dealt")
    plain.get_by_label("Nom du joueur A").fill("Ada")
    for letter in "BCD":
        plain.get_by_label(f"Joueur en {letter}").select_option("greedy")
    plain.get_by_role("button", name="Commencer", exact=True).click()
    for place in range(8):
        plain.locator(".pickable").nth(place).click()
    plain.get_by_role("button", name="Choisir ce deck").click()
    plain.get_by_role("button", name="Ada est prêt pour la partie 1").click()
    plain.get_by_text("Jouée à la table").wait_for()
    plain.get_by_role("button", name="Ada", exact=True).click()
    expect(plain.get_by_text("victoire de Ada")).to_be_visible()


@pytest.mark.long
@pytest.mark.parametrize("way", ["draft", "dealt"])
def test_a_whole_session_in_the_browser(page: Page, way: str) -> None:
    """A person against three bots, from the draft to the end; the bots' own games are played by the worker."""
    page.goto(f"/mutation/new/?way={way}")
    page.get_by_label("Name of player A").fill("Ada")
    for letter in "BCD":
        page.get_by_label(f"Player at {letter}").select_option("greedy")
    page.get_by_role("button", name="Start", exact=True).click()
    page.wait_for_url(SESSION)
    address = page.url
    for number in range(1, 17 if way == "draft" else 1):
        expect(page.get_by_text(f"Pick {number} of 16")).to_be_visible()
        keep(page)
    for place in range(8):
        page.locator(".pickable").nth(place).click()
    press(page, "Choose this deck")
    for number in (1, 4, 6, 7, 10, 12):
        play_all_bots()
        page.goto(address)
        press(page, f"Ada is ready for game {number}")
        report = page.locator(f"#game-{number}")
        press(page, "Ada", report)
        expect(report).to_have_count(0)
        come_to_rest(page)
    play_all_bots()
    page.goto(address)
    expect(page.get_by_text("12 of 12 settled")).to_be_visible()
    page.get_by_role("button", name="End the session").click()
    expect(page.get_by_role("heading", name="The winner")).to_be_visible()
    expect(page.locator(".winner-names")).to_have_text("Ada")
    assert MutationSession.objects.get().phase == "over"


def play_all_bots() -> None:
    """What the worker does: the games of bots among themselves, as long as there are any."""
    while (game := LiveGame.objects.filter(session_table__outcome="").first()) is not None:
        play_bots.finish(game)
