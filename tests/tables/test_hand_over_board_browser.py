"""The own hand stays over the lower edge of the board: what has the focus comes out from under it."""

from __future__ import annotations

import pytest

from tests.conftest import NewPage
from tests.tables.table_players import sit_down, to_the_table

pytestmark = pytest.mark.django_db(transaction=True)

EVERYWHERE = """() => document.querySelectorAll(".lines .kingdom").forEach((side) => {
  const place = document.createElement("button");
  place.className = "spot on-line";
  side.append(place);
})"""
COVERED = """(wanted) => [...document.querySelectorAll(wanted)].filter((place) => {
  scrollTo(0, 0);
  place.focus();
  const hand = document.querySelector(".own-hand:not(.of-ai)").getBoundingClientRect();
  return place.getBoundingClientRect().bottom > Math.min(hand.top, innerHeight) + 1;
}).map((place) => place.dataset.action ?? place.id)"""


@pytest.mark.parametrize(("width", "height"), [(844, 390), (390, 844), (1280, 600)])
def test_the_hand_does_not_cover_what_has_the_focus(new_page: NewPage, width: int, height: int) -> None:
    page = new_page(viewport={"width": width, "height": height})
    sit_down(page, "coop", {"A": {"kind": "me"}, "C": {"kind": "bot", "level": "random"}}, seed="5")
    page.locator("button[name=action]").first.click()
    to_the_table(page)
    page.evaluate(EVERYWHERE)  # as with an action that may be aimed at each Kingdom
    assert page.locator(".lines .spot").count() == 8
    assert page.evaluate(COVERED, ".lines .spot") == []
