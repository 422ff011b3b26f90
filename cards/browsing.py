"""View models of the catalogue's pages."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Final
from urllib.parse import urlencode

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.models import Owner
from cards.abilities import ability_name
from cards.completing import Completion, completions
from cards.counting import MAX_LISTED
from cards.folding import folded
from cards.icons import icon_of_ability
from cards.models import Card, CardSet, Kind
from cards.names import KnownNames
from cards.queries import CardResults, Order, order_of, search, visible_sets, vocabulary_of
from cards.searching import Query, QueryError, understand
from cards.searching.choices import MEASURES, Choices, choices_of
from cards.searching.grammar import QueryCondition
from cards.searching.keys import KEYS, Key
from cards.tiles import CardTile, tiles_of
from engine.decks.rules.abilities import AURA_PREFIX, FLAG_OF_SLUG

VIEWS: Final = ("grid", "table")
SORT_NAMES: Final = {
    "number": gettext_lazy("Set and number"),
    "name": gettext_lazy("Name"),
    "cost": gettext_lazy("Mana cost"),
    "av": gettext_lazy("Attack value"),
    "hp": gettext_lazy("Health Points"),
    "newest": gettext_lazy("Newest first"),
    "fair": gettext_lazy("Fair cost"),
    "wins": gettext_lazy("Highest win rate first"),
    "likes": gettext_lazy("Most liked first"),
}
MEASURE_NAMES: Final = {
    "cost": gettext_lazy("Mana cost"),
    "av": gettext_lazy("Attack value"),
    "hp": gettext_lazy("Health Points"),
}
HIGHEST_BAR: Final = 9  # a cost of so much or more has one bar
EXAMPLES: Final = (
    "t:creature cost<=3 av>=2 a:rage",
    "a:aquatic or a:splash",
    "hp>=6 -a:defender",
    "aura:any set:initiation",
    "av>hp t:creature",
    "edition:1 is:plain",
    "fair>cost order:-fair",
)
EXAMPLES_IN_FRENCH: Final = (
    "t:creature cout<=3 va>=2 a:rage",
    "a:aquatique ou a:splash",
    "pv>=6 -a:defenseur",
    "aura:any ext:initiation",
    "va>pv t:creature",
    "edition:1 est:simple",
    "juste>cout ordre:-juste",
)


@dataclass(frozen=True, slots=True)
class CatalogueAddress:
    """The request for a page of the catalogue: the truth about it, as it stands in its address."""

    query: str = ""
    order: Order = field(default_factory=Order)
    view: str = "grid"
    page: int = 1

    def to(self, **changes: Any) -> str:
        """The address with something changed; the page is the first one unless it is what changes."""
        now = {"query": self.query, "order": str(self.order), "view": self.view, "page": 1} | changes
        usual = {"query": "", "order": "number", "view": "grid", "page": 1}
        names = {"query": "q", "order": "sort", "view": "view", "page": "page"}
        written = {names[key]: value for key, value in now.items() if value != usual[key]}
        return reverse("cards:catalogue") + (f"?{urlencode(written)}" if written else "")


@dataclass(frozen=True, slots=True)
class CardFilterOption:
    """One box of the filters: its ``value``, ``name``, how many cards it would leave (None where they are not counted),
    whether it is ticked."""

    value: str
    name: str
    count: int | None
    chosen: bool
    icon: str = ""
    accent: str = ""


@dataclass(frozen=True, slots=True)
class Bar:
    """A cost in the chart: its ``label``, the number of cards (None where they are not counted), the height in
    hundredths, and where a click leads."""

    label: str
    count: int | None
    height: int
    href: str
    chosen: bool

    @property
    def drop(self) -> int:
        """Where its top is, in hundredths from above."""
        return 100 - self.height


@dataclass(frozen=True, slots=True)
class Column:
    """A column of the table that can be sorted by: where its head leads, and ``aria-sort``."""

    name: str
    href: str
    direction: str


@dataclass
class CataloguePage:
    """The catalogue as asked for. With an ``error`` in the query nothing is looked for and ``found`` is None."""

    address: CatalogueAddress
    owner: Owner | None
    language: str
    sets: list[CardSet]
    query: Query | None = None
    error: QueryError | None = None
    results: CardResults | None = None
    tiles: list[CardTile] = field(default_factory=list)
    alike: Card | None = None  # the card whose name is like what was asked, where nothing was found
    completions: list[Completion] = field(default_factory=list)  # of what somebody is typing

    @property
    def alike_href(self) -> str:
        """The address of the search for that card alone."""
        return self.address.to(query=f'!"{self.alike.title}"') if self.alike else ""

    @property
    def wrong(self) -> tuple[str, str, str]:
        """The query cut where it is wrong: before, the wrong place, after."""
        assert self.error is not None
        return self.error.cut(self.address.query)

    @property
    def parts(self) -> list[tuple[QueryCondition, str]]:
        """The conditions in words, each with the address without it."""
        return [(part, self.address.to(query=part.others)) for part in (self.query.parts if self.query else ())]

    @property
    def suggestions(self) -> list[tuple[str, str]]:
        """Terms that free words may have been meant as, with where they lead."""
        meant = self.query.meant_perhaps if self.query else ()
        return [(term, self.address.to(query=query)) for term, query in meant]

    @cached_property
    def choices(self) -> Choices:
        return choices_of(self.query) if self.query else Choices(rest=self.address.query)

    @property
    def kinds(self) -> list[CardFilterOption]:
        """The boxes for types."""
        counts: Mapping[str, int] | None = self.results.counts.kinds if self.results else {}
        return [
            CardFilterOption(kind.value, str(kind.label), _count(counts, kind), kind in self.choices.kinds)
            for kind in Kind
        ]

    @property
    def set_choices(self) -> list[CardFilterOption]:
        """The boxes for sets."""
        counts: Mapping[str, int] | None = self.results.counts.sets if self.results else {}
        return [
            CardFilterOption(
                card_set.slug,
                card_set.title,
                _count(counts, card_set.slug),
                card_set.slug in self.choices.sets,
                card_set.symbol,
                card_set.accent,
            )
            for card_set in self.sets
            if card_set.owner_id is None or _count(counts, card_set.slug) or card_set.slug in self.choices.sets
        ]

    @property
    def ability_choices(self) -> list[CardFilterOption]:
        """The boxes for abilities, by name."""
        return self._abilities("", self.choices.abilities)

    @property
    def aura_choices(self) -> list[CardFilterOption]:
        """The boxes for Auras, those that there are."""
        return [aura for aura in self._abilities(AURA_PREFIX, self.choices.auras) if aura.count != 0 or aura.chosen]

    def _abilities(self, prefix: str, chosen: Iterable[str]) -> list[CardFilterOption]:
        counts: Mapping[str, int] | None = self.results.counts.abilities if self.results else {}
        left = {slug: _count(counts, prefix + slug) for slug in FLAG_OF_SLUG}
        boxes = (
            CardFilterOption(slug, ability_name(slug, self.language), left[slug], slug in chosen)
            for slug in FLAG_OF_SLUG
        )
        options = [CardFilterOption(b.value, b.name, b.count, b.chosen, icon_of_ability(b.value)) for b in boxes]
        return sorted(options, key=lambda box: folded(box.name))

    @property
    def measures(self) -> list[dict[str, Any]]:
        """The fields for the least and the most of each value."""
        lowest, highest = self.choices.lowest, self.choices.highest
        return [
            {"key": key, "name": MEASURE_NAMES[key], "least": lowest.get(key, ""), "most": highest.get(key, "")}
            for key in MEASURES
        ]

    @property
    def bars(self) -> list[Bar]:
        """The chart of costs."""
        counts: Mapping[int, int] | None = self.results.counts.costs if self.results else {}
        if counts is None:
            return [self._bar(cost, None, 0) for cost in range(HIGHEST_BAR + 1)]
        each = [counts.get(cost, 0) for cost in range(HIGHEST_BAR)]
        each.append(sum(count for cost, count in counts.items() if cost >= HIGHEST_BAR))
        tallest = max(*each, 1)
        return [self._bar(cost, count, round(100 * count / tallest)) for cost, count in enumerate(each)]

    def _bar(self, cost: int, count: int | None, height: int) -> Bar:
        now = self.choices
        chosen = now.lowest.get("cost") == cost and now.highest.get("cost") in (cost, None)
        last = cost == HIGHEST_BAR
        others_lowest = {key: value for key, value in now.lowest.items() if key != "cost"}
        others_highest = {key: value for key, value in now.highest.items() if key != "cost"}
        if not chosen:
            others_lowest["cost"] = cost
            if not last:
                others_highest["cost"] = cost
        query = Choices(**{**vars(now), "lowest": others_lowest, "highest": others_highest}).written()
        return Bar(f"{cost}+" if last else str(cost), count, height, self.address.to(query=query), chosen)

    @property
    def sorts(self) -> list[tuple[str, str, bool]]:
        """The orders: key, name, whether it is this one."""
        return [(key, str(name), key == self.address.order.name) for key, name in SORT_NAMES.items()]

    @property
    def is_ordered(self) -> bool:
        """Whether the query says in which order, so that there is none to choose."""
        return self.query is not None and order_of(self.query) is not None

    @property
    def descends(self) -> bool:
        """Whether the highest, or last, comes first."""
        return self.address.order.descends

    @property
    def turned(self) -> str:
        """The address of the same cards in the opposite order."""
        order = self.address.order
        return self.address.to(order=str(Order(order.name, not order.reversed)))

    @property
    def columns(self) -> dict[str, Column]:
        return {key: self._column(key) for key in ("number", "name", "cost", "av", "hp")}

    def _column(self, key: str) -> Column:
        order = self.address.order
        is_sorting = order.name == key
        direction = ("descending" if order.reversed else "ascending") if is_sorting else "none"
        turned = Order(key, is_sorting and not order.reversed)
        return Column(str(SORT_NAMES[key]), self.address.to(order=str(turned)), direction)

    @property
    def pages(self) -> Iterator[tuple[int, str]]:
        """The pages to turn to: the first, the last, those around this one; (0, "") where some are left out."""
        if self.results is None or self.results.pages < 2:
            return
        current, last = self.results.page, self.results.pages
        before = 0
        for number in sorted({1, last, *range(max(current - 2, 1), min(current + 2, last) + 1)}):
            if number - before > 1:
                yield 0, ""
            yield number, self.address.to(page=number)
            before = number

    @property
    def before(self) -> str:
        """The address of the page before; empty on the first."""
        return self.address.to(page=self.results.page - 1) if self.results and self.results.page > 1 else ""

    @property
    def after(self) -> str:
        """The address of the next page; empty on the last."""
        more = self.results is not None and self.results.page < self.results.pages
        return self.address.to(page=self.results.page + 1) if more and self.results else ""

    @property
    def other_view(self) -> str:
        """The address of the same cards shown the other way, on the same page."""
        return self.address.to(view="grid" if self.address.view == "table" else "table", page=self.address.page)

    @property
    def bare(self) -> str:
        """The address of all cards, in the same order."""
        return self.address.to(query="")

    @property
    def examples(self) -> list[tuple[str, str]]:
        shown = EXAMPLES_IN_FRENCH if self.language == "fr" else EXAMPLES
        return [(query, self.address.to(query=query)) for query in shown]

    @property
    def most(self) -> int:
        """How many cards a search shows that asks for more than types and sets."""
        return MAX_LISTED

    @property
    def keys(self) -> tuple[Key, ...]:
        """The keys of the query language, for the help."""
        return KEYS

    @property
    def title(self) -> str:
        return _("Cards") if not self.query or not self.query.spans else _("Cards: %(q)s") % {"q": self.address.query}


def _count(counts: Mapping[Any, int] | None, key: Any) -> int | None:
    return None if counts is None else counts.get(key, 0)


def catalogue_page(
    address: CatalogueAddress, owner: Owner | None, language: str, is_typing: bool = False
) -> CataloguePage:
    """Looks for what an address asks; while somebody ``is_typing``, for what they may be about to type too."""
    page = CataloguePage(address, owner, language, visible_sets(owner))
    if is_typing:
        words = vocabulary_of(page.sets)
        page.completions = completions(address.query, owner, language, words, lambda query: address.to(query=query))
    try:
        page.query = understand(address.query, vocabulary_of(page.sets))
    except QueryError as error:
        page.error = error
        return page
    page.results = search(page.query, owner, address.order, address.page, language)
    page.tiles = tiles_of(page.results.cards, language)
    if not page.results.total and page.query.name_asked:
        page.alike = KnownNames(owner).like(page.query.name_asked)
    return page
