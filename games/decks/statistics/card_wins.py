"""How often single cards of the site win in Duels here: for their pages, and for searches."""

from __future__ import annotations

from typing import Final

from django.db.models import Sum
from django.utils.translation import gettext as _

from accounts.requests import SiteRequest
from cards.models import Card
from cards.sections import PageSection
from engine.kernel.shares import wilson_interval
from games.decks.statistics.shares import MIN_SEATS, WinShare
from tables.models import OutcomeCount

MODE: Final = "duel"  # the one in which one half is even


def shares_of_cards() -> dict[str, float]:
    """``set/card`` to its share of wins in percent, a draw counting half, of the cards with enough games."""
    sums = OutcomeCount.objects.filter(kind=OutcomeCount.Kind.CARD, mode=MODE).values("name").order_by()
    rows = sums.annotate(n=Sum("seats"), won=Sum("wins"), drawn=Sum("draws")).filter(n__gte=MIN_SEATS)
    return {row["name"]: 100 * (row["won"] + 0.5 * row["drawn"]) / row["n"] for row in rows}


def wins_of_card(card: Card, request: SiteRequest) -> PageSection | None:
    """The section on a card's page: its share of wins with its interval; None for a card that was in no game."""
    if card.set is None or card.owner_id is not None:
        return None
    counts = OutcomeCount.objects.filter(kind=OutcomeCount.Kind.CARD, mode=MODE, name=card.reference)
    sums = counts.aggregate(n=Sum("seats"), won=Sum("wins"), drawn=Sum("draws"))
    if not sums["n"]:
        return None
    share = (sums["won"] + 0.5 * sums["drawn"]) / sums["n"]
    low, high = wilson_interval(share, sums["n"])
    win_share = WinShare(card.title, "", sums["n"], sums["won"], sums["drawn"], share, low, high)
    return PageSection("wins", _("Win rate"), "play/_card_wins.html", {"share": win_share})
