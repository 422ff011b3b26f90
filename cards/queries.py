"""Reading cards: what somebody may see, what a search finds, how many of each sort there are."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from math import ceil, inf
from typing import Any, Final

from django.db.models import Case, Count, F, Q, QuerySet, When
from django.http import Http404

from accounts.models import Owner, Visibility
from cards.folding import folded
from cards.models import VALUED, Card, CardQuerySet, CardSet, Deck
from cards.searching import Query, SetName, Vocabulary
from cards.searching.choices import choices_of
from cards.searching.conditions import InSet, Not, OfKind
from cards.searching.worth_conditions import Ordered
from cards.worth import WORTHS

PAGE_SIZE: Final = 60
_ROW: Final = ("pk", "kind", "set__slug", "cost", "search_abilities", "name", "name_fr")

# The orders of a list; whole numbers last where a card has none.
SORTS: Final[dict[str, tuple[str, ...]]] = {
    "number": ("set__place", "set__name", "set", "number", "name", "pk"),
    "name": ("name", "pk"),
    "cost": ("cost", "set__place", "number", "name", "pk"),
    "av": ("av", "cost", "set__place", "number", "name", "pk"),
    "hp": ("hp", "cost", "set__place", "number", "name", "pk"),
    "newest": ("created", "pk"),
    "fair": ("cost", "set__place", "number", "name", "pk"),  # of equal ones; see ``_BY_WORTH``
    "wins": ("cost", "set__place", "number", "name", "pk"),
    "likes": ("liked", "set__place", "number", "name", "pk"),
}
DESCENDING_BY_NATURE: Final = ("newest", "wins", "likes")
_BY_WORTH: Final = tuple(WORTHS)  # orders by what no column holds
_THE_SITES_FIRST: Final = Case(When(owner__isnull=True, then=0), default=1)
# What the database keeps a 0 for on cards that have no such value.
_VALUES: Final = {name: Case(When(kind__in=VALUED, then=F(name))) for name in ("cost", "av")}


@dataclass(frozen=True, slots=True)
class Order:
    """An order of cards: one of ``SORTS``, and whether it is turned round. The site's own cards come before those of
    people in the order of sets, and wherever they are to be ``site_first``."""

    name: str = "number"
    reversed: bool = False
    site_first: bool = False

    @classmethod
    def of(cls, text: str) -> Order:
        """``cost``, or ``-cost`` turned round; what is not known gives the usual order."""
        name = text.removeprefix("-")
        return cls(name, text.startswith("-")) if name in SORTS else cls()

    def __str__(self) -> str:
        return f"-{self.name}" if self.reversed else self.name

    @property
    def descends(self) -> bool:
        """Whether the highest, or last, comes first."""
        return self.reversed != (self.name in DESCENDING_BY_NATURE)

    def apply(self, cards: QuerySet[Card]) -> QuerySet[Card]:
        """The cards in this order; of what no column holds ``search`` makes it."""
        first, *rest = SORTS[self.name]
        if self.name == "likes":
            cards = cards.annotate(liked=Count("likes"))
        before = [_THE_SITES_FIRST] if self.site_first or self.name == "number" else []
        down = self.descends
        value = _VALUES.get(first, F(first))
        foremost = value.desc(nulls_last=True) if down else value.asc(nulls_last=True)
        if self.name == "number" and down:
            return cards.order_by(*before, foremost, *(F(name).desc() for name in rest))
        return cards.order_by(*before, foremost, *rest)


def visible_cards(owner: Owner | None) -> CardQuerySet:
    """The cards of the site's sets, public ones of others and one's own."""
    cards: CardQuerySet = Card.objects.all().listed_or_owned(owner)
    return cards


def visible_sets(owner: Owner | None) -> list[CardSet]:
    """The sets that may be seen, in their order."""
    return list(CardSet.objects.listed_or_owned(owner))


def vocabulary_of(sets: Iterable[CardSet]) -> Vocabulary:
    """The sets as a search may name them."""
    return Vocabulary(tuple(SetName(one.slug, one.name, one.name_fr) for one in sets))


@dataclass(frozen=True)
class Counts:
    """How many cards each further choice would leave: by type, by set, by cost, by ability (own or Aura's)."""

    kinds: Counter[str] = field(default_factory=Counter)
    sets: Counter[str] = field(default_factory=Counter)
    costs: Counter[int] = field(default_factory=Counter)
    abilities: Counter[str] = field(default_factory=Counter)


@dataclass(frozen=True)
class CardResults:
    """One page of what a search found. ``total`` is of all pages, the first of which is 1."""

    cards: list[Card]
    total: int
    page: int
    pages: int
    counts: Counts
    size: int = PAGE_SIZE  # of a full page

    @property
    def first(self) -> int:
        """The place of the page's first card among all that were found, from 1."""
        return (self.page - 1) * self.size + 1 if self.total else 0

    @property
    def last(self) -> int:
        """The place of the page's last card."""
        return self.first + len(self.cards) - 1 if self.total else 0


def search(
    query: Query, owner: Owner | None, order: Order, page: int, language: str, size: int = PAGE_SIZE
) -> CardResults:
    """A page of the cards that a query asks for, with their sets; a page that is too high gives the last one. The order
    that the query asks for, if any, goes before ``order``."""
    order = order_of(query) or order
    rows = _rows(query.q(owner), owner, order)
    if order.name == "name":
        rows.sort(key=lambda row: folded(_title(row, language)), reverse=order.reversed)
    elif order.name in _BY_WORTH:
        worths = WORTHS[order.name]()
        sign = -1 if order.descends else 1
        rows.sort(key=lambda row: sign * worths[row["pk"]] if row["pk"] in worths else inf)
    pages = max(ceil(len(rows) / size), 1)
    page = min(max(page, 1), pages)
    wanted = [row["pk"] for row in rows[(page - 1) * size : page * size]]
    cards = {card.pk: card for card in Card.objects.filter(pk__in=wanted).with_set()}
    counts = _counts(query, owner, rows)
    return CardResults([cards[pk] for pk in wanted if pk in cards], len(rows), page, pages, counts, size)


def order_of(query: Query) -> Order | None:
    """The order that a query asks for; the last one, if it asks for several."""
    found = None
    for condition, _start, _end in query.spans:
        turned = isinstance(condition, Not)
        meant = condition.part if isinstance(condition, Not) else condition
        if isinstance(meant, Ordered):
            found = Order(meant.name, meant.reversed != turned)
    return found


def _title(row: dict[str, Any], language: str) -> str:
    return str(row["name_fr"] if language == "fr" and row["name_fr"] else row["name"])


def _rows(asked: Q, owner: Owner | None, order: Order | None = None) -> list[dict[str, Any]]:
    cards = visible_cards(owner).filter(asked)
    return list((order.apply(cards) if order else cards.order_by()).values(*_ROW))


def _counts(query: Query, owner: Owner | None, rows: list[dict[str, Any]]) -> Counts:
    """The counts; types and sets are alternatives, so each is counted as if nothing of its sort were chosen yet."""
    chosen = choices_of(query)
    by_kind = _rows(_without(query, OfKind, owner), owner) if chosen.kinds else rows
    by_set = _rows(_without(query, InSet, owner), owner) if chosen.sets else rows
    return Counts(
        Counter(row["kind"] for row in by_kind),
        Counter(row["set__slug"] for row in by_set if row["set__slug"]),
        Counter(row["cost"] for row in rows if row["kind"] in VALUED),
        Counter(slug for row in rows for slug in row["search_abilities"].strip("|").split("|") if slug),
    )


def _without(query: Query, sort: type[OfKind | InSet], owner: Owner | None) -> Q:
    asked = Q()
    for condition, _start, _end in query.spans:
        if not isinstance(condition, sort):
            asked &= condition.q(owner)
    return asked


# Single cards


def set_card(set_slug: str, slug: str, owner: Owner | None) -> Card:
    """A card of one of the site's sets. Raises ``Http404``."""
    return _only(Card.objects.with_set().readable_by(owner).filter(set__slug=set_slug, slug=slug, owner=None))


def own_card(token: str, owner: Owner | None) -> Card:
    """Somebody's card, which this owner may see. Raises ``Http404``."""
    return _only(Card.objects.with_set().readable_by(owner).filter(token=token))


def _only(cards: QuerySet[Card]) -> Card:
    card = cards.first()
    if card is None:
        raise Http404("no such card that one may see")
    return card


def neighbours(card: Card) -> tuple[Card | None, Card | None]:
    """The cards before and after one in its set; of a card that is not in one of the site's sets there are none."""
    if card.set_id is None or card.owner_id is not None:
        return None, None
    same = Card.objects.filter(set_id=card.set_id, owner=None).select_related("set").order_by("number", "pk")
    before = same.filter(Q(number__lt=card.number) | Q(number=card.number, pk__lt=card.pk)).last()
    after = same.filter(Q(number__gt=card.number) | Q(number=card.number, pk__gt=card.pk)).first()
    return before, after


def decks_with(card: Card, owner: Owner | None) -> list[Deck]:
    """The decks with a card that somebody finds in lists, the site's own first; at most 24."""
    decks = Deck.objects.listed_or_owned(owner).filter(
        Q(cards=card) | Q(stronghold=card) | Q(champion=card),
    )
    return list(decks.select_related("owner__user").order_by(F("owner").asc(nulls_first=True), "name").distinct()[:24])


def reference_of(card: Card) -> str:
    """How a card is named in addresses and texts: ``set/card``, and ``own/TOKEN`` for one that somebody made."""
    return card.reference if card.owner_id is None else f"own/{card.token}"


def cards_by_reference(references: Iterable[str], owner: Owner | None) -> dict[str, Card]:
    """The cards with these references that this owner may see; one of others by its token, which nobody can guess."""
    asked = set(references)
    parts = [reference.split("/", 1) for reference in asked if "/" in reference]
    tokens = {slug for set_slug, slug in parts if set_slug == "own"}
    in_sets = Q(set__slug__in={one for one, _slug in parts}, slug__in={slug for _set, slug in parts}, owner=None)
    cards = Card.objects.with_set().readable_by(owner).filter(in_sets | Q(token__in=tokens))
    found = (((f"own/{card.token}", card.reference), card) for card in cards)
    return {name: card for names, card in found if not asked.isdisjoint(names) for name in names}


def cards_in_set(card_set: CardSet, owner: Owner | None) -> CardQuerySet:
    """All cards of a set that somebody may find there, in the order of their numbers.

    Who has the address of an unlisted set finds its unlisted cards too.
    """
    cards = visible_cards(owner) if card_set.visibility == Visibility.PUBLIC else Card.objects.readable_by(owner)
    found: CardQuerySet = cards.filter(set=card_set, owner=card_set.owner_id).order_by("number", "name", "pk")
    return found


def cards_of_set(card_set: CardSet, owner: Owner | None) -> list[Card]:
    """The cards that ``cards_in_set`` finds, with what their faces need."""
    return list(cards_in_set(card_set, owner).with_set())
