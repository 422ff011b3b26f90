"""Moderators find cards, sets, pictures and decks, and change nothing by looking."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import Owner, User, Visibility
from cards.models import Card, CardSet, Deck, PrintJob
from cards.workshop.services import delete_card

pytestmark = pytest.mark.django_db


@pytest.fixture
def ada() -> Owner:
    return Owner.objects.create(user=User.objects.create_user("ada"))


def listed(client: Client, model: str, **query: str) -> str:
    response = client.get(reverse(f"admin:cards_{model}_changelist"), query)
    assert response.status_code == 200
    return response.content.decode()


def test_cards_are_found_by_name_set_and_owner(moderator: Client, ada: Owner) -> None:
    card_set = CardSet.objects.create(owner=ada, name="Lamps", slug="lamps-x")
    Card.objects.create(owner=ada, name="Gate Imp", set=card_set, slug="gate-imp")
    Card.objects.create(owner=Owner.objects.create(), name="Pier Ogre", flavour="Grumbles.")
    for query, name in (("gate", "Gate Imp"), ("lamps", "Gate Imp"), ("ada", "Gate Imp"), ("grumbles", "Pier Ogre")):
        content = listed(moderator, "card", q=query)
        assert name in content
        assert ({"Gate Imp", "Pier Ogre"} - {name}).pop() not in content


def test_what_was_thrown_away_is_still_found(moderator: Client, ada: Owner) -> None:
    card = Card.objects.create(owner=ada, name="Gate Imp")
    delete_card(card=card)
    assert "Gate Imp" in listed(moderator, "card")
    address = reverse("admin:cards_card_change", args=[card.pk])
    assert moderator.get(address).status_code == 200


def test_lists_can_be_narrowed(moderator: Client, ada: Owner) -> None:
    Card.objects.create(owner=ada, name="Shown", visibility=Visibility.PUBLIC)
    Card.objects.create(owner=ada, name="Secret")
    assert "Secret" not in listed(moderator, "card", visibility="public")
    assert "Shown" not in listed(moderator, "card", hidden_at__isempty="0")


def test_a_token_finds_its_card_and_searches_are_narrowed(moderator: Client, ada: Owner) -> None:
    imp = Card.objects.create(owner=ada, name="Gate Imp", visibility=Visibility.PUBLIC)
    ogre = Card.objects.create(owner=ada, name="Gate Ogre")
    assert ogre.name in listed(moderator, "card", q=ogre.token) and imp.name not in listed(
        moderator, "card", q=ogre.token
    )
    assert imp.name not in listed(moderator, "card", q="gate", visibility="private")
    assert imp.name not in listed(moderator, "card", q="i ogre") and ogre.name in listed(moderator, "card", q="g o")
    assert imp.name in listed(moderator, "card", q=" ") and ogre.name in listed(moderator, "card", q=" ")


def test_the_newest_come_first_whatever_an_address_asks(moderator: Client, ada: Owner) -> None:
    for name in ("Adder", "Basilisk", "Crab"):
        Card.objects.create(owner=ada, name=name)
    for query in ({}, {"o": "1"}, {"q": "ada"}):
        content = listed(moderator, "card", **query)
        assert content.index("Crab") < content.index("Basilisk") < content.index("Adder")


def test_a_list_asks_little_of_the_database(moderator: Client, ada: Owner, django_assert_max_num_queries: Any) -> None:
    card_set = CardSet.objects.create(owner=ada, name="Lamps", slug="lamps-x")
    for number in range(30):
        Card.objects.create(owner=ada, name=f"Card {number}", set=card_set, slug=f"card-{number}")
    with django_assert_max_num_queries(12):
        listed(moderator, "card")


def test_what_only_the_site_says_cannot_be_typed(moderator: Client, ada: Owner) -> None:
    card_set = CardSet.objects.create(owner=ada, name="Lamps", slug="lamps-x")
    address = reverse("admin:cards_cardset_change", args=[card_set.pk])
    fields = {
        "name": "Lights",
        "slug": "lamps-x",
        "accent": "#000000",
        "symbol": "crab",
        "place": "5",
        "abilities": "[]",
    }
    moderator.post(address, {**fields, "visibility": "private", "owner": str(ada.pk), "shipped": "on", "token": "x"})
    token = card_set.token
    card_set.refresh_from_db()
    assert (card_set.name, card_set.shipped, card_set.token, card_set.owner) == ("Lights", False, token, ada)


def test_decks_are_found(moderator: Client, ada: Owner) -> None:
    Deck.objects.create(owner=ada, name="Tide and Ember")
    assert "Tide and Ember" in listed(moderator, "deck", q="ember")
    assert "Tide and Ember" not in listed(moderator, "deck", q="nothing")


def test_print_jobs_are_looked_at_and_deleted_but_neither_made_nor_changed(moderator: Client, ada: Owner) -> None:
    job = PrintJob.objects.create(owner=ada, title="Embers")
    change = reverse("admin:cards_printjob_change", args=[job.pk])
    data = {"title": "Ashes", "cards": '["\\ud800"]', "options": "{}", "kind": "cards", "visibility": "public"}
    assert "Embers" in listed(moderator, "printjob")
    assert "Embers" in moderator.get(change).content.decode()
    assert moderator.get(reverse("admin:cards_printjob_add")).status_code == 403
    assert moderator.post(reverse("admin:cards_printjob_add"), data).status_code == 403
    assert moderator.post(change, data).status_code == 403
    assert PrintJob.objects.get().title == "Embers"
    response = moderator.post(reverse("admin:cards_printjob_delete", args=[job.pk]), {"post": "yes"})
    assert response.status_code == 302
    assert not PrintJob.objects.exists()


@pytest.mark.parametrize(
    "text", ['["\\ud800"]', '{"\\udfff": 1}', '["\\u0000"]', "[NaN]", f"[{'1' * 5000}]", "[" * 60_000, "nothing"]
)
def test_json_that_cannot_be_kept_is_refused(moderator: Client, ada: Owner, text: str) -> None:
    card = Card.objects.create(owner=ada, name="Gate Imp", abilities=["rage"])
    address = reverse("admin:cards_card_change", args=[card.pk])
    response = moderator.post(address, {"name": "Gate Imp", "abilities": text})
    assert response.status_code == 200
    assert "Enter a valid JSON." in response.content.decode()
    card.refresh_from_db()
    assert card.abilities == ["rage"]
