"""Reading cards: what somebody may see, what a search finds, how many of each sort there are."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from math import ceil, inf
from typing import Final

from django.db.models import Case, F, Q, QuerySet, When
from django.db.models.expressions import OrderBy
from django.http import Http404

from accounts.models import Owner, Visibility
from cards.counting import MOST, CountedCards, Counts, Place, abilities_of, by_sets, counted, in_all_sets
from cards.far_pages import keys_from
from cards.models import FIGHTERS, VALUED, Card, CardQuerySet, CardSet, Deck
from cards.searching import Query, SetName, Vocabulary
from cards.searching.conditions import Not
from cards.searching.worth_conditions import Ordered
from cards.worth import wins

PAGE_SIZE: Final = 60

# The orders of a list; whole numbers last where a card has none.
SORTS: Final[dict[str, tuple[str, ...]]] = {
    "number": ("set__place", "set__name", "set", "number", "by_name", "pk"),
    "name": ("by_name", "pk"),
    "cost": ("cost", "set__place", "number", "by_name", "pk"),
    "av": ("av", "cost", "set__place", "number", "by_name", "pk"),
    "hp": ("hp", "cost", "set__place", "number", "by_name", "pk"),
    "newest": ("created", "pk"),
    "fair": ("fair", "cost", "set__place", "number", "by_name", "pk"),
    "wins": ("cost", "by_name", "pk"),  # of those that have none; see ``_by_wins``
    "likes": ("like_count", "set__place", "number", "by_name", "pk"),
}
DESCENDING_BY_NATURE: Final = ("newest", "wins", "likes")
_OF_INDEXES: Final = ("by_name", "by_name_fr", "created")  # orders that an index has, from either end
_HAVING: Final = {"cost": VALUED, "av": VALUED, "hp": FIGHTERS, "fair": VALUED}  # the types that have a value
MANY: Final = 5000  # cards that are put in order all at once, and of which abilities are counted
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

    def apply(self, cards: CardQuerySet, language: str = "en") -> CardQuerySet:
        """The cards in this order, names in a language; that of wins, which no column holds, ``search`` makes."""
        first, *rest = SORTS[self.name]
        if self.name == "name" and language == "fr":
            first = "by_name_fr"
        before = [_THE_SITES_FIRST] if self.site_first or self.name == "number" else []
        down = self.descends
        value = _VALUES.get(first, F(first))
        foremost: str | OrderBy = value.desc(nulls_last=True) if down else value.asc(nulls_last=True)
        if (self.name == "number" and down) or first in _OF_INDEXES:
            turn = "-" if down else ""
            foremost = f"{turn}{first}" if first in _OF_INDEXES else foremost
            return cards.order_by(*before, foremost, *(f"{turn}{name}" for name in rest))
        return cards.order_by(*before, foremost, *rest)


def visible_cards(owner: Owner | None) -> CardQuerySet:
    """The cards of the site's sets, public ones of others and one's own."""
    cards: CardQuerySet = Card.objects.all().listed_or_owned(owner)
    return cards


def found_by(query: Query) -> CardQuerySet:
    """The cards that everybody finds and a query asks for, to be read in any order.

    Where they are few they are looked for first: a database that reads along an order, hoping to meet one soon, reads
    all cards where there is none.
    """
    found = visible_cards(None).filter(query.q(None))
    keys = list(found.order_by().values_list("pk", flat=True)[: MOST + 1])
    return found if len(keys) > MOST else Card.objects.filter(pk__among=keys)


def visible_sets(owner: Owner | None) -> list[CardSet]:
    """The sets that may be seen, in their order."""
    return list(CardSet.objects.listed_or_owned(owner))


def vocabulary_of(sets: Iterable[CardSet]) -> Vocabulary:
    return Vocabulary(tuple(SetName(one.slug, one.name, one.name_fr) for one in sets))


@dataclass(frozen=True)
class CardResults:
    """One page of what a search found. ``total`` is of all pages, the first of which is 1; ``is_more`` says that there
    are more cards than these pages show."""

    cards: list[Card]
    total: int
    page: int
    pages: int
    counts: Counts
    size: int = PAGE_SIZE  # of a full page
    is_more: bool = False

    @property
    def first(self) -> int:
        """The place of the page's first card among all that were found, from 1."""
        return (self.page - 1) * self.size + 1 if self.total else 0

    @property
    def last(self) -> int:
        return self.first + len(self.cards) - 1 if self.total else 0


def search(
    query: Query, owner: Owner | None, order: Order, page: int, language: str, size: int = PAGE_SIZE
) -> CardResults:
    """A page of the cards that a query asks for, with their sets; a page that is too high gives the last one. The order
    that the query asks for, if any, goes before ``order``."""
    order = order_of(query) or order
    parts = _parts(owner)
    found, counts = counted(query, parts, owner)
    asked = query.q(owner)
    parts = [part.filter(asked) for part in parts]
    if found.keys is None and not found.is_more and found.total <= MANY:
        counts = replace(counts, abilities=abilities_of(parts))
    pages = max(ceil(found.total / size), 1)
    page = min(max(page, 1), pages)
    wanted = _wanted(parts, order, language, found, (page - 1) * size, size)
    shown = {card.pk: card for card in Card.objects.filter(pk__in=wanted).with_set()}
    cards = [shown[pk] for pk in wanted if pk in shown]
    return CardResults(cards, found.total, page, pages, counts, size, found.is_more)


def _parts(owner: Owner | None) -> list[CardQuerySet]:
    """What ``visible_cards`` are made up of: those that everybody finds, and those that this owner alone does.

    Asked for by themselves, for then an index answers for the many.
    """
    listed: CardQuerySet = Card.objects.all().listed()
    if owner is None:
        return [listed]
    only_own: CardQuerySet = Card.objects.filter(~Q(visibility=Visibility.PUBLIC) | Q(hidden_at__isnull=False))
    own: CardQuerySet = only_own.filter(owner=owner)
    return [listed, own] if own.exists() else [listed]


def _wanted(
    parts: list[CardQuerySet], order: Order, language: str, found: CountedCards, start: int, size: int
) -> list[int]:
    """The keys of so many cards from a place of the list on. Of very many, what its owner alone finds comes last."""
    cards: CardQuerySet = parts[0]
    own: list[int] = []
    if found.keys is not None or (found.total <= MANY and not found.is_more):
        if found.keys is not None:
            cards = Card.objects.filter(pk__among=found.keys)
        elif len(parts) > 1:
            keys = [key for part in parts for key in part.order_by().values_list("pk", flat=True)]
            cards = Card.objects.filter(pk__among=keys)
        if order.name == "wins":
            return _by_wins(cards, order)[start : start + size]
        places = [Place(Q(), found.total)]
    else:
        if len(parts) > 1 and not found.is_more:
            own = list(parts[1].values_list("pk", flat=True))
        places = _places_of_many(cards, order, language, found)
    wanted: list[int] = []
    size = min(size, found.total - start)
    for place in places:
        room = size - len(wanted)
        if not room:
            break
        if place.count is not None and start >= place.count:
            start -= place.count
            continue
        if place.keys:
            wanted += place.keys[start : start + room]
            start = 0
            continue
        rows = cards.filter(place.holds)
        ordered = rows.order_by(*place.by) if place.by else order.apply(rows, language)
        if place.count is None:
            found_here = list(ordered.values_list("pk", flat=True)[: start + room])
            wanted += found_here[start:]
            start = max(start - len(found_here), 0)
        else:
            wanted += keys_from(ordered, start, room, place.count)
            start = 0
    return [*wanted, *own[start : start + size - len(wanted)]]


def _places_of_many(cards: CardQuerySet, order: Order, language: str, found: CountedCards) -> list[Place]:
    """The parts of a long list, each in an order that an index has: of cards of one value by their names."""
    total = None if found.is_more else found.listed
    if order.name == "number":
        if found.is_more:
            return by_sets(in_all_sets(), 0, descends=order.descends)
        of_site = _of_site_in_no_set(cards) if any(group.set is None for group in found.groups) else 0
        return by_sets(found, of_site, descends=order.descends)
    known: dict[int, float] = wins() if order.name == "wins" else {}
    first = {"name": "by_name_fr" if language == "fr" else "by_name", "newest": "created"}
    first |= {"likes": "like_count", "wins": "cost"}
    column = first.get(order.name, order.name)
    names = (column, "pk") if column in _OF_INDEXES else (column, "by_name", "pk")
    by = tuple(f"-{name}" for name in names) if order.descends and order.name != "wins" else names
    kinds = _HAVING.get(column)
    if kinds is None:
        places = [Place(Q(), total, by)]
    else:
        having = found.of_kinds(kinds)
        counts = (None, None) if total is None else (having, total - having)
        places = [Place(Q(kind__in=kinds), counts[0], by), Place(~Q(kind__in=kinds), counts[1], ("by_name", "pk"))]
    if known:
        foremost = _by_wins(cards.filter(pk__in=known), order)
        places = [Place(Q(), len(foremost), keys=tuple(foremost)), *(_without(cards, one, known) for one in places)]
    if order.site_first:
        of_site = 0 if total is None else cards.filter(owner__isnull=True).order_by().count()
        counts = (None, None) if total is None else (of_site, total - of_site)
        places = [
            Place(Q(owner__isnull=is_site), count, by) for is_site, count in zip((True, False), counts, strict=True)
        ]
    return places


def _of_site_in_no_set(cards: CardQuerySet) -> int:
    """How many of the cards are the site's own and in no set. Its own are few: looked for among them, not among all."""
    own = Card.objects.filter(owner__isnull=True).order_by().values_list("pk", "set")
    loose = [pk for pk, card_set in own if card_set is None]
    return cards.filter(pk__in=loose).order_by().count() if loose else 0


def _without(cards: CardQuerySet, place: Place, known: dict[int, float]) -> Place:
    count = place.count
    if count is not None:
        count -= cards.filter(place.holds, pk__in=known).order_by().count()
    return Place(place.holds & ~Q(pk__in=known), count, place.by)


def _by_wins(cards: CardQuerySet, order: Order) -> list[int]:
    shares = wins()
    sign = -1 if order.descends else 1
    keys = list(order.apply(cards).values_list("pk", flat=True))
    return sorted(keys, key=lambda pk: sign * shares[pk] if pk in shares else inf)


def order_of(query: Query) -> Order | None:
    """The order that a query asks for; the last one, if it asks for several. A direction alone turns the order that
    there is."""
    found: Order | None = None
    down: bool | None = None
    for condition, _start, _end in query.spans:
        turned = isinstance(condition, Not)
        meant = condition.part if isinstance(condition, Not) else condition
        if isinstance(meant, Ordered) and meant.name:
            found = Order(meant.name, meant.reversed != turned)
        elif isinstance(meant, Ordered):
            down = meant.reversed != turned
    if down is None:
        return found
    order = found or Order()
    return replace(order, reversed=down != (order.name in DESCENDING_BY_NATURE))


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
