"""What changes decks."""

from __future__ import annotations

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import Owner, Visibility
from cards.decks.drafts import NAME_LENGTH, Draft, draft_of
from cards.models import Deck, DeckCard


@transaction.atomic
def save_deck(*, owner: Owner, draft: Draft, name: str, about: str, visibility: str, deck: Deck | None = None) -> Deck:
    """Keeps a draft as a new deck, or as what a deck of the same owner is from now on.

    Raises ``PermissionError`` when the deck is somebody else's.
    """
    if deck is not None and not deck.is_owned_by(owner):
        raise PermissionError(f"deck {deck.pk} is not {owner.pk}'s")
    kept = deck or Deck(owner=owner)
    kept.name, kept.about, kept.visibility = name, about, visibility
    kept.stronghold, kept.champion = draft.stronghold, draft.champion
    kept.save()
    kept.places.all().delete()
    DeckCard.objects.bulk_create(DeckCard(deck=kept, card=card, place=place) for place, card in enumerate(draft.cards))
    return kept


def duplicate_deck(*, deck: Deck, owner: Owner) -> Deck:
    """A private copy of a deck, of all of its cards that the new owner may see."""
    name = (_("Copy of %(name)s") % {"name": deck.title})[:NAME_LENGTH]
    return save_deck(
        owner=owner, draft=draft_of(deck, owner), name=name, about=deck.intro, visibility=Visibility.PRIVATE
    )


def delete_deck(*, deck: Deck, owner: Owner) -> None:
    """Deletes a deck. Raises ``PermissionError`` when it is somebody else's."""
    if not deck.is_owned_by(owner):
        raise PermissionError(f"deck {deck.pk} is not {owner.pk}'s")
    deck.delete()
