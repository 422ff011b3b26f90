"""Two windows at the same thing: what one saves stands, whatever the other had read before."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.db import transaction
from django.utils.timezone import now

from accounts.models import Owned, Owner, Visibility
from accounts.services import hide, owned_models, restore
from cards.decks.drafts import DeckDraft
from cards.decks.services import save_deck
from cards.models import Card, CardSet, Deck, Picture, PrintJob
from cards.workshop import services as workshop
from games.decks.analysing.models import Analysis
from grimoire.authoring import services as authoring
from grimoire.browsing.services import book_change
from grimoire.models import Book, Championship, Comment, Contest, Puzzle
from mutation.models import MutationSession
from rulings.models import Question
from scores.models import ScoreSheet
from tables.models import ChatLine
from tests.cards.workshops import content, made
from tests.grimoire.factories import make_owner, make_puzzle, position_of
from tests.tables.factories import make_game
from tournaments.models import Tournament

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


MAKERS: dict[type[Owned], Callable[[Owner], Owned]] = {
    Analysis: lambda owner: Analysis.objects.create(owner=owner, start={}, nodes=[]),
    CardSet: lambda owner: workshop.create_set(owner=owner, name="Embers"),
    Picture: lambda owner: Picture.objects.create(owner=owner, width=1, height=1, size=1),
    Card: made,
    Deck: lambda owner: Deck.objects.create(owner=owner, name="Embers"),
    PrintJob: lambda owner: PrintJob.objects.create(owner=owner, title="Embers"),
    Question: lambda owner: Question.objects.create(owner=owner, text="Why?", language="en"),
    Puzzle: lambda owner: authoring.create_draft(owner=owner, position=position_of()),
    Book: lambda owner: Book.objects.create(owner=owner, title="Embers"),
    Championship: lambda owner: Championship.objects.create(owner=owner, title="Six in an hour", starts_at=now()),
    Contest: lambda owner: Contest.objects.create(
        owner=owner, title="Small walls", theme="Walls.", opens_at=now(), closes_at=now()
    ),
    Comment: lambda owner: Comment.objects.create(owner=owner, puzzle=make_puzzle(), text="Well."),
    ChatLine: lambda owner: ChatLine.objects.create(
        owner=owner, game=make_game(owner), seat_name="A", name="Ada", text="Well."
    ),
    Tournament: lambda owner: Tournament.objects.create(owner=owner, name="Embers", asked={}),
    MutationSession: lambda owner: MutationSession.objects.create(owner=owner, header={}, nonce="n"),
    ScoreSheet: lambda owner: ScoreSheet.objects.create(owner=owner, kind="pad", setup={"players": ["Ada", "Bob"]}),
}


@pytest.mark.parametrize("fields", [None, ["visibility"]])
@pytest.mark.parametrize("model", list(owned_models()), ids=lambda model: model.__name__)
def test_what_was_deleted_does_not_come_back_with_a_save(model: type[Owned], fields: list[str] | None) -> None:
    thing = MAKERS[model](make_owner("Ada"))
    model._base_manager.filter(pk=thing.pk).delete()
    with pytest.raises(model.DoesNotExist), transaction.atomic():
        thing.save(update_fields=fields)
    assert not model._base_manager.filter(pk=thing.pk).exists()
