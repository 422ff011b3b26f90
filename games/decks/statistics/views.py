"""The page of the statistics, open to all."""

from __future__ import annotations

from typing import Final

from django.http import HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET

from accounts.requests import SiteRequest
from games.decks.statistics.forms import StatisticsForm
from games.decks.statistics.shares import MIN_SEATS, count_games, shares
from tables.models import OutcomeCount

EVEN: Final = {"duel": 50, "teams": 50, "ffa": 25}  # percent; against an AI nothing is even


@require_GET
def statistics(request: SiteRequest) -> HttpResponse:
    """How often each deck, Champion and card wins."""
    form = StatisticsForm(request.GET)
    filters = form.filters()
    shares_by_kind = shares(filters, request.language)
    kind = OutcomeCount.Kind
    context = {
        "form": form,
        "games": count_games(filters),
        "tables": [
            ("decks", _("Ready-made decks"), shares_by_kind[kind.DECK]),
            ("champions", _("Champions"), shares_by_kind[kind.CHAMPION]),
            ("cards", _("Cards"), shares_by_kind[kind.CARD]),
        ],
        "few": MIN_SEATS,
        "even": EVEN.get(filters.get("mode", "")),
    }
    return render(request, "play/statistics.html", context)
