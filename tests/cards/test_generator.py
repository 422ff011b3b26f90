"""What the publisher's card generator charged for a Champion's abilities, beside our estimate."""

from __future__ import annotations

from html import unescape

import pytest
from django.urls import reverse
from django.utils import translation

from accounts.models import Visibility
from cards.generator import CHARGED, Bill, bill_for
from cards.models import Kind
from engine.decks.rules.abilities import FLAG_OF_SLUG
from tests.cards.workshops import guest, made


def test_every_ability_of_the_table_is_one_of_ours() -> None:
    assert set(CHARGED) <= set(FLAG_OF_SLUG)
    assert len(CHARGED) == 18


def test_a_bill_adds_up_and_names_what_it_has_not() -> None:
    bill = bill_for(["rage", "defender", "aim", "aura:rage"], "en")
    assert bill == Bill("Rage 1.5, Defender \u22121", "0.5", "Aim, Aura: Rage")
    with translation.override("fr"):
        bill = bill_for(["rage", "sprint", "protection"], "fr")
    assert bill is not None and bill.total == "4" and "1,5" in bill.listed
    assert bill_for(["aim"], "en") is None and bill_for([], "en") is None


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("language", "words", "source"),
    [
        ("en", "card generator charged 1.5 Mana for its abilities: Rage 1.5", "fan's Discord bot in 2022"),
        ("fr", "faisait payer ses capacités 1,5 Mana : Rage 1,5", "bot Discord"),
    ],
)
def test_it_stands_beside_the_estimate_of_a_champion(language: str, words: str, source: str) -> None:
    owner, client = guest()
    champion = made(owner, kind=Kind.CHAMPION, name="Hero", visibility=Visibility.PUBLIC)
    creature = made(owner, name="Fox", visibility=Visibility.PUBLIC)
    with translation.override(language):
        addresses = champion.get_absolute_url(), reverse("cards:edit", args=[champion.token])
        other = creature.get_absolute_url()
    for address in addresses:
        page = " ".join(unescape(client.get(address).content.decode()).split())
        assert words in page and source in page, address
    assert source not in unescape(client.get(other).content.decode())
