"""Solving under a finger: it scrolls, lifts the card it rests on and plays it where it lets go."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from grimoire.models import Attempt, Puzzle
from tests.grimoire.factories import make_puzzle
from tests.grimoire.fingers import Finger, middle, middle_now
from tests.grimoire.solving.table import card, laid, open_page, stored

pytestmark = pytest.mark.django_db(transaction=True)

WIN = "3 at A upper 0"


@pytest.fixture
def table(phone: Page, transactional_db: None) -> Page:
    puzzle: Puzzle = make_puzzle(position="win", title="Moonrise")
    open_page(phone, puzzle)
    return phone


def test_a_finger_plays_a_card(table: Page) -> None:
    start = middle(card(table, "3"))
    scrolled = table.evaluate("scrollY")
    finger = Finger(table)
    finger.down(start)
    finger.rest()
    expect(table.locator(".drag-ghost")).to_have_count(1)
    spot = table.locator(f'.spot[data-action="{WIN}"]')
    finger.move(start, middle_now(spot))
    expect(spot).to_contain_class("over")
    assert table.evaluate("scrollY") == scrolled, "the page stays while a card is carried"
    finger.up()
    laid(table, 1)
    expect(table.locator(".drag-ghost")).to_have_count(0)
    assert stored().line == [WIN]


def test_a_finger_that_moves_at_once_scrolls(table: Page) -> None:
    table.evaluate("scrollTo({ top: 0, behavior: 'instant' })")
    start = middle(card(table, "3"))
    before = table.evaluate("scrollY")
    finger = Finger(table)
    finger.down(start)
    finger.move(start, (start[0], start[1] - 150))
    finger.rest()
    finger.up()
    table.wait_for_function("before => scrollY > before", arg=before)
    expect(table.locator(".drag-ghost")).to_have_count(0)
    expect(table.locator(".spot")).to_have_count(0)


def test_a_card_put_back_where_it_was_stays_chosen(table: Page) -> None:
    point = middle(card(table, "3"))
    finger = Finger(table)
    finger.down(point)
    finger.rest()
    expect(table.locator(".drag-ghost")).to_have_count(1)
    finger.up()
    expect(table.locator(".drag-ghost")).to_have_count(0)
    expect(table.locator(f'.spot[data-action="{WIN}"]')).to_be_visible()
    expect(table.locator("#peek")).not_to_be_visible()


def test_a_card_let_go_elsewhere_and_a_finger_taken_away_play_nothing(table: Page) -> None:
    for ends in ("up", "cancel"):
        start = middle(card(table, "1"))
        finger = Finger(table)
        finger.down(start)
        finger.rest()
        expect(table.locator(".drag-ghost")).to_have_count(1)
        finger.move(start, (start[0] + 40, start[1] + 4))
        getattr(finger, ends)()
        expect(table.locator(".drag-ghost")).to_have_count(0)
        expect(table.locator(".spot")).to_have_count(0)
    laid(table, 0)
    assert not Attempt.objects.exclude(line=[]).exists()
