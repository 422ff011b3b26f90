"""The rules in a browser without a network: what was kept opens, at the right place, and what was not says so."""

from __future__ import annotations

import re
from typing import Any, Final

import pytest
from playwright.sync_api import Page, expect

from rulings.examples import all_examples
from rulings.pages import example_view
from tests.browsing import eventually

COMPLETE: Final = "async () => (await caches.match('/rulings/kept')) !== undefined"
SINGLE: Final = "/fr/rulings/rage/"
KEPT: Final = """async (address) => {
  const stored = await caches.match(address, { ignoreVary: true });
  return stored ? [stored.headers.get("Grimoire-Packed"), (await stored.arrayBuffer()).byteLength] : null;
}"""
RARE: Final = re.compile(r"-latin-ext-[a-z0-9-]+\.woff2")  # letters that another font stands in for
# Address, where the browser ends up, and what is to be read there.
OPENED: Final = (
    ("/fr/rulings/aerial/", "/fr/rulings/#aerial", "Aérien"),
    ("/fr/rulings/rules/combat/", "/fr/rulings/rules/combat/", "combat"),
    ("/fr/rulings/abilities/sprint/", "/fr/rulings/#a-sprint", "Sprint"),
    ("/fr/rulings/matrix/", "/fr/rulings/matrix/all/", "Sprint"),
    ("/fr/rulings/matrix/aquatic/sprint/", "/fr/rulings/matrix/all/#aquatic-x-sprint", "Sprint"),
    ("/fr/rulings/matrix/of/season-1/aim/rage/", "/fr/rulings/matrix/all/season-1/#aim-x-rage", "Rage"),
    ("/fr/rulings/glossary/", "/fr/rulings/glossary/", "Glossaire"),
    ("/fr/rulings/table/", "/fr/rulings/table/", "Aide de jeu"),
    ("/fr/rulings/magic-schools/", "/fr/rulings/magic-schools/", "Magic Schools"),
    ("/fr/rulings/magic-schools/M5.12/", "/fr/rulings/magic-schools/#m5-12", "Invoquer"),
    ("/fr/rulings/magic-schools/decided/R86/", "/fr/rulings/magic-schools/decided/#r86", "R86"),
    ("/fr/rulings/decided/R12/", "/fr/rulings/decided/#r12", "R12"),
    ("/fr/rulings/clash-of-the-cards/rules/", "/fr/rulings/clash-of-the-cards/rules/", "Clash of the Cards"),
)


@pytest.fixture
def service_workers() -> str:
    return "allow"


@pytest.mark.django_db(transaction=True)
def test_the_rules_open_without_a_network(phone: Page, live_server: Any, page_errors: list[str]) -> None:
    phone.goto("/fr/rulings/table/")
    eventually(lambda: phone.evaluate(COMPLETE), True)
    phone.goto("/fr/rulings/?q=sprint")  # the worker looks after it, and the site answers
    expect(phone.locator(".hits .hit").first).to_be_visible()
    phone.goto(SINGLE)  # was opened once, and is kept from then on
    eventually(lambda: phone.evaluate(KEPT, SINGLE) is not None, True)
    packing, weight = phone.evaluate(KEPT, SINGLE)
    assert packing == "gzip" and weight < 20_000
    phone.context.set_offline(True)
    phone.goto(SINGLE)
    assert phone.url == f"{live_server.url}{SINGLE}"
    expect(phone.locator(".moment").first).to_be_visible()
    phone.locator(".live-step label").nth(2).click()
    expect(phone.locator(".moment").nth(2)).to_be_visible()
    example = example_view(all_examples()[-1], "fr")
    led = (f"/fr/rulings/examples/{example.id}/", f"/fr/rulings/examples/#{example.id}", example.title)
    for address, place, says in (*OPENED, led):
        phone.goto(address)
        assert phone.url == f"{live_server.url}{place}"
        expect(phone.locator("main h1").first).to_be_visible()
        expect(phone.locator("main")).to_contain_text(says)
        if "#" in place:
            expect(phone.locator(f"[id='{place.partition('#')[2]}']")).to_be_in_viewport()
    page_errors[:] = [error for error in page_errors if not RARE.search(error)]
    assert not page_errors, "all that kept pages are drawn with is kept"
    phone.goto("/fr/rulings/table/")
    phone.locator("#rule-q").fill("aerien")
    phone.locator("#rule-q").press("Enter")
    expect(phone.get_by_role("status")).to_contain_text("Hors ligne")
    expect(phone.locator("#aerial")).to_be_visible()
    assert 0 < phone.locator(".ruling:visible").count() < phone.locator(".ruling").count() / 2
    phone.goto("/fr/rulings/clash-of-the-cards/?q=fossoyeur")
    expect(phone.get_by_role("status")).to_contain_text("Hors ligne")
    expect(phone.locator("#c15-1")).to_be_visible()
    assert 0 < phone.locator(".ruling:visible").count() < phone.locator(".ruling").count() / 2
    phone.goto("/fr/cards/")
    expect(phone.get_by_role("heading", name="Pas de connexion")).to_be_visible()
    phone.goto("/rulings/table/")  # in another language nothing was read
    expect(phone.get_by_role("heading", name="No connection")).to_be_visible()
    away = re.compile(f"ERR_INTERNET_DISCONNECTED|{RARE.pattern}")
    page_errors[:] = [error for error in page_errors if not away.search(error)]
