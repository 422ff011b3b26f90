"""The deck builder in a real browser: clicks, keys, drags, the address, saving, the phone, and without scripts."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from cards.models import Card, Deck, Kind
from tests.cards.factories import make_card, make_deck, make_set

NewPage = Callable[..., Page]

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def cast(live_server: object) -> None:
    pack = make_set("pack", symbol="wolf-head")
    for number, name in enumerate(("Ant", "Bee", "Cat", "Dog"), 1):
        make_card(name, pack, slug=name.lower(), cost=number, number=number, abilities=["rage"])
    make_card("Keep", pack, slug="keep", kind=Kind.STRONGHOLD)


def offer(page: Page, name: str) -> None:
    page.locator(f'[data-offer="pack/{name}"]').click()


def expect_deck(page: Page, *names: str) -> None:
    places = page.locator("[data-places] .place[data-reference]")
    expect(places).to_have_count(len(names))
    for number, name in enumerate(names):
        expect(places.nth(number)).to_have_attribute("data-reference", f"pack/{name}")


def test_what_is_typed_travels_with_the_link(page: Page, cast: None) -> None:
    page.goto("/decks/new/?cards=pack/ant")
    link = page.locator("[data-share]")
    expect(link).to_have_attribute("href", re.compile(r"/decks/new/\?cards=pack/ant$"))
    page.locator("#save [name=name]").fill("Ants & co")
    expect(link).to_have_attribute("href", re.compile(r"cards=pack/ant&name=Ants\+%26\+co$"))
    offer(page, "bee")
    expect_deck(page, "ant", "bee")
    expect(page).to_have_url(re.compile(r"name=Ants\+%26\+co"))
    page.reload()
    expect(page.locator("#save [name=name]")).to_have_value("Ants & co")
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    link.click()
    expect(link).to_have_text("Copied")
    assert page.evaluate("navigator.clipboard.readText()").endswith("?cards=pack/ant,pack/bee&name=Ants+%26+co")


@pytest.mark.long
def test_clicks_put_cards_in_and_take_them_out(page: Page, cast: None) -> None:
    page.goto("/decks/new/")
    for name in ("ant", "bee", "cat"):
        offer(page, name)
    expect_deck(page, "ant", "bee", "cat")
    expect(page).to_have_url(re.compile(r"cards=pack/ant,pack/bee,pack/cat"))
    expect(page.locator("#palette .is-in")).to_have_count(3)
    offer(page, "bee")
    expect_deck(page, "ant", "cat")
    page.locator('[data-places] .place[data-at="1"] [data-act=right]').click()
    expect_deck(page, "cat", "ant")
    expect(page.locator('[data-places] .place[data-at="2"] :focus')).to_have_count(1)
    page.reload()
    expect_deck(page, "cat", "ant")
    page.locator("#q").fill("t:stronghold")
    offer(page, "keep")
    expect(page.locator('.beside [data-reference="pack/keep"]')).to_be_visible()
    expect(page).to_have_url(re.compile(r"stronghold=pack/keep"))


def test_keys_do_all_that_the_mouse_does(page: Page, cast: None) -> None:
    page.goto("/decks/new/?cards=pack/ant,pack/bee,pack/cat")
    first = page.locator('[data-places] .place[data-at="1"] .card-holder')
    first.focus()
    page.keyboard.press("Shift+ArrowRight")
    expect_deck(page, "bee", "ant", "cat")
    expect(page.locator('[data-places] .place[data-at="2"] :focus')).to_have_count(1)
    page.keyboard.press("Delete")
    expect_deck(page, "bee", "cat")
    expect(page.locator('[data-places] .place[data-at="2"] :focus')).to_have_count(1)
    page.keyboard.press("ArrowLeft")
    page.locator('[data-offer="pack/dog"]').focus()
    page.keyboard.press("Enter")
    expect_deck(page, "bee", "cat", "dog")


def test_keys_that_follow_each_other_at_once_all_count(page: Page, cast: None) -> None:
    page.goto("/decks/new/?cards=pack/ant,pack/bee,pack/cat,pack/dog")
    page.locator('[data-places] .place[data-at="1"] .card-holder').focus()
    for key in ("ArrowRight", "ArrowRight", "ArrowRight", "ArrowLeft"):
        page.keyboard.press(f"Shift+{key}")
    expect_deck(page, "bee", "cat", "ant", "dog")
    expect(page.locator('[data-places] .place[data-at="3"] :focus')).to_have_count(1)


def test_cards_are_dragged_into_the_deck_and_about(page: Page, cast: None) -> None:
    page.goto("/decks/new/?cards=pack/ant,pack/bee")
    page.locator('[data-offer="pack/cat"]').drag_to(page.locator('[data-places] .place[data-at="1"]'))
    expect_deck(page, "cat", "ant", "bee")
    page.locator('[data-places] .place[data-at="3"] .card-holder').drag_to(
        page.locator('[data-places] .place[data-at="1"]')
    )
    expect_deck(page, "bee", "cat", "ant")


@pytest.mark.long
def test_what_is_typed_outlasts_changes_and_is_saved(page: Page, cast: None) -> None:
    page.goto("/decks/new/?cards=pack/ant")
    page.locator("#id_name").fill("Mine")
    offer(page, "bee")
    expect_deck(page, "ant", "bee")
    expect(page.locator("#id_name")).to_have_value("Mine")
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.locator("h1")).to_have_text("Mine")
    deck = Deck.objects.get()
    assert [place.card.slug for place in deck.places.all()] == ["ant", "bee"]
    page.get_by_role("link", name="Change").click()
    offer(page, "cat")
    expect_deck(page, "ant", "bee", "cat")
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.locator(".deck-tiles .tile")).to_have_count(3)
    page.get_by_role("link", name="Draw an opening hand").click()
    expect(page.locator(".hand-card")).to_have_count(4)


PATHS = [
    "/decks/",
    "/decks/new/?cards=pack/ant,pack/bee&stronghold=pack/keep",
    "/decks/import/",
    "/decks/hand/?cards=pack/ant,pack/bee&seed=3",
    "/decks/Some-deck/",
]


@pytest.mark.long
@pytest.mark.parametrize("path", PATHS)
def test_has_no_axe_violations(page: Page, cast: None, path: str, assert_accessible: Callable[[Page], None]) -> None:
    make_deck("Some deck", list(Card.objects.playable()), token="Some-deck", slug="some", about="It is small.")
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme, reduced_motion="reduce")  # type: ignore[arg-type]
        page.goto(path)
        assert_accessible(page)


def test_it_fits_a_phone(phone: Page, cast: None) -> None:
    for path in (
        "/decks/",
        "/decks/new/?cards=pack/ant,pack/bee",
        "/decks/import/",
        "/decks/hand/?cards=pack/ant&seed=1",
    ):
        phone.goto(path)
        assert phone.evaluate("document.documentElement.scrollWidth") <= 390, path
    phone.goto("/decks/new/?cards=pack/ant")
    expect(phone.locator(".curve")).to_be_hidden()
    offer(phone, "bee")
    expect_deck(phone, "ant", "bee")


def test_a_deck_is_composed_and_saved_without_scripts(new_page: NewPage, cast: None) -> None:
    page = new_page(java_script_enabled=False, viewport={"width": 1280, "height": 900})
    page.goto("/decks/new/")
    offer(page, "ant")
    offer(page, "bee")
    page.locator("#left-2").click()
    expect_deck(page, "bee", "ant")
    page.locator("#id_name").fill("By hand")
    page.locator("#save").get_by_role("button", name="Save").click()
    expect(page.locator("h1")).to_have_text("By hand")
    assert [place.card.slug for place in Deck.objects.get(name="By hand").places.all()] == ["bee", "ant"]
