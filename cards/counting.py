"""Counting the cards that a search finds, by groups: asked of the database in one statement, however many there are.

The groups also say where in an order which cards come, so that a page of a long list reads its own part of it alone.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple

from django.db.models import Count, Q

from accounts.models import Owner
from cards.models import VALUED, CardQuerySet, CardSet
from cards.searching import Query
from cards.searching.conditions import InSet, OfKind

SMALL: Final = 500  # cards that neighbouring groups may have together to be read as one


class AlikeCards(NamedTuple):
    """Cards that are alike in what the filters count."""

    set: int | None
    kind: str
    cost: int
    size: int


@dataclass(frozen=True)
class Counts:
    """How many cards each further choice would leave: by type, by set, by cost, by ability (own or Aura's), which is
    None where that is not counted."""

    kinds: Counter[str] = field(default_factory=Counter)
    sets: Counter[str] = field(default_factory=Counter)
    costs: Counter[int] = field(default_factory=Counter)
    abilities: Counter[str] | None = None


@dataclass(frozen=True)
class CountedCards:
    """What a search finds: in ``groups`` what everybody does, and so many ``own`` cards beside for one reader alone;
    ``sets`` are those that they are in, with whether these are the site's, in their order."""

    groups: list[AlikeCards]
    sets: list[tuple[int, bool]]
    own: int = 0

    @property
    def total(self) -> int:
        """How many cards there are."""
        return self.listed + self.own

    @property
    def listed(self) -> int:
        """How many of them everybody finds."""
        return sum(group.size for group in self.groups)

    def of_kinds(self, kinds: Collection[str]) -> int:
        """How many of those that everybody finds are of some types."""
        return sum(group.size for group in self.groups if group.kind in kinds)


@dataclass(frozen=True, slots=True)
class Place:
    """A part of an ordered list: the condition on its cards, how many there are, and ``by`` what it is ordered, where
    that is less than the whole order: many cards, alike in all else that counts. ``keys`` are its cards where they are
    known already."""

    holds: Q
    count: int
    by: tuple[str, ...] = ()
    keys: tuple[int, ...] = ()


def counted(query: Query, parts: Sequence[CardQuerySet], owner: Owner | None) -> tuple[CountedCards, Counts]:
    """Counts what a query finds in what everybody does, and in another part, if there is one, that one reader does.

    Types and sets are alternatives, so each is counted as if nothing of its sort were chosen yet: these two conditions
    are left to the groups. Abilities are not counted.
    """
    kinds, sets = _chosen(query, OfKind), [one for one in _chosen(query, InSet) if one.slugs]
    asked = Q()
    for condition, _start, _end in query.spans:
        if condition not in kinds and condition not in sets:
            asked &= condition.q(owner)
    by_part = [
        [AlikeCards(*row) for row in part.values_list("set_id", "kind", "cost").annotate(Count("pk"))]
        for part in (cards.filter(asked).order_by() for cards in parts)
    ]
    rows = [row for part in by_part for row in part]
    known = CardSet.objects.filter(pk__in={row.set for row in rows if row.set is not None}).order_by(
        "place", "name", "pk"
    )
    found = list(known.values_list("pk", "slug", "owner"))
    slugs = {pk: slug for pk, slug, _owner in found}

    def in_sets(row: AlikeCards) -> bool:
        return all(slugs.get(row.set or 0) in one.slugs for one in sets)

    def of_kinds(row: AlikeCards) -> bool:
        return all(row.kind in one.kinds for one in kinds)

    left = [[row for row in part if of_kinds(row) and in_sets(row)] for part in by_part]
    counts = Counts(
        _sums((row.kind, row.size) for row in rows if in_sets(row)),
        _sums((slugs[row.set], row.size) for row in rows if row.set is not None and of_kinds(row)),
        _sums((row.cost, row.size) for part in left for row in part if row.kind in VALUED),
    )
    of_sets = [(pk, of is None) for pk, _slug, of in found]
    return CountedCards(left[0], of_sets, sum(row.size for part in left[1:] for row in part)), counts


def abilities_of(parts: Iterable[CardQuerySet]) -> Counter[str]:
    """How many cards have each ability, own or an Aura's."""
    sums: Counter[str] = Counter()
    for cards in parts:
        for slugs, count in cards.order_by().values_list("search_abilities").annotate(Count("pk")):
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


# Where in an order which cards come

_WITHIN: Final = ("number", "by_name", "pk")  # of cards of one set


def by_sets(found: CountedCards, of_site: int, *, descends: bool) -> list[Place]:
    """The list by sets: the site's first, those in no set after all others; ``descends`` turns the sets round.

    ``of_site`` are the site's own cards that are in no set.
    """
    counts = _sums((group.set, group.size) for group in found.groups)
    sets = [*reversed(found.sets)] if descends else found.sets
    within = tuple(f"-{name}" for name in _WITHIN) if descends else _WITHIN
    places: list[Place] = []
    for is_site, loose in ((True, of_site), (False, counts[None] - of_site)):
        keys = [pk for pk, is_of_site in sets if is_of_site == is_site and counts[pk]]
        places += _merged(keys, counts, within)
        if loose:
            places.append(Place(Q(set__isnull=True, owner__isnull=is_site), loose, within))
    return places


def _merged(keys: Iterable[int], counts: Counter[Any], within: tuple[str, ...]) -> Iterator[Place]:
    """Neighbouring sets that are small as one, so that a page has to ask for few; a large one is ordered by itself."""
    together: list[int] = []
    count = 0
    for key in keys:
        if count and count + counts[key] > SMALL:
            yield Place(Q(set__in=together), count, within if len(together) == 1 else ())
            together, count = [], 0
        together, count = [*together, key], count + counts[key]
    if count:
        yield Place(Q(set__in=together), count, within if len(together) == 1 else ())
