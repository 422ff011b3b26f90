"""The page of the rulings."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from engine.decks.rules.abilities import FLAG_OF_SLUG
from rulings.catalogue import all_rulings
from rulings.queries import abilities

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(("path", "language"), [("/rulings/", "en"), ("/fr/rulings/", "fr")])
def test_every_ruling_stands_at_its_anchor(client: Client, path: str, language: str) -> None:
    page = client.get(path)
    assert page.status_code == 200
    html = page.content.decode()
    anchors = re.findall(r' id="([^"]+)"', html)
    assert len(anchors) == len(set(anchors))
    for ruling in all_rulings(language):
        assert ruling.anchor in anchors


def test_links_within_the_page_lead_somewhere(client: Client) -> None:
    html = client.get("/rulings/").content.decode()
    anchors = set(re.findall(r' id="([^"]+)"', html))
    assert {target for target in re.findall(r'href="#([^"]+)"', html) if not target.startswith("i-")} <= anchors


def test_abilities_come_in_the_order_of_a_dictionary() -> None:
    names = [ability.name for ability in abilities("fr")]
    assert names.index("Aérienne") < names.index("Affûtage") < names.index("Aquatique")
    assert len(names) == len(FLAG_OF_SLUG) + 1  # and Aura


def test_an_ability_says_what_differs_by_season() -> None:
    by_slug = {ability.slug: ability for ability in abilities("en")}
    assert by_slug["aim"].season_1
    assert not by_slug["aim"].season_2
    assert by_slug["aerial"].season_1 and by_slug["aerial"].season_1 != by_slug["aerial"].season_2
    assert not by_slug["rage"].season_1
