"""Where a player's page leads."""

from __future__ import annotations

import re
from html import unescape

import pytest
from django.test import Client

from accounts.models import Owner, User, Visibility
from tables.models import PlayerProfile
from tests.cards.factories import browser_of, make_card

pytestmark = pytest.mark.django_db


def test_its_owner_is_told_what_others_do_not_see() -> None:
    owner = Owner.objects.create(user=User.objects.create_user("ada"))
    make_card("Gate Imp", owner=owner, visibility=Visibility.PUBLIC)
    client = browser_of(owner)
    assert "Only you can see this" in client.get("/players/ada/").content.decode()
    assert "Visible par vous seulement" in client.get("/fr/players/ada/").content.decode()
    client.post("/players/ada/", {"shows_cards": "on"})
    assert "Only you can see this" not in client.get("/players/ada/").content.decode()
    seen = Client().get("/players/ada/").content.decode()
    assert "Public cards" in seen and "Only you can see this" not in seen


@pytest.mark.parametrize("name", ["ada", "ada+b@x.org", "Zoë-de-la-Forêt"])
def test_the_number_of_public_cards_leads_to_them(name: str) -> None:
    owner = Owner.objects.create(user=User.objects.create_user(name))
    other = Owner.objects.create(user=User.objects.create_user("ada2"))
    PlayerProfile.objects.create(owner=owner, shows_cards=True)
    for maker, title, seen in (
        (owner, "Gate Imp", Visibility.PUBLIC),
        (owner, "Hidden Imp", Visibility.PRIVATE),
        (other, "Other Imp", Visibility.PUBLIC),
    ):
        make_card(title, owner=maker, visibility=seen)
    client = Client()
    for language in ("", "/fr"):
        page = client.get(f"{language}/players/{name}/").content.decode()
        found = re.search(r'href="([^"]*[?]q=by:[^"]*)">1</a>', page)
        assert found is not None
        cards = client.get(unescape(found[1])).content.decode()
        assert "Gate Imp" in cards and "Hidden Imp" not in cards and "Other Imp" not in cards
