"""Reading what is one's own in the workshop."""

from __future__ import annotations

from typing import Final

from django.conf import settings
from django.db.models import Q, QuerySet
from django.http import Http404
from django.shortcuts import get_object_or_404
from django.utils import timezone
from django.utils.module_loading import import_string

from accounts.models import Owner
from cards.folding import folded
from cards.icon_words import in_english
from cards.icons import drawings
from cards.models import Card, CardSet, CardVersion, Picture
from cards.workshop.content import MAKEABLE
from cards.workshop.services import DELETED_FOR

MAX_REMIXES: Final = 24  # that a card's page names


def own_cards(owner: Owner | None, text: str = "", kind: str = "", visibility: str = "") -> QuerySet[Card]:
    """An owner's cards, the latest first; all words of ``text`` stand in the card's texts or its set's name."""
    cards = Card.objects.owned_by(owner).with_set().order_by("-updated", "-pk")
    for word in folded(text).split():
        cards = cards.filter(Q(search_text__holds=word) | Q(set__name__icontains=word))
    if kind:
        cards = cards.filter(kind=kind)
    if visibility:
        cards = cards.filter(visibility=visibility)
    return cards


def own_card(owner: Owner | None, token: str) -> Card:
    """The card with that token, if it is this owner's. Raises ``Http404``."""
    return get_object_or_404(Card.objects.owned_by(owner).with_set(), token=token)


def own_made_card(owner: Owner | None, token: str) -> Card:
    """The card with that token, if it is this owner's and of a kind that the editor makes. Raises ``Http404``."""
    return get_object_or_404(Card.objects.owned_by(owner).filter(kind__in=MAKEABLE).with_set(), token=token)


def deleted_card(owner: Owner | None, token: str) -> Card:
    """A card that this owner threw away. Raises ``Http404``."""
    return get_object_or_404(deleted_cards(owner), token=token)


def deleted_cards(owner: Owner | None) -> QuerySet[Card]:
    """An owner's deleted cards that can still be restored, the latest first."""
    since = timezone.now() - DELETED_FOR
    return Card.everything.owned_by(owner).with_set().filter(deleted_at__gte=since).order_by("-deleted_at")


def readable_card(owner: Owner | None, token: str) -> Card:
    """A card that this owner, or with None anybody, may see. Raises ``Http404``."""
    return get_object_or_404(Card.objects.readable_by(owner).with_set(), token=token)


def original_of(card: Card, owner: Owner | None) -> Card | None:
    """The card that a card was remixed from, if this owner, or with None anybody, may see it."""
    if card.remixed_from_id is None:
        return None
    return Card.objects.readable_by(owner).with_set().filter(pk=card.remixed_from_id).first()


def remixes_of(card: Card, owner: Owner | None) -> list[Card]:
    """Cards that were made from a card and that this owner finds in lists, the newest first; at most 24."""
    remixes = Card.objects.listed_or_owned(owner).filter(remixed_from=card).with_set().order_by("-created", "-pk")
    return list(remixes[:MAX_REMIXES])


def own_picture(owner: Owner | None, token: str) -> Picture:
    """A picture of this owner's. Raises ``Http404``."""
    return get_object_or_404(Picture.objects.owned_by(owner), token=token)


def readable_picture(owner: Owner | None, token: str) -> Picture:
    """A picture that somebody may see: one's own, one on a card that one may see, or one that its owner shows to all in
    another way, unless a moderator has hidden it.

    Raises ``Http404``.
    """
    picture = get_object_or_404(Picture, token=token)
    if picture.is_owned_by(owner) or (picture.hidden_at is None and _is_shown(picture, owner)):
        return picture
    raise Http404("no picture that one may see")


def _is_shown(picture: Picture, owner: Owner | None) -> bool:
    on_cards = Card.objects.readable_by(owner).filter(picture=picture).exists()
    return on_cards or bool(import_string(settings.PICTURE_SHOWN_ELSEWHERE)(picture))


def own_sets(owner: Owner | None) -> QuerySet[CardSet]:
    return CardSet.objects.owned_by(owner).order_by("name")


def own_pictures(owner: Owner | None) -> QuerySet[Picture]:
    return Picture.objects.owned_by(owner).order_by("-created", "-pk")


def version_of(card: Card, number: int) -> CardVersion:
    """One version of a card. Raises ``Http404``."""
    return get_object_or_404(card.versions.select_related("card"), number=number)


def find_icons(text: str) -> list[str]:
    """The icons whose names have all the words of ``text``, or words that begin or contain them; best first.

    French words stand for the English ones by which the library names the same thing.
    """
    words = folded(text).replace("-", " ").split()
    meanings = [(word, *in_english(word)) for word in words]
    ranked = []
    for name in drawings():
        missed = [min(_missed(word, name) for word in each) for each in meanings]
        if all(distance < _NOT_THERE for distance in missed):
            ranked.append((sum(missed), name.count("-"), name))
    return [name for _, _, name in sorted(ranked)]


_NOT_THERE: Final = 9


def _missed(word: str, name: str) -> int:
    """How badly a word fits a name: 0 where it is one of its words, 1 where it begins one, 2 where it is within one."""
    if word not in name:
        return _NOT_THERE
    parts = name.split("-")
    return (word not in parts) + (not any(part.startswith(word) for part in parts))
