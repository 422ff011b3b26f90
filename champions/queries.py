"""Reading Champions, and the cards that their trials are played with."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from django.db.models import Case, Count, OuterRef, Q, Subquery, When
from django.db.models.functions import Coalesce
from django.shortcuts import get_object_or_404

from accounts.models import OwnedQuerySet, Owner, Visibility
from cards.folding import folded
from cards.models import PLAYABLE, Card, CardQuerySet, Deck
from cards.searching.vocabulary import ability_names, meant
from engine.decks.rules.abilities import SEASON_1, SEASON_2
from engine.decks.rules.cards import Card as EngineCard

SORTS: Final[dict[str, tuple[str, ...]]] = {
    "newest": ("-created", "-pk"),
    "name": ("by_name", "pk"),
    "cost": ("cost", "by_name", "pk"),
    "remixed": ("-remix_count", "-created", "-pk"),
}
DEFAULT_SORT: Final = "newest"


class Gallery:
    """A list of Champions in an order: those that everybody finds, and one's own among them, for a ``Paginator``.

    The many are gone through along an index, which could not be done were both asked for at once.
    """

    def __init__(self, listed: CardQuerySet, own: CardQuerySet | None) -> None:
        self._listed = listed
        self._own = [] if own is None else list(own.values_list("pk", flat=True))

    def count(self) -> int:
        return self._listed.order_by().count() + len(self._own)

    def __getitem__(self, part: slice) -> list[Card]:
        """A part of the list, from ``asked.start`` to ``asked.stop``."""
        # As many as there are own ones may stand before the first that is asked for, each of which may be another.
        before = max(part.start - len(self._own), 0)
        keys = [*self._listed.values_list("pk", flat=True)[before : part.stop], *self._own]
        ordered = _in_order(Card.objects.filter(pk__in=keys), self._listed.query.order_by)
        return list(ordered.with_set()[part.start - before : part.stop - before])


def gallery(owner: Owner | None, text: str, sort: str) -> Gallery:
    """The Champions that somebody finds, narrowed to those with all words of the text, in an order of ``SORTS``."""
    order = SORTS.get(sort, SORTS[DEFAULT_SORT])
    champions = _in_order(_narrowed(Card.objects.all().champions(), text), order)
    hidden = ~Q(visibility=Visibility.PUBLIC) | Q(hidden_at__isnull=False)
    return Gallery(champions.listed(), champions.filter(hidden, owner=owner) if owner else None)


def _narrowed(cards: CardQuerySet, text: str) -> CardQuerySet:
    for word in folded(text).split()[:10]:
        named = Q()
        for slug in meant(word, ability_names()):
            named |= Q(search_abilities__contains=f"|{slug}|") | Q(search_abilities__contains=f":{slug}|")
        cards = cards.filter(Q(search_text__holds=word) | named)
    return cards


def _in_order(cards: CardQuerySet, order: Sequence[Any]) -> CardQuerySet:
    if "-remix_count" in order:
        remixes = Card.everything.filter(remixed_from=OuterRef("pk")).order_by().values("remixed_from")
        number = Subquery(remixes.annotate(number=Count("pk")).values("number"))
        cards = cards.annotate(remix_count=Coalesce(number, 0))
    return cards.order_by(*order)


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
    return Card.objects.champions().listed_or_owned(owner).order_by("name", "pk")
