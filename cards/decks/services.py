"""Services of decks."""

from __future__ import annotations

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.begun import made_before, token_for
from accounts.models import Owner, Visibility
from cards.decks.drafts import NAME_LENGTH, DeckDraft, draft_of
from cards.models import Card, Deck, DeckCard


@transaction.atomic
def save_deck(
    *, owner: Owner, draft: DeckDraft, name: str, about: str, visibility: str, deck: Deck | None = None, token: str = ""
) -> Deck:
    """Keeps a draft as a new deck, or as what a deck of the same owner is from now on.

    ``token`` is that of the form which makes a new deck (``accounts.begun``): the same sent again makes no other.
    Raises ``PermissionError`` when the deck is somebody else's.
    """
    if deck is not None and not deck.is_owned_by(owner):
        raise PermissionError(f"deck {deck.pk} is not {owner.pk}'s")
    wanted: dict[str, str | Card | None] = {"name": name, "about": about, "visibility": visibility}
    wanted |= {"stronghold": draft.stronghold, "champion": draft.champion}
    if deck is None:
        existing = made_before(Deck, owner, token, **wanted)
        if existing is not None and [place.card_id for place in existing.places.all()] == [
            card.pk for card in draft.cards
        ]:
            return existing
    saved = deck or Deck(owner=owner, token=token_for(Deck, token))
    for field, value in wanted.items():
        setattr(saved, field, value)
    saved.save(update_fields=[*wanted, "updated"] if deck else None)  # what moderators say of a deck is not ours
    saved.places.all().delete()
    DeckCard.objects.bulk_create(DeckCard(deck=saved, card=card, place=place) for place, card in enumerate(draft.cards))
    return saved


def duplicate_deck(*, deck: Deck, owner: Owner, token: str = "") -> Deck:
    """A private copy of a deck, of all of its cards that the new owner may see; ``token`` as ``save_deck`` takes it."""
    name = (_("Copy of %(name)s") % {"name": deck.title})[:NAME_LENGTH]
    draft, private = draft_of(deck, owner), Visibility.PRIVATE
    return save_deck(owner=owner, draft=draft, name=name, about=deck.intro, visibility=private, token=token)


def delete_deck(*, deck: Deck, owner: Owner) -> None:
    """Deletes a deck. Raises ``PermissionError`` when it is somebody else's."""
    if not deck.is_owned_by(owner):
        raise PermissionError(f"deck {deck.pk} is not {owner.pk}'s")
    deck.delete()
