"""Services of somebody's own cards. Whether it is theirs has been looked at before."""

from __future__ import annotations

from collections.abc import Collection
from datetime import timedelta
from typing import Final

from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone

from accounts.begun import made_before, token_for
from accounts.deletions import note_deletion, take_back_deletion
from accounts.locks import lock_row_to_delete
from accounts.models import Owner, Visibility
from accounts.quotas import QuotaExceeded
from accounts.revisions import StaleRevision, advance, saves_revision
from cards.folding import slug_from
from cards.models import FLAVOUR_LENGTH, NAME_LENGTH, Card, CardSet, CardVersion, Deck, DeckCard
from cards.workshop import versions
from cards.workshop.content import MAKEABLE, Content, content_of, put

MAX_CARDS: Final = 3000  # of one owner
MAX_SETS: Final = 100
DELETED_FOR: Final = timedelta(days=30)
SITE: Final = "Grimoire"  # who made what has no owner
ACCENT: Final = "#7a5208"


class SetNotEmpty(ValueError):
    """There are cards in a set that is to be deleted."""


@transaction.atomic
def create_card(
    *, owner: Owner, content: Content, remixed_from: Card | None = None, credit: str = "", token: str = ""
) -> Card:
    """A new private card; its token is ``token`` if one is given that no card has. Raises ``QuotaExceeded``."""
    if Card.objects.owned_by(owner).count() >= MAX_CARDS:
        raise QuotaExceeded
    card = Card(owner=owner, remixed_from=remixed_from, credit=credit, revision=1)
    card.token = token_for(Card, token)
    if remixed_from is not None:
        card.picture = remixed_from.picture
    put(content, card)
    _place(card)
    card.save()
    versions.note(card=card)
    return card


@transaction.atomic
def begin_card(*, owner: Owner, content: Content, token: str, seen: int | None) -> Card:
    """The card of a page that may have made it before, its answer being still on its way: made, or else saved.

    So a page makes one card, however often and fast it sends it. Raises ``QuotaExceeded`` and ``StaleRevision``.
    """
    begun = Card.objects.owned_by(owner).filter(token=token).first() if token else None
    if begun is not None:
        return save_card(card=begun, content=content, seen=seen)
    return create_card(owner=owner, content=content, token=token)


@saves_revision
def save_card(*, card: Card, content: Content, seen: int | None, apart: bool = False) -> Card:
    """Makes a card say this. ``seen`` is the revision that was on the screen, None for whatever there is.

    Raises ``StaleRevision`` when that is not the latest, unless the card says this already. ``apart`` leaves the
    version before as it is, however young.
    """
    card = Card.objects.select_related("set", "picture", "owner").get(pk=card.pk)
    before, place = content_of(card), card.set_id
    put(content, card)
    if content_of(card) == before:
        return card
    if seen is not None and seen != card.revision:
        raise StaleRevision(Card.objects.get(pk=card.pk))
    advance(card)
    if card.set_id != place:
        _place(card)
    card.save()
    versions.note(card=card, apart=apart)
    return card


def restore_version(*, version: CardVersion) -> Card:
    """Makes a card again what it was; what it was until now stays as a version."""
    return save_card(card=version.card, content=version.content, seen=None, apart=True)


def _place(card: Card) -> None:
    """A number and a slug in the card's set that no other has, not even one that was thrown away."""
    if card.set is None:
        card.slug, card.number = "", 0
        return
    others = Card.everything.filter(set=card.set).exclude(pk=card.pk)
    card.number = max((*others.values_list("number", flat=True), 0)) + 1
    taken = set(others.values_list("slug", flat=True))
    stem = slug_from(card.name)[:50].strip("-") or "card"
    card.slug = next(slug for slug in (stem, *(f"{stem}-{n}" for n in range(2, len(taken) + 3))) if slug not in taken)


@transaction.atomic
def create_set(*, owner: Owner, name: str) -> CardSet:
    """A private set for cards of one's own; the one of that name if there is one. Raises ``QuotaExceeded``."""
    own = CardSet.objects.owned_by(owner)
    existing = own.filter(name=name).first()
    if existing is not None:
        return existing
    if own.count() >= MAX_SETS:
        raise QuotaExceeded
    card_set = CardSet(owner=owner, name=name, accent=ACCENT)
    # An address of its own: what others called theirs is not to be guessed from a number at the end.
    tail = "".join(letter for letter in card_set.token.lower() if letter.isalnum())
    card_set.slug = f"{slug_from(name)[:26].strip('-') or 'set'}-{tail}"
    card_set.save()
    return card_set


@transaction.atomic
def delete_set(*, card_set: CardSet) -> None:
    """Deletes a set of somebody's own in which there is no card; what was thrown away can be taken back without it.

    Raises ``SetNotEmpty``.
    """
    lock_row_to_delete(CardSet, card_set.pk)
    if Card.objects.filter(set=card_set).exists():
        raise SetNotEmpty
    Card.everything.filter(set=card_set).update(set=None, slug="", number=0)
    card_set.delete()


@transaction.atomic
def copy_card(*, card: Card, owner: Owner, name: str = "", token: str = "") -> Card:
    """A card of one's own that starts as another was: with credit, unless that one is one's own too.

    ``token`` is that of the form that asks (``accounts.begun``): the same sent again makes no other. Raises
    ``QuotaExceeded``, and ``ValueError`` for a Stronghold or a Bridge.
    """
    if card.kind not in MAKEABLE:
        raise ValueError(f"a {card.kind} is not made in the workshop")
    if (copy := made_before(Card, owner, token)) is not None:
        return copy
    content = {**content_of(card), "name": name or card.name}
    if card.is_owned_by(owner):
        return create_card(owner=owner, content=content, token=token)
    content |= {"set": None, "name": content["name"][:NAME_LENGTH], "flavour": card.flavour[:FLAVOUR_LENGTH]}
    return create_card(owner=owner, content=content, remixed_from=card, credit=credit_for(card), token=token)


def credit_for(card: Card) -> str:
    """Who made a card, for what is made of it: the card, its maker, and what it was made of itself."""
    maker = SITE if card.owner is None else card.owner.name
    own = f"“{card.name}”" + (f" ({maker})" if maker else "")
    whole = f"{own} ← {card.credit}" if card.credit else own
    return whole if len(whole) <= 160 else f"{whole[:159]}…"


def without_name(credit: str, name: str) -> str:
    """A credit in which a maker is not named any more, also where too long a one was cut off within the name."""
    credit = credit.replace(f"” ({name})", "”")
    whole, bracket, tail = credit.rpartition("” (")
    return f"{whole}” …" if bracket and tail.endswith("…") and name.startswith(tail[:-1]) else credit


def set_visibility(*, card: Card, visibility: str) -> None:
    """Says who may see a card. Raises ``ValueError`` for what is no visibility."""
    card.visibility = Visibility(visibility)
    card.save(update_fields=["visibility", "updated"])  # whatever else of it is saved at the same time stays
    note_in_decks([card])


@transaction.atomic
def delete_card(*, card: Card) -> None:
    """Throws a card away; for some time it can be taken back. What was thrown away long ago goes for good."""
    now = timezone.now()
    Card.everything.filter(pk=card.pk).update(deleted_at=now)
    note_deletion(card)
    note_in_decks([card])
    Card.everything.filter(owner=card.owner, deleted_at__lt=now - DELETED_FOR).delete()


@transaction.atomic
def restore_card(*, card: Card) -> None:
    # Whoever asks what has changed since it went hears of it.
    Card.everything.filter(pk=card.pk).update(deleted_at=None, updated=timezone.now())
    take_back_deletion(card)
    note_in_decks([card])


def note_in_decks(cards: Collection[Card] | QuerySet[Card]) -> None:
    """Decks with cards say something else when others can see them or no more: whoever asks what has changed hears."""
    with_them = Q(pk__in=DeckCard.objects.filter(card__in=cards).values("deck"))
    with_them |= Q(stronghold__in=cards) | Q(champion__in=cards)
    Deck.objects.filter(with_them).update(updated=timezone.now())


def note_in_remixes(cards: Collection[Card] | QuerySet[Card]) -> None:
    """A card says whether it was made of another that there is."""
    Card.everything.filter(remixed_from__in=cards).update(updated=timezone.now())


def note_in_cards(card_set: CardSet) -> None:
    """Cards name their set where others can see it: theirs hear the same way."""
    Card.everything.filter(set=card_set).update(updated=timezone.now())
