"""The rules in a browser without a network: what was kept opens, at the right place, and what was not says so."""

from __future__ import annotations

import re
from typing import Any, Final

import pytest
from django.utils import translation
from playwright.sync_api import Page, expect

from rulings.desk import look_up
from rulings.examples import all_examples
from rulings.games.registry import plain_games
from rulings.pages import example_view
from rulings.texts import LANGUAGES
from tests.browsing import eventually
from tools.management.commands.measure_desk import FOLDER, read_desk_questions

pytestmark = pytest.mark.service_workers

COMPLETE: Final = "async () => (await caches.match('/rulings/kept')) !== undefined"
SINGLE: Final = "/fr/rulings/rage/"
KEPT: Final = """async (address) => {
  const stored = await caches.match(address, { ignoreVary: true });
  return stored ? [stored.headers.get("Grimoire-Packed"), (await stored.arrayBuffer()).byteLength] : null;
}"""
VERDICTS: Final = {"Oui.": "yes", "Non.": "no"}
ASKED_OFFLINE: Final = (
    ("", "mon troll reste-t-il blessé au tour suivant"),
    ("", "combien de mana au premier tour"),
    ("magic-schools/", "peut-on invoquer deux fois dans un tour"),
    ("clash-of-the-cards/", "un fossoyeur peut-il reprendre un joker"),
)
LOOK_UP: Final = """async ([language, asked]) => {
  const { OfflineDesk } = await import("/static/js/rulings/offline/desk.js");
  const addresses = document.querySelector("#offline-state").dataset.addresses.split(" ");
  const data = await Promise.all(addresses.map(async (address) => (await fetch(address)).json()));
  const desk = new OfflineDesk(data, language);
  return asked.map(([question, game]) => {
    const { answer } = desk.lookUp(question, game);
    if (!answer) return null;
    const { title, href, source } = answer.hit;
    return { verdict: answer.verdict, sentence: answer.sentence, title, href, source: source?.[1] ?? "" };
  });
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
    ("/fr/rulings/magic-schools/matrix/", "/fr/rulings/magic-schools/matrix/", "Magic Schools"),
    ("/fr/rulings/clash-of-the-cards/examples/", "/fr/rulings/clash-of-the-cards/examples/", "Fossoyeur"),
    ("/fr/rulings/clash-of-the-cards/rules/", "/fr/rulings/clash-of-the-cards/rules/", "Clash of the Cards"),
)


def as_shown(question: str, language: str, game: str = "") -> dict[str, str] | None:
    """The first answer of the site's own search."""
    with translation.override(language):
        answer = look_up(question, language, game).answer
    if answer is None:
        return None
    source = answer.hit.passage.name if answer.hit.passage else ""
    return {
        "verdict": answer.verdict, "sentence": answer.sentence, "title": answer.hit.title, "href": answer.hit.address,
        "source": source,
    }  # fmt: skip


def first_answer(page: Page) -> dict[str, str]:
    answer = page.locator(".first-answer").first
    link = answer.locator("a")
    return {
        "verdict": VERDICTS.get(said := answer.locator("b").inner_text(), said.rstrip(".")),
        "sentence": answer.locator("[data-sentence]").inner_text(),
        "title": link.inner_text(),
        "href": link.get_attribute("href") or "",
        "source": answer.locator("[data-source]").inner_text(),
    }


@pytest.mark.django_db
def test_a_question_has_the_same_first_answer_offline(page: Page, live_server: Any) -> None:
    """All questions that were held back from tuning, in both languages, and some in the other language's pages."""
    page.goto("/rulings/offline/")
    for language in LANGUAGES:
        own = [
            question.text
            for name in ("held-back", "fresh-held-back")
            for question in read_desk_questions(FOLDER / f"{language}-{name}.txt")
        ]
        other_language = next(code for code in LANGUAGES if code != language)
        foreign = [question.text for question in read_desk_questions(FOLDER / f"{other_language}-held-back.txt")][::6]
        asked = [(text, "") for text in (*own, *foreign)] + [
            (text, name) for text in own[::6] for name in plain_games()
        ]
        found = page.evaluate(LOOK_UP, [language, asked])
        assert len(own) > 30 and sum(map(bool, found)) > len(found) / 2
        wrong = [
            text for (text, game), said in zip(asked, found, strict=True) if said != as_shown(text, language, game)
        ]
        assert not wrong


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
    answers = [as_shown(question, "fr", game.rstrip("/")) for game, question in ASKED_OFFLINE]
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
    for (game, question), answer in zip(ASKED_OFFLINE, answers, strict=True):
        phone.goto(f"/fr/rulings/{game}")
        phone.locator("#rule-q").fill(question)
        phone.locator("#rule-q").press("Enter")
        expect(phone.get_by_role("status")).to_contain_text("Hors ligne")
        expect(phone.locator("h1")).to_contain_text(question)
        assert first_answer(phone) == answer
    phone.goto("/fr/rulings/?q=sprint+et+aquatique")
    expect(phone.locator(".hit").filter(has_text="Sprint × Aquatique")).to_be_visible()
    phone.goto("/fr/rulings/?q=zzzz")
    expect(phone.get_by_role("status")).to_contain_text("Réponse incertaine")
    phone.goto("/fr/cards/")
    expect(phone.get_by_role("heading", name="Pas de connexion")).to_be_visible()
    phone.goto("/rulings/table/")  # in another language nothing was read
    expect(phone.get_by_role("heading", name="No connection")).to_be_visible()
    away = re.compile(f"ERR_INTERNET_DISCONNECTED|{RARE.pattern}")
    page_errors[:] = [error for error in page_errors if not away.search(error)]
