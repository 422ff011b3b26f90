"""The decks with their faces: revealed before they are shuffled, in a browser and without scripts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from playwright.sync_api import Page, expect

from tables.models import LiveGame
from tests.answers import text_of
from tests.browsing import fits
from tests.conftest import NewPage
from tests.tables.clients import body_of, create
from tests.tables.table_players import sit_down
from tests.tables.test_table_browser import BOT

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.mark.long
@pytest.mark.parametrize("width", [360, 1280])
def test_the_decks_are_shown_at_the_first_look(
    page: Page, new_page: NewPage, assert_accessible: Callable[[Page], None], width: int
) -> None:
    page.set_viewport_size({"width": width, "height": 800})
    game = sit_down(page, "duel", BOT, seed="5", first="A")
    page.locator("button[name=action]").first.click()
    decks = page.locator("#decks")
    expect(decks).to_be_visible()
    expect(decks.locator(".revealed")).to_have_count(2)
    expect(decks.locator(".card")).to_have_count(16)
    cards = decks.locator(".revealed").first.locator(".card").all()
    boxes = [box for box in (card.bounding_box() for card in cards) if box]
    rows = Counter(round(box["y"]) for box in boxes)
    if width == 360:  # rows of four, for both decks to be in sight
        assert list(rows.values()) == [4, 4] and min(box["width"] for box in boxes) >= 68
    else:
        assert min(box["width"] for box in boxes) >= 120
    assert_accessible(page)
    assert fits(page)
    for _ in range(2):  # meant for the table, or pressed once too often
        page.keyboard.press("Enter")
    expect(decks).to_be_visible()
    page.keyboard.press("Escape")
    expect(decks).to_be_hidden()
    game.refresh_from_db()
    assert not game.log.filter(action="mana").exists()
    page.reload()
    expect(page.locator("#board")).to_have_attribute("tabindex", "-1")
    expect(decks).to_be_hidden()
    page.get_by_role("link", name="The decks", exact=True).click()
    expect(decks.locator(".card")).to_have_count(16)
    page.keyboard.press("Escape")
    expect(decks).to_be_hidden()
    watching = new_page(viewport={"width": 1280, "height": 800}, locale="en-GB")
    watching.goto(f"/play/{game.token}/")
    expect(watching.locator("#board")).to_have_attribute("tabindex", "-1")
    expect(watching.locator("#decks")).to_be_hidden()


def shown_at_first(client: Client, game: Any) -> bool:
    return "data-first-look" in client.get(f"/play/{game['id']}/").content.decode()


def test_without_a_script_they_have_a_page() -> None:
    made = create(body_of("duel", "preconstructed", first="A", seed="3"))
    address = f"/play/{made['id']}/decks/"
    clients = {letter: Client() for letter in "AB"}
    for letter, client in clients.items():
        client.post(made["seats"][letter]["url"])
    assert Client().get(address).status_code == 404  # they are not chosen yet
    for place in range(2):
        game = LiveGame.objects.get()
        sent = {"version": game.version, "action": f"{game.to_act} pick {place}"}
        clients[game.to_act].post(f"/play/{made['id']}/act/", sent)
    page = text_of(Client().get(address))
    assert page.count("<article") == 16 and "<html" in page and "Tide Watch" in page
    assert "La Garde des marées" in text_of(Client().get(f"/fr{address}"))
    part = text_of(Client().get(address, headers={"HX-Request": "true"}))
    assert part.count("<article") == 16 and "<html" not in part
    assert f'href="{address}"' in text_of(clients["A"].get(f"/play/{made['id']}/"))


def test_they_are_shown_by_themselves_only_before_one_has_played() -> None:
    made = create(body_of("duel", "constructed", first="A", seed="3"))
    clients = {letter: Client() for letter in "AB"}
    for letter, client in clients.items():
        client.post(made["seats"][letter]["url"])
    assert shown_at_first(clients["A"], made) and shown_at_first(clients["B"], made)
    assert not shown_at_first(Client(), made)
    clients["A"].post(f"/play/{made['id']}/act/", {"version": 0, "line": "", "do": "end", "sure": "1", "seat": "A"})
    assert not shown_at_first(clients["A"], made) and shown_at_first(clients["B"], made)


def test_a_game_of_which_spectators_see_nothing_shows_them_no_decks() -> None:
    made = create(body_of("duel", "constructed", spectators=False))
    assert Client().get(f"/play/{made['id']}/decks/").status_code == 404
