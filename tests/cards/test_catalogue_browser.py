"""The catalogue in a real browser: typing, filters, keys, marks, the phone, and without scripts."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from cards.models import Kind
from tests.browsing import arrive
from tests.cards.factories import make_card, make_cards, make_set

NewPage = Callable[..., Page]

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def cast(live_server: object) -> None:
    pack = make_set("pack", symbol="wolf-head")
    make_card("Wolf", pack, slug="wolf", cost=1, abilities=["rage"], number=1)
    make_card("Ram", pack, slug="ram", cost=2, abilities=["aquatic"], number=2)
    make_card("Spark", pack, slug="spark", kind=Kind.INCANTATION, hp=None, cost=3, number=3)
    make_cards(6, pack)


def names(page: Page) -> list[str]:
    labels = page.locator("#found .tile > a").evaluate_all("links => links.map((a) => a.getAttribute('aria-label'))")
    return [label.split(",")[0] for label in labels]


@pytest.mark.long
def test_typing_finds_and_writes_the_address(page: Page, cast: None) -> None:
    page.goto("/cards/")
    box = page.locator("#q")
    box.press_sequentially("a:rage", delay=20)
    expect(page.locator("#found .tile")).to_have_count(1)
    expect(page).to_have_url(re.compile(r"\?q=a%3Arage$"))
    expect(page.locator("#said")).to_contain_text("with Rage")
    expect(box).to_be_focused()
    expect(box).to_have_value("a:rage")
    box.fill("(wolf")
    expect(page.locator("#said mark")).to_have_text("(")
    box.fill("wolf")
    expect(page.locator("#found .tile")).to_have_count(1)


@pytest.mark.smoke
def test_filters_write_the_query_and_the_query_the_filters(page: Page, cast: None) -> None:
    page.goto("/cards/")
    page.locator("#t-incantation").check()
    expect(page.locator("#q")).to_have_value("t:incantation")
    expect(page.locator("#found .tile")).to_have_count(1)
    expect(page.locator("#t-incantation")).to_be_focused()
    expect(page).to_have_url(re.compile(r"q=t%3Aincantation"))
    page.locator("#q").fill("t:creature cost<=1")
    expect(page.locator("#t-creature")).to_be_checked()
    expect(page.locator("#cost-most")).to_have_value("1")
    expect(page.locator("#t-incantation")).not_to_be_checked()
    page.locator("#sort").select_option("cost")
    expect(page).to_have_url(re.compile(r"^(?=.*t%3Acreature)(?=.*sort=cost)"))


def test_keys_lead_from_card_to_card_and_mark_them(page: Page, cast: None) -> None:
    page.goto("/cards/")
    page.keyboard.press("ArrowRight")
    expect(page.locator(".tile > a").nth(0)).to_be_focused()
    page.keyboard.press("c")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("c")
    expect(page.locator("[data-marked-count]")).to_have_text("2")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowDown")
    expect(page.locator(".tile > a").nth(0)).not_to_be_focused()
    assert page.evaluate(
        """() => document.activeElement.getBoundingClientRect().top
          > document.querySelector(".tile > a").getBoundingClientRect().top"""
    )
    page.keyboard.press("/")
    expect(page.locator("#q")).to_be_focused()
    page.keyboard.press("Escape")
    page.keyboard.press("?")
    expect(page.locator("#how")).to_have_attribute("open", "")
    page.locator(".tile > a").nth(0).focus()
    page.keyboard.press("Enter")
    arrive(page, r"/cards/pack/wolf/$")
    page.keyboard.press("]")
    expect(page).to_have_url(re.compile(r"/cards/pack/ram/$"))


def test_marks_last_across_pages_and_lead_to_the_comparison(page: Page, cast: None) -> None:
    page.goto("/cards/?q=wolf")
    page.get_by_label("Compare Wolf").check()
    page.goto("/cards/?q=ram")
    page.get_by_label("Compare Ram").check()
    expect(page.locator("[data-marked-count]")).to_have_text("2")
    page.locator("#compare button.strong").click()
    expect(page).to_have_url(re.compile(r"/cards/compare/\?cards=pack/wolf,pack/ram$"))
    expect(page.locator(".differs")).not_to_have_count(0)
    page.goto("/cards/")
    page.locator("[data-unmark]").click()
    expect(page.locator("#compare")).to_be_hidden()


def test_six_marks_are_enough(page: Page, cast: None) -> None:
    page.goto("/cards/")
    boxes = page.locator(".compare-it input")
    for number in range(7):
        boxes.nth(number).click()
    expect(page.locator("[data-marked-count]")).to_have_text("6")
    expect(boxes.nth(6)).not_to_be_checked()


PATHS = [
    "/cards/",
    "/cards/?view=table",
    "/cards/?q=(",
    "/cards/pack/wolf/",
    "/cards/sets/pack/",
    "/cards/sets/",
    "/cards/compare/?cards=pack/wolf,pack/ram",
]


@pytest.mark.long
@pytest.mark.parametrize("path", PATHS)
def test_has_no_axe_violations(page: Page, cast: None, path: str, assert_accessible: Callable[[Page], None]) -> None:
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme, reduced_motion="reduce")  # type: ignore[arg-type]
        page.goto(path)
        assert_accessible(page)


def test_it_fits_a_phone_with_its_filters_folded(phone: Page, cast: None) -> None:
    for path in ("/cards/", "/cards/?view=table", "/cards/pack/wolf/", "/cards/compare/?cards=pack/wolf,pack/ram"):
        phone.goto(path)
        assert phone.evaluate("document.documentElement.scrollWidth") <= 390, path
    phone.goto("/cards/")
    expect(phone.locator("#t-creature")).to_be_hidden()
    phone.locator(".filter-fold > summary").click()
    phone.locator("#t-incantation").check()
    expect(phone.locator("#found .tile")).to_have_count(1)
    expect(phone.locator("#t-incantation")).to_be_visible()


def test_everything_works_without_scripts(new_page: NewPage, cast: None) -> None:
    page = new_page(java_script_enabled=False, viewport={"width": 1280, "height": 900})
    page.goto("/cards/")
    page.locator("#t-creature").check()
    page.get_by_role("button", name="Apply filters").click()
    expect(page).to_have_url(re.compile(r"/cards/\?q=t%3Acreature$"))
    page.locator("#q").fill("t:creature wolf")
    page.locator("#q").press("Enter")
    expect(page.locator("#found .tile")).to_have_count(1)
    assert names(page) == ["Wolf"]
    page.get_by_label("Compare Wolf").check()
    page.locator("#compare button.strong").click()
    expect(page).to_have_url(re.compile(r"/cards/compare/\?cards=pack%2Fwolf$"))


@pytest.mark.parametrize("width", [390, 1280])
def test_suggestions_while_typing_move_nothing(page: Page, width: int) -> None:
    make_card("Ferry Pike", make_set("fish"), slug="ferry-pike")
    page.set_viewport_size({"width": width, "height": 800})
    page.goto("/cards/")
    below = page.locator("#said").bounding_box()
    page.locator("#q").press_sequentially("Ferr")
    link = page.locator("#suggest").get_by_role("link", name="Ferry Pike")
    expect(link).to_be_visible()
    assert page.locator("#said").bounding_box()["y"] == below["y"]
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    expect(page.locator("#q")).to_be_focused()
    link.click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Ferry Pike")
