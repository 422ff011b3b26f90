"""Two windows at the same thing: what one saves stands, whatever the other had read before."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.db import transaction

from accounts.models import Owned, Visibility
from accounts.services import hide, owned_models, restore
from cards.decks.drafts import DeckDraft
from cards.decks.services import save_deck
from cards.models import Card, Deck
from cards.workshop import services as workshop
from grimoire.authoring import services as authoring
from grimoire.browsing.services import book_change
from grimoire.models import Book, Puzzle
from tests.accounts.owned import make_owned
from tests.cards.workshops import content, made
from tests.grimoire.factories import make_owner, make_puzzle

pytestmark = pytest.mark.django_db


def told(card: Card) -> tuple[Any, ...]:
    now = Card.objects.get(pk=card.pk)
    return now.name, now.hp, now.search_text, now.search_abilities


@pytest.mark.parametrize(
    "act",
    [
        lambda card: workshop.set_visibility(card=card, visibility=Visibility.PUBLIC),
        lambda card: hide(thing=card, reason="spam"),
        lambda card: restore(thing=card),
    ],
)
def test_who_may_see_a_card_says_nothing_else_of_it(act: Callable[[Card], None]) -> None:
    card = made(make_owner())
    seen_before = Card.objects.get(pk=card.pk)
    changed = content(name="Ash Owl", hp=7, abilities=["aim"])
    workshop.save_card(card=card, content=changed, seen=1)
    act(seen_before)
    assert told(card) == ("Ash Owl", 7, "ash owl\n", "|aim|")


def test_what_searches_look_at_follows_what_is_saved_alone() -> None:
    card = made(make_owner())
    card.name, card.abilities = "Ash Owl", ["aim"]
    card.save(update_fields=["name"])
    assert told(card) == ("Ash Owl", 3, "ash owl\n", "|rage|")
    card.save(update_fields=["abilities"])
    assert told(card)[3] == "|aim|"
    card.kind = "incantation"
    card.save(update_fields=["kind"])
    assert told(card)[1] is None


def test_what_a_moderator_hides_stays_hidden_while_its_owner_saves_it() -> None:
    owner = make_owner()
    deck = Deck.objects.create(owner=owner, name="Embers", visibility=Visibility.PUBLIC)
    book = Book.objects.create(owner=owner, title="Embers", visibility=Visibility.PUBLIC)
    for model, thing in ((Deck, deck), (Book, book)):
        hide(thing=model.objects.get(pk=thing.pk), reason="spam")
    draft = DeckDraft(name="Ashes", about="", stronghold=None, champion=None, cards=())
    save_deck(owner=owner, draft=draft, name="Ashes", about="", visibility=Visibility.PUBLIC, deck=deck)
    book_change(book=book, cover={"title": "Ashes"})
    for thing in (Deck.objects.get(), Book.objects.get()):
        assert str(thing) == "Ashes"
        assert thing.hidden_reason == "spam"
        assert not thing.is_readable_by(None)


def test_a_page_that_is_taken_back_meanwhile_is_not_listed() -> None:
    page = make_puzzle(make_owner("Ada"), visibility=Visibility.UNLISTED)
    authoring.unpublish(puzzle=Puzzle.objects.get(pk=page.pk))
    with pytest.raises(ValueError, match="public"):
        authoring.change_visibility(puzzle=page, visibility=Visibility.PUBLIC)
    assert Puzzle.objects.get(pk=page.pk).visibility == Visibility.PRIVATE


@pytest.mark.parametrize("fields", [None, ["visibility"]])
@pytest.mark.parametrize("model", list(owned_models()), ids=lambda model: model.__name__)
def test_what_was_deleted_does_not_come_back_with_a_save(model: type[Owned], fields: list[str] | None) -> None:
    thing = make_owned(model.__name__, make_owner("Ada"))
    model._base_manager.filter(pk=thing.pk).delete()
    with pytest.raises(model.DoesNotExist), transaction.atomic():
        thing.save(update_fields=fields)
    assert not model._base_manager.filter(pk=thing.pk).exists()
