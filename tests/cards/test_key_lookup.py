"""Many keys at once find what they find one by one."""

from __future__ import annotations

import pytest

from cards.models import Card
from tests.cards.factories import make_cards, make_set

pytestmark = pytest.mark.django_db


def test_it_finds_what_in_finds() -> None:
    pack = make_set("pack")
    cards = make_cards(3, pack)
    keys = [card.pk for card in cards]
    others = make_cards(2, make_set("other"))
    assert set(Card.objects.filter(pk__among=keys[:2])) == set(cards[:2])
    assert set(Card.objects.exclude(pk__among=iter(keys)).filter(set__in=[pack, others[0].set])) == set(others)
    assert set(Card.objects.filter(set__among={pack.pk})) == set(cards)
    assert list(Card.objects.filter(pk__among=())) == []


def test_more_keys_than_a_statement_may_have_values() -> None:
    (card,) = make_cards(1, make_set("pack"))
    assert list(Card.objects.filter(pk__among=range(card.pk, card.pk + 300_000))) == [card]


def test_what_is_no_key_is_refused() -> None:
    with pytest.raises(ValueError):
        Card.objects.filter(pk__among=["1 OR 1=1"])
