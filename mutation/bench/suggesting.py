"""Suggestions for the points that are left: sets of mutations, by what the cost model says that they gain."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from django.utils.formats import number_format

from engine.decks.rules.cards import Card
from engine.decks.sessions.mutation_sets import MutationSet, mutation_sets
from mutation.bench.pages import BenchPage
from mutation.bench.wording import change_text, points_text
from mutation.services.bot_minds import bargain

STEPS: Final = (20, 100, 400)  # how many are shown
LOOKED_AT: Final = 20_000  # sets; more would keep a request too long


@dataclass(frozen=True)
class SuggestedSet:
    """A set of mutations: (what changes, on which card, from which card), its price, its gain, its address."""

    parts: tuple[tuple[str, str, str], ...]
    price: str
    gain: str
    href: str


@dataclass(frozen=True)
class SetsPage:
    """The sets that are shown, how many were found, whether these are all, and how many could be shown next."""

    sets: tuple[SuggestedSet, ...]
    count: int
    complete: bool
    more: str


def suggested(page: BenchPage, shown: int) -> SetsPage:
    """The sets that could go onto the bench beside the plan."""
    edition = page.laid.before.header.edition

    def gain(before: Card, after: Card) -> float:
        return bargain(after, edition) - bargain(before, edition)

    shown = next((step for step in STEPS if step >= shown), STEPS[-1])
    suggestions = mutation_sets(page.laid.planned.state, page.laid.letter, gain, shown=shown, looked_at=LOOKED_AT)
    following = next((step for step in STEPS if step > shown), None)
    more = page.address(page.asked, sets=following) if following and suggestions.total > shown else ""
    return SetsPage(
        tuple(_row(page, mutation_set) for mutation_set in suggestions.shown),
        suggestions.total,
        suggestions.complete,
        more,
    )


def _row(page: BenchPage, mutation_set: MutationSet) -> SuggestedSet:
    faces = page.faces
    parts = tuple(
        (change_text(offer, page.language), faces.name(offer.card), faces.name(offer.source))
        for offer in mutation_set.mutations
    )
    sign = "+" if mutation_set.gain >= 0 else "\N{MINUS SIGN}"
    gain = f"{sign}{number_format(abs(mutation_set.gain), decimal_pos=1, use_l10n=True)}"
    href = page.address([*page.asked, *page.requests(mutation_set.mutations)])
    return SuggestedSet(parts, points_text(mutation_set.price), gain, href)
