"""Bringing a backup in: pictures first, then sets with their cards, then decks. What is there already stays single."""

from __future__ import annotations

import hashlib
import io
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import Owner, Visibility
from accounts.quotas import QuotaExceeded
from cards.backup.archive import BackupRefused
from cards.backup.reading import Backup, KeptDeck, NamedCard
from cards.decks.drafts import CHAMPIONS, DeckDraft
from cards.decks.services import save_deck
from cards.exchange import CardFile
from cards.importing import carry_out, plan_import
from cards.models import PLAYABLE, Card, Deck, Kind, Picture
from cards.pictures import BadPicture
from cards.queries import cards_by_reference
from cards.workshop.uploads import add_picture
from cards.workshop.workshop_text import why_no_picture


@dataclass(frozen=True, slots=True)
class BroughtIn:
    """How much came of a backup: cards that were written, decks and pictures that were made."""

    cards: int
    decks: int
    pictures: int


def count_new(owner: Owner | None, backup: Backup) -> int:
    """How many cards a backup would make. Raises ``CardsRefused`` where there is no room for them."""
    files = _without_known(owner, backup)
    return sum(line.card is None for file in files for line in plan_import(owner=owner, file=file).lines)


def bring_in(*, owner: Owner, backup: Backup) -> BroughtIn:
    """Takes in what is in a backup, for this owner alone: private. Raises ``BackupRefused`` and ``CardsRefused``.

    A picture that the owner has, byte for byte, is not taken in again; a set of the same name is brought up to date.
    """
    files = _without_known(owner, backup)
    for file in files:
        plan_import(owner=owner, file=file)  # whatever cannot be is told before anything is kept
    before = Picture.objects.owned_by(owner).count()
    tokens = {token: _picture(owner, content, token) for token, content in backup.pictures.items()}
    with transaction.atomic():
        for file in files:
            cards = [card.model_copy(update={"picture": tokens.get(card.picture, "")}) for card in file.cards]
            carry_out(owner=owner, file=file.model_copy(update={"cards": cards}))
        decks = sum(_deck(owner, deck, backup.loose) for deck in backup.decks)
    restored = Picture.objects.owned_by(owner).count() - before
    return BroughtIn(sum(len(file.cards) for file in files), decks, restored)


def _without_known(owner: Owner | None, backup: Backup) -> list[CardFile]:
    """The files of cards, less the cards without a set that this owner has by themselves; empty files left out."""
    known = set(Card.objects.owned_by(owner).filter(token__in=backup.loose.values()).values_list("token", flat=True))
    files = []
    for file in backup.files:
        cards = [card for card in file.cards if backup.loose.get(card.slug) not in known]
        if cards:
            files.append(file.model_copy(update={"cards": cards}))
    return files


def _picture(owner: Owner, content: bytes, name: str) -> str:
    """The token of the owner's picture with these bytes, or of one that is taken in."""
    digest = hashlib.sha256(content).hexdigest()
    known = Picture.objects.owned_by(owner).filter(sha256=digest).first()
    if known is not None:
        return known.token
    try:
        return add_picture(owner=owner, file=io.BytesIO(content)).token
    except BadPicture as bad:
        raise BackupRefused(
            _("The picture “%(name)s” can't be imported. %(why)s") % {"name": name, "why": why_no_picture(bad)}
        ) from bad
    except QuotaExceeded as full:
        raise BackupRefused(_("Not enough space for these pictures. Delete some first.")) from full


def _deck(owner: Owner, deck: KeptDeck, loose: dict[str, str]) -> bool:
    """Makes a deck, unless the owner has the same; whether it was made. Cards that are not there are left out."""
    by_name = _cards(owner, [*deck.cards, *filter(None, (deck.stronghold, deck.champion))], loose)
    cards = tuple(
        dict.fromkeys(by_name[name] for name in deck.cards if name in by_name and by_name[name].kind in PLAYABLE)
    )
    own = Deck.objects.owned_by(owner).filter(name=deck.name).prefetch_related("places")
    if any([place.card_id for place in existing.places.all()] == [card.pk for card in cards] for existing in own):
        return False
    stronghold = _of_kind(by_name, deck.stronghold, (Kind.STRONGHOLD,))
    draft = DeckDraft(cards, stronghold, _of_kind(by_name, deck.champion, CHAMPIONS))
    save_deck(owner=owner, draft=draft, name=deck.name, about=deck.about, visibility=Visibility.PRIVATE)
    return True


def _of_kind(by_name: Mapping[NamedCard, Card], named: NamedCard | None, kinds: Collection[str]) -> Card | None:
    card = by_name.get(named) if named is not None else None
    return card if card is not None and card.kind in kinds else None


def _cards(owner: Owner, named: Iterable[NamedCard], loose: dict[str, str]) -> dict[NamedCard, Card]:
    """The cards that a deck names, as far as they are the site's or the owner's."""
    named = list(named)
    references = cards_by_reference([name.reference for name in named if name.reference], None)
    cards = {name: references[name.reference] for name in named if name.reference in references}
    for name in named:
        if name.slug:
            own = Card.objects.owned_by(owner)
            by_token = own.filter(token=loose[name.slug]).first() if name.slug in loose else None
            card = by_token or own.filter(set__name__iexact=name.set, slug=name.slug).first()
            if card is not None:
                cards[name] = card
    return cards
