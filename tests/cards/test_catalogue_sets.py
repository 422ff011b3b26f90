"""The catalogue and the decks with the site's own 396 cards, as people meet them."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from cards.decks.checks import checks_of, preconstructed_decks
from cards.decks.drafts import draft_of
from cards.decks.text import read_deck, write_deck
from cards.loading import load_sets
from cards.models import Card, CardSet, Deck
from cards.queries import Order, search, visible_sets, vocabulary_of
from cards.searching import understand
from engine.decks.rules.abilities import FLAG_OF_SLUG

pytestmark = [pytest.mark.django_db, pytest.mark.slow("asks for a page of each set, type and ability")]


@pytest.fixture(autouse=True, scope="module")
def sets(module_data: None) -> None:
    load_sets()


def total(query: str) -> int:
    return search(understand(query, vocabulary_of(visible_sets(None))), None, Order(), 1, "en").total


@pytest.mark.parametrize("prefix", ["", "/fr"])
def test_every_set_has_its_page_with_thirty_six_cards(client: Client, prefix: str) -> None:
    index = client.get(f"{prefix}/cards/sets/").content.decode()
    for card_set in CardSet.objects.all():
        response = client.get(f"{prefix}/cards/sets/{card_set.slug}/")
        html = response.content.decode()
        assert response.context["details"].count == 36
        assert html.count('class="tile"') == 36
        assert f'href="{prefix}/cards/sets/{card_set.slug}/"' in index
        identities = re.findall(r' id="([^"]+)"', html)
        assert len(identities) == len(set(identities))


@pytest.mark.parametrize("prefix", ["", pytest.param("/fr", marks=pytest.mark.long)])
def test_cards_of_every_type_and_ability_have_their_page(client: Client, prefix: str) -> None:
    chosen: dict[str, Card] = {}
    for card in Card.objects.with_set():
        for trait in (card.kind, *card.abilities):
            chosen.setdefault(trait, card)
    for card in set(chosen.values()):
        response = client.get(f"{prefix}/cards/{card.set.slug}/{card.slug}/")
        assert response.status_code == 200, card
        html = response.content.decode()
        for slug in card.abilities:
            assert f'href="{prefix}/rulings/abilities/{slug.removeprefix("aura:")}/"' in html


def test_the_example_of_the_issue_is_understood() -> None:
    assert total("t:creature cost<=3 av>=2 a:rage set:submersion") <= total("t:creature cost<=3 av>=2 a:rage")
    assert total("t:creature cost<=3 av>=2 a:rage") > 0


def test_counts_agree_with_what_each_choice_finds() -> None:
    results = search(understand("t:creature", vocabulary_of(visible_sets(None))), None, Order(), 1, "en")
    assert results.total == results.counts.kinds["creature"] == sum(results.counts.sets.values())
    assert sum(results.counts.costs.values()) == results.total
    for slug in ("rage", "aquatic", "symbiote"):
        assert results.counts.abilities[slug] == total(f"t:creature a:{slug}")
    for slug in ("initiation", "treachery"):
        assert results.counts.sets[slug] == total(f"t:creature set:{slug}")
    for cost in range(8):
        assert results.counts.costs[cost] == total(f"t:creature cost={cost}")


def test_every_card_is_of_one_type_and_one_set() -> None:
    everything = total("")
    assert everything == 11 * 36
    assert sum(total(f"t:{kind}") for kind in ("creature", "incantation", "bridge", "stronghold")) == everything
    assert sum(total(f"set:{card_set.slug}") for card_set in CardSet.objects.all()) == everything
    assert total("is:site") == everything and total("is:community") == 0


@pytest.mark.parametrize("slug", FLAG_OF_SLUG)
def test_searching_for_an_ability_finds_the_cards_that_bear_it(slug: str) -> None:
    cards = [card.abilities for card in Card.objects.all()]
    assert total(f"a:{slug}") == sum(slug in abilities for abilities in cards) > 0
    assert total(f"aura:{slug}") == sum(f"aura:{slug}" in abilities for abilities in cards)


def test_editions_agree_with_what_cards_say_of_themselves() -> None:
    cards = list(Card.objects.all())
    for number in (1, 2):
        assert total(f"edition:{number}") == sum(number in card.editions for card in cards)


def test_the_preconstructed_decks_are_decks(client: Client) -> None:
    decks = Deck.objects.filter(owner=None)
    assert decks.count() == 4
    ready = preconstructed_decks()
    for deck in decks:
        draft = draft_of(deck, None)
        passed = {check.code for check in checks_of(draft, ready) if check.passes}
        assert {"constructed-2", "draft", "solo"} <= passed, deck
        assert draft.stronghold is not None
        assert read_deck(write_deck(draft), None) == draft
        assert client.get(deck.get_absolute_url()).status_code == 200
        assert client.get(f"/fr/decks/{deck.token}/").status_code == 200
    assert len(client.get("/decks/").context["lists"].site) == 4


def test_names_in_either_language_make_the_same_deck() -> None:
    cards = list(Card.objects.playable().filter(set__slug="initiation"))[:8]
    english = read_deck("\n".join(card.name for card in cards), None)
    french = read_deck("\n".join(card.name_fr.upper() for card in cards), None)
    assert english == french
    assert list(english.cards) == cards
