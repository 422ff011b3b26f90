"""Reading cards: what somebody may see, what a search finds, how many of each sort there are."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import chain
from math import ceil, inf
from random import Random
from typing import Final

from django.db.models import BigIntegerField, Case, ExpressionWrapper, F, Q, QuerySet, Value, When
from django.db.models.expressions import Combinable, OrderBy
from django.http import Http404
from django.utils.timezone import localdate

from accounts.models import Owner, Visibility
from cards import counting
from cards.counting import CountedCards, Counts, abilities_of, counted, sizes_of_sets
from cards.long_lists import Keys, first_keys
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
MAX_SORTED: Final = 5000  # cards that are put in order all at once, and of which abilities are counted
_PRIME: Final = 1_000_003
SMALL: Final = 500  # cards that neighbouring sets may have together to be read as one
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
    seed: int = 0  # of a random order, the same on each of its pages

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
        if self.name == "random":
            return cards.order_by(_shuffled(self.seed), "pk")
        first, *others = SORTS[self.name]
        if self.name == "name" and language == "fr":
            first = "by_name_fr"
        before = [_THE_SITES_FIRST] if self.site_first or self.name == "number" else []
        down = self.descends
        value = _VALUES.get(first, F(first))
        foremost: str | OrderBy = value.desc(nulls_last=True) if down else value.asc(nulls_last=True)
        if (self.name == "number" and down) or first in _OF_INDEXES:
            turn = "-" if down else ""
            foremost = f"{turn}{first}" if first in _OF_INDEXES else foremost
            return cards.order_by(*before, foremost, *(f"{turn}{name}" for name in others))
        return cards.order_by(*before, foremost, *others)


def _shuffled(seed: int) -> Combinable:
    """A number of a card by which cards are in no order that anybody knows, the same for the same seed; 0 is the seed
    of the day."""
    dice = Random(seed or localdate().toordinal())
    a, b, c = (Value(dice.randrange(1, _PRIME), BigIntegerField()) for _number in range(3))
    number = F("pk") % Value(_PRIME, BigIntegerField())
    return ExpressionWrapper((number * number % Value(_PRIME) * a + number * b + c) % Value(_PRIME), BigIntegerField())


def visible_cards(owner: Owner | None) -> CardQuerySet:
    """The cards of the site's sets, public ones of others and one's own."""
    cards: CardQuerySet = Card.objects.all().listed_or_owned(owner)
    return cards


def found_by(query: Query) -> CardQuerySet:
    """The cards that everybody finds and a query asks for, to be read in any order.

    Where they are few they are looked for first: a database that reads along an order, hoping to meet one soon, reads
    all cards where there is none.
    """
    matches = visible_cards(None).filter(query.q(None))
    keys = list(matches.order_by().values_list("pk", flat=True)[: counting.MAX_LISTED + 1])
    return matches if len(keys) > counting.MAX_LISTED else Card.objects.filter(pk__among=keys)


def visible_sets(owner: Owner | None) -> list[CardSet]:
    """The sets that may be seen, in their order."""
    return list(CardSet.objects.listed_or_owned(owner))


def vocabulary_of(sets: Iterable[CardSet]) -> Vocabulary:
    return Vocabulary(tuple(SetName(card_set.slug, card_set.name, card_set.name_fr) for card_set in sets))


@dataclass(frozen=True)
class CardResults:
    """One page of what a search found; the first of so many ``pages`` is 1. ``is_more``: there are more cards than the
    ``total``. ``is_cut``: there are more than these pages show."""

    cards: list[Card]
    total: int
    page: int
    pages: int
    counts: Counts
    size: int = PAGE_SIZE  # of a full page
    is_more: bool = False

    @property
    def is_cut(self) -> bool:
        return self.is_more or self.total > counting.MAX_LISTED

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
    counted_cards, counts = counted(query, parts, owner)
    condition = query.q(owner)
    parts = [part.filter(condition) for part in parts]
    if counted_cards.keys is None and not counted_cards.is_more and counted_cards.total <= MAX_SORTED:
        counts = replace(counts, abilities=abilities_of(parts))
    shown_of_all = min(counted_cards.total, counting.MAX_LISTED)
    pages = max(ceil(shown_of_all / size), 1)
    page = min(max(page, 1), pages)
    start = (page - 1) * size
    wanted = _wanted(parts, order, language, counted_cards, start, min(start + size, shown_of_all))
    shown = {card.pk: card for card in Card.objects.filter(pk__in=wanted).with_set()}
    cards = [shown[pk] for pk in wanted if pk in shown]
    return CardResults(cards, counted_cards.total, page, pages, counts, size, counted_cards.is_more)


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
    parts: list[CardQuerySet], order: Order, language: str, counted_cards: CountedCards, start: int, end: int
) -> list[int]:
    """The keys from one place of the list to another. Of very many, what its owner alone finds comes last."""
    if counted_cards.is_more or (counted_cards.keys is None and counted_cards.total > MAX_SORTED):
        segments: list[Keys] = (
            [] if counted_cards.is_more else [part.order_by("pk").values_list("pk", flat=True) for part in parts[1:]]
        )
        return first_keys(chain(_segments(parts[0], order, language), segments), end)[start:]
    cards = parts[0]
    if counted_cards.keys is not None:
        cards = Card.objects.filter(pk__among=counted_cards.keys)
    elif len(parts) > 1:
        keys = [key for part in parts for key in part.order_by().values_list("pk", flat=True)]
        cards = Card.objects.filter(pk__among=keys)
    if order.name == "wins":
        return _by_wins(cards, order)[start:end]
    return list(order.apply(cards, language).values_list("pk", flat=True)[start:end])


def _segments(cards: CardQuerySet, order: Order, language: str) -> Iterator[Keys]:
    """The keys of a long list, segment by segment, each in an order that an index has: of one value by their names."""
    if order.name == "number":
        parts: Iterable[CardQuerySet] = _by_sets(cards, order)
    else:
        if order.name == "wins" and (known := wins()):
            yield _by_wins(cards.filter(pk__in=known), order)
            cards = cards.exclude(pk__in=known)
        parts = _by_value(cards, order, language)
    yield from (part.values_list("pk", flat=True) for part in parts)


def _by_value(cards: CardQuerySet, order: Order, language: str) -> list[CardQuerySet]:
    if order.name == "random":
        return [order.apply(cards)]
    columns = {"name": "by_name_fr" if language == "fr" else "by_name", "newest": "created"}
    column = (columns | {"likes": "like_count", "wins": "cost"}).get(order.name, order.name)
    names = (column, "pk") if column in _OF_INDEXES else (column, "by_name", "pk")
    by = tuple(f"-{name}" for name in names) if order.descends and order.name != "wins" else names
    if order.site_first:
        return [cards.filter(owner__isnull=is_site).order_by(*by) for is_site in (True, False)]
    if (kinds := _HAVING.get(column)) is None:
        return [cards.order_by(*by)]
    return [cards.filter(kind__in=kinds).order_by(*by), cards.exclude(kind__in=kinds).order_by("by_name", "pk")]


def _by_sets(cards: CardQuerySet, order: Order) -> Iterator[CardQuerySet]:
    """The site's cards, then those of people by sets, those in no set last. Small sets are read together, more and more
    of them, so that a page has to ask for few."""
    yield order.apply(cards.filter(owner__isnull=True))  # not so many that they could not be put in order at once
    turn = "-" if order.descends else ""
    within = tuple(f"{turn}{name}" for name in ("number", "by_name", "pk"))
    cards, sizes, room = cards.filter(owner__isnull=False), sizes_of_sets(), SMALL
    together: list[int] = []
    for key in CardSet.objects.order_by(*(f"{turn}{name}" for name in ("place", "name", "pk"))).values_list(
        "pk", flat=True
    ):
        if together and sum(sizes[set_key] for set_key in together) + sizes[key] > room:
            yield _in_sets(cards, together, order, within)
            together, room = [], 2 * room
        together.append(key)
    yield _in_sets(cards, together, order, within)
    # By the set too, which none of them has: PostgreSQL finds the index by it.
    yield cards.filter(set__isnull=True).order_by(f"{turn}set_id", *within)


def _in_sets(cards: CardQuerySet, keys: list[int], order: Order, within: tuple[str, ...]) -> CardQuerySet:
    matches = cards.filter(set__in=keys)
    return matches.order_by(*within) if len(keys) == 1 else order.apply(matches)


def _by_wins(cards: CardQuerySet, order: Order) -> list[int]:
    shares = wins()
    sign = -1 if order.descends else 1
    keys = list(order.apply(cards).values_list("pk", flat=True))
    return sorted(keys, key=lambda pk: sign * shares[pk] if pk in shares else inf)


def order_of(query: Query) -> Order | None:
    """The order that a query asks for; the last one, if it asks for several. A direction alone turns the order that
    there is."""
    order_found: Order | None = None
    down: bool | None = None
    for condition, _start, _end in query.spans:
        turned = isinstance(condition, Not)
        meant = condition.part if isinstance(condition, Not) else condition
        if isinstance(meant, Ordered) and meant.name:
            order_found = Order(meant.name, meant.reversed != turned, seed=meant.seed)
        elif isinstance(meant, Ordered):
            down = meant.reversed != turned
    if down is None:
        return order_found
    order = order_found or Order()
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


def printings_of(card: Card, owner: Owner | None) -> list[Card]:
    """The other cards of this name that somebody finds in lists, the site's own first; at most 24."""
    same = visible_cards(owner).filter(by_name=card.by_name).exclude(pk=card.pk)
    return list(same.with_set().order_by(F("owner").asc(nulls_first=True), "pk")[:24])


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
    wanted = set(references)
    parts = [reference.split("/", 1) for reference in wanted if "/" in reference]
    tokens = {slug for set_slug, slug in parts if set_slug == "own"}
    in_sets = Q(
        set__slug__in={set_slug for set_slug, _slug in parts}, slug__in={slug for _set, slug in parts}, owner=None
    )
    cards = Card.objects.with_set().readable_by(owner).filter(in_sets | Q(token__in=tokens))
    named = (((f"own/{card.token}", card.reference), card) for card in cards)
    return {name: card for names, card in named if not wanted.isdisjoint(names) for name in names}


def cards_in_set(card_set: CardSet, owner: Owner | None) -> CardQuerySet:
    """All cards of a set that somebody may find there, in the order of their numbers.

    Who has the address of an unlisted set finds its unlisted cards too.
    """
    cards = visible_cards(owner) if card_set.visibility == Visibility.PUBLIC else Card.objects.readable_by(owner)
    ordered: CardQuerySet = cards.filter(set=card_set, owner=card_set.owner_id).order_by("number", "name", "pk")
    return ordered


def cards_of_set(card_set: CardSet, owner: Owner | None) -> list[Card]:
    """The cards that ``cards_in_set`` finds, with what their faces need."""
    return list(cards_in_set(card_set, owner).with_set())
