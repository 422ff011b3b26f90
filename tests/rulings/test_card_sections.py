"""The rulings on a card's page."""

from __future__ import annotations

import pytest
from django.test import Client, RequestFactory

from accounts.requests import as_site_request
from rulings.card_sections import rulings_about_abilities, rulings_of_card
from tests.cards.factories import make_card, make_set


@pytest.mark.parametrize("language", ["en", "fr"])
def test_rulings_come_once_and_the_foremost_first(language: str) -> None:
    rulings = rulings_about_abilities(["rage", "sprint"], language)
    assert len({ruling.number for ruling in rulings}) == len(rulings) > 2
    foremost = [ruling.abilities[0] in ("rage", "sprint") for ruling in rulings]
    assert foremost == sorted(foremost, reverse=True)
    assert all({"rage", "sprint"} & set(ruling.abilities) for ruling in rulings)


def test_an_aura_brings_what_it_lends() -> None:
    numbers = {ruling.number for ruling in rulings_about_abilities(["aura:rage"], "en")}
    assert {ruling.number for ruling in rulings_about_abilities(["rage"], "en")} < numbers
    assert "5.3" in numbers


def test_without_abilities_there_is_no_section() -> None:
    assert rulings_about_abilities([], "en") == []


@pytest.mark.django_db
def test_a_card_s_page_links_each_ruling_to_its_place(client: Client) -> None:
    card = make_card("Diver", make_set("pack"), slug="diver", abilities=["aquatic"])
    section = rulings_of_card(card, as_site_request(RequestFactory().get("/")))
    assert section is not None and section.slug == "rulings"
    html = client.get("/cards/pack/diver/").content.decode()
    for ruling in section.context["rulings"]:
        assert f'href="/rulings/{ruling.id}/"' in html
    plain = make_card("Plain", make_set("other"))
    assert rulings_of_card(plain, as_site_request(RequestFactory().get("/"))) is None
