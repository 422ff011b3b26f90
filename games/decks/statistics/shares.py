"""Shares of wins, as the page of the statistics shows them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from django.db.models import Sum
from django.urls import reverse

from cards.sets import card_of, champions, read_set
from engine.kernel.shares import wilson_interval
from tables.models import CountedGame, OutcomeCount

MIN_SEATS: Final = 20  # seats, below which a share says next to nothing
Kind = OutcomeCount.Kind


@dataclass(frozen=True)
class WinShare:
    """How often seats with something won: in ``seats`` of them, a draw counting half, with its 95 % interval (Wilson).

    Shares are from 0 to 1. ``is_few`` says that there are too few seats to tell much.
    """

    name: str
    href: str
    seats: int
    wins: int
    draws: int
    share: float
    low: float
    high: float

    @property
    def is_few(self) -> bool:
        """Whether a share of so few says next to nothing."""
        return self.seats < MIN_SEATS

    @property
    def percent(self) -> int:
        return round(100 * self.share)

    @property
    def low_percent(self) -> int:
        return round(100 * self.low)

    @property
    def width_percent(self) -> int:
        return max(1, self.high_percent - self.low_percent)

    @property
    def high_percent(self) -> int:
        return round(100 * self.high)


def shares(filters: Mapping[str, Any], language: str) -> dict[str, list[WinShare]]:
    """The shares by kind: those of enough seats first, from the most wins to the fewest.

    ``filters`` are fields of ``OutcomeCount`` with their values.
    """
    sums = OutcomeCount.objects.filter(**filters).values("kind", "name").order_by()
    by_kind: dict[str, list[WinShare]] = {kind: [] for kind in Kind.values}
    for row in sums.annotate(n=Sum("seats"), won=Sum("wins"), drawn=Sum("draws")):
        known = _named(row["kind"], row["name"], language)
        if known is None or not row["n"]:
            continue
        share = (row["won"] + 0.5 * row["drawn"]) / row["n"]
        low, high = wilson_interval(share, row["n"])
        by_kind[row["kind"]].append(WinShare(*known, row["n"], row["won"], row["drawn"], share, low, high))
    for rows in by_kind.values():
        rows.sort(key=lambda win_share: (win_share.is_few, -win_share.share, -win_share.seats, win_share.name))
    return by_kind


def count_games(filters: Mapping[str, Any]) -> int:
    """How many games of a sort have been counted."""
    return CountedGame.objects.filter(**filters).count()


def _named(kind: str, name: str, language: str) -> tuple[str, str] | None:
    """The name of a thing and the address of its page; None for what the site does not have any more."""
    try:
        if kind == Kind.DECK:
            slug, _slash, deck_slug = name.partition("/")
            deck = next(deck for deck in read_set(slug).decks if deck.slug == deck_slug)
            return deck.name.in_language(language), reverse("cards:set", args=[slug])
        if kind == Kind.CHAMPION and "/" not in name:
            champion = next(candidate for candidate in champions() if candidate.slug == name)
            return champion.name.in_language(language), reverse("champions:gallery")
        card = card_of(name)
        return card.name.in_language(language), reverse("cards:card", args=[card.set, card.slug])
    except (KeyError, StopIteration):
        return None
