"""Every page of the rules can search them; "/" does so from every page of the site (``test_pages_browser``)."""

from __future__ import annotations

import re

import pytest
from django.test import Client

pytestmark = pytest.mark.django_db

PAGES = (
    *(
        "",
        "rules/",
        "rules/turn/",
        "table/",
        "glossary/",
        "abilities/",
        "abilities/rage/",
        "matrix/",
        "matrix/of/season-1/",
    ),
    *("matrix/aerial/rage/", "examples/rage-1/", "questions/", "rage/", "?q=rage", "magic-schools/"),
    *("magic-schools/rules/", "clash-of-the-cards/", "clash-of-the-cards/rules/"),
    *("decided/", "decided/R1/", "magic-schools/decided/R87/", "magic-schools/M1.1/", "questions/all/", "examples/"),
)


@pytest.mark.parametrize("language", ["", "/fr"])
@pytest.mark.parametrize("page", PAGES)
def test_every_page_of_the_rules_has_the_box(client: Client, language: str, page: str) -> None:
    response = client.get(f"{language}/rulings/{page}")
    assert response.status_code == 200, page
    html = response.content.decode()
    assert html.count('id="rule-q"') == 1 and 'role="search"' in html, page


@pytest.mark.smoke
def test_a_question_is_answered_on_its_page(client: Client) -> None:
    html = client.get("/rulings/", {"q": "can we both pick the same hero"}).content.decode()
    assert "/rulings/rules/champions/#p-champions-choose" in html
    html = client.get("/fr/rulings/", {"q": "le mercenaire va chez qui"}).content.decode()
    assert "/fr/rulings/mercenary/" in html


@pytest.mark.parametrize(
    ("query", "title"),
    [
        ("can a thief ask for death", "Clash of the Cards"),
        ("how many students for a level 3 trial", "Clash of Magic Schools"),
        ("can a defender attack the stronghold", "Clash of Decks"),
        ("what is the capital of france", "Clash of Decks"),
    ],
)
def test_the_game_that_answers_is_marked_as_the_chosen_one(client: Client, query: str, title: str) -> None:
    html = client.get("/rulings/", {"q": query}).content.decode()
    switch = html[html.index('class="game-switch"') :]
    chosen = re.findall(r'aria-current="true">([^<]+)</a>', switch[: switch.index("</nav>")])
    assert chosen == [title]
