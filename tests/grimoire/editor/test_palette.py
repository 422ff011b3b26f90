"""The cards to stamp with: the catalogue's search, narrowed to what can stand in a position and to whom it belongs."""

import json

import pytest

from accounts.models import Visibility
from cards.models import Kind
from engine.decks.rules.cards import Card
from grimoire.editor.faces import card_to_draw
from grimoire.editor.palette import SIZE, Palette, palette_for
from tests.cards.factories import make_card, make_cards, make_owner, make_set

pytestmark = pytest.mark.django_db


def names(palette: Palette) -> set[str]:
    return {offer.tile.card.name for offer in palette.offers}


def test_what_cannot_stand_in_a_position_is_not_offered() -> None:
    site = make_set("base")
    for kind in Kind:
        make_card(kind.value, site, kind=kind)
    assert names(palette_for("", 1, None, "en")) == {"creature", "incantation", "champion"}
    assert names(palette_for("t:stronghold", 1, None, "en")) == set()
    assert [offer.is_champion for offer in palette_for("t:champion", 1, None, "en").offers] == [True]


def test_ones_own_cards_are_offered_and_others_private_ones_are_not() -> None:
    owner, other = make_owner("Ada"), make_owner("Bo")
    make_card("Mine", owner=owner, visibility=Visibility.PRIVATE)
    make_card("Theirs", owner=other, visibility=Visibility.PRIVATE)
    make_card("Unlisted", owner=other, visibility=Visibility.UNLISTED)
    make_card("Shown", owner=other)
    assert names(palette_for("", 1, owner, "en")) == {"Mine", "Shown"}
    assert names(palette_for("by:me", 1, owner, "en")) == {"Mine"}
    assert names(palette_for("", 1, None, "en")) == {"Shown"}


def test_an_offer_is_a_card_as_positions_write_it() -> None:
    make_card("Sworn Twin", make_set("base"), abilities=["rage", "aura:sprint"])
    (offer,) = palette_for("", 1, None, "en").offers
    card = card_to_draw(json.loads(offer.written))
    assert card == Card("Sworn Twin", True, 2, 2, 3, ("rage", "aura:sprint"))


def test_pages_follow_each_other() -> None:
    make_cards(SIZE + 3, make_set("base"))
    first, second = palette_for("", 1, None, "en"), palette_for("", 2, None, "en")
    assert (len(first.offers), len(second.offers)) == (SIZE, 3)
    assert (first.before, second.after) == ("", "")
    assert first.after.endswith("?q=&page=2")
    assert names(first) & names(second) == set()
    assert names(palette_for("", 99, None, "en")) == names(second)


@pytest.mark.parametrize("query", ["cost<", "t:dragon", "(", "or", "a:nonsense", "cost:x", "x" * 600])
def test_a_query_that_cannot_be_read_says_why(query: str) -> None:
    palette = palette_for(query, 1, None, "en")
    assert palette.error is not None
    assert palette.offers == []


def test_alternatives_stay_within_what_can_stand() -> None:
    site = make_set("base")
    make_card("Rock", site, kind=Kind.STRONGHOLD)
    make_card("Wolf", site, cost=1)
    assert names(palette_for("wolf or rock", 1, None, "en")) == {"Wolf"}


def test_the_longest_query_still_works() -> None:
    query = " ".join(["creature"] * 55)[:500]
    assert palette_for(query, 1, None, "en").error is None
