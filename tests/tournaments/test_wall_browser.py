"""The screen for the wall in a real browser: however many play, all of them are seen at once, in the largest type."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page

from tests.browsing import come_to_rest, eventually
from tests.tournaments.factories import make_tournament, open_matches
from tournaments.models import Tournament
from tournaments.rules.matches import FIRST
from tournaments.services import entering, results, rounds

pytestmark = pytest.mark.django_db(transaction=True)

SCREENS = ((1920, 1080), (1280, 720))
LEAST = {8: 3.3, 16: 3.3, 24: 2.8, 33: 2.3, 40: 2.1, 50: 1.9, 64: 1.7}  # type in hundredths of the screen's height
TYPE = "() => Number.parseFloat(getComputedStyle(document.getElementById('tv')).fontSize)"
HIDDEN = """() => [...document.querySelectorAll("#tv li")].filter((one) => {
  const { right, bottom } = one.getBoundingClientRect();
  return right > innerWidth || bottom > innerHeight;
}).length + Math.max(0, document.documentElement.scrollHeight - innerHeight)"""

LINES = """() => [
  [...document.querySelectorAll(".wall-standings > li")].map((one) => one.getBoundingClientRect().height),
  [...document.querySelectorAll(".wall-standings .pair")].filter((one) => one.scrollWidth > one.clientWidth).length,
]"""


def make_full(count: int) -> Tournament:
    """A round of that many, with short names and with some as long as names get."""
    tournament = make_tournament(0, on_site=False, kind="evening")
    for number in range(count):
        entering.add_player(tournament, f"{'Maximilien van der' if number % 8 == 0 else 'Ada'} {number}")
    rounds.begin(tournament)
    return tournament


@pytest.mark.parametrize("count", LEAST)
def test_all_are_seen_in_a_type_that_fits_their_number(page: Page, count: int) -> None:
    tournament = make_full(count)
    for width, height in SCREENS:
        page.set_viewport_size({"width": width, "height": height})
        page.goto(f"{tournament.get_absolute_url()}wall/")
        come_to_rest(page)
        eventually(lambda: page.evaluate(HIDDEN), 0)
        assert page.evaluate(TYPE) >= height * LEAST[count] / 100


def test_the_type_follows_the_screen_and_those_who_come(page: Page) -> None:
    tournament = make_full(33)
    page.set_viewport_size({"width": 1920, "height": 1080})
    page.goto(f"{tournament.get_absolute_url()}wall/")
    come_to_rest(page)
    large = page.evaluate(TYPE)
    page.set_viewport_size({"width": 1280, "height": 720})
    eventually(lambda: page.evaluate(TYPE) < large, True)
    small = page.evaluate(TYPE)
    for match in open_matches(tournament):
        results.decide(tournament, match, FIRST, seen="")
    for number in range(31):
        entering.add_player(tournament, f"Late {number}")
    rounds.next_round(tournament, after=1)
    eventually(lambda: page.locator(".wall-standings li").count(), 64)
    eventually(lambda: (page.evaluate(HIDDEN), page.evaluate(TYPE) < small), (0, True))
    smallest = page.evaluate(TYPE)
    for width, height in ((390, 844), (844, 390)):  # a phone is scrolled
        page.set_viewport_size({"width": 1280, "height": 720})
        eventually(lambda: page.evaluate(TYPE), smallest)
        page.set_viewport_size({"width": width, "height": height})
        eventually(lambda: page.evaluate(TYPE) > smallest, True)
        assert page.evaluate("document.documentElement.scrollWidth") <= width


@pytest.mark.parametrize(("count", "are_cut"), [(4, False), (12, False), (20, True)])
def test_each_player_of_the_standings_has_one_line(page: Page, count: int, are_cut: bool) -> None:
    """Of few players all names are whole, as long as names get; of many they end with an ellipsis."""
    tournament = make_tournament(0, on_site=False, kind="evening")
    for number in range(count):
        entering.add_player(tournament, "Ada" if number % 2 else f"Maximilien van der Wee{number:03}")
    rounds.begin(tournament)
    for width, height in SCREENS:
        page.set_viewport_size({"width": width, "height": height})
        page.goto(f"{tournament.get_absolute_url()}wall/")
        come_to_rest(page)
        eventually(lambda: page.evaluate(HIDDEN), 0)
        heights, cut = page.evaluate(LINES)
        assert max(heights) - min(heights) < 2, (width, heights)
        assert bool(cut) == are_cut, (width, cut)
