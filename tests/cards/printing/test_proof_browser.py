"""The proof in a real browser: open where something is to be changed, with the ink of the sheet that is shown."""

from __future__ import annotations

import io
import re

import pytest
from PIL import Image, ImageStat
from playwright.sync_api import Page, expect

from tests.browsing import eventually
from tests.cards.factories import make_cards, make_deck, make_set

pytestmark = pytest.mark.django_db(transaction=True)


def ink_told(page: Page) -> int:
    said = page.locator("[data-ink]").inner_text()
    return int(re.search(r"(\d+)\s*%", said)[1]) if "%" in said else -1


def ink_of(content: bytes) -> float:
    with Image.open(io.BytesIO(content)) as image:
        return 100 - sum(ImageStat.Stat(image.convert("RGB")).mean) / 7.65


@pytest.mark.parametrize("width", [390, 1280])
def test_the_proof_says_how_much_ink_the_shown_sheet_takes(page: Page, width: int) -> None:
    card_set = make_set("embers")
    deck = make_deck("Embers", make_cards(7, card_set))
    page.set_viewport_size({"width": width, "height": 900})
    page.goto(f"/print/?deck={deck.token}&backs=none")
    proof = page.locator(".proof")
    expect(proof).to_contain_text("2 places stay empty")
    expect(proof).to_contain_text("1 sheet of A4")
    eventually(lambda: ink_told(page) > 0, True)
    full = ink_told(page)
    address = page.locator(".previews img").first.get_attribute("src")
    assert abs(full - ink_of(page.request.get(page.url.split("/print/")[0] + address).body())) <= 2
    page.get_by_label("Ink", exact=True).select_option("saver")
    eventually(lambda: 0 < ink_told(page) < full, True)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
