"""Reading Champions, and the cards that their trials are played with."""

from __future__ import annotations

from typing import Final

from django.db.models import Case, Count, OuterRef, Q, Subquery, When
from django.db.models.functions import Coalesce
from django.shortcuts import get_object_or_404

from accounts.models import OwnedQuerySet, Owner
from cards.folding import folded
from cards.models import PLAYABLE, Card, CardQuerySet, Deck
from cards.searching.vocabulary import ability_names, meant
from engine.decks.rules.abilities import SEASON_1, SEASON_2
from engine.decks.rules.cards import Card as EngineCard

SORTS: Final[dict[str, tuple[str, ...]]] = {
    "newest": ("-created", "-pk"),
    "name": ("search_text", "pk"),
    "cost": ("cost", "search_text", "pk"),
    "remixed": ("-remix_count", "-created", "-pk"),
}
DEFAULT_SORT: Final = "newest"


def gallery(owner: Owner | None, text: str, sort: str) -> CardQuerySet:
    """The Champions that somebody finds, narrowed to those with all words of the text, in an order of ``SORTS``."""
    found = Card.objects.champions().listed_or_owned(owner).with_set()
    for word in folded(text).split()[:10]:
        named = Q()
        for slug in meant(word, ability_names()):
            named |= Q(search_abilities__contains=f"|{slug}|") | Q(search_abilities__contains=f":{slug}|")
        found = found.filter(Q(search_text__holds=word) | named)
    if sort == "remixed":
        remixes = Card.everything.filter(remixed_from=OuterRef("pk")).order_by().values("remixed_from")
        number = Subquery(remixes.annotate(number=Count("pk")).values("number"))
        found = found.annotate(remix_count=Coalesce(number, 0))
    return found.order_by(*SORTS.get(sort, SORTS[DEFAULT_SORT]))


def readable_champion(owner: Owner | None, token: str) -> Card:
    """A Champion by its token. Raises ``Http404``."""
    return get_object_or_404(Card.objects.champions().readable_by(owner).with_set(), token=token)


def pool_for(champion: Card) -> tuple[list[EngineCard], str]:
    """The site's own cards that a Champion's trial is drafted from, in a fixed order, and the edition it is played in.

    The second edition, unless the Champion has an ability that only the first one knows.
    """
    number = 1 if champion.editions == (1,) else 2
    return pool_of(number), SEASON_1 if number == 1 else SEASON_2


def pool_of(edition: int) -> list[EngineCard]:
    """The site's own cards that can be played in an edition, 1 or 2, in a fixed order."""
    cards = Card.objects.filter(owner=None, set__isnull=False, kind__in=PLAYABLE).select_related("set")
    ordered = sorted((card for card in cards if edition in card.editions), key=lambda card: card.reference)
    return [card.printed for card in ordered]


def decks_for(owner: Owner | None) -> OwnedQuerySet[Deck]:
    """The decks of eight cards that somebody may take: the site's own first, then one's own, then public ones."""
    full = Deck.objects.listed_or_owned(owner).annotate(size=Count("places")).filter(size=8)
    site_first = Case(When(owner__isnull=True, then=0), When(owner=owner, then=1), default=2)
    return full.order_by(site_first, "name", "pk")


def rivals_for(owner: Owner | None) -> CardQuerySet:
    """The Champions that somebody may take."""
    return Card.objects.champions().listed_or_owned(owner).order_by("name", "pk")
