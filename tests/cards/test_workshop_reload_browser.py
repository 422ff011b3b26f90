"""Typing and reloading at once, going offline and coming back: nobody meets themselves as somebody else."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from cards.models import Card
from tests.browsing import Held, eventually, lose_an_answer
from tests.cards.test_workshop_browser import named, saved

pytestmark = pytest.mark.django_db(transaction=True)


def goes_on(page: Page) -> None:
    """One more keystroke is saved, and nothing is asked."""
    page.locator("#id_cost").fill("8")
    expect(page.locator("[data-state]")).not_to_have_text(re.compile("^Saved"))
    saved(page)
    assert Card.objects.get().cost == 8
    expect(page.locator("[data-draft]")).to_be_hidden()
    expect(page.locator("[data-conflict] .conflict")).to_have_count(0)


@pytest.mark.parametrize("pause", [0, 100, 400, 800])
def test_typing_and_reloading_is_no_conflict(page: Page, pause: int) -> None:
    named(page)
    page.fill("#id_flavour", "Out of the ashes.")
    page.wait_for_timeout(pause)
    page.reload()
    expect(page.locator("#id_flavour")).to_have_value("Out of the ashes.")
    goes_on(page)
    assert Card.objects.get().flavour == "Out of the ashes."


def test_what_is_typed_before_the_draft_has_come_back_is_kept_beside_it(page: Page) -> None:
    named(page)
    token = Card.objects.get().token
    page.route(
        f"**/workshop/{token}/", lambda route: route.abort() if route.request.method == "POST" else route.continue_()
    )
    page.fill("#id_flavour", "Out of the ashes.")
    page.goto("/workshop/icons/")  # what it sends now does not arrive
    page.unroute_all()
    saving = Held(page, f"/workshop/{token}/$")
    saving.holds = False
    page.goto(f"/workshop/{token}/", wait_until="commit")
    saving.holds = True
    with saving.asked():
        page.wait_for_load_state()
    page.fill("#id_cost", "7")
    saving.let_go()
    expect(page.locator("#id_flavour")).to_have_value("Out of the ashes.")
    expect(page.locator("#id_cost")).to_have_value("7")
    saved(page)
    eventually(lambda: (Card.objects.get().flavour, Card.objects.get().cost), ("Out of the ashes.", 7))
    expect(page.locator("[data-draft]")).to_be_hidden()


def test_a_save_whose_answer_was_lost_is_no_conflict(page: Page, page_errors: list[str]) -> None:
    named(page)
    address = re.compile(f"/workshop/{Card.objects.get().token}/$")
    lost = lose_an_answer(page, address)
    page.fill("#id_flavour", "Out of the ashes.")
    expect(page.locator("[data-state]")).to_have_class(re.compile("bad"))
    assert lost == [200]
    page.fill("#id_flavour", "Out of the embers.")
    saved(page)
    assert Card.objects.get().flavour == "Out of the embers."
    goes_on(page)
    page_errors.clear()  # of answers that did not come, and of 409


def test_what_was_typed_offline_is_saved_as_soon_as_the_network_is_back(page: Page, page_errors: list[str]) -> None:
    named(page)
    page.context.set_offline(True)
    page.fill("#id_flavour", "Out of the ashes.")
    expect(page.locator("[data-state]")).to_have_class(re.compile("bad"))
    page.context.set_offline(False)
    expect(page.locator("[data-state]")).to_have_text(
        re.compile("^Saved"), timeout=5_000
    )  # sooner than it tries by itself
    assert Card.objects.get().flavour == "Out of the ashes."
    page.reload()
    goes_on(page)
    page_errors.clear()  # of answers that did not come, and of 409


def test_a_new_card_that_is_reloaded_goes_on(page: Page) -> None:
    page.goto("/workshop/new/")
    page.fill("#id_name", "Ember Fox")
    page.reload()
    expect(page.locator("#id_name")).to_have_value("Ember Fox")
    goes_on(page)
    assert Card.objects.count() == 1


def test_what_another_tab_has_saved_since_is_still_asked_about(page: Page, page_errors: list[str]) -> None:
    named(page)
    token = Card.objects.get().token
    page.context.set_offline(True)
    page.fill("#id_flavour", "Out of the ashes.")
    expect(page.locator("[data-state]")).to_have_class(re.compile("bad"))
    page.goto("about:blank")
    page.context.set_offline(False)
    Card.objects.update(flavour="From the other tab", revision=9)
    page.goto(f"/workshop/{token}/")
    expect(page.locator("[data-draft]")).to_be_visible()
    expect(page.locator("#id_flavour")).to_have_value("From the other tab")
    assert Card.objects.get().flavour == "From the other tab"
    page_errors.clear()  # of answers that did not come, and of 409
