"""Counting the cards that a search finds, by groups: asked of the database in one statement, however many there are.

All cards, and those of some types and sets, are counted whatever their number, very many of them once a minute. What
asks for more than that is looked for up to ``MAX_LISTED`` cards: beyond, it is known that there are more, and
nothing is counted.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final, NamedTuple

from django.core.cache import caches
from django.db.models import Count, Q

from accounts.models import Owner
from cards.models import VALUED, Card, CardQuerySet, CardSet
from cards.searching import Query
from cards.searching.conditions import Every, InSet, OfKind

MAX_LISTED: Final = 2000  # cards that a list shows, and that a search finds which asks for more than types and sets
# Of so many cards the numbers that filters show may be a minute old: each page would count all of them again.
LARGE: Final = 20_000
COUNTED_FOR: Final = 60  # seconds
COUNTED: Final = "cards.counting.listed"  # the name in the process's cache


class FoundCard(NamedTuple):
    """A card that a search has found, with what is counted of it."""

    pk: int
    set: int | None
    kind: str
    cost: int
    abilities: str

    @property
    def alone(self) -> AlikeCards:
        """It as a group."""
        return AlikeCards(self.set, self.kind, self.cost, 1)


class AlikeCards(NamedTuple):
    """Cards that are alike in what the filters count."""

    set: int | None
    kind: str
    cost: int
    size: int


@dataclass(frozen=True)
class Counts:
    """How many cards each further choice would leave: by type, by set, by cost, by ability (own or Aura's); each is
    None where that is not counted."""

    kinds: Counter[str] | None = None
    sets: Counter[str] | None = None
    costs: Counter[int] | None = None
    abilities: Counter[str] | None = None


@dataclass(frozen=True)
class CountedCards:
    """How many cards a search finds, or ``MAX_LISTED`` of more, of which with ``is_more`` nothing else is known;
    ``keys`` are all of them where they are known already."""

    total: int
    keys: tuple[int, ...] | None = None
    is_more: bool = False


def counted(query: Query, parts: Sequence[CardQuerySet], owner: Owner | None) -> tuple[CountedCards, Counts]:
    """Counts what a query finds in what everybody does, and in another part, if there is one, that one reader does.

    Types and sets are alternatives, so each is counted as if nothing of its sort were chosen yet: these two conditions
    are left to the groups.
    """
    kinds, sets = _chosen(query, OfKind), [condition for condition in _chosen(query, InSet) if condition.slugs]
    others = [condition for condition, _start, _end in query.spans if condition not in kinds and condition not in sets]
    other_filters = Every(tuple(others)).q(owner)
    if other_filters:
        return _looked_for(query, parts, owner, other_filters, kinds, sets)
    by_part = [_listed(), *(_grouped(part) for part in parts[1:])]
    chosen = _Chosen(kinds, sets, [row for part in by_part for row in part])
    return CountedCards(sum(row.size for row in chosen.rows if chosen.takes(row))), chosen.counts()


def _looked_for(
    query: Query,
    parts: Sequence[CardQuerySet],
    owner: Owner | None,
    other_filters: Q,
    kinds: list[OfKind],
    sets: list[InSet],
) -> tuple[CountedCards, Counts]:
    """What else is asked for is looked for once, up to ``MAX_LISTED`` cards: all is counted in what comes of it."""
    matches = [_first(part.filter(other_filters)) for part in parts]
    if len(matches[0]) <= MAX_LISTED:
        rows = [card for part in matches for card in part]
        chosen = _Chosen(kinds, sets, [card.alone for card in rows])
        return _known([card for card in rows if chosen.takes(card.alone)], chosen.counts())
    if kinds or sets:
        matches = [_first(part.filter(query.q(owner))) for part in parts]
    if len(matches[0]) <= MAX_LISTED:
        return _known([card for part in matches for card in part], Counts())
    return CountedCards(MAX_LISTED, is_more=True), Counts()


def _known(cards: list[FoundCard], counts: Counts) -> tuple[CountedCards, Counts]:
    counts = replace(counts, abilities=_abilities((card.abilities, 1) for card in cards))
    return CountedCards(len(cards), tuple(card.pk for card in cards)), counts


def sizes_of_sets() -> Counter[int | None]:
    """How many cards everybody finds in each set; None for those in no set. A minute old where there are many."""
    return _sums((group.set, group.size) for group in _listed())


def _listed() -> list[AlikeCards]:
    """All that everybody finds, by groups."""
    known: list[AlikeCards] | None = caches["process"].get(COUNTED)
    if known is None:
        known = _grouped(Card.objects.all().listed())
        if sum(group.size for group in known) >= LARGE:
            caches["process"].set(COUNTED, known, COUNTED_FOR)
    return known


def _grouped(cards: CardQuerySet) -> list[AlikeCards]:
    return [AlikeCards(*row) for row in cards.order_by().values_list("set_id", "kind", "cost").annotate(Count("pk"))]


def _first(cards: CardQuerySet) -> list[FoundCard]:
    rows = cards.order_by().values_list("pk", "set_id", "kind", "cost", "search_abilities")
    return [FoundCard(*row) for row in rows[: MAX_LISTED + 1]]


class _Chosen:
    """Groups of cards, and the types and sets that were chosen among them."""

    def __init__(self, kinds: list[OfKind], sets: list[InSet], rows: list[AlikeCards]) -> None:
        self.kinds, self.sets, self.rows = kinds, sets, rows
        known = CardSet.objects.filter(pk__in={row.set for row in rows if row.set is not None})
        self.slugs = dict(known.order_by().values_list("pk", "slug"))

    def takes(self, row: AlikeCards) -> bool:
        """Whether its cards are among those that were chosen."""
        return self._is_in_sets(row) and self._is_of_kinds(row)

    def counts(self) -> Counts:
        """What each choice would leave."""
        return Counts(
            _sums((row.kind, row.size) for row in self.rows if self._is_in_sets(row)),
            _sums(
                # A set may have gone since they were counted.
                (self.slugs[row.set], row.size)
                for row in self.rows
                if row.set in self.slugs and self._is_of_kinds(row)
            ),
            _sums((row.cost, row.size) for row in self.rows if row.kind in VALUED and self.takes(row)),
        )

    def _is_in_sets(self, row: AlikeCards) -> bool:
        return all(self.slugs.get(row.set or 0) in condition.slugs for condition in self.sets)

    def _is_of_kinds(self, row: AlikeCards) -> bool:
        return all(row.kind in condition.kinds for condition in self.kinds)


def abilities_of(parts: Iterable[CardQuerySet]) -> Counter[str]:
    """How many cards have each ability, own or an Aura's."""
    rows = (cards.order_by().values_list("search_abilities").annotate(Count("pk")) for cards in parts)
    return _abilities(row for part in rows for row in part)


def _abilities(rows: Iterable[tuple[str, int]]) -> Counter[str]:
    sums: Counter[str] = Counter()
    for slugs, count in rows:
        for slug in slugs.strip("|").split("|") if slugs else ():
            sums[slug] += count
    return sums


def _chosen(query: Query, sort: type[Any]) -> list[Any]:
    return [condition for condition, _start, _end in query.spans if isinstance(condition, sort)]


def _sums(pairs: Iterable[tuple[Any, int]]) -> Counter[Any]:
    sums: Counter[Any] = Counter()
    for key, count in pairs:
        sums[key] += count
    return sums
